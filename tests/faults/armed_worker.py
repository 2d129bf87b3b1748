"""A worker on the loopback internet that can be made to kill itself: `python -m tests.faults.armed_worker`.

It gets ready, says so on a line of its own, and begins to work when a line comes in. The line says when it dies: `before N` or `after N`
counts the answers that are committed to tapes, `seconds S` counts from the beginning of its first job, `step KIND NAME=VALUE` is the first
step of a kind with such a field, `keep` is when the record of its first job is to be kept, an empty line is never. It dies by SIGKILL,
which nothing in a process can see coming.

With `TEST_WORDS` set its models count the words that a claim and a passage share, and cost nothing.
"""

import asyncio
import os
import signal
import sys
import threading
from collections.abc import Callable, Sequence
from datetime import timedelta
from functools import cache
from typing import Any

from tests.faults.web_engine import stay_inside
from tests.postgres import WIDTH
from veracious import wiring
from veracious.adapters.durable import Lane
from veracious.adapters.memory.embedder import WordEmbedder
from veracious.adapters.postgres import workers
from veracious.adapters.postgres.archive import PostgresArchive
from veracious.adapters.postgres.tape import PostgresTape
from veracious.app.workers import Worker, version
from veracious.domain.claim import Subclaim
from veracious.domain.evidence import Evidence, Quote
from veracious.domain.record import ToolName
from veracious.domain.stance import Judgement, Stance
from veracious.domain.web import Step
from veracious.faces.worker import run
from veracious.flow import job as flow_job
from veracious.rules import digest
from veracious.wiring import Models, service

LANES, SILENT, TAKE, WORDS = "TEST_LANES", "TEST_SILENT", "TEST_TAKE", "TEST_WORDS"
FOR, SILENT_ON = Stance(0.9, 0.05, 0.05), Stance(0.05, 0.05, 0.9)
MOST = 0.7  # of a claim's words


def _die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def arm(when: str) -> None:
    """Have this process die at the moment that is named."""
    kind, _, number = when.partition(" ")
    if kind in ("before", "after"):
        left, lock, note = [int(number)], threading.Lock(), PostgresTape._note

        async def counted(self: PostgresTape, *given: Any) -> str:
            with lock:
                left[0] -= 1
                is_last = left[0] == 0
            if is_last and kind == "before":
                _die()
            named = await note(self, *given)
            if is_last:
                _die()
            return named

        PostgresTape._note = counted  # type: ignore[assignment,method-assign]
    elif kind == "seconds":
        perform = Worker.perform

        async def timed(self: Worker, workspace: str, name: str) -> str | None:
            threading.Timer(float(number), _die).start()
            return await perform(self, workspace, name)

        Worker.perform = timed  # type: ignore[method-assign]
    elif kind == "step":
        _arm_step(*number.split(" "))
    elif kind == "keep":

        async def kept(self: PostgresArchive, *given: Any) -> Any:
            _die()

        PostgresArchive.keep = kept  # type: ignore[assignment,method-assign]


def _arm_step(kind: str, wanted: str = "") -> None:
    """Die at the first step of this kind that has this field."""
    tell = flow_job._EventLog.tell

    def counted(self: flow_job._EventLog, step: Step) -> None:
        tell(self, step)
        if step.kind == kind and (not wanted or wanted in {f"{name}={value}" for name, value in step.fields}):
            _die()

    flow_job._EventLog.tell = counted  # type: ignore[method-assign]


class WordJudge:
    """Finds a claim supported where a passage has most of its words."""

    async def judge(self, pairs: Sequence[tuple[Subclaim, Evidence]]) -> Sequence[Judgement]:
        """A judgement for each pair."""
        return tuple(Judgement(part.text, found.id, _quote(found), _shared(part.text, found.text)) for part, found in pairs)


def _word_models() -> Models:
    """Models that count words and take no time."""
    names = tuple(ToolName(role, "words", digest.of("words", role)) for role in ("embedder", "judge"))
    return Models(WordEmbedder(wiring.lexicon(), WIDTH), WordJudge(), None, names)


def _quote(found: Evidence) -> Quote:
    return Quote(found.passage.snapshot, found.passage.span, found.passage.text)


def _shared(claim: str, text: str) -> Stance:
    wanted = set(claim.lower().split())
    return FOR if len(wanted & set(text.lower().split())) > MOST * len(wanted) else SILENT_ON


def _take_to(queue: str) -> None:
    """Put what the dead have left into this queue, so that whoever stands by takes nothing that is new."""
    from dbos import DBOS

    resume: Any = DBOS.resume_workflow
    setattr(DBOS, "resume_workflow", lambda name, *, queue_name="": resume(name, queue_name=queue))  # noqa: B010


def main() -> None:
    """Get ready, wait for the word, work."""
    stay_inside()
    service.queues = lambda: tuple(Lane(name, 8, 8) for name in os.environ[LANES].split(","))
    workers.SILENT = timedelta(seconds=float(os.environ[SILENT]))
    run.BEAT_SECONDS = float(os.environ[SILENT]) / 5
    if WORDS in os.environ:
        run.GIVES_WAY = 0  # it is waited for
    if TAKE in os.environ:
        _take_to(os.environ[TAKE])
    if WORDS in os.environ:
        wiring.loaded_models = cache(_word_models)
    wiring.loaded_models()
    version()
    print("ready", flush=True)
    arm(sys.stdin.readline().strip())
    say: Callable[..., None] = lambda event, **fields: print(event, fields, file=sys.stderr, flush=True)  # noqa: E731
    asyncio.run(run.run(say, 5.0))


if __name__ == "__main__":
    main()
