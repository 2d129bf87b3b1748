"""The map of the evidence: the claim, its parts, the origins that speak to each part, and their pieces, as a tree from left to right.

A stance has a shape and a colour: a circle supports, a square refutes, a triangle says neither. The same tree in words is the map's text
alternative, and has every text whole. The work grows with the number of pieces: one row each, as high as its lines.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from veracious.faces.pages import foreign, text_width, words
from veracious.faces.pages.pieces import Column, Group, Piece

WIDTH, ROW, PAD = 1120, 30, 12
CLAIM_X, PART_X, ORIGIN_X, PIECE_X = 0, 252, 520, 810
BOX_WIDTH, BOX_PAD, LINE = 212, 10, 17
ORIGIN_ROOM, PIECE_ROOM = PIECE_X - ORIGIN_X - 5 * PAD, WIDTH - PIECE_X - 18
LETTER, SMALL_LETTER = 13, 12  # their sizes, as `style.css` has them
BOX_LINES, LABEL_LINES, LEAF_LINES = 12, 2, 3  # at most


@dataclass(frozen=True, slots=True)
class Box:
    """A text in a frame: the claim or a part of it."""

    x: float
    y: float
    width: float
    height: float
    lines: tuple[str, ...]
    label: tuple[str, ...]  # what it is, in lines


@dataclass(frozen=True, slots=True)
class Label:
    """An origin: its name and how it counts."""

    x: float
    y: float  # of its middle
    name: tuple[str, ...]
    counted: str


@dataclass(frozen=True, slots=True)
class Leaf:
    """A piece of evidence."""

    x: float
    y: float  # of its middle
    side: str
    lines: tuple[str, ...]


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

    @property
    def height(self) -> float:
        """Of all its rows, or of its name where that has more lines."""
        named = len(_name(self)) + bool(self.group.copies)
        return max(sum(_leaf_height(piece) for piece in self.pieces), named * LINE + PAD)


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
        rows = sum(voice.height for voice in voices)
        box = _box(PART_X, text, f"Part {number}: {verdict}")
        height = max(rows, box.height) + PAD
        middles.append(top + height / 2)
        boxes.append(_placed(box, middles[-1]))
        _hang(voices, middles[-1], middles[-1] - rows / 2, hung)
        below.append(Branch(f"Part {number}, {verdict.lower()}: {foreign.visible(text)}", "", tuple(_told(voice) for voice in voices)))
        top += height
    box = _box(CLAIM_X, claim, "Claim")
    whole = max(top, box.height)
    boxes.append(_placed(box, whole / 2))
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
        at, copies = top + voice.height / 2, len(voice.group.copies)
        counted = f"and {copies} more, counted once" if copies else ""
        hung.labels.append(Label(ORIGIN_X, at, _name(voice), counted))
        hung.edges.append(_edge(PART_X + BOX_WIDTH, middle, ORIGIN_X - PAD, at, voice.side))
        row = at - sum(_leaf_height(piece) for piece in voice.pieces) / 2
        for piece in voice.pieces:
            y = row + _leaf_height(piece) / 2
            hung.leaves.append(Leaf(PIECE_X, y, piece.side, _title(piece)))
            hung.edges.append(_edge(ORIGIN_X + ORIGIN_ROOM + PAD, at, PIECE_X - PAD, y, piece.side))
            row += _leaf_height(piece)
        top += voice.height


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


def _box(x: float, text: str, label: str) -> Box:
    """A box with this text, at the top of the drawing."""
    room = BOX_WIDTH - 2 * BOX_PAD
    lines = text_width.lines(foreign.visible(text), room, LETTER, BOX_LINES)
    above = text_width.lines(label, room, SMALL_LETTER, LABEL_LINES)
    return Box(x, 0.0, BOX_WIDTH, (len(lines) + len(above)) * LINE + 1.5 * PAD, lines, above)


def _placed(box: Box, middle: float) -> Box:
    return replace(box, y=middle - box.height / 2)


def _name(voice: _Voice) -> tuple[str, ...]:
    return text_width.lines(voice.group.name, ORIGIN_ROOM, LETTER, LABEL_LINES)


def _title(piece: Piece) -> tuple[str, ...]:
    return text_width.lines(f"{piece.number}. {piece.page.title}", PIECE_ROOM, LETTER, LEAF_LINES)


def _leaf_height(piece: Piece) -> float:
    return ROW + (len(_title(piece)) - 1) * LINE


def _edge(x1: float, y1: float, x2: float, y2: float, side: str) -> Edge:
    bend = (x1 + x2) / 2
    return Edge(f"M{x1:.0f} {y1:.1f}C{bend:.0f} {y1:.1f} {bend:.0f} {y2:.1f} {x2:.0f} {y2:.1f}", side)
