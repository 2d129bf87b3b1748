"""`/collections`: what the store holds, which generation of it is searched, how old it is; the news fetched anew, a step back."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from fastapi import APIRouter
from starlette.exceptions import HTTPException
from starlette.responses import RedirectResponse, Response

from veracious import app
from veracious.domain.access import Grant
from veracious.domain.errors import SearchMissing
from veracious.domain.refresh import CollectionAge, RefreshRun, RefreshState
from veracious.domain.store import SHARED, Generation, State
from veracious.faces.http import collections
from veracious.faces.http.problems import Trouble
from veracious.faces.http.routes import Visit, Visiting, needs
from veracious.faces.pages import foreign
from veracious.faces.web import frame
from veracious.faces.web.routing import PageRoute

CURRENT = app.collections.CURRENT
CAUSE_CHARS, NUMBER_CHARS = 300, 18
NAMES: Mapping[str, str] = {
    "documents": "Documents that were put here",
    "web": "Pages read on the web",
    "static": "Texts that all share",
    "current_affairs": "News that all share",
}
STATES: Mapping[State, str] = {State.LIVE: "searched", State.RETIRED: "kept, not searched", State.BUILDING: "being built"}
RUNS: Mapping[RefreshState, str] = {
    RefreshState.ASKED: "waits for a worker",
    RefreshState.RUNNING: "is running",
    RefreshState.REFRESHED: "is what is searched now",
    RefreshState.UNCHANGED: "found nothing new",
    RefreshState.FAILED: "failed",
}

routes = APIRouter(route_class=PageRoute)


@dataclass(frozen=True, slots=True)
class GenerationRow:
    """A generation in the list."""

    id: int
    name: str
    state: str
    documents: str
    passages: str
    made: str
    may_go_back: bool


@dataclass(frozen=True, slots=True)
class RunRow:
    """A refresh in the list."""

    when: str
    word: str
    cause: str


@routes.get("/collections", include_in_schema=False)
@needs(Grant.READ)
async def page(visit: Visiting) -> Response:
    """The collections that the workspace can see."""
    may_change = visit.caller.grant.allows(Grant.ADMIN)
    generations = await visit.backend.shelves.generations(visit.workspace)
    runs = await visit.backend.news.newest(CURRENT) if may_change else ()
    ages = await visit.backend.news.ages()
    said = {
        "rows": [_row(one, may_change) for one in generations],
        "ages": [(NAMES.get(one.collection, one.collection), _age(one)) for one in ages],
        "runs": [_run(one) for one in runs],
        "may_change": may_change,
        "has_web": visit.backend.web,
        "asked": visit.request.query_params.get("asked") == "1",
        "switched": visit.request.query_params.get("switched") == "1",
    }
    return await frame.show(visit.request, "collections.html.j2", said)


@routes.post("/collections/refresh", include_in_schema=False)
@needs(Grant.ADMIN)
async def refresh(visit: Visiting) -> Response:
    """Hand in a refresh of current affairs, within what is left of the limit of the day."""
    try:
        await visit.backend.news.ask(CURRENT)
    except SearchMissing as missing:
        raise Trouble(409, "web_missing", collections.NO_SEARCH) from missing
    return RedirectResponse("/collections?asked=1", 303)


@routes.post("/collections/switch", include_in_schema=False)
@needs(Grant.ADMIN)
async def switch(visit: Visiting) -> Response:
    """Go back to a generation of the workspace's own that was searched before."""
    wanted = visit.request.state.fields.get("generation", "")
    found = await _own(visit, wanted)
    if found is None:
        raise HTTPException(404)
    await visit.backend.shelves.switch(visit.workspace, found.id)
    return RedirectResponse("/collections?switched=1", 303)


async def _own(visit: Visit, wanted: str) -> Generation | None:
    """The generation of this number, if the workspace may go back to it."""
    generations: Sequence[Generation] = await visit.backend.shelves.generations(visit.workspace)
    return next((one for one in generations if str(one.id) == wanted and _may_go_back(one)), None)


def _may_go_back(one: Generation) -> bool:
    """Shared collections are the operator's; what is being built may be half a collection."""
    return one.collection not in SHARED and one.state is State.RETIRED


def _row(one: Generation, may_change: bool) -> GenerationRow:
    return GenerationRow(
        id=one.id,
        name=NAMES.get(one.collection, one.collection),
        state=STATES[one.state],
        documents=f"{one.documents:,}",
        passages=f"{one.passages:,}",
        made=_moment(one.made_at),
        may_go_back=may_change and _may_go_back(one),
    )


def _age(one: CollectionAge) -> str:
    """How old what readers see is, and what went wrong last."""
    told = "nothing in it yet" if one.as_of is None else f"as of {_moment(one.as_of)}"
    if one.last_trouble is None:
        return f"{told}."
    when = one.last_trouble.ended_at or one.last_trouble.begun_at or one.last_trouble.made_at
    return f"{told}. A refresh of {_moment(when)} met trouble."


def _run(one: RefreshRun) -> RunRow:
    return RunRow(_moment(one.begun_at or one.made_at), RUNS[one.state], foreign.cut(one.cause or one.reason, CAUSE_CHARS))


def _moment(at: datetime) -> str:
    return f"{at.astimezone(UTC):%Y-%m-%d %H:%M} UTC"
