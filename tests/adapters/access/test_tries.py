"""How often a name may be tried with a wrong password."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from veracious.adapters.access.tries import AT_ONCE, EVERY_S, NAMES, Tries
from veracious.domain.errors import RequestsTooMany


class Watch:
    """A watch that is set by hand."""

    def __init__(self) -> None:
        self.seconds = 1_000.0

    def __call__(self) -> float:
        return self.seconds


def allowed(tries: Tries, name: str, asked: int) -> int:
    """How many of so many tries are let through."""
    through = 0
    for _ in range(asked):
        try:
            tries.take("news", name)
        except RequestsTooMany:
            continue
        through += 1
    return through


def test_a_few_at_once_then_one_every_few_seconds() -> None:
    watch = Watch()
    tries = Tries(watch)
    assert allowed(tries, "ana", 5 * AT_ONCE) == AT_ONCE
    with pytest.raises(RequestsTooMany, match="again in 3 s") as refused:
        tries.take("news", "ana")
    assert refused.value.retry_after_s == EVERY_S
    for _ in range(3):
        watch.seconds += EVERY_S
        assert allowed(tries, "ana", 5) == 1
    watch.seconds += 100 * AT_ONCE * EVERY_S
    assert allowed(tries, "ana", 5 * AT_ONCE) == AT_ONCE, "whoever rests has no more than the first time"


def test_in_a_day_a_guesser_has_what_the_dial_says() -> None:
    watch = Watch()
    tries, through = Tries(watch), 0
    for _ in range(24 * 3600):
        watch.seconds += 1.0
        through += allowed(tries, "ana", 2)
    assert through == pytest.approx(28_800, abs=AT_ONCE)


def test_others_are_not_refused_and_a_right_password_forgives() -> None:
    tries = Tries(Watch())
    allowed(tries, "ana", 5 * AT_ONCE)
    tries.take("news", "bob")
    tries.take("other", "ana")
    tries.forgive("news", "ana")
    tries.forgive("news", "nobody")
    assert allowed(tries, "ana", 5 * AT_ONCE) == AT_ONCE


def test_many_at_once_are_counted_each() -> None:
    tries = Tries(Watch())
    with ThreadPoolExecutor(16) as threads:
        assert sum(threads.map(lambda _: allowed(tries, "ana", 10), range(50))) == AT_ONCE


def test_it_remembers_so_many_names_and_no_more() -> None:
    tries = Tries(Watch())
    allowed(tries, "first", 5 * AT_ONCE)
    for number in range(NAMES - 1):
        tries.take("news", str(number))
    assert allowed(tries, "first", 1) == 0
    tries.take("news", "one more")
    assert allowed(tries, "first", 1) == 1
