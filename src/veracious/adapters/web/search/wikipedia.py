"""Wikipedia, or any MediaWiki whose pages stand under `/wiki/` and whose API under `/w/`."""

from collections.abc import Awaitable, Iterable, Mapping
from typing import Any
from urllib.parse import quote, urlencode

from veracious.adapters.web.search import parsing
from veracious.adapters.web.search.parsing import Fetched, Limited, Refused
from veracious.adapters.web.search.provider import SearchProvider
from veracious.domain.errors import SourceMalformed
from veracious.domain.evidence import Query
from veracious.domain.web import Hit

QUERY_CHARS = 300  # its search refuses longer ones
TITLE_SAFE = "/:@!$'()*,;~-._"
LATER = frozenset(("maxlag", "ratelimited"))  # its words for it


class Wikipedia(SearchProvider):
    """A `WebSearch` by a MediaWiki. The day of a page is that of its last edit: what can be read there is that version and no older one."""

    kind = "wikipedia"
    pages = ""  # where they are read, if not where the API is asked

    def request(self, query: Query, limit: int) -> Awaitable[Fetched]:
        """Ask for so many articles."""
        parameters = {
            "action": "query",
            "list": "search",
            "srsearch": parsing.cut(query.text, QUERY_CHARS),
            "srlimit": parsing.room(limit),
            "srnamespace": 0,
            "srprop": "snippet|timestamp",
            "format": "json",
            "formatversion": 2,
        }
        return self.http.get(self.party.at(f"/w/api.php?{urlencode(parameters)}"), operator=True)

    def results(self, answer: Mapping[str, Any]) -> Iterable[Any]:
        """The results; what goes wrong comes with status 200 too."""
        match answer:
            case {"error": {"code": str(word)}}:
                raise (Limited if word in LATER else Refused)(f"error {parsing.code(word)}")
            case {"query": dict(found)}:
                return parsing.listed(found, "search")
        raise SourceMalformed("no results in the answer")

    def hit(self, row: Any) -> Hit | None:
        """An article as a page; none when it has no title."""
        match row:
            case {"title": str(title)} if title.strip():
                home = (self.pages or self.party.url).rstrip("/")
                url = f"{home}/wiki/{quote(title.strip().replace(' ', '_'), safe=TITLE_SAFE)}"
                return parsing.hit(url, title, row.get("snippet"), row.get("timestamp"))
        return None
