"""A process that says again and again what it holds: memory, files, connections, threads, tasks.

`python -m tests.load.watched serve --port 8300` is `veracious serve` watched; a worker calls `watch` itself. Lines go to the file that
`TEST_WATCH` names.
"""

import asyncio
import json
import os
import socket
import stat
import threading
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

WATCH = "TEST_WATCH"
EVERY_S = 5.0
POSTGRES = ".s.PGSQL."  # in the name of every socket that PostgreSQL listens on


@dataclass(frozen=True, slots=True)
class Held:
    """What a process holds at some moment."""

    at: float
    rss: int  # bytes
    files: int  # whatever is open and is no connection to the database
    connections: int  # to the database
    threads: int
    tasks: int  # that are not done, on whatever loop


def held() -> Held:
    """What this process holds now."""
    told = dict(line.split(":", 1) for line in Path("/proc/self/status").read_text("ascii").splitlines())
    tasks = sum(1 for one in _tasks() if not one.done())
    opened = [int(one.name) for one in Path("/proc/self/fd").iterdir()]
    connections = sum(map(_is_connection, opened))
    return Held(time.time(), int(told["VmRSS"].split()[0]) * 1024, len(opened) - connections, connections, int(told["Threads"]), tasks)


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
