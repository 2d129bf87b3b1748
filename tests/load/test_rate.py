"""No more jobs that search the web are begun in a minute than the operator allows, however many wait."""

import asyncio
import time
from collections.abc import Callable
from pathlib import Path
from uuid import uuid4

import psycopg

from tests.faults.web_engine import settings_of
from tests.internet import AS_OF, Internet
from tests.load.busy_worker import EMPTY
from tests.service import Service
from veracious.adapters.clock import SystemClock
from veracious.adapters.postgres.database import Database
from veracious.adapters.postgres.jobs import PostgresJobs
from veracious.adapters.postgres.server import Addresses
from veracious.domain.job import ClaimOrder, Submission
from veracious.wiring import WEB_QUEUE

RATE, JOBS, SECONDS = 5, 12, 8.0
BEGUN = "select count(*) from dbos.workflow_status where name = 'veracious_job' and status <> 'ENQUEUED'"


def test_a_rate_is_kept(new_addresses: Callable[..., Addresses], tmp_path: Path) -> None:
    with Internet() as internet:
        service = Service(new_addresses(), tmp_path, **settings_of(internet), VERACIOUS_WEB_RATE=str(RATE))
        held = Database(service.own.app, 2)
        jobs = PostgresJobs(held, "busy", SystemClock())
        for _ in range(JOBS):
            asyncio.run(jobs.submit(uuid4().hex, WEB_QUEUE, Submission(ClaimOrder("The bridge is open.", AS_OF, web=True))))
        try:
            for number in range(2):
                service.launch(f"worker-{number}", "-m", "tests.load.busy_worker", **{EMPTY: "1"})
            with psycopg.connect(service.own.owner, autocommit=True) as connection:

                def begun() -> int:
                    row = connection.execute(BEGUN).fetchone()
                    return int(row[0]) if row else 0

                until = time.monotonic() + 60
                while begun() < RATE:
                    assert time.monotonic() < until, service.said("worker-0")
                    time.sleep(0.1)
                time.sleep(SECONDS)
                assert begun() == RATE
        finally:
            service.close()
            held.close()
