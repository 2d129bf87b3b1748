"""`/v/{id}/map` and `/v/{id}/scores`: parts of a verdict that are large, each at an address of its own.

The page of the verdict loads them where somebody opens them; without scripts it leads to them.
"""

from fastapi import APIRouter
from starlette.responses import RedirectResponse, Response

from veracious.domain.access import Grant
from veracious.faces.http.routes import Visit, Visiting, needs
from veracious.faces.web import frame, review_view, verdict_page
from veracious.faces.web.progress import RunName
from veracious.faces.web.routing import PageRoute

routes = APIRouter(route_class=PageRoute)


@routes.get("/v/{id}/map", include_in_schema=False)
@needs(Grant.READ)
async def evidence_map(visit: Visiting, id: RunName) -> Response:
    """The map of the evidence, drawn and in words."""
    return await _part(visit, id, "Map of the evidence", "map_body.html.j2")


@routes.get("/v/{id}/scores", include_in_schema=False)
@needs(Grant.READ)
async def scores(visit: Visiting, id: RunName) -> Response:
    """How the score of each piece was made."""
    return await _part(visit, id, "How each piece was scored", "scores_list.html.j2")


async def _part(visit: Visit, id: str, heading: str, template: str) -> Response:
    record = await verdict_page.of_claim(visit, id)
    shown = None if record is None else (await verdict_page.judged(visit.request, record))["view"]
    if record is None or shown is None or shown.judgement is None:
        return RedirectResponse(f"/v/{id}", 303)
    review = await review_view.of(visit, record)
    said = {"view": shown, "judgement": shown.judgement, "heading": heading, "body": template, "review": review}
    return await frame.show(visit.request, template if is_asked_by_page(visit) else "verdict_part.html.j2", said)


def is_asked_by_page(visit: Visit) -> bool:
    """Whether a page of ours asks, and wants the part alone."""
    return visit.request.headers.get("hx-request") == "true"
