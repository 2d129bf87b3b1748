"""What a store is asked for, and what it says of itself."""

from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum

from veracious.domain.document import Refused, Unread
from veracious.domain.evidence import Evidence, Snapshot

SHARED = ("current_affairs", "static")  # what an operator fills for all workspaces
WEB = "web"  # what was read for a workspace, and is shared only where the operator says so
COLLECTIONS = ("current_affairs", "documents", "static", "web")


@dataclass(frozen=True, slots=True)
class Scope:
    """What a search may find: collections, and of them a language, a publisher, what was published up to a day."""

    collections: tuple[str, ...] = COLLECTIONS
    language: str | None = None
    domain: str | None = None
    before: date | None = None  # what has no date is found too

    @property
    def is_filtered(self) -> bool:
        """Whether more than the collection decides."""
        return (self.language, self.domain, self.before) != (None, None, None)


@dataclass(frozen=True, slots=True)
class FoundPassage:
    """A passage as a search by meaning and words together gives it."""

    evidence: Evidence
    score: float
    rank: int
    likeness: float | None = None  # cosine to the query; none when the vector search did not find it
    words: float | None = None  # BM25; none when the words did not find it
    name: str = ""  # of the file or line it was read from


class State(StrEnum):
    """Where a generation stands in its life."""

    BUILDING = "building"
    LIVE = "live"
    RETIRED = "retired"


@dataclass(frozen=True, slots=True)
class Generation:
    """A whole collection as it was built at one time."""

    id: int
    collection: str
    state: State
    documents: int
    passages: int
    words: int
    made_at: datetime
    live_at: datetime | None = None
    retired_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Reembedding:
    """A live generation whose vectors are not all of the embedder in use, and how much of it is embedded anew beside it."""

    workspace: str  # empty: it is shared
    collection: str
    generation: int
    passages: int
    embedded: int


@dataclass(frozen=True, slots=True)
class StoredDocument:
    """A document that is to be embedded anew: its number, its title, its passages by their numbers and texts."""

    number: int
    title: str
    passages: tuple[int, ...]
    texts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Incoming:
    """A snapshot to be put, what it was read from, and the hash of the bytes it was read from."""

    snapshot: Snapshot
    name: str = ""
    file_hash: str = ""


@dataclass(frozen=True, slots=True)
class Order:
    """Which files are to be put where."""

    paths: tuple[str, ...]  # files and folders; "-" is standard input
    collection: str = "documents"
    workspace: str = ""  # empty: the one the settings name
    source: str = ""  # domain of who published them, where a document does not say


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which documents are to be erased: those for which all that is given holds."""

    digest: str | None = None
    domain: str | None = None
    name: str | None = None  # of the file or line it was read from, or its address
    made_before: datetime | None = None
    collections: tuple[str, ...] = ("documents",)

    def __post_init__(self) -> None:
        if (self.digest, self.domain, self.name, self.made_before) == (None, None, None, None):
            raise ValueError("an erasure names what it is to erase")
        if not set(self.collections) <= set(COLLECTIONS):
            raise ValueError(f"collections are {', '.join(COLLECTIONS)}")


@dataclass(frozen=True, slots=True)
class PutOutcome:
    """What became of a document that was put."""

    digest: str
    passages: int
    is_new: bool


class Became(StrEnum):
    """What became of a document that was handed in with a job."""

    WAITING = ""
    NEW = "new"
    KNOWN = "known"
    REFUSED = "refused"
    ERASED = "erased"  # it was put, and is gone since


@dataclass(frozen=True, slots=True)
class HandedIn:
    """A document that was handed in with a job, by its place among them, and what became of it."""

    number: int  # from 1
    became: Became = Became.WAITING
    digest: str | None = None
    passages: int = 0
    reason: Unread | None = None  # why it was refused


@dataclass(frozen=True, slots=True)
class Shelved:
    """A document as a list shows it."""

    number: int  # its place in the order in which documents were put
    digest: str
    made_at: datetime
    name: str = ""
    title: str = ""
    url: str | None = None
    domain: str = ""
    published: date | None = None
    language: str = ""


@dataclass(frozen=True, slots=True)
class IngestProgress:
    """What an ingest has come to so far."""

    documents: int = 0  # new
    passages: int = 0  # of the new documents
    known: int = 0  # there already
    refused: tuple[Refused, ...] = ()

    @property
    def failed(self) -> tuple[Refused, ...]:
        """What could not be read; what was passed over by rule is not among it."""
        return tuple(one for one in self.refused if not one.is_skip)


@dataclass(frozen=True, slots=True)
class MoveProgress:
    """How far a store is on its way to another server."""

    steps_in_all: int  # each table is copied, and read again
    step: int = 0
    what: str = ""  # "copying", "checking"
    table: str = ""

    def at(self, what: str, table: str) -> "MoveProgress":
        """The next step."""
        return MoveProgress(self.steps_in_all, self.step + 1, what, table)


@dataclass(frozen=True, slots=True)
class Moved:
    """What was moved to another server, and is the same there."""

    tables: int
    rows: int
    records: int
    workspaces: int
    address: str = ""  # of the store there, as the application's role, without a password


class PageStatus(StrEnum):
    """What is known of an address."""

    SEEN = "seen"
    EXTRACTED = "extracted"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Page:
    """An address that was met, and what became of it."""

    form: str  # the address in its one form
    status: PageStatus
    stage: str  # of the run that met it first
    seen_at: datetime
    read_at: datetime | None = None
    digest: str | None = None  # of the snapshot, once it is read
    trouble: str = ""


@dataclass(frozen=True, slots=True)
class StoreState:
    """Which server keeps the evidence, and what it is like."""

    kind: str  # "private", "given"
    place: str  # folder of the private server, or host and database of the given one
    exists: bool
    running: bool
    server: str = ""  # versions, when it runs
    vector: str = ""
    missing: tuple[str, ...] = ()  # migrations
    trouble: str = ""

    @property
    def usable(self) -> bool:
        """Whether nothing must be done before it is used; the private server is made and started by itself."""
        return not self.trouble and (self.kind == "private" or not self.missing)
