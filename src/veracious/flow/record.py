"""A finished run as a record: what decided in its body, the rest in its envelope."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field, fields, replace
from datetime import date, datetime
from typing import TYPE_CHECKING, TypeVar

from veracious.domain.record import ADDED, DIALS, NOTES, Body, Envelope, Record, Taped, ToolName
from veracious.flow.run import Engine, Run
from veracious.ports import Tape
from veracious.rules import digest

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

R = TypeVar("R", bound="DataclassInstance")
T = TypeVar("T")

UNNAMED = "unnamed"


@dataclass(frozen=True, slots=True)
class Request:
    """What was asked."""

    text: str
    as_of: date
    context: tuple[str, ...] = field(default=(), metadata=ADDED)  # names that came with the claim and that a reference in it could mean


@dataclass(frozen=True, slots=True)
class RunContext:
    """Where a run is kept: its tape, the names of its tools, the workspace it belongs to."""

    tape: Tape
    names: tuple[ToolName, ...]
    workspace: str
    id: str = ""  # of the run, which names its tape and its record; empty: a new one for the record


async def of_run(request: "DataclassInstance", run: Run, context: RunContext, work: Callable[[], Awaitable[T]]) -> tuple[T, Record]:
    """What a run reports, whose answers go on its tape, and the record that is kept of it."""
    started = run.tools.clock.now()
    await note_dials(run, context.tape)
    report = await work()
    decided = body(request, report, run, await context.tape.entries(), context.names)
    return report, await keep(decided, run, context.workspace, started, context.id)


async def of_failure(request: "DataclassInstance", report: object, run: Run, engine: Engine, id: str) -> Record:
    """The record of a run whose tape or archive failed: nothing of it is on a tape."""
    return await keep(body(request, report, run, (), engine.names), run, engine.workspace, run.tools.clock.now(), id)


async def note_dials(run: Run, tape: Tape) -> None:
    """Note the dials of a run on its tape, so that it can be replayed with them when others are in use."""
    await tape.note(DIALS, run.dials_digest, run.dials_written, run.tools.blobs)


def body(request: "DataclassInstance", report: object, run: Run, tape: Sequence[Taped], names: Sequence[ToolName]) -> Body:
    """The body of a run: the same request, dials, tools and tape give the same bytes.

    A tool without a name is named by its role: one that was there and never asked is on no tape, and yet it can decide.
    """
    unnamed = [ToolName(role, UNNAMED, "") for role in run.tools.roles if role not in {tool.role for tool in names}]
    return Body(
        request=digest.canonical(writable(request)).decode(),
        dials=run.dials_digest,
        tools=tuple(sorted((*names, *unnamed), key=lambda tool: (tool.role, tool.name))),
        tape=tuple(taped for taped in tape if taped.port != NOTES),
        report=digest.canonical(report).decode(),
    )


def writable(request: R) -> R:
    """The request with texts that can be written down: a lone surrogate has no UTF-8."""
    texts = {one.name: text for one in fields(request) if isinstance(text := getattr(request, one.name), str)}
    return replace(request, **{name: text.encode("utf-8", "replace").decode() for name, text in texts.items()})


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
