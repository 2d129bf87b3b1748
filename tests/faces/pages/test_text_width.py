"""The lines of a drawing: no letter is lost unless it is said, and none takes more room than there is."""

from hypothesis import given
from hypothesis import strategies as st

from veracious.faces.pages import text_width

TEXTS = st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Cs")), max_size=120)


def test_a_line_breaks_between_words() -> None:
    """At 10 points a small letter takes 6.4 at most: eight of them 51.2, and sixteen with a space 106.6."""
    assert text_width.of("abcdegho", 10) == 51.2
    assert text_width.lines("abcdegho abcdegho abcdegho", 107, 10, 5) == ("abcdegho abcdegho", "abcdegho")


def test_a_word_wider_than_the_room_is_broken_and_what_is_beyond_the_last_line_is_said_to_be_cut() -> None:
    assert text_width.lines("W" * 12, 50, 10, 9) == ("WWWWW", "WWWWW", "WW")
    assert text_width.lines("W" * 12, 50, 10, 2) == ("WWWWW", "WWWW…")
    assert text_width.lines("", 50, 10, 2) == ()


def test_letters_that_fill_two_places_and_letters_that_fill_none() -> None:
    assert text_width.of("水", 10) == 10.2
    assert text_width.of("e\u0301", 10) == text_width.of("e", 10)
    assert text_width.of("🚲", 10) == 14


@given(TEXTS, st.integers(30, 300), st.integers(1, 6))
def test_no_line_is_wider_than_the_room_and_no_letter_is_lost(text: str, room: int, most: int) -> None:
    found = text_width.lines(text, room, 10, most)
    assert len(found) <= most
    assert all(text_width.of(one, 10) <= room + 1e-6 for one in found)
    said, whole = "".join("".join(found).split()), "".join(text.split())
    assert said == whole or (said.endswith("…") and whole.startswith(said[:-1]))
