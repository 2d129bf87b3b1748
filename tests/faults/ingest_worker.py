"""A worker that puts documents and can be made to kill itself: `python -m tests.faults.ingest_worker WHEN`.

`begun N` is when it has begun its N-th document and written nothing, `writing N` when all rows of it stand in a transaction that is not
committed, `written N` right behind the commit, `never` is never. It dies by SIGKILL, which nothing in a process can see coming.
"""

import asyncio
import os
import signal
import sys
from datetime import timedelta
from functools import cache
from typing import Any, NoReturn

from veracious.adapters.durable import Lane
from veracious.adapters.postgres import workers
from veracious.adapters.postgres.intake import PostgresIntake
from veracious.app import workers as app_workers
from veracious.faces.worker import run
from veracious.wiring import service

SILENT = 1.5  # seconds after which a silent worker is taken for dead here; shipped: 10


def _die() -> NoReturn:
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError


def arm(kind: str, number: int) -> None:
    """Have this process die at the moment that is named."""
    left = [number]

    def is_last() -> bool:
        left[0] -= 1
        return left[0] == 0

    begin, note, put = PostgresIntake.begin, PostgresIntake._note, PostgresIntake.put

    async def begun(self: PostgresIntake, which: int) -> Any:
        found = await begin(self, which)
        return _die() if is_last() else found

    def writing(self: PostgresIntake, *given: Any) -> None:
        note(self, *given)
        if is_last():
            _die()

    async def written(self: PostgresIntake, *given: Any) -> Any:
        found = await put(self, *given)
        return _die() if is_last() else found

    if kind == "begun":
        PostgresIntake.begin = begun  # type: ignore[method-assign,assignment]
    elif kind == "writing":
        PostgresIntake._note = writing  # type: ignore[method-assign,assignment]
    elif kind == "written":
        PostgresIntake.put = written  # type: ignore[method-assign,assignment]


def main(kind: str, number: str = "0") -> None:
    """Work until the process is asked to end, or the moment comes."""
    service.queues = lambda: (Lane(service.INGEST_QUEUE, 2, 1),)
    workers.SILENT = timedelta(seconds=SILENT)
    run.BEAT_SECONDS = SILENT / 5
    app_workers.version = cache(lambda: "v1")  # all are of one, which need not be told by the judge: nobody asks it here
    arm(kind, int(number))

    def say(event: str, **fields: object) -> None:
        print(event, fields, file=sys.stderr, flush=True)

    asyncio.run(run.run(say, 5.0))


if __name__ == "__main__":
    main(*sys.argv[1:])
