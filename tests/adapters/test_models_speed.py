"""The adapters beside bare onnxruntime, on the same token batches in the same run. A timing alone says nothing of a shared machine."""

import asyncio
import json
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from statistics import median

import pytest

from tests.contracts.samples import run, snapshot, subclaim
from tests.weights import shipped
from veracious import wiring
from veracious.adapters.memory.shelf import MemoryShelf
from veracious.adapters.models.embedder import OnnxEmbedder
from veracious.adapters.models.entailment import OnnxJudge
from veracious.adapters.models.session import Row, Session
from veracious.domain.claim import Subclaim
from veracious.domain.evidence import Evidence
from veracious.rules.judging.quotes import QuoteDials
from veracious.rules.reading.sentences import SentenceDials
from veracious.rules.seeking.passages import PassageDials

ROOT = Path(__file__).parents[2]
RATIO_AT_LEAST = 0.9
ROUNDS = 15  # short ones: on a shared machine a neighbour wakes up within a long one
PASSAGES, CLAIMS = 32, 2


@cache
def passages() -> tuple[Evidence, ...]:
    """Passages of news stories, cut as the engine cuts them."""
    lines = (ROOT / "evals/origins/pairs.jsonl").read_text("utf-8").splitlines()
    texts = list(dict.fromkeys(json.loads(line)["a"]["text"] for line in lines))

    async def cut() -> list[Evidence]:
        shelf = MemoryShelf(PassageDials(), SentenceDials())
        return [piece for text in texts for piece in await shelf.put(snapshot(text))]

    return tuple(run(cut())[:PASSAGES])


def claims() -> list[Subclaim]:
    lines = (ROOT / "evals/reading/splits_tuning.jsonl").read_text("utf-8").splitlines()
    return [subclaim(json.loads(line)["text"]) for line in lines[:CLAIMS]]


def bare(session: Session, rows: list[Row]) -> Callable[[], None]:
    """onnxruntime alone, on the batches that the adapter makes of these rows."""
    feeds = [batch.feed for batch in session.batches(rows)]

    def work() -> None:
        for feed in feeds:
            session.graph.run(None, feed)

    return work


def compare(name: str, many: int, adapter: Callable[[], object], alone: Callable[[], object]) -> float:
    """How many times as fast the adapter is: the median over rounds that alternate, and alternate in who comes first."""
    adapter(), alone()
    pairs = []
    for number in range(ROUNDS):
        first, second = (adapter, alone) if number % 2 else (alone, adapter)
        seconds = _seconds(first), _seconds(second)
        pairs.append(seconds if number % 2 else seconds[::-1])
    ratio = median(bare / ours for ours, bare in pairs)
    ours, theirs = (many / median(side) for side in zip(*pairs, strict=True))
    print(f"{name}: {ours:.0f} per second, bare onnxruntime {theirs:.0f}, ratio {ratio:.3f}")
    return ratio


def _seconds(work: Callable[[], object]) -> float:
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


@pytest.mark.long
@pytest.mark.parametrize("threads", [1, 2])
def test_the_embedder_is_as_fast_as_what_it_stands_on(threads: int) -> None:
    embedder = OnnxEmbedder(shipped("embedder"), threads)
    texts = [piece.text for piece in passages()]
    alone = bare(embedder.session, embedder.session.texts(texts))
    ratio = compare(f"embedder, {threads} threads, passages", len(texts), lambda: asyncio.run(_embed(embedder, texts)), alone)
    assert ratio >= RATIO_AT_LEAST


@pytest.mark.long
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("size", ["small", "large"])
def test_the_judge_is_as_fast_as_what_it_stands_on(size: str, threads: int) -> None:
    judge = OnnxJudge(shipped("judge", size), wiring.lexicon(), QuoteDials(), threads)
    pairs = [(part, piece) for part in claims() for piece in passages()]
    read = [row for row in judge.session.pairs([(one.subclaim.text, one.text) for one in judge.asked(pairs)]) if row is not None]
    assert len(read) == len(pairs)
    tokens = sum(len(row.ids) for row in read) / len(read)
    ratio = compare(
        f"{size} judge, {threads} threads, pairs of {tokens:.0f} tokens",
        len(pairs),
        lambda: asyncio.run(_judge(judge, pairs)),
        bare(judge.session, read),
    )
    assert ratio >= RATIO_AT_LEAST


async def _embed(embedder: OnnxEmbedder, texts: list[str]) -> object:
    return await embedder.embed(texts)


async def _judge(judge: OnnxJudge, pairs: list[tuple[Subclaim, Evidence]]) -> object:
    return await judge.judge(pairs)
