"""Forecasts worked by hand: the default dials, with their numbers in the open."""

from dataclasses import replace

import pytest

from tests.worked import works
from veracious.domain.budget import ENDLESS, Amount, ArticleDemand, Demand, Limits, Role, Tariff
from veracious.rules import spend
from veracious.rules.dials import Dials

DIALS = Dials().forecast
NO_LIMIT = Limits().cap()
PRICED = (
    Tariff(Role.STANCE, Amount(money_micros=100), Amount(tokens=400, money_micros=20), items_per_call=30),
    Tariff(Role.SEARCH, Amount(money_micros=5_000)),
)
LOCAL = Demand(parts=2, queries=6, finders=3, found=50, kept=100, judged=25, reranks=True)
WEB = replace(LOCAL, rounds=4, pages=5, splits=1)


@works("spend.worst")
@pytest.mark.parametrize(
    ("role", "items", "amount"),
    [
        (Role.QUERY, 50, Amount(calls=1, milliseconds=1300)),  # 5 × (60 + 50 × 4)
        (Role.RERANK, 100, Amount(calls=1, milliseconds=6600)),  # 5 × 100 × 13.2
        (Role.STANCE, 25, Amount(1, 10_000, 600, milliseconds=1650)),  # 25 × 400; 100 + 25 × 20; 5 × 25 × 13.2
        (Role.STANCE, 61, Amount(3, 24_400, 1_520, milliseconds=4026)),  # ⌈61 / 30⌉ = 3; 3 × 100 + 61 × 20; 5 × 61 × 13.2
        (Role.SPLIT, 1, Amount(calls=1, milliseconds=10_000)),  # 5 × 2000
        (Role.SEARCH, 1, Amount(1, 0, 5_000, milliseconds=5000)),  # 5 × 1000
        (Role.FETCH, 1, Amount(1, 0, 0, 1, 200_000, 111_750)),  # 5 × (1500 + 200000 / 400 × 41.7)
        (Role.WRITING, 4, Amount(calls=1)),  # nobody has said how long that takes
    ],
)
def test_what_a_call_takes_at_most(role: Role, items: int, amount: Amount) -> None:
    assert spend.worst(role, items, PRICED, DIALS) == amount


@works("spend.usual")
@pytest.mark.parametrize(
    ("role", "items", "amount"),
    [
        (Role.QUERY, 5, Amount(calls=1, milliseconds=80)),  # 60 + 5 × 4
        (Role.STANCE, 25, Amount(1, 10_000, 600, milliseconds=330)),  # money and tokens as at worst; 25 × 13.2
        (Role.FETCH, 1, Amount(1, 0, 0, 1, 6_000, 2126)),  # ⌈1500 + 6000 / 400 × 41.7 = 2125.5⌉
    ],
)
def test_what_a_call_is_expected_to_take(role: Role, items: int, amount: Amount) -> None:
    assert spend.usual(role, items, PRICED, DIALS) == amount


@works("spend.plan")
@pytest.mark.parametrize(
    ("demand", "calls"),
    [
        # 6 × 3 finds; 6 × 3 × 50 = 900 pieces, 100 of them kept; 2 × min(100, 25) pairs
        (LOCAL, ((Role.QUERY, 18, 50), (Role.RERANK, 1, 100), (Role.STANCE, 1, 50))),
        # 1 + 4 looks; 4 × 5 pages
        (
            WEB,
            (
                (Role.SPLIT, 1, 1),
                (Role.QUERY, 90, 50),
                (Role.RERANK, 5, 100),
                (Role.STANCE, 5, 50),
                (Role.SEARCH, 4, 1),
                (Role.FETCH, 20, 1),
            ),
        ),
        # 2 × 1 × 3 = 6 pieces are fewer than 25: 1 × 6 pairs
        (Demand(1, 2, 1, 3, 100, 25), ((Role.QUERY, 2, 3), (Role.STANCE, 1, 6))),
        # 6 pairs for a second judge, in one request, in four at most, and each by itself
        (Demand(1, 2, 1, 3, 100, 25, doubted=6), ((Role.QUERY, 2, 3), (Role.STANCE, 1, 6), (Role.SECOND, 1, 6))),
        (Demand(1, 2, 1, 3, 100, 25, doubted=6, requests=4), ((Role.QUERY, 2, 3), (Role.STANCE, 1, 6), (Role.SECOND, 4, 2))),
        (Demand(1, 2, 1, 3, 100, 25, doubted=6, requests=6), ((Role.QUERY, 2, 3), (Role.STANCE, 1, 6), (Role.SECOND, 6, 1))),
        # nothing is asked for, so there is nothing to judge; the stores are asked all the same
        (Demand(1, 2, 1, 0, 100, 25, reranks=True), ((Role.QUERY, 2, 0),)),
    ],
)
def test_the_calls_of_a_run(demand: Demand, calls: tuple[tuple[Role, int, int], ...]) -> None:
    assert spend.plan(demand) == calls


