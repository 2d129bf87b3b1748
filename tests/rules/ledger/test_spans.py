"""Which words of a claim the documents do not carry."""

import pytest

from tests.rules.ledger.given import LEXICON
from tests.worked import works
from veracious.rules.ledger import spans
from veracious.rules.ledger.spans import SpanDials


@works("ledger.spans.unsupported")
@pytest.mark.parametrize(
    ("claim", "quote", "missing"),
    [
        ("The hall was built in 1901.", "The hall was built in 1901.", []),
        ("The hall was built in 1901.", "The hall was built of stone.", ["1901"]),
        ("The green hall was built in 1901.", "The hall was built of stone.", ["green", "1901"]),
        ("The hall was built in Port Ellery in June 1901.", "The hall was built of stone.", ["Port Ellery in June 1901"]),  # told as one
        ("Seven halls were built.", "The town built 7 halls.", []),  # a number in another spelling
        ("French halls were built.", "France built halls.", []),
        ("The hall was built in 1901.", "", ["hall was built in 1901"]),
    ],
)
def test_words_that_no_quote_carries(claim: str, quote: str, missing: list[str]) -> None:
    found = spans.unsupported(claim, [quote] if quote else [], LEXICON, SpanDials())
    assert [span.of(claim) for span in found] == missing


def test_the_dial_says_what_belongs_together() -> None:
    claim = "The hall was built in Port Ellery in June 1901."
    apart = spans.unsupported(claim, ["The hall was built of stone."], LEXICON, SpanDials(tokens_between=0))
    assert [span.of(claim) for span in apart] == ["Port Ellery", "June 1901"]
