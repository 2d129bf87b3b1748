"""Budgets and admission."""

from dataclasses import astuple, fields
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from veracious.domain.budget import ENDLESS, Account, Amount, Ask, Demand, Limits, Role, Tariff
from veracious.domain.errors import InputError
from veracious.rules import spend
from veracious.rules.spend import ForecastDials, SpendDials

NONE_KEPT = SpendDials(reserved_verdict_calls=0)


def ask(name: str, role: Role = Role.STANCE, **worst: int) -> Ask:
    return Ask(id=name, role=role, worst=Amount(**{"calls": 1, **worst}))


def within(amount: Amount, cap: Amount) -> bool:
    return all(a <= c for a, c in zip(amount.parts(), cap.parts(), strict=True))


def test_a_call_is_admitted_on_its_worst_case() -> None:
    """Cap 1,000 micros: a call that may cost 600 fits, a second one does not (600 + 600 > 1,000) until the first is settled at 300."""
    account = spend.open_account(Amount(calls=10, money_micros=1000))
    first = spend.admit(account, ask("a", money_micros=600), NONE_KEPT)
    assert first.refused is None
    second = spend.admit(first.account, ask("b", money_micros=600), NONE_KEPT)
    assert second.refused is not None
    assert second.refused.lacking == "money_micros"
    settled = spend.settle(second.account, "a", Amount(calls=1, money_micros=300))
    assert spend.admit(settled, ask("c", money_micros=600), NONE_KEPT).refused is None


def test_the_mark_names_the_call_and_what_it_lacked() -> None:
    admission = spend.admit(spend.open_account(Amount(calls=5, pages=1)), ask("fetch 7", Role.FETCH, pages=2), NONE_KEPT)
    assert [(mark.ask, mark.role, mark.lacking) for mark in admission.account.degraded] == [("fetch 7", Role.FETCH, "pages")]


def test_slots_are_kept_for_the_verdict() -> None:
    """Four calls, two kept for the verdict: others get two, and judges the two that are left."""
    account = spend.open_account(Amount(calls=4))
    dials = SpendDials(reserved_verdict_calls=2)
    order = [
        ("q1", Role.QUERY),
        ("q2", Role.QUERY),
        ("q3", Role.QUERY),
        ("j1", Role.STANCE),
        ("q4", Role.QUERY),
        ("j2", Role.SECOND),
        ("j3", Role.STANCE),
    ]
    admitted = []
    for name, role in order:
        admission = spend.admit(account, ask(name, role), dials)
        account = admission.account
        if admission.refused is None:
            admitted.append(name)
            account = spend.settle(account, name, Amount(calls=1))
    assert admitted == ["q1", "q2", "j1", "j2"]
    assert [mark.ask for mark in account.degraded] == ["q3", "q4", "j3"]


def test_a_call_above_its_worst_case_is_charged_in_full_and_named() -> None:
    account = spend.admit(spend.open_account(Amount(calls=1, tokens=100)), ask("a", tokens=50), NONE_KEPT).account
    settled = spend.settle(account, "a", Amount(calls=1, tokens=70))
    assert settled.spent.tokens == 70
    assert settled.overruns == ("a",)


def test_no_call_is_made_twice_at_once_or_settled_unasked() -> None:
    account = spend.admit(spend.open_account(Amount(calls=5)), ask("a"), NONE_KEPT).account
    with pytest.raises(InputError, match="already under way"):
        spend.admit(account, ask("a"), NONE_KEPT)
    with pytest.raises(InputError, match="no call"):
        spend.settle(account, "b", Amount())


def test_an_amount_is_never_negative() -> None:
    with pytest.raises(ValueError, match="never negative"):
        Amount(tokens=-1)


def test_admission_never_exceeds_a_budget_in_10000_random_sequences() -> None:
    """Whatever is asked and settled in whatever order, spent plus promised stays within the cap in every resource."""
    random = Random(20260115)
    names = [field.name for field in fields(Amount)]
    for _ in range(10_000):
        account = spend.open_account(Amount(**{name: random.randrange(12) for name in names}))
        dials = SpendDials(random.randrange(5))
        for step in range(random.randrange(2, 6)):
            account = _one_step(account, step, dials, random)
            assert within(spend.committed(account), account.cap)
            assert within(account.spent, account.cap)


def _one_step(account: Account, step: int, dials: SpendDials, random: Random) -> Account:
    if account.promised and random.random() < 0.5:
        promise = random.choice(account.promised)
        actual = Amount(*(random.randint(0, most) for most in promise.worst.parts()))
        return spend.settle(account, promise.id, actual)
    wanted = Ask(str(step), random.choice(list(Role)), Amount(*(random.randrange(5) for _ in account.cap.parts())))
    return spend.admit(account, wanted, dials).account


