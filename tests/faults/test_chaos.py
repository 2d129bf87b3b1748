"""The service under load for as long as `VERACIOUS_CHAOS_MINUTES` says, while its parts are killed with SIGKILL in random order.

Workers, the API and Postgres die, the disk fills up, and one worker's clock goes ten minutes fast. Every claim that was taken is finished
once, in one record; nothing that was answered is paid for again; and the status is true whenever it is asked.
"""

import asyncio
import json
import os
import random
import signal
import subprocess
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

import httpx2
import psycopg
import pytest

from tests.faults.test_service_store import small, verified
from tests.faults.web_engine import settings_of
from tests.internet import AS_OF, Internet
from tests.internet.providers import named
from tests.load.busy_worker import CONSTANT
from tests.load.crowd import claim
from tests.service import Service
from veracious.adapters.clock import SystemClock
from veracious.adapters.memory.embedder import WordEmbedder
from veracious.adapters.postgres import migrate, server
from veracious.adapters.postgres.database import Database
from veracious.adapters.postgres.jobs import PostgresJobs
from veracious.adapters.postgres.server import Addresses
from veracious.adapters.postgres.store import Store
from veracious.adapters.postgres.tape import PostgresTape
from veracious.domain.job import Job
from veracious.flow.job import FIRST_WAIT, LONGEST_WAIT
from veracious.rules.reading.lexicon import Lexicon

pytestmark = [pytest.mark.long, pytest.mark.skipif(os.geteuid() != 0, reason="only root can mount a disk that fills up")]

MINUTES = float(os.environ.get("VERACIOUS_CHAOS_MINUTES", "30"))
SEED = 7
EVERY_S = 3.0  # a claim comes in
MICROS = 1_000  # what a search costs
ROOM = "800m"
WORKERS = ("worker-0", "worker-1")
FAST = "worker-1"  # whose clock is ten minutes fast
PAUSE_S = (6.0, 15.0)  # between two faults
DOWN_S = (1.0, 8.0)  # for which something that was killed stays dead
FULL_S = 25.0  # for which the disk is full
ALONE_S = 50.0  # for which no worker lives at all: a silent one is taken for dead after 30
READY_S = 120.0  # in which a worker that was started works, on a busy machine
FAULTS = ("one worker", "one worker", "api", "postgres", "disk", "all workers")
END_S = 900.0  # in which what is left is finished
TAKE_S = 120.0  # in which a claim is taken, however often it must be handed in

# Seconds after which the status must know of a change: what the manual says, and a moment to ask.
TOLD_S = {"store_down": 5.0, "disk_full": 13.0, "no_worker": 45.0}


@dataclass
class Truth:
    """What is so, and since when: whoever does something says it before and after."""

    changed: dict[str, list[tuple[float, bool | None]]] = field(default_factory=lambda: {name: [(0.0, False)] for name in TOLD_S})

    def now(self, name: str, is_so: bool | None) -> None:
        """From now on it is so; none: just now it may be either."""
        self.changed[name].append((time.monotonic(), is_so))

    def between(self, name: str, first: float, last: float) -> bool | None:
        """Whether it was so for all of this time; none where it changed meanwhile."""
        found = {is_so for at, is_so in self.changed[name] if first < at <= last}
        found.add([is_so for at, is_so in self.changed[name] if at <= first][-1])
        return found.pop() if len(found) == 1 else None


@dataclass
class Seen:
    """What the samples of the status said."""

    said: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Unkept:
    """A time in which the store may fail to note an answer, and how many a run can lose in it."""

    first: datetime
    last: datetime
    most: int

    def within(self, job: Job) -> bool:
        """Whether the job was there at that time."""
        return job.made_at <= self.last and self.first <= (job.finished_at or self.last)


