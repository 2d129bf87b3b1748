"""`/health`, `/ready`, `/status` and `/v1/status`: whether the process lives, whether it can do its work, what it stands on, and what a
workspace may know of that.
"""

import asyncio
from collections.abc import Awaitable, Sequence
from datetime import datetime, timedelta
from typing import Literal, TypeVar

from pydantic import Field
from starlette.requests import Request

from veracious import __version__, app
from veracious.domain.access import Grant
from veracious.domain.errors import VeraciousError
from veracious.domain.job import Executor, Workload
from veracious.domain.model import Examination
from veracious.domain.refresh import CollectionAge, RefreshState
from veracious.domain.store import Reembedding
from veracious.faces.http import problems
from veracious.faces.http.backend import Backend
from veracious.faces.http.looks import SharedLook
from veracious.faces.http.models import Shown
from veracious.faces.http.problems import Trouble
from veracious.faces.http.routes import Visiting, needs, router

T = TypeVar("T")

READY_SECONDS = 1.0  # that an answer of the store counts where anybody may ask
SILENT = timedelta(seconds=30)  # after which a worker that does not tell that it lives is not counted

WHY = (
    "Why it is degraded: the store or the queue does not answer, something is not installed, no worker lives, the store has no room to"
    " write, the news that it fetched are stale, or collections wait for vectors of the embedder in use. What cannot be known without the"
    " store is not named beside `store_down`."
)

routes = router("standing")


class Health(Shown):
    """That the process answers; it says nothing of what it stands on."""

    status: Literal["ok"] = "ok"


class Ready(Shown):
    """That requests may be sent to this process: the store answers it."""

    status: Literal["ready"] = "ready"


class Dependency(Shown):
    """Something the service stands on."""

    name: str
    ok: bool
    version: str = ""


class ModelShown(Shown):
    """A model that runs are made with, by the digest of its files."""

    role: str
    name: str | None = None
    version: str | None = None
    digest: str | None = None
    ok: bool


class FailureShown(Shown):
    """The last refresh of a collection that met trouble; what it said of it stands with the refreshes of the collection."""

    at: datetime
    state: RefreshState = Field(description="What came of the refresh: one that is `refreshed` met trouble and yet made a new generation.")
    reason: str = Field(
        description="The kind of trouble: `searches_failed`, `some_searches_failed`, `nothing_read`, `limit_reached`, or an error."
    )


class AgeShown(Shown):
    """How old what is searched of a shared collection is."""

    collection: str
    as_of: datetime | None = Field(description="When it was read from the web, or else made live; null: there is nothing in it.")
    age_seconds: int | None
    documents: int
    last_refresh: datetime | None = Field(description="When a refresh was begun last, whatever came of it.")
    last_failure: FailureShown | None


class ReembeddingShown(Shown):
    """A collection whose vectors are of another embedder than the one in use. It is searched by words and facts alone meanwhile."""

    collection: str
    workspaces: int = Field(description="Whose collections of this name wait; 0: it is shared.")
    passages: int
    embedded: int = Field(description="Passages that are embedded anew.")


class Status(Shown):
    """What the service stands on, what waits and who works."""

    status: Literal["ok", "degraded"]
    reasons: list[app.health.Reason] = Field(description=WHY)
    version: str
    dependencies: list[Dependency]
    queues: dict[str, dict[str, int]] = Field(description="Jobs that are not finished, by queue and state.")
    workers: int = Field(description="Workers that told lately that they live.")
    worker_versions: list[str]
    models: list[ModelShown]
    collections: list[AgeShown] = Field(description="Shared collections that hold something, or are refreshed.")
    reembedding: list[ReembeddingShown] = Field(description="Collections that wait for `veracious db reembed`.")


class WorkspaceStatus(Shown):
    """Whether the service works, and what of the workspace waits."""

    status: Literal["ok", "degraded"]
    reasons: list[app.health.Reason] = Field(description=WHY)
    version: str
    jobs: int | None = Field(description="Jobs of the workspace that are not finished; null: not known now.")
    collections: list[AgeShown] = Field(description="Shared collections that hold something, or are refreshed.")
    reembedding: list[ReembeddingShown] = Field(description="Collections of the workspace, and shared ones, that wait for new vectors.")


@routes.get("/health", operation_id="get_health", response_model=Health, summary="See whether the process lives")
async def health() -> Health:
    """That the process answers."""
    return Health()


@routes.get(
    "/ready", operation_id="get_readiness", response_model=Ready, responses=problems.also(503), summary="See whether the process can work"
)
async def ready(request: Request) -> Ready:
    """That requests may be sent here. It is told within a second, and the store is asked once in a second, however many want to know."""
    backend: Backend = request.app.state.backend
    if backend.closing.is_set():
        raise _unready("The process is about to end.")
    if await standing(request, READY_SECONDS) is None:
        raise _unready("The store does not answer.")
    return Ready()


