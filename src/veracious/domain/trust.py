"""How much a body of evidence can carry."""

from dataclasses import dataclass
from enum import StrEnum


class Grade(StrEnum):
    """A school mark for trust, of one piece or of all together."""

    A = "A"
    B = "B"
    C = "C"
    D = "D"


class Status(StrEnum):
    """What the evidence makes of one subclaim."""

    STRONGLY_VALID = "STRONGLY_VALID"
    VALID = "VALID"
    PARTIALLY_VALID = "PARTIALLY_VALID"
    UNKNOWN = "UNKNOWN"
    PARTIALLY_INVALID = "PARTIALLY_INVALID"
    INVALID = "INVALID"


@dataclass(frozen=True, slots=True)
class Trust:
    """How far one piece of evidence can be relied on, in [0, 1]."""

    evidence: str  # id
    value: float
    grade: Grade


@dataclass(frozen=True, slots=True)
class Sufficiency:
    """Whether the evidence at hand is enough to decide, and the measures that say so, each in [0, 1]."""

    coverage: float  # share of the subclaims that evidence speaks to
    diversity: float  # spread over independent origins
    agreement: float  # share of evidence that does not contradict; silence counts
    stanced_agreement: float  # the same over evidence that takes a stance
    is_sufficient: bool
    route: str  # the named rule that decided
