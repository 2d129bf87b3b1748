"""Tavily, or anything that speaks as it does: one POST, one credit for a plain search."""

from collections.abc import Awaitable
from typing import Any

from veracious.adapters.web.search import parsing
from veracious.adapters.web.search.parsing import Fetched
from veracious.adapters.web.search.provider import SearchProvider
from veracious.domain.evidence import Query
from veracious.domain.web import Hit

QUERY_CHARS = 400
MOST = 20  # results it gives for one search


class Tavily(SearchProvider):
    """A `WebSearch` by Tavily, from the earliest day that is wanted up to the day that is asked about."""

    kind = "tavily"

    def request(self, query: Query, limit: int) -> Awaitable[Fetched]:
        """Ask for so many pages."""
        content = {
            "query": parsing.cut(query.text, QUERY_CHARS),
            "max_results": parsing.room(limit, MOST),
            "end_date": query.as_of.isoformat(),
            "search_depth": "basic",  # a deeper one costs twice as much
        }
        if query.earliest is not None:
            content["start_date"] = query.earliest.isoformat()
        return self.http.post(self.party.at("/search"), content, {"Authorization": f"Bearer {self.party.key}"}, operator=True)

    def hit(self, row: Any) -> Hit | None:
        """A row as a page; none when it has no address."""
        match row:
            case {"url": url}:
                return parsing.hit(url, row.get("title"), row.get("content"), row.get("published_date"))
        return None
