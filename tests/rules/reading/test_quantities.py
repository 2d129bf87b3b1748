"""Amounts: found, normalised, compared."""

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from veracious import wiring
from veracious.domain.quantity import Order, Quantity
from veracious.domain.span import Span
from veracious.rules.reading import amounts, quantities
from veracious.rules.reading.amounts import CompareDials, Relation
from veracious.rules.reading.lexicon import Lexicon
from veracious.rules.reading.quantities import AmountDials

DIALS, COMPARE = AmountDials(), CompareDials()


def only(text: str) -> Quantity:
    """The one amount of a text."""
    (found,) = quantities.find(text, wiring.lexicon(), DIALS)
    return found


@pytest.mark.parametrize(
    ("text", "stated", "dimension"),
    [
        ("5 km", (5000, 5000), "length"),
        ("3.5 billion people", (3.5e9, 3.5e9), "count"),
        ("$2.5bn", (2.5e9, 2.5e9), "money:usd"),
        ("US$5m", (5e6, 5e6), "money:usd"),
        ("5 million pounds", (5e6, 5e6), "money:gbp"),
        ("50 pounds of flour", (50 * 0.45359237, 50 * 0.45359237), "mass"),
        ("27m tonnes of wheat", (27e9, 27e9), "mass"),
        ("a wall 27m high", (27, 27), "length"),
        ("212 °F", (100, 100), "temperature"),
        ("12.5%", (0.125, 0.125), "share"),
        ("2 percentage points", (0.02, 0.02), "points"),
        ("one in five adults", (0.2, 0.2), "share"),
        ("two thirds of voters", (2 / 3, 2 / 3), "share"),
        ("half a dozen paintings", (6, 6), "count"),
        ("two and a half hours", (9000, 9000), "time"),
        ("three hundred and five thousand votes", (305_000, 305_000), "count"),
        ("between 10 and 20 minutes", (600, 1200), "time"),
        ("66 to 70 million years", (66e6 * 31557600, 70e6 * 31557600), "time"),
        ("at least 12 states", (12, None), "count"),
        ("fewer than 100 cases", (None, 100), "count"),
        ("hundreds of homes", (200, None), "count"),
        ("exports doubled", (2, 2), "multiple"),
        ("4 tonnes per hectare", (0.4, 0.4), "mass/area"),
        ("72 km/h", (20, 20), "speed"),
    ],
)
def test_an_amount_in_base_units(text: str, stated: tuple[float | None, float | None], dimension: str) -> None:
    found = only(text)
    assert found.dimension == dimension
    assert found.stated == pytest.approx(stated)


@pytest.mark.parametrize("text", ["He won the race.", "one of the largest", "Article COVID-19 and the A380", "No numbers here.", ""])
def test_what_is_no_amount(text: str) -> None:
    assert quantities.find(text, wiring.lexicon(), DIALS) == ()


def test_about_reaches_ten_percent() -> None:
    """About 400: from 400 - 40 = 360 to 400 + 40 = 440."""
    found = only("about 400 people")
    assert (found.low, found.high) == (360, 440)


def test_a_number_is_as_sharp_as_its_last_digit() -> None:
    """4.2 million: 4.15 up to, not including, 4.25. 48,000: the last digit that counts is the 8, so 47,500 up to 48,500."""
    found = only("4.2 million vehicles")
    assert (found.low, found.high) == pytest.approx((4.15e6, 4.25e6))
    assert found.high_open
    found = only("48,000 inhabitants")
    assert (found.low, found.high) == (47_500, 48_500)


def test_a_small_round_number_is_exact() -> None:
    """10 deaths are not 12: below 100 every digit counts."""
    assert amounts.compare(only("10 deaths"), only("12 deaths"), COMPARE) is Order.LESS


@pytest.mark.parametrize(
    ("a", "b", "relation"),
    [
        ("5 miles", "8 km", Relation.COMPATIBLE),  # 8.05 rounds to 8
        ("over 1,500 stores", "1,500 stores", Relation.CONFLICTING),  # "over" leaves the value itself out
        ("at least 25 people", "25 people", Relation.COMPATIBLE),
        ("5 kg", "5 km", Relation.INCOMPARABLE),
        ("$5", "€5", Relation.INCOMPARABLE),
        ("3.5 billion", "3.6 billion", Relation.CONFLICTING),
        ("1 foot", "12 inches", Relation.EQUAL),
        ("in the 1990s", "in 1994", Relation.COMPATIBLE),
        ("2020-03-15", "March 15, 2020", Relation.EQUAL),
    ],
)
def test_how_two_amounts_relate(a: str, b: str, relation: Relation) -> None:
    assert amounts.relation(only(a), only(b), COMPARE) is relation


