"""What was erased and swept is in no file of the server, but for its write-ahead log."""

import asyncio
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path

import psycopg
import pytest
from psycopg.conninfo import make_conninfo

from tests.faults import store_contents, traces
from tests.faults.traces import DenseEmbedder, Marked
from veracious import wiring
from veracious.adapters.postgres import erasure, migrate, server
from veracious.adapters.postgres.collections import PostgresCollections
from veracious.adapters.postgres.database import Database
from veracious.adapters.postgres.erasure import PostgresErasure
from veracious.adapters.postgres.server import Addresses
from veracious.adapters.postgres.shelf import PostgresShelf
from veracious.adapters.postgres.store import Store
from veracious.domain.errors import StoreBusy, WorkspaceMisnamed
from veracious.domain.evidence import Passage, Triple
from veracious.domain.store import Incoming, Wanted
from veracious.rules.dials import Dials
from veracious.rules.reading import facts

OTHERS = 12
BOTH = ("documents", "static")
_NUMBERS = count(1)
Kept = Mapping[str, frozenset[str]]


def told(passage: Passage) -> Sequence[Triple]:
    found = facts.read(passage.text, wiring.lexicon(), Dials().reading.facts)
    return [Triple(fact.subject, fact.relation, fact.object, passage) for fact in found]


@dataclass(frozen=True, slots=True)
class FilledStore:
    """A workspace of a server, with documents of which two are to go."""

    folder: Path
    root: str  # the server's superuser in this database, who may look at everything
    owner: str
    store: Store
    plain: Marked = field(default_factory=traces.marked)
    wide: Marked = field(default_factory=lambda: traces.marked(wide=True))
    others: tuple[Marked, ...] = field(default_factory=lambda: tuple(traces.marked() for _ in range(OTHERS)))

    @property
    def erasure(self) -> PostgresErasure:
        return PostgresErasure(self.store)

    @property
    def marks(self) -> Mapping[str, bytes]:
        """All that must be gone."""
        both = {"plain": self.plain, "wide": self.wide}
        return {f"{name}: {part}": trace for name, document in both.items() for part, trace in document.traces.items()}

    def fill(self, collection: str, generation: int | None = None) -> None:
        """Write all documents, those that are to go amid the others."""
        half, shelf = OTHERS // 2, PostgresShelf(self.store, told)
        asyncio.run(_write(shelf, [one.into(collection) for one in self.others[:half]], generation))
        asyncio.run(_write(shelf, [self.plain.into(collection), self.wide.into(collection)], generation))
        asyncio.run(_write(shelf, [one.into(collection) for one in self.others[half:]], generation))

    def settle(self) -> None:
        """Let the server gather its statistics and write everything down, as it does by itself in time."""
        with psycopg.connect(self.root, autocommit=True) as connection:
            connection.execute("analyze")
            connection.execute("checkpoint")

    def sweep(self) -> None:
        """Sweep, and have everything written down that the server still holds in memory."""
        erasure.sweep(self.owner)
        with psycopg.connect(self.root, autocommit=True) as connection:
            connection.execute("checkpoint")

    def search(self, marks: Mapping[str, bytes]) -> Kept:
        """Where the traces are, by the names of tables and indexes."""
        with psycopg.connect(self.root) as connection:
            listed = connection.execute("select pg_relation_filepath(oid), oid::regclass::text from pg_class").fetchall()
            names = {str(path): str(name) for path, name in listed if path}
        return {part: frozenset(names.get(file, file) for file in files) for part, files in traces.search(self.folder, marks).items()}

    def toast(self, table: str) -> str:
        """Where a table keeps what is too large for its rows."""
        with psycopg.connect(self.root) as connection:
            row = connection.execute("select reltoastrelid::regclass::text from pg_class where oid = %s::regclass", (table,)).fetchone()
        assert row is not None
        return str(row[0])


async def _write(shelf: PostgresShelf, given: Sequence[Incoming], generation: int | None) -> None:
    await shelf.write(await shelf.ready(given), generation)


@pytest.fixture(scope="module")
def servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, Addresses, str]]:
    """A server of these tests' own: its folder, the private store, and a database as on a managed server, whose owner is no superuser."""
    folder = tmp_path_factory.mktemp("erasure") / "store"
    private = server.start(folder)
    migrate.run(private.owner)
    with psycopg.connect(private.owner, autocommit=True) as connection:
        connection.execute("create role managed login")
        connection.execute("create database managed owner managed")
    with psycopg.connect(make_conninfo(private.owner, dbname="managed"), autocommit=True) as connection:
        connection.execute("create extension vector")
    managed = make_conninfo(private.owner, dbname="managed", user="managed")
    migrate.run(managed)
    yield folder, private, managed
    server.stop(folder)


@pytest.fixture
def world(servers: tuple[Path, Addresses, str]) -> Iterator[FilledStore]:
    """A workspace of the private store."""
    folder, private, _ = servers
    database = Database(private.app)
    store = Store(database, DenseEmbedder(), wiring.lexicon(), workspace=f"w{next(_NUMBERS)}", model="dense")
    yield FilledStore(folder, private.owner, private.owner, store)
    database.close()


@pytest.fixture
def managed(servers: tuple[Path, Addresses, str]) -> Iterator[FilledStore]:
    """A workspace of the managed database, alone there, with a name that must go too."""
    folder, private, owner = servers
    database = Database(make_conninfo(private.app, dbname="managed"))
    plain = traces.marked()
    name = plain.traces["name"].decode()
    store = Store(database, DenseEmbedder(), wiring.lexicon(), workspace=f"workspace-{name}", model="dense")
    yield FilledStore(folder, make_conninfo(private.owner, dbname="managed"), owner, store, plain)
    database.close()


