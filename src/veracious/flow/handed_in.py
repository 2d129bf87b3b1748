"""How documents come in that were handed in with a job: one after the other, each whole and noted, or neither.

1. A document that waits is begun; one that was begun too often without an end has brought its workers down, and is refused.
2. It is cleaned, cut and embedded, and written together with the note of what became of it.
3. How far the job is, is told after each, and others have their turn before the next.

Whoever begins the job again finds what is decided, tells the same of it under the same numbers, and goes on behind it.
"""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable

from veracious.domain.document import Document, Refused, Unread
from veracious.domain.job import Ended
from veracious.domain.store import Became, Incoming
from veracious.domain.verdict import Outcome
from veracious.domain.web import Step
from veracious.ports import Intake

BEGUN_AT_MOST = 5  # times that a document is begun: beyond it, whatever ends its workers is taken to be the document

Prepare = Callable[[Document], Incoming | Refused]


async def put_all(intake: Intake, prepare: Prepare, tell: Callable[[Step], None], rest: Callable[[], Awaitable[None]]) -> Ended:
    """Put everything that waits; how the job ends."""
    given = await intake.all()
    counted: Counter[Became] = Counter()
    for one in given:
        became = one.became
        if became is Became.WAITING:
            became = await _decided(intake, one.number, prepare)
            await rest()
        counted[Became.NEW if became is Became.ERASED else became] += 1
        tell(_told(counted, len(given)))
    return _ended(counted, len(given))


async def _decided(intake: Intake, number: int, prepare: Prepare) -> Became:
    begun = await intake.begin(number)
    if begun is None:  # by another worker, who was taken for dead
        return next(one.became for one in await intake.all() if one.number == number)
    document, times = begun
    if times > BEGUN_AT_MOST:
        await intake.refuse(number, Unread.CRASHED)
        return Became.REFUSED
    ready = await asyncio.to_thread(prepare, document)
    if isinstance(ready, Refused):
        await intake.refuse(number, ready.reason)
        return Became.REFUSED
    return await intake.put(number, ready)


def _told(counted: Counter[Became], of: int) -> Step:
    each = tuple((one.value, counted[one]) for one in (Became.NEW, Became.KNOWN, Became.REFUSED))
    words = f"{counted.total()} of {of} documents: " + ", ".join(f"{count} {name}" for name, count in each)
    return Step("put", words, (("done", counted.total()), ("of", of), *each))


def _ended(counted: Counter[Became], of: int) -> Ended:
    refused = counted[Became.REFUSED]
    if not refused:
        return Ended(Outcome.COMPLETED)
    cause = f"{refused} of {of} documents were refused; the report says why."
    return Ended(Outcome.REFUSED if refused == of else Outcome.PARTIAL, cause)