amounts = st.builds(Amount, *(st.integers(0, 50) for _ in fields(Amount)))


@given(amounts, amounts, st.sampled_from(Role))
def test_more_budget_never_admits_less(cap: Amount, more: Amount, role: Role) -> None:
    """Monotone: what fits a budget fits a larger one."""
    wanted = Ask("a", role, Amount(calls=1, tokens=10, money_micros=10))
    small = spend.admit(spend.open_account(cap), wanted, SpendDials())
    large = spend.admit(spend.open_account(cap.plus(more)), wanted, SpendDials())
    assert not (small.refused is None and large.refused is not None)


def test_the_parts_are_all_the_fields() -> None:
    amount = Amount(1, 2, 3, 4, 5, 6)
    assert amount.parts() == astuple(amount)


@given(amounts, amounts)
def test_amounts_add_and_take_away(a: Amount, b: Amount) -> None:
    assert a.plus(b) == b.plus(a)
    assert a.plus(b).minus(b) == a


def test_time_is_measured_and_never_runs_back() -> None:
    account = spend.clocked(spend.open_account(Amount(milliseconds=100)), 70)
    assert account.spent.milliseconds == 70
    assert spend.clocked(account, 40).spent.milliseconds == 70
    assert spend.admit(account, ask("a", calls=0, milliseconds=30), NONE_KEPT).refused is None
    late = spend.admit(spend.clocked(account, 100), ask("b", calls=0, milliseconds=1), NONE_KEPT)
    assert late.refused is not None
    assert (late.refused.lacking, late.refused.limit) == ("milliseconds", "seconds")


def test_the_judge_may_use_the_slot_of_the_verdict() -> None:
    """Two calls, one kept: a search and a judgement, and no second search."""
    account, dials = spend.open_account(Amount(calls=2)), SpendDials(reserved_verdict_calls=1)
    first = spend.admit(account, ask("s1", Role.SEARCH), dials)
    assert first.refused is None
    assert spend.admit(first.account, ask("s2", Role.SEARCH), dials).refused is not None
    assert spend.admit(first.account, ask("j", Role.STANCE), dials).refused is None


def test_no_slot_is_kept_for_a_call_that_nobody_would_make() -> None:
    given = SpendDials(reserved_verdict_calls=2)
    assert spend.reserved(frozenset({Role.QUERY, Role.STANCE}), given) == given
    assert spend.reserved(frozenset({Role.LEDGER}), given) == given
    assert spend.reserved(frozenset({Role.SEARCH}), given) == NONE_KEPT


@pytest.mark.parametrize(
    ("limits", "cap"),
    [
        (Limits(), Amount(*[ENDLESS] * 6)),
        (Limits(max_cost=0.29), Amount(ENDLESS, ENDLESS, 290_000, ENDLESS, ENDLESS, ENDLESS)),  # 0.29 × 10⁶ is less as a float
        (Limits(0.0000019, 1.2345, 3, 4, 5, 6), Amount(4, 5, 1, 3, 6, 1234)),  # what is less than a part is left out
    ],
)
def test_limits_are_a_cap(limits: Limits, cap: Amount) -> None:
    assert limits.cap() == cap


@pytest.mark.parametrize("wrong", [{"max_cost": -0.1}, {"max_seconds": float("nan")}, {"max_cost": float("inf")}, {"max_pages": -1}])
def test_a_limit_is_a_number_from_0_on(wrong: dict[str, float]) -> None:
    with pytest.raises(ValueError, match="from 0 on"):
        Limits(**wrong)  # type: ignore[arg-type]


demands = st.builds(Demand, *(st.integers(0, 12) for _ in range(9)), st.booleans())
tariffs = st.lists(st.builds(Tariff, st.sampled_from(Role), amounts, amounts, st.integers(0, 9)), max_size=4)


@given(demands, tariffs, amounts)
def test_the_worst_case_is_never_below_what_is_expected_nor_above_the_cap(most: Demand, prices: list[Tariff], cap: Amount) -> None:
    whole = spend.forecast(most, prices, Limits().cap(), ForecastDials())
    assert within(whole.expected, whole.worst)
    assert within(spend.forecast(most, prices, cap, ForecastDials()).worst, cap)


@given(st.sampled_from(Role), st.integers(0, 200), st.integers(0, 200), tariffs)
def test_more_things_never_take_less(role: Role, few: int, more: int, prices: list[Tariff]) -> None:
    """Monotone: so the plan with the most things in each call bounds every run with fewer."""
    small = spend.worst(role, few, prices, ForecastDials())
    assert within(small, spend.worst(role, few + more, prices, ForecastDials()))
