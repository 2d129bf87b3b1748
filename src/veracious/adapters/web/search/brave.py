"""Brave: a search with an index of its own."""

from collections.abc import Awaitable, Iterable, Mapping
from typing import Any
from urllib.parse import urlencode

from veracious.adapters.web.search import parsing
from veracious.adapters.web.search.parsing import Fetched
from veracious.adapters.web.search.provider import SearchProvider
from veracious.domain.evidence import Query
from veracious.domain.web import Hit

QUERY_CHARS, QUERY_WORDS = 400, 50
MOST = 20  # results it gives for one search
FIRST_DAY = "1970-01-01"  # a range of days needs a beginning


class Brave(SearchProvider):
    """A `WebSearch` by Brave, from the earliest day that is wanted up to the day that is asked about."""

    kind = "brave"

    def request(self, query: Query, limit: int) -> Awaitable[Fetched]:
        """Ask for so many pages."""
        parameters = {
            "q": parsing.cut(query.text, QUERY_CHARS, QUERY_WORDS),
            "count": parsing.room(limit, MOST),
            "freshness": f"{query.earliest.isoformat() if query.earliest else FIRST_DAY}to{query.as_of.isoformat()}",
            "result_filter": "web",
            "spellcheck": "false",  # what is searched for is what the record says
            "text_decorations": "false",
        }
        headers = {"X-Subscription-Token": self.party.key, "Accept": "application/json"}
        return self.http.get(self.party.at(f"/res/v1/web/search?{urlencode(parameters)}"), headers, operator=True)

    def results(self, answer: Mapping[str, Any]) -> Iterable[Any]:
        """The results; it leaves `web` out when there are none."""
        web = answer.get("web")
        if web is None and answer.get("type") == "search":
            return []
        return parsing.listed(web if isinstance(web, dict) else {}, "results")

    def hit(self, row: Any) -> Hit | None:
        """A row as a page; none when it has no address."""
        match row:
            case {"url": url}:
                return parsing.hit(url, row.get("title"), row.get("description"), row.get("page_age"))
        return None
