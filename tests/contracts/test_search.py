"""What every web search and every door promises."""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import replace
from datetime import date, timedelta

import pytest

from tests.adapters.providers import base, made, searching
from tests.contracts.samples import AS_OF, PAGES, Page, query, run
from tests.endpoints import ModelServer, sends
from veracious.adapters.memory.finder import MemoryFinder
from veracious.adapters.memory.search import MemoryWeb
from veracious.adapters.memory.shelf import MemoryShelf
from veracious.adapters.web.search.archive import ArchivePageReader, ArchiveSearch
from veracious.adapters.web.search.circuit_breaker import GuardedSearch
from veracious.adapters.web.search.fallback import FallbackSearch
from veracious.domain.errors import SourceError, SourceUnavailable
from veracious.domain.evidence import Candidate, Query
from veracious.domain.web import Hit
from veracious.ports import PageReader, WebSearch
from veracious.rules.reading.lexicon import Lexicon
from veracious.rules.reading.sentences import SentenceDials
from veracious.rules.seeking import urls
from veracious.rules.seeking.lexical import LexicalDials
from veracious.rules.seeking.passages import PassageDials


def _named(hits: Sequence[Hit]) -> set[str]:
    return {urls.normalise(hit.url) for hit in hits}


class SearchContract:
    """Subclass it and make a search over these pages."""

    def make(self, pages: Sequence[Page], lexicon: Lexicon) -> WebSearch:
        raise NotImplementedError

    def broken(self, lexicon: Lexicon) -> WebSearch:
        """A search that is down."""
        raise NotImplementedError

    def address(self, page: Page) -> str:
        """Where the search says that a page stands, in the one form of addresses."""
        return urls.normalise(page.snapshot.url or "")

    def test_it_names_the_page_that_says_it(self, lexicon: Lexicon) -> None:
        found = run(self.make(PAGES, lexicon).search(query("Ada Lovelace notes"), 5))
        assert urls.normalise(found[0].url) == self.address(PAGES[2])
        assert found[0].snippet == PAGES[2].snapshot.text

    def test_what_it_names_can_be_read_as_an_article(self, lexicon: Lexicon) -> None:
        found = run(self.make(PAGES, lexicon).search(query("Paris Lyon Ada"), 10))
        assert urls.fresh([hit.url for hit in found], frozenset(), 10, urls.AS_SHIPPED).kept == tuple(hit.url for hit in found)

    def test_hits_keep_to_the_limit_and_none_comes_twice(self, lexicon: Lexicon) -> None:
        search = self.make((*PAGES, *PAGES), lexicon)
        found = tuple(run(search.search(query("Paris Lyon Ada"), 10)))
        assert len({urls.normalise(hit.url) for hit in found}) == len(found) >= 3
        assert tuple(run(search.search(query("Paris Lyon Ada"), 2))) == found[:2]
        assert tuple(run(search.search(query("Paris Lyon Ada"), 0))) == ()

    def test_nothing_found_is_an_empty_answer(self, lexicon: Lexicon) -> None:
        assert tuple(run(self.make(PAGES, lexicon).search(query("Zanzibar"), 5))) == ()

    def test_nothing_older_than_the_earliest_day_is_named(self, lexicon: Lexicon) -> None:
        dated, search = next(page for page in PAGES if page.published is not None), self.make(PAGES, lexicon)
        assert dated.published is not None
        asked = replace(query(dated.snapshot.text), as_of=date(2030, 1, 1))
        assert self.address(dated) in _named(run(search.search(replace(asked, earliest=dated.published), 10)))
        later = run(search.search(replace(asked, earliest=dated.published + timedelta(days=1)), 10))
        assert self.address(dated) not in _named(later)

    def test_no_answer_is_a_failure(self, lexicon: Lexicon) -> None:
        with pytest.raises(SourceError):
            run(self.broken(lexicon).search(query("Paris"), 5))


class ProviderContract(SearchContract):
    """What those promise beyond it that know when a page was published."""

    def test_nothing_newer_than_the_day_asked_about_is_named(self, lexicon: Lexicon) -> None:
        search, later = self.make(PAGES, lexicon), PAGES[3]
        assert later.published is not None
        assert later.published > AS_OF
        found = run(search.search(query("Paris hosted the Olympic Games"), 10))
        assert self.address(later) not in {urls.normalise(hit.url) for hit in found}
        found = run(search.search(replace(query("Paris hosted the Olympic Games"), as_of=later.published), 10))
        assert (urls.normalise(found[0].url), found[0].published) == (self.address(later), later.published)


