"""The few terms a piece of evidence must speak of."""

import pytest
from hypothesis import given

from tests.rules.reading.given import LEXICON, PROSE
from veracious.rules.reading import anchors, entities, quantities
from veracious.rules.reading.anchors import AnchorDials
from veracious.rules.reading.entities import EntityDials
from veracious.rules.reading.lexicon import Lexicon
from veracious.rules.reading.quantities import AmountDials
from veracious.rules.reading.tokens import scan

DIALS = AnchorDials()


def pick(text: str, lexicon: Lexicon, dials: AnchorDials = DIALS) -> tuple[str, ...]:
    named = entities.find(text, quantities.find(text, lexicon, AmountDials()), lexicon, EntityDials())
    return anchors.pick(text, named, lexicon, dials)


def test_names_come_first_and_then_the_longest_words(lexicon: Lexicon) -> None:
    """Two names; then discovered with ten letters, radium with six."""
    assert pick("Marie Curie and Pierre Curie discovered radium.", lexicon) == ("Marie Curie", "Pierre Curie", "discovered", "radium")


def test_words_of_one_length_keep_their_order(lexicon: Lexicon) -> None:
    """Drops has five letters, rain and cold have four each."""
    assert pick("the rain drops cold", lexicon) == ("drops", "rain", "cold")


def test_there_are_at_most_five(lexicon: Lexicon) -> None:
    """By letters: tuberculosis 12, vaccination 11, protects 8, children 8, severe 6; forms, with 5, is the sixth and left out."""
    text = "vaccination protects children against severe forms of tuberculosis"
    assert pick(text, lexicon) == ("tuberculosis", "vaccination", "protects", "children", "severe")


def test_common_and_short_words_are_no_anchors(lexicon: Lexicon) -> None:
    assert pick("The ox is by the old barn.", lexicon) == ("barn", "old")


def test_a_word_inside_a_name_is_not_taken_twice(lexicon: Lexicon) -> None:
    assert pick("The Bank of England raised rates.", lexicon) == ("Bank of England", "raised", "rates")


def test_one_term_is_named_once(lexicon: Lexicon) -> None:
    assert pick("Rome beat Rome and barley fed barley", lexicon) == ("Rome", "barley", "beat", "fed")


def test_a_date_is_an_anchor_only_where_words_run_out(lexicon: Lexicon) -> None:
    """In 1848 it rained: one word says what it is about, so the date makes two."""
    assert pick("In 1848 it rained.", lexicon) == ("rained", "1848")
    assert "1848" not in pick("In 1848 it rained heavily.", lexicon)


def test_where_words_run_out_even_common_ones_serve(lexicon: Lexicon) -> None:
    assert pick("It snowed.", lexicon) == ("snowed", "it")
    assert pick("It is.", lexicon) == ("it", "is")
    assert pick("it", lexicon) == ("it",)
    assert pick("12 rained", lexicon) == ("rained", "12")
    assert pick("", lexicon) == ()


@pytest.mark.parametrize(
    ("dials", "picked"),
    [
        (AnchorDials(at_most=1), ("Rome",)),
        (AnchorDials(at_most=2), ("Rome", "forbade")),
        (AnchorDials(word_letters_at_least=6), ("Rome", "forbade")),
        (AnchorDials(word_letters_at_least=8), ("Rome", "in")),
        (AnchorDials(word_letters_at_least=8, at_least=1), ("Rome",)),
    ],
)
def test_the_dials_set_how_many_and_how_long(dials: AnchorDials, picked: tuple[str, ...], lexicon: Lexicon) -> None:
    assert pick("in Rome they forbade figs", lexicon, dials) == picked


def test_content_words_say_what_a_text_is_about(lexicon: Lexicon) -> None:
    found = anchors.content(scan("The 1,200 old oxen of Bern are at rest."), lexicon, DIALS)
    assert [token.text for token in found] == ["old", "oxen", "Bern", "rest"]


@given(PROSE)
def test_anchors_are_few_distinct_and_of_the_text(text: str) -> None:
    """At most five, at least two where there are two words, no two alike, all of words that stand in the text."""
    found = pick(text, LEXICON)
    words = {token.low for token in scan(text) if token.is_word or token.is_numeral}
    assert len(found) <= 5
    assert len(set(found)) == len(found)
    assert all({token.low for token in scan(anchor)} <= words for anchor in found)
    assert len(found) >= min(2, len(words))
