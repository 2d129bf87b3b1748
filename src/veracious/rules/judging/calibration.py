"""Scores into probabilities: a pure function of a table that was fitted elsewhere and is passed in."""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, fsum

from veracious.domain.errors import InputError
from veracious.domain.verdict import Probability


@dataclass(frozen=True, slots=True)
class Table:
    """A fitted calibration: for each verdict a bias and a weight per score, as a multinomial logistic regression."""

    name: str
    scores: tuple[str, ...]  # what the weights belong to, in order
    biases: tuple[float, float, float, float]  # supported, refuted, mixed, not enough evidence
    weights: tuple[tuple[float, ...], ...]  # one row per verdict


@dataclass(frozen=True, slots=True)
class Steps:
    """A monotone step function fitted by isotonic regression: the probability from each edge on."""

    edges: tuple[float, ...]  # ascending
    values: tuple[float, ...]  # one more than edges


def apply(scores: Sequence[float], table: Table) -> Probability:
    """The distribution over the four verdicts for these scores."""
    if len(scores) != len(table.scores):
        raise InputError(f"{table.name} takes {len(table.scores)} scores, not {len(scores)}")
    logits = [
        bias + fsum(weight * score for weight, score in zip(row, scores, strict=True))
        for bias, row in zip(table.biases, table.weights, strict=True)
    ]
    largest = max(logits)
    powers = [exp(logit - largest) for logit in logits]
    total = fsum(powers)
    supported, refuted, mixed, unknown = (power / total for power in powers)
    return Probability(supported, refuted, mixed, unknown)


def step(score: float, steps: Steps) -> float:
    """The value of the step that the score stands on."""
    return steps.values[bisect_right(steps.edges, score)]
