"""Everything else behind the doors, in memory: keys and people, records, documents, what the service stands on."""

import asyncio
import json
import secrets
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta

from tests.faces.http.engines import Engine
from tests.faces.http.memory_administration import MemoryPeople, MemoryRetention
from tests.faces.http.memory_jobs import MemoryJobDesk
from veracious import app, wiring
from veracious.adapters import sealing
from veracious.adapters.memory.batches import MemoryBatches
from veracious.adapters.memory.collections import MemoryCollections
from veracious.adapters.memory.erasure import MemoryErasure
from veracious.adapters.memory.overrides import MemoryOverrides
from veracious.adapters.memory.record_search import MemoryRecordSearch
from veracious.adapters.memory.review_log import MemoryFeedback, MemoryReviewLog
from veracious.adapters.memory.shelf import MemoryShelf
from veracious.adapters.memory.stock import MemoryStock
from veracious.domain.access import ApiKey, Caller, Change, Grant, Identity, ProviderKey, Rank, Session
from veracious.domain.archive import Listed, Replayed
from veracious.domain.budget import Amount
from veracious.domain.document import Document, Refused, Unread
from veracious.domain.errors import KeyUnknown, PersonNotAdded, RequestsTooMany, SessionInvalid, StoreUnavailable, VeraciousError
from veracious.domain.evidence import Snapshot, Source
from veracious.domain.job import Allowance, Ended, Job, Kind, Used
from veracious.domain.model import Examination, Model, Place
from veracious.domain.record import Record
from veracious.domain.refresh import CollectionAge, RefreshRun, RefreshState
from veracious.domain.standing import OwnRating, Standing
from veracious.domain.store import Became, Generation, HandedIn, Incoming, Reembedding, Shelved, State, StoreState, Wanted
from veracious.domain.verdict import Verdict
from veracious.domain.web import Step as WebStep
from veracious.domain.webhook import Webhook
from veracious.faces.http.backend import Backend, Pace
from veracious.flow import handed_in, sources
from veracious.rules import identities, reviewing
from veracious.rules.dials import Dials
from veracious.rules.explaining import trace
from veracious.rules.explaining.changes import Comparison
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
    emails: dict[tuple[str, str], str] = field(default_factory=dict)  # workspace and e-mail address of somebody to be linked, to a name
    linked: dict[tuple[str, str, str], str] = field(default_factory=dict)  # workspace, issuer and subject, to a name
    passwords: dict[tuple[str, str], str] = field(default_factory=dict)  # of those whose password is not that of the tests
    sessions: dict[str, Session] = field(default_factory=dict)
    provided: dict[tuple[str, str], tuple[str, datetime]] = field(default_factory=dict)
    allowed: dict[tuple[str, str], Allowance] = field(default_factory=dict)
    addresses: list[str] = field(default_factory=list)  # that people signed in from
    asked: dict[tuple[str, str], int] = field(default_factory=lambda: defaultdict(int))
    broken: bool = False  # while it is, the store does not answer
    hangs: bool = False  # while it does, the store says nothing at all

    async def _up(self) -> None:
        if self.hangs:
            await asyncio.sleep(10)
        if self.broken:
            raise StoreUnavailable("db.internal is down")

    async def find(self, secret: str) -> Caller:
        """Whose key this is."""
        await self._up()
        workspace, id = self.secrets.get(secret, ("", ""))
        key = self.made.get((workspace, id))
        if key is None or key.revoked_at is not None:
            raise KeyUnknown(secret)
        return Caller(workspace, id, key.grant)

    async def admit(self, workspace: str, actor: str) -> None:
        """Count a request."""
        await self._up()
        may = self.allowed.get((workspace, actor), Allowance()).requests_a_minute
        if may is not None and self.asked[workspace, actor] >= may:
            raise RequestsTooMany("this key", 7)
        self.asked[workspace, actor] += 1

    async def sign_in(self, workspace: str, name: str, password: str, address: str) -> tuple[str, Session]:
        """A new session."""
        self.addresses.append(address)
        if (workspace, name) not in self.people or password != self.passwords.get((workspace, name), PASSWORD):
            raise SessionInvalid
        return self._begin(workspace, name)

    async def sign_in_linked(self, workspace: str, identity: Identity) -> tuple[str, Session]:
        """A new session of whoever was added; by their address they are found once."""
        who = (workspace, identity.issuer, identity.subject)
        if who not in self.linked:
            name = self.emails.pop((workspace, identities.linking_address(identity)), "")
            if not name:
                raise PersonNotAdded
            self.linked[who] = name
        return self._begin(workspace, self.linked[who])

    def _begin(self, workspace: str, name: str) -> tuple[str, Session]:
        token = secrets.token_urlsafe(32)
        caller = Caller(workspace, f"person:{name}", self.people[workspace, name].grant)
        self.sessions[token] = Session(caller, secrets.token_urlsafe(32), self.clock.now() + timedelta(hours=12))
        return token, self.sessions[token]

    async def session(self, token: str) -> Session:
        """The session of this token."""
        if token not in self.sessions:
            raise SessionInvalid
        session = self.sessions[token]
        rank = self.people.get((session.caller.workspace, session.caller.person))
        if rank is None:
            raise SessionInvalid
        return replace(session, caller=replace(session.caller, grant=rank.grant))

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

    async def service_secret(self) -> bytes:
        """What is signed with."""
        return b"a secret of the tests"

    async def allow(self, workspace: str, actor: str, allowance: Allowance) -> None:
        """Say what an actor may use."""
        self.allowed[workspace, actor] = allowance

    async def allowance(self, workspace: str, actor: str) -> tuple[Allowance, Used]:
        """What an actor may use and uses."""
        own = self.allowed.get((workspace, actor), self.desk.limits.get(workspace, Allowance()) if not actor else Allowance())
        return own, replace(self.desk.used(workspace, actor), at_most=own)

    async def allowances(self, workspace: str) -> Mapping[str, Used]:
        """What each actor may use and uses."""
        limited = [actor for name, actor in self.allowed if name == workspace and actor]
        busy = [job.actor for (name, _), job in self.desk.jobs.items() if name == workspace and job.actor]
        return {actor: (await self.allowance(workspace, actor))[1] for actor in sorted({*limited, *busy})}


