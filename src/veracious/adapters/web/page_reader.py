"""A page of the web as it is kept: asked for politely, fetched within its caps, read in the sandbox.

1. Each request waits for its turn at its host, and is not made where robots rules ask not to (`robots.py`).
2. The page is fetched; what is not HTML, plain text or PDF with status 200 is no page.
3. Its bytes are read as a file of that sort would be; HTML and PDF in a process that can be killed.
4. What was read becomes a snapshot, with the address that answered and what is known of who publishes there.

What a page says of other addresses (its links, where it is at home) is kept as words. Nothing here fetches them.
"""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from types import MappingProxyType

from veracious.adapters import names, text_decoding
from veracious.adapters.web import address as places
from veracious.adapters.web.http_client import Fetched, PublicHttpClient
from veracious.adapters.web.robots import Robots
from veracious.domain.document import Document, Refused
from veracious.domain.errors import SourceMalformed, SourceUnavailable
from veracious.domain.evidence import Snapshot, Source
from veracious.rules.seeking import snapshots

OK = 200
ENDINGS = MappingProxyType({"text/html": "html", "application/xhtml+xml": "xhtml", "text/plain": "txt", "application/pdf": "pdf"})
ACCEPT = "text/html, application/xhtml+xml, application/pdf;q=0.9, text/plain;q=0.8"
SHOWN_CHARS = 200  # of an address that an error names

Parse = Callable[[bytes, str, str | None, str], Document | Refused]  # content, file name, address, charset


class WebPageReader:
    """A `Door` to the open web."""

    def __init__(self, outside: PublicHttpClient, robots: Robots, parse: Parse, rate: Callable[[str], Source]) -> None:
        self._outside, self._robots, self._parse, self._rate = outside, robots, parse, rate

    async def read(self, url: str) -> Snapshot:
        """The page at an address; `SourceUnavailable` or `SourceMalformed` when there is none to be read."""
        shown = names.show(url.strip()[:SHOWN_CHARS])
        try:
            fetched = await self._outside.get(url, {"accept": ACCEPT}, turn=self._robots.turn)
            return await self._snapshot(fetched)
        except (SourceUnavailable, SourceMalformed) as failed:
            raise type(failed)(failed.detail if shown in failed.detail else f"{shown}: {failed.detail}") from failed

    async def _snapshot(self, fetched: Fetched) -> Snapshot:
        if fetched.status != OK:
            raise SourceUnavailable(f"status {fetched.status}")
        ending = ENDINGS.get(fetched.content_type)
        if ending is None:
            raise SourceMalformed(f"{fetched.content_type or 'a page of no type'} is not read")
        name = f"{places.read(fetched.url).host}.{ending}"
        read = await asyncio.to_thread(self._parse, _told(fetched, ending), name, fetched.url, fetched.charset)
        if isinstance(read, Refused):
            raise SourceMalformed(f"{read.reason}{f' ({read.detail})' if read.detail else ''}: {read.advice}")
        return snapshots.of(replace(read, url=fetched.url), self._rate(fetched.url), "web")


def _told(fetched: Fetched, ending: str) -> bytes:
    """The bytes of a page; of plain text, which cannot say itself how it is encoded, as the server says it is."""
    if ending != "txt" or not fetched.charset:
        return fetched.body
    return text_decoding.decode(fetched.body, fetched.charset).text.encode("utf-8", "replace")