class DoorContract:
    """Subclass it and make a door to these pages."""

    def door(self, pages: Sequence[Page], lexicon: Lexicon) -> PageReader:
        raise NotImplementedError

    def way_to(self, page: Page) -> str:
        """The address by which the door is asked for a page."""
        return page.snapshot.url or ""

    def test_it_reads_the_page_at_an_address(self, lexicon: Lexicon) -> None:
        page = PAGES[0].snapshot
        read = run(self.door(PAGES, lexicon).read(self.way_to(PAGES[0])))
        assert (read.text, read.url) == (page.text, page.url)

    def test_the_same_page_has_the_same_digest(self, lexicon: Lexicon) -> None:
        door, url = self.door(PAGES, lexicon), self.way_to(PAGES[0])
        assert run(door.read(url)).digest == run(door.read(url)).digest

    def test_an_address_with_nothing_there_is_a_failure(self, lexicon: Lexicon) -> None:
        with pytest.raises(SourceError):
            run(self.door(PAGES, lexicon).read("https://example.org/reports/no-such-page.html"))


class TestMemoryWeb(SearchContract, DoorContract):
    def make(self, pages: Sequence[Page], lexicon: Lexicon) -> MemoryWeb:
        return MemoryWeb({page.snapshot.url or "": page.snapshot for page in pages}, lexicon)

    def broken(self, lexicon: Lexicon) -> WebSearch:
        web = self.make(PAGES, lexicon)
        web.fail("search")
        return web

    def door(self, pages: Sequence[Page], lexicon: Lexicon) -> PageReader:
        return self.make(pages, lexicon)

    def test_it_counts_every_call_and_fails_as_told(self, lexicon: Lexicon) -> None:
        """Two reads, one of them failed, and one search; mended, the page is there again."""
        web, url = self.make(PAGES, lexicon), PAGES[0].snapshot.url or ""
        run(web.search(query("Paris"), 5))
        run(web.read(url))
        web.fail(url)
        with pytest.raises(SourceUnavailable):
            run(web.read(url))
        assert web.calls == {"search": 1, "read": 2}
        web.fail()
        assert run(web.read(url)) == PAGES[0].snapshot


class AtServers(ProviderContract):
    """Providers behind a real server."""

    kind = ""
    stack: ExitStack

    @pytest.fixture(autouse=True)
    def _served(self) -> Iterator[None]:
        with ExitStack() as self.stack:
            yield

    def make(self, pages: Sequence[Page], lexicon: Lexicon) -> WebSearch:
        return made(self.kind, self.stack.enter_context(ModelServer((searching(self.kind, pages),))))

    def broken(self, lexicon: Lexicon) -> WebSearch:
        return made(self.kind, self.stack.enter_context(ModelServer((sends(b"{}", 500),))))


class TestSearxNG(AtServers):
    kind = "searxng"


class TestTavily(AtServers):
    kind = "tavily"


class TestBrave(AtServers):
    kind = "brave"


class TestWikipedia(AtServers):
    kind = "wikipedia"

    def address(self, page: Page) -> str:
        return f"https://example.org/wiki/{page.name}"


class TestRested(AtServers):
    kind = "tavily"

    def make(self, pages: Sequence[Page], lexicon: Lexicon) -> WebSearch:
        return GuardedSearch(made(self.kind, self.stack.enter_context(ModelServer((searching(self.kind, pages),)))))


class TestSeveral(AtServers):
    """The first of the two is down."""

    def make(self, pages: Sequence[Page], lexicon: Lexicon) -> WebSearch:
        down = self.stack.enter_context(ModelServer((sends(b"{}", 503),)))
        up = self.stack.enter_context(ModelServer((searching("searxng", pages),)))
        return FallbackSearch([made("brave", down), made("searxng", up)])

    def broken(self, lexicon: Lexicon) -> WebSearch:
        with ModelServer() as gone:
            pass
        down = self.stack.enter_context(ModelServer((sends(b"{}", 503),)))
        assert base(gone) != base(down)
        return FallbackSearch([made("brave", down), made("tavily", gone)])


class BrokenFinder:
    async def find(self, query: Query, limit: int) -> Sequence[Candidate]:
        raise SourceUnavailable("the store is down")


class TestArchive(ProviderContract, DoorContract):
    def shelf(self, pages: Sequence[Page]) -> MemoryShelf:
        shelf = MemoryShelf(PassageDials(), SentenceDials())
        for page in pages:
            run(shelf.put(replace(page.snapshot, collection="static")))
        return shelf

    def make(self, pages: Sequence[Page], lexicon: Lexicon) -> WebSearch:
        return ArchiveSearch(MemoryFinder(self.shelf(pages), lexicon, LexicalDials()))

    def broken(self, lexicon: Lexicon) -> WebSearch:
        return ArchiveSearch(BrokenFinder())

    def door(self, pages: Sequence[Page], lexicon: Lexicon) -> PageReader:
        return ArchivePageReader(self.shelf(pages))

    def way_to(self, page: Page) -> str:
        return f"{page.snapshot.url}#archive={page.snapshot.digest}"
