"""Records are found in a real store as in memory; older ones too; and ten thousand of them in little time, by an index."""

import json
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial

import psycopg
import pytest

from tests.contracts.samples import run
from tests.contracts.test_record_search import AT, BATCH, ROWS, THREE, BatchesContract, RecordSearchContract, SearchDesk, record, terms
from veracious.adapters import sealing
from veracious.adapters.postgres import record_search, statements
from veracious.adapters.postgres.archive import PostgresArchive, _add, _held
from veracious.adapters.postgres.batches import PostgresBatches
from veracious.adapters.postgres.record_search import PostgresRecordSearch
from veracious.adapters.postgres.review_log import PostgresFeedback, PostgresReviewLog
from veracious.adapters.postgres.server import Addresses
from veracious.adapters.postgres.store import Store
from veracious.domain.batch import BatchRow, RowState
from veracious.domain.review import Act
from veracious.domain.search import RecordKind, RecordLine, ReviewStatus, SearchOrder
from veracious.domain.verdict import Verdict

MANY = 10_000


class InStore:
    """An empty workspace."""

    @pytest.fixture(autouse=True)
    def _stores(self, new_store: Callable[[], Store], addresses: Addresses) -> None:
        self.new_store, self.addresses = new_store, addresses

    def desk(self) -> SearchDesk:
        self.store = self.new_store()
        return of(self.store)

    def batches(self) -> PostgresBatches:
        self.store = self.new_store()
        return PostgresBatches(self.store.database, self.store.workspace)


def of(store: Store) -> SearchDesk:
    """The workspace of a store."""
    place = (store.database, store.workspace)
    return SearchDesk(PostgresArchive(store), PostgresReviewLog(*place), PostgresFeedback(*place), PostgresRecordSearch(store))


class TestPostgresRecordSearch(InStore, RecordSearchContract, BatchesContract):
    """The same promises."""


