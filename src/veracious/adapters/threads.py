"""Blocking calls behind asynchronous ports."""

import asyncio
from collections.abc import Callable, Coroutine
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from veracious.adapters import telemetry

S = TypeVar("S")
P = ParamSpec("P")
T = TypeVar("T")


def in_thread(method: Callable[Concatenate[S, P], T]) -> Callable[Concatenate[S, P], Coroutine[Any, Any, T]]:
    """The method awaited: it blocks a thread of its own, and not the loop."""

    @wraps(method)
    async def awaited(self: S, /, *args: P.args, **kwargs: P.kwargs) -> T:
        with telemetry.call(telemetry.ADAPTER, type(self).__name__, method.__name__.lstrip("_")):
            return await asyncio.to_thread(method, self, *args, **kwargs)

    return awaited
