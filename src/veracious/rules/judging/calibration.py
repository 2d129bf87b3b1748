"""Scores into probabilities: a pure function of a table that was fitted elsewhere and is passed in.

share of a verdict = exp(bias + Σ weight × score) / the same over the four verdicts
"""

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp, fsum

from veracious.domain.belief import Belief
from veracious.domain.decision import Decision
from veracious.domain.errors import InputError
from veracious.domain.verdict import Probability, Verdict


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


def measured(decision: Decision) -> Mapping[str, float]:
    """What a probability is made of: how far the evidence goes either way, how much of the claim it covers, and how it agrees."""
    facts = decision.facts
    return {
        "lean": lean(decision.beliefs),
        "support": facts.support,
        "refutation": facts.refutation,
        "truth": decision.draft.truth,
        "coverage": facts.sufficiency.coverage,
        "agreement": facts.sufficiency.stanced_agreement,
        "trust": facts.sufficiency.trust_post,
    }


def lean(beliefs: Sequence[Belief]) -> float:
    """The belief in a claim of several parts: that in the worst of them when one speaks against it, else all together."""
    odds = [belief.log_odds for belief in beliefs]
    least = min(odds, default=0.0)
    return least if least < 0 else fsum(odds)


def tell(decision: Decision, table: Table) -> Probability | None:
    """The probability of each verdict, given what was decided; none where no side was taken, since that was not measured.

    How often documents say nothing of a claim is a matter of the documents, and no set it is fitted on has mixed claims.
    """
    if decision.draft.verdict not in (Verdict.SUPPORTED, Verdict.REFUTED):
        return None
    found = measured(decision)
    return apply([found[name] for name in table.scores], table)


def apply(scores: Sequence[float], table: Table) -> Probability:
    """The distribution over the four verdicts for these scores.

    Formula: Calibrated probability. From ours.

        P(verdict) = e^logit(verdict) / Σ e^logit,  logit(verdict) = bias + Σ weight × score, from a fitted table
    """
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
    """The value of the step that the score stands on.

    Formula: Calibration by steps. From ours.

        P = the value behind the last edge that is not above the score, from a fitted table
    """
    return steps.values[bisect_right(steps.edges, score)]
