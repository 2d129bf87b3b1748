"""What is taken out of the store: a document, a publisher, a workspace, or what has been kept long enough.

A document goes with its passages, vectors, postings, counts and triples, in one transaction. Its bytes stay in the files until they are
written anew, which is the owner's to do: `sweep`.
"""

import asyncio
import time
from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime, timedelta

import psycopg
from psycopg.rows import dict_row

from veracious.adapters.postgres import errors, intake, migrate, statements
from veracious.adapters.postgres.database import Row, Transaction
from veracious.adapters.postgres.store import Store
from veracious.adapters.threads import in_thread
from veracious.domain.errors import StoreBusy, StoreForbidden
from veracious.domain.store import Wanted

STATISTICS = "pg_catalog.pg_statistic"
PATIENCE_SECONDS = 60
PAUSE_SECONDS = 0.1


class PostgresErasure:
    """Erasure and retention of one workspace."""

    def __init__(self, store: Store) -> None:
        self._store = store

    @in_thread
    def documents(self, wanted: Wanted) -> int:
        """Erase documents; how many there were."""
        gone = 0
        while found := self._found(wanted):  # again, since what is embedded anew may have copied them meanwhile
            for row in found:
                with self._store.database.transaction(self._store.workspace) as tx:
                    tx.rows("live", collections=[row["collection"]])
                    gone += erase(tx, row)
        return gone

    @in_thread
    def workspace(self) -> None:
        """Erase everything this workspace has, and itself."""
        with self._store.database.transaction(self._store.workspace) as tx:
            tx.one("erase_workspace")
        self._store.database.forget(self._store.workspace)

    @in_thread
    def keep(self, days: int | None) -> None:
        """How long documents are kept; none: until they are erased."""
        with self._store.database.transaction(self._store.workspace) as tx:
            tx.do("keep_days", days=days, workspace=str(tx.workspace))

    async def kept(self) -> int | None:
        """For how many days documents are kept; none: until they are erased."""
        return await asyncio.to_thread(self._kept)

    async def expire(self, now: datetime) -> int:
        """Erase what has been kept long enough; how many documents."""
        days = await self.kept()
        return 0 if days is None else await self.documents(Wanted(made_before=now - timedelta(days=days)))

    def _found(self, wanted: Wanted) -> Sequence[Row]:
        """The documents, in every generation; none is put in the place of another while they are looked up."""
        asked = {"digest": wanted.digest, "domain": wanted.domain, "name": wanted.name, "made_before": wanted.made_before}
        with self._store.database.transaction(self._store.workspace) as tx:
            tx.rows("live", collections=list(wanted.collections))
            return tx.rows("documents_to_erase", **asked, collections=list(wanted.collections))

    def _kept(self) -> int | None:
        with self._store.database.transaction(self._store.workspace) as tx:
            found = tx.one("kept_days", workspace=str(tx.workspace))
        return None if found is None or found["kept_days"] is None else int(found["kept_days"])


def erase(tx: Transaction, row: Row) -> bool:
    """One document; counts while there is still something to count. False when it is a copy, or somebody else erased it first."""
    place = {"part": row["part"], "document": row["id"]}
    gone = tx.one("erase_document", **place)
    if gone is None:
        return False
    tx.do("erase_triples", **place)
    tx.do("uncount_words", **place)
    tx.do("uncount_passages", **place, generation=row["generation"], owner=row["workspace"])
    for statement in ("erase_postings", "erase_passages"):
        tx.do(statement, **place)
    if row["workspace"] is not None:
        intake.let_go(tx, gone["text_bytes"])
    return bool(gone["counted"])


def sweep(owner_url: str) -> Sequence[str]:
    """Write all tables anew without what was erased, as their owner: nothing of it is left in their files. The names of the tables.

    Nor in the counts of words, nor in the server's statistics, which hold values of the tables. Readers wait meanwhile, so it is done
    when few do. What the write-ahead log still has goes with the next checkpoints.
    """
    with errors.named(migrate.OWNER), psycopg.connect(owner_url, autocommit=True, row_factory=dict_row) as connection:
        who = connection.execute(statements.all()["who"]).fetchone()
        if who is None or not who["owner"]:  # a server passes over tables of others without an error
            raise StoreForbidden(f"the tables are not those of {who['name'] if who else 'this role'}")
        refused: list[str] = []
        connection.add_notice_handler(lambda said: refused.extend([f"{said.message_primary}"] * (said.severity_nonlocalized == "WARNING")))
        _fold(connection)
        tables = connection.execute(statements.all()["sweep_tables"]).fetchall()
        named = [str(row["name"]) for row in tables if row["has_rows"]]
        _wait(connection)
        for name in named:
            _do(connection, "sweep_table", name)
        connection.execute(statements.all()["sweep_statistics"])
        for row in tables:
            if row["is_whole"]:
                _do(connection, "sweep_gather", row["name"])
        _wait(connection)
        _do(connection, "sweep_table", STATISTICS)
        if refused:
            raise StoreForbidden(refused[0])
        with suppress(psycopg.errors.InsufficientPrivilege):  # the owner of a database need not be let; the server makes its own in time
            connection.execute(statements.all()["checkpoint"])
        return named


def _fold(connection: psycopg.Connection[Row]) -> None:
    """Words of erased documents are counted down to nought; here those counts go."""
    for row in connection.execute(statements.all()["sweep_generations"]).fetchall():
        with connection.transaction():
            connection.execute(statements.all()["stand"], {"workspace": row["workspace"]})
            connection.execute(statements.all()["share_pages"])
            connection.execute(statements.all()["hold_counts"], {"generation": row["id"]})
            connection.execute(statements.all()["fold"], {"generation": row["id"]})


def _wait(connection: psycopg.Connection[Row]) -> None:
    """Until all transactions that are open now have ended: as long as one may still see what was erased, the server keeps it."""
    asked = statements.all()["sweep_others"]
    left = {row["name"] for row in connection.execute(asked).fetchall()}
    end = time.monotonic() + PATIENCE_SECONDS
    while left:
        if time.monotonic() > end:
            raise StoreBusy(f"a transaction was open for more than {PATIENCE_SECONDS} seconds")
        time.sleep(PAUSE_SECONDS)
        left &= {row["name"] for row in connection.execute(asked).fetchall()}


def _do(connection: psycopg.Connection[Row], statement: str, table: str) -> None:
    connection.execute(psycopg.sql.SQL(statements.all()[statement]).format(table=psycopg.sql.SQL(table)))
