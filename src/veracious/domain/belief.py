"""Belief in a claim, where evidence adds up."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Belief:
    """The log-odds that a claim holds, and how certain we are of that number."""

    log_odds: float  # ln(p / (1 - p)); 0 is even
    confidence: float  # meta-certainty in [0, 1]; not a probability of the claim
