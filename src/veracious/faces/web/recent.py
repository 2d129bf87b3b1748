"""What was checked lately in a workspace, and what is being checked now."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from veracious.domain.archive import Event, Listed
from veracious.domain.errors import JobMissing, JobOutdated
from veracious.domain.job import AnswerOrder, ArticleOrder, CheckOrder, ClaimOrder, Job, JobOrder, Kind
from veracious.domain.review import ReviewEntry
from veracious.domain.verdict import Outcome, Verdict
from veracious.faces.http.routes import Visit
from veracious.faces.pages import foreign
from veracious.faces.web import review_view
from veracious.rules import reviewing

SHOWN, LOOKED_AT = 12, 30
TEXT_CHARS = 160
PLACES = {Kind.VERIFICATION: "/v/", Kind.ARTICLE: "/a/", Kind.CHECK: "/l/", Kind.ANSWER: "/l/"}  # of the kinds that have a page
NAMES = {  # what stands above the text of a run
    Kind.VERIFICATION: "The claim",
    Kind.ARTICLE: "The article",
    Kind.CHECK: "The answer",
    Kind.ANSWER: "The question",
}
OUTCOMES = {
    Outcome.REFUSED: "Refused",
    Outcome.FAILED: "Failed",
    Outcome.CANCELLED: "Cancelled",
    Outcome.PARTIAL: "Partial, no verdict",
    Outcome.COMPLETED: "Completed",
    Outcome.COMPLETED_FROM_CACHE: "Completed",
}


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the list."""

    link: str
    text: str
    word: str
    kind: str  # of the sign beside the word; empty: none
    at: datetime


def place(job: Job) -> str:
    """Where a job is read; the first page for one of a kind that has no page."""
    return PLACES[job.kind] + job.id if job.kind in PLACES else "/"


async def running(visit: Visit) -> list[Row]:
    """What is not finished, the newest first."""
    jobs = await visit.backend.desk.newest(visit.workspace, None, None, LOOKED_AT)
    open_ones = [job for job in jobs if not job.is_finished and job.kind in PLACES][:SHOWN]
    return list(await asyncio.gather(*(_running(visit, job) for job in open_ones)))


async def finished(visit: Visit) -> list[Row]:
    """What is recorded, the newest first."""
    found = await visit.backend.records.newest(visit.workspace, None, LOOKED_AT)
    shown = [one for one in found if one.event is not Event.ERASED and not one.trouble][:SHOWN]
    said = await visit.backend.reviews.log(visit.workspace).of([one.id for one in shown])
    named = await asyncio.gather(*(_named(visit, one) for one in shown))
    return [recorded(one, said.get(one.id, ())) for one in named]


async def _named(visit: Visit, one: Listed) -> Listed:
    """The record with words; an article that could not be fetched has none, and is named by its address."""
    if one.text:
        return one
    try:
        return replace(one, text=title(await visit.backend.desk.order(visit.workspace, one.id)))
    except (JobMissing, JobOutdated):
        return one


def title(order: JobOrder) -> str:
    """What an order is about, in a line."""
    if isinstance(order, ClaimOrder):
        return foreign.cut(order.claim, TEXT_CHARS)
    if isinstance(order, ArticleOrder):
        return foreign.cut(order.title or order.text or order.url, TEXT_CHARS)
    if isinstance(order, CheckOrder):
        return foreign.cut(order.question or order.answer, TEXT_CHARS)
    if isinstance(order, AnswerOrder):
        return foreign.cut(order.question, TEXT_CHARS)
    return ""


async def _running(visit: Visit, job: Job) -> Row:
    word = "Waiting" if job.begun_at is None else "Running"
    return Row(PLACES[job.kind] + job.id, await asked(visit, job), word, "", job.made_at)


async def asked(visit: Visit, job: Job) -> str:
    """What a job is about; nothing where another version wrote it."""
    try:
        return title(await visit.backend.desk.order(visit.workspace, job.id))
    except JobOutdated:
        return ""


def recorded(one: Listed, said: Sequence[ReviewEntry] = ()) -> Row:
    """A record as a line of a list, with what people say of it."""
    kind, word = "", OUTCOMES.get(Outcome(one.outcome), one.outcome)
    if one.verdict:
        kind, word = review_view.standing(reviewing.state(said, Verdict(one.verdict)))
    return Row(f"/v/{one.id}", foreign.cut(one.text, TEXT_CHARS), word, kind, one.kept_at)
