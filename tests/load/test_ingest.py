"""Two megabytes of documents handed in over HTTP while fifty read: those who read hardly notice. `make load`."""

import asyncio
import json
import random
import time
from collections.abc import Callable, Iterator

import httpx2
import pytest

from tests.faults import corpus
from tests.load.crowd import END_S, door, p95
from tests.service import Service
from veracious.adapters.postgres.server import Addresses
from veracious.client import Client

pytestmark = pytest.mark.long

READERS, PAUSE_S = 50, 1.0  # each reads, thinks for about so long, and reads again
MEASURED_S = 30.0
REQUESTS, DOCUMENTS, BYTES = 4, 25, 20_000  # two million bytes in all
SENTENCE = 80  # bytes at least
ALLOWED = 2.0
CLAIM = "Norwick0 is the capital of Norwick0land."


@pytest.fixture
def service(new_addresses: Callable[..., Addresses], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    made = Service(new_addresses(), tmp_path_factory.mktemp("load"))
    try:
        made.serve()
        made.work("worker")
        yield made
    finally:
        made.close()


def text(number: int, size: int = BYTES) -> str:
    """A document of so many bytes."""
    told = corpus._story(random.Random(number), f"Norwick{number}", size // SENTENCE + 1)
    assert len(told) >= size
    return told[:size]


def bodies() -> list[bytes]:
    """Two megabytes of documents as they are sent, made before anything is measured."""
    numbers = iter(range(1, 1 + REQUESTS * DOCUMENTS))
    return [json.dumps({"documents": [{"text": text(next(numbers))} for _ in range(DOCUMENTS)]}).encode() for _ in range(REQUESTS)]


async def reading(http: httpx2.AsyncClient, headers: dict[str, str], job: str, seed: str, until: Callable[[], bool]) -> list[float]:
    """Seconds that the reads of one reader took."""
    chance, took = random.Random(seed), list[float]()
    while not until():
        await asyncio.sleep(chance.uniform(0, 2 * PAUSE_S))
        began = time.monotonic()
        path = chance.choice(("/v1/documents?limit=20", f"/v1/verifications/{job}", "/v1/verifications?limit=20"))
        answer = await http.get(path, headers=headers)
        took.append(time.monotonic() - began)
        assert answer.status_code == 200, answer.text
    return took


async def crowd(url: str, headers: dict[str, str], job: str, phase: str) -> list[float]:
    """Seconds that reads of all readers took."""
    end = time.monotonic() + MEASURED_S
    async with door(url) as http:
        found = await asyncio.gather(
            *(reading(http, headers, job, f"{phase} {number}", lambda: time.monotonic() > end) for number in range(READERS))
        )
    return [one for took in found for one in took]


async def ingesting(url: str, headers: dict[str, str], given: list[bytes]) -> list[str]:
    """Documents handed in, request by request; where the jobs are."""
    places = []
    async with door(url) as http:
        for body in given:
            answer = await http.post("/v1/documents", content=body, headers=headers | {"Content-Type": "application/json"})
            assert answer.status_code == 202, answer.text
            places.append(answer.headers["Location"])
    return places


def unfinished(client: Client, places: list[str]) -> int:
    """How many of these jobs are not finished."""
    return sum(client._asked("GET", place).json()["state"] != "finished" for place in places)


def test_two_megabytes_come_in_beside_fifty_readers(service: Service) -> None:
    """What is quiet is measured before and after, so that a machine that is busy with something else is so for both."""
    key, given = service.key("crowd", "write"), bodies()
    assert sum(map(len, given)) > REQUESTS * DOCUMENTS * BYTES
    headers = {"Authorization": f"Bearer {key}"}
    with service.client(key) as client:
        client.put(*({"text": text(number, 500)} for number in range(20)))
        job = client.wait(client.verify(CLAIM), 600).id

        async def both() -> tuple[list[float], list[str]]:
            return await asyncio.gather(crowd(service.url, headers, job, "busy"), ingesting(service.url, headers, given))

        asyncio.run(crowd(service.url, headers, job, "warm"))
        quiet = asyncio.run(crowd(service.url, headers, job, "before"))
        busy, places = asyncio.run(both())
        left = unfinished(client, places)
        print(f"\nbefore {1000 * p95(quiet):.1f} ms, meanwhile {1000 * p95(busy):.1f} ms", flush=True)
        for place in places:
            client._asked("DELETE", place)
        until = time.monotonic() + END_S
        while unfinished(client, places):
            assert time.monotonic() < until
            time.sleep(0.5)
        quiet += asyncio.run(crowd(service.url, headers, job, "after"))
    told = {"quiet_ms": round(1000 * p95(quiet), 1), "busy_ms": round(1000 * p95(busy), 1), "ratio": round(p95(busy) / p95(quiet), 2)}
    print("\n" + json.dumps({"test": "ingest", **told, "reads": len(busy), "jobs_left": left}), flush=True)
    assert left > 0, "it was over before it was measured"
    assert p95(busy) <= ALLOWED * p95(quiet)
