"""The retrieval suite on a small library, with an embedder that counts words."""

import asyncio
import json
from collections.abc import Sequence
from math import hypot
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.eval import worlds
from tests.eval.worlds import Silent
from veracious import wiring
from veracious.eval import pack, report, run, search, vectors
from veracious.eval.search import Words
from veracious.rules.dials import Dials
from veracious.rules.reading import words
from veracious.rules.seeking import lexical

SETS = pack.sets("retrieval")
TRAIN, DEV, FM2 = SETS["scifact/claims_train"], SETS["scifact/claims_dev"], SETS["fm2/claims"]
TOPICS = ("whale", "volcano", "violin", "glacier", "tulip")
BOOKS = [
    {"doc_id": name, "title": f"The {name}", "sentences": [f"A {name} is remarkable.", f"Some {name} facts are old.", "Nothing else."]}
    for name in TOPICS
]
CLAIMS = [
    {"id": f"c{at}", "claim": f"A {name} is old.", "gold": [{"doc_id": name, "sentences": [1], "stance": "supports"}]}
    for at, name in enumerate(TOPICS)
]


class TopicEmbedder:
    """Vectors along the topics, and a little along "old"."""

    digest = "sha256:" + "12" * 32

    def __init__(self) -> None:
        self.asked: list[str] = []

    async def embed(self, texts: Sequence[str]) -> Sequence[Sequence[float]]:
        self.asked += texts
        return [self._vector(text.lower()) for text in texts]

    def _vector(self, text: str) -> list[float]:
        found = [float(text.count(name)) for name in TOPICS] + [0.5 * ("old" in text), 0.01]
        return [part / hypot(*found) for part in found]


class Backwards:
    """A relevance model that turns the order it is given around, or leaves it."""

    digest = "sha256:" + "34" * 32

    def __init__(self, turned: bool) -> None:
        self._turned = turned
        self.asked = 0

    async def score(self, query: str, texts: Sequence[str]) -> Sequence[float]:
        self.asked += 1
        return [at / len(texts) if self._turned else 0.5 for at in range(len(texts))]


def measured(root: Path, one: pack.EvalSet, relevance: Backwards | None = None, **changes: Any) -> run.Report:
    if not (root / "data").exists():
        worlds.write(root / "data", one.file, CLAIMS)
        worlds.write(root / "data", one.known["corpus"], BOOKS)
        if "seen" in one.known:
            worlds.write(root / "data", one.known["seen"], [{**CLAIMS[0], "cited": ["whale", "tulip"]}])
    plan = worlds.plan(root, (one,), **changes)
    return asyncio.run(run.retrievals(plan, changes.pop("model", TopicEmbedder()), relevance, Silent()))


def test_documents_are_found_by_their_best_passage(tmp_path: Path) -> None:
    told = measured(tmp_path, TRAIN)["sets"][TRAIN.name]
    assert (told["n"], told["targets"], told["units"]) == (5, 5, 5)
    for way in ("vectors", "words", "fused"):
        assert told["all"][way]["recall@1"]["value"] == 1


def test_sentences_are_found_with_the_title_in_front(tmp_path: Path) -> None:
    """The gold is the sentence that says both topic and old; "Nothing else." is found by its title only, behind it."""
    told = measured(tmp_path, FM2, reason="a test")["sets"][FM2.name]
    assert (told["targets"], told["units"]) == (15, 15)
    assert told["all"]["vectors"]["recall@1"]["value"] == 1
    line = json.loads((tmp_path / "run/rows/fm2-claims.jsonl").read_text("utf-8").splitlines()[0])
    assert line["ranks"]["vectors"] == {"whale#1": 1}
    assert line["pool"][0] == "whale#1:0000"


def test_gold_that_training_cites_is_told_apart(tmp_path: Path) -> None:
    """Of five documents whale and tulip are cited in training."""
    told = measured(tmp_path, DEV, reason="a test")["sets"][DEV.name]
    assert (told["all"]["n"], told["seen"]["n"], told["unseen"]["n"]) == (5, 2, 3)
    assert "`retrieval/scifact/claims_dev.jsonl` | a test | n 5, recall@10 100.0" in (tmp_path / "openings.md").read_text("utf-8")


def test_the_order_of_the_relevance_model_is_scored_against_the_one_it_is_given(tmp_path: Path) -> None:
    """Turned around, the document first of five comes last: nDCG 1/log2(6), and of the first five it stays; left, nothing changes."""
    told = measured(tmp_path, TRAIN, Backwards(turned=True))["sets"][TRAIN.name]["relevance"]
    pool = len(json.loads((tmp_path / "run/rows/scifact-claims_train.jsonl").read_text("utf-8").splitlines()[0])["pool"])
    assert told["ndcg@10"]["given"]["value"] == 1
    assert told["ndcg@10"]["relevance"]["value"] == pytest.approx(1 / np.log2(1 + pool))
    assert told["ndcg@10"]["difference"]["high"] < 0
    left = measured(tmp_path / "left", TRAIN, Backwards(turned=False))["sets"][TRAIN.name]["relevance"]
    assert left["ndcg@10"]["difference"] == {"value": 0, "low": 0, "high": 0, "p": 1}


