"""A review as it is written down: of the right bytes, once, and whoever is overtaken is told by whom."""

from dataclasses import replace

import pytest

from tests.contracts.samples import run
from tests.contracts.test_archive import record
from tests.contracts.test_review_log import AT
from veracious.adapters.memory.review_log import MemoryReviewLog
from veracious.domain.access import Grant
from veracious.domain.errors import ReviewOvertaken, ReviewRefused
from veracious.domain.review import Act, ReviewEntry, Reviewer, ReviewRequest, Stage
from veracious.domain.verdict import Verdict
from veracious.flow import review

RECORD = record("one")
SIGN = ReviewRequest(Act.SIGNED, RECORD.envelope.body, 0)
ADA, BO = Reviewer("Ada", Grant.REVIEW), Reviewer("Bo", Grant.REVIEW)


def add(log: MemoryReviewLog, asked: ReviewRequest, who: Reviewer = ADA, drafted: Verdict | None = Verdict.SUPPORTED) -> ReviewEntry:
    return run(review.add(RECORD, drafted, asked, who, log, AT))


def test_a_verdict_is_signed_once_and_the_second_is_told_by_whom() -> None:
    log = MemoryReviewLog()
    made = add(log, SIGN)
    with pytest.raises(ReviewOvertaken, match=r"Ada signed it as supported on 2026-03-01 at 12:00 UTC"):
        add(log, SIGN, BO)
    state, entries = run(review.look("one", Verdict.SUPPORTED, log))
    assert (state.stage, state.last, entries) == (Stage.SIGNED, made, (made,))


def test_the_same_form_sent_twice_is_one_entry() -> None:
    log = MemoryReviewLog()
    assert add(log, SIGN) == add(log, SIGN)
    assert len(run(log.of(["one"]))["one"]) == 1


def test_whoever_is_overtaken_between_reading_and_writing_is_told_too() -> None:
    """Another process writes after the entries were read."""

    class Raced(MemoryReviewLog):
        async def add(self, entry: ReviewEntry) -> ReviewEntry:
            await super().add(replace(entry, by="Bo"))
            return await super().add(entry)

    with pytest.raises(ReviewOvertaken, match="Bo signed it"):
        add(Raced(), SIGN)


def test_what_has_no_verdict_or_is_of_other_bytes_is_not_signed() -> None:
    with pytest.raises(ReviewRefused, match="no verdict"):
        add(MemoryReviewLog(), SIGN, drafted=None)
    with pytest.raises(ReviewRefused, match="digest"):
        add(MemoryReviewLog(), replace(SIGN, digest="sha256:other"))
    with pytest.raises(ReviewOvertaken, match="nobody has said anything"):
        add(MemoryReviewLog(), replace(SIGN, seen=3))
