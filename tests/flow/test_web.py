"""The corrective loop over the web: reviews first, spares, what is remembered, who watches."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from tests.flow.random_runs import DAY
from tests.flow.test_claim import Believer, page
from veracious import wiring
from veracious.adapters.memory.archive import MemoryArchive
from veracious.adapters.memory.blobs import MemoryBlobs
from veracious.adapters.memory.clock import FixedClock
from veracious.adapters.memory.finder import MemoryFinder
from veracious.adapters.memory.ids import CountingIds
from veracious.adapters.memory.pages import MemoryPages
from veracious.adapters.memory.reviews import MemoryReviews
from veracious.adapters.memory.search import MemoryWeb
from veracious.adapters.memory.shelf import MemoryShelf
from veracious.adapters.memory.stock import MemoryStock
from veracious.adapters.web.memory import PageMemory
from veracious.domain.errors import SourceUnavailable
from veracious.domain.evidence import Source
from veracious.domain.report import Report
from veracious.domain.verdict import Verdict
from veracious.domain.web import Review, Step
from veracious.flow import claim
from veracious.flow.run import Run
from veracious.ports import Tools
from veracious.rules.dials import Dials
from veracious.rules.seeking.remembered import MemoryDials

LAKE = "Lake Baikal is 1,642 metres deep."
CLOCK = FixedClock(datetime(2026, 1, 15, tzinfo=UTC))
TEXTS = (
    "Lake Baikal is 1,642 metres deep, the survey of the year found.",
    "Measured by sonar, Lake Baikal is 1,642 metres deep at its centre.",
)


def web(*texts: str) -> MemoryWeb:
    pages = [page(number, text) for number, text in enumerate(texts)]
    return MemoryWeb({str(one.url): one for one in pages}, wiring.lexicon())


def run(**tools: Any) -> tuple[Report, list[Step]]:
    """The report on the lake with an empty store and these tools, and what a watcher was told."""
    dials, lexicon, told = Dials(), wiring.lexicon(), list[Step]()
    shelf = MemoryShelf(dials.seeking.passages, dials.reading.sentences)
    finders = (MemoryFinder(shelf, lexicon, dials.seeking.lexical),)
    made = Tools(CLOCK, CountingIds(), finders, Believer(), shelf, MemoryArchive(), MemoryBlobs())
    report = asyncio.run(claim.verify(LAKE, DAY, Run(replace(made, **tools), dials, lexicon, tell=told.append)))
    return report, told


def review(claim: str = LAKE, rating: str = "False") -> Review:
    source = Source("checks.example", 0.95)
    return Review(claim, rating, "https://checks.example/2025/05/the-depth-of-the-lake", "checks.example", source=source)


def marks(report: Report) -> str:
    assert report.judged is not None
    return " ".join(report.judged.degraded)


def test_a_published_review_comes_first_and_may_decide() -> None:
    """A credible reviewer rates the claim false: that decides before anything is searched, and the review is shown."""
    found = web(*TEXTS)
    report, told = run(search=found, door=found, reviews=MemoryReviews([review()], wiring.lexicon()))
    assert (report.verdict, report.stop, report.executed) == (Verdict.REFUTED, "sufficient", ())
    assert [one.rating for one in report.reviews] == ["False"]
    assert found.calls["search"] == 0
    assert told[0].kind == "review"


def test_a_rating_that_takes_no_side_is_shown_and_decides_nothing() -> None:
    found = web()
    report, _ = run(search=found, door=found, reviews=MemoryReviews([review(rating="It depends")], wiring.lexicon()))
    assert [one.rating for one in report.reviews] == ["It depends"]
    assert report.executed


def test_a_review_from_after_the_day_of_the_claim_is_not_looked_at() -> None:
    late = replace(review(), published=DAY.replace(year=2030))
    found = web(*TEXTS)
    report, _ = run(search=found, door=found, reviews=MemoryReviews([late], wiring.lexicon()))
    assert report.reviews == ()
    assert report.verdict is Verdict.SUPPORTED


def test_reviews_that_cannot_be_asked_for_are_named_and_the_search_goes_on() -> None:
    found = web(*TEXTS)
    report, _ = run(search=found, door=found, reviews=MemoryReviews([], wiring.lexicon(), down=True))
    assert report.verdict is Verdict.SUPPORTED
    assert "the reviews are down" in marks(report)


def test_the_next_search_is_asked_when_one_fails_and_the_first_is_named() -> None:
    down, found = web(*TEXTS), web(*TEXTS)
    down.fail("search")
    report, _ = run(search=down, spares=(found,), door=found)
    assert report.verdict is Verdict.SUPPORTED
    assert "search is down" in marks(report)
    assert (down.calls["search"], found.calls["search"]) == (1, 1)


def test_an_address_that_was_read_lately_is_not_read_again() -> None:
    found, stock = web(*TEXTS), MemoryStock()
    memory = PageMemory(MemoryPages(stock), CLOCK, MemoryDials())
    run(search=found, door=found, remembered=memory)
    assert found.calls["read"] == 2
    report, _ = run(search=found, door=found, remembered=memory)
    assert found.calls["read"] == 2
    assert dict(report.skipped)["read_before"] == 2
    later = PageMemory(MemoryPages(stock), FixedClock(datetime(2026, 2, 15, tzinfo=UTC)), MemoryDials())
    run(search=found, door=found, remembered=later)
    assert found.calls["read"] == 4


def test_a_memory_that_fails_is_named_and_everything_is_read() -> None:
    class Forgetful:
        async def recall(self, addresses: Sequence[str], stage: str, claim: str) -> Sequence[Any]:
            raise SourceUnavailable("the memory is down")

        async def note(self, url: str, digest: str, trouble: str) -> None:
            raise SourceUnavailable("the memory is down")

    found = web(*TEXTS)
    report, _ = run(search=found, door=found, remembered=Forgetful())
    assert report.verdict is Verdict.SUPPORTED
    assert "the memory is down" in marks(report)


def test_who_watches_is_told_of_each_step() -> None:
    found = web(*TEXTS)
    _, told = run(search=found, door=found)
    assert [one.kind for one in told] == ["search", "read", "read", "look"]


@pytest.mark.parametrize("down", ["search", "read"])
def test_a_web_that_is_down_decides_nothing_and_is_named(down: str) -> None:
    found = web(*TEXTS)
    found.fail(down)
    report, _ = run(search=found, door=found)
    assert report.verdict is Verdict.NOT_ENOUGH_EVIDENCE
    assert f"{down} is down" in marks(report)