class Chaos:
    """A service, and what happens to it."""

    def __init__(self, service: Service, data: Path, disk: Path, chance: random.Random) -> None:
        self.service, self.data, self.disk, self.chance = service, data, disk, chance
        self.truth, self.done = Truth(), Counter[str]()
        self.api = threading.Event()  # it was started, and answers
        self.unkept = list[Unkept]()  # when the store fell, or had no room

    def begin(self) -> None:
        """Start everything."""
        for name in WORKERS:
            self.work(name)
        self.service.serve()
        self.api.set()

    def work(self, name: str) -> None:
        """Start a worker."""
        self.service.launch(name, "-m", "tests.faults.fast_worker" if name == FAST else "tests.load.busy_worker")

    def run(self, until: float, failed: list[BaseException]) -> None:
        """One fault after the other, each over before the next, until something fails that must not."""
        order = list[str]()
        while time.monotonic() < until and not failed:
            if not order:
                order = self.chance.sample(FAULTS, len(FAULTS))
            fault = order.pop()
            getattr(self, "_" + fault.replace(" ", "_"))()
            self.done[fault] += 1
            time.sleep(self.chance.uniform(*PAUSE_S))

    def _down(self) -> None:
        time.sleep(self.chance.uniform(*DOWN_S))

    def _kill(self, name: str) -> None:
        process, log = self.service.parts.pop(name)
        process.kill()
        process.wait()
        log.close()

    def _one_worker(self) -> None:
        name = self.chance.choice(WORKERS)
        self._kill(name)
        self._down()
        self.work(name)

    def _all_workers(self) -> None:
        for name in WORKERS:
            self._kill(name)
        self.truth.now("no_worker", True)
        time.sleep(ALONE_S)
        self.truth.now("no_worker", None)
        started = {name: self._starts(name) for name in WORKERS}
        for name in WORKERS:
            self.work(name)
        until = time.monotonic() + READY_S
        while all(self._starts(name) == started[name] for name in WORKERS):
            assert time.monotonic() < until, "no worker begins"
            time.sleep(0.5)
        self.truth.now("no_worker", False)

    def _starts(self, name: str) -> int:
        """How often this worker has said that it works."""
        return self.service.said(name).count("worker_started")

    def _api(self) -> None:
        self.api.clear()
        self._kill("api")
        self._down()
        self.service.serve()
        self.api.set()

    def _postgres(self) -> None:
        number = int((self.data / "postmaster.pid").read_text("ascii").splitlines()[0])
        self.truth.now("store_down", None)
        killed = datetime.now(UTC)
        os.kill(number, signal.SIGKILL)
        self._down()
        self.truth.now("store_down", None)
        server.start(self.data)
        while not _takes(self.service.own):
            time.sleep(0.2)
        self.unkept.append(Unkept(killed, datetime.now(UTC), 1))
        self.truth.now("store_down", False)

    def _disk(self) -> None:
        ballast, begun = self.disk / "ballast", datetime.now(UTC)
        self.truth.now("disk_full", None)
        self.truth.now("store_down", None)  # while its disk is full a server may take no new connections: it cannot write its init file
        while _free(self.disk):  # others write meanwhile
            size = os.stat(ballast).st_size if ballast.exists() else 0
            subprocess.run(["fallocate", "-l", str(size + _free(self.disk)), ballast], check=False, stderr=subprocess.DEVNULL)
        self.truth.now("disk_full", True)
        time.sleep(FULL_S)
        ballast.unlink()
        self.unkept.append(Unkept(begun, datetime.now(UTC), BEGUN_AGAIN))
        self.truth.now("disk_full", False)
        self.truth.now("store_down", False)


def _times(seconds: float) -> int:
    """How often a run is begun in so many seconds of a store that keeps nothing."""
    wait, times = FIRST_WAIT, 1
    while seconds > 0:
        seconds, wait, times = seconds - wait, min(2 * wait, LONGEST_WAIT), times + 1
    return times


BEGUN_AGAIN = _times(FULL_S)


def _free(disk: Path) -> int:
    found = os.statvfs(disk)
    return found.f_bavail * found.f_bsize


