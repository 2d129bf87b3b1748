"""All that a store in memory holds, of all workspaces: generations of collections and their documents, addresses, how long is kept.

`documents` belong to a workspace; the other collections to nobody, and everybody sees them. What is asked here is asked as a workspace.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime

from veracious.adapters.clock import SystemClock
from veracious.domain.errors import GenerationUnknown, InputError
from veracious.domain.evidence import Evidence, Snapshot
from veracious.domain.store import COLLECTIONS, SHARED, Page, State
from veracious.ports import Clock


@dataclass(frozen=True, slots=True)
class Document:
    """A snapshot with its passages, as it was put."""

    snapshot: Snapshot
    evidence: tuple[Evidence, ...]
    name: str
    file_hash: str
    made_at: datetime
    number: int  # the how manieth of all that were put


@dataclass(slots=True)
class Volume:
    """A generation of a collection, and what stands in it by digest: copies at several addresses are several documents."""

    id: int
    collection: str
    owner: str | None  # the workspace; none: shared
    made_at: datetime
    state: State = State.BUILDING
    live_at: datetime | None = None
    retired_at: datetime | None = None
    copies: dict[str, list[Document]] = field(default_factory=dict)

    @property
    def documents(self) -> list[Document]:
        """Everything in it."""
        return [document for copies in self.copies.values() for document in copies]


class MemoryStock:
    """What the ports in memory share."""

    def __init__(self, clock: Clock | None = None) -> None:
        self.clock = clock or SystemClock()
        self.volumes: dict[int, Volume] = {}
        self.pages: dict[str, Page] = {}
        self.claims: dict[tuple[str, str], set[str]] = {}  # by workspace and address
        self.kept_days: dict[str, int] = {}
        self._made = 0
        self._put = 0

    def seen(self, workspace: str) -> Iterator[Volume]:
        """The generations a workspace can see."""
        return (volume for volume in self.volumes.values() if volume.owner in (None, workspace))

    def live(self, workspace: str) -> Iterator[Volume]:
        """Those that readers see."""
        return (volume for volume in self.seen(workspace) if volume.state is State.LIVE)

    def volume(self, workspace: str, id: int) -> Volume:
        """A generation by its number; one of another workspace is not there."""
        found = self.volumes.get(id)
        if found is None or found.owner not in (None, workspace):
            raise GenerationUnknown(f"no generation {id}")
        return found

    def begin(self, workspace: str, collection: str) -> Volume:
        """A new, empty generation beside the live one."""
        if collection not in COLLECTIONS:
            raise InputError(f"collections are {', '.join(COLLECTIONS)}")
        self._made += 1
        owner = None if collection in SHARED else workspace
        self.volumes[self._made] = Volume(self._made, collection, owner, self.clock.now())
        return self.volumes[self._made]

    def switch(self, workspace: str, id: int) -> Volume | None:
        """Make a generation the live one; the one that was live before."""
        new, now = self.volume(workspace, id), self.clock.now()
        old = next((one for one in self.live(workspace) if one.collection == new.collection and one is not new), None)
        if old is not None:
            old.state, old.retired_at = State.RETIRED, now
        new.state, new.live_at, new.retired_at = State.LIVE, now, None
        return old

    def writable(self, workspace: str, collection: str, id: int | None) -> Volume:
        """The live generation of a collection, made when there is none; or the one of this number, unless it is retired."""
        if id is not None:
            found = self.volumes.get(id)
            if found is None or found not in self.seen(workspace) or found.state is State.RETIRED or found.collection != collection:
                raise InputError(f"no generation {id} of {collection} can be written into")
            return found
        live = next((one for one in self.live(workspace) if one.collection == collection), None)
        if live is None:
            live = self.begin(workspace, collection)
            self.switch(workspace, live.id)
        return live

    def number(self) -> int:
        """The next number of a document."""
        self._put += 1
        return self._put
