"""An hour at seven tenths of what the service can bear, with its own models: it holds no more at the end than before.

`VERACIOUS_SOAK_MINUTES` says how many minutes it is instead.
"""

import asyncio
import json
import os
import random
import statistics
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path

import psycopg
import pytest

from tests.faults.web_engine import settings_of
from tests.load import afar
from tests.load.crowd import Visitor, Waits, door
from tests.load.watched import EVERY_S, WATCH, Held, told
from tests.service import Service
from veracious.adapters.postgres.server import Addresses

pytestmark = pytest.mark.long

LATENCY_S = 0.3
WORKERS = 2
AT_ONCE, MEASURED = 12, 120  # jobs under way, and in all, while its capacity is measured
SHARE = 0.7
MINUTES = int(os.environ.get("VERACIOUS_SOAK_MINUTES", "60"))
QUIET_S = 45.0  # in which everything that belongs to a job is let go
LOOKS = 6  # at what is held then; twice as many where the two counts of connections do not agree
GROWTH = 1.03
AT_MOST = {"api": 8 + 1, **{f"worker-{number}": 8 + 8 + 2 for number in range(WORKERS)}}  # connections, as the manual says
POOLED = 4  # threads that a pool makes when it first needs them, and keeps
CONNECTIONS = "select count(*) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()"


@pytest.fixture
def service(new_addresses: Callable[..., Addresses], tmp_path: Path) -> Iterator[Service]:
    with afar.internet(LATENCY_S) as internet:
        settings = {**settings_of(internet), "VERACIOUS_SEARCH": "tavily", "VERACIOUS_SEARCH_PRICE": "0.001", "VERACIOUS_THINKING": "1"}
        made = Service(new_addresses(), tmp_path, **settings)
        try:
            for number in range(WORKERS):
                name = f"worker-{number}"
                made.launch(name, "-m", "tests.load.busy_worker", **{WATCH: str(tmp_path / f"{name}.held")})
            made.launch("api", "-m", "tests.load.watched", "serve", "--port", str(made.port), **{WATCH: str(tmp_path / "api.held")})
            until = time.monotonic() + 60
            while not made.answers():
                assert time.monotonic() < until, made.said("api")
                time.sleep(0.1)
            yield made
        finally:
            made.close()


def connections(service: Service) -> int:
    """How many connections the database has."""
    with psycopg.connect(service.own.owner) as connection:
        row = connection.execute(CONNECTIONS).fetchone()
        return int(row[0]) if row else 0


def quiet(service: Service) -> tuple[int, Mapping[str, Held]]:
    """What is held once nothing happens any more: as the database counts connections, and as the processes do, some seconds ago.

    A process asks the database now and then even so: of the connections lent it tells the fewest, as one that is kept is always missing.
    """
    time.sleep(QUIET_S)
    since = time.time()
    look = 0
    while True:
        look += 1
        time.sleep(EVERY_S)
        counted, each = connections(service), {name: told(service.folder / f"{name}.held") for name in service.parts}
        agree = counted == sum(lines[-1].connections for lines in each.values())
        if look >= (LOOKS if agree else 2 * LOOKS):
            fewest = {name: min(one.lent for one in lines if one.at >= since) for name, lines in each.items()}
            return counted, {name: replace(lines[-1], lent=fewest[name]) for name, lines in each.items()}


async def capacity(url: str, key: str) -> float:
    """How many jobs it finishes in a second when there is always another."""
    left, ends = iter(range(MEASURED)), list[float]()

    async def visit(number: int) -> None:
        visitor = Visitor(http, key, Waits(), random.Random(f"capacity {number}"))
        for _ in left:
            await visitor.verify()
            ends.append(time.monotonic())

    async with door(url) as http:
        await asyncio.gather(*(visit(number) for number in range(AT_ONCE)))
    full = ends[AT_ONCE:-AT_ONCE]
    return (len(full) - 1) / (full[-1] - full[0])


async def soak(url: str, key: str, rate: float, seconds: float) -> int:
    """Claims that come by chance, so many in a second; how many were finished."""
    chance, running, done = random.Random(9), set[asyncio.Task[None]](), 0

    async def visit(number: int) -> None:
        nonlocal done
        visitor = Visitor(http, key, Waits(), random.Random(f"soak {number}"))
        assert await visitor.read(await visitor.verify()) in ("completed", "completed_from_cache")
        done += 1

    async with door(url) as http:
        until, number = time.monotonic() + seconds, 0
        while time.monotonic() < until:
            await asyncio.sleep(chance.expovariate(rate))
            running.add(asyncio.create_task(visit(number)))
            number += 1
        await asyncio.gather(*running)
    return done


def most(service: Service) -> Mapping[str, int]:
    """The most connections that each process had at a time."""
    return {name: max(one.connections for one in told(service.folder / f"{name}.held")) for name in service.parts}


def minutes(service: Service, began: float, first: int, last: int) -> float:
    """What all processes held together between two minutes, in bytes, on average."""
    of_each = [
        statistics.mean(one.rss for one in told(service.folder / f"{name}.held") if first * 60 <= one.at - began < last * 60)
        for name in service.parts
    ]
    return sum(of_each)


def test_it_holds_no_more_at_the_end(service: Service) -> None:
    key = service.key("soak", "verify")
    full = asyncio.run(capacity(service.url, key))
    connected, before = quiet(service)
    began = time.time()
    done = asyncio.run(soak(service.url, key, SHARE * full, MINUTES * 60))
    growth = minutes(service, began, MINUTES * 2 // 3, MINUTES) / minutes(service, began, MINUTES // 3, MINUTES * 2 // 3)
    still, after = quiet(service)
    figures = {name: {"before": vars_of(before[name]), "after": vars_of(after[name])} for name in service.parts}
    spans = [round(minutes(service, began, first, first + MINUTES // 3) / 1e6) for first in range(0, MINUTES, MINUTES // 3)]
    print("\n" + json.dumps({"capacity": round(full, 2), "jobs": done, "megabytes": spans, "growth": round(growth, 4), "held": figures}))
    reached = most(service)
    print(json.dumps({"connections": [connected, still], "most_at_a_time": reached, "sampled_every_s": EVERY_S}))
    assert growth <= GROWTH
    assert all(one <= AT_MOST[name] for name, one in reached.items())
    assert still == sum(one.connections for one in after.values())  # nobody else has one
    for name, one in after.items():
        assert one.lent <= before[name].lent, name
        assert one.files <= before[name].files, name
        assert one.tasks <= before[name].tasks, name
        assert one.threads <= before[name].threads + POOLED, name


def vars_of(one: Held) -> dict[str, int]:
    """The figures of a moment."""
    counts = {"files": one.files, "connections": one.connections, "lent": one.lent, "threads": one.threads, "tasks": one.tasks}
    return {"megabytes": round(one.rss / 1e6), **counts}
