"""What a worker does: orders run over the store under the names of their jobs, and the worker's end of the queue."""

import asyncio
import json
import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field, replace
from datetime import timedelta
from functools import cache, partial
from hashlib import sha256
from typing import TYPE_CHECKING, TypeVar

from veracious import __version__, wiring
from veracious.app import answers, articles, checks, claims, collections, demonstration, documents, records
from veracious.app.checks import Keeping
from veracious.app.webhooks import DeliveryLoop
from veracious.domain.budget import Amount, Limits
from veracious.domain.errors import JobOutdated, RecordExists, RecordMissing, VeraciousError
from veracious.domain.job import DEMO, AnswerOrder, ArticleOrder, CheckOrder, ClaimOrder, Ended, Job, Kind
from veracious.domain.providers import ENDPOINT
from veracious.domain.record import Record
from veracious.domain.refresh import ASKED_WORKFLOW
from veracious.domain.store import Scope
from veracious.domain.verdict import Outcome
from veracious.domain.web import Step
from veracious.flow import delivery
from veracious.flow import job as flow_job
from veracious.flow.answer import Asking
from veracious.flow.check import Checking
from veracious.flow.fair_turns import Turn, Turns
from veracious.flow.job import JobContext
from veracious.flow.record import Request
from veracious.flow.run import Engine
from veracious.rules.dials import Dials
from veracious.wiring import service

if TYPE_CHECKING:
    from veracious.adapters.durable import Round
    from veracious.adapters.postgres.jobs import PostgresJobs, WorkerId
    from veracious.adapters.postgres.workers import WorkerRegistry

P = TypeVar("P")

VERSION_CHARS = 12
HOURLY = "17 * * * *"  # a minute that others have not chosen
TAKE_OVER_SECONDS = 10.0  # between two looks for what nobody goes on with, while no worker is missed
REMEMBERED = timedelta(days=1)  # the queue forgets a job so long after its end


@cache
def version() -> str:
    """What decides what a run does: the release, the dials, the word lists, the models. A job stays with the one that began it."""
    models = json.dumps([(name.role, name.digest) for name in wiring.loaded_models().names]).encode()
    return f"{__version__}+{sha256(Dials().written(wiring.lexicon(), None) + models).hexdigest()[:VERSION_CHARS]}"


