"""Tables of claims in memory."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime

from veracious.domain import batch as batches
from veracious.domain.batch import Batch, BatchLine, BatchRow, RowState
from veracious.domain.job import Job

Verdict = Callable[[str], tuple[str, str] | None]  # of a record, and what people said of it; none: there is no such record


class MemoryBatches:
    """The batches of one workspace, which looks its jobs and verdicts up where they are."""

    def __init__(self, job: Callable[[str], Job | None], verdict: Verdict) -> None:
        self._job, self._verdict = job, verdict
        self._kept: dict[str, Batch] = {}
        self._rows: dict[str, dict[int, tuple[BatchRow, str]]] = {}

    async def put(self, batch: Batch, given: Sequence[BatchRow]) -> None:
        """Keep a batch with its rows; one that is there stays as it is."""
        if batch.id not in self._kept:
            self._kept[batch.id], self._rows[batch.id] = batch, {row.number: (row, "") for row in given}

    async def fetch(self, id: str) -> Batch | None:
        """The batch of this name."""
        return self._kept.get(id)

    async def newest(self, limit: int) -> Sequence[Batch]:
        """The batches that were made last."""
        return sorted(self._kept.values(), key=lambda one: (one.made_at, one.id), reverse=True)[:limit]

    async def begin(self, id: str, by: str, at: datetime) -> bool:
        """Note who hands a batch in first; whether there is such a batch. One that was stopped goes on."""
        found = self._kept.get(id)
        if found is None:
            return False
        self._kept[id] = replace(found, begun_at=found.begun_at or at, begun_by=found.begun_by if found.begun_at else by, stopped_at=None)
        return True

    async def stop(self, id: str, at: datetime) -> bool:
        """Hand no more rows of it in; whether it was begun, and not stopped before."""
        found = self._kept.get(id)
        if found is None or found.begun_at is None or found.stopped_at is not None:
            return False
        self._kept[id] = replace(found, stopped_at=at)
        return True

    async def remove(self, id: str) -> bool:
        """Take a batch away with its rows; whether it was there and none of its jobs waits or runs."""
        if any(line.state in (RowState.WAITING, RowState.RUNNING) for line in await self.lines(id, 0, len(self._rows.get(id, {})))):
            return False
        self._rows.pop(id, None)
        return self._kept.pop(id, None) is not None

    async def bind(self, id: str, number: int, job: str, before: str = "") -> None:
        """Note the job of a row, in place of the one it had before; a row that has got another meanwhile keeps that."""
        row, bound = self._rows.get(id, {}).get(number, (None, ""))
        if row is not None and bound in (before, job):
            self._rows[id][number] = (row, job)

    async def lines(self, id: str, after: int, limit: int) -> Sequence[BatchLine]:
        """The rows behind this number, and how far each is."""
        found = sorted(self._rows.get(id, {}).items())
        return [self._line(row, job) for number, (row, job) in found if number > after][:limit]

    def _line(self, row: BatchRow, name: str) -> BatchLine:
        job = self._job(name) if name else None
        verdict = self._verdict(name) if name else None
        ended = ("", "", "") if job is None else (job.state.value, job.outcome, job.cause)
        return batches.line(row, name, *ended, verdict is not None, *(verdict or ("", "")))
