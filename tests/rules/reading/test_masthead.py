"""What the first lines of an article say of it."""

from datetime import date

import pytest

from veracious.domain.document import Document
from veracious.rules.reading import masthead
from veracious.rules.reading.lexicon import Lexicon
from veracious.rules.reading.masthead import MastheadDials

BODY = "\n\nThe Lune Bridge was closed on 9 January 2026. It carries 14,000 vehicles a day."
TITLE, WRITER, DAY = "Halden loses its bridge", "Mara Lindqvist", date(2026, 1, 14)


def fill(text: str, lexicon: Lexicon, **known: object) -> tuple[str, str, date | None]:
    filled = masthead.fill(Document(text, **known), lexicon, MastheadDials())  # type: ignore[arg-type]
    return filled.title, filled.byline, filled.published


@pytest.mark.parametrize(
    ("head", "found"),
    [
        ("# Halden loses its bridge\n\nBy Mara Lindqvist\n\n14 January 2026", (TITLE, WRITER, DAY)),
        ("Halden loses its bridge\nBy Mara Lindqvist, 14 January 2026", (TITLE, WRITER, DAY)),
        ("Halden loses its bridge\nMara Lindqvist writes for the Post\nPublished: January 14, 2026, 10:05", (TITLE, "", DAY)),
        ("Halden loses its bridge\nBy: Mara Lindqvist | 2026-01-14", (TITLE, WRITER, DAY)),
        ("Halden loses its bridge\n\nReported by Mara Lindqvist", (TITLE, WRITER, None)),
        ("# Halden loses its bridge", (TITLE, "", None)),
        ("# The flood of 3 May 2021", ("The flood of 3 May 2021", "", None)),  # what it is about, and not when it was written
        ("Halden loses its bridge", (TITLE, "", None)),  # set apart by an empty line
        ("14 January 2026", ("", "", DAY)),
        ("Summary", ("", "", None)),  # names nothing
        ("Dear readers,", ("", "", None)),
        ("the bridge of Halden", ("", "", None)),  # goes on from somewhere
        ("Halden has lost its bridge.", ("", "", None)),
        ("Halden loses its bridge\nand its ferry", ("", "", None)),  # two lines of a text
    ],
)  # fmt: skip
def test_the_first_lines_say_title_writer_and_day(head: str, found: tuple[str, str, date | None], lexicon: Lexicon) -> None:
    assert fill(head + BODY, lexicon) == found


def test_what_was_said_of_it_stays(lexicon: Lexicon) -> None:
    text = "# Another title\n\nBy Ana Reyes\n\n1 May 2020" + BODY
    assert fill(text, lexicon, title=TITLE, byline=WRITER, published=DAY) == (TITLE, WRITER, DAY)


def test_the_text_itself_says_nothing_of_that(lexicon: Lexicon) -> None:
    assert fill(BODY.strip(), lexicon) == ("", "", None)
    assert fill("By noon on 14 January 2026 the bridge was closed.", lexicon) == ("", "", None)
