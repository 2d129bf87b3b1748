"""What the service bears on two cores, with providers that take their time: `make load`.

Every time is checked against the same on an idle server in the same run, and every rate against the bare queue and the bare engine.
"""

import asyncio
import json
import random
import statistics
import time
from collections.abc import Callable, Iterator
from contextlib import suppress

import psycopg
import pytest

from tests.faults.web_engine import settings_of
from tests.internet import Internet
from tests.load import afar
from tests.load.busy_worker import CONSTANT, EMPTY
from tests.load.crowd import Visitor, Waits, door, p95
from tests.service import Service
from veracious.adapters.postgres.server import Addresses

pytestmark = pytest.mark.long

LATENCY_S = 0.3  # of every answer of the internet
WORKERS = 2
WARM, IDLE, AT_ONCE, JOBS = 8, 40, 200, 400
RAMP_S = 20.0
FLOOD, SINGLES = 500, 11
EMPTIES, BARE = 2_000, 100
ALLOWED, DELAYED, SHARE = 3.0, 2.0, 0.5


@pytest.fixture(scope="module")
def internet() -> Iterator[Internet]:
    with afar.internet(LATENCY_S) as opened:
        yield opened


@pytest.fixture
def service(new_addresses: Callable[..., Addresses], internet: Internet, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    settings = {**settings_of(internet), "VERACIOUS_SEARCH": "tavily", "VERACIOUS_SEARCH_PRICE": "0.001"}
    made = Service(new_addresses(), tmp_path_factory.mktemp("load"), **settings)
    try:
        made.serve()
        yield made
    finally:
        made.close()


@pytest.fixture(scope="module")
def rates() -> dict[str, float]:
    """Jobs a second, by what runs them."""
    return {}


def work(service: Service, **settings: str) -> None:
    """Start the workers."""
    for number in range(WORKERS):
        service.launch(f"worker-{number}", "-m", "tests.load.busy_worker", VERACIOUS_THINKING="1", **settings)


def tell(**figures: object) -> None:
    """A line for the page of results."""
    print("\n" + json.dumps(figures), flush=True)


async def idle(url: str, key: str) -> Waits:
    """One claim after the other on a server that does nothing else."""
    waits = Waits()
    async with door(url) as http:
        for number in range(WARM + IDLE):
            visitor = Visitor(http, key, waits if number >= WARM else Waits(), random.Random(f"idle {number}"))
            name = await visitor.verify()
            for _ in range(3):
                assert await visitor.read(name) in ("completed", "completed_from_cache")
    return waits


async def crowded(url: str, key: str, jobs: int) -> tuple[Waits, float]:
    """Two hundred claims under way at any time, each followed by whoever handed it in; and how many are finished in a second."""
    waits, left, ends = Waits(), iter(range(jobs)), list[float]()

    async def visit(number: int) -> None:
        visitor = Visitor(http, key, waits, random.Random(f"crowd {number}"))
        await asyncio.sleep(number / AT_ONCE * RAMP_S)
        for _ in left:
            name = await visitor.verify()
            ends.append(time.monotonic())
            assert await visitor.read(name) in ("completed", "completed_from_cache")
            known.append(name)

    async def look_around() -> None:
        visitor, chance = Visitor(http, key, waits, random.Random(0)), random.Random(1)
        while True:
            await asyncio.sleep(0.2)
            if known:
                await visitor.read(chance.choice(known))

    known: list[str] = []
    async with door(url) as http:
        looking = asyncio.create_task(look_around())
        await asyncio.gather(*(visit(number) for number in range(AT_ONCE)))
        looking.cancel()
        with suppress(asyncio.CancelledError):
            await looking
    steady = [one for one in ends if one > ends[0] + RAMP_S]
    full = steady[: len(steady) - AT_ONCE // 2]  # afterwards there are fewer and fewer
    return waits, (len(full) - 1) / (full[-1] - full[0])


def compared(before: Waits, now: Waits) -> dict[str, float]:
    """How much longer requests take."""
    told: dict[str, float] = {}
    for name in ("submit", "read"):
        quiet, busy = p95(getattr(before, name)), p95(getattr(now, name))
        told |= {
            f"{name}_idle_ms": round(1000 * quiet, 1),
            f"{name}_busy_ms": round(1000 * busy, 1),
            f"{name}_ratio": round(busy / quiet, 2),
        }
    return told


def test_two_hundred_at_once(service: Service, rates: dict[str, float]) -> None:
    work(service, **{CONSTANT: "1"})
    key = service.key("crowd", "verify")
    before = asyncio.run(idle(service.url, key))
    now, rate = asyncio.run(crowded(service.url, key, JOBS))
    told, rates["service"] = compared(before, now), rate
    tell(test="two_hundred_at_once", **told, jobs_a_second=round(rate, 2), median_job_s=round(statistics.median(now.job), 1))
    assert told["submit_ratio"] <= ALLOWED
    assert told["read_ratio"] <= ALLOWED


def test_a_flood_delays_nobody_else(service: Service) -> None:
    work(service, **{CONSTANT: "1"})
    flooding, before, meanwhile = (service.key(name, "verify") for name in ("flood", "alone", "beside"))  # they share nothing they read

    async def both() -> tuple[list[float], list[float], int]:
        async with door(service.url) as http:
            alone, beside, others = Waits(), Waits(), Waits()

            async def one_by_one(key: str, waits: Waits, numbers: range) -> None:
                for number in numbers:
                    await Visitor(http, key, waits, random.Random(f"single {number}")).verify()

            await one_by_one(meanwhile, Waits(), range(-WARM, 0))
            await one_by_one(before, Waits(), range(-WARM, 0))
            await one_by_one(before, alone, range(SINGLES))
            many = [Visitor(http, flooding, others, random.Random(f"flood {number}")) for number in range(FLOOD)]
            names = [await one.submit() for one in many]
            await one_by_one(meanwhile, beside, range(SINGLES))
            states = [await one.read(name) for one, name in zip(many, names, strict=True)]
            return alone.job, beside.job, states.count("")

    alone, beside, left = asyncio.run(both())
    ratios = sorted(now / then for then, now in zip(alone, beside, strict=True))
    means = {"alone_s": round(statistics.mean(alone), 2), "beside_s": round(statistics.mean(beside), 2)}
    ratio = statistics.mean(beside) / statistics.mean(alone)
    tell(
        test="flood",
        **means,
        ratio=round(ratio, 2),
        median_ratio=round(statistics.median(ratios), 2),
        worst=round(ratios[-1], 2),
        left=left,
    )
    assert left > 0, "the flood was over before the single jobs were"
    assert ratio <= DELAYED
    assert statistics.median(ratios) <= DELAYED


def test_the_bare_queue(service: Service, rates: dict[str, float]) -> None:
    key = service.key("empty", "verify")

    async def fill() -> None:
        async with door(service.url) as http:
            for number in range(EMPTIES):
                await Visitor(http, key, Waits(), random.Random(f"empty {number}")).submit()

    asyncio.run(fill())
    work(service, **{EMPTY: "1"})
    with psycopg.connect(service.own.owner, autocommit=True) as connection:

        def done() -> int:
            row = connection.execute("select count(*) from dbos.workflow_status where status = 'SUCCESS'").fetchone()
            return int(row[0]) if row else 0

        while done() < EMPTIES // 10:
            time.sleep(0.05)
        first, began = done(), time.monotonic()
        while done() < EMPTIES * 9 // 10:
            time.sleep(0.05)
        rate = (done() - first) / (time.monotonic() - began)
    rates["queue"] = rate
    tell(test="bare_queue", jobs_a_second=round(rate, 1))


def test_the_service_beside_the_bare_engine(service: Service, rates: dict[str, float]) -> None:
    running = [
        service.launch(f"bare-{number}", "-m", "tests.load.bare_engine", str(BARE), str(number), **{CONSTANT: "1"})
        for number in range(WORKERS)
    ]
    for process in running:
        assert process.wait(600) == 0, service.said("bare-0")
    rates["engine"] = sum(float(service.said(f"bare-{number}").splitlines()[-1]) for number in range(WORKERS))
    shares = {f"of_the_{name}": round(rates.get("service", 0.0) / rate, 3) for name, rate in rates.items() if name != "service"}
    tell(test="bare_engine", jobs_a_second=round(rates["engine"], 2), **shares)
    assert rates.get("service", 0.0) >= SHARE * rates["engine"], "run with test_two_hundred_at_once"
