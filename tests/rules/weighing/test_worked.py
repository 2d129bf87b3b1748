"""The formulas of weighing, worked by hand."""

from dataclasses import replace

import pytest

from tests.rules.weighing import given as make
from tests.rules.weighing.given import DAY, NEUTRAL, REFUTES, SUPPORTS
from tests.worked import works
from veracious.domain.stance import Stance
from veracious.domain.trust import Covered, Grade, Status, TrustState, Weighed
from veracious.rules.dials import Dials
from veracious.rules.ranking.recency import RecencyDials
from veracious.rules.weighing import coverage, evidence_trust, sufficiency
from veracious.rules.weighing.evidence_trust import Scale
from veracious.rules.weighing.sufficiency import Measures, SufficiencyDials

TRUST = Dials().weighing.trust
ENOUGH, PRINTED = Dials().weighing.sufficiency, Dials.reference().weighing.sufficiency
EMPTY = coverage.measure([], 1, ENOUGH.coverage)[0]


@works("weighing.evidence_trust.certainty")
@pytest.mark.parametrize(
    ("stance", "certain"),
    [
        (Stance(0.9, 0.05, 0.05), 0.9),
        (Stance(0.1, 0.7, 0.2), 0.7),
        (Stance(0.2, 0.2, 0.6), 0.6),  # sure that it takes no side
    ],
)
def test_a_stance_is_as_sure_as_its_largest_part(stance: Stance, certain: float) -> None:
    assert evidence_trust.certainty(stance) == certain


@works("weighing.evidence_trust.trust")
@pytest.mark.parametrize(
    ("parts", "steps", "trust"),
    [
        ((0.6, 0.8, 1.0, 0.9), 0.35 * 0.6 + 0.30 * 0.8 + 0.10 * 1.0 + 0.25 * 0.9, 0.775),  # 0.21 + 0.24 + 0.10 + 0.225
        ((0.5, 0.5, 0.25, 0.4), 0.35 * 0.5 + 0.30 * 0.5 + 0.10 * 0.25 + 0.25 * 0.4, 0.45),  # 0.175 + 0.15 + 0.025 + 0.10
        ((1.0, 0.0, 0.0, 0.0), 0.35 * 1.0, 0.35),
        ((1.0, 1.0, 1.0, 1.0), 0.35 + 0.30 + 0.10 + 0.25, 1.0),
    ],
)
def test_trust_is_a_weighted_mean(parts: tuple[float, float, float, float], steps: float, trust: float) -> None:
    assert steps == pytest.approx(trust)
    assert evidence_trust.trust(*parts, TRUST) == pytest.approx(trust)


@works("weighing.evidence_trust.weigh")
@pytest.mark.parametrize(
    ("credibility", "score", "steps", "trust"),
    [
        (0.8, 0.6, 0.35 * 0.6 + 0.30 * 0.8 + 0.10 * 1.0 + 0.25 * 0.9, 0.775),  # of today, 90 % sure
        (None, 0.6, 0.35 * 0.6 + 0.30 * 0.4 + 0.10 * 1.0 + 0.25 * 0.9, 0.655),  # an unknown source counts 0.4
        (0.0, 0.2, 0.35 * 0.2 + 0.30 * 0.0 + 0.10 * 1.0 + 0.25 * 0.9, 0.395),  # 0.07 + 0 + 0.10 + 0.225
    ],
)
def test_a_judged_pair_has_the_trust_of_its_parts(credibility: float | None, score: float, steps: float, trust: float) -> None:
    entry = make.ranked("a", credibility=credibility, score=score)
    scale = Scale(DAY, TRUST, RecencyDials())
    (piece,) = evidence_trust.weigh([entry], [make.judged(entry, SUPPORTS)], [make.subclaim()], {}, scale)
    assert steps == pytest.approx(trust)
    assert piece.trust == pytest.approx(trust)
    assert (piece.origin == "origin:unknown") is (credibility is None or credibility < 0.4)


