"""The tools of a run, and the same tools behind a meter and a tape.

The meter is inside, the tape outside: `recorded(metered(tools, purse), notes)`. So what the meter refused is on the tape, a replay meets
it where the run did, and `played` needs no meter.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, TypeVar

from veracious.adapters import meter, tape
from veracious.adapters.meter import Prices, RunBudget
from veracious.assemble.words import chances, lexicon, noted
from veracious.domain.budget import Limits, RunResources, Tariff
from veracious.domain.record import Taped, ToolName
from veracious.flow.run import Run
from veracious.ports import (
    Author,
    Finder,
    Judge,
    PageReader,
    Relevance,
    Remembered,
    Reviews,
    Scales,
    Shelf,
    Splitter,
    Tape,
    Teller,
    Tools,
    WebSearch,
)
from veracious.rules.dials import Dials

P = TypeVar("P")

LOCAL = RunResources(finders=3, relevance=True)  # what an engine on this machine has: vectors, words and facts, and its own models


def run_budget(limits: Limits, tools: Tools, dials: Dials, tariffs: tuple[Tariff, ...] = (), notes: Tape | None = None) -> RunBudget:
    """The account of a run that begins now; with its tape, what it spent before it had to start again is still spent."""
    kept = None if notes is None else (notes, tools.blobs)
    return RunBudget(limits.cap(), tools.clock, Prices(dials.forecast, dials.spend, tariffs), kept)


def metered(tools: Tools, account: RunBudget) -> Tools:
    """The same tools, each asking the account before it is used; one that pays for its own requests is given the account."""
    return replace(
        tools,
        finders=tuple(meter.MeteredFinder(finder, account, f"finder {index}") for index, finder in enumerate(tools.finders)),
        judge=meter.MeteredJudge(tools.judge, account),
        search=None if tools.search is None else meter.MeteredSearch(tools.search, account),
        spares=tuple(meter.MeteredSearch(spare, account, f"spare {index}") for index, spare in enumerate(tools.spares)),
        reviews=None if tools.reviews is None else meter.MeteredReviews(tools.reviews, account),
        door=None if tools.door is None else meter.MeteredDoor(tools.door, account),
        relevance=None if tools.relevance is None else meter.MeteredRelevance(tools.relevance, account),
        splitter=_paying(tools.splitter, account) or (None if tools.splitter is None else meter.MeteredSplitter(tools.splitter, account)),
        second=_paying(tools.second, account) or (None if tools.second is None else meter.MeteredJudge(tools.second, account, "second")),
        teller=_paying(tools.teller, account) or tools.teller,
        author=_paying(tools.author, account) or tools.author,
    )


def run_of(tools: Tools, dials: Dials, names: Sequence[ToolName]) -> Run:
    """A run with these tools, and with the table of probabilities if it was measured for them."""
    table = chances(names)
    return Run(tools, dials, lexicon(), table, noted=noted(dials, table))


def _paying(tool: Any, account: RunBudget) -> Any:
    """The tool paying from this account, if it pays for its requests itself."""
    paying = getattr(tool, "paying", None)
    return None if paying is None else paying(account)


def recorded(tools: Tools, notes: Tape) -> Tools:
    """The same tools, every answer of the outside noted on a tape before it is used."""

    kept = tape.RecordedAnswers(notes, tools.blobs)

    def kept_by(port: P, role: type, name: str) -> P:
        return tape.record(port, role, name, kept)

    return replace(
        tools,
        finders=tuple(kept_by(finder, Finder, f"finder {index}") for index, finder in enumerate(tools.finders)),
        judge=kept_by(tools.judge, Judge, "judge"),
        shelf=kept_by(tools.shelf, Shelf, "shelf"),
        search=None if tools.search is None else kept_by(tools.search, WebSearch, "search"),
        spares=tuple(kept_by(spare, WebSearch, f"spare {index}") for index, spare in enumerate(tools.spares)),
        reviews=None if tools.reviews is None else kept_by(tools.reviews, Reviews, "reviews"),
        remembered=None if tools.remembered is None else kept_by(tools.remembered, Remembered, "remembered"),
        door=None if tools.door is None else kept_by(tools.door, PageReader, "door"),
        relevance=None if tools.relevance is None else kept_by(tools.relevance, Relevance, "relevance"),
        splitter=None if tools.splitter is None else kept_by(tools.splitter, Splitter, "splitter"),
        second=None if tools.second is None else kept_by(tools.second, Judge, "second"),
        teller=None if tools.teller is None else kept_by(tools.teller, Teller, "teller"),
        scales=None if tools.scales is None else kept_by(tools.scales, Scales, "scales"),
        author=None if tools.author is None else kept_by(tools.author, Author, "author"),
    )


def played(tools: Tools, entries: Sequence[Taped]) -> Tools:
    """Tools that answer from a tape alone."""

    def player(role: type, name: str) -> Any:
        return tape.play(role, name, entries, tools.blobs)

    return replace(
        tools,
        finders=tuple(player(Finder, f"finder {index}") for index in range(len(tools.finders))),
        judge=player(Judge, "judge"),
        shelf=player(Shelf, "shelf"),
        search=None if tools.search is None else player(WebSearch, "search"),
        spares=tuple(player(WebSearch, f"spare {index}") for index in range(len(tools.spares))),
        reviews=None if tools.reviews is None else player(Reviews, "reviews"),
        remembered=None if tools.remembered is None else player(Remembered, "remembered"),
        door=None if tools.door is None else player(PageReader, "door"),
        relevance=None if tools.relevance is None else player(Relevance, "relevance"),
        splitter=None if tools.splitter is None else player(Splitter, "splitter"),
        second=None if tools.second is None else player(Judge, "second"),
        teller=None if tools.teller is None else player(Teller, "teller"),
        scales=None if tools.scales is None else player(Scales, "scales"),
        author=None if tools.author is None else player(Author, "author"),
    )
