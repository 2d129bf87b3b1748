"""Everything else behind the doors, in memory: keys and people, records, documents, what the service stands on."""

import secrets
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta

from tests.faces.http.engines import Engine
from tests.faces.http.memory_jobs import MemoryJobDesk
from veracious import app, wiring
from veracious.adapters.memory.collections import MemoryCollections
from veracious.adapters.memory.erasure import MemoryErasure
from veracious.adapters.memory.overrides import MemoryOverrides
from veracious.adapters.memory.shelf import MemoryShelf
from veracious.adapters.memory.stock import MemoryStock
from veracious.domain.access import ApiKey, Caller, Grant, ProviderKey, Rank, Session
from veracious.domain.archive import Listed, Replayed
from veracious.domain.document import Document, Refused
from veracious.domain.errors import KeyUnknown, RequestsTooMany, SessionInvalid, VeraciousError
from veracious.domain.evidence import Source
from veracious.domain.job import Allowance, Used
from veracious.domain.model import Examination, Model, Place
from veracious.domain.record import Record
from veracious.domain.refresh import CollectionAge, RefreshRun, RefreshState
from veracious.domain.standing import Standing
from veracious.domain.store import Generation, Incoming, PutOutcome, Shelved, State, StoreState, Wanted
from veracious.faces.http.backend import Backend, Pace
from veracious.flow import sources
from veracious.rules.dials import Dials
from veracious.rules.explaining import trace
from veracious.rules.explaining.trace import Step
from veracious.rules.seeking import snapshots

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
PASSWORD = "correct horse battery"  # noqa: S105


class TickingClock:
    """A clock that goes on by a millisecond whenever it is asked, so that no two moments are one."""

    def __init__(self, moment: datetime = NOON) -> None:
        self._moment = moment

    def now(self) -> datetime:
        """The next moment."""
        self._moment += timedelta(milliseconds=1)
        return self._moment


@dataclass
class MemoryAccess:
    """Keys, people, provider keys and allowances of all workspaces."""

    clock: TickingClock
    desk: MemoryJobDesk
    secrets: dict[str, tuple[str, str]] = field(default_factory=dict)  # the key itself to workspace and id
    made: dict[tuple[str, str], ApiKey] = field(default_factory=dict)
    people: dict[tuple[str, str], Rank] = field(default_factory=dict)
    sessions: dict[str, Session] = field(default_factory=dict)
    provided: dict[tuple[str, str], tuple[str, datetime]] = field(default_factory=dict)
    allowed: dict[tuple[str, str], Allowance] = field(default_factory=dict)
    asked: dict[tuple[str, str], int] = field(default_factory=lambda: defaultdict(int))

    async def find(self, secret: str) -> Caller:
        """Whose key this is."""
        workspace, id = self.secrets.get(secret, ("", ""))
        key = self.made.get((workspace, id))
        if key is None or key.revoked_at is not None:
            raise KeyUnknown(secret)
        return Caller(workspace, id, key.grant)

    async def admit(self, workspace: str, actor: str) -> None:
        """Count a request."""
        may = self.allowed.get((workspace, actor), Allowance()).requests_a_minute
        if may is not None and self.asked[workspace, actor] >= may:
            raise RequestsTooMany("this key", 7)
        self.asked[workspace, actor] += 1

    async def sign_in(self, workspace: str, name: str, password: str) -> tuple[str, Session]:
        """A new session."""
        if (workspace, name) not in self.people or password != PASSWORD:
            raise SessionInvalid
        token = secrets.token_urlsafe(32)
        caller = Caller(workspace, f"person:{name}", self.people[workspace, name].grant)
        self.sessions[token] = Session(caller, secrets.token_urlsafe(32), self.clock.now() + timedelta(hours=12))
        return token, self.sessions[token]

    async def session(self, token: str) -> Session:
        """The session of this token."""
        if token not in self.sessions:
            raise SessionInvalid
        return self.sessions[token]

    async def sign_out(self, token: str) -> None:
        """End a session."""
        self.sessions.pop(token, None)

    async def create_key(self, workspace: str, name: str, grant: Grant, ends_at: datetime | None = None) -> tuple[ApiKey, str]:
        """A new key."""
        id = f"vk_{secrets.token_hex(6)}"
        secret = f"{id}_{secrets.token_urlsafe(32)}"
        self.made[workspace, id] = ApiKey(id, name, grant, self.clock.now(), ends_at=ends_at)
        self.secrets[secret] = (workspace, id)
        return self.made[workspace, id], secret

    async def keys(self, workspace: str) -> Sequence[ApiKey]:
        """All keys of a workspace."""
        return [key for (name, _), key in self.made.items() if name == workspace]

    async def revoke(self, workspace: str, id: str) -> bool:
        """Let a key open nothing from now on."""
        key = self.made.get((workspace, id))
        if key is None or key.revoked_at is not None:
            return False
        self.made[workspace, id] = replace(key, revoked_at=self.clock.now())
        return True

    async def put_provider(self, workspace: str, provider: str, key: str) -> None:
        """Keep a provider's key."""
        self.provided[workspace, provider] = (key, self.clock.now())

    async def providers(self, workspace: str) -> Sequence[ProviderKey]:
        """The providers that a workspace has keys for."""
        return [ProviderKey(provider, at) for (name, provider), (_, at) in self.provided.items() if name == workspace]

    async def drop_provider(self, workspace: str, provider: str) -> bool:
        """Forget a provider's key."""
        return self.provided.pop((workspace, provider), None) is not None

    async def allow(self, workspace: str, actor: str, allowance: Allowance) -> None:
        """Say what an actor may use."""
        self.allowed[workspace, actor] = allowance

    async def allowance(self, workspace: str, actor: str) -> tuple[Allowance, Used]:
        """What an actor may use and uses."""
        own = self.allowed.get((workspace, actor), self.desk.limits.get(workspace, Allowance()) if not actor else Allowance())
        return own, self.desk.used(workspace, actor)


