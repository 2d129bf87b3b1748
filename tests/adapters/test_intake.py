"""Documents that are handed in with a job: taken in with it or not at all, put once, and never beyond what the workspace may keep."""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from uuid import uuid4

import psycopg
import pytest

from tests.postgres import WIDTH
from veracious.adapters import durable
from veracious.adapters.clock import SystemClock
from veracious.adapters.files import handed_in as cleaned
from veracious.adapters.memory.embedder import WordEmbedder
from veracious.adapters.postgres.access import PostgresAccess, allow_workspace
from veracious.adapters.postgres.collections import PostgresCollections
from veracious.adapters.postgres.database import Database
from veracious.adapters.postgres.erasure import PostgresErasure
from veracious.adapters.postgres.intake import PostgresIntake
from veracious.adapters.postgres.jobs import PostgresJobs, WorkerId
from veracious.adapters.postgres.server import APP_ROLE, Addresses
from veracious.adapters.postgres.shelf import PostgresShelf
from veracious.adapters.postgres.store import Store
from veracious.domain.document import Document, Refused, Unread
from veracious.domain.errors import ArchiveUnavailable, StorageFull
from veracious.domain.evidence import Source
from veracious.domain.job import Allowance, Ended, IngestOrder, Submission, Used
from veracious.domain.store import Became, HandedIn, Incoming, Wanted
from veracious.domain.verdict import Outcome
from veracious.domain.web import Step
from veracious.flow import handed_in
from veracious.rules.reading.lexicon import Lexicon
from veracious.rules.seeking import snapshots

WRITERS, SIZE = 20, 400


