"""The few roles through which the flow meets the world, and `Tools`, the frozen value that holds them.

A role that cannot answer raises a `SourceError`; it never returns an empty answer in place of a failure. The roles that keep things
(`Archive`, `Blobs`, `Tape`) raise a `RecordError` when what they kept is missing or was changed.
"""

from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Any, Protocol

from veracious.domain.archive import Audit, Listed
from veracious.domain.claim import Claim, Subclaim
from veracious.domain.document import Document, Unread
from veracious.domain.evidence import Candidate, Evidence, Query, Snapshot, Source
from veracious.domain.job import Ended, Job
from veracious.domain.language import Bone, Brief, Excerpt, Finding, Objection, PartResult
from veracious.domain.record import Record, Taped
from veracious.domain.refresh import RefreshRun, RefreshUse
from veracious.domain.report import ExplanationSentence
from veracious.domain.review import Act, Feedback, ReviewEntry
from veracious.domain.stance import Judgement, Stance
from veracious.domain.standing import OwnRating
from veracious.domain.store import Became, Generation, HandedIn, Incoming, Page, PutOutcome, Reembedding, StoredDocument, Wanted
from veracious.domain.web import Hit, Recalled, Review, Step

# Functions of a caller's own that stand in for a finder and for a judge: a query and how many to documents, a claim and a text to the
# shares of supports, refutes and neutral.
Search = Callable[[str, int], Iterable[Document] | Awaitable[Iterable[Document]]]
Opinion = Callable[[str, str], Sequence[float] | Awaitable[Sequence[float]]]


class Clock(Protocol):
    """What time it is."""

    def now(self) -> datetime: ...


class Ids(Protocol):
    """New names for things."""

    def new(self) -> str: ...


class Finder(Protocol):
    """A place evidence can be found in: vectors, full text, triples."""

    async def find(self, query: Query, limit: int) -> Sequence[Candidate]: ...


class Embedder(Protocol):
    """Text to vectors of unit length."""

    async def embed(self, texts: Sequence[str]) -> Sequence[Sequence[float]]: ...


class Judge(Protocol):
    """Reads evidence beside a subclaim and says how it stands. A pair it could not decide is absent from the answer."""

    async def judge(self, pairs: Sequence[tuple[Subclaim, Evidence]]) -> Sequence[Judgement]: ...


class Scales(Protocol):
    """Reads a text beside a claim, as they are, and says how it stands; `None` where the claim could not be read. None is left out."""

    async def weigh(self, pairs: Sequence[tuple[str, str]]) -> Sequence[Stance | None]: ...


class Relevance(Protocol):
    """How much each text speaks of the query, in [0, 1]."""

    async def score(self, query: str, texts: Sequence[str]) -> Sequence[float]: ...


class Splitter(Protocol):
    """A model that splits a claim into parts that stand alone; the rules do it when there is none."""

    async def split(self, claim: Claim) -> Sequence[str]: ...


class Analyst(Protocol):
    """Reads the skeleton of an article: its checkable parts, in its own words."""

    async def outline(self, text: str) -> Sequence[Bone]: ...


class Teller(Protocol):
    """Says in sentences why something was decided, each citing what it rests on."""

    async def explain(self, brief: Brief) -> Sequence[ExplanationSentence]: ...

    async def summarise(self, claim: str, results: Sequence[PartResult]) -> Sequence[ExplanationSentence]: ...


class Author(Protocol):
    """Writes an answer from excerpts, writes it again as it is told, doubts one, and holds one against them."""

    async def write(self, question: str, excerpts: Sequence[Excerpt]) -> Sequence[ExplanationSentence]: ...

    async def revise(
        self, question: str, answer: Sequence[ExplanationSentence], instructions: Sequence[str], excerpts: Sequence[Excerpt]
    ) -> Sequence[ExplanationSentence]: ...

    async def criticise(self, answer: Sequence[ExplanationSentence], excerpts: Sequence[Excerpt]) -> Sequence[Objection]: ...

    async def assess(self, answer: Sequence[ExplanationSentence], excerpts: Sequence[Excerpt]) -> Sequence[Finding]: ...


class WebSearch(Protocol):
    """Pages on the open web that may hold evidence, as a provider names them."""

    async def search(self, query: Query, limit: int) -> Sequence[Hit]: ...


class Reviews(Protocol):
    """What fact-checkers have published on a claim."""

    async def look_up(self, claim: str, limit: int) -> Sequence[Review]: ...


class PageReader(Protocol):
    """The one guarded way out: reads a page within its caps."""

    async def read(self, url: str) -> Snapshot: ...


class Remembered(Protocol):
    """The memory of addresses as a run meets it: which need not be read again; and how reading one ended."""

    async def recall(self, addresses: Sequence[str], stage: str, claim: str) -> Sequence[Recalled]: ...

    async def note(self, url: str, digest: str, trouble: str) -> None: ...


