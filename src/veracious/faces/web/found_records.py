"""Records that a search brought up, opened: each as it is shown in a list, and as a row of a table."""

import asyncio
import json
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from veracious import app
from veracious.domain.errors import ArchiveUnavailable, RecordAltered, RecordError, RecordUnreadable
from veracious.domain.record import Record
from veracious.domain.report import Report
from veracious.domain.review import ReviewEntry, ReviewState
from veracious.domain.search import RecordHit, RecordKind, RecordPlace, RecordSearch
from veracious.domain.verdict import Outcome
from veracious.faces.exports import sign_off, verdict_table
from veracious.faces.exports.verdict_table import VerdictRow
from veracious.faces.http import review_desk
from veracious.faces.http.routes import Visit
from veracious.faces.pages import foreign, words
from veracious.faces.web import recent, review_view
from veracious.rules import reviewing

TEXT_CHARS = 240
OPENED_AT_ONCE = 8  # records read from the store side by side; a page has twenty; a guess
ROWS_AT_ONCE = 50  # records of a table that are in memory at a time; a guess
PLACES = {RecordKind.CLAIM: "/v/", RecordKind.ARTICLE: "/a/", RecordKind.ANSWER: "/l/", RecordKind.CHECK: "/l/"}
DRAFT = "draft, not signed"
ALTERED = "altered"  # in place of what came of it
ALTERED_TEXT = "A record that was altered after it was kept"
NAMES = {RecordKind.ARTICLE: "Article", RecordKind.ANSWER: "Answer", RecordKind.CHECK: "Checked answer"}


@dataclass(frozen=True, slots=True)
class FoundRow:
    """A line of what came up."""

    link: str
    text: str
    name: str  # of what it is; empty: a claim
    kind: str  # of the sign beside the word
    word: str
    sure: str  # the number, in words; none beside a verdict that a person changed
    by: str  # what a person said last, and who
    at: datetime


@dataclass(frozen=True, slots=True)
class OpenedRecord:
    """A record that came up, with what was said of its verdict."""

    hit: RecordHit
    record: Record | None  # none: it was altered
    text: str
    outcome: str
    report: Report | None  # of a claim
    state: ReviewState | None  # of its verdict, if it has one


async def opened(visit: Visit, hits: Sequence[RecordHit]) -> list[OpenedRecord]:
    """The records of these hits; what was erased meanwhile is left out, and of one that was altered nothing is told but that."""
    said = await visit.backend.reviews.log(visit.workspace).of([hit.record for hit in hits]) if hits else {}
    gate = asyncio.Semaphore(OPENED_AT_ONCE)

    async def one(hit: RecordHit) -> OpenedRecord | None:
        async with gate:
            try:
                record = await visit.backend.records.fetch(visit.workspace, hit.record)
                return await asyncio.to_thread(_read, hit, record, said.get(hit.record, ()))
            except ArchiveUnavailable:
                raise
            except RecordAltered:
                return OpenedRecord(hit, None, "", ALTERED, None, None)
            except RecordError:
                return None

    return [found for found in await asyncio.gather(*map(one, hits)) if found is not None]


async def of_names(visit: Visit, names: Sequence[str]) -> dict[str, OpenedRecord]:
    """The records of claims by their names."""
    now = visit.backend.clock.now()
    hits = [RecordHit(name, 0, now, 0, RecordKind.CLAIM) for name in names]
    return {one.hit.record: one for one in await opened(visit, hits)}


def shown(found: OpenedRecord) -> FoundRow:
    """A record as a line of a list."""
    if found.record is None:
        return FoundRow(link(found.hit), ALTERED_TEXT, "", "", ALTERED.capitalize(), "", "", found.hit.kept_at)
    kind, word = "", recent.OUTCOMES.get(Outcome(found.outcome), found.outcome)
    if found.state is not None:
        kind, word = review_view.standing(found.state)
    is_own = found.state is not None and reviewing.shown(found.state) is found.state.drafted
    return FoundRow(
        link=link(found.hit),
        text=foreign.cut(found.text, TEXT_CHARS),
        name=NAMES.get(found.hit.kind, ""),
        kind=kind,
        word=word,
        sure=words.beside(found.report) if is_own and found.report is not None else "",
        by=_said_last(found.state),
        at=found.hit.kept_at,
    )


def row(found: OpenedRecord, base: str) -> VerdictRow:
    """A record as a row of a table."""
    address = base + link(found.hit)
    if found.record is None:
        return VerdictRow(found.text, found.outcome, record=found.hit.record, link=address)
    if found.report is not None:
        return verdict_table.of_report(found.record, found.report, sign_off.of(found.state), address)
    on, verdict = found.record.envelope.finished.date().isoformat(), found.state and reviewing.shown(found.state)
    bare = VerdictRow(found.text, found.outcome, checked_on=on, record=found.hit.record, link=address)
    return bare if found.state is None else replace(bare, verdict=verdict.value if verdict else "", standing=sign_off.of(found.state).name)


async def rows(visit: Visit, search: RecordSearch, base: str) -> AsyncIterator[str]:
    """The table of all that a search brings up, some rows at a time."""
    yield verdict_table.head()
    after: RecordPlace | None = None
    while True:
        hits = await visit.backend.past.finder(visit.workspace).find(search, after, ROWS_AT_ONCE)
        found = await opened(visit, hits)
        yield "".join(verdict_table.line(row(one, base)) for one in found)
        if len(hits) < ROWS_AT_ONCE:
            return
        after = hits[-1].place


def link(hit: RecordHit) -> str:
    """Where a record is read."""
    return PLACES[hit.kind] + hit.record


def _read(hit: RecordHit, record: Record, entries: Sequence[ReviewEntry]) -> OpenedRecord:
    asked, outcome = json.loads(record.body.request), str(json.loads(record.body.report).get("outcome", ""))
    text = next((str(asked[name]) for name in ("title", "text", "question", "answer") if asked.get(name)), "")
    verdict = review_desk.drafted(record)
    state = None if verdict is None else reviewing.state(entries, verdict)
    try:
        report = app.records.report(record) if hit.kind is RecordKind.CLAIM else None
    except RecordUnreadable:  # another version wrote it: its number is not told, its verdict is
        report = None
    return OpenedRecord(hit, record, text, outcome, report, state)


def _said_last(state: ReviewState | None) -> str:
    """Who said something last of a verdict, and what; that nobody did, where there is one."""
    if state is None or state.last is None:
        return "" if state is None else DRAFT
    line = review_view.line(state.last)
    return f"{line.by} {line.did}, {line.day[:10]}"
