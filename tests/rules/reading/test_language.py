"""Which language a text is in."""

import pytest
from hypothesis import given

from tests.rules.reading.given import ANY_TEXT, LEXICON
from veracious.rules.reading import language
from veracious.rules.reading.language import LanguageDials
from veracious.rules.reading.lexicon import Lexicon

DIALS = LanguageDials()


@pytest.mark.parametrize(
    "text",
    [
        "Whales are mammals.",
        "The Académie française was founded in 1635.",
        "Der Spiegel is a German magazine.",  # one foreign word is a name
        "Les Misérables et Notre-Dame were written by the same author.",
        "Los Angeles and Las Vegas are cities in the west of the country.",
        "GDP: 5%",
        "12345",
        "",
        "!?",
    ],
)
def test_english_is_what_nothing_speaks_against(text: str, lexicon: Lexicon) -> None:
    assert language.detect(text, lexicon, DIALS) == "en"


@pytest.mark.parametrize(
    ("text", "tag"),
    [
        ("Die Donau ist der zweitlängste Fluss und mündet nicht in die Nordsee.", "de"),
        ("La Loire est le plus long fleuve qui coule dans une vallée.", "fr"),
        ("El río es más largo que los otros, pero no es muy ancho.", "es"),
        ("Stockholm är huvudstad och inte en ö.", "sv"),
        ("Москва является столицей России.", "und-cyrillic"),
        ("東京は日本の首都です。", "und-cjk"),
        ("القاهرة عاصمة مصر", "und-arabic"),
        ("Αθήνα είναι πόλη", "und-greek"),
    ],
)
def test_small_words_and_letters_name_another_language(text: str, tag: str, lexicon: Lexicon) -> None:
    assert language.detect(text, lexicon, DIALS) == tag


def test_the_dial_sets_how_many_small_words_decide(lexicon: Lexicon) -> None:
    """ "Berlin ist gut" has one German small word and no English one."""
    assert language.detect("Berlin ist gut", lexicon, LanguageDials(foreign_words_at_least=1)) == "de"
    assert language.detect("Berlin ist gut", lexicon, LanguageDials(foreign_words_at_least=2)) == "en"


def test_as_many_english_as_foreign_small_words_is_english(lexicon: Lexicon) -> None:
    """Two French words, et and une, against two English ones, the and of; then against one."""
    assert language.detect("the tale of cigale et une fourmi", lexicon, DIALS) == "en"
    assert language.detect("the tale: cigale et une fourmi", lexicon, DIALS) == "fr"


def test_the_dial_sets_how_many_letters_must_be_latin(lexicon: Lexicon) -> None:
    """In "Москва Rome" 4 of 10 letters are Latin."""
    assert language.detect("Москва Rome", lexicon, LanguageDials(latin_share=0.4)) == "en"
    assert language.detect("Москва Rome", lexicon, LanguageDials(latin_share=0.41)) == "und-cyrillic"


@given(ANY_TEXT)
def test_every_text_has_one_tag(text: str) -> None:
    """English, a language of the list, or a script; and the same in any order of its lines."""
    found = language.detect(text, LEXICON, DIALS)
    assert found == "en" or found in set(LEXICON.foreign_words.values()) or found.startswith("und-")
    assert language.detect("\n".join(reversed(text.split("\n"))), LEXICON, DIALS) == found
