"""Belief passed on along the graph of an article's claims: one pass, sources before targets, a bounded sum of log-odds.

What is computed: each claim's own log-odds, moved by what the claims before it reached. What is not: a posterior. In exact inference over
the same graph

1. a message saturates: through an edge of weight w it is 2 × artanh(w × tanh(log-odds / 2)), which w × log-odds touches at 0 and exceeds
   everywhere else; the two bounds below stand in for that;
2. evidence also flows back from a target to its sources; here it does not;
3. two ways from one claim to another are one piece of evidence; here they add up.

The seed calls one pass exact on graphs without circles, after J. Pearl (*Probabilistic Reasoning in Intelligent Systems*, 1988). It is,
on trees, for messages that are exact. Ours are neither; how far off they are is measured against inference by enumeration in
`tests/rules/judging/test_propagation.py`.

Propagation changes belief. It never changes a verdict: that is decided for each claim by its own evidence, before this.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from math import fsum

from veracious.domain.article import ClaimGraph, Edge, Relation
from veracious.domain.belief import Belief


@dataclass(frozen=True, slots=True)
class PropagationDials:
    """How far claims may move each other."""

    linear: bool = False  # whether every relation passes on all that its source has, with its sign; either; seed C: true
    moved_at_most: float = 2.0  # log-odds that all messages together may move a claim by; 0.5–4; as what one origin adds at most
    reached_at_most: float = 6.0  # log-odds that messages may bring a claim to, unless it has more by itself; 2–10; a guess: 0.9975


@dataclass(frozen=True, slots=True)
class ReferencePropagationDials(PropagationDials):
    """The same as first written: linear, without bounds."""

    linear: bool = True  # as above; either; seed C
    moved_at_most: float = 1e9  # as above; 0.5 and more; seed C has no bound
    reached_at_most: float = 1e9  # as above; 2 and more; seed C has no bound


NEUTRAL = Belief(0.0, 0.0)


def propagate(graph: ClaimGraph, local: Mapping[str, Belief], dials: PropagationDials) -> dict[str, Belief]:
    """The belief in each claim with what bears on it; one of which nothing is known starts even. Certainty stays what it was.

    Formula: Propagated belief. From C (claim graph propagation); the bounds are ours.

        in an order in which sources stand before targets
        moved = Σ messages, within ±moved_at_most
        propagated = local + moved, within ±max(reached_at_most, |local|)

    Dials: moved_at_most, reached_at_most of PropagationDials.
    """
    reached = {claim: local.get(claim, NEUTRAL) for claim in graph.claims}
    arriving: dict[str, list[Edge]] = {}
    for edge in graph.edges:
        arriving.setdefault(edge.target, []).append(edge)
    for claim in order(graph):
        own = reached[claim]
        moved = _within(fsum(message(edge, reached[edge.source].log_odds, dials) for edge in arriving.get(claim, ())), dials.moved_at_most)
        most = max(dials.reached_at_most, abs(own.log_odds))  # what a claim has by itself it keeps
        reached[claim] = Belief(_within(own.log_odds + moved, most), own.confidence)
    return reached


def message(edge: Edge, source: float, dials: PropagationDials) -> float:
    """The log-odds that a source of these log-odds sends along an edge.

    Formula: Message along an edge. From C (claim graph propagation); that it is one-sided is ours.

        SUPPORTS       weight × max(0, source)       a doubtful claim lends nothing, and that speaks not against what it was said for
        CONTRADICTS    −weight × max(0, source)      a doubtful claim does not make true what it contradicts
        DEPENDS        weight × min(0, source)       what rests on a doubtful claim is doubtful; that the ground holds does not raise it
        weight × source × sign                       of each where linear; sign = −1 of CONTRADICTS, else 1

    Dials: linear of PropagationDials.
    """
    sign = -1 if edge.relation is Relation.CONTRADICTS else 1
    if dials.linear:
        return edge.weight * source * sign
    passed = min(0.0, source) if edge.relation is Relation.DEPENDS else max(0.0, source)
    return edge.weight * passed * sign


def order(graph: ClaimGraph) -> tuple[str, ...]:
    """The claims, sources before targets; a graph with a circle is refused."""
    open_sources = dict.fromkeys(graph.claims, 0)
    leaving: dict[str, list[str]] = {}
    for edge in graph.edges:
        open_sources[edge.target] += 1
        leaving.setdefault(edge.source, []).append(edge.target)
    ordered = [claim for claim in graph.claims if not open_sources[claim]]
    for claim in ordered:  # grows while it is read
        for target in leaving.get(claim, ()):
            open_sources[target] -= 1
            if not open_sources[target]:
                ordered.append(target)
    if len(ordered) < len(graph.claims):
        raise ValueError("the claims of a graph bear on each other in a circle")
    return tuple(ordered)


def _within(value: float, most: float) -> float:
    return max(-most, min(most, value))
