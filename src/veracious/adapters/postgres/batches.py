"""Tables of claims in the store: as they were read, and how far the job of each row is."""

from collections.abc import Sequence
from datetime import datetime

from veracious.adapters.postgres import rows
from veracious.adapters.postgres.database import Database, Row
from veracious.adapters.threads import in_thread
from veracious.domain import batch as batches
from veracious.domain.batch import Batch, BatchLine, BatchRow


class PostgresBatches:
    """The batches of a workspace."""

    def __init__(self, database: Database, workspace: str) -> None:
        self._database, self._workspace = database, workspace

    @in_thread
    def put(self, batch: Batch, given: Sequence[BatchRow]) -> None:
        """Keep a batch with its rows; one that is there stays as it is."""
        said = {"id": batch.id, "name": rows.clean(batch.name), "at": batch.made_at, "by": rows.clean(batch.made_by)}
        said |= {"collections": list(batch.collections), "web": batch.web, "max_cost": batch.max_cost, "worst": batch.worst_micros}
        said |= {"expected": batch.expected_micros, "expected_ms": batch.expected_ms, "unread": [rows.clean(name) for name in batch.unread]}
        texts = {f"{name}s": [rows.clean(getattr(row, name)) for row in given] for name in ("name", "claim", "context")}
        more = {"numbers": [row.number for row in given], "days": [row.as_of for row in given]}
        refusals = [rows.clean(row.refused) for row in given]
        with self._database.transaction(self._workspace) as tx:
            tx.tell("batch_put", workspace=str(tx.workspace), **said, **texts, **more, refusals=refusals)

    @in_thread
    def fetch(self, id: str) -> Batch | None:
        """The batch of this name."""
        with self._database.transaction(self._workspace) as tx:
            row = tx.one("batch_get", id=id)
        return None if row is None else _batch(row)

    @in_thread
    def newest(self, limit: int) -> Sequence[Batch]:
        """The batches that were made last."""
        with self._database.transaction(self._workspace) as tx:
            return tuple(map(_batch, tx.rows("batch_newest", limit=limit)))

    @in_thread
    def begin(self, id: str, by: str, at: datetime) -> bool:
        """Note who hands a batch in first; whether there is such a batch. One that was stopped goes on."""
        with self._database.transaction(self._workspace) as tx:
            return tx.do("batch_begin", id=id, by=rows.clean(by), at=at) > 0

    @in_thread
    def stop(self, id: str, at: datetime) -> bool:
        """Hand no more rows of it in; whether it was begun, and not stopped before."""
        with self._database.transaction(self._workspace) as tx:
            return tx.do("batch_stop", id=id, at=at) > 0

    @in_thread
    def remove(self, id: str) -> bool:
        """Take a batch away with its rows; whether it was there and none of its jobs waits or runs."""
        with self._database.transaction(self._workspace) as tx:
            return tx.do("batch_remove", id=id) > 0

    @in_thread
    def bind(self, id: str, number: int, job: str, before: str = "") -> None:
        """Note the job of a row, in place of the one it had before; a row that has got another meanwhile keeps that."""
        with self._database.transaction(self._workspace) as tx:
            tx.tell("batch_row_bind", batch=id, number=number, job=job, before=before)

    @in_thread
    def lines(self, id: str, after: int, limit: int) -> Sequence[BatchLine]:
        """The rows behind this number, and how far each is."""
        with self._database.transaction(self._workspace) as tx:
            return tuple(map(_line, tx.rows("batch_rows", batch=id, after=after, limit=limit)))


def _batch(row: Row) -> Batch:
    return Batch(**{**row, "collections": tuple(row["collections"]), "unread": tuple(row["unread"])})


def _line(row: Row) -> BatchLine:
    given = BatchRow(row["number"], row["claim"], row["as_of"], row["context"], row["name"], row["refused"])
    ended = (row["state"] or "", row["outcome"] or "", row["cause"] or "", row["record"] is not None)
    return batches.line(given, row["job"], *ended, row["verdict"] or "", row["status"] or "")
