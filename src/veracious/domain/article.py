"""An article: its parts, its claims, how these hang together, where effort goes, and what is found."""

from dataclasses import dataclass
from enum import StrEnum

from veracious.domain.belief import Belief
from veracious.domain.claim import Refusal
from veracious.domain.evidence import Snapshot, Tier
from veracious.domain.language import Element
from veracious.domain.report import Report
from veracious.domain.span import Span
from veracious.domain.verdict import Outcome

# The parts of a text. Every span is one of the article's text.


class MentionKind(StrEnum):
    """What a pattern finds in a text of any language."""

    TIME = "time"
    NUMBER = "number"
    QUOTE = "quote"


@dataclass(frozen=True, slots=True)
class Mention:
    """A time, a number or a quotation, where a pattern sees one."""

    kind: MentionKind
    span: Span


@dataclass(frozen=True, slots=True)
class SkeletonEvent:
    """Somebody did something, or something happened, at a time or in a place."""

    span: Span  # of the sentence or clause that says so
    subject: str
    verb: str
    time: str = ""
    place: str = ""


@dataclass(frozen=True, slots=True)
class SkeletonMeasurement:
    """So much of something."""

    span: Span
    metric: str
    quantity: str


@dataclass(frozen=True, slots=True)
class SkeletonQuote:
    """Somebody's words."""

    span: Span
    speaker: str
    text: str


@dataclass(frozen=True, slots=True)
class SkeletonPolicy:
    """Who must, may or will do what by a rule, a law or a decision."""

    span: Span
    subject: str
    action: str


SkeletonPart = SkeletonEvent | SkeletonMeasurement | SkeletonQuote | SkeletonPolicy


@dataclass(frozen=True, slots=True)
class Skeleton:
    """What an article holds, by kind; a sentence may stand in several."""

    events: tuple[SkeletonEvent, ...] = ()
    measurements: tuple[SkeletonMeasurement, ...] = ()
    quotes: tuple[SkeletonQuote, ...] = ()
    policies: tuple[SkeletonPolicy, ...] = ()

    @property
    def parts(self) -> tuple[SkeletonPart, ...]:
        """All of them, in the order of the text."""
        found: tuple[SkeletonPart, ...] = (*self.events, *self.measurements, *self.quotes, *self.policies)
        return tuple(sorted(found, key=lambda part: (part.span, type(part).__name__)))


@dataclass(frozen=True, slots=True)
class ArticleClaim:
    """A claim of an article, in words that stand alone, and where it stands there."""

    id: str  # "c1", "c2", … in the order of the text
    text: str  # references resolved; what is checked
    span: Span  # of the sentence, or of the part of it that states the claim
    elements: tuple[Element, ...] = ()  # the parts of the skeleton that it came from
    speaker: str = ""  # whose words it is, where the article tells it as somebody's
    names: tuple[str, ...] = ()  # whom and what it names, lower case; claims that share one may hang together
    resolved: tuple[str, ...] = ()  # what was put for what, each as a line: "she → Ana Kovač"
    codes: tuple[str, ...] = ()  # why it cannot be verified as it stands; none: it can


@dataclass(frozen=True, slots=True)
class Dropped:
    """A stretch of the article that gave no claim, and why."""

    span: Span
    code: str


@dataclass(frozen=True, slots=True)
class Extraction:
    """What was read off an article: its skeleton, what patterns see in it, its claims, and what gave none."""

    skeleton: Skeleton
    mentions: tuple[Mention, ...]
    claims: tuple[ArticleClaim, ...]
    dropped: tuple[Dropped, ...] = ()
    coverage: tuple[str, ...] = ()  # "low_time_coverage:1/5", …; none: the skeleton covers what the patterns see
    anchor: str = ""  # the claim that the article is about


# How its claims hang together, and what each is worth.


class Relation(StrEnum):
    """What a claim is to another."""

    SUPPORTS = "supports"
    CONTRADICTS = "contradicts"
    DEPENDS = "depends"  # the target cannot hold unless the source does


@dataclass(frozen=True, slots=True)
class Edge:
    """A claim bears on another."""

    source: str  # id
    target: str  # id
    relation: Relation
    weight: float  # in [0, 1]


