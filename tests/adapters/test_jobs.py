"""Jobs in a real store: handed in once, begun by one version, finished once, and never beyond what is allowed."""

import asyncio
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from uuid import uuid4

import psycopg
import pytest

from veracious.adapters import durable
from veracious.adapters.clock import SystemClock
from veracious.adapters.memory.clock import FixedClock
from veracious.adapters.memory.embedder import WordEmbedder
from veracious.adapters.postgres import workers as roll_module
from veracious.adapters.postgres.archive import PostgresArchive
from veracious.adapters.postgres.database import Database
from veracious.adapters.postgres.jobs import PostgresJobs, WorkerId
from veracious.adapters.postgres.server import APP_ROLE, Addresses
from veracious.adapters.postgres.store import Store
from veracious.adapters.postgres.workers import WorkerRegistry
from veracious.domain import steps
from veracious.domain.document import Document
from veracious.domain.errors import JobMissing, JobOutdated, JobsTooMany, MoneyShort, RequestChanged, StoreBehind
from veracious.domain.job import AnswerOrder, CheckOrder, ClaimOrder, Ended, Job, JobState, Kind, Submission
from veracious.domain.verdict import Outcome
from veracious.rules.reading.lexicon import Lexicon

DAY = date(2026, 11, 16)
ORDER = ClaimOrder("Marie Curie was born in Warsaw.", DAY)
QUEUE = "local"
HERE = WorkerId("e1", "v1")


@pytest.fixture(scope="module")
def own(new_addresses: Callable[..., Addresses]) -> Addresses:
    """A database of its own, with the tables of the queue."""
    made = new_addresses()
    durable.migrate(made.owner, APP_ROLE)
    return made


@pytest.fixture(scope="module")
def held(own: Addresses) -> Iterator[Database]:
    found = Database(own.app, 8, wait_seconds=60)
    yield found
    found.close()


@pytest.fixture
def jobs(held: Database) -> PostgresJobs:
    return PostgresJobs(held, f"w-{uuid4().hex[:8]}", SystemClock(), HERE)


def allow(own: Addresses, jobs: PostgresJobs, **limits: int) -> None:
    """Say what the workspace may use, as its owner."""
    columns = ", ".join(limits)
    with psycopg.connect(own.owner, autocommit=True) as connection:
        connection.execute("select veracious.enter(%s)", [jobs._workspace])
        connection.execute(
            f"insert into veracious.allowance (workspace, {columns}) select id, {', '.join(['%s'] * len(limits))} "  # noqa: S608
            "from veracious.workspace where name = %s",
            [*limits.values(), jobs._workspace],
        )


def used(own: Addresses, jobs: PostgresJobs) -> tuple[int, int, int]:
    """What of the workspace's allowance is spent, held and running."""
    with psycopg.connect(own.owner) as connection:
        found = connection.execute(
            "select a.spent_micros, a.held_micros, a.jobs from veracious.allowance a join veracious.workspace w on w.id = a.workspace "
            "where w.name = %s and a.actor = ''",
            [jobs._workspace],
        ).fetchone()
    assert found is not None
    return found[0], found[1], found[2]


def submit(jobs: PostgresJobs, given: Submission | None = None, name: str = "") -> Job:
    return asyncio.run(jobs.submit(name or uuid4().hex, QUEUE, given or Submission(ORDER)))[0]


def kinds(jobs: PostgresJobs, job: Job, after: int = 0) -> list[tuple[int, str]]:
    return [(event.number, event.kind) for event in asyncio.run(jobs.events(job.id, after))]


@pytest.mark.parametrize(
    ("order", "kind"),
    [
        (ORDER, Kind.VERIFICATION),
        (CheckOrder("It is so.", DAY, (Document("It is so.", title="A page"),), "Is it?"), Kind.CHECK),
        (AnswerOrder("Is it?", DAY), Kind.ANSWER),
    ],
)
def test_a_job_is_handed_in_and_its_order_read_as_it_was_given(jobs: PostgresJobs, order: ClaimOrder, kind: Kind) -> None:
    job = submit(jobs, Submission(order, "key-1"))
    assert (job.kind, job.state, job.actor, job.tries, job.outcome) == (kind, JobState.QUEUED, "key-1", 0, "")
    assert asyncio.run(jobs.order(job.id)) == order
    assert asyncio.run(jobs.fetch(job.id)) == job
    assert kinds(jobs, job) == [(1, "queued")]