@dataclass
class MemoryRecords:
    """Records, each workspace's in an archive of its own."""

    engine: Engine
    clock: TickingClock

    async def fetch(self, workspace: str, id: str) -> Record:
        """The record of this name."""
        return await self.engine.archive(workspace).fetch(id)

    async def newest(self, workspace: str, before: int | None, limit: int) -> Sequence[Listed]:
        """Records, the newest first, those before this number."""
        return await self.engine.archive(workspace).newest(limit, before)

    async def erase(self, workspace: str, id: str) -> bool:
        """Erase a record."""
        return await self.engine.archive(workspace).erase(id, self.clock.now())

    async def spent(self, workspace: str, id: str) -> Amount:
        """What a run has used."""
        archive = self.engine.archive(workspace)
        return await wiring.spent_on(archive.tape(id), archive.blobs)

    async def replay(self, workspace: str, id: str) -> Replayed:
        """Run a record again."""
        return await app.records.replayed(await self.fetch(workspace, id), self.engine.archive(workspace).blobs)

    async def why(self, workspace: str, id: str) -> tuple[Record, Sequence[Step]]:
        """The path to a verdict."""
        record = await self.fetch(workspace, id)
        return record, trace.tell(app.records.report(record))

    async def diff(self, workspace: str, first: str, other: str) -> Comparison:
        """What changed from one record to another."""
        before, after = await self.fetch(workspace, first), await self.fetch(workspace, other)
        return await app.records.compared(before, after, self.engine.archive(workspace).blobs)


class MemoryIntake:
    """What was handed in with a job."""

    def __init__(self, shelf: MemoryShelf, given: Sequence[Document | Refused]) -> None:
        self._shelf, self._given = shelf, given
        self._found = [
            HandedIn(number, Became.REFUSED, reason=one.reason) if isinstance(one, Refused) else HandedIn(number)
            for number, one in enumerate(given, start=1)
        ]

    async def all(self) -> Sequence[HandedIn]:
        """What became of each."""
        there = [one.digest is not None and self._shelf.holds(one.digest) for one in self._found]
        gone = [one.digest is not None and not is_there for one, is_there in zip(self._found, there, strict=True)]
        return [replace(one, became=Became.ERASED, digest=None) if is_gone else one for one, is_gone in zip(self._found, gone, strict=True)]

    async def begin(self, number: int) -> tuple[Document, int] | None:
        """A document that waits."""
        one = self._given[number - 1]
        return (one, 1) if isinstance(one, Document) else None

    async def put(self, number: int, document: Incoming) -> Became:
        """Put a document."""
        (kept,) = await self._shelf.write(await self._shelf.ready([document]))
        became = Became.NEW if kept.is_new else Became.KNOWN
        self._found[number - 1] = HandedIn(number, became, kept.digest, kept.passages)
        return became

    async def refuse(self, number: int, reason: Unread) -> None:
        """Refuse a document."""
        self._found[number - 1] = HandedIn(number, Became.REFUSED, reason=reason)


