"""A small web of given pages, that can fail."""

from collections import Counter
from collections.abc import Mapping, Sequence

from veracious.domain.errors import SourceUnavailable
from veracious.domain.evidence import Query, Snapshot
from veracious.domain.web import Hit
from veracious.rules.reading import words
from veracious.rules.reading.lexicon import Lexicon
from veracious.rules.seeking import urls

SNIPPET_CHARS = 200


class MemoryWeb:
    """A `WebSearch` and a `Door` over given pages; `calls` counts what was asked of each, failed calls too."""

    def __init__(self, pages: Mapping[str, Snapshot], lexicon: Lexicon) -> None:
        self._pages = {urls.normalise(url): snapshot for url, snapshot in pages.items()}
        self._addresses = tuple(sorted(pages))
        self._lexicon = lexicon
        self._down: set[str] = set()
        self.calls: Counter[str] = Counter()  # by "search" and "read"

    def fail(self, *what: str) -> None:
        """From now on these do not answer: "search", "read", or single addresses; none named, everything does."""
        self._down = {name if name in ("search", "read") else urls.normalise(name) for name in what}

    async def search(self, query: Query, limit: int) -> Sequence[Hit]:
        """The pages that share a word with the query and are not older than wanted, most shared words first, ties by address."""
        self._called("search")
        wanted = frozenset(words.content(query.text, self._lexicon))
        shares = {url: words.share(wanted, self._words(url)) for url in self._addresses}
        found = sorted((url for url in shares if shares[url] > 0 and self._is_wanted(url, query)), key=lambda url: (-shares[url], url))
        return tuple(self._hit(url) for url in found[: max(0, limit)])

    async def read(self, url: str) -> Snapshot:
        """The page at an address, under any of the forms of that address."""
        self._called("read")
        address = urls.normalise(url)
        if address in self._down or address not in self._pages:
            raise SourceUnavailable(f"no answer from {url}")
        return self._pages[address]

    def _is_wanted(self, url: str, query: Query) -> bool:
        published = self._pages[urls.normalise(url)].published
        return query.earliest is None or published is None or published >= query.earliest

    def _hit(self, url: str) -> Hit:
        page = self._pages[urls.normalise(url)]
        return Hit(url, page.title, page.text[:SNIPPET_CHARS], page.published)

    def _words(self, url: str) -> frozenset[str]:
        page = self._pages[urls.normalise(url)]
        return frozenset(words.content(f"{page.title}\n{page.text}", self._lexicon))

    def _called(self, what: str) -> None:
        self.calls[what] += 1
        if what in self._down:
            raise SourceUnavailable(f"{what} is down")
