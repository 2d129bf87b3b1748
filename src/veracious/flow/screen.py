"""An answer checked while it is written: each sentence goes to the judge when it is whole, and the next one is not waited for."""

import asyncio
from collections.abc import AsyncIterable, AsyncIterator
from dataclasses import dataclass, replace
from datetime import date

from veracious.domain.ledger import AnswerClaim, Entry, Ledger
from veracious.domain.span import Span
from veracious.flow import check
from veracious.flow.check import Shown
from veracious.flow.run import Run
from veracious.rules.ledger import gates
from veracious.rules.ledger.gates import Warned
from veracious.rules.reading import arriving
from veracious.rules.reading.sentences import SentenceDials


@dataclass(frozen=True, slots=True)
class ScreenedSentence:
    """A sentence that is whole, where it stands in the answer, and what the documents say of it; nothing of one that states nothing."""

    text: str
    span: Span
    entries: tuple[Entry, ...]
    ledger: Ledger  # of the answer so far


@dataclass(frozen=True, slots=True)
class Setting:
    """What an arriving answer is checked against."""

    documents: Shown
    question: str
    as_of: date


@dataclass(frozen=True, slots=True)
class _Arrived:
    """A stretch of the answer: a whole sentence, and what stands behind it."""

    text: str
    start: int


async def follow(pieces: AsyncIterable[str], setting: Setting, run: Run) -> AsyncIterator[ScreenedSentence]:
    """Each sentence of an arriving answer, in order, with its verdict, while the next is being written."""
    queue: asyncio.Queue[_Arrived | None] = asyncio.Queue()
    reading = asyncio.create_task(_read(pieces, queue, run.dials.reading.sentences))
    entries: list[Entry] = []
    unread: list[AnswerClaim] = []
    passed: list[Span] = []
    warned = Warned(setting.as_of, run.dials.ledger.gates, run.dials.ledger.levels)
    try:
        while (one := await queue.get()) is not None:
            found = await _held(one, setting, run)
            entries += found.entries
            unread += found.unread
            passed += found.passed_over
            said = one.text.rstrip()
            span = Span(one.start, one.start + len(said))
            yield ScreenedSentence(said, span, found.entries, gates.ledger(entries, passed, unread, warned))
        await reading  # what the writer raised is raised here
    finally:
        reading.cancel()


async def _read(pieces: AsyncIterable[str], queue: "asyncio.Queue[_Arrived | None]", dials: SentenceDials) -> None:
    """Put each sentence into the queue when it is whole."""
    tail, start = "", 0
    try:
        async for piece in pieces:
            tail += piece
            found = arriving.whole(tail, dials)
            for span in found:
                queue.put_nowait(_Arrived(span.of(tail), start + span.start))
            read = found[-1].end if found else 0
            tail, start = tail[read:], start + read
        for span in arriving.whole(tail, dials, is_ended=True):
            queue.put_nowait(_Arrived(span.of(tail), start + span.start))
    finally:
        queue.put_nowait(None)


async def _held(arrived: _Arrived, setting: Setting, run: Run) -> Ledger:
    """The ledger of one sentence, with what it cites; its places are those of the whole answer."""
    answer = check.read(arrived.text, setting.question, run)
    placed = tuple(replace(claim, span=claim.span.shifted(arrived.start)) for claim in answer.claims)
    passed = tuple(span.shifted(arrived.start) for span in answer.passed_over)
    whole = replace(answer, claims=placed, passed_over=passed, plain=" " * arrived.start + answer.plain)
    return await check.hold(whole, setting.documents, setting.as_of, run)
