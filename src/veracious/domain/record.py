"""A finished run that anyone can replay."""

from dataclasses import dataclass
from datetime import datetime
from types import MappingProxyType

NOTES = "meter"  # the name under which a run notes on its tape what it spent; it decided nothing, so no record has it
WHOLE_AT_MOST = 2**53 - 1  # beyond it a whole number has no canonical form
PLAIN_FROM, PLAIN_TO = 1e-4, 1e16  # doubles of this size are written alike, without an exponent, in Python and in ECMAScript
ADDED = MappingProxyType({"added": True})  # metadata of a field that earlier records lack: not written while it has its default
DIALS = "dials"  # the name under which a run notes its own dials on its tape


@dataclass(frozen=True, slots=True)
class ToolName:
    """A model or provider a run used, by name and digest."""

    role: str
    name: str
    digest: str


@dataclass(frozen=True, slots=True)
class Taped:
    """One answer the outside world gave: what was asked and what came back, both by digest."""

    port: str
    asked: str
    answered: str


@dataclass(frozen=True, slots=True)
class Body:
    """What decided: the same request, dials, tools and tape give the same bytes."""

    request: str  # canonical JSON
    dials: str  # digest
    tools: tuple[ToolName, ...]
    tape: tuple[Taped, ...]
    report: str  # canonical JSON


@dataclass(frozen=True, slots=True)
class Envelope:
    """What did not decide: ids, times, and the link to the record before."""

    id: str
    workspace: str
    started: datetime
    finished: datetime
    body: str  # digest
    previous: str | None


@dataclass(frozen=True, slots=True)
class Record:
    """One finished run, immutable."""

    body: Body
    envelope: Envelope
