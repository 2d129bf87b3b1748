"""`/`: a claim is handed in; what was checked lately."""

import asyncio
from dataclasses import replace
from typing import Any

from fastapi import APIRouter
from starlette.responses import RedirectResponse, Response

from veracious import app, demo
from veracious.domain.access import Grant
from veracious.domain.errors import InputError
from veracious.domain.job import DEMO
from veracious.faces.http import articles, jobs, verifications
from veracious.faces.http.models import CLAIM_CHARS
from veracious.faces.http.problems import Trouble
from veracious.faces.http.routes import Visit, Visiting, needs
from veracious.faces.web import check_page, claim_form, estimate_view, frame, recent, submission
from veracious.faces.web.claim_form import ClaimForm
from veracious.faces.web.estimate_view import EstimateView
from veracious.faces.web.routing import PageRoute

AS_ARTICLE, AS_ANSWER = "article", "answer"  # what the other buttons say
ADDRESS_OFFER = "This is an address, and no claim. The page there can be read as an article: its claims are found, and each is checked."
LONG_OFFER = (
    f"This is longer than a claim, which has {CLAIM_CHARS:,} characters at most. "
    "It can be taken as an article: its claims are found, and each is checked. "
    "Or as an answer: each of its claims is checked against documents that you give with it."
)
WRONG = 422

routes = APIRouter(route_class=PageRoute)


@routes.get("/", include_in_schema=False)
@needs(Grant.READ)
async def ask(visit: Visiting) -> Response:
    """The form, and what was checked lately."""
    text = visit.request.query_params.get("claim", "")[:CLAIM_CHARS]
    return await _page(visit, ClaimForm(claim=text, as_of=_today(visit)))


@routes.post("/", include_in_schema=False)
@needs(Grant.VERIFY)
async def hand_in(visit: Visiting) -> Response:
    """Hand a claim in, and go to where it is read. What is no claim is offered to be taken as an article."""
    form = claim_form.sent(visit.request.state.fields)
    if form.wrong:
        return await _page(visit, form, WRONG)
    if visit.request.state.fields.get("as") == AS_ANSWER:
        return await check_page.begun(visit, form.claim, form.as_of)
    if visit.request.state.fields.get("as") == AS_ARTICLE:
        return await _handed(visit, form, as_article=True)
    if form.is_address or form.is_long:
        return await _page(visit, form, offer=ADDRESS_OFFER if form.is_address else LONG_OFFER)
    return await _handed(visit, form, as_article=False)


@routes.post("/estimate", include_in_schema=False)
@needs(Grant.READ)
async def estimate(visit: Visiting) -> Response:
    """What it will take; alone where the page asks for it, else with the page around it."""
    form = claim_form.sent(visit.request.state.fields)
    found = EstimateView(trouble=" ".join(form.wrong.values())) if form.wrong else await _estimated(visit, form)
    if visit.request.headers.get("hx-request") == "true":
        return await frame.show(visit.request, "estimate.html.j2", {"estimate": found})
    return await _page(visit, form, WRONG if form.wrong else 200, estimate=found)


async def _handed(visit: Visit, form: ClaimForm, as_article: bool) -> Response:
    try:
        if as_article:
            whole = claim_form.article(form)
            handed = jobs.Handed(whole, articles.ordered(visit, whole), articles.SECONDS)
        else:
            bare = claim_form.claim(form)
            order = verifications.ordered(visit, bare)
            handed = jobs.Handed(bare, replace(order, collections=DEMO) if form.where == claim_form.WORLD else order)
        job = await submission.hand_in(visit, handed, form.key)
    except submission.REFUSALS as refused:
        status, why = submission.told(refused)
        return await _page(visit, form, status, alert=why)
    return RedirectResponse(recent.PLACES[job.kind] + job.id, 303)


async def _estimated(visit: Visit, form: ClaimForm) -> EstimateView:
    """The estimate of a form without faults."""
    try:
        if form.is_address or form.is_long:
            order = articles.ordered(visit, claim_form.article(form))
            return estimate_view.told(await asyncio.to_thread(app.costs.estimate_order, order))
        asked = verifications.ordered(visit, claim_form.claim(form))
        found = await asyncio.to_thread(app.costs.estimate_text, asked.claim, asked.as_of, asked.limits, web=asked.web)
        return estimate_view.told(found)
    except (Trouble, InputError) as refused:
        return EstimateView(trouble=submission.told(refused)[1])


async def _page(visit: Visit, form: ClaimForm, status: int = 200, **more: Any) -> Response:
    running, finished = await asyncio.gather(recent.running(visit), recent.finished(visit))
    said = {"offer": "", "alert": "", "estimate": None} | more
    known: dict[str, Any] = {"form": form, "has_web": visit.backend.web, "running": running, "finished": finished}
    known["examples"] = demo.examples() if len(finished) < recent.SHOWN else ()  # for who is new here
    return await frame.show(visit.request, "verify.html.j2", known | said, status, scripts=frame.LIVE)


def _today(visit: Visit) -> str:
    return visit.backend.clock.now().date().isoformat()