@routes.get("/status", operation_id="get_status", response_model=Status, summary="See what the service stands on")
@needs(Grant.OPERATOR)
async def status(visit: Visiting) -> Status:
    """What the service stands on; it answers, too, where the store does not."""
    backend, seconds = visit.backend, visit.backend.pace.look
    store, standing, models, ages, room, waiting = await asyncio.gather(
        _soon(backend.machine.store(), seconds),
        _soon(backend.desk.standing(), seconds),
        _soon(_or_none_found(backend.machine.models()), seconds),
        _soon(backend.news.ages(), seconds),
        _soon(backend.machine.has_room(), seconds),
        _soon(backend.machine.reembeddings(), seconds),
    )
    shown = [_model(one) for one in models or ()]
    parts = [
        Dependency(name="store", ok=store is not None and store.usable and store.running, version=store.server if store else ""),
        Dependency(name="vectors", ok=store is not None and bool(store.vector), version=store.vector if store else ""),
        Dependency(name="queue", ok=standing is not None),
        Dependency(name="models", ok=models is None or (bool(shown) and all(one.ok for one in shown))),
    ]
    alive, is_ok = awake(backend, standing), {one.name: one.ok for one in parts}
    found = app.health.Findings(
        store=is_ok["store"],
        vectors=is_ok["vectors"] or store is None or not store.running,
        queue=is_ok["queue"],
        models=is_ok["models"],
        workers=bool(alive) or standing is None,
        room=room is not False,
        news=app.health.is_fresh(ages or (), backend.news_hours),
        fresh_vectors=not waiting,
    )
    return Status(
        status="degraded" if app.health.reasons(found) else "ok",
        reasons=list(app.health.reasons(found)),
        version=__version__,
        dependencies=parts,
        queues={name: dict(states) for name, states in standing.queues.items()} if standing else {},
        workers=len(alive),
        worker_versions=sorted({one.version for one in alive}),
        models=shown,
        collections=[_age(one) for one in ages or ()],
        reembedding=_reembedding(waiting or ()),
    )


@routes.get("/v1/status", operation_id="get_workspace_status", response_model=WorkspaceStatus, summary="See whether the service works")
@needs(Grant.READ)
async def workspace_status(visit: Visiting) -> WorkspaceStatus:
    """Whether the service works, and what of the workspace waits; of others it tells nothing."""
    backend, seconds = visit.backend, visit.backend.pace.look
    found, allowance, ages, waiting = await asyncio.gather(
        look(backend, seconds, workspace=visit.workspace),
        _soon(backend.access.allowance(visit.workspace, ""), seconds),
        _soon(backend.news.ages(), seconds),
        _soon(backend.machine.reembeddings(visit.workspace), seconds),
    )
    return WorkspaceStatus(
        status="degraded" if found else "ok",
        reasons=list(found),
        version=__version__,
        jobs=None if allowance is None else allowance[1].jobs,
        collections=[_age(one) for one in ages or ()],
        reembedding=_reembedding(waiting or ()),
    )


async def look(
    backend: Backend, seconds: float, standing: Workload | None = None, workspace: str | None = None
) -> tuple[app.health.Reason, ...]:
    """Why the service is degraded, for everybody or for one workspace, as far as it can be told without a look at the models."""
    asked, ages, room, waiting = await asyncio.gather(
        _soon(backend.desk.standing(), seconds) if standing is None else _known(standing),
        _soon(backend.news.ages(), seconds),
        _soon(backend.machine.has_room(), seconds),
        _soon(backend.machine.reembeddings(workspace), seconds),
    )
    return app.health.reasons(
        app.health.Findings(
            store=asked is not None,
            workers=bool(awake(backend, asked)) or asked is None,
            room=room is not False,
            news=app.health.is_fresh(ages or (), backend.news_hours),
            fresh_vectors=not waiting,
        )
    )


async def _known(value: T) -> T:
    return value


def awake(backend: Backend, standing: Workload | None) -> list[Executor]:
    """The workers that told lately that they live."""
    now = backend.clock.now()
    return [one for one in standing.executors if one.seen_at > now - SILENT] if standing else []


async def standing(request: Request, fresh: float = 0.0) -> Workload | None:
    """What stands in the queues and who works, if the store tells it soon."""
    if getattr(request.state, "store_away", False):  # it was waited for already
        return None
    look: SharedLook[Workload] = request.app.state.standing
    backend: Backend = request.app.state.backend
    return await look.within(backend.pace.scrape, fresh)


def _unready(why: str) -> Trouble:
    return Trouble(503, "not_ready", f"{why} Send requests elsewhere, and ask again.", {"Retry-After": str(problems.SHORTLY_S)})


async def _or_none_found(asked: Awaitable[Sequence[Examination]]) -> Sequence[Examination]:
    """The models; none where they cannot be loaded. What takes long on a busy machine is not known yet, and not missing."""
    try:
        return await asked
    except VeraciousError:
        return ()


async def _soon(asked: Awaitable[T], seconds: float) -> T | None:
    """What was asked for, or nothing when it fails or takes too long."""
    try:
        return await asyncio.wait_for(asked, seconds)
    except (VeraciousError, TimeoutError):
        return None


def _age(age: CollectionAge) -> AgeShown:
    """An age as it is shown; what a provider said of a failure may name a host of ours, and is not."""
    trouble = age.last_trouble
    failure = None
    if trouble is not None:
        failure = FailureShown(at=trouble.ended_at or trouble.begun_at or trouble.made_at, state=trouble.state, reason=trouble.reason)
    return AgeShown(
        collection=age.collection,
        as_of=age.as_of,
        age_seconds=age.age_seconds,
        documents=age.documents,
        last_refresh=None if age.last is None else age.last.begun_at,
        last_failure=failure,
    )


def _reembedding(waiting: Sequence[Reembedding]) -> list[ReembeddingShown]:
    """What waits, by collection: whose it is, an operator need not know."""
    by_name: dict[str, list[Reembedding]] = {}
    for one in waiting:
        by_name.setdefault(one.collection, []).append(one)
    return [
        ReembeddingShown(
            collection=name,
            workspaces=sum(one.workspace != "" for one in those),
            passages=sum(one.passages for one in those),
            embedded=sum(one.embedded for one in those),
        )
        for name, those in by_name.items()
    ]


def _model(examination: Examination) -> ModelShown:
    if examination.model is None:
        return ModelShown(role=examination.place.role, ok=False)
    return ModelShown(
        role=examination.place.role,
        name=examination.model.name,
        version=examination.model.version,
        digest=examination.model.digest,
        ok=True,
    )