@works("weighing.evidence_trust.grade")
@pytest.mark.parametrize(
    ("trust", "mark"),
    [
        (0.75, Grade.A),  # at 0.75
        (0.74, Grade.B),
        (0.60, Grade.B),  # at 0.60
        (0.59, Grade.C),
        (0.40, Grade.C),  # at 0.40
        (0.39, Grade.D),
    ],
)
def test_a_grade_begins_at_its_dial(trust: float, mark: Grade) -> None:
    assert evidence_trust.grade(trust, TRUST) is mark


@works("weighing.evidence_trust.fixed")
@pytest.mark.parametrize(
    ("pool", "steps", "trust"),
    [
        # Σt² = 0.64 + 0.36 + 0.16 = 1.16; Σt = 1.8; two of three do not refute
        ([("a", SUPPORTS, 0.8), ("b", SUPPORTS, 0.6), ("c", REFUTES, 0.4)], 1.16 / 1.8 * 2 / 3, 0.42963),
        ([("a", SUPPORTS, 0.7)], 0.49 / 0.7 * 1, 0.7),
        ([("a", SUPPORTS, 0.9), ("b", NEUTRAL, 0.3)], (0.81 + 0.09) / 1.2 * 1, 0.75),  # silence does not refute
        ([("a", REFUTES, 0.9)], 0.81 / 0.9 * 0, 0.0),  # one-sided: what refutes takes from it
    ],
)
def test_fixed_trust(pool: list[tuple[str, Stance, float]], steps: float, trust: float) -> None:
    found = evidence_trust.fixed([make.weighed(name, stance, trust=value) for name, stance, value in pool], "seed", TRUST)
    assert found is not None
    assert steps == pytest.approx(trust, abs=1e-5)
    assert found.value == pytest.approx(steps)


@works("weighing.evidence_trust.fixed")
def test_the_interval_of_fixed_trust() -> None:
    """Of 200 resamples in order the 5th and the 195th, counted from 0: 0.025 × 200 and 0.975 × 200."""
    trusts = [0.3, 0.37, 0.45, 0.52, 0.61, 0.68, 0.74, 0.83, 0.9]
    pool = [make.weighed(f"e{n}", SUPPORTS, trust=trust) for n, trust in enumerate(trusts)]
    drawn = [[trusts[k] for k in sample] for sample in evidence_trust._samples(9, "seed", 200)]
    means = sorted(sum(t * t for t in row) / sum(row) for row in drawn)
    found = evidence_trust.fixed(pool, "seed", TRUST)
    assert found is not None
    assert (found.low, found.high) == pytest.approx((means[5], means[195]))


@works("weighing.coverage.strength")
@pytest.mark.parametrize(
    ("anchors", "words", "score", "is_triple", "steps", "strength"),
    [
        (1.0, 0.8, 0.75, False, (0.10 * 1.0 + 0.10 * 0.8 + 0.40 * 0.75) / 0.60, 0.80),  # (0.10 + 0.08 + 0.30) / 0.60
        (1.0, 0.8, 0.75, True, (0.10 * 1.0 + 0.10 * 0.8 + 0.40 * 0.75) / 0.60 * 0.8, 0.64),  # a triple keeps 0.8 of 0.80
        (0.5, 0.1, 0.3, False, (0.10 * 0.5 + 0.10 * 0.1 + 0.40 * 0.3) / 0.60, 0.30),  # (0.05 + 0.01 + 0.12) / 0.60
    ],
)
def test_the_strength_of_a_piece(anchors: float, words: float, score: float, is_triple: bool, steps: float, strength: float) -> None:
    piece = make.weighed("a", SUPPORTS, anchor_match=anchors, overlap=words, relevance=score, is_triple=is_triple)
    assert steps == pytest.approx(strength)
    assert coverage.strength(piece, ENOUGH.coverage) == pytest.approx(strength)


def piece(name: str, stance: Stance, level: float) -> Weighed:
    """A piece whose strength is `level`: all three parts at it."""
    return make.weighed(name, stance, anchor_match=level, overlap=level, relevance=level)


