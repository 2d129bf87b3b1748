"""Whole stories: a text becomes a claim with its parts, or a refusal with its reason."""

from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given

from tests.rules.reading.given import ANY_TEXT, LEXICON, PROSE, claims
from veracious import wiring
from veracious.domain.claim import Claim, EntitySort, Reading, Reason, Refusal, Trait
from veracious.rules.dials import Dials
from veracious.rules.reading import intake
from veracious.rules.reading.intake import ReadingDials
from veracious.rules.reading.lexicon import Lexicon
from veracious.rules.reading.split import SplitDials
from veracious.rules.reading.tokens import scan

DAY, DIALS = date(2026, 3, 15), ReadingDials()


def read(text: str, lexicon: Lexicon) -> Reading | Refusal:
    return intake.read(text, DAY, lexicon, DIALS)


def reading(text: str, lexicon: Lexicon) -> Reading:
    found = read(text, lexicon)
    assert isinstance(found, Reading)
    return found


def test_the_story_of_marie_curie(lexicon: Lexicon) -> None:
    """One sentence, three statements, each with its own traits, names, amounts and anchors."""
    text = "Marie Curie, who was born in Warsaw, won two Nobel Prizes and died in 1934."
    found = reading(text, lexicon)
    assert found.claim == Claim(text, DAY, "en", frozenset({Trait.NUMERIC, Trait.COUNT, Trait.TEMPORAL}))
    won, died, born = found.subclaims
    assert (won.text, died.text, born.text) == (
        "Marie Curie won two Nobel Prizes.",
        "Marie Curie died in 1934.",
        "Marie Curie was born in Warsaw.",
    )
    assert won.traits == {Trait.NUMERIC, Trait.COUNT}
    assert died.traits == {Trait.TEMPORAL}
    assert born.traits == frozenset()
    assert won.anchors == ("Marie Curie", "Nobel Prizes", "won")
    assert [quantity.span.of(won.text) for quantity in won.quantities] == ["two"]
    assert [(entity.text, entity.sort) for entity in died.entities] == [("Marie Curie", EntitySort.NAME), ("1934", EntitySort.DATE)]


def test_the_story_of_a_quoted_warning(lexicon: Lexicon) -> None:
    """What stands in quotation marks is never cut, and makes the claim a quotation."""
    text = "Michael O'Leary warned: “Costs are rising, passengers are leaving and the bank will not wait.”"
    found = reading(text, lexicon)
    assert [part.text for part in found.subclaims] == [text]
    assert Trait.QUOTE in found.claim.traits


def test_the_story_of_a_typed_mess(lexicon: Lexicon) -> None:
    """Zero-width characters, line breaks and ligatures are gone before anything is read."""
    found = reading("  The o\u200bﬃce of the\n Pope is in\u00a0Rome. ", lexicon)
    assert found.claim.text == "The office of the Pope is in Rome."
    assert [entity.text for entity in found.subclaims[0].entities] == ["Pope", "Rome"]


def test_the_story_of_two_sentences(lexicon: Lexicon) -> None:
    found = reading("Alexander Fleming discovered penicillin in 1928. He shared a Nobel Prize.", lexicon)
    assert [part.text for part in found.subclaims] == [
        "Alexander Fleming discovered penicillin in 1928.",
        "Alexander Fleming shared a Nobel Prize.",
    ]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", Reason.EMPTY),
        (" \n\u200b ", Reason.EMPTY),
        ("Whales swim. " * 200, Reason.TOO_LONG),
        ("Die Donau ist der zweitlängste Fluss und mündet nicht hier.", Reason.LANGUAGE_UNSUPPORTED),
        ("東京は日本の首都です。", Reason.LANGUAGE_UNSUPPORTED),
        ("Is Paris in France?", Reason.QUESTION),
        ("Please close the door.", Reason.COMMAND),
        ("In my opinion, Paris is dull.", Reason.OPINION),
        ("She won two Grammy Awards.", Reason.AMBIGUOUS_REFERENCE),
        ("Imagine a world without bees.", Reason.HYPOTHETICAL),
        ("Thank you very much!", Reason.NOT_A_STATEMENT),
        ("As mentioned above, prices rose.", Reason.META),
    ],
)
def test_the_story_of_every_refusal(text: str, reason: Reason, lexicon: Lexicon) -> None:
    found = read(text, lexicon)
    assert isinstance(found, Refusal)
    assert found.reason is reason
    assert found.message


def test_every_refusal_has_its_story() -> None:
    mark = next(mark for mark in test_the_story_of_every_refusal.pytestmark if mark.name == "parametrize")  # type: ignore[attr-defined]
    assert {reason for _, reason in mark.args[1]} == set(Reason)


def test_an_ambiguous_claim_comes_back_with_its_readings(lexicon: Lexicon) -> None:
    found = read("When Peter met Thomas in 1998, he was a professor.", lexicon)
    assert isinstance(found, Refusal)
    assert found.readings == (
        "When Peter met Thomas in 1998, Peter was a professor",
        "When Peter met Thomas in 1998, Thomas was a professor",
    )


