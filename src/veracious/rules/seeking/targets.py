"""Which query is searched next: the one for what is most open, by the expected value of information of seed C, not by its place in a list.

A part of a claim is open by the entropy of its belief; a part that was decided is open no more than a little. A query for all of the claim
is worth what its parts are worth on average; each search for the same part makes the next one worth less.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from veracious.domain.decision import Decision
from veracious.domain.verdict import Verdict
from veracious.rules.seeking.acquisition import entropy
from veracious.rules.seeking.queries import Aimed, plain


@dataclass(frozen=True, slots=True)
class TargetDials:
    """What makes a part of a claim worth a search."""

    decided: float = 0.1  # of its openness, what a part keeps that was decided; 0–0.5; a guess
    decay: float = 0.85  # what a search is worth beside the one before for the same part; 0.5–1; seed C
    least: float = 0.05  # worth below which no search is made; 0–0.5; seed C, the minimum of EVOI


def openness(decision: Decision, dials: TargetDials) -> tuple[float, ...]:
    """How open each part is, in [0, 1].

    Formula: How open a part is. From C (EVOI: entropy of the prior).

        open = −p × log2 p − (1 − p) × log2 (1 − p)        p = 1 / (1 + e^−belief)
        times decided, once the part is supported or refuted

    Dials: decided of TargetDials.
    """
    settled = [part in (Verdict.SUPPORTED, Verdict.REFUTED) for part in decision.facts.parts]
    found = [entropy(belief.log_odds) for belief in decision.beliefs]
    return tuple(value * (dials.decided if known else 1.0) for value, known in zip(found, settled, strict=True))


def worth(target: Aimed, executed: Sequence[Aimed], parts: Sequence[float], dials: TargetDials) -> float:
    """What a search may settle, in [0, 1], where the parts are so open.

    Formula: Worth of a search. From C (EVOI), SPEC §8.

        worth = open × decay^(searches made for the same part or for all of the claim)
        open is that of the part; for a query of all of the claim, the mean of its parts
        the query of greatest worth is next; of equals the first in the list

    Dials: decay of TargetDials.
    """
    before = sum(done.part in (None, target.part) for done in executed)
    value = sum(parts) / max(1, len(parts)) if target.part is None else parts[target.part]
    return float(value * dials.decay**before)


def is_worth_it(worth: float, dials: TargetDials) -> bool:
    """Whether a search of this worth is made.

    Formula: Whether a search is made. From C (minimum of EVOI).

        its worth is at least least

    Dials: least of TargetDials.
    """
    return worth >= dials.least


def next_one(
    targets: Sequence[Aimed], executed: Sequence[Aimed], parts: Sequence[float], dials: TargetDials, by_value: bool = True
) -> Aimed | None:
    """The next query, none when all were made: a query is never repeated unchanged. Of equals the first in the list."""
    done = {plain(one.query.text) for one in executed}
    left = [one for one in targets if plain(one.query.text) not in done]
    if not left or not by_value:
        return left[0] if left else None
    return max(enumerate(left), key=lambda one: (worth(one[1], executed, parts, dials), -one[0]))[1]
