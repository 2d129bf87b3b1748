"""What age leaves."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.worked import works
from veracious.rules.ranking import recency
from veracious.rules.ranking.recency import RecencyDials

DIALS = RecencyDials()
ages = st.floats(0, 50_000)


@works("ranking.recency.boost")
@pytest.mark.parametrize(
    ("age", "left"),
    [
        (0, 1.0),
        (365, 0.5),  # 0.5 ** (365 / 365)
        (730, 0.25),  # 0.5 ** (730 / 365)
        (182.5, 0.70711),  # 0.5 ** 0.5
        (1825, 0.03125),  # 0.5 ** 5
    ],
)
def test_a_year_halves_it(age: float, left: float) -> None:
    assert recency.boost(age, DIALS) == pytest.approx(left, abs=1e-5)


@works("ranking.recency.boost")
def test_undated_evidence_counts_as_two_half_lives_old() -> None:
    """0.5 ** 2 = 0.25; with three half-lives 0.125."""
    assert recency.boost(None, DIALS) == 0.25
    assert recency.boost(None, RecencyDials(unknown_age_half_lives=3)) == 0.125


def test_what_is_dated_ahead_is_as_good_as_new() -> None:
    assert recency.boost(-10, DIALS) == 1


@works("ranking.recency.boost")
def test_the_half_life_is_a_dial() -> None:
    """0.5 ** (60 / 30) = 0.25."""
    assert recency.boost(60, RecencyDials(half_life_days=30)) == 0.25


def test_age_is_counted_in_days_to_the_date_of_the_check() -> None:
    """From 1 January 2024, a leap year, to 1 January 2025: 366 days."""
    assert recency.age_days(date(2024, 1, 1), date(2025, 1, 1)) == 366
    assert recency.age_days(date(2025, 1, 2), date(2025, 1, 1)) == -1
    assert recency.age_days(None, date(2025, 1, 1)) is None


@given(ages, ages)
def test_older_never_counts_more(a: float, b: float) -> None:
    assert recency.boost(max(a, b), DIALS) <= recency.boost(min(a, b), DIALS)


@given(st.none() | ages)
def test_what_is_left_is_a_share(age: float | None) -> None:
    """In (0, 1] up to more than a century."""
    assert 0 < recency.boost(age, DIALS) <= 1


@given(ages)
def test_one_half_life_more_halves_what_is_left(age: float) -> None:
    assert recency.boost(age + 365, DIALS) == pytest.approx(recency.boost(age, DIALS) / 2)
