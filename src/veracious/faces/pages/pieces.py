"""Evidence as a page shows it: three columns by stance, in each the origins, in each origin the piece that speaks for it and its copies."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from veracious.domain.evidence import Evidence, Origin, Quote
from veracious.domain.ranked import Ranked
from veracious.domain.report import Judged
from veracious.domain.span import Span
from veracious.domain.stance import Stance
from veracious.domain.trust import Weighed
from veracious.faces.pages import foreign, words
from veracious.rules.explaining import trace
from veracious.rules.weighing.evidence_trust import UNKNOWN_ORIGIN, side

TITLE_CHARS = 160


@dataclass(frozen=True, slots=True)
class Page:
    """Where a text was published, and what is known of who published it."""

    title: str
    publisher: str
    byline: str
    published: str
    credibility: str
    link: str  # empty where the address cannot be followed
    address: str  # as it was read


@dataclass(frozen=True, slots=True)
class Share:
    """How sure the judge is of one of the three stances."""

    side: str
    name: str
    value: float
    shown: str


@dataclass(frozen=True, slots=True)
class Weight:
    """How a quote stands toward one part of the claim, and how far it can be relied on there."""

    part: int
    stance: tuple[Share, ...]
    trust: str
    grade: str
    score: str


@dataclass(frozen=True, slots=True)
class Saying:
    """A quote in its passage, and what it weighs beside each part it was quoted for."""

    before: str  # the passage up to the quote
    quote: str
    after: str
    snapshot: str  # digest of the text that it stands in
    span: Span  # its place there
    weights: tuple[Weight, ...]


@dataclass(frozen=True, slots=True)
class Piece:
    """One piece of evidence on one side."""

    anchor: str
    number: int
    side: str
    page: Page
    credibility: str
    marks: tuple[str, ...]
    sayings: tuple[Saying, ...]

    @property
    def parts(self) -> frozenset[int]:
        """The parts of the claim that it takes this side on."""
        return frozenset(weight.part for saying in self.sayings for weight in saying.weights)


@dataclass(frozen=True, slots=True)
class Group:
    """What goes back to one publication and counts once."""

    name: str
    counted: str
    ties: str
    pieces: tuple[Piece, ...]  # the first speaks for the origin
    copies: tuple[Page, ...]


@dataclass(frozen=True, slots=True)
class Column:
    """All that takes one stance."""

    side: str
    name: str
    counted: str
    groups: tuple[Group, ...]


@dataclass(frozen=True, slots=True)
class Gathered:
    """What was judged, by the names that the page calls it."""

    judged: Judged
    ranked: Mapping[str, Ranked]  # by id of the evidence
    numbers: Mapping[str, int]  # of the evidence that was weighed, from 1
    origins: Mapping[str, Origin]  # by id of the evidence

    def evidence(self, id: str) -> Evidence:
        """The piece of evidence of this id."""
        return self.ranked[id].evidence


def gather(judged: Judged) -> Gathered:
    """Everything that was judged, found by id; pieces are numbered from the most trusted on."""
    ranked = {entry.ranked.evidence.id: entry.ranked for entry in judged.admitted}
    known = dict.fromkeys(piece.evidence for piece in judged.weighed if piece.evidence in ranked)
    numbers = {id: number for number, id in enumerate(known, 1)}
    origins = {id: origin for origin in judged.origins for id in origin.evidence}
    return Gathered(judged, MappingProxyType(ranked), MappingProxyType(numbers), MappingProxyType(origins))


def columns(gathered: Gathered) -> tuple[Column, ...]:
    """The three columns, each with its origins, the most trusted first."""
    return tuple(_column(name, gathered) for name in words.SIDES)


def origin_name(origin: str, gathered: Gathered) -> str:
    """An origin by the publisher of its most trusted piece, a document of the reader's by its title; those that do not count together."""
    if origin == UNKNOWN_ORIGIN:
        return "sources not rated, or too low to count"
    piece = next((piece for piece in gathered.judged.weighed if origin in (piece.origin, piece.unrated_origin)), None)
    if piece is None:
        return "an origin that was not weighed"
    name = foreign.publisher(piece.domain) if piece.domain else foreign.visible(trace.who(gathered.evidence(piece.evidence)))
    return name + (", not rated" if origin == piece.unrated_origin else "")


def page(evidence: Evidence) -> Page:
    """Where a piece of evidence was published."""
    known = evidence.source.credibility
    return Page(
        title=foreign.cut(evidence.title, TITLE_CHARS) or foreign.first_words(evidence.text) or "Without a title",
        publisher=foreign.publisher(evidence.source.domain),
        byline=foreign.cut(evidence.byline, TITLE_CHARS),
        published=evidence.published.isoformat() if evidence.published else "",
        credibility="not known" if known is None else words.number(known),
        link=foreign.link(evidence.url),
        address=foreign.visible(evidence.url or ""),
    )


