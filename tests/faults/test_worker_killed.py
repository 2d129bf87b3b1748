"""A worker killed with SIGKILL while it verifies a claim on the web: before and after every answer it notes, and whenever it happens.

Another worker goes on with the job. The job is finished once and has one record, which replays; nobody is asked twice for what was
answered, but for one question whose answer died with the worker, and that one is paid for.
"""

import asyncio
import os
import random
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from uuid import uuid4

import psycopg
import pytest

from tests.faults.armed_worker import LANES, SILENT, TAKE
from tests.faults.web_engine import settings_of
from tests.internet import AS_OF, Internet
from tests.internet.providers import named
from veracious.adapters import durable
from veracious.adapters.clock import SystemClock
from veracious.adapters.memory.embedder import WordEmbedder
from veracious.adapters.postgres.archive import PostgresArchive
from veracious.adapters.postgres.database import Database
from veracious.adapters.postgres.jobs import PostgresJobs
from veracious.adapters.postgres.server import APP_ROLE, Addresses
from veracious.adapters.postgres.store import Store
from veracious.adapters.postgres.tape import PostgresTape
from veracious.domain.budget import Limits
from veracious.domain.job import ClaimOrder, Job, Submission
from veracious.rules.reading.lexicon import Lexicon

ROOT = Path(__file__).parents[2]
CLAIM = "The Brisa lighthouse is 23 metres tall."
MICROS = 1_000  # what a search costs
HELD = 1_000_000
READY_S, END_S = 60.0, 120.0
QUICK = "1.5"  # seconds after which a silent worker is taken for dead here; shipped: 10
ARMED, SPARE = "armed", "spare"  # queues
EMPTIED = "page, page_claim, document, passage, posting, frequency, tally, triple"


@dataclass(frozen=True, slots=True)
class Ended:
    """A job that was killed at some moment and finished by another."""

    job: Job
    searches: Counter[str]  # by what was asked
    pages: Counter[str]
    notes: int  # answers on its tape
    seconds: float  # from the death of the first worker

    @property
    def again(self) -> int:
        """Searches that were asked once more."""
        return sum(count - 1 for count in self.searches.values())

    @property
    def unheard(self) -> int:
        """Searches that are paid for and that nobody heard: the worker died between the counting and the sending."""
        return self.job.spent_micros // MICROS - sum(self.searches.values())


class Workers:
    """A database, an internet, a worker that stands by, and others that are made to die."""

    def __init__(self, own: Addresses, internet: Internet, folder: Path, lexicon: Lexicon) -> None:
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("VERACIOUS_", "DATABASE_URL"))}
        told = {"VERACIOUS_HOME": str(folder), "VERACIOUS_THREADS": "1", "DATABASE_URL": own.app, "VERACIOUS_SEARCH": "tavily"}
        self.environment = {**kept, **settings_of(internet), **told, "VERACIOUS_SEARCH_PRICE": str(MICROS / 1e6)}
        self.own, self.internet, self.lexicon = own, internet, lexicon
        self.database = Database(own.app, 4)

    def worker(self, queue: str, silent: str = QUICK) -> "subprocess.Popen[str]":
        """A worker that gets ready and waits for the word."""
        environment = {**self.environment, LANES: queue, SILENT: silent, TAKE: SPARE}
        command = [sys.executable, "-m", "tests.faults.armed_worker"]
        return subprocess.Popen(
            command, env=environment, cwd=ROOT, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )

    @contextmanager
    def standing_by(self, silent: str = QUICK) -> Iterator[None]:
        """Another worker, that nobody kills and that takes nothing but what others leave."""
        process = self.worker(SPARE, silent)
        try:
            go(process, "")
            yield
        finally:
            process.terminate()
            end(process)

    def empty(self) -> None:
        """Forget every page that was read, so that the next run asks the web again."""
        with psycopg.connect(self.own.owner, autocommit=True) as connection:
            tables = ", ".join(f"veracious.{name}" for name in EMPTIED.split(", "))
            connection.execute(f"truncate {tables}")

    def kill(self, armed: "subprocess.Popen[str]", when: str) -> Ended:
        """A job begun by a worker that dies at this moment, and finished by the one that stands by."""
        self.empty()
        self.internet.forget()
        jobs = PostgresJobs(self.database, f"w-{uuid4().hex[:8]}", SystemClock())
        order = ClaimOrder(CLAIM, AS_OF, web=True, limits=Limits(max_cost=HELD / 1e6))
        go(armed, when)
        job, _ = asyncio.run(jobs.submit(uuid4().hex, ARMED, Submission(order, held_micros=HELD)))
        until, died = time.monotonic() + END_S, None
        while not (job := asyncio.run(jobs.fetch(job.id))).is_finished:
            assert time.monotonic() < until, f"{when}: not finished"
            if died is None and armed.poll() is not None:
                died = time.monotonic()
            time.sleep(0.05)
        took = 0.0 if died is None else time.monotonic() - died
        armed.kill()
        end(armed)
        return Ended(job, *self._asked(), len(self._tape(jobs, job)), took)

    def _asked(self) -> tuple[Counter[str], Counter[str]]:
        searches = Counter(one.body.decode() for one in self.internet.log if named(one) == "tavily")
        pages = Counter(f"{one.site}{one.target}" for one in self.internet.log if not named(one) and one.path != "/robots.txt")
        return searches, pages

    def _tape(self, jobs: PostgresJobs, job: Job) -> list[str]:
        store = Store(self.database, WordEmbedder(self.lexicon, 384), self.lexicon, workspace=job.workspace)
        return [taped.port for taped in asyncio.run(PostgresTape(store, job.id).entries())]

    def proved(self, ended: Ended) -> None:
        """What must hold of every job, whenever its worker died."""
        job = ended.job
        store = Store(self.database, WordEmbedder(self.lexicon, 384), self.lexicon, workspace=job.workspace)
        archive = PostgresArchive(store)
        found = asyncio.run(archive.verify())
        assert (job.outcome, job.cause, job.has_record) == ("completed", "", True), ended
        assert (found.records, found.links, found.findings) == (1, 1, ())
        assert ended.unheard >= 0, ended.searches
        assert ended.unheard + ended.again <= 1, ended.searches
        assert sum(count - 1 for count in ended.pages.values()) <= 1, ended.pages
        numbers = [event.number for event in asyncio.run(PostgresJobs(self.database, job.workspace, SystemClock()).events(job.id, 0))]
        assert numbers == list(range(1, len(numbers) + 1))


