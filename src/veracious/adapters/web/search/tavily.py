"""Tavily, or anything that speaks as it does: one POST, one credit for a plain search."""

from collections.abc import Mapping, Sequence
from typing import Any

from veracious.adapters.web.search import parsing
from veracious.adapters.web.search.parsing import HttpClient, Party
from veracious.domain.evidence import Query
from veracious.domain.web import Hit

URL = "https://api.tavily.com"
QUERY_CHARS = 400
MOST = 20  # results it gives for one search


class Tavily:
    """A `WebSearch` by Tavily, up to the day that is asked about."""

    def __init__(self, way: HttpClient, key: str, url: str = URL, price_micros: int = 0) -> None:
        self._way, self._party = way, Party("tavily", url, key)
        self.price_micros = price_micros

    @property
    def name(self) -> str:
        """Who is asked, and where."""
        return self._party.name

    async def search(self, query: Query, limit: int) -> Sequence[Hit]:
        """The pages it finds."""
        if not parsing.room(limit):
            return ()
        content = {
            "query": parsing.cut(query.text, QUERY_CHARS),
            "max_results": parsing.room(limit, MOST),
            "end_date": query.as_of.isoformat(),
            "search_depth": "basic",  # a deeper one costs twice as much
        }
        headers = {"Authorization": f"Bearer {self._party.key}"}
        asking = self._way.post(self._party.at("/search"), content, headers, operator=True)
        return await parsing.parse(asking, self._party, lambda answer: parsing.hits(map(_hit, _results(answer)), query, limit))


def _results(answer: Mapping[str, Any]) -> list[Any]:
    return parsing.listed(answer, "results")


def _hit(row: Any) -> Hit | None:
    match row:
        case {"url": url}:
            return parsing.hit(url, row.get("title"), row.get("content"), row.get("published_date"))
    return None
