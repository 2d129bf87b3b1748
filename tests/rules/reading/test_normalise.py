"""One form for every way of typing the same thing."""

import unicodedata

import pytest
from hypothesis import given

from tests.rules.reading.given import ANY_TEXT
from veracious.rules.reading import normalise


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("ﬁve eﬀects", "five effects"),
        ("ＡＢＣ　１２３", "ABC 123"),
        ("½ cup", "1⁄2 cup"),
        ("Cafe\u0301", "Café"),
        ("10\u2009km²", "10 km2"),
    ],
)
def test_compatible_characters_become_one(typed: str, read: str) -> None:
    """NFKC: ligatures, full-width letters, fractions, thin spaces and loose accents have one plain form."""
    assert normalise.clean(typed) == read


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("vac\u200bcine", "vaccine"),  # zero-width space
        ("co\u00adoperate", "cooperate"),  # soft hyphen
        ("\ufeffParis", "Paris"),  # byte order mark
        ("is \u202enot\u202c safe", "is not safe"),  # right-to-left override
        ("a\x00b\x07c", "abc"),  # control characters
        ("a\ud800b", "ab"),  # a lone surrogate
        ("\U000e0041Paris", "Paris"),  # a tag character
    ],
)
def test_what_cannot_be_seen_is_dropped(typed: str, read: str) -> None:
    assert normalise.clean(typed) == read


@pytest.mark.parametrize("typed", ["  Water   boils. ", "Water\nboils.", "Water\t\r\n boils.\n", "Water\u00a0boils.", "Water\u2028boils."])
def test_white_space_of_any_kind_is_one_space(typed: str) -> None:
    assert normalise.clean(typed) == "Water boils."


@pytest.mark.parametrize("typed", ["", " ", "\n\t", "\u200b\u200e", "\x00"])
def test_nothing_visible_is_nothing(typed: str) -> None:
    assert normalise.clean(typed) == ""


@pytest.mark.parametrize("typed", ["Łódź has 672,185 inhabitants.", "“It’s 5 °C”, she said – twice.", "東京 is Tokyo.", "👍"])
def test_what_is_already_plain_stays(typed: str) -> None:
    assert normalise.clean(typed) == typed


@given(ANY_TEXT)
def test_cleaning_twice_is_cleaning_once(text: str) -> None:
    once = normalise.clean(text)
    assert normalise.clean(once) == once


@given(ANY_TEXT)
def test_no_invisible_character_is_left(text: str) -> None:
    """No control, format or surrogate character; no white space but single inner spaces."""
    cleaned = normalise.clean(text)
    assert {unicodedata.category(char) for char in cleaned}.isdisjoint({"Cc", "Cf", "Cs"})
    assert cleaned.split(" ") == (cleaned.split() or [""])