def anchor(piece: Weighed, gathered: Gathered) -> str:
    """Where on the page a piece stands."""
    return f"e{gathered.numbers[piece.evidence]}-{side(piece.stance)}"


def _column(name: str, gathered: Gathered) -> Column:
    taken = [piece for piece in gathered.judged.weighed if side(piece.stance) == name and piece.evidence in gathered.numbers]
    by_origin: dict[str, list[Weighed]] = {}
    for piece in taken:
        by_origin.setdefault(piece.publisher_origin, []).append(piece)
    groups = tuple(_group(origin, found, gathered) for origin, found in by_origin.items())
    pieces = len({piece.evidence for piece in taken})
    counted = f"{words.count(len({piece.origin for piece in taken}), 'independent origin')}, {words.count(pieces, 'piece')} of evidence"
    return Column(name, words.COLUMNS[name], counted if taken else "nothing found", groups)


def _group(origin: str, weighed: Sequence[Weighed], gathered: Gathered) -> Group:
    tied = [gathered.origins[piece.evidence] for piece in weighed if piece.evidence in gathered.origins]
    members = dict.fromkeys(id for one in tied for id in one.evidence)
    shown = {page(gathered.evidence(piece.evidence)) for piece in weighed}
    copies = dict.fromkeys(page(gathered.evidence(id)) for id in members if id in gathered.ranked and id not in gathered.numbers)
    left = tuple(copy for copy in copies if copy not in shown)
    ties = {tie for one in tied for tie in one.ties}
    pages = len(shown) + len(left)
    ids = dict.fromkeys(piece.evidence for piece in weighed)
    return Group(
        name=origin_name(origin, gathered),
        counted=f"{words.count(pages, 'page')}, counted as one origin" if pages > 1 else "",
        ties=", ".join(sorted(ties)) if left else "",
        pieces=tuple(_piece([piece for piece in weighed if piece.evidence == id], gathered) for id in ids),
        copies=left,
    )


def _piece(weighed: Sequence[Weighed], gathered: Gathered) -> Piece:
    """One piece of evidence with all that it is quoted for on one side."""
    first, evidence = weighed[0], gathered.evidence(weighed[0].evidence)
    triple = ("a fact read from its text",) if first.is_triple else ()
    faint = (f"{words.FAINT.lower()} to the claim",) if all(map(words.is_faint, weighed)) else ()
    known = words.number(first.credibility)
    by_quote: dict[Quote, list[Weighed]] = {}
    for piece in sorted(weighed, key=lambda piece: piece.subclaim):
        by_quote.setdefault(piece.quote, []).append(piece)
    return Piece(
        anchor=anchor(first, gathered),
        number=gathered.numbers[first.evidence],
        side=side(first.stance),
        page=page(evidence),
        credibility=f"not known, counted as {known}" if evidence.source.credibility is None else known,
        marks=(*triple, *faint, *(words.WORDING.get(mark, words.plain(mark)) for mark in first.wording)),
        sayings=tuple(_saying(quote, own, evidence) for quote, own in by_quote.items()),
    )


def _saying(quote: Quote, weighed: Sequence[Weighed], evidence: Evidence) -> Saying:
    return Saying(*_placed(quote, evidence), quote.snapshot, quote.span, tuple(map(_weight, weighed)))


def shares(stance: Stance) -> tuple[Share, ...]:
    """How sure the judge is of each of the three stances."""
    return tuple(_share(name, getattr(stance, name)) for name in words.SIDES)


def _weight(piece: Weighed) -> Weight:
    return Weight(piece.subclaim + 1, shares(piece.stance), words.number(piece.trust), piece.grade.value, words.number(piece.relevance))


def _share(name: str, value: float) -> Share:
    return Share(name, name, value, words.number(value))


def _placed(quote: Quote, evidence: Evidence) -> tuple[str, str, str]:
    """The passage before, in and after the quote; the quote alone where it is not within the passage to the letter."""
    passage, text = evidence.passage, evidence.passage.text
    start, end = quote.span.start - passage.span.start, quote.span.end - passage.span.start
    inside = quote.snapshot == passage.snapshot and start >= 0 and text[start:end] == quote.text
    before, after = (text[:start], text[end:]) if inside else ("", "")
    return foreign.visible(before), foreign.visible(quote.text), foreign.visible(after)