def test_a_job_stands_in_the_queue_as_soon_as_it_is_there(own: Addresses, jobs: PostgresJobs) -> None:
    job = submit(jobs, Submission(ORDER, priority=3))
    with psycopg.connect(own.app) as connection:
        row = connection.execute("select row_to_json(w) from dbos.workflow_status w where workflow_uuid = %s", [job.id]).fetchone()
    assert row is not None
    told = row[0]
    assert (told["status"], told["queue_name"], told["queue_partition_key"], told["priority"]) == ("ENQUEUED", QUEUE, job.workspace, 3)
    assert told["serialization"] == "portable_json"
    assert "Curie" not in str(told)


def test_without_the_tables_of_the_queue_nothing_is_taken_in(new_addresses: Callable[..., Addresses]) -> None:
    bare = Database(new_addresses().app, 2)
    try:
        jobs = PostgresJobs(bare, "w1", SystemClock())
        with pytest.raises(StoreBehind):
            submit(jobs, name="j1")
        with pytest.raises(JobMissing):
            asyncio.run(jobs.fetch("j1"))
    finally:
        bare.close()


def test_a_hundred_at_once_with_one_key_are_one_job(own: Addresses, jobs: PostgresJobs) -> None:
    given = Submission(ORDER, "key-1", "the same", "digest")
    with ThreadPoolExecutor(100) as pool:
        found = list(pool.map(lambda _: asyncio.run(jobs.submit(uuid4().hex, QUEUE, given)), range(100)))
    assert len({job.id for job, _ in found}) == 1
    assert sum(is_new for _, is_new in found) == 1
    with psycopg.connect(own.app) as connection:
        row = connection.execute("select count(*) from dbos.workflow_status where queue_partition_key = %s", [jobs._workspace]).fetchone()
    assert row == (1,)


def test_the_same_key_for_another_request_is_refused_and_for_another_actor_is_another_job(jobs: PostgresJobs) -> None:
    first = submit(jobs, Submission(ORDER, "key-1", "the same", "digest"))
    with pytest.raises(RequestChanged):
        submit(jobs, Submission(ORDER, "key-1", "the same", "another"))
    assert submit(jobs, Submission(ORDER, "key-2", "the same", "another")).id != first.id


def test_a_key_that_has_an_owner_is_the_same_job_whoever_hands_it_in(jobs: PostgresJobs) -> None:
    given = Submission(ORDER, "key-1", "row-2", "digest", key_owner="batch:1")
    first, same = submit(jobs, given), submit(jobs, replace(given, actor="key-2"))
    assert (same.id, same.actor) == (first.id, "key-1")
    for other in (replace(given, key_owner="batch:2"), replace(given, key_owner="")):
        assert submit(jobs, other).id != first.id


def test_a_job_is_begun_told_and_finished_once(own: Addresses, jobs: PostgresJobs) -> None:
    job = submit(jobs, Submission(ORDER, seconds=60, held_micros=500))
    begun = asyncio.run(jobs.begin(job.id))
    assert begun is not None
    assert begun.begun_at is not None
    assert begun.until == begun.begun_at + timedelta(seconds=60)
    assert (begun.state, begun.tries, begun.version, begun.executor) == (JobState.RUNNING, 1, "v1", "e1")
    asyncio.run(jobs.tell(job.id, 1, steps.search("curie warsaw")))
    assert used(own, jobs) == (0, 500, 1)
    assert asyncio.run(jobs.finish(job.id, Ended(Outcome.COMPLETED, spent_micros=200, has_record=True)))
    assert not asyncio.run(jobs.finish(job.id, Ended(Outcome.FAILED, "twice", 900)))
    done = asyncio.run(jobs.fetch(job.id))
    assert (done.state, done.outcome, done.cause, done.spent_micros, done.has_record) == (JobState.FINISHED, "completed", "", 200, True)
    assert used(own, jobs) == (200, 0, 0)
    assert kinds(jobs, job) == [(1, "queued"), (2, "running"), (3, "search"), (4, "finished")]
    assert kinds(jobs, job, after=3) == [(4, "finished")]
    assert [dict(event.fields) for event in asyncio.run(jobs.events(job.id, 0))] == [
        {},
        {},
        {"query": "curie warsaw"},
        {"outcome": "completed", "spent_micros": 200, "has_record": True},
    ]
    assert asyncio.run(jobs.begin(job.id)) is None


def test_a_job_that_is_begun_again_tells_nothing_twice_and_keeps_its_deadline(jobs: PostgresJobs) -> None:
    job = submit(jobs)
    first = asyncio.run(jobs.begin(job.id))
    for number in (1, 2):
        asyncio.run(jobs.tell(job.id, number, steps.read(f"page {number}")))
    again = asyncio.run(PostgresJobs(jobs._database, jobs._workspace, SystemClock(), WorkerId("e2", "v1")).begin(job.id))
    assert first is not None
    assert again is not None
    assert (again.tries, again.executor, again.until) == (2, "e2", first.until)
    for number in (1, 2, 3):
        asyncio.run(jobs.tell(job.id, number, steps.read(f"page {number}")))
    assert kinds(jobs, job) == [(1, "queued"), (2, "running"), (3, "read"), (4, "read"), (5, "read")]


