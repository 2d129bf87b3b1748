"""Which claims of an article are searched for: the expected value of information of seed C decides where effort goes, never what is true.

1. A claim is worth the more, the more a reader would want it checked, the more harm it could do, and the less is known of it.
2. Claims are taken by falling worth; each is worth less than the one before. As many are taken as pay for their cost.
3. The class of the budget sets how many at least and at most. The claim that the article is about is always among them.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from math import log

from veracious.domain.article import ArticleEvent, BudgetClass, Deferred, Selection, Worth
from veracious.rules.seeking.acquisition import entropy


@dataclass(frozen=True, slots=True)
class EffortDials:
    """What a search for a claim of an article may bring, and what it costs."""

    value: float = 1.0  # what an uncertain claim is worth settling; 0.5–3; seed C, value_uncertainty, gives no number
    prior: float = 0.5  # how likely a claim is taken to hold of which nothing is known; 0.3–0.7; seed C: open as can be
    harmless: float = 0.5  # of its worth, what a claim keeps that can do no harm; 0–1; a guess: seed C multiplies by the harm itself
    obscure: float = 0.5  # how much more a claim is worth of which nothing is known; 0–1; a guess, seed C names the direction alone
    decay: float = 0.85  # what each claim is worth beside the one before; 0.5–1; seed C
    cost: float = 0.08  # of a claim; 0.02–0.3; a guess: seed C says the normalised cost of a search
    minimum: float = 0.05  # worth below which nothing is searched for; 0–0.3; seed C


@dataclass(frozen=True, slots=True)
class BudgetDials:
    """How many claims each class of budget searches for, at least and at most."""

    minimal_floor: int = 1  # claims at least; 1–3; seed C
    minimal_ceiling: int = 3  # claims at most; 1–5; seed C
    standard_floor: int = 2  # claims at least; 1–5; seed C
    standard_ceiling: int = 5  # claims at most; 3–10; seed C
    deep_floor: int = 3  # claims at least; 1–10; seed C
    deep_ceiling: int = 30  # claims at most; 10–100; seed C


@dataclass(frozen=True, slots=True)
class ArticleTargetDials:
    """The groups of choosing among the claims of an article."""

    effort: EffortDials = field(default_factory=EffortDials)
    budget: BudgetDials = field(default_factory=BudgetDials)


@dataclass(frozen=True, slots=True)
class ReferenceEffortDials(EffortDials):
    """The source document's own: a claim that can do no harm is worth nothing."""

    harmless: float = 0.0  # as above; 0–1; seed C


@dataclass(frozen=True, slots=True)
class ClaimWorth:
    """A claim, and what checking it is worth."""

    id: str
    worth: Worth
    codes: tuple[str, ...] = ()  # why it cannot be verified; none: it can
    prior: float | None = None  # how likely it is to hold, where something was known of it before


@dataclass(frozen=True, slots=True)
class Bounds:
    """How many claims are searched for, at least and at most."""

    floor: int
    ceiling: int


@dataclass(frozen=True, slots=True)
class Chosen:
    """What was chosen, and what is told of it."""

    selection: Selection
    events: tuple[ArticleEvent, ...]


def bounds(budget: BudgetClass, dials: BudgetDials) -> Bounds:
    """How many claims a class of budget searches for.

    Formula: Bounds of a class. From C (budget class constraints).

        minimal: minimal_floor to minimal_ceiling;  standard: standard_floor to standard_ceiling;  deep: deep_floor to deep_ceiling

    Dials: minimal_floor, minimal_ceiling, standard_floor, standard_ceiling, deep_floor, deep_ceiling of BudgetDials.
    """
    known = {
        BudgetClass.MINIMAL: Bounds(dials.minimal_floor, dials.minimal_ceiling),
        BudgetClass.STANDARD: Bounds(dials.standard_floor, dials.standard_ceiling),
        BudgetClass.DEEP: Bounds(dials.deep_floor, dials.deep_ceiling),
    }
    return known[budget]


def expected(one: ClaimWorth, dials: EffortDials) -> float:
    """What a search for a claim is expected to bring, at least 0.

    Formula: Expected value of a claim. From C (EVOI); harmless and obscure are ours.

        EVOI = value × entropy(prior) × worthiness × harm' × unknown
        harm'   = harmless + (1 − harmless) × harm
        unknown = 1 + obscure × (1 − confidence)
        entropy in bits: 1 at a prior of 0.5, 0 where it is settled; prior where nothing else is known

    Dials: value, prior, harmless, obscure of EffortDials.
    """
    prior = dials.prior if one.prior is None else one.prior
    unsettled = entropy(log(prior / (1 - prior))) if 0 < prior < 1 else 0.0
    harm = dials.harmless + (1 - dials.harmless) * one.worth.harm
    worthy = one.worth.worthiness * harm * (1 + dials.obscure * (1 - one.worth.confidence))
    return dials.value * unsettled * worthy


