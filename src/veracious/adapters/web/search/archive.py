"""One's own collections in place of the web: what a search finds there, and the door that opens it.

A hit of the archive has the address of its document, or a made one if it has none, and behind `#archive=` the digest of its snapshot. So
the door needs no memory of what was found: a run that starts again, and takes its searches from the tape, still opens what they found. The
rest of the engine leaves fragments out when it compares addresses, so that the same page of the web and of the archive is one page.

Only what was published is searched and opened: the shared collections, and the pages that were read on the web. What the corrective loop
reads is put on the shelf as text of the open web, and documents of a workspace must never become that: an archive that is to stand in for
the web is kept as `static` or `current_affairs`.
"""

from collections.abc import Sequence
from urllib.parse import quote, unquote, urldefrag

from veracious.adapters.web.search import parsing
from veracious.domain.errors import SourceUnavailable
from veracious.domain.evidence import Evidence, Query, Snapshot
from veracious.domain.web import Hit
from veracious.ports import Finder, PageReader, Shelf

PUBLISHED = frozenset(("static", "current_affairs", "web"))
MARK = "archive="
NOWHERE = "https://archive.invalid/document"  # no host can have this name (RFC 2606)
PASSAGES = 4  # found for each document that is wanted: one document may have several


class ArchiveSearch:
    """A `WebSearch` over what a `Finder` finds of what was published; each document once, by its best passage."""

    def __init__(self, finder: Finder, name: str = "archive", price_micros: int = 0) -> None:
        self._finder = finder
        self.name, self.price_micros = name, price_micros

    async def search(self, query: Query, limit: int) -> Sequence[Hit]:
        """The documents that speak of it, best first."""
        if not parsing.room(limit):
            return ()
        found = await self._finder.find(query, PASSAGES * parsing.room(limit))
        published = [one.evidence for one in found if one.evidence.collection in PUBLISHED]
        if found and not published:
            raise SourceUnavailable(f"{self.name}: only documents of a workspace are there, and those are not searched as the web is")
        best: dict[str, Hit] = {}
        for one in published:
            best.setdefault(one.passage.snapshot, _hit(one))
        return parsing.hits(best.values(), query, limit)


class ArchivePageReader:
    """A `PageReader` to what an `ArchiveSearch` found; any other address is the business of the door behind it, if there is one."""

    def __init__(self, shelf: Shelf, beyond: PageReader | None = None) -> None:
        self._shelf, self._beyond = shelf, beyond

    async def read(self, url: str) -> Snapshot:
        """The snapshot that the address names."""
        address, mark = urldefrag(url)
        if mark.startswith(MARK):
            return await self._opened(unquote(mark.removeprefix(MARK)))
        if self._beyond is None:
            raise SourceUnavailable(f"{address} is not in the archive")
        return await self._beyond.read(url)

    async def _opened(self, digest: str) -> Snapshot:
        snapshot = await self._shelf.open(digest)
        if snapshot.collection not in PUBLISHED:
            raise SourceUnavailable(f"{digest} is a document of a workspace, and was not published")
        return snapshot


def _hit(evidence: Evidence) -> Hit:
    digest = evidence.passage.snapshot
    mark = quote(digest, safe=":")
    place = urldefrag(evidence.url or "").url if parsing.address(evidence.url) else f"{NOWHERE}/{mark}"
    title, text = parsing.line(evidence.title, parsing.TITLE_CHARS), parsing.line(evidence.text, parsing.SNIPPET_CHARS)
    return Hit(f"{place}#{MARK}{mark}", title, text, evidence.published)
