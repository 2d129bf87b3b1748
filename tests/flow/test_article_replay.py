"""Analyses of articles replay to the byte, from their records alone: no web, no models, nothing but the tape."""

import asyncio
import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

import pytest

from tests.flow.article_worlds import LONG_WORDS, world
from veracious import app, wiring
from veracious.domain.archive import Replayed
from veracious.domain.errors import ReplayDiffers, TapeEnds
from veracious.domain.record import Record
from veracious.flow.article import Analysis
from veracious.rules import digest

FEW = [(number, number in (2, 7)) for number in range(10)]  # number, and whether it is a long one
ALL = [(number, number % 5 == 2) for number in range(200)]  # 40 of them long


def analysed(number: int, is_long: bool) -> tuple[Analysis, Record, Replayed]:
    """An analysis, its record as it was kept, and the same run again."""
    made = world(number, is_long)
    assert not is_long or made.words >= LONG_WORDS

    async def both() -> tuple[Analysis, Record, Replayed]:
        found = await app.articles.analyse(made.engine, made.asked, made.limits)
        kept = await made.archive.fetch(found.record.envelope.id)
        carried = wiring.read_record(digest.canonical({"body": kept.body, "envelope": kept.envelope}))
        return found, kept, await app.records.replayed(carried, made.archive.blobs)

    return asyncio.run(both())


def replays(numbers: Iterable[tuple[int, bool]]) -> Counter[str]:
    """How many ended how; each has come out the same."""
    ended, size, answers = Counter[str](), 0, 0
    for number, is_long in numbers:
        found, kept, again = analysed(number, is_long)
        assert again.body == kept.envelope.body == digest.of(kept.body, "body"), number
        assert again.size == len(digest.canonical(kept.body)), number
        assert kept.body.report.encode() == digest.canonical(found.report), number
        assert app.articles.report(kept) == found.report, number
        ended[f"{found.outcome}{' long' if is_long else ''}"] += 1
        ended["claims"] += len(found.report.extraction.claims) if found.report.extraction else 0
        size, answers = size + again.size, answers + again.answers
    print(f"\n{ended}; {size:,} bytes, {answers:,} answers on tapes")
    return ended


def test_ten_articles_replay_to_the_byte() -> None:
    ended = replays(FEW)
    assert ended["completed"] + ended["completed long"] + ended["partial"] >= 8


@pytest.mark.long
def test_two_hundred_articles_replay_to_the_byte() -> None:
    ended = replays(ALL)
    assert sum(count for name, count in ended.items() if name.endswith(" long")) == 40
    assert ended["partial"] + ended["partial long"] > 5


def test_a_record_that_was_altered_does_not_replay() -> None:
    """A score that is another, or an answer on the tape that is gone."""
    made = world(1)
    kept = asyncio.run(app.articles.analyse(made.engine, made.asked, made.limits)).record
    report = json.loads(kept.body.report, parse_int=float)  # an amount may be beyond the whole numbers of JSON
    report["verified_score"] = 0.123456
    for altered in (
        replace(kept.body, report=digest.canonical(report).decode()),
        replace(kept.body, tape=tuple(one for one in kept.body.tape if one.port != "search")),
    ):
        forged = Record(altered, replace(kept.envelope, body=digest.of(altered, "body")))
        with pytest.raises((ReplayDiffers, TapeEnds)):
            asyncio.run(app.records.replayed(forged, made.archive.blobs))
