"""A collection filled anew from the web: what comes in, what is left out and named, and when nothing changes."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from random import Random

import pytest

from veracious.adapters.memory.collections import MemoryCollections
from veracious.adapters.memory.search import MemoryWeb
from veracious.adapters.memory.shelf import MemoryShelf
from veracious.adapters.memory.stock import MemoryStock
from veracious.domain.errors import BudgetSpent, InputError, SourceLimited, SourceMalformed, SourceUnavailable, StoreUnavailable
from veracious.domain.evidence import Query, Snapshot, Source
from veracious.domain.store import Incoming, PutOutcome, State
from veracious.domain.web import Hit
from veracious.flow.refresh import Refreshed, RefreshOrder, RefreshTools, refresh
from veracious.ports import Library, PageReader, WebSearch
from veracious.rules.reading.lexicon import Lexicon
from veracious.rules.reading.sentences import SentenceDials
from veracious.rules.seeking import snapshots, urls
from veracious.rules.seeking.current import CurrentDials
from veracious.rules.seeking.passages import PassageDials

DAY = date(2026, 3, 15)
DIALS = replace(CurrentDials(), domain_share=1.0)
ERRAND = RefreshOrder("current_affairs", ("ferry strike", "harbour election"), DAY, DIALS)
CREDIBLE = {"good.example": 0.8, "bad.example": 0.25}
OLD = "What was live before."


def rate(address: str) -> Source:
    """The standing of a publisher; nothing is known of most."""
    host = urls.host(address)
    return Source(host, CREDIBLE.get(host))


def page(url: str, days: int | None = 1, text: str = "") -> Snapshot:
    """A page about the strike that says where it stands, so many days old."""
    told = text or f"The ferry strike goes on, says {url}. The harbour waits for its election."
    published = None if days is None else DAY - timedelta(days=days)
    return Snapshot(snapshots.name(told), told, Source("nobody.example"), url, "Ferry", published)


def story(domain: str, number: int = 0) -> str:
    return f"https://{domain}/2026/ferry-strike-day-{number}"


@dataclass
class Provider:
    """A search with a given answer to each query, or an error in its place."""

    answers: Mapping[str, Sequence[Hit] | Exception]
    asked: list[tuple[Query, int]] = field(default_factory=list)

    async def search(self, query: Query, limit: int) -> Sequence[Hit]:
        self.asked.append((query, limit))
        found = self.answers[query.text]
        if isinstance(found, Exception):
            raise found
        return found


@dataclass
class Site:
    """A door to given pages, or to an error in their place; it keeps what it was asked, in order."""

    pages: Mapping[str, Snapshot | Exception]
    asked: list[str] = field(default_factory=list)

    async def read(self, url: str) -> Snapshot:
        self.asked.append(url)
        found = self.pages[url]
        if isinstance(found, Exception):
            raise found
        return found


class RefreshRun:
    """A store in memory whose collection is live already, and what it is refreshed with."""

    def __init__(self, lexicon: Lexicon, collection: str = "current_affairs") -> None:
        self.stock = MemoryStock()
        self.shelf = MemoryShelf(PassageDials(), SentenceDials(), self.stock)
        self.collections = MemoryCollections(self.stock, lexicon)
        self.told: list[Refreshed] = []
        asyncio.run(self.shelf.put(replace(page("https://old.example/2026/an-old-story-of-ours", 30, OLD), collection=collection)))

    def refresh(self, search: WebSearch, door: PageReader, order: RefreshOrder = ERRAND, library: Library | None = None) -> Refreshed:
        self.told.clear()
        means = RefreshTools(search, door, library or self.shelf, self.collections, rate)
        return asyncio.run(refresh(order, means, self.told.append))

    @property
    def live(self) -> list[Snapshot]:
        return [one.snapshot for volume in self.stock.live("default") for one in volume.documents]

    @property
    def addresses(self) -> list[str]:
        return sorted(one.url or "" for one in self.live)

    @property
    def states(self) -> list[State]:
        return [volume.state for volume in self.stock.volumes.values()]

    @property
    def is_untouched(self) -> bool:
        return [one.text for one in self.live] == [OLD] and self.states == [State.LIVE]


@pytest.fixture
def room(lexicon: Lexicon) -> RefreshRun:
    return RefreshRun(lexicon)


def offered(*pages: Snapshot) -> tuple[Provider, Site]:
    """A search that finds these pages for the first query, nothing for the second, and the door to them."""
    found = [Hit(one.url or "", published=one.published) for one in pages]
    return Provider({ERRAND.queries[0]: found, ERRAND.queries[1]: []}), Site({one.url or "": one for one in pages})


def test_a_collection_is_replaced_by_what_the_web_says_today(room: RefreshRun, lexicon: Lexicon) -> None:
    pages = [page(story(domain, number)) for domain in ("good.example", "some.example") for number in range(3)]
    web = MemoryWeb({one.url or "": one for one in pages}, lexicon)
    found = room.refresh(web, web)
    assert (found.queries, found.hits, found.chosen, found.read) == (2, 12, 6, 6)
    assert (found.unanswered, found.unread, found.passed) == ((), (), (("repeated", 6),))
    assert (found.taken.documents, found.taken.passages, found.generation) == (6, 6, 2)
    assert found.is_live
    assert room.addresses == sorted(one.url or "" for one in pages)
    assert room.states == [State.LIVE], "the old generation is dropped"
    assert web.calls == {"search": 2, "read": 6}


def test_what_is_kept_has_the_standing_of_its_publisher_and_the_name_of_its_collection(room: RefreshRun) -> None:
    room.refresh(*offered(page(story("good.example")), page(story("some.example"))))
    assert {one.source for one in room.live} == {Source("good.example", 0.8), Source("some.example")}
    assert {one.collection for one in room.live} == {"current_affairs"}


def test_credible_publishers_are_read_first(room: RefreshRun) -> None:
    search, door = offered(*(page(story(domain), days) for domain, days in [("bad.example", 0), ("some.example", 0), ("good.example", 5)]))
    room.refresh(search, door)
    assert [urls.host(url) for url in door.asked] == ["good.example", "some.example", "bad.example"]
    assert [(query.text, query.as_of, limit) for query, limit in search.asked] == [(text, DAY, 10) for text in ERRAND.queries]


def test_a_search_that_fails_is_named_and_the_others_go_on(room: RefreshRun) -> None:
    _, door = offered(page(story("good.example")))
    found = room.refresh(Provider({ERRAND.queries[0]: SourceLimited("tomorrow"), ERRAND.queries[1]: [Hit(story("good.example"))]}), door)
    assert found.is_live
    assert [(one.what, one.reason) for one in found.unanswered] == [("ferry strike", "source_limited")]
    assert "tomorrow" in found.unanswered[0].detail
    assert (found.queries, found.hits) == (2, 1)


def test_nothing_changes_when_every_search_fails(room: RefreshRun) -> None:
    door = Site({})
    found = room.refresh(Provider(dict.fromkeys(ERRAND.queries, SourceUnavailable("down"))), door)
    assert not found.is_live
    assert len(found.unanswered) == found.queries == 2
    assert room.is_untouched
    assert door.asked == []


def test_nothing_changes_when_nothing_is_found(room: RefreshRun) -> None:
    assert not room.refresh(*offered()).is_live
    assert room.is_untouched


@pytest.mark.parametrize("down", [("read",), tuple(story("good.example", number) for number in range(3))])
def test_nothing_changes_when_no_page_can_be_read(room: RefreshRun, lexicon: Lexicon, down: tuple[str, ...]) -> None:
    web = MemoryWeb({story("good.example", number): page(story("good.example", number)) for number in range(3)}, lexicon)
    web.fail(*down)
    found = room.refresh(web, web)
    assert (found.is_live, found.read, len(found.unread)) == (False, 0, 3)
    assert room.is_untouched


def test_a_page_that_fails_is_named_and_the_others_go_on(room: RefreshRun) -> None:
    good, bad = page(story("good.example")), page(story("bad.example"))
    search, _ = offered(good, bad)
    found = room.refresh(search, Site({good.url or "": SourceUnavailable("no answer"), bad.url or "": bad}))
    assert found.is_live
    assert [(one.what, one.reason) for one in found.unread] == [(good.url, "source_unavailable")]
    assert room.addresses == [bad.url]


@pytest.mark.parametrize(
    "broken",
    [
        replace(page(story("good.example")), text="Another text than its digest is of."),
        page(story("good.example"), text="A text with a NUL \x00 in it."),
        page(story("good.example"), text="A lone surrogate \ud800 in it."),
        page(story("good.example"), text=" \n "),
    ],
    ids=["digest", "nul", "surrogate", "blank"],
)
def test_a_page_that_no_store_can_keep_spoils_only_itself(room: RefreshRun, broken: Snapshot) -> None:
    found = room.refresh(*offered(broken, page(story("some.example"))))
    assert [(one.what, one.reason) for one in found.unread] == [(broken.url, "source_malformed")]
    assert room.addresses == [story("some.example")]


def test_a_page_is_as_old_as_it_says_itself_whatever_its_search_says(room: RefreshRun) -> None:
    pages = [page(story("good.example", days), days) for days in (7, 8)]
    search = Provider({ERRAND.queries[0]: [Hit(one.url or "", published=DAY) for one in pages], ERRAND.queries[1]: []})
    found = room.refresh(search, Site({one.url or "": one for one in pages}))
    assert room.addresses == [story("good.example", 7)]
    assert (found.read, dict(found.passed)) == (2, {"too_old": 1})


def test_a_page_that_its_search_calls_too_old_is_not_even_read(room: RefreshRun) -> None:
    search, door = offered(page(story("good.example", 1), 1), page(story("good.example", 9), 9))
    found = room.refresh(search, door)
    assert door.asked == [story("good.example", 1)]
    assert dict(found.passed) == {"too_old": 1}


def test_age_does_not_matter_elsewhere(lexicon: Lexicon) -> None:
    room = RefreshRun(lexicon, "static")
    pages = [page(story("good.example", number), days) for number, days in enumerate((1, 4000, None, None))]
    found = room.refresh(*offered(*pages), replace(ERRAND, collection="static"))
    assert (found.taken.documents, found.passed) == (4, ())
    assert {one.collection for one in room.live} == {"static"}


def test_pages_without_a_date_come_in_up_to_their_share(room: RefreshRun) -> None:
    """Five dated pages have room for one at 0.2, since 1 ≤ 0.2 × 6 and 2 > 0.2 × 7; the first that was read is the one."""
    undated = [page(story("good.example", number), None) for number in range(3)]
    dated = [page(story("some.example", number)) for number in range(5)]
    found = room.refresh(*offered(*undated, *dated))
    assert room.addresses == sorted(one.url or "" for one in [undated[0], *dated])
    assert (found.read, dict(found.passed)) == (8, {"undated": 2})


def test_nothing_changes_when_no_page_has_a_date(room: RefreshRun) -> None:
    found = room.refresh(*offered(*(page(story("good.example", number), None) for number in range(3))))
    assert (found.is_live, found.read, dict(found.passed)) == (False, 3, {"undated": 3})
    assert room.is_untouched


def test_no_more_pages_are_put_than_are_wanted(room: RefreshRun) -> None:
    search, door = offered(*(page(story(f"p{number}.example")) for number in range(8)))
    found = room.refresh(search, door, replace(ERRAND, dials=replace(DIALS, pages_at_most=3)))
    assert (found.taken.documents, len(door.asked), dict(found.passed)) == (3, 3, {"capped": 5})


def test_pages_that_waited_take_no_more_room_than_there_is(room: RefreshRun) -> None:
    """At a share of 0.7 the one dated page lets two undated ones in after it, and only one more may be put."""
    undated = [page(story(f"p{number}.example"), None) for number in range(2)]
    search, door = offered(*undated, page(story("bad.example")))
    dials = replace(DIALS, pages_at_most=2, undated_share=0.7)
    found = room.refresh(search, door, replace(ERRAND, dials=dials))
    assert room.addresses == [story("bad.example"), undated[0].url]
    assert dict(found.passed) == {"capped": 1}


def test_a_provider_that_gives_more_than_was_asked_is_not_believed(room: RefreshRun) -> None:
    found = room.refresh(*offered(*(page(story("good.example", number)) for number in range(30))))
    assert (found.hits, found.taken.documents) == (10, 10)


def test_a_page_that_another_address_led_to_already_is_put_once(room: RefreshRun) -> None:
    there = page(story("good.example"))
    doors = {story("good.example"): there, story("short.example", 1): there, story("short.example", 2): page("https://good.example/")}
    search = Provider({ERRAND.queries[0]: [Hit(url) for url in doors], ERRAND.queries[1]: []})
    found = room.refresh(search, Site(doors))
    assert room.addresses == [there.url]
    assert dict(found.passed) == {"repeated": 1, "not_article": 1}


def test_a_publisher_that_is_reached_through_others_keeps_to_its_share(room: RefreshRun) -> None:
    """Four hits of four hosts, of which each may have one; all lead to one publisher."""
    doors = {story(f"short{number}.example"): page(story("good.example", number)) for number in range(4)}
    search = Provider({ERRAND.queries[0]: [Hit(url) for url in doors], ERRAND.queries[1]: []})
    found = room.refresh(search, Site(doors), replace(ERRAND, dials=replace(DIALS, domain_share=0.25)))
    assert (found.taken.documents, dict(found.passed)) == (1, {"domain_share": 3})


def test_what_was_left_half_built_is_swept_and_nothing_else(room: RefreshRun) -> None:
    left = asyncio.run(room.collections.begin("current_affairs"))
    other = asyncio.run(room.collections.begin("static"))
    found = room.refresh(*offered(page(story("good.example"))))
    assert found.swept == (left,)
    assert {(volume.collection, volume.state) for volume in room.stock.volumes.values()} == {
        ("current_affairs", State.LIVE),
        ("static", State.BUILDING),
    }
    assert other in room.stock.volumes


class Full:
    """A library that takes so many batches and then fails."""

    def __init__(self, inner: Library, batches: int, failed: BaseException) -> None:
        self._inner, self._left, self._failed = inner, batches, failed

    async def known(self, collection: str, hashes: Sequence[str]) -> frozenset[str]:
        return await self._inner.known(collection, hashes)

    async def recent(self, collection: str, since: date, limit: int) -> Sequence[Snapshot]:
        return await self._inner.recent(collection, since, limit)

    async def ready(self, batch: Sequence[Incoming]) -> object:
        return await self._inner.ready(batch)

    async def write(self, ready: object, generation: int | None = None) -> Sequence[PutOutcome]:
        self._left -= 1
        if self._left < 0:
            raise self._failed
        return await self._inner.write(ready, generation)


@pytest.mark.parametrize("batches", [0, 1])
def test_a_store_that_fails_in_the_midst_leaves_the_live_generation(room: RefreshRun, batches: int) -> None:
    pages = [page(story("good.example", number)) for number in range(100)]
    order = replace(ERRAND, dials=replace(DIALS, pages_a_query=100))
    with pytest.raises(StoreUnavailable):
        room.refresh(*offered(*pages), order, Full(room.shelf, batches, StoreUnavailable("gone")))
    assert room.is_untouched


@pytest.mark.parametrize("after", [0, 1, 70])
def test_a_refresh_that_is_stopped_leaves_the_live_generation(room: RefreshRun, after: int) -> None:
    pages = [page(story("good.example", number)) for number in range(100)]
    search, door = offered(*pages)

    async def stopped() -> None:
        means = RefreshTools(search, door, room.shelf, room.collections, rate)

        def at(so_far: Refreshed) -> None:
            if so_far.read == after + 1:
                work.cancel()

        work = asyncio.create_task(refresh(replace(ERRAND, dials=replace(DIALS, pages_a_query=100)), means, at))
        with pytest.raises(asyncio.CancelledError):
            await work

    asyncio.run(stopped())
    assert room.is_untouched


def test_documents_are_refused_before_anything_is_asked(room: RefreshRun) -> None:
    search, door = offered(page(story("good.example")))
    with pytest.raises(InputError, match="veracious ingest"):
        room.refresh(search, door, replace(ERRAND, collection="documents"))
    assert search.asked == []


def test_how_far_it_has_come_is_told_page_by_page(room: RefreshRun) -> None:
    found = room.refresh(*offered(*(page(story("good.example", number)) for number in range(5))))
    assert room.told[-1] == found
    assert [one.queries for one in room.told[:2]] == [1, 2]
    assert sorted({one.read for one in room.told}) == [0, 1, 2, 3, 4, 5]
    assert [one.read for one in room.told] == sorted(one.read for one in room.told)


@pytest.mark.parametrize("seed", range(25))
def test_every_hit_is_put_failed_or_counted(lexicon: Lexicon, seed: int) -> None:
    """A web by chance: redirects, failures, old and undated pages, home pages. Nothing is lost between the counts."""
    chance, room = Random(seed), RefreshRun(lexicon)
    addresses = [story(f"p{chance.randrange(5)}.example", chance.randrange(40)) for _ in range(40)] + ["https://p1.example/", "no address"]
    pages: dict[str, Snapshot | Exception] = {}
    for url in addresses:
        to = url if chance.random() < 0.8 else chance.choice(addresses)
        pages[url] = SourceMalformed("broken") if chance.random() < 0.2 else page(to, chance.choice((None, 0, 3, 12)))
    answers = {query: [Hit(url) for url in chance.choices(addresses, k=20)] for query in ERRAND.queries}
    most, share, undated = chance.choice((5, 30)), chance.choice((0.1, 0.5)), chance.choice((0.2, 0.8))
    dials = replace(CurrentDials(), pages_a_query=20, pages_at_most=most, domain_share=share, undated_share=undated)
    found = room.refresh(Provider(answers), Site(pages), replace(ERRAND, dials=dials))
    counted = found.taken.documents + found.taken.known + len(found.unread) + sum(number for _, number in found.passed)
    assert counted == found.hits == 40
    assert found.taken.documents <= most
    assert found.is_live == bool(found.taken.documents)
    assert room.is_untouched != found.is_live
    assert room.states == [State.LIVE]


def holding(lexicon: Lexicon, *pages: Snapshot) -> RefreshRun:
    """A store whose collection was live and holds these pages, too."""
    room = RefreshRun(lexicon)
    for one in pages:
        asyncio.run(room.shelf.put(replace(one, collection="current_affairs")))
    return room


def test_only_what_is_newer_than_the_last_refresh_is_searched_for(room: RefreshRun) -> None:
    search, door = offered(page(story("good.example")))
    room.refresh(search, door, replace(ERRAND, last=DAY - timedelta(days=1)))
    assert {(query.earliest, query.as_of) for query, _ in search.asked} == {(DAY - timedelta(days=1), DAY)}


@pytest.mark.parametrize(
    ("collection", "last", "anew", "days"),
    [("current_affairs", None, False, 7), ("current_affairs", 1, True, 7), ("static", 1, False, None), ("static", None, False, None)],
)
def test_the_first_refresh_and_one_that_is_made_anew_reach_back_as_far_as_pages_may_be_old(
    lexicon: Lexicon, collection: str, last: int | None, anew: bool, days: int | None
) -> None:
    """What does not age is searched for without an earliest day."""
    room, (search, door) = RefreshRun(lexicon, collection), offered(page(story("good.example")))
    since = None if last is None else DAY - timedelta(days=last)
    room.refresh(search, door, replace(ERRAND, collection=collection, last=since, anew=anew))
    assert {query.earliest for query, _ in search.asked} == {None if days is None else DAY - timedelta(days=days)}


def test_a_page_that_is_there_and_young_enough_stays_and_is_not_asked_for_again(lexicon: Lexicon) -> None:
    there, gone = page(story("good.example", 1), 3), page(story("good.example", 2), 8)
    room, new = holding(lexicon, there, gone), page(story("some.example", 3))
    search, door = offered(there, new)
    found = room.refresh(search, door)
    assert door.asked == [new.url]
    assert room.addresses == sorted([there.url or "", new.url or ""])
    assert (found.read, found.kept, found.taken.documents, dict(found.passed)) == (1, 1, 2, {"known": 1})


def test_a_page_that_stays_has_the_standing_its_publisher_has_now(lexicon: Lexicon) -> None:
    room = holding(lexicon, page(story("good.example", 1), 3))
    room.refresh(*offered(page(story("some.example", 2))))
    assert {one.source.domain: one.source.credibility for one in room.live} == {"good.example": 0.8, "some.example": None}


def test_a_page_without_a_date_does_not_stay_unless_it_is_found_again(lexicon: Lexicon) -> None:
    """How old it is nobody knows, so it is read again."""
    undated = page(story("good.example", 1), None)
    room, dated = holding(lexicon, undated), [page(story("some.example", number)) for number in range(4)]
    found = room.refresh(*offered(*dated))
    assert undated.url not in room.addresses
    assert found.kept == 0
    search, door = offered(undated, page(story("some.example", 9)))
    room.refresh(search, door)
    assert undated.url in door.asked
    assert undated.url in room.addresses


def test_new_pages_come_before_those_that_stay(lexicon: Lexicon) -> None:
    """Three may be put: two are new, and of those that stay the newest has the last place."""
    old = [page(story("good.example", number), number) for number in range(2, 5)]
    room, new = holding(lexicon, *old), [page(story("some.example", number), 1) for number in range(2)]
    search, door = offered(*new)
    found = room.refresh(search, door, replace(ERRAND, dials=replace(DIALS, pages_at_most=3)))
    assert room.addresses == sorted(one.url or "" for one in (*new, old[0]))
    assert (found.taken.documents, found.kept) == (3, 1)


def test_those_that_stay_keep_the_share_of_their_publisher(lexicon: Lexicon) -> None:
    """Eight pages in all and a quarter for each publisher: two of its own, of which one is new."""
    old = [page(story("good.example", number), 2) for number in range(4)]
    room = holding(lexicon, *old, *(page(story(f"p{number}.example"), 2) for number in range(3)))
    room.refresh(*offered(page(story("good.example", 9), 1)), replace(ERRAND, dials=replace(DIALS, domain_share=0.25)))
    assert sum("good.example" in url for url in room.addresses) == 2
    assert len(room.addresses) == 5


def test_nothing_changes_when_nothing_is_new(lexicon: Lexicon) -> None:
    there = page(story("good.example", 1), 3)
    room, (search, door) = holding(lexicon, there), offered(there)
    found = room.refresh(search, door)
    assert (found.is_live, found.kept, found.trouble, door.asked) == (False, 0, ("", ""), [])
    assert there.url in room.addresses


def test_made_anew_nothing_stays_and_everything_is_read(lexicon: Lexicon) -> None:
    there, away = page(story("good.example", 1), 3), page(story("good.example", 2), 3)
    room, (search, door) = holding(lexicon, there, away), offered(there)
    found = room.refresh(search, door, replace(ERRAND, anew=True))
    assert (door.asked, room.addresses, found.kept) == ([there.url], [there.url], 0)


@dataclass
class Limited:
    """A search and a door that may be used so often each."""

    search_port: Provider
    door: Site
    searches: int
    reads: int

    async def search(self, query: Query, limit: int) -> Sequence[Hit]:
        self.searches -= 1
        if self.searches < 0:
            raise BudgetSpent("search: the limit on cost")
        return await self.search_port.search(query, limit)

    async def read(self, url: str) -> Snapshot:
        self.reads -= 1
        if self.reads < 0:
            raise BudgetSpent("door: the limit on pages")
        return await self.door.read(url)


def test_a_limit_ends_the_reading_and_what_was_read_is_put(room: RefreshRun) -> None:
    limited = Limited(*offered(*(page(story("good.example", number)) for number in range(5))), 2, 2)
    found = room.refresh(limited, limited)
    assert (found.is_live, found.read, found.taken.documents) == (True, 2, 2)
    assert (dict(found.passed)["limit"], found.unread) == (3, ())
    assert found.trouble[0] == "limit_reached"
    assert "limit on pages" in found.trouble[1]


def test_a_limit_ends_the_searching_and_what_was_found_is_read(room: RefreshRun) -> None:
    limited = Limited(*offered(page(story("good.example"))), 1, 9)
    found = room.refresh(limited, limited)
    assert (found.is_live, found.queries, found.unanswered) == (True, 1, ())
    assert found.trouble == ("limit_reached", found.stopped)


def test_what_went_wrong_is_told_in_a_word_and_a_sentence(room: RefreshRun) -> None:
    good, down = [Hit(story("good.example"))], SourceUnavailable("nobody there")
    asked = ERRAND.queries
    some = room.refresh(Provider({asked[0]: down, asked[1]: good}), Site({story("good.example"): page(story("good.example"))}))
    assert some.is_live
    assert some.trouble[0] == "some_searches_failed"
    assert "1 of 2 searches failed" in some.trouble[1]
    assert "nobody there" in some.trouble[1]
    every = room.refresh(Provider(dict.fromkeys(asked, down)), Site({}))
    assert every.trouble[0] == "searches_failed"
    none = room.refresh(Provider({asked[0]: good, asked[1]: []}), Site({story("good.example"): down}), replace(ERRAND, anew=True))
    assert none.trouble[0] == "nothing_read"
    assert "nobody there" in none.trouble[1]
