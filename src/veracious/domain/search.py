"""Past verdicts looked for: what is asked, and what comes up."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from veracious.domain.verdict import Verdict


class RecordKind(StrEnum):
    """What a record is of."""

    CLAIM = "claim"
    ARTICLE = "article"
    ANSWER = "answer"  # to a question
    CHECK = "check"  # of an answer that was handed in


class ReviewStatus(StrEnum):
    """What people have said of a verdict, in one word."""

    NONE = ""  # there is no verdict to say anything of
    DRAFT = "draft"  # nobody has said anything yet
    SIGNED = "signed"
    DISPUTED = "disputed"  # returned or withdrawn; in a search also those that readers doubt


class SearchOrder(StrEnum):
    """What comes first."""

    NEWEST = "newest"
    BEST = "best"  # what says least beside the words that were looked for


@dataclass(frozen=True, slots=True)
class RecordLine:
    """What a record is found by; it is made of the record and of what people said of its verdict."""

    record: str  # id
    number: int  # of its link in the chain
    kept_at: datetime
    kind: RecordKind
    text: str  # what was asked
    verdict: Verdict | None = None  # that is shown: a person's, where one changed it
    status: ReviewStatus = ReviewStatus.NONE


@dataclass(frozen=True, slots=True)
class RecordSearch:
    """What is looked for; of what is left out, anything will do."""

    terms: tuple[str, ...] = ()  # words that what was asked must have, all of them
    verdict: Verdict | None = None
    status: ReviewStatus | None = None
    kind: RecordKind | None = None
    since: datetime | None = None  # kept then or later
    until: datetime | None = None  # kept before
    order: SearchOrder = SearchOrder.NEWEST


@dataclass(frozen=True, slots=True)
class RecordPlace:
    """Where a part of a list ends, so that the next can begin there."""

    terms: int  # how many different words that record has
    number: int


@dataclass(frozen=True, slots=True)
class RecordHit:
    """A record that came up."""

    record: str  # id
    number: int
    kept_at: datetime
    terms: int
    kind: RecordKind

    @property
    def place(self) -> RecordPlace:
        """Behind which the list goes on."""
        return RecordPlace(self.terms, self.number)
