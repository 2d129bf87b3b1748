"""One judge for many who ask at once: what waits while it reads is read together next.

A judge reads thirty pairs of like length nearly as fast as ten. Somebody who checks one answer has few pairs to ask about; many who check
at once have enough. Who asks alone is not kept waiting.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from veracious.domain.errors import SourceMalformed
from veracious.domain.stance import Stance
from veracious.ports import Scales

PAIRS_AT_ONCE = 512  # read together at most, so that nobody waits for everybody
PAIRS_AT_LEAST = 128  # that are waited for, while others are still getting theirs ready
TURNS = 3  # of the event loop in which nobody new asked: then nobody is waited for


@dataclass
class _PendingPairs:
    """Somebody's pairs, and where the answer goes."""

    pairs: Sequence[tuple[str, str]]
    answer: "asyncio.Future[Sequence[Stance | None]]"


class BatchedScales:
    """`Scales` for those who ask within one event loop."""

    def __init__(self, scales: Scales) -> None:
        self._scales = scales
        self._waiting: list[_PendingPairs] = []
        self._reading: asyncio.Task[None] | None = None

    async def weigh(self, pairs: Sequence[tuple[str, str]]) -> Sequence[Stance | None]:
        """How each text stands toward its claim, read together with what others ask meanwhile."""
        asked = _PendingPairs(pairs, asyncio.get_running_loop().create_future())
        self._waiting.append(asked)
        if self._reading is None or self._reading.done():
            self._reading = asyncio.create_task(self._read())
        return await asked.answer

    async def _read(self) -> None:
        """Read what waits, again and again, until nothing does; who stopped waiting is passed over."""
        while taken := await self._gathered():
            pairs = list(dict.fromkeys(pair for one in taken for pair in one.pairs))
            try:
                stances = await self._scales.weigh(pairs)
                if len(stances) != len(pairs):
                    raise SourceMalformed(f"{len(pairs)} pairs were judged with {len(stances)} stances")
            except Exception as failed:  # whatever it is, it belongs to those who asked
                for one in taken:
                    if not one.answer.done():
                        one.answer.set_exception(failed)
                continue
            known = dict(zip(pairs, stances, strict=True))
            for one in taken:
                if not one.answer.done():
                    one.answer.set_result([known[pair] for pair in one.pairs])

    async def _gathered(self) -> list[_PendingPairs]:
        """What is read next; few pairs wait for more, while somebody new asks at every few turns."""
        idle, known = 0, 0
        while idle < TURNS and sum(len(one.pairs) for one in self._waiting) < PAIRS_AT_LEAST:
            await asyncio.sleep(0)
            idle = 0 if len(self._waiting) > known else idle + 1
            known = len(self._waiting)
        return self._taken()

    def _taken(self) -> list[_PendingPairs]:
        taken: list[_PendingPairs] = []
        while self._waiting and (not taken or sum(len(one.pairs) for one in taken) + len(self._waiting[0].pairs) <= PAIRS_AT_ONCE):
            one = self._waiting.pop(0)
            if not one.answer.done():
                taken.append(one)
        return taken
