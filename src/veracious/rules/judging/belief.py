"""Belief in log-odds: each independent origin adds its impact; consensus caps what one claim can reach.

impact = relevance × largest × sigmoid(steepness × (strength − midpoint))
belief = prior + what speaks for it − what speaks against it
a side  = its strongest impact + others × the sum of the rest

That evidence adds up in log-odds is I. J. Good's (*Probability and the Weighing of Evidence*, 1950). What one piece adds does not follow
from it: `impact` is a choice of engineering.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import exp, fsum, log

from veracious.domain.belief import Belief
from veracious.domain.trust import Weighed
from veracious.rules.weighing.evidence_trust import per_origin


@dataclass(frozen=True, slots=True)
class BeliefDials:
    """How much one origin can move a belief."""

    steepness: float = 10.0  # of the sigmoid over strength; 5–20; seed C
    midpoint: float = 0.5  # strength at which half the impact is reached; 0.3–0.7; seed C
    largest: float = 2.0  # log-odds that one origin adds at most; 0.5–4; seed C
    prior_log_odds: float = 0.0  # where a claim starts; fixed; SPEC §10: neutral
    certainty_origins: float = 3.0  # origins at which meta-certainty reaches one half; 1–6; a guess
    others: float = 0.1  # share of their impact that a side's origins beside its strongest add; 0–1; evals/study
    consensus_sources: int = 2  # sources from which a consensus caps the belief; 2–5; seed C


@dataclass(frozen=True, slots=True)
class ReferenceBeliefDials(BeliefDials):
    """The same as first written: every origin adds all of its impact."""

    others: float = 1.0  # as above; 0–1; seed C


def impact(relevance: float, strength: float, dials: BeliefDials) -> float:
    """Log-odds that one piece adds, in [0, largest].

    A sigmoid dampens weak evidence. That is a choice of engineering, neither Bayes' rule nor shown to be the best one. Seed C set its three
    numbers by hand until noise moved a belief little enough; it calls that bound SC-002 and does not print it, so nothing here tests it.

    Formula: Impact. From C (sigmoid impact).

        impact = relevance × largest × sigmoid(steepness × (strength − midpoint)),  sigmoid(x) = 1 / (1 + e^−x)

    Dials: largest, steepness, midpoint of BeliefDials.
    """
    return relevance * dials.largest / (1 + exp(-dials.steepness * (strength - dials.midpoint)))


def update(weighed: Sequence[Weighed], subclaim: int, dials: BeliefDials) -> Belief:
    """The belief in one subclaim: per origin its strongest impact each way, supports up and refutations down.

    Formula: Belief. From C (log-odds, belief state).

        of each origin up = max supports × impact and down = max refutes × impact
        log-odds = prior_log_odds + (max up + others × Σ of the other up) − (max down + others × Σ of the other down)
        confidence = origins / (origins + certainty_origins)

    Dials: prior_log_odds, others, certainty_origins of BeliefDials.
    """
    up: dict[str, float] = {}
    down: dict[str, float] = {}
    for piece in per_origin(weighed):
        if piece.subclaim == subclaim:
            up[piece.origin] = max(up.get(piece.origin, 0.0), piece.stance.supports * impact(piece.relevance, piece.trust, dials))
            down[piece.origin] = max(down.get(piece.origin, 0.0), piece.stance.refutes * impact(piece.relevance, piece.trust, dials))
    moved = _together(up.values(), dials) - _together(down.values(), dials)
    return Belief(dials.prior_log_odds + moved, len(up) / (len(up) + dials.certainty_origins))


def _together(impacts: Iterable[float], dials: BeliefDials) -> float:
    """What one side adds: its strongest voice whole, of the others a share."""
    first, *rest = sorted(impacts, reverse=True) or [0.0]
    return first + dials.others * fsum(rest)


def capped(belief: Belief, limit: float, sources: int, dials: BeliefDials) -> Belief:
    """No more than the consensus allows, once enough sources make one; a safeguard, not inference, and one-sided by nature.

    Formula: Consensus cap. From C (consensus cap).

        log-odds' = min(log-odds, limit)               where sources ≥ consensus_sources

    Dials: consensus_sources of BeliefDials.
    """
    if sources < dials.consensus_sources:
        return belief
    return Belief(min(belief.log_odds, limit), belief.confidence)


def probability(log_odds: float) -> float:
    """The share that these odds are; not calibrated.

    Formula: Share of log-odds. From C (log-odds).

        p = 1 / (1 + e^−log-odds)
    """
    return 1 / (1 + exp(-log_odds)) if log_odds >= 0 else exp(log_odds) / (1 + exp(log_odds))


def log_odds(share: float) -> float:
    """ln(p / (1 − p)) of a share strictly between 0 and 1.

    Formula: Log-odds of a share. From C (log-odds).

        log-odds = ln(p / (1 − p))
    """
    return log(share / (1 - share))
