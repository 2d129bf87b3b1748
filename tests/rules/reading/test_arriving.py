"""An answer that is still arriving: whichever way it is cut, its sentences come out as if it had come whole."""

import itertools

from hypothesis import given
from hypothesis import strategies as some

from veracious.rules.reading import answers, arriving
from veracious.rules.reading.sentences import SentenceDials

DIALS = SentenceDials()
TEXT = (
    "The office opens at 9 AM. [cite:ab12cd34] The fee is $150 [cite:99aa, 88bb]. It rose by 3.5 percent in 2024!\n\n"
    "- Bring your passport.\n- Bring a photograph.\n\n```\ncode. More code.\n```\nThe hall, Dr. Smith said, has 12 floors. Is it open?"
)


def said(text: str) -> tuple[str, list[str]]:
    """The words of a stretch, and what it cites."""
    return answers.worded(answers.blanked(text)), [found[1] for found in answers.ANCHOR.finditer(text)]


def told(pieces: list[str]) -> list[tuple[str, list[str]]]:
    """The sentences in the order in which they became whole."""
    found, tail = [], ""
    for piece in pieces:
        tail += piece
        whole = arriving.whole(tail, DIALS)
        found += [said(span.of(tail)) for span in whole]
        tail = tail[whole[-1].end :] if whole else tail
    return found + [said(span.of(tail)) for span in arriving.whole(tail, DIALS, is_ended=True)]


WHOLE = told([TEXT])


def test_the_text_has_the_sentences_one_would_count() -> None:
    assert WHOLE == [
        ("The office opens at 9 AM.", ["ab12cd34"]),
        ("The fee is $150.", ["99aa, 88bb"]),
        ("It rose by 3.5 percent in 2024!", []),
        ("Bring your passport.", []),
        ("Bring a photograph.", []),
        ("The hall, Dr. Smith said, has 12 floors.", []),
        ("Is it open?", []),
    ]


@given(some.lists(some.integers(0, len(TEXT)), max_size=40))
def test_however_it_is_cut_the_same_sentences_come_out(cuts: list[int]) -> None:
    places = [0, *sorted(cuts), len(TEXT)]
    assert told([TEXT[a:b] for a, b in itertools.pairwise(places)]) == WHOLE


def test_letter_by_letter() -> None:
    assert told(list(TEXT)) == WHOLE


def test_a_sentence_is_whole_when_the_next_begins_and_not_before() -> None:
    assert arriving.whole("The fee is $150.", DIALS) == ()
    assert arriving.whole("The fee is $150. ", DIALS) == ()
    assert len(arriving.whole("The fee is $150. The", DIALS)) == 1
    assert arriving.whole("The fee is $150. [cite:ab", DIALS) == ()
    assert len(arriving.whole("The fee is $150.\n\n", DIALS)) == 1
    assert len(arriving.whole("The fee is $150.", DIALS, is_ended=True)) == 1
