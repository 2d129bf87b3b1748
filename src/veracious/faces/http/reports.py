"""What a finished job found, read from its record and written as every face writes it."""

import asyncio
import json
from collections.abc import Sequence
from typing import Any

from pydantic import TypeAdapter

from veracious import app
from veracious.domain.document import ADVICE
from veracious.domain.errors import RecordMissing
from veracious.domain.job import Job, Kind
from veracious.domain.ledger import AnswerReport, LedgerReport
from veracious.domain.record import Record
from veracious.domain.store import HandedIn
from veracious.faces import wire, wire_article
from veracious.faces.http.backend import Backend
from veracious.flow.article import Analysis
from veracious.flow.check import Checked
from veracious.flow.verify import Verified
from veracious.rules.dials import Dials

_LEDGER, _ANSWER = TypeAdapter(LedgerReport), TypeAdapter(AnswerReport)


async def of_job(backend: Backend, job: Job) -> dict[str, Any] | None:
    """The report of a job; none while it runs, when it left no record, or when the record was erased since.

    What became of documents that were handed in is told at any time.
    """
    if job.kind is Kind.INGEST:
        return ingested(await backend.shelves.handed_in(job.workspace, job.id), job.is_finished)
    if not job.is_finished or not job.has_record:
        return None
    try:
        record = await backend.records.fetch(job.workspace, job.id)
    except RecordMissing:
        return None
    return await asyncio.to_thread(written, job.kind, record)


def ingested(documents: Sequence[HandedIn], is_over: bool) -> dict[str, Any]:
    """What became of each document, in the order they were sent."""
    return {"documents": [_put(one, is_over) for one in documents]}


def _put(one: HandedIn, is_over: bool) -> dict[str, Any]:
    became = one.became.value or ("left_out" if is_over else "waiting")
    is_there = one.digest is not None
    told = {"outcome": became, "digest": one.digest, "passages": one.passages if is_there else None}
    return told | {"reason": one.reason and one.reason.value, "advice": one.reason and ADVICE[one.reason]}


def ledger(record: Record) -> LedgerReport:
    """The report on a checked answer that a record holds."""
    return _LEDGER.validate_json(record.body.report)


def answer(record: Record) -> AnswerReport:
    """The report on an answer that was written here, as a record holds it."""
    return _ANSWER.validate_json(record.body.report)


def written(kind: Kind, record: Record) -> dict[str, Any]:
    """The report in a record, as JSON values."""
    if kind is Kind.VERIFICATION:
        return wire.verdict(Verified(app.records.report(record), record))
    if kind is Kind.CHECK:
        found = Checked(ledger(record), record)
        told: dict[str, Any] = json.loads(wire.checked(found, Dials().ledger.gates, indent=None))
        return told
    if kind is Kind.ARTICLE:
        return wire_article.analysis(Analysis(app.articles.report(record), record))
    report: dict[str, Any] = json.loads(record.body.report)  # an answer is written as its record has it; `wire.answered` says the same
    return {"record": record.envelope.id, "body": record.envelope.body} | report
