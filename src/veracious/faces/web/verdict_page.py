"""`/v/{id}`: a claim while it is checked, and then what came of it. The address stays."""

import asyncio
import json
import re
from dataclasses import dataclass
from typing import Any

from fastapi import APIRouter
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from veracious import app
from veracious.domain.access import Grant
from veracious.domain.errors import JobMissing, JobOutdated
from veracious.domain.job import Job, Kind
from veracious.domain.record import Envelope, Record
from veracious.domain.report import Report
from veracious.domain.verdict import Outcome
from veracious.faces.http.kept import Kept
from veracious.faces.http.routes import Visit, Visiting, needs
from veracious.faces.pages import view, words
from veracious.faces.web import claim_form, estimate_view, frame, progress, recent, review_view
from veracious.faces.web.claim_form import ClaimForm
from veracious.faces.web.progress import RunName
from veracious.faces.web.review_view import ReviewView
from veracious.faces.web.routing import PageRoute

ARTICLE, ANSWER, CHECK = "claims_only", "mode", "answer"  # what the request of a record has that is not of a claim
STYLES = (*frame.STYLES, "review.css")
KeptFindings = Kept[tuple[Envelope, bool], dict[str, Any]]
_LIMIT = re.compile(r"the limit on (\w+)")

routes = APIRouter(route_class=PageRoute)


@dataclass(frozen=True, slots=True)
class Found:
    """What is behind an address: the job, if there is one, and the record, if it is finished."""

    job: Job | None
    record: Record | None


@routes.get("/v/{id}", include_in_schema=False)
@needs(Grant.READ)
async def verdict(visit: Visiting, id: RunName) -> Response:
    """A claim and what came of it."""
    found = await find(visit, id)
    job, record = found.job, found.record
    if job is not None and job.kind is not Kind.VERIFICATION and (job.kind in recent.PLACES or record is None):
        return RedirectResponse(recent.place(job), 303)
    if job is not None and not job.is_finished:
        return await progress.page(visit, job)
    if record is None:
        return await without_record(visit, job)
    if record.envelope.id != id:
        return RedirectResponse(f"/v/{record.envelope.id}", 303)
    asked = json.loads(record.body.request)
    if ARTICLE in asked:
        return RedirectResponse(f"/a/{id}", 303)
    if CHECK in asked or ANSWER in asked:
        return RedirectResponse(f"/l/{id}", 303)
    return await shown(visit, job, record, await review_view.of(visit, record))


async def of_claim(visit: Visit, id: str) -> Record | None:
    """The record of this name, if it is of a claim; none where its address says what there is instead."""
    record = (await find(visit, id)).record
    if record is None or record.envelope.id != id:
        return None
    asked = json.loads(record.body.request)
    return None if any(name in asked for name in (ARTICLE, ANSWER, CHECK)) else record


async def find(visit: Visit, id: str) -> Found:
    """The job and the record of this name; of what was run on the command line there is no job."""
    try:
        job = await visit.backend.desk.fetch(visit.workspace, id)
    except JobMissing:
        return Found(None, await visit.backend.records.fetch(visit.workspace, id))
    visit.about(job.id)
    if not job.is_finished or not job.has_record:
        return Found(job, None)
    return Found(job, await visit.backend.records.fetch(visit.workspace, id))


async def without_record(visit: Visit, job: Job | None) -> Response:
    """A run that left no record: what it was asked, why it ended, and how to ask again."""
    if job is None:
        raise JobMissing
    form, heading = await again(visit, job), await recent.asked(visit, job)
    outcome = Outcome(job.outcome)
    said: dict[str, Any] = {
        "job": job,
        "name": recent.NAMES[job.kind],
        "heading": heading,
        "word": recent.OUTCOMES[outcome],
        "outcome": words.OUTCOMES[outcome],
        "form": form,
    }
    return await frame.show(visit.request, "ended.html.j2", said | {"cost": cost(job)})


def cost(job: Job | None) -> str:
    """What a finished run cost; nothing where nobody knows any more."""
    return "" if job is None else estimate_view.money(job.spent_micros)


async def shown(visit: Visit, job: Job | None, record: Record, review: ReviewView | None, status: int = 200) -> Response:
    """What came of a claim, and what people say of it."""
    asked = json.loads(record.body.request)
    form = await again(visit, job) if job is not None else ClaimForm(claim=str(asked["text"]), as_of=str(asked["as_of"]))
    said = await judged(visit.request, record) | {"form": form, "cost": cost(job), "review": review}
    said["is_demo"] = said["is_demo"] or form.where == claim_form.WORLD
    return await frame.show(visit.request, "verdict.html.j2", said, status, STYLES, frame.FOLDED)


async def judged(request: Request, record: Record, is_public: bool = False) -> dict[str, Any]:
    """What the program found, as a page shows it.

    It follows from the record alone, so it is kept while it is read. The record is fetched for every page all the same: one that was erased
    is not shown from here.
    """
    kept: KeptFindings = request.app.state.findings
    return await asyncio.to_thread(kept.get, (record.envelope, is_public), lambda: read_findings(record, is_public))


def read_findings(record: Record, is_public: bool = False) -> dict[str, Any]:
    """The same, read from the record."""
    report = app.records.report(record)
    page = view.view(record, report)
    counts = [(one.side, one.name, one.counted) for one in page.judgement.columns] if page.judgement else []
    findings = Markup(frame.render("findings.html.j2", {"view": page}, is_public) if page.judgement else "")  # noqa: S704 our template
    is_demo = app.demonstration.is_of(report)
    return {"view": page, "findings": findings, "stopped": stopped(report), "counts": counts, "is_demo": is_demo}


def stopped(report: Report) -> str:
    """Which limit ended a partial run."""
    if report.outcome is not Outcome.PARTIAL:
        return ""
    told = [report.cause, *(report.judged.refused if report.judged else ()), *(report.judged.degraded if report.judged else ())]
    names = dict.fromkeys(name for text in told for name in _LIMIT.findall(text))
    return f"Stopped by the limit on {' and '.join(names)}." if names else "Stopped by a limit."


async def again(visit: Visit, job: Job | None) -> ClaimForm:
    """The form that would hand the same in again; empty where nobody knows what was asked."""
    today = visit.backend.clock.now().date()
    if job is None:
        return ClaimForm(as_of=today.isoformat())
    try:
        return claim_form.of_order(await visit.backend.desk.order(visit.workspace, job.id), today)
    except JobOutdated:
        return ClaimForm(as_of=today.isoformat())
