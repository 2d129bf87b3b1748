"""`/v1/estimates`: what verifying a claim or analysing an article will take, before it is done."""

import asyncio

from pydantic import Field
from starlette.responses import Response

from veracious import app
from veracious.domain.access import Grant
from veracious.domain.claim import Refusal
from veracious.faces import wire
from veracious.faces.http import articles, jobs
from veracious.faces.http.models import ClaimText, ContextText, Day, Given, GivenLimits
from veracious.faces.http.records import JSON, OBJECT, responses
from veracious.faces.http.routes import Visiting, needs, router

routes = router("estimates")


class GivenEstimate(Given):
    """A claim that may be verified."""

    claim: ClaimText
    as_of: Day | None = Field(default=None, description="The day as of which it would be checked. Today, if left out.")
    web: bool = Field(default=False, description="Whether the web would be searched.")
    context: ContextText = ""
    limits: GivenLimits = GivenLimits()


@routes.post(
    "/v1/estimates",
    operation_id="estimate_verification",
    response_class=Response,
    responses=responses(OBJECT, 409),
    summary="Estimate a verification",
)
@needs(Grant.READ)
async def estimate(visit: Visiting, body: GivenEstimate) -> Response:
    """What verifying a claim will take, expected and at worst; a claim that would be refused says so in `outcome`."""
    jobs.check_web(visit, body.web)
    day = body.as_of or visit.backend.clock.now().date()
    found = await asyncio.to_thread(app.costs.estimate_text, body.claim, day, body.limits.limits(), body.context, body.web)
    return Response(wire.reading(found) if isinstance(found, Refusal) else wire.estimate(found), media_type=JSON)


@routes.post(
    "/v1/estimates/articles",
    operation_id="estimate_article",
    response_class=Response,
    responses=responses(OBJECT, 409),
    summary="Estimate the analysis of an article",
)
@needs(Grant.READ)
async def estimate_article(visit: Visiting, body: articles.GivenArticleEstimate) -> Response:
    """What analysing an article will take, expected and at worst; one whose page is not read yet is taken to have as many claims as any."""
    order = articles.ordered(visit, body)
    return Response(wire.estimate(await asyncio.to_thread(app.costs.estimate_order, order)), media_type=JSON)
