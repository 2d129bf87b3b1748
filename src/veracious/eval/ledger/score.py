"""Figures of the ledger suite.

Two ways: a claim is supported, or not; partial counts as not. Three ways: supported, partial, not supported. Spans: which characters of a
claim the documents do not carry, all rows counted together.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from veracious.domain.ledger import Level
from veracious.domain.span import Span
from veracious.eval import metrics
from veracious.eval.kept import Line
from veracious.eval.ledger import suite
from veracious.eval.ledger.suite import LABELS, Row
from veracious.eval.metrics import Figure, Floats, Ints
from veracious.eval.stance import seed_of
from veracious.rules.dials import Dials

TOLD: Mapping[Level, int] = {Level.FULL: 0, Level.PARTIAL: 1, Level.NONE: 2, Level.CONTRADICTED: 2}


def figures(lines: Sequence[Line], dials: Dials, name: str) -> dict[str, Any]:
    """Everything that is told of one set."""
    gold = [LABELS.index(line["gold"]) for line in lines]
    told = [TOLD[suite.entry(line, dials).level] for line in lines]
    seed = seed_of(name)
    three, two = metrics.confusion(gold, told), _two(gold, told)
    drawn_three, drawn_two = metrics.resampled(three, seed=seed), metrics.resampled(two, seed=seed)
    kept = metrics.present(three)
    scores = np.array([max((one["stance"][0] for one in line["backing"]), default=0.0) for line in lines])
    return {
        "n": len(lines),
        "unread": sum(not line["read"] for line in lines),
        "gold": {label: gold.count(index) for index, label in enumerate(LABELS)},
        "balanced_accuracy": metrics.interval(float(balanced(two)), balanced(drawn_two)),
        "macro_f1": metrics.interval(float(metrics.macro_f1(two)), metrics.macro_f1(drawn_two)),
        "macro_f1_three": metrics.interval(float(metrics.macro_f1(three, kept)), metrics.macro_f1(drawn_three, kept)),
        "order": order(scores, np.array([one == 0 for one in gold])),
        "pairs": sum(len(line["backing"]) for line in lines) / max(1, len(lines)),
        "confusion": three.tolist(),
        "two": two.tolist(),
    }


def _two(gold: Sequence[int], numbers: Sequence[int]) -> Ints:
    return metrics.confusion([min(one, 1) for one in gold], [min(one, 1) for one in numbers], 2)


def balanced(matrix: np.ndarray[Any, Any]) -> Floats:
    """The mean over the labels of the share that is told right; of each matrix when there are many."""
    counts = matrix.astype(np.float64)
    wanted = counts.sum(axis=-1)
    return np.asarray((np.diagonal(counts, axis1=-2, axis2=-1) / np.where(wanted > 0, wanted, 1.0)).mean(axis=-1))


def order(scores: Floats, positive: "np.ndarray[Any, Any]") -> float:
    """How often a supported claim scores above one that is not, equals counting half: what no threshold can change."""
    first, second = scores[positive], scores[~positive]
    if not len(first) or not len(second):
        return 0.5
    above = (first[:, None] > second[None, :]).mean() + 0.5 * (first[:, None] == second[None, :]).mean()
    return float(above)


def mean_balanced(matrices: Mapping[str, Sequence[Sequence[int]]]) -> Figure:
    """The mean balanced accuracy over sets, each resampled by itself."""
    values, spreads = [], []
    for name, told in matrices.items():
        matrix = np.asarray(told, dtype=np.int64)
        values.append(float(balanced(matrix)))
        spreads.append(balanced(metrics.resampled(matrix, seed=seed_of(name))))
    return metrics.interval(float(np.mean(values)), np.mean(spreads, axis=0))


def spans(rows: Sequence[Row], marked: Sequence[Sequence[Span]], absent: Sequence[Sequence[Span]], name: str) -> dict[str, Any]:
    """The character F1 of what was marked, of the whole claim, and of words the documents lack; with the differences."""
    ways = {"marked": marked, "whole": [[Span(0, len(row.claim))] for row in rows], "absent": absent}
    counts = {way: np.array([_counts(row, told) for row, told in zip(rows, found, strict=True)]) for way, found in ways.items()}
    random = np.random.default_rng(seed_of(name))
    drawn = [random.integers(0, len(rows), len(rows)) for _ in range(metrics.DRAWS)]
    spread = {way: np.array([_f1(one[at].sum(axis=0)) for at in drawn]) for way, one in counts.items()}
    told: dict[str, Any] = {"n": len(rows)}
    told |= {way: metrics.interval(_f1(one.sum(axis=0)), spread[way]) for way, one in counts.items()}
    for way in ("whole", "absent"):
        gap = _f1(counts["marked"].sum(axis=0)) - _f1(counts[way].sum(axis=0))
        told[f"over_{way}"] = metrics.difference(gap, spread["marked"] - spread[way])
    return told


def _counts(row: Row, spans: Sequence[Span]) -> tuple[int, int, int]:
    """Characters that are marked and not carried, that are marked, that are not carried."""
    gold, found = _characters(row.spans), _characters(spans)
    return len(gold & found), len(found), len(gold)


def _characters(spans: Sequence[Span]) -> set[int]:
    return {at for span in spans for at in range(span.start, span.end)}


def _f1(counts: "np.ndarray[Any, Any]") -> float:
    both, told, gold = (float(one) for one in counts)
    return 2 * both / (told + gold) if told + gold else 0.0