def test_shared_numbers_and_dates_do_not_hide_a_conflict(lexicon: Lexicon) -> None:
    first = quantities.find("In 2019, 4.3 million tourists came.", lexicon, DIALS)
    second = quantities.find("In 2019, 3.4 million tourists came.", lexicon, DIALS)
    assert amounts.relate(first, second, COMPARE) is Relation.CONFLICTING
    assert amounts.relate(first, first, COMPARE) is Relation.EQUAL
    assert amounts.relate(first, (), COMPARE) is Relation.INCOMPARABLE


number = st.floats(-1e12, 1e12, allow_nan=False)


@st.composite
def intervals(draw: st.DrawFn) -> Quantity:
    low, high = sorted((draw(number), draw(number)))
    unbounded = draw(st.sampled_from(("neither", "low", "high")))
    ends = (None if unbounded == "low" else low, None if unbounded == "high" else high)
    openness = (draw(st.booleans()) and ends[0] != ends[1], draw(st.booleans()) and ends[0] != ends[1])
    blur = draw(st.floats(0, 1e6))  # rounding makes the interval wider than what was stated
    least, most = (None if end is None else end + sign * blur for end, sign in zip(ends, (-1, 1), strict=True))
    return Quantity(least, most, *openness, draw(st.sampled_from(("length", "count", "money:usd"))), ends, Span(0, 0))


@given(intervals(), intervals())
def test_comparison_is_antisymmetric(a: Quantity, b: Quantity) -> None:
    """From the other side, less is greater and the rest is itself."""
    assert amounts.compare(a, b, COMPARE) is amounts.compare(b, a, COMPARE).mirrored()


@given(intervals())
def test_an_amount_equals_itself(a: Quantity) -> None:
    assert amounts.compare(a, a, COMPARE) is Order.EQUAL


@given(intervals(), intervals())
def test_different_kinds_are_never_compared(a: Quantity, b: Quantity) -> None:
    """Unit-safe: another dimension, another kind."""
    assert amounts.compare(a, replace(b, dimension=a.dimension + "/time"), COMPARE) is Order.INCOMPARABLE


@given(intervals(), intervals(), intervals())
def test_less_is_transitive(a: Quantity, b: Quantity, c: Quantity) -> None:
    a, b, c = (replace(quantity, dimension="length") for quantity in (a, b, c))
    if amounts.compare(a, b, COMPARE) is Order.LESS and amounts.compare(b, c, COMPARE) is Order.LESS:
        assert amounts.compare(a, c, COMPARE) is Order.LESS


units = st.sampled_from(
    [("km", "m", 1000), ("kg", "g", 1000), ("hours", "minutes", 60), ("GB", "MB", 1000), ("feet", "inches", 12), ("GW", "MW", 1000)]
)


@given(st.integers(1, 10_000), units)
def test_a_unit_never_changes_the_amount(count: int, unit: tuple[str, str, int]) -> None:
    """5 km and 5,000 m are the same statement, whatever the unit."""
    large, small, factor = unit
    assert amounts.relation(only(f"{count} {large}"), only(f"{count * factor} {small}"), COMPARE) is Relation.EQUAL


AMOUNTS = (
    "about 5 km",
    "£1.5m-£2m",
    "between 10 and 20",
    "at least 3,000",
    "one in five",
    "two and a half hours",
    "-5 °C",
    "on 3 May 1990",
    "½",
)


@given(st.lists(st.sampled_from(AMOUNTS) | st.text(max_size=12), min_size=1, max_size=8), st.sampled_from((" ", ", ", " and ", "")))
def test_spans_slice_back(pieces: list[str], link: str) -> None:
    """Every amount's span lies in the text, begins and ends on a visible character, and none overlaps the next."""
    text = link.join(pieces)
    found = quantities.find(text, wiring.lexicon(), DIALS)
    if link == " " and all(piece in AMOUNTS for piece in pieces):
        assert found
    for quantity in found:
        covered = quantity.span.of(text)
        assert covered
        assert covered == covered.strip()
    for before, after in pairwise(found):
        assert before.span.end <= after.span.start


@pytest.mark.parametrize("text", ["open between 1990 and", "from 1 May 2004 to", "from May 2004 to"])
def test_a_text_may_end_where_a_second_date_would_stand(text: str) -> None:
    assert len(quantities.find(text, wiring.lexicon(), DIALS)) == 1
