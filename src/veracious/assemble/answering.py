"""Answers written from documents: a checker with a writer."""

from dataclasses import replace
from typing import Any

from veracious.adapters.memory.archive import MemoryArchive
from veracious.adapters.models.rules_only import RulesMind
from veracious.assemble import endpoints
from veracious.assemble.checker import Checker
from veracious.assemble.data_files import lexicon
from veracious.assemble.runs import metered, recorded, run_budget, run_of
from veracious.domain.budget import Limits
from veracious.domain.errors import ArchiveUnavailable, SourceError
from veracious.domain.ledger import AnswerReport
from veracious.domain.record import ToolName
from veracious.domain.verdict import Outcome
from veracious.flow import answer as flow_answer
from veracious.flow import record
from veracious.flow.answer import Answered, Asking
from veracious.flow.verify import RunContext

AUTHOR, RULES = "author", "rules"


def with_author(engine: Checker, key: str = "") -> Checker:
    """The engine with the language model that the settings name as writer, skeptic and judge of answers.

    Without one the writer takes sentences of the documents, the skeptic is made of rules, and the judge is the engine's own.
    """
    found, judge = endpoints.mind(key), engine.tools.judge
    if found is not None:
        named = tuple(replace(name, role=AUTHOR) for name in endpoints.named(found)[:1])
        return replace(engine, tools=replace(engine.tools, author=found), names=(*engine.names, *named))
    scales: Any = judge  # every judge that is put together here reads bare texts, too
    author = RulesMind(lexicon(), engine.dials, scales)
    weighing = tuple(replace(name, role="scales") for name in engine.names if name.role == "judge")
    named = (*engine.names, *weighing, ToolName(AUTHOR, RULES, ""))
    return replace(engine, tools=replace(engine.tools, author=author, scales=scales), names=named)


async def answer(engine: Checker, asked: Asking, limits: Limits | None = None) -> Answered:
    """The answer to a question, and its record."""
    name = engine.tools.ids.new()
    try:
        return await attempt(engine, asked, name, limits)
    except (SourceError, ArchiveUnavailable) as failed:  # what cannot be proved is not told
        bare = run_of(replace(engine.tools, archive=MemoryArchive()), engine.dials, engine.names)
        report = AnswerReport(Outcome.FAILED, asked.mode, cause=str(failed))
        body = record.body(asked, report, bare, (), engine.names)
        return Answered(report, await record.keep(body, bare, engine.workspace, engine.tools.clock.now(), name))


async def attempt(engine: Checker, asked: Asking, name: str, limits: Limits | None = None) -> Answered:
    """The same under a given name; raises when tape or archive fail, and goes on from its tape when it is called again."""
    notes = engine.tape(name)
    account = run_budget(limits or Limits(), engine.tools, engine.dials, engine.tariffs, notes)
    run = run_of(recorded(metered(engine.tools, account), notes), engine.dials, engine.names)
    return await flow_answer.keep(asked, run, RunContext(notes, engine.names, engine.workspace, name))