def go(process: "subprocess.Popen[str]", when: str) -> None:
    """Wait until a worker is ready, and give it the word."""
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    process.stdin.write(f"{when}\n")
    process.stdin.close()


def end(process: "subprocess.Popen[str]") -> None:
    """Wait for the end of a worker, and let go of it."""
    process.wait(READY_S)
    for stream in (process.stdin, process.stdout):
        if stream is not None and not stream.closed:
            stream.close()


@pytest.fixture(scope="module")
def workers(new_addresses: Callable[..., Addresses], lexicon: Lexicon, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workers]:
    own = new_addresses()
    durable.migrate(own.owner, APP_ROLE)
    with Internet() as internet:
        made = Workers(own, internet, tmp_path_factory.mktemp("hall"), lexicon)
        yield made
        made.database.close()


def deaths(workers: Workers, moments: list[str]) -> Iterator[tuple[str, Ended]]:
    """A job for every moment; while one runs the next worker gets ready."""
    with ExitStack() as stack:
        stack.enter_context(workers.standing_by())
        coming = workers.worker(ARMED)

        def leave() -> None:
            coming.kill()
            end(coming)

        stack.callback(leave)
        for when in moments:
            armed, coming = coming, workers.worker(ARMED)
            yield when, workers.kill(armed, when)


def test_a_job_whose_worker_was_killed_is_finished_by_another(workers: Workers) -> None:
    for when, ended in deaths(workers, ["before 1", "after 3", "before 9", "after 12"]):
        workers.proved(ended)
        assert ended.job.tries == 2, when


def test_another_worker_finishes_a_dead_ones_job_within_half_a_minute(workers: Workers) -> None:
    with workers.standing_by("10"):
        ended = workers.kill(workers.worker(ARMED, "10"), "after 5")
    workers.proved(ended)
    print(f"\nfinished {ended.seconds:.1f} s after its worker died")
    assert ended.seconds < 30


@pytest.mark.long
def test_three_deaths_at_every_boundary(workers: Workers) -> None:
    (_, whole), *_ = list(deaths(workers, ["after 100000"]))
    moments = [f"{side} {number}" for _ in range(3) for number in range(1, whole.notes + 1) for side in ("before", "after")]
    again = unheard = 0
    for _, ended in deaths(workers, moments):
        workers.proved(ended)
        again, unheard = again + ended.again, unheard + ended.unheard
    print(
        f"\n{len(moments)} deaths at {whole.notes} answers, before and after: {again} searches asked again, {unheard} counted and not sent"
    )


@pytest.mark.long
def test_two_hundred_deaths_by_chance(workers: Workers) -> None:
    chance = random.Random(11)
    tries, again, unheard = Counter[int](), 0, 0
    for _, ended in deaths(workers, [f"seconds {chance.uniform(0.0, 2.5):.3f}" for _ in range(200)]):
        workers.proved(ended)
        tries[ended.job.tries] += 1
        again, unheard = again + ended.again, unheard + ended.unheard
    print(f"\n200 deaths: jobs by starts {dict(tries)}, {again} searches asked again, {unheard} counted and not sent")
