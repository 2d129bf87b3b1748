"""A verdict as Markdown: what it says, why, and each quote to the letter in a footnote. CommonMark with the footnotes of GitHub and Pandoc.

What others wrote stays words: whatever could begin a link, a heading or a tag has a backslash in front. Letters that turn a line around or
cannot be seen are written out by their number, as on the page; the record and the table have them to the letter.
"""

import re
from collections.abc import Iterable, Iterator, Mapping

from veracious.faces.exports.sign_off import DRAFT, SignOff
from veracious.faces.pages import words
from veracious.faces.pages.pieces import Column, Page, Piece, Saying
from veracious.faces.pages.view import Judgement, Sentence, View

INDENT = "    "  # of what goes on in a footnote

_MARKS = re.compile(r"[\\`*_\[\]<>&#|~$^{}@]|:(?=//|[A-Za-z_+\-][\w+\-]*:)|(?<=[Ww]{3})\.")  # wherever they stand
_LINE_MARKS = re.compile(r"[ \t]*(?:[-+=:%(]|(?:[0-9]{1,9}|[A-Za-z]|[ivxlcdmIVXLCDM]{1,9})[.)])")  # where a line begins
_DIGEST = re.compile(r"sha256:[0-9a-f]{64}")


def document(view: View, standing: SignOff = DRAFT) -> str:
    """The whole text; `standing` says who signed it, or that nobody did."""
    notes = _notes(view.judgement)
    told = [f"# {line(view.claim)}", *_verdict(view, standing)]
    if view.told:
        told += ["## Why", *(_sentence(one, notes) for one in view.told)]
    if view.judgement is not None:
        told += _parts(view.judgement)
        told += ["## Evidence", *(text for one in view.judgement.columns for text in _column(one, notes))]
        told += ["## What was not found", *_missing(view, view.judgement)]
    if view.headline.has_verdict:
        told += ["## What would change the verdict", *_flips(view)]
    told += ["## The record", *_record(view), *_footnotes(view.judgement, notes)]
    return "\n\n".join(told) + "\n"


def line(text: str) -> str:
    """Words of others in one line."""
    return lines(" ".join(text.split()))


def lines(text: str) -> str:
    """Words of others with the ends of their lines, as they go on within a paragraph of ours."""
    return f"\\\n{INDENT}".join(_begun(_MARKS.sub(r"\\\g<0>", one.strip(" \t"))) for one in text.split("\n"))


def _begun(text: str) -> str:
    """A line that could begin a list or a heading, and does not."""
    found = _LINE_MARKS.match(text)
    return f"{text[: found.end() - 1]}\\{text[found.end() - 1 :]}" if found else text


def _verdict(view: View, standing: SignOff) -> Iterator[str]:
    top = view.headline
    if standing.replaces:
        yield f"**{f'Verdict: {words.VERDICTS[standing.verdict]}' if standing.verdict else 'Withdrawn'}.** {line(standing.said)}"
    if top.has_verdict:
        word = f"The program had said: {top.word}" if standing.replaces else f"**Verdict: {top.word}**"
        yield f"{word}{f', {line(top.sure)}' if top.sure else ''}. {line(top.meaning)} {line(top.note)}".rstrip()
    else:
        yield f"**No verdict: {top.word}.** {line(top.meaning)}"
    yield f"Checked as of {line(view.as_of)}. {line(view.outcome)}"
    if view.judgement is not None and not standing.replaces:
        yield f"*{standing.said}*" if standing == DRAFT else line(standing.said)
    if standing.why:
        yield f"Why: {lines(standing.why)}"
    yield from (f"Assumed: {line(text)}" for text in view.assumed)
    yield from (lines(text) for text in view.causes)
    if view.readings:
        yield "It could be read as:"
        yield _list(map(line, view.readings))


