"""A desk in memory that keeps every promise of the real one: states move, events are numbered, a key is one job, limits hold."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from veracious.adapters.ids import TimedIds
from veracious.domain.document import Document, Refused
from veracious.domain.errors import JobMissing, JobsTooMany, MoneyShort, RequestChanged, StorageFull, StoreUnavailable
from veracious.domain.job import (
    Allowance,
    AnswerOrder,
    ArticleOrder,
    CheckOrder,
    ClaimOrder,
    Ended,
    Executor,
    IngestOrder,
    Job,
    JobEvent,
    JobOrder,
    JobState,
    Kind,
    Submission,
    Unfinished,
    Used,
    Workload,
)
from veracious.domain.verdict import Outcome
from veracious.domain.web import FieldValue, Step
from veracious.ports import Clock

Perform = Callable[[Job, JobOrder, Callable[[Step], None]], Awaitable[Ended]]

KINDS: dict[type, Kind] = {
    ClaimOrder: Kind.VERIFICATION,
    CheckOrder: Kind.CHECK,
    AnswerOrder: Kind.ANSWER,
    IngestOrder: Kind.INGEST,
    ArticleOrder: Kind.ARTICLE,
}
LOOK_S = 0.005
QUOTE = 2_000  # millionths, for every job that is no check


@dataclass
class MemoryJobDesk:
    """Jobs of all workspaces."""

    clock: Clock
    perform: Perform
    held: bool = False  # while it is, nobody begins a job
    workers: tuple[str, ...] = ("memory-1",)
    broken: bool = False  # while it is, the store does not answer
    limits: dict[str, Allowance] = field(default_factory=dict)  # of workspaces
    jobs: dict[tuple[str, str], Job] = field(default_factory=dict)
    orders: dict[str, JobOrder] = field(default_factory=dict)
    submissions: list[Submission] = field(default_factory=list)
    told: dict[str, list[JobEvent]] = field(default_factory=dict)
    known: dict[tuple[str, str, str], tuple[str, str]] = field(default_factory=dict)
    take_in: Callable[[Job, Sequence[Document | Refused]], None] = lambda job, documents: None
    tasks: set[asyncio.Task[None]] = field(default_factory=set)

    async def submit(self, workspace: str, submission: Submission) -> tuple[Job, bool]:
        """Take a job in."""
        self._up()
        key = (workspace, submission.key_owner or submission.actor, submission.idempotency)
        if submission.idempotency and key in self.known:
            body, id = self.known[key]
            if body != submission.body:
                raise RequestChanged(submission.idempotency)
            return self.jobs[workspace, id], False
        self._room(workspace, submission)
        id = TimedIds().new()
        job = Job(
            id,
            workspace,
            KINDS[type(submission.order)],
            JobState.QUEUED,
            self.clock.now(),
            submission.actor,
            held_micros=submission.held_micros,
        )
        self.jobs[workspace, id], self.orders[id], self.told[id] = job, submission.order, []
        self.submissions.append(submission)
        self.take_in(job, submission.documents)
        if submission.idempotency:
            self.known[key] = (submission.body, id)
        self._tell(id, "queued", "")
        task = asyncio.get_running_loop().create_task(self._work(workspace, id))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
        return job, True

    async def fetch(self, workspace: str, id: str) -> Job:
        """The job of this name."""
        self._up()
        if (workspace, id) not in self.jobs:
            raise JobMissing(id)
        return self.jobs[workspace, id]

    async def newest(self, workspace: str, kind: Kind | None, after: tuple[datetime, str] | None, limit: int) -> Sequence[Job]:
        """Jobs, the newest first, those that come after this place."""
        self._up()
        own = [job for (name, _), job in self.jobs.items() if name == workspace and kind in (None, job.kind)]
        ordered = sorted(own, key=lambda job: (job.made_at, job.id), reverse=True)
        return [job for job in ordered if after is None or (job.made_at, job.id) < after][:limit]

    async def unfinished(self, workspace: str) -> Sequence[Unfinished]:
        """What of a workspace waits and what runs, by kind."""
        self._up()
        found: dict[tuple[Kind, JobState], list[Job]] = {}
        for (name, _), job in self.jobs.items():
            if name == workspace and not job.is_finished:
                found.setdefault((job.kind, job.state), []).append(job)
        oldest = {key: min(jobs, key=lambda job: job.made_at) for key, jobs in found.items()}
        return [Unfinished(*key, len(found[key]), one.id, one.made_at) for key, one in sorted(oldest.items())]

    async def cancel(self, workspace: str, id: str) -> Job:
        """Ask for the end of a job."""
        job = await self.fetch(workspace, id)
        if not job.is_finished:
            self.jobs[workspace, id] = replace(job, cancelling=True)
        return self.jobs[workspace, id]

    async def order(self, workspace: str, id: str) -> JobOrder:
        """What a job was asked."""
        await self.fetch(workspace, id)
        return self.orders[id]

    async def events(self, workspace: str, id: str, after: int = 0) -> Sequence[JobEvent]:
        """What happened to a job after this number."""
        await self.fetch(workspace, id)
        return [event for event in self.told[id] if event.number > after]

    async def changed(self, workspace: str, id: str, after: int, seconds: float) -> Sequence[JobEvent]:
        """The same, waited for so long."""
        until = asyncio.get_running_loop().time() + seconds
        while not (found := await self.events(workspace, id, after)) and asyncio.get_running_loop().time() < until:
            await asyncio.sleep(LOOK_S)
        return found

    async def wait(self, workspace: str, id: str, seconds: float) -> Job:
        """The job once it is finished, or as it is after so long."""
        until = asyncio.get_running_loop().time() + seconds
        while not (job := await self.fetch(workspace, id)).is_finished and asyncio.get_running_loop().time() < until:
            await asyncio.sleep(LOOK_S)
        return job

    async def standing(self) -> Workload:
        """What stands in the queue, and who works."""
        self._up()
        states = Counter(job.state.value for job in self.jobs.values() if not job.is_finished)
        return Workload({"local": dict(states)}, [Executor(name, "1", self.clock.now()) for name in self.workers])

    def quote(self, workspace: str, order: JobOrder) -> int:
        """The most that a job may cost."""
        return 0 if isinstance(order, CheckOrder | IngestOrder) else QUOTE

    def used(self, workspace: str, actor: str = "") -> Used:
        """What a workspace, or an actor of it, uses."""
        own = [job for (name, _), job in self.jobs.items() if name == workspace and actor in ("", job.actor)]
        running = [job for job in own if not job.is_finished]
        return Used(sum(job.spent_micros for job in own), sum(job.held_micros for job in running), len(running))

    def _up(self) -> None:
        if self.broken:
            raise StoreUnavailable("the server at 10.1.2.3 refused the role secret_role")

    def _room(self, workspace: str, submission: Submission) -> None:
        may, used = self.limits.get(workspace, Allowance()), self.used(workspace)
        if may.jobs_at_once is not None and used.jobs >= may.jobs_at_once:
            raise JobsTooMany(f"{may.jobs_at_once} at once")
        if may.money_micros is not None and used.spent_micros + used.held_micros + submission.held_micros > may.money_micros:
            raise MoneyShort("too little is left")
        size = sum(len(one.text.encode()) for one in submission.documents if isinstance(one, Document))
        if may.text_bytes is not None and size > may.text_bytes:  # what is kept is not counted here
            raise StorageFull(f"{size:,} bytes more, {may.text_bytes:,} left")

    def _tell(self, id: str, kind: str, text: str, **fields: FieldValue) -> None:
        self.told[id].append(JobEvent(len(self.told[id]) + 1, kind, text, self.clock.now(), fields))

    async def _work(self, workspace: str, id: str) -> None:
        while self.held and not self.jobs[workspace, id].cancelling:
            await asyncio.sleep(LOOK_S)
        if self.jobs[workspace, id].cancelling:
            return self._finish(workspace, id, Ended(Outcome.CANCELLED, "", 0, has_record=False))
        began = self.clock.now()
        job = replace(self.jobs[workspace, id], state=JobState.RUNNING, begun_at=began, tries=1, version="1", executor="memory-1")
        self.jobs[workspace, id] = job
        self._tell(id, "running", "")
        try:
            ended = await self.perform(job, self.orders[id], lambda step: self._tell(id, step.kind, step.text, **dict(step.fields)))
        except Exception as failed:
            ended = Ended(Outcome.FAILED, type(failed).__name__, 0, has_record=False)
        self._finish(workspace, id, ended)

    def _finish(self, workspace: str, id: str, ended: Ended) -> None:
        job = self.jobs[workspace, id]
        self.jobs[workspace, id] = replace(
            job,
            state=JobState.FINISHED,
            outcome=ended.outcome.value,
            cause=ended.cause,
            spent_micros=ended.spent_micros,
            has_record=ended.has_record,
            finished_at=self.clock.now(),
        )
        fields: dict[str, FieldValue] = {"spent_micros": ended.spent_micros, "has_record": ended.has_record}
        self._tell(id, "finished", ended.outcome.value, outcome=ended.outcome.value, **fields)
