"""How often something may be done from one address, counted in this process."""

import threading
import time
from collections import OrderedDict
from collections.abc import Callable

from veracious.domain.errors import RequestsTooMany

ADDRESSES = 10_000  # that are remembered; who came longest ago is forgotten first
READ_AT_ONCE = 60  # open pages, from one address: readers behind one gateway share it
READ_EVERY_S = 0.5  # for each further one


class AddressLimit:
    """What addresses have done lately. Of each only the moment is kept at which all its tries are free again."""

    def __init__(self, at_once: int, every_s: float, now: Callable[[], float] = time.monotonic) -> None:
        self._at_once, self._every_s, self._now = at_once, every_s, now
        self._until: OrderedDict[str, float] = OrderedDict()
        self._counting = threading.Lock()

    def wait(self, address: str) -> float:
        """Count one from this address, or say after how many seconds it may try again."""
        now = self._now()
        with self._counting:
            busy = max(0.0, self._until.get(address, now) - now)
            if (over := busy - (self._at_once - 1) * self._every_s) > 0:
                return over
            self._until[address] = now + busy + self._every_s
            self._until.move_to_end(address)
            while len(self._until) > ADDRESSES:
                self._until.popitem(last=False)
        return 0.0


class ReadingLimit(AddressLimit):
    """How often somebody without a name may read what is published."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        super().__init__(READ_AT_ONCE, READ_EVERY_S, now)

    def take(self, address: str) -> None:
        """Count one page for this address, or refuse it."""
        if (wait := self.wait(address)) > 0:
            raise RequestsTooMany("pages for one address", int(wait) + 1)
