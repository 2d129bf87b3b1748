"""`/v1/verifications`: claims checked against evidence."""

from typing import Annotated

from pydantic import Field
from starlette.responses import Response

from veracious.domain.access import Grant
from veracious.domain.job import ClaimOrder, Kind
from veracious.faces.http import jobs
from veracious.faces.http.models import EVERYWHERE, ClaimText, Collection, ContextText, Day, Given, GivenLimits, Number
from veracious.faces.http.routes import Visit, Visiting, needs

routes = jobs.shared(Kind.VERIFICATION)


class GivenClaim(Given):
    """A claim to verify."""

    claim: ClaimText
    as_of: Day | None = Field(
        default=None, description="Check it as of this day; later evidence is shown and not counted. Today, if left out."
    )
    collections: Annotated[list[Collection], Field(min_length=1)] = Field(default=list(EVERYWHERE), description="Where to look.")
    web: bool = Field(default=False, description="Whether to search the web for what the store does not have.")
    context: ContextText = ""
    limits: GivenLimits = GivenLimits()
    priority: Annotated[int, Field(ge=0, le=100), Number] = Field(
        default=0, description="Among the jobs of the workspace; smaller runs first."
    )


@routes.post("/v1/verifications", summary="Hand in a claim to verify", **jobs.submitting(Kind.VERIFICATION, 402, 409))
@needs(Grant.VERIFY)
async def submit(visit: Visiting, body: GivenClaim, key: jobs.Key = "") -> Response:
    """Take a claim in; it is verified by a worker, and read where `Location` says."""
    return await jobs.accept(visit, jobs.Handed(body, ordered(visit, body), priority=body.priority), key)


def ordered(visit: Visit, body: GivenClaim) -> ClaimOrder:
    """The order in a body; one with a web that is not there is refused."""
    jobs.check_web(visit, body.web)
    day = body.as_of or visit.backend.clock.now().date()
    return ClaimOrder(body.claim, day, tuple(sorted(set(body.collections))), body.web, body.limits.limits(), body.context)
