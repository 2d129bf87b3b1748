"""What is kept of what never changes: made once, and only so many."""

import threading

import pytest

from veracious.faces.http.kept import Kept


def test_a_value_is_made_once_and_the_one_asked_for_longest_ago_is_forgotten_first() -> None:
    kept, made = Kept[str, str](2), list[str]()

    def get(name: str) -> str:
        def make() -> str:
            made.append(name)
            return name.upper()

        return kept.get(name, make)

    assert [get(name) for name in "abacab"] == list("ABACAB")
    assert made == ["a", "b", "c", "b"]  # a was asked for again before c came, so that b had to go
    kept.clear()
    get("a")
    assert made[-1] == "a"


def test_what_fails_is_not_kept() -> None:
    kept = Kept[str, int](2)

    def fail() -> int:
        raise ValueError("broken")

    with pytest.raises(ValueError, match="broken"):
        kept.get("a", fail)
    assert kept.get("a", lambda: 1) == 1


def test_threads_that_make_different_values_do_not_wait_for_each_other() -> None:
    kept, first, other = Kept[str, int](2), threading.Event(), threading.Event()

    def slow() -> int:
        first.set()
        assert other.wait(10)
        return 1

    thread = threading.Thread(target=kept.get, args=("slow", slow))
    thread.start()
    assert first.wait(10)
    assert kept.get("quick", lambda: 2) == 2
    other.set()
    thread.join(10)
    assert kept.get("slow", lambda: 3) == 1
