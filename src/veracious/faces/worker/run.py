"""A worker: takes jobs from the queues, tells that it lives, looks after what others have left, and ends in order when it is asked to."""

import asyncio
import os
import signal
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, suppress
from functools import partial
from typing import Any

import structlog

from veracious import app, settings
from veracious.domain.errors import VeraciousError
from veracious.domain.job import Ended, Job
from veracious.domain.webhook import Delivery, DeliveryAttempt
from veracious.faces.logs import frames
from veracious.flow.delivery import Told

BEAT_SECONDS = 2.0  # between two signs of life
GIVES_WAY = 10  # niceness: on a machine that it shares with the API and the store, those who ask are answered first
GRACE_SECONDS = 20.0  # in which jobs may end once the worker is asked to; what is left is taken over by another

Say = Callable[..., Any]  # an event and its fields, into the log


async def run(say: Say, grace: float = GRACE_SECONDS) -> None:
    """Work until the process is asked to end."""
    os.nice(GIVES_WAY)
    deliveries = Told(partial(_delivered, say), partial(_delivery_failed, say), partial(_given_up, say))
    observers = (partial(_job_begun, say), partial(_job_failed, say), partial(_job_ended, say))
    told = app.workers.Told(_around, *observers, deliveries, partial(_deliveries_broken, say))
    worker, end = app.workers.worker(told), asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, end.set)
    await worker.see()
    close = _told(worker, say)
    beating = asyncio.create_task(_beat(worker))  # by itself: a round may take long on a machine that is busy
    delivering = asyncio.create_task(worker.deliveries.run())
    await asyncio.to_thread(worker.queue.start)
    say("worker_started", executor=worker.id.executor, version=worker.id.version)
    while not end.is_set():
        await _round(worker, say)
        with suppress(TimeoutError):
            async with asyncio.timeout(BEAT_SECONDS):
                await end.wait()
    say("worker_stopping", executor=worker.id.executor, jobs=worker.busy)
    await worker.queue.stop(grace)
    await worker.deliveries.stop()
    delivering.cancel()
    beating.cancel()
    await worker.registry.leave(worker.id)
    close()
    say("worker_stopped", executor=worker.id.executor, jobs=worker.busy)


async def _round(worker: app.workers.Worker, say: Say) -> None:
    """One round of looking after things; a store that is away is no reason to end."""
    try:
        for name in await worker.look_after():
            say("job_taken_over", job=name, executor=worker.id.executor)
    except VeraciousError as failed:
        say("worker_waits", executor=worker.id.executor, cause=str(failed))
    except Exception as unforeseen:  # jobs go on, and the next round may do better
        say("round_failed", executor=worker.id.executor, error=type(unforeseen).__name__, frames=frames(unforeseen))


def _told(worker: app.workers.Worker, say: Say) -> Callable[[], None]:
    """Tell the figures of this worker where the settings say; a port that is taken is no reason not to work."""
    host, _, port = settings.read().worker_metrics.rpartition(":")
    if not host:
        return lambda: None
    try:
        return worker.metrics.serve(host.strip("[]"), int(port))
    except OSError as failed:
        say("metrics_not_served", executor=worker.id.executor, port=int(port), error=failed.strerror or type(failed).__name__)
        return lambda: None


def _around(workspace: str, name: str) -> AbstractContextManager[object]:
    """In every line that is written of a job, by whatever is asked for it, stands which it is of."""
    return structlog.contextvars.bound_contextvars(workspace=workspace, job=name, request_id="")


def _job_begun(say: Say, job: Job) -> None:
    structlog.contextvars.bind_contextvars(request_id=job.request_id)
    say("job_begun", **_names(job), kind=job.kind, tries=job.tries)


def _job_ended(say: Say, job: Job, ended: Ended, seconds: float) -> None:
    say("job_ended", **_names(job), kind=job.kind, outcome=ended.outcome, seconds=round(seconds, 3))


def _names(job: Job) -> dict[str, str]:
    return {"job": job.id, "workspace": job.workspace, "request_id": job.request_id}


def _job_failed(say: Say, job: Job, error: Exception) -> None:
    say("job_failed", **_names(job), kind=job.kind, tries=job.tries, error=type(error).__name__, frames=frames(error))


def _delivered(say: Say, delivery: Delivery) -> None:
    say("webhook_told", workspace=delivery.workspace, job=delivery.job, tries=delivery.tries + 1)


def _delivery_failed(say: Say, delivery: Delivery, attempt: DeliveryAttempt) -> None:
    """The status alone: what else is known of a receiver is its workspace's to see."""
    say("webhook_failed", workspace=delivery.workspace, job=delivery.job, tries=delivery.tries + 1, status=attempt.status)


def _given_up(say: Say, delivery: Delivery, jobs: Sequence[str]) -> None:
    for job in jobs:
        say("webhook_given_up", workspace=delivery.workspace, job=job)


def _deliveries_broken(say: Say, error: Exception) -> None:
    say("webhooks_broken", error=type(error).__name__, frames=frames(error))


async def _beat(worker: app.workers.Worker) -> None:
    """Signs of life, until the last jobs have ended."""
    while True:
        with suppress(VeraciousError):
            await worker.see()
        await asyncio.sleep(BEAT_SECONDS)
