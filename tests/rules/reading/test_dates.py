"""Dates as intervals of days."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.rules.reading.given import LEXICON
from veracious.rules.reading import dates
from veracious.rules.reading.dates import Dated, DateDials
from veracious.rules.reading.lexicon import Lexicon
from veracious.rules.reading.tokens import scan

DIALS = DateDials()
MONTHS = "January February March April May June July August September October November December".split()


def read(text: str, lexicon: Lexicon, at: int = 0, dials: DateDials = DIALS) -> Dated | None:
    return dates.read(text, scan(text), at, lexicon, dials)


def days(first: str, last: str, end: int) -> Dated:
    return Dated(date.fromisoformat(first).toordinal(), date.fromisoformat(last).toordinal(), end)


@pytest.mark.parametrize(
    ("text", "end"),
    [
        ("15 March 2020", 3),
        ("March 15, 2020", 4),
        ("March 15 2020", 3),
        ("March 15th, 2020", 5),
        ("15th of March 2020", 5),
        ("15th March 2020", 4),
        ("15 Mar 2020", 3),
        ("Mar. 15, 2020", 5),
        ("2020-03-15", 5),
    ],
)
def test_a_day_in_every_notation(text: str, end: int, lexicon: Lexicon) -> None:
    assert read(text, lexicon) == days("2020-03-15", "2020-03-15", end)


def test_a_month_runs_from_its_first_day_to_its_last(lexicon: Lexicon) -> None:
    """February 2020 has 29 days, February 1900 has 28."""
    assert read("February 2020", lexicon) == days("2020-02-01", "2020-02-29", 2)
    assert read("February of 1900", lexicon) == days("1900-02-01", "1900-02-28", 3)


def test_a_year_runs_from_january_to_december(lexicon: Lexicon) -> None:
    assert read("in 1848", lexicon, at=1) == days("1848-01-01", "1848-12-31", 2)


def test_a_decade_runs_for_ten_years(lexicon: Lexicon) -> None:
    assert read("the 1990s", lexicon, at=1) == days("1990-01-01", "1999-12-31", 3)


def test_a_century_ends_with_its_hundredth_year(lexicon: Lexicon) -> None:
    """The 19th begins in 100 × (19 − 1) + 1 = 1801 and ends with 1900; the 1st begins with the year 1."""
    assert read("the 19th century", lexicon, at=1) == days("1801-01-01", "1900-12-31", 4)
    assert read("1st century", lexicon) == days("0001-01-01", "0100-12-31", 3)
    assert read("19 century", lexicon) is None
    assert read("19th floor", lexicon) is None


def test_a_day_without_a_year_is_counted_from_the_first_of_january(lexicon: Lexicon) -> None:
    """In a leap year: 28 June is 31 + 29 + 31 + 30 + 31 + 28 = 180, May 1 is 31 + 29 + 31 + 30 + 1 = 122, 29 February 31 + 29 = 60."""
    assert read("28 June", lexicon) == Dated(180, 180, 2, has_year=False)
    assert read("May 1st", lexicon) == Dated(122, 122, 3, has_year=False)
    assert read("29 February", lexicon) == Dated(60, 60, 2, has_year=False)


def test_a_number_behind_the_comma_is_a_year_only_if_it_can_be_one(lexicon: Lexicon) -> None:
    """On March 15, 300 people came: the comma stays outside the date."""
    assert read("March 15, 300 people came", lexicon) == Dated(31 + 29 + 15, 31 + 29 + 15, 2, has_year=False)


@pytest.mark.parametrize(
    "text",
    [
        "29 February 2021",
        "February 30",
        "31 April 2020",
        "32 March",
        "0 March",
        "015 March",
        "x th century",
        "march 15",
        "may 2020",
        "March",
        "15",
    ],
)
def test_what_is_no_day_or_month(text: str, lexicon: Lexicon) -> None:
    """Days that no calendar has, and months in lower case: to march, may."""
    assert read(text, lexicon) is None


@pytest.mark.parametrize("lead", ["in", "since", "by", "until", "before", "after", "between", "(", "the", "circa", "mid", "year"])
def test_a_bare_number_is_a_year_behind_a_word_that_leads_to_one(lead: str, lexicon: Lexicon) -> None:
    assert read(f"{lead} 1848", lexicon, at=1) == days("1848-01-01", "1848-12-31", 2)


@pytest.mark.parametrize(
    "text",
    ["sold 1848", "cost 1848", "in 1848 people", "in 1848 km", "in 1848 million", "in 999", "in 2101", "in 18481", "in 01848", "in 1990 s"],
)
def test_a_bare_number_is_an_amount_elsewhere(text: str, lexicon: Lexicon) -> None:
    """Behind other words, before what is counted or measured, and outside the years 1000 to 2100."""
    assert read(text, lexicon, at=1) is None


def test_the_dials_set_which_numbers_are_years(lexicon: Lexicon) -> None:
    assert read("in 2020", lexicon, at=1, dials=DateDials(last_year=2000)) is None
    assert read("in 1200", lexicon, at=1, dials=DateDials(first_year=1500)) is None
    assert read("in 2150", lexicon, at=1, dials=DateDials(last_year=2200)) == days("2150-01-01", "2150-12-31", 2)


def test_a_year_has_four_plain_digits() -> None:
    (year,), (grouped,), (arabic,) = scan("1848"), scan("1,848"), scan("١")
    assert dates.year_of(year, DIALS) == 1848
    assert dates.year_of(grouped, DIALS) is None
    assert dates.year_of(arabic, DIALS) is None


@given(st.dates(date(1000, 1, 1), date(2100, 12, 31)))
def test_one_day_is_the_same_in_every_notation(day: date) -> None:
    month = MONTHS[day.month - 1]
    texts = [day.isoformat(), f"{day.day} {month} {day.year}", f"{month} {day.day}, {day.year}", f"{day.day}th of {month} {day.year}"]
    for text in texts:
        found = read(text, LEXICON)
        assert found == Dated(day.toordinal(), day.toordinal(), len(scan(text)))


@given(st.dates(date(1000, 1, 1), date(2100, 12, 31)))
def test_a_day_lies_in_its_month_and_the_month_in_its_year(day: date) -> None:
    month = read(f"{MONTHS[day.month - 1]} {day.year}", LEXICON)
    year = read(f"in {day.year}", LEXICON, at=1)
    assert month is not None
    assert year is not None
    assert year.first <= month.first <= day.toordinal() <= month.last <= year.last