@dataclass(frozen=True, slots=True)
class ClaimGraph:
    """The claims of an article and how they bear on each other; there is no way round in circles."""

    claims: tuple[str, ...]  # ids
    edges: tuple[Edge, ...] = ()
    removed: tuple[Edge, ...] = ()  # left out, since they closed a circle
    centrality: tuple[float, ...] = ()  # of each claim, in [0, 1]


@dataclass(frozen=True, slots=True)
class Worth:
    """What checking a claim is worth, before anything is looked up."""

    worthiness: float  # how much a reader would want to know whether it holds, in [0, 1]
    harm: float  # what harm it could do if it were wrong, in [0, 1]
    confidence: float  # how well it is known whom, what and when it speaks of, in [0, 1]
    features: tuple[tuple[str, float], ...] = ()  # what made the worthiness, each with its share


class BudgetClass(StrEnum):
    """How much of an article is looked up."""

    MINIMAL = "minimal"
    STANDARD = "standard"
    DEEP = "deep"


@dataclass(frozen=True, slots=True)
class Deferred:
    """A claim that nothing is searched for, and why."""

    claim: str  # id
    code: str


@dataclass(frozen=True, slots=True)
class Selection:
    """Which claims are searched for, in which order, and what each one adds."""

    targets: tuple[str, ...]  # ids
    deferred: tuple[Deferred, ...]
    optimal_k: int  # before floor, ceiling and anchor
    gains: tuple[float, ...]  # expected value of each claim in order, decay taken off, before its cost
    anchor_forced: bool = False


# What is found.


@dataclass(frozen=True, slots=True)
class Binding:
    """The pages that were found for a claim and read, and those that speak in its report: they may have been found for another."""

    claim: str  # id
    eligible: tuple[str, ...]  # addresses
    audited: tuple[str, ...]


class Dimension(StrEnum):
    """What is measured of a claim or an article."""

    DANGER = "R"
    VERACITY = "G"
    HONESTY = "B"
    EXPLAINABILITY = "A"


@dataclass(frozen=True, slots=True)
class Score:
    """A score in [0, 1], and what it is made of; no probability. Without a value it was not measured, and says why."""

    dimension: Dimension
    value: float | None
    made_of: tuple[tuple[str, float], ...] = ()
    missing: str = ""


@dataclass(frozen=True, slots=True)
class TierFactor:
    """How the best tier among a claim's sources bears on how well its verdict is explained."""

    claim: str  # id
    source: str  # domain
    best_tier: Tier
    prior: float
    baseline: float
    factor: float
    pre_a: float
    post_a: float


@dataclass(frozen=True, slots=True)
class ClaimFinding:
    """What was found of one claim of an article."""

    claim: str  # id
    report: Report | None = None  # none: it was not looked at
    is_target: bool = False  # it was searched for; else it has what was found for the others
    local: Belief | None = None  # by its own evidence
    propagated: Belief | None = None  # with what bears on it
    scores: tuple[Score, ...] = ()
    verdict_score: float | None = None


@dataclass(frozen=True, slots=True)
class ArticleEvent:
    """Something that happened, by its name, with its fields."""

    name: str
    fields: tuple[tuple[str, str | int | float], ...] = ()


@dataclass(frozen=True, slots=True)
class ArticleReport:
    """A finished analysis. One that failed or was refused has a cause or a refusal."""

    outcome: Outcome
    article: Snapshot | None = None  # as it was read; none when it could not be
    extraction: Extraction | None = None
    worths: tuple[Worth, ...] = ()  # of each claim
    graph: ClaimGraph | None = None
    selection: Selection | None = None
    findings: tuple[ClaimFinding, ...] = ()  # of each claim
    bindings: tuple[Binding, ...] = ()
    tier_factors: tuple[TierFactor, ...] = ()
    scores: tuple[Score, ...] = ()
    verified_score: float | None = None  # no probability
    events: tuple[ArticleEvent, ...] = ()
    degraded: tuple[str, ...] = ()
    refusal: Refusal | None = None
    cause: str = ""
    claims_only: bool = False  # nothing was looked up
