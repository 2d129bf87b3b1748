"""Whether a claim of an article has enough evidence, or is searched for once more: the one number of seed C.

It decides effort, never a verdict: the gates of `sufficiency` do that. Both sides count alike: a claim that is firmly refuted is as settled
as one that is supported.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import fsum, prod

from veracious.domain.trust import Weighed
from veracious.rules.weighing.evidence_trust import side


@dataclass(frozen=True, slots=True)
class ArticleSufficiencyDials:
    """The four weights of S, and the least that is enough."""

    clusters: float = 0.3  # w1, of independent origins, 1 of very many; 0–1; seed C names it, a guess: a share of 1 together with w2
    support: float = 0.7  # w2, of the side that more speaks for; 0–1; seed C names it, a guess: what pages say before how many they are
    conflict: float = 0.5  # w3, of the side that less speaks for; 0–1; seed C names it, a guess: as firm as the other, it leaves too little
    missing: float = 0.3  # w4, of parts that nothing speaks of; 0–1; seed C names it, a guess: half the parts cost as much as one origin
    half_clusters: float = 1.0  # independent origins that count one half; 0.5–4; a guess: the second adds a third of the first
    enough: float = 0.7  # S_min; 0–1; seed C names it, a guess: two fair origins that agree have it, one good origin does not


@dataclass(frozen=True, slots=True)
class EvidenceScore:
    """S, what it is made of, each part in [0, 1], and whether it is enough."""

    value: float
    clusters: float
    support: float
    conflict: float
    missing: float
    is_sufficient: bool


def measure(weighed: Sequence[Weighed], subclaims: int, dials: ArticleSufficiencyDials) -> EvidenceScore:
    """S of a claim of so many parts, from the pieces that take a side and can be quoted.

    Formula: Evidence score of a claim. From C (fixed retrieval pipeline); what its four parts are is ours.

        S = clusters × n / (n + half_clusters) + support × larger − conflict × smaller − missing × parts without evidence / parts
        it suffices if S ≥ enough
        n        independent origins
        larger   the mean, over the parts that evidence speaks to, of the mass of the side of greater mass; smaller that of the other

    Dials: clusters, support, conflict, missing, half_clusters, enough of ArticleSufficiencyDials.
    """
    pieces = [piece for piece in weighed if side(piece.stance) != "neutral" and piece.quote.text and 0 <= piece.subclaim < subclaims]
    origins = len({piece.publisher_origin for piece in pieces})
    spoken_of = sorted({piece.subclaim for piece in pieces})
    masses = [sorted(mass(pieces, part, towards) for towards in ("supports", "refutes")) for part in spoken_of]
    clusters = origins / (origins + dials.half_clusters)
    smaller, larger = (_mean(masses, which) for which in (0, 1))
    missing = 1 - len(spoken_of) / subclaims if subclaims else 1.0
    value = dials.clusters * clusters + dials.support * larger - dials.conflict * smaller - dials.missing * missing
    return EvidenceScore(value, clusters, larger, smaller, missing, value >= dials.enough)


def lacks(weighed: Sequence[Weighed], subclaims: int, dials: ArticleSufficiencyDials) -> bool:
    """Whether a claim of so many parts is searched for once more."""
    return not measure(weighed, subclaims, dials).is_sufficient


def mass(pieces: Iterable[Weighed], part: int, towards: str) -> float:
    """How much speaks for one side of a part: that at least one of its origins can be relied on, as if they were independent.

    Formula: Mass of a side. From C names it; what it is is ours.

        mass = 1 − Π (1 − max trust × share of the stance)      over the origins, the most of each
    """
    best: dict[str, float] = {}
    for piece in pieces:
        if piece.subclaim == part and side(piece.stance) == towards:
            share = piece.stance.supports if towards == "supports" else piece.stance.refutes
            best[piece.publisher_origin] = max(best.get(piece.publisher_origin, 0.0), piece.trust * share)
    return 1 - prod(1 - reliable for reliable in sorted(best.values()))


def _mean(masses: Sequence[Sequence[float]], which: int) -> float:
    return fsum(pair[which] for pair in masses) / len(masses) if masses else 0.0
