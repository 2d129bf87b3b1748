"""A page of a list costs the same at its end as at its beginning, at ten thousand rows: counted in pages of the server that are read."""

import asyncio
import json
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from typing import Any

import psycopg
import pytest

from tests.postgres import WIDTH
from veracious.adapters.clock import SystemClock
from veracious.adapters.memory.embedder import WordEmbedder
from veracious.adapters.postgres import statements
from veracious.adapters.postgres.archive import PostgresArchive
from veracious.adapters.postgres.database import Database, Row, Transaction
from veracious.adapters.postgres.jobs import PostgresJobs
from veracious.adapters.postgres.listing import PostgresListing
from veracious.adapters.postgres.server import Addresses
from veracious.adapters.postgres.store import Store
from veracious.domain.job import Kind
from veracious.rules.reading.lexicon import Lexicon

MANY = 10_000
PAGE = 20
WITHIN = 3  # times what the first page reads

FILL = """
insert into veracious.chain (workspace, number, event, record, at, commitment, previous, hash)
    select {here}, n, 'kept', 'r' || n, now(), 'c', null, 'h' from generate_series(1, {many}) n;
insert into veracious.record (workspace, id, body, envelope, salt)
    select {here}, 'r' || n, '{{}}', '{{}}', 's' from generate_series(1, {many}) n;
insert into veracious.chain (workspace, number, event, record, at, commitment, previous, hash)
    select {here}, {many} + n, 'expired', 'r' || n, now(), 'c', null, 'h' from generate_series(1, {many}) n;
insert into veracious.job (workspace, id, kind, queue, priority, actor, request, seconds, held_micros, made_at)
    select {here}, 'j' || n, case when n % 1000 = 0 then 'check' else 'verification' end, 'own', 0, '', '{{}}', 900, 0,
        timestamptz '2026-01-01' + n * interval '1 second' from generate_series(1, {many}) n;
insert into veracious.document (part, generation, workspace, key, name, file_hash, digest, url, form, title, domain, credibility, tier,
    published, language, canonical_url, byline, links, text_packed)
    select g.part, g.id, {here}, 'k' || n, 'n', '', 'sha256:' || n, null, null, 't', '', null, '', null, 'en', null, '', '{{}}', ''
    from veracious.generation g, generate_series(1, {many}) n where g.workspace = {here} and g.state = 'live';
analyze veracious.chain, veracious.record, veracious.job, veracious.document;
"""


@pytest.fixture(scope="module")
def store(new_addresses: Callable[..., Addresses], lexicon: Lexicon) -> Iterator[Store]:
    """A workspace with ten thousand of everything, beside another."""
    own = new_addresses()
    database = Database(own.app, 3)
    for name in ("other", "paged"):
        with database.transaction(name) as tx:
            tx.tell("first_generation", collection="documents", embedder="")
            here = tx.workspace
        with psycopg.connect(own.owner, autocommit=True) as owner:
            owner.execute(FILL.format(here=here, many=MANY).encode())
    yield Store(database, WordEmbedder(lexicon, WIDTH), lexicon, workspace="paged")
    database.close()


@pytest.fixture
def cost(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The pages that each statement has read, of tables and of indexes."""
    found: list[int] = []
    plain = Transaction.rows

    def counted(self: Transaction, name: str, /, **values: Any) -> Sequence[Row]:
        (plan,) = self.connection.execute(f"explain (analyze, buffers, format json) {statements.all()[name]}".encode(), values).fetchall()
        told = plan["QUERY PLAN"]
        top = (json.loads(told) if isinstance(told, str) else told)[0]["Plan"]
        found.append(top["Shared Hit Blocks"] + top["Shared Read Blocks"])
        return plain(self, name, **values)

    monkeypatch.setattr(Transaction, "rows", counted)
    return found


def test_records_cost_the_same_wherever_they_stand(store: Store, cost: list[int]) -> None:
    archive = PostgresArchive(store)
    first = asyncio.run(archive.newest(PAGE))
    of_first, statements_of_first = sum(cost), len(cost)
    cost.clear()
    last = asyncio.run(archive.newest(PAGE, PAGE + 1))
    assert [one.id for one in first] == [f"r{number}" for number in range(MANY, MANY - PAGE, -1)]
    assert [one.id for one in last] == [f"r{number}" for number in range(PAGE, 0, -1)]
    assert len(cost) == statements_of_first
    assert sum(cost) <= WITHIN * of_first < MANY // 10


@pytest.mark.parametrize(("kind", "last"), [(Kind.VERIFICATION, 30), (Kind.CHECK, 3_000)])
def test_jobs_cost_the_same_wherever_they_stand(store: Store, cost: list[int], kind: Kind, last: int) -> None:
    jobs = PostgresJobs(store.database, store.workspace, SystemClock())
    (newest, *_) = asyncio.run(jobs.newest(kind, None, PAGE))
    of_first = sum(cost)
    cost.clear()
    at = datetime(2026, 1, 1, last // 3600, last % 3600 // 60, last % 60, tzinfo=UTC)
    page = asyncio.run(jobs.newest(kind, (at, f"j{last}"), PAGE))
    assert newest.kind is kind
    assert [one.id for one in page] == ([f"j{number}" for number in range(29, 9, -1)] if kind is Kind.VERIFICATION else ["j2000", "j1000"])
    assert sum(cost) <= WITHIN * of_first < MANY // 10


def test_documents_cost_the_same_wherever_they_stand(store: Store, cost: list[int]) -> None:
    listing = PostgresListing(store)
    first = asyncio.run(listing.documents(0, PAGE))
    of_first = sum(cost)
    cost.clear()
    last = asyncio.run(listing.documents(first[0].number + MANY - PAGE - 1, PAGE))
    assert (len(first), len(last), last[-1].digest) == (PAGE, PAGE, f"sha256:{MANY}")
    assert sum(cost) <= WITHIN * of_first < MANY // 10
