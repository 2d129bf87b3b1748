"""SearXNG: a search of one's own that asks others. Its JSON must be switched on there (`search.formats` in its settings)."""

from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

from veracious.adapters.web.search import parsing
from veracious.adapters.web.search.parsing import HttpClient, Party
from veracious.domain.errors import SourceUnavailable
from veracious.domain.evidence import Query
from veracious.domain.web import Hit

QUERY_CHARS = 500
ORDERS = "!?:<"  # words that begin so are orders to SearXNG: another engine, another language, a redirect
WHY: Mapping[int, str] = {**parsing.WHY, 403: "it gives no JSON, or not to us"}


class SearxNG:
    """A `WebSearch` by a SearXNG. It cannot be told a last day: what it dates later is left out here."""

    def __init__(self, way: HttpClient, url: str, price_micros: int = 0) -> None:
        self._way, self._party = way, Party("searxng", url)
        self.price_micros = price_micros

    @property
    def name(self) -> str:
        """Who is asked, and where."""
        return self._party.name

    async def search(self, query: Query, limit: int) -> Sequence[Hit]:
        """The pages on its first page of results."""
        if not parsing.room(limit):
            return ()
        url = self._party.at(f"/search?{urlencode({'q': _plain(query.text), 'format': 'json'})}")
        asking = self._way.get(url, operator=True)
        return await parsing.parse(asking, self._party, lambda answer: parsing.hits(map(_hit, _results(answer)), query, limit), WHY)


def _plain(text: str) -> str:
    """The query without orders to SearXNG."""
    return parsing.cut(" ".join(word.lstrip(ORDERS) for word in text.split()), QUERY_CHARS)


def _results(answer: Mapping[str, Any]) -> list[Any]:
    """The results; nothing found while some of those it asks were silent is no answer."""
    found = parsing.listed(answer, "results")
    if not found and answer.get("unresponsive_engines"):
        raise SourceUnavailable("nothing found, and not all of the engines it asks have answered")
    return found


def _hit(row: Any) -> Hit | None:
    match row:
        case {"url": url}:
            return parsing.hit(url, row.get("title"), row.get("content"), row.get("publishedDate"))
    return None
