"""Two checkers hand the same rows of a table in at the same moment, over a real store: each row is one job."""

import threading
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Any

import psycopg
import pytest

from tests.contracts.samples import run
from tests.faces.http import servers
from tests.faces.http.memory_backend import MemoryBackend, inside
from tests.faces.http.memory_jobs import MemoryJobDesk
from tests.faces.http.servers import Service, serving
from tests.faces.web.browsing import Browser, Form, signed_in
from veracious.adapters import durable
from veracious.adapters.clock import SystemClock
from veracious.adapters.ids import TimedIds
from veracious.adapters.postgres.batches import PostgresBatches
from veracious.adapters.postgres.database import Database
from veracious.adapters.postgres.jobs import PostgresJobs, WorkerId
from veracious.adapters.postgres.server import APP_ROLE, Addresses
from veracious.domain.batch import Batch, BatchLine, BatchRow, RowState
from veracious.domain.job import Ended, Job, Submission
from veracious.domain.verdict import Outcome
from veracious.faces.web import site

AT = datetime(2026, 3, 1, 12, tzinfo=UTC)
ROWS = tuple(BatchRow(number, f"The bridge is {number} metres long.", date(2026, 3, 1)) for number in range(2, 26))
PRESSED = 4  # times, by two checkers in turn


@dataclass
class Stored:
    """A service whose tables of claims and jobs are in a store, and that store."""

    service: Service
    database: Database
    addresses: Addresses

    def batches(self, workspace: str) -> PostgresBatches:
        return PostgresBatches(self.database, workspace)

    def jobs(self, workspace: str) -> PostgresJobs:
        return PostgresJobs(self.database, workspace, SystemClock(), WorkerId("e1", "v1"))

    def table(self, workspace: str) -> Batch:
        """A table that nobody has handed in."""
        made = Batch("ab" * 12, "claims.csv", AT, "person:Ada", ("documents",))
        run(self.batches(workspace).put(made, ROWS))
        return made

    def lines(self, workspace: str, batch: Batch) -> list[BatchLine]:
        return list(run(self.batches(workspace).lines(batch.id, 0, 100)))

    def asked(self, workspace: str, text: str) -> list[tuple[Any, ...]]:
        """What the owner of the schema sees."""
        with psycopg.connect(self.addresses.owner, autocommit=True) as owner:
            return owner.execute(text.encode(), [workspace]).fetchall()

    def made(self, workspace: str) -> Counter[str]:
        """How many jobs there are of each claim."""
        text = (
            "select convert_from(j.request, 'utf8')::jsonb ->> 'claim' from veracious.job j "
            "join veracious.workspace w on w.id = j.workspace where w.name = %s"
        )
        return Counter(claim for (claim,) in self.asked(workspace, text))


@dataclass
class StoredJobDesk(MemoryJobDesk):
    """Jobs are handed in to the store; nobody runs them."""

    jobs_of: Callable[[str], PostgresJobs] | None = None

    async def submit(self, workspace: str, submission: Submission) -> tuple[Job, bool]:
        """Take a job in."""
        assert self.jobs_of is not None
        return await self.jobs_of(workspace).submit(TimedIds().new(), "local", submission)


@pytest.fixture(scope="module")
def stored(new_addresses: Callable[..., Addresses]) -> Iterator[Stored]:
    addresses = new_addresses()
    durable.migrate(addresses.owner, APP_ROLE)
    database = Database(addresses.app, 8, wait_seconds=60)
    parts = inside()

    class StoredBackend(MemoryBackend):
        """The tables of claims are those of the store."""

        def batches(self, workspace: str) -> Any:
            """Those of a workspace."""
            return PostgresBatches(database, workspace)

    def made() -> MemoryBackend:
        desk = StoredJobDesk(parts.clock, parts.engine.run)
        desk.jobs_of = lambda workspace: PostgresJobs(database, workspace, SystemClock())
        return StoredBackend(parts.clock, parts.engine, desk, parts.access, parts.machine, parts.news, parts.documents)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(servers, "inside", made)
        with serving(pages=site.install) as service:
            yield Stored(service, database, addresses)
    database.close()


def pressed(checkers: tuple[Browser, Browser], forms: tuple[Form, Form]) -> list[int]:
    """The forms of two checkers are sent at the same moment, more than once."""
    together = threading.Barrier(PRESSED)

    def send(number: int) -> int:
        together.wait()
        return checkers[number % 2].send(forms[number % 2]).status_code

    with ThreadPoolExecutor(PRESSED) as pool:
        return list(pool.map(send, range(PRESSED)))


def test_two_checkers_who_hand_in_at_the_same_moment_make_one_job_of_each_row(stored: Stored) -> None:
    here = "at-once"
    batch, checkers = stored.table(here), (signed_in(stored.service, "Ada", here), signed_in(stored.service, "Bo", here))
    path = f"/batch/{batch.id}"
    ada, bo = (one.page(path).form(f"{path}/begin") for one in checkers)
    assert pressed(checkers, (ada, bo)) == [303] * PRESSED
    assert stored.made(here) == Counter({row.claim: 1 for row in ROWS})
    lines = stored.lines(here, batch)
    assert [line.state for line in lines] == [RowState.WAITING] * len(ROWS)
    assert len({line.job for line in lines}) == len(ROWS)


def test_two_checkers_who_hand_rows_in_again_make_one_more_job_of_each(stored: Stored) -> None:
    here = "again-at-once"
    batch, checkers = stored.table(here), (signed_in(stored.service, "Ada", here), signed_in(stored.service, "Bo", here))
    path, jobs = f"/batch/{batch.id}", stored.jobs(here)
    checkers[0].send(checkers[0].page(path).form(f"{path}/begin"))
    failing = stored.lines(here, batch)[:8]
    for line in failing:
        run(jobs.begin(line.job))
        assert run(jobs.finish(line.job, Ended(Outcome.FAILED, "It broke."))) is True
    ada, bo = (one.page(f"{path}/again").form(f"{path}/again") for one in checkers)
    assert pressed(checkers, (ada, bo)) == [303] * PRESSED
    again = {line.row.claim for line in failing}
    assert stored.made(here) == Counter({row.claim: 2 if row.claim in again else 1 for row in ROWS})
    assert [line.state for line in stored.lines(here, batch)] == [RowState.WAITING] * len(ROWS)
