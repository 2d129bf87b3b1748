"""The claims of an answer, each checked against the documents."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from types import MappingProxyType

from veracious.domain.claim import Importance, Kind, Refusal
from veracious.domain.evidence import Quote
from veracious.domain.record import ADDED
from veracious.domain.screen import Gate
from veracious.domain.span import Span
from veracious.domain.stance import Stance
from veracious.domain.verdict import Outcome


class Support(StrEnum):
    """How far the documents carry one claim of an answer."""

    SUPPORTED = "supported"
    WEAK = "weak"
    CONTRADICTED = "contradicted"
    NOT_FOUND = "not_found"


class Level(StrEnum):
    """What the best quotes do for a claim, before confidence is asked."""

    FULL = "full"
    PARTIAL = "partial"
    NONE = "none"
    CONTRADICTED = "contradicted"


class Danger(StrEnum):
    """What a reader of an answer should be warned of."""

    NO_EVIDENCE = "no_evidence"
    CONFLICT = "conflict"
    OUTDATED_SOURCE = "outdated_source"
    INVALID_CITATION = "invalid_citation"
    UNCITED = "uncited"


class Severity(StrEnum):
    """How grave a warning is."""

    HIGH = "high"
    MEDIUM = "medium"
    LOW = "low"


@dataclass(frozen=True, slots=True)
class RiskFlag:
    """A warning: of what kind, how grave, in words; and of which claim, when it is of one."""

    type: Danger
    severity: Severity
    description: str
    claim: int | None = None  # its place in the ledger


@dataclass(frozen=True, slots=True)
class AnswerClaim:
    """One claim of an answer: where it stands, of what kind, how much rests on it, and what it cites."""

    text: str
    span: Span  # in the answer
    kind: Kind
    importance: Importance
    citations: tuple[str, ...] = ()  # hashes from [cite:hash] anchors


@dataclass(frozen=True, slots=True)
class Backing:
    """What a document says of a claim: quotes of it, read together, and how they stand."""

    quotes: tuple[Quote, ...]
    titles: tuple[str, ...]  # of the document of each
    stance: Stance
    similarity: float  # share of what the claim says that the quotes say too
    about: float  # the same, numbers apart: what excludes a number speaks of the same and has another
    is_cited: bool = False  # whether the answer itself points there
    published: date | None = None  # the oldest of the documents that say when


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the ledger."""

    claim: AnswerClaim
    verdict: Support
    level: Level
    confidence: float
    backing: tuple[Backing, ...]  # what decides first
    unsupported: tuple[Span, ...] = ()  # of the answer: words of a weak claim that no quote carries
    invalid: tuple[str, ...] = ()  # citations that name no passage there is
    conflicts: tuple[str, ...] = ()  # "claimed against found"


@dataclass(frozen=True, slots=True)
class Summary:
    """A ledger in numbers."""

    total_claims: int
    evidence_coverage: float
    unsupported_rate: float
    critical_unsupported: int
    contradictions: int
    verdicts: Mapping[Support, int] = field(default_factory=lambda: MappingProxyType({}))
    critical_uncited: int = field(default=0, metadata=ADDED)  # claims the answer rests on that cite nothing, where the answer cites


@dataclass(frozen=True, slots=True)
class Ledger:
    """All claims of an answer with what the documents say of each."""

    entries: tuple[Entry, ...]
    summary: Summary
    risk_flags: tuple[RiskFlag, ...] = ()
    passed_over: tuple[Span, ...] = ()  # sentences of the answer that state nothing to be checked
    unread: tuple[AnswerClaim, ...] = ()  # claims that the judge could not read: of these nothing is known


@dataclass(frozen=True, slots=True)
class LedgerReport:
    """A finished check. A failed one has a cause and no ledger: what the judge did not say is not "not found"."""

    outcome: Outcome
    ledger: Ledger | None = None
    refusal: Refusal | None = None
    cause: str = ""

    def __post_init__(self) -> None:
        if self.outcome is Outcome.FAILED and self.ledger is not None:
            raise ValueError("a failed check has no ledger")


class Mode(StrEnum):
    """What becomes of a sentence that no document carries: an answer leaves it out, a draft keeps it and says so."""

    ANSWER = "answer"
    DRAFT = "draft"


@dataclass(frozen=True, slots=True)
class RevisionDecision:
    """Whether an answer is written again, why or why not, and what the writer is told."""

    should_revise: bool
    reason: str
    instructions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class AnswerWarning:
    """What is said of an answer that ends as it is."""

    code: str
    message: str
    details: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RevisionAttempt:
    """One text of an answer, its ledger in numbers, what was decided of it, and what the skeptic said of it."""

    response: str
    summary: Summary
    decision: RevisionDecision
    critique: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class GateResult:
    """One gate that an answer is held to: what was found, what is wanted, and whether it is met."""

    gate: Gate
    found: float
    wanted: float
    is_met: bool


@dataclass(frozen=True, slots=True)
class AnswerReport:
    """A finished answer. One that failed or was refused has no response and no ledger: what was not judged is not told."""

    outcome: Outcome
    mode: Mode
    response: str | None = None  # each sentence with the anchors `[cite:…]` of what it rests on
    ledger: Ledger | None = None  # of the response
    revision_history: tuple[RevisionAttempt, ...] = ()  # what was written first, and each revision
    gates: tuple[GateResult, ...] = ()
    warnings: tuple[AnswerWarning, ...] = ()
    risk_flags: tuple[RiskFlag, ...] = ()
    degraded: tuple[str, ...] = ()  # sources that failed, by name
    written_by: str = ""  # the writer's name: a language model, or the rules
    cause: str = ""  # of a failed run
    judged_by: str = ""  # the name of who made the ledger
    retrieved: tuple[str, ...] = ()  # ids of the passages that the writer was given
    refusal: Refusal | None = None

    def __post_init__(self) -> None:
        told = (self.response is not None, self.ledger is not None)
        if told[0] != told[1] or (told[0] and not self.outcome.may_have_verdict):
            raise ValueError(f"a {self.outcome} answer has a response and a ledger, or neither; a failed or refused one has neither")
