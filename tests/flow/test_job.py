"""A job from its beginning to its end: a store that falls, somebody who stops it, a deadline, a fault of ours."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta

import pytest

from veracious.adapters.clock import SystemClock
from veracious.domain.errors import ArchiveUnavailable, InputError, JobMissing, JobOutdated, StoreUnavailable
from veracious.domain.job import Ended, Job, JobState, Kind
from veracious.domain.verdict import Outcome
from veracious.domain.web import Step
from veracious.flow import job as flow_job
from veracious.flow.job import JobContext, perform

NOW = datetime(2026, 11, 16, tzinfo=UTC)
JOB = Job("j1", "w1", Kind.VERIFICATION, JobState.RUNNING, NOW, tries=1)
DONE = Ended(Outcome.COMPLETED, spent_micros=7, has_record=True)


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(flow_job, "FIRST_WAIT", 0.001)
    monkeypatch.setattr(flow_job, "AFTER", 0.0)


@dataclass
class HeldJobs:
    """Jobs in memory, whose store can be away for some askings."""

    job: Job | None = JOB
    refusal: Exception | None = None
    away: dict[str, int] = field(default_factory=dict)
    told: dict[int, tuple[str, str]] = field(default_factory=dict)
    ended: list[Ended] = field(default_factory=list)

    def _answers(self, method: str) -> None:
        if self.away.get(method, 0) > 0:
            self.away[method] -= 1
            raise StoreUnavailable("away")

    async def begin(self, name: str) -> Job | None:
        self._answers("begin")
        if self.refusal is not None:
            raise self.refusal
        return self.job

    async def tell(self, name: str, number: int, step: Step) -> None:
        self._answers("tell")
        self.told.setdefault(number, (step.kind, step.text))

    async def finish(self, name: str, ended: Ended) -> bool:
        self._answers("finish")
        self.ended.append(ended)
        return True


@dataclass
class Scripted:
    """Work that goes as the script says, one line for each start."""

    lines: list[Callable[[Callable[[Step], None]], object]]
    starts: int = 0
    cost: int = 5

    async def do(self, job: Job, tell: Callable[[Step], None]) -> Ended:
        line = self.lines[min(self.starts, len(self.lines) - 1)]
        self.starts += 1
        said = line(tell)
        if isinstance(said, Exception):
            raise said
        if said is None:
            await asyncio.sleep(3600)
        assert isinstance(said, Ended)
        return said

    async def spent(self, job: Job) -> int:
        return self.cost


def steps(*texts: str) -> Callable[[Callable[[Step], None]], None]:
    def tell_all(tell: Callable[[Step], None]) -> None:
        for text in texts:
            tell(Step("read", text))

    return tell_all


def run(
    jobs: HeldJobs, work: Scripted, stop_after: float | None = None, failed: Callable[[Job, Exception], None] = lambda job, error: None
) -> Outcome | None:
    async def running() -> Outcome | None:
        stop = asyncio.Event()
        if stop_after is not None:
            asyncio.get_running_loop().call_later(stop_after, stop.set)
        return await perform("j1", JobContext(jobs, work, SystemClock(), stop, failed))

    return asyncio.run(running())


def test_a_job_is_worked_told_and_finished() -> None:
    jobs = HeldJobs()
    work = Scripted([lambda tell: (steps("a", "b")(tell), DONE)[1]])
    assert run(jobs, work) is Outcome.COMPLETED
    assert jobs.ended == [DONE]
    assert jobs.told == {1: ("read", "a"), 2: ("read", "b")}


def test_what_is_finished_or_gone_is_left_alone() -> None:
    for jobs in (HeldJobs(job=None), HeldJobs(refusal=JobMissing("j1"))):
        work = Scripted([lambda tell: DONE])
        assert run(jobs, work) is None
        assert (work.starts, jobs.ended) == (0, [])


def test_what_another_version_began_fails_and_says_so() -> None:
    jobs, work = HeldJobs(refusal=JobOutdated("begun by v1, this is v2")), Scripted([lambda tell: DONE])
    assert run(jobs, work) is Outcome.FAILED
    assert "begun by v1" in jobs.ended[0].cause
    assert work.starts == 0


@pytest.mark.parametrize("method", ["begin", "tell", "finish"])
def test_a_store_that_is_away_for_a_while_is_waited_for(method: str) -> None:
    jobs = HeldJobs(away={method: 4})
    work = Scripted([lambda tell: (steps("a")(tell), DONE)[1]])
    assert run(jobs, work) is Outcome.COMPLETED
    assert (jobs.told, jobs.ended, jobs.away[method]) == ({1: ("read", "a")}, [DONE], 0)


def test_work_that_the_store_failed_begins_again_and_tells_under_the_same_numbers() -> None:
    jobs = HeldJobs()
    fallen = ArchiveUnavailable("the server is gone")
    work = Scripted(
        [
            lambda tell: (steps("a", "b")(tell), fallen)[1],
            lambda tell: (steps("a")(tell), fallen)[1],
            lambda tell: (steps("a", "b", "c")(tell), DONE)[1],
        ]
    )
    assert run(jobs, work) is Outcome.COMPLETED
    assert work.starts == 3
    assert jobs.told == {1: ("read", "a"), 2: ("read", "b"), 3: ("read", "c")}


def test_a_store_that_stays_away_is_told_when_the_deadline_has_passed() -> None:
    late = replace(JOB, until=datetime.now(UTC) - timedelta(seconds=1))
    jobs, work = HeldJobs(late), Scripted([lambda tell: ArchiveUnavailable("the server is gone")])
    assert run(jobs, work) is Outcome.FAILED
    assert "the server is gone" in jobs.ended[0].cause
    assert work.starts == 1


def test_somebody_who_stops_it_gets_a_cancelled_job_that_cost_what_it_cost() -> None:
    jobs, work = HeldJobs(), Scripted([lambda tell: steps("a")(tell)])
    assert run(jobs, work, stop_after=0.05) is Outcome.CANCELLED
    assert jobs.ended == [Ended(Outcome.CANCELLED, spent_micros=5)]
    assert jobs.told == {1: ("read", "a")}


def test_one_that_was_to_be_stopped_before_it_began_does_nothing() -> None:
    jobs, work = HeldJobs(replace(JOB, cancelling=True)), Scripted([lambda tell: DONE])
    assert run(jobs, work) is Outcome.CANCELLED
    assert work.starts == 0


def test_one_that_does_not_end_by_its_deadline_fails_and_has_no_verdict() -> None:
    soon = replace(JOB, until=datetime.now(UTC) + timedelta(seconds=0.1))
    jobs, work = HeldJobs(soon), Scripted([lambda tell: None])
    assert run(jobs, work) is Outcome.FAILED
    assert "deadline" in jobs.ended[0].cause
    assert (jobs.ended[0].spent_micros, jobs.ended[0].has_record) == (5, False)


@pytest.mark.parametrize(("fault", "said"), [(InputError("no such collection"), "no such collection"), (KeyError("x"), "KeyError")])
def test_a_fault_ends_the_job_as_failed_whatever_it_is(fault: Exception, said: str) -> None:
    jobs, work = HeldJobs(), Scripted([lambda tell: fault])
    assert run(jobs, work) is Outcome.FAILED
    assert said in jobs.ended[0].cause
    assert work.starts == 1


@pytest.mark.parametrize("error", [RuntimeError("ours"), InputError("theirs")])
def test_whoever_runs_the_service_is_told_of_every_error_that_ends_a_job(error: Exception) -> None:
    logged: list[tuple[str, Exception]] = []
    assert run(HeldJobs(), Scripted([lambda tell: error]), failed=lambda job, raised: logged.append((job.id, raised))) is Outcome.FAILED
    assert logged == [("j1", error)]


def test_who_looks_on_and_fails_takes_no_job_with_it() -> None:
    """A line that cannot be written, say: a job that was begun and that nobody ends would be run for ever."""

    def broken(*told: object) -> None:
        raise OSError(28, "No space left on device")

    lines: list[Callable[[Callable[[Step], None]], object]] = [lambda tell: DONE, lambda tell: ValueError("a fault of ours")]
    for line in lines:
        jobs = HeldJobs()
        context = JobContext(jobs, Scripted([line]), SystemClock(), asyncio.Event(), broken, broken, broken)
        assert asyncio.run(perform("j1", context)) in (Outcome.COMPLETED, Outcome.FAILED)
        assert len(jobs.ended) == 1
