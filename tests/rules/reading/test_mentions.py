"""Times, numbers and quotations as patterns see them, in texts of any language."""

import pytest
from hypothesis import given

from tests.rules.reading.given import ANY_TEXT, LEXICON
from veracious.domain.article import MentionKind
from veracious.rules.reading import mentions
from veracious.rules.reading.lexicon import Lexicon
from veracious.rules.reading.mentions import MentionDials

DIALS = MentionDials()


def found(text: str, kind: MentionKind, lexicon: Lexicon) -> list[str]:
    return [one.span.of(text) for one in mentions.find(text, lexicon, DIALS) if one.kind is kind]


@pytest.mark.parametrize(
    ("text", "times"),
    [
        ("It opened in 1964.", ["1964"]),
        ("It opened on 2 April 1964 at 14:30.", ["2 April 1964", "14:30"]),
        ("Doors open at 7.30pm.", ["7.30pm"]),
        ("It ran from 2019–21.", ["2019–21"]),
        ("On 2024-03-14 it closed, on 14.03.2025 it opened.", ["2024-03-14", "14.03.2025"]),
        ("The talks failed last year.", ["last year"]),
        ("She may march on.", []),
        ("It costs 1964 euros and weighs 1,964 kg, or £1964.", ["1964"]),  # a bare one of that size may be a year
    ],
)
def test_times(text: str, times: list[str], lexicon: Lexicon) -> None:
    assert found(text, MentionKind.TIME, lexicon) == times


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("12 of 1,200 people, or 1%, paid £3.50.", ["12", "1,200", "1", "£3.50"]),
        ("It fell to -4 degrees.", ["-4"]),
        ("In 1964 there were 40.", ["40"]),  # a number inside a time is none of its own
        ("Reactor B3 stopped.", []),
    ],
)
def test_numbers(text: str, numbers: list[str], lexicon: Lexicon) -> None:
    assert found(text, MentionKind.NUMBER, lexicon) == numbers


@pytest.mark.parametrize(
    ("text", "quotations"),
    [
        ('He said "it is late" and left.', ['"it is late"']),
        ("He said “it is late” and left.", ["“it is late”"]),
        ("Er sagte „es ist spät“ und ging.", ["„es ist spät“"]),
        ("On a dit « il est tard » hier.", ["« il est tard »"]),
        ("Er sagte »es ist spät« und ging.", ["»es ist spät«"]),
        ('"First." Then “second.”', ['"First."', "“second.”"]),
        ('A 5" pipe and a 6" pipe.', []),  # inches
        ("It's the men's turn.", []),  # apostrophes
        ('He said "it is late and left.', []),  # never closed
        ('"It began here.\n"It went on."', ['"It began here.', '"It went on."']),  # a quotation over two paragraphs
    ],
)
def test_quotations_in_straight_curly_angle_and_low_marks(text: str, quotations: list[str], lexicon: Lexicon) -> None:
    assert found(text, MentionKind.QUOTE, lexicon) == quotations


def test_a_mark_that_is_closed_too_late_opens_nothing(lexicon: Lexicon) -> None:
    text = 'He said "it is late" here.'
    assert mentions.quotations(text, MentionDials(quote_chars_at_most=5)) == ()
    assert len(mentions.quotations(text, DIALS)) == 1


def test_counts_by_kind(lexicon: Lexicon) -> None:
    told = mentions.counts(mentions.find('In 1964, 3 of 4 said "it is late".', lexicon, DIALS))
    assert (told[MentionKind.TIME], told[MentionKind.NUMBER], told[MentionKind.QUOTE]) == (1, 2, 1)


@given(ANY_TEXT)
def test_spans_are_in_order_and_inside_the_text(text: str) -> None:
    found = mentions.find(text, LEXICON, DIALS)
    assert [one.span for one in found] == sorted(one.span for one in found)
    assert all(0 <= one.span.start < one.span.end <= len(text) for one in found)
