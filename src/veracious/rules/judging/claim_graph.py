"""How the claims of an article bear on each other, read off their words; what bears on itself by a way round is cut open.

1. Pairs: two claims are compared when they share a name and stand near each other among the claims that have it.
2. Relations, the first that holds:
   a. contradicts: the same is said of the same, with amounts that exclude each other, or one denies it, or says the opposite;
   b. depends: one speaks of what the other brings in ("the fine" beside "was fined"), or of what came of it;
   c. supports: the same is said of the same.
3. Circles: heavy edges first; an edge that would close a circle is left out and listed.

None of this changes a verdict, and no judge is asked.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import fsum
from types import MappingProxyType

from veracious.domain.article import ArticleClaim, ClaimGraph, Edge, Relation
from veracious.domain.claim import Subclaim, Trait
from veracious.domain.evidence import Quote
from veracious.domain.quantity import Quantity
from veracious.domain.span import Span
from veracious.rules.judging import conflicts, denials
from veracious.rules.judging.conflicts import Measure
from veracious.rules.ranking import overlap
from veracious.rules.ranking.overlap import OverlapDials
from veracious.rules.reading import amounts, clauses, intake
from veracious.rules.reading.clauses import Clause
from veracious.rules.reading.grammar import Tag
from veracious.rules.reading.intake import ReadingDials
from veracious.rules.reading.lexicon import Lexicon
from veracious.rules.reading.words import content


@dataclass(frozen=True, slots=True)
class PairDials:
    """Which claims are compared at all: pairs grow with the claims, not with their square."""

    nearest: int = 8  # claims before it that a claim is compared with, for each name it shares; 1–20; a guess
    common_share: float = 0.8  # of the claims, from which on a name is common: it is what the article is about; 0.2–1; a guess
    common_from: int = 40  # claims of an article from which on a name can be common; 5–200; a guess: below it pairs are few
    common_nearest: int = 1  # as `nearest`, for a common name; 1–5; a guess: neighbours


@dataclass(frozen=True, slots=True)
class EdgeDials:
    """When a relation holds, and how heavy its edge is at most."""

    supports_from: float = 0.6  # likeness of two claims that say the same; 0.4–0.9; a guess
    contradicts_from: float = 0.6  # likeness of two that say the opposite, or tell other amounts; 0.4–0.9; as `supports_from`
    covers_from: float = 0.6  # share of a claim's words that one about its cause or effect has; 0.4–1; a guess
    supports: float = 0.3  # weight of an edge of likeness 1; 0–1; a guess: an article that says it twice is still one article
    undated: float = 0.5  # of a contradiction's weight, what is left where only one is dated; 0–1; a guess: it may speak of another time
    contradicts: float = 0.8  # weight of an edge of likeness 1; 0–1; a guess: both cannot be true
    depends: float = 0.6  # weight of an edge where all that is spoken of was brought in there; 0–1; a guess


@dataclass(frozen=True, slots=True)
class CoreDials:
    """Which claims are central."""

    from_centrality: float = 0.5  # of the greatest degree; 0–1; a guess
    at_most: int = 3  # claims of an article; 1–10; a guess: the ceiling of the minimal class


@dataclass(frozen=True, slots=True)
class GraphDials:
    """The groups of the claim graph."""

    pairs: PairDials = field(default_factory=PairDials)
    edges: EdgeDials = field(default_factory=EdgeDials)
    core: CoreDials = field(default_factory=CoreDials)


@dataclass(frozen=True, slots=True)
class Pair:
    """Two claims that may bear on each other, in the order of the text."""

    earlier: ArticleClaim
    later: ArticleClaim


@dataclass(frozen=True, slots=True)
class Words:
    """What claims are read and compared with: amounts, the reading of parts, and the dials of edges."""

    measure: Measure
    reading: ReadingDials
    edges: EdgeDials


@dataclass(frozen=True, slots=True)
class Statement:
    """A claim, taken apart for comparison with others."""

    id: str
    part: Subclaim
    quote: Quote
    names: frozenset[str]  # stems of the words of its names
    said: Mapping[str, str]  # stems of its other words, amounts left out, each with a base of it
    introduced: frozenset[str]  # what its predicate brings in
    spoken_of: frozenset[str]  # what it takes as known: "the fine", or its subject
    verb: str  # base of its main verb
    is_negated: bool


_DEFINITE = frozenset(("the", "this", "that", "these", "those", "its", "his", "her", "their"))
_NOUNS = frozenset((Tag.WORD, Tag.ING, Tag.NUMBER))
_DATES = ("date", "day-of-year")


def pairs(claims: Sequence[ArticleClaim], dials: PairDials) -> tuple[Pair, ...]:
    """The claims that are compared, in the order of the text; each name gives at most `nearest` to a claim.

    Formula: Pairs of claims. From SPEC §12.

        a claim is compared with the nearest claims before it that have a name of its own
        with the common_nearest before it, where common_from claims or more are there and more than common_share of them have the name

    Dials: nearest, common_share, common_from, common_nearest of PairDials.
    """
    ordered = in_text_order(claims)
    places: dict[str, list[int]] = {}
    for place, claim in enumerate(ordered):
        for name in dict.fromkeys(claim.names):
            places.setdefault(name, []).append(place)
    met: set[tuple[int, int]] = set()
    for standing in places.values():
        is_common = len(ordered) >= dials.common_from and len(standing) > dials.common_share * len(ordered)
        reach = dials.common_nearest if is_common else dials.nearest
        met.update((before, place) for at, place in enumerate(standing) for before in standing[max(0, at - reach) : at])
    return tuple(Pair(ordered[earlier], ordered[later]) for earlier, later in sorted(met))


def in_text_order(claims: Iterable[ArticleClaim]) -> list[ArticleClaim]:
    """The claims as they stand in the text; of two at one place the first by its id."""
    return sorted(claims, key=lambda claim: (claim.span, claim.id))


def build(
    claims: Sequence[ArticleClaim],
    measure: Measure,
    reading: ReadingDials,
    dials: GraphDials,
) -> ClaimGraph:
    """The graph of an article's claims: the same for the same claims in whatever order they are given."""
    words, ordered = Words(measure, reading, dials.edges), in_text_order(claims)
    statements = {claim.id: read(claim, words) for claim in ordered}
    compared = ((statements[pair.earlier.id], statements[pair.later.id]) for pair in pairs(claims, dials.pairs))
    edges = [edge for earlier, later in compared for edge in _edges(earlier, later, words)]
    places = {claim.id: place for place, claim in enumerate(ordered)}
    kept, removed = acyclic(edges, places)
    return ClaimGraph(tuple(places), kept, removed, centrality(tuple(places), edges))


