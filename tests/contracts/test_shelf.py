"""What every shelf promises."""

from dataclasses import replace

import pytest

from tests.contracts.samples import PAGES, run, snapshot
from veracious.adapters.memory.shelf import MemoryShelf
from veracious.domain.errors import SourceMalformed, SourceUnavailable
from veracious.ports import Shelf
from veracious.rules.reading.sentences import SentenceDials
from veracious.rules.seeking.passages import PassageDials

LONG = snapshot(" ".join(f"Sentence number {index} says that the river rose by {index} metres." for index in range(40)))


class ShelfContract:
    """Subclass it and make an empty shelf."""

    def make(self) -> Shelf:
        raise NotImplementedError

    def test_what_is_put_can_be_opened(self) -> None:
        shelf = self.make()
        run(shelf.put(LONG))
        assert run(shelf.open(LONG.digest)) == LONG

    def test_evidence_stands_in_the_order_of_the_text_and_slices_back(self) -> None:
        evidence = run(self.make().put(LONG))
        spans = [piece.passage.span for piece in evidence]
        assert len(spans) > 3
        assert spans == sorted(spans)
        assert all(piece.passage.span.of(LONG.text) == piece.text and piece.passage.snapshot == LONG.digest for piece in evidence)

    def test_evidence_says_where_it_is_from(self) -> None:
        page = replace(PAGES[2].snapshot, title="Notes")
        (piece,) = run(self.make().put(page))
        assert (piece.source, piece.title, piece.url, piece.published) == (page.source, "Notes", page.url, page.published)

    def test_putting_again_gives_the_same_names(self) -> None:
        """In the same shelf and in another: an id is made of what is put, not of when."""
        shelf = self.make()
        first, again, elsewhere = run(shelf.put(LONG)), run(shelf.put(LONG)), run(self.make().put(LONG))
        assert tuple(first) == tuple(again) == tuple(elsewhere)
        assert len({piece.id for piece in first}) == len(first)

    def test_a_copy_at_another_address_is_another_piece(self) -> None:
        shelf = self.make()
        here, there = run(shelf.put(LONG)), run(shelf.put(replace(LONG, url="https://copy.example.net/the-same-text")))
        assert {piece.id for piece in here}.isdisjoint(piece.id for piece in there)
        assert run(shelf.open(LONG.digest)).text == LONG.text

    @pytest.mark.parametrize("text", ["", " \n\t "])
    def test_a_page_without_words_is_no_evidence(self, text: str) -> None:
        assert tuple(run(self.make().put(snapshot(text)))) == ()

    def test_what_was_never_put_is_not_there(self) -> None:
        with pytest.raises(SourceUnavailable):
            run(self.make().open(LONG.digest))

    def test_one_digest_never_stands_for_two_texts(self) -> None:
        shelf = self.make()
        run(shelf.put(LONG))
        with pytest.raises(SourceMalformed):
            run(shelf.put(replace(LONG, text="Something else.")))
        assert run(shelf.open(LONG.digest)) == LONG


class TestMemoryShelf(ShelfContract):
    def make(self) -> Shelf:
        return MemoryShelf(PassageDials(), SentenceDials())