def _notes(judgement: Judgement | None) -> Mapping[tuple[str, int], int]:
    """The number of the footnote of each quote: by the anchor of its piece, and its place there."""
    found = (piece for column in (judgement.columns if judgement else ()) for group in column.groups for piece in group.pieces)
    keys = ((piece.anchor, place) for piece in found for place in range(len(piece.sayings)))
    return {key: number for number, key in enumerate(keys, 1)}


def _sentence(told: Sentence, notes: Mapping[tuple[str, int], int]) -> str:
    return f"- {line(told.text)}{''.join(f'[^{notes[anchor, 0]}]' for _, anchor in told.cites if (anchor, 0) in notes)}"


def _parts(judgement: Judgement) -> Iterator[str]:
    if len(judgement.parts) < 2:
        return
    yield "## The parts of the claim"
    yield "\n".join(
        f"{one.number}. {line(one.text)} **{one.word}**: support {one.support} from {one.supporters}, "
        f"refutation {one.refutation} from {one.refuters}."
        for one in judgement.parts
    )


def _column(column: Column, notes: Mapping[tuple[str, int], int]) -> Iterator[str]:
    yield f"### {column.name}: {column.counted}"
    for group in column.groups:
        told = [
            f"- {_piece(piece)} {''.join(f'[^{notes[piece.anchor, at]}]' for at in range(len(piece.sayings)))}" for piece in group.pieces
        ]
        yield "\n".join([*told, *(f"  - Counted with it: {_page(copy)}" for copy in group.copies)])


def _piece(piece: Piece) -> str:
    marks = "".join(f"; {line(mark)}" for mark in piece.marks)
    return f"{_page(piece.page)}; credibility {piece.credibility}{marks}"


def _page(page: Page) -> str:
    """Who published what, when, and where it is found; an address is a link only if it leads to a page of the web."""
    told = [page.publisher, page.byline, f"“{page.title}”", page.published or "no date"]
    where = f", <{page.link}>" if page.link else f", {line(page.address)}" if page.address else ""
    return ", ".join(line(one) for one in told if one) + where


def _missing(view: View, judgement: Judgement) -> Iterator[str]:
    for said, found in (
        ("Nothing that takes a side was found on:", view.missing),
        ("Something was found, and it did not decide on:", view.left_open),
    ):
        if found:
            yield said
            yield _list(map(line, found))
    if not view.missing and not view.left_open:
        yield "No part of the claim was left without an answer."
    yield f"The search ended because {line(view.stop)}."
    yield from map(line, judgement.notes)
    if judgement.degraded:
        yield "What failed on the way, and was done without:"
        yield _list(map(line, judgement.degraded))


def _flips(view: View) -> Iterator[str]:
    if view.flips:
        yield _list(f"{line(one.change)}: {line(one.verdict)}" for one in view.flips)
    else:
        yield "The loss of no single origin would change it, and neither would a few more origins of good standing."


def _record(view: View) -> Iterator[str]:
    yield "Made from a record that anyone who holds it can run again without a network."
    yield _list(f"{name}: {_plain(value)}" for name, value in view.facts)
    if view.tools:
        yield _list(f"{line(role)}: {', '.join(map(_plain, filter(None, (name, digest))))}" for role, name, digest in view.tools)


def _footnotes(judgement: Judgement | None, notes: Mapping[tuple[str, int], int]) -> Iterator[str]:
    for column in judgement.columns if judgement else ():
        for piece in (piece for group in column.groups for piece in group.pieces):
            yield from (f"[^{notes[piece.anchor, at]}]: {_saying(saying, piece)}" for at, saying in enumerate(piece.sayings))


def _saying(saying: Saying, piece: Piece) -> str:
    place = f"{_plain(saying.snapshot)}, characters {saying.span.start} to {saying.span.end}"
    return f"“{lines(saying.quote)}” {_page(piece.page)}; text {place}."


def _plain(text: str) -> str:
    """A digest as it is copied, or words."""
    return f"`{text}`" if _DIGEST.fullmatch(text) else line(text)


def _list(items: Iterable[str]) -> str:
    return "\n".join(f"- {one}" for one in items)
