"""How often somebody may try to sign in, and that nobody can keep somebody else from it."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from veracious.adapters.access.tries import ADDRESS, BOTH, KNOWN, NAME, SLOWEST_S, Tries, Try
from veracious.domain.errors import RequestsTooMany

HOME, AWAY = "192.0.2.7", "198.51.100.9"


class Watch:
    """A watch that is set by hand."""

    def __init__(self) -> None:
        self.seconds = 1_000.0

    def __call__(self) -> float:
        return self.seconds


def waits(tries: Tries, name: str, asked: int, address: str = AWAY) -> list[float]:
    """How long each of so many tries waits that are let through."""
    through = []
    for _ in range(asked):
        try:
            through.append(tries.take(Try("news", name, address)))
        except RequestsTooMany:
            continue
    return through


def allowed(tries: Tries, name: str, asked: int, address: str = AWAY) -> int:
    """How many of so many tries are let through."""
    return len(waits(tries, name, asked, address))


def test_a_few_at_once_then_one_every_few_seconds() -> None:
    watch = Watch()
    tries = Tries(watch)
    assert allowed(tries, "ana", 5 * BOTH.at_once) == BOTH.at_once
    with pytest.raises(RequestsTooMany, match="by this name: again in 10 s") as refused:
        tries.take(Try("news", "ana", AWAY))
    assert refused.value.retry_after_s == BOTH.every_s
    for _ in range(3):
        watch.seconds += BOTH.every_s
        assert allowed(tries, "ana", 5) == 1
    watch.seconds += 100 * BOTH.at_once * BOTH.every_s
    assert allowed(tries, "ana", 5 * BOTH.at_once) == BOTH.at_once, "whoever rests has no more than the first time"


def test_in_a_day_a_guesser_has_what_the_limit_says() -> None:
    watch = Watch()
    tries, through = Tries(watch), 0
    for _ in range(24 * 3600):
        watch.seconds += 1.0
        through += allowed(tries, "ana", 2)
    assert through == pytest.approx(8_640, abs=BOTH.at_once)


def test_an_address_that_tries_many_names_is_refused_and_others_are_not() -> None:
    watch = Watch()
    tries = Tries(watch)
    assert sum(allowed(tries, f"name{number}", 1) for number in range(5 * ADDRESS.at_once)) == ADDRESS.at_once
    with pytest.raises(RequestsTooMany, match="from this address: again in 1 s"):
        tries.take(Try("news", "ana", AWAY))
    assert allowed(tries, "ana", 1, HOME) == 1
    watch.seconds += ADDRESS.every_s
    assert allowed(tries, "bob", 5) == 1


def test_nobody_is_locked_out_from_another_address() -> None:
    """A day of wrong passwords from one address, then from a thousand: she is let in from home each time, and never waits long."""
    watch = Watch()
    tries = Tries(watch)
    for _ in range(24 * 360):
        watch.seconds += 10.0
        allowed(tries, "ana", 20)
    assert tries.take(Try("news", "ana", HOME)) <= SLOWEST_S
    watch.seconds += BOTH.every_s
    for number in range(1_000):
        allowed(tries, "ana", 20, f"10.0.{number // 250}.{number % 250}")
    assert tries.take(Try("news", "ana", HOME)) == SLOWEST_S


def test_a_guess_from_many_addresses_becomes_slow_and_each_has_one_try_at_a_time() -> None:
    watch = Watch()
    tries = Tries(watch)
    for number in range(NAME.at_once):
        assert waits(tries, "ana", 1, f"10.0.0.{number}") == [0.0]
    found = [waits(tries, "ana", 20, f"10.0.1.{number}") for number in range(100)]
    assert [len(one) for one in found] == [1] * 100, "no address has tries at once any more"
    slow = [one for (one,) in found]
    assert slow == sorted(slow)
    assert (slow[0], slow[-1]) == (NAME.every_s, SLOWEST_S)
    hour, day_of = 3600, 24
    through = 0
    for _ in range(hour):
        watch.seconds += 1.0
        through += sum(allowed(tries, "ana", 2, f"10.0.1.{number}") for number in range(100))
    assert through * day_of <= 100 * 8_640 + 100 * day_of, "a hundred addresses have a hundred times what one has, and nothing at once"


def test_the_wait_ends_soon_after_the_guessing() -> None:
    watch = Watch()
    tries = Tries(watch)
    for number in range(5_000):
        allowed(tries, "ana", 1, f"10.0.{number // 250}.{number % 250}")
    watch.seconds += SLOWEST_S + NAME.every_s
    assert waits(tries, "ana", 1, HOME) == [0.0]


def test_who_signed_in_from_an_address_before_does_not_wait_there() -> None:
    tries = Tries(Watch())
    own = Try("news", "ana", HOME)
    tries.take(own)
    tries.forgive(own)
    for number in range(1_000):
        allowed(tries, "ana", 1, f"10.0.{number // 250}.{number % 250}")
    assert waits(tries, "ana", 20, HOME) == [0.0] * BOTH.at_once, "and yet may not guess without end"
    assert waits(tries, "ana", 1, AWAY) == [SLOWEST_S]


def test_a_right_password_forgives_what_was_tried_from_there() -> None:
    tries = Tries(Watch())
    own = Try("news", "ana", HOME)
    allowed(tries, "ana", 5 * BOTH.at_once, HOME)
    tries.take(Try("other", "ana", HOME))
    tries.forgive(own)
    tries.forgive(Try("news", "nobody", "203.0.113.1"))
    assert allowed(tries, "ana", 5 * BOTH.at_once, HOME) == BOTH.at_once


def test_an_office_that_signs_in_behind_one_address_is_not_refused() -> None:
    tries = Tries(Watch())
    for number in range(20 * ADDRESS.at_once):
        own = Try("news", f"colleague{number}", HOME)
        tries.take(own)
        tries.forgive(own)


def test_many_at_once_are_counted_each() -> None:
    tries = Tries(Watch())
    with ThreadPoolExecutor(16) as threads:
        assert sum(threads.map(lambda _: allowed(tries, "ana", 10), range(50))) == BOTH.at_once


def test_it_remembers_so_many_and_no_more() -> None:
    tries = Tries(Watch())
    allowed(tries, "first", 5 * BOTH.at_once, HOME)
    for number in range(BOTH.kept - 1):
        tries.take(Try("news", str(number), str(number)))
    assert allowed(tries, "first", 1, HOME) == 0
    tries.take(Try("news", "one more", "one more"))
    assert allowed(tries, "first", 1, HOME) == 1
    for number in range(KNOWN + 5):
        tries.forgive(Try("news", str(number), HOME))
    assert not tries.is_known(Try("news", "4", HOME))
    assert tries.is_known(Try("news", "5", HOME))
