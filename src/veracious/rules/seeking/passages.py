"""A snapshot into passages: whole sentences, as many as fit, the last few repeated at the head of the next passage."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from veracious.domain.evidence import Evidence, Passage, Snapshot
from veracious.domain.span import Span
from veracious.rules import digest
from veracious.rules.reading import sentences
from veracious.rules.reading.sentences import SentenceDials


@dataclass(frozen=True, slots=True)
class PassageDials:
    """How long a passage is, and how much of it the next one repeats."""

    chars: int = 512  # characters of a passage at most; 256–2048; seed E §9.2
    overlap: int = 100  # characters that two neighbours share at most, below `chars`; 0–256; seed E §9.2


def cut(snapshot: Snapshot, dials: PassageDials, sentence_dials: SentenceDials) -> tuple[Passage, ...]:
    """The passages of a snapshot in order: each slices back to it, and together they hold every visible character of it.

    Formula: Passages. From E §9.2.

        whole sentences, as many as fit into chars characters
        the next passage repeats the last of them, as many as fit into overlap characters
        a sentence longer than chars is broken into runs of words of at most overlap characters

    Dials: chars, overlap of PassageDials.
    """
    whole = sentences.split(snapshot.text, snapshot.language, sentence_dials)
    pieces = [piece for sentence in whole for piece in _fitting(snapshot.text, sentence, dials)]
    return tuple(Passage(snapshot.digest, span, span.of(snapshot.text)) for span in _packed(pieces, dials))


def search_text(title: str, text: str) -> str:
    """The words a passage is found by: those of its title, then its own."""
    return f"{title}. {text}" if title else text


def evidence(snapshot: Snapshot, passage: Passage) -> Evidence:
    """The passage as evidence; the address is part of its name, since a copy elsewhere is another piece of the same origin."""
    name = digest.of({"snapshot": passage.snapshot, "span": passage.span, "url": snapshot.url}, "evidence")
    return Evidence(
        id=name,
        passage=passage,
        source=snapshot.source,
        title=snapshot.title,
        url=snapshot.url,
        published=snapshot.published,
        canonical_url=snapshot.canonical_url,
        byline=snapshot.byline,
        links=snapshot.links,
        collection=snapshot.collection,
    )


def _fitting(text: str, sentence: Span, dials: PassageDials) -> Iterator[Span]:
    """The sentence itself; one that no passage can hold is broken into runs of words short enough to be repeated."""
    if sentence.end - sentence.start <= dials.chars:
        yield sentence
        return
    most, start = min(dials.overlap or dials.chars, dials.chars), sentence.start
    while start < sentence.end:
        end = min(start + most, sentence.end)
        if end < sentence.end and not text[end].isspace():  # not within a word, unless the word alone is too long
            end = next((at for at in range(end, start, -1) if text[at - 1].isspace()), end)
        run = text[start:end]
        if run.strip():
            yield Span(start + len(run) - len(run.lstrip()), start + len(run.rstrip()))
        start = end


def _packed(pieces: Sequence[Span], dials: PassageDials) -> Iterator[Span]:
    """As many neighbours as fit, again and again; each passage ends beyond the one before it."""
    first = 0
    while first < len(pieces):
        last = first
        while last + 1 < len(pieces) and pieces[last + 1].end - pieces[first].start <= dials.chars:
            last += 1
        yield Span(pieces[first].start, pieces[last].end)
        first = _next(pieces, last, dials)


def _next(pieces: Sequence[Span], last: int, dials: PassageDials) -> int:
    """The earliest piece that may be repeated so that the piece after the last still fits; that piece itself when none may."""
    first = last + 1
    while (
        first < len(pieces)
        and pieces[last].end - pieces[first - 1].start <= dials.overlap
        and pieces[last + 1].end - pieces[first - 1].start <= dials.chars
    ):
        first -= 1
    return first
