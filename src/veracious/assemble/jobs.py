"""Where jobs are handed in, looked up and waited for."""

import asyncio
import os
import time
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from functools import cache
from typing import TYPE_CHECKING

from veracious.adapters.ids import TimedIds
from veracious.assemble.data_files import clock, lexicon, reader
from veracious.assemble.endpoints import means
from veracious.assemble.parts import installed, settings
from veracious.assemble.servers import addresses, database
from veracious.assemble.web import means_with_web
from veracious.domain.budget import ENDLESS, MICROS, Limits
from veracious.domain.claim import Refusal
from veracious.domain.errors import InputError
from veracious.domain.job import AnswerOrder, CheckOrder, ClaimOrder, Job, JobEvent, JobOrder, Kind, Submission, Workload
from veracious.flow import estimate
from veracious.ports import Clock
from veracious.rules.dials import Dials

if TYPE_CHECKING:
    from veracious.adapters.durable import Lane
    from veracious.adapters.postgres.database import Database
    from veracious.adapters.postgres.jobs import PostgresJobs
    from veracious.adapters.postgres.notifications import JobNotifications

LOCAL, WEB, MODEL = "local", "web", "model"  # the queues, by what bounds their jobs
LOOK_SECONDS = 15.0  # after which whoever waits looks by itself, should a notification be lost


class JobDesk:
    """Jobs of any workspace, for those who hand them in."""

    def __init__(self, held: "Database", notifications: "JobNotifications", now: Clock) -> None:
        from veracious.adapters.postgres.workers import WorkerRegistry

        self._database, self._notifications, self._clock = held, notifications, now
        self._registry: WorkerRegistry = WorkerRegistry(held)
        self._ids = TimedIds()

    async def submit(self, workspace: str, submission: Submission) -> tuple[Job, bool]:
        """Take a job in; the job, and whether it is new: the same key of the same actor is the same job."""
        bounded = replace(submission, order=_bounded(submission.order, submission.held_micros))
        return await self._jobs(workspace).submit(self._ids.new(), lane_of(submission.order), bounded)

    async def fetch(self, workspace: str, name: str) -> Job:
        """The job of this name."""
        return await self._jobs(workspace).fetch(name)

    async def newest(self, workspace: str, kind: Kind | None, after: tuple[datetime, str] | None, limit: int) -> Sequence[Job]:
        """Jobs, the newest first, those that come after this place."""
        return await self._jobs(workspace).newest(kind, after, limit)

    async def cancel(self, workspace: str, name: str) -> Job:
        """Ask for the end of a job; a finished one stays as it is."""
        return await self._jobs(workspace).cancel(name)

    async def events(self, workspace: str, name: str, after: int = 0) -> Sequence[JobEvent]:
        """What happened to a job after this number."""
        return await self._jobs(workspace).events(name, after)

    async def changed(self, workspace: str, name: str, after: int, seconds: float) -> Sequence[JobEvent]:
        """The same; where there is nothing yet, the next is waited for so long."""
        until = time.monotonic() + seconds
        with self._notifications.heard(name) as rung:
            while True:
                rung.clear()
                found = await self.events(workspace, name, after)
                left = until - time.monotonic()
                if found or left <= 0:
                    return found
                if not await _rung(rung, min(left, LOOK_SECONDS)) and left <= LOOK_SECONDS:
                    return ()  # nobody rang; whoever asks again looks again

    async def wait(self, workspace: str, name: str, seconds: float) -> Job:
        """The job once it is finished, or as it is after so long."""
        until = time.monotonic() + seconds
        with self._notifications.heard(name) as rung:
            while True:
                rung.clear()
                job = await self.fetch(workspace, name)
                left = until - time.monotonic()
                if job.is_finished or left <= 0:
                    return job
                await _rung(rung, min(left, LOOK_SECONDS))

    async def standing(self) -> Workload:
        """What stands in the queues, and who works."""
        return Workload(await self._registry.counted(), await self._registry.alive())

    def quote(self, workspace: str, order: JobOrder) -> int:
        """The most that a job of this order may cost, in millionths."""
        return quote(order)

    def close(self) -> None:
        """Listen no more."""
        self._notifications.close()

    def _jobs(self, workspace: str) -> "PostgresJobs":
        from veracious.adapters.postgres.jobs import PostgresJobs

        return PostgresJobs(self._database, workspace, self._clock)


async def _rung(rung: asyncio.Event, seconds: float) -> bool:
    """Whether it rang within this time."""
    try:
        async with asyncio.timeout(seconds):
            return await rung.wait()
    except TimeoutError:
        return False


@cache
def desk() -> JobDesk:
    """The desk of this process."""
    with installed():
        from veracious.adapters.postgres.notifications import JobNotifications

        return JobDesk(database(), JobNotifications(addresses().app), clock())


def lanes() -> "tuple[Lane, ...]":
    """The queues and their limits, as the settings have them."""
    from veracious.adapters.durable import Lane

    told = settings()

    def lane(name: str, at_once: int, rate: int) -> Lane:
        return Lane(name, at_once, max(1, at_once - at_once // 4), rate or None)

    return lane(LOCAL, told.jobs, 0), lane(WEB, told.web_jobs, told.web_rate), lane(MODEL, told.model_jobs, told.model_rate)


def thinking() -> int:
    """How many jobs a worker thinks about at once."""
    return settings().thinking or os.cpu_count() or 1


def lane_of(order: JobOrder) -> str:
    """The queue of an order: that of the provider that bounds it. Searches are scarcer than a model, and a check asks neither."""
    if isinstance(order, CheckOrder):
        return LOCAL
    if isinstance(order, ClaimOrder) and order.web:
        return WEB
    return MODEL if settings().endpoint else LOCAL


def quote(order: JobOrder, dials: Dials | None = None) -> int:
    """The most that a job of this order may cost, in millionths: what its own limit says, or less where it cannot come to as much."""
    match order:
        case CheckOrder():
            return 0
        case AnswerOrder():
            told = settings()
            priced = told.endpoint and (told.endpoint_input_price or told.endpoint_output_price)
            limit = told.answer_cost if order.limits.max_cost is None else order.limits.max_cost
            return Limits(max_cost=limit).cap().money_micros if priced else 0
    wanted = dials or Dials()
    reading = reader(wanted)(order.claim, order.as_of)
    if isinstance(reading, Refusal):
        return 0
    at_hand = means_with_web(means(reading)) if order.web else means(reading)
    worst = estimate.estimate(reading, at_hand, order.limits, wanted, lexicon()).worst.money_micros
    if worst >= ENDLESS:
        raise InputError("what this may cost has no bound; give a max_cost")
    return worst


def _bounded(order: JobOrder, held_micros: int) -> JobOrder:
    """The order with what was set aside for it as its limit on money."""
    if isinstance(order, CheckOrder):
        return order
    return replace(order, limits=replace(order.limits, max_cost=held_micros / MICROS))