def _takes(own: Addresses) -> bool:
    try:
        with psycopg.connect(own.owner, connect_timeout=2) as connection:
            connection.execute("select 1")
        return True
    except psycopg.OperationalError:
        return False


def hand_in(url: str, key: str, number: int, chance: random.Random) -> str:
    """Hand a claim in until it is taken, as a client does that was cut off; the name of its job."""
    order = {"claim": claim(chance), "as_of": AS_OF.isoformat(), "web": True}
    headers = {"Authorization": f"Bearer {key}", "Idempotency-Key": f"k{number}"}
    until = time.monotonic() + TAKE_S
    while True:
        try:
            answer = httpx2.post(f"{url}/v1/verifications", json=order, headers=headers, timeout=30)
        except httpx2.TransportError:
            answer = None
        if answer is not None and answer.status_code == 202:
            return str(answer.json()["id"])
        assert answer is None or answer.status_code in (409, 429, 503), answer.text
        assert time.monotonic() < until, "never taken"
        time.sleep(0.5)


def sample(chaos: Chaos, key: str, seen: Seen, over: threading.Event) -> None:
    """Ask the status again and again, and compare what it says with what is so."""
    with httpx2.Client(base_url=chaos.service.url, headers={"Authorization": f"Bearer {key}"}, timeout=30) as client:
        while not over.wait(0.5):
            lived, began = chaos.api.is_set(), time.monotonic()
            try:
                answer = client.get("/status")
            except httpx2.TransportError:
                if lived and chaos.api.is_set():
                    seen.wrong.append("the API lives and does not answer")
                seen.said["no answer"] += 1
                continue
            ended = time.monotonic()
            compare(chaos.truth, answer, began, ended, seen)


def compare(truth: Truth, answer: httpx2.Response, began: float, ended: float, seen: Seen) -> None:
    """Note what was said, and where it was not so."""
    if answer.status_code == 503:  # it cannot look the key up
        seen.said["503"] += 1
        if truth.between("store_down", began - TOLD_S["store_down"], ended) is False:
            seen.wrong.append(f"503 while the store answers: {answer.text}")
        return
    reasons = set(answer.json()["reasons"])
    seen.said[", ".join(sorted(reasons)) or "ok"] += 1
    unknown = {"disk_full", "no_worker"} if "store_down" in reasons else set()
    for name, seconds in TOLD_S.items():
        is_so = truth.between(name, began - seconds, ended)
        if name not in unknown and is_so is not None and is_so != (name in reasons):
            seen.wrong.append(f"{name} is {is_so}, and it says {sorted(reasons)}")
    well = truth.between("store_down", began - TOLD_S["store_down"], ended) is False
    if well and (others := reasons - TOLD_S.keys()):
        seen.wrong.append(f"it says {sorted(others)}")


def rows(own: Addresses, asked: str) -> list[tuple[object, ...]]:
    """What the owner of the database sees."""
    with psycopg.connect(own.owner) as connection:
        return connection.execute(asked.encode()).fetchall()


def settled(own: Addresses) -> bool:
    """Whether every job is finished."""
    return rows(own, "select count(*) from veracious.job where state <> 'finished'") == [(0,)]


@contextmanager
def own_server() -> Iterator[tuple[Path, Addresses]]:
    """A server of its own, in a folder of its own."""
    with tempfile.TemporaryDirectory(prefix="veracious-", ignore_cleanup_errors=True) as place:
        folder = Path(place)
        own = server.start(folder / "data")
        try:
            migrate.run(own.owner)
            yield folder, own
        finally:
            server.stop(folder / "data")


