"""What every web search and every door promises."""

from collections.abc import Sequence

import pytest

from tests.contracts.samples import PAGES, Page, query, run
from veracious.adapters.memory.search import MemoryWeb
from veracious.domain.errors import SourceError, SourceUnavailable
from veracious.ports import Door, WebSearch
from veracious.rules.reading.lexicon import Lexicon


class SearchContract:
    """Subclass it and make a search over these pages."""

    def make(self, pages: Sequence[Page], lexicon: Lexicon) -> WebSearch:
        raise NotImplementedError

    def broken(self, lexicon: Lexicon) -> WebSearch:
        """A search that is down."""
        raise NotImplementedError

    def test_it_gives_the_address_of_the_page_that_says_it(self, lexicon: Lexicon) -> None:
        found = run(self.make(PAGES, lexicon).search(query("Ada Lovelace notes"), 5))
        assert found[0] == PAGES[2].snapshot.url

    def test_addresses_keep_to_the_limit_and_none_comes_twice(self, lexicon: Lexicon) -> None:
        search = self.make(PAGES, lexicon)
        found = run(search.search(query("Paris"), 10))
        assert len(set(found)) == len(found) == 2
        assert tuple(run(search.search(query("Paris"), 1))) == tuple(found)[:1]
        assert tuple(run(search.search(query("Paris"), 0))) == ()

    def test_nothing_found_is_an_empty_answer(self, lexicon: Lexicon) -> None:
        assert tuple(run(self.make(PAGES, lexicon).search(query("Zanzibar"), 5))) == ()

    def test_no_answer_is_a_failure(self, lexicon: Lexicon) -> None:
        with pytest.raises(SourceError):
            run(self.broken(lexicon).search(query("Paris"), 5))


class DoorContract:
    """Subclass it and make a door to these pages."""

    def door(self, pages: Sequence[Page], lexicon: Lexicon) -> Door:
        raise NotImplementedError

    def test_it_reads_the_page_at_an_address(self, lexicon: Lexicon) -> None:
        page = PAGES[0].snapshot
        read = run(self.door(PAGES, lexicon).read(page.url or ""))
        assert (read.text, read.url) == (page.text, page.url)

    def test_the_same_page_has_the_same_digest(self, lexicon: Lexicon) -> None:
        door, url = self.door(PAGES, lexicon), PAGES[0].snapshot.url or ""
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

    def door(self, pages: Sequence[Page], lexicon: Lexicon) -> Door:
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
