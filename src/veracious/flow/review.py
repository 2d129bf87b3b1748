"""A person says something of the verdict of a record: what was said before, whether it may be said, and the entry that is added."""

from collections.abc import Sequence
from datetime import datetime

from veracious.domain.errors import ReviewOvertaken, ReviewRefused
from veracious.domain.record import Record
from veracious.domain.review import ReviewEntry, Reviewer, ReviewRequest, ReviewState
from veracious.domain.verdict import Verdict
from veracious.ports import ReviewLog
from veracious.rules import reviewing

NO_VERDICT = "the record has no verdict of a claim"
OTHER_BYTES = "the digest is not that of the record"


async def look(record: str, drafted: Verdict, log: ReviewLog) -> tuple[ReviewState, Sequence[ReviewEntry]]:
    """How the verdict of a record stands, and everything that was said of it."""
    entries = await _entries(record, log)
    return reviewing.state(entries, drafted), entries


async def add(record: Record, drafted: Verdict | None, asked: ReviewRequest, who: Reviewer, log: ReviewLog, at: datetime) -> ReviewEntry:
    """Write down what a reviewer says; the same request twice is one entry. Whoever was overtaken is told by whom."""
    if drafted is None:
        raise ReviewRefused(NO_VERDICT)
    if asked.digest != record.envelope.body:
        raise ReviewRefused(OTHER_BYTES)
    name = record.envelope.id
    try:
        entries = await _entries(name, log)
        if (made := reviewing.repeated(entries, asked, who)) is not None:
            return made
        return await log.add(reviewing.entry(reviewing.state(entries, drafted), asked, who, name, at))
    except ReviewOvertaken:
        entries = await _entries(name, log)
        if (made := reviewing.repeated(entries, asked, who)) is not None:
            return made
        raise ReviewOvertaken(reviewing.describe(entries[-1]) if entries else "nobody has said anything of it") from None


async def _entries(record: str, log: ReviewLog) -> Sequence[ReviewEntry]:
    return (await log.of([record])).get(record, ())
