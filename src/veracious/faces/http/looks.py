"""A question to something that may not answer: waited for briefly, and asked once however many want to know."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Generic, TypeVar

from veracious.domain.errors import VeraciousError

T = TypeVar("T")


HUNG_SECONDS = 10.0  # after which a question is taken to hang, and is asked anew


class SharedLook(Generic[T]):
    """A question that all who ask share while it is under way; one that hangs is given up after a while, and asked anew."""

    def __init__(self, ask: Callable[[], Awaitable[T]]) -> None:
        self._ask = ask
        self._asking: asyncio.Task[T | None] | None = None
        self._answered = self._begun = float("-inf")

    async def within(self, seconds: float, fresh: float = 0.0) -> T | None:
        """The answer; nothing when it fails or takes longer. One that came in the last `fresh` seconds is told again."""
        asking = self._asking
        now = time.monotonic()
        if asking is not None and not asking.done() and now - self._begun > HUNG_SECONDS:
            asking.cancel()
            asking = None
        if asking is None or (asking.done() and now - self._answered > fresh):
            asking, self._begun = asyncio.create_task(self._asked()), now
            self._asking = asking
        done, _ = await asyncio.wait({asking}, timeout=seconds)
        return asking.result() if done and not asking.cancelled() else None

    async def _asked(self) -> T | None:
        try:
            return await self._ask()
        except (VeraciousError, TimeoutError):
            return None
        finally:
            self._answered = time.monotonic()
