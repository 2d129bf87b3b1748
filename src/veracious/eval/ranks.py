"""How well numbers put what is wanted first, and how well a cut through them tells it."""

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


def average_precision(scores: Floats, gold: Ints) -> float:
    """The mean, over what is wanted, of the share that is wanted down to its place; of equal scores the first row stands first."""
    places = np.flatnonzero(np.asarray(gold)[np.argsort(-np.asarray(scores), kind="stable")])
    return float(((np.arange(len(places)) + 1) / (places + 1)).mean()) if len(places) else 0.0


def auc(scores: Floats, gold: Ints) -> float:
    """How often something wanted has a higher score than something unwanted, equals counting half; 0.5 where there is but one kind."""
    _, where, counts = np.unique(scores, return_inverse=True, return_counts=True)
    ranks = (np.cumsum(counts) - (counts - 1) / 2)[where]
    wanted = int(np.sum(gold))
    unwanted = len(gold) - wanted
    if not wanted or not unwanted:
        return 0.5
    return float((ranks[np.asarray(gold) == 1].sum() - wanted * (wanted + 1) / 2) / (wanted * unwanted))


def f1(told: NDArray[np.bool_], gold: Ints) -> float:
    """2 × right / (wanted + told); 0 where nothing is wanted or told."""
    both = int(np.sum(told)) + int(np.sum(gold))
    return float(2 * np.sum(np.asarray(told) & (np.asarray(gold) == 1)) / both) if both else 0.0
