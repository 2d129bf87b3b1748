"""Which claims of an article are searched for."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from math import log2
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.worked import works
from veracious.domain.article import BudgetClass, Deferred, Worth
from veracious.rules.dials import Dials
from veracious.rules.seeking import article_targets
from veracious.rules.seeking.article_targets import (
    ArticleTargetDials,
    Bounds,
    BudgetDials,
    ClaimWorth,
    EffortDials,
    ReferenceEffortDials,
)

DIALS = ArticleTargetDials()
EFFORT = EffortDials()


def one(
    number: int, worthiness: float, harm: float = 0.0, confidence: float = 1.0, prior: float | None = None, code: str = ""
) -> ClaimWorth:
    """A claim by its number; with this harm and confidence its value is half its worthiness."""
    return ClaimWorth(f"c{number}", Worth(worthiness, harm, confidence), (code,) if code else (), prior)


def some(*worthinesses: float) -> list[ClaimWorth]:
    return [one(number, worthiness) for number, worthiness in enumerate(worthinesses, 1)]


def choose(given: Sequence[ClaimWorth], anchor: str = "", budget: BudgetClass = BudgetClass.STANDARD) -> article_targets.Chosen:
    return article_targets.choose(given, anchor, budget, DIALS)


# Worked by hand.


@pytest.mark.parametrize(
    ("claim", "value"),
    [
        (one(1, 0.8), 0.4),  # 1 × 1 × 0.8 × (0.5 + 0.5 × 0) × (1 + 0.5 × 0)
        (one(1, 0.8, harm=1.0), 0.8),  # … × (0.5 + 0.5 × 1)
        (one(1, 0.8, harm=0.5, confidence=0.0), 0.9),  # 0.8 × 0.75 × 1.5
        (one(1, 0.8, harm=1.0, prior=0.25), 0.8 * (2 - 0.75 * log2(3))),  # H(1/4) = 2 − ¾ log2 3 = 0.811
        (one(1, 0.8, harm=1.0, prior=1.0), 0.0),  # nothing is open
        (one(1, 0.8, harm=1.0, prior=0.0), 0.0),
        (one(1, 0.0, harm=1.0), 0.0),  # nobody wants to know
    ],
)
@works("seeking.article_targets.expected")
def test_value_is_worthiness_times_harm_times_what_is_unknown(claim: ClaimWorth, value: float) -> None:
    assert article_targets.expected(claim, EFFORT) == pytest.approx(value)


def test_a_worthy_claim_that_can_do_no_harm_keeps_its_worth_but_in_the_reference() -> None:
    """0.9 × 0.5 = 0.45; the document multiplies by the harm itself: 0.9 × 0 = 0."""
    assert article_targets.expected(one(1, 0.9), EFFORT) == pytest.approx(0.45)
    assert article_targets.expected(one(1, 0.9), ReferenceEffortDials()) == 0.0
    assert Dials.reference().seeking.article_targets.effort.harmless == 0.0


@pytest.mark.parametrize(
    ("values", "added"),
    [
        ((), ()),
        ((1.0,), (0.85,)),
        ((1.0, 1.0, 1.0), (0.85, 0.7225, 0.614125)),
        ((0.4, 0.2), (0.34, 0.1445)),
    ],
)
@works("seeking.article_targets.gains")
def test_each_claim_adds_less_than_the_one_before(values: tuple[float, ...], added: tuple[float, ...]) -> None:
    assert article_targets.gains(values, EFFORT) == pytest.approx(added)


@pytest.mark.parametrize(
    ("added", "best"),
    [
        ((), 0),
        ((0.34, 0.1445, 0.07), 2),  # totals 0, 0.26, 0.3245, 0.3145
        ((0.07, 0.05), 0),  # totals 0, −0.01, −0.04
        ((0.34, 0.08), 2),  # 0.26 both times: of equals the larger number
    ],
)
@works("seeking.article_targets.optimal")
def test_as_many_as_pay_for_their_cost(added: tuple[float, ...], best: int) -> None:
    """A claim costs 0.08."""
    assert article_targets.optimal(added, EFFORT) == best


@pytest.mark.parametrize(
    ("added", "limits", "dials", "count"),
    [
        ((0.34, 0.1445, 0.07), Bounds(1, 3), EFFORT, 2),  # as many as pay
        ((0.34, 0.1445, 0.07), Bounds(3, 5), EFFORT, 3),  # the floor
        ((0.34, 0.1445, 0.07), Bounds(1, 1), EFFORT, 1),  # the ceiling
        ((0.34,), Bounds(3, 5), EFFORT, 1),  # there are no more
        ((0.34, 0.1445, 0.07), Bounds(1, 3), EffortDials(minimum=0.2), 1),  # the second pays, and is below the minimum
        ((), Bounds(2, 5), EFFORT, 0),
    ],
)
@works("seeking.article_targets.number")
def test_the_number_lies_between_floor_and_ceiling(added: tuple[float, ...], limits: Bounds, dials: EffortDials, count: int) -> None:
    assert article_targets.number(added, limits, dials) == count


@pytest.mark.parametrize(
    ("budget", "floor", "ceiling"), [(BudgetClass.MINIMAL, 1, 3), (BudgetClass.STANDARD, 2, 5), (BudgetClass.DEEP, 3, 30)]
)
@works("seeking.article_targets.bounds")
def test_the_classes_have_the_printed_bounds(budget: BudgetClass, floor: int, ceiling: int) -> None:
    assert article_targets.bounds(budget, BudgetDials()) == Bounds(floor, ceiling)


# A whole choice.


def test_the_worthiest_are_chosen_and_the_others_told_why_not() -> None:
    """Values 0.45, 0.3, 0.1, 0.05: gains 0.3825, 0.2168, 0.0614, 0.0261. The third costs more than it adds, the fourth adds too little."""
    chosen = choose(some(0.1, 0.9, 0.2, 0.6)).selection
    assert chosen.targets == ("c2", "c4")
    assert chosen.gains == pytest.approx((0.3825, 0.21675))
    assert chosen.optimal_k == 2
    assert chosen.deferred == (Deferred("c1", "below_minimum"), Deferred("c3", "below_cost"))
    assert not chosen.anchor_forced


def test_the_ceiling_is_told_as_such() -> None:
    """Seven claims of value 0.5 at decay 0.85 still add 0.16 each; five are chosen, the first of the text among equals."""
    chosen = choose(some(*[1.0] * 7)).selection
    assert (chosen.targets, chosen.optimal_k) == (("c1", "c2", "c3", "c4", "c5"), 7)
    assert chosen.deferred == (Deferred("c6", "ceiling"), Deferred("c7", "ceiling"))


def test_equals_are_taken_in_the_order_of_the_text_and_not_of_their_letters() -> None:
    given = [one(number, 1.0) for number in (10, 9, 2, 11, 1, 3)]
    assert choose(given).selection.targets == ("c1", "c2", "c3", "c9", "c10")


def test_what_cannot_be_verified_is_never_searched_for() -> None:
    """Not even where the floor would have it, nor as the anchor."""
    chosen = choose([one(1, 1.0, code="not_falsifiable"), one(2, 0.5)], anchor="c1").selection
    assert chosen.targets == ("c2",)
    assert chosen.deferred == (Deferred("c1", "unverifiable:not_falsifiable"),)
    assert not chosen.anchor_forced


def test_the_anchor_comes_besides_where_there_is_room() -> None:
    """Two pay for themselves, five may be searched for."""
    chosen = choose(some(0.1, 0.9, 0.6), anchor="c1")
    assert (chosen.selection.targets, chosen.selection.anchor_forced) == (("c2", "c3", "c1"), True)
    assert chosen.selection.gains == pytest.approx((0.3825, 0.21675, 0.05 * 0.85**3))
    assert chosen.events[-1].name == "target_selection.anchor_forced"
    assert dict(chosen.events[-1].fields) == {"anchor": "c1", "displaced": ""}


def test_the_anchor_takes_the_place_of_the_last_at_the_ceiling() -> None:
    chosen = choose(some(*[1.0] * 6, 0.1), anchor="c7")
    assert chosen.selection.targets == ("c1", "c2", "c3", "c4", "c7")
    assert Deferred("c5", "ceiling") in chosen.selection.deferred
    assert dict(chosen.events[-1].fields) == {"anchor": "c7", "displaced": "c5"}


def test_the_anchor_takes_the_place_of_one_that_was_there_for_the_floor_alone() -> None:
    """Nothing pays, two are searched for: the best and the anchor."""
    assert choose(some(0.1, 0.08, 0.06), anchor="c3").selection.targets == ("c1", "c3")


def test_an_anchor_that_is_chosen_anyway_is_not_forced() -> None:
    chosen = choose(some(0.9, 0.6), anchor="c1")
    assert not chosen.selection.anchor_forced
    assert [event.name for event in chosen.events] == ["target_selection.bayesian_budget", "target_selection.completed"]


def test_the_events_tell_how_it_was_worked_out() -> None:
    budget, completed = choose([*some(0.9, 0.6, 0.1), one(4, 1.0, code="empty_claim_text")]).events
    told = dict(budget.fields)
    assert (told["budget"], told["optimal_k"], told["floor"], told["ceiling"]) == ("standard", 2, 2, 5)
    assert (told["decay"], told["cost"], told["minimum"]) == (0.85, 0.08, 0.05)
    assert [name for name in told if name.startswith("gain.")] == ["gain.c1", "gain.c2", "gain.c3"]
    assert told["gain.c1"] == pytest.approx(0.3825)
    assert dict(completed.fields) == {"targets": "c1 c2", "deferred.c3": "below_minimum", "deferred.c4": "unverifiable:empty_claim_text"}


def test_no_claims_no_targets() -> None:
    assert choose([], anchor="c1").selection.targets == ()


# Simulated articles.


def article(random: Random, size: int) -> list[ClaimWorth]:
    """Claims as articles have them: most of little worth, a few of much, some not verifiable."""
    found = []
    for number in range(1, size + 1):
        worth = Worth(random.betavariate(1.2, 2.5), random.random() * random.choice((0, 1)), random.random())
        codes = ("unknown_time_anchor",) if random.random() < 0.15 else ()
        found.append(ClaimWorth(f"c{number}", worth, codes, random.choice((0.5, 0.5, random.random()))))
    return found


def net(taken: Sequence[ClaimWorth]) -> float:
    """What a set of claims is worth, in its best order, less what it costs."""
    values = sorted((article_targets.expected(one, EFFORT) for one in taken), reverse=True)
    return sum(article_targets.gains(values, EFFORT)) - EFFORT.cost * len(taken)


@pytest.mark.parametrize("has_anchor", [False, True])
def test_no_set_of_claims_is_worth_two_percent_more(has_anchor: bool) -> None:
    """200 articles of up to 12 claims, each compared with every set between floor and ceiling that has the anchor."""
    random = Random(20260101)
    for turn in range(200):
        given = article(random, random.randint(1, 12))
        budget = list(BudgetClass)[turn % 3]
        limits = article_targets.bounds(budget, DIALS.budget)
        able = [one for one in given if not one.codes]
        anchor = random.choice(given).id if has_anchor else ""
        chosen = choose(given, anchor, budget).selection
        needs = {anchor} & {one.id for one in able}
        floor, ceiling = min(limits.floor, len(able)), min(limits.ceiling, len(able))
        sets = (kept for size in range(floor, ceiling + 1) for kept in combinations(able, size))
        best = max(net(kept) for kept in sets if needs <= {one.id for one in kept})
        found = net([one for one in given if one.id in chosen.targets])
        assert found >= best - 0.02 * abs(best) - 1e-12
        assert floor <= len(chosen.targets) <= ceiling
        assert needs <= set(chosen.targets)


def test_a_long_article_costs_little_more_than_one_of_thirty_claims() -> None:
    """Outside calls go with the number of targets: at 100 claims at most 1.2 times those at 30."""
    random = Random(7)
    for _ in range(50):
        few, many = (len(choose(article(random, size), "c1").selection.targets) for size in (30, 100))
        assert many <= 1.2 * few


# Laws.

SHARES = st.floats(0, 1)
CODES = st.sampled_from(((), (), (), ("not_falsifiable",), ("empty_claim_text", "not_falsifiable")))
ONES = st.builds(lambda worth, harm, sure, codes, prior: (Worth(worth, harm, sure), codes, prior), SHARES, SHARES, SHARES, CODES, SHARES)
ARTICLES = st.lists(ONES, max_size=40).map(lambda rows: [ClaimWorth(f"c{place}", *row) for place, row in enumerate(rows, 1)])
BUDGETS = st.sampled_from(BudgetClass)


@given(ARTICLES, BUDGETS, st.integers(0, 45), st.randoms())
def test_the_order_in_which_claims_are_given_changes_nothing(
    given: list[ClaimWorth], budget: BudgetClass, anchor: int, random: Random
) -> None:
    turned = list(given)
    random.shuffle(turned)
    assert choose(turned, f"c{anchor}", budget) == choose(given, f"c{anchor}", budget)


@given(ARTICLES, BUDGETS, st.integers(0, 45))
def test_every_claim_is_a_target_or_has_a_reason(given: list[ClaimWorth], budget: BudgetClass, anchor: int) -> None:
    """Never both; never more than the ceiling, never fewer than the floor unless fewer can be verified; the anchor is among them."""
    chosen, limits = choose(given, f"c{anchor}", budget).selection, article_targets.bounds(budget, DIALS.budget)
    able = {one.id for one in given if not one.codes}
    assert sorted([*chosen.targets, *(one.claim for one in chosen.deferred)]) == sorted(one.id for one in given)
    assert set(chosen.targets) <= able
    assert min(limits.floor, len(able)) <= len(chosen.targets) <= limits.ceiling
    assert len(chosen.gains) == len(chosen.targets)
    assert f"c{anchor}" in chosen.targets or f"c{anchor}" not in able
    known = {"below_minimum", "below_cost", "ceiling"}
    assert all(one.code in known if one.claim in able else one.code.startswith("unverifiable:") for one in chosen.deferred)


@given(SHARES, SHARES, SHARES, SHARES, SHARES)
def test_more_harm_and_less_known_never_make_a_claim_less_worth(worth: float, harm: float, more: float, sure: float, less: float) -> None:
    plain = ClaimWorth("c1", Worth(worth, min(harm, more), max(sure, less)))
    graver = replace(plain, worth=Worth(worth, max(harm, more), min(sure, less)))
    assert 0 <= article_targets.expected(plain, EFFORT) <= article_targets.expected(graver, EFFORT)


@given(st.floats(0, 1), SHARES)
def test_a_claim_is_worth_most_where_it_is_most_open(prior: float, worth: float) -> None:
    """At even odds; and as much at 1 − p as at p."""
    value, other, even = (article_targets.expected(ClaimWorth("c1", Worth(worth, 0, 0), (), p), EFFORT) for p in (prior, 1 - prior, 0.5))
    assert value <= even + 1e-12
    assert value == pytest.approx(other, abs=1e-9)
