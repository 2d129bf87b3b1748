"""Where jobs are handed in, looked up and waited for."""

import asyncio
import time
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from functools import cache

from veracious import wiring
from veracious.app import costs
from veracious.domain.budget import MICROS
from veracious.domain.job import (
    ArticleOrder,
    CheckOrder,
    ClaimOrder,
    IngestOrder,
    Job,
    JobEvent,
    JobOrder,
    Kind,
    Submission,
    Unfinished,
    Workload,
)
from veracious.wiring import service

LOOK_SECONDS = 15.0  # after which whoever waits looks by itself, should a notification be lost


class JobDesk:
    """Jobs of any workspace, for those who hand them in."""

    def __init__(self) -> None:
        self._notifications = service.job_notifications()

    async def submit(self, workspace: str, submission: Submission) -> tuple[Job, bool]:
        """Take a job in; the job, and whether it is new: the same key of the same owner is the same job."""
        bounded = replace(submission, order=_bounded(submission.order, submission.held_micros))
        return await service.jobs(workspace).submit(wiring.new_id(), queue_of(submission.order), bounded)

    async def fetch(self, workspace: str, name: str) -> Job:
        """The job of this name."""
        return await service.jobs(workspace).fetch(name)

    async def newest(self, workspace: str, kind: Kind | None, after: tuple[datetime, str] | None, limit: int) -> Sequence[Job]:
        """Jobs, the newest first, those that come after this place."""
        return await service.jobs(workspace).newest(kind, after, limit)

    async def unfinished(self, workspace: str) -> Sequence[Unfinished]:
        """What of a workspace waits and what runs, by kind."""
        return await service.jobs(workspace).unfinished()

    async def cancel(self, workspace: str, name: str) -> Job:
        """Ask for the end of a job; a finished one stays as it is."""
        return await service.jobs(workspace).cancel(name)

    async def order(self, workspace: str, name: str) -> JobOrder:
        """What a job was asked."""
        return await service.jobs(workspace).order(name)

    async def events(self, workspace: str, name: str, after: int = 0) -> Sequence[JobEvent]:
        """What happened to a job after this number."""
        return await service.jobs(workspace).events(name, after)

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
        registry = service.worker_registry()
        return Workload(await registry.counted(), await registry.alive(), await registry.waiting())

    def quote(self, workspace: str, order: JobOrder) -> int:
        """The most that a job of this order may cost, in millionths."""
        return costs.quote(order)

    def close(self) -> None:
        """Listen no more."""
        self._notifications.close()


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
    return JobDesk()


def queue_of(order: JobOrder) -> str:
    """The queue of an order: that of the provider that bounds it. Searches are scarcer than a model, and a check asks neither.

    Documents stand in a queue of their own, since they take long and nobody waits for them.
    """
    if isinstance(order, IngestOrder):
        return service.INGEST_QUEUE
    if isinstance(order, CheckOrder):
        return service.LOCAL_QUEUE
    if isinstance(order, ClaimOrder | ArticleOrder) and order.web:
        return wiring.WEB_QUEUE
    return service.MODEL_QUEUE if wiring.settings().endpoint else service.LOCAL_QUEUE


def _bounded(order: JobOrder, held_micros: int) -> JobOrder:
    """The order with what was set aside for it as its limit on money."""
    if isinstance(order, CheckOrder | IngestOrder):
        return order
    return replace(order, limits=replace(order.limits, max_cost=held_micros / MICROS))
