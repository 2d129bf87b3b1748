"""What an archive holds beside its records, and what it can prove of them."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class Event(StrEnum):
    """What happens to a record: it is kept, its tape expires, it is erased."""

    KEPT = "kept"
    EXPIRED = "expired"
    ERASED = "erased"


@dataclass(frozen=True, slots=True)
class Link:
    """One step of a workspace's chain: what happened to a record and when, tied to the step before by its hash."""

    number: int  # from 1
    event: Event
    record: str  # id
    at: datetime
    commitment: str  # to salt, body and envelope; empty unless the record was kept
    previous: str | None  # hash of the link before; none for the first
    hash: str


@dataclass(frozen=True, slots=True)
class Sealed:
    """A record as it is stored: both halves as canonical JSON, and the salt of its commitment; the three are erased together."""

    id: str
    body: bytes
    envelope: bytes
    salt: bytes


@dataclass(frozen=True, slots=True)
class Fate:
    """What the chain says of a record: the link with which it was kept, and the last thing that happened to it."""

    kept: Link
    event: Event
    at: datetime


@dataclass(frozen=True, slots=True)
class Listed:
    """A record as a list shows it; of an erased one only its name and times are left."""

    id: str
    kept_at: datetime
    event: Event
    at: datetime  # of the event
    text: str = ""  # what was asked
    outcome: str = ""
    verdict: str | None = None
    trouble: str = ""  # why it cannot be opened
    number: int = 0  # of its link in the chain


@dataclass(frozen=True, slots=True)
class Finding:
    """Something stored that is not as it was written, and how it is not."""

    kind: str  # "chain", "record", "tape" or "blob"
    name: str
    detail: str


@dataclass(frozen=True, slots=True)
class Audit:
    """What an archive was found to be: how much is whole, expired or erased by note, and everything that was altered."""

    links: int
    records: int  # whole, their tapes too
    expired: int  # whole, without their tapes
    erased: int
    entries: int  # on tapes
    blobs: int
    head: str | None  # hash of the last link: who notes it can tell later that nothing was cut off
    findings: tuple[Finding, ...] = ()

    @property
    def is_whole(self) -> bool:
        """Whether nothing was altered; what is erased by note is no alteration."""
        return not self.findings


@dataclass(frozen=True, slots=True)
class Replayed:
    """A record that came out the same when it was run again on its tape."""

    record: str  # id
    body: str  # digest of the bytes that came out the same
    size: int  # of them
    answers: int  # on the tape
    dials: tuple[str, ...] = ()  # those that are other today; the replay used the record's own