def read(claim: ArticleClaim, words: Words) -> Statement:
    """A claim with what it says, what it brings in and what it takes as known."""
    lexicon = words.measure.lexicon
    part = intake.part_of(claim.text, lexicon, words.reading)
    clause = clauses.parse(claim.text, lexicon)
    names = frozenset(word for name in claim.names for word in content(name, lexicon))
    bases = [_base(clause, at) for at in range(len(clause))]
    left_out = _amounts(clause, part.quantities) | {at for at in range(len(clause)) if _plain(clause, at) in names}
    stems = ["" if at in left_out else _stem(base, lexicon) for at, base in enumerate(bases)]
    verb = clauses.main_verb(clause)
    known = frozenset(stems[at] for at in _definite(clause)) - {""}
    subject, predicate = (frozenset(side) - {""} if verb is not None else frozenset() for side in (stems[:verb], stems[verb:]))
    return Statement(
        id=claim.id,
        part=part,
        quote=Quote(claim.id, Span(0, len(claim.text)), claim.text),
        names=names,
        said=MappingProxyType({stem: base for stem, base in zip(stems, bases, strict=True) if stem}),
        introduced=predicate - known - subject,
        spoken_of=known | subject,
        verb="" if verb is None else bases[clauses.verb_group_end(clause, verb) - 1],
        is_negated=verb is not None and clauses.is_negated(clause, verb),
    )


