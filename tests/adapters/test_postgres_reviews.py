"""What people say of verdicts, in a real store: the promises of the port, the list of changes, and what goes with a record."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from tests.contracts.samples import run
from tests.contracts.test_archive import BODY, MOMENT
from tests.contracts.test_archive import record as kept_record
from tests.contracts.test_review_log import AT, CHANGED, RETURNED, SIGNED, Desk, ReviewLogContract
from veracious.adapters import acting
from veracious.adapters.postgres.archive import PostgresArchive
from veracious.adapters.postgres.audit_log import PostgresAuditLog
from veracious.adapters.postgres.review_log import PostgresFeedback, PostgresReviewLog
from veracious.adapters.postgres.store import Store
from veracious.domain.access import Grant
from veracious.domain.errors import FeedbackTooMuch, RecordMissing, ReviewOvertaken
from veracious.domain.review import Act, ReviewEntry, Reviewer, ReviewRequest
from veracious.domain.verdict import Verdict
from veracious.flow import review


class InStore:
    """A workspace with three records."""

    @pytest.fixture(autouse=True)
    def _stores(self, new_store: Callable[[], Store]) -> None:
        self.new_store = new_store

    def make(self) -> Desk:
        self.store = self.new_store()
        archive = PostgresArchive(self.store)
        for name in ("one", "two", "three"):
            run(archive.keep(kept_record(name)))
        database, workspace = self.store.database, self.store.workspace
        return Desk(PostgresReviewLog(database, workspace), PostgresFeedback(database, workspace))


class TestPostgresReviewLog(InStore, ReviewLogContract):
    """The same promises."""


class TestReviewsInTheStore(InStore):
    """What only a store can promise."""

    def test_of_eight_who_sign_at_once_one_does_and_seven_are_told_who(self) -> None:
        desk, kept = self.make(), kept_record("one")
        asked = ReviewRequest(Act.SIGNED, kept.envelope.body, 0)

        def sign(name: str) -> ReviewEntry | str:
            try:
                return run(review.add(kept, Verdict.SUPPORTED, asked, Reviewer(name, Grant.REVIEW), desk.log, AT))
            except ReviewOvertaken as overtaken:
                return overtaken.detail

        with ThreadPoolExecutor(8) as pool:
            found = list(pool.map(sign, [f"reviewer {number}" for number in range(8)]))
        (made,) = (one for one in found if isinstance(one, ReviewEntry))
        assert {one for one in found if isinstance(one, str)} == {f"{made.by} signed it as supported on 2026-03-01 at 12:00 UTC"}
        assert run(desk.log.of(["one"]))["one"] == (made,)

    def test_of_eight_who_write_at_once_no_more_are_taken_than_there_is_room_for(self) -> None:
        desk = self.make()

        def put(number: int) -> bool:
            try:
                run(desk.box.put(("one", "two")[number % 2], f"Look {number}.", AT, AT, 3, 2))
            except FeedbackTooMuch:
                return False
            return True

        with ThreadPoolExecutor(8) as pool:
            assert sum(pool.map(put, range(8))) == 3
        assert len(run(desk.box.waiting(10))) == 3

    def test_each_entry_stands_in_the_list_of_changes_in_the_name_of_whoever_asked(self) -> None:
        desk = self.make()

        async def say() -> None:
            with acting.acting("person:Ada"):
                for one in (SIGNED, CHANGED, RETURNED):
                    await desk.log.add(one)

        asyncio.run(say())
        changes = run(PostgresAuditLog(self.store.database).newest(self.store.workspace, None, 10))
        assert [(one.actor, one.action, one.subject, one.before, one.after) for one in reversed(changes)] == [
            ("person:Ada", "verdict_signed", "one", "supported", "supported"),
            ("person:Ada", "verdict_changed", "one", "supported", "refuted"),
            ("person:Ada", "verdict_returned", "two", "mixed", ""),
        ]
        assert CHANGED.why not in str(changes)

    def test_what_was_said_of_a_record_goes_with_it_and_the_record_stays_as_it_is(self) -> None:
        desk = self.make()
        desk.add(SIGNED, CHANGED, RETURNED)
        run(desk.box.put("one", "Look.", AT, AT, 10, 10))
        archive = PostgresArchive(self.store)
        assert run(archive.fetch("one")).body == BODY
        assert run(archive.verify()).is_whole
        run(archive.erase("one", MOMENT))
        assert dict(run(desk.log.of(["one"]))) == {}
        assert [one.record for one in desk.newest()] == ["two"]
        assert list(run(desk.box.waiting(10))) == []

    def test_of_a_record_that_is_not_there_or_another_workspaces_nothing_is_said(self) -> None:
        desk, other = self.make(), self.make()
        desk.add(SIGNED)
        assert dict(run(other.log.of(["one"]))) == {}
        for name in ("nowhere", "four"):
            with pytest.raises(RecordMissing):
                other.add(replace(SIGNED, record=name))
            with pytest.raises(RecordMissing):
                run(other.box.put(name, "Look.", AT, AT, 10, 10))