# One look: two finds of three pieces, and six pairs.
LOOK = Demand(1, 2, 1, 3, 100, 25)


@works("spend.plan_article")
@pytest.mark.parametrize(
    ("demand", "calls"),
    [
        (ArticleDemand(LOOK, looks=10), ((Role.QUERY, 20, 3), (Role.STANCE, 10, 6))),  # 10 × 2 finds, 10 × 1 judgement of six pairs
        (ArticleDemand(LOOK, looks=0, outlines=1), ((Role.SKELETON, 1, 1),)),  # the claims alone, read by a model
        # 6 searches, each of 2 providers at most; 30 pages
        (
            ArticleDemand(LOOK, looks=1, searches=6, pages=30, tries=2),
            ((Role.SEARCH, 12, 1), (Role.FETCH, 30, 1), (Role.QUERY, 2, 3), (Role.STANCE, 1, 6)),
        ),
        # what is told of a claim is told of each
        (
            ArticleDemand(replace(LOOK, tells=1, checked=4), looks=3),
            ((Role.QUERY, 6, 3), (Role.STANCE, 3, 6), (Role.EXPLANATION, 3, 1), (Role.CHECK, 3, 4)),
        ),
    ],
)
def test_the_calls_of_an_analysis(demand: ArticleDemand, calls: tuple[tuple[Role, int, int], ...]) -> None:
    assert spend.plan_article(demand) == calls


@works("spend.expect")
@pytest.mark.parametrize(
    ("most", "expected"),
    [
        (LOCAL, replace(LOCAL, found=5, judged=15)),  # 50 × 0.1; 25 × 0.6
        (WEB, replace(WEB, found=5, judged=15, rounds=2, pages=3)),
        (replace(WEB, found=1, judged=1, rounds=1, pages=2), replace(WEB, found=1, judged=1, rounds=1, pages=2)),  # ⌈0.1⌉, ⌈0.6⌉
        (replace(LOCAL, doubted=30, requests=30), replace(LOCAL, found=5, judged=15, doubted=18)),  # all of one's own documents together
        (replace(WEB, doubted=30, requests=30), replace(WEB, found=5, judged=15, rounds=2, pages=3, doubted=18, requests=4)),
    ],
)
def test_what_a_run_is_expected_to_ask_for(most: Demand, expected: Demand) -> None:
    assert spend.expect(most, DIALS.expect) == expected


@works("spend.forecast")
@pytest.mark.parametrize(
    ("limits", "expected", "worst", "short", "tight"),
    [
        # expected: 18 × 80 + 90 × 13.2 + 30 × 13.2; at worst: 18 × 1300 + 6600 + 5 × 50 × 13.2
        (Limits(), Amount(20, milliseconds=3024), Amount(20, milliseconds=33_300), (), ()),
        (Limits(max_seconds=10), Amount(20, milliseconds=3024), Amount(20, milliseconds=10_000), (), ("milliseconds",)),
        (Limits(max_calls=12), Amount(12, milliseconds=3024), Amount(12, milliseconds=33_300), ("calls",), ("calls",)),
    ],
)
def test_what_a_run_takes(limits: Limits, expected: Amount, worst: Amount, short: tuple[str, ...], tight: tuple[str, ...]) -> None:
    found = spend.forecast(LOCAL, (), limits.cap(), DIALS)
    assert (found.expected, found.worst, found.short, found.tight) == (expected, worst, short, tight)


def test_what_pairs_cost_is_summed_over_all_looks() -> None:
    """5 looks of 50 pairs, 30 in a call: 2 calls each, 2 × 100 + 50 × 20 micros; 4 searches at 5,000."""
    found = spend.forecast(WEB, PRICED, NO_LIMIT, DIALS)
    assert found.worst.money_micros == 5 * (200 + 1_000) + 4 * 5_000
    assert found.worst.tokens == 5 * 50 * 400
    assert found.worst.calls == 1 + 90 + 5 + 5 * 2 + 4 + 20
    assert found.worst.pages == 20
    assert max(found.worst.parts()) < ENDLESS
