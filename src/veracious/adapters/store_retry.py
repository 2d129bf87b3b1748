"""A port of the store whose failure ends an attempt instead of a run.

A run on a laptop goes on without a store that does not answer, and says so. A job does not: it stands on the store, and when that falls it
is begun again from its tape. So the failure is told as one of the archive, which no step of a run takes for an answer, and which is
noted on no tape.
"""

import inspect
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar, cast

from veracious.domain.errors import ArchiveUnavailable, StoreBusy, StoreFailed, StoreUnavailable

P = TypeVar("P")


class Retrying:
    """A port that fails as the archive does."""

    def __init__(self, port: object) -> None:
        self._port = port

    def __getattr__(self, method: str) -> Any:
        """What the port behind has under this name; a method that is awaited, with its failure under the other name."""
        found = getattr(self._port, method)
        return _insisting(found) if inspect.iscoroutinefunction(found) else found


def insist(port: P) -> P:
    """The port, failing as the archive does when the store does not answer."""
    return cast(P, Retrying(port))


def _insisting(method: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
    async def asked(*args: object, **kwargs: object) -> object:
        try:
            return await method(*args, **kwargs)
        except (StoreUnavailable, StoreFailed, StoreBusy) as failed:
            raise ArchiveUnavailable(failed.detail) from failed

    return asked