class TestSearchInTheStore(InStore):
    """What only a store can promise."""

    def forget_lines(self) -> None:
        """Make the store as it was before records had lines."""
        with psycopg.connect(self.addresses.owner) as owner:
            mine = "(select id from veracious.workspace where name = %s)"
            owner.execute(f"delete from veracious.record_line where workspace = {mine}".encode(), (self.store.workspace,))  # noqa: S608
            owner.execute(
                f"insert into veracious.record_unlisted select workspace, id from veracious.record where workspace = {mine}".encode(),  # noqa: S608
                (self.store.workspace,),
            )

    def test_records_from_before_are_found_too_with_what_was_said_of_them(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(record_search, "MADE_AT_ONCE", 2)
        desk = self.desk()
        desk.keep(*THREE)
        desk.say("long", Act.CHANGED, Verdict.MIXED)
        run(desk.archive.erase("tower", AT))
        self.forget_lines()
        with ThreadPoolExecutor(4) as pool:
            found = list(pool.map(lambda _: desk.found("bridge"), range(4)))
        assert found == [["short", "long"]] * 4
        assert desk.found(verdict=Verdict.MIXED, status=ReviewStatus.SIGNED) == ["long"]

    def test_of_many_records_from_before_a_search_makes_some_ready_and_says_that_more_are_left(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(record_search, "MADE_AT_ONCE", 1)
        desk = self.desk()
        desk.keep(*THREE)
        self.forget_lines()
        assert (len(desk.found()), run(desk.finder.is_behind())) == (2, True)
        assert (len(desk.found()), run(desk.finder.is_behind())) == (3, False)

    def test_one_altered_record_from_before_is_passed_over(self) -> None:
        desk = self.desk()
        desk.keep(*THREE)
        with psycopg.connect(self.addresses.owner) as owner:
            mine = "(select id from veracious.workspace where name = %s)"
            owner.execute(
                f"update veracious.record set body = 'x' where id = 'short' and workspace = {mine}".encode(),  # noqa: S608
                (self.store.workspace,),
            )
        self.forget_lines()
        assert desk.found() == ["tower", "long"]
        assert run(desk.finder.is_behind()) is False

    def test_what_is_said_while_a_line_is_made_waits_and_is_written_down(self) -> None:
        desk = self.desk()
        desk.keep(*THREE)
        self.forget_lines()
        line = RecordLine("long", 1, AT, RecordKind.CLAIM, "bridge", Verdict.SUPPORTED, ReviewStatus.DRAFT)
        with ThreadPoolExecutor(1) as pool:
            with self.store.database.transaction(self.store.workspace) as tx:
                tx.one("line_hold", workspace=str(tx.workspace))
                said = pool.submit(desk.say, "long", Act.CHANGED, Verdict.MIXED)
                time.sleep(0.3)
                assert not said.done()
                record_search.put(tx, line, record_search.numbers(self.store.lexicon, line.text))
            said.result(10)
        assert desk.found("bridge", verdict=Verdict.MIXED) == ["long"]

    def test_another_workspace_finds_nothing_of_it(self) -> None:
        desk = self.desk()
        desk.keep(*THREE)
        other = of(self.new_store())
        assert other.found() == other.found("bridge") == []
        other.keep(record("theirs", "Their bridge is long."))
        assert (desk.found("bridge"), other.found("bridge")) == (["short", "long"], ["theirs"])

    def test_a_row_follows_its_job_and_its_record_and_loses_its_claim_with_them(self) -> None:
        held = self.batches()
        store = self.store
        run(held.put(BATCH, ROWS))
        said = {
            "id": "job-1",
            "kind": "verification",
            "queue": "local",
            "priority": 0,
            "actor": "",
            "request": b"{}",
            "seconds": 60,
            "held": 0,
        }
        with store.database.transaction(store.workspace) as tx:
            tx.one("job_put", workspace=str(tx.workspace), **said, at=AT, request_id="", traceparent="")
        run(held.bind(BATCH.id, 2, "job-1"))
        assert run(held.lines(BATCH.id, 0, 1))[0].state is RowState.WAITING
        with store.database.transaction(store.workspace) as tx:
            tx.one("job_finish", id="job-1", outcome="completed", cause="", spent=0, has_record=True, at=AT)
        desk = of(store)
        desk.keep(record("job-1", "One.", "refuted"))
        (line,) = run(held.lines(BATCH.id, 0, 1))
        assert (line.state, line.verdict, line.status) == (RowState.FINISHED, "refuted", ReviewStatus.DRAFT)
        other = replace(BATCH, id="cd" * 12)
        run(held.put(other, [*ROWS, BatchRow(5, "One.", None, "A note.", "y"), BatchRow(6, "One.", refused="Its id is that of row 2.")]))
        run(desk.archive.erase("job-1", AT))
        (line,) = run(held.lines(BATCH.id, 0, 1))
        assert (line.state, line.verdict, line.row.claim, line.row.name) == (RowState.GONE, "", "", "")
        gone, _, kept, alike, refused = run(held.lines(other.id, 0, 10))
        assert [one.state for one in (gone, kept, alike)] == [RowState.GONE, RowState.READY, RowState.GONE]
        for one in (gone, alike, refused):
            assert (one.row.claim, one.row.context, one.row.name) == ("", "", "")

    def test_a_table_is_removed_only_when_none_of_its_jobs_runs(self) -> None:
        held = self.batches()
        store = self.store
        run(held.put(BATCH, ROWS))
        said = {"id": "job-2", "kind": "verification", "queue": "local", "priority": 0, "actor": "", "request": b"{}", "seconds": 60}
        with store.database.transaction(store.workspace) as tx:
            tx.one("job_put", workspace=str(tx.workspace), **said, held=0, at=AT, request_id="", traceparent="")
        run(held.bind(BATCH.id, 2, "job-2"))
        assert run(held.remove(BATCH.id)) is False
        with store.database.transaction(store.workspace) as tx:
            tx.one("job_finish", id="job-2", outcome="completed", cause="", spent=0, has_record=False, at=AT)
        assert run(held.remove(BATCH.id)) is True


@pytest.mark.long
class TestManyRecords(InStore):
    """Ten thousand records: an index finds them, and a search takes little more than to fetch one of them."""

    def test_a_search_is_served_by_an_index(self) -> None:
        desk = self.desk()
        store = self.store
        self.fill()
        numbers = record_search._numbers(terms("bridge number 4711"))
        asked = dict.fromkeys(("verdict", "status", "kind", "since", "until", "number", "others"))
        asked |= {"terms": numbers, "all": len(numbers), "rarest": numbers[-1], "limit": 21}
        with store.database.transaction(store.workspace) as tx:
            for name in ("line_rarest", "line_find", "line_best", "line_newest"):
                plan = tx.connection.execute(f"explain (format json) {statements.all()[name]}".encode(), asked).fetchone()
                assert "Seq Scan" not in json.dumps(plan), plan
        fetch = self.seconds(lambda: run(desk.archive.fetch("r4711")))
        for text, limit in (("bridge number 4711", 8.0), ("bridge", 8.0), ("", 8.0)):
            search = self.seconds(partial(desk.hits, text, limit=21))
            print(f"{text!r}: {search * 1000:.1f} ms; to fetch a record: {fetch * 1000:.1f} ms")
            assert search < limit * fetch, (text, search, fetch)
        for text in ("bridge", "bridge number"):  # every record has the words: all are looked at
            best = self.seconds(partial(desk.hits, text, limit=21, order=SearchOrder.BEST))
            print(f"{text!r}, the best of all records: {best * 1000:.1f} ms")
            assert best < 300 * fetch
        assert desk.found("bridge number 4711") == ["r4711"]

    def fill(self) -> None:
        """Records kept one after another, in one transaction."""
        store = self.store
        with store.database.transaction(store.workspace) as tx:
            last = _held(tx)
            for number in range(MANY):
                one = record(f"r{number}", f"The bridge number {number} is {number % 97} metres long and was built by the office.")
                _, sealed, last = sealing.seal(replace(one, envelope=replace(one.envelope, workspace=store.workspace)), last)
                tx.do("record_put", workspace=str(tx.workspace), id=sealed.id, body=sealed.body, envelope=sealed.envelope, salt=sealed.salt)
                _add(tx, last)
                record_search.put(tx, sealing.line(sealed.id, one.body, last), record_search.numbers(store.lexicon, sealing.text(one.body)))
        with psycopg.connect(self.addresses.owner, autocommit=True) as owner:
            for table in ("record_line", "record_term", "record", "chain"):
                owner.execute(f"analyze veracious.{table}".encode())

    @staticmethod
    def seconds(ask: Callable[[], object]) -> float:
        """How long it takes when nothing else gets in its way: the least of many times."""
        taken = []
        for _ in range(41):
            began = time.perf_counter()
            ask()
            taken.append(time.perf_counter() - began)
        return min(taken)