def test_a_second_run_asks_no_model_again(tmp_path: Path) -> None:
    """Vectors come from the disk, relevance from the lines; the figures are the same."""
    first = measured(tmp_path, TRAIN, Backwards(turned=True))
    size = (tmp_path / "run/rows/scifact-claims_train.jsonl").stat().st_size
    again, embedder = Backwards(turned=True), TopicEmbedder()
    plan = worlds.plan(tmp_path, (TRAIN,))
    second = asyncio.run(run.retrievals(plan, embedder, again, Silent()))
    assert (embedder.asked, again.asked) == ([], 0)
    assert second == first
    assert (tmp_path / "run/rows/scifact-claims_train.jsonl").stat().st_size == size


def test_vectors_are_kept_by_model(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    texts = [f"whale {at}" for at in range(5)]
    monkeypatch.setattr(vectors, "BLOCK", 2)
    first = asyncio.run(vectors.embed(texts, TopicEmbedder(), tmp_path, lambda parts: None))
    assert first.shape == (5, 7)
    monkeypatch.setattr(TopicEmbedder, "digest", "sha256:" + "56" * 32)
    other = TopicEmbedder()
    asyncio.run(vectors.embed([*texts[:4], "new"], other, tmp_path, lambda parts: None))
    assert other.asked == [*texts[:4], "new"]
    third = TopicEmbedder()
    asyncio.run(vectors.embed([*texts[:4], "newer"], third, tmp_path, lambda parts: None))
    assert third.asked == ["newer"]


def test_words_score_as_the_engine_scores_them() -> None:
    """The index of postings gives what `lexical.score` gives over the same counts."""
    from collections import Counter

    corpus, dials, lexicon = search.cut(BOOKS, "sentence", Dials()), Dials(), wiring.lexicon()

    def read(text: str) -> tuple[str, ...]:
        return words.terms(text, lexicon)

    query = "Old whale facts, old volcano facts"
    counts = {unit.id: Counter(read(search.search_text(unit))) for unit in corpus.units}
    wanted = lexical.score(read(query), counts, dials.seeking.lexical)
    found = Words(corpus, lexicon, dials).score(query)
    assert wanted
    assert {unit.id: score for unit, score in zip(corpus.units, found, strict=True) if score} == pytest.approx(dict(wanted))


def test_a_long_document_is_cut_into_passages_and_stands_where_its_best_stands() -> None:
    long = {"doc_id": "long", "title": "T", "sentences": [f"Sentence number {at} is about rivers and lakes." for at in range(40)]}
    corpus = search.cut([*BOOKS[:1], long, *BOOKS[1:2]], "document", Dials())
    assert corpus.targets == ("whale", "long", "volcano")
    assert len(corpus.units) > 5
    assert corpus.starts.tolist() == [0, 1, len(corpus.units) - 1]
    scores = np.arange(len(corpus.units), dtype=np.float64)
    assert search.best(scores, corpus).tolist() == [0, len(corpus.units) - 2, len(corpus.units) - 1]


def test_of_equal_scores_the_earlier_comes_first() -> None:
    scores = np.array([0.5, 0.7, 0.5, 0.5])
    assert [search.rank(scores, at) for at in range(4)] == [2, 1, 3, 4]
    assert search.top(np.array([0.0, 0.3, 0.3, -1.0]), 4) == [1, 2]


def test_claims_without_gold_are_left_out(tmp_path: Path) -> None:
    worlds.write(tmp_path / "data", TRAIN.file, [*CLAIMS, {"id": "none", "claim": "A whale sings.", "gold": []}])
    worlds.write(tmp_path / "data", TRAIN.known["corpus"], BOOKS)
    assert measured(tmp_path, TRAIN)["sets"][TRAIN.name]["n"] == 5


def test_the_page_shows_bm25_of_the_pack_beside(tmp_path: Path) -> None:
    found = measured(tmp_path, DEV, Backwards(turned=True), reason="a test")
    page = report.write(found, tmp_path / "run").read_text("utf-8")
    assert "| scifact/claims_dev | all | BM25 of the pack | – | 71.2 | 86.5 | 92.4 | 94.8 |" in page
    assert "| scifact/claims_dev | unseen | vectors | 3 | 100.0 [100.0, 100.0] |" in page
    assert "| scifact/claims_dev | 5 | ndcg@10 | 100.0 [100.0, 100.0] |" in page
