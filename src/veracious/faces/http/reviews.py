"""`/v1/records/{id}/review`, `/v1/reviews`, `/v1/corrections`, `/v1/feedback`: who stands behind a verdict, and who doubts it."""

from datetime import datetime
from typing import Annotated, Literal

from fastapi import Path, Query
from pydantic import Field
from starlette.responses import Response

from veracious.domain.access import Grant
from veracious.domain.archive import Listed
from veracious.domain.errors import PersonNeeded
from veracious.domain.review import FEEDBACK_CHARS, WHY_CHARS, Act, Feedback, ReviewEntry, ReviewRequest, Stage
from veracious.domain.verdict import Verdict
from veracious.faces.http import cursors, review_desk
from veracious.faces.http.models import COUNT_AT_MOST, KEPT, SEEN, Given, Number, Paging, QueryParameters, Shown
from veracious.faces.http.problems import Trouble, also
from veracious.faces.http.records import RecordName
from veracious.faces.http.review_desk import Disputed, Reviewed
from veracious.faces.http.routes import Visiting, needs, router

CORRECTIONS, WAITING = "corrections", "feedback"  # the lists that cursors are of
NO_VERDICT = "The record has no verdict of a claim, so nobody can stand behind one."
NO_FEEDBACK = "There is no such feedback that waits in this workspace. `GET /v1/feedback` lists what does."

routes = router("reviews")

Why = Annotated[str, Field(max_length=WHY_CHARS, pattern=KEPT, description="The reason of a change, the note of a return.")]
FeedbackNumber = Annotated[int, Path(ge=1, le=COUNT_AT_MOST, description="The number of the feedback.")]


class GivenReview(Given):
    """What a person says of a verdict."""

    act: Annotated[Act, Field(strict=False)]
    digest: Annotated[str, Field(pattern="^sha256:[0-9a-f]{64}$")] = Field(description="Of the body of the record that was read.")
    seen: Annotated[int, Field(ge=0, le=COUNT_AT_MOST), Number] = Field(
        description="`seen` of the review that was read; when somebody has said something since, nothing is written."
    )
    verdict: Annotated[Verdict, Field(strict=False)] | None = Field(default=None, description="Of a change: what it is changed to.")
    why: Why = ""

    def request(self) -> ReviewRequest:
        """The same as the engine has it."""
        return ReviewRequest(self.act, self.digest, self.seen, self.verdict, self.why)


class GivenNote(Given):
    """What came of feedback."""

    note: Annotated[str, Field(max_length=WHY_CHARS, pattern=SEEN)]


class ReviewEntryShown(Shown):
    """What somebody said of a verdict; an entry is never changed."""

    record: str
    number: int = Field(description="Among those of the record, from 1.")
    at: datetime
    by: str = Field(description="The name of the person.")
    act: Act
    digest: str = Field(description="Of the body of the record that it was said of.")
    was: Verdict
    became: Verdict | None = Field(description="None: nobody stands behind a verdict any more.")
    why: str


class ReviewShown(Shown):
    """How a verdict stands."""

    record: str
    digest: str
    stage: Stage
    verdict: Verdict = Field(description="That of the program, or what a person changed it to.")
    drafted: Verdict = Field(description="That of the program.")
    seen: int = Field(description="The number of the last entry; what is said next must name it.")
    published_at: datetime | None
    entries: list[ReviewEntryShown]


class FeedbackShown(Shown):
    """What a reader says of a published verdict."""

    number: int
    record: str
    at: datetime
    text: str = Field(max_length=FEEDBACK_CHARS)


class Waiting(Shown):
    """A verdict that waits for a person."""

    record: str
    claim: str
    verdict: Verdict
    stage: Stage
    feedback: int = Field(description="How much of it waits to be looked into.")


class Queue(Shown):
    """A part of what waits for a person, the newest first; of what is disputed, first what readers say, the oldest before the rest."""

    reviews: list[Waiting]
    next_cursor: str | None = Field(default=None, description="Where the next part begins; none on the last.")


class QueueWanted(QueryParameters):
    """Which queue."""

    show: Literal["unsigned", "disputed", "mine"] = Field(default="unsigned", description="`mine`: of what you have said something.")
    cursor: cursors.Cursor = Field(default="", description="`next_cursor` of the part before.")


class CorrectionPage(Shown):
    """A part of the corrections, the newest first."""

    corrections: list[ReviewEntryShown]
    next_cursor: str | None = Field(default=None, description="Where the next page begins; none on the last.")


class FeedbackPage(Shown):
    """A part of the feedback that waits, the oldest first."""

    feedback: list[FeedbackShown]
    next_cursor: str | None = Field(default=None, description="Where the next page begins; none on the last.")


@routes.get(
    "/v1/records/{id}/review",
    operation_id="get_review",
    response_model=ReviewShown,
    responses=also(409),
    summary="See how a verdict stands",
)
@needs(Grant.READ)
async def read(visit: Visiting, id: RecordName) -> ReviewShown:
    """Who stands behind the verdict of a record, and everything that was said of it."""
    record = await visit.backend.records.fetch(visit.workspace, id)
    found = await review_desk.look(visit.backend, visit.workspace, record)
    if found is None:
        raise Trouble(404, "verdict_missing", NO_VERDICT)
    return _shown(found)


