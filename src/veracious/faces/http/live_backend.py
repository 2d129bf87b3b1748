"""What the routes of HTTP call in a real service: the store, the settings and the machine behind the roles of `backend`."""

import asyncio
from collections.abc import Coroutine, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

from veracious import app, settings, wiring
from veracious.domain.archive import Listed, Replayed
from veracious.domain.budget import Amount
from veracious.domain.evidence import Snapshot, Source
from veracious.domain.model import Examination, Role
from veracious.domain.record import Record
from veracious.domain.refresh import CollectionAge, RefreshRun
from veracious.domain.standing import OwnRating, Standing
from veracious.domain.store import Generation, HandedIn, Reembedding, Shelved, StoreState, Wanted
from veracious.domain.webhook import Webhook
from veracious.faces.http.administration import StoredRetention
from veracious.faces.http.backend import Backend
from veracious.faces.http.looks import SharedLook
from veracious.faces.http.past_verdicts import StoredPastVerdicts
from veracious.faces.http.review_desk import StoredReviews
from veracious.flow import sources
from veracious.rules.dials import Dials
from veracious.rules.explaining.changes import Comparison
from veracious.rules.explaining.trace import Step
from veracious.wiring import identity, service

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class StoredRecords:
    """The `Records` of the store."""

    async def fetch(self, workspace: str, id: str) -> Record:
        """The record of this name."""
        return await app.records.fetch(id, workspace)

    async def newest(self, workspace: str, before: int | None, limit: int) -> Sequence[Listed]:
        """Records, the newest first; those before this number, or all."""
        return await wiring.archive(workspace).newest(limit, before)

    async def erase(self, workspace: str, id: str) -> bool:
        """Erase a record with its tape; whether there was one."""
        return await wiring.archive(workspace).erase(id, wiring.clock().now())

    async def spent(self, workspace: str, id: str) -> Amount:
        """What a run has used so far, finished or not."""
        return await app.records.spent(id, workspace)

    async def replay(self, workspace: str, id: str) -> Replayed:
        """Run a record again on its tape, in a thread of its own: it computes for a while."""
        return await _apart(app.records.replay(id, workspace))

    async def why(self, workspace: str, id: str) -> tuple[Record, Sequence[Step]]:
        """A record, and the path from its evidence to its verdict."""
        return await _apart(app.records.why(id, workspace))

    async def diff(self, workspace: str, first: str, other: str) -> Comparison:
        """What changed from one record of a claim to another."""
        return await _apart(app.records.diff(first, other, workspace))


ROOM_SECONDS, ROOM_FRESH_SECONDS = 60.0, 2.0  # how long the store may take to say whether it has room, and how long that is told


class ThisMachine:
    """The `Machine` that this process runs on; models are looked at once, since what is loaded stays loaded."""

    def __init__(self) -> None:
        self._models: asyncio.Task[Sequence[Examination]] | None = None
        self._room = SharedLook(app.health.has_room)

    async def store(self) -> StoreState:
        """What the store is like; nothing is started or changed."""
        return await asyncio.to_thread(app.store.state)

    async def has_room(self) -> bool:
        """Whether the store has room to write, as of some seconds ago: to find out costs it a little. True where it does not say."""
        return await self._room.within(ROOM_SECONDS, ROOM_FRESH_SECONDS) is not False

    async def reembeddings(self, workspace: str | None = None) -> Sequence[Reembedding]:
        """The collections that wait for vectors of the embedder in use: all, or those that a workspace sees."""
        return await _apart(app.store.reembeddings(workspace))

    async def models(self) -> Sequence[Examination]:
        """The models of this process, by the digests of their files; whoever stops waiting does not stop the look at them."""
        if self._models is None or (self._models.done() and (self._models.cancelled() or self._models.exception())):
            self._models = asyncio.create_task(_examined())
        return await asyncio.shield(self._models)


async def _examined() -> Sequence[Examination]:
    return [await _apart(app.models.examine(role, ask=False)) for role in Role]


async def _apart(work: Coroutine[Any, Any, T]) -> T:
    """What computes for long, run where it keeps nobody waiting."""
    return await asyncio.to_thread(partial(asyncio.run, work))


