"""Wikipedia, or any MediaWiki whose pages stand under `/wiki/` and whose API under `/w/`."""

from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import quote, urlencode

from veracious.adapters.web.search import parsing
from veracious.adapters.web.search.parsing import HttpClient, Limited, Party, Refused
from veracious.domain.errors import SourceMalformed
from veracious.domain.evidence import Query
from veracious.domain.web import Hit

URL = "https://en.wikipedia.org"
QUERY_CHARS = 300  # its search refuses longer ones
TITLE_SAFE = "/:@!$'()*,;~-._"
LATER = frozenset(("maxlag", "ratelimited"))  # its words for it


class Wikipedia:
    """A `WebSearch` by a MediaWiki. The day of a page is that of its last edit: what can be read there is that version and no older one."""

    def __init__(self, way: HttpClient, url: str = URL, pages: str = "", price_micros: int = 0) -> None:
        self._way, self._party = way, Party("wikipedia", url)
        self._pages = (pages or url).rstrip("/")  # where they are read, if not where the API is asked
        self.price_micros = price_micros

    @property
    def name(self) -> str:
        """Who is asked, and where."""
        return self._party.name

    async def search(self, query: Query, limit: int) -> Sequence[Hit]:
        """The articles it finds."""
        if not parsing.room(limit):
            return ()
        asked = {
            "action": "query",
            "list": "search",
            "srsearch": parsing.cut(query.text, QUERY_CHARS),
            "srlimit": parsing.room(limit),
            "srnamespace": 0,
            "srprop": "snippet|timestamp",
            "format": "json",
            "formatversion": 2,
        }
        asking = self._way.get(self._party.at(f"/w/api.php?{urlencode(asked)}"), operator=True)
        return await parsing.parse(asking, self._party, lambda answer: parsing.hits(map(self._hit, _results(answer)), query, limit))

    def _hit(self, row: Any) -> Hit | None:
        match row:
            case {"title": str(title)} if title.strip():
                url = f"{self._pages}/wiki/{quote(title.strip().replace(' ', '_'), safe=TITLE_SAFE)}"
                return parsing.hit(url, title, row.get("snippet"), row.get("timestamp"))
        return None


def _results(answer: Mapping[str, Any]) -> list[Any]:
    """The results; what goes wrong comes with status 200 too."""
    match answer:
        case {"error": {"code": str(word)}}:
            raise (Limited if word in LATER else Refused)(f"error {parsing.code(word)}")
        case {"query": dict(found)}:
            return parsing.listed(found, "search")
    raise SourceMalformed("no results in the answer")