@dataclass
class MemoryDocuments:
    """Documents of all workspaces in one stock."""

    clock: TickingClock
    stock: MemoryStock = field(default_factory=MemoryStock)
    intakes: dict[str, MemoryIntake] = field(default_factory=dict)
    read: dict[str, dict[str, Snapshot]] = field(default_factory=dict)  # by workspace and digest: what runs had before them

    def take_in(self, job: Job, documents: Sequence[Document | Refused]) -> None:
        """Keep what is handed in with a job."""
        if job.kind is Kind.INGEST:
            self.intakes[job.id] = MemoryIntake(self.shelf(job.workspace), documents)

    async def put(self, job: Job, tell: Callable[[WebStep], None]) -> Ended:
        """Put what was handed in with a job."""

        def prepare(given: Document) -> Incoming | Refused:
            one = wiring.clean_document(given)
            return one if isinstance(one, Refused) else Incoming(snapshots.of(one, Source(one.domain), "documents"), one.name)

        return await handed_in.put_all(self.intakes[job.id], prepare, tell, lambda: asyncio.sleep(0))

    async def handed_in(self, workspace: str, job: str) -> Sequence[HandedIn]:
        """What became of what was handed in."""
        return await self.intakes[job].all()

    def shelf(self, workspace: str) -> MemoryShelf:
        """Where a workspace's documents are put."""
        return MemoryShelf(Dials().seeking.passages, Dials().reading.sentences, self.stock, workspace)

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

    async def open(self, workspace: str, digest: str) -> Snapshot:
        """A text that was put, or that a run of the workspace had before it."""
        if digest in self.read.get(workspace, {}):
            return self.read[workspace][digest]
        return await self.shelf(workspace).open(digest)

    async def erase(self, workspace: str, digest: str) -> int:
        """Erase a document."""
        return await MemoryErasure(self.stock, MemoryOverrides(), workspace).documents(Wanted(digest=digest))

    async def generations(self, workspace: str) -> Sequence[Generation]:
        """What there is."""
        return await MemoryCollections(self.stock, wiring.lexicon(), workspace).all()

    async def switch(self, workspace: str, generation: int) -> int | None:
        """Search another generation."""
        return await MemoryCollections(self.stock, wiring.lexicon(), workspace).switch(generation)


@dataclass
class MemoryAuditLog:
    """Changes as a test says, of one workspace each."""

    changes: list[tuple[str, Change]] = field(default_factory=list)

    async def newest(self, workspace: str, before: int | None, limit: int) -> Sequence[Change]:
        """Changes, the newest first."""
        own = [one for name, one in self.changes if name == workspace and (before is None or one.number < before)]
        return sorted(own, key=lambda one: -one.number)[:limit]


@dataclass
class MemoryWebhooks:
    """Webhooks that nobody is told."""

    kept: dict[str, Webhook] = field(default_factory=dict)

    async def put(self, workspace: str, address: str) -> tuple[Webhook, str]:
        """Set one."""
        self.kept[workspace] = Webhook(address, datetime(2026, 3, 1, tzinfo=UTC))
        return self.kept[workspace], "whsec_" + "A" * 43 + "="

    async def get(self, workspace: str) -> Webhook | None:
        """The one there is."""
        return self.kept.get(workspace)

    async def remove(self, workspace: str) -> bool:
        """Remove it."""
        return self.kept.pop(workspace, None) is not None


@dataclass
class MemoryReviews:
    """A log and a box for each workspace."""

    logs: dict[str, MemoryReviewLog] = field(default_factory=lambda: defaultdict(MemoryReviewLog))
    boxes: dict[str, MemoryFeedback] = field(default_factory=lambda: defaultdict(MemoryFeedback))

    def log(self, workspace: str) -> MemoryReviewLog:
        """What people say."""
        return self.logs[workspace]

    def feedback(self, workspace: str) -> MemoryFeedback:
        """What readers say."""
        return self.boxes[workspace]