def all_there(world: FilledStore, part: int) -> None:
    """The search finds every trace, in the tables, in their indexes, and where they keep what is too large for a row."""
    found = world.search(world.marks)
    assert set(found) == set(world.marks)
    assert f"veracious.passage_{part}_vector_idx" in found["plain: vector 0"] & found["wide: vector 2"]
    assert f"veracious.document_{part}" in found["plain: packed text"]
    assert world.toast(f"veracious.document_{part}") in found["wide: packed text"]
    assert world.toast(f"veracious.passage_{part}") in found["wide: passage 2"]
    for place in ("frequency_{}", "posting_{}", "frequency_{}_generation_term_holding_workspace_idx"):
        assert f"veracious.{place.format(part)}" in found["plain: number of the name"]
    assert {f"veracious.triple_{part}", f"veracious.triple_{part}_subject_key_idx"} <= found["wide: subject key"]


def in_statistics(world: FilledStore) -> None:
    """The server has taken traces into its statistics; it takes all of them as long as there are few documents."""
    found = world.search(world.marks)
    for trace in ("title", "page", "host", "name", "subject", "subject key", "number of the title", "packed text", "evidence 0", "digest"):
        assert "pg_statistic" in found[f"plain: {trace}"], trace
    assert world.toast("pg_statistic") in found["plain: vector 0"] & found["wide: vector 3"]


def by_document(world: FilledStore) -> int:
    gone = asyncio.run(world.erasure.documents(Wanted(digest=world.plain.incoming.snapshot.digest, collections=BOTH)))
    return gone + asyncio.run(world.erasure.documents(Wanted(name=world.wide.incoming.name, collections=BOTH)))


def by_source(world: FilledStore) -> int:
    domains = [one.incoming.snapshot.source.domain for one in (world.plain, world.wide)]
    return sum(asyncio.run(world.erasure.documents(Wanted(domain=domain, collections=BOTH))) for domain in domains)


@pytest.mark.parametrize("erase", [by_document, by_source])
def test_a_document_is_in_no_file_once_it_is_erased_and_swept(world: FilledStore, erase: Callable[[FilledStore], int]) -> None:
    for collection in BOTH:
        world.fill(collection)
    world.settle()
    all_there(world, 0)
    assert erase(world) == 4
    world.sweep()
    assert world.search(world.marks) == {}
    left = store_contents.look(world.root, world.store.workspace)
    assert {one.name for one in left.documents} == {one.incoming.name for one in world.others}
    store_contents.verify(left, left.by_name())
    assert set(world.search(world.others[0].traces)) == set(world.others[0].traces)


def test_a_workspace_is_in_no_file_once_it_is_erased_and_swept(managed: FilledStore) -> None:
    """Its name too. The tables are empty then, and their statistics would stay; the owner is no superuser."""
    managed.fill("documents")
    managed.settle()
    all_there(managed, 0)
    in_statistics(managed)
    name = {"workspace": managed.store.workspace.encode()}
    assert managed.search(name)["workspace"] >= {"veracious.workspace", "veracious.workspace_name_key"}
    asyncio.run(managed.erasure.workspace())
    managed.sweep()
    assert managed.search({**managed.marks, **name}) == {}


def test_what_was_kept_long_enough_is_in_no_file_once_it_is_swept(world: FilledStore) -> None:
    world.fill("documents")
    world.settle()
    all_there(world, 0)
    asyncio.run(world.erasure.keep(30))
    assert asyncio.run(world.erasure.expire(datetime.now(UTC) + timedelta(days=29))) == 0
    assert asyncio.run(world.erasure.expire(datetime.now(UTC) + timedelta(days=31))) == OTHERS + 2
    world.sweep()
    assert world.search(world.marks) == {}


def test_a_generation_that_was_dropped_is_in_no_file_once_it_is_swept(world: FilledStore) -> None:
    async def replaced() -> int:
        collections = PostgresCollections(world.store)
        made = await collections.begin("static")
        await collections.switch(made)
        return made

    old = asyncio.run(replaced())
    world.fill("static")
    world.settle()
    all_there(world, old)
    asyncio.run(replaced())
    asyncio.run(PostgresCollections(world.store).drop(old))
    world.sweep()
    assert world.search(world.marks) == {}


def test_a_sweep_does_not_pretend_while_somebody_can_still_see_what_was_erased(world: FilledStore, monkeypatch: pytest.MonkeyPatch) -> None:
    """The server keeps it as long as an old reader is there, even one who looks at something else."""
    world.fill("documents")
    monkeypatch.setattr(erasure, "PATIENCE_SECONDS", 1)
    with psycopg.connect(world.root) as reader:
        reader.execute("set transaction isolation level repeatable read")
        reader.execute("select 1")
        by_document(world)
        with pytest.raises(StoreBusy):
            world.sweep()
    world.sweep()
    assert world.search(world.marks) == {}


def test_what_the_server_refuses_is_not_in_its_log(world: FilledStore) -> None:
    """A server tells in its log what it refused, with the row, unless it is told not to; so it does for one who tells it to."""
    said = {name: traces.marked().traces["subject"] for name in ("ours", "theirs")}
    store = Store(world.store.database, DenseEmbedder(), wiring.lexicon(), workspace=f"Not a name {said['ours'].decode()}", model="dense")
    with pytest.raises(WorkspaceMisnamed):
        asyncio.run(PostgresErasure(store).keep(3))
    with psycopg.connect(world.root, autocommit=True) as connection:
        connection.execute("set log_error_verbosity = verbose")
        with pytest.raises(psycopg.errors.CheckViolation):
            connection.execute("insert into veracious.workspace (name) values (%s)", (f"Not a name {said['theirs'].decode()}",))
    world.settle()
    assert world.search(said) == {"theirs": frozenset({"log"})}
