"""The JSON of an article as it is promised: every key, its type and its range, and no key beside them."""

from datetime import date
from typing import Annotated, Any, Literal

from pydantic import Field

from tests.faces.ledger_schema import Closed, Digest, Number, Refusal, Share

Shown = Annotated[str, Field(min_length=1)]
Name = Shown | None
State = Literal[
    "supported", "refuted", "mixed", "not_enough_evidence", "undecided", "failed", "refused", "cancelled", "unverifiable", "unchecked"
]


class Article(Closed):
    """What is known of the article itself."""

    snapshot: Digest | None  # none: it could not be read
    title: str
    byline: str
    published: date | None
    url: str | None
    domain: str
    language: str


class Feature(Closed):
    """What made a claim worth checking."""

    name: Shown
    share: float


class Worth(Closed):
    """What checking a claim is worth."""

    worthiness: Share
    harm: Share
    confidence: Share
    features: list[Feature]


class Belief(Closed):
    """Log-odds, and how certain that number is."""

    log_odds: float
    confidence: Share


class Made(Closed):
    """What a score is made of."""

    name: Shown
    value: float


class Score(Closed):
    """One of the four scores; without a value it was not measured."""

    dimension: Literal["G", "A", "R", "B"]
    value: Share | None
    made_of: list[Made]
    missing: Name


class Pages(Closed):
    """The addresses that a claim may use, and those that speak in its report."""

    eligible: list[Shown]
    audited: list[Shown]


class TierFactor(Closed):
    """How the best class of source bears on explainability."""

    source: str
    best_tier: Literal["A", "B", "C", "D", "UNKNOWN"]
    prior: Share
    baseline: Share
    factor: float
    pre_a: Share
    post_a: Share


class Claim(Closed):
    """A claim of the article; its report is of the make of the report on a single claim."""

    id: str
    text: str
    start: Number
    end: Number
    speaker: Name
    elements: list[Literal["event", "measurement", "quote", "policy"]]
    names: list[str]
    resolved: list[str]
    codes: list[Shown]
    worth: Worth | None
    centrality: Share | None
    is_target: bool
    deferred: Name
    state: State
    report: dict[str, Any] | None
    local: Belief | None
    propagated: Belief | None
    scores: list[Score]
    verdict_score: Share | None
    pages: Pages | None
    tier_factor: TierFactor | None


class Edge(Closed):
    """A claim bears on another."""

    source: str
    target: str
    relation: Literal["supports", "contradicts", "depends"]
    weight: Share


class Part(Closed):
    """A part of the skeleton."""

    start: Number
    end: Number
    subject: str | None = None
    verb: str | None = None
    time: str | None = None
    place: str | None = None
    metric: str | None = None
    quantity: str | None = None
    speaker: str | None = None
    text: str | None = None
    action: str | None = None


class Skeleton(Closed):
    """What the article holds, by kind."""

    events: list[Part]
    measurements: list[Part]
    quotes: list[Part]
    policies: list[Part]


class Dropped(Closed):
    """A stretch that gave no claim."""

    start: Number
    end: Number
    code: Shown


class Deferred(Closed):
    """A claim that nothing was searched for."""

    claim: str
    code: Shown


class Selection(Closed):
    """Which claims were searched for."""

    targets: list[str]
    deferred: list[Deferred]
    optimal_k: Number
    gains: list[float]
    anchor_forced: bool


class Event(Closed):
    """Something that happened."""

    name: Shown
    fields: dict[str, str | int | float]


class Ended(Closed):
    """An analysis that did not come about."""

    outcome: Literal["refused", "failed", "cancelled"]
    record: str
    body: Digest
    article: Article
    claims_only: bool
    refusal: Refusal | None = None
    cause: Name = None
    events: list[Event]
    degraded: list[str]


class Outlined(Closed):
    """What was read off an article."""

    record: str
    body: Digest
    article: Article
    claims_only: bool
    anchor: Name
    edges: list[Edge]
    removed_edges: list[Edge]
    skeleton: Skeleton
    coverage: list[Shown]
    dropped: list[Dropped]
    selection: Selection
    events: list[Event]
    degraded: list[str]


class NoClaims(Outlined):
    """An analysis of an article that states nothing."""

    outcome: Literal["refused"]
    refusal: Refusal
    claims: Annotated[list[Claim], Field(max_length=0)]


class ClaimsOnly(Outlined):
    """An analysis that read the claims and looked nothing up."""

    outcome: Literal["completed", "completed_from_cache", "partial"]
    cause: Name = None
    claims: Annotated[list[Claim], Field(min_length=1)]


class Whole(ClaimsOnly):
    """An analysis that looked claims up."""

    scores: Annotated[list[Score], Field(min_length=4, max_length=4)]
    verified_score: Share | None
