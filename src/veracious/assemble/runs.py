"""The tools of a run, and the same tools behind a meter and a tape.

The meter is inside, the tape outside: `recorded(metered(tools, account), notes)`. So what the meter refused is on the tape, a replay meets
it where the run did, and `played` needs no meter.
"""

from collections.abc import Sequence
from typing import Any

from veracious.adapters import meter, tape
from veracious.adapters.meter import Prices, RunBudget
from veracious.assemble.data_files import chances, lexicon, noted
from veracious.domain.budget import Limits, RunResources, Tariff
from veracious.domain.record import Taped, ToolName
from veracious.flow.run import Run
from veracious.ports import Tape, ToolRole, Tools
from veracious.rules.dials import Dials

LOCAL = RunResources(finders=3, relevance=True)  # what an engine on this machine has: vectors, words and facts, and its own models


def run_budget(limits: Limits, tools: Tools, dials: Dials, tariffs: tuple[Tariff, ...] = (), notes: Tape | None = None) -> RunBudget:
    """The account of a run that begins now; with its tape, what it spent before it had to start again is still spent."""
    kept = None if notes is None else (notes, tools.blobs)
    return RunBudget(limits.cap(), tools.clock, Prices(dials.forecast, dials.spend, tariffs), kept)


def metered(tools: Tools, account: RunBudget) -> Tools:
    """The same tools, each asking the account before it is used; one that pays for its own requests is given the account."""

    def change(role: ToolRole, name: str, tool: Any) -> Any:
        paying = getattr(tool, "paying", None)
        if paying is not None:
            return paying(account)
        return meter.METERS[role.port](tool, account, name) if role.port in meter.METERS else tool

    return tools.changed(change)


def run_of(tools: Tools, dials: Dials, names: Sequence[ToolName]) -> Run:
    """A run with these tools, and with the table of probabilities if it was measured for them."""
    table = chances(names)
    return Run(tools, dials, lexicon(), table, noted=noted(dials, table))


def recorded(tools: Tools, notes: Tape) -> Tools:
    """The same tools, every answer of the outside noted on a tape before it is used."""
    kept = tape.RecordedAnswers(notes, tools.blobs)
    return tools.changed(lambda role, name, tool: tape.record(tool, role.port, name, kept))


def played(tools: Tools, entries: Sequence[Taped]) -> Tools:
    """Tools that answer from a tape alone."""
    return tools.changed(lambda role, name, _: tape.play(role.port, name, entries, tools.blobs))
