"""What the open web says of a page or a claim before anything is read."""

from dataclasses import dataclass
from datetime import date

from veracious.domain.evidence import Source

FieldValue = str | int | float | bool  # of an event


@dataclass(frozen=True, slots=True)
class Hit:
    """A page as a search names it; its words are the provider's, never evidence."""

    url: str
    title: str = ""
    snippet: str = ""
    published: date | None = None
    source: Source | None = None  # who publishes there, where somebody has looked it up


@dataclass(frozen=True, slots=True)
class Review:
    """What a fact-checker has published on a claim, in the words of its ClaimReview."""

    claim: str  # as it was reviewed
    rating: str  # as it was published: "False", "Mostly true", …
    url: str
    publisher: str  # who reviewed, by name or domain
    title: str = ""
    published: date | None = None
    source: Source | None = None  # the same, where somebody has looked it up


@dataclass(frozen=True, slots=True)
class Recalled:
    """An address that need not be read again, and why."""

    form: str  # the address in its one form
    reason: str  # "read_before", "failed_before"


@dataclass(frozen=True, slots=True)
class Step:
    """What a run does at this moment, for those who watch."""

    kind: str  # one of `steps.EVENT_KINDS`
    text: str  # for people: the query or the address, and what came of it
    fields: tuple[tuple[str, FieldValue], ...] = ()  # for programs: the same by name
