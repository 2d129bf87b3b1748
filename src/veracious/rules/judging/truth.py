"""How true the statuses of a claim's parts make it, and how good the evidence is that says so."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import fsum

from veracious.domain.trust import Covered, Status, Weighed
from veracious.rules.weighing.evidence_trust import side


@dataclass(frozen=True, slots=True)
class TruthDials:
    """What each status counts, and what contradiction and silence take away."""

    valid: float = 1.0  # strongly valid and valid; fixed; seed A §6.1
    partially_valid: float = 0.75  # a part of the way; 0.6–0.9; seed A §6.1
    unknown: float = 0.45  # what nothing is known of; 0.3–0.5; seed A §6.1
    partially_invalid: float = 0.25  # a part of the way down; 0.1–0.4; seed A §6.1
    invalid: float = 0.0  # refuted; fixed; seed A §6.1
    contradicted: float = 0.30  # taken for the share of contradicted parts; 0–0.5; seed A §6.1
    unresolved: float = 0.10  # taken for the share of unresolved parts; 0–0.3; seed A §6.1


@dataclass(frozen=True, slots=True)
class QualityDials:
    """What evidence quality is made of."""

    relevance: float = 0.70  # weight of the relevance below; 0.4–0.9; seed A §6.2
    anchors: float = 0.15  # weight of the anchors spoken of; 0–0.4; seed A §6.2
    overlap: float = 0.10  # weight of the words shared; 0–0.4; seed A §6.2
    credibility: float = 0.05  # weight of the source; 0–0.3; seed A §6.2
    diversity_base: float = 0.85  # left of the mean without diversity; 0.7–1; seed A §6.2
    diversity_gain: float = 0.15  # added for full diversity; 0–0.3; seed A §6.2
    ceiling_base: float = 0.85  # most quality without diversity; 0.7–1; seed A §6.2
    ceiling_gain: float = 0.10  # added to the ceiling for full diversity; 0–0.3; seed A §6.2


@dataclass(frozen=True, slots=True)
class SegmentDials:
    """What relevance is made of in evidence quality, and what its wording and direction take away."""

    semantic: float = 0.7  # share of the text's score; 0.5–1; seed A §6.2
    triple: float = 0.3  # share of the triples' score; 0–0.5; seed A §6.2
    wording: float = 0.10  # taken for uncertain wording, and again for mere reporting; 0–0.3; seed A §6.2 names them, a guess
    contradiction: float = 0.20  # taken from what refutes, where that is lowered; 0–0.3; seed A §6.2 names it, a guess
    lowers_refutation: bool = False  # whether it is; true or false; seed A §6.2 true, but what refutes can be as good as what supports


def score(details: Sequence[Covered], dials: TruthDials) -> float:
    """Mean status weight, less 0.30 × contradicted share, less 0.10 × unresolved share, in [0, 1].

    Formula: Truth score. From A §6.1.

        truth = clamp(average of the weights − contradicted × contradicted parts / parts − unresolved × UNKNOWN parts / parts, 0, 1)
        truth = the weight of UNKNOWN                  where there are no parts

    Dials: contradicted, unresolved of TruthDials.
    """
    if not details:
        return dials.unknown
    statuses = [detail.status for detail in details]
    base = fsum(weight(status, dials) for status in statuses) / len(statuses)
    contradicted = sum(status in (Status.INVALID, Status.PARTIALLY_INVALID) for status in statuses) / len(statuses)
    unresolved = statuses.count(Status.UNKNOWN) / len(statuses)
    return min(1.0, max(0.0, base - dials.contradicted * contradicted - dials.unresolved * unresolved))


def weight(status: Status, dials: TruthDials) -> float:
    """What a status counts.

    Formula: Weight of a status. From A §6.1.

        STRONGLY_VALID, VALID → valid;  PARTIALLY_VALID → partially_valid;  UNKNOWN → unknown
        PARTIALLY_INVALID → partially_invalid;  INVALID → invalid

    Dials: valid, partially_valid, unknown, partially_invalid, invalid of TruthDials.
    """
    match status:
        case Status.STRONGLY_VALID | Status.VALID:
            return dials.valid
        case Status.PARTIALLY_VALID:
            return dials.partially_valid
        case Status.UNKNOWN:
            return dials.unknown
        case Status.PARTIALLY_INVALID:
            return dials.partially_invalid
        case Status.INVALID:
            return dials.invalid


def quality(weighed: Sequence[Weighed], count: int, diversity: float, dials: QualityDials, segment: SegmentDials) -> float:
    """Mean over the subclaims of the best evidence's quality, raised by diversity, under a ceiling, in [0, 1].

    Formula: Evidence quality. From A §6.2.

        quality = average over subclaims of the best support × (diversity_base + diversity_gain × diversity)
        quality ≤ ceiling_base + ceiling_gain × diversity

    Dials: diversity_base, diversity_gain, ceiling_base, ceiling_gain of QualityDials.
    """
    best = [0.0] * count
    for piece in weighed:
        best[piece.subclaim] = max(best[piece.subclaim], segment_support(piece, dials, segment))
    mean = fsum(best) / count if count else 0.0
    raised = mean * (dials.diversity_base + dials.diversity_gain * diversity)
    return min(raised, dials.ceiling_base + dials.ceiling_gain * diversity)


def segment_support(piece: Weighed, dials: QualityDials, segment: SegmentDials) -> float:
    """0.70 × (0.7 × semantic + 0.3 × triple) + 0.15 × anchors + 0.10 × words + 0.05 × credibility, less its wording, in [0, 1].

    Formula: Quality of one piece. From A §6.2.

        rel = semantic × scaled(semantic score) + triple × scaled(triple score)
        support = max(0, relevance × rel + anchors × anchor_match + overlap × claim_overlap + credibility × credibility
                         − wording × ([uncertain wording] + [claim mention]) − contradiction × [refutes], where lowers_refutation)

    Dials: semantic, triple, wording, contradiction, lowers_refutation of SegmentDials; relevance, anchors, overlap, credibility of
    QualityDials.
    """
    relevance = segment.semantic * piece.semantic + segment.triple * piece.triple
    parts = dials.relevance * relevance + dials.anchors * piece.anchor_match
    parts += dials.overlap * piece.overlap + dials.credibility * piece.credibility
    lowered = segment.lowers_refutation and side(piece.stance) == "refutes"
    taken = segment.wording * len(piece.wording) + (segment.contradiction if lowered else 0.0)
    return max(0.0, parts - taken)
