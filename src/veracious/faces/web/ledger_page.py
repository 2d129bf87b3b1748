"""`/l/{id}`: an answer while it is checked against documents, or written from them, and then its ledger; behind it, the documents."""

import asyncio
import json
from collections.abc import Mapping, Sequence
from typing import Any

from fastapi import APIRouter
from starlette.exceptions import HTTPException
from starlette.responses import RedirectResponse, Response

from veracious.domain.access import Grant
from veracious.domain.document import Document
from veracious.domain.evidence import Source
from veracious.domain.job import Kind
from veracious.domain.ledger import AnswerReport, LedgerReport
from veracious.domain.record import Record
from veracious.domain.verdict import Outcome
from veracious.faces.http import reports
from veracious.faces.http.routes import Visit, Visiting, needs
from veracious.faces.pages import foreign, ledger_view, words
from veracious.faces.pages.ledger_view import LedgerView
from veracious.faces.web import check_page, frame, passage_page, progress, verdict_page
from veracious.faces.web.passage_page import Hash
from veracious.faces.web.progress import RunName
from veracious.faces.web.routing import PageRoute
from veracious.rules.dials import Dials
from veracious.rules.seeking import snapshots

STYLES = ("style.css", "ledger.css", "site.css")
KINDS = (Kind.CHECK, Kind.ANSWER)
HANDED_IN = "documents that an answer was checked against"

routes = APIRouter(route_class=PageRoute)


@routes.get("/l/{id}", include_in_schema=False)
@needs(Grant.READ)
async def ledger(visit: Visiting, id: RunName) -> Response:
    """An answer and what the documents say of it."""
    found = await verdict_page.find(visit, id)
    job, record = found.job, found.record
    if job is not None and job.kind not in KINDS:
        return RedirectResponse(f"/v/{id}", 303)
    if job is not None and not job.is_finished:
        return await progress.page(visit, job)
    if record is None:
        return await verdict_page.without_record(visit, job)
    asked = json.loads(record.body.request)
    if record.envelope.id != id or not (verdict_page.CHECK in asked or verdict_page.ANSWER in asked):
        return RedirectResponse(f"/v/{record.envelope.id}", 303)
    said = await _said(visit, record, is_check=verdict_page.CHECK in asked)
    return await frame.show(visit.request, "ledger_report.html.j2", said | {"cost": verdict_page.cost(job)}, styles=STYLES)


@routes.get("/l/{id}/{snapshot}", include_in_schema=False)
@needs(Grant.READ)
async def document(visit: Visiting, id: RunName, snapshot: Hash) -> Response:
    """A document that an answer was checked against, with a quote marked in it."""
    order = await check_page.order_of(visit, id)
    name = f"sha256:{snapshot}"
    found = next((one for one in order.documents if snapshots.name(one.text) == name), None) if order is not None else None
    if found is None:
        raise HTTPException(404)
    kept = snapshots.of(found, Source(found.domain), HANDED_IN)
    return await frame.show(visit.request, "passage.html.j2", {"view": passage_page.view(kept, visit.request.query_params.get("q", ""))})


async def _said(visit: Visit, record: Record, is_check: bool) -> dict[str, Any]:
    """A ledger as it is shown, and where its quotes lead: into what was handed in with it, or into the store."""
    if not is_check:
        shown, notes = await asyncio.to_thread(_read_answer, record)
        return {"view": shown, "notes": notes, "texts_at": "/p/", "is_check": False}
    order = await check_page.order_of(visit, record.envelope.id)
    documents = order.documents if order is not None else ()
    shown, notes = await asyncio.to_thread(_read, record, documents)
    return {"view": shown, "notes": notes, "texts_at": f"/l/{record.envelope.id}/" if documents else "", "is_check": True}


def _read(record: Record, documents: Sequence[Document]) -> tuple[LedgerView, list[str]]:
    report = reports.ledger(record)
    names: Mapping[str, str] = {snapshots.name(one.text): one.name for one in documents}
    return ledger_view.ledger(record, report, Dials().ledger.gates, names), _incomplete(report)


def _read_answer(record: Record) -> tuple[LedgerView, list[str]]:
    report = reports.answer(record)
    notes = [*_incomplete(report), *(f"{one.message}." for one in report.warnings)]
    notes += [f"Failed on the way, and done without: {foreign.visible(one)}." for one in report.degraded]
    return ledger_view.answered(record, report, Dials().ledger.gates), notes


def _incomplete(report: LedgerReport | AnswerReport) -> list[str]:
    """What of an answer was not checked; nothing where all of it was."""
    if report.outcome is Outcome.PARTIAL:
        return ["Stopped by a limit. What follows is what was known by then."]
    unread = len(report.ledger.unread) if report.ledger is not None else 0
    if not unread:
        return []
    many = words.count(unread, "claim")
    return [f"Not all of it was checked: the judge could not read {many}. What follows is known of the others."]
