"""Where evidence comes from and the exact characters that carry it."""

from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from math import isfinite

from veracious.domain.record import ADDED
from veracious.domain.span import Span


class Tier(StrEnum):
    """The class of a source; it bears on how well a verdict can be explained, never on truth."""

    A = "A"
    B = "B"
    C = "C"
    D = "D"
    UNKNOWN = "UNKNOWN"


@dataclass(frozen=True, slots=True)
class Source:
    """Who published, by registrable domain."""

    domain: str
    credibility: float | None = None  # 0 worst, 1 best; None: not known
    tier: Tier = Tier.UNKNOWN

    def __post_init__(self) -> None:
        if self.credibility is not None and not 0.0 <= self.credibility <= 1.0:
            raise ValueError(f"the credibility of a source is between 0 and 1: {self.credibility}")


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The text of a page or document as it was read."""

    digest: str  # of the text; what quotes are checked against
    text: str
    source: Source
    url: str | None = None
    title: str = ""
    published: date | None = None
    language: str = "en"
    canonical_url: str | None = None  # where the page itself says it was first published
    byline: str = ""
    links: tuple[str, ...] = ()  # addresses its text points to
    collection: str = "documents"  # "documents", "web", "static" or "current_affairs"


@dataclass(frozen=True, slots=True)
class Passage:
    """A span of a snapshot, as it is indexed and found."""

    snapshot: str  # digest of the snapshot
    span: Span
    text: str


@dataclass(frozen=True, slots=True)
class Quote:
    """The exact characters of a snapshot that carry a stance."""

    snapshot: str  # digest of the snapshot
    span: Span
    text: str

    def stands_in(self, snapshot: Snapshot) -> bool:
        """Whether the snapshot has exactly these characters, and some that can be seen, at exactly this place."""
        whole = self.text.strip() and len(self.text) == self.span.end - self.span.start
        return bool(whole) and self.snapshot == snapshot.digest and self.span.of(snapshot.text) == self.text


@dataclass(frozen=True, slots=True)
class Triple:
    """Subject, relation, object, with the passage it was read from."""

    subject: str
    relation: str
    object: str
    passage: Passage


@dataclass(frozen=True, slots=True)
class Evidence:
    """A passage, or a triple read from one, offered for a claim."""

    id: str
    passage: Passage
    source: Source
    title: str = ""
    url: str | None = None
    published: date | None = None
    triple: Triple | None = None
    canonical_url: str | None = None  # where the page itself says it was first published
    byline: str = ""
    links: tuple[str, ...] = ()  # addresses the passage points to
    collection: str = "documents"  # where it is kept

    @property
    def text(self) -> str:
        """The words that are ranked and judged."""
        return self.passage.text


@dataclass(frozen=True, slots=True)
class Origin:
    """The evidence that goes back to one publication, and what ties it together."""

    id: str
    evidence: tuple[str, ...]  # ids
    ties: tuple[str, ...] = ()  # "same text", "wire byline", "according to", …


@dataclass(frozen=True, slots=True)
class Query:
    """What is looked for, and which form of the claim it is."""

    text: str
    form: str  # "claim", "subclaim", "entities", "phrase", "debunk", "fact_check", "refresh"
    as_of: date
    earliest: date | None = field(default=None, metadata=ADDED)  # what is known to be older is not wanted; none: of any age

    def admits(self, published: date | None) -> bool:
        """Whether a page of this day is wanted; one without a date may be."""
        return published is None or (published <= self.as_of and (self.earliest is None or published >= self.earliest))


@dataclass(frozen=True, slots=True)
class Candidate:
    """Evidence as a finder returned it, with that finder's own score, and its rank from 1 in that answer."""

    evidence: Evidence
    finder: str  # "vectors", "text", "triples", "web"
    score: float
    rank: int

    def __post_init__(self) -> None:
        if self.rank < 1 or not isfinite(self.score):
            raise ValueError(f"a candidate has a rank from 1 and a finite score: {self.rank}, {self.score}")


@dataclass(frozen=True, slots=True)
class Pooled:
    """Evidence as all finders together returned it."""

    evidence: Evidence
    semantic: float  # reciprocal ranks of vectors, text and web, summed
    triple: float  # best score of the triple finder; 0 when it did not find it
    found_by: tuple[str, ...]
