"""A worker on the loopback internet that can be made to kill itself: `python -m tests.faults.armed_worker`.

It gets ready, says so on a line of its own, and begins to work when a line comes in. The line says when it dies: `before N` or `after N`
counts the answers that are committed to tapes, `seconds S` counts from the beginning of its first job, an empty line is never. It dies by
SIGKILL, which nothing in a process can see coming.
"""

import asyncio
import os
import signal
import sys
import threading
from collections.abc import Callable
from datetime import timedelta
from typing import Any

from tests.faults.web_engine import stay_inside
from veracious import wiring
from veracious.adapters.durable import Lane
from veracious.adapters.postgres import workers
from veracious.adapters.postgres.tape import PostgresTape
from veracious.app.workers import Worker, version
from veracious.faces.worker import run
from veracious.wiring import service

LANES, SILENT, TAKE = "TEST_LANES", "TEST_SILENT", "TEST_TAKE"


def _die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def arm(when: str) -> None:
    """Have this process die at the moment that is named."""
    kind, _, number = when.partition(" ")
    if kind in ("before", "after"):
        left, lock, note = [int(number)], threading.Lock(), PostgresTape._note

        async def counted(self: PostgresTape, *given: Any) -> str:
            with lock:
                left[0] -= 1
                is_last = left[0] == 0
            if is_last and kind == "before":
                _die()
            named = await note(self, *given)
            if is_last:
                _die()
            return named

        PostgresTape._note = counted  # type: ignore[assignment,method-assign]
    elif kind == "seconds":
        perform = Worker.perform

        async def timed(self: Worker, workspace: str, name: str) -> str | None:
            threading.Timer(float(number), _die).start()
            return await perform(self, workspace, name)

        Worker.perform = timed  # type: ignore[method-assign]


def _take_to(queue: str) -> None:
    """Put what the dead have left into this queue, so that whoever stands by takes nothing that is new."""
    from dbos import DBOS

    resume: Any = DBOS.resume_workflow
    setattr(DBOS, "resume_workflow", lambda name, *, queue_name="": resume(name, queue_name=queue))  # noqa: B010


def main() -> None:
    """Get ready, wait for the word, work."""
    stay_inside()
    service.queues = lambda: tuple(Lane(name, 8, 8) for name in os.environ[LANES].split(","))
    workers.SILENT = timedelta(seconds=float(os.environ[SILENT]))
    run.BEAT_SECONDS = float(os.environ[SILENT]) / 5
    if TAKE in os.environ:
        _take_to(os.environ[TAKE])
    wiring.loaded_models()
    version()
    print("ready", flush=True)
    arm(sys.stdin.readline().strip())
    say: Callable[..., None] = lambda event, **fields: print(event, fields, file=sys.stderr, flush=True)  # noqa: E731
    asyncio.run(run.run(say, 5.0))


if __name__ == "__main__":
    main()
