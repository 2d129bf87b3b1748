"""A collection is refreshed while many read it: every answer is of one generation alone, and what is being built stays."""

import asyncio
import re
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import date

import pytest

from tests.postgres import WIDTH
from veracious.adapters.memory.embedder import WordEmbedder
from veracious.adapters.memory.search import MemoryWeb
from veracious.adapters.postgres import collections as postgres_collections
from veracious.adapters.postgres.collections import PostgresCollections
from veracious.adapters.postgres.database import Database
from veracious.adapters.postgres.finder import HybridFinder, TextFinder, TriplesFinder, VectorsFinder
from veracious.adapters.postgres.held_collections import HeldCollections
from veracious.adapters.postgres.server import Addresses
from veracious.adapters.postgres.shelf import PostgresShelf
from veracious.adapters.postgres.store import Store
from veracious.domain.errors import InputError, StoreUnavailable
from veracious.domain.evidence import Passage, Snapshot, Source, Triple
from veracious.domain.store import Scope, State
from veracious.flow.refresh import Refreshed, RefreshOrder, RefreshTools, refresh
from veracious.rules.reading.lexicon import Lexicon
from veracious.rules.seeking import snapshots
from veracious.rules.seeking.current import CurrentDials

READERS, PAGES = 8, 16
DAY = date(2026, 3, 15)
ASKED = "Paris is the capital of France"
SCOPE = Scope(collections=("current_affairs",))
DIALS = replace(CurrentDials(), pages_a_query=PAGES, domain_share=1.0)
_EDITION = re.compile(r"edition (\d+)\b")


def site(edition: int) -> list[Snapshot]:
    """The pages of the web as they are in one edition: other texts at the same addresses."""
    told = [f"Paris is the capital of France, says page {number} of edition {edition}." for number in range(PAGES)]
    addresses = [f"https://p{number}.example/2026/the-news-of-today" for number in range(PAGES)]
    return [Snapshot(snapshots.name(text), text, Source(""), url, "", DAY) for text, url in zip(told, addresses, strict=True)]


class SlowWeb(MemoryWeb):
    """A web that takes its time, so that much is read meanwhile; `at` is called before each page."""

    def __init__(self, edition: int, lexicon: Lexicon, at: Callable[[int], None] = lambda read: None) -> None:
        super().__init__({one.url or "": one for one in site(edition)}, lexicon)
        self._at = at

    async def read(self, url: str) -> Snapshot:
        self._at(self.calls["read"])
        await asyncio.sleep(0.01)
        return await super().read(url)


def facts(passage: Passage) -> Sequence[Triple]:
    return [Triple("Paris", "is the capital of", "France", passage)]


def held(store: Store) -> HeldCollections:
    return HeldCollections(PostgresCollections(store), store.database, store.workspace)


async def refreshed(store: Store, web: MemoryWeb) -> Refreshed:
    """The collection with today's edition of the web."""
    means = RefreshTools(web, web, PostgresShelf(store, facts), held(store), lambda address: Source("p.example"))
    order = RefreshOrder("current_affairs", ("capital of France", "edition of the page"), DAY, DIALS, anew=True)
    return await refresh(order, means, lambda so_far: None)


@dataclass
class Audience:
    """Those who read all the while, and what they were told."""

    store: Store
    counts: Counter[str] = field(default_factory=Counter)
    editions: set[int] = field(default_factory=set)
    troubles: list[str] = field(default_factory=list)
    done: threading.Event = field(default_factory=threading.Event)

    def asks(self) -> list[Callable[[], list[str]]]:
        vector = asyncio.run(self.store.embedder.embed([ASKED]))[0]
        text, near = TextFinder(self.store, SCOPE), VectorsFinder(self.store, SCOPE)
        told, both = TriplesFinder(self.store, SCOPE), HybridFinder(self.store, SCOPE)
        return [
            lambda: [one.evidence.text for one in text.search(ASKED, 3 * PAGES)],
            lambda: [one.evidence.text for one in near.search(vector, 3 * PAGES)],
            lambda: [one.evidence.text for one in told.search(ASKED, 3 * PAGES)],
            lambda: [one.evidence.text for one in both.search(ASKED, vector, 3 * PAGES)],
        ]

    def hear(self, answer: list[str], newest: int) -> int:
        """Count what is wrong with an answer; the newest edition that was met."""
        editions = {int(found[1]) for told in answer if (found := _EDITION.search(told))}
        self.counts["answers"] += 1
        self.counts["mixed"] += len(editions) > 1
        self.counts["not_whole"] += len(answer) != PAGES
        self.counts["stale"] += bool(editions) and max(editions) < newest
        self.editions |= editions
        return max(editions | {newest})

    def read(self) -> None:
        """Ask every finder again and again, to the end."""
        asks, newest = self.asks(), 0
        while not self.done.is_set():
            try:
                for ask in asks:
                    newest = self.hear(ask(), newest)
            except Exception as failed:
                self.troubles.append(repr(failed))

    def __enter__(self) -> "Audience":
        self._threads = [threading.Thread(target=self.read) for _ in range(READERS)]
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.done.set()
        for thread in self._threads:
            thread.join()


@pytest.fixture
def store(new_addresses: Callable[..., Addresses], lexicon: Lexicon) -> Iterator[Store]:
    """A database of this test's own."""
    pool = Database(new_addresses().app, READERS + 4, 60.0)
    yield Store(pool, WordEmbedder(lexicon, WIDTH), lexicon, workspace="everybody", model="words")
    pool.close()


def states(store: Store) -> list[State]:
    return [one.state for one in asyncio.run(PostgresCollections(store).all())]


