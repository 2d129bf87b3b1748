"""A worker killed with SIGKILL again and again while it puts documents: each is whole once or absent, and another goes on behind it."""

import asyncio
import random
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from uuid import uuid4

import psycopg
import pytest

from tests.faults import corpus, store_contents
from tests.faults.corpus import Whole
from tests.service import Service
from veracious import wiring
from veracious.adapters.clock import SystemClock
from veracious.adapters.postgres.access import PostgresAccess
from veracious.adapters.postgres.database import Database
from veracious.adapters.postgres.jobs import PostgresJobs
from veracious.adapters.postgres.server import Addresses
from veracious.domain.document import Document
from veracious.domain.job import IngestOrder, Submission
from veracious.rules.dials import Dials
from veracious.rules.reading import language
from veracious.wiring import service

DOCUMENTS = 12
KILLS = ("writing 3", "written 2", "begun 2", "writing 1", "writing 5")
END_S = 600.0


def story(number: int) -> Document:
    """A document of several passages that no other is like."""
    told = corpus._story(random.Random(number), f"Norwick{number}", 8)
    return Document(told, name=f"note-{number}", title=f"Note {number}", language="")


def whole(document: Document) -> Whole:
    """What a store must hold of it."""
    spoken = language.detect(document.text, wiring.lexicon(), Dials().reading.language)
    return corpus._whole(replace(document, language=spoken))


@dataclass(frozen=True)
class Hall:
    """A database, and the workers that are started on it one after the other."""

    service: Service
    database: Database

    def worker(self, number: int, when: str) -> None:
        """Start a worker, and wait until it has died, or for a job to be finished."""
        self.service.launch(f"worker-{number}", "-m", "tests.faults.ingest_worker", *when.split())

    def wait(self, number: int, is_over: Callable[[], bool]) -> None:
        process, until = self.service.parts[f"worker-{number}"][0], time.monotonic() + END_S
        while process.poll() is None and not is_over():
            assert time.monotonic() < until, self.service.said(f"worker-{number}")
            time.sleep(0.05)


@pytest.fixture
def hall(new_addresses: Callable[..., Addresses], tmp_path: Path) -> Iterator[Hall]:
    service = Service(new_addresses(), tmp_path)
    database = Database(service.own.app, 4)
    try:
        yield Hall(service, database)
    finally:
        service.close()
        database.close()


def test_a_worker_killed_five_times_leaves_every_document_whole_once_or_absent(hall: Hall) -> None:
    given = tuple(story(number) for number in range(DOCUMENTS))
    wanted = {one.name: whole(one) for one in given}
    workspace = f"w-{uuid4().hex[:8]}"
    jobs = PostgresJobs(hall.database, workspace, SystemClock())
    job = asyncio.run(jobs.submit(uuid4().hex, service.INGEST_QUEUE, Submission(IngestOrder(DOCUMENTS), seconds=3600, documents=given)))[0]
    seen = []
    for number, when in enumerate(KILLS):
        hall.worker(number, when)
        hall.wait(number, lambda: False)
        assert hall.service.parts[f"worker-{number}"][0].returncode == -9, hall.service.said(f"worker-{number}")
        seen.append(store_contents.verify(store_contents.look(hall.service.own.owner, workspace), wanted))
    assert seen == [2, 4, 5, 5, 9], "as many as were committed before each death"
    hall.worker(len(KILLS), "never")
    hall.wait(len(KILLS), lambda: asyncio.run(jobs.fetch(job.id)).is_finished)
    done = asyncio.run(jobs.fetch(job.id))
    assert (done.outcome, done.cause, done.tries) == ("completed", "", len(KILLS) + 1)
    held = store_contents.look(hall.service.own.owner, workspace)
    assert store_contents.verify(held, wanted) == DOCUMENTS
    assert set(held.by_name()) == set(wanted)
    assert told(hall, job.id) == {("new", True)}, "each was put by the job, and told of with it"
    texts = sum(len(one.text.encode()) for one in given)
    used = asyncio.run(PostgresAccess(hall.database, "", SystemClock()).allowance(workspace, ""))[1]
    assert (used.text_bytes, used.waiting_bytes, used.jobs) == (texts, 0, 0)
    events = asyncio.run(jobs.events(job.id, 0))
    assert [event.number for event in events] == list(range(1, DOCUMENTS + 4))
    steps = [event.text for event in events if event.kind == "put"]
    assert steps == [f"{n} of {DOCUMENTS} documents: {n} new, 0 known, 0 refused" for n in range(1, DOCUMENTS + 1)]


def told(hall: Hall, job: str) -> set[tuple[str, bool]]:
    """What is noted of the documents of a job, and whether their texts are gone from where they waited."""
    with psycopg.connect(hall.service.own.owner) as connection:
        return set(connection.execute("select outcome, packed is null from veracious.handed_in where job = %s", [job]).fetchall())
