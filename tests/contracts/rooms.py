"""A store as one workspace sees it: what the suites of its ports are given."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import pytest

from tests.contracts.samples import PAGES, query, run
from veracious.adapters.memory.collections import MemoryCollections
from veracious.adapters.memory.embedder import WordEmbedder
from veracious.adapters.memory.erasure import MemoryErasure
from veracious.adapters.memory.finder import MemoryFinder, VectorFinder
from veracious.adapters.memory.overrides import MemoryOverrides
from veracious.adapters.memory.pages import MemoryPages
from veracious.adapters.memory.shelf import MemoryShelf
from veracious.adapters.memory.stock import MemoryStock
from veracious.domain.evidence import Snapshot, Source
from veracious.domain.store import Generation, Incoming, PutOutcome
from veracious.ports import Collections, Erasure, Finder, Library, Overrides, Pages, Shelf
from veracious.rules.reading.lexicon import Lexicon
from veracious.rules.reading.sentences import SentenceDials
from veracious.rules.seeking.lexical import LexicalDials
from veracious.rules.seeking.passages import PassageDials

PARIS, LYON, ADA, GAMES = (page.snapshot for page in PAGES)
SAID = {page.snapshot.text: page for page in PAGES}


def incoming(snapshot: Snapshot, collection: str = "documents", name: str = "", domain: str = "") -> Incoming:
    """A snapshot on its way into a collection; the hash of its file is made of its text."""
    source = Source(domain, 0.8) if domain else snapshot.source
    return Incoming(replace(snapshot, collection=collection, source=source), name, f"file:{snapshot.text[:12]}")


@dataclass(frozen=True)
class Rooms:
    """Every port of a store, as one workspace sees it."""

    workspace: str
    shelf: Shelf
    library: Library
    collections: Collections
    pages: Pages
    erasure: Erasure
    overrides: Overrides
    finders: tuple[Finder, ...]

    def write(self, *batch: Incoming, generation: int | None = None) -> Sequence[PutOutcome]:
        return run(self.library.write(run(self.library.ready(batch)), generation))

    def found(self, text: str = "Paris Lyon Ada Lovelace notes capital Rhône") -> set[str]:
        """The texts that any finder finds; nearest neighbours are found however far they are, so this is all there is."""
        return {one.evidence.text for finder in self.finders for one in run(finder.find(query(text), 50))}

    def scores(self, text: str) -> dict[str, float]:
        """What the search for words says of each text."""
        return {one.evidence.text: one.score for one in run(self.finders[0].find(query(text), 50))}

    def generations(self, collection: str = "documents") -> list[Generation]:
        return [one for one in run(self.collections.all()) if one.collection == collection]

    def replaced(self, *batch: Incoming) -> int:
        """Build a generation of what is given and make it live; its number."""
        made = run(self.collections.begin(batch[0].snapshot.collection))
        self.write(*batch, generation=made)
        run(self.collections.switch(made))
        return made


class StoreContract:
    """Subclass it, and say how the rooms of a workspace are entered; all of a test are rooms of one store, empty at first."""

    enter: Callable[[str], Rooms]
    share: Callable[[bool], None]  # whether rooms that are entered from now on share pages

    @property
    def home(self) -> Rooms:
        return self.enter("home")

    @property
    def away(self) -> Rooms:
        return self.enter("away")


class InMemory:
    """A store in memory."""

    @pytest.fixture(autouse=True)
    def _opened(self, lexicon: Lexicon) -> None:
        stock, overrides = MemoryStock(), MemoryOverrides()

        def entered(name: str) -> Rooms:
            shelf = MemoryShelf(PassageDials(), SentenceDials(), stock, name)
            finders = (MemoryFinder(shelf, lexicon, LexicalDials()), VectorFinder(shelf, WordEmbedder(lexicon)))
            collections, pages = MemoryCollections(stock, lexicon, name), MemoryPages(stock, name)
            return Rooms(name, shelf, shelf, collections, pages, MemoryErasure(stock, overrides, name), overrides, finders)

        def shared(is_on: bool) -> None:
            stock.shares_pages = is_on

        self.enter, self.share = entered, shared
