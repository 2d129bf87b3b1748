"""Whether an answer may go out."""

from dataclasses import dataclass
from enum import StrEnum


class Gate(StrEnum):
    """What an answer is held to."""

    COVERAGE = "evidence_coverage"
    UNSUPPORTED = "unsupported_rate"
    CRITICAL = "critical_unsupported"
    CONTRADICTIONS = "contradictions"
    UNCITED = "critical_uncited"


class Ruling(StrEnum):
    """What becomes of an answer."""

    PASS = "pass"  # noqa: S105
    REVISE = "revise"
    BLOCK = "block"


@dataclass(frozen=True, slots=True)
class Policy:
    """What an answer must reach to pass, and which shortfalls block it instead of sending it back."""

    coverage_at_least: float = 0.85  # share of the claims that documents carry
    unsupported_at_most: float = 0.05  # share of the claims that nothing was found for
    critical_unsupported_at_most: int = 0
    contradictions_at_most: int = 0
    blocks: frozenset[Gate] = frozenset({Gate.CONTRADICTIONS})

    def __post_init__(self) -> None:
        shares = (self.coverage_at_least, self.unsupported_at_most)
        if not all(0 <= share <= 1 for share in shares) or min(self.critical_unsupported_at_most, self.contradictions_at_most) < 0:
            raise ValueError("a policy has shares between 0 and 1, and counts from 0 on")


@dataclass(frozen=True, slots=True)
class Screened:
    """The ruling on an answer, why, and what a writer would have to mend."""

    ruling: Ruling
    reasons: tuple[str, ...]
    instructions: tuple[str, ...] = ()

    @property
    def passes(self) -> bool:
        """Whether the answer may go out."""
        return self.ruling is Ruling.PASS
