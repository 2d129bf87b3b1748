"""What pronouns, short names and descriptions stand for, sentence by sentence."""

import pytest

from veracious.rules.reading import clauses, coreference, subjects
from veracious.rules.reading.cast import Cast, CoreferenceDials
from veracious.rules.reading.lexicon import Lexicon


def told(sentences: list[str], lexicon: Lexicon) -> list[str]:
    """The references of the last sentence, each as "words → name"."""
    cast = Cast(lexicon, subjects.letters(" ".join(sentences)), CoreferenceDials())
    found = [coreference.read(cast, clauses.parse(sentence, lexicon)) for sentence in sentences]
    return [f"{one.words} → {one.name}" for one in found[-1]]


@pytest.mark.parametrize(
    ("sentences", "references"),
    [
        (["Anna Berg runs the tram.", "She lives in Oslo."], ["She → Anna Berg"]),
        (["Anna Berg met John Hill in Oslo.", "He left early."], ["He → John Hill"]),
        (["Anna Berg met John Hill in Oslo.", "Berg left with her dog."], ["Berg → Anna Berg", "her → Anna Berg's"]),
        (["Penhallow Structures surveyed the bridge.", "Its last report was mild."], ["Its → Penhallow Structures'"]),
        (["The dairy company Tejvirág called back its milk.", "The company gave no reason."], ["The company → Tejvirág"]),
        (["The Thornaby Viaduct was closed on Monday.", "The bridge was built in 1932."], ["The bridge → Thornaby Viaduct"]),
        (["The Calder Bridge was closed on Monday.", "It was built in 1932."], ["It → Calder Bridge"]),
        (["The tins were sold in May.", "Most went to shops in Oslo."], ["Most → Most of the tins"]),
        (["The branch in Leeds was closed.", "Its books were moved."], ["Its → the branch in Leeds'"]),
    ],
)
def test_words_and_what_is_put_for_them(sentences: list[str], references: list[str], lexicon: Lexicon) -> None:
    assert told(sentences, lexicon) == references


@pytest.mark.parametrize(
    "sentences",
    [
        ["Prices rose.", "It is clear that wages fell."],  # stands for nothing
        ["The tower in Leeds is old.", "A bridge, which has no path on its side, was built."],  # of what the relative clause speaks of
        ["The tins were sold in May.", "Most people went home."],
    ],
)
def test_words_that_stand_for_nothing_said_before(sentences: list[str], lexicon: Lexicon) -> None:
    assert told(sentences, lexicon) == []


def test_where_nothing_fits_the_words_stay_and_are_told(lexicon: Lexicon) -> None:
    assert told(["She left early."], lexicon) == ["She → "]
    assert told(["The bridge was built in 1932."], lexicon) == ["The bridge → "]


def test_of_two_bridges_neither_is_put_for_the_bridge(lexicon: Lexicon) -> None:
    sentences = ["The Calder Bridge was closed on Monday.", "The Tees Bridge stays open.", "The bridge was built in 1932."]
    assert told(sentences, lexicon) == ["The bridge → "]


def test_a_person_named_long_ago_is_no_she(lexicon: Lexicon) -> None:
    """The dial says four sentences."""
    rain = ["It rained all day in the valley."]
    assert told(["Anna Berg runs the tram.", *rain * 3, "She left."], lexicon) == ["She → Anna Berg"]
    assert told(["Anna Berg runs the tram.", *rain * 4, "She left."], lexicon) == ["She → "]


@pytest.mark.parametrize(
    ("sentence", "body"),
    [
        ("Anna Berg, chief executive of Brightwater Ferries, left.", "Brightwater Ferries"),
        ("Anna Berg, director of the city library, left.", "the city library"),
        ("Anna Berg, a cyclist, left.", ""),
    ],
)
def test_for_whom_somebody_works(sentence: str, body: str, lexicon: Lexicon) -> None:
    cast = Cast(lexicon, subjects.letters(sentence), CoreferenceDials())
    coreference.read(cast, clauses.parse(sentence, lexicon))
    assert cast.employer("Anna Berg") == body
