"""A job from its beginning to its end, however often it must be begun.

1. begin: what is finished is left alone; what another version began is refused
2. work, telling what happens; somebody may stop it, and it must end by its deadline
3. should the store fall meanwhile, wait and work again: every answer that was got is on the tape, so nothing is asked twice
4. finish: the outcome, and what it cost

An end that the store does not take is tried again, too. Whoever is killed on the way leaves a job that is not finished; another worker
begins it again and meets the same tape.
"""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any, Protocol, TypeVar

from veracious.domain.errors import ArchiveUnavailable, JobMissing, JobOutdated, StoreUnavailable, VeraciousError
from veracious.domain.job import Ended, Job
from veracious.domain.verdict import Outcome
from veracious.domain.web import Step
from veracious.ports import Clock, Jobs

T = TypeVar("T")

FIRST_WAIT, LONGEST_WAIT = 0.5, 8.0  # seconds between two tries of a store that does not answer; each twice the one before
AFTER = 60.0  # seconds beyond its deadline in which a job may still be finished
TOO_LATE = "The job had not ended by its deadline. Hand it in again with fewer pages, or with more seconds."
UNFORESEEN = "Something went wrong that should not have. Tell us of it, with the id of the job."


class Work(Protocol):
    """What a job does."""

    async def do(self, job: Job, tell: Callable[[Step], None]) -> Ended:
        """Run what was asked; raises when the store fails, and can then be called again."""
        ...

    async def spent(self, job: Job) -> int:
        """What the run has cost so far, in millionths."""
        ...


@dataclass(frozen=True, slots=True)
class JobContext:
    """Where a job is run: the jobs of its workspace, what it does, a clock; what stops it, and who is told how it goes."""

    jobs: Jobs
    work: Work
    clock: Clock
    stop: asyncio.Event
    failed: Callable[[Job, Exception], None] = lambda job, error: None
    begun: Callable[[Job], None] = lambda job: None
    ended: Callable[[Job, Ended], None] = lambda job, ended: None


async def perform(name: str, context: JobContext) -> Outcome | None:
    """Run a job to its end; its outcome, or none when it was finished before or is gone."""
    try:
        job = await _held(lambda: context.jobs.begin(name), context.clock, None)
    except JobMissing:  # erased with its workspace
        return None
    except JobOutdated as outdated:
        ended = Ended(Outcome.FAILED, str(outdated))
    else:
        if job is None:
            return None
        _tell(context.begun, job)
        ended = await _worked(job, context)
        await _held(lambda: context.jobs.finish(name, ended), context.clock, None)
        _tell(context.ended, job, ended)
        return ended.outcome
    await _held(lambda: context.jobs.finish(name, ended), context.clock, None)
    return ended.outcome


def _tell(observer: Callable[..., None], *what: object) -> None:
    """Tell who looks on; one that fails must not take the job with it, which would stay begun for ever."""
    with suppress(Exception):
        observer(*what)


async def _worked(job: Job, context: JobContext) -> Ended:
    """What came of the work; of one that was stopped or too late only what it cost."""
    if job.cancelling:
        return Ended(Outcome.CANCELLED, spent_micros=await _held(lambda: context.work.spent(job), context.clock, None))
    told = _EventLog(job.id, context)

    def work() -> Awaitable[Ended]:
        told.restart()
        return context.work.do(job, told.tell)

    working = asyncio.ensure_future(_held(work, context.clock, job.until))
    stopped = asyncio.ensure_future(context.stop.wait())
    left = None if job.until is None else (job.until - context.clock.now()).total_seconds() + AFTER
    try:
        await asyncio.wait({working, stopped}, timeout=left, return_when=asyncio.FIRST_COMPLETED)
        if working.done():
            return working.result()
        outcome = Ended(Outcome.CANCELLED) if stopped.done() else Ended(Outcome.FAILED, TOO_LATE)
    except VeraciousError as failed:
        _tell(context.failed, job, failed)
        outcome = Ended(Outcome.FAILED, str(failed))
    except Exception as unforeseen:  # a fault of ours; a job that nobody finishes would be run for ever
        _tell(context.failed, job, unforeseen)
        outcome = Ended(Outcome.FAILED, f"{UNFORESEEN} ({type(unforeseen).__name__})")
    finally:
        await _ended(working, stopped)
        await told.written()
    spent = await _held(lambda: context.work.spent(job), context.clock, None)
    return Ended(outcome.outcome, outcome.cause, spent)


async def _ended(*tasks: "asyncio.Future[Any]") -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


async def _held(ask: Callable[[], Awaitable[T]], clock: Clock, until: datetime | None) -> T:
    """The answer of the store, asked again while it is away; after the deadline its failure is what is told."""
    wait = FIRST_WAIT
    while True:
        try:
            return await ask()
        except (ArchiveUnavailable, StoreUnavailable):
            if until is not None and clock.now() >= until:
                raise
        await asyncio.sleep(wait)
        wait = min(2 * wait, LONGEST_WAIT)


class _EventLog:
    """What happens in a run, written down in its order while the run goes on.

    A run that is begun again tells the same steps again, under the same numbers.
    """

    def __init__(self, name: str, context: JobContext) -> None:
        self._name, self._context = name, context
        self._number = 0
        self._steps: asyncio.Queue[tuple[int, Step]] = asyncio.Queue()
        self._writing: asyncio.Task[None] | None = None

    def restart(self) -> None:
        """The run begins again, and counts from one."""
        self._number = 0

    def tell(self, step: Step) -> None:
        """Note a step; it is written down as soon as those before it are."""
        self._number += 1
        self._steps.put_nowait((self._number, step))
        if self._writing is None:
            self._writing = asyncio.create_task(self._write())

    async def _write(self) -> None:
        while True:
            number, step = await self._steps.get()
            await _held(partial(self._context.jobs.tell, self._name, number, step), self._context.clock, None)
            self._steps.task_done()

    async def written(self) -> None:
        """Wait until everything is written down."""
        if self._writing is not None:
            await asyncio.wait({self._writing, asyncio.ensure_future(self._steps.join())}, return_when=asyncio.FIRST_COMPLETED)
            await _ended(self._writing)
