"""How often a name may be tried with a wrong password: a few times at once, then every few seconds.

It is counted in this process, by what was typed: a name that is not there is counted like one that is, and nobody learns which are.
"""

import threading
import time
from collections import OrderedDict
from collections.abc import Callable

from veracious.domain.errors import RequestsTooMany

AT_ONCE = 20  # tries before the next must wait: more than anybody needs who remembers half of a password
EVERY_S = 3.0  # seconds for each further try: 28,800 a day
NAMES = 10_000  # counted at a time; whoever was tried longest ago is forgotten first


class Tries:
    """Tries by name. Of each name only a moment is kept: the one at which it has all its tries again, should nobody try it until then."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._until: OrderedDict[tuple[str, str], float] = OrderedDict()
        self._counting = threading.Lock()

    def take(self, workspace: str, name: str) -> None:
        """Count a try before its password is looked at, so that many at once are counted too; or refuse it."""
        now, who = self._now(), (workspace, name)
        with self._counting:
            until = max(now, self._until.get(who, now)) + EVERY_S
            late = until - now - AT_ONCE * EVERY_S
            if late > 0:
                wait = max(1, round(late))
                raise RequestsTooMany(f"tries to sign in by this name: again in {wait} s", wait)
            self._until[who] = until
            self._until.move_to_end(who)
            while len(self._until) > NAMES:
                self._until.popitem(last=False)

    def forgive(self, workspace: str, name: str) -> None:
        """The password was right: what was tried before is forgotten."""
        with self._counting:
            self._until.pop((workspace, name), None)
