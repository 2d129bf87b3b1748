"""The map of the evidence: the claim, its parts, the origins that speak to each part, and their pieces, as a tree from left to right.

A stance has a shape and a colour: a circle supports, a square refutes, a triangle says neither. The same tree in words is the map's text
alternative. The work grows with the number of pieces: one row each.
"""

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass, field
from unicodedata import east_asian_width

from veracious.faces.pages import foreign, words
from veracious.faces.pages.pieces import Column, Group, Piece

WIDTH, ROW, PAD = 1040, 30, 12
CLAIM_X, PART_X, ORIGIN_X, PIECE_X = 0, 236, 492, 770
BOX_WIDTH, LINE, LINES_AT_MOST = 196, 17, 5
BOX_CHARS, ORIGIN_CHARS, PIECE_CHARS = 25, 30, 33


@dataclass(frozen=True, slots=True)
class Box:
    """A text in a frame: the claim or a part of it."""

    x: float
    y: float
    width: float
    height: float
    lines: tuple[str, ...]
    label: str


@dataclass(frozen=True, slots=True)
class Label:
    """An origin: its name and how it counts."""

    x: float
    y: float
    name: str
    counted: str


@dataclass(frozen=True, slots=True)
class Leaf:
    """A piece of evidence."""

    x: float
    y: float
    side: str
    text: str


@dataclass(frozen=True, slots=True)
class Edge:
    """A line between two of them."""

    path: str
    side: str


@dataclass(frozen=True, slots=True)
class Branch:
    """The map in words: a node and what hangs on it."""

    text: str
    anchor: str = ""
    below: tuple["Branch", ...] = ()


@dataclass(frozen=True, slots=True)
class Map:
    """A drawing of known size, and the same in words."""

    width: float
    height: float
    boxes: tuple[Box, ...]
    labels: tuple[Label, ...]
    leaves: tuple[Leaf, ...]
    edges: tuple[Edge, ...]
    summary: str
    branches: tuple[Branch, ...]


@dataclass(frozen=True, slots=True)
class _Voice:
    """An origin beside one part, with its pieces there."""

    group: Group
    pieces: tuple[Piece, ...]

    @property
    def side(self) -> str:
        """Which side its pieces take: a group stands in one column."""
        return self.pieces[0].side


@dataclass(slots=True)
class _Hung:
    """What hangs on the parts so far."""

    labels: list[Label] = field(default_factory=list)
    leaves: list[Leaf] = field(default_factory=list)
    edges: list[Edge] = field(default_factory=list)


def draw(claim: str, parts: Sequence[tuple[str, str]], columns: Sequence[Column]) -> Map:
    """The map of a claim whose parts are given with their verdicts in words."""
    boxes, below, hung = list[Box](), list[Branch](), _Hung()
    top, middles = 0.0, list[float]()
    for number, (text, verdict) in enumerate(parts, 1):
        voices = _voices(number, columns)
        rows = sum(len(voice.pieces) for voice in voices)
        lines = _lines(text)
        height = max(rows * ROW, _height(lines)) + PAD
        middles.append(top + height / 2)
        boxes.append(_box(PART_X, middles[-1], lines, f"Part {number}: {verdict}"))
        _hang(voices, middles[-1], middles[-1] - rows * ROW / 2, hung)
        below.append(Branch(f"Part {number}, {verdict.lower()}: {foreign.visible(text)}", "", tuple(_told(voice) for voice in voices)))
        top += height
    whole = max(top, _height(_lines(claim)))
    boxes.append(_box(CLAIM_X, whole / 2, _lines(claim), "Claim"))
    hung.edges += [_edge(CLAIM_X + BOX_WIDTH, whole / 2, PART_X, middle, "plain") for middle in middles]
    drawn = tuple(hung.labels), tuple(hung.leaves), tuple(hung.edges)
    return Map(WIDTH, whole, tuple(boxes), *drawn, _summary(len(parts), columns), tuple(below))


def _voices(part: int, columns: Sequence[Column]) -> list[_Voice]:
    found = []
    for column in columns:
        for group in column.groups:
            own = tuple(piece for piece in group.pieces if part in piece.parts)
            if own:
                found.append(_Voice(group, own))
    return found


def _hang(voices: Sequence[_Voice], middle: float, top: float, hung: _Hung) -> None:
    """Hang origins and pieces on a part, from `top` downwards."""
    for voice in voices:
        height = len(voice.pieces) * ROW
        at, copies = top + height / 2, len(voice.group.copies)
        counted = f"and {copies} more, counted once" if copies else ""
        hung.labels.append(Label(ORIGIN_X, at, _cut(voice.group.name, ORIGIN_CHARS), counted))
        hung.edges.append(_edge(PART_X + BOX_WIDTH, middle, ORIGIN_X - PAD, at, voice.side))
        for number, piece in enumerate(voice.pieces):
            y = top + (number + 1 / 2) * ROW
            hung.leaves.append(Leaf(PIECE_X, y, piece.side, _cut(f"{piece.number}. {piece.page.title}", PIECE_CHARS)))
            hung.edges.append(_edge(ORIGIN_X + BOX_WIDTH + 2 * PAD, at, PIECE_X - PAD, y, piece.side))
        top += height


def _told(voice: _Voice) -> Branch:
    copies = "; ".join(copy.publisher for copy in voice.group.copies)
    text = f"Origin: {voice.group.name}" + (f" (counted once with {copies})" if copies else "")
    leaves = (
        Branch(f"{piece.side if piece.side != 'neutral' else 'says neither'}: {piece.page.title}, {piece.page.publisher}", piece.anchor)
        for piece in voice.pieces
    )
    return Branch(text, "", tuple(leaves))


def _summary(parts: int, columns: Sequence[Column]) -> str:
    told = "; ".join(f"{column.name.lower()}: {column.counted}" for column in columns)
    return f"A tree from the claim over {words.count(parts, 'part')} to origins and pieces of evidence. {told[:1].upper()}{told[1:]}."


def _box(x: float, middle: float, lines: tuple[str, ...], label: str) -> Box:
    height = _height(lines)
    return Box(x, middle - height / 2, BOX_WIDTH, height, lines, label)


def _height(lines: tuple[str, ...]) -> float:
    """Of a box with these lines and one more for its label."""
    return (len(lines) + 1) * LINE + 1.5 * PAD


def _edge(x1: float, y1: float, x2: float, y2: float, side: str) -> Edge:
    bend = (x1 + x2) / 2
    return Edge(f"M{x1:.0f} {y1:.1f}C{bend:.0f} {y1:.1f} {bend:.0f} {y2:.1f} {x2:.0f} {y2:.1f}", side)


def _lines(text: str) -> tuple[str, ...]:
    """The text in a few short lines; wide letters fill two places."""
    shown = foreign.visible(text)
    width = BOX_CHARS // 2 if _wide(shown) > len(shown) / 2 else BOX_CHARS
    return tuple(textwrap.wrap(shown, width, max_lines=LINES_AT_MOST, placeholder="…"))


def _cut(text: str, places: int) -> str:
    return foreign.cut(text, max(4, places - _wide(text[:places]) // 2))


def _wide(text: str) -> int:
    return sum(east_asian_width(letter) in "WF" for letter in text)
