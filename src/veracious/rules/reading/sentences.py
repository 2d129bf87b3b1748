"""Sentences of a text, as spans."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

import sentencex

from veracious.domain.span import Span

_SURROGATES = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class SentenceDials:
    """How much text is looked at together."""

    # Longer paragraphs are segmented window by window: the segmenter's time grows with the square of unclosed quotation marks.
    window_chars: int = 2000  # text segmented at once; 1000–4000; 3 ms for 2,000 opening marks, 43 ms for 8,000


def split(text: str, language: str, dials: SentenceDials) -> tuple[Span, ...]:
    """The sentences in order; white space around them belongs to none."""
    return tuple(
        sentence
        for start, end in _paragraphs(text)
        for sentence in _trimmed(text, _segments(text, Span(start, end), language, dials.window_chars))
    )


def _paragraphs(text: str) -> Iterator[tuple[int, int]]:
    """Stretches between line breaks: no sentence runs over a blank line, and few over a line break."""
    start = 0
    for line in text.splitlines(keepends=True):
        yield start, start + len(line)
        start += len(line)


def _segments(text: str, paragraph: Span, language: str, window: int) -> Iterator[Span]:
    """Segment window by window; the last sentence of a full window may be cut, so the next window begins with it."""
    start = paragraph.start
    while start < paragraph.end:
        end = min(start + window, paragraph.end)
        pieces = _pieces(text[start:end], language)
        if end < paragraph.end and len(pieces) > 1:
            pieces = pieces[:-1]
        for piece in pieces:
            yield Span(start, start + len(piece))
            start += len(piece)


def _pieces(text: str, language: str) -> list[str]:
    """The segmenter's pieces, if together they are as long as the text; lone surrogates, which it cannot take, stand as blanks."""
    pieces = [piece for piece in sentencex.segment(language, _SURROGATES.sub("\ufffd", text)) if piece]
    return pieces if sum(map(len, pieces)) == len(text) else [text]


def _trimmed(text: str, segments: Iterator[Span]) -> Iterator[Span]:
    for segment in segments:
        inner = segment.of(text)
        start = segment.start + len(inner) - len(inner.lstrip())
        if inner.strip():
            yield Span(start, start + len(inner.strip()))
