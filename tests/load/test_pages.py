"""A newsroom at work: a hundred who read verdicts while twenty claims are being checked: `make load`.

Every reader opens the page of a verdict every five seconds. How long 95 of 100 pages take at most is held against the same for one reader
of a server that does nothing else, in the same run.
"""

import asyncio
import random
import statistics
import time
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, field

import httpx2
import pytest

from tests.faces.pages.many_pieces import large, written
from tests.faces.web.browsing import READS, read
from tests.faults.web_engine import settings_of
from tests.internet import Internet
from tests.load import afar
from tests.load.busy_worker import CONSTANT
from tests.load.crowd import IDLE_S, Visitor, Waits, p95
from tests.load.test_load import WORKERS, tell
from tests.service import Service
from veracious.adapters.memory.embedder import WordEmbedder
from veracious.adapters.postgres.archive import PostgresArchive
from veracious.adapters.postgres.database import Database
from veracious.adapters.postgres.server import Addresses
from veracious.adapters.postgres.store import Store
from veracious.faces.http.authentication import COOKIE
from veracious.rules.reading.lexicon import Lexicon

pytestmark = pytest.mark.long

READERS, RUNS, EVERY_S, FOR_S = 100, 20, 5.0, 120.0
ALONE, VERDICTS, PIECES = 120, 12, 60  # pages that one reader opens; verdicts of runs; pieces of evidence of one verdict more
ALLOWED = 3.0
LATENCY_S = 0.3  # of every answer of the internet
WORKSPACE, NAME, PASSWORD = "newsroom", "Ada", "correct horse battery"


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
        made.person(WORKSPACE, NAME, PASSWORD)
        for number in range(WORKERS):
            made.launch(f"worker-{number}", "-m", "tests.load.busy_worker", VERACIOUS_THINKING="1", **{CONSTANT: "1"})
        yield made
    finally:
        made.close()


@dataclass
class Reading:
    """How long pages took, and what went wrong."""

    seconds: list[float] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)

    async def open(self, http: httpx2.AsyncClient, path: str) -> None:
        """Open the page of a verdict."""
        began = time.monotonic()
        try:
            answer = await http.get(path)
        except httpx2.HTTPError as failed:
            self.wrong.append(f"{path}: {failed!r}")
            return
        self.seconds.append(time.monotonic() - began)
        if answer.status_code != 200 or "Verdict:" not in answer.text:
            self.wrong.append(f"{path}: {answer.status_code}")


@asynccontextmanager
async def browser(url: str, session: Mapping[str, str]) -> AsyncIterator[httpx2.AsyncClient]:
    """A browser with connections of its own and this session: a name may not sign in a hundred times in a minute."""
    limits = httpx2.Limits(max_connections=2, max_keepalive_connections=2, keepalive_expiry=IDLE_S)
    async with httpx2.AsyncClient(base_url=url, headers=READS, cookies=dict(session), timeout=60.0, limits=limits) as http:
        yield http


async def sign_in(url: str) -> dict[str, str]:
    """The cookies of a new session."""
    async with browser(url, {}) as http:
        fields = read(await http.get("/sign-in")).form("/sign-in").fields | {"workspace": WORKSPACE, "name": NAME, "password": PASSWORD}
        answer = await http.post("/sign-in", data=fields, headers={"Origin": url, "Sec-Fetch-Site": "same-origin"})
        assert answer.status_code == 303, answer.text
        return {COOKIE: http.cookies[COOKIE]}


def keep_large(service: Service, lexicon: Lexicon) -> str:
    """A verdict on many pieces, kept as a worker keeps one; where it is read."""
    case = large([written(number) for number in range(PIECES)])
    database = Database(service.own.app)
    try:
        asyncio.run(PostgresArchive(Store(database, WordEmbedder(lexicon, 384), lexicon, workspace=WORKSPACE)).keep(case.record))
    finally:
        database.close()
    return f"/v/{case.record.envelope.id}"


