"""The room in which passwords are looked at: small, with threads of its own, so that a flood of sign-ins keeps nobody from the store.

To look at a password takes 64 MiB and a tenth of a second of a core. Few are looked at at once, a few wait, the rest is refused at once.
Whoever was told to wait and asks again before that is refused too, but later each time: a flood is answered at the pace of a drip.
"""

import asyncio
import os
import random
import sys
import threading
import time
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress

from veracious.adapters.access import secrets
from veracious.adapters.access.tries import Tries, Try
from veracious.domain.errors import RequestsTooMany, SignInsTooMany

THREADS = 2  # passwords that are looked at at once
PLACES = 64  # of those that are looked at, or wait for it
KEPT_PLACES = 16  # of these, for who signs in from an address that they have signed in from before
SHARE = 4  # an address takes no more places than a fourth of what is free, so that there is always one for the next
HELD = 128  # tries that wait for their answer at most, since others try the name or since they were told to wait and did not
HOLD_S = (1.0, 10.0)  # how long a refusal takes for who did not wait: at first, and at most; twice as long each time
SPREAD = (0.5, 1.5)  # times so much, by chance, so that those who came together do not come back together
TOLD = 10_000  # addresses that were told to wait; who was told longest ago is forgotten first
NICE = 10  # how much the threads stand back behind everything else on the machine


class SignIns:
    """Who may have a password looked at, and the threads that look."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self.tries = Tries(now)
        self._now = now
        self._threads = ThreadPoolExecutor(THREADS, "passwords", initializer=_stand_back)
        self._turn = asyncio.Semaphore(THREADS)
        self._places: Counter[str] = Counter()  # by address
        self._held = 0
        self._told: OrderedDict[str, tuple[float, float]] = OrderedDict()  # until when each address was told to wait, and how slowly

    @asynccontextmanager
    async def admitted(self, tried: Try) -> AsyncIterator[None]:
        """Wait for one's turn, or be refused."""
        try:
            await self._wait(tried)
        except (RequestsTooMany, SignInsTooMany) as refused:
            hold = self._hold_of(tried.address)
            await self._hold(hold * random.uniform(*SPREAD))  # noqa: S311
            self._tell(tried.address, refused.retry_after_s, hold)
            raise
        try:
            async with self._turn:
                yield
        finally:
            self._leave_place(tried.address)

    async def fits(self, kept: str, password: str) -> bool:
        """Whether this is the password, found out in a thread that is for nothing else."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, secrets.fits, kept, password)

    async def hash_password(self, password: str) -> str:
        """What is kept of a password, made in such a thread."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, secrets.hash_password, password)

    async def _wait(self, tried: Try) -> None:
        """Count the try, wait while its name is tried by many, and take a place."""
        await self._hold(self.tries.take(tried))
        try:
            self._take_place(tried)
        except SignInsTooMany:
            self.tries.give_back(tried)
            raise

    def _take_place(self, tried: Try) -> None:
        free = PLACES - self._places.total() - (0 if self.tries.is_known(tried) else KEPT_PLACES)
        if free <= 0 or self._places[tried.address] > free // SHARE:
            raise SignInsTooMany
        self._places[tried.address] += 1

    def _leave_place(self, address: str) -> None:
        self._places[address] -= 1
        if not self._places[address]:
            del self._places[address]

    async def _hold(self, seconds: float) -> None:
        """Let somebody wait; when as many do as may, nobody more does: to refuse them would be to lock a name."""
        if seconds <= 0 or self._held >= HELD:
            return
        self._held += 1
        try:
            await asyncio.sleep(seconds)
        finally:
            self._held -= 1

    def _hold_of(self, address: str) -> float:
        """How slowly an address is refused: at once, unless it was told to wait and did not."""
        until, before = self._told.get(address, (0.0, 0.0))
        return min(max(HOLD_S[0], 2 * before), HOLD_S[1]) if self._now() < until else 0.0

    def _tell(self, address: str, seconds: float, hold: float) -> None:
        """Note that an address is told to wait; of many that are told at once, the slowest counts."""
        now = self._now()
        until, before = self._told.get(address, (0.0, 0.0))
        self._told[address] = (now + seconds, max(hold, before) if now < until else hold)
        self._told.move_to_end(address)
        while len(self._told) > TOLD:
            self._told.popitem(last=False)


def _stand_back() -> None:
    """Let this thread, and those it starts, run when nothing else wants to; on Linux a thread has a priority of its own."""
    if sys.platform != "linux":
        return
    with suppress(OSError):
        own = threading.get_native_id()
        os.setpriority(os.PRIO_PROCESS, own, min(19, os.getpriority(os.PRIO_PROCESS, own) + NICE))