def _plain(clause: Clause, at: int) -> str:
    return clause.low(at).removesuffix("'s")


def _base(clause: Clause, at: int) -> str:
    """The word without the ending of a verb: the fine of "fined"."""
    verb = clause.lexicon.verbs.get(clause.low(at))
    return verb.base if verb and (at == 0 or not clause.tokens[at].is_capitalised) else _plain(clause, at)


def _stem(base: str, lexicon: Lexicon) -> str:
    """What is compared of a word; nothing of small words, of "said", and of "year"."""
    if base in lexicon.time_nouns or base in lexicon.reporting_verbs:
        return ""
    return next(iter(overlap.words(base, lexicon, OverlapDials())), "")


def _amounts(clause: Clause, quantities: Sequence[Quantity]) -> frozenset[int]:
    """The tokens that belong to an amount."""
    spans = [quantity.span for quantity in quantities]
    return frozenset(at for at, token in enumerate(clause.tokens) if any(Span(token.start, token.end).overlaps(span) for span in spans))


def _definite(clause: Clause) -> Iterable[int]:
    """Where a thing stands that is spoken of as known: the last noun behind "the", "this" or "its"."""
    for at, token in enumerate(clause.tokens):
        end = at + 1
        while token.low in _DEFINITE and clause.tag(end) in _NOUNS:
            end += 1
        if end > at + 1:
            yield end - 1


def likeness(first: Statement, second: Statement, without: frozenset[str] = frozenset()) -> float:
    """How far two claims say the same of the same, apart from some words.

    Formula: Likeness of two claims. From ours.

        likeness = min(dice(names), dice(other words));  dice(A, B) = 2 × |A ∩ B| / (|A| + |B|), 0 where there are none
        words by their stems, verbs in their base form, amounts left out
        dice = 1 where nothing is said but opposites that are left out
    """
    ours, theirs = (frozenset(one.said) - without for one in (first, second))
    return min(_dice(first.names, second.names), _dice(ours, theirs) if ours or theirs else float(bool(without)))


def _dice(first: frozenset[str], second: frozenset[str]) -> float:
    return 2 * len(first & second) / (len(first) + len(second)) if first or second else 0.0


def contradiction(first: Statement, second: Statement, words: Words) -> float:
    """How far two claims cannot both be true; 0 when they can.

    Formula: Claims that contradict each other. From ours.

        weight = contradicts × likeness    if likeness ≥ contradicts_from, they are not dated differently, and one of:
            one denies the verb of the other
            one says a word and the other its opposite, and these are left out of the likeness
            neither, and one tells an amount that the other excludes, as a quote does
        weight = 0                         otherwise, and where one denies what is the opposite: "did not rise" beside "fell"
        where only one of the two is dated, the weight × undated

    Dials: contradicts, contradicts_from, undated of EdgeDials.
    """
    dials, opposed = words.edges, _opposed(first, second, words)
    alike, ours, theirs = likeness(first, second, opposed), _dates(first), _dates(second)
    if alike < dials.contradicts_from or _relation(ours, theirs, words) is amounts.Relation.CONFLICTING:
        return 0.0
    denies = _denies(first, second, bool(opposed), words.measure)
    excludes = not opposed and not denies and _excludes(first, second, words.measure)
    whole = dials.contradicts * alike if denies != bool(opposed) or excludes else 0.0
    return whole if bool(ours) == bool(theirs) else whole * dials.undated


