"""The tools of a run, and the same tools behind a tape."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, TypeVar

from veracious.adapters import tape
from veracious.domain.record import Taped
from veracious.ports import Door, Finder, Judge, Relevance, Shelf, Splitter, Tape, Tools, WebSearch

P = TypeVar("P")


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