@dataclass(frozen=True, slots=True)
class StoredDocuments:
    """The `DocumentShelf` of the store."""

    async def handed_in(self, workspace: str, job: str) -> Sequence[HandedIn]:
        """What was handed in with a job, in its order, and what became of each so far."""
        return await app.documents.handed_in(workspace, job)

    async def listed(self, workspace: str, after: int, limit: int) -> Sequence[Shelved]:
        """The documents behind this number, in the order in which they were put."""
        return await app.documents.listed(workspace, after, limit)

    async def open(self, workspace: str, digest: str) -> Snapshot:
        """The text of this digest, if the workspace can see it."""
        return await app.documents.open(workspace, digest)

    async def erase(self, workspace: str, digest: str) -> int:
        """Erase a document; how many copies there were."""
        return await wiring.erasure(workspace).documents(Wanted(digest=digest))

    async def generations(self, workspace: str) -> Sequence[Generation]:
        """The collections that a workspace can see, and their generations."""
        return await wiring.collections(workspace).all()

    async def switch(self, workspace: str, generation: int) -> int | None:
        """Have a generation searched from now on; the one that was before."""
        return await wiring.collections(workspace).switch(generation)


@dataclass(frozen=True, slots=True)
class StoredNews:
    """The `News` of the store."""

    async def ages(self) -> Sequence[CollectionAge]:
        """How old each is, and what went wrong last."""
        return await app.collections.ages()

    async def ask(self, collection: str) -> RefreshRun:
        """Hand in a refresh, which a worker begins."""
        return await app.collections.ask_refresh(collection)

    async def newest(self, collection: str) -> Sequence[RefreshRun]:
        """The last refreshes of a collection, the newest first."""
        return await app.collections.newest_refreshes(collection)


@dataclass(frozen=True, slots=True)
class StoredSources:
    """The `Sources` of the register and of what workspaces say."""

    async def standing(self, workspace: str, address: str) -> Standing:
        """How the publisher of an address stands in a workspace."""
        return await sources.look(address, wiring.register(), wiring.overrides(), workspace, Dials().seeking.register)

    async def standings(self, workspace: str, addresses: Sequence[str]) -> Sequence[Standing]:
        """The same of several."""
        return await sources.look_at_all(addresses, wiring.register(), wiring.overrides(), workspace, Dials().seeking.register)

    async def ratings(self, workspace: str) -> Sequence[OwnRating]:
        """What a workspace says of sources, by domain."""
        return await wiring.overrides().ratings(workspace)

    async def say(self, workspace: str, source: Source, reason: str) -> Source:
        """Say how credible a domain is, and why; what was kept."""
        return await sources.say(wiring.overrides(), workspace, source.domain, source.credibility or 0.0, source.tier, reason)

    async def unsay(self, workspace: str, domain: str) -> bool:
        """Say nothing more of a domain; whether anything was said."""
        return await sources.unsay(wiring.overrides(), workspace, domain)


@dataclass(frozen=True, slots=True)
class StoredWebhooks:
    """The `Webhooks` of the store."""

    async def put(self, workspace: str, address: str) -> tuple[Webhook, str]:
        """Tell this address from now on; its webhook, and the secret, told this once."""
        return await app.webhooks.put(workspace, address)

    async def get(self, workspace: str) -> Webhook | None:
        """The webhook of a workspace, and how it fares."""
        return await service.webhooks().get(workspace)

    async def remove(self, workspace: str) -> bool:
        """Tell nobody any more; whether there was one."""
        return await service.webhooks().remove(workspace)


def live() -> Backend:
    """Everything the routes need, as the settings have it."""
    chosen = settings.read()
    return Backend(
        desk=app.jobs.desk(),
        access=wiring.access(),
        records=StoredRecords(),
        shelves=StoredDocuments(),
        sources=StoredSources(),
        machine=ThisMachine(),
        news=StoredNews(),
        clock=wiring.clock(),
        audit=wiring.audit_log(),
        webhooks=StoredWebhooks(),
        reviews=StoredReviews(),
        past=StoredPastVerdicts(),
        people=wiring.access(),
        retention=StoredRetention(),
        public=chosen.public,
        workspace=wiring.own_workspace(),
        web=wiring.has_web(),
        news_hours=chosen.news_hours,
        passwords=chosen.passwords,
        identity_provider=identity.provider(),
        proxies=chosen.proxies,
    )
