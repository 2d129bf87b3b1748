"""`/published`: what a workspace published, for everybody: verdicts, corrections with their feed, and a form to say that one is wrong.

The setting names the workspace; without it none of these addresses exists. Nothing else is open: no text that a quote stands in, no record,
no draft, no note that a draft was returned with.
"""

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

from fastapi import APIRouter
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from veracious.domain.access import Caller, Grant
from veracious.domain.errors import ArchiveUnavailable, FeedbackTooMuch, RecordError
from veracious.domain.review import FEEDBACK_CHARS, Act
from veracious.faces.http import addresses, review_desk
from veracious.faces.http.backend import Backend
from veracious.faces.http.problems import of_error
from veracious.faces.http.review_desk import Reviewed
from veracious.faces.http.routes import Visit
from veracious.faces.pages import foreign
from veracious.faces.web import feedback_limit, frame, public_cache, review_page, review_view, verdict_page
from veracious.faces.web.address_limit import ReadingLimit
from veracious.faces.web.claim_form import ClaimForm
from veracious.faces.web.feedback_limit import FeedbackLimit
from veracious.faces.web.kept_pages import KeptPages
from veracious.faces.web.progress import RunName
from veracious.faces.web.review_view import ReviewView
from veracious.faces.web.routing import PageRoute

HOME = "/published/"
ATOM = "application/atom+xml; charset=utf-8"
IN_FEED, SHOWN = 50, 50
INSIDE = frozenset({Act.RETURNED, Act.UNPUBLISHED})  # what stays among those who review
BEGINNING = datetime(1970, 1, 1, tzinfo=UTC)  # of a feed that has nothing yet
SAID = "said"  # in the address, after something was sent
EMPTY = "Say what is wrong, and how you know."
TOO_LONG = f"That is longer than {FEEDBACK_CHARS:,} characters. Say it in fewer."

Find = Callable[[Visit, int | None], Coroutine[Any, Any, dict[str, Any]]]

routes = APIRouter(route_class=PageRoute)


@dataclass(frozen=True, slots=True)
class FeedbackForm:
    """The form as it was sent, and what came of it."""

    text: str = ""
    wrong: str = ""
    is_sent: bool = False


@routes.get("/published", include_in_schema=False)
async def listed(request: Request) -> Response:
    """What was published, the newest first."""
    visit = reader(request)
    return await _show(visit, "published.html.j2", await _kept(visit, _listed, review_page.place(visit)))


@routes.get("/published/corrections", include_in_schema=False)
async def corrections(request: Request) -> Response:
    """What was corrected of it, and why."""
    visit = reader(request)
    return await _show(visit, "published_corrections.html.j2", await _kept(visit, _corrections, review_page.place(visit)))


@routes.get("/published/corrections.atom", include_in_schema=False)
async def feed(request: Request) -> Response:
    """The same as a feed."""
    said = await _kept(reader(request), _feed)
    return public_cache.kept(request, Response(said["text"], headers=dict(frame.HEADERS), media_type=ATOM), is_shared=True)


@routes.get("/published/{id}", include_in_schema=False)
async def verdict(request: Request, id: RunName) -> Response:
    """A published verdict."""
    return await _verdict(reader(request), id, FeedbackForm(is_sent=SAID in request.query_params))


@routes.post("/published/{id}/feedback", include_in_schema=False)
async def say(request: Request, id: RunName) -> Response:
    """Take what a reader says of a published verdict; it goes to the queue."""
    visit = reader(request)
    await published(visit, id)
    text = request.state.fields.get("text", "").replace("\r\n", "\n").replace("\r", "\n").strip()
    if not text or len(text) > FEEDBACK_CHARS:
        return await _verdict(visit, id, FeedbackForm(text[:FEEDBACK_CHARS], TOO_LONG if text else EMPTY), 422)
    limit: FeedbackLimit = request.app.state.feedback_limit
    now, box = visit.backend.clock.now(), visit.backend.reviews.feedback(visit.workspace)
    try:
        limit.take(addresses.of(request))
        await box.put(id, text, now, now - feedback_limit.HOUR, feedback_limit.IN_AN_HOUR, feedback_limit.OF_RECORD)
    except FeedbackTooMuch as refused:
        sketch = of_error(refused)
        answer = await _verdict(visit, id, FeedbackForm(text, sketch.detail), sketch.status)
        answer.headers.update(sketch.headers)
        return answer
    return RedirectResponse(f"{HOME}{id}?{SAID}=1#feedback", 303)


