"""What a check costs beside the bare judge, how much memory a book takes, and how soon a verdict follows a sentence.

A timing alone says nothing of a shared machine: each stands beside the bare judge, or against the writing of the answer, in the same run.
"""

import asyncio
import gzip
import json
import os
import resource
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from statistics import median, quantiles
from textwrap import wrap
from typing import Any

import pytest

import veracious
from tests.adapters import papers
from tests.contracts.samples import run
from veracious import app, demo
from veracious.adapters.models.batched import BatchedScales
from veracious.domain.document import Document
from veracious.domain.stance import Stance
from veracious.flow import batch
from veracious.rules.reading import sentences as cut
from veracious.rules.reading.sentences import SentenceDials

RATIO_AT_LEAST = 0.85
BLOCK, AT_ONCE, TOGETHER = 250, 256, 512
MEGABYTE = 2**20
PAGES = 200
SENTENCES = 60
PIECE_S = 0.04  # between two words of an answer that is being written: 25 a second
DEMO = demo.documents()
PACK = os.environ.get("VERACIOUS_DATA", "")
FILES = ("begin_dev", "attributionbench_dev")


@dataclass
class Listening:
    """The judge, and what it was asked."""

    judge: Any
    asked: list[tuple[str, str]] = field(default_factory=list)

    async def weigh(self, pairs: Sequence[tuple[str, str]]) -> Sequence[Stance | None]:
        """What the judge says."""
        self.asked += pairs
        told: Sequence[Stance | None] = await self.judge.weigh(pairs)
        return told


def pairs(many: int) -> list[tuple[str, list[Document]]]:
    """Answers with the documents that they should stand on, from the development files of the pack."""
    found = []
    for name in FILES:
        with gzip.open(Path(PACK) / f"ledger/{name}.jsonl.gz", "rt", encoding="utf-8") as lines:
            for line in list(lines)[: many // len(FILES)]:
                row = json.loads(line)
                found.append((row["claim"], [Document(one["text"]) for one in row["documents"] if one["text"].strip()]))
    return found


async def checked(block: Sequence[tuple[str, list[Document]]], ready: app.checks.Assessor) -> float:
    """The seconds that it takes to check a block of answers, many at once."""

    async def one(given: tuple[str, list[Document]]) -> None:
        found = await ready.check(*given)
        assert found.report.cause == ""

    begun = time.perf_counter()
    async for _ in batch.each(block, one, AT_ONCE):
        pass
    return time.perf_counter() - begun


async def judged(asked: Sequence[tuple[str, str]], judge: Any) -> float:
    """The seconds that the bare judge takes for the same pairs, as many together as suits it best."""
    begun = time.perf_counter()
    for at in range(0, len(asked), TOGETHER):
        await judge.weigh(asked[at : at + TOGETHER])
    return time.perf_counter() - begun


@pytest.mark.long
@pytest.mark.skipif(not PACK, reason="VERACIOUS_DATA names no data pack")
def test_a_check_is_nearly_as_fast_as_its_judge() -> None:
    """A thousand answers with their documents, block by block beside the bare judge on the very pairs that were asked."""
    plain = app.checks.assessor()
    found = pairs(1000)
    assert len(found) == 1000
    run(checked(found[:20], plain.for_many()))  # everything is loaded

    def both(block: Sequence[tuple[str, list[Document]]]) -> tuple[float, float, int]:
        listening = Listening(plain.judge)
        ours = run(checked(block, replace(plain, batched=BatchedScales(listening))))
        return ours, run(judged(listening.asked, plain.judge)), len(listening.asked)

    mixed = [found[at :: len(found) // BLOCK] for at in range(len(found) // BLOCK)]
    times = [both(block) for block in mixed]
    ratio = sum(bare for _, bare, _ in times) / sum(ours for ours, _, _ in times)
    spread = sorted(bare / ours for ours, bare, _ in times)
    asked = sum(count for *_, count in times)
    print(f"\n1,000 answers, {asked:,} pairs: {ratio:.2f} of the bare judge's throughput; blocks {spread[0]:.2f} to {spread[-1]:.2f}")
    assert ratio >= RATIO_AT_LEAST


@pytest.mark.long
def test_a_book_is_checked_within_a_gigabyte(tmp_path: Path) -> None:
    """A PDF of two hundred pages, read, and an answer checked against it; all processes together stay below."""
    articles = [one.text for one in DEMO]
    plain = [one.encode("ascii", "replace").decode() for one in articles]
    pages = [wrap(f"Page {page}. {plain[page % len(plain)]} {plain[(7 * page + 1) % len(plain)]}", 90)[:48] for page in range(PAGES)]
    (tmp_path / "book.pdf").write_bytes(papers.pdf([papers.written(*lines) for lines in pages]))
    (tmp_path / "answer.md").write_text(" ".join(f"{one.split('. ')[0]}." for one in plain[:10]), "utf-8")
    command = [str(Path(sys.executable).with_name("veracious")), "check", "answer.md", "--docs", "book.pdf", "--json"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode in (0, 1), done.stderr
    told = json.loads(done.stdout)
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024
    print(f"\n{PAGES} pages: {peak / MEGABYTE:.0f} MB at most; {told['summary']['verdict_distribution']}")
    assert told["summary"]["total_claims"] >= 10
    assert peak < 1024 * MEGABYTE


def sentences() -> tuple[list[str], list[Document]]:
    """Sixty sentences of an answer, and the documents that they are from."""
    documents = [Document(one.text, title=one.title) for one in DEMO]
    found = (span.of(one.text) for one in DEMO for span in cut.split(one.text, "en", SentenceDials())[:3])
    alone = [one for one in found if one.endswith(".") and len(cut.split(f"{one} The end.", "en", SentenceDials())) == 2]
    return alone[:SENTENCES], documents


@pytest.mark.parametrize("many", [8, pytest.param(SENTENCES, marks=pytest.mark.long)])
def test_a_verdict_comes_while_the_next_sentence_is_written(many: int) -> None:
    said, documents = sentences()
    whole: dict[int, float] = {}  # when the last word of each was written

    async def writing() -> AsyncIterator[str]:
        for number, sentence in enumerate(said[:many]):
            for word in sentence.split():
                await asyncio.sleep(PIECE_S)
                yield f"{word} "
            whole[number] = time.perf_counter()
        await asyncio.sleep(PIECE_S * 20)

    async def followed() -> list[float]:
        return [time.perf_counter() async for _ in veracious.follow(writing(), documents)]

    run(_warm(documents))
    came = run(followed())
    assert len(came) == many
    delays = [at - whole[number] for number, at in enumerate(came)]
    in_time = sum(came[number] < whole[number + 1] for number in range(many - 1))
    late = quantiles(delays[:-1], n=20)[-1]
    told = f"{in_time} of {many - 1} verdicts before the next was whole"
    print(f"\n{many} sentences: {told}; delay p50 {median(delays):.2f} s, p95 {late:.2f} s")
    assert in_time >= (many - 1) * (1.0 if many == SENTENCES else 0.8)


async def _warm(documents: Sequence[Document]) -> None:
    async def one() -> AsyncIterator[str]:
        yield "The harbour is deep."

    async for _ in veracious.follow(one(), documents):
        pass
