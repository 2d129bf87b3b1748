"""What people say of the verdict of a record, entry by entry. An entry is never changed, and the record stays as it is."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from veracious.domain.access import Caller, Grant
from veracious.domain.verdict import Verdict

WHY_CHARS = 2_000  # of a reason or a note
FEEDBACK_CHARS = 2_000


class Act(StrEnum):
    """What somebody does about a verdict."""

    SIGNED = "signed"  # stands behind it as it is
    CHANGED = "changed"  # stands behind another in its place, and says why
    RETURNED = "returned"  # gives a draft back, with a note
    WITHDRAWN = "withdrawn"  # takes back what somebody stood behind, with a note
    PUBLISHED = "published"  # lets everybody read it
    UNPUBLISHED = "unpublished"  # lets nobody from outside read it any more, and says why


class Stage(StrEnum):
    """Whether a person stands behind the verdict."""

    DRAFT = "draft"  # nobody has said anything yet
    SIGNED = "signed"
    RETURNED = "returned"


@dataclass(frozen=True, slots=True)
class Reviewer:
    """Whoever wants to say something of a verdict."""

    name: str  # of the person; empty: a key, or nobody in particular
    grant: Grant
    publishes: bool = False  # whether what is published in this workspace can be read from outside


@dataclass(frozen=True, slots=True)
class ReviewRequest:
    """What somebody wants to say, and what they had before them: which bytes, and which entries."""

    act: Act
    digest: str  # of the body of the record
    seen: int  # number of the last entry; 0: there was none
    verdict: Verdict | None = None  # that a change puts in place of the one before
    why: str = ""


@dataclass(frozen=True, slots=True)
class ReviewEntry:
    """What somebody said of a verdict."""

    record: str  # id
    number: int  # among those of the record, from 1
    at: datetime
    by: str  # name of the person
    act: Act
    digest: str  # of the body of the record
    was: Verdict  # before
    became: Verdict | None  # after; none: nobody stands behind one any more
    why: str = ""
    place: int = 0  # among those of the workspace; later ones are greater


@dataclass(frozen=True, slots=True)
class ReviewState:
    """How a verdict stands after everything that was said of it."""

    stage: Stage
    verdict: Verdict  # that of the program, or the one it was changed to
    drafted: Verdict  # that of the program
    seen: int = 0  # number of the last entry
    last: ReviewEntry | None = None  # that signed, changed, returned or withdrew
    published: ReviewEntry | None = None  # since when everybody may read it


@dataclass(frozen=True, slots=True)
class Feedback:
    """What a reader says of a published verdict."""

    number: int  # later ones are greater
    record: str  # id
    at: datetime
    text: str
    closed_at: datetime | None = None
    closed_by: str = ""
    note: str = ""  # what the person who closed it found


def reviewer(caller: Caller, publishes: bool = False) -> Reviewer:
    """Whoever asks, as a reviewer."""
    return Reviewer(caller.person, caller.grant, publishes)