def gains(values: Sequence[float], dials: EffortDials) -> tuple[float, ...]:
    """What each claim adds, in the order given.

    Formula: Gain of the i-th claim. From C (EVOI).

        gain = EVOI × decay^i        i from 1

    Dials: decay of EffortDials.
    """
    return tuple(float(value * dials.decay**place) for place, value in enumerate(values, 1))


def optimal(added: Sequence[float], dials: EffortDials) -> int:
    """How many claims pay for themselves together; of equal totals the larger number.

    Formula: Best number of claims. From C (k*).

        k* = argmax over k of  Σ gain of the first k − cost × k        claims by falling EVOI

    Dials: cost of EffortDials.
    """
    totals = (0.0, *accumulate(gain - dials.cost for gain in added))
    return max(range(len(totals)), key=lambda k: (totals[k], k))


def number(added: Sequence[float], limits: Bounds, dials: EffortDials) -> int:
    """How many claims are searched for, before the anchor is seen to.

    Formula: Number of targets. From C (EVOI, budget class constraints).

        k* , without those whose gain is below minimum, but no less than the floor and no more than the ceiling
        no more than there are verifiable claims

    Dials: minimum of EffortDials.
    """
    return min(max(_paid(added, dials), limits.floor), limits.ceiling, len(added))


def _paid(added: Sequence[float], dials: EffortDials) -> int:
    """How many claims are worth it by themselves, without floor and ceiling."""
    return min(optimal(added, dials), sum(gain >= dials.minimum for gain in added))


def choose(claims: Sequence[ClaimWorth], anchor: str, budget: BudgetClass, dials: ArticleTargetDials) -> Chosen:
    """The claims that are searched for, by falling worth, and the others with the reason why not.

    The anchor takes the place of the last where there is no more room, or where that one was there for the floor alone. A claim that cannot
    be verified is never searched for, be it the anchor. The order in which the claims are given changes nothing.
    """
    verifiable = [one for one in claims if not one.codes]
    ranked = sorted(verifiable, key=lambda one: (-expected(one, dials.effort), _place(one.id)))
    limits, effort = bounds(budget, dials.budget), dials.effort
    added = gains([expected(one, effort) for one in ranked], effort)
    count = number(added, limits, effort)
    taken = [one.id for one in ranked[:count]]
    is_forced = anchor in {one.id for one in ranked} - set(taken)
    is_full = count >= limits.ceiling or count > _paid(added, effort)
    displaced = taken.pop() if is_forced and is_full and taken else ""
    taken += [anchor] if is_forced else []
    told = dict(zip((one.id for one in ranked), added, strict=True))
    codes = {one.id: f"unverifiable:{one.codes[0]}" for one in claims if one.codes}
    codes |= {name: _reason(gain, effort) for name, gain in told.items() if name not in taken}
    deferred = tuple(Deferred(name, codes[name]) for name in sorted(codes, key=_place))
    values = [expected(one, effort) for one in ranked if one.id in taken]
    selection = Selection(tuple(taken), deferred, optimal(added, effort), gains(values, effort), is_forced)
    events = [_budget(selection, budget, limits, told, effort), _completed(selection)]
    forced = ArticleEvent("target_selection.anchor_forced", (("anchor", anchor), ("displaced", displaced)))
    return Chosen(selection, (*events, *([forced] if is_forced else [])))


def _place(name: str) -> tuple[int, str]:
    """Where a claim stands in the text, by the number in its id."""
    digits = "".join(sign for sign in name if sign.isdecimal())
    return int(digits or 0), name


def _reason(gain: float, dials: EffortDials) -> str:
    """Why a claim that could be searched for is not."""
    if gain < dials.minimum:
        return "below_minimum"
    return "below_cost" if gain < dials.cost else "ceiling"


def _budget(selection: Selection, budget: BudgetClass, limits: Bounds, told: dict[str, float], dials: EffortDials) -> ArticleEvent:
    """How many claims pay for themselves, what each adds, and the numbers that it was worked out with."""
    numbers: tuple[tuple[str, str | int | float], ...] = (
        ("budget", str(budget)),
        ("optimal_k", selection.optimal_k),
        ("floor", limits.floor),
        ("ceiling", limits.ceiling),
        ("value", dials.value),
        ("prior", dials.prior),
        ("harmless", dials.harmless),
        ("obscure", dials.obscure),
        ("decay", dials.decay),
        ("cost", dials.cost),
        ("minimum", dials.minimum),
    )
    return ArticleEvent("target_selection.bayesian_budget", (*numbers, *((f"gain.{name}", gain) for name, gain in told.items())))


def _completed(selection: Selection) -> ArticleEvent:
    """What was chosen and what was not, with its reason."""
    named = (("targets", " ".join(selection.targets)), *((f"deferred.{one.claim}", one.code) for one in selection.deferred))
    return ArticleEvent("target_selection.completed", named)
