"""A claim from the asking to the record that is kept of it."""

from dataclasses import dataclass

from veracious.domain.record import Record
from veracious.domain.report import Report
from veracious.domain.verdict import Lean, Outcome, Verdict
from veracious.flow import claim, record
from veracious.flow.record import Request, RunContext
from veracious.flow.run import Run
from veracious.rules.explaining import headline


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
    def probability(self) -> float | None:
        """How likely the verdict is; none where nothing is decided, or where that was not measured for the judge."""
        return headline.probability(self.report)

    @property
    def band(self) -> str:
        """The word for the probability; empty where there is none."""
        return headline.band(self.report)

    @property
    def score(self) -> float | None:
        """How firm the rules hold the verdict to be, in [0, 1]; no probability, and none without a verdict."""
        return headline.score(self.report)

    @property
    def lean(self) -> Lean | None:
        """The side that an undecided claim leans to; never a verdict."""
        return self.report.lean

    @property
    def explanation(self) -> str:
        """Why, in a few sentences; for a run without a verdict, what went wrong and what to do."""
        if self.report.refusal is not None:
            return self.report.refusal.message
        return self.report.cause or " ".join(told.text for told in self.report.explanation)


async def verify(request: Request, run: Run, context: RunContext) -> Verified:
    """Run a request, and keep the record."""
    return Verified(*await record.of_run(request, run, context, lambda: claim.verify(request.text, request.as_of, run, request.context)))