def reader(request: Request) -> Visit:
    """Whoever comes, as somebody who reads in the workspace that publishes; where none does, there is nothing here.

    Each request is counted by its address.
    """
    backend: Backend = request.app.state.backend
    if not backend.public:
        raise HTTPException(404)
    limit: ReadingLimit = request.app.state.reading_limit
    limit.take(addresses.of(request))
    return Visit(backend, Caller(backend.public, "", Grant.READ), request)


async def _kept(visit: Visit, find: Find, place: int | None = None) -> dict[str, Any]:
    """What a list says from this place on, the same for all who read it; as it was some seconds ago at most."""
    pages: KeptPages = visit.request.app.state.kept_pages
    return await pages.get((find.__name__, place), lambda: find(visit, place))


async def _listed(visit: Visit, before: int | None) -> dict[str, Any]:
    entries = await visit.backend.reviews.log(visit.workspace).newest((Act.PUBLISHED,), SHOWN + 1, before, "", True)
    found = await review_desk.of_records(visit, [one.record for one in entries[:SHOWN]])
    rows = [_row(one) for one in found if one.state.published is not None]
    return {"rows": rows, "more": entries[SHOWN - 1].place if len(entries) > SHOWN else None}


async def _corrections(visit: Visit, before: int | None) -> dict[str, Any]:
    found, more = await review_desk.corrections(visit.backend, visit.workspace, before, SHOWN, published=True)
    return {"rows": await review_page.corrected(visit, found, HOME), "more": more}


async def _feed(visit: Visit, before: int | None) -> dict[str, Any]:
    found, _ = await review_desk.corrections(visit.backend, visit.workspace, before, IN_FEED, published=True)
    rows = await review_page.corrected(visit, found, HOME)
    numbers = {(one.record, one.at): one.number for one in found}
    said = {"rows": [(one, claim, link, numbers[one.record, one.at]) for one, claim, link in rows], "workspace": visit.workspace}
    updated = found[0].at if found else BEGINNING
    text = await asyncio.to_thread(frame.render, "corrections.atom.j2", said | {"updated": updated.isoformat()}, True)
    return {"text": text.lstrip()}


async def published(visit: Visit, id: str) -> Reviewed:
    """The record of this name, if it is published; else it is not there."""
    if id not in await visit.backend.reviews.log(visit.workspace).of([id]):  # nobody has said anything of it: it is not even looked at
        raise HTTPException(404)
    try:
        record = await visit.backend.records.fetch(visit.workspace, id)
    except ArchiveUnavailable:
        raise
    except RecordError:
        raise HTTPException(404) from None
    found = await review_desk.look(visit.backend, visit.workspace, record)
    if found is None or found.state.published is None or record.envelope.id != id:
        raise HTTPException(404)
    return found


async def _verdict(visit: Visit, id: str, form: FeedbackForm, status: int = 200) -> Response:
    found = await published(visit, id)
    entries = [one for one in found.entries if one.act not in INSIDE]
    review: ReviewView = replace(review_view.view(found), entries=tuple(review_view.lines(entries)))
    about = {"review": review, "feedback": form, "claim": foreign.visible(found.claim)}
    if review.is_withdrawn:
        return await _show(visit, "published_withdrawn.html.j2", about, status)
    about |= {"form": ClaimForm(), "cost": ""}  # that of the run, which is nobody's out there
    about |= await verdict_page.judged(visit.request, found.record, is_public=True)
    return await _show(visit, "published_verdict.html.j2", about, status)


async def _show(visit: Visit, template: str, said: dict[str, Any], status: int = 200) -> Response:
    has_form = "feedback" in said  # without one the page is the same for all
    answer = await frame.show(visit.request, template, said, status, review_page.STYLES, is_public=True, has_form=has_form)
    return public_cache.kept(visit.request, answer, is_shared=not has_form)


def _row(found: Reviewed) -> review_page.QueueRow:
    kind, word = review_view.standing(found.state)
    at = found.state.published.at if found.state.published else BEGINNING
    return review_page.QueueRow(found.record.envelope.id, foreign.cut(found.claim, review_page.TEXT_CHARS), kind, word, at)
