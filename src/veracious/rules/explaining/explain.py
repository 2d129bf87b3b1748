"""A verdict in two to four sentences, each with a citation, and what was looked for and not found."""

from collections.abc import Sequence
from dataclasses import dataclass

from veracious.domain.claim import Subclaim
from veracious.domain.decision import Decision
from veracious.domain.trust import Covered, Weighed
from veracious.domain.verdict import Verdict
from veracious.rules.weighing.evidence_trust import UNKNOWN_ORIGIN, side


@dataclass(frozen=True, slots=True)
class ExplainDials:
    """How much is said, and the words for how sure it is."""

    sentences_at_most: int = 4  # of an explanation; 2–6; SPEC §11
    sentences_at_least: int = 2  # of a model's explanation that stand, or the rules explain; 1–3; SPEC §11
    quote_chars_at_most: int = 240  # longer quotes are cut for the sentence, never for the citation; 100–500; a guess
    mixed_support_first: bool = True  # whether what supports is told first where sources disagree; either; “against it” comes second
    sides_named: bool = True  # whether a quote that does not bear out the opening is told as for or against the claim; either; SPEC §11
    dissent_from: float = 0.2  # least firmness of the other side that is told; 0–0.4; as `partial` of CoverageDials
    low_rating_told: bool = True  # whether a publisher that is rated low is told with its rating, not as unknown; either; SPEC §11
    undecided_told: bool = True  # whether it is said why a claim was not decided; either; SPEC §11
    very_sure: float = 0.9  # least probability called very sure; 0.8–0.95; of 44 left-out claims from there on 40 are right
    sure: float = 0.7  # least probability called fairly sure; 0.55–0.8; of 110 left-out claims up to very sure 93 are right, of 44 below 25
    unsure: float = 0.4  # least probability called not very sure; 0.3–0.55; a guess


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of an explanation and the evidence it cites."""

    text: str
    evidence: tuple[str, ...]  # ids
    subclaim: int = 0  # what it speaks of


_VERDICTS = (
    (Verdict.SUPPORTED, "The evidence supports"),
    (Verdict.REFUTED, "The evidence refutes"),
    (Verdict.MIXED, "The evidence disagrees on"),
)


def sentences(decision: Decision, subclaims: Sequence[Subclaim], weighed: Sequence[Weighed], dials: ExplainDials) -> tuple[Sentence, ...]:
    """What each part rests on, most trusted evidence first, and if there is room who else says so; no sentence without a citation.

    Formula: Length of an explanation. From E §7.1.

        an opening and a second sentence for each part, where these are sentences_at_most or fewer
        else the openings alone, the first sentences_at_most
        an opening cites the side of the verdict; where sources disagree, what supports if mixed_support_first, else what is trusted most
        of a part that is left open, the opening says whether its quote is for or against it, if sides_named
        the second tells who says otherwise, where the firmness of that side ≥ dissent_from: “against it”, or where that side is for the
                                claim “in its favour”, if sides_named; else who else says so, else what the only one is worth:
                                its credibility, of one that is too low to count only if low_rating_told
        a quote of more than quote_chars_at_most characters ends at the last space before that, with …
        where a model explains: those of its sentences that the judge finds in what they cite, the first sentences_at_most;
                                the rules' own, if these are fewer than sentences_at_least, or the model fails

    Dials: sentences_at_most, sentences_at_least, quote_chars_at_most, mixed_support_first, sides_named, dissent_from,
    low_rating_told of ExplainDials.
    """
    openings, seconds = [], []
    for index, verdict in enumerate(decision.facts.parts):
        spoken = [piece for piece in weighed if piece.subclaim == index and side(piece.stance) != "neutral" and piece.quote.text]
        pieces = sorted(spoken, key=lambda piece: (-piece.trust, piece.evidence))
        if pieces:
            detail = decision.facts.sufficiency.details[index]
            best = _best(pieces, verdict, detail, dials)
            openings.append(_opening(_bare(subclaims[index].text), verdict, best, detail, dials))
            seconds.append(_second(best, pieces, detail, dials))
    paired = [told for pair in zip(openings, seconds, strict=True) for told in pair]
    return tuple((paired if len(paired) <= dials.sentences_at_most else openings)[: dials.sentences_at_most])


def _best(pieces: Sequence[Weighed], verdict: Verdict, detail: Covered, dials: ExplainDials) -> Weighed:
    """The most trusted piece of a firm origin on the side of the verdict; else the most trusted on that side, or of all."""
    first = {Verdict.MIXED: "supports"} if dials.mixed_support_first else {}
    wanted = {Verdict.SUPPORTED: "supports", Verdict.REFUTED: "refutes", **first}.get(verdict)
    sided = [piece for piece in pieces if side(piece.stance) == wanted]
    return next((piece for piece in sided if piece.origin in (*detail.supporting, *detail.refuting)), (sided or pieces)[0])


def _opening(claimed: str, verdict: Verdict, best: Weighed, detail: Covered, dials: ExplainDials) -> Sentence:
    said, opening = _said(best, dials), dict(_VERDICTS).get(verdict)
    if opening is None:
        stands = f", {'for' if side(best.stance) == 'supports' else 'against'} it" if dials.sides_named else ""
        return Sentence(f"Nothing decisive was found on “{claimed}”; the nearest{stands}: {said}", (best.evidence,), best.subclaim)
    sides = {Verdict.SUPPORTED: detail.supporting, Verdict.REFUTED: detail.refuting}
    origins = len(sides.get(verdict, {*detail.supporting, *detail.refuting}))
    voices = f"{origins} independent origins" if origins > 1 else "one origin"
    return Sentence(f"{opening} “{claimed}” ({voices}): {said}", (best.evidence,), best.subclaim)


def _second(best: Weighed, pieces: Sequence[Weighed], detail: Covered, dials: ExplainDials) -> Sentence:
    """Who contradicts it; else who else says so; else how far the only one can be relied on."""
    heard = (detail.refutation if side(best.stance) == "supports" else detail.support) >= dials.dissent_from
    against = next((piece for piece in pieces if heard and side(piece.stance) != side(best.stance)), None)
    alike = [piece for piece in pieces if side(piece.stance) == side(best.stance)]
    other = against or next((piece for piece in alike if piece.origin != best.origin), None)
    if other is not None:
        dissent = "In its favour" if dials.sides_named and side(other.stance) == "supports" else "Against it"
        opening = dissent if against else "Independently of that"
        return Sentence(f"{opening}, {_said(other, dials)}", (other.evidence,), best.subclaim)
    is_rated_low = dials.low_rating_told and best.domain and not best.unrated_origin
    if best.origin == UNKNOWN_ORIGIN and not is_rated_low:
        return Sentence("Nothing is known of the credibility of those who say so.", (best.evidence,), best.subclaim)
    return Sentence(f"That rests on {_who(best)} alone, whose credibility is {best.credibility:.2f}.", (best.evidence,), best.subclaim)


def missing(decision: Decision, subclaims: Sequence[Subclaim]) -> tuple[str, ...]:
    """The parts for which nothing decisive was found."""
    pairs = zip(decision.facts.parts, subclaims, strict=True)
    return tuple(subclaim.text for verdict, subclaim in pairs if verdict is Verdict.NOT_ENOUGH_EVIDENCE)


def band(number: float, dials: ExplainDials) -> str:
    """The word beside the number. Where no probability was measured, records have the word for the score, and no face tells it.

    Formula: Word for a probability. From ours; cut where left-out claims are right that often.

        very sure if probability, as it is shown, ≥ very_sure, fairly sure if ≥ sure, not very sure if ≥ unsure, else unsure

    Dials: very_sure, sure, unsure of ExplainDials.
    """
    words = ((dials.very_sure, "very sure"), (dials.sure, "fairly sure"), (dials.unsure, "not very sure"))
    shown = float(f"{number:.2f}")
    return next((word for least, word in words if shown >= least), "unsure")


def _said(piece: Weighed, dials: ExplainDials) -> str:
    """Who writes what, as the end of a sentence."""
    words = _cut(piece.quote.text, dials.quote_chars_at_most)
    return f"{_who(piece)} writes “{words}”" + ("" if words.endswith((".", "!", "?", "…")) else ".")


def _bare(text: str) -> str:
    return text.rstrip(".")


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else text[:most].rsplit(" ", 1)[0] + " …"


def _who(piece: Weighed) -> str:
    """Who says so."""
    return piece.domain or ("a document of no known publisher" if piece.origin == UNKNOWN_ORIGIN else "your document")