@works("weighing.coverage.measure")
@pytest.mark.parametrize(
    ("pool", "status", "weight"),
    [
        ([piece("a", SUPPORTS, 0.6)], Status.VALID, 1.0),  # 0.6 × 0.9 = 0.54 ≥ 0.30, one origin
        ([piece("a", SUPPORTS, 0.6), piece("b", SUPPORTS, 0.5)], Status.STRONGLY_VALID, 1.0),  # 0.54 and 0.45: two origins
        ([piece("a", REFUTES, 0.6)], Status.INVALID, 1.0),  # the same the other way
        ([piece("a", SUPPORTS, 0.3)], Status.PARTIALLY_VALID, 0.5),  # 0.27: at least 0.20, below 0.30
        ([piece("a", REFUTES, 0.3)], Status.PARTIALLY_INVALID, 0.5),
        ([piece("a", SUPPORTS, 0.6), piece("b", REFUTES, 0.3)], Status.VALID, 1.0),  # 0.54 against 0.27: faint dissent
        ([piece("a", SUPPORTS, 0.6), piece("b", REFUTES, 0.4)], Status.VALID, 1.0),  # 0.36 is firm, but below 0.8 × 0.54
        ([piece("a", SUPPORTS, 0.6), piece("b", REFUTES, 0.5)], Status.UNKNOWN, 1.0),  # 0.54 against 0.45: both sides are heard
        ([piece("a", SUPPORTS, 0.32), piece("b", REFUTES, 0.28)], Status.UNKNOWN, 0.5),  # 0.288 against 0.252: neither is firm
        ([piece("a", SUPPORTS, 0.2)], Status.UNKNOWN, 0.0),  # 0.18 < 0.20
    ],
)
def test_the_status_and_weight_of_a_subclaim(pool: list[Weighed], status: Status, weight: float) -> None:
    (detail,) = coverage.measure(pool, 1, ENOUGH.coverage)
    assert (detail.status, detail.weight) == (status, weight)


def test_the_reference_dials_leave_a_part_open_for_faint_dissent() -> None:
    (detail,) = coverage.measure([piece("a", SUPPORTS, 0.6), piece("b", REFUTES, 0.3)], 1, PRINTED.coverage)
    assert detail.status is Status.UNKNOWN


def covered(weight: float, trust: float = 0.0, status: Status = Status.VALID) -> Covered:
    return replace(EMPTY, weight=weight, best_trust=trust, status=status)


@works("weighing.coverage.share")
@pytest.mark.parametrize(
    ("weights", "share"),
    [
        ((1.0, 0.5, 0.0), 1.5 / 3),
        ((1.0, 1.0), 2 / 2),
        ((0.5, 0.0, 0.0, 0.0), 0.5 / 4),
        ((), 0.0),
    ],
)
def test_coverage_is_the_mean_of_the_weights(weights: tuple[float, ...], share: float) -> None:
    assert coverage.share([covered(weight) for weight in weights]) == pytest.approx(share)


@works("weighing.sufficiency.diversity")
@pytest.mark.parametrize(
    ("origins", "diversity"),
    [
        (0, 0.0),
        (1, (1 - 1) / (3 - 1)),
        (2, (2 - 1) / (3 - 1)),  # 0.5
        (3, (3 - 1) / (3 - 1)),
        (9, 1.0),  # 8 / 2 = 4, at most 1
    ],
)
def test_diversity_grows_with_origins(origins: int, diversity: float) -> None:
    assert sufficiency.diversity(origins, ENOUGH.state) == pytest.approx(diversity)


@works("weighing.sufficiency.agreements")
@pytest.mark.parametrize(
    ("stances", "whole", "stanced"),
    [
        ((SUPPORTS, SUPPORTS, REFUTES, NEUTRAL), 1 - 1 / 4, 2 / 3),
        ((REFUTES, REFUTES, NEUTRAL), 1 - 2 / 3, 2 / 2),
        ((SUPPORTS, REFUTES), 1 - 1 / 2, 1 / 2),
        ((NEUTRAL,), 1 - 0 / 1, 0.0),  # silence agrees as printed, and takes no side
    ],
)
def test_agreement_with_and_without_silence(stances: tuple[Stance, ...], whole: float, stanced: float) -> None:
    pool = [make.weighed(str(number), stance) for number, stance in enumerate(stances)]
    assert sufficiency.agreements(pool) == pytest.approx((whole, stanced))


