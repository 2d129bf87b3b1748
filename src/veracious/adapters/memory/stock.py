"""All that a store in memory holds, of all workspaces: generations of collections and their documents, addresses, how long is kept.

`documents`, and the pages that were read for a workspace, belong to it; the other collections to nobody, and everybody sees them. A stock
may share pages, too. What is asked here is asked as a workspace.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime

from veracious.adapters.clock import SystemClock
from veracious.domain.errors import GenerationUnknown, InputError
from veracious.domain.evidence import Evidence, Snapshot
from veracious.domain.store import COLLECTIONS, SHARED, WEB, Page, State
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

    def __init__(self, clock: Clock | None = None, shares_pages: bool = False) -> None:
        self.clock = clock or SystemClock()
        self.shares_pages = shares_pages
        self.volumes: dict[int, Volume] = {}
        self.pages: dict[tuple[str | None, str], Page] = {}  # by workspace, none where pages are shared, and address
        self.claims: dict[tuple[str, str], set[str]] = {}  # by workspace and address
        self.kept_days: dict[str, int] = {}
        self._made = 0
        self._put = 0

    def seen(self, workspace: str) -> Iterator[Volume]:
        """The generations a workspace can see."""
        return (volume for volume in self.volumes.values() if self._is_seen(volume, workspace))

    def live(self, workspace: str) -> Iterator[Volume]:
        """Those that readers see."""
        return (volume for volume in self.seen(workspace) if volume.state is State.LIVE)

    def volume(self, workspace: str, id: int) -> Volume:
        """A generation by its number; one of another workspace is not there."""
        found = self.volumes.get(id)
        if found is None or not self._is_seen(found, workspace):
            raise GenerationUnknown(f"no generation {id}")
        return found

    def begin(self, workspace: str, collection: str) -> Volume:
        """A new, empty generation beside the live one."""
        if collection not in COLLECTIONS:
            raise InputError(f"collections are {', '.join(COLLECTIONS)}")
        self._made += 1
        self.volumes[self._made] = Volume(self._made, collection, self.owner(workspace, collection), self.clock.now())
        return self.volumes[self._made]

    def switch(self, workspace: str, id: int) -> Volume | None:
        """Make a generation the live one; the one that was live before."""
        new, now = self.volume(workspace, id), self.clock.now()
        same = (one for one in self.live(workspace) if (one.collection, one.owner) == (new.collection, new.owner))
        old = next((one for one in same if one is not new), None)
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
        wanted = collection, self.owner(workspace, collection)
        live = next((one for one in self.live(workspace) if (one.collection, one.owner) == wanted), None)
        if live is None:
            live = self.begin(workspace, collection)
            self.switch(workspace, live.id)
        return live

    def owner(self, workspace: str, collection: str) -> str | None:
        """Whose a new generation of a collection is; nobody's when it is shared."""
        return None if collection in SHARED or (collection == WEB and self.shares_pages) else workspace

    def _is_seen(self, volume: Volume, workspace: str) -> bool:
        return volume.owner == workspace or (volume.owner is None and (volume.collection != WEB or self.shares_pages))

    def number(self) -> int:
        """The next number of a document."""
        self._put += 1
        return self._put