@routes.post(
    "/v1/records/{id}/review",
    operation_id="submit_review",
    status_code=201,
    response_model=ReviewEntryShown,
    responses=also(409),
    summary="Sign, change, return or publish a verdict",
)
@needs(Grant.REVIEW)
async def submit(visit: Visiting, id: RecordName, body: GivenReview) -> ReviewEntryShown:
    """Say something of a verdict, in the name of whoever is signed in: a key cannot. The record stays as it is."""
    return _entry(await review_desk.add(visit, id, body.request()))


@routes.get("/v1/reviews", operation_id="list_reviews", response_model=Queue, summary="List verdicts that wait for a person")
@needs(Grant.REVIEW)
async def listed(visit: Visiting, wanted: Annotated[QueueWanted, Query()]) -> Queue:
    """Verdicts that nobody has signed, that were given back or are doubted, or that you have said something of."""
    listing = f"reviews {wanted.show}"
    place = await cursors.read(visit, listing, wanted.cursor)
    if wanted.show == "disputed":
        doubted, after = await review_desk.disputed(visit, place)
        cursor = await cursors.sign(visit, listing, after) if after else None
        return Queue(reviews=[_waiting(one) for one in doubted], next_cursor=cursor)
    before = int(place) if place else None
    if wanted.show == "mine":
        entries, more = await review_desk.mine(visit, before)
        found = [_waiting(Disputed(one)) for one in await review_desk.of_records(visit, [one.record for one in entries])]
    else:
        records, more = await review_desk.unsigned(visit, before)
        found = [_draft(one) for one in records]
    return Queue(reviews=found, next_cursor=await cursors.sign(visit, listing, str(more)) if more else None)


@routes.get("/v1/corrections", operation_id="list_corrections", response_model=CorrectionPage, summary="List corrections, the newest first")
@needs(Grant.READ)
async def corrected(visit: Visiting, paging: Annotated[Paging, Query()]) -> CorrectionPage:
    """Verdicts that were changed, or withdrawn after somebody had stood behind them: what it was, what it became, why, who and when."""
    place = await cursors.read(visit, CORRECTIONS, paging.cursor)
    found, more = await review_desk.corrections(visit.backend, visit.workspace, int(place) if place else None, paging.limit)
    cursor = await cursors.sign(visit, CORRECTIONS, str(more)) if more else None
    return CorrectionPage(corrections=[_entry(one) for one in found], next_cursor=cursor)


@routes.get("/v1/feedback", operation_id="list_feedback", response_model=FeedbackPage, summary="List feedback of readers, the oldest first")
@needs(Grant.REVIEW)
async def feedback(visit: Visiting, paging: Annotated[Paging, Query()]) -> FeedbackPage:
    """What readers say of published verdicts, and nobody has closed."""
    place = await cursors.read(visit, WAITING, paging.cursor)
    found = await visit.backend.reviews.feedback(visit.workspace).waiting(paging.limit + 1, int(place) if place else None)
    page = found[: paging.limit]
    more = await cursors.sign(visit, WAITING, str(page[-1].number)) if len(found) > paging.limit else None
    return FeedbackPage(feedback=[_feedback(one) for one in page], next_cursor=more)


@routes.post(
    "/v1/feedback/{number}/close",
    operation_id="close_feedback",
    status_code=204,
    response_class=Response,
    summary="Close feedback of a reader",
)
@needs(Grant.REVIEW)
async def close(visit: Visiting, number: FeedbackNumber, body: GivenNote) -> Response:
    """Say what came of it, in the name of whoever is signed in."""
    if not visit.caller.person:
        raise PersonNeeded
    if not await review_desk.close(visit, number, body.note):
        raise Trouble(404, "feedback_missing", NO_FEEDBACK)
    return Response(status_code=204)


def _shown(found: Reviewed) -> ReviewShown:
    state, envelope = found.state, found.record.envelope
    return ReviewShown(
        record=envelope.id,
        digest=envelope.body,
        stage=state.stage,
        verdict=state.verdict,
        drafted=state.drafted,
        seen=state.seen,
        published_at=state.published.at if state.published else None,
        entries=[_entry(one) for one in found.entries],
    )


def _entry(entry: ReviewEntry) -> ReviewEntryShown:
    return ReviewEntryShown(**{name: getattr(entry, name) for name in ReviewEntryShown.model_fields})


def _feedback(one: Feedback) -> FeedbackShown:
    return FeedbackShown(number=one.number, record=one.record, at=one.at, text=one.text)


def _draft(one: Listed) -> Waiting:
    return Waiting(record=one.id, claim=one.text, verdict=Verdict(one.verdict or ""), stage=Stage.DRAFT, feedback=0)


def _waiting(one: Disputed) -> Waiting:
    found = one.reviewed
    return Waiting(
        record=found.record.envelope.id,
        claim=found.claim,
        verdict=found.state.verdict,
        stage=found.state.stage,
        feedback=len(one.feedback),
    )
