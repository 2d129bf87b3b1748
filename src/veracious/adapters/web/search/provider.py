"""What the adapters of search providers share: a request, its answer read as hostile input, and the hits in it."""

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Iterable, Mapping, Sequence
from typing import Any, ClassVar

from veracious.adapters.web.search import parsing
from veracious.adapters.web.search.parsing import Fetched, HttpClient, Party
from veracious.domain.evidence import Query
from veracious.domain.web import Hit


class SearchProvider(ABC):
    """A `WebSearch` by one provider."""

    kind: ClassVar[str]  # its name in `domain/providers.py`
    why: ClassVar[Mapping[int, str]] = parsing.WHY  # what a status means there

    def __init__(self, http: HttpClient, url: str, key: str = "", price_micros: int = 0) -> None:
        self.http, self.party, self.price_micros = http, Party(self.kind, url, key), price_micros

    @property
    def name(self) -> str:
        """Who is asked, and where."""
        return self.party.name

    async def search(self, query: Query, limit: int) -> Sequence[Hit]:
        """The pages it finds."""
        if not parsing.room(limit):
            return ()
        answer = self.request(query, limit)
        return await parsing.parse(
            answer, self.party, lambda found: parsing.hits(map(self.hit, self.results(found)), query, limit), self.why
        )

    @abstractmethod
    def request(self, query: Query, limit: int) -> Awaitable[Fetched]:
        """Ask for so many pages."""

    def results(self, answer: Mapping[str, Any]) -> Iterable[Any]:
        """The rows of an answer."""
        return parsing.listed(answer, "results")

    @abstractmethod
    def hit(self, row: Any) -> Hit | None:
        """A row as a page; none when it has no address."""
