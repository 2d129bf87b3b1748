"""The one composition root: where files and adapters become the values that rules and flow are given."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date
from functools import cache, partial
from importlib.resources import files
from typing import Any, TypeVar

from veracious.adapters import tape
from veracious.adapters.clock import SystemClock
from veracious.domain.claim import Reading, Refusal
from veracious.domain.errors import LexiconBroken
from veracious.domain.record import Taped
from veracious.ports import Clock, Door, Finder, Judge, Relevance, Shelf, Splitter, Tape, Tools, WebSearch
from veracious.rules.dials import Dials
from veracious.rules.reading import intake
from veracious.rules.reading import lexicon as lexicons
from veracious.rules.reading.lexicon import Lexicon

P = TypeVar("P")


@cache
def lexicon(language: str = "en") -> Lexicon:
    """The word lists of a language, as shipped."""
    folder = files("veracious") / "lexicons" / language
    if not folder.is_dir():
        raise LexiconBroken(f"no lists for the language {language!r}")
    texts = {entry.name.removesuffix(".txt"): entry.read_text("utf-8") for entry in folder.iterdir() if entry.name.endswith(".txt")}
    return lexicons.build(texts)


def clock() -> Clock:
    """The clock that runs go by."""
    return SystemClock()


def recorded(tools: Tools, notes: Tape) -> Tools:
    """The same tools, every answer of the outside noted on a tape before it is used."""

    def noted(port: P, role: type, name: str) -> P:
        return tape.record(port, role, name, notes, tools.blobs)

    return replace(
        tools,
        finders=tuple(noted(finder, Finder, f"finder {index}") for index, finder in enumerate(tools.finders)),
        judge=noted(tools.judge, Judge, "judge"),
        shelf=noted(tools.shelf, Shelf, "shelf"),
        search=None if tools.search is None else noted(tools.search, WebSearch, "search"),
        door=None if tools.door is None else noted(tools.door, Door, "door"),
        relevance=None if tools.relevance is None else noted(tools.relevance, Relevance, "relevance"),
        splitter=None if tools.splitter is None else noted(tools.splitter, Splitter, "splitter"),
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
        door=None if tools.door is None else player(Door, "door"),
        relevance=None if tools.relevance is None else player(Relevance, "relevance"),
        splitter=None if tools.splitter is None else player(Splitter, "splitter"),
    )


def reader(dials: Dials | None = None) -> Callable[[str, date], Reading | Refusal]:
    """What turns a text and its date into a claim, with these dials."""
    return partial(intake.read, lexicon=lexicon(), dials=(dials or Dials()).reading)
