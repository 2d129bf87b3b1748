"""`/v1/checks`: answers that somebody wrote, checked against documents that are sent with them."""

from typing import Annotated

from pydantic import Field
from starlette.responses import Response

from veracious.domain.access import Grant
from veracious.domain.job import CheckOrder, Kind
from veracious.faces.http import jobs
from veracious.faces.http.models import DOCUMENTS_AT_MOST, KEPT, Day, Given, GivenEvidence, Number, Text
from veracious.faces.http.routes import Visiting, needs

routes = jobs.shared(Kind.CHECK)


class GivenCheck(Given):
    """An answer, and the documents that should carry it."""

    answer: Text = Field(description="The answer, plain or Markdown.", examples=["Marie Curie was born in Warsaw."])
    documents: Annotated[list[GivenEvidence], Field(min_length=1, max_length=DOCUMENTS_AT_MOST)]
    question: Annotated[str, Field(pattern=KEPT)] = Field(default="", description="What was asked; it tells what the answer rests on.")
    as_of: Day | None = Field(default=None, description="The day on which documents are old or not. Today, if left out.")
    priority: Annotated[int, Field(ge=0, le=100), Number] = Field(
        default=0, description="Among the jobs of the workspace; smaller runs first."
    )


@routes.post("/v1/checks", summary="Hand in an answer to check", **jobs.submitting(Kind.CHECK))
@needs(Grant.VERIFY)
async def submit(visit: Visiting, body: GivenCheck, key: jobs.Key = "") -> Response:
    """Take an answer in; it is checked by a worker, and read where `Location` says."""
    day = body.as_of or visit.backend.clock.now().date()
    order = CheckOrder(body.answer, day, tuple(one.document() for one in body.documents), body.question)
    return await jobs.accept(visit, jobs.Handed(body, order, priority=body.priority), key)
