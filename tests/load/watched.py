"""A process that says again and again what it holds: memory, files, connections, threads, tasks.

`python -m tests.load.watched serve --port 8300` is `veracious serve` watched; a worker calls `watch` itself. Lines go to the file that
`TEST_WATCH` names.

A pool opens a connection when it first needs one more, and keeps it: that is no leak. One that somebody borrowed and never gave back is,
and so is one of no pool; both are counted as lent.
"""

import asyncio
import json
import os
import socket
import stat
import threading
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import wraps
from pathlib import Path
from typing import Any
from weakref import WeakSet

from psycopg_pool import ConnectionPool
from sqlalchemy.pool import QueuePool

WATCH = "TEST_WATCH"
EVERY_S = 5.0
POSTGRES = ".s.PGSQL."  # in the name of every socket that PostgreSQL listens on

KNOWN_BY = {ConnectionPool: "__init__", QueuePool: "connect"}  # what a pool is asked before it holds a connection

_pools: WeakSet[Any] = WeakSet()


@dataclass(frozen=True, slots=True)
class Held:
    """What a process holds at some moment."""

    at: float
    rss: int  # bytes
    files: int  # whatever is open and is no connection to the database
    connections: int  # to the database
    lent: int  # of these, how many lie in no pool for whoever needs one next
    threads: int
    tasks: int  # that are not done, on whatever loop


def held() -> Held:
    """What this process holds now."""
    told = dict(line.split(":", 1) for line in Path("/proc/self/status").read_text("ascii").splitlines())
    tasks = sum(1 for one in _tasks() if not one.done())
    opened = [int(one.name) for one in Path("/proc/self/fd").iterdir()]
    connections, idle = sum(map(_is_connection, opened)), sum(map(_idle, list(_pools)))
    rss, threads = int(told["VmRSS"].split()[0]) * 1024, int(told["Threads"])
    return Held(time.time(), rss, len(opened) - connections, connections, connections - idle, threads, tasks)


def know_pools() -> None:
    """Remember every pool that this process uses from now on: the store's own, and the queue's."""
    for kind, name in KNOWN_BY.items():
        setattr(kind, name, _remembering(getattr(kind, name)))


def _remembering(use: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(use)
    def using(self: object, *args: Any, **options: Any) -> Any:
        given = use(self, *args, **options)
        _pools.add(self)
        return given

    return using


def _idle(pool: Any) -> int:
    """How many connections lie in a pool."""
    return int(pool.checkedin() if isinstance(pool, QueuePool) else pool.get_stats()["pool_available"])


def _is_connection(descriptor: int) -> bool:
    """Whether the database is at its other end."""
    try:
        if not stat.S_ISSOCK(os.fstat(descriptor).st_mode):
            return False
        with socket.fromfd(descriptor, socket.AF_UNIX, socket.SOCK_STREAM) as one:
            return POSTGRES in str(one.getpeername())
    except OSError:  # it listens, or was closed meanwhile
        return False


def _tasks() -> list[Any]:
    """Every task of this process. Python itself keeps them; to ask the garbage collector for them breaks tuples that are being made."""
    while True:
        try:
            return list(vars(asyncio.tasks)["_all_tasks"])
        except RuntimeError:  # one came or went meanwhile
            continue


def watch() -> None:
    """Say it from now on, if somebody wants to know."""
    if WATCH not in os.environ:
        return
    place = Path(os.environ[WATCH])
    know_pools()

    def say() -> None:
        while True:
            with place.open("a", encoding="utf-8") as lines:
                lines.write(json.dumps(asdict(held())) + "\n")
            time.sleep(EVERY_S)

    threading.Thread(target=say, daemon=True).start()


def told(place: Path) -> list[Held]:
    """What a process said so far."""
    return [Held(**json.loads(line)) for line in place.read_text("utf-8").splitlines()]


if __name__ == "__main__":
    from veracious.faces.cli.main import run

    watch()
    run()
