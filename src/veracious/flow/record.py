"""A finished run as a record: what decided in its body, the rest in its envelope."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime

from veracious.domain.record import Body, Envelope, Record, Taped, ToolName
from veracious.domain.report import Report
from veracious.flow.run import Run
from veracious.rules import digest


@dataclass(frozen=True, slots=True)
class Request:
    """What was asked."""

    text: str
    as_of: date


def body(request: Request, report: Report, run: Run, tape: Sequence[Taped], names: Sequence[ToolName]) -> Body:
    """The body of a run: the same request, dials, tools and tape give the same bytes."""
    return Body(
        request=digest.canonical(replace(request, text=request.text.encode("utf-8", "replace").decode())).decode(),
        dials=run.dials.digest(run.lexicon),
        tools=tuple(sorted(names, key=lambda tool: (tool.role, tool.name))),
        tape=tuple(tape),
        report=digest.canonical(report).decode(),
    )


async def keep(decided: Body, run: Run, workspace: str, started: datetime) -> Record:
    """The record of a run, kept in the archive and returned as it was kept."""
    envelope = Envelope(
        id=run.tools.ids.new(),
        workspace=workspace,
        started=started,
        finished=run.tools.clock.now(),
        body=digest.of(decided, "body"),
        previous=None,
    )
    record = Record(decided, envelope)
    await run.tools.archive.keep(record)
    return record
