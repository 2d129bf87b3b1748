"""Webhooks in a real store: written with the end of a job, sent by one at a time, kept until they are taken or too old."""

import asyncio
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, date, datetime, timedelta
from uuid import uuid4

import psycopg
import pytest

from tests.adapters.access.kept import OTHER_SECRET, SECRET
from veracious.adapters import acting, durable
from veracious.adapters.clock import SystemClock
from veracious.adapters.postgres.audit_log import PostgresAuditLog
from veracious.adapters.postgres.database import Database
from veracious.adapters.postgres.jobs import PostgresJobs, WorkerId
from veracious.adapters.postgres.server import APP_ROLE, Addresses
from veracious.adapters.postgres.webhooks import PostgresOutbox, PostgresWebhooks
from veracious.domain.errors import SettingsInvalid
from veracious.domain.job import ClaimOrder, Ended, Submission
from veracious.domain.verdict import Outcome
from veracious.domain.webhook import Delivery, DeliveryPauses

LEASE, DAYS = timedelta(seconds=30), timedelta(days=3)
AT_ONCE, LATER = DeliveryPauses(0.0, 0.0), DeliveryPauses(60.0, 60.0)
ADDRESS = "https://hook.example/jobs"


@pytest.fixture(scope="module")
def own(new_addresses: Callable[..., Addresses]) -> Addresses:
    made = new_addresses()
    durable.migrate(made.owner, APP_ROLE)
    return made


@pytest.fixture(scope="module")
def held(own: Addresses) -> Iterator[Database]:
    found = Database(own.app, 8, wait_seconds=60)
    yield found
    found.close()


@pytest.fixture
def webhooks(held: Database) -> PostgresWebhooks:
    return PostgresWebhooks(held, SECRET, SystemClock())


@pytest.fixture
def here() -> str:
    return f"w-{uuid4().hex[:8]}"


def finish(held: Database, workspace: str, outcome: Outcome = Outcome.COMPLETED) -> str:
    """Hand in a job and let it end; its name."""
    jobs, name = PostgresJobs(held, workspace, SystemClock(), WorkerId("e1", "v1")), uuid4().hex
    asyncio.run(jobs.submit(name, "local", Submission(ClaimOrder("Marie Curie was born in Warsaw.", date(2026, 3, 1)))))
    asyncio.run(jobs.begin(name))
    assert asyncio.run(jobs.finish(name, Ended(outcome)))
    return name


def claim(outbox: PostgresOutbox) -> Delivery:
    found = asyncio.run(outbox.claim())
    assert found is not None
    return found


def waiting(webhooks: PostgresWebhooks, workspace: str) -> int:
    found = asyncio.run(webhooks.get(workspace))
    assert found is not None
    return found.waiting


def age(own: Addresses, workspace: str, days: float) -> None:
    """Let what waits be older, as its owner can."""
    with psycopg.connect(own.owner, autocommit=True) as connection:
        connection.execute(
            "update veracious.delivery set made_at = made_at - %s where workspace = (select id from veracious.workspace where name = %s)",
            [timedelta(days=days), workspace],
        )


@pytest.mark.parametrize("outcome", [Outcome.COMPLETED, Outcome.FAILED, Outcome.CANCELLED, Outcome.REFUSED])
def test_the_end_of_a_job_is_written_down_and_gone_once_it_is_taken(
    held: Database, webhooks: PostgresWebhooks, here: str, outcome: Outcome
) -> None:
    made, secret = asyncio.run(webhooks.put(here, ADDRESS))
    job = finish(held, here, outcome)
    outbox = webhooks.outbox(here, LEASE)
    found = claim(outbox)
    assert (found.workspace, found.job, found.kind, found.outcome) == (here, job, "verification", outcome.value)
    assert (found.address, found.secret, found.id) == (made.address, secret, f"finished-{job}")
    asyncio.run(outbox.taken(found))
    assert asyncio.run(outbox.claim()) is None
    state = asyncio.run(webhooks.get(here))
    assert state is not None
    assert (state.waiting, state.failures, state.told_at is not None) == (0, 0, True)