def measures(**other: object) -> Measures:
    """What the gates look at: nothing, but for what is told."""
    values: dict[str, object] = {
        "coverage": 0.0,
        "diversity": 0.0,
        "agreement": 0.0,
        "stanced_agreement": 0.0,
        "evidence": 1,
        "mean_relevance": 0.0,
        "top_trust": 0.0,
        "details": (),
        **other,
    }
    return Measures(**values)  # type: ignore[arg-type]


@works("weighing.sufficiency.trust_post")
@pytest.mark.parametrize(
    ("details", "share", "top", "steps", "trust"),
    [
        ((covered(1.0, 0.8), covered(0.5, 0.6)), 0.75, 0.8, (0.8 + 0.3) / 2 * (0.5 + 0.5 * 0.75), 0.48125),  # 0.8 × 0.75 = 0.6 is more
        ((covered(1.0, 0.8), covered(0.0, 0.0)), 0.5, 0.8, 0.8 * (0.5 + 0.5 * 0.5), 0.6),  # above the floor 0.8 × 0.5 = 0.4
        ((covered(0.0),), 0.0, 0.8, 0.8 * 0.0, 0.0),  # nothing is covered: top trust × coverage
        ((covered(1.0, 0.9),), 1.0, 0.9, 0.9 * (0.5 + 0.5 * 1.0), 0.9),
    ],
)
def test_adaptive_trust(details: tuple[Covered, ...], share: float, top: float, steps: float, trust: float) -> None:
    """The larger of the mean formula, worked here, and the consistency floor, top trust × coverage."""
    found = measures(coverage=share, top_trust=top, details=details)
    assert steps == pytest.approx(trust)
    assert sufficiency.trust_post(found, PRINTED.state) == pytest.approx(max(trust, top * share))


@works("weighing.sufficiency._low_count")
@pytest.mark.parametrize(
    ("origins", "agreed", "diversity", "relevance", "opens"),
    [
        (2, 0.80, 0.50, 0.75, True),  # fewer than three, at all thresholds
        (2, 0.80, 0.49, 0.75, False),
        (2, 0.80, 0.50, 0.74, False),
        (2, 0.79, 0.50, 0.75, False),
        (3, 1.0, 1.0, 1.0, False),  # three are enough for the strict gates
    ],
)
def test_the_route_of_few_pieces(origins: int, agreed: float, diversity: float, relevance: float, opens: bool) -> None:
    found = measures(evidence=origins, stanced_agreement=agreed, diversity=diversity, mean_relevance=relevance)
    assert sufficiency._low_count(found, ENOUGH) is opens


def test_confidence_mode_is_off_unless_it_is_asked_for() -> None:
    assert not ENOUGH.confidence_mode
    assert not PRINTED.confidence_mode


@works("weighing.sufficiency._confidence_mode")
@pytest.mark.parametrize(
    ("is_on", "share", "agreed", "origins", "opens"),
    [
        (True, 0.50, 0.70, 2, True),  # 0.50 ≥ 0.50, 0.70 ≥ 0.70, 2 ≥ 2
        (True, 0.49, 0.70, 2, False),
        (True, 0.50, 0.70, 1, False),
        (False, 0.50, 0.70, 2, False),  # the mode is off
    ],
)
def test_the_route_of_confidence_mode(is_on: bool, share: float, agreed: float, origins: int, opens: bool) -> None:
    found = measures(coverage=share, stanced_agreement=agreed, evidence=origins)
    assert sufficiency._confidence_mode(found, replace(ENOUGH, confidence_mode=is_on)) is opens


@works("weighing.sufficiency._confidence_mode")
@pytest.mark.parametrize(
    ("share", "diversity", "opens"),
    [
        (0.30, 0.60, True),  # medium coverage with diversity
        (0.29, 0.60, False),
        (0.30, 0.59, False),
    ],
)
def test_medium_coverage_in_confidence_mode(share: float, diversity: float, opens: bool) -> None:
    found = measures(coverage=share, diversity=diversity, stanced_agreement=0.70, evidence=2)
    assert sufficiency._confidence_mode(found, replace(ENOUGH, confidence_mode=True)) is opens


