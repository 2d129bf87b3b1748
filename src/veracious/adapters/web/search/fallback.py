"""Providers in the operator's order, the next where one fails.

1. A provider that answers with hits ends the search.
2. One that fails is named, and the next is asked; so it is after an answer without hits.
3. If none found anything, that is the answer as long as one of them gave it. If all failed, the search failed, and says who and why.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from veracious.adapters.web.search.circuit_breaker import GuardedSearch, Patience, Provider
from veracious.domain.errors import BudgetSpent, SourceError, SourceUnavailable
from veracious.domain.evidence import Query
from veracious.domain.web import Hit

CAUSE_CHARS = 100
KEPT = 200  # failures that are remembered


@dataclass(frozen=True, slots=True)
class Failed:
    """A provider that had no answer to a query, and why, in a few words."""

    query: str
    provider: str
    cause: str

    def __str__(self) -> str:
        return f"{self.provider}: {self.cause}"


class FallbackSearch:
    """A `WebSearch` by the first provider that finds something; `failures` has those that failed when a query was last asked."""

    def __init__(
        self, providers: Sequence[Provider], clock: Callable[[], float] = time.monotonic, patience: Patience | None = None
    ) -> None:
        self._providers = tuple(one if isinstance(one, GuardedSearch) else GuardedSearch(one, clock, patience) for one in providers)
        self.price_micros = sum(one.price_micros for one in providers)  # at most: all but the last may fail after they were paid
        self.failures: tuple[Failed, ...] = ()

    @property
    def name(self) -> str:
        """Who may answer, as a record tells it."""
        return ", else ".join(one.name for one in self._providers)

    def failed(self, query: Query) -> tuple[Failed, ...]:
        """The providers that failed when this query was last asked."""
        return tuple(one for one in self.failures if one.query == query.text)

    async def search(self, query: Query, limit: int) -> Sequence[Hit]:
        """What the first provider that finds something finds."""
        failed: list[Failed] = []
        try:
            for provider in self._providers:
                try:
                    found = await provider.search(query, limit)
                except BudgetSpent:
                    raise
                except SourceError as failure:
                    failed.append(Failed(query.text, provider.name, _cause(failure, provider.name)))
                    continue
                if found:
                    return found
        finally:
            others = [one for one in self.failures if one.query != query.text]
            self.failures = (*others, *failed)[-KEPT:]
        if len(failed) == len(self._providers):
            raise SourceUnavailable("; ".join(map(str, failed)) or "no search is configured")
        return ()


def _cause(failure: SourceError, name: str) -> str:
    return failure.detail.removeprefix(f"{name}: ")[:CAUSE_CHARS] or type(failure).__name__
