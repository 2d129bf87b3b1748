"""A worker: takes jobs from the queues, tells that it lives, looks after what others have left, and ends in order when it is asked to."""

import asyncio
import os
import signal
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

from veracious import app
from veracious.domain.errors import VeraciousError
from veracious.domain.job import Job
from veracious.faces.logs import frames

BEAT_SECONDS = 2.0  # between two signs of life
GIVES_WAY = 10  # niceness: on a machine that it shares with the API and the store, those who ask are answered first
GRACE_SECONDS = 20.0  # in which jobs may end once the worker is asked to; what is left is taken over by another

Say = Callable[..., Any]  # an event and its fields, into the log


async def run(say: Say, grace: float = GRACE_SECONDS) -> None:
    """Work until the process is asked to end."""
    os.nice(GIVES_WAY)
    worker, end = app.workers.worker(partial(_job_failed, say)), asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, end.set)
    await worker.registry.see(worker.id)
    beating = asyncio.create_task(_beat(worker))  # by itself: a round may take long on a machine that is busy
    await asyncio.to_thread(worker.queue.start)
    say("worker_started", executor=worker.id.executor, version=worker.id.version)
    while not end.is_set():
        await _round(worker, say)
        with suppress(TimeoutError):
            async with asyncio.timeout(BEAT_SECONDS):
                await end.wait()
    say("worker_stopping", executor=worker.id.executor, jobs=worker.busy)
    await worker.queue.stop(grace)
    beating.cancel()
    await worker.registry.leave(worker.id)
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


def _job_failed(say: Say, job: Job, error: Exception) -> None:
    say("job_failed", job=job.id, workspace=job.workspace, kind=job.kind, tries=job.tries, error=type(error).__name__, frames=frames(error))


async def _beat(worker: app.workers.Worker) -> None:
    """Signs of life, until the last jobs have ended."""
    while True:
        with suppress(VeraciousError):
            await worker.registry.see(worker.id)
        await asyncio.sleep(BEAT_SECONDS)
