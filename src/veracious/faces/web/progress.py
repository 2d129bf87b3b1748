"""A run while it goes on: its steps as they happen, what it has cost, and the button that ends it.

The stream begins with all steps so far, in place of those on the page, unless the browser says which it had last. So whoever is cut
off, or comes back later, sees each step once.
"""

import time
from collections.abc import AsyncIterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import APIRouter, Path
from fastapi.responses import EventSourceResponse
from fastapi.sse import KEEPALIVE_COMMENT, format_sse_event
from starlette.responses import RedirectResponse, Response

from veracious.domain.access import Grant
from veracious.domain.errors import VeraciousError
from veracious.domain.job import Job, JobEvent
from veracious.domain.steps import EVENT_KINDS
from veracious.faces import step_words
from veracious.faces.http import cursors, events
from veracious.faces.http.routes import Visit, Visiting, needs
from veracious.faces.pages import foreign, words
from veracious.faces.web import estimate_view, frame, recent
from veracious.faces.web.routing import PageRoute

RunName = Annotated[str, Path(pattern=f"^{cursors.NAME}$")]
SPENT_SECONDS = 2.0  # between two looks at what a run has cost, at least
SPENT_SHARE = 0.05  # of the time may go into these looks: of a long run they take longer
SHOWN_AT_MOST = 300  # steps of a long run that are shown on its page; the last ones
AGAIN_SECONDS = 2  # after which a page without scripts asks again
TEXT_CHARS = 300
PLAIN = {"queued": "handed in", "running": "begun by a worker", "finished": "ended"}

routes = APIRouter(route_class=PageRoute)


@dataclass(frozen=True, slots=True)
class StepLine:
    """A step as it is shown."""

    number: int
    at: str
    word: str
    text: str


@routes.get("/jobs/{id}/steps", include_in_schema=False)
@needs(Grant.READ)
async def steps(visit: Visiting, id: RunName) -> Response:
    """The steps of a run as they happen."""
    await visit.backend.desk.fetch(visit.workspace, id)
    events.check_room(visit)
    last = visit.request.headers.get("last-event-id", "")
    return EventSourceResponse(_told(visit, id, int(last) if last.isdecimal() and len(last) < 10 else 0), headers=events.HEADERS)


@routes.get("/jobs/{id}/ended", include_in_schema=False)
@needs(Grant.READ)
async def ended(visit: Visiting, id: RunName) -> Response:
    """What tells a page whose run has ended to load what came of it."""
    await visit.backend.desk.fetch(visit.workspace, id)
    return Response(headers={"HX-Refresh": "true"})


@routes.post("/jobs/{id}/cancel", include_in_schema=False)
@needs(Grant.VERIFY)
async def cancel(visit: Visiting, id: RunName) -> Response:
    """Ask for the end of a run, and go back to its page."""
    job = await visit.backend.desk.cancel(visit.workspace, id)
    visit.about(job.id)
    return RedirectResponse(recent.place(job), 303)


async def page(visit: Visit, job: Job) -> Response:
    """The page of a run that is not finished."""
    found = await visit.backend.desk.events(visit.workspace, job.id)
    heading, cost = await recent.asked(visit, job), await spent(visit, job.id)
    said: dict[str, Any] = {"heading": heading, "job": job, "lines": lines(found), "spent": cost, "name": recent.NAMES[job.kind]}
    return await frame.show(visit.request, "running.html.j2", said | {"again": AGAIN_SECONDS}, scripts=frame.LIVE)


def lines(found: Sequence[JobEvent]) -> list[StepLine]:
    """Steps as they are shown."""
    return [_line(one) for one in found[-SHOWN_AT_MOST:]]


async def spent(visit: Visit, id: str) -> str:
    """What a run has used so far, in words; nothing where it cannot be told now."""
    try:
        return estimate_view.spent(await visit.backend.records.spent(visit.workspace, id))
    except VeraciousError:
        return ""


def _line(event: JobEvent) -> StepLine:
    known = EVENT_KINDS.get(event.kind)
    is_noted = event.kind not in step_words.WORDS and event.kind not in PLAIN  # its fields are for programs
    word = known.says if is_noted and known else PLAIN.get(event.kind, step_words.word(event.kind))
    text = words.plain(event.text) if event.kind in ("look", "finished") else event.text
    return StepLine(event.number, f"{event.at:%H:%M:%S}", word, "" if is_noted else foreign.cut(text, TEXT_CHARS))


async def _told(visit: Visit, id: str, after: int) -> AsyncIterator[bytes]:
    """Events with what the page puts in its places; the last says that the run has ended, also to one who has all its steps.

    Where the store fails, the stream ends, and the browser takes it up again.
    """
    is_fresh, due = after == 0, 0.0
    with suppress(VeraciousError):
        async for found in events.followed(visit, id, after):
            yield _steps(found, is_fresh) if found else KEEPALIVE_COMMENT
            is_fresh = is_fresh and not found
            began = time.monotonic()
            if began >= due or any(one.kind == "running" for one in found):
                yield await _standing(visit, id)
                now = time.monotonic()
                due = now + max(SPENT_SECONDS, (now - began) / SPENT_SHARE)
        if (await visit.backend.desk.fetch(visit.workspace, id)).is_finished:
            yield format_sse_event(data_str="ended", event="finished")


async def _standing(visit: Visit, id: str) -> bytes:
    """How far the run is, and what it has cost."""
    job = await visit.backend.desk.fetch(visit.workspace, id)
    text = frame.render("standing.html.j2", {"job": job, "spent": await spent(visit, id)})
    return format_sse_event(data_str=text, event="standing")


def _steps(found: Sequence[JobEvent], is_fresh: bool) -> bytes:
    """The whole list, or the steps that are new in it."""
    text = frame.render("steps.html.j2", {"lines": lines(found)})
    return format_sse_event(data_str=text, event="steps" if is_fresh else "step", id=str(found[-1].number))