def test_what_one_version_began_no_other_goes_on_with(jobs: PostgresJobs) -> None:
    job = submit(jobs)
    newer = PostgresJobs(jobs._database, jobs._workspace, SystemClock(), WorkerId("e2", "v2"))
    asyncio.run(jobs.begin(job.id))
    with pytest.raises(JobOutdated, match="begun by v1, this is v2"):
        asyncio.run(newer.begin(job.id))
    assert asyncio.run(newer.begin(submit(jobs).id)) is not None


def test_a_waiting_job_is_cancelled_at_once_and_a_running_one_is_marked(own: Addresses, jobs: PostgresJobs) -> None:
    waiting, running = submit(jobs, Submission(ORDER, held_micros=10)), submit(jobs, Submission(ORDER, held_micros=10))
    asyncio.run(jobs.begin(running.id))
    ended = asyncio.run(jobs.cancel(waiting.id))
    assert (ended.state, ended.outcome, ended.has_record) == (JobState.FINISHED, "cancelled", False)
    assert kinds(jobs, waiting)[-1][1] == "finished"
    assert asyncio.run(jobs.begin(waiting.id)) is None
    marked = asyncio.run(jobs.cancel(running.id))
    assert (marked.state, marked.cancelling) == (JobState.RUNNING, True)
    assert used(own, jobs) == (0, 10, 1)
    registry = WorkerRegistry(jobs._database)
    assert (jobs._workspace, running.id) in asyncio.run(registry.unwanted(HERE))
    asyncio.run(jobs.finish(running.id, Ended(Outcome.COMPLETED)))
    assert asyncio.run(jobs.cancel(running.id)).outcome == "completed"


