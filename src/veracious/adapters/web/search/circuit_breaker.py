"""Providers that are left alone for a while.

1. One that says how long it wants to be left alone is left alone for so long, an hour at most: a header must not switch it off for good.
2. One that failed three times in a row is left alone for a minute; if it fails again after that, for another.
3. While one rests it is not asked, nothing is paid, and whoever asks is told so.
"""

import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

from veracious.adapters.circuit_breaker import CircuitBreaker
from veracious.adapters.web.search.parsing import Limited
from veracious.domain.budget import Amount
from veracious.domain.errors import BudgetSpent, SourceError, SourceLimited, SourceResting
from veracious.domain.evidence import Query
from veracious.domain.web import Hit, Review

T = TypeVar("T")


class Named(Protocol):
    """Somebody who can be named in a record, and what asking them takes."""

    price_micros: int

    @property
    def name(self) -> str:
        """Who is asked, and where."""
        ...


class Provider(Named, Protocol):
    """A `WebSearch` of a provider."""

    async def search(self, query: Query, limit: int) -> Sequence[Hit]:
        """The pages it finds."""
        ...


class Reviewer(Named, Protocol):
    """A `Reviews` of a provider."""

    async def look_up(self, claim: str, limit: int) -> Sequence[Review]:
        """The reviews it knows."""
        ...


@dataclass(frozen=True, slots=True)
class Patience:
    """When a provider is left alone, and for how long: settings of the door, no dials."""

    failures: int = 3  # in a row
    rest_s: float = 60.0
    longest_s: float = 3600.0  # of a rest that a provider asks for


class ProviderHealth:
    """How one provider has fared."""

    def __init__(self, name: str, clock: Callable[[], float] = time.monotonic, patience: Patience | None = None) -> None:
        self._name, self._clock, self._patience = name, clock, patience or Patience()
        self._breaker = CircuitBreaker(self._patience.failures, self._patience.rest_s, clock)
        self._asked_until = float("-inf")

    async def during(self, made: Callable[[], Awaitable[T]]) -> T:
        """What `made` makes, unless the provider rests; how it ended is remembered."""
        self._check()
        try:
            answer = await made()
        except BudgetSpent:
            raise  # not made, or not waited for: that is nothing the provider did
        except SourceError as failed:
            self._note(failed)
            raise
        self._breaker.succeeded()
        return answer

    def _check(self) -> None:
        if self._clock() < self._asked_until:
            raise _unasked(SourceLimited(f"{self._name}: not asked, since it wants to be left alone for a while"))
        if self._breaker.is_open:
            raise _unasked(SourceResting(f"{self._name}: not asked, since it failed {self._breaker.failures} times in a row"))

    def _note(self, failed: SourceError) -> None:
        if isinstance(failed, Limited) and failed.wait_s is not None:
            self._asked_until = self._clock() + min(failed.wait_s, self._patience.longest_s)
        self._breaker.failed()


class GuardedSearch:
    """A `WebSearch` whose provider is left alone when it has to be."""

    def __init__(self, provider: Provider, clock: Callable[[], float] = time.monotonic, patience: Patience | None = None) -> None:
        self._provider, self._rest = provider, ProviderHealth(provider.name, clock, patience)
        self.name, self.price_micros = provider.name, provider.price_micros

    async def search(self, query: Query, limit: int) -> Sequence[Hit]:
        """What the provider finds, unless it rests."""
        return await self._rest.during(lambda: self._provider.search(query, limit))


class GuardedReviews:
    """A `Reviews` whose provider is left alone when it has to be."""

    def __init__(self, provider: Reviewer, clock: Callable[[], float] = time.monotonic, patience: Patience | None = None) -> None:
        self._provider, self._rest = provider, ProviderHealth(provider.name, clock, patience)
        self.name, self.price_micros = provider.name, provider.price_micros

    async def look_up(self, claim: str, limit: int) -> Sequence[Review]:
        """What the provider knows, unless it rests."""
        return await self._rest.during(lambda: self._provider.look_up(claim, limit))


def _unasked(failure: SourceError) -> SourceError:
    """The failure of a call that was not made, so that it is not paid for."""
    failure.took = Amount()  # type: ignore[attr-defined]
    return failure
