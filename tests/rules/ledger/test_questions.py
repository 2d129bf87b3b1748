"""What a claim of an answer cites."""

import pytest

from tests.worked import works
from veracious.domain.span import Span
from veracious.rules.ledger.questions import HearingDials, Passages

ONE, OTHER = "sha256:" + "ab12cd34" + "0" * 56, "sha256:" + "ab12cd34ef" + "1" * 54
KNOWN = Passages({ONE: ("a", Span(0, 9)), OTHER: ("b", Span(5, 7))})


@works("ledger.questions.gathered")
@pytest.mark.parametrize(
    ("cited", "place"),
    [
        (ONE, ("a", Span(0, 9))),
        (OTHER, ("b", Span(5, 7))),
        ("ab12cd340", ("a", Span(0, 9))),
        ("AB12CD34EF", ("b", Span(5, 7))),
        ("ab12cd34", None),  # two begin so
        ("ab12cd3", None),  # too short
        ("deadbeef00", None),
        ("", None),
    ],
)
def test_a_citation_names_the_one_passage_that_begins_with_it(cited: str, place: tuple[str, Span] | None) -> None:
    assert KNOWN.find(cited, HearingDials()) == place
