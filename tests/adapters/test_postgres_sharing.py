"""Pages of a workspace are kept from others by the server itself, and so are those of stores from before they were its own."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime

import psycopg
import pytest

from tests.contracts.rooms import ADA, LYON, PARIS, incoming
from tests.contracts.samples import query, run
from tests.contracts.test_sharing import BROKEN
from tests.postgres import WIDTH
from veracious.adapters.memory.embedder import WordEmbedder
from veracious.adapters.postgres import migrate, statements
from veracious.adapters.postgres.database import Database
from veracious.adapters.postgres.erasure import PostgresErasure, sweep
from veracious.adapters.postgres.finder import HybridFinder
from veracious.adapters.postgres.pages import PostgresPages
from veracious.adapters.postgres.server import Addresses
from veracious.adapters.postgres.shelf import PostgresShelf
from veracious.adapters.postgres.store import Store
from veracious.domain.evidence import Passage, Snapshot, Triple
from veracious.domain.job import Allowance
from veracious.domain.store import Wanted
from veracious.rules.reading.lexicon import Lexicon

AT = datetime(2024, 6, 1, tzinfo=UTC)
LAST_SHARED = "0014_narrow"  # the last migration with which pages belonged to nobody
EVIDENCE = ("document", "passage", "posting", "frequency", "tally", "triple")
AT_ONCE = 8


def facts(passage: Passage) -> Sequence[Triple]:
    return [Triple("Paris", "is", passage.text, passage)]


class Place:
    """A database, seen by workspaces that share pages or do not."""

    def __init__(self, addresses: Addresses, lexicon: Lexicon) -> None:
        self.addresses, self._lexicon = addresses, lexicon
        self._pools = {is_on: Database(addresses.app, AT_ONCE, shares_pages=is_on) for is_on in (False, True)}

    def store(self, workspace: str, shares: bool = False) -> Store:
        return Store(self._pools[shares], WordEmbedder(self._lexicon, WIDTH), self._lexicon, workspace=workspace, model="words")

    def put(self, workspace: str, *pages: Snapshot, shares: bool = False) -> None:
        for page in pages:
            run(PostgresShelf(self.store(workspace, shares), facts).put(incoming(page, "web").snapshot))

    def found(self, workspace: str, shares: bool = False) -> set[str]:
        found = run(HybridFinder(self.store(workspace, shares)).find(query("Paris Lyon Ada"), 50))
        return {one.evidence.text for one in found}

    def parts(self) -> list[str]:
        """The tables of documents, as the owner sees them."""
        asked = "select relname from pg_class where relnamespace = 'veracious'::regnamespace and relname ~ '^document_[0-9]+$' order by 1"
        with psycopg.connect(self.addresses.owner) as owner:
            return [name for (name,) in owner.execute(asked.encode()).fetchall()]

    def close(self) -> None:
        for pool in self._pools.values():
            pool.close()


@pytest.fixture
def place(new_addresses: Callable[..., Addresses], lexicon: Lexicon) -> Iterator[Place]:
    made = Place(new_addresses(), lexicon)
    yield made
    made.close()


@pytest.fixture
def older(new_addresses: Callable[..., Addresses], lexicon: Lexicon) -> Iterator[Place]:
    """A database as it was when pages belonged to nobody."""
    made = Place(new_addresses(with_schema=False), lexicon)
    with psycopg.connect(made.addresses.owner, autocommit=True) as owner:
        owner.execute(statements.all()["migrate_make_ledger"])
        for name, text in statements.migrations().items():
            if name <= LAST_SHARED:
                owner.execute(text)
                owner.execute(statements.all()["migrate_note"], {"name": name, "digest": migrate._digest(name)})
    yield made
    made.close()


def read_then(place: Place, workspace: str, *pages: Snapshot) -> None:
    """Pages that were read when they belonged to nobody."""
    place.put(workspace, *pages, shares=True)
    with psycopg.connect(place.addresses.owner) as owner:
        for page in pages:
            owner.execute(
                "insert into veracious.page (form, status, stage, seen_at, read_at, digest) values (%s, 'extracted', 'search', %s, %s, %s)",
                (page.url, AT, AT, page.digest),
            )


def test_the_server_shows_no_row_of_shared_pages_to_whoever_does_not_share_them(place: Place) -> None:
    """Not even to who asks for all rows there are; told to share them, it shows them."""
    place.put("alpha", PARIS, shares=True)
    run(PostgresPages(place.store("alpha", shares=True)).see([BROKEN], "search", "claim", AT))
    place.put("alpha", LYON)
    for standing, is_on in (("1", ""), ("1", "shared"), ("2", ""), ("2", "on"), ("2", "shared")):
        with psycopg.connect(place.addresses.app) as app:
            app.execute("select set_config('veracious.workspace', %s, true), set_config('veracious.pages', %s, true)", (standing, is_on))
            for table in ("generation", *EVIDENCE):
                owners = {one for (one,) in app.execute(f"select workspace from veracious.{table}".encode()).fetchall()}  # noqa: S608
                assert owners == ({None} if is_on == "shared" else set()) | ({1} if standing == "1" else set()), (standing, is_on, table)
            assert (app.execute("select from veracious.page").rowcount > 0) == (is_on == "shared")


def test_who_does_not_share_pages_cannot_write_among_them(place: Place) -> None:
    place.put("alpha", PARIS, shares=True)
    with psycopg.connect(place.addresses.owner) as owner:
        (part,) = owner.execute("select part from veracious.generation where collection = 'web'").fetchone() or (0,)
    for written in (
        f"insert into veracious.tally (part, generation, documents, passages, words) values ({part}, {part}, 1, 1, 1)",  # noqa: S608
        "insert into veracious.page (form, status, stage, seen_at) values ('https://a.example/', 'seen', 'search', now())",
    ):
        with psycopg.connect(place.addresses.app) as app:
            app.execute("select set_config('veracious.workspace', '1', true)")
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                app.execute(written.encode())
            app.rollback()
            app.execute("select set_config('veracious.workspace', '1', true), set_config('veracious.pages', 'shared', true)")
            assert app.execute(written.encode()).rowcount == 1
            app.rollback()


def test_nobody_begins_a_generation_of_pages_without_a_workspace(place: Place) -> None:
    for asked in ("begin_generation", "first_generation"):
        for collection in ("web", "documents"):
            with psycopg.connect(place.addresses.app) as app, pytest.raises(psycopg.errors.InsufficientPrivilege):
                app.execute(statements.all()[asked], {"collection": collection, "embedder": "words"})


@pytest.mark.parametrize("shares", [False, True])
def test_two_workspaces_that_read_the_same_pages_at_once_have_each_page_once(place: Place, shares: bool) -> None:
    """The first of each makes its generation; whoever comes second writes into it."""
    with ThreadPoolExecutor(AT_ONCE) as threads:
        list(threads.map(lambda number: place.put(("alpha", "beta")[number % 2], PARIS, LYON, shares=shares), range(2 * AT_ONCE)))
    assert place.found("alpha", shares) == place.found("beta", shares) == {PARIS.text, LYON.text}
    with psycopg.connect(place.addresses.owner) as owner:
        # By name: the number of a workspace is from a sequence, which skips where two make the same one at once.
        asked = (
            "select w.name, count(*) from veracious.document d left join veracious.workspace w on w.id = d.workspace group by 1 order by 1"
        )
        assert owner.execute(asked).fetchall() == ([(None, 2)] if shares else [("alpha", 2), ("beta", 2)])
        assert owner.execute("select count(*) from veracious.generation").fetchone() == (1 if shares else 2,)


def test_pages_take_no_room_of_the_text_that_a_workspace_may_keep(place: Place, lexicon: Lexicon) -> None:
    pool = Database(place.addresses.app, 2, default_allowance=Allowance(text_bytes=len(PARIS.text)))
    store = Store(pool, WordEmbedder(lexicon, WIDTH), lexicon, workspace="alpha", model="words")
    try:
        shelf = PostgresShelf(store, facts)
        for page in (incoming(PARIS), incoming(LYON, "web"), incoming(ADA, "web")):
            run(shelf.put(page.snapshot))
        assert place.found("alpha") == {PARIS.text, LYON.text, ADA.text}
        run(PostgresErasure(store).documents(Wanted(domain="example.org", collections=("web",))))
        with pool.transaction("alpha") as tx:
            assert (tx.one("text_get", default=None) or {})["bytes"] == len(PARIS.text.encode())
    finally:
        pool.close()


def test_a_store_that_never_had_but_one_workspace_gives_it_what_it_read(older: Place) -> None:
    read_then(older, "home", PARIS, LYON)
    migrate.run(older.addresses.owner)
    older.put("home", ADA)
    assert older.found("home") == {PARIS.text, LYON.text, ADA.text}
    assert set(run(PostgresPages(older.store("home")).look([str(PARIS.url)]))) == {PARIS.url}
    for shares in (False, True):
        assert older.found("away", shares) == set()
        assert run(PostgresPages(older.store("away", shares)).look([str(PARIS.url)])) == {}
    assert run(PostgresErasure(older.store("home")).documents(Wanted(digest=PARIS.digest, collections=("web",)))) == 1
    assert older.found("home") == {LYON.text, ADA.text}
    sweep(older.addresses.owner)
    assert older.found("home") == {LYON.text, ADA.text}


def test_what_it_was_given_goes_with_the_workspace(older: Place) -> None:
    read_then(older, "home", PARIS)
    migrate.run(older.addresses.owner)
    assert len(older.parts()) == 2
    run(PostgresErasure(older.store("home")).workspace())
    assert older.parts() == ["document_0"]
    with psycopg.connect(older.addresses.owner) as owner:
        for table in ("generation", "page", *EVIDENCE):
            assert owner.execute(f"select from veracious.{table}".encode()).rowcount == 0
    assert older.found("home") == set()


def test_what_it_was_given_goes_too_while_others_read(older: Place) -> None:
    """Whoever holds the tables is not waited for: the part is emptied, and shown to nobody."""
    read_then(older, "home", PARIS)
    migrate.run(older.addresses.owner)
    older.found("away")
    with psycopg.connect(older.addresses.app) as other:
        other.execute("select from veracious.document")
        run(PostgresErasure(older.store("home")).workspace())
    with psycopg.connect(older.addresses.owner) as owner:
        for table in ("page", *EVIDENCE):
            assert owner.execute(f"select from veracious.{table}".encode()).rowcount == 0
        assert owner.execute("select state, workspace from veracious.generation").fetchall() == [("retired", None)]
    assert older.found("home") == set()


@pytest.mark.parametrize("is_gone", [False, True])
def test_a_store_that_had_several_workspaces_shows_what_they_read_to_none_of_them(older: Place, is_gone: bool) -> None:
    """Nobody knows any more for whom it was read; not even of the one that is left, where others were erased."""
    read_then(older, "home", PARIS)
    read_then(older, "away", LYON)
    if is_gone:
        run(PostgresErasure(older.store("away")).workspace())
    migrate.run(older.addresses.owner)
    for name in ("home", "away"):
        assert older.found(name) == set()
        assert run(PostgresPages(older.store(name)).look([str(PARIS.url), str(LYON.url)])) == {}
    for name in ("home", "away"):
        assert older.found(name, shares=True) == {PARIS.text, LYON.text}
        assert set(run(PostgresPages(older.store(name, shares=True)).look([str(PARIS.url), str(LYON.url)]))) == {PARIS.url, LYON.url}
