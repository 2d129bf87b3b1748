"""Searches and reviews whose answers say who publishes there, as far as it is known; so that the order of reading is on the tape, too."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from veracious.domain.evidence import Query, Source
from veracious.domain.web import Hit, Review
from veracious.ports import Reviews, WebSearch

Rate = Callable[[str], Source]


class RatedSearch:
    """A `WebSearch` that looks every page's publisher up."""

    def __init__(self, search: WebSearch, rate: Rate) -> None:
        self._search, self._rate = search, rate

    async def search(self, query: Query, limit: int) -> Sequence[Hit]:
        """What the search behind finds, each with its source."""
        return tuple(replace(hit, source=self._rate(hit.url)) for hit in await self._search.search(query, limit))


class RatedReviews:
    """`Reviews` that look every reviewer up by the address of the review, never by the name it gives itself."""

    def __init__(self, reviews: Reviews, rate: Rate) -> None:
        self._reviews, self._rate = reviews, rate

    async def look_up(self, claim: str, limit: int) -> Sequence[Review]:
        """What is known behind, each with its source."""
        return tuple(replace(one, source=self._rate(one.url)) for one in await self._reviews.look_up(claim, limit))
