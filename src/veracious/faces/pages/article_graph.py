"""The claims of an article and how they bear on each other, as a drawing: the claims in the order of the text, the lines beside them.

Each line has a lane of its own to the right of the claims, so that no line runs behind a claim, and no two lie on each other. A relation
is told by its word, by the make of its line and by the shape at its end. The same is told in words beside the drawing.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from veracious.domain.article import Edge, Relation
from veracious.faces.pages import article_words, foreign, text_width, words
from veracious.faces.pages.article_words import State

BOX_WIDTH, LINES_AT_MOST = 250, 4
TEXT_X, LETTER = 16, 13  # where a text begins in its box, and the size of its letters, as `article.css` has it
LINE, PORT, PAD, GAP = 17, 20, 10, 14
LANE, NARROW_LANE, WORDED_AT_MOST = 88, 22, 7
FIRST_LANE = 34  # to the right of the boxes
WORD_PLACES = 40  # to the right of the last lane
DRAWN_AT_MOST = 60  # lines; those of most weight are drawn, and all are told in words


@dataclass(frozen=True, slots=True)
class Known:
    """A claim as it is drawn: its number, its words and what came of it."""

    number: int
    text: str
    state: State


@dataclass(frozen=True, slots=True)
class Bond:
    """How one claim bears on another, as it is read: the first does it to the second."""

    relation: str
    verb: str
    first: int
    second: int
    weight: str


@dataclass(frozen=True, slots=True)
class Node:
    """A claim in its frame."""

    y: float
    height: float
    number: int
    state: State
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Line:
    """A line from one claim to another, with the place of its end and of its word."""

    path: str
    relation: str
    word: str
    x: float
    y: float  # of the word
    end_x: float
    end_y: float


@dataclass(frozen=True, slots=True)
class Graph:
    """A drawing of known size, and the same in words."""

    width: float
    height: float
    box_width: float
    nodes: tuple[Node, ...]
    lines: tuple[Line, ...]
    bonds: tuple[Bond, ...]
    removed: tuple[Bond, ...]
    alone: tuple[int, ...]  # claims that bear on no other
    hidden: int  # lines that are told in words alone

    @property
    def summary(self) -> str:
        """What is drawn, in a sentence."""
        counted = [(sum(one.verb == verb for one in self.bonds), verb) for verb in article_words.RELATIONS.values()]
        told = ", ".join(f"{number} × {verb}" for number, verb in counted if number)
        return (
            f"{words.count(len(self.nodes), 'claim')} in the order of the text, joined by {words.count(len(self.bonds), 'line')}: {told}."
        )


@dataclass(frozen=True, slots=True)
class _Route:
    """A line on its lane, between two ports."""

    bond: Bond
    start: float
    end: float
    lane: int


def bonds(edges: Sequence[Edge], numbers: dict[str, int]) -> tuple[Bond, ...]:
    """The edges as they are read, in the order of the text; what leads to no claim is left out."""
    known = [edge for edge in edges if edge.source in numbers and edge.target in numbers and edge.source != edge.target]
    found = [_bond(edge, numbers) for edge in known]
    return tuple(sorted(found, key=lambda one: (one.first, one.second, one.relation)))


def draw(claims: Sequence[Known], edges: Sequence[Edge], removed: Sequence[Edge], numbers: dict[str, int]) -> Graph:
    """The graph of the claims; the same claims and edges give the same drawing."""
    told = bonds(edges, numbers)
    drawn = sorted(sorted(told, key=lambda one: one.weight, reverse=True)[:DRAWN_AT_MOST], key=lambda one: (one.first, one.second))
    joined = {number for one in drawn for number in (one.first, one.second)}
    nodes = _nodes([one for one in claims if one.number in joined], drawn)
    routes = _routes(nodes, drawn)
    lanes = 1 + max((one.lane for one in routes), default=0)
    is_worded = lanes <= WORDED_AT_MOST
    pitch = LANE if is_worded else NARROW_LANE
    lines = tuple(_line(one, pitch, is_worded) for one in routes)
    told_of = {number for one in told for number in (one.first, one.second)}
    return Graph(
        width=BOX_WIDTH + FIRST_LANE + (lanes - 1) * pitch + WORD_PLACES + PAD,
        height=nodes[-1].y + nodes[-1].height if nodes else 0,
        box_width=BOX_WIDTH,
        nodes=nodes,
        lines=lines,
        bonds=told,
        removed=bonds(removed, numbers),
        alone=tuple(one.number for one in claims if one.number not in told_of),
        hidden=len(told) - len(drawn),
    )


def _bond(edge: Edge, numbers: dict[str, int]) -> Bond:
    """An edge as it is read: what depends is the target, on its source."""
    ends = (numbers[edge.source], numbers[edge.target])
    first, second = ends[::-1] if edge.relation is Relation.DEPENDS else ends
    return Bond(edge.relation.value, article_words.RELATIONS[edge.relation], first, second, words.number(edge.weight))


def _nodes(claims: Sequence[Known], drawn: Sequence[Bond]) -> tuple[Node, ...]:
    found, y = list[Node](), 0.0
    for claim in claims:
        ports = sum(claim.number in (one.first, one.second) for one in drawn)
        lines = text_width.lines(foreign.visible(claim.text), BOX_WIDTH - TEXT_X - PAD, LETTER, LINES_AT_MOST)
        height = max((len(lines) + 1) * LINE + 1.5 * PAD, ports * PORT + PAD)
        found.append(Node(y, height, claim.number, claim.state, lines))
        y += height + GAP
    return tuple(found)


def _routes(nodes: Sequence[Node], drawn: Sequence[Bond]) -> list[_Route]:
    """Every line with its ports and its lane: short lines keep to the claims, and a lane is used again where it is free."""
    by_number = {node.number: node for node in nodes}
    ports = _ports(by_number, drawn)
    ends = [(ports[index, one.first], ports[index, one.second]) for index, one in enumerate(drawn)]
    in_turn = sorted(range(len(drawn)), key=lambda index: (abs(ends[index][0] - ends[index][1]), index))
    taken, found = list[list[tuple[float, float]]](), list[_Route]()
    for index in in_turn:
        low, high = sorted(ends[index])
        lane = next((at for at, spans in enumerate(taken) if all(high < start or low > end for start, end in spans)), len(taken))
        if lane == len(taken):
            taken.append([])
        taken[lane].append((low, high))
        found.append(_Route(drawn[index], *ends[index], lane))
    return found


def _ports(nodes: dict[int, Node], drawn: Sequence[Bond]) -> dict[tuple[int, int], float]:
    """Where each line meets each of its claims: what comes from above meets it above what goes below."""
    found: dict[tuple[int, int], float] = {}
    for number, node in nodes.items():
        others = [
            (one.second if one.first == number else one.first, index)
            for index, one in enumerate(drawn)
            if number in (one.first, one.second)
        ]
        above = sorted(
            (pair for pair in others if pair[0] < number), reverse=True
        )  # the nearest first: no stub then cuts through a lane of its own
        below = sorted((pair for pair in others if pair[0] > number), reverse=True)
        in_order = [index for _, index in (*above, *below)]
        step = node.height / (len(in_order) + 1)
        found |= {(index, number): node.y + step * place for place, index in enumerate(in_order, 1)}
    return found


def _line(route: _Route, pitch: float, is_worded: bool) -> Line:
    x = BOX_WIDTH + FIRST_LANE + route.lane * pitch
    path = f"M{BOX_WIDTH} {route.start:.1f}H{x}V{route.end:.1f}H{BOX_WIDTH}"
    word = route.bond.verb if is_worded else ""
    return Line(path, route.bond.relation, word, x, (route.start + route.end) / 2, BOX_WIDTH, route.end)
