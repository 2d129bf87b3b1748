"""Exa: a search by meaning, with the sentences of a page that fit the query."""

from collections.abc import Awaitable
from typing import Any

from veracious.adapters.web.search import parsing
from veracious.adapters.web.search.parsing import Fetched
from veracious.adapters.web.search.provider import SearchProvider
from veracious.domain.evidence import Query
from veracious.domain.web import Hit

QUERY_CHARS = 400
MOST = 25  # results that the plain price is for


class Exa(SearchProvider):
    """A `WebSearch` by Exa, from the earliest day that is wanted up to the day that is asked about."""

    kind = "exa"

    def request(self, query: Query, limit: int) -> Awaitable[Fetched]:
        """Ask for so many pages."""
        content = {
            "query": parsing.cut(query.text, QUERY_CHARS),
            "numResults": parsing.room(limit, MOST),
            "endPublishedDate": f"{query.as_of.isoformat()}T23:59:59.999Z",
            "contents": {"highlights": True},
        }
        if query.earliest is not None:
            content["startPublishedDate"] = f"{query.earliest.isoformat()}T00:00:00.000Z"
        return self.http.post(self.party.at("/search"), content, {"x-api-key": self.party.key}, operator=True)

    def hit(self, row: Any) -> Hit | None:
        """A row as a page; none when it has no address."""
        match row:
            case {"url": url}:
                highlights = row.get("highlights")
                snippet = " … ".join(map(str, highlights)) if isinstance(highlights, list) else ""
                return parsing.hit(url, row.get("title"), snippet, row.get("publishedDate"))
        return None
