"""Quotations with their speaker, and statements that are told as somebody's."""

import pytest

from veracious.rules.reading import quoting, speech
from veracious.rules.reading.lexicon import Lexicon
from veracious.rules.reading.quoting import SpeechDials

DIALS = SpeechDials()


def quoted(text: str, lexicon: Lexicon) -> list[tuple[str, str]]:
    found = quoting.pieces(text, lexicon, DIALS)
    return [(one.span.of(text), one.speaker.of(text) if one.speaker else "") for one in found if one.quoted]


@pytest.mark.parametrize(
    "text",
    [
        '"The tram is always late," said Ida Moe.',
        "“The tram is always late,” said Ida Moe.",
        "„The tram is always late,“ said Ida Moe.",
        "«The tram is always late,» said Ida Moe.",
        '"The tram is always late," Ida Moe said on Monday.',
        'Ida Moe said: "The tram is always late,"',
    ],
)
def test_a_quoted_sentence_has_its_speaker(text: str, lexicon: Lexicon) -> None:
    assert quoted(text, lexicon) == [("The tram is always late,", "Ida Moe")]


def test_a_quotation_of_two_sentences_is_read_sentence_by_sentence(lexicon: Lexicon) -> None:
    text = '"The tram is late. The bus is full of people," said Ida Moe.'
    assert quoted(text, lexicon) == [("The tram is late.", "Ida Moe"), ("The bus is full of people,", "Ida Moe")]


def test_a_quotation_alone_has_no_speaker_of_its_own(lexicon: Lexicon) -> None:
    assert quoted('"The tram is always late."', lexicon) == [("The tram is always late.", "")]


@pytest.mark.parametrize(
    "text", ['The film "Late Trams of Oslo" won.', 'It was "almost certainly" a fault.', 'He read "War and Peace" twice.']
)
def test_a_term_or_a_title_is_no_speech(text: str, lexicon: Lexicon) -> None:
    assert quoted(text, lexicon) == []


def test_what_is_told_of_the_speaker_is_a_piece_of_its_own(lexicon: Lexicon) -> None:
    text = '"The tram is always late," said Ida Moe, whose firm runs 40 buses.'
    aside = quoting.pieces(text, lexicon, DIALS)[-1]
    assert (aside.span.of(text), aside.is_owned) == ("firm runs 40 buses", True)


@pytest.mark.parametrize(
    ("text", "told", "speaker"),
    [
        ("According to Ana Bell, the mayor, the road is closed.", "The road is closed", "Ana Bell"),
        ("The road is closed, according to Ana Bell, the mayor.", "The road is closed", "Ana Bell"),
        ("The road is closed, the council said.", "The road is closed", "the council"),
        ("The road is closed, said Ana Bell.", "The road is closed", "Ana Bell"),
        ("The road, the council said, will stay closed.", "The road will stay closed", "the council"),
        ("The council said on Monday that the road was closed.", "The road was closed", "The council"),
        ("The council said the road was closed.", "The road was closed", "The council"),
        ("The mayor, Ana Bell, told this newspaper that the road was closed.", "The road was closed", "Ana Bell"),
        ("The road, in the words of Ana Bell, is closed.", "The road is closed", "Ana Bell"),
        ("In Bell's words, the road is closed.", "The road is closed", "Bell"),
        ("As Bell put it, the road is closed.", "The road is closed", "Bell"),
        ("Ana Bell was quoted by local radio as saying that the road was closed.", "The road was closed", "Ana Bell"),
        ("Ana Bell enthused that the road was open.", "The road was open", "Ana Bell"),
        ("Asked why it took so long, the council said the road was closed.", "The road was closed", "the council"),
        ("The road, says Bell, is closed.", "The road is closed", "Bell"),
        ("The road, she reckons, will stay closed.", "The road will stay closed", "she"),
        ("The doctor tells us Ana Bell has torn a ligament.", "Ana Bell has torn a ligament", "The doctor"),
    ],
)
def test_what_somebody_is_told_to_say(text: str, told: str, speaker: str, lexicon: Lexicon) -> None:
    found = speech.attributed(text, lexicon, DIALS)
    assert (found.text, found.speaker) == (told, speaker)


@pytest.mark.parametrize(
    "text",
    [
        "The road is closed.",
        "The council denied that it had closed the road.",
        "The survey found that 40 roads were closed.",
        "Chemical fingerprints showed that the salt was old.",
        "The council would say that the road was closed.",
        "It is said that the road was closed.",
    ],
)
def test_no_speech(text: str, lexicon: Lexicon) -> None:
    """A denial keeps its verb; a finding stays with the study."""
    found = speech.attributed(text, lexicon, DIALS)
    assert (found.text, found.speaker) == (text, "")
