"""Figures with their intervals: of answers, of probabilities, of ranks; and the paired difference of two runs.

Every figure is a function of numbers alone. Intervals are bootstrap intervals of 95 % from a seeded generator, so a report comes out the
same each time. Resampling rows of a confusion matrix is drawing its cells from a multinomial distribution, which is exact and quick.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

LABELS = ("supports", "refutes", "neutral")
DRAWS = 2000  # resamples of an interval: the ends move by about a tenth of its width from seed to seed
SEED = 20260101
BINS = 15  # of equal numbers of rows, for calibration; fewer where a bin would have less than `BIN_ROWS` rows
BIN_ROWS = 10
LEAST = 1e-12  # a probability is never taken to be less than this in a logarithm
CELLS = 2**20  # of an array of resamples; more are drawn in turns
TAIL = 2.5  # percent left out at each end


@dataclass(frozen=True, slots=True)
class Figure:
    """A value with its 95 % interval."""

    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Difference:
    """How much the second of two runs has more than the first on the same rows, with its 95 % interval and two-sided p."""

    value: float
    low: float
    high: float
    p: float

    @property
    def significant(self) -> bool:
        """Whether the interval leaves out 0."""
        return self.low > 0 or self.high < 0


@dataclass(frozen=True, slots=True)
class Bin:
    """Rows of like confidence: how many, how sure on average, and how often right."""

    n: int
    confidence: float
    accuracy: float


def confusion(gold: Sequence[int], numbers: Sequence[int], labels: int = len(LABELS)) -> Ints:
    """How often each gold label (row) was told as each label (column)."""
    cells = np.asarray(gold, dtype=np.int64) * labels + np.asarray(numbers, dtype=np.int64)
    return np.bincount(cells, minlength=labels * labels).reshape(labels, labels).astype(np.int64)


def present(matrix: Ints) -> NDArray[np.bool_]:
    """Which labels the gold has."""
    return np.asarray(matrix.sum(axis=-1) > 0)


def accuracy(matrix: NDArray[np.generic]) -> Floats:
    """The share of answers that are right; of each matrix when there are many."""
    counts = matrix.astype(np.float64)
    return np.asarray(np.trace(counts, axis1=-2, axis2=-1) / counts.sum(axis=(-2, -1)))


def f1(matrix: NDArray[np.generic]) -> Floats:
    """The F1 of each label, 2 × right / (wanted + told); 0 for a label that is neither wanted nor told."""
    counts = matrix.astype(np.float64)
    right = np.diagonal(counts, axis1=-2, axis2=-1)
    both = counts.sum(axis=-1) + counts.sum(axis=-2)
    return np.asarray(2 * right / np.where(both > 0, both, 1.0))


def macro_f1(matrix: NDArray[np.generic], kept: NDArray[np.bool_] | None = None) -> Floats:
    """The mean F1 of the kept labels, or of all."""
    scores = f1(matrix)
    return np.asarray(scores.mean(axis=-1) if kept is None else scores[..., kept].mean(axis=-1))


def resampled(matrix: Ints, draws: int = DRAWS, seed: int = SEED) -> Ints:
    """Confusion matrices of as many resamples of the rows."""
    cells = matrix.reshape(-1)
    total = int(cells.sum())
    drawn = np.random.default_rng(seed).multinomial(total, cells / total, size=draws)
    return np.asarray(drawn.reshape(draws, *matrix.shape), dtype=np.int64)


def interval(value: float, draws: Floats) -> Figure:
    """A value with the percentiles of its resamples."""
    low, high = np.percentile(draws, (TAIL, 100 - TAIL))
    return Figure(float(value), float(low), float(high))


def mean(values: Sequence[float] | Floats, draws: int = DRAWS, seed: int = SEED) -> Figure:
    """The mean of a value per row."""
    found = np.asarray(values, dtype=np.float64)
    return interval(float(found.mean()), means(found, draws, seed))


def means(values: Floats, draws: int = DRAWS, seed: int = SEED) -> Floats:
    """The means of resamples of the rows."""
    random, size = np.random.default_rng(seed), len(values)
    at_once = max(1, CELLS // size)
    parts = [values[random.integers(0, size, (min(at_once, draws - at), size))].mean(axis=1) for at in range(0, draws, at_once)]
    return np.concatenate(parts)


def brier(probabilities: Floats, gold: Sequence[int]) -> Floats:
    """For each row the squared distance between the probabilities and the truth, from 0 to 2."""
    truth = np.eye(probabilities.shape[1])[np.asarray(gold)]
    return np.asarray(((probabilities - truth) ** 2).sum(axis=1))


def log_loss(probabilities: Floats, gold: Sequence[int]) -> Floats:
    """For each row the negative natural logarithm of the probability of the truth."""
    chosen = probabilities[np.arange(len(gold)), np.asarray(gold)]
    return np.asarray(-np.log(np.maximum(chosen, LEAST)))


def bins(confidence: Floats, right: Floats, most: int = BINS) -> tuple[Bin, ...]:
    """The rows by rising confidence in bins of equal numbers."""
    sizes, sure, true = _binned(confidence, right, most)
    return tuple(Bin(int(n), float(a), float(b)) for n, a, b in zip(sizes, sure, true, strict=True))


def _binned(confidence: Floats, right: Floats, most: int) -> tuple[Floats, Floats, Floats]:
    """Of each bin the number of rows, the mean confidence and the share that is right."""
    order, count = np.argsort(confidence, kind="stable"), max(1, min(most, len(confidence) // BIN_ROWS))
    edges = np.array([len(part) for part in np.array_split(order, count)])
    starts = np.concatenate(([0], np.cumsum(edges)[:-1]))
    sums = [np.add.reduceat(values[order], starts) for values in (confidence, right)]
    return edges.astype(np.float64), sums[0] / edges, sums[1] / edges


def calibration_error(confidence: Floats, right: Floats, most: int = BINS) -> float:
    """The root of the debiased mean squared gap between confidence and accuracy of the told label; 0 when chance alone explains the gap."""
    return sqrt(max(0.0, _squared_gap(confidence, right, most)))


def calibration_interval(confidence: Floats, right: Floats, draws: int = DRAWS // 4, seed: int = SEED) -> Figure:
    """The calibration error with its interval.

    To a resample the rows themselves are the truth, and their gap is the plain one, not the debiased. So the interval is the pivotal one:
    the debiased squared gap less what the resamples have more or less than the plain squared gap, cut at 0 before the root.
    """
    value, size = _squared_gap(confidence, right, BINS), len(confidence)
    plain = _squared_gap(confidence, right, BINS, debiased=False)
    random = np.random.default_rng(seed)
    chosen = (random.integers(0, size, size) for _ in range(draws))
    drawn = [_squared_gap(confidence[rows], right[rows], BINS) - plain for rows in chosen]
    low, high = np.percentile(drawn, (TAIL, 100 - TAIL))
    root, least, greatest = (sqrt(max(0.0, float(part))) for part in (value, value - high, value - low))
    return Figure(root, min(least, root), max(greatest, root))


def plain_calibration_error(confidence: Floats, right: Floats, most: int = BINS) -> float:
    """The usual expected calibration error, mean |confidence − accuracy| over the same bins: biased upwards on few rows."""
    return sum(part.n * abs(part.confidence - part.accuracy) for part in bins(confidence, right, most)) / len(confidence)


def _squared_gap(confidence: Floats, right: Floats, most: int, debiased: bool = True) -> float:
    """Over the bins the mean of (confidence − accuracy)² − accuracy × (1 − accuracy) / (n − 1): Kumar, Liang and Ma 2019."""
    sizes, sure, true = _binned(confidence, right, most)
    chance = true * (1 - true) / np.maximum(1, sizes - 1) if debiased else 0.0
    return float((sizes * ((sure - true) ** 2 - chance)).sum() / sizes.sum())


def difference(value: float, draws: Floats) -> Difference:
    """A difference with the percentiles of its resamples, and twice the share of resamples on the other side of 0."""
    low, high = np.percentile(draws, (TAIL, 100 - TAIL))
    other = min(float(np.mean(draws <= 0)), float(np.mean(draws >= 0)))
    return Difference(float(value), float(low), float(high), min(1.0, max(2 * other, 1 / len(draws))))


@dataclass(frozen=True, slots=True)
class PairedAnswers:
    """The answers of two runs on the same rows, as counts of (gold, first, second) and of resamples of it."""

    counts: Ints
    drawn: Ints

    @staticmethod
    def of(gold: Sequence[int], first: Sequence[int], second: Sequence[int], seed: int = SEED, size: int = len(LABELS)) -> "PairedAnswers":
        """Count the rows, of so many labels, and resample them."""
        cells = (np.asarray(gold) * size + np.asarray(first)) * size + np.asarray(second)
        counts = np.bincount(cells, minlength=size**3).reshape(size, size, size).astype(np.int64)
        return PairedAnswers(counts, resampled(counts, seed=seed))

    def accuracy(self) -> Difference:
        """The second's accuracy less the first's."""
        value = accuracy(self.counts.sum(axis=1)) - accuracy(self.counts.sum(axis=2))
        return difference(float(value), accuracy(self.drawn.sum(axis=2)) - accuracy(self.drawn.sum(axis=3)))

    def macro_f1(self) -> Difference:
        """The second's macro-F1 less the first's, over the labels the gold has."""
        kept = present(self.counts.sum(axis=2))
        value = macro_f1(self.counts.sum(axis=1), kept) - macro_f1(self.counts.sum(axis=2), kept)
        return difference(float(value), self.drawn_macro_f1())

    def drawn_macro_f1(self) -> Floats:
        """The differences of macro-F1 in the resamples."""
        kept = present(self.counts.sum(axis=2))
        return np.asarray(macro_f1(self.drawn.sum(axis=2), kept) - macro_f1(self.drawn.sum(axis=3), kept))


def paired_mean(first: Sequence[float] | Floats, second: Sequence[float] | Floats) -> Difference:
    """The mean of the second less that of the first, row by row."""
    gaps = np.asarray(second, dtype=np.float64) - np.asarray(first, dtype=np.float64)
    return difference(float(gaps.mean()), means(gaps))


def recall(ranks: Sequence[int | None], k: int) -> float:
    """The share of the gold, given by its ranks from 1 (none: not found), that is among the first k."""
    return sum(rank is not None and rank <= k for rank in ranks) / len(ranks)


def ndcg(ranks: Sequence[int | None], k: int = 10) -> float:
    """The normalised discounted cumulative gain of the first k, each gold counting 1: Σ 1/log2(1 + rank), over that of the best order."""
    gained = sum(1 / float(np.log2(1 + rank)) for rank in ranks if rank is not None and rank <= k)
    return gained / sum(1 / float(np.log2(1 + place)) for place in range(1, min(k, len(ranks)) + 1))
