"""Who asks, and what they may do."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class Grant(StrEnum):
    """What a key allows; each allows what stands before it, too."""

    READ = "read"  # reports, records, events, collections
    VERIFY = "verify"  # hand in and cancel jobs
    WRITE = "write"  # put and erase documents
    ADMIN = "admin"  # keys, people, provider keys, allowances

    def allows(self, other: "Grant") -> bool:
        """Whether whoever has this one may do what the other names."""
        order = list(Grant)
        return order.index(self) >= order.index(other)


class Rank(StrEnum):
    """What a person may do once signed in."""

    READER = "reader"
    REVIEWER = "reviewer"
    ADMIN = "admin"

    @property
    def grant(self) -> Grant:
        """The same as a key would say it."""
        return {Rank.READER: Grant.READ, Rank.REVIEWER: Grant.WRITE, Rank.ADMIN: Grant.ADMIN}[self]


@dataclass(frozen=True, slots=True)
class Caller:
    """Whoever asks: in which workspace, as whom, and with what they are allowed."""

    workspace: str
    actor: str  # the id of a key, or `person:` and a name; empty: nobody in particular, on loopback
    grant: Grant


@dataclass(frozen=True, slots=True)
class ApiKey:
    """A key as a list shows it; the key itself is told once, when it is made."""

    id: str
    name: str
    grant: Grant
    made_at: datetime
    used_at: datetime | None = None  # to the hour
    ends_at: datetime | None = None
    revoked_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who signs in with a password."""

    name: str
    rank: Rank
    made_at: datetime


@dataclass(frozen=True, slots=True)
class Session:
    """Somebody who has signed in."""

    caller: Caller
    csrf: str  # what every request that changes something must bring along
    ends_at: datetime


@dataclass(frozen=True, slots=True)
class ProviderKey:
    """That a workspace has a key of its own for a provider; the key itself is never told."""

    provider: str
    set_at: datetime
