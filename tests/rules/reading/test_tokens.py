"""Words, numerals and signs with their offsets."""

from itertools import pairwise

import pytest
from hypothesis import given

from tests.rules.reading.given import ANY_TEXT
from veracious.domain.span import Span
from veracious.rules.reading import tokens
from veracious.rules.reading.tokens import scan


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("The fee is $1,234.50.", "The|fee|is|$|1,234.50|."),
        ("COVID-19 hit the A380.", "COVID-19|hit|the|A380|."),
        ("Smith-Jones doesn't know", "Smith-Jones|doesn't|know"),
        ("the U.S. Senate", "the|U.S|.|Senate"),
        ("the 1990s", "the|1990|s"),
        ("a 5km race", "a|5|km|race"),
        ("2020-01-31", "2020|-|01|-|31"),
        ("1,00 and 1,0000", "1|,|00|and|1,000|0"),
        ("snake_case", "snake|_|case"),
        ("Łódź – “Straße”", "Łódź|–|“|Straße|”"),
        ("12%?!", "12|%|?|!"),
    ],
)
def test_a_text_falls_into_words_numerals_and_signs(text: str, found: str) -> None:
    assert [token.text for token in scan(text)] == found.split("|")


def test_blank_texts_have_no_tokens() -> None:
    assert scan("") == ()
    assert scan(" \n\t ") == ()


def test_a_token_knows_where_it_stands() -> None:
    """ "Oslo is" begins at 0 and at 5: "Oslo" is [0, 4), "is" is [5, 7)."""
    oslo, verb = scan("Oslo is")
    assert (oslo.start, oslo.end, oslo.low) == (0, 4, "oslo")
    assert (verb.start, verb.end, verb.low) == (5, 7, "is")


def test_lower_case_has_a_plain_apostrophe_and_hyphen() -> None:
    """The curly apostrophe and the non-breaking hyphen are typed ways of the same word."""
    assert [token.low for token in scan("Don’t Alsace‑Lorraine")] == ["don't", "alsace-lorraine"]
    assert [token.text for token in scan("Don’t Alsace‑Lorraine")] == ["Don’t", "Alsace‑Lorraine"]


@pytest.mark.parametrize(
    ("text", "is_word", "is_numeral", "is_capitalised"),
    [
        ("Oslo", True, False, True),
        ("oslo", True, False, False),
        ("eBay", True, False, False),
        ("Élysée", True, False, True),
        ("42", False, True, False),
        ("0.5", False, True, False),
        ("99", False, True, False),
        ("½", False, False, False),
        ("%", False, False, False),
        ("東京", True, False, False),
    ],
)
def test_the_first_character_says_what_a_token_is(text: str, is_word: bool, is_numeral: bool, is_capitalised: bool) -> None:
    (token,) = scan(text)
    assert (token.is_word, token.is_numeral, token.is_capitalised) == (is_word, is_numeral, is_capitalised)


def test_a_span_runs_from_the_first_token_to_the_last() -> None:
    """In "In New York" the tokens from "New" on are [3, 11)."""
    text = "In New York"
    assert tokens.span(scan(text)[1:]) == Span(3, 11)
    assert tokens.span(scan(text)[1:]).of(text) == "New York"


def test_beyond_either_end_there_is_an_empty_word() -> None:
    """An index of -1 is before the first token, never the last one."""
    found = scan("Oslo is")
    assert [tokens.low(found, index) for index in (-1, 0, 1, 2)] == ["", "oslo", "is", ""]


@given(ANY_TEXT)
def test_every_token_slices_back(text: str) -> None:
    for token in scan(text):
        assert text[token.start : token.end] == token.text


@given(ANY_TEXT)
def test_tokens_cover_every_visible_character_in_order(text: str) -> None:
    """Nothing is lost, doubled or moved: the tokens in a row are the text without its white space."""
    found = scan(text)
    assert "".join(token.text for token in found) == "".join(text.split())
    assert all(before.end <= after.start for before, after in pairwise(found))
