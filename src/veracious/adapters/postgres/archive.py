"""Records in the store, the chain that commits to them, and what takes them out again.

Whoever writes the chain of a workspace holds it until the end of the transaction, so that links follow one another. A record and its link
are written together; what is erased goes together with the note that says so.
"""

import asyncio
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta

from veracious.adapters import audit, sealing
from veracious.adapters.postgres import archive_io, record_search
from veracious.adapters.postgres.database import Transaction
from veracious.adapters.postgres.store import Store
from veracious.adapters.postgres.tape import noted
from veracious.adapters.threads import in_thread
from veracious.domain.archive import Audit, Event, Fate, Link, Listed, Sealed
from veracious.domain.errors import InputError, RecordAltered, RecordExists
from veracious.domain.record import Record, Taped
from veracious.rules import digest
from veracious.rules.explaining import chain

PAGE = 50  # rows read at a time: a body or a blob may be large


class PostgresArchive:
    """The `Archive` of a workspace."""

    def __init__(self, store: Store) -> None:
        self._store = store

    @in_thread
    def keep(self, record: Record) -> Record:
        """Write a record; its envelope must name its body's digest, and its id must be new."""
        terms = record_search.numbers(self._store.lexicon, sealing.text(record.body))  # before the chain is held: it takes a while
        with archive_io.writing(self._store) as tx:
            last = _held(tx)
            if tx.rows("chain_about", records=[record.envelope.id]):
                raise RecordExists(record.envelope.id)
            whole, sealed, link = sealing.seal(record, last)
            halves = {"id": sealed.id, "body": sealed.body, "envelope": sealed.envelope, "salt": sealed.salt}
            tx.do("record_put", workspace=str(tx.workspace), **halves)
            _add(tx, link)
            record_search.put(tx, sealing.line(sealed.id, record.body, link), terms)
        return whole

    @in_thread
    def fetch(self, record_id: str) -> Record:
        """The record of this id."""
        found, about = archive_io.read(self._store, ("record_get", {"ids": [record_id]}), ("chain_about", {"records": [record_id]}))
        links = [archive_io.link(row) for row in about]
        return sealing.opened(archive_io.sealed(found[0]) if found else None, record_id, _told(links, record_id))

    @in_thread
    def newest(self, limit: int, before: int | None = None) -> Sequence[Listed]:
        """The records that were kept last, or last before this link of the chain, the newest first; erased ones too."""
        with archive_io.reading(self._store) as tx:
            names = [str(row["record"]) for row in tx.rows("chain_newest", limit=limit, before=before)]
            records = {row["id"]: archive_io.sealed(row) for row in tx.rows("record_get", ids=names)}
            fates = chain.fates([archive_io.link(row) for row in tx.rows("chain_about", records=names)])
        return tuple(sealing.listed(records.get(name), fates[name]) for name in names)

    @in_thread
    def erase(self, record_id: str, at: datetime) -> bool:
        """Erase a record with its tape and the blobs that no other tape needs, and note it; whether there was anything to erase."""
        with archive_io.writing(self._store) as tx:
            last = _held(tx)
            links = [archive_io.link(row) for row in tx.rows("chain_about", records=[record_id])]
            if not links or links[-1].event is Event.ERASED:
                return False
            answers = [str(row["answered"]) for row in tx.rows("tape_all", run=record_id)]
            tx.do("tape_erase", run=record_id)
            tx.do("blob_erase", digests=answers)
            tx.do("record_erase", id=record_id)
            tx.do("job_erase", id=record_id)
            tx.do("batch_row_erase", job=record_id)
            _add(tx, chain.after(last, Event.ERASED, record_id, at))
        return True

    @in_thread
    def erase_all(self, at: datetime) -> int:
        """Erase every record, every tape and every blob; how many records. What stays is the chain."""
        with archive_io.writing(self._store) as tx:
            last = _held(tx)
            fates = chain.fates([archive_io.link(row) for row in tx.rows("chain_all")])
            names = [name for name, fate in fates.items() if fate.event is not Event.ERASED]
            for name in names:
                tx.do("record_erase", id=name)
                last = chain.after(last, Event.ERASED, name, at)
                _add(tx, last)
            for statement in ("tape_erase_all", "blob_erase_all", "job_erase_all", "batch_erase_all"):
                tx.do(statement)
        return len(names)

    @in_thread
    def verify(self, head: str = "") -> Audit:
        """Everything looked through, as it is at one moment; `head` is a hash that was noted once."""
        with archive_io.reading(self._store) as tx:
            return audit.look(_ArchiveContents(tx), head)

    async def retain(self, days: int | None) -> None:
        """For how many days tapes and their blobs are kept; none: until their records are erased."""
        if days is not None and days < 1:
            raise InputError("tapes are kept for a day at least")
        await asyncio.to_thread(self._retain, days)

    @in_thread
    def retained(self) -> int | None:
        """For how many days tapes are kept."""
        with archive_io.writing(self._store) as tx:
            found = tx.one("tape_kept", workspace=str(tx.workspace))
        return None if found is None or found["tape_days"] is None else int(found["tape_days"])

    async def expire(self, now: datetime) -> int:
        """Take away the tapes that have been kept long enough, and note it; how many."""
        days = await self.retained()
        return 0 if days is None else await asyncio.to_thread(self._expire, now, now - timedelta(days=days))

    def _retain(self, days: int | None) -> None:
        with archive_io.writing(self._store) as tx:
            tx.do("tape_keep", days=days, workspace=str(tx.workspace))

    def _expire(self, now: datetime, before: datetime) -> int:
        with archive_io.writing(self._store) as tx:
            last = _held(tx)
            runs = [str(row["run"]) for row in tx.rows("tape_old", before=before)]
            fates = chain.fates([archive_io.link(row) for row in tx.rows("chain_about", records=runs)])
            for run in runs:
                tx.do("tape_erase", run=run)
                if run in fates and fates[run].event is Event.KEPT:
                    last = chain.after(last, Event.EXPIRED, run, now)
                    _add(tx, last)
            for statement in ("blob_expire", "job_expire", "idempotency_expire", "batch_expire"):
                tx.do(statement, before=before)
        return len(runs)


