"""The claims of an article, each with all that is known of it: what came of it, why, its quotes, and what would change it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType

from veracious.domain.article import ArticleClaim, ArticleReport, ClaimFinding, Score, TierFactor, Worth
from veracious.domain.belief import Belief
from veracious.domain.evidence import Tier
from veracious.domain.report import Report
from veracious.faces.pages import article_words, foreign, pieces, view, words
from veracious.faces.pages.article_graph import Bond
from veracious.faces.pages.article_words import State
from veracious.faces.pages.pieces import Gathered, Group, Piece
from veracious.faces.pages.view import Flip, Sentence
from veracious.rules.explaining import trace

SHOWN_OF_A_SIDE = 1  # pieces of each side that stand open; what the reasons cite stands open as well


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """A score as it is shown: its value and what it is made of, or that it was not measured."""

    letter: str
    name: str
    meaning: str
    top: str
    value: float | None
    shown: str
    missing: str
    made_of: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a claim with its own verdict."""

    text: str
    kind: str
    word: str


@dataclass(frozen=True, slots=True)
class Told:
    """A piece of evidence on one side, and how many pages copy it."""

    piece: Piece
    word: str
    origin: str
    copies: int


@dataclass(frozen=True, slots=True)
class Bearing:
    """How another claim bears on this one."""

    relation: str
    text: str
    other: int


@dataclass(frozen=True, slots=True)
class Card:
    """A claim of the article."""

    number: int
    text: str
    state: State
    number_value: float | None
    note: str  # why nothing was decided
    speaker: str
    chosen: str
    is_target: bool
    codes: tuple[str, ...]
    resolved: tuple[str, ...]
    worth: str
    harm: str
    features: tuple[tuple[str, str], ...]
    bearings: tuple[Bearing, ...]
    scores: tuple[ScoreRow, ...]
    beliefs: tuple[str, ...]
    causes: tuple[str, ...]
    told: tuple[Sentence, ...]
    parts: tuple[Part, ...]
    shown: tuple[Told, ...]
    folded: tuple[Told, ...]
    is_looked_at: bool
    missing: tuple[str, ...]
    flips: tuple[Flip, ...]
    has_verdict: bool
    facts: tuple[str, ...]  # searches, pages, what failed
    before: int  # the claim before it, from 1; 0: none
    after: int


@dataclass(frozen=True)
class IndexedReport:
    """A report on an article with everything of a claim found by its id."""

    report: ArticleReport

    @cached_property
    def claims(self) -> tuple[ArticleClaim, ...]:
        """The claims in the order of the text."""
        return self.report.extraction.claims if self.report.extraction else ()

    @cached_property
    def numbers(self) -> dict[str, int]:
        """The number of each claim on the page, from 1, by its id."""
        return {claim.id: number for number, claim in reversed([*enumerate(self.claims, 1)])}

    @cached_property
    def findings(self) -> Mapping[str, ClaimFinding]:
        """What was found, by the id of the claim."""
        return MappingProxyType({one.claim: one for one in self.report.findings})

    def worth(self, place: int) -> Worth | None:
        """What checking the claim at this place, from 0, is worth; none where it was not reckoned."""
        return self.report.worths[place] if place < len(self.report.worths) else None

    def state(self, claim: ArticleClaim) -> State:
        """What came of a claim."""
        return article_words.state(claim, self.findings.get(claim.id))


def cards(indexed: IndexedReport, bonds: Sequence[Bond]) -> tuple[Card, ...]:
    """A card for each claim, in the order of the text."""
    return tuple(_card(place, claim, indexed, bonds) for place, claim in enumerate(indexed.claims))


def score_rows(scores: Sequence[Score], numbers: Mapping[str, int]) -> tuple[ScoreRow, ...]:
    """The four scores with what each is made of; claims are called by their numbers."""
    return tuple(
        ScoreRow(
            letter=dimension.value,
            name=article_words.DIMENSIONS[dimension].name,
            meaning=article_words.DIMENSIONS[dimension].meaning,
            top=article_words.DIMENSIONS[dimension].top,
            value=score.value,
            shown=article_words.value(score),
            missing=article_words.missing(score.missing) if score.value is None else "",
            made_of=tuple((_made_of(name, numbers), f"{value:.2f}") for name, value in _in_order(score, numbers)),
        )
        for dimension, score in article_words.scored(scores)
    )


def _in_order(score: Score, numbers: Mapping[str, int]) -> list[tuple[str, float]]:
    """What a score is made of, claims in the order of the text and behind the rest."""
    return sorted(score.made_of, key=lambda one: numbers.get(one[0], 0))


def _made_of(name: str, numbers: Mapping[str, int]) -> str:
    return f"claim {numbers[name]}" if name in numbers else article_words.name(name)


