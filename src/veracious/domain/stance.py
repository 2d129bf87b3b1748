"""How evidence stands toward a claim."""

from dataclasses import dataclass, field

from veracious.domain.evidence import Quote
from veracious.domain.record import ADDED


@dataclass(frozen=True, slots=True)
class Stance:
    """How one quote stands toward one subclaim; the three probabilities sum to 1."""

    supports: float
    refutes: float
    neutral: float

    def __post_init__(self) -> None:
        parts = (self.supports, self.refutes, self.neutral)
        if not all(0.0 <= part <= 1.0 for part in parts) or abs(sum(parts) - 1.0) > 1e-6:
            raise ValueError(f"the three probabilities of a stance sum to 1: {parts}")

    def mirrored(self) -> "Stance":
        """The stance toward the negated subclaim."""
        return Stance(supports=self.refutes, refutes=self.supports, neutral=self.neutral)


@dataclass(frozen=True, slots=True)
class Judgement:
    """What a judge said of one quote and one subclaim. A pair the judge could not decide has none: absent is not neutral."""

    subclaim: str
    evidence: str  # id
    quote: Quote
    stance: Stance
    settles: Quote | None = field(default=None, metadata=ADDED)  # the sentence of the quote that says so by itself, where one does