def test_the_date_as_of_which_is_the_callers(lexicon: Lexicon) -> None:
    found = intake.read("Whales are mammals.", date(1999, 12, 31), lexicon, DIALS)
    assert isinstance(found, Reading)
    assert found.claim.as_of == date(1999, 12, 31)


def test_the_dials_reach_every_step(lexicon: Lexicon) -> None:
    text = "The EU banned lead, mercury and cadmium."
    found = intake.read(text, DAY, lexicon, ReadingDials(split=SplitDials(parts_at_most=1)))
    assert isinstance(found, Reading)
    assert [part.text for part in found.subclaims] == [text]


def test_the_composition_root_reads_with_the_same_rules(lexicon: Lexicon) -> None:
    text = "The EU banned lead, mercury and cadmium."
    assert wiring.reader()(text, DAY) == wiring.reader(Dials())(text, DAY) == read(text, lexicon)


@given(ANY_TEXT | PROSE | claims())
def test_the_same_input_gives_an_equal_value(text: str) -> None:
    """Whatever is typed: a reading or a refusal, never an error, and the same twice."""
    assert read(text, LEXICON) == read(text, LEXICON)


@given(claims())
def test_a_subclaim_has_two_to_five_anchors_where_it_has_the_words(text: str) -> None:
    found = read(text, LEXICON)
    for part in found.subclaims if isinstance(found, Reading) else ():
        words = {token.low for token in scan(part.text) if token.is_word or token.is_numeral}
        assert min(2, len(words)) <= len(part.anchors) <= 5


@given(ANY_TEXT | PROSE | claims())
def test_every_span_of_a_subclaim_slices_back(text: str) -> None:
    """Names and amounts point into the text of their own part."""
    found = read(text, LEXICON)
    for part in found.subclaims if isinstance(found, Reading) else ():
        assert all(entity.span.of(part.text) == entity.text for entity in part.entities)
        assert all(quantity.span.of(part.text).strip() for quantity in part.quantities)


@given(claims())
def test_a_claim_has_the_traits_of_its_parts(text: str) -> None:
    found = read(text, LEXICON)
    if isinstance(found, Reading):
        assert found.claim.traits == {trait for part in found.subclaims for trait in part.traits}
        assert 1 <= len(found.subclaims) <= 5


@pytest.mark.parametrize(
    ("parts", "accepted"),
    [
        (["Marie Curie was born in Warsaw.", "Marie Curie won two Nobel Prizes."], True),
        (["Marie Curie was born in Warsaw.", "Marie Curie was born in Warsaw."], False),  # one part, told twice
        (["Marie Curie was born in Warsaw."], False),
        (["Marie Curie was born in Paris.", "Marie Curie won two Nobel Prizes."], False),  # a name of its own
        (["Marie Curie was born in Warsaw.", "Marie Curie won 3 Nobel Prizes."], False),  # a number of its own
        (["Was Marie Curie born in Warsaw?", "Marie Curie won two Nobel Prizes."], False),  # not a statement
        ([f"Marie Curie won two Nobel Prizes {word}." for word in "a b c d e f".split()], False),  # more than five
        (["", "Marie Curie won two Nobel Prizes."], False),
        (["Marie Curie was not born in Warsaw.", "Marie Curie won two Nobel Prizes."], False),  # a denial of its own
        (["Marie Curie was poisoned in Warsaw.", "Marie Curie, born there, won two Nobel Prizes."], False),  # a word of its own
        (["Marie Curie won two Nobel Prizes.", "Marie Curie won Nobel Prizes."], False),  # a part is lost
    ],
)
def test_parts_a_model_made_are_taken_only_if_they_are_made_of_the_claim(parts: list[str], accepted: bool, lexicon: Lexicon) -> None:
    whole = reading("Marie Curie, born in Warsaw, won two Nobel Prizes.", lexicon)
    divided = intake.divide(whole, parts, lexicon, DIALS)
    assert (divided is not None) == accepted
    if divided is not None:
        assert [part.text for part in divided.subclaims] == parts
        assert all(part.anchors for part in divided.subclaims)


def test_a_claim_is_left_whole_when_splitting_is_off(lexicon: Lexicon) -> None:
    text = "Botswana exports diamonds and imports grain."
    off = replace(DIALS, split=SplitDials(enabled=False))
    found = intake.read(text, DAY, lexicon, off)
    assert isinstance(found, Reading)
    assert [part.text for part in found.subclaims] == [text]


def test_a_sentence_without_a_verb_is_no_part_beside_one_that_states_something(lexicon: Lexicon) -> None:
    found = reading("A great day for science in Europe. CERN was founded in 1954.", lexicon)
    assert [part.text for part in found.subclaims] == ["CERN was founded in 1954."]
