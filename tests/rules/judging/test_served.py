"""What a judge reads: the quote, and before it what is known of its document."""

from datetime import date

import pytest

from veracious.rules.judging import served

DAY = date(2024, 3, 5)


@pytest.mark.parametrize(
    ("title", "published", "expected"),
    [
        ("", None, "It is 412 metres long."),
        ("Harlan Bridge", None, "Harlan Bridge: It is 412 metres long."),
        ("Harlan Bridge", DAY, "Harlan Bridge (5 March 2024): It is 412 metres long."),
        ("", DAY, "5 March 2024: It is 412 metres long."),
    ],
)
def test_title_and_date_stand_before_the_quote_where_they_are_known(title: str, published: date | None, expected: str) -> None:
    assert served.text("It is 412 metres long.", title, published) == expected
