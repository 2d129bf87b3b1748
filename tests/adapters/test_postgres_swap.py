"""Collections are replaced under readers and writers: every answer is of one generation, and nobody is turned away."""

import asyncio
import re
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

import pytest

from tests.contracts.samples import snapshot
from tests.postgres import WIDTH
from veracious.adapters.memory.embedder import WordEmbedder
from veracious.adapters.postgres.collections import PostgresCollections
from veracious.adapters.postgres.database import Database
from veracious.adapters.postgres.finder import HybridFinder, TextFinder, TriplesFinder, VectorsFinder
from veracious.adapters.postgres.server import Addresses
from veracious.adapters.postgres.shelf import PostgresShelf
from veracious.adapters.postgres.store import Store
from veracious.domain.errors import InputError
from veracious.domain.evidence import Passage, Triple
from veracious.domain.store import Incoming, Scope, State
from veracious.rules.reading.lexicon import Lexicon

READERS, WRITERS, DOCUMENTS = 8, 2, 12
ASKED = "Paris is the capital of France"
STATIC = Scope(collections=("static",))
_EDITION = re.compile(r"edition (\d+)\b")


def incoming(edition: int, number: object) -> Incoming:
    """A page that says which generation it was written for."""
    text = f"Paris is the capital of France, says page {number} of edition {edition}."
    page = snapshot(text, f"https://example.org/reports/page-{number}-of-{edition}.html")
    return Incoming(type(page)(page.digest, text, page.source, page.url, collection="static"), f"{number}", f"file:{edition}:{number}")


def facts(passage: Passage) -> Sequence[Triple]:
    return [Triple("Paris", "is the capital of", "France", passage)]


@dataclass
class Stage:
    """A collection that is read, written and replaced at once, and what came of it."""

    store: Store
    ends_at: float
    counts: Counter[str] = field(default_factory=Counter)
    troubles: list[str] = field(default_factory=list)
    done: threading.Event = field(default_factory=threading.Event)

    def goes_on(self) -> bool:
        return not self.done.is_set() and time.monotonic() < self.ends_at

    def guarded(self, work: Callable[[], None]) -> threading.Thread:
        """The work in a thread of its own, again and again until the end; what it raises is trouble."""

        def looped() -> None:
            while self.goes_on():
                try:
                    work()
                except Exception as failed:
                    self.troubles.append(f"{work}: {failed!r}")

        return threading.Thread(target=looped)

    def reader(self) -> Callable[[], None]:
        """Asks each finder in turn; editions never go back, and no answer has two."""
        vector = asyncio.run(self.store.embedder.embed([ASKED]))[0]
        text, near = TextFinder(self.store, STATIC), VectorsFinder(self.store, STATIC)
        facts_of, both = TriplesFinder(self.store, STATIC), HybridFinder(self.store, STATIC)
        asks: list[Callable[[], list[str]]] = [
            lambda: [one.evidence.text for one in text.search(ASKED, 10)],
            lambda: [one.evidence.text for one in near.search(vector, 10)],
            lambda: [one.evidence.text for one in facts_of.search(ASKED, 10)],
            lambda: [one.evidence.text for one in both.search(ASKED, vector, 10)],
        ]
        newest = 0

        def read() -> None:
            nonlocal newest
            for ask in asks:
                editions = {int(found[1]) for told in ask() if (found := _EDITION.search(told))}
                self.counts["answers"] += 1
                self.counts["mixed"] += len(editions) > 1
                self.counts["empty"] += not editions
                self.counts["stale"] += bool(editions) and max(editions) < newest
                newest = max(editions | {newest})

        return read

    def writer(self, name: int) -> Callable[[], None]:
        """Adds pages to the generation that is live; when it was replaced meanwhile, it is told so and turns to the next."""
        shelf, collections = PostgresShelf(self.store, facts), PostgresCollections(self.store)

        def write() -> None:
            live = next(one.id for one in asyncio.run(collections.all()) if one.state is State.LIVE and one.collection == "static")
            self.counts["tries"] += 1
            ready = asyncio.run(shelf.ready([incoming(live, f"{name}.{self.counts['tries']}")]))
            try:
                asyncio.run(shelf.write(ready, live))
                self.counts["written"] += 1
            except InputError:
                self.counts["turned"] += 1
            time.sleep(0.02)

        return write

    def swap(self, every_seconds: float) -> None:
        """Build a generation, make it live, drop the one before."""
        shelf, collections = PostgresShelf(self.store, facts), PostgresCollections(self.store)
        began = time.monotonic()

        async def swapped() -> None:
            made = await collections.begin("static")
            await shelf.write(await shelf.ready([incoming(made, number) for number in range(DOCUMENTS)]), made)
            old = await collections.switch(made)
            if old is not None:
                await collections.drop(old)

        asyncio.run(swapped())
        self.counts["swaps"] += 1
        self.done.wait(max(0.0, every_seconds - (time.monotonic() - began)))


@pytest.fixture(scope="module")
def pool(new_addresses: Callable[..., Addresses]) -> Iterator[Database]:
    """A database of this test's own, and as many connections as there are people."""
    found = Database(new_addresses().app, READERS + WRITERS + 1, 60.0)
    yield found
    found.close()


def played(pool: Database, lexicon: Lexicon, swaps: int, seconds: float) -> Stage:
    """Everybody at once, until so many swaps are done or the time is up."""
    store = Store(pool, WordEmbedder(lexicon, WIDTH), lexicon, workspace="everybody", model="words")
    stage = Stage(store, time.monotonic() + 4 * seconds)
    stage.swap(0)
    threads = [stage.guarded(stage.reader()) for _ in range(READERS)] + [stage.guarded(stage.writer(name)) for name in range(WRITERS)]
    for thread in threads:
        thread.start()
    try:
        while stage.counts["swaps"] <= swaps and stage.goes_on():
            stage.swap(seconds / swaps)
    finally:
        stage.done.set()
        for thread in threads:
            thread.join()
    return stage


def check(stage: Stage, swaps: int) -> None:
    print(dict(stage.counts))
    assert stage.troubles == []
    assert stage.counts["swaps"] == swaps + 1  # the first made the collection
    assert (stage.counts["mixed"], stage.counts["empty"], stage.counts["stale"]) == (0, 0, 0)
    assert stage.counts["answers"] > 10 * swaps
    assert stage.counts["written"] > 0
    left = asyncio.run(PostgresCollections(stage.store).all())
    assert [one.state for one in left] == [State.LIVE]


def test_no_answer_mixes_generations(pool: Database, lexicon: Lexicon) -> None:
    """Three swaps in six seconds."""
    check(played(pool, lexicon, 3, 6.0), 3)


@pytest.mark.long
def test_no_answer_mixes_generations_in_a_minute_of_swaps(pool: Database, lexicon: Lexicon) -> None:
    """Eight readers, two writers, twenty swaps, sixty seconds."""
    check(played(pool, lexicon, 20, 60.0), 20)
