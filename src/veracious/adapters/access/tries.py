"""How often somebody may try to sign in: counted by name and address together, by address, and by name.

By name and address, and by address, too many are refused. A name that many addresses try is never refused for that: whoever tries it is
only answered later, so that nobody can lock somebody out from another address.

It is counted in this process, by what was typed: a name that is not there is counted like one that is, and nobody learns which are.
"""

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass

from veracious.domain.errors import RequestsTooMany

SLOWEST_S = 10.0  # seconds that a try waits at most because others try its name
KNOWN = 10_000  # names with addresses that they signed in from; who signed in longest ago is forgotten first


@dataclass(frozen=True, slots=True)
class Limit:
    """Tries that are free at once, seconds for each further one, and how many are counted at a time: the oldest is forgotten first."""

    at_once: int
    every_s: float
    kept: int


BOTH = Limit(10, 10.0, 50_000)  # a name from one address: 8,640 a day, and more at once than who remembers half of a password needs
ADDRESS = Limit(60, 1.0, 50_000)  # an address, whatever the names: an office signs in behind one, and right passwords are not counted
NAME = Limit(30, 3.0, 10_000)  # a name, wherever from; beyond it answers become slow


@dataclass(frozen=True, slots=True)
class Try:
    """Who wants to sign in, and from where."""

    workspace: str
    name: str
    address: str


class Buckets:
    """Tries of many. Of each only a moment is kept: the one at which all its tries are free again, should there be none until then."""

    def __init__(self, limit: Limit) -> None:
        self.limit = limit
        self._until: OrderedDict[Hashable, float] = OrderedDict()

    def late(self, who: Hashable, now: float) -> float:
        """Seconds until there is a try; at 0 or below there is one now."""
        return max(0.0, self._until.get(who, now) - now) + self.limit.every_s - self._whole()

    def take(self, who: Hashable, now: float, late_at_most: float = 0.0) -> None:
        """Count a try; who may be late is not counted as later than so many seconds."""
        self._keep(who, now + min(self.late(who, now), late_at_most) + self._whole())

    def empty(self, who: Hashable, now: float) -> None:
        """Leave no try that is free at once."""
        self._keep(who, now + self._whole())

    def give_back(self, who: Hashable) -> None:
        """Count a try less."""
        if who in self._until:
            self._until[who] -= self.limit.every_s

    def forget(self, who: Hashable) -> None:
        """Make all tries free again."""
        self._until.pop(who, None)

    def _keep(self, who: Hashable, until: float) -> None:
        self._until[who] = until
        self._until.move_to_end(who)
        while len(self._until) > self.limit.kept:
            self._until.popitem(last=False)

    def _whole(self) -> float:
        return self.limit.at_once * self.limit.every_s


class Tries:
    """The tries of everybody."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._both, self._address, self._name = Buckets(BOTH), Buckets(ADDRESS), Buckets(NAME)
        self._known: OrderedDict[Try, None] = OrderedDict()
        self._counting = threading.Lock()

    def take(self, tried: Try) -> float:
        """Count a try before its password is looked at, so that many at once are counted too; how long it is to wait. Or refuse it.

        While a name is tried from many addresses, each of them has one try at a time, and waits for its answer. Whoever has signed in from
        this address before does not.
        """
        now, name = self._now(), (tried.workspace, tried.name)
        with self._counting:
            by_both, by_address = self._both.late(tried, now), self._address.late(tried.address, now)
            for late, what in ((by_both, "by this name"), (by_address, "from this address")):
                if late > 0:
                    wait = max(1, round(late))
                    raise RequestsTooMany(f"tries to sign in {what}: again in {wait} s", wait)
            slow = 0.0 if tried in self._known else min(SLOWEST_S, max(0.0, self._name.late(name, now)))
            self._address.take(tried.address, now)
            self._name.take(name, now, SLOWEST_S)
            if slow:
                self._both.empty(tried, now)
            else:
                self._both.take(tried, now)
            return slow

    def give_back(self, tried: Try) -> None:
        """No password was looked at, so that the try does not count."""
        with self._counting:
            self._both.give_back(tried)
            self._address.give_back(tried.address)
            self._name.give_back((tried.workspace, tried.name))

    def forgive(self, tried: Try) -> None:
        """The password was right: what was tried from there before is forgotten, and the address is known from now on."""
        with self._counting:
            self._both.forget(tried)
            self._address.give_back(tried.address)
            self._name.give_back((tried.workspace, tried.name))
            self._known[tried] = None
            self._known.move_to_end(tried)
            while len(self._known) > KNOWN:
                self._known.popitem(last=False)

    def is_known(self, tried: Try) -> bool:
        """Whether this name has signed in from this address before."""
        with self._counting:
            return tried in self._known
