"""An article and what was found of it as plain values for a page: every number on the page is one of the report's."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from types import MappingProxyType
from typing import Any

from veracious.domain.article import ArticleEvent, ArticleReport, Extraction
from veracious.domain.evidence import Snapshot, Source
from veracious.domain.span import Span
from veracious.domain.verdict import Outcome
from veracious.faces.pages import article_cards, article_graph, article_stretches, article_words, foreign, view, words
from veracious.faces.pages.article_cards import Card, IndexedReport, ScoreRow
from veracious.faces.pages.article_graph import Graph, Known
from veracious.faces.pages.article_words import State
from veracious.flow.article import Analysis

HEADLINE_CHARS, EXCERPT_CHARS = 90, 200
_LANGUAGE = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]{2,8})*")


@dataclass(frozen=True, slots=True)
class Tag:
    """A claim where it ends in the text."""

    number: int
    state: State


@dataclass(frozen=True, slots=True)
class Stretch:
    """A stretch of the article as it is shown."""

    text: str
    number: int  # of the claim whose it is; 0: of none
    mark: str  # of what came of the claim; "several" where claims of the same words came out differently
    own: Tag | None  # of the claim whose it is, where that ends here
    others: tuple[Tag, ...]  # of other claims that end here
    is_shared: bool
    is_dropped: bool


@dataclass(frozen=True, slots=True)
class Count:
    """How many claims came out one way."""

    state: State
    number: int


@dataclass(frozen=True, slots=True)
class Left:
    """What gave no claim for one reason."""

    why: str
    excerpts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Account:
    """All that was read off the article: present where there are claims, or were none to be found."""

    stretches: tuple[Stretch, ...]
    counts: tuple[Count, ...]
    cards: tuple[Card, ...]
    graph: Graph | None
    choice: tuple[str, ...]  # how it was decided what to search for
    left: tuple[Left, ...]
    left_number: int
    coverage: tuple[str, ...]
    contents: str  # what the article was found to hold


@dataclass(frozen=True, slots=True)
class ArticleView:
    """The page whole."""

    title: str  # of the page
    heading: str  # of the article
    byline: str
    published: str
    publisher: str
    link: str
    address: str
    language: str
    as_of: str
    kind: str
    word: str
    meaning: str
    outcome: str
    causes: tuple[str, ...]
    counted: str
    verified: str  # the score of the whole
    verified_value: float | None
    scores: tuple[ScoreRow, ...]
    is_scored: bool
    text: str  # shown where there are no claims to mark
    is_read: bool  # else it is shown as it was given
    account: Account | None
    degraded: tuple[str, ...]
    events: tuple[tuple[str, str], ...]
    facts: tuple[tuple[str, str], ...]
    tools: tuple[tuple[str, str, str], ...]
    id: str


def article(analysed: Analysis) -> ArticleView:
    """The analysis of an article as a page shows it."""
    report, indexed = analysed.report, IndexedReport(analysed.report)
    asked: Mapping[str, Any] = json.loads(analysed.record.body.request)
    snapshot = report.article or _given(asked)
    as_of = str(asked.get("as_of", ""))
    heading = (
        foreign.visible(snapshot.title)
        or foreign.first_words(snapshot.text)
        or foreign.visible(snapshot.url or "")
        or "An article without words"
    )
    account = _account(snapshot.text, report.extraction, indexed) if report.extraction else None
    word, meaning = _headline(report, account)
    return ArticleView(
        title=f"{word}: {foreign.cut(heading, HEADLINE_CHARS)}",
        heading=heading,
        byline=foreign.visible(snapshot.byline),
        published=snapshot.published.isoformat() if snapshot.published else "",
        publisher=foreign.publisher(snapshot.source.domain) if snapshot.source.domain else "",
        link=foreign.link(snapshot.url),
        address=foreign.visible(snapshot.url or ""),
        language=snapshot.language if _LANGUAGE.fullmatch(snapshot.language) else "",
        as_of=foreign.visible(as_of),
        kind=report.outcome.value,
        word=word,
        meaning=meaning,
        outcome=_NOTHING_STATED if account and report.refusal else _OUTCOMES[report.outcome],
        causes=_causes(report),
        counted=_counted(indexed),
        verified=article_words.NOT_MEASURED if report.verified_score is None else words.number(report.verified_score),
        verified_value=report.verified_score,
        scores=article_cards.score_rows(report.scores, indexed.numbers),
        is_scored=account is not None and bool(account.cards) and not report.claims_only,
        text=foreign.visible(snapshot.text),
        is_read=report.article is not None,
        account=account,
        degraded=tuple(map(foreign.visible, report.degraded)),
        events=tuple(map(_event, report.events)),
        facts=view.facts(analysed.record, foreign.visible(as_of)),
        tools=view.tools(analysed.record),
        id=foreign.visible(analysed.record.envelope.id),
    )


def _given(asked: Mapping[str, Any]) -> Snapshot:
    """The article as it was asked for, where the analysis ended before it was read."""
    published = asked.get("published")
    return Snapshot(
        digest="",
        text=asked.get("text", ""),
        source=Source(""),
        url=asked.get("url") or None,
        title=asked.get("title", ""),
        published=date.fromisoformat(published) if published else None,
        byline=asked.get("byline", ""),
    )


_NOTHING_STATED = "The article was read, and nothing was looked up."
_OUTCOMES: Mapping[Outcome, str] = MappingProxyType(
    {
        **words.OUTCOMES,
        Outcome.REFUSED: "The text was refused: it cannot be analysed as an article.",
        Outcome.FAILED: "The analysis failed before anything could be decided.",
        Outcome.CANCELLED: "The analysis was stopped before anything was decided.",
    }
)


def _headline(report: ArticleReport, account: Account | None) -> tuple[str, str]:
    """What came of the analysis, in words: an error is never shown as a result."""
    if account is None:
        word = {Outcome.REFUSED: "Refused", Outcome.FAILED: "Failed", Outcome.CANCELLED: "Cancelled"}.get(report.outcome, "No analysis")
        return word, "There is no analysis. This says nothing about whether the article is true."
    number = len(account.cards)
    if not number:
        return "No claims", "No claim that could be checked was found in the article. This says nothing about whether it is true."
    if report.claims_only:
        return words.count(number, "claim"), article_words.CLAIMS_ONLY
    return words.count(number, "claim"), "Each claim has its own verdict. There is no verdict on the article as a whole."


def _causes(report: ArticleReport) -> tuple[str, ...]:
    refusal = (f"{report.refusal.message} (reason: {words.plain(report.refusal.reason)})",) if report.refusal else ()
    return tuple(foreign.visible(text) for text in (*refusal, report.cause) if text)


def _counted(indexed: IndexedReport) -> str:
    """How many claims were searched for, and how many were not."""
    selection = indexed.report.selection
    if selection is None or not indexed.claims:
        return ""
    if not article_words.is_searched(indexed.report) and not indexed.report.claims_only:
        return "the web was not searched"
    chosen = "chosen to be searched for" if indexed.report.claims_only else "searched for"
    return f"{len(selection.targets)} {chosen}, {len(indexed.claims) - len(selection.targets)} not"


def _account(text: str, extraction: Extraction, indexed: IndexedReport) -> Account:
    report = indexed.report
    states = [indexed.state(claim) for claim in extraction.claims]
    graph = _graph(indexed, states)
    return Account(
        stretches=_stretches(text, extraction, states),
        counts=tuple(Count(*one) for one in article_words.counts(states)),
        cards=article_cards.cards(indexed, graph.bonds if graph else ()),
        graph=graph,
        choice=_choice(indexed),
        left=_left(text, extraction),
        left_number=len(extraction.dropped),
        coverage=tuple(map(article_words.coverage, extraction.coverage)),
        contents=_contents(extraction) if not report.claims_only or extraction.skeleton.parts else "",
    )


def _graph(indexed: IndexedReport, states: Sequence[State]) -> Graph | None:
    if indexed.report.graph is None:
        return None
    known = [Known(number, claim.text, state) for number, (claim, state) in enumerate(zip(indexed.claims, states, strict=True), 1)]
    return article_graph.draw(known, indexed.report.graph.edges, indexed.report.graph.removed, indexed.numbers)


def _stretches(text: str, extraction: Extraction, states: Sequence[State]) -> tuple[Stretch, ...]:
    tags = [Tag(number, state) for number, state in enumerate(states, 1)]
    marks: dict[Span, set[str]] = {}
    for claim, state in zip(extraction.claims, states, strict=True):
        marks.setdefault(claim.span, set()).add(state.mark)
    return tuple(
        Stretch(
            text=foreign.visible(one.text),
            number=0 if one.claim is None else one.claim + 1,
            mark="" if one.claim is None else _mark(marks[extraction.claims[one.claim].span]),
            own=tags[one.claim] if one.claim is not None and one.claim in one.ends else None,
            others=tuple(tags[claim] for claim in one.ends if claim != one.claim),
            is_shared=one.is_shared,
            is_dropped=one.is_dropped,
        )
        for one in article_stretches.cut(text, [claim.span for claim in extraction.claims], [left.span for left in extraction.dropped])
    )


def _mark(marks: set[str]) -> str:
    return next(iter(marks)) if len(marks) == 1 else "several"


def _choice(indexed: IndexedReport) -> tuple[str, ...]:
    """How it was decided for which claims a search is made."""
    selection = indexed.report.selection
    if selection is None:
        return ()
    searched = article_words.is_searched(indexed.report)
    number, were = len(selection.targets), "was" if len(selection.targets) == 1 else "were"
    chosen = f"{number} of {words.count(len(indexed.claims), 'claim')} {were} {'searched for' if searched else 'chosen to be searched for'}"
    told = [f"{chosen}. By what a search may add and what it costs, it pays for {words.count(selection.optimal_k, 'claim')}."]
    if not searched and not indexed.report.claims_only:
        told.insert(0, article_words.NO_SEARCH)
    if selection.anchor_forced:
        anchor = indexed.numbers.get(indexed.report.extraction.anchor) if indexed.report.extraction else None
        which = f"Claim {anchor}, which the article is about," if anchor else "The claim that the article is about"
        told.append(f"{which} was {'searched for' if searched else 'chosen'} in any case.")
    return tuple(told)


def _left(text: str, extraction: Extraction) -> tuple[Left, ...]:
    """What gave no claim, by its reason, in the order of the text."""
    found: dict[str, list[Span]] = {}
    for one in extraction.dropped:
        found.setdefault(article_words.dropped(one.code), []).append(one.span)
    return tuple(Left(why, tuple(foreign.cut(span.of(text), EXCERPT_CHARS) for span in spans)) for why, spans in found.items())


def _contents(extraction: Extraction) -> str:
    """What the article was found to hold, counted."""
    held = extraction.skeleton
    counted = ((held.events, "event"), (held.measurements, "measurement"), (held.quotes, "quotation"))
    told = [words.count(len(parts), thing) for parts, thing in counted]
    rules = len(held.policies)
    return f"Read off the article: {', '.join(told)}, {rules} {'rule' if rules == 1 else 'rules'} of what must or may be done."


def _event(event: ArticleEvent) -> tuple[str, str]:
    shown = ", ".join(f"{name} {_value(value)}" for name, value in event.fields)
    return foreign.visible(event.name), foreign.visible(shown)


def _value(value: str | float) -> str:
    """A field as it is shown, alike before and after a record, which writes 1.0 as 1."""
    return str(value) if isinstance(value, str) else str(int(value)) if value == int(value) else words.number(value)
