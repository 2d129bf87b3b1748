"""Brave: a search with an index of its own."""

from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

from veracious.adapters.web.search import parsing
from veracious.adapters.web.search.parsing import HttpClient, Party
from veracious.domain.evidence import Query
from veracious.domain.web import Hit

URL = "https://api.search.brave.com"
QUERY_CHARS, QUERY_WORDS = 400, 50
MOST = 20  # results it gives for one search
FIRST_DAY = "1970-01-01"  # a range of days needs a beginning


class Brave:
    """A `WebSearch` by Brave, up to the day that is asked about."""

    def __init__(self, way: HttpClient, key: str, url: str = URL, price_micros: int = 0) -> None:
        self._way, self._party = way, Party("brave", url, key)
        self.price_micros = price_micros

    @property
    def name(self) -> str:
        """Who is asked, and where."""
        return self._party.name

    async def search(self, query: Query, limit: int) -> Sequence[Hit]:
        """The pages it finds."""
        if not parsing.room(limit):
            return ()
        asked = {
            "q": parsing.cut(query.text, QUERY_CHARS, QUERY_WORDS),
            "count": parsing.room(limit, MOST),
            "freshness": f"{FIRST_DAY}to{query.as_of.isoformat()}",
            "result_filter": "web",
            "spellcheck": "false",  # what is searched for is what the record says
            "text_decorations": "false",
        }
        headers = {"X-Subscription-Token": self._party.key, "Accept": "application/json"}
        asking = self._way.get(self._party.at(f"/res/v1/web/search?{urlencode(asked)}"), headers, operator=True)
        return await parsing.parse(asking, self._party, lambda answer: parsing.hits(map(_hit, _results(answer)), query, limit))


def _results(answer: Mapping[str, Any]) -> list[Any]:
    """The results; it leaves `web` out when there are none."""
    web = answer.get("web")
    if web is None and answer.get("type") == "search":
        return []
    return parsing.listed(web if isinstance(web, dict) else {}, "results")


def _hit(row: Any) -> Hit | None:
    match row:
        case {"url": url}:
            return parsing.hit(url, row.get("title"), row.get("description"), row.get("page_age"))
    return None
