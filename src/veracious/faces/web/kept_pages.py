"""What an open page says, kept for some seconds: it is found once, however many ask for it at the same time."""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Hashable
from typing import Any

KEPT_SECONDS = 10.0  # after which it is looked up anew; as long may another process list what was taken back
PAGES_AT_MOST = 64  # the one that was looked up longest ago is forgotten first

Said = dict[str, Any]


class KeptPages:
    """What pages say, by their name and place. Who stops waiting does not stop those who wait for the same; what fails is not kept."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._kept: OrderedDict[Hashable, tuple[float, asyncio.Task[Said]]] = OrderedDict()

    async def get(self, name: Hashable, find: Callable[[], Coroutine[Any, Any, Said]]) -> Said:
        """What the page of this name says."""
        begun, finding = self._kept.get(name, (0.0, None))
        if finding is None or _has_failed(finding) or self._now() - begun > KEPT_SECONDS:
            finding = asyncio.create_task(find())
            self._kept[name] = (self._now(), finding)
            self._kept.move_to_end(name)
            while len(self._kept) > PAGES_AT_MOST:
                self._kept.popitem(last=False)
        return await asyncio.shield(finding)

    def clear(self) -> None:
        """Look everything up anew from now on."""
        self._kept.clear()


def _has_failed(finding: asyncio.Task[Said]) -> bool:
    return finding.done() and (finding.cancelled() or finding.exception() is not None)
