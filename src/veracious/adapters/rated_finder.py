"""Evidence rated as its publisher stands now, not as it stood on the day it was stored."""

from asyncio import gather
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from time import monotonic

from veracious.domain.evidence import Candidate, Evidence, Query, Source
from veracious.ports import Finder

SECONDS = 1.0  # for which what a workspace says is not asked for again: a run asks some twenty times
Said = Mapping[str, Source]


class CurrentRatings:
    """What a workspace and the tables say of publishers; asked for once for all finders of a run."""

    def __init__(self, said: Callable[[], Awaitable[Said]], rate: Callable[[str, Said], Source]) -> None:
        self._said = said
        self._rate = rate
        self._kept: tuple[float, Said] | None = None

    async def said(self) -> Said:
        """What the workspace says of sources, by domain."""
        if self._kept is None or monotonic() - self._kept[0] > SECONDS:
            self._kept = monotonic(), await self._said()
        return self._kept[1]

    def of(self, evidence: Evidence, said: Said) -> Source:
        """Its source as it is rated now; as it was stored where nobody rates it, or it names no publisher."""
        stored = evidence.source
        found = self._rate(evidence.url or stored.domain, said) if stored.domain else stored
        return stored if found.credibility is None else replace(found, domain=stored.domain)


class RatedFinder:
    """A `Finder` over another, whose evidence carries the rating of today."""

    def __init__(self, finder: Finder, ratings: CurrentRatings) -> None:
        self._finder = finder
        self._ratings = ratings

    async def find(self, query: Query, limit: int) -> Sequence[Candidate]:
        """What the other finds, rated."""
        found, said = await gather(self._finder.find(query, limit), self._ratings.said())
        rated = {one.evidence.id: self._ratings.of(one.evidence, said) for one in found}
        return [replace(one, evidence=replace(one.evidence, source=rated[one.evidence.id])) for one in found]
