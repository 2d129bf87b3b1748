"""A process that says again and again what it holds: memory, files, threads, tasks.

`python -m tests.load.watched serve --port 8300` is `veracious serve` watched; a worker calls `watch` itself. Lines go to the file that
`TEST_WATCH` names.
"""

import asyncio
import json
import os
import threading
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

WATCH = "TEST_WATCH"
EVERY_S = 5.0


@dataclass(frozen=True, slots=True)
class Held:
    """What a process holds at some moment."""

    at: float
    rss: int  # bytes
    files: int
    threads: int
    tasks: int  # that are not done, on whatever loop


def held() -> Held:
    """What this process holds now."""
    told = dict(line.split(":", 1) for line in Path("/proc/self/status").read_text("ascii").splitlines())
    tasks = sum(1 for one in _tasks() if not one.done())
    files = len(list(Path("/proc/self/fd").iterdir()))
    return Held(time.time(), int(told["VmRSS"].split()[0]) * 1024, files, int(told["Threads"]), tasks)


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
