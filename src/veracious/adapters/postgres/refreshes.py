"""What refreshes of shared collections came to, in the store; they belong to no workspace."""

from collections.abc import Sequence
from datetime import datetime

from veracious.adapters.postgres import rows
from veracious.adapters.postgres.database import Database, Row
from veracious.adapters.threads import in_thread
from veracious.domain.refresh import ASKED_WORKFLOW, RefreshRun, RefreshState, RefreshUse

CAUSE_CHARS = 1000


class PostgresRefreshes:
    """The `Refreshes` of a store."""

    def __init__(self, database: Database, queue: str = "") -> None:
        self._database, self._queue = database, queue

    @in_thread
    def ask(self, run: RefreshRun) -> None:
        """Hand a refresh in: a worker begins it."""
        with self._database.outside() as tx:
            tx.do("refresh_ask", id=run.id, collection=run.collection, at=run.made_at)
            tx.tell("refresh_enqueue", workflow=ASKED_WORKFLOW, queue=self._queue, id=run.id)

    @in_thread
    def begin(self, run: RefreshRun) -> bool:
        """Write down that a refresh begins, and the most it may use; whether it had not ended before."""
        use = {"pages": run.use.pages, "money": run.use.money_micros}
        with self._database.outside() as tx:
            return tx.do("refresh_begin", id=run.id, collection=run.collection, at=run.begun_at, **use) > 0

    @in_thread
    def end(self, run: RefreshRun) -> None:
        """Write down how a refresh ended, and what it used."""
        use = {"pages": run.use.pages, "money": run.use.money_micros}
        told = {"reason": rows.clean(run.reason), "cause": rows.clean(run.cause)[:CAUSE_CHARS]}
        with self._database.outside() as tx:
            tx.do("refresh_end", id=run.id, state=run.state.value, at=run.ended_at, generation=run.generation, **use, **told)

    @in_thread
    def newest(self, collection: str, limit: int) -> Sequence[RefreshRun]:
        """The refreshes of a collection, the one that was begun last first."""
        with self._database.outside() as tx:
            return tuple(_run(row) for row in tx.rows("refresh_newest", collection=collection, limit=limit))

    @in_thread
    def used(self, since: datetime) -> RefreshUse:
        """What the refreshes that began from this moment on have used, those that still run with the most they may."""
        with self._database.outside() as tx:
            row = tx.one("refresh_used", since=since)
        return RefreshUse() if row is None else RefreshUse(int(row["pages"]), int(row["money"]))


def _run(row: Row) -> RefreshRun:
    same = {name: row[name] for name in ("made_at", "begun_at", "ended_at", "generation", "reason", "cause")}
    return RefreshRun(row["id"], row["collection"], RefreshState(row["state"]), use=RefreshUse(row["pages"], row["money_micros"]), **same)