class _ArchiveContents:
    """What the archive of a workspace holds, read in one transaction."""

    def __init__(self, tx: Transaction) -> None:
        self._open = tx

    def links(self) -> Sequence[Link]:
        return [archive_io.link(row) for row in self._open.rows("chain_all")]

    def records(self) -> Iterator[Sealed]:
        after = ""
        while found := self._open.rows("record_page", after=after, limit=PAGE):
            yield from map(archive_io.sealed, found)
            after = found[-1]["id"]

    def runs(self) -> Sequence[str]:
        return [str(row["run"]) for row in self._open.rows("tape_runs")]

    def tape(self, run: str) -> Sequence[tuple[Taped, bool]]:
        return [noted(row, run) for row in self._open.rows("tape_all", run=run)]

    def blobs(self) -> Iterator[tuple[str, bool]]:
        after = ""
        while found := self._open.rows("blob_page", after=after, limit=PAGE):
            for row in found:
                try:
                    yield row["digest"], digest.of_bytes(archive_io.unpack(row, row["digest"]), "blob") == row["digest"]
                except RecordAltered:
                    yield row["digest"], False
            after = found[-1]["digest"]


def _held(tx: Transaction) -> Link | None:
    """The last link of the chain, which nobody else adds to until the transaction ends."""
    tx.one("chain_hold", workspace=str(tx.workspace))
    found = tx.one("chain_last")
    return None if found is None else archive_io.link(found)


def _add(tx: Transaction, link: Link) -> None:
    tx.do("chain_put", **archive_io.columns(link, tx.workspace))


def _told(links: Sequence[Link], record_id: str) -> Fate | None:
    return chain.fates(links).get(record_id)
