"""`/health` and `/status`: whether the process lives, and what it stands on."""

import asyncio
from collections.abc import Awaitable
from datetime import datetime, timedelta
from typing import Literal, TypeVar

from pydantic import Field

from veracious import __version__
from veracious.domain.access import Grant
from veracious.domain.errors import VeraciousError
from veracious.domain.job import Executor, Workload
from veracious.domain.model import Examination
from veracious.domain.refresh import CollectionAge, RefreshState
from veracious.faces.http.backend import Backend
from veracious.faces.http.models import Shown
from veracious.faces.http.routes import Visiting, needs, router

T = TypeVar("T")

SILENT = timedelta(seconds=30)  # after which a worker that does not tell that it lives is not counted

routes = router("standing")


class Health(Shown):
    """That the process answers; it says nothing of what it stands on."""

    status: Literal["ok"] = "ok"


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


class Status(Shown):
    """What the service stands on, what waits and who works."""

    status: Literal["ok", "degraded"]
    version: str
    dependencies: list[Dependency]
    queues: dict[str, dict[str, int]] = Field(description="Jobs that are not finished, by queue and state.")
    workers: int = Field(description="Workers that told lately that they live.")
    worker_versions: list[str]
    models: list[ModelShown]
    collections: list[AgeShown] = Field(description="Shared collections that hold something, or are refreshed.")


@routes.get("/health", operation_id="get_health", response_model=Health, summary="See whether the process lives")
async def health() -> Health:
    """That the process answers."""
    return Health()


@routes.get("/status", operation_id="get_status", response_model=Status, summary="See what the service stands on")
@needs(Grant.READ)
async def status(visit: Visiting) -> Status:
    """What the service stands on; it answers, too, where the store does not."""
    backend, seconds = visit.backend, visit.backend.pace.look
    store, standing, models, ages = await asyncio.gather(
        _soon(backend.machine.store(), seconds),
        _soon(backend.desk.standing(), seconds),
        _soon(backend.machine.models(), seconds),
        _soon(backend.news.ages(), seconds),
    )
    shown = [_model(one) for one in models or ()]
    parts = [
        Dependency(name="store", ok=store is not None and store.usable and store.running, version=store.server if store else ""),
        Dependency(name="vectors", ok=store is not None and bool(store.vector), version=store.vector if store else ""),
        Dependency(name="queue", ok=standing is not None),
        Dependency(name="models", ok=bool(shown) and all(one.ok for one in shown)),
    ]
    alive = awake(backend, standing)
    return Status(
        status="ok" if all(one.ok for one in parts) and alive else "degraded",
        version=__version__,
        dependencies=parts,
        queues={name: dict(states) for name, states in standing.queues.items()} if standing else {},
        workers=len(alive),
        worker_versions=sorted({one.version for one in alive}),
        models=shown,
        collections=[_age(one) for one in ages or ()],
    )


def awake(backend: Backend, standing: Workload | None) -> list[Executor]:
    """The workers that told lately that they live."""
    now = backend.clock.now()
    return [one for one in standing.executors if one.seen_at > now - SILENT] if standing else []


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
