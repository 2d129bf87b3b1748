"""What every kind of job has in common: it is handed in, listed, read, followed and cancelled."""

import asyncio
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any

from fastapi import APIRouter, Header, Path, Query
from pydantic import Field
from starlette.responses import JSONResponse, Response

from veracious.domain.access import Grant
from veracious.domain.document import Document, Refused
from veracious.domain.errors import JobMissing
from veracious.domain.job import Job, JobOrder, JobState, Kind, Submission
from veracious.faces.http import cursors, events, problems, reports
from veracious.faces.http.models import Digits, Given, Paging, Shown
from veracious.faces.http.problems import Trouble
from veracious.faces.http.routes import Visit, Visiting, needs, router
from veracious.rules import digest

JobName = Annotated[str, Path(pattern=f"^{cursors.NAME}$", description="The name of the job, as it was told when it was handed in.")]
Key = Annotated[
    str,
    Header(
        alias="Idempotency-Key",
        pattern=r"^[!-~]{0,255}$",
        description="A name of your own for this request: sent again with the same body, it is the same job.",
    ),
]
LastEvent = Annotated[
    int,
    Field(ge=0, le=10**9),
    Digits,
    Header(alias="Last-Event-ID", description="The number of the last event that was received."),
]
NO_WEB = "This service searches no web. Ask without `web`, or have whoever runs it set VERACIOUS_SEARCH."
LOCATION = {"Location": {"description": "Where the job is read.", "required": True, "schema": {"type": "string"}}}
CANCELLING: dict[str, Any] = {
    "status_code": 303,
    "response_class": Response,
    "responses": {303: {"description": "Its end is asked for; the job stays, and is read where `Location` says.", "headers": LOCATION}},
}
SECONDS = 900.0  # after which a job is ended, unless it is waited for


class JobShown(Shown):
    """A job: how far it is, and once it is finished, what it found."""

    id: str
    kind: Kind
    state: JobState
    made_at: datetime
    begun_at: datetime | None = None
    finished_at: datetime | None = None
    until: datetime | None = Field(default=None, description="When it is ended at the latest.")
    outcome: str | None = Field(default=None, description="How it ended; a refused, failed or cancelled job has no verdict.")
    cause: str | None = Field(default=None, description="Why it failed or was refused.")
    cancelling: bool = Field(description="Whether somebody asked for its end.")
    tries: int = Field(description="How often it was begun: more than once when a worker was lost.")
    held_micros: int = Field(description="The most it may cost, in millionths.")
    spent_micros: int = Field(description="What it cost, in millionths.")
    record: str | None = Field(default=None, description="The name of its record, once there is one.")
    report: dict[str, Any] | None = Field(
        default=None,
        description="What it found, as the command line writes it with `--json`; of an ingest, what became of each document so far.",
    )


class JobPage(Shown):
    """A part of a list of jobs, the newest first, without their reports."""

    jobs: list[JobShown]
    next_cursor: str | None = Field(default=None, description="Where the next page begins; none on the last.")


@dataclass(frozen=True, slots=True)
class Handed:
    """What was sent, as the order it became."""

    given: Given
    order: JobOrder
    seconds: float = SECONDS
    priority: int = 0
    documents: tuple[Document | Refused, ...] = ()  # that come with it


def shown(job: Job, report: dict[str, Any] | None = None) -> JobShown:
    """A job as a caller sees it; who works on it is nobody's business."""
    return JobShown(
        id=job.id,
        kind=job.kind,
        state=job.state,
        made_at=job.made_at,
        begun_at=job.begun_at,
        finished_at=job.finished_at,
        until=job.until,
        outcome=job.outcome or None,
        cause=job.cause or None,
        cancelling=job.cancelling,
        tries=job.tries,
        held_micros=job.held_micros,
        spent_micros=job.spent_micros,
        record=job.id if job.has_record else None,
        report=report,
    )


