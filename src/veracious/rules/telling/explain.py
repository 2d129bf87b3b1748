"""A verdict in two to four sentences, each with a citation, and what was looked for and not found."""

from collections.abc import Sequence
from dataclasses import dataclass

from veracious.domain.claim import Subclaim
from veracious.domain.decision import Decision
from veracious.domain.trust import Weighed
from veracious.domain.verdict import Verdict
from veracious.rules.weighing.evidence_trust import per_origin, side


@dataclass(frozen=True, slots=True)
class ExplainDials:
    """How much is said, and the words for how sure it is."""

    sentences_at_most: int = 4  # of an explanation; 2–6; SPEC §11
    quote_chars_at_most: int = 240  # longer quotes are cut for the sentence, never for the citation; 100–500; a guess
    very_sure: float = 0.85  # least confidence called very sure; 0.8–0.95; a guess
    sure: float = 0.65  # least confidence called fairly sure; 0.55–0.8; a guess
    unsure: float = 0.4  # least confidence called not very sure; 0.3–0.55; a guess


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of an explanation and the evidence it cites."""

    text: str
    evidence: tuple[str, ...]  # ids


_VERDICTS = (
    (Verdict.SUPPORTED, "The evidence supports"),
    (Verdict.REFUTED, "The evidence refutes"),
    (Verdict.MIXED, "The evidence disagrees on"),
)


def sentences(decision: Decision, subclaims: Sequence[Subclaim], weighed: Sequence[Weighed], dials: ExplainDials) -> tuple[Sentence, ...]:
    """One sentence for each part that was decided, most trusted evidence first; none without a citation."""
    told = []
    for index, verdict in enumerate(decision.facts.parts):
        pieces = [piece for piece in per_origin(weighed) if piece.subclaim == index and side(piece.stance) != "neutral"]
        opening = dict(_VERDICTS).get(verdict)
        if opening is None or not pieces:
            continue
        best = max(pieces, key=lambda piece: (piece.trust, piece.evidence))
        origins = len({piece.origin for piece in pieces})
        voices = f"{origins} independent origins" if origins > 1 else "one origin"
        words = _cut(best.quote.text, dials.quote_chars_at_most)
        text = f"{opening} “{_bare(subclaims[index].text)}” ({voices}): {best.domain} writes “{words}”."
        told.append(Sentence(text, tuple(sorted({piece.evidence for piece in pieces}))))
    return tuple(told[: dials.sentences_at_most])


def missing(decision: Decision, subclaims: Sequence[Subclaim]) -> tuple[str, ...]:
    """The parts for which nothing decisive was found."""
    pairs = zip(decision.facts.parts, subclaims, strict=True)
    return tuple(subclaim.text for verdict, subclaim in pairs if verdict is Verdict.NOT_ENOUGH_EVIDENCE)


def band(confidence: float, dials: ExplainDials) -> str:
    """The word beside the number."""
    words = ((dials.very_sure, "very sure"), (dials.sure, "fairly sure"), (dials.unsure, "not very sure"))
    return next((word for least, word in words if confidence >= least), "unsure")


def _bare(text: str) -> str:
    return text.rstrip(".")


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else text[:most].rsplit(" ", 1)[0] + " …"