def _denies(first: Statement, second: Statement, is_opposed: bool, measure: Measure) -> bool:
    """Whether just one of the two denies their verb, or is the other in so many words, denied."""
    worded = denials.find(first.part, second.quote, measure) or denials.find(second.part, first.quote, measure)
    return worded is not None or (first.is_negated != second.is_negated and (is_opposed or first.verb == second.verb))


def _excludes(first: Statement, second: Statement, measure: Measure) -> bool:
    """Whether one tells an amount that the other excludes; a date alone does not, since what happens may happen twice."""
    ours, theirs = (replace(one.part, quantities=_undated(one)) for one in (first, second))
    return bool(conflicts.find(ours, second.quote, measure) or conflicts.find(theirs, first.quote, measure))


def _relation(ours: Sequence[Quantity], theirs: Sequence[Quantity], words: Words) -> amounts.Relation:
    return amounts.relate(ours, theirs, words.measure.compare)


def _opposed(first: Statement, second: Statement, words: Words) -> frozenset[str]:
    """The stems of the words that are opposites of each other."""
    known = words.measure.lexicon.opposites
    found: set[str] = set()
    for a, one in first.said.items():
        for b, other in second.said.items():
            if a != b and (other in known.get(one, "").split() or one in known.get(other, "").split()):
                found |= {a, b}
    return frozenset(found)


def _dates(statement: Statement) -> tuple[Quantity, ...]:
    return tuple(quantity for quantity in statement.part.quantities if quantity.dimension in _DATES)


def _undated(statement: Statement) -> tuple[Quantity, ...]:
    return tuple(quantity for quantity in statement.part.quantities if quantity.dimension not in _DATES)


def support(first: Statement, second: Statement, words: Words) -> float:
    """How far a claim says again what another says; 0 when it does not, or when both may not be true.

    Formula: A claim that supports another. From ours.

        weight = supports × likeness       if likeness ≥ supports_from, no amounts conflict, both or neither deny, and no word is the
                                           opposite of one of the other's
        weight = 0                         otherwise

    Dials: supports, supports_from of EdgeDials.
    """
    alike = likeness(first, second)
    differs = first.is_negated != second.is_negated or _opposed(first, second, words)
    told = _relation(first.part.quantities, second.part.quantities, words)
    if alike < words.edges.supports_from or differs or told is amounts.Relation.CONFLICTING:
        return 0.0
    return words.edges.supports * alike


def dependence(source: Statement, target: Statement, words: Words) -> float:
    """How far the target speaks of what the source states first; 0 when it does not.

    Formula: A claim that depends on another. From ours.

        brought in = |what the target takes as known ∩ what the source brings in| / |what the target takes as known|
        covered    = |words of the source that the target has| / |words of the source|, if the target alone states a cause or an effect
        weight = depends × max(brought in, covered where ≥ covers_from)
        taken as known are the subject and what "the", "this" or "its" stands before; brought in are the verb and what follows it

    Dials: depends, covers_from of EdgeDials.
    """
    common = target.spoken_of & source.introduced
    brought_in = len(common) / len(target.spoken_of) if common else 0.0
    states_cause = Trait.CAUSAL in target.part.traits and Trait.CAUSAL not in source.part.traits
    covered = len(source.said.keys() & target.said.keys()) / len(source.said) if source.said and states_cause else 0.0
    return words.edges.depends * max(brought_in, covered if covered >= words.edges.covers_from else 0.0)


def _edges(earlier: Statement, later: Statement, words: Words) -> tuple[Edge, ...]:
    """The edge between two claims, if there is one: at most one, from the earlier to the later but for a dependence that runs back."""
    against = contradiction(earlier, later, words)
    made = (
        Edge(earlier.id, later.id, Relation.CONTRADICTS, against),
        *(Edge(a.id, b.id, Relation.DEPENDS, dependence(a, b, words)) for a, b in ((earlier, later), (later, earlier)) if not against),
        Edge(earlier.id, later.id, Relation.SUPPORTS, 0.0 if against else support(earlier, later, words)),
    )
    return tuple(edge for edge in made if edge.weight > 0)[:1]


