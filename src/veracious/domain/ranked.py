"""Evidence with its score, and everything the score was made of."""

from dataclasses import dataclass
from math import fsum

from veracious.domain.evidence import Evidence


@dataclass(frozen=True, slots=True)
class Signal:
    """One measured side of a candidate, in [0, 1], and its weight in the sum."""

    name: str
    weight: float
    value: float


@dataclass(frozen=True, slots=True)
class Adjustment:
    """A boost or penalty that applied: `score * factor + shift`, and why."""

    name: str
    factor: float
    shift: float
    why: str


@dataclass(frozen=True, slots=True)
class Fit:
    """How a candidate fits one subclaim."""

    score: float  # its final score against that subclaim; 0 when it is far from it
    anchor_match: float
    overlap: float


@dataclass(frozen=True, slots=True)
class Ranked:
    """A candidate scored against the subclaim it fits best; the parts recompute `final_score`."""

    evidence: Evidence
    subclaim: int  # index of that subclaim
    signals: tuple[Signal, ...]
    adjustments: tuple[Adjustment, ...]  # in the order they applied
    floor: float  # the score is at least this
    anchor_match: float  # share of the anchors it speaks of
    final_score: float
    stance_hint: str  # "supports", "refutes" or "": what the wording suggests before any judge has read it
    fits: tuple[Fit, ...] = ()  # how it fits each subclaim, in order

    def fit(self, subclaim: int) -> Fit:
        """How it fits this subclaim; where it was measured against one only, as it fits that one."""
        return self.fits[subclaim] if self.fits else Fit(self.final_score, self.anchor_match, self.signal("claim_overlap"))

    def recomputed(self) -> float:
        """The final score from its parts."""
        score = fsum(signal.weight * signal.value for signal in self.signals)
        for adjustment in self.adjustments:
            score = score * adjustment.factor + adjustment.shift
        return min(1.0, max(0.0, self.floor, score))

    def signal(self, name: str) -> float:
        """The value of one signal; 0 when it was not measured."""
        return next((signal.value for signal in self.signals if signal.name == name), 0.0)


@dataclass(frozen=True, slots=True)
class Admission:
    """Whether a ranked candidate may count, and the named reason when it may not."""

    ranked: Ranked
    admissible_for_trust: bool
    reason: str = ""  # for the subclaim it fits best, when it may count for none
    subclaims: tuple[int, ...] = ()  # those it may count for
