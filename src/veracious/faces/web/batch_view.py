"""A table of claims as its page shows it: what it takes, how far it is, each row with what came of it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from veracious.domain import batch as batches
from veracious.domain.batch import Batch, BatchLine, RowState
from veracious.domain.job import DEMO, Used
from veracious.domain.search import ReviewStatus
from veracious.domain.verdict import Verdict
from veracious.faces.exports.verdict_table import VerdictRow
from veracious.faces.pages import foreign, words
from veracious.faces.web import batch_form, claim_form, estimate_view, found_records, review_view
from veracious.faces.web.batch_form import Costs

TEXT_CHARS, WHY_CHARS = 240, 300
AGAIN_SECONDS = 5  # after which a page of rows that are not finished asks again; a look reads all of them
GOING = (RowState.WAITING, RowState.RUNNING)
WORDS: Mapping[RowState, str] = {
    RowState.REFUSED: "Refused",
    RowState.READY: "Not handed in",
    RowState.WAITING: "Waiting",
    RowState.RUNNING: "Running",
    RowState.FINISHED: "Finished",
    RowState.FAILED: "Failed",
    RowState.CANCELLED: "Cancelled",
    RowState.GONE: "Erased",
}
NO_VERDICT = "No verdict"
STANDINGS: Mapping[ReviewStatus, str] = {
    ReviewStatus.NONE: "",
    ReviewStatus.DRAFT: found_records.DRAFT,
    ReviewStatus.SIGNED: "signed",
    ReviewStatus.DISPUTED: "returned, not signed",
}
PLACES = {claim_form.ALL: "everything that is stored", claim_form.OWN: "your documents only", claim_form.WORLD: "the texts of the demo"}


@dataclass(frozen=True, slots=True)
class Line:
    """A row as it is shown."""

    number: int
    name: str
    claim: str
    day: str
    link: str
    kind: str  # of the sign beside the word
    word: str
    why: str
    standing: str  # what people said of the verdict


@dataclass(frozen=True, slots=True)
class BatchView:
    """The whole table."""

    id: str
    name: str
    made_at: datetime
    begun_at: datetime | None
    begun_by: str
    unread: tuple[str, ...]
    may_remove: bool
    total: int
    counts: tuple[tuple[str, int], ...]
    ready: int
    refused: tuple[Line, ...]  # before it is handed in: all of them
    lines: tuple[Line, ...]
    after: int
    more: int  # the number behind which the rows go on; 0: there are no more
    is_going: bool
    may_begin: bool
    again: int  # rows that whoever reads the page may hand in again
    expected: str
    worst: str
    left: str  # of the money that the workspace may spend; empty: there is no limit
    is_short: bool  # whether that is less than it may take
    duration: str
    where: str
    max_cost: str


@dataclass(frozen=True, slots=True)
class AgainView:
    """Rows that may be handed in again, and what they take."""

    id: str
    name: str
    many: int
    last: str  # the newest of the jobs that they had
    expected: str
    worst: str
    left: str
    is_short: bool
    duration: str
    where: str
    max_cost: str


@dataclass(frozen=True, slots=True)
class ListedBatch:
    """A line of the list of tables."""

    id: str
    name: str
    at: datetime
    word: str


def listed(batch: Batch) -> ListedBatch:
    """A table as a list shows it."""
    word = "Stopped" if batch.stopped_at else "Handed in" if batch.begun_at else "Not handed in"
    return ListedBatch(batch.id, foreign.visible(batch.name) or "A table without a name", batch.made_at, word)


def view(batch: Batch, lines: Sequence[BatchLine], after: int, shown: int, used: Used, may_verify: bool) -> BatchView:
    """A table as its page shows it, the rows behind a number."""
    counted = batches.counts(lines)
    rest = [line for line in lines if line.row.number > after]
    left = _left(used)
    return BatchView(
        id=batch.id,
        name=foreign.visible(batch.name) or "A table without a name",
        made_at=batch.made_at,
        begun_at=batch.begun_at,
        begun_by=foreign.visible(batch.begun_by.removeprefix("person:")),
        unread=tuple(foreign.visible(name) for name in batch.unread),
        may_remove=may_verify and not any(state in counted for state in GOING),
        total=len(lines),
        counts=tuple((WORDS[state], many) for state, many in counted.items()),
        ready=counted.get(RowState.READY, 0),
        refused=tuple(_line(line) for line in lines if line.row.refused),
        lines=tuple(map(_line, rest[:shown])),
        after=after,
        more=rest[shown - 1].row.number if len(rest) > shown else 0,
        is_going=any(state in counted for state in GOING),
        may_begin=may_verify and RowState.READY in counted,
        again=len(batches.unanswered(lines, batches.NEWEST)) if may_verify else 0,
        expected=estimate_view.money(batch.expected_micros),
        worst=estimate_view.money(batch.worst_micros),
        left="" if left is None else estimate_view.money(left),
        is_short=left is not None and left < batch.worst_micros,
        duration=_duration(batch.expected_ms),
        where=_where(batch),
        max_cost="" if batch.max_cost is None else f"{batch.max_cost:g}",
    )


def again(batch: Batch, lines: Sequence[BatchLine], costs: Costs, used: Used) -> AgainView:
    """Rows that may be handed in again, and what they take, as the page before shows it."""
    left = _left(used)
    return AgainView(
        id=batch.id,
        name=foreign.visible(batch.name) or "A table without a name",
        many=len(lines),
        last=max(line.job for line in lines),
        expected=estimate_view.money(costs.expected_micros),
        worst=estimate_view.money(costs.worst_micros),
        left="" if left is None else estimate_view.money(left),
        is_short=left is not None and left < costs.worst_micros,
        duration=_duration(costs.expected_ms),
        where=_where(batch),
        max_cost="" if batch.max_cost is None else f"{batch.max_cost:g}",
    )


def table_row(line: BatchLine, opened: VerdictRow | None, base: str) -> VerdictRow:
    """A row of the table that is taken away; only that of a record that was opened has a verdict."""
    row = line.row
    day = row.as_of.isoformat() if row.as_of else ""
    if opened is not None:
        return replace(opened, claim=row.claim, number=str(row.number), name=row.name, as_of=day)
    state = "gone" if line.state is RowState.FINISHED and line.has_record else line.state.value
    return VerdictRow(row.claim, state, str(row.number), row.name, day, cause=line.cause, link=f"{base}/v/{line.job}" if line.job else "")


def _line(line: BatchLine) -> Line:
    row, kind, word = line.row, "", WORDS[line.state]
    if line.state is RowState.FINISHED:
        bare = review_view.WITHDRAWN if line.status is ReviewStatus.DISPUTED else NO_VERDICT
        kind, word = (line.verdict, words.VERDICTS[Verdict(line.verdict)]) if line.verdict else ("", bare)
    return Line(
        number=row.number,
        name=foreign.visible(row.name),
        claim=foreign.cut(row.claim, TEXT_CHARS),
        day=row.as_of.isoformat() if row.as_of else "",
        link=f"/v/{line.job}" if line.job and line.state is not RowState.GONE else "",
        kind=kind,
        word=word,
        why=foreign.cut(line.cause, WHY_CHARS),
        standing=STANDINGS[line.status] if line.verdict else "",
    )


def _where(batch: Batch) -> str:
    places = claim_form.WORLD if batch.collections == DEMO else batch_form.where(batch)
    return PLACES[places] + (", and the web" if batch.web else "")


def _left(used: Used) -> int | None:
    """The money that the workspace may still spend this month; none: as much as it likes."""
    most = used.at_most.money_micros
    return None if most is None else max(0, most - used.spent_micros - used.held_micros)


def _duration(milliseconds: int) -> str:
    seconds = milliseconds / 1000
    return f"{seconds:.0f} s" if seconds < 120 else f"{seconds / 60:.0f} min" if seconds < 7200 else f"{seconds / 3600:.1f} h"
