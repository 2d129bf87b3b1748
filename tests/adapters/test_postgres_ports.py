"""The promises of the ports, kept by the store."""

from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest

from tests.contracts.samples import PAGES, Page, query, run, snapshot
from tests.contracts.test_finder import FilledFinder, GrowingFinderContract
from tests.contracts.test_shelf import ShelfContract
from veracious.adapters.memory.finder import MemoryFinder
from veracious.adapters.memory.shelf import MemoryShelf
from veracious.adapters.postgres.finder import HybridFinder, TextFinder, TriplesFinder, VectorsFinder
from veracious.adapters.postgres.shelf import PostgresShelf
from veracious.adapters.postgres.store import Store
from veracious.domain.evidence import Passage, Triple
from veracious.domain.store import Scope
from veracious.ports import Finder, Shelf
from veracious.rules.reading.lexicon import Lexicon
from veracious.rules.seeking.lexical import LexicalDials

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

    async def world(self, pages: Sequence[Page], lexicon: Lexicon) -> FilledFinder:
        store = self.new_store()

        def told(passage: Passage) -> Sequence[Triple]:
            return [Triple(page.subject, page.relation, page.object, passage) for page in pages if page.snapshot.text == passage.text]

        shelf = PostgresShelf(store, told)
        for page in pages:
            await shelf.put(page.snapshot)
        return FilledFinder(type(self).finder(store, OWN), shelf)


class TestPostgresVectors(InPostgres, GrowingFinderContract):
    name = "vectors"
    finder = VectorsFinder


class TestPostgresText(InPostgres, GrowingFinderContract):
    name = "text"
    finder = TextFinder


class TestPostgresHybrid(InPostgres, GrowingFinderContract):
    name = "hybrid"
    finder = HybridFinder


@pytest.mark.parametrize("in_sight", [2, 500])
@pytest.mark.parametrize("question", ["floods of northern rivers", "bridges, rivers", "Flood-proof bridge of 1870", "nothing of it"])
def test_the_store_scores_words_as_the_rules_do(new_store: Callable[[], Store], lexicon: Lexicon, question: str, in_sight: int) -> None:
    """Pages of several passages, the passages of a page lifting each other, as in memory to the ninth decimal."""
    made = new_store()
    dials = replace(made.dials, seeking=replace(made.dials.seeking, lexical=LexicalDials(in_sight=in_sight)))
    store, held = replace(made, dials=dials), MemoryShelf(dials.seeking.passages, dials.reading.sentences)
    for number, subject in enumerate(("river", "bridge", "northern road")):
        lines = [f"The {subject} of the north was flooded in {1870 + at} and again {at} years later." for at in range(12 * number + 3)]
        page = snapshot(" ".join([*lines, "Flood-proof bridges cross rivers."]), f"https://example.org/reports/page-{number}.html")
        run(PostgresShelf(store, facts).put(page))
        run(held.put(page))
    wanted = run(MemoryFinder(held, lexicon, dials.seeking.lexical).find(query(question), 50))
    found = run(TextFinder(store, OWN).find(query(question), 50))
    assert [one.score for one in found] == pytest.approx([one.score for one in wanted], abs=2e-9)
    assert {one.evidence.id: one.score for one in found} == pytest.approx({one.evidence.id: one.score for one in wanted}, abs=2e-9)


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
