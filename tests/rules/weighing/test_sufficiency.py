"""Coverage, diversity, agreement, and the gates."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given

from tests.rules.weighing import given as make
from tests.rules.weighing.given import NEUTRAL, REFUTES, SUPPORTS
from veracious.domain.trust import Status, TrustState, Weighed
from veracious.rules.dials import Dials
from veracious.rules.weighing import coverage, sufficiency
from veracious.rules.weighing.coverage import CoverageDials
from veracious.rules.weighing.sufficiency import Measures, StateDials, SufficiencyDials

DIALS, COVERAGE, STATE = SufficiencyDials(), CoverageDials(), StateDials()
MIRROR = {
    Status.STRONGLY_VALID: Status.INVALID,
    Status.VALID: Status.INVALID,
    Status.PARTIALLY_VALID: Status.PARTIALLY_INVALID,
    Status.UNKNOWN: Status.UNKNOWN,
}


def test_strength_by_hand() -> None:
    """(0.10 × 1.0 + 0.10 × 0.8 + 0.40 × 0.8) / 0.60 = 0.50 / 0.60; a triple keeps 0.8 of it; 0.40 × 0.5 / 0.60."""
    assert coverage.strength(make.weighed("a", SUPPORTS), COVERAGE) == pytest.approx(0.50 / 0.60)
    assert coverage.strength(make.weighed("a", SUPPORTS, is_triple=True), COVERAGE) == pytest.approx(0.40 / 0.60)
    faint = make.weighed("a", SUPPORTS, anchor_match=0.0, overlap=0.0, relevance=0.5)
    assert coverage.strength(faint, COVERAGE) == pytest.approx(0.20 / 0.60)


@pytest.mark.parametrize(
    ("pool", "status"),
    [
        ([], Status.UNKNOWN),
        ([make.weighed("a", NEUTRAL)], Status.UNKNOWN),
        ([make.weighed("a", SUPPORTS)], Status.VALID),
        ([make.weighed("a", SUPPORTS), make.weighed("b", SUPPORTS)], Status.STRONGLY_VALID),
        ([make.weighed("a", SUPPORTS, anchor_match=0.2, overlap=0.2, relevance=0.3)], Status.PARTIALLY_VALID),
        ([make.weighed("a", REFUTES)], Status.INVALID),
        ([make.weighed("a", REFUTES, anchor_match=0.2, overlap=0.2, relevance=0.3)], Status.PARTIALLY_INVALID),
        ([make.weighed("a", SUPPORTS), make.weighed("b", REFUTES)], Status.UNKNOWN),
    ],
)
def test_the_status_of_a_subclaim(pool: list[Weighed], status: Status) -> None:
    """0.83 × 0.9 = 0.75 is firm; (0.1 × 0.2 + 0.1 × 0.2 + 0.4 × 0.3) / 0.6 = 0.27, × 0.9 = 0.24 is partial; firm on both sides is open."""
    assert coverage.measure(pool, 1, COVERAGE)[0].status is status


def test_coverage_is_the_mean_weight() -> None:
    """Of three subclaims one is firm (1), one partial (0.5), one untouched (0): 1.5 / 3 = 0.5."""
    pool = [make.weighed("a", SUPPORTS), make.weighed("b", REFUTES, subclaim=1, anchor_match=0.2, overlap=0.2, relevance=0.3)]
    assert coverage.share(coverage.measure(pool, 3, COVERAGE)) == pytest.approx(0.5)


def test_diversity_counts_origins() -> None:
    """One voice 0, two (2 - 1) / (3 - 1) = 0.5, three 1, ten 1."""
    assert [sufficiency.diversity(count, STATE) for count in (0, 1, 2, 3, 10)] == [0, 0, 0.5, 1, 1]


def test_both_agreements() -> None:
    """Two for, one against, one silent: 1 - 1/4 = 0.75 with silence; 2/3 of those that take a side."""
    pool = [make.weighed("a", SUPPORTS), make.weighed("b", SUPPORTS), make.weighed("c", REFUTES), make.weighed("d", NEUTRAL)]
    assert sufficiency.agreements(pool) == pytest.approx((0.75, 2 / 3))
    assert sufficiency.agreements([]) == (0.0, 0.0)
    assert sufficiency.agreements([make.weighed("a", REFUTES)]) == (0.0, 1.0)


def measures(trust: float = 0.8, weight: float = 1.0, covered: float = 0.5) -> Measures:
    detail = replace(coverage.measure([], 1, COVERAGE)[0], weight=weight, best_trust=trust)
    return Measures(covered, 1.0, 1.0, 1.0, 3, 0.8, trust, (detail,))


def test_trust_post_by_hand() -> None:
    """0.8 × 1 × (0.5 + 0.5 × 0.5) = 0.6; the floor 0.8 × 0.5 = 0.4 is lower. With weight 0: 0.8 × 0.5 = 0.4. At full coverage: 0.8."""
    assert sufficiency.trust_post(measures(), STATE) == pytest.approx(0.6)
    assert sufficiency.trust_post(measures(weight=0.0), STATE) == pytest.approx(0.4)
    assert sufficiency.trust_post(measures(covered=1.0), STATE) == pytest.approx(0.8)


def test_the_consistency_floor_holds() -> None:
    """Best trust of a half-weighted part 0.8 × 0.5 × (0.5 + 0.5 × 1) = 0.4, but top trust × coverage = 0.8 × 1 = 0.8."""
    assert sufficiency.trust_post(measures(weight=0.5, covered=1.0), STATE) == pytest.approx(0.8)


@pytest.mark.parametrize(
    ("pool", "route"),
    [
        ([], "none"),
        ([make.weighed("a", NEUTRAL)], "none"),
        ([make.weighed("a", SUPPORTS)], "override"),
        ([make.weighed(name, SUPPORTS) for name in "ab"], "low_count"),
        ([make.weighed(name, SUPPORTS) for name in "abc"], "override"),
        ([make.weighed(name, SUPPORTS, relevance=0.7) for name in "abc"], "override"),
        ([make.weighed("a", SUPPORTS), make.weighed("b", REFUTES)], "none"),
        ([make.weighed("a", SUPPORTS, relevance=0.1, anchor_match=0.1, overlap=0.1, trust=0.1)], "none"),
    ],
)
def test_the_route_that_decides_is_named(pool: list[Weighed], route: str) -> None:
    assert sufficiency.decide(pool, 1, DIALS).route == route


def test_the_weak_relevance_guard_takes_a_pass_back() -> None:
    """One firm subclaim opens the override; trust 0.2 < 0.3, relevance 0.2 < 0.3 and best trust 0.2 < 0.4 close it again."""
    pool = [make.weighed("a", SUPPORTS, relevance=0.2, anchor_match=1.0, overlap=1.0, trust=0.2)]
    found = sufficiency.decide(pool, 1, DIALS)
    assert (found.route, found.is_sufficient, found.state) == ("weak_relevance_guard", False, TrustState.EVIDENCE_INSUFFICIENCY)


@pytest.mark.parametrize(("trust", "state"), [(0.8, TrustState.CONFIRMED), (0.7, TrustState.PROVISIONAL), (0.5, TrustState.REVOKED)])
def test_the_state_follows_trust(trust: float, state: TrustState) -> None:
    """One firmly covered subclaim: trust × 1 × (0.5 + 0.5 × 1) = trust."""
    assert sufficiency.decide([make.weighed("a", SUPPORTS, trust=trust)], 1, DIALS).state is state


def test_the_reference_closes_the_override_on_a_refuted_part() -> None:
    """Seed A: the override needs that no subclaim is contradicted; by default what refutes can decide."""
    pool = [make.weighed("a", REFUTES)]
    assert sufficiency.decide(pool, 1, DIALS).is_sufficient
    assert not sufficiency.decide(pool, 1, Dials.reference().weighing.sufficiency).is_sufficient


def test_confidence_mode_asks_for_less() -> None:
    """Two origins at medium strength: not enough for the strict gate of three, enough for the relaxed one of two."""
    pool = [make.weighed(name, SUPPORTS, anchor_match=0.4, overlap=0.2, relevance=0.3) for name in "ab"]
    relaxed = replace(DIALS, confidence_mode=True)
    assert not sufficiency.decide(pool, 1, DIALS).is_sufficient
    assert sufficiency.decide(pool, 1, relaxed).route == "confidence_mode"


@given(make.pools())
def test_sufficiency_is_bounded_and_order_free(pool: list[Weighed]) -> None:
    found = sufficiency.decide(pool, 3, DIALS)
    Random(2).shuffle(pool)
    assert sufficiency.decide(pool, 3, DIALS) == found
    assert all(0 <= value <= 1 for value in (found.coverage, found.diversity, found.agreement, found.stanced_agreement, found.trust_post))


@given(make.pools())
def test_swapping_every_stance_mirrors_the_statuses_and_leaves_the_measures(pool: list[Weighed]) -> None:
    """Coverage, diversity, stanced agreement, trust and route stay; valid becomes invalid. Only `agreement` is one-sided."""
    found, mirrored = sufficiency.decide(pool, 3, DIALS), sufficiency.decide(make.mirrored(pool), 3, DIALS)
    assert (found.coverage, found.diversity, found.stanced_agreement, found.trust_post, found.route) == (
        mirrored.coverage,
        mirrored.diversity,
        mirrored.stanced_agreement,
        mirrored.trust_post,
        mirrored.route,
    )
    for detail, other in zip(found.details, mirrored.details, strict=True):
        assert MIRROR.get(detail.status) is other.status or MIRROR.get(other.status) is detail.status


def test_the_reference_has_the_numbers_of_seed_a_section_5() -> None:
    reference = Dials.reference().weighing.sufficiency
    strict, override, state = reference.strict, reference.override, reference.state
    assert (strict.coverage_high, strict.coverage_medium, strict.diversity_high, strict.agreement_high) == (0.60, 0.40, 0.70, 0.80)
    assert strict.evidence_at_least == 3
    assert (override.coverage, override.diversity, override.strong_covered, override.relevance) == (0.25, 0.75, 1, 0.55)
    assert (state.confirmed, state.provisional, state.coverage_base) == (0.8, 0.6, 0.5)
