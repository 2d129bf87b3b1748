"""Where programs and pages alike look for past verdicts, and where claims that were handed in as a table are kept."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from veracious.domain.batch import Batch, BatchLine, BatchRow
from veracious.domain.search import RecordHit, RecordPlace, RecordSearch
from veracious.wiring import service


class RecordFinder(Protocol):
    """The records of a workspace, looked for."""

    async def find(self, search: RecordSearch, after: RecordPlace | None, limit: int, /) -> Sequence[RecordHit]:
        """The records that fit, those behind this place."""
        ...

    async def is_behind(self) -> bool:
        """Whether there are older records that nobody finds yet; a search makes some of them ready."""
        ...


class Batches(Protocol):
    """The tables of claims of a workspace."""

    async def put(self, batch: Batch, given: Sequence[BatchRow], /) -> None:
        """Keep a batch with its rows; one that is there stays as it is."""
        ...

    async def fetch(self, id: str, /) -> Batch | None:
        """The batch of this name."""
        ...

    async def newest(self, limit: int, /) -> Sequence[Batch]:
        """The batches that were made last."""
        ...

    async def begin(self, id: str, by: str, at: datetime, /) -> bool:
        """Note who hands a batch in first; whether there is such a batch. One that was stopped goes on."""
        ...

    async def stop(self, id: str, at: datetime, /) -> bool:
        """Hand no more rows of it in; whether it was begun, and not stopped before."""
        ...

    async def remove(self, id: str, /) -> bool:
        """Take a batch away with its rows; whether it was there and none of its jobs waits or runs."""
        ...

    async def bind(self, id: str, number: int, job: str, before: str = "", /) -> None:
        """Note the job of a row, in place of the one it had before; a row that has got another meanwhile keeps that."""
        ...

    async def lines(self, id: str, after: int, limit: int, /) -> Sequence[BatchLine]:
        """The rows behind this number, and how far each is."""
        ...


class PastVerdicts(Protocol):
    """Both, for every workspace."""

    def finder(self, workspace: str, /) -> RecordFinder:
        """Where its records are looked for."""
        ...

    def batches(self, workspace: str, /) -> Batches:
        """Its tables of claims."""
        ...


@dataclass(frozen=True, slots=True)
class StoredPastVerdicts:
    """The `PastVerdicts` of the store."""

    def finder(self, workspace: str) -> RecordFinder:
        """Where its records are looked for."""
        return service.record_search(workspace)

    def batches(self, workspace: str) -> Batches:
        """Its tables of claims."""
        return service.batches(workspace)
