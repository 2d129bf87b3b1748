"""What a run concludes, and how it ended."""

from dataclasses import dataclass
from enum import StrEnum

from veracious.domain.evidence import Quote


class Verdict(StrEnum):
    """What the evidence says of a claim."""

    SUPPORTED = "supported"
    REFUTED = "refuted"
    MIXED = "mixed"
    NOT_ENOUGH_EVIDENCE = "not_enough_evidence"

    def mirrored(self) -> "Verdict":
        """The verdict on the negated claim."""
        return {Verdict.SUPPORTED: Verdict.REFUTED, Verdict.REFUTED: Verdict.SUPPORTED}.get(self, self)


class Outcome(StrEnum):
    """How a run ended. A refused, failed or cancelled run has no verdict: an error is never evidence."""

    COMPLETED = "completed"
    COMPLETED_FROM_CACHE = "completed_from_cache"
    PARTIAL = "partial"  # a budget ended it
    REFUSED = "refused"  # not a checkable claim
    FAILED = "failed"
    CANCELLED = "cancelled"

    @property
    def may_have_verdict(self) -> bool:
        """Whether a verdict may stand beside this outcome."""
        return self in (Outcome.COMPLETED, Outcome.COMPLETED_FROM_CACHE, Outcome.PARTIAL)


@dataclass(frozen=True, slots=True)
class Probability:
    """A calibrated distribution over the four verdicts; it sums to 1."""

    supported: float
    refuted: float
    mixed: float
    not_enough_evidence: float

    def __post_init__(self) -> None:
        parts = (self.supported, self.refuted, self.mixed, self.not_enough_evidence)
        if not all(0.0 <= part <= 1.0 for part in parts) or abs(sum(parts) - 1.0) > 1e-6:
            raise ValueError(f"the four probabilities of a verdict sum to 1: {parts}")

    def of(self, verdict: Verdict) -> float:
        """The number shown beside this verdict."""
        value: float = getattr(self, verdict.value)
        return value


@dataclass(frozen=True, slots=True)
class Lean:
    """The side that the evidence on an undecided claim points to, and how likely it is. Never a verdict."""

    towards: Verdict
    probability: float


@dataclass(frozen=True, slots=True)
class Citation:
    """A quote a reader can open: what, where, by whom."""

    quote: Quote
    domain: str
    title: str
    url: str | None = None


@dataclass(frozen=True, slots=True)
class SubResult:
    """The verdict on one subclaim, with its reasons."""

    claim: str
    verdict: Verdict
    reasoning: str
    citations: tuple[Citation, ...]
