"""What a published review counts for."""

from datetime import date

import pytest

from veracious.domain.evidence import Source
from veracious.domain.verdict import Verdict
from veracious.domain.web import Review
from veracious.rules import labels
from veracious.rules.seeking import reviews
from veracious.rules.seeking.reviews import ReviewDials


def review(rating: str) -> Review:
    return Review("The bridge is closed.", rating, "https://checks.example/2026/01/bridge", "checks.example", "Is it?", date(2026, 1, 2))


@pytest.mark.parametrize(
    ("rating", "verdict"),
    [
        ("True", Verdict.SUPPORTED),
        (" Mostly  true. ", Verdict.SUPPORTED),
        ("FALSE", Verdict.REFUTED),
        ("Pants on Fire!", Verdict.REFUTED),
        ("Half True", Verdict.MIXED),
        ("Misleading", None),
        ("Not false", None),
        ("", None),
    ],
)
def test_a_rating_is_a_verdict_only_where_it_plainly_is_one(rating: str, verdict: Verdict | None) -> None:
    assert labels.of_rating(rating) is verdict


def test_a_rating_takes_its_side_surely_and_the_rest_is_shared() -> None:
    """0.9, and half of 0.1 on each other side."""
    told = reviews.rated(review("False"), ReviewDials())
    assert told is not None
    assert (told.supports, told.refutes) == pytest.approx((0.05, 0.9))
    assert reviews.rated(review("Half true"), ReviewDials()) is None


def test_its_text_has_the_claim_and_the_rating_in_the_publishers_words() -> None:
    found = reviews.snapshot(review("False"), Source("checks.example", 0.9))
    assert found.text == "Claim that was reviewed: The bridge is closed.\nRating by checks.example: False"
    assert (found.url, found.collection, found.published) == ("https://checks.example/2026/01/bridge", "web", date(2026, 1, 2))