def _card(place: int, claim: ArticleClaim, indexed: IndexedReport, bonds: Sequence[Bond]) -> Card:
    number, finding, worth = place + 1, indexed.findings.get(claim.id), indexed.worth(place)
    report = finding.report if finding else None
    gathered = pieces.gather(report.judged) if report and report.judged else None
    told = tuple(view.sentence(one.text, one.evidence, gathered) for one in report.explanation) if report else ()
    shown, folded = _evidence(gathered, {anchor for sentence in told for _, anchor in sentence.cites})
    return Card(
        number=number,
        text=foreign.visible(claim.text),
        state=indexed.state(claim),
        number_value=view.number_beside(report) if report and report.verdict else None,
        note=foreign.visible(report.undecided) if report else "",
        speaker=foreign.visible(claim.speaker),
        chosen=article_words.chosen(claim, finding, indexed.report),
        is_target=bool(finding and finding.is_target),
        codes=tuple(map(article_words.unverifiable, claim.codes)),
        resolved=tuple(map(foreign.visible, claim.resolved)),
        worth=words.number(worth.worthiness) if worth else "",
        harm=words.number(worth.harm) if worth else "",
        features=tuple((article_words.name(name), f"{share:+.2f}") for name, share in worth.features) if worth else (),
        bearings=tuple(_bearing(one, number) for one in bonds if number in (one.first, one.second)),
        scores=tuple(one for one in score_rows(finding.scores, indexed.numbers) if one.value is not None) if finding else (),
        beliefs=_beliefs(finding) if finding else (),
        causes=view.causes(report) if report else (),
        told=told,
        parts=_parts(report),
        shown=shown,
        folded=folded,
        is_looked_at=gathered is not None,
        missing=tuple(map(foreign.visible, words.not_found(report))) if report else (),
        flips=tuple(view.flip(text, gathered) for text in report.would_change if report.verdict) if report else (),
        has_verdict=bool(report and report.verdict),
        facts=_facts(report, claim, indexed) if report else (),
        before=number - 1,
        after=number + 1 if number < len(indexed.claims) else 0,
    )


def _bearing(bond: Bond, number: int) -> Bearing:
    """A line of the graph as it is read from one of its claims."""
    if bond.first == number:
        return Bearing(bond.relation, f"It {bond.verb}", bond.second)
    passive = {"supports": "It is supported by", "contradicts": "It is contradicted by", "depends": "It is needed by"}
    return Bearing(bond.relation, passive[bond.relation], bond.first)


def _evidence(gathered: Gathered | None, cited: set[str]) -> tuple[tuple[Told, ...], tuple[Told, ...]]:
    """The pieces that stand open, the first of each side and those that the reasons cite; and those that are folded."""
    shown, folded = list[Told](), list[Told]()
    for column in pieces.columns(gathered) if gathered else ():
        found = [_told(piece, column.name, group) for group in column.groups for piece in group.pieces]
        for place, one in enumerate(found):
            is_open = one.piece.anchor in cited or (place < SHOWN_OF_A_SIDE and column.side != "neutral")
            (shown if is_open else folded).append(one)
    return tuple(shown), tuple(folded)


def _told(piece: Piece, word: str, group: Group) -> Told:
    return Told(piece, word, group.name, len(group.copies) if piece is group.pieces[0] else 0)


def _parts(report: Report | None) -> tuple[Part, ...]:
    """The parts of a claim that has several."""
    if report is None or len(report.sub_results) < 2:
        return ()
    return tuple(Part(foreign.visible(one.claim), one.verdict.value, words.VERDICTS[one.verdict]) for one in report.sub_results)


def _beliefs(finding: ClaimFinding) -> tuple[str, ...]:
    """What its own evidence says of a claim, and what the claims that bear on it add; no probabilities."""
    named = (("by its own evidence", finding.local), ("with the claims that bear on it", finding.propagated))
    told = tuple(f"{name}: {_belief(belief)}" for name, belief in named if belief)
    return told if finding.verdict_score is None else (*told, f"score of its verdict: {words.number(finding.verdict_score)}")


def _belief(belief: Belief) -> str:
    way = "points to neither side" if abs(belief.log_odds) < 0.005 else "points to true" if belief.log_odds > 0 else "points to untrue"
    return f"{way} (log-odds {belief.log_odds:+.2f}, certainty of that {words.number(belief.confidence)})"


def _facts(report: Report, claim: ArticleClaim, indexed: IndexedReport) -> tuple[str, ...]:
    """What was searched for and read, and what failed on the way."""
    searches = [foreign.visible(query.text) for query in report.executed]
    told = [f"Searched for: {'; '.join(searches)}."] if searches else []
    bound = next((one for one in indexed.report.bindings if one.claim == claim.id), None)
    if bound and (bound.eligible or bound.audited):
        told.append(f"Pages that it could use: {len(bound.eligible)}. Of them speak here: {len(bound.audited)}.")
    told += [_factor(one) for one in indexed.report.tier_factors if one.claim == claim.id]
    if report.judged:
        told += [f"Failed on the way: {foreign.visible(one)}" for one in trace.failures(report.judged.degraded)]
    return tuple(told)


def _factor(one: TierFactor) -> str:
    changed = f"from {words.number(one.pre_a)} to {words.number(one.post_a)} (× {one.factor:.2f})"
    best = "not known" if one.best_tier is Tier.UNKNOWN else one.best_tier.value
    whose = foreign.publisher(one.source) if one.source else "a document of yours"
    return f"Best class of source: {best} ({whose}). It takes explainability {changed}."
