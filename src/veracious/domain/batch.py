"""Claims that are handed in together as a table, a job for each row."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum
from types import MappingProxyType

from veracious.domain.job import JobState
from veracious.domain.search import ReviewStatus
from veracious.domain.verdict import Outcome


@dataclass(frozen=True, slots=True)
class BatchRow:
    """A row as it was read."""

    number: int  # as a spreadsheet counts: the names of the columns are row 1
    claim: str
    as_of: date | None = None
    context: str = ""
    name: str = ""  # an id that whoever wrote the table gave it
    refused: str = ""  # why it is not handed in; empty: it is


@dataclass(frozen=True, slots=True)
class Batch:
    """A table of claims: what is asked of all of them, what they may cost, and whether they were handed in."""

    id: str
    name: str  # of the file
    made_at: datetime
    made_by: str
    collections: tuple[str, ...]
    web: bool = False
    max_cost: float | None = None  # of each claim
    worst_micros: int = 0  # the most that all rows may cost
    expected_micros: int = 0
    expected_ms: int = 0  # one row after the other
    begun_at: datetime | None = None
    begun_by: str = ""  # who handed it in first; others may go on with it
    stopped_at: datetime | None = None
    unread: tuple[str, ...] = ()  # names of columns that are not read


class RowState(StrEnum):
    """How far a row is."""

    REFUSED = "refused"  # by the table, or by the run
    READY = "ready"  # not handed in yet
    WAITING = "waiting"
    RUNNING = "running"
    FINISHED = "finished"
    FAILED = "failed"
    CANCELLED = "cancelled"
    GONE = "gone"  # its job and its record were erased, or those of the same claim before it was handed in


ENDED = MappingProxyType(
    {Outcome.REFUSED: RowState.REFUSED, Outcome.FAILED: RowState.FAILED, Outcome.CANCELLED: RowState.CANCELLED}
)  # how else a job ends than with what came of it


AGAIN = (RowState.FAILED, RowState.CANCELLED)  # what may be handed in again; what was refused would be refused again
NEWEST = "~"  # behind the name of every job


@dataclass(frozen=True, slots=True)
class BatchLine:
    """A row, and how far its job is."""

    row: BatchRow
    state: RowState
    job: str = ""
    cause: str = ""  # why it was refused or failed
    verdict: str = ""  # that is shown; empty: there is none
    has_record: bool = False
    status: ReviewStatus = ReviewStatus.NONE  # what people said of the verdict


def unanswered(lines: Sequence[BatchLine], last: str) -> list[BatchLine]:
    """The rows whose job failed or was cancelled and may be handed in again; jobs that were made after the last one are left out."""
    return [line for line in lines if line.state in AGAIN and line.row.claim and line.job <= last]


def counts(lines: Sequence[BatchLine]) -> dict[RowState, int]:
    """How many rows are in each state, in the order of the states; those in which there is none are left out."""
    found = {state: sum(line.state is state for line in lines) for state in RowState}
    return {state: many for state, many in found.items() if many}


def line(
    row: BatchRow, job: str, state: str, outcome: str = "", cause: str = "", has_record: bool = False, verdict: str = "", status: str = ""
) -> BatchLine:
    """A row with what became of its job; only one that finished has a verdict."""
    found = _state(row, job, state, outcome, has_record)
    if found is not RowState.FINISHED:
        verdict = status = ""
    return BatchLine(row, found, job, row.refused or cause, verdict, has_record, ReviewStatus(status))


def _state(row: BatchRow, job: str, state: str, outcome: str, has_record: bool) -> RowState:
    if row.refused:
        return RowState.REFUSED
    if not job:
        return RowState.READY if row.claim else RowState.GONE
    if not state:  # the job was erased, or is kept no longer; its record may still be there
        return RowState.FINISHED if has_record else RowState.GONE
    if state != JobState.FINISHED:
        return RowState.WAITING if state == JobState.QUEUED else RowState.RUNNING
    return ENDED.get(Outcome(outcome), RowState.FINISHED)
