"""Turns: of the jobs that a worker has begun a few think at once, while the others wait for somebody outside or for their turn.

A job has its turn while it thinks and gives it up while it waits for a provider; so as many jobs can wait as one likes, and those that
think do not slow each other down. A turn that is free goes to the workspace that has the fewest, then to the one that had none for the
longest time, and of its jobs to one that is under way before one that is new. A workspace that has none while others have all of them is
a guest, and waits for nobody as long as there are fewer guests than turns: however much one has handed in, another's job goes on beside it.
"""

import asyncio
import inspect
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from heapq import heapify, heappop, heappush
from typing import Any, TypeAlias, TypeVar, cast

P = TypeVar("P")
REMEMBERED = 1_000  # workspaces of which it is known when they had a turn; to the others it was longer ago
Place: TypeAlias = "tuple[bool, int, asyncio.Future[None]]"  # in line: new jobs last, and who came first first


class Turns:
    """The turns of one worker, all on one event loop."""

    def __init__(self, at_once: int) -> None:
        self._at_once = at_once
        self._held: Counter[str] = Counter()  # by workspace
        self._last: dict[str, int] = {}  # when a workspace was given a turn, counted in turns; the last stands last
        self._given = self._came = 0
        self._waiting: dict[str, list[Place]] = {}  # a heap for each workspace

    @property
    def waiting(self) -> int:
        """How many jobs wait for a turn."""
        return sum(map(len, self._waiting.values()))

    @asynccontextmanager
    async def turn(self, workspace: str) -> AsyncIterator["Turn"]:
        """A job's turn, for as long as the block lasts but for what it waits outside."""
        held = Turn(self, workspace)
        await held.take()
        try:
            yield held
        finally:
            held.give()

    async def take(self, workspace: str, is_new: bool = True) -> None:
        """Wait for a turn; a job that is under way comes before one that is new."""
        if self._is_free_for(workspace):
            self._hand_to(workspace)
            return
        self._came += 1
        mine: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        place = (is_new, self._came, mine)
        heappush(self._waiting.setdefault(workspace, []), place)
        try:
            await mine
        except asyncio.CancelledError:
            if mine.done() and not mine.cancelled():  # it was given in the same moment
                self.give(workspace)
            else:
                self._leave(workspace, place)
            raise

    def give(self, workspace: str) -> None:
        """Give a turn back; whoever is next has it."""
        self._held[workspace] -= 1
        if not self._held[workspace]:
            del self._held[workspace]
        if not self._waiting:
            return
        following = min(self._waiting, key=lambda name: (self._held[name], self._last.get(name, 0)))
        if not self._is_free_for(following):
            return
        line = self._waiting[following]
        self._hand_to(following)
        heappop(line)[-1].set_result(None)
        if not line:
            del self._waiting[following]

    def _is_free_for(self, workspace: str) -> bool:
        taken = self._held.total()
        return taken < self._at_once or (not self._held[workspace] and taken < 2 * self._at_once)

    def _hand_to(self, workspace: str) -> None:
        self._given += 1
        self._held[workspace] += 1
        self._last.pop(workspace, None)
        self._last[workspace] = self._given
        if len(self._last) > REMEMBERED:
            del self._last[next(iter(self._last))]

    def _leave(self, workspace: str, place: Place) -> None:
        line = self._waiting[workspace]
        line.remove(place)
        heapify(line)
        if not line:
            del self._waiting[workspace]


class Turn:
    """The turn of one job."""

    def __init__(self, turns: Turns, workspace: str) -> None:
        self._turns, self._workspace = turns, workspace
        self._has, self._is_new, self._away = False, True, 0

    async def take(self) -> None:
        """Wait until it is the job's turn."""
        await self._turns.take(self._workspace, self._is_new)
        self._has, self._is_new = True, False

    def give(self) -> None:
        """Let another have it."""
        if self._has:
            self._has = False
            self._turns.give(self._workspace)

    async def rest(self) -> None:
        """Let those who wait have it first, and go on after them."""
        self.give()
        await self.take()

    async def outside(self, waited: Awaitable[Any]) -> Any:
        """What comes of something outside; the job does without its turn until all that it waits for has come."""
        self._away += 1
        self.give()
        is_over = False
        try:
            return await waited
        except asyncio.CancelledError:
            is_over = True
            raise
        finally:
            self._away -= 1
            if not self._away and not is_over:
                await self.take()

    def while_outside(self, port: P) -> P:
        """A port to the outside; whoever awaits what it does gives the turn up meanwhile."""
        return cast(P, _Outside(port, self))


class _Outside:
    """A port that is waited for without a turn."""

    def __init__(self, port: object, turn: Turn) -> None:
        self._port, self._turn = port, turn

    def __getattr__(self, method: str) -> Any:
        """What the port has under this name; a method that is awaited, without the turn."""
        found = getattr(self._port, method)
        return self._waited(found) if inspect.iscoroutinefunction(found) else found

    def _waited(self, method: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
        async def asked(*args: object, **kwargs: object) -> object:
            return await self._turn.outside(method(*args, **kwargs))

        return asked