def played(store: Store, lexicon: Lexicon, refreshes: int, seconds: float) -> Audience:
    """So many refreshes, spread over the time, while everybody reads."""
    assert asyncio.run(refreshed(store, SlowWeb(0, lexicon))).is_live
    with Audience(store) as audience:
        for edition in range(1, refreshes + 1):
            ends_at = time.monotonic() + seconds / refreshes
            found = asyncio.run(refreshed(store, SlowWeb(edition, lexicon)))
            assert (found.is_live, found.taken.documents) == (True, PAGES)
            time.sleep(max(0.0, ends_at - time.monotonic()))
    return audience


def check(audience: Audience, refreshes: int) -> None:
    print(dict(audience.counts), f"{len(audience.editions)} editions")
    assert audience.troubles == []
    wrong = {name: audience.counts[name] for name in ("mixed", "not_whole", "stale")}
    assert wrong == {"mixed": 0, "not_whole": 0, "stale": 0}
    assert audience.counts["answers"] > 10 * refreshes
    assert audience.editions >= {0, refreshes}
    assert states(audience.store) == [State.LIVE]


def test_no_answer_mixes_generations_while_a_collection_is_refreshed(store: Store, lexicon: Lexicon) -> None:
    """Three refreshes in six seconds, eight readers."""
    check(played(store, lexicon, 3, 6.0), 3)


@pytest.mark.long
def test_no_answer_mixes_generations_in_a_minute_of_refreshes(store: Store, lexicon: Lexicon) -> None:
    """Twenty refreshes in sixty seconds, eight readers."""
    check(played(store, lexicon, 20, 60.0), 20)


def test_pages_put_into_the_live_generation_would_be_noticed(store: Store, lexicon: Lexicon) -> None:
    """What a refresh without a generation of its own would do."""
    asyncio.run(refreshed(store, SlowWeb(0, lexicon)))
    shelf = PostgresShelf(store, facts)
    for one in site(1)[:3]:
        asyncio.run(shelf.put(replace(one, collection="current_affairs")))
    audience = Audience(store)
    for ask in audience.asks():
        audience.hear(ask(), 0)
    assert (audience.counts["mixed"], audience.counts["not_whole"]) == (4, 4)


def test_a_failed_refresh_leaves_what_readers_see(store: Store, lexicon: Lexicon) -> None:
    asyncio.run(refreshed(store, SlowWeb(0, lexicon)))
    web = SlowWeb(1, lexicon)
    for down in ("search", "read"):
        web.fail(down)
        assert not asyncio.run(refreshed(store, web)).is_live
    audience = Audience(store)
    for ask in audience.asks():
        audience.hear(ask(), 0)
    assert (audience.editions, audience.counts["not_whole"]) == ({0}, 0)
    assert states(store) == [State.LIVE]


def test_a_refresh_drops_what_nobody_builds_any_more(store: Store, lexicon: Lexicon) -> None:
    left = asyncio.run(PostgresCollections(store).begin("current_affairs"))
    found = asyncio.run(refreshed(store, SlowWeb(0, lexicon)))
    assert found.swept == (left,)
    assert states(store) == [State.LIVE]


def test_a_refresh_leaves_alone_what_another_builds(store: Store, lexicon: Lexicon, monkeypatch: pytest.MonkeyPatch) -> None:
    """A second one begins and ends while the first is in the midst of its pages; both come to their end, and the last one counts."""
    monkeypatch.setattr(postgres_collections, "TRIES", 3)  # it is not waited for long
    inner: list[Refreshed] = []

    def at(read: int) -> None:
        if read == PAGES // 2:
            other = threading.Thread(target=lambda: inner.append(asyncio.run(refreshed(store, SlowWeb(2, lexicon)))))
            other.start()
            other.join()

    found = asyncio.run(refreshed(store, SlowWeb(1, lexicon, at)))
    assert [(one.is_live, one.swept) for one in inner] == [(True, ())]
    assert (found.is_live, found.taken.documents) == (True, PAGES)
    audience = Audience(store)
    for ask in audience.asks():
        audience.hear(ask(), 0)
    assert (audience.editions, audience.counts["not_whole"]) == ({1}, 0)
    assert states(store) == [State.LIVE]


def test_what_is_being_built_cannot_be_dropped_by_hand(store: Store, lexicon: Lexicon, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgres_collections, "TRIES", 3)
    building, other = held(store), PostgresCollections(store)

    async def tried() -> None:
        made = await building.begin("static")
        with pytest.raises(StoreUnavailable, match=f"generation {made} is still being read"):
            await other.drop(made)
        await building.drop(made)

    asyncio.run(tried())
    assert states(store) == []


class Snatched(PostgresCollections):
    """Collections of which somebody drops so many generations right after they were begun."""

    def __init__(self, store: Store, snatches: int) -> None:
        super().__init__(store)
        self._snatches = snatches

    async def begin(self, collection: str) -> int:
        made = await super().begin(collection)
        self._snatches -= 1
        if self._snatches >= 0:
            await self.drop(made)
        return made


def test_a_generation_that_is_dropped_before_it_is_held_is_begun_again(store: Store) -> None:
    building = HeldCollections(Snatched(store, 2), store.database, store.workspace)
    made = asyncio.run(building.begin("static"))
    assert [one.id for one in asyncio.run(PostgresCollections(store).all())] == [made]
    asyncio.run(building.drop(made))
    with pytest.raises(InputError, match="others refresh static at this moment"):
        asyncio.run(HeldCollections(Snatched(store, 9), store.database, store.workspace).begin("static"))
    assert states(store) == []
