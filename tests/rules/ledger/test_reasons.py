"""Why a claim of an answer has its verdict, in words."""

from dataclasses import replace

import pytest

from tests.rules.ledger.given import backing, entry
from veracious.domain.ledger import Entry, Level, Support
from veracious.rules.ledger import reasons
from veracious.rules.ledger.reasons import MatchType


@pytest.mark.parametrize(
    ("found", "told"),
    [
        (entry(Support.SUPPORTED, backed=[backing(0.9, 0.0, "a", "b")]), "“q … q” says so."),
        (entry(Support.WEAK, backed=[backing(0.5)]), "“q” says a part of it."),
        (replace(entry(Support.WEAK, backed=[backing(0.7)]), level=Level.FULL), "“q” says so, but not surely."),
        (
            replace(entry(Support.CONTRADICTED, backed=[backing(0.0, 0.9)]), conflicts=("9 m against 2 m",)),
            "“q” says otherwise: 9 m against 2 m.",
        ),
        (entry(Support.NOT_FOUND, backed=[backing(0.1)]), "“q” is nearest, and does not settle it."),
        (entry(Support.NOT_FOUND), "No sentence of the documents speaks of it."),
    ],
)
def test_the_reason_is_in_the_words_of_the_documents(found: Entry, told: str) -> None:
    assert reasons.reason(found) == told


def test_a_quote_is_found_by_its_citation_or_by_its_words() -> None:
    assert reasons.match_type(backing(0.9)) is MatchType.WORDS
    assert reasons.match_type(replace(backing(0.9), is_cited=True)) is MatchType.CITED