class Shelf(Protocol):
    """Where what was read is put, visible to the next find."""

    async def put(self, snapshot: Snapshot) -> Sequence[Evidence]: ...

    async def open(self, digest: str) -> Snapshot: ...


class Archive(Protocol):
    """Where records are kept, in a chain that tells what was erased from what was altered; `retain` says how long tapes are."""

    async def keep(self, record: Record) -> Record: ...

    async def fetch(self, record_id: str) -> Record: ...

    async def newest(self, limit: int, before: int | None = None) -> Sequence[Listed]: ...

    async def erase(self, record_id: str, at: datetime) -> bool: ...

    async def erase_all(self, at: datetime) -> int: ...

    async def verify(self, head: str = "") -> Audit: ...

    async def retain(self, days: int | None) -> None: ...

    async def retained(self) -> int | None: ...

    async def expire(self, now: datetime) -> int: ...


class Blobs(Protocol):
    """Content-addressed bytes: the tape and the snapshots of records."""

    async def put(self, content: bytes) -> str: ...

    async def get(self, digest: str) -> bytes: ...


class Tape(Protocol):
    """Where the answers of a run are noted before they are used; a run that starts again finds them there.

    `note` puts what was answered among the blobs and commits it, both or neither where the two are kept together; it gives the blob's name.
    """

    async def note(self, port: str, asked: str, content: bytes, blobs: Blobs) -> str: ...

    async def commit(self, taped: Taped) -> None: ...

    async def entries(self) -> Sequence[Taped]: ...


class Library(Protocol):
    """Where documents are taken in by the hundred. What `ready` gives is the library's own; it is only handed on to `write`."""

    async def known(self, collection: str, hashes: Sequence[str]) -> frozenset[str]: ...

    async def recent(self, collection: str, since: date, limit: int) -> Sequence[Snapshot]: ...

    async def ready(self, batch: Sequence[Incoming]) -> object: ...

    async def write(self, ready: object, generation: int | None = None) -> Sequence[PutOutcome]: ...


class Intake(Protocol):
    """Documents that were handed in with a job, by their place among them. `put` writes a document and notes it, both or neither.

    `begin` gives a document that waits, and how often it was begun; none when it was decided meanwhile. What `put` finds decided stays.
    """

    async def all(self) -> Sequence[HandedIn]: ...

    async def begin(self, number: int) -> tuple[Document, int] | None: ...

    async def put(self, number: int, document: Incoming) -> Became: ...

    async def refuse(self, number: int, reason: Unread) -> None: ...


class Collections(Protocol):
    """Generations of collections: built beside the live one, switched for all readers at once, dropped after the last of them."""

    async def all(self) -> Sequence[Generation]: ...

    async def begin(self, collection: str) -> int: ...

    async def switch(self, generation: int) -> int | None: ...

    async def drop(self, generation: int) -> None: ...

    async def fold(self, generation: int) -> None: ...


class Reembedder(Protocol):
    """A generation with vectors of the embedder in use, built beside a live one and put in its place."""

    async def waiting(self) -> Sequence[Reembedding]: ...

    async def begin(self, generation: int) -> bool: ...

    async def missing(self, after: int) -> Sequence[StoredDocument]: ...

    async def place(self, batch: Sequence[StoredDocument], vectors: Sequence[Sequence[float]]) -> None: ...

    async def lock(self) -> None: ...

    async def switch(self) -> bool: ...

    async def release(self) -> None: ...

    async def left(self) -> Sequence[int]: ...


class Refreshes(Protocol):
    """What is kept of refreshes. One that begins is charged with the most it may use, and settled when it ends."""

    async def ask(self, run: RefreshRun) -> None: ...

    async def begin(self, run: RefreshRun) -> bool: ...

    async def end(self, run: RefreshRun) -> None: ...

    async def newest(self, collection: str, limit: int) -> Sequence[RefreshRun]: ...

    async def used(self, since: datetime) -> RefreshUse: ...


class Pages(Protocol):
    """The memory of addresses: which were met, read or failed, and which claims of a workspace saw them."""

    async def see(self, addresses: Sequence[str], stage: str, claim: str, at: datetime) -> None: ...

    async def end(self, url: str, at: datetime, digest: str | None = None, trouble: str = "") -> None: ...

    async def look(self, addresses: Sequence[str]) -> Mapping[str, Page]: ...

    async def claims(self, url: str) -> Sequence[str]: ...


class Jobs(Protocol):
    """The jobs of a workspace, as whoever runs them sees them."""

    async def begin(self, name: str) -> Job | None: ...

    async def tell(self, name: str, number: int, step: Step) -> None: ...

    async def finish(self, name: str, ended: Ended) -> bool: ...


class Erasure(Protocol):
    """What is taken out again: documents, a workspace, what has been kept long enough."""

    async def documents(self, wanted: Wanted) -> int: ...

    async def workspace(self) -> None: ...

    async def keep(self, days: int | None) -> None: ...

    async def kept(self) -> int | None: ...

    async def expire(self, now: datetime) -> int: ...