async def live_run(door: httpx2.AsyncClient, http: httpx2.AsyncClient, key: str, number: int, done: list[str]) -> None:
    """Hand in one claim after the other and watch each on its page, as its steps come."""
    visitor = Visitor(door, key, Waits(), random.Random(f"run {number}"))
    while True:
        name = await visitor.submit()
        async with http.stream("GET", f"/jobs/{name}/steps", timeout=600.0) as stream:
            assert stream.status_code == 200, stream.status_code
            async for line in stream.aiter_lines():
                if line == "event: finished":
                    break
        done.append(name)


async def reader(http: httpx2.AsyncClient, paths: list[str], chance: random.Random, due: float, reading: Reading) -> None:
    """Open a verdict every so often, from this moment on."""
    while True:
        await asyncio.sleep(max(0.0, due - time.monotonic()))
        await reading.open(http, chance.choice(paths))
        due += EVERY_S


async def crowded(url: str, key: str, session: Mapping[str, str], paths: list[str]) -> tuple[Reading, int]:
    """Pages that a hundred open, each at moments of their own; and how many claims were checked meanwhile.

    Browsers are made before anybody reads: one takes 40 milliseconds, so half of a hundred would begin at the same moment, and stay so.
    """
    crowd, done = Reading(), list[str]()
    async with AsyncExitStack() as stack:
        doors = [await stack.enter_async_context(httpx2.AsyncClient(base_url=url, timeout=600.0)) for _ in range(RUNS)]
        watching = [await stack.enter_async_context(browser(url, session)) for _ in range(RUNS)]
        browsers = [await stack.enter_async_context(browser(url, session)) for _ in range(READERS)]
        chances = [random.Random(f"reader {number}") for number in range(READERS)]
        began = time.monotonic()
        tasks = [live_run(*both, key, number, done) for number, both in enumerate(zip(doors, watching, strict=True))]
        tasks += [
            reader(http, paths, chance, began + chance.uniform(0, EVERY_S), crowd) for http, chance in zip(browsers, chances, strict=True)
        ]
        running = [asyncio.create_task(task) for task in tasks]
        await asyncio.sleep(FOR_S / 3)  # until everybody reads
        crowd.seconds.clear()
        before = len(done)
        await asyncio.wait(running, timeout=FOR_S, return_when=asyncio.FIRST_EXCEPTION)
        for one in running:
            one.cancel()
            with suppress(asyncio.CancelledError):
                await one
    return crowd, len(done) - before


async def measured(url: str, key: str, large_one: str) -> tuple[Reading, Reading, int]:
    """Pages for one reader of an idle server, and for a hundred of a busy one; and how many claims were checked meanwhile."""
    alone = Reading()
    async with httpx2.AsyncClient(base_url=url, timeout=600.0) as door:
        visitor = Visitor(door, key, Waits(), random.Random("before"))
        paths = [f"/v/{await visitor.verify()}" for _ in range(VERDICTS)] + [large_one]
    chance, session = random.Random("alone"), await sign_in(url)
    async with browser(url, session) as http:
        for path in paths:
            await Reading().open(http, path)
        for _ in range(ALONE):
            await alone.open(http, chance.choice(paths))
            await asyncio.sleep(0.1)
    crowd, checked = await crowded(url, key, session, paths)
    return alone, crowd, checked


def test_a_hundred_read_while_twenty_claims_are_checked(service: Service, lexicon: Lexicon) -> None:
    key, large_one = service.key(WORKSPACE, "verify"), keep_large(service, lexicon)
    alone, crowd, done = asyncio.run(measured(service.url, key, large_one))
    ratio = p95(crowd.seconds) / p95(alone.seconds)
    tell(
        test="pages",
        alone_ms=round(1000 * p95(alone.seconds)),
        alone_median_ms=round(1000 * statistics.median(alone.seconds)),
        crowd_ms=round(1000 * p95(crowd.seconds)),
        crowd_median_ms=round(1000 * statistics.median(crowd.seconds)),
        ratio=round(ratio, 2),
        opened=len(crowd.seconds),
        checked=done,
        wrong=len(alone.wrong) + len(crowd.wrong),
    )
    assert (alone.wrong, crowd.wrong[:5]) == ([], [])
    assert done > 0
    assert len(crowd.seconds) > 0.9 * READERS * FOR_S / EVERY_S
    assert ratio <= ALLOWED