@works("weighing.sufficiency._confidence_mode")
@pytest.mark.parametrize(
    ("level", "weight"),
    [
        (0.28, 1.0),  # 0.28 × 0.9 = 0.252 ≥ 0.25
        (0.27, 0.6),  # 0.243 ≥ 0.16
        (0.18, 0.6),  # 0.162
        (0.17, 0.0),  # 0.153 < 0.16
    ],
)
def test_coverage_in_confidence_mode(level: float, weight: float) -> None:
    (detail,) = coverage.measure([piece("a", SUPPORTS, level)], 1, ENOUGH.relaxed_coverage)
    assert detail.weight == weight


FIRM, REFUTED = covered(1.0), covered(0.5, status=Status.PARTIALLY_INVALID)


@works("weighing.sufficiency._override")
@pytest.mark.parametrize(
    ("found", "default", "reference"),
    [
        (measures(coverage=0.25, diversity=0.75), True, True),  # 0.25 ≥ 0.25 and 0.75 ≥ 0.75
        (measures(coverage=0.24, diversity=0.75), False, False),
        (measures(details=(FIRM,)), True, True),  # one firmly covered subclaim
        (measures(mean_relevance=0.55), True, True),
        (measures(mean_relevance=0.54), False, False),
        (measures(mean_relevance=0.55, details=(REFUTED,)), True, False),  # seed A: no contradicted subclaim
        (measures(details=(replace(FIRM, supporting=("a",), refuting=("b",)),)), False, False),  # firm on both sides
    ],
)
def test_the_route_of_the_override(found: Measures, default: bool, reference: bool) -> None:
    assert sufficiency._override(found, ENOUGH) is default
    assert sufficiency._override(found, PRINTED) is reference


@works("weighing.sufficiency._strict")
@pytest.mark.parametrize(
    ("found", "dials", "opens"),
    [
        (measures(coverage=0.60, agreement=0.80, evidence=3), PRINTED, True),  # high coverage and agreement
        (measures(coverage=0.59, agreement=0.80, evidence=3), PRINTED, False),
        (measures(coverage=0.40, diversity=0.70, agreement=0.80, evidence=3), PRINTED, True),  # medium, with diversity
        (measures(coverage=0.40, diversity=0.69, agreement=0.80, evidence=3), PRINTED, False),
        (measures(coverage=0.60, agreement=0.79, evidence=3), PRINTED, False),
        (measures(coverage=0.60, agreement=0.80, evidence=2), PRINTED, False),  # two are fewer than three
        (measures(coverage=0.60, agreement=0.80, evidence=3), ENOUGH, False),  # the default asks the stanced agreement
        (measures(coverage=0.60, stanced_agreement=0.80, evidence=3), ENOUGH, True),
    ],
)
def test_the_strict_route(found: Measures, dials: SufficiencyDials, opens: bool) -> None:
    assert sufficiency._strict(found, dials) is opens


@works("weighing.sufficiency._is_weak")
@pytest.mark.parametrize(
    ("trust", "relevance", "top", "weak"),
    [
        (0.29, 0.29, 0.39, True),  # below 0.30, 0.30 and 0.40
        (0.30, 0.29, 0.39, False),
        (0.29, 0.30, 0.39, False),
        (0.29, 0.29, 0.40, False),
    ],
)
def test_a_pass_is_taken_back_only_when_all_three_are_weak(trust: float, relevance: float, top: float, weak: bool) -> None:
    assert sufficiency._is_weak(measures(mean_relevance=relevance, top_trust=top), trust, ENOUGH.state) is weak


@works("weighing.sufficiency._state")
@pytest.mark.parametrize(
    ("trust", "passed", "state"),
    [
        (0.80, True, TrustState.CONFIRMED),
        (0.79, True, TrustState.PROVISIONAL),
        (0.60, True, TrustState.PROVISIONAL),
        (0.59, True, TrustState.REVOKED),
        (0.80, False, TrustState.EVIDENCE_INSUFFICIENCY),
    ],
)
def test_the_state_of_trust(trust: float, passed: bool, state: TrustState) -> None:
    assert sufficiency._state(trust, passed, PRINTED.state) is state
