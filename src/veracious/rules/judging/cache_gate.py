"""May a verdict rest on what the stores already had: the gate before a run ends without a search."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from veracious.domain.decision import Decision
from veracious.domain.verdict import Outcome, Verdict

_S, _R, _M = Verdict.SUPPORTED, Verdict.REFUTED, Verdict.MIXED


@dataclass(frozen=True, slots=True)
class RestDials:
    """How old evidence may be for a verdict to rest on it."""

    fresh_days: float = 1095.0  # age of the newest piece that takes a side; 90–3650; SPEC §3 asks for fresh evidence, a guess
    undated_days: float = 730.0  # what an undated piece counts as; 365–1460; SPEC §4: two half-lives


@dataclass(frozen=True, slots=True)
class CacheCase:
    """What the gate looks at."""

    decision: Decision
    ages: tuple[float | None, ...]  # in days, of the pieces that take a side; none where undated


def insufficient(case: CacheCase, dials: RestDials) -> bool:
    """The evidence does not suffice."""
    return not case.decision.facts.sufficiency.is_sufficient


def indecisive(case: CacheCase, dials: RestDials) -> bool:
    """Nothing was decided by the rule that decisive verdicts need."""
    return case.decision.draft.verdict not in (_S, _R, _M)


def stale(case: CacheCase, dials: RestDials) -> bool:
    """The newest piece that takes a side is old.

    Formula: Freshness of what a verdict rests on. From A §3 (cache precheck).

        stale if the age of the newest piece that takes a side > fresh_days; an undated one counts as undated_days old

    Dials: fresh_days, undated_days of RestDials.
    """
    ages = [dials.undated_days if age is None else age for age in case.ages]
    return min(ages, default=dials.fresh_days + 1) > dials.fresh_days


def unexplained_refutation(case: CacheCase, dials: RestDials) -> bool:
    """A part is refuted and the verdict does not say so."""
    return _R in case.decision.facts.parts and case.decision.draft.verdict not in (_R, _M)


Gate = Callable[[CacheCase, RestDials], bool]
GATES: tuple[Gate, ...] = (insufficient, indecisive, stale, unexplained_refutation)


def barred(decision: Decision, ages: Sequence[float | None], dials: RestDials) -> str:
    """The name of the first gate that is closed; empty when the verdict may rest.

    Formula: What bars a verdict from resting on the stores. From A §3 (cache precheck).

        the first of: insufficient; not_enough_evidence; stale; a part refuted while the claim is neither refuted nor mixed
    """
    case = CacheCase(decision, tuple(ages))
    return next((gate.__name__ for gate in GATES if gate(case, dials)), "")


def stands(verdict: Verdict, outcome: Outcome) -> Verdict | None:
    """The verdict a run may give on a claim or a part: that too little was found is no finding when a budget ended the search."""
    return None if outcome is Outcome.PARTIAL and verdict is Verdict.NOT_ENOUGH_EVIDENCE else verdict