def test_nothing_is_lost_done_twice_or_paid_twice_and_the_status_is_true(lexicon: Lexicon, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.faults.test_service_store.ROOM", ROOM)
    with own_server() as (folder, own), small(folder, own) as (disk, addresses), Internet(0.05) as internet:
        (folder / "home").mkdir()
        told = {**settings_of(internet), "VERACIOUS_SEARCH": "tavily", "VERACIOUS_SEARCH_PRICE": str(MICROS / 1e6), CONSTANT: "1"}
        service = Service(addresses, folder / "home", **told)
        try:
            figures = held(service, Chaos(service, folder / "data", disk, random.Random(SEED)), internet, lexicon)
        finally:
            service.close()
    print("\n" + json.dumps(figures))


def held(service: Service, chaos: Chaos, internet: Internet, lexicon: Lexicon) -> dict[str, object]:
    """Load and faults for as long as was said, and what came of it."""
    chaos.begin()
    key, operator = service.key("default", "verify"), service.key("default", "operator")
    assert httpx2.get(f"{service.url}/status", headers={"Authorization": f"Bearer {operator}"}, timeout=30).json()["reasons"] == []
    seen, over, names = Seen(), threading.Event(), list[str]()
    failed, until = list[BaseException](), time.monotonic() + MINUTES * 60

    def come() -> None:
        chance, number = random.Random(SEED), 0
        try:
            while time.monotonic() < until:
                names.append(hand_in(service.url, key, number, chance))
                number += 1
                time.sleep(chance.expovariate(1 / EVERY_S))
        except BaseException as error:
            failed.append(error)

    threads = [threading.Thread(target=come), threading.Thread(target=sample, args=(chaos, operator, seen, over))]
    for thread in threads:
        thread.start()
    try:
        chaos.run(until, failed)
        late = time.monotonic() + END_S
        while not failed and not settled(service.own):
            assert time.monotonic() < late, rows(service.own, "select state, count(*) from veracious.job group by 1")
            time.sleep(1)
    finally:
        over.set()
        for thread in threads:
            thread.join()
    assert failed == []
    return (
        proved(service.own, names, chaos.unkept, internet, lexicon) | {"faults": chaos.done, "status": seen.said} | true_at_all_times(seen)
    )


def true_at_all_times(seen: Seen) -> dict[str, object]:
    """That no sample of the status was wrong."""
    assert Counter(seen.wrong) == {}
    return {"samples": sum(seen.said.values())}


def proved(own: Addresses, names: list[str], unkept: list[Unkept], internet: Internet, lexicon: Lexicon) -> dict[str, object]:
    """What holds of all jobs once they are finished."""
    outcomes = Counter(str(one) for (one,) in rows(own, "select outcome from veracious.job"))
    found = verified(own.app, lexicon)
    assert len(set(names)) == len(names)
    assert {str(one) for (one,) in rows(own, "select id from veracious.job")} == set(names)
    assert set(outcomes) <= {"completed", "completed_from_cache", "partial"}, outcomes
    assert (found.records, found.links, found.findings) == (len(names), len(names), ())
    database = Database(own.app, 2)
    try:
        jobs, store = PostgresJobs(database, "default", SystemClock()), Store(database, WordEmbedder(lexicon, 384), lexicon)
        answered, paid, lost = 0, 0, 0
        for name in names:
            job = asyncio.run(jobs.fetch(name))
            noted = [one.asked for one in asyncio.run(PostgresTape(store, name).entries()) if one.port == "search"]
            events = [one.number for one in asyncio.run(jobs.events(name, 0))]
            assert events == list(range(1, len(events) + 1))
            bought = job.spent_micros // MICROS
            # An answer may be lost with the worker that had it, or with the store that it was to be noted in, and with nothing else; it is
            # paid for, and the run may be short of a search then: one that has spent all that it may says so.
            losses = job.tries - 1 + sum(one.most for one in unkept if one.within(job))
            assert 0 <= bought - len(noted) <= losses, (name, job, noted, unkept)
            assert job.outcome != "partial" or job.spent_micros == job.held_micros, (name, job, noted)
            answered, paid, lost = answered + len(noted), paid + bought, lost + bought - len(noted)
    finally:
        database.close()
    asked = sum(named(one) == "tavily" for one in internet.log)
    assert asked <= paid
    searches = {"noted": answered, "asked": asked, "paid": paid, "lost with their worker or the store": lost}
    return {"jobs": len(names), "outcomes": outcomes, "searches": searches}
