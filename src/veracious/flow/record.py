"""A finished run as a record: what decided in its body, the rest in its envelope."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime

from veracious.domain.record import DIALS, NOTES, Body, Envelope, Record, Taped, ToolName
from veracious.domain.report import Report
from veracious.flow.run import Run
from veracious.ports import Tape
from veracious.rules import digest

UNNAMED = "unnamed"


@dataclass(frozen=True, slots=True)
class Request:
    """What was asked."""

    text: str
    as_of: date


async def note_dials(run: Run, tape: Tape) -> None:
    """Note the dials of a run on its tape, so that it can be replayed with them when others are in use."""
    await tape.note(DIALS, run.dials_digest, run.dials_written, run.tools.blobs)


def body(request: Request, report: Report, run: Run, tape: Sequence[Taped], names: Sequence[ToolName]) -> Body:
    """The body of a run: the same request, dials, tools and tape give the same bytes.

    A tool without a name is named by its role: one that was there and never asked is on no tape, and yet it can decide.
    """
    unnamed = [ToolName(role, UNNAMED, "") for role in run.tools.roles if role not in {tool.role for tool in names}]
    return Body(
        request=digest.canonical(replace(request, text=request.text.encode("utf-8", "replace").decode())).decode(),
        dials=run.dials_digest,
        tools=tuple(sorted((*names, *unnamed), key=lambda tool: (tool.role, tool.name))),
        tape=tuple(taped for taped in tape if taped.port != NOTES),
        report=digest.canonical(report).decode(),
    )


async def keep(decided: Body, run: Run, workspace: str, started: datetime, id: str = "") -> Record:
    """The record of a run, kept in the archive and returned as it was kept; named as its tape is, or by a new name."""
    envelope = Envelope(
        id=id or run.tools.ids.new(),
        workspace=workspace,
        started=started,
        finished=run.tools.clock.now(),
        body=digest.of(decided, "body"),
        previous=None,
    )
    return await run.tools.archive.keep(Record(decided, envelope))
