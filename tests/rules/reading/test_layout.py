"""Running text told apart from headings, bylines, captions, times of entries and notices."""

import pytest
from hypothesis import given

from tests.rules.reading.given import ANY_TEXT, LEXICON
from veracious.rules.reading import layout
from veracious.rules.reading.layout import LayoutDials
from veracious.rules.reading.lexicon import Lexicon

DIALS = LayoutDials()


def lines(text: str, lexicon: Lexicon, title: str = "") -> list[tuple[str, str]]:
    return [(line.span.of(text), line.code) for line in layout.read(text, title, lexicon, DIALS)]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("# Storm hits coast", "heading"),
        ("What we know so far", "heading"),
        ("14:05", "entry_time"),
        ("By Ida Moe in Oslo", "byline"),
        ("Photo: Ida Moe / Agency", "caption"),
        ("press@example.org, +44 20 7946 0000", "contact"),
        ("* * *", "no_words"),
        ("The bridge was closed on Monday.", ""),
        ("The council closed the bridge after an inspection that lasted the whole of a cold and wet week", ""),
    ],
)
def test_a_line_by_itself(line: str, code: str, lexicon: Lexicon) -> None:
    assert lines(line, lexicon) == [(line, code)]


def test_the_title_again_is_a_heading(lexicon: Lexicon) -> None:
    text = "The bridge was closed.\n\nIt will open again in May."
    assert lines(text, lexicon, "The bridge was closed.")[0][1] == "heading"
    assert lines(text, lexicon)[0][1] == ""


def test_the_time_of_an_entry_and_the_place_of_a_dispatch_stand_apart(lexicon: Lexicon) -> None:
    assert lines("14:05 The ferry has left the harbour.", lexicon) == [("14:05", "entry_time"), ("The ferry has left the harbour.", "")]
    assert lines("OSLO, 3 May 2024 – The ferry has left.", lexicon) == [("OSLO, 3 May 2024 –", "dateline"), ("The ferry has left.", "")]


def test_a_wrapped_line_goes_on_in_the_next(lexicon: Lexicon) -> None:
    text = "The council said on Monday that the footbridge would\nstay shut for nine weeks. It gave no reason."
    assert [code for _, code in lines(text, lexicon)] == ["", ""]
    assert lines(text, lexicon)[1][0] == "It gave no reason."


def test_may_at_the_end_of_a_sentence_is_no_abbreviation(lexicon: Lexicon) -> None:
    text = "The senate will vote on 12 May. The result is open."
    assert [line for line, _ in lines(text, lexicon)] == ["The senate will vote on 12 May.", "The result is open."]


def test_sentences_of_a_paragraph_share_its_number(lexicon: Lexicon) -> None:
    found = layout.read("One came. Two went.\n\nThree stayed here.", "", lexicon, DIALS)
    assert [line.paragraph for line in found] == [0, 0, 1]


@given(ANY_TEXT)
def test_lines_are_in_order_apart_and_inside_the_text(text: str) -> None:
    spans = [line.span for line in layout.read(text, "", LEXICON, DIALS)]
    edges = [edge for span in spans for edge in (span.start, span.end)]
    assert edges == sorted(edges)
    assert all(0 <= edge <= len(text) for edge in edges)
