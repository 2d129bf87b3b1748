"""The engine alone, for measuring: `python -m tests.load.bare_engine COUNT SEED` checks so many claims, without queue, jobs or API.

It says how many it finished in a second, the first and the last few left out.
"""

import asyncio
import random
import sys
import time

from tests.internet import AS_OF
from tests.load.busy_worker import prepare
from tests.load.crowd import claim
from veracious import app, wiring
from veracious.domain.store import Scope

AT_ONCE = 4


async def rate(count: int, seed: str) -> float:
    """How many claims are checked in a second."""
    chance, left, ends = random.Random(seed), iter(range(count)), list[float]()

    async def visit() -> None:
        for _ in left:
            engine = wiring.with_web(wiring.over_store(Scope(), "bare"), await wiring.rated_by("bare"))
            await app.claims.verify(engine, claim(chance), AS_OF)
            ends.append(time.monotonic())

    await asyncio.gather(*(visit() for _ in range(AT_ONCE)))
    full = ends[AT_ONCE:-AT_ONCE]
    return (len(full) - 1) / (full[-1] - full[0])


if __name__ == "__main__":
    prepare()
    print(asyncio.run(rate(int(sys.argv[1]), sys.argv[2])))