@dataclass
class MemorySources:
    """The register, and what workspaces say of sources."""

    said: MemoryOverrides = field(default_factory=MemoryOverrides)

    async def standing(self, workspace: str, address: str) -> Standing:
        """How the publisher of an address stands."""
        return await sources.look(address, wiring.register(), self.said, workspace, Dials().seeking.register)

    async def standings(self, workspace: str, addresses: Sequence[str]) -> Sequence[Standing]:
        """The same of several."""
        return await sources.look_at_all(addresses, wiring.register(), self.said, workspace, Dials().seeking.register)

    async def ratings(self, workspace: str) -> Sequence[OwnRating]:
        """What a workspace says."""
        return await self.said.ratings(workspace)

    async def say(self, workspace: str, source: Source, reason: str) -> Source:
        """Say how credible a domain is."""
        return await sources.say(self.said, workspace, source.domain, source.credibility or 0.0, source.tier, reason)

    async def unsay(self, workspace: str, domain: str) -> bool:
        """Say nothing more of it."""
        return await sources.unsay(self.said, workspace, domain)


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

    room: bool = True

    async def has_room(self) -> bool:
        """Whether there is room, as a test says."""
        return self.room

    waiting: Sequence[Reembedding] = ()

    async def reembeddings(self, workspace: str | None = None) -> Sequence[Reembedding]:
        """What waits for new vectors, as a test says."""
        return [one for one in self.waiting if workspace is None or one.workspace in ("", workspace)]

    models_error: VeraciousError | None = None
    models_seconds: float = 0.0  # that a look at the models takes

    async def models(self) -> Sequence[Examination]:
        """One model, or the error of a test."""
        await asyncio.sleep(self.models_seconds)
        if self.models_error is not None:
            raise self.models_error
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
    documents: MemoryDocuments
    sources: MemorySources = field(default_factory=MemorySources)
    audit: MemoryAuditLog = field(default_factory=MemoryAuditLog)
    webhooks: MemoryWebhooks = field(default_factory=MemoryWebhooks)
    reviews: MemoryReviews = field(default_factory=MemoryReviews)
    retention: MemoryRetention = field(default_factory=MemoryRetention)
    tables: dict[str, MemoryBatches] = field(default_factory=dict)

    def finder(self, workspace: str) -> MemoryRecordSearch:
        """Where records are looked for."""
        log, box = self.reviews.log(workspace), self.reviews.feedback(workspace)
        return MemoryRecordSearch(self.engine.archive(workspace), log, box, wiring.lexicon())

    def batches(self, workspace: str) -> MemoryBatches:
        """The tables of claims."""

        def verdict(name: str) -> tuple[str, str] | None:
            body = sealing.body_of(self.engine.archive(workspace).kept.get(name))
            told = None if body is None else json.loads(body.report).get("verdict")
            said = [one for one in self.reviews.logs[workspace]._kept if one.record == name]
            state = reviewing.state(said, Verdict(told)) if told else None
            shown = None if state is None else reviewing.shown(state)
            return None if body is None else (shown.value if shown else "", reviewing.status(state).value if state else "")

        made = MemoryBatches(lambda name: self.desk.jobs.get((workspace, name)), verdict)
        return self.tables.setdefault(workspace, made)

    def backend(self, pace: Pace | None = None, web: bool = False) -> Backend:
        """The backend over these parts."""
        records, shelves = MemoryRecords(self.engine, self.clock), self.documents
        own = pace or Pace(heartbeat=0.2, answer=20.0)
        told = (records, shelves, self.sources, self.machine, self.news, self.clock, self.audit, self.webhooks, self.reviews, self)
        people = MemoryPeople(self.clock, self.access.people, self.access.passwords, waiting=self.access.emails)
        return Backend(self.desk, self.access, *told, people, self.retention, "default", web=web, pace=own)


def inside() -> MemoryBackend:
    """New parts, with nothing in them."""
    clock = TickingClock()
    documents = MemoryDocuments(clock)
    engine = Engine(clock, documents.put)
    documents.read = engine.read
    desk = MemoryJobDesk(clock, engine.run, take_in=documents.take_in)
    return MemoryBackend(clock, engine, desk, MemoryAccess(clock, desk), StillMachine(), MemoryNews(clock), documents)
