"""`/v/{id}/brief`: a verdict on two pages of paper; with `?appendix=1` the whole report behind them."""

import asyncio

from fastapi import APIRouter
from starlette.responses import Response

from veracious import app
from veracious.domain.access import Grant
from veracious.domain.record import Record
from veracious.domain.report import Report
from veracious.faces.exports.brief import Brief, brief
from veracious.faces.http.routes import Visiting, needs
from veracious.faces.pages import view, words
from veracious.faces.web import claim_record, exports, frame, verdict_page
from veracious.faces.web.progress import RunName
from veracious.faces.web.routing import PageRoute

STYLES = (*frame.STYLES, "brief.css")
APPENDIX = "appendix"

routes = APIRouter(route_class=PageRoute)


@routes.get("/v/{id}/brief", include_in_schema=False)
@needs(Grant.READ)
async def page(visit: Visiting, id: RunName) -> Response:
    """A verdict, to be printed."""
    found = await claim_record.find(visit, id)
    if isinstance(found, Response):
        return found
    report, shown, cut = await asyncio.to_thread(_read, found)
    with_appendix = visit.request.query_params.get(APPENDIX) == "1"
    standing = await exports.stands(visit, found)
    said = {
        "view": shown,
        "brief": cut,
        "standing": standing,
        "word": words.VERDICTS[standing.verdict] if standing.verdict else "",
        "shown_kind": standing.kind(shown.headline.kind),
        "stopped": verdict_page.stopped(report),
        "host": visit.request.url.netloc,
    }
    template = "brief_appendix.html.j2" if with_appendix else "brief.html.j2"
    return await frame.show(visit.request, template, said | {"with_appendix": with_appendix}, styles=STYLES)


def _read(record: Record) -> tuple[Report, view.View, Brief]:
    report = app.records.report(record)
    shown = view.view(record, report)
    return report, shown, brief(shown)