def test_a_worker_that_was_late_itself_calls_nobody_dead_for_a_while(held: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    """When a machine stands still, all of its workers are silent: whoever wakes first would take over what the others still do."""
    now = [0.0]
    monkeypatch.setattr(roll_module, "monotonic", lambda: now[0])
    registry, living = WorkerRegistry(held), WorkerId(uuid4().hex, "v")
    assert not registry.is_timely  # it has not told of itself yet
    told = []
    for at in (0.0, 2.0, 4.0, 15.0, 17.0, 20.0, 23.0, 25.5):  # eleven seconds nothing
        now[0] = at
        asyncio.run(registry.see(living))
        told.append(registry.is_timely)
    assert told == [True, True, True, False, False, False, False, True]
    now[0] += roll_module.LATE * roll_module.SILENT.total_seconds()
    assert not registry.is_timely  # as late as this, and it does not know how the others fare
    asyncio.run(registry.leave(living))


def test_jobs_are_listed_newest_first_page_by_page(held: Database) -> None:
    start, made = datetime(2026, 11, 16, tzinfo=UTC), []
    name = f"w-{uuid4().hex[:8]}"
    for minute in range(5):
        at = PostgresJobs(held, name, FixedClock(start + timedelta(minutes=minute // 2)))
        made.append(submit(at, Submission(AnswerOrder("Is it?", DAY) if minute == 4 else ORDER), f"j{minute}"))
    jobs, seen, after = PostgresJobs(held, name, SystemClock()), [], None
    while page := asyncio.run(jobs.newest(None, after, 2)):
        seen += [job.id for job in page]
        after = (page[-1].made_at, page[-1].id)
    assert seen == ["j4", "j3", "j2", "j1", "j0"]
    assert [job.id for job in asyncio.run(jobs.newest(Kind.ANSWER, None, 10))] == ["j4"]


def test_a_thousand_at_once_never_pass_the_money_of_a_workspace(own: Addresses, jobs: PostgresJobs) -> None:
    """100,000 millionths at 700 each: 142 jobs, whoever comes first."""
    allow(own, jobs, money_micros=100_000)
    given = Submission(ORDER, "key-1", held_micros=700)

    def one(number: int) -> str:
        try:
            return submit(jobs, given, f"{jobs._workspace}-{number}").id
        except MoneyShort:
            return ""

    with ThreadPoolExecutor(64) as pool:
        taken = [name for name in pool.map(one, range(1000)) if name]
    assert len(taken) == 142
    assert used(own, jobs) == (0, 142 * 700, 142)
    for name in taken[:42]:
        asyncio.run(jobs.finish(name, Ended(Outcome.COMPLETED, spent_micros=300)))
    assert used(own, jobs) == (42 * 300, 100 * 700, 100)
    more = [name for name in map(one, range(2000, 2040)) if name]
    assert len(more) == (100_000 - 42 * 300 - 100 * 700) // 700 == 24


def test_in_a_new_month_the_money_is_new(own: Addresses, jobs: PostgresJobs) -> None:
    allow(own, jobs, money_micros=1_000)
    november, december = (
        PostgresJobs(jobs._database, jobs._workspace, FixedClock(datetime(2026, month, 28, tzinfo=UTC))) for month in (11, 12)
    )
    job = submit(november, Submission(ORDER, held_micros=1_000))
    asyncio.run(november.finish(job.id, Ended(Outcome.COMPLETED, spent_micros=1_000)))
    with pytest.raises(MoneyShort, match=r"0\.000000 left"):
        submit(november, Submission(ORDER, held_micros=1))
    assert submit(december, Submission(ORDER, held_micros=1_000)).held_micros == 1_000


def test_no_more_jobs_at_once_than_allowed(own: Addresses, jobs: PostgresJobs) -> None:
    allow(own, jobs, jobs_at_once=2)
    first, _ = submit(jobs), submit(jobs)
    with pytest.raises(JobsTooMany, match="2 at once"):
        submit(jobs)
    asyncio.run(jobs.finish(first.id, Ended(Outcome.COMPLETED)))
    submit(jobs)


def test_what_is_finished_long_ago_is_forgotten_with_its_key(held: Database, jobs: PostgresJobs, lexicon: Lexicon) -> None:
    """As long as tapes are kept, and no longer; what runs stays."""
    given = Submission(ORDER, idempotency="once")
    ended, running = submit(jobs, given), submit(jobs)
    for job in (ended, running):
        asyncio.run(jobs.begin(job.id))
    asyncio.run(jobs.finish(ended.id, Ended(Outcome.COMPLETED)))
    archive = PostgresArchive(Store(held, WordEmbedder(lexicon, 384), lexicon, workspace=jobs._workspace))
    days = asyncio.run(archive.retained())
    assert days is not None
    asyncio.run(archive.expire(datetime.now(UTC) + timedelta(days=days - 1)))
    assert submit(jobs, given).id == ended.id
    asyncio.run(archive.expire(datetime.now(UTC) + timedelta(days=days + 1)))
    with pytest.raises(JobMissing):
        asyncio.run(jobs.fetch(ended.id))
    assert asyncio.run(jobs.fetch(running.id)).state is JobState.RUNNING
    assert submit(jobs, given).id != ended.id


def test_another_workspace_sees_nothing_of_a_job(held: Database, jobs: PostgresJobs) -> None:
    job = submit(jobs)
    other = PostgresJobs(held, f"w-{uuid4().hex[:8]}", SystemClock(), HERE)
    for ask in (other.fetch, other.cancel, other.order, other.begin):
        with pytest.raises(JobMissing):
            asyncio.run(ask(job.id))
    with pytest.raises(JobMissing):
        asyncio.run(other.events(job.id, 0))
    assert not asyncio.run(other.finish(job.id, Ended(Outcome.FAILED)))
    assert asyncio.run(other.newest(None, None, 10)) == ()
    assert asyncio.run(jobs.fetch(job.id)).state is JobState.QUEUED


def test_who_lives_is_known_and_who_is_silent_is_not(held: Database, jobs: PostgresJobs) -> None:
    registry, living, other = WorkerRegistry(held), WorkerId(uuid4().hex, f"v-{uuid4().hex[:6]}"), WorkerId(uuid4().hex, "another")
    asyncio.run(registry.see(living))
    assert living.executor in [one.id for one in asyncio.run(registry.alive())]
    mine = PostgresJobs(held, jobs._workspace, SystemClock(), living)
    job = submit(mine)
    asyncio.run(mine.begin(job.id))
    assert job.id not in [name for _, name, _ in asyncio.run(registry.outdated(other))]
    asyncio.run(registry.leave(living))
    assert living.executor not in [one.id for one in asyncio.run(registry.alive())]
    assert (jobs._workspace, job.id, living.version) in asyncio.run(registry.outdated(other))
    late = replace(living, executor=uuid4().hex)  # of the same version, and its sign of life is late
    assert job.id not in [name for _, name, _ in asyncio.run(registry.outdated(late))]
    asyncio.run(registry.see(replace(living, executor=uuid4().hex)))  # another of the same version goes on with it
    assert job.id not in [name for _, name, _ in asyncio.run(registry.outdated(other))]
