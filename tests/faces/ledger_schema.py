"""The JSON of a ledger as it is promised: every key, its type and its range, and no key beside them."""

from datetime import date
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

Share = Annotated[float, Field(ge=0, le=1 + 1e-9)]  # a sum of shares of 1 may be off by a rounding
Number = Annotated[int, Field(ge=0)]
Place = tuple[Number, Number]
Digest = Annotated[str, Field(pattern="^sha256:[0-9a-f]{64}$")]


class Closed(BaseModel):
    """An object that has these keys and no others."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Quote(Closed):
    """The words of a document, to the letter."""

    text: Annotated[str, Field(min_length=1)]
    start: Number
    end: Number
    snapshot: Digest
    title: str


class Evidence(Closed):
    """What was read beside a claim as one text."""

    quotes: Annotated[list[Quote], Field(min_length=1)]
    supports: Share
    refutes: Share
    neutral: Share
    similarity: Share
    cited: bool
    match_type: Literal["cited", "words"]
    published: date | None


class Unread(Closed):
    """A claim of the answer."""

    text: Annotated[str, Field(min_length=1)]
    start: Number
    end: Number
    kind: Literal["fact", "policy", "numeric", "definition"]
    importance: Literal["critical", "material", "minor"]
    citations: list[str]


class Claim(Unread):
    """A claim of the answer that was checked against the documents."""

    verdict: Literal["supported", "weak", "contradicted", "not_found"]
    level: Literal["full", "partial", "none", "contradicted"]
    score: Share
    reasoning: Annotated[str, Field(min_length=1)]
    unsupported: list[Place]
    conflicts: list[str]
    invalid_citations: list[str]
    evidence: list[Evidence]


class Distribution(Closed):
    """How many claims have each verdict."""

    supported: Number
    weak: Number
    contradicted: Number
    not_found: Number


class Summary(Closed):
    """The ledger in numbers."""

    total_claims: Number
    evidence_coverage: Share
    unsupported_rate: Share
    critical_unsupported: Number
    contradictions: Number
    critical_uncited: Number
    verdict_distribution: Distribution


class Gate(Closed):
    """What an answer must reach."""

    gate: Literal["evidence_coverage", "unsupported_rate", "critical_unsupported", "contradictions", "critical_uncited"]
    found: float
    wanted: float
    is_met: bool


class Flag(Closed):
    """A warning."""

    type: Literal["no_evidence", "conflict", "outdated_source", "invalid_citation", "uncited"]
    severity: Literal["high", "medium", "low"]
    description: Annotated[str, Field(min_length=1)]
    claim: Number | None


class Refusal(Closed):
    """Why an answer was not checked."""

    reason: str
    message: str
    readings: list[str]


class Completed(Closed):
    """A check that has a ledger."""

    outcome: Literal["completed"]
    record: str
    body: Digest
    claims: list[Claim]
    summary: Summary
    gates: Annotated[list[Gate], Field(min_length=5, max_length=5)]
    risk_flags: list[Flag]
    passed_over: list[Place]
    unread: list[Unread]


class Refused(Closed):
    """A check of a text that states nothing."""

    outcome: Literal["refused"]
    record: str
    body: Digest
    refusal: Refusal


class Failed(Closed):
    """A check that failed: it has no ledger."""

    outcome: Literal["failed"]
    record: str
    body: Digest
    cause: Annotated[str, Field(min_length=1)]
