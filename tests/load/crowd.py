"""Many who use a service at once, and how long they wait."""

import asyncio
import random
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import httpx2

from tests.internet import AS_OF

TOWNS = ("Brisa", "Northquay", "Velmar", "Ostrand")
THINGS = ("lighthouse", "harbour bridge", "ferry", "fish factory", "tanker", "museum", "school", "market")
END_S = 600.0
AGAIN_S = 1.0  # before a stream is asked for again that there was no room for
OPEN_STREAMS = 400
IDLE_S = 2.0  # after which a connection is not used again: less than a server keeps one, which could close it in the same moment


def claim(chance: random.Random) -> str:
    """A claim that hardly anybody made before."""
    town, thing, height = chance.choice(TOWNS), chance.choice(THINGS), chance.randint(10, 9_999)
    return chance.choice(
        (
            f"The {town} {thing} is {height} metres tall.",
            f"The {town} {thing} cost {height} million.",
            f"The {thing} in {town} was visited by {height} people in 2025.",
        )
    )


@dataclass
class Waits:
    """Seconds that requests took."""

    submit: list[float] = field(default_factory=list)
    read: list[float] = field(default_factory=list)
    job: list[float] = field(default_factory=list)


def p95(seconds: Sequence[float]) -> float:
    """The time that one in twenty takes longer than."""
    ordered = sorted(seconds)
    return ordered[min(len(ordered) - 1, int(0.95 * len(ordered)))]


class Visitor:
    """Somebody with a key."""

    def __init__(self, http: httpx2.AsyncClient, key: str, waits: Waits, chance: random.Random) -> None:
        self.http, self.waits, self.chance = http, waits, chance
        self.headers = {"Authorization": f"Bearer {key}"}

    async def submit(self) -> str:
        """Hand a claim in; the name of its job."""
        given = {"claim": claim(self.chance), "as_of": AS_OF.isoformat(), "web": True}
        began = time.monotonic()
        answer = await self.http.post("/v1/verifications", json=given, headers=self.headers)
        self.waits.submit.append(time.monotonic() - began)
        assert answer.status_code == 202, answer.text
        return str(answer.json()["id"])

    async def read(self, name: str) -> str:
        """Look at a job; its outcome, empty while it runs."""
        began = time.monotonic()
        answer = await self.http.get(f"/v1/verifications/{name}", headers=self.headers)
        self.waits.read.append(time.monotonic() - began)
        assert answer.status_code == 200, answer.text
        return str(answer.json()["outcome"] or "")

    async def finish(self, name: str) -> None:
        """Follow a job to its end; where a workspace follows as many as it may, again a moment later."""
        async with asyncio.timeout(END_S):
            while not await self._followed(name):
                await asyncio.sleep(AGAIN_S)

    async def _followed(self, name: str) -> bool:
        async with self.http.stream("GET", f"/v1/verifications/{name}/events", headers=self.headers, timeout=END_S) as stream:
            if stream.status_code == 429:
                return False
            async for line in stream.aiter_lines():
                if line == "event: finished":
                    return True
        raise AssertionError(f"{name}: the stream ended before the job, with {stream.status_code}")

    async def verify(self) -> str:
        """A claim from the handing in to the end; the name of its job."""
        began = time.monotonic()
        name = await self.submit()
        await self.finish(name)
        self.waits.job.append(time.monotonic() - began)
        return name


@asynccontextmanager
async def door(url: str) -> AsyncIterator[httpx2.AsyncClient]:
    """Connections to a service, as many as are wanted."""
    limits = httpx2.Limits(max_connections=OPEN_STREAMS, max_keepalive_connections=OPEN_STREAMS, keepalive_expiry=IDLE_S)
    async with httpx2.AsyncClient(base_url=url, timeout=60.0, limits=limits) as http:
        yield http
