"""May a verdict rest on what the stores already had: the gate before a run ends without a search."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date

from veracious.domain.claim import Subclaim
from veracious.domain.decision import Decision
from veracious.domain.verdict import Outcome, Verdict
from veracious.rules.reading.lexicon import Lexicon
from veracious.rules.reading.tokens import scan

_S, _R, _M = Verdict.SUPPORTED, Verdict.REFUTED, Verdict.MIXED


@dataclass(frozen=True, slots=True)
class RestDials:
    """How old evidence may be for a verdict to rest on it."""

    fresh_days: float = 1095.0  # age of the newest piece that takes a side, of a claim bound to no day; 90–3650; SPEC §3, a guess
    by_claim: bool = True  # whether what is dated or speaks of the present asks for younger pieces; either; SPEC §3
    around_days: float = 3.0  # before the day a claim names, within which a report may speak of it; 0–30; SPEC §3, a guess
    current_days: float = 30.0  # as fresh_days, of a claim that speaks of the present or of days to come; 1–90; SPEC §3, a guess
    undated_days: float = 730.0  # what an undated piece counts as; 365–1460; SPEC §4: two half-lives


@dataclass(frozen=True, slots=True)
class PartAges:
    """What a verdict on a part rests on: how old each piece that speaks for it is, and how old the newest may be."""

    ages: tuple[float | None, ...]  # in days; none where undated
    days: float


@dataclass(frozen=True, slots=True)
class CacheCase:
    """What the gate looks at."""

    decision: Decision
    rests: tuple[PartAges, ...]  # of each part that is decided


def young_days(part: Subclaim, as_of: date, lexicon: Lexicon, dials: RestDials) -> float:
    """How old the newest piece may be for a verdict on a part to rest on it.

    Formula: How long evidence is fresh for a claim. From SPEC §3 (step 9); A §3 (cache precheck).

        of a part that names a day:        days from the first of it to the claim's date + around_days; the latest, if it names several;
                                           no more than fresh_days of what has been so "since" then
        of a part that speaks of today,    by a word ("still", "this year") or of days to come: current_days
        of any other part:                 fresh_days;  of all, unless by_claim

    Dials: fresh_days, by_claim, around_days, current_days of RestDials.
    """
    if not dials.by_claim:
        return dials.fresh_days
    tokens = [token for place, token in enumerate(scan(part.text)) if place == 0 or not token.is_capitalised]  # not USA Today
    named = [one.low for one in part.quantities if one.dimension == "date" and one.low is not None]
    if lexicon.current_terms.found_in(tokens) or any(day > as_of.toordinal() for day in named):
        return dials.current_days
    if not named:
        return dials.fresh_days
    days = as_of.toordinal() - max(named) + dials.around_days
    return min(days, dials.fresh_days) if any(token.low == "since" for token in tokens) else days


def insufficient(case: CacheCase, dials: RestDials) -> bool:
    """The evidence does not suffice."""
    return not case.decision.facts.sufficiency.is_sufficient


def indecisive(case: CacheCase, dials: RestDials) -> bool:
    """Nothing was decided by the rule that decisive verdicts need."""
    return case.decision.draft.verdict not in (_S, _R, _M)


def stale(case: CacheCase, dials: RestDials) -> bool:
    """The newest piece that a part rests on is old.

    Formula: Freshness of what a verdict rests on. From A §3 (cache precheck).

        stale if nothing is decided, or of a decided part the age of the newest piece on its side > what is fresh for that part
        an undated one counts as undated_days old

    Dials: undated_days of RestDials.
    """
    return not case.rests or any(_newest(one, dials) > one.days for one in case.rests)


def _newest(rest: PartAges, dials: RestDials) -> float:
    return min((dials.undated_days if age is None else age for age in rest.ages), default=rest.days + 1)


def unexplained_refutation(case: CacheCase, dials: RestDials) -> bool:
    """A part is refuted and the verdict does not say so."""
    return _R in case.decision.facts.parts and case.decision.draft.verdict not in (_R, _M)


Gate = Callable[[CacheCase, RestDials], bool]
GATES: tuple[Gate, ...] = (insufficient, indecisive, stale, unexplained_refutation)


def barred(decision: Decision, rests: Sequence[PartAges], dials: RestDials) -> str:
    """The name of the first gate that is closed; empty when the verdict may rest.

    Formula: What bars a verdict from resting on the stores. From A §3 (cache precheck).

        the first of: insufficient; not_enough_evidence; stale; a part refuted while the claim is neither refuted nor mixed
    """
    case = CacheCase(decision, tuple(rests))
    return next((gate.__name__ for gate in GATES if gate(case, dials)), "")


def stands(verdict: Verdict, outcome: Outcome) -> Verdict | None:
    """The verdict a run may give on a claim or a part: that too little was found is no finding when a budget ended the search."""
    return None if outcome is Outcome.PARTIAL and verdict is Verdict.NOT_ENOUGH_EVIDENCE else verdict
