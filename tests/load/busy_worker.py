"""A worker on the loopback internet for measuring: `python -m tests.load.busy_worker`.

With `TEST_CONSTANT` set its judge gives one answer to everything and costs nothing, with `TEST_EMPTY` its jobs do nothing at all: what is
left then is the queue.
"""

import asyncio
import os
import sys
from collections.abc import Sequence
from dataclasses import replace
from functools import cache

from tests.faults.web_engine import stay_inside
from tests.load.watched import watch
from veracious import wiring
from veracious.app import workers
from veracious.domain.claim import Subclaim
from veracious.domain.evidence import Evidence, Quote
from veracious.domain.stance import Judgement, Stance
from veracious.faces.worker import run

CONSTANT, EMPTY = "TEST_CONSTANT", "TEST_EMPTY"
ALWAYS = Stance(0.8, 0.1, 0.1)


class ConstantJudge:
    """Says the same of everything."""

    async def judge(self, pairs: Sequence[tuple[Subclaim, Evidence]]) -> Sequence[Judgement]:
        """A judgement for each pair."""
        return tuple(Judgement(one.text, found.id, _quote(found), ALWAYS) for one, found in pairs)


def _quote(evidence: Evidence) -> Quote:
    return Quote(evidence.passage.snapshot, evidence.passage.span, evidence.passage.text)


async def _nothing(self: workers.Worker, workspace: str, name: str) -> str | None:
    return None


def prepare() -> None:
    """Have this process ask the loopback internet and nobody else, with the judge that the environment wants."""
    stay_inside()
    if CONSTANT in os.environ:
        constant = replace(wiring.loaded_models(), judge=ConstantJudge())
        wiring.loaded_models = cache(lambda: constant)


def main() -> None:
    """Work until the process is asked to end."""
    watch()
    prepare()
    if EMPTY in os.environ:
        workers.Worker.perform = _nothing  # type: ignore[method-assign]

    def say(event: str, **fields: object) -> None:
        print(event, fields, file=sys.stderr, flush=True)

    asyncio.run(run.run(say, 5.0))


if __name__ == "__main__":
    main()
