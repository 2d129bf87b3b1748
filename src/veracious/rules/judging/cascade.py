"""Which pairs a second, dearer judge is asked about, and what its word is worth.

It is asked about all that was chosen, as far as `pairs_at_most` allows; of more, about what the first is least sure of. A judge is as sure
as the largest of its three calibrated shares. A pair of which the first said nothing it is not sure of at all.

The second judge reads what pages say to it, and a page can give orders. So a page of no credible source is asked about by itself, and what
one origin alone says decides nothing if the first judge, which knows no orders, sees next to nothing of that side in the words that the
second quotes for it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from veracious.domain.claim import Subclaim
from veracious.domain.evidence import Evidence
from veracious.domain.span import Span
from veracious.domain.stance import Judgement
from veracious.domain.trust import Weighed
from veracious.domain.verdict import Verdict
from veracious.rules.reading import sentences
from veracious.rules.reading.sentences import SentenceDials
from veracious.rules.weighing.evidence_trust import certainty, side

Pair = tuple[Subclaim, Evidence]

SIDES: Mapping[Verdict, tuple[str, ...]] = MappingProxyType(
    {Verdict.SUPPORTED: ("supports",), Verdict.REFUTED: ("refutes",), Verdict.MIXED: ("supports", "refutes")}
)


@dataclass(frozen=True, slots=True)
class CascadeDials:
    """What the second judge is asked about, and when it is not believed."""

    sure_at_least: float = 1.01  # share of its likeliest label from which the first judge's word stands; 0.5–1.01; 1.01: never
    share_at_most: float = 1.0  # of the pairs that the second judge is asked about; 0–1; saving two thirds of the calls cost a point
    pairs_at_most: int = 30  # that it is asked about in one look; 0–30; SPEC §6
    shared_from: float = 0.7  # credibility of sources whose texts share a request; 0–1; from where on the judge's word counts whole
    quote_read: bool = True  # whether the first judge is asked about the second's quote, not about its own; either; orders-verdicts.json
    agreed_at_least: float = 0.2  # of a side the first judge must give what one origin alone says; 0–0.5; orders-verdicts.json


def unsure(
    pairs: Sequence[tuple[Subclaim, Evidence]], first: Sequence[Judgement], dials: CascadeDials
) -> tuple[tuple[Subclaim, Evidence], ...]:
    """The pairs to ask again, in their own order: the least sure, no more than the share allows; equals by their place.

    Formula: Pairs that a second judge is asked about. From ours.

        sure  = max(supports, refutes, neutral) of the first judge; 0 where it said nothing of the pair
        asked = the pairs with sure < sure_at_least, the least sure first, of equals the earlier,
                no more than min(pairs_at_most, ⌊share_at_most × pairs⌋)
        where there is no second judge, none

    Dials: sure_at_least, share_at_most, pairs_at_most of CascadeDials.
    """
    sure = {(one.subclaim, one.evidence): certainty(one.stance) for one in first}
    doubt = [(sure.get((part.text, piece.id), 0.0), place) for place, (part, piece) in enumerate(pairs)]
    least = sorted(one for one in doubt if one[0] < dials.sure_at_least)[: most(len(pairs), dials)]
    return tuple(pairs[place] for place in sorted(place for _, place in least))


def most(pairs: int, dials: CascadeDials) -> int:
    """How many of so many pairs the second judge is asked about at most."""
    return min(dials.pairs_at_most, int(dials.share_at_most * pairs))


def requests(pairs: Sequence[tuple[Subclaim, Evidence]], dials: CascadeDials) -> tuple[tuple[tuple[Subclaim, Evidence], ...], ...]:
    """The pairs by request, so that a page that gives orders cannot speak for its neighbours.

    Formula: What a second judge is asked together. From SPEC §6; ours.

        one request      for all texts of sources with credibility ≥ shared_from
        one of its own   for the texts of each other page

    Dials: shared_from of CascadeDials.
    """
    together: dict[str, list[tuple[Subclaim, Evidence]]] = {}
    for part, piece in pairs:
        is_shared = (piece.source.credibility or 0.0) >= dials.shared_from
        together.setdefault("" if is_shared else piece.passage.snapshot, []).append((part, piece))
    return tuple(tuple(group) for group in together.values())


def quoted(pairs: Sequence[Pair], second: Sequence[Judgement], dials: CascadeDials) -> tuple[Pair, ...]:
    """Where the second judge takes a side, the subclaim beside the sentences it quotes for that, to be read by the first.

    Formula: What the first judge reads of the second's word. From ours.

        if quote_read: the sentences of the evidence that the second judge's quote touches, where it takes a side
        else           nothing: what the first said of the evidence holds

    Dials: quote_read of CascadeDials.
    """
    if not dials.quote_read:
        return ()
    known = {(part.text, piece.id): (part, piece) for part, piece in pairs}
    sided = [one for one in second if side(one.stance) != "neutral" and (one.subclaim, one.evidence) in known]
    return tuple(_cut(*known[one.subclaim, one.evidence], one.quote.span) for one in sided)


def _cut(part: Subclaim, piece: Evidence, span: Span) -> Pair:
    """The pair with the sentences alone that lie under a span."""
    text, start = piece.passage.text, piece.passage.span.start
    touched = [one for one in sentences.split(text, "en", SentenceDials()) if one.shifted(start).overlaps(span)]
    under = Span(touched[0].start, touched[-1].end) if touched else Span(0, len(text))
    return part, replace(piece, passage=replace(piece.passage, span=under.shifted(start), text=under.of(text)))


def doubted(first: Sequence[Judgement], second: Sequence[Judgement], dials: CascadeDials) -> frozenset[tuple[str, str]]:
    """The pairs, as subclaim and evidence, of which the second judge takes a side that the first gives next to nothing, or less than its
    opposite.

    That it says the opposite counts where it reads the second's quote: of the whole evidence it may have read other words.
    """
    known = {(one.subclaim, one.evidence): one.stance for one in first}
    found = set()
    for one in second:
        stance, towards = known.get((one.subclaim, one.evidence)), side(one.stance)
        if towards == "neutral":
            continue
        shares = (0.0, 0.0) if stance is None else (stance.supports, stance.refutes)
        given, other = shares if towards == "supports" else shares[::-1]
        if given < dials.agreed_at_least or (dials.quote_read and other > given):
            found.add((one.subclaim, one.evidence))
    return frozenset(found)


def agreed(drafted: Verdict, weighed: Sequence[Weighed], part: int, doubts: frozenset[tuple[int, str]]) -> Verdict:
    """The verdict on a part, or none where it rests on one origin that the two judges read differently.

    Formula: One origin, two judges. From SPEC §6; ours.

        supported, refuted → not_enough_evidence       if all that takes that side is of one origin, and of each such piece the first
                                                       judge gives the side less than agreed_at_least; if quote_read, of the second's
                                                       quote, and also where it gives the other side more
        mixed → not_enough_evidence                    if that is so of either side
        as it was                                      where no second judge was heard, or several origins take the side

    Dials: agreed_at_least, quote_read of CascadeDials.
    """
    pieces = [piece for piece in weighed if piece.subclaim == part and piece.quote.text]
    sides = [[piece for piece in pieces if side(piece.stance) == one] for one in SIDES.get(drafted, ())]
    return Verdict.NOT_ENOUGH_EVIDENCE if any(_is_doubtful(one, part, doubts) for one in sides) else drafted


def _is_doubtful(sided: Sequence[Weighed], part: int, doubts: frozenset[tuple[int, str]]) -> bool:
    """Whether what takes a side is of one origin, and the first judge sees next to nothing of it anywhere."""
    return len({piece.origin for piece in sided}) == 1 and all((part, piece.evidence) in doubts for piece in sided)


def joined(first: Sequence[Judgement], second: Sequence[Judgement]) -> tuple[Judgement, ...]:
    """The first judge's judgements, those of the second in place of its own where there are any."""
    again = {(one.subclaim, one.evidence): one for one in second}
    kept = [again.pop((one.subclaim, one.evidence), one) for one in first]
    return (*kept, *again.values())
