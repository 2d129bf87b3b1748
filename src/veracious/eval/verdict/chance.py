"""The probability of each verdict, fitted on scores: a multinomial logistic regression, and how good its numbers are.

Fitted by Newton's method with a small penalty on the weights, so that the outcome is one and replays. Every set counts alike, however many
claims it has.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from veracious.domain.verdict import Verdict
from veracious.eval import metrics
from veracious.eval.metrics import Floats, Ints
from veracious.eval.stance import seed_of
from veracious.eval.verdict.score import ORDER, SIDES, WANTED
from veracious.rules.judging.calibration import Table

PENALTY = 1.0  # on the square of each weight
STEPS = 100
NEAR = 1e-9  # the last step of the fit is smaller
FOLDS = 5
DIGITS = 6  # of what is shipped
LEAST = 1e-6  # probability that a log loss counts at least
DRAWS = 1000  # worlds in which the probabilities are right


@dataclass(frozen=True, slots=True)
class Rows:
    """The scores of claims and the right answers."""

    scores: Floats  # a row for each claim
    gold: Ints
    weights: Floats  # how much each claim counts


def rows(figures: Sequence[Mapping[str, float]], gold: Sequence[Verdict], names: Sequence[str]) -> Rows:
    """The named scores of claims; a claim without scores has zeros."""
    scores = np.array([[one.get(name, 0.0) for name in names] for one in figures], dtype=np.float64)
    return Rows(scores, np.array([ORDER.index(one) for one in gold]), np.ones(len(gold)))


def together(parts: Sequence[Rows]) -> Rows:
    """Several sets as one, each counting as much as the others."""
    size = sum(len(part.gold) for part in parts) / len(parts)
    weights = [part.weights * size / len(part.gold) for part in parts]
    return Rows(np.concatenate([one.scores for one in parts]), np.concatenate([one.gold for one in parts]), np.concatenate(weights))


def fit(rows: Rows, names: Sequence[str], name: str) -> Table:
    """The table that makes the right answers most probable."""
    scores, size = np.hstack([np.ones((len(rows.gold), 1)), rows.scores]), len(ORDER)
    wide = scores.shape[1]
    told = np.eye(size)[rows.gold]
    kept = np.zeros((size, wide))
    ridge = np.full((size, wide), PENALTY)
    ridge[:, 0] = PENALTY / size  # a share that no claim has stays finite
    for _ in range(STEPS):
        shares = softmax(scores @ kept.T)
        slope = ((shares - told) * rows.weights[:, None]).T @ scores + ridge * kept
        curve = _curvature(shares, scores, rows.weights) + np.diag(ridge.ravel())
        step = np.linalg.solve(curve, slope.ravel()).reshape(size, wide)
        kept -= step
        if np.abs(step).max() < NEAR:
            break
    rounded = np.round(kept, DIGITS)
    supported, refuted, mixed, unknown = map(float, rounded[:, 0])
    weights = tuple(tuple(map(float, row)) for row in rounded[:, 1:])
    return Table(name, tuple(names), (supported, refuted, mixed, unknown), weights)


def _curvature(shares: Floats, scores: Floats, weights: Floats) -> Floats:
    size, wide = shares.shape[1], scores.shape[1]
    found = np.zeros((size, wide, size, wide))
    for one in range(size):
        for other in range(size):
            part = weights * shares[:, one] * ((one == other) - shares[:, other])
            found[one, :, other, :] = scores.T @ (scores * part[:, None])
    return found.reshape(size * wide, size * wide)


def softmax(logits: Floats) -> Floats:
    """Shares that sum to 1."""
    powers = np.exp(logits - logits.max(axis=1, keepdims=True))
    return np.asarray(powers / powers.sum(axis=1, keepdims=True))


def shares(rows: Rows, table: Table) -> Floats:
    """The four probabilities of every claim."""
    return softmax(np.array(table.biases) + rows.scores @ np.array(table.weights).T)


def named(values: Floats) -> dict[str, float]:
    """Four probabilities by the names of their verdicts."""
    return {verdict.value: float(one) for verdict, one in zip(ORDER, values, strict=True)}


def crossed(rows: Rows, names: Sequence[str], seed: int) -> Floats:
    """The four probabilities of every claim, each by a table fitted on the other folds."""
    order = np.random.default_rng(seed).permutation(len(rows.gold))
    told = np.zeros((len(rows.gold), len(ORDER)))
    for part in np.array_split(order, FOLDS):
        others = np.setdiff1d(order, part)
        table = fit(Rows(rows.scores[others], rows.gold[others], rows.weights[others]), names, "crossed")
        told[part] = shares(Rows(rows.scores[part], rows.gold[part], rows.weights[part]), table)
    return told


def log_losses(values: Floats, gold: Ints) -> Floats:
    """Of each claim −ln of the probability of the right answer."""
    return np.asarray(-np.log(np.maximum(LEAST, values[np.arange(len(gold)), gold])))


def brier(values: Floats, gold: Ints) -> Floats:
    """Of each claim the squared distance from the right answer, over the four verdicts, in [0, 2]."""
    return np.asarray(((values - np.eye(len(ORDER))[gold]) ** 2).sum(axis=1))


def figures(values: Floats, gold: Ints, name: str) -> dict[str, Any]:
    """How good probabilities are: of all four verdicts, and of the side when a side is the answer."""
    chosen = values.argmax(axis=1)
    sure, right = values[np.arange(len(gold)), chosen], (chosen == gold).astype(np.float64)
    found = {
        "n": len(gold),
        "log_loss": metrics.mean(log_losses(values, gold), seed=seed_of(name)),
        "brier": metrics.mean(brier(values, gold), seed=seed_of(name)),
        "likeliest": _likeliest(chosen, gold, name),
        **_calibrated(sure, right, name),
    }
    sided = gold < len(SIDES)
    if sided.any():
        pair = values[sided][:, :2] / values[sided][:, :2].sum(axis=1, keepdims=True)
        taken = pair.argmax(axis=1)
        hit = (taken == gold[sided]).astype(np.float64)
        found["side"] = {"n": int(sided.sum()), **_calibrated(pair.max(axis=1), hit, name), **_covered(pair.max(axis=1), hit)}
    return found


def _likeliest(chosen: Ints, gold: Ints, name: str) -> dict[str, Any]:
    """How often the likeliest verdict is right, and its macro-F1 over the verdicts that the gold has."""
    matrix = metrics.confusion(list(gold), list(chosen), len(ORDER))
    drawn, kept = metrics.resampled(matrix, seed=seed_of(name)), metrics.present(matrix)
    return {
        "accuracy": metrics.interval(float(metrics.accuracy(matrix)), metrics.accuracy(drawn)),
        "macro_f1": metrics.interval(float(metrics.macro_f1(matrix, kept)), metrics.macro_f1(drawn, kept)),
        "confusion": matrix.tolist(),
    }


def _calibrated(sure: Floats, right: Floats, name: str) -> dict[str, Any]:
    return {
        "ece": metrics.calibration_interval(sure, right, seed=seed_of(name)),
        "ece_plain": metrics.plain_calibration_error(sure, right),
        "consistent": consistent(sure, right, seed_of(name)),
        "bins": [[part.n, part.confidence, part.accuracy] for part in metrics.bins(sure, right)],
        "mean_confidence": float(sure.mean()),
        "mean_right": float(right.mean()),
    }


def consistent(sure: Floats, right: Floats, seed: int) -> float:
    """How often chance alone would make the gap as large: the share of worlds in which every probability is right and the gap is larger.

    Below 0.05 the probabilities are not those of a calibrated answer; above it they cannot be told from one.
    """
    random = np.random.default_rng(seed)
    gap = metrics.plain_calibration_error(sure, right)
    drawn = [metrics.plain_calibration_error(sure, (random.random(len(sure)) < sure).astype(np.float64)) for _ in range(DRAWS)]
    return float(np.mean(np.array(drawn) >= gap))


def _covered(sure: Floats, right: Floats) -> dict[str, float]:
    """The largest share of claims, the surest first, of which 9 in 10 are right."""
    order = np.argsort(-sure, kind="stable")
    accuracy = np.cumsum(right[order]) / np.arange(1, len(order) + 1)
    kept = np.nonzero(accuracy >= WANTED)[0]
    return {"covered_at_90": float((kept[-1] + 1) / len(order)) if len(kept) else 0.0}
