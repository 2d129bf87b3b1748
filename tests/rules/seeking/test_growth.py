"""Ten times the pool takes at most thirteen times as long: ranking, fusing, finding origins."""

import gc
import time
import urllib.parse
from collections.abc import Callable, Sequence
from datetime import timedelta
from functools import partial
from statistics import median
from typing import Any

import pytest

from tests.rules.seeking.given import DAY, LEXICON, SENTENCES, found, piece, stories
from veracious.domain.evidence import Pooled
from veracious.rules.dials import Dials
from veracious.rules.ranking import hybrid
from veracious.rules.reading import intake
from veracious.rules.seeking import fuse, origins

GROWTH_AT_MOST = 13
DIALS = Dials()
CLAIMS = tuple(intake.part_of(text, LEXICON, DIALS.reading) for text in ("The falcon left the harbor.", "Copper costs more than amber."))

Maker = Callable[[int], Sequence[Any]]
Work = Callable[[Sequence[Any]], object]


def distinct(count: int) -> Sequence[Any]:
    return stories(count, seed=7)


def copies(count: int) -> Sequence[Any]:
    """One text and its variants everywhere, naming and linking to each other: everything meets everything."""
    return [
        piece(
            f"e{index:05}",
            " ".join((*SENTENCES[:2], f"Number {index}.", SENTENCES[4])),
            url=f"https://paper{index}.example/stories/ferry",
            domain="post.example",
            links=(f"https://paper{index * 7 % count}.example/stories/ferry",),
        )
        for index in range(count)
    ]


def answers(count: int) -> Sequence[Any]:
    """Each piece found twice, by text and by triples."""
    pool = stories(count, seed=8)
    return [found(one, finder, rank, 0.5) for finder in ("text", "triples") for rank, one in enumerate(pool, 1)]


def pooled(count: int) -> Sequence[Any]:
    return [
        Pooled(one, 1 / (60 + place % 97), (place % 5) / 5, ("text",)) for place, one in enumerate(stories(count, seed=9))
    ]  # fmt: skip


CASES: tuple[tuple[str, Maker, Work], ...] = (
    ("rank", pooled, lambda pool: hybrid.rank(pool, CLAIMS, DAY + timedelta(days=9), LEXICON, DIALS.ranking.hybrid)),
    ("fuse", answers, lambda pool: fuse.merge(pool, DIALS.seeking.fuse, DIALS.seeking.urls)),
    ("origins", distinct, lambda pool: origins.cluster(pool, LEXICON, DIALS.seeking.origins)),
    ("origins of copies", copies, lambda pool: origins.cluster(pool, LEXICON, DIALS.seeking.origins)),
)


def cpu_seconds(work: Callable[[], object]) -> float:
    urllib.parse.clear_cache()  # type: ignore[attr-defined]  # it keeps 128 addresses, which would favour a small pool
    start = time.process_time()
    work()
    return time.process_time() - start


def growth(make: Maker, work: Work, few: int, rounds: tuple[int, ...]) -> float:
    """How much longer ten times as many take: the median of ratios measured back to back, of more of them while it looks too large."""
    small, large = make(few), make(10 * few)
    ratios: list[float] = []
    gc.disable()
    try:
        for attempts in rounds:
            for _ in range(attempts):
                first = cpu_seconds(partial(work, small))
                ratios.append(cpu_seconds(partial(work, large)) / max(first, 1e-9))
            if median(ratios) <= GROWTH_AT_MOST:
                break
    finally:
        gc.enable()
    return median(ratios)


@pytest.mark.long
@pytest.mark.parametrize(("name", "make", "work"), CASES[:3], ids=[name for name, _, _ in CASES[:3]])
def test_a_thousand_take_at_most_thirteen_times_a_hundred(name: str, make: Maker, work: Work) -> None:
    assert growth(make, work, 100, (1, 4)) <= GROWTH_AT_MOST


@pytest.mark.long
@pytest.mark.parametrize(("name", "make", "work"), CASES, ids=[name for name, _, _ in CASES])
def test_ten_thousand_take_at_most_thirteen_times_a_thousand(name: str, make: Maker, work: Work) -> None:
    ratio = growth(make, work, 1_000, (3, 4))
    print(f"{name}: 10,000 against 1,000, ratio {ratio:.1f}")
    assert ratio <= GROWTH_AT_MOST


@pytest.mark.parametrize("make", [distinct, copies])
def test_a_piece_meets_no_more_than_the_bins_allow(make: Maker) -> None:
    """At most 48 bins × 6 earlier pieces, whatever the pool: 400 pieces never meet in 400 × 399 / 2 = 79,800 pairs, even as copies."""
    dials = DIALS.seeking.origins
    read = [origins._piece(one, LEXICON, dials) for one in make(400)]
    met: dict[int, int] = {}
    for _, later in origins._meetings(read, dials):
        met[later] = met.get(later, 0) + 1
    assert max(met.values(), default=0) <= dials.bins * dials.meetings_at_most
    assert sum(met.values()) < 400 * 60
