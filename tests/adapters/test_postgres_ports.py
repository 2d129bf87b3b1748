"""The promises of the ports, kept by the store."""

from collections.abc import Callable, Sequence

import pytest

from tests.contracts.samples import PAGES, Page, run
from tests.contracts.test_finder import GrowingFinderContract, World
from tests.contracts.test_shelf import ShelfContract
from veracious.adapters.postgres.finder import HybridFinder, TextFinder, TriplesFinder, VectorsFinder
from veracious.adapters.postgres.shelf import PostgresShelf
from veracious.adapters.postgres.store import Store
from veracious.domain.evidence import Passage, Triple
from veracious.domain.store import Scope
from veracious.ports import Finder, Shelf
from veracious.rules.reading.lexicon import Lexicon

OWN = Scope(collections=("documents",))


def facts(passage: Passage) -> Sequence[Triple]:
    """The facts of the sample pages, as they are written down there."""
    return [Triple(page.subject, page.relation, page.object, passage) for page in PAGES if page.snapshot.text == passage.text]


class InPostgres:
    """A world in a workspace of its own."""

    finder: Callable[[Store, Scope], Finder]

    @pytest.fixture(autouse=True)
    def _stores(self, new_store: Callable[[], Store]) -> None:
        self.new_store = new_store

    async def world(self, pages: Sequence[Page], lexicon: Lexicon) -> World:
        store = self.new_store()

        def told(passage: Passage) -> Sequence[Triple]:
            return [Triple(page.subject, page.relation, page.object, passage) for page in pages if page.snapshot.text == passage.text]

        shelf = PostgresShelf(store, told)
        for page in pages:
            await shelf.put(page.snapshot)
        return World(type(self).finder(store, OWN), shelf)


class TestPostgresVectors(InPostgres, GrowingFinderContract):
    name = "vectors"
    finder = VectorsFinder


class TestPostgresText(InPostgres, GrowingFinderContract):
    name = "text"
    finder = TextFinder


class TestPostgresHybrid(InPostgres, GrowingFinderContract):
    name = "hybrid"
    finder = HybridFinder


class TestPostgresTriples(InPostgres, GrowingFinderContract):
    name = "triples"
    finder = TriplesFinder

    def test_what_is_put_is_seen_by_the_next_find(self, lexicon: Lexicon) -> None:
        world = self.made(lexicon, PAGES[:2])
        shelf = PostgresShelf(world.shelf.store, facts)  # type: ignore[attr-defined]
        assert not world.found("Ada Lovelace wrote notes")
        run(shelf.put(PAGES[2].snapshot))
        assert world.found("Ada Lovelace wrote notes")[0].evidence.url == PAGES[2].snapshot.url


class TestPostgresShelf(ShelfContract):
    @pytest.fixture(autouse=True)
    def _stores(self, new_store: Callable[[], Store]) -> None:
        self.new_store = new_store

    def make(self) -> Shelf:
        return PostgresShelf(self.new_store(), facts)
