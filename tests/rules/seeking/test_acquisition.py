"""Which pages are read first, and when no more are."""

from dataclasses import replace
from math import log

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.rules.seeking.given import LEXICON
from veracious.domain.evidence import Source
from veracious.domain.web import Hit
from veracious.rules.reading import words
from veracious.rules.seeking import acquisition
from veracious.rules.seeking.acquisition import Climb, LadderDials, WorthDials

OPEN = frozenset(words.content("The lighthouse of Brisa is 23 metres tall.", LEXICON))
KNOWN, UNKNOWN = Source("gazette.example", 0.9), Source("blog.example")


def hit(name: str, title: str = "", source: Source | None = None) -> Hit:
    return Hit(f"https://{name}.example/2026/05/a-story-of-{name}", title, "", source=source)


def ordered(*hits: Hit, read: frozenset[str] = frozenset(), dials: WorthDials = WorthDials()) -> list[str]:  # noqa: B008 -- frozen
    return [one.url.split("/")[2].split(".")[0] for one in acquisition.order(hits, OPEN, read, LEXICON, dials)]


@pytest.mark.parametrize(("log_odds", "bits"), [(0.0, 1.0), (log(9), 0.469), (-log(9), 0.469), (40.0, 0.0)])
def test_a_question_is_as_open_as_its_entropy(log_odds: float, bits: float) -> None:
    """Even odds are one bit; nine to one is 0.9 × log2(1/0.9) + 0.1 × log2(10) = 0.469 bits, whichever way."""
    assert acquisition.entropy(log_odds) == pytest.approx(bits, abs=0.001)


def test_a_page_that_speaks_of_the_claim_comes_before_one_that_does_not() -> None:
    assert ordered(hit("harbour", "The market"), hit("coast", "The lighthouse of Brisa is 23 metres tall")) == ["coast", "harbour"]


def test_a_credible_publisher_comes_before_one_of_whom_nothing_is_known() -> None:
    assert ordered(hit("a", source=UNKNOWN), hit("b", source=KNOWN)) == ["b", "a"]


def test_a_publisher_that_was_read_gives_way_to_another() -> None:
    """0.9 × 0.4 is less than 0.9 × 0.97."""
    assert ordered(hit("a", source=KNOWN), hit("b", source=KNOWN), read=frozenset(("a.example",))) == ["b", "a"]


def test_equal_pages_keep_the_order_of_the_list() -> None:
    assert ordered(hit("a"), hit("b"), hit("c")) == ["a", "b", "c"]


def test_without_worth_the_list_is_read_as_it_is() -> None:
    assert ordered(hit("a", source=UNKNOWN), hit("b", source=KNOWN), dials=WorthDials(by_value=False)) == ["a", "b"]


def test_the_next_page_is_expected_to_settle() -> None:
    """2 × 1 × 1/2 × 1 × 1 = 1 before the first; after two that bore, 2 × 1 × 3/4 × 0.85² × (1 − 0.5 × 0.5) = 0.813."""
    assert acquisition.expected(Climb(), LadderDials()) == 1.0
    assert acquisition.expected(Climb(read=2, bearing=2, covered=0.5), LadderDials()) == pytest.approx(0.8128, abs=0.0001)


def test_pages_that_bear_are_read_on_and_idle_ones_soon_end_it() -> None:
    """Where every page bears, eight are read; where none does, two: 2 × 1/4 × 0.85² is less than 0.5."""

    def climbed(bears: bool) -> int:
        climb = Climb()
        while acquisition.goes_on(climb, LadderDials()):
            climb = replace(climb, read=climb.read + 1, bearing=climb.bearing + bears)
        return climb.read

    assert (climbed(True), climbed(False)) == (8, 2)


def test_two_are_always_read_and_never_more_than_twelve() -> None:
    assert acquisition.goes_on(Climb(read=1, openness=0.0), LadderDials())
    assert not acquisition.goes_on(Climb(read=12, bearing=12), LadderDials(value=1000))


def test_a_page_bears_on_the_claim_by_its_words() -> None:
    assert acquisition.bears("The lighthouse of Brisa stands on a rock, 23 metres above the sea.", OPEN, LEXICON, LadderDials())
    assert not acquisition.bears("The market is open on Sundays.", OPEN, LEXICON, LadderDials())


@given(st.floats(-30, 30), st.integers(0, 12), st.data())
def test_more_idle_pages_never_make_the_next_worth_more(log_odds: float, read: int, data: st.DataObject) -> None:
    bearing = data.draw(st.integers(0, read))
    climb = Climb(read, bearing, acquisition.entropy(log_odds), data.draw(st.floats(0, 1)))
    assert acquisition.expected(replace(climb, read=read + 1), LadderDials()) <= acquisition.expected(climb, LadderDials())


@given(st.lists(st.tuples(st.sampled_from("abcdef"), st.sampled_from((None, 0.2, 0.9))), max_size=12))
def test_every_page_is_ordered_once(given_hits: list[tuple[str, float | None]]) -> None:
    hits = [
        replace(hit(name, source=Source(f"{name}.example", sure)), url=f"https://{name}.example/{at}")
        for at, (name, sure) in enumerate(given_hits)
    ]
    assert sorted(one.url for one in acquisition.order(hits, OPEN, frozenset(), LEXICON, WorthDials())) == sorted(one.url for one in hits)
