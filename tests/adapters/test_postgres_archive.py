"""The promises of archive, blobs and tape, kept by the store."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import psycopg
import pytest

from tests.contracts.samples import run
from tests.contracts.test_archive import BODY, MOMENT, ArchiveContract, Desk, record
from tests.contracts.test_blobs import BlobsContract
from tests.contracts.test_tape import TapeContract
from veracious.adapters.memory.clock import FixedClock
from veracious.adapters.postgres.archive import PostgresArchive
from veracious.adapters.postgres.blobs import PostgresBlobs
from veracious.adapters.postgres.database import Database
from veracious.adapters.postgres.server import Addresses
from veracious.adapters.postgres.store import Store
from veracious.adapters.postgres.tape import PostgresTape
from veracious.domain.errors import ArchiveUnavailable, RecordAltered, SourceError
from veracious.domain.record import Taped
from veracious.ports import Blobs, Tape
from veracious.rules.reading.lexicon import Lexicon


class InPostgres:
    """A workspace of its own for each that is made, and the owner, who can change everything."""

    @pytest.fixture(autouse=True)
    def _stores(self, new_store: Callable[[], Store], addresses: Addresses) -> None:
        self.new_store, self.addresses = new_store, addresses

    def owner(self, text: str, *values: object) -> int:
        """As somebody who has the database; how many rows it touched."""
        with psycopg.connect(self.addresses.owner) as connection:
            return connection.execute(text.encode(), values).rowcount


def desk(store: Store) -> Desk:
    clock = FixedClock(MOMENT)
    return Desk(PostgresArchive(store), PostgresBlobs(store, clock), lambda name: PostgresTape(store, name, clock))


class TestPostgresArchive(InPostgres, ArchiveContract):
    def make(self) -> Desk:
        self.store = self.new_store()
        return desk(self.store)

    def tamper(self, desk: Desk, record_id: str) -> None:
        changed = "convert_to(replace(convert_from(body, 'UTF8'), 'supported', 'refuted'), 'UTF8')"
        assert self._done(f"update veracious.record set body = {changed} where", record_id) == 1  # noqa: S608

    def remove(self, desk: Desk, record_id: str) -> None:
        assert self._done("delete from veracious.record where", record_id) == 1

    def _done(self, text: str, record_id: str) -> int:
        own = "workspace = (select id from veracious.workspace where name = %s) and id = %s"
        return self.owner(f"{text} {own}", self.store.workspace, record_id)

    def test_those_who_keep_at_once_make_one_chain(self) -> None:
        made = self.make()
        with ThreadPoolExecutor(6) as pool:
            list(pool.map(lambda number: run(made.archive.keep(record(f"r{number}"))), range(24)))
        found = run(made.archive.verify())
        assert (found.links, found.records, found.findings) == (24, 24, ())

    def test_another_workspace_has_a_chain_of_its_own(self) -> None:
        here, there = desk(self.new_store()), desk(self.new_store())
        here.keep("one", b"same")
        assert there.keep("one", b"same").envelope.previous is None
        assert run(here.archive.erase_all(MOMENT)) == 1
        assert there.lost(b"same") == []
        assert run(there.archive.verify()).records == 1

    def test_a_workspace_goes_with_its_chain(self) -> None:
        made = self.make()
        made.keep("one", b"a")
        with self.store.database.transaction(self.store.workspace) as tx:
            tx.one("erase_workspace")
        self.store.database.forget(self.store.workspace)
        assert run(made.archive.verify()).links == 0

    def test_a_blob_that_was_used_again_does_not_expire(self) -> None:
        made = self.make()
        run(made.blobs.put(b"old"))
        run(made.blobs.put(b"used"))
        now = MOMENT + timedelta(days=100)
        run(PostgresBlobs(self.store, FixedClock(now)).put(b"used"))
        assert run(made.archive.expire(now)) == 0
        assert made.lost(b"old", b"used") == [b"old"]


class TestPostgresBlobs(InPostgres, BlobsContract):
    def make(self) -> Blobs:
        self.store = self.new_store()
        return PostgresBlobs(self.store)

    def tamper(self, blobs: Blobs, name: str) -> None:
        changed = (
            "update veracious.blob set packed = %s where digest = %s and workspace = (select id from veracious.workspace where name = %s)"
        )
        assert self.owner(changed, b"two", name, self.store.workspace) == 1

    def test_what_is_kept_is_small(self) -> None:
        blobs, content = self.make(), b'{"supports":0.5}' * 10_000
        name = run(blobs.put(content))
        with self.store.database.transaction(self.store.workspace) as tx:
            (row,) = tx.rows("blob_get", digest=name)
        assert len(row["packed"]) * 50 < len(content)
        assert run(blobs.get(name)) == content


class TestPostgresTape(InPostgres, TapeContract):
    def make(self) -> Tape:
        self.store = self.new_store()
        return PostgresTape(self.store, "run")

    def blobs(self) -> Blobs:
        return PostgresBlobs(self.store)

    def test_runs_do_not_mix_and_one_that_starts_again_finds_its_own(self) -> None:
        self.make()
        run(PostgresTape(self.store, "one").commit(Taped("judge", "asked", "answered")))
        assert tuple(run(PostgresTape(self.store, "two").entries())) == ()
        assert tuple(run(PostgresTape(self.store, "one").entries())) == (Taped("judge", "asked", "answered"),)

    @pytest.mark.parametrize("column", ["port", "asked", "answered", "mark"])
    def test_an_altered_answer_is_noticed_on_reading(self, column: str) -> None:
        tape = self.make()
        run(tape.commit(Taped("judge", "asked", "answered")))
        own = "workspace = (select id from veracious.workspace where name = %s)"
        assert self.owner(f"update veracious.tape set {column} = 'x' where {own}", self.store.workspace) == 1  # noqa: S608
        with pytest.raises(RecordAltered):
            run(tape.entries())


def test_a_store_that_does_not_answer_ends_the_run_and_is_no_failed_source(tmp_path: object, lexicon: Lexicon) -> None:
    """Were it taken for a source that failed, the run would go on with what is on no tape."""
    store = Store(Database(f"postgresql://veracious_app@/postgres?host={tmp_path}"), None, lexicon)  # type: ignore[arg-type]
    asks = (
        PostgresBlobs(store).put(b"x"),
        PostgresBlobs(store).get("x"),
        PostgresTape(store, "one").commit(Taped("judge", "asked", "answered")),
        PostgresTape(store, "one").entries(),
        PostgresArchive(store).keep(record("one", BODY)),
        PostgresArchive(store).verify(),
    )
    for asked in asks:
        with pytest.raises(ArchiveUnavailable) as raised:
            run(asked)
        assert not isinstance(raised.value, SourceError)
