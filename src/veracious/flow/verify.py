"""A claim from the asking to the record that is kept of it."""

from dataclasses import dataclass

from veracious.domain.record import Record, ToolName
from veracious.domain.report import Report
from veracious.domain.verdict import Outcome, Verdict
from veracious.flow import claim, record
from veracious.flow.record import Request
from veracious.flow.run import Run
from veracious.ports import Tape


@dataclass(frozen=True, slots=True)
class Verified:
    """What a run tells, and the record that proves it."""

    report: Report
    record: Record

    @property
    def outcome(self) -> Outcome:
        """How the run ended."""
        return self.report.outcome

    @property
    def verdict(self) -> Verdict | None:
        """What the evidence says; none when the claim was refused or the run failed."""
        return self.report.verdict

    @property
    def confidence(self) -> float | None:
        """How sure that is, in [0, 1]; none without a verdict."""
        return None if self.report.judged is None else self.report.judged.decision.draft.confidence

    @property
    def explanation(self) -> str:
        """Why, in a few sentences; for a run without a verdict, what went wrong and what to do."""
        if self.report.refusal is not None:
            return self.report.refusal.message
        return self.report.cause or " ".join(told.text for told in self.report.explanation)


@dataclass(frozen=True, slots=True)
class RunContext:
    """Where a run is kept: its tape, the names of its tools, the workspace it belongs to."""

    tape: Tape
    names: tuple[ToolName, ...]
    workspace: str
    id: str = ""  # of the run, which names its tape and its record; empty: a new one for the record


async def verify(request: Request, run: Run, desk: RunContext) -> Verified:
    """Run a request whose answers go on the tape of the desk, and keep the record."""
    started = run.tools.clock.now()
    await record.note_dials(run, desk.tape)
    report = await claim.verify(request.text, request.as_of, run)
    decided = record.body(request, report, run, await desk.tape.entries(), desk.names)
    return Verified(report, await record.keep(decided, run, desk.workspace, started, desk.id))
