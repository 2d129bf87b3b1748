"""Which addresses are not read again."""

from datetime import UTC, datetime, timedelta

import pytest

from veracious.domain.store import Page, PageStatus
from veracious.rules.seeking import remembered
from veracious.rules.seeking.remembered import MemoryDials

NOW = datetime(2026, 1, 15, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("status", "days", "reason"),
    [
        (PageStatus.EXTRACTED, 6.9, "read_before"),
        (PageStatus.EXTRACTED, 7.1, ""),
        (PageStatus.FAILED, 0.4, "failed_before"),
        (PageStatus.FAILED, 0.6, ""),
        (PageStatus.SEEN, 0.1, ""),
    ],
)
def test_what_was_read_stands_for_a_week_and_what_failed_for_half_a_day(status: PageStatus, days: float, reason: str) -> None:
    page = Page("https://a.example/story", status, "claim", NOW, NOW - timedelta(days=days))
    assert remembered.passed_over(page, NOW, MemoryDials()) == reason


def test_a_page_that_was_only_met_is_read() -> None:
    assert remembered.passed_over(Page("https://a.example/story", PageStatus.SEEN, "claim", NOW), NOW, MemoryDials()) == ""
