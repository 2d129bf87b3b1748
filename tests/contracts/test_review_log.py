"""What every log of reviews, and every box of feedback, promises."""

from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

import pytest

from tests.contracts.samples import run
from veracious.adapters.memory.review_log import MemoryFeedback, MemoryReviewLog
from veracious.domain.errors import FeedbackTooMuch, ReviewOvertaken
from veracious.domain.review import Act, ReviewEntry
from veracious.domain.verdict import Verdict
from veracious.ports import FeedbackBox, ReviewLog

AT = datetime(2026, 3, 1, 12, 0, 0, 250_000, UTC)
HOUR = timedelta(hours=1)
SIGNED = ReviewEntry("one", 1, AT, "Ada", Act.SIGNED, "sha256:ab", Verdict.SUPPORTED, Verdict.SUPPORTED)
CHANGED = ReviewEntry("one", 2, AT + HOUR, "Bo Ødegård", Act.CHANGED, "sha256:ab", Verdict.SUPPORTED, Verdict.REFUTED, "It says 14,000.")
RETURNED = ReviewEntry("two", 1, AT, "Bo Ødegård", Act.RETURNED, "sha256:cd", Verdict.MIXED, None, "Which bridge?")


@dataclass(frozen=True)
class Desk:
    """The log and the box of a workspace with records called one, two and three."""

    log: ReviewLog
    box: FeedbackBox

    def add(self, *entries: ReviewEntry) -> list[ReviewEntry]:
        return [run(self.log.add(one)) for one in entries]

    def newest(self, *acts: Act, limit: int = 10, before: int | None = None, by: str = "", published: bool = False) -> list[ReviewEntry]:
        return list(run(self.log.newest(acts or tuple(Act), limit, before, by, published)))


class ReviewLogContract:
    """Subclass it, and make a workspace with three records of which nobody has said anything."""

    def make(self) -> Desk:
        raise NotImplementedError

    def test_of_what_nobody_said_anything_there_is_nothing(self) -> None:
        desk = self.make()
        assert dict(run(desk.log.of(["one", "nowhere"]))) == {}
        assert desk.newest() == []

    def test_what_is_added_is_what_is_read_in_its_order(self) -> None:
        desk = self.make()
        desk.add(RETURNED, SIGNED, CHANGED)
        found = run(desk.log.of(["one", "two", "three"]))
        assert {name: [replace(one, place=0) for one in entries] for name, entries in found.items()} == {
            "one": [SIGNED, CHANGED],
            "two": [RETURNED],
        }

    def test_of_two_entries_of_one_number_the_first_stands(self) -> None:
        desk = self.make()
        desk.add(SIGNED)
        with pytest.raises(ReviewOvertaken):
            desk.add(replace(CHANGED, number=1))
        assert [one.act for one in run(desk.log.of(["one"]))["one"]] == [Act.SIGNED]

    def test_the_newest_come_first_page_by_page(self) -> None:
        desk = self.make()
        first, second, third = desk.add(SIGNED, RETURNED, CHANGED)
        assert first.place < second.place < third.place
        assert desk.newest() == [third, second, first]
        assert desk.newest(limit=2) == [third, second]
        assert desk.newest(before=second.place) == [first]

    def test_they_are_asked_for_by_act_and_by_person(self) -> None:
        desk = self.make()
        first, second, third = desk.add(SIGNED, RETURNED, CHANGED)
        assert desk.newest(Act.SIGNED, Act.RETURNED) == [second, first]
        assert desk.newest(by="Bo Ødegård") == [third, second]
        assert desk.newest(Act.SIGNED, by="Bo Ødegård") == []

    def test_what_is_published_is_what_was_published_last(self) -> None:
        desk = self.make()
        said = replace(SIGNED, act=Act.PUBLISHED)
        signed, returned, shown = desk.add(SIGNED, RETURNED, replace(said, number=2))
        assert desk.newest(published=True) == [shown, signed]
        desk.add(replace(said, number=3, act=Act.UNPUBLISHED, why="A name."))
        assert desk.newest(published=True) == []
        again = desk.add(replace(said, number=4))
        assert desk.newest(Act.PUBLISHED, published=True) == [*again, shown]
        assert returned in desk.newest()

    def test_what_was_given_back_is_there_until_somebody_stands_behind_it_page_by_page(self) -> None:
        """What is said to readers changes nothing of it; a draft that was returned long ago is there however much was returned since."""
        desk = self.make()
        returned, _, withdrawn = desk.add(RETURNED, SIGNED, replace(CHANGED, act=Act.WITHDRAWN, became=None))
        assert list(run(desk.log.back(10))) == [withdrawn, returned]
        assert list(run(desk.log.back(1))) == [withdrawn]
        assert list(run(desk.log.back(10, before=withdrawn.place))) == [returned]
        desk.add(replace(CHANGED, number=3, act=Act.UNPUBLISHED, became=None))
        assert list(run(desk.log.back(10))) == [withdrawn, returned]
        desk.add(replace(SIGNED, number=4))
        assert list(run(desk.log.back(10))) == [returned]
        (again,) = desk.add(replace(CHANGED, number=5, act=Act.WITHDRAWN, became=None))
        assert list(run(desk.log.back(10))) == [again, returned]

    def test_what_readers_say_waits_until_somebody_closes_it(self) -> None:
        box = self.make().box
        first, second, third = (run(box.put(name, f"Look at {name}.", AT, AT - HOUR, 10, 10)) for name in ("one", "two", "one"))
        assert [(one.record, one.text, one.at, one.closed_at) for one in (first, second)] == [
            ("one", "Look at one.", AT, None),
            ("two", "Look at two.", AT, None),
        ]
        assert list(run(box.waiting(10))) == [first, second, third]
        assert list(run(box.waiting(1, after=first.number))) == [second]
        assert list(run(box.waiting(10, record="one"))) == [first, third]
        assert run(box.close(third.number, "Ada", "Done.", AT + HOUR)) is True
        assert run(box.close(third.number, "Bo", "Done.", AT + HOUR)) is False
        assert run(box.close(third.number + 1, "Bo", "Done.", AT + HOUR)) is False
        assert list(run(box.waiting(10))) == [first, second]

    def test_of_what_readers_say_only_so_much_is_taken_since_a_moment(self) -> None:
        box = self.make().box
        for number in range(2):
            run(box.put("one", "Look.", AT + number * HOUR, AT - HOUR, 2, 2))
        with pytest.raises(FeedbackTooMuch):
            run(box.put("one", "Look.", AT + HOUR, AT, 2, 2))
        run(box.put("one", "Look.", AT + 2 * HOUR, AT + HOUR, 2, 2))
        assert len(run(box.waiting(10))) == 3

    def test_of_what_readers_say_of_one_record_only_so_much_is_taken_and_of_others_more(self) -> None:
        box = self.make().box
        for _ in range(2):
            run(box.put("one", "Look.", AT, AT - HOUR, 10, 2))
        with pytest.raises(FeedbackTooMuch):
            run(box.put("one", "Look.", AT, AT - HOUR, 10, 2))
        run(box.put("two", "Look.", AT, AT - HOUR, 10, 2))
        run(box.put("one", "Look.", AT + HOUR, AT + HOUR, 10, 2))
        assert [one.record for one in run(box.waiting(10))] == ["one", "one", "two", "one"]


class TestMemoryReviewLog(ReviewLogContract):
    def make(self) -> Desk:
        return Desk(MemoryReviewLog(), MemoryFeedback())
