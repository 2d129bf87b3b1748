"""Evidence with its score, and everything the score was made of."""

from dataclasses import dataclass

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

    def recomputed(self) -> float:
        """The final score from its parts."""
        score = sum(signal.weight * signal.value for signal in self.signals)
        for adjustment in self.adjustments:
            score = score * adjustment.factor + adjustment.shift
        return min(1.0, max(0.0, self.floor, score))

    def signal(self, name: str) -> float:
        """The value of one signal."""
        return next(signal.value for signal in self.signals if signal.name == name)


@dataclass(frozen=True, slots=True)
class Admission:
    """Whether a ranked candidate may count, and the named reason when it may not."""

    ranked: Ranked
    admissible_for_trust: bool
    reason: str = ""
