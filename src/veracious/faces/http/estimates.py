"""`/v1/estimates`: what verifying a claim or analysing an article will take, before it is done."""

import asyncio
from datetime import date

from pydantic import Field
from starlette.responses import Response

from veracious import app
from veracious.domain.access import Grant
from veracious.domain.claim import Refusal
from veracious.domain.job import ArticleOrder
from veracious.faces import wire
from veracious.faces.http import articles, jobs
from veracious.faces.http.models import ClaimText, ContextText, Day, Given, GivenLimits
from veracious.faces.http.records import JSON, OBJECT, responses
from veracious.faces.http.routes import Visiting, needs, router
from veracious.rules.dials import Dials

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
    return Response(await asyncio.to_thread(_estimated, body, day), media_type=JSON)


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
    return Response(await asyncio.to_thread(_estimated_article, order), media_type=JSON)


def _estimated_article(order: ArticleOrder) -> str:
    return wire.estimate(app.costs.estimate_article(app.articles.of_order(order), order.limits, Dials(), order.web))


def _estimated(body: GivenEstimate, day: date) -> str:
    dials = Dials()
    reading = app.claims.read(body.claim, day, body.context, dials)
    if isinstance(reading, Refusal):
        return wire.reading(reading)
    return wire.estimate(app.costs.estimate(reading, body.limits.limits(), dials, body.web))
