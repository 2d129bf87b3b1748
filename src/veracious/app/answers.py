"""An answer written from documents."""

from collections.abc import Callable
from dataclasses import replace

from veracious import wiring
from veracious.domain.budget import Limits
from veracious.domain.errors import ArchiveUnavailable, SourceError
from veracious.domain.ledger import AnswerReport
from veracious.domain.verdict import Outcome
from veracious.domain.web import Step
from veracious.flow import answer as flow_answer
from veracious.flow import record
from veracious.flow.answer import Answered, Asking
from veracious.flow.record import RunContext
from veracious.flow.run import Engine


async def answer(engine: Engine, asked: Asking, limits: Limits | None = None) -> Answered:
    """The answer to a question, and its record; the engine has an author."""
    name = engine.tools.ids.new()
    try:
        return await attempt(engine, asked, name, limits)
    except (SourceError, ArchiveUnavailable) as failed:  # what cannot be proved is not told
        run = wiring.run_of(replace(engine.tools, archive=wiring.memory_archive()), engine.dials, engine.names)
        report = AnswerReport(Outcome.FAILED, asked.mode, cause=str(failed))
        return Answered(report, await record.of_failure(asked, report, run, engine, name))


async def attempt(
    engine: Engine, asked: Asking, name: str, limits: Limits | None = None, tell: Callable[[Step], None] = lambda step: None
) -> Answered:
    """The same under a given name; raises when tape or archive fail, and goes on from its tape when it is called again."""
    notes = engine.tape(name)
    account = wiring.run_budget(limits or Limits(), engine.tools, engine.dials, engine.tariffs, notes)
    run = wiring.run_of(wiring.recorded(wiring.metered(engine.tools, account), notes, engine.names), engine.dials, engine.names)
    return await flow_answer.keep(asked, replace(run, tell=tell), RunContext(notes, engine.names, engine.workspace, name))
