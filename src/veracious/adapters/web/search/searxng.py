"""SearXNG: a search of one's own that asks others. Its JSON must be switched on there (`search.formats` in its settings)."""

from collections.abc import Awaitable, Iterable, Mapping
from typing import Any, ClassVar
from urllib.parse import urlencode

from veracious.adapters.web.search import parsing
from veracious.adapters.web.search.parsing import Fetched
from veracious.adapters.web.search.provider import SearchProvider
from veracious.domain.errors import SourceUnavailable
from veracious.domain.evidence import Query
from veracious.domain.web import Hit

QUERY_CHARS = 500
SPANS = ((1, "day"), (7, "week"), (28, "month"), (365, "year"))  # days that each is sure to reach back
ORDERS = "!?:<"  # words that begin so are orders to SearXNG: another engine, another language, a redirect


class SearxNG(SearchProvider):
    """A `WebSearch` by a SearXNG. It knows spans up to today and no days: what it dates outside of them is left out here."""

    kind = "searxng"
    why: ClassVar[Mapping[int, str]] = {**parsing.WHY, 403: "it gives no JSON, or not to us"}

    def request(self, query: Query, limit: int) -> Awaitable[Fetched]:
        """Ask for its first page of results."""
        parameters = {"q": _plain(query.text), "format": "json"}
        if span := _span(query):
            parameters["time_range"] = span
        return self.http.get(self.party.at(f"/search?{urlencode(parameters)}"), operator=True)

    def results(self, answer: Mapping[str, Any]) -> Iterable[Any]:
        """The results; nothing found while some of those it asks were silent is no answer."""
        rows = parsing.listed(answer, "results")
        if not rows and answer.get("unresponsive_engines"):
            raise SourceUnavailable("nothing found, and not all of the engines it asks have answered")
        return rows

    def hit(self, row: Any) -> Hit | None:
        """A row as a page; none when it has no address."""
        match row:
            case {"url": url}:
                return parsing.hit(url, row.get("title"), row.get("content"), row.get("publishedDate"))
        return None


def _span(query: Query) -> str:
    """The shortest span that has every wanted day, as long as the day asked about is today; empty when there is none."""
    days = None if query.earliest is None else (query.as_of - query.earliest).days + 1
    return "" if days is None else next((name for most, name in SPANS if days <= most), "")


def _plain(text: str) -> str:
    """The query without orders to SearXNG."""
    return parsing.cut(" ".join(word.lstrip(ORDERS) for word in text.split()), QUERY_CHARS)
