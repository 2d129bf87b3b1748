"""What a text is found by."""

import pytest
from hypothesis import given

from tests.rules.reading.given import ANY_TEXT, LEXICON, PROSE
from veracious.rules.reading import words


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("The rivers of France", ["river", "france"]),
        ("COVID-19 and long-term studies", ["covid", "19", "long", "term", "study"]),
        ("state-of-the-art", ["state", "art"]),
        ("The virus passes; the U.S. gas's glass", ["virus", "passe", "u", "s", "ga", "glass"]),
        ("1,234.5 trees, is O'Brien's", ["1,234.5", "tree", "o", "brien"]),
        ("Ts are T cells", ["ts", "t", "cell"]),
        ("IL\u20112 β-cells", ["il", "2", "β", "cell"]),
        ("of the, at!", []),
    ],
)
def test_words_are_taken_apart_and_put_into_the_singular(text: str, terms: list[str]) -> None:
    assert list(words.terms(text, LEXICON)) == terms


@pytest.mark.parametrize(
    ("one", "many"),
    [
        ("study", "studies"),
        ("disease", "diseases"),
        ("bridge", "bridges"),
        ("tree", "trees"),
        ("cell", "cells"),
        ("long-term", "long terms"),
    ],
)
def test_one_and_many_are_found_by_each_other(one: str, many: str) -> None:
    assert words.terms(one, LEXICON) == words.terms(many, LEXICON)


@given(ANY_TEXT | PROSE)
def test_no_term_is_empty_or_joined_and_plain_words_are_kept(text: str) -> None:
    found = words.terms(text, LEXICON)
    assert all(found)
    assert not any(sign in term for term in found for sign in "-'")
    assert set(found) >= {word for word in words.content(text, LEXICON) if word.isalnum() and not word.endswith("s")}
