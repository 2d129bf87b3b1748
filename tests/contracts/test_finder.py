"""What every finder promises."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import isfinite

import pytest

from tests.contracts.samples import AS_OF, PAGES, Page, query, run
from veracious.adapters.memory.embedder import WordEmbedder
from veracious.adapters.memory.finder import MemoryFinder, VectorFinder
from veracious.adapters.memory.shelf import MemoryShelf
from veracious.adapters.memory.triples import MemoryTriples
from veracious.domain.evidence import Candidate
from veracious.ports import Finder, Shelf
from veracious.rules.reading.lexicon import Lexicon
from veracious.rules.reading.sentences import SentenceDials
from veracious.rules.seeking.lexical import LexicalDials
from veracious.rules.seeking.passages import PassageDials
from veracious.rules.seeking.triples import TripleDials


@dataclass(frozen=True)
class FilledFinder:
    """A finder and the shelf it looks through."""

    finder: Finder
    shelf: Shelf

    def found(self, text: str, limit: int = 10) -> Sequence[Candidate]:
        return run(self.finder.find(query(text), limit))


class FinderContract:
    """Subclass it, say the finder's name, and build the world."""

    name = ""

    async def world(self, pages: Sequence[Page], lexicon: Lexicon) -> FilledFinder:
        """A finder that knows these pages and no others."""
        raise NotImplementedError

    def made(self, lexicon: Lexicon, pages: Sequence[Page] = PAGES) -> FilledFinder:
        return run(self.world(pages, lexicon))

    def test_the_page_that_says_it_comes_first(self, lexicon: Lexicon) -> None:
        found = self.made(lexicon).found("Ada Lovelace wrote notes on the Analytical Engine")
        assert found[0].evidence.url == "https://example.org/reports/ada-notes.html"

    def test_ranks_count_from_one_and_scores_never_rise(self, lexicon: Lexicon) -> None:
        found = self.made(lexicon).found("Paris is the capital of France")
        assert [candidate.rank for candidate in found] == list(range(1, len(found) + 1))
        assert [candidate.score for candidate in found] == sorted((candidate.score for candidate in found), reverse=True)
        assert all(isfinite(candidate.score) for candidate in found)
        assert {candidate.finder for candidate in found} == {self.name}

    def test_nothing_is_found_twice(self, lexicon: Lexicon) -> None:
        ids = [candidate.evidence.id for candidate in self.made(lexicon).found("Paris hosted the Olympic Games")]
        assert ids
        assert len(set(ids)) == len(ids)

    @pytest.mark.parametrize("limit", [0, 1, 2])
    def test_the_limit_cuts_the_same_list(self, lexicon: Lexicon, limit: int) -> None:
        world = self.made(lexicon)
        assert tuple(world.found("Paris", limit)) == tuple(world.found("Paris"))[:limit]

    def test_the_order_of_arrival_does_not_show(self, lexicon: Lexicon) -> None:
        first, second = self.made(lexicon), self.made(lexicon, PAGES[::-1])
        assert tuple(first.found("Paris is the capital of France")) == tuple(second.found("Paris is the capital of France"))

    def test_ties_go_by_id(self, lexicon: Lexicon) -> None:
        """Three copies of one page score the same to the last bit."""
        copies = [replace(PAGES[0], object=f"France{mark}", name=f"copy-{index}") for index, mark in enumerate(("", "!", "?"))]
        found = self.made(lexicon, copies).found("Paris is the capital of France")
        assert len(found) == 3
        assert len({candidate.score for candidate in found}) == 1
        assert [candidate.evidence.id for candidate in found] == sorted(candidate.evidence.id for candidate in found)

    def test_what_was_published_later_is_found_too(self, lexicon: Lexicon) -> None:
        """SPEC §4: it is set aside and shown, which is the flow's to do."""
        dates = [candidate.evidence.published for candidate in self.made(lexicon).found("Paris hosted the Olympic Games")]
        assert any(published is not None and published > AS_OF for published in dates)

    def test_evidence_slices_back_to_its_snapshot(self, lexicon: Lexicon) -> None:
        world = self.made(lexicon)
        for candidate in world.found("Paris is the capital of France"):
            passage = candidate.evidence.passage
            opened = run(world.shelf.open(passage.snapshot))
            assert passage.span.of(opened.text) == passage.text
            assert (candidate.evidence.source, candidate.evidence.url) == (opened.source, opened.url)

    @pytest.mark.parametrize("text", ["", "of the", "?!", "Zanzibar"])
    def test_a_query_that_says_little_is_no_failure(self, lexicon: Lexicon, text: str) -> None:
        assert len(self.made(lexicon).found(text)) <= len(PAGES)

    def test_an_empty_world_has_nothing(self, lexicon: Lexicon) -> None:
        assert tuple(self.made(lexicon, ()).found("Paris")) == ()


class GrowingFinderContract(FinderContract):
    """The same for a finder that looks through what is on the shelf."""

    def test_what_is_put_is_seen_by_the_next_find(self, lexicon: Lexicon) -> None:
        world = self.made(lexicon, PAGES[:2])
        before = world.found("Ada Lovelace wrote notes on the Analytical Engine")
        run(world.shelf.put(PAGES[2].snapshot))
        after = world.found("Ada Lovelace wrote notes on the Analytical Engine")
        assert PAGES[2].snapshot.url not in {candidate.evidence.url for candidate in before}
        assert after[0].evidence.url == PAGES[2].snapshot.url


async def shelf(pages: Sequence[Page]) -> MemoryShelf:
    """A shelf with these pages on it."""
    made = MemoryShelf(PassageDials(), SentenceDials())
    for page in pages:
        await made.put(page.snapshot)
    return made


class TestMemoryFinder(GrowingFinderContract):
    name = "text"

    async def world(self, pages: Sequence[Page], lexicon: Lexicon) -> FilledFinder:
        held = await shelf(pages)
        return FilledFinder(MemoryFinder(held, lexicon, LexicalDials()), held)


class TestVectorFinder(GrowingFinderContract):
    name = "vectors"

    async def world(self, pages: Sequence[Page], lexicon: Lexicon) -> FilledFinder:
        held = await shelf(pages)
        return FilledFinder(VectorFinder(held, WordEmbedder(lexicon)), held)


class TestMemoryTriples(FinderContract):
    name = "triples"

    async def world(self, pages: Sequence[Page], lexicon: Lexicon) -> FilledFinder:
        held = await shelf(pages)
        return FilledFinder(MemoryTriples(held, [page.triple for page in pages], lexicon, TripleDials()), held)
