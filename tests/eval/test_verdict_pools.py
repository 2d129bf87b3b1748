"""What the tools said is kept: asked once, answered from the disk ever after."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from tests.contracts.samples import run
from veracious import wiring
from veracious.domain.claim import Subclaim
from veracious.domain.errors import SourceMalformed
from veracious.domain.evidence import Candidate, Evidence, Query, Quote, Triple
from veracious.domain.span import Span
from veracious.domain.stance import Judgement, Stance
from veracious.eval.kept import ResultLines
from veracious.eval.verdict import corpus
from veracious.eval.verdict.pools import Pool, Sources, Texts
from veracious.rules.dials import Dials
from veracious.rules.reading import intake

ROWS = [{"doc_id": str(n), "title": f"Lake {n}", "sentences": [f"Lake {n} is {n} metres deep.", "It freezes in winter."]} for n in range(9)]
TEXTS = Texts(corpus.of_documents(ROWS), Dials())
PIECES = list(TEXTS.evidence.values())
QUERY = Query("how deep is it", "claim", date(2026, 1, 1))
PART: Subclaim = intake.part_of("Lake 3 is 3 metres deep.", wiring.lexicon(), Dials().reading)


@dataclass
class Tool:
    """Every tool at once, which counts what it is asked."""

    asked: list[Any] = field(default_factory=list)

    async def find(self, query: Query, limit: int) -> Sequence[Candidate]:
        self.asked.append(("find", limit))
        return [Candidate(piece, "vectors", 1 / rank, rank) for rank, piece in enumerate(PIECES[:limit], 1)]

    async def judge(self, pairs: Sequence[tuple[Subclaim, Evidence]]) -> Sequence[Judgement]:
        self.asked.append(("judge", len(pairs)))
        known = [(part, piece) for part, piece in pairs if piece.title != "Lake 8"]  # one it cannot decide
        return [Judgement(part.text, piece.id, _quote(piece), Stance(0.5, 0.25, 0.25)) for part, piece in known]

    async def score(self, query: str, texts: Sequence[str]) -> Sequence[float]:
        self.asked.append(("score", len(texts)))
        return [len(text) / 1000 for text in texts]


def _quote(piece: Evidence) -> Quote:
    span = Span(piece.passage.span.start, piece.passage.span.start + 6)
    return Quote(piece.passage.snapshot, span, piece.text[:6])


def pool(path: Path, tool: Tool, judge: str = "judge") -> Pool:
    return Pool("claim", ResultLines(path), TEXTS, Sources((tool,), tool, tool, "store", judge, "relevance"), Counter())


async def everything(one: Pool, limit: int = 5) -> tuple[Any, ...]:
    found = await one.finders[0].find(QUERY, limit)
    pairs = [(PART, piece) for piece in PIECES]
    told = found, await one.judge(pairs), await one.score("deep", [piece.text for piece in PIECES])
    one.keep()
    return told


def test_a_tool_is_asked_once_and_the_disk_ever_after(tmp_path: Path) -> None:
    tool = Tool()
    first = run(everything(pool(tmp_path / "kept.jsonl", tool)))
    asked = list(tool.asked)
    assert run(everything(pool(tmp_path / "kept.jsonl", tool))) == first
    assert tool.asked == asked == [("find", 5), ("judge", 9), ("score", 9)]
    assert len(first[1]) == 8  # absent is not neutral
    assert first[1][0].quote.stands_in(TEXTS.snapshots[PIECES[0].passage.snapshot])


def test_fewer_are_the_first_of_more_and_more_are_asked_for(tmp_path: Path) -> None:
    tool = Tool()
    whole = run(everything(pool(tmp_path / "kept.jsonl", tool)))[0]
    assert run(everything(pool(tmp_path / "kept.jsonl", tool), 2))[0] == whole[:2]
    assert len(run(everything(pool(tmp_path / "kept.jsonl", tool), 7))[0]) == 7
    assert [one for one in tool.asked if one[0] == "find"] == [("find", 5), ("find", 7)]


def test_another_judge_is_asked_again(tmp_path: Path) -> None:
    tool = Tool()
    run(everything(pool(tmp_path / "kept.jsonl", tool)))
    run(everything(pool(tmp_path / "kept.jsonl", tool, "twin")))
    assert [name for name, _ in tool.asked] == ["find", "judge", "score", "judge"]


def test_a_triple_comes_back_as_it_was() -> None:
    triple = Triple("Lake 3", "has", "water", PIECES[3].passage)
    candidate = Candidate(replace(PIECES[3], id="sha256:of-the-triple", triple=triple), "triples", 0.7, 4)
    assert TEXTS.read(TEXTS.write(candidate), "triples", 4) == candidate


def test_nothing_is_put_into_a_corpus(tmp_path: Path) -> None:
    with pytest.raises(SourceMalformed):
        run(pool(tmp_path / "kept.jsonl", Tool()).put(TEXTS.snapshots[PIECES[0].passage.snapshot]))
