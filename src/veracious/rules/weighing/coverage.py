"""What the evidence makes of each subclaim: how firmly it speaks, and which way.

Both directions are measured alike, so that swapping every support and refutation swaps the statuses: what refutes a subclaim covers it too.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import fsum

from veracious.domain.trust import Covered, Status, Weighed
from veracious.rules.weighing.evidence_trust import UNKNOWN_ORIGIN, side


@dataclass(frozen=True, slots=True)
class CoverageDials:
    """How firmly a piece speaks to a subclaim, and when that covers it."""

    anchor: float = 0.10  # weight of the anchors it speaks of; 0–0.6; seed B names the part, evals/study
    overlap: float = 0.10  # weight of the words it shares; 0–0.5; seed B names the part, evals/study
    relevance: float = 0.40  # weight of the ranking score; 0.1–0.6; seed B names the part, a guess
    triple_factor: float = 0.8  # left of a triple's strength; 0.5–1; seed B may weigh triples down, a guess
    strong: float = 0.30  # strength that covers a subclaim; 0.3–0.7; seed B names it, evals/study
    partial: float = 0.20  # strength that covers it in part; 0.1–0.4; seed B names it, below `strong`
    partial_weight: float = 0.5  # what a partly covered subclaim counts; 0.3–0.7; seed B names it, a guess
    dissent: float = 0.30  # strength of the other side that leaves a firm one open; 0.25–0.45; as firm itself, the demo's negated claims
    near: float = 0.8  # share of the firmest voice that a firm voice of the other side has at least; 0–1; evals/study
    strong_origins: int = 2  # origins that make a status strong; 2–4; SPEC's two independent origins


@dataclass(frozen=True, slots=True)
class RelaxedCoverageDials(CoverageDials):
    """The same in confidence mode, which asks for less."""

    strong: float = 0.25  # as above; 0.2–0.7; seed B lowers it, a guess
    partial: float = 0.16  # as above; 0.1–0.4; seed B lowers it, a guess
    partial_weight: float = 0.6  # as above; 0.3–0.8; seed B changes it, a guess
    dissent: float = 0.25  # as above; 0.2–0.45; as firm as is asked for here


@dataclass(frozen=True, slots=True)
class ReferenceCoverageDials(CoverageDials):
    """The same as first written: anchors and words weigh more, and whatever speaks in part leaves a firm voice open."""

    anchor: float = 0.35  # as above; 0–0.6; a guess
    overlap: float = 0.25  # as above; 0–0.5; a guess
    strong: float = 0.45  # as above; 0.3–0.7; a guess
    partial: float = 0.25  # as above; 0.1–0.4; a guess
    near: float = 0.0  # as above; 0–1; every firm voice counts
    dissent: float = 0.25  # as above; 0.25–0.45; as `partial`


def measure(weighed: Sequence[Weighed], count: int, dials: CoverageDials) -> tuple[Covered, ...]:
    """Every one of the `count` subclaims, with what is known of it from pieces that take a side and can be quoted.

    Formula: Status and weight of a subclaim. From A §6.1, B (subclaim coverage).

        heard are the pieces that take a side and have a quote; where strong_origins known origins are of firmness ≥ strong on one side
        and none on the other, sources of which nothing is known are not heard on the other
        support = max firmness of those that support;  refutation = max firmness of those that refute
        an origin is firm on a side if a piece of it there has firmness ≥ strong and ≥ near × the max firmness of the other side
        UNKNOWN             if one is ≥ strong and the other ≥ dissent and ≥ near × the one, or neither is ≥ strong and both are ≥ partial
        STRONGLY_VALID      if support ≥ strong and ≥ refutation, on strong_origins origins or more
        VALID               if support ≥ strong and ≥ refutation
        INVALID             if refutation ≥ strong
        PARTIALLY_VALID     if support ≥ partial
        PARTIALLY_INVALID   if refutation ≥ partial
        UNKNOWN             otherwise
        weight = 1 if max(support, refutation) ≥ strong, partial_weight if ≥ partial, else 0
        credibility of a side = max of its firm pieces, without unknown sources;  0 where there are none
        best trust = max trust of the pieces of firmness ≥ partial

    Dials: strong, partial, partial_weight, dissent, near, strong_origins of CoverageDials.
    """
    by_subclaim: dict[int, list[Weighed]] = {}
    for piece in weighed:
        if side(piece.stance) != "neutral" and piece.quote.text:
            by_subclaim.setdefault(piece.subclaim, []).append(piece)
    return tuple(_covered(index, _heeded(by_subclaim.get(index, []), dials), dials) for index in range(count))


def _heeded(pieces: Sequence[Weighed], dials: CoverageDials) -> Sequence[Weighed]:
    """All of them; but where known origins settle it among themselves, what nobody knows does not dispute it.

    Else one planted page leaves open what two credible publishers agree on (evals/web/poison.json).
    """
    known = [piece for piece in pieces if piece.origin != UNKNOWN_ORIGIN]
    sides = ("supports", "refutes")
    firm = {one: {piece.origin for piece in known if side(piece.stance) == one and firmness(piece, dials) >= dials.strong} for one in sides}
    for settled, other in (sides, sides[::-1]):
        if len(firm[settled]) >= dials.strong_origins and not firm[other]:
            return [piece for piece in pieces if piece.origin != UNKNOWN_ORIGIN or side(piece.stance) == settled]
    return pieces


def strength(piece: Weighed, dials: CoverageDials) -> float:
    """How much of the subclaim the piece speaks to, whichever way, in [0, 1].

    Formula: Strength of a piece. From B (subclaim coverage).

        strength = (anchor × anchor_match + overlap × claim_overlap + relevance × score) / (anchor + overlap + relevance)
        strength = the same × triple_factor            of a triple

    Dials: anchor, overlap, relevance, triple_factor of CoverageDials.
    """
    total = dials.anchor + dials.overlap + dials.relevance
    spoken = (dials.anchor * piece.anchor_match + dials.overlap * piece.overlap + dials.relevance * piece.relevance) / total
    return spoken * (dials.triple_factor if piece.is_triple else 1.0)


def share(details: Sequence[Covered]) -> float:
    """Σ weight / number of subclaims.

    Formula: Coverage. From A §5.1.

        coverage = Σ weight / number of subclaims
    """
    return fsum(detail.weight for detail in details) / len(details) if details else 0.0


def firmness(piece: Weighed, dials: CoverageDials) -> float:
    """How firmly the piece takes its side: its strength times the stance.

    Formula: Firmness of a piece. From B (subclaim coverage).

        firmness = strength × max(supports, refutes)
    """
    return strength(piece, dials) * max(piece.stance.supports, piece.stance.refutes)


@dataclass(frozen=True, slots=True)
class _Side:
    """What one side has to say on a subclaim."""

    firmest: float
    firm: tuple[str, ...]
    credibility: float
    voices: int


def _heard(pieces: Sequence[Weighed], others: Sequence[Weighed], dials: CoverageDials) -> _Side:
    """Each origin as firmly as its firmest piece; firm voices, not far below the firmest of the other side, alone lend credibility."""
    least = max(dials.strong, dials.near * _firmest(others, dials))
    firm = [piece for piece in pieces if firmness(piece, dials) >= least]
    return _Side(
        firmest=_firmest(pieces, dials),
        firm=tuple(sorted({piece.origin for piece in firm})),
        credibility=max((piece.credibility for piece in firm if piece.origin != UNKNOWN_ORIGIN), default=0.0),
        voices=len({piece.origin for piece in pieces}),
    )


def _firmest(pieces: Sequence[Weighed], dials: CoverageDials) -> float:
    return max((firmness(piece, dials) for piece in pieces), default=0.0)


def _covered(index: int, pieces: Sequence[Weighed], dials: CoverageDials) -> Covered:
    supports = [piece for piece in pieces if side(piece.stance) == "supports"]
    refutes = [piece for piece in pieces if side(piece.stance) == "refutes"]
    in_favour, against = _heard(supports, refutes, dials), _heard(refutes, supports, dials)
    firmest = max(in_favour.firmest, against.firmest)
    return Covered(
        subclaim=index,
        status=_status(in_favour, against, dials),
        support=in_favour.firmest,
        refutation=against.firmest,
        supporting=in_favour.firm,
        refuting=against.firm,
        supporting_credibility=in_favour.credibility,
        refuting_credibility=against.credibility,
        supporters=in_favour.voices,
        refuters=against.voices,
        weight=1.0 if firmest >= dials.strong else dials.partial_weight if firmest >= dials.partial else 0.0,
        best_trust=max((piece.trust for piece in pieces if firmness(piece, dials) >= dials.partial), default=0.0),
    )


def _status(in_favour: _Side, against: _Side, dials: CoverageDials) -> Status:
    """A firm voice on one side settles it unless the other side dissents; faint voices on both sides leave it open."""
    support, refutation = in_favour.firmest, against.firmest
    louder, other = max(support, refutation), min(support, refutation)
    if other >= (max(dials.dissent, dials.near * louder) if louder >= dials.strong else dials.partial):
        return Status.UNKNOWN
    if support >= dials.strong and support >= refutation:
        return Status.STRONGLY_VALID if len(in_favour.firm) >= dials.strong_origins else Status.VALID
    if refutation >= dials.strong:
        return Status.INVALID
    if support >= dials.partial:
        return Status.PARTIALLY_VALID
    return Status.PARTIALLY_INVALID if refutation >= dials.partial else Status.UNKNOWN