def test_a_job_that_nobody_began_is_told_when_it_is_cancelled(held: Database, webhooks: PostgresWebhooks, here: str) -> None:
    asyncio.run(webhooks.put(here, ADDRESS))
    jobs, name = PostgresJobs(held, here, SystemClock()), uuid4().hex
    asyncio.run(jobs.submit(name, "local", Submission(ClaimOrder("Marie Curie was born in Warsaw.", date(2026, 3, 1)))))
    asyncio.run(jobs.cancel(name))
    assert claim(webhooks.outbox(here, LEASE)).outcome == "cancelled"


def test_a_job_that_ended_before_is_not_told_again(held: Database, webhooks: PostgresWebhooks, here: str) -> None:
    asyncio.run(webhooks.put(here, ADDRESS))
    job = finish(held, here)
    assert asyncio.run(PostgresJobs(held, here, SystemClock()).finish(job, Ended(Outcome.FAILED))) is False
    assert waiting(webhooks, here) == 1


def test_without_a_webhook_nothing_is_written(held: Database, webhooks: PostgresWebhooks, here: str) -> None:
    finish(held, here)
    asyncio.run(webhooks.put(here, ADDRESS))
    assert waiting(webhooks, here) == 0


def test_of_many_who_claim_at_once_one_has_it(held: Database, webhooks: PostgresWebhooks, here: str) -> None:
    asyncio.run(webhooks.put(here, ADDRESS))
    for _ in range(3):
        finish(held, here)
    outbox = webhooks.outbox(here, LEASE)
    with ThreadPoolExecutor(8) as pool:
        found = [one for one in pool.map(lambda _: asyncio.run(outbox.claim()), range(8)) if one is not None]
    assert len(found) == 1  # two others wait, and yet nothing more is sent to this webhook
    asyncio.run(outbox.taken(found[0]))
    assert claim(outbox).job != found[0].job


def test_a_claim_that_nobody_ends_ends_by_itself(held: Database, webhooks: PostgresWebhooks, here: str) -> None:
    asyncio.run(webhooks.put(here, ADDRESS))
    finish(held, here)
    first = claim(webhooks.outbox(here, timedelta(seconds=0)))  # as if its worker had been killed long ago
    second = claim(webhooks.outbox(here, LEASE))
    assert (second.id, second.tries) == (first.id, first.tries)
    assert asyncio.run(webhooks.outbox(here, LEASE).claim()) is None


def test_what_was_not_taken_waits_and_another_goes_first(held: Database, webhooks: PostgresWebhooks, here: str) -> None:
    asyncio.run(webhooks.put(here, ADDRESS))
    poison, good = finish(held, here), finish(held, here)
    outbox = webhooks.outbox(here, LEASE)
    first = claim(outbox)
    assert first.job == poison
    assert asyncio.run(outbox.failed(first, "answered 500", DeliveryPauses(60.0, 0.0), DAYS)) == []
    second = claim(outbox)
    assert (second.job, second.failures) == (good, 1)
    asyncio.run(outbox.taken(second))
    assert asyncio.run(outbox.claim()) is None
    assert waiting(webhooks, here) == 1


def test_after_a_failure_the_webhook_rests_and_says_why(held: Database, webhooks: PostgresWebhooks, here: str) -> None:
    asyncio.run(webhooks.put(here, ADDRESS))
    finish(held, here)
    outbox = webhooks.outbox(here, LEASE)
    asyncio.run(outbox.failed(claim(outbox), "answered 503\x00" + "x" * 1000, LATER, DAYS))
    assert asyncio.run(outbox.claim()) is None
    state = asyncio.run(webhooks.get(here))
    assert state is not None
    assert state.next_at is not None
    assert state.oldest_at is not None
    assert (state.failures, state.waiting) == (1, 1)
    assert state.trouble.startswith("answered 503")
    assert len(state.trouble) <= 300
    assert 50 < (state.next_at - datetime.now(UTC)).total_seconds() < 70
    found = {one.workspace: one for one in asyncio.run(webhooks.waiting())}[here]
    assert 50 < found.seconds <= 60
    assert 0 <= found.waited < 50


def test_what_is_due_stands_first_and_what_waits_for_nothing_not_at_all(held: Database, webhooks: PostgresWebhooks, here: str) -> None:
    for name in (f"{here}-a", f"{here}-b", f"{here}-c"):
        asyncio.run(webhooks.put(name, ADDRESS))
    finish(held, f"{here}-a")
    finish(held, f"{here}-b")
    outbox = webhooks.outbox(f"{here}-a", LEASE)
    asyncio.run(outbox.failed(claim(outbox), "answered 500", LATER, DAYS))
    found = [(one.workspace, one.seconds > 0) for one in asyncio.run(webhooks.waiting()) if one.workspace.startswith(here)]
    assert found == [(f"{here}-b", False), (f"{here}-a", True)]


