"""A claim checked: under a name, within limits, with somebody who follows it."""

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from typing import Protocol

from veracious import wiring
from veracious.domain.budget import Amount, Limits
from veracious.domain.claim import Reading, Refusal
from veracious.domain.errors import ArchiveUnavailable, SourceError
from veracious.domain.report import Report
from veracious.domain.verdict import Outcome
from veracious.domain.web import Step
from veracious.flow import record
from veracious.flow import verify as flow_verify
from veracious.flow.record import Request, RunContext
from veracious.flow.run import Engine
from veracious.flow.verify import Verified
from veracious.rules.dials import Dials
from veracious.rules.reading import intake, referents


class Watch(Protocol):
    """Who follows a run."""

    def begin(self, halt: Callable[[], None]) -> None:
        """The run begins; calling `halt` ends it with what is known by then."""
        ...

    def tell(self, step: Step, spent: Amount) -> None:
        """It takes this step, and has spent so much."""
        ...


async def verify(
    engine: Engine, text: str, as_of: date | None = None, limits: Limits | None = None, watch: Watch | None = None, context: str = ""
) -> Verified:
    """The report on a claim, and its record; whoever watches is told of each step, and may end it.

    “The study” is read as the one that the context, or the titles of the documents at hand, could mean.
    """
    names = named(engine, text, context)
    request, name = Request(text, as_of or engine.tools.clock.now().date(), names), engine.tools.ids.new()
    try:
        return await attempt(engine, request, name, limits, watch)
    except (SourceError, ArchiveUnavailable) as failed:  # tape or archive cannot be written: what cannot be proved is not told
        run = wiring.run_of(replace(engine.tools, archive=wiring.memory_archive()), engine.dials, engine.names)
        report = Report(Outcome.FAILED, cause=str(failed))
        return Verified(report, await record.of_failure(request, report, run, engine, name))


def read(text: str, as_of: date, context: str = "", dials: Dials | None = None) -> Reading | Refusal:
    """The claim in a text as a run over the store reads it, with what the context names; or why it is none."""
    wanted, lexicon = (dials or Dials()).reading, wiring.lexicon()
    return intake.read(text, as_of, lexicon, wanted, referents.fitting(text, (), context, lexicon, wanted.referents))


def named(engine: Engine, text: str, context: str) -> tuple[str, ...]:
    """The names that a reference in the claim could stand for: of the documents that came with it, and in its context."""
    return referents.fitting(text, engine.titles, context, wiring.lexicon(), engine.dials.reading.referents, engine.only_document)


async def attempt(engine: Engine, request: Request, name: str, limits: Limits | None = None, watch: Watch | None = None) -> Verified:
    """The same under a given name; raises when tape or archive fail, and goes on from its tape when it is called again."""
    notes = engine.tape(name)
    account = wiring.run_budget(limits or Limits(), engine.tools, engine.dials, engine.tariffs, notes)
    tools = wiring.recorded(wiring.metered(wiring.reading_once(engine.tools), account), notes, engine.names)
    run = wiring.run_of(tools, engine.dials, engine.names)
    if watch is not None:
        watch.begin(account.halt())
        run = replace(run, tell=lambda step: watch.tell(step, account.account.spent))
    return await flow_verify.verify(request, run, RunContext(notes, engine.names, engine.workspace, name))
