"""The promises of the store's ports, kept by Postgres."""

from collections.abc import Callable, Iterator, Sequence
from uuid import uuid4

import psycopg
import pytest

from tests.contracts.rooms import SAID, Rooms
from tests.contracts.test_collections import CollectionsContract
from tests.contracts.test_erasure import ErasureContract
from tests.contracts.test_library import LibraryContract
from tests.contracts.test_overrides import OverridesContract
from tests.contracts.test_pages import PagesContract
from tests.contracts.test_sharing import SharingContract
from tests.postgres import WIDTH
from veracious.adapters.memory.embedder import WordEmbedder
from veracious.adapters.postgres.collections import PostgresCollections
from veracious.adapters.postgres.database import Database
from veracious.adapters.postgres.erasure import PostgresErasure
from veracious.adapters.postgres.finder import HybridFinder, TextFinder, TriplesFinder, VectorsFinder
from veracious.adapters.postgres.overrides import PostgresOverrides
from veracious.adapters.postgres.pages import PostgresPages
from veracious.adapters.postgres.server import Addresses
from veracious.adapters.postgres.shelf import PostgresShelf
from veracious.adapters.postgres.store import Store
from veracious.domain.evidence import Passage, Source, Triple
from veracious.domain.standing import OwnRating
from veracious.ports import Overrides
from veracious.rules.reading.lexicon import Lexicon


def facts(passage: Passage) -> Sequence[Triple]:
    """The fact of a sample page."""
    page = SAID.get(passage.text)
    return [] if page is None else [Triple(page.subject, page.relation, page.object, passage)]


@pytest.fixture(scope="module")
def own(new_addresses: Callable[..., Addresses]) -> Addresses:
    """A database of these tests' own: what is shared is shared with nobody else."""
    return new_addresses()


@pytest.fixture(scope="module")
def pool(own: Addresses) -> Iterator[Database]:
    """Its application's connections."""
    found = Database(own.app, 4)
    yield found
    found.close()


@pytest.fixture(scope="module")
def sharing_pool(own: Addresses) -> Iterator[Database]:
    """Those of an application whose operator says that pages are shared."""
    found = Database(own.app, 4, shares_pages=True)
    yield found
    found.close()


def emptied(own: Addresses) -> None:
    """Take out what is shared."""
    with psycopg.connect(own.owner, autocommit=True) as connection:
        connection.execute("select set_config('veracious.pages', 'shared', false)")
        connection.execute("update veracious.generation set state = 'retired' where workspace is null")
        connection.execute("select veracious.drop_generation(id) from veracious.generation where workspace is null")
        connection.execute("delete from veracious.page")


class InPostgres:
    """A store in a database; every test has workspaces of its own."""

    @pytest.fixture(autouse=True)
    def _opened(self, own: Addresses, pool: Database, sharing_pool: Database, lexicon: Lexicon) -> None:
        emptied(own)
        mark, pools = uuid4().hex[:8], [pool]

        def shared(is_on: bool) -> None:
            pools[:] = [sharing_pool if is_on else pool]

        def entered(name: str) -> Rooms:
            store = Store(pools[0], WordEmbedder(lexicon, WIDTH), lexicon, workspace=f"{name}-{mark}", model="words")
            shelf = PostgresShelf(store, facts)
            finders = (TextFinder(store), VectorsFinder(store), TriplesFinder(store), HybridFinder(store))
            collections, pages, erasure = PostgresCollections(store), PostgresPages(store), PostgresErasure(store)
            return Rooms(store.workspace, shelf, shelf, collections, pages, erasure, PostgresOverrides(pool), finders)

        self.enter, self.share = entered, shared


class TestPostgresLibrary(InPostgres, LibraryContract):
    pass


class TestPostgresCollections(InPostgres, CollectionsContract):
    pass


class TestPostgresPages(InPostgres, PagesContract):
    pass


class TestPostgresErasure(InPostgres, ErasureContract):
    pass


class TestPostgresSharing(InPostgres, SharingContract):
    pass


class Renamed:
    """The same overrides, every workspace by a name of this test's own."""

    def __init__(self, kept: Overrides) -> None:
        self._kept, self._mark = kept, uuid4().hex[:8]

    async def get_all(self, workspace: str) -> Sequence[Source]:
        return await self._kept.get_all(f"{workspace}-{self._mark}")

    async def ratings(self, workspace: str) -> Sequence[OwnRating]:
        return await self._kept.ratings(f"{workspace}-{self._mark}")

    async def put(self, workspace: str, sources: Sequence[Source], reason: str = "") -> None:
        await self._kept.put(f"{workspace}-{self._mark}", sources, reason)

    async def remove(self, workspace: str, domain: str) -> bool:
        return await self._kept.remove(f"{workspace}-{self._mark}", domain)


class TestPostgresOverrides(OverridesContract):
    @pytest.fixture(autouse=True)
    def _opened(self, pool: Database) -> None:
        self.pool = pool

    def make(self) -> Overrides:
        return Renamed(PostgresOverrides(self.pool))