def acyclic(edges: Iterable[Edge], places: Mapping[str, int]) -> tuple[tuple[Edge, ...], tuple[Edge, ...]]:
    """The edges that are kept, and those that are left out since heavier ones already lead from their target to their source.

    An edge that runs forward costs nothing; one that runs back, at most the edges between its two ends, which stand near each other.

    Formula: Circles cut open. From ours.

        heaviest first, an edge is kept unless the kept ones lead from its target to its source: of every circle its lightest goes
        of equals first DEPENDS, then CONTRADICTS, then SUPPORTS; then the one whose source, then whose target, stands first
    """
    standing = dict(places)  # a place for each claim such that every kept edge runs to a later one (Pearce and Kelly, 2006)
    after: dict[str, list[str]] = {}
    before: dict[str, list[str]] = {}
    kept, removed = list[Edge](), list[Edge]()
    for edge in sorted(edges, key=lambda edge: (-edge.weight, edge.relation, places[edge.source], places[edge.target])):
        between = range(standing[edge.target], standing[edge.source] + 1)  # empty for an edge that runs forward; only these can lead back
        ahead = _reached(edge.target, after, standing, between)
        if edge.source in ahead:
            removed.append(edge)
            continue
        kept.append(edge)
        after.setdefault(edge.source, []).append(edge.target)
        before.setdefault(edge.target, []).append(edge.source)
        if between:
            behind = _reached(edge.source, before, standing, between)
            moved = sorted(behind - ahead, key=standing.__getitem__) + sorted(ahead, key=standing.__getitem__)
            standing.update(zip(moved, sorted(standing[claim] for claim in moved), strict=True))
    return _in_order(kept, places), _in_order(removed, places)


def _reached(start: str, following: Mapping[str, Sequence[str]], standing: Mapping[str, int], between: range) -> set[str]:
    """What can be reached without leaving a stretch of places; nothing when the stretch is empty."""
    found, left = set[str](), [start] if between else []
    while left:
        claim = left.pop()
        if claim not in found and standing[claim] in between:
            found.add(claim)
            left += following.get(claim, ())
    return found


def _in_order(edges: Iterable[Edge], places: Mapping[str, int]) -> tuple[Edge, ...]:
    return tuple(sorted(edges, key=lambda edge: (places[edge.source], places[edge.target], edge.relation)))


def centrality(claims: Sequence[str], edges: Iterable[Edge]) -> tuple[float, ...]:
    """How much of an article hangs on each claim: its weighted degree beside the greatest one; 0 everywhere where there are no edges.

    Formula: Centrality of a claim. From C (claim graph); that it is the degree is ours.

        degree = Σ weight of the edges from it and to it, those left out of circles too
        centrality = degree / max degree               0 where the greatest is 0
    """
    weights: dict[str, list[float]] = {claim: [] for claim in claims}
    for edge in edges:
        weights[edge.source].append(edge.weight)
        weights[edge.target].append(edge.weight)
    degrees = [fsum(weights[claim]) for claim in claims]
    greatest = max(degrees, default=0.0)
    return tuple(degree / greatest if greatest else 0.0 for degree in degrees)


def central(targets: Iterable[str], graph: ClaimGraph, dials: CoreDials) -> tuple[str, ...]:
    """The claims among the targets that most of the article hangs on, the most central first.

    Formula: Core claims. From C (stage 1, graph priority).

        the targets of centrality ≥ from_centrality, at most at_most of them; of equals the first in the text

    Dials: from_centrality, at_most of CoreDials.
    """
    weights = dict(zip(graph.claims, graph.centrality, strict=True))
    wanted = frozenset(targets)
    core = [claim for claim in graph.claims if claim in wanted and weights[claim] >= dials.from_centrality]
    return tuple(sorted(core, key=lambda claim: -weights[claim])[: dials.at_most])
