"""`/v1/answers`: questions answered from the documents of the workspace."""

from typing import Annotated

from pydantic import Field
from starlette.responses import Response

from veracious.domain.access import Grant
from veracious.domain.job import AnswerOrder, Kind
from veracious.domain.ledger import Mode
from veracious.faces.http import jobs
from veracious.faces.http.models import CLAIM_CHARS, EVERYWHERE, KEPT, Collection, Day, Given, GivenLimits, Number
from veracious.faces.http.routes import Visiting, needs

routes = jobs.shared(Kind.ANSWER)


class GivenQuestion(Given):
    """A question to answer."""

    question: Annotated[str, Field(min_length=1, max_length=CLAIM_CHARS, pattern=KEPT, examples=["Where was Marie Curie born?"])]
    mode: Annotated[Mode, Field(strict=False)] = Field(
        default=Mode.ANSWER, description="An `answer` leaves out what no document carries; a `draft` keeps it and says so."
    )
    as_of: Day | None = Field(default=None, description="The day on which documents are old or not. Today, if left out.")
    collections: Annotated[list[Collection], Field(min_length=1)] = Field(default=list(EVERYWHERE), description="Where to look.")
    limits: GivenLimits = GivenLimits()
    priority: Annotated[int, Field(ge=0, le=100), Number] = Field(
        default=0, description="Among the jobs of the workspace; smaller runs first."
    )


@routes.post("/v1/answers", summary="Hand in a question to answer", **jobs.submitting(Kind.ANSWER, 402))
@needs(Grant.VERIFY)
async def submit(visit: Visiting, body: GivenQuestion, key: jobs.Key = "") -> Response:
    """Take a question in; it is answered by a worker, and read where `Location` says."""
    day = body.as_of or visit.backend.clock.now().date()
    order = AnswerOrder(body.question, day, body.mode, tuple(sorted(set(body.collections))), body.limits.limits())
    return await jobs.accept(visit, jobs.Handed(body, order, priority=body.priority), key)
