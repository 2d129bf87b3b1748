"""What of a judge's answer counts: judgements that were asked for, that stand, and that do not contradict each other."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from veracious.domain.claim import Reading, Subclaim
from veracious.domain.evidence import Evidence, Snapshot
from veracious.domain.stance import Judgement, Stance
from veracious.rules.judging import conflicts, denials, endings, figures, restated
from veracious.rules.judging.conflicts import Measure
from veracious.rules.reading import denial, intake
from veracious.rules.reading.intake import ReadingDials
from veracious.rules.reading.lexicon import Lexicon
from veracious.rules.seeking import snapshots as texts
from veracious.rules.weighing.evidence_trust import side


@dataclass(frozen=True, slots=True)
class HeardDials:
    """How the judge is asked."""

    whole_claim: bool = True  # whether a claim of several parts is also judged as a whole; either; held-out claims of that kind
    without_denial: bool = True  # whether "is not so" is asked as "is so" and the answer mirrored; true or false; the demo's negated claims


@dataclass(frozen=True, slots=True)
class Question:
    """A part beside a piece of evidence, and the part as the judge is asked about it."""

    part: Subclaim
    asked: Subclaim
    evidence: Evidence

    @property
    def pair(self) -> tuple[Subclaim, Evidence]:
        """What the judge reads."""
        return self.asked, self.evidence


@dataclass(frozen=True, slots=True)
class CheckedJudgements:
    """Judgements after the amounts and denials of their quotes were checked against the claim."""

    judgements: tuple[Judgement, ...]
    conflicts: tuple[str, ...]  # "claimed against found"
    numeric_conflict: bool  # a part whose amount a quote excludes, and no quote supports


def phrase(part: Subclaim, lexicon: Lexicon, reading: ReadingDials, dials: HeardDials) -> Subclaim:
    """The part as the judge is asked about it: what it denies, when it denies something, since evidence seldom speaks in denials.

    Formula: What the judge is asked about a denial. From ours.

        if without_denial, of "it is not so":
            asked     = "it is so"
            supports' = refutes
            refutes'  = supports
        where the denial is of the whole sentence: not after "some" or "most", not in "not only", not beside "but" or "because"

    Dials: without_denial of HeardDials.
    """
    plain = denial.affirmed(part.text, lexicon) if dials.without_denial else ""
    return intake.part_of(plain, lexicon, reading) if plain else part


def whole(reading: Reading, lexicon: Lexicon, dials: ReadingDials, heard: HeardDials) -> Subclaim | None:
    """The claim as one question, where it has several parts; none where its one part says the same."""
    return intake.part_of(reading.claim.text, lexicon, dials) if heard.whole_claim and len(reading.subclaims) > 1 else None


def bounded(judged: Sequence[Judgement], questions: Sequence[Question], claim: Subclaim) -> tuple[Judgement, ...]:
    """The judgements on parts, within what the same evidence says of the whole claim.

    What supports a claim supports each of its parts, and what refutes a part refutes the claim. A part that was cut badly, or that means
    something only beside the others, is refuted by nothing that leaves the whole alone.

    Formula: A part within its claim. From ours.

        if whole_claim, of a claim of several parts:
            supports = max(supports of the part, supports of the claim)
            refutes  = min(refutes of the part, refutes of the claim)
            neutral  = 1 − supports − refutes
            the quote is the claim's where its support is the larger

    Dials: whole_claim of HeardDials.
    """
    by_evidence = {one.evidence: one for one in judged if one.subclaim == claim.text}
    denied = {question.asked.text for question in questions if question.asked is not question.part}
    return tuple(
        _within(one, by_evidence[one.evidence], one.subclaim in denied) if one.evidence in by_evidence else one
        for one in judged
        if one.subclaim != claim.text
    )


def _within(part: Judgement, claim: Judgement, is_denied: bool) -> Judgement:
    """A judgement on a part within that on its claim; on a part that is asked without its denial the sides are mirrored."""
    own = part.stance.mirrored() if is_denied else part.stance
    supports, refutes = max(own.supports, claim.stance.supports), min(own.refutes, claim.stance.refutes)
    stance = Stance(supports, refutes, max(0.0, 1 - supports - refutes))
    quoted = claim if claim.stance.supports > own.supports else part
    return replace(part, quote=quoted.quote, settles=quoted.settles, stance=stance.mirrored() if is_denied else stance)


def returned(turned: Sequence[Judgement], questions: Sequence[Question]) -> tuple[Judgement, ...]:
    """The judgements as answers to what was meant: one on a part without its denial is mirrored."""
    given = {(one.subclaim, one.evidence): one for one in turned}
    found = ((question, given.get((question.asked.text, question.evidence.id))) for question in questions)
    return tuple(
        replace(one, subclaim=question.part.text, stance=one.stance if question.asked is question.part else one.stance.mirrored())
        for question, one in found
        if one is not None
    )


def settled(judged: Sequence[Judgement]) -> tuple[Judgement, ...]:
    """The judgements, each quoting the sentence that settles it alone, where one does: amounts and denials were sought in the whole."""
    return tuple(one if one.settles is None else replace(one, quote=one.settles, settles=None) for one in judged)


def stated(judged: Sequence[Judgement], known: Sequence[Judgement]) -> tuple[Judgement, ...]:
    """The judgements, those on pairs of which something is known already in its words."""
    given = {(one.subclaim, one.evidence): one for one in known}
    return tuple(given.get((one.subclaim, one.evidence), one) for one in judged)


def is_whole(snapshot: Snapshot, name: str) -> bool:
    """Whether this is the snapshot of that digest, with the text the digest is of."""
    return snapshot.digest == name == texts.name(snapshot.text)


def keep(
    answered: Sequence[Judgement], asked: Sequence[tuple[Subclaim, Evidence]], snapshots: Mapping[str, Snapshot]
) -> tuple[Judgement, ...]:
    """The judgements on pairs that were asked about, one each, whose quote stands in its snapshot to the letter.

    A judge that says two things of one pair has said nothing of it.
    """
    evidence = {(part.text, piece.id): piece for part, piece in asked}
    distinct = dict.fromkeys(answered)
    told = Counter((judgement.subclaim, judgement.evidence) for judgement in distinct)
    single = (judgement for judgement in distinct if told[judgement.subclaim, judgement.evidence] == 1)
    return tuple(one for one in single if _stands(one, evidence.get((one.subclaim, one.evidence)), snapshots))


def turn(judgements: Sequence[Judgement], subclaims: Sequence[Subclaim], measure: Measure) -> CheckedJudgements:
    """What a quote's own words contradict is turned: a refutation by what the subclaim says, a support by an amount, a denial or an end.

    Where figures decide a comparison, either. What conflicts with a support is named.
    """
    by_text = {subclaim.text: subclaim for subclaim in subclaims}
    turned, named, excluded = [], set[str](), dict[int, str]()
    for place, given in enumerate(judgements):
        subclaim = by_text[given.subclaim]
        judgement = _restated(given, subclaim, measure)
        is_so = figures.compare(subclaim, judgement.quote, measure)
        if is_so is not None:
            turned.append(replace(judgement, stance=figures.apply(judgement.stance, is_so)))
            continue
        if side(judgement.stance) != "supports":
            turned.append(judgement)
            continue
        amounts = conflicts.find(subclaim, judgement.quote, measure)
        conflict = amounts or denials.find(subclaim, judgement.quote, measure) or endings.find(subclaim, judgement.quote, measure)
        stance = conflicts.apply(judgement.stance, conflict, measure.conflicts)
        turned.append(judgement if stance == judgement.stance else replace(judgement, stance=stance, settles=None))
        if conflict is not None and stance != judgement.stance:
            named.add(conflicts.values([conflict]))
            excluded |= {place: judgement.subclaim} if amounts else {}
    agreed = {one.subclaim for place, one in enumerate(turned) if place not in excluded and side(one.stance) == "supports"}
    return CheckedJudgements(tuple(turned), tuple(sorted(named)), bool(set(excluded.values()) - agreed))


def _restated(judgement: Judgement, subclaim: Subclaim, measure: Measure) -> Judgement:
    stance = restated.apply(judgement.stance, subclaim, judgement.quote, measure.lexicon, measure.restated)
    return judgement if stance == judgement.stance else replace(judgement, stance=stance)


def _stands(judgement: Judgement, evidence: Evidence | None, snapshots: Mapping[str, Snapshot]) -> bool:
    if evidence is None or judgement.quote.snapshot != evidence.passage.snapshot or judgement.quote.snapshot not in snapshots:
        return False
    snapshot, told = snapshots[judgement.quote.snapshot], (judgement.quote, *([] if judgement.settles is None else [judgement.settles]))
    return all(quote.stands_in(snapshot) for quote in told)
