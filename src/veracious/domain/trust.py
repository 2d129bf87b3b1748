"""How much a body of evidence can carry."""

from dataclasses import dataclass, field
from enum import StrEnum

from veracious.domain.evidence import Quote
from veracious.domain.record import ADDED
from veracious.domain.stance import Stance


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


class TrustState(StrEnum):
    """What the adaptive trust makes of a claim's evidence."""

    EVIDENCE_INSUFFICIENCY = "evidence_insufficiency"
    CONFIRMED = "confirmed"
    PROVISIONAL = "provisional"
    REVOKED = "revoked"


@dataclass(frozen=True, slots=True)
class Weighed:
    """One piece of evidence beside one subclaim: how far it can be relied on, and which way it points."""

    evidence: str  # id
    subclaim: int  # index
    origin: str  # what it counts as; all sources of unknown credibility are one
    domain: str
    quote: Quote
    stance: Stance
    relevance: float  # ranking score
    anchor_match: float
    overlap: float
    credibility: float
    is_triple: bool
    trust: float  # in [0, 1]
    grade: Grade
    semantic: float = 0.0  # the text's share of its relevance, scaled to the pool
    triple: float = 0.0  # the triples' share of it
    wording: tuple[str, ...] = ()  # "uncertainty", "claim_mention": what its words take back
    unrated_origin: str = field(default="", metadata=ADDED)  # its origin among those nobody has rated, by one of its publishers

    @property
    def publisher_origin(self) -> str:
        """Its origin, where each of those nobody has rated is one by itself."""
        return self.unrated_origin or self.origin


@dataclass(frozen=True, slots=True)
class FixedTrust:
    """Trust of all evidence as one number, comparable from claim to claim, with its 95 % interval."""

    value: float
    agreement: float
    grade: Grade
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Covered:
    """What is known of one subclaim, and how firmly, in each direction."""

    subclaim: int
    status: Status
    support: float  # strongest support of one origin, in [0, 1]
    refutation: float  # strongest refutation of one origin, in [0, 1]
    supporting: tuple[str, ...]  # origins that firmly support
    refuting: tuple[str, ...]  # origins that firmly refute
    supporting_credibility: float  # the best of those that firmly support; unknown sources have none
    refuting_credibility: float  # the best of those that firmly refute
    supporters: int  # origins that support, faintly or firmly
    refuters: int  # origins that refute, faintly or firmly
    weight: float  # its share of coverage: 1 firmly, less in part, 0 not at all
    best_trust: float  # of the evidence that speaks to it


@dataclass(frozen=True, slots=True)
class Sufficiency:
    """Whether the evidence at hand is enough to decide, and the measures that say so, each in [0, 1]."""

    coverage: float  # share of the subclaims that evidence speaks to
    diversity: float  # spread over independent origins
    agreement: float  # share of evidence that does not contradict; silence counts
    stanced_agreement: float  # the same over evidence that takes a stance
    trust_post: float
    is_sufficient: bool
    route: str  # the named rule that decided
    state: TrustState
    details: tuple[Covered, ...]

    @property
    def strongly_covered(self) -> int:
        """How many subclaims are spoken to firmly."""
        return sum(detail.weight == 1 for detail in self.details)

    @property
    def contradicted(self) -> int:
        """How many subclaims are refuted, wholly or in part."""
        return sum(detail.status in (Status.INVALID, Status.PARTIALLY_INVALID) for detail in self.details)