def text(number: int, size: int = SIZE) -> str:
    """A text of exactly so many bytes that no other number has."""
    told = f"Bridge {number} was opened by {number} people. "
    return (told * (size // len(told) + 1))[: size - 1] + "."


def incoming(document: Document) -> Incoming | Refused:
    """A document, cleaned and ready to be put."""
    found = cleaned.read(document)
    return found if isinstance(found, Refused) else Incoming(snapshots.of(found, Source(found.domain), "documents"), found.name)


@dataclass(frozen=True)
class Desk:
    """A workspace in which documents are handed in and put."""

    own: Addresses
    store: Store

    @property
    def jobs(self) -> PostgresJobs:
        return PostgresJobs(self.store.database, self.store.workspace, SystemClock(), WorkerId("e1", "v1"))

    @property
    def access(self) -> PostgresAccess:
        return PostgresAccess(self.store.database, "", SystemClock())

    @property
    def shelf(self) -> PostgresShelf:
        return PostgresShelf(self.store, lambda passage: ())

    def allow(self, size: int) -> None:
        allow_workspace(self.own.owner, self.store.workspace, Allowance(text_bytes=size), SystemClock().now())

    def used(self) -> Used:
        return asyncio.run(self.access.allowance(self.store.workspace, ""))[1]

    def hand_in(self, *documents: Document | Refused, key: str = "") -> str:
        given = Submission(IngestOrder(len(documents)), idempotency=key, documents=documents)
        return asyncio.run(self.jobs.submit(uuid4().hex, "ingest", given))[0].id

    def intake(self, job: str) -> PostgresIntake:
        return self.shelf.intake(job)

    def found(self, job: str) -> Sequence[HandedIn]:
        return asyncio.run(self.intake(job).all())

    def put(self, job: str, tell: Callable[[Step], None] = lambda step: None) -> Ended:
        """Put what waits, as a worker does."""
        assert asyncio.run(self.jobs.begin(job)) is not None
        ended = asyncio.run(handed_in.put_all(self.intake(job), incoming, tell, lambda: asyncio.sleep(0)))
        assert asyncio.run(self.jobs.finish(job, ended))
        return ended

    def stored(self) -> int:
        """The bytes of all texts there are, counted one by one past the application."""
        mine = "workspace = (select id from veracious.workspace where name = %s)"
        with psycopg.connect(self.own.owner) as connection:
            row = connection.execute(
                f"select coalesce(sum(text_bytes), 0), count(*) from veracious.document where {mine}",  # noqa: S608
                [self.store.workspace],
            ).fetchone()
        assert row is not None
        return int(row[0])

    def bodies(self, job: str) -> int:
        """How many texts wait."""
        with psycopg.connect(self.own.owner) as connection:
            row = connection.execute("select count(packed) from veracious.handed_in where job = %s", [job]).fetchone()
        assert row is not None
        return int(row[0])


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
def desk(own: Addresses, held: Database, lexicon: Lexicon) -> Desk:
    return Desk(own, Store(held, WordEmbedder(lexicon, WIDTH), lexicon, workspace=f"w-{uuid4().hex[:8]}", model="words"))


def test_what_is_handed_in_waits_is_put_and_told_of_in_its_order(desk: Desk) -> None:
    given = (Document(text(1), title="One"), Refused("", Unread.EMPTY), Document(text(2)), Document(text(1)), Document("x" * 2_000_001))
    job = desk.hand_in(*given)
    assert [one.became for one in desk.found(job)] == ["", "refused", "", "", ""]
    assert (desk.used().waiting_bytes, desk.bodies(job)) == (3 * SIZE + 2_000_001, 4)
    told: list[Step] = []
    ended = desk.put(job, told.append)
    assert (ended.outcome, ended.cause) == (Outcome.PARTIAL, "2 of 5 documents were refused; the report says why.")
    assert [step.text for step in told][-1] == "5 of 5 documents: 2 new, 1 known, 2 refused"
    found = desk.found(job)
    assert [one.became for one in found] == ["new", "refused", "new", "known", "refused"]
    assert [one.reason for one in found] == [None, "empty", None, None, "too_large"]
    assert found[0].digest == found[3].digest == snapshots.name(text(1))
    assert found[0].passages > 0
    assert (desk.used().text_bytes, desk.used().waiting_bytes, desk.bodies(job)) == (2 * SIZE, 0, 0)
    assert desk.stored() == 2 * SIZE


def test_the_same_key_takes_nothing_in_twice(desk: Desk) -> None:
    assert desk.hand_in(Document(text(1)), key="k") == desk.hand_in(Document(text(1)), key="k")
    assert desk.used().waiting_bytes == SIZE


def test_without_room_for_all_of_it_nothing_is_taken_in(desk: Desk) -> None:
    desk.allow(2 * SIZE)
    with pytest.raises(StorageFull, match=rf"{3 * SIZE:,} bytes more, {2 * SIZE} left"):
        desk.hand_in(*(Document(text(number)) for number in range(3)))
    assert (desk.used().jobs, desk.used().waiting_bytes) == (0, 0)
    assert asyncio.run(desk.jobs.newest(None, None, 10)) == ()
    desk.put(desk.hand_in(Document(text(1)), Document(text(2))))
    with pytest.raises(StorageFull, match="1 bytes more, 0 left"):
        desk.hand_in(Document("."))
    asyncio.run(PostgresErasure(desk.store).documents(Wanted(digest=snapshots.name(text(1)))))
    desk.put(desk.hand_in(Document(text(3))))
    assert desk.stored() == desk.used().text_bytes == 2 * SIZE


def test_what_the_service_allows_holds_where_a_workspace_has_no_limit_of_its_own(desk: Desk) -> None:
    database = Database(desk.own.app, 2, default_allowance=Allowance(text_bytes=SIZE))
    try:
        small = replace(desk, store=replace(desk.store, database=database))
        with pytest.raises(StorageFull):
            small.hand_in(Document(text(1, SIZE + 1)))
        assert small.used().at_most.text_bytes == SIZE
        small.allow(SIZE + 1)
        small.hand_in(Document(text(1, SIZE + 1)))
    finally:
        database.close()


def test_files_have_no_more_room_than_what_is_handed_in(desk: Desk) -> None:
    desk.allow(2 * SIZE)
    desk.hand_in(Document(text(1)))  # it waits, and takes room
    ready = [incoming(Document(text(number))) for number in (2, 3)]

    async def write() -> None:
        await desk.shelf.write(await desk.shelf.ready([one for one in ready if isinstance(one, Incoming)]))

    with pytest.raises(StorageFull):
        asyncio.run(write())
    assert desk.stored() == desk.used().text_bytes == SIZE


def test_twenty_writers_at_once_come_to_the_limit_and_not_a_byte_beyond(desk: Desk) -> None:
    fits = 7
    desk.allow(fits * SIZE + SIZE - 1)
    asyncio.run(desk.shelf.write(asyncio.run(desk.shelf.ready([]))))

    def write(number: int) -> str:
        try:
            return desk.hand_in(Document(text(number)))
        except StorageFull:
            return ""

    with ThreadPoolExecutor(WRITERS) as pool:
        jobs = [job for job in pool.map(write, range(WRITERS)) if job]
        assert len(jobs) == fits
        assert desk.used().waiting_bytes == fits * SIZE
        assert {ended.outcome for ended in pool.map(desk.put, jobs)} == {Outcome.COMPLETED}
    assert desk.stored() == desk.used().text_bytes == fits * SIZE
    assert desk.used().waiting_bytes == 0


def test_twenty_writers_of_files_come_to_the_limit_and_not_a_byte_beyond(desk: Desk) -> None:
    fits = 7
    desk.allow(fits * SIZE + SIZE - 1)

    async def one(number: int) -> None:
        ready = incoming(Document(text(number)))
        assert isinstance(ready, Incoming)
        await desk.shelf.write(await desk.shelf.ready([ready]))

    def write(number: int) -> bool:
        try:
            asyncio.run(one(number))
        except StorageFull:
            return False
        return True

    with ThreadPoolExecutor(WRITERS) as pool:
        assert sum(pool.map(write, range(WRITERS))) == fits
    assert desk.stored() == desk.used().text_bytes == fits * SIZE


def test_text_that_goes_in_any_way_is_counted_no_more(desk: Desk) -> None:
    desk.put(desk.hand_in(*(Document(text(number), domain="a.example" if number else "b.example") for number in range(3))))
    asyncio.run(PostgresErasure(desk.store).documents(Wanted(domain="b.example")))
    assert desk.stored() == desk.used().text_bytes == 2 * SIZE

    async def rebuild() -> None:
        held = PostgresCollections(desk.store)
        made = await held.begin("documents")
        ready = incoming(Document(text(9)))
        assert isinstance(ready, Incoming)
        await desk.shelf.write(await desk.shelf.ready([ready]), made)
        old = await held.switch(made)
        assert old is not None
        await held.drop(old)

    asyncio.run(rebuild())
    assert desk.stored() == desk.used().text_bytes == SIZE
    asyncio.run(PostgresErasure(desk.store).workspace())
    assert desk.used() == Used()


def test_what_is_over_leaves_no_text_behind_and_gives_its_room_back(desk: Desk) -> None:
    job = desk.hand_in(Document(text(1)), Document(text(2)))
    asyncio.run(desk.jobs.begin(job))
    ready = incoming(Document(text(1)))
    assert isinstance(ready, Incoming)
    assert asyncio.run(desk.intake(job).put(1, ready)) is Became.NEW
    asyncio.run(desk.jobs.finish(job, Ended(Outcome.CANCELLED)))
    assert (desk.bodies(job), desk.used().waiting_bytes, desk.used().text_bytes) == (0, 0, SIZE)
    assert [one.became for one in desk.found(job)] == ["new", ""]


def test_a_worker_that_comes_back_late_writes_nothing(desk: Desk) -> None:
    """Decided by another, cancelled, or erased since: what is noted stays, and nothing is put behind it."""
    job = desk.hand_in(Document(text(1)), Document(text(2)))
    asyncio.run(desk.jobs.begin(job))
    first, second = (incoming(Document(text(number))) for number in (1, 2))
    assert isinstance(first, Incoming)
    assert isinstance(second, Incoming)
    assert asyncio.run(desk.intake(job).put(1, first)) is Became.NEW
    asyncio.run(PostgresErasure(desk.store).documents(Wanted(digest=first.snapshot.digest)))
    assert asyncio.run(desk.intake(job).put(1, first)) is Became.WAITING
    asyncio.run(desk.jobs.finish(job, Ended(Outcome.CANCELLED)))
    assert asyncio.run(desk.intake(job).put(2, second)) is Became.WAITING
    assert asyncio.run(desk.intake(job).begin(2)) is None
    assert [one.became for one in desk.found(job)] == ["erased", ""]
    assert desk.stored() == desk.used().text_bytes == desk.used().waiting_bytes == 0


def test_a_document_that_brings_its_workers_down_is_given_up(desk: Desk) -> None:
    job = desk.hand_in(Document(text(1)), Document(text(2)))
    for _ in range(handed_in.BEGUN_AT_MOST):
        assert asyncio.run(desk.intake(job).begin(1)) is not None  # and then the worker died
    assert desk.put(job).outcome is Outcome.PARTIAL
    assert [(one.became, one.reason) for one in desk.found(job)] == [("refused", "crashed"), ("new", None)]


def test_a_document_that_the_store_had_no_room_for_is_not_taken_for_one_that_kills(desk: Desk) -> None:
    """As often as it was begun in vain, it is put once there is room again."""
    job = desk.hand_in(Document(text(1)))
    assert asyncio.run(desk.jobs.begin(job)) is not None
    with psycopg.connect(desk.own.owner) as owner:
        owner.execute("create function full_disk() returns trigger language plpgsql as $$ begin raise sqlstate '53100'; end $$")
        owner.execute("create trigger full_disk before insert on veracious.passage for each row execute function full_disk()")
        owner.commit()
        for _ in range(2 * handed_in.BEGUN_AT_MOST):
            with pytest.raises(ArchiveUnavailable):
                asyncio.run(handed_in.put_all(desk.intake(job), incoming, lambda step: None, lambda: asyncio.sleep(0)))
        owner.execute("drop trigger full_disk on veracious.passage")
        owner.execute("drop function full_disk")
    assert desk.put(job).outcome is Outcome.COMPLETED
    assert [one.became for one in desk.found(job)] == ["new"]


def test_a_job_begun_again_tells_the_same_under_the_same_numbers(desk: Desk) -> None:
    job = desk.hand_in(*(Document(text(number)) for number in range(3)))
    first: list[Step] = []

    async def killed() -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        asyncio.run(handed_in.put_all(desk.intake(job), incoming, first.append, killed))
    again: list[Step] = []
    desk.put(job, again.append)
    assert [step.text.partition(":")[0] for step in again] == [f"{number} of 3 documents" for number in (1, 2, 3)]
    assert [one.became for one in desk.found(job)] == ["new"] * 3
    assert desk.stored() == 3 * SIZE
