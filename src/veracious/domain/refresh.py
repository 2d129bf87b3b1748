"""A refresh of a collection as it is kept: when it ran, what came of it, and what it used."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

ASKED_WORKFLOW = "veracious_refresh_asked"  # the name under which the queue has a refresh that somebody handed in


class RefreshState(StrEnum):
    """How far a refresh has come, or how it ended."""

    ASKED = "asked"  # handed in, and not begun
    RUNNING = "running"
    REFRESHED = "refreshed"  # readers see what it read
    UNCHANGED = "unchanged"  # the searches answered, and nothing was new
    FAILED = "failed"  # readers see what they saw before


@dataclass(frozen=True, slots=True)
class RefreshUse:
    """What refreshes used, or may use: pages that were asked for, and money."""

    pages: int = 0
    money_micros: int = 0


@dataclass(frozen=True, slots=True)
class RefreshRun:
    """One refresh of a collection."""

    id: str
    collection: str
    state: RefreshState
    made_at: datetime  # when it was handed in
    begun_at: datetime | None = None
    ended_at: datetime | None = None
    generation: int | None = None  # that it made live
    use: RefreshUse = RefreshUse()  # while it runs, the most it may use
    reason: str = ""  # the kind of trouble it met: "searches_failed", "some_searches_failed", "nothing_read", "limit_reached", an error
    cause: str = ""  # the same in a sentence


@dataclass(frozen=True, slots=True)
class CollectionAge:
    """How old what readers see of a collection is, and what went wrong last."""

    collection: str
    as_of: datetime | None  # when it was read from the web, or else made live; none: there is nothing
    age_seconds: int | None
    documents: int = 0
    last: RefreshRun | None = None  # the refresh that was begun last
    last_trouble: RefreshRun | None = None  # the last one that met trouble
