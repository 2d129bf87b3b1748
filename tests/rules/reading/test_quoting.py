"""Quotations of every form, with who says them and what is told beside them."""

import pytest

from veracious.rules.reading import quotation_marks, quoting
from veracious.rules.reading.lexicon import Lexicon
from veracious.rules.reading.quoting import SpeechDials

DIALS = SpeechDials()


def quoted(text: str, lexicon: Lexicon) -> list[tuple[str, str]]:
    plain = quotation_marks.plain(text)
    found = quoting.pieces(plain, lexicon, DIALS)
    words = (one.span.of(plain) + (f" {one.rest.of(plain)}" if one.rest else "") for one in found if one.quoted)
    return [(said, one.speaker.of(plain) if one.speaker else "") for said, one in zip(words, [o for o in found if o.quoted], strict=True)]


@pytest.mark.parametrize("verb", ["recalls", "enthused", "quipped", "writes", "snapped", "conceded", "says"])
@pytest.mark.parametrize("form", ['"The dam holds water," {verb} Joan Petrie.', '"The dam holds water," Joan Petrie {verb}.'])
def test_any_verb_beside_a_quotation_says(verb: str, form: str, lexicon: Lexicon) -> None:
    assert quoted(form.format(verb=verb), lexicon) == [("The dam holds water,", "Joan Petrie")]


@pytest.mark.parametrize(
    "text",
    [
        "‘The dam holds water,’ said Joan Petrie.",
        "'The dam holds water,' said Joan Petrie.",
        "„The dam holds water,“ said Joan Petrie.",
        "»The dam holds water,« said Joan Petrie.",
        "‹The dam holds water,› said Joan Petrie.",
    ],
)
def test_every_kind_of_mark(text: str, lexicon: Lexicon) -> None:
    assert quoted(text, lexicon) == [("The dam holds water,", "Joan Petrie")]


@pytest.mark.parametrize(
    "text",
    ["The workers' union met in the '90s.", "It’s the drivers’ pay, she said.", "“He called it ‘fair’ and left.”", "6' 2\" tall"],
)
def test_an_apostrophe_and_a_mark_inside_marks_stay(text: str) -> None:
    assert quotation_marks.plain(text) == text


@pytest.mark.parametrize(
    ("text", "said", "speaker"),
    [
        ('"The dam," Quill said, "holds 40 litres."', "The dam, holds 40 litres.", "Quill"),
        ('"We", said Vik, "are still waiting."', "We are still waiting.", "Vik"),
        ('"The trial," she says, leaning back, "enrolled 4,200 people."', "The trial, enrolled 4,200 people.", "she"),
    ],
)
def test_a_sentence_that_its_speaker_interrupts_is_one(text: str, said: str, speaker: str, lexicon: Lexicon) -> None:
    assert quoted(text, lexicon) == [(said, speaker)]


@pytest.mark.parametrize(
    ("text", "speaker"),
    [
        ('Asked how many there were, Brandt replied, "About 4,000 fishermen live here."', "Brandt"),
        ('Asked whether it would close, she shook her head: "We have a lease until 2031."', "she"),
        ('The minister, asked about the delay, said: "The ferry failed twice."', "The minister"),
        ('The mayor, speaking just now: "All 40 schools will stay closed."', "The mayor"),
        ('"Our plant makes turbines," Sorg, who founded it in 1994, said.', "Sorg"),
        ('"Trials are hard to stop," said the board\'s director, Aino Saari.', "Aino Saari"),
    ],
)
def test_who_speaks_before_and_behind(text: str, speaker: str, lexicon: Lexicon) -> None:
    assert {who for _, who in quoted(text, lexicon)} == {speaker}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('"The dam leaks," Quill said, adding that two valves had been replaced.', "two valves had been replaced"),
        ('Quill said the dam was safe: "We checked it in May."', "the dam was safe"),
    ],
)
def test_what_is_said_beside_without_marks_is_told_too(text: str, told: str, lexicon: Lexicon) -> None:
    assert told in [said for said, _ in quoted(text, lexicon)]
