"""`/a/{id}`: an article while it is taken apart and checked, and then its report."""

import asyncio
import json

from fastapi import APIRouter
from starlette.responses import RedirectResponse, Response

from veracious import app
from veracious.domain.access import Grant
from veracious.domain.record import Record
from veracious.domain.verdict import Outcome
from veracious.faces.http.routes import Visiting, needs
from veracious.faces.pages import article_view
from veracious.faces.pages.article_view import ArticleView
from veracious.faces.web import frame, progress, verdict_page
from veracious.faces.web.progress import RunName
from veracious.faces.web.routing import PageRoute
from veracious.flow.article import Analysis

STYLES = ("style.css", "ledger.css", "article.css", "site.css")

routes = APIRouter(route_class=PageRoute)


@routes.get("/a/{id}", include_in_schema=False)
@needs(Grant.READ)
async def article(visit: Visiting, id: RunName) -> Response:
    """An article and what came of it."""
    found = await verdict_page.find(visit, id)
    job, record = found.job, found.record
    if job is not None and job.kind.value != "article":
        return RedirectResponse(f"/v/{id}", 303)
    if job is not None and not job.is_finished:
        return await progress.page(visit, job)
    if record is None:
        return await verdict_page.without_record(visit, job)
    if record.envelope.id != id or verdict_page.ARTICLE not in json.loads(record.body.request):
        return RedirectResponse(f"/v/{record.envelope.id}", 303)
    shown, stopped = await asyncio.to_thread(_read, record)
    said = {"view": shown, "stopped": stopped, "cost": verdict_page.cost(job), "form": await verdict_page.again(visit, job)}
    return await frame.show(visit.request, "article_report.html.j2", said, styles=STYLES)


def _read(record: Record) -> tuple[ArticleView, str]:
    report = app.articles.report(record)
    stopped = "Stopped by a limit: some of it was not searched for." if report.outcome is Outcome.PARTIAL else ""
    return article_view.article(Analysis(report, record)), stopped