class Overrides(Protocol):
    """What workspaces themselves say of sources: each domain once, in the order of names. What is put together is kept whole or not."""

    async def get_all(self, workspace: str) -> Sequence[Source]: ...

    async def ratings(self, workspace: str) -> Sequence[OwnRating]: ...

    async def put(self, workspace: str, sources: Sequence[Source], reason: str = "") -> None: ...

    async def remove(self, workspace: str, domain: str) -> bool: ...


class ReviewLog(Protocol):
    """What people say of the verdicts of a workspace; entries are only added. One whose number is taken raises `ReviewOvertaken`.

    `newest` gives those of these acts, by this person or by anybody, of published records or of all, before this place.
    `back` gives the returns and withdrawals after which nobody has signed or changed the verdict, the newest first.
    """

    async def add(self, entry: ReviewEntry) -> ReviewEntry: ...

    async def of(self, records: Sequence[str]) -> Mapping[str, Sequence[ReviewEntry]]: ...

    async def newest(
        self, acts: Sequence[Act], limit: int, before: int | None = None, by: str = "", published: bool = False
    ) -> Sequence[ReviewEntry]: ...

    async def back(self, limit: int, before: int | None = None) -> Sequence[ReviewEntry]: ...


class FeedbackBox(Protocol):
    """What readers say of published verdicts, until a person closes it. `put` raises `FeedbackTooMuch` where since a moment
    there are so many already, in all or of the same record.
    """

    async def put(self, record: str, text: str, at: datetime, since: datetime, most: int, most_of_record: int) -> Feedback: ...

    async def waiting(self, limit: int, after: int | None = None, record: str = "") -> Sequence[Feedback]: ...

    async def close(self, number: int, by: str, note: str, at: datetime) -> bool: ...


@dataclass(frozen=True, slots=True)
class Tools:
    """Everything a run may use of the world. What is `None` is not there, and the run says so."""

    clock: Clock
    ids: Ids
    finders: tuple[Finder, ...]
    judge: Judge
    shelf: Shelf
    archive: Archive
    blobs: Blobs
    relevance: Relevance | None = None
    splitter: Splitter | None = None
    search: WebSearch | None = None
    door: PageReader | None = None
    second: Judge | None = None  # a dearer one, asked about the same
    teller: Teller | None = None
    spares: tuple[WebSearch, ...] = ()  # searches asked in turn when the one before fails
    reviews: Reviews | None = None
    remembered: Remembered | None = None
    scales: Scales | None = None  # holds the claims of an answer against documents
    author: Author | None = None  # writes answers; it makes the ledger, too, where there are no scales
    analyst: Analyst | None = None  # reads the skeleton of an article; the rules do it when there is none

    def changed(self, change: Callable[["ToolRole", str, Any], Any]) -> "Tools":
        """The same, each tool that is there put through `change`, which is given its role and its name on a tape."""
        tools: dict[str, Any] = {}
        for role in TOOL_ROLES:
            held = getattr(self, role.field)
            if isinstance(held, tuple):
                tools[role.field] = tuple(change(role, role.numbered(index), tool) for index, tool in enumerate(held))
            elif held is not None:
                tools[role.field] = change(role, role.name, held)
        return replace(self, **tools)

    @property
    def roles(self) -> tuple[str, ...]:
        """What is there, by the names it has on a tape."""
        names: list[str] = []
        self.changed(lambda role, name, tool: names.append(name))
        return tuple(names)


@dataclass(frozen=True, slots=True)
class ToolRole:
    """A tool that a run asks, and how it is treated: every wrapper goes by this table."""

    field: str  # of `Tools`
    port: type
    name: str  # on a tape; of several, what stands before the number
    is_outside: bool = False  # whether somebody else is waited for
    is_needed: bool = False  # no run is without it

    def numbered(self, index: int) -> str:
        """The name of one of several."""
        return f"{self.name} {index}"


TOOL_ROLES = (
    ToolRole("finders", Finder, "finder"),
    ToolRole("spares", WebSearch, "spare", is_outside=True),
    ToolRole("judge", Judge, "judge", is_needed=True),
    ToolRole("relevance", Relevance, "relevance"),
    ToolRole("splitter", Splitter, "splitter", is_outside=True),
    ToolRole("second", Judge, "second", is_outside=True),
    ToolRole("teller", Teller, "teller", is_outside=True),
    ToolRole("scales", Scales, "scales"),
    ToolRole("author", Author, "author"),  # outside only where it is a language model
    ToolRole("shelf", Shelf, "shelf", is_needed=True),
    ToolRole("search", WebSearch, "search", is_outside=True),
    ToolRole("door", PageReader, "door", is_outside=True),
    ToolRole("reviews", Reviews, "reviews", is_outside=True),
    ToolRole("remembered", Remembered, "remembered"),
    ToolRole("analyst", Analyst, "analyst", is_outside=True),
)
