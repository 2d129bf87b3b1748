"""The retrieval suite: what share of the gold is among the first k, by vectors, by words and by both; and what a relevance model adds.

Recall of a claim is the share of its gold targets among the first k; claims without gold are left out. The relevance model is given the
first `depth` units of the fused list and orders them anew; both orders are scored on the same units.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from veracious.eval import metrics, search
from veracious.eval.kept import Line, ResultLines
from veracious.eval.metrics import Floats
from veracious.eval.pack import Record
from veracious.eval.search import Corpus, Words
from veracious.eval.stance import Tick, seed_of
from veracious.eval.vectors import Vectors
from veracious.rules.dials import Dials
from veracious.rules.seeking import passages

KS = (1, 5, 10, 20)
DEPTH = 30  # units that the relevance model orders
PORTION = 16  # claims that are searched before they are written down

Ranks = dict[str, int | None]


class RelevanceModel(Protocol):
    """What the suite asks of a relevance model: the port, and what names the model."""

    @property
    def digest(self) -> str:
        """What names the model and everything its scores depend on."""
        ...

    async def score(self, query: str, texts: Sequence[str]) -> Sequence[float]:
        """How much each text speaks of the query."""
        ...


@dataclass(frozen=True, slots=True)
class LabelledClaim:
    """A claim with the targets that hold its gold evidence."""

    key: str
    claim: str
    gold: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Index:
    """A corpus ready to be searched."""

    corpus: Corpus
    vectors: Vectors
    words: Words
    dials: Dials


def asked(rows: Mapping[str, Record], unit: str) -> list[LabelledClaim]:
    """The claims that have gold."""
    found = [LabelledClaim(key, row["claim"], _gold(row, unit)) for key, row in rows.items()]
    return [one for one in found if one.gold]


def _gold(row: Record, unit: str) -> tuple[str, ...]:
    if unit == "sentence":
        return tuple(dict.fromkeys(f"{gold['doc_id']}#{at}" for gold in row["gold"] for at in gold["sentences"]))
    return tuple(dict.fromkeys(str(gold["doc_id"]) for gold in row["gold"]))


def seen(rows: Sequence[Record]) -> frozenset[str]:
    """The documents that claims were written from or are judged by."""
    cited = {str(name) for row in rows for name in row.get("cited", ())}
    return frozenset(cited | {str(gold["doc_id"]) for row in rows for gold in row["gold"]})


def look(claims: Sequence[LabelledClaim], queries: Vectors, index: Index, model: str, kept: ResultLines) -> None:
    """Search for the claims and write down the ranks of their gold, where they are not written down so already."""
    number = {name: at for at, name in enumerate(index.corpus.targets)}
    lines = []
    for at in range(0, len(claims), PORTION):
        block = np.asarray(queries[at : at + PORTION] @ index.vectors.T, dtype=np.float64)
        for one, by_vectors in zip(claims[at : at + PORTION], block, strict=True):
            lines.append(_found(one, by_vectors, index, number) | {"id": one.key, "model": model, "mode": "search"})
    new = [line for line in lines if kept.find(line["id"], model, "search") != line]
    if new:
        kept.add(new)


def _found(claim: LabelledClaim, by_vectors: Floats, index: Index, number: Mapping[str, int]) -> Line:
    by_words = index.words.score(claim.claim)
    ranks: dict[str, Ranks] = {}
    for name, scores in (("vectors", by_vectors), ("words", by_words)):
        whole = search.best(scores, index.corpus)
        found = {gold: number.get(gold) for gold in claim.gold}
        ranks[name] = {gold: None if at is None or whole[at] <= 0 else search.rank(whole, at) for gold, at in found.items()}
    pool = search.fused(by_vectors, by_words, index.corpus, index.dials)
    fused = search.places(pool)
    ranks["fused"] = {gold: fused.get(gold) for gold in claim.gold}
    return {"ranks": ranks, "pool": [unit.id for unit in pool[:DEPTH]]}


async def rerank(claims: Sequence[LabelledClaim], index: Index, models: tuple[str, RelevanceModel], kept: ResultLines, tick: Tick) -> None:
    """Let the relevance model order what the search gave, claim by claim, each written down before the next."""
    finder, model = models
    by_id = {unit.id: unit for unit in index.corpus.units}
    for one in claims:
        line = kept.find(one.key, finder, "search")
        both = f"{finder}+{model.digest}"
        known = kept.find(one.key, both, "rerank")
        if line is not None and (known is None or known["pool"] != line["pool"]):
            given = [by_id[name] for name in line["pool"]]
            scores = await model.score(one.claim, [passages.search_text(unit.title, unit.text) for unit in given])
            order = sorted(range(len(given)), key=lambda place: (-scores[place], place))
            orders = {"given": search.places(given), "relevance": search.places([given[place] for place in order])}
            ranks = {name: {gold: found.get(gold) for gold in one.gold} for name, found in orders.items()}
            kept.add([{"id": one.key, "model": both, "mode": "rerank", "ranks": ranks, "pool": line["pool"]}])
        tick(1)


def recalls(
    lines: Sequence[Line], name: str, only: frozenset[str] | None = None, ways: Sequence[str] = ("vectors", "words", "fused")
) -> dict[str, Any]:
    """Recall at each k of each way to search; of the gold in `only`, when given, over the claims that have any of it."""
    told: dict[str, Any] = {}
    for way in ways:
        ranks = [_ranks(line, way, only) for line in lines]
        kept = [found for found in ranks if found]
        if kept:
            told[way] = {f"recall@{k}": metrics.mean([metrics.recall(found, k) for found in kept], seed=seed_of(name)) for k in KS}
            told["n"] = len(kept)
    return told


def gains(lines: Sequence[Line], name: str) -> dict[str, Any]:
    """What the relevance model makes of the order it is given: nDCG@10 and recall@5 of both, and the paired difference."""
    told: dict[str, Any] = {"n": len(lines), "depth": DEPTH}
    for figure, measure in (("ndcg@10", metrics.ndcg), ("recall@5", lambda ranks: metrics.recall(ranks, 5))):
        given, relevance = ([measure(_ranks(line, way, None)) for line in lines] for way in ("given", "relevance"))
        told[figure] = {
            "given": metrics.mean(given, seed=seed_of(name)),
            "relevance": metrics.mean(relevance, seed=seed_of(name)),
            "difference": metrics.paired_mean(given, relevance),
        }
    return told


def _ranks(line: Line, way: str, only: frozenset[str] | None) -> list[int | None]:
    return [rank for gold, rank in line["ranks"][way].items() if only is None or gold in only]