@dataclass(frozen=True, slots=True)
class StoredWork:
    """Orders of one workspace, run over the store and recorded there."""

    workspace: str
    jobs: "PostgresJobs"
    turn: Turn

    async def do(self, job: Job, tell: Callable[[Step], None]) -> Ended:
        """Run what was asked under the job's name; what was kept already is not run again."""
        if job.kind is Kind.INGEST:
            return await documents.put(self.workspace, job.id, tell, self.turn.rest)
        if job.tries > 1 and (kept := await self._kept(job)) is not None:
            return kept
        order = await self.jobs.order(job.id)
        try:
            match order:
                case ClaimOrder():
                    await self._verify(job, order, tell)
                case CheckOrder():
                    await self._check(job, order, tell)
                case AnswerOrder():
                    await self._answer(job, order, tell)
                case ArticleOrder():
                    await self._analyse(job, order, tell)
        except RecordExists:  # somebody who was taken for dead has finished it
            pass
        kept = await self._kept(job)
        if kept is None:
            raise RecordMissing(job.id)
        return kept

    async def spent(self, job: Job) -> int:
        """What the run has cost so far, in millionths."""
        return (await records.spent(job.id, self.workspace)).money_micros

    async def _kept(self, job: Job) -> Ended | None:
        """How the job ended, by the record that is kept of it."""
        try:
            record = await wiring.archive(self.workspace).fetch(job.id)
        except RecordMissing:
            return None
        return Ended(*_outcome(record), await self.spent(job), has_record=True)

    async def _verify(self, job: Job, order: ClaimOrder, tell: Callable[[Step], None]) -> None:
        engine = await self._engine(order.collections, order.web)
        engine = replace(engine, dials=engine.dials.for_domain(order.domain))
        asked = Request(order.claim, order.as_of, claims.named(engine, order.claim, order.context))
        await claims.attempt(engine, asked, job.id, _left(order.limits, job), _Watch(tell))

    async def _analyse(self, job: Job, order: ArticleOrder, tell: Callable[[Step], None]) -> None:
        engine = await self._engine(order.collections, order.web, order)
        await articles.attempt(engine, articles.of_order(order), job.id, _left(order.limits, job), _Watch(tell))

    async def _answer(self, job: Job, order: AnswerOrder, tell: Callable[[Step], None]) -> None:
        keys = await wiring.provider_keys(self.workspace)
        engine = wiring.with_author(await self._engine(order.collections, web=False), keys.get(ENDPOINT, ""))
        if engine.tools.scales is None:  # the author is the language model, and not our own rules
            engine = replace(engine, tools=replace(engine.tools, author=self._outside(engine.tools.author)))
        await answers.attempt(engine, Asking(order.question, order.mode, order.as_of), job.id, _left(order.limits, job), tell)

    async def _check(self, job: Job, order: CheckOrder, tell: Callable[[Step], None]) -> None:
        tape = partial(wiring.tape, workspace=self.workspace)
        keeping = Keeping(wiring.archive(self.workspace), wiring.blobs(self.workspace), tape, self.workspace, job.id, tell)
        asked = Checking(order.answer, order.question, order.as_of, checks.named(order.documents))
        await checks.assessor().attempt(asked, order.documents, keeping)

    async def _engine(self, names: tuple[str, ...], web: bool, article: ArticleOrder | None = None) -> Engine:
        """The engine as the workspace sees it, with what an article needs; what it has of the store fails as the archive does."""
        if names == DEMO:
            return service.retrying(await demonstration.engine(self.workspace))
        keys = await wiring.provider_keys(self.workspace)
        engine = wiring.with_language_model(wiring.over_store(Scope(names), self.workspace), keys.get(ENDPOINT, ""))
        if web:
            engine = wiring.with_web(engine, await wiring.rated_by(engine.workspace), tuple(sorted(keys.items())))
        if article is not None:
            engine = wiring.with_analyst(engine, keys.get(ENDPOINT, ""))
            engine = engine if article.text.strip() else wiring.with_page_reader(engine)
        engine = service.retrying(engine)
        outside = engine.tools.changed(lambda role, name, tool: self.turn.while_outside(tool) if role.is_outside else tool)
        return replace(engine, tools=outside)

    def _outside(self, port: P | None) -> P | None:
        return None if port is None else self.turn.while_outside(port)


@dataclass(frozen=True, slots=True)
class _Watch:
    """Hands on what a run tells."""

    tell_step: Callable[[Step], None]

    def begin(self, halt: Callable[[], None]) -> None:
        """A job is ended from outside."""

    def tell(self, step: Step, spent: Amount) -> None:
        """It takes this step."""
        self.tell_step(step)


def _left(limits: Limits, job: Job) -> Limits:
    """The limits of an order with the seconds that are left of it: a job that is begun again has no more time for that."""
    if job.until is None:
        return limits
    left = max(0.0, (job.until - wiring.clock().now()).total_seconds())
    return replace(limits, max_seconds=left if limits.max_seconds is None else min(left, limits.max_seconds))


def _outcome(record: Record) -> tuple[Outcome, str]:
    """The outcome of a record, and why there is no verdict where there is none."""
    report = json.loads(record.body.report)
    refusal = report.get("refusal") or {}
    return Outcome(report["outcome"]), report.get("cause") or refusal.get("message") or ""


@dataclass(frozen=True, slots=True)
class Told:
    """Who is told how jobs go: what stands around one, its beginning, an error that ends it, its end; and what webhooks are told."""

    around: Callable[[str, str], AbstractContextManager[object]] = lambda workspace, name: nullcontext()
    begun: Callable[[Job], None] = lambda job: None
    failed: Callable[[Job, Exception], None] = lambda job, error: None
    ended: Callable[[Job, Ended, float], None] = lambda job, ended, seconds: None
    deliveries: delivery.Told = field(default_factory=delivery.Told)
    deliveries_broken: Callable[[Exception], None] = lambda error: None