async def hand_in(visit: Visit, handed: Handed, key: str, key_owner: str = "") -> tuple[Job, bool]:
    """The job, and whether it is new: a key that was used before for the same request leads to the same job.

    A key is that of whoever asks, unless another owner is named.
    """
    desk, order = visit.backend.desk, handed.order
    said = {"order": type(order).__name__, "given": handed.given.model_dump(mode="json")}
    body, held = await asyncio.to_thread(lambda: (digest.of(said, "request"), desk.quote(visit.workspace, order)))
    submission = Submission(order, visit.caller.actor, key, body, held, handed.seconds, handed.priority, handed.documents, key_owner)
    job, is_new = await desk.submit(visit.workspace, submission)
    visit.about(job.id)
    return job, is_new


async def accept(visit: Visit, handed: Handed, key: str) -> Response:
    """The answer to a job that was handed in: accepted, and where it is read."""
    job, _ = await hand_in(visit, handed, key)
    return JSONResponse(shown(job).model_dump(mode="json"), 202, {"Location": f"/v1/{job.kind}s/{job.id}"})


def check_web(visit: Visit, wanted: bool) -> None:
    """A service that searches no web says so; it does not pass over what was asked for."""
    if wanted and not visit.backend.web:
        raise Trouble(409, "web_missing", NO_WEB)


def submitting(kind: Kind, *statuses: int) -> dict[str, Any]:
    """How the route is described that takes jobs of a kind, and how else it may end."""
    accepted = {202: {"description": "Accepted; the job, and in `Location` where it is read.", "headers": LOCATION}}
    return {
        "operation_id": f"submit_{kind}",
        "status_code": 202,
        "response_model": JobShown,
        "responses": problems.also(*statuses) | accepted,
    }


def shared(kind: Kind, cancels: Grant = Grant.VERIFY) -> APIRouter:
    """The routes that every kind of job has; whoever may hand one in may cancel it."""
    made, path = router(f"{kind}s"), f"/v1/{kind}s"

    @made.get(path, operation_id=f"list_{kind}s", response_model=JobPage, summary=f"List {kind}s, the newest first")
    @needs(Grant.READ)
    async def listed(visit: Visiting, paging: Annotated[Paging, Query()]) -> JobPage:
        return await _page(visit, kind, paging)

    @made.get(
        f"{path}/{{id}}", operation_id=f"get_{kind}", response_model=JobShown, summary=f"Read one {kind}", responses=problems.also(409)
    )
    @needs(Grant.READ)
    async def read(visit: Visiting, id: JobName) -> JobShown:
        job = await _found(visit, kind, id)
        return shown(job, await reports.of_job(visit.backend, job))

    @made.get(
        f"{path}/{{id}}/events",
        operation_id=f"follow_{kind}",
        response_class=Response,
        responses=events.DESCRIBED,
        summary=f"Follow one {kind} as server-sent events",
    )
    @needs(Grant.READ)
    async def followed(visit: Visiting, id: JobName, last: LastEvent = 0) -> Response:
        return await events.answer(visit, await _found(visit, kind, id), last)

    @made.delete(f"{path}/{{id}}", operation_id=f"cancel_{kind}", summary=f"Cancel one {kind}", **CANCELLING)
    @needs(cancels)
    async def cancelled(visit: Visiting, id: JobName) -> Response:
        await _found(visit, kind, id)
        await visit.backend.desk.cancel(visit.workspace, id)
        return Response(status_code=303, headers={"Location": f"{path}/{id}"})

    return made


async def _page(visit: Visit, kind: Kind, paging: Paging) -> JobPage:
    place = cursors.job_place(await cursors.read(visit, kind, paging.cursor))
    found = await visit.backend.desk.newest(visit.workspace, kind, place, paging.limit + 1)
    page = found[: paging.limit]
    more = await cursors.sign(visit, kind, cursors.of_job(page[-1])) if len(found) > paging.limit else None
    return JobPage(jobs=[shown(job) for job in page], next_cursor=more)


async def _found(visit: Visit, kind: Kind, id: str) -> Job:
    """The job of this name and kind; one of another kind is not here."""
    job = await visit.backend.desk.fetch(visit.workspace, id)
    if job.kind is not kind:
        raise JobMissing(id)
    visit.about(job.id)  # only now: what is typed where a name belongs may be anything
    return job