def test_after_three_days_it_is_given_up_and_counted(own: Addresses, held: Database, webhooks: PostgresWebhooks, here: str) -> None:
    asyncio.run(webhooks.put(here, ADDRESS))
    old = {finish(held, here), finish(held, here)}
    age(own, here, 3.1)
    young = finish(held, here)
    outbox = webhooks.outbox(here, LEASE)
    assert set(asyncio.run(outbox.failed(claim(outbox), "answered 500", AT_ONCE, DAYS))) == old
    assert claim(outbox).job == young
    state = asyncio.run(webhooks.get(here))
    assert state is not None
    assert (state.given_up, state.waiting) == (2, 1)


def test_a_new_address_is_told_at_once_with_a_new_secret(held: Database, webhooks: PostgresWebhooks, here: str) -> None:
    _, before = asyncio.run(webhooks.put(here, ADDRESS))
    finish(held, here)
    outbox = webhooks.outbox(here, LEASE)
    asyncio.run(outbox.failed(claim(outbox), "answered 500", DeliveryPauses(0.0, 60.0), DAYS))
    _, after = asyncio.run(webhooks.put(here, "https://other.example/"))
    found = claim(outbox)
    assert (found.address, found.secret) == ("https://other.example/", after)
    assert before != after


def test_a_webhook_that_is_removed_takes_what_waits_with_it(held: Database, webhooks: PostgresWebhooks, here: str) -> None:
    asyncio.run(webhooks.put(here, ADDRESS))
    finish(held, here)
    assert asyncio.run(webhooks.remove(here)) is True
    assert asyncio.run(webhooks.remove(here)) is False
    assert asyncio.run(webhooks.get(here)) is None
    asyncio.run(webhooks.put(here, ADDRESS))
    assert waiting(webhooks, here) == 0


def test_a_webhook_that_is_removed_while_it_is_told_is_no_trouble(held: Database, webhooks: PostgresWebhooks, here: str) -> None:
    asyncio.run(webhooks.put(here, ADDRESS))
    finish(held, here)
    outbox = webhooks.outbox(here, LEASE)
    found = claim(outbox)
    asyncio.run(webhooks.remove(here))
    asyncio.run(outbox.taken(found))
    assert asyncio.run(outbox.failed(found, "answered 500", LATER, DAYS)) == []


def test_the_secret_is_kept_under_seal(own: Addresses, held: Database, webhooks: PostgresWebhooks, here: str) -> None:
    _, secret = asyncio.run(webhooks.put(here, ADDRESS))
    finish(held, here)
    with psycopg.connect(own.owner) as owner:
        assert secret.encode() not in b"".join(row[0] for row in owner.execute("select sealed from veracious.webhook").fetchall())
    assert claim(PostgresWebhooks(held, OTHER_SECRET, SystemClock()).outbox(here, LEASE)).secret == ""
    with pytest.raises(SettingsInvalid, match="secrets of webhooks"):
        asyncio.run(PostgresWebhooks(held, "", SystemClock()).put(here, ADDRESS))


def test_the_database_writes_down_who_sets_and_removes_it(held: Database, webhooks: PostgresWebhooks, here: str) -> None:
    with acting.acting("vk_admin"):
        _, secret = asyncio.run(webhooks.put(here, ADDRESS))
        asyncio.run(webhooks.put(here, "https://other.example/"))
        finish(held, here)
        outbox = webhooks.outbox(here, LEASE)
        asyncio.run(outbox.taken(claim(outbox)))
        asyncio.run(webhooks.remove(here))
    found = asyncio.run(PostgresAuditLog(held).newest(here, None, 10))
    assert [(one.actor, one.action, one.before, one.after) for one in reversed(found)] == [
        ("vk_admin", "webhook_set", "", ADDRESS),
        ("vk_admin", "webhook_set", ADDRESS, "https://other.example/"),
        ("vk_admin", "webhook_removed", "https://other.example/", ""),
    ]
    assert secret not in repr(found)
