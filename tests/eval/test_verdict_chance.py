"""Probabilities fitted on scores, and how good they are, on cases made by hand."""

import numpy as np
import pytest

from veracious.domain.verdict import Verdict
from veracious.eval.verdict import chance
from veracious.eval.verdict.score import ORDER
from veracious.rules.judging import calibration

S, R, M, N = ORDER
NAMES = ("lean",)


def made(leans: list[float], gold: list[Verdict]) -> chance.Rows:
    return chance.rows([{"lean": one} for one in leans], gold, NAMES)


def test_a_fit_finds_the_odds_that_the_claims_have() -> None:
    """At lean 1 three in four are supported, at lean -1 one in four: log-odds ±ln 3."""
    found = made([1.0] * 400 + [-1.0] * 400, [S] * 300 + [R] * 100 + [S] * 100 + [R] * 300)
    table = chance.fit(found, NAMES, "made")
    told = chance.shares(made([1.0, -1.0], [S, S]), table)
    assert told[0, 0] / told[0, 1] == pytest.approx(3, rel=0.05)
    assert told[1, 1] / told[1, 0] == pytest.approx(3, rel=0.05)
    assert told[:, 2].max() < 0.01  # no claim is mixed, and the share stays above 0
    assert told[:, 2].min() > 0


def test_the_engine_says_what_the_fit_says() -> None:
    table = chance.fit(made([2.0, 1.0, -1.0, 0.0], [S, S, R, N]), NAMES, "made")
    told = chance.shares(made([0.7], [S]), table)[0]
    given = calibration.apply([0.7], table)
    assert [given.of(verdict) for verdict in ORDER] == pytest.approx(list(told))
    assert chance.named(told) == pytest.approx({verdict.value: given.of(verdict) for verdict in ORDER})


def test_every_set_counts_alike() -> None:
    few, many = made([0.0] * 10, [S] * 10), made([0.0] * 990, [R] * 990)
    told = chance.shares(made([0.0], [S]), chance.fit(chance.together([few, many]), NAMES, "made"))[0]
    assert told[0] == pytest.approx(told[1], rel=0.02)


def test_losses_by_hand() -> None:
    told, gold = np.array([[0.5, 0.25, 0.0, 0.25], [0.0, 1.0, 0.0, 0.0]]), np.array([0, 0])
    assert chance.log_losses(told, gold) == pytest.approx([np.log(2), -np.log(chance.LEAST)])
    assert chance.brier(told, gold) == pytest.approx([0.25 + 0.0625 + 0.0625, 2.0])


def test_probabilities_that_hold_cannot_be_told_from_calibrated_ones() -> None:
    random = np.random.default_rng(3)
    sure = random.uniform(0.5, 1.0, 600)
    right = (random.random(600) < sure).astype(float)
    assert chance.consistent(sure, right, 1) > 0.05
    assert chance.consistent(np.minimum(1.0, sure + 0.15), right, 1) < 0.05


def test_the_figures_of_a_set() -> None:
    told = np.array([[0.7, 0.2, 0.05, 0.05], [0.3, 0.6, 0.05, 0.05], [0.4, 0.3, 0.1, 0.2]] * 20)
    gold = np.array([0, 1, 3] * 20)
    found = chance.figures(told, gold, "made")
    assert found["likeliest"]["accuracy"].value == pytest.approx(2 / 3)
    assert found["likeliest"]["macro_f1"].value == pytest.approx((2 * 20 / (40 + 20) + 1 + 0) / 3)  # the third is told as supported
    assert found["side"]["n"] == 40
    assert found["side"]["mean_right"] == 1.0
    assert found["side"]["covered_at_90"] == 1.0
    assert found["brier"].value == pytest.approx(chance.brier(told, gold).mean())


def test_folds_are_not_fitted_on_what_they_tell() -> None:
    """A score without meaning: a fit that saw the answers would be better than chance."""
    random = np.random.default_rng(5)
    found = made(list(random.normal(size=200)), [S if one else R for one in random.random(200) < 0.5])
    crossed = chance.log_losses(chance.crossed(found, NAMES, 1), found.gold).mean()
    assert crossed > np.log(2) - 0.01
