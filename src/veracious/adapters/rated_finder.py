"""Evidence rated as its publisher stands now, not as it stood on the day it was stored."""

from asyncio import Task, ensure_future, gather, get_running_loop, shield
from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import replace
from time import monotonic
from typing import Any

from veracious.domain.evidence import Candidate, Evidence, Query, Source
from veracious.ports import Finder

SECONDS = 1.0  # for which what a workspace says is not asked for again: a run asks some twenty times
WorkspaceRatings = Mapping[str, Source]


class CurrentRatings:
    """What a workspace and the tables say of publishers; asked for once for all finders of a run."""

    def __init__(self, said: Callable[[], Coroutine[Any, Any, WorkspaceRatings]], rate: Callable[[str, WorkspaceRatings], Source]) -> None:
        self._said = said
        self._rate = rate
        self._asked: tuple[float, Task[WorkspaceRatings]] | None = None

    async def workspace_ratings(self) -> WorkspaceRatings:
        """What the workspace says of sources, by domain."""
        asked = self._asked
        if asked is None or monotonic() - asked[0] > SECONDS or asked[1].get_loop() is not get_running_loop():
            asked = self._asked = monotonic(), ensure_future(self._said())
        return await shield(asked[1])

    def of(self, evidence: Evidence, said: WorkspaceRatings) -> Source:
        """Its source as it is rated now; as it was stored where nobody rates it, or it names no publisher.

        Without an address only the domain is known, and what the tables say of a host below it may be another rating: there the workspace
        alone speaks.
        """
        stored = evidence.source
        if not evidence.url and stored.domain not in said:
            return stored
        found = self._rate(evidence.url or stored.domain, said)
        return stored if found.credibility is None else replace(found, domain=stored.domain)


class RatedFinder:
    """A `Finder` over another, whose evidence carries the rating of today."""

    def __init__(self, finder: Finder, ratings: CurrentRatings) -> None:
        self._finder = finder
        self._ratings = ratings

    async def find(self, query: Query, limit: int) -> Sequence[Candidate]:
        """What the other finds, rated."""
        found, said = await gather(self._finder.find(query, limit), self._ratings.workspace_ratings())
        rated = {one.evidence.id: self._ratings.of(one.evidence, said) for one in found}
        return [replace(one, evidence=replace(one.evidence, source=rated[one.evidence.id])) for one in found]
