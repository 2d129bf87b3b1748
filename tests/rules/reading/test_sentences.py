"""Sentences of a text, as spans."""

from itertools import pairwise

import pytest
from hypothesis import given

from tests.rules.reading.given import ANY_TEXT
from veracious.domain.span import Span
from veracious.rules.reading import sentences
from veracious.rules.reading.sentences import SentenceDials

DIALS = SentenceDials()


def split(text: str, dials: SentenceDials = DIALS) -> list[str]:
    return [span.of(text) for span in sentences.split(text, "en", dials)]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Whales are mammals. Sharks are fish.", ["Whales are mammals.", "Sharks are fish."]),
        ("Is it so? Yes! It is.", ["Is it so?", "Yes!", "It is."]),
        ("Dr. Smith met Mr. Jones in Ohio. Both left.", ["Dr. Smith met Mr. Jones in Ohio.", "Both left."]),
        ("The tower cost 3.5 million euros.", ["The tower cost 3.5 million euros."]),
        ("J. K. Rowling wrote it.", ["J. K. Rowling wrote it."]),
        ("No full stop at the end", ["No full stop at the end"]),
    ],
)
def test_a_full_stop_ends_a_sentence_unless_it_abbreviates(text: str, found: list[str]) -> None:
    assert split(text) == found


def test_a_line_break_ends_a_sentence() -> None:
    assert split("A headline\nThe first line.\n\nThe second.") == ["A headline", "The first line.", "The second."]


@pytest.mark.parametrize("text", ["", " ", "\n\n\t"])
def test_a_blank_text_has_no_sentence(text: str) -> None:
    assert sentences.split(text, "en", DIALS) == ()


def test_white_space_around_a_sentence_belongs_to_none() -> None:
    """Two blanks before: "Whales are mammals." has 19 characters and is [2, 21); after three more, [24, 40)."""
    assert sentences.split("  Whales are mammals.   Sharks are fish. ", "en", DIALS) == (Span(2, 21), Span(24, 40))


def test_nothing_inside_quotation_marks_ends_a_sentence() -> None:
    text = 'He said: "Costs rise. Profits fall." Then he left.'
    assert split(text) == ['He said: "Costs rise. Profits fall."', "Then he left."]


def test_a_text_longer_than_the_window_has_the_same_sentences() -> None:
    """40 sentences of 30 characters are 1,200: with a window of 100 about thirteen windows, and no sentence is cut."""
    text = " ".join(f"Tower number {number:02d} is very tall." for number in range(40))
    assert split(text, SentenceDials(window_chars=100)) == split(text)
    assert len(split(text)) == 40


def test_a_lone_surrogate_does_not_stop_the_segmenter() -> None:
    assert split("Whales\ud800 are mammals. Sharks are fish.") == ["Whales\ud800 are mammals.", "Sharks are fish."]


@given(ANY_TEXT)
def test_sentences_slice_back_and_lose_nothing(text: str) -> None:
    """In order, without overlap, without white space at their ends, and together all that is visible."""
    found = sentences.split(text, "en", DIALS)
    pieces = [span.of(text) for span in found]
    assert all(piece and piece == piece.strip() for piece in pieces)
    assert all(before.end <= after.start for before, after in pairwise(found))
    assert "".join("".join(pieces).split()) == "".join(text.split())


@given(ANY_TEXT)
def test_a_small_window_loses_nothing_either(text: str) -> None:
    found = sentences.split(text, "en", SentenceDials(window_chars=7))
    assert "".join("".join(span.of(text) for span in found).split()) == "".join(text.split())