@dataclass
class MemoryRecords:
    """Records, each workspace's in an archive of its own."""

    engine: Engine
    clock: TickingClock

    async def fetch(self, workspace: str, id: str) -> Record:
        """The record of this name."""
        return await self.engine.archive(workspace).fetch(id)

    async def newest(self, workspace: str, after: str, limit: int) -> Sequence[Listed]:
        """Records, the newest first, those behind this one."""
        found = await self.engine.archive(workspace).newest(10_000)
        place = next((number for number, one in enumerate(found, start=1) if one.id == after), 0 if not after else len(found))
        return found[place : place + limit]

    async def erase(self, workspace: str, id: str) -> bool:
        """Erase a record."""
        return await self.engine.archive(workspace).erase(id, self.clock.now())

    async def replay(self, workspace: str, id: str) -> Replayed:
        """Run a record again."""
        return await app.records.replayed(await self.fetch(workspace, id), self.engine.archive(workspace).blobs)

    async def why(self, workspace: str, id: str) -> tuple[Record, Sequence[Step]]:
        """The path to a verdict."""
        record = await self.fetch(workspace, id)
        return record, trace.tell(app.records.report(record))


@dataclass
class MemoryDocuments:
    """Documents of all workspaces in one stock."""

    clock: TickingClock
    stock: MemoryStock = field(default_factory=MemoryStock)

    async def put(self, workspace: str, documents: Sequence[Document]) -> Sequence[PutOutcome | Refused]:
        """Put documents."""
        shelf = MemoryShelf(Dials().seeking.passages, Dials().reading.sentences, self.stock, workspace)
        batch = [Incoming(snapshots.of(one, Source(one.domain), "documents"), one.name) for one in documents]
        return await shelf.write(await shelf.ready(batch))

    async def listed(self, workspace: str, after: int, limit: int) -> Sequence[Shelved]:
        """Documents in the order they were put."""
        own = [
            one
            for volume in self.stock.seen(workspace)
            if volume.owner == workspace and volume.state is State.LIVE
            for one in volume.documents
        ]
        found = sorted((one for one in own if one.number > after), key=lambda one: one.number)[:limit]
        told = [(one, one.snapshot) for one in found]
        return [
            Shelved(one.number, page.digest, one.made_at, one.name, page.title, page.url, page.source.domain, page.published, page.language)
            for one, page in told
        ]

    async def erase(self, workspace: str, digest: str) -> int:
        """Erase a document."""
        return await MemoryErasure(self.stock, MemoryOverrides(), workspace).documents(Wanted(digest=digest))

    async def generations(self, workspace: str) -> Sequence[Generation]:
        """What there is."""
        return await MemoryCollections(self.stock, wiring.lexicon(), workspace).all()


@dataclass
class MemorySources:
    """The register, and what workspaces say of sources."""

    said: MemoryOverrides = field(default_factory=MemoryOverrides)

    async def standing(self, workspace: str, address: str) -> Standing:
        """How the publisher of an address stands."""
        return await sources.look(address, wiring.register(), self.said, workspace, Dials().seeking.register)


@dataclass
class MemoryNews:
    """Refreshes that are handed in and never begun, and ages as a test says."""

    clock: TickingClock
    aged: list[CollectionAge] = field(default_factory=list)
    runs: list[RefreshRun] = field(default_factory=list)
    trouble: VeraciousError | None = None

    async def ages(self) -> Sequence[CollectionAge]:
        """How old each is."""
        return self.aged

    async def ask(self, collection: str) -> RefreshRun:
        """Hand in a refresh."""
        if self.trouble is not None:
            raise self.trouble
        self.runs.insert(0, RefreshRun(f"refresh-{len(self.runs)}", collection, RefreshState.ASKED, self.clock.now()))
        return self.runs[0]

    async def newest(self, collection: str) -> Sequence[RefreshRun]:
        """The last refreshes."""
        return [one for one in self.runs if one.collection == collection]


@dataclass
class StillMachine:
    """What the service stands on, as a test says."""

    state: StoreState = field(default_factory=lambda: StoreState("private", "/secret/place", True, True, "18.4", "0.8.5"))

    async def store(self) -> StoreState:
        """The state of the store."""
        return self.state

    async def models(self) -> Sequence[Examination]:
        """One model."""
        return [Examination(Place("judge", "/secret/place", "shipped"), Model("judge", "small", "1.0", "Apache-2.0", "sha256:ab", 12))]


@dataclass
class MemoryBackend:
    """The parts of a backend that tests reach into."""

    clock: TickingClock
    engine: Engine
    desk: MemoryJobDesk
    access: MemoryAccess
    machine: StillMachine
    news: MemoryNews
    sources: MemorySources = field(default_factory=MemorySources)

    def backend(self, pace: Pace | None = None) -> Backend:
        """The backend over these parts."""
        records, shelves = MemoryRecords(self.engine, self.clock), MemoryDocuments(self.clock)
        own = pace or Pace(heartbeat=0.2, answer=20.0)
        return Backend(self.desk, self.access, records, shelves, self.sources, self.machine, self.news, self.clock, "default", pace=own)


def inside() -> MemoryBackend:
    """New parts, with nothing in them."""
    clock = TickingClock()
    engine = Engine(clock)
    desk = MemoryJobDesk(clock, engine.run)
    return MemoryBackend(clock, engine, desk, MemoryAccess(clock, desk), StillMachine(), MemoryNews(clock))
