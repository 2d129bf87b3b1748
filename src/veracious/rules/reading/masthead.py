"""What the first lines of an article's text say of it: its title, who wrote it, and when."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date

from veracious.domain.document import Document
from veracious.rules.reading import dates
from veracious.rules.reading.dates import DateDials
from veracious.rules.reading.lexicon import Lexicon
from veracious.rules.reading.tokens import scan


@dataclass(frozen=True, slots=True)
class MastheadDials:
    """Which lines are looked at."""

    lines_at_most: int = 6  # before the first sentence; 3–10; a guess: title, subtitle, writer, date, a caption
    line_words_at_most: int = 20  # a longer line is text; 12–30; a guess: as long as a headline
    title_words_at_least: int = 2  # of a first line that only an empty line tells from the text; 1–4; a guess: "Summary" names nothing


_MARK = re.compile(r"\s*#{1,6}\s+")
_SENTENCE = re.compile(r"[.!?…][\"”’»)\]]*$")
_WRITER = re.compile(r"\s*(?i:(?:written|reported) )?(?i:by):?\s+(?=[A-ZÀ-Þ])")
_AFTER_NAMES = re.compile(r"\s*(?:[|·•—–]|,?\s(?=\d)|\d|$)")


def fill(document: Document, lexicon: Lexicon, dials: MastheadDials) -> Document:
    """The document with what its first lines say where nothing else said it."""
    lines = tuple(_lines(document.text, dials))
    writers = (name for line in lines if (name := _writer(line)))
    days = (day for line in lines if (day := _day(line, lexicon)))
    return replace(
        document,
        title=document.title or _title(lines, heading(document.text, dials), lexicon),
        byline=document.byline or next(writers, ""),
        published=document.published or next(days, None),
    )


def heading(text: str, dials: MastheadDials) -> str:
    """The first line, where an empty line sets it apart and it is neither a sentence nor a greeting."""
    line, _, after = text.strip().partition("\n")
    bare, words = line.strip(), line.split()
    is_set_apart = bool(after) and not after.partition("\n")[0].strip()
    if not is_set_apart or not dials.title_words_at_least <= len(words) <= dials.line_words_at_most:
        return ""
    is_text = _SENTENCE.search(bare) or bare[-1] in ":;," or not (bare[0].isupper() or bare[0].isdigit())
    return "" if is_text or _writer(bare) else bare


def _lines(text: str, dials: MastheadDials) -> Iterator[str]:
    """The lines before the first sentence."""
    for number, line in enumerate(one for one in text.splitlines() if one.strip()):
        bare = line.strip()
        is_marked = _MARK.match(line) is not None
        if number >= dials.lines_at_most or len(bare.split()) > dials.line_words_at_most or (_SENTENCE.search(bare) and not is_marked):
            return
        yield line


def _title(lines: tuple[str, ...], set_apart: str, lexicon: Lexicon) -> str:
    """The first line, where it is marked as a heading or set apart, or where a writer or a day follow it."""
    if not lines or _writer(lines[0]) or _day(lines[0], lexicon):
        return ""
    is_titled = _MARK.match(lines[0]) or set_apart or any(_writer(line) or _day(line, lexicon) for line in lines[1:])
    return _MARK.sub("", lines[0]).strip() if is_titled else ""


def _writer(line: str) -> str:
    """By Mara Lindqvist, harbour reporter | 14 January 2026"""
    lead = _WRITER.match(line)
    return _AFTER_NAMES.split(line[lead.end() :].strip())[0].strip(" ,") if lead else ""


def _day(line: str, lexicon: Lexicon) -> date | None:
    """The one day that a line names, with its year; none in a heading that names one among other words."""
    if _MARK.match(line):
        return None
    tokens = scan(line)
    found = (dates.read(line, tokens, index, lexicon, DateDials()) for index in range(len(tokens)))
    return next((date.fromordinal(one.first) for one in found if one and one.has_year and one.first == one.last), None)
