"""Many claims, a few at a time."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from typing import TypeVar

A = TypeVar("A")
B = TypeVar("B")


async def each(asked: Iterable[A], do: Callable[[A], Awaitable[B]], at_once: int) -> AsyncIterator[B]:
    """What `do` makes of each, as it is finished; never more than `at_once` are begun and not finished, however many are asked."""
    waiting, source = set[asyncio.Task[B]](), iter(asked)
    try:
        while True:
            while len(waiting) < at_once and (one := next(source, None)) is not None:
                waiting.add(asyncio.ensure_future(do(one)))
            if not waiting:
                return
            done, waiting = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                yield task.result()
    finally:
        for task in waiting:
            task.cancel()
