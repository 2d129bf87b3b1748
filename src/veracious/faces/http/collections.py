"""`/v1/collections`: what the store holds, which generation of it is searched, and how shared ones are filled anew."""

from datetime import datetime
from typing import Annotated

from fastapi import Path
from pydantic import Field

from veracious.domain.access import Grant
from veracious.domain.errors import SearchMissing
from veracious.domain.refresh import RefreshRun, RefreshState
from veracious.domain.store import SHARED, State
from veracious.faces.http import problems
from veracious.faces.http.models import Shown
from veracious.faces.http.problems import Trouble
from veracious.faces.http.routes import Visiting, needs, router

routes = router("collections")

NO_SEARCH = "This service searches no web. Have whoever runs it set VERACIOUS_SEARCH."
Name = Annotated[str, Path(description=f"One of {', '.join(SHARED)}.", max_length=100)]


class GenerationShown(Shown):
    """A whole collection as it was built at one time; the live one is searched."""

    id: int
    collection: str
    state: State
    documents: int
    passages: int
    words: int
    made_at: datetime
    live_at: datetime | None
    retired_at: datetime | None


class GenerationList(Shown):
    """The collections that a workspace can see."""

    generations: list[GenerationShown]


@routes.get("/v1/collections", operation_id="list_collections", response_model=GenerationList, summary="List collections")
@needs(Grant.READ)
async def listed(visit: Visiting) -> GenerationList:
    """Every generation that the workspace can see, with its size."""
    found = await visit.backend.shelves.generations(visit.workspace)
    rows = [GenerationShown(**{name: getattr(one, name) for name in GenerationShown.model_fields}) for one in found]
    return GenerationList(generations=rows)


class RefreshShown(Shown):
    """A refresh of a shared collection: when it ran, what came of it, and what it used."""

    id: str
    collection: str
    state: RefreshState
    made_at: datetime
    begun_at: datetime | None
    ended_at: datetime | None
    generation: int | None = Field(description="The generation that it made live.")
    pages: int = Field(description="Pages that it asked for; while it runs, the most that it may.")
    money_micros: int = Field(description="What its searches cost, in millionths; while it runs, the most that they may.")
    reason: str = Field(description="The kind of trouble it met; empty: none.")
    cause: str = Field(description="The same in a sentence.")


class RefreshList(Shown):
    """The last refreshes of a collection, the newest first."""

    refreshes: list[RefreshShown]


@routes.post(
    "/v1/collections/{name}/refreshes",
    operation_id="submit_refresh",
    status_code=202,
    response_model=RefreshShown,
    responses=problems.also(404, 409),
    summary="Fill current affairs anew",
)
@needs(Grant.ADMIN)
async def refresh(visit: Visiting, name: Name) -> RefreshShown:
    """Hand in a refresh of `current_affairs`; a worker begins it, within what is left of the limit of the day."""
    try:
        return _refresh(await visit.backend.news.ask(_shared(name)))
    except SearchMissing as missing:
        raise Trouble(409, "web_missing", NO_SEARCH) from missing


@routes.get(
    "/v1/collections/{name}/refreshes",
    operation_id="list_refreshes",
    response_model=RefreshList,
    responses=problems.also(404),
    summary="List the last refreshes of a collection",
)
@needs(Grant.ADMIN)
async def refreshes(visit: Visiting, name: Name) -> RefreshList:
    """The last refreshes, the newest first, with what went wrong."""
    return RefreshList(refreshes=[_refresh(one) for one in await visit.backend.news.newest(_shared(name))])


def _shared(name: str) -> str:
    if name not in SHARED:
        raise Trouble(404, "collection_missing", f"There is no such shared collection. There are {', '.join(SHARED)}.")
    return name


def _refresh(run: RefreshRun) -> RefreshShown:
    same = {name: getattr(run, name) for name in RefreshShown.model_fields if name not in ("pages", "money_micros")}
    return RefreshShown(**same, pages=run.use.pages, money_micros=run.use.money_micros)