class Worker:
    """What runs jobs in this process: as many at once as the queues allow, until it is told to stop."""

    def __init__(self, id: "WorkerId", registry: "WorkerRegistry", told: "Told") -> None:
        self.id, self.registry, self._to = id, registry, told
        self.turns = Turns(service.jobs_at_once())
        self._sweep_at = wiring.clock().now()
        self._alive: frozenset[str] = frozenset()
        self._take_over_at = float("-inf")
        self.metrics, self.traces = service.worker_metrics(), service.traces("worker")
        self.deliveries = DeliveryLoop(self.metrics, told.deliveries, told.deliveries_broken)
        errands = {ASKED_WORKFLOW: collections.refresh_asked}
        self.queue = service.queue(id, self.perform, rounds(registry), errands, self.deliveries.wake)
        self._running: dict[tuple[str, str], tuple[asyncio.AbstractEventLoop, asyncio.Event]] = {}

    @property
    def busy(self) -> int:
        """How many jobs run here."""
        return len(self._running)

    async def perform(self, workspace: str, name: str) -> str | None:
        """Run a job to its end; its outcome."""
        stop, at_work = asyncio.Event(), service.jobs(workspace, self.id)
        self._running[workspace, name] = (asyncio.get_running_loop(), stop)
        self.metrics.begun()
        try:
            with self._to.around(workspace, name), self.traces.job() as span:
                async with self.turns.turn(workspace) as turn:
                    work = StoredWork(workspace, at_work, turn)
                    told = partial(self._failed, span), partial(self._begun, span), partial(self._ended, span)
                    return await flow_job.perform(name, JobContext(at_work, work, wiring.clock(), stop, *told))
        finally:
            self.metrics.left()
            self._running.pop((workspace, name), None)  # a job that was taken over from here by mistake may run here twice

    async def look_after(self) -> Sequence[str]:
        """One round: end what nobody wants, refuse what is outdated, take over what the dead have left.

        The names of what was taken over.
        """
        for key in await self.registry.unwanted(self.id) if self._running else ():
            if key in self._running:
                loop, stop = self._running[key]
                loop.call_soon_threadsafe(stop.set)
        now = wiring.clock().now()
        if now >= self._sweep_at and not await self.queue.sweep(now - REMEMBERED):
            self._sweep_at = now + timedelta(hours=1)
        if not self.registry.is_timely:  # the machine may have stood still for all of us
            return ()
        for workspace, name, begun_by in await self.registry.outdated(self.id):
            await self._refuse(workspace, name, JobOutdated(f"begun by {begun_by}, the workers are of {self.id.version}"))
        return await self._take_over()

    async def _take_over(self) -> Sequence[str]:
        """Take over what the dead have left: at once when one is gone, and else now and then, since the queue is slow to ask."""
        alive = await self.registry.alive()
        names, now = frozenset(one.id for one in alive), time.monotonic()
        if self._alive <= names and now < self._take_over_at:
            self._alive = names
            return ()
        taken = await self.queue.take_over(alive)
        self._alive, self._take_over_at = names, now + TAKE_OVER_SECONDS
        return taken

    def _failed(self, span: service.JobSpan, job: Job, error: Exception) -> None:
        span.failed(error)
        self._to.failed(job, error)

    def _begun(self, span: service.JobSpan, job: Job) -> None:
        span.begun(job)
        self.metrics.started(job)
        self._to.begun(job)

    def _ended(self, span: service.JobSpan, job: Job, ended: Ended) -> None:
        span.ended(ended)
        seconds = (wiring.clock().now() - (job.begun_at or job.made_at)).total_seconds()
        self.metrics.ended(job, ended, seconds)
        self._to.ended(job, ended, seconds)

    async def see(self) -> None:
        """Tell the store that this worker lives."""
        wiring.set_clock(await self.registry.see(self.id))
        self.metrics.seen()

    async def _refuse(self, workspace: str, name: str, why: VeraciousError) -> None:
        spent = (await records.spent(name, workspace)).money_micros
        await service.jobs(workspace, self.id).finish(name, Ended(Outcome.FAILED, str(why), spent))


def worker(told: Told | None = None) -> Worker:
    """A worker of this process, with a name of its own."""
    return Worker(service.worker_id(version()), service.worker_registry(), told or Told())


def rounds(registry: "WorkerRegistry") -> "tuple[Round, ...]":
    """What the service does by itself, again and again; news are fetched only where the settings say when."""

    async def expire() -> None:
        for workspace in await registry.workspaces():
            await forget(workspace)

    kept, wanted = service.scheduled("retention", HOURLY, expire), collections.schedule()
    return (kept, service.scheduled("refresh", wanted, collections.refresh_when_due)) if wanted else (kept,)


async def forget(workspace: str) -> None:
    """Let go what a workspace keeps no longer: tapes, jobs, documents past their day."""
    now = wiring.clock().now()
    await wiring.archive(workspace).expire(now)
    await wiring.erasure(workspace).expire(now)
