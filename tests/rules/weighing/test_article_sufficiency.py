"""Whether a claim of an article has enough evidence: S, worked by hand, and its laws."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.rules.weighing import given as make
from tests.rules.weighing.given import NEUTRAL, REFUTES, SUPPORTS
from tests.worked import works
from veracious.domain.stance import Stance
from veracious.domain.trust import Weighed
from veracious.rules.weighing import article_sufficiency
from veracious.rules.weighing.article_sufficiency import ArticleSufficiencyDials

DIALS = ArticleSufficiencyDials()
ONE = 0.8 * 0.9  # trust × share of the stance: 0.72
BOTH = 1 - (1 - ONE) ** 2  # 0.9216


@works("weighing.article_sufficiency.mass")
@pytest.mark.parametrize(
    ("pool", "mass"),
    [
        ([], 0.0),
        ([make.weighed("a", SUPPORTS)], ONE),
        ([make.weighed("a", SUPPORTS), make.weighed("b", SUPPORTS)], BOTH),
        ([make.weighed("a", SUPPORTS), make.weighed("b", SUPPORTS, origin="origin:a", trust=0.5)], ONE),  # a copy, and the better counts
        ([make.weighed("a", SUPPORTS), make.weighed("b", REFUTES), make.weighed("c", NEUTRAL)], ONE),
        ([make.weighed("a", SUPPORTS, subclaim=1)], 0.0),  # of another part
    ],
)
def test_the_mass_that_supports_the_first_part(pool: list[Weighed], mass: float) -> None:
    assert article_sufficiency.mass(pool, 0, "supports") == pytest.approx(mass)
    assert article_sufficiency.mass(make.mirrored(pool), 0, "refutes") == pytest.approx(mass)


@works("weighing.article_sufficiency.measure")
@pytest.mark.parametrize(
    ("pool", "parts", "score", "is_enough"),
    [
        ([], 1, -0.3 * 1, False),  # nothing, of nothing
        ([make.weighed("a", SUPPORTS)], 1, 0.3 * 1 / 2 + 0.7 * ONE, False),  # 0.15 + 0.504 = 0.654
        ([make.weighed("a", SUPPORTS), make.weighed("b", SUPPORTS)], 1, 0.3 * 2 / 3 + 0.7 * BOTH, True),  # 0.2 + 0.645 = 0.845
        ([make.weighed("a", REFUTES), make.weighed("b", REFUTES)], 1, 0.3 * 2 / 3 + 0.7 * BOTH, True),  # firmly refuted is as settled
        ([make.weighed("a", SUPPORTS), make.weighed("b", REFUTES)], 1, 0.3 * 2 / 3 + 0.7 * ONE - 0.5 * ONE, False),  # 0.344
        ([make.weighed("a", SUPPORTS), make.weighed("b", SUPPORTS)], 2, 0.3 * 2 / 3 + 0.7 * BOTH - 0.3 * 1 / 2, False),  # 0.695
        ([make.weighed("a", SUPPORTS), make.weighed("b", REFUTES, subclaim=1)], 2, 0.3 * 2 / 3 + 0.7 * ONE, True),  # each part is settled
        ([make.weighed("a", NEUTRAL), make.weighed("b", NEUTRAL)], 1, -0.3, False),  # silence is no evidence
    ],
)
def test_what_is_enough(pool: list[Weighed], parts: int, score: float, is_enough: bool) -> None:
    found = article_sufficiency.measure(pool, parts, DIALS)
    assert found.value == pytest.approx(score)
    assert found.is_sufficient is is_enough
    assert article_sufficiency.lacks(pool, parts, DIALS) is not is_enough


@given(make.pools(), st.randoms(use_true_random=False))
def test_each_part_of_the_score_is_a_share_and_the_order_never_matters(pool: list[Weighed], chance: Random) -> None:
    found = article_sufficiency.measure(pool, 3, DIALS)
    for part in (found.clusters, found.support, found.conflict, found.missing):
        assert 0 <= part <= 1
    assert found.conflict <= found.support
    assert -DIALS.conflict - DIALS.missing <= found.value <= DIALS.clusters + DIALS.support
    assert article_sufficiency.measure(chance.sample(pool, len(pool)), 3, DIALS) == found


@given(make.pools())
def test_what_refutes_counts_as_what_supports(pool: list[Weighed]) -> None:
    assert article_sufficiency.measure(make.mirrored(pool), 3, DIALS) == article_sufficiency.measure(pool, 3, DIALS)


@given(make.share, make.share, st.integers(1, 5))
def test_more_of_one_side_is_never_less(a: float, b: float, origins: int) -> None:
    """Monotone in trust, and in origins that agree."""
    low, high = ([make.weighed(f"e{k}", SUPPORTS, trust=trust) for k in range(origins)] for trust in sorted((a, b)))
    found = [article_sufficiency.measure(pool, 1, DIALS).value for pool in (low, high, [*high, make.weighed("f", SUPPORTS, trust=a)])]
    assert found == sorted(found)


@given(make.share, make.share)
def test_more_of_the_smaller_side_is_never_more(a: float, b: float) -> None:
    """With two origins against two: the side of less trust grows, up to the other; S never does."""
    low, high = sorted((a, b))
    strong = [make.weighed(name, Stance(1.0, 0.0, 0.0), trust=1.0) for name in "ab"]
    found = [
        article_sufficiency.measure([*strong, make.weighed("c", Stance(0.0, 1.0, 0.0), trust=trust)], 1, DIALS).value
        for trust in (high, low)
    ]
    assert found == sorted(found)
