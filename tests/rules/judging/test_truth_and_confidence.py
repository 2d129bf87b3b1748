"""Truth, evidence quality and confidence."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.rules.weighing import given as make
from tests.rules.weighing.given import REFUTES, SUPPORTS
from veracious.domain.claim import Trait
from veracious.domain.decision import Draft, Facts
from veracious.domain.trust import Covered, Status, Weighed
from veracious.domain.verdict import Verdict
from veracious.rules.dials import Dials
from veracious.rules.judging import confidence, truth
from veracious.rules.judging.confidence import CapDials, ConfidenceDials
from veracious.rules.judging.truth import QualityDials, SegmentDials, TruthDials
from veracious.rules.weighing import coverage, sufficiency
from veracious.rules.weighing.coverage import CoverageDials
from veracious.rules.weighing.sufficiency import SufficiencyDials

TRUTH, QUALITY, SEGMENT, CONFIDENCE, CAPS = TruthDials(), QualityDials(), SegmentDials(), ConfidenceDials(), CapDials()
EMPTY = coverage.measure([], 1, CoverageDials())[0]


def details(*statuses: Status) -> tuple[Covered, ...]:
    return tuple(replace(EMPTY, subclaim=index, status=status) for index, status in enumerate(statuses))


@pytest.mark.parametrize(
    ("statuses", "score"),
    [
        ((Status.STRONGLY_VALID,), 1.0),
        ((Status.VALID, Status.UNKNOWN), 0.675),  # (1 + 0.45) / 2 = 0.725, less 0.10 × 1/2
        ((Status.VALID, Status.INVALID), 0.35),  # (1 + 0) / 2 = 0.5, less 0.30 × 1/2
        ((Status.PARTIALLY_VALID, Status.PARTIALLY_INVALID, Status.UNKNOWN), 0.35),  # 1.45 / 3 = 0.48333, less 0.10 + 0.03333
        ((Status.INVALID,), 0.0),  # 0 − 0.30, clamped
        ((), 0.45),
    ],
)
def test_the_truth_score_by_hand(statuses: tuple[Status, ...], score: float) -> None:
    assert truth.score(details(*statuses), TRUTH) == pytest.approx(score)


@given(st.lists(st.sampled_from(Status), min_size=1, max_size=5), st.integers(0, 4))
def test_truth_is_bounded_order_free_and_never_falls_when_a_part_is_confirmed(statuses: list[Status], at: int) -> None:
    found = truth.score(details(*statuses), TRUTH)
    assert 0 <= found <= 1
    assert truth.score(details(*reversed(statuses)), TRUTH) == pytest.approx(found)
    better = [Status.STRONGLY_VALID if index == at % len(statuses) else status for index, status in enumerate(statuses)]
    assert truth.score(details(*better), TRUTH) >= found - 1e-12


@pytest.mark.parametrize(
    ("piece", "support"),
    [
        # relevance 0.7 × 0.8 + 0.3 × 0.0 = 0.56; 0.70 × 0.56 + 0.15 × 1 + 0.10 × 0.8 + 0.05 × 0.8 = 0.392 + 0.15 + 0.08 + 0.04
        (make.weighed("a", SUPPORTS, semantic=0.8), 0.662),
        # relevance 0.7 × 1 + 0.3 × 1 = 1; 0.70 + 0.15 + 0.10 × 0.8 + 0.05 × 0.8
        (make.weighed("a", SUPPORTS, semantic=1.0, triple=1.0), 0.97),
        # as the first, less 0.10 for uncertain wording and 0.10 for mere reporting
        (make.weighed("a", SUPPORTS, semantic=0.8, wording=("uncertainty", "claim_mention")), 0.462),
        # 0.15 × 0 + 0.10 × 0 + 0.05 × 0.8 = 0.04, less 0.10, not below 0
        (make.weighed("a", SUPPORTS, anchor_match=0.0, overlap=0.0, wording=("uncertainty",)), 0.0),
    ],
)
def test_the_quality_of_one_piece_by_hand(piece: Weighed, support: float) -> None:
    assert truth.segment_support(piece, QUALITY, SEGMENT) == pytest.approx(support)


def test_what_refutes_is_of_less_quality_only_in_the_reference() -> None:
    """0.662 as above; seed A takes a penalty for contradiction: 0.662 − 0.20."""
    against = make.weighed("a", REFUTES, semantic=0.8)
    assert truth.segment_support(against, QUALITY, SEGMENT) == pytest.approx(0.662)
    assert truth.segment_support(against, QUALITY, Dials.reference().judging.segment) == pytest.approx(0.462)


@pytest.mark.parametrize(
    ("pool", "count", "diversity", "quality"),
    [
        ([make.weighed("a", SUPPORTS, semantic=0.8)], 1, 0.0, 0.5627),  # 0.662 × 0.85
        ([make.weighed("a", SUPPORTS, semantic=0.8)], 1, 1.0, 0.662),  # 0.662 × (0.85 + 0.15)
        ([make.weighed("a", SUPPORTS, semantic=0.8)], 2, 0.0, 0.28135),  # 0.662 / 2 × 0.85: the other part has none
        ([make.weighed("a", SUPPORTS, semantic=1.0, triple=1.0, overlap=1.0, credibility=1.0)], 1, 0.5, 0.90),  # 1 × 0.925, at most 0.90
        ([], 2, 0.0, 0.0),
    ],
)
def test_evidence_quality_by_hand(pool: list[Weighed], count: int, diversity: float, quality: float) -> None:
    assert truth.quality(pool, count, diversity, QUALITY, SEGMENT) == pytest.approx(quality)


@given(make.pools(), make.share)
def test_quality_is_bounded_by_its_ceiling(pool: list[Weighed], diversity: float) -> None:
    assert 0 <= truth.quality(pool, 3, diversity, QUALITY, SEGMENT) <= 0.85 + 0.10 * diversity + 1e-12


def facts(covered: float = 0.5, agreed: float = 1.0, diverse: float = 0.5, trust: float = 0.6, *statuses: Status) -> Facts:
    found = sufficiency.decide([], 1, SufficiencyDials())
    found = replace(
        found, coverage=covered, agreement=agreed, stanced_agreement=agreed, diversity=diverse, trust_post=trust, is_sufficient=True
    )
    return Facts((), replace(found, details=details(*statuses)), frozenset(), 0.5, 0.0, 2)


def test_confidence_by_hand() -> None:
    """|2 × 0.9 − 1| = 0.8: 0.30 × 0.8 + 0.25 × 0.5 + 0.20 × 1 + 0.15 × 0.5 + 0.10 × 0.6 = 0.24 + 0.125 + 0.2 + 0.075 + 0.06 = 0.70."""
    assert confidence.score(0.9, facts(), CONFIDENCE) == pytest.approx(0.70)


def test_a_clear_false_is_as_sure_as_a_clear_true() -> None:
    """|2 × 0.1 − 1| = 0.8 too; as printed, a truth of 0.1 gives 0.30 × 0.1 and 0.49 in all."""
    assert confidence.score(0.1, facts(), CONFIDENCE) == pytest.approx(0.70)
    assert confidence.score(0.1, facts(), Dials.reference().judging.confidence) == pytest.approx(0.49)


def test_confidence_has_a_floor_under_high_coverage_and_a_ceiling() -> None:
    """Coverage 0.8, nothing else: 0.30 × 1 + 0.25 × 0.8 = 0.5, but the floor is 1 × 0.75. Everything at 1: 1.0, capped at 0.95."""
    assert confidence.score(1.0, facts(0.8, 0.0, 0.0, 0.0), CONFIDENCE) == pytest.approx(0.75)
    assert confidence.score(1.0, facts(1.0, 1.0, 1.0, 1.0), CONFIDENCE) == pytest.approx(0.95)


def limited(confident: float, verdict: Verdict, known: Facts, dials: CapDials = CAPS) -> float:
    return confidence.limit(Draft(verdict, 0.5, confident), known, dials).confidence


def test_open_parts_insufficiency_and_indecision_cap_confidence() -> None:
    """One of two parts open: 1 − 0.25 × 1/2 = 0.875. Insufficient: 0.60. Undecided: 0.35, a comparison 0.45."""
    half = facts(0.5, 1.0, 0.5, 0.6, Status.VALID, Status.UNKNOWN)
    assert limited(0.95, Verdict.SUPPORTED, half) == pytest.approx(0.875)
    lacking = replace(half, sufficiency=replace(half.sufficiency, is_sufficient=False))
    assert limited(0.95, Verdict.SUPPORTED, lacking) == pytest.approx(0.60)
    assert limited(0.95, Verdict.NOT_ENOUGH_EVIDENCE, half) == pytest.approx(0.35)
    compared = replace(half, traits=frozenset({Trait.COMPARATIVE}))
    assert limited(0.95, Verdict.NOT_ENOUGH_EVIDENCE, compared) == pytest.approx(0.45)


def test_a_plain_refutation_is_not_underconfident() -> None:
    assert limited(0.2, Verdict.REFUTED, facts(0.5, 1.0, 0.5, 0.6, Status.INVALID)) == pytest.approx(0.60)
    assert limited(0.2, Verdict.REFUTED, facts(0.5, 1.0, 0.5, 0.6, Status.INVALID, Status.UNKNOWN)) == pytest.approx(0.2)


@pytest.mark.parametrize(
    ("supporting", "refuting", "verdict", "default", "reference"),
    [
        ((), ("a", "b", "c"), Verdict.REFUTED, 0.65, 0.65),  # three firm origins and none against: at least 0.65
        (("a", "b", "c"), (), Verdict.SUPPORTED, 0.65, 0.2),  # seed A speaks of contradiction alone
        ((), ("a", "b"), Verdict.REFUTED, 0.2, 0.2),  # two are not many
        (("d",), ("a", "b", "c"), Verdict.REFUTED, 0.2, 0.2),  # one voice against
    ],
)
def test_many_votes_on_one_side_hold_confidence_up(
    supporting: tuple[str, ...], refuting: tuple[str, ...], verdict: Verdict, default: float, reference: float
) -> None:
    known = facts(0.5, 1.0, 0.5, 0.6, Status.VALID)
    part = replace(known.sufficiency.details[0], supporting=supporting, refuting=refuting)
    known = replace(known, sufficiency=replace(known.sufficiency, details=(part,)))
    assert limited(0.2, verdict, known) == pytest.approx(default)
    assert limited(0.2, verdict, known, Dials.reference().judging.caps) == pytest.approx(reference)


def test_a_support_whose_amount_is_excluded_is_not_sure() -> None:
    known = replace(facts(0.5, 1.0, 0.5, 0.6, Status.VALID), numeric_conflict=True)
    assert limited(0.9, Verdict.SUPPORTED, known) == pytest.approx(0.45)
    assert limited(0.9, Verdict.REFUTED, known) == pytest.approx(0.9)


def test_the_reference_has_the_numbers_of_seed_a_sections_6_and_7() -> None:
    judging = Dials.reference().judging
    assert (judging.truth.valid, judging.truth.partially_valid, judging.truth.unknown) == (1.0, 0.75, 0.45)
    assert (judging.truth.partially_invalid, judging.truth.invalid) == (0.25, 0.0)
    assert (judging.truth.contradicted, judging.truth.unresolved) == (0.30, 0.10)
    assert (judging.quality.relevance, judging.quality.anchors, judging.quality.overlap, judging.quality.credibility) == (
        0.70,
        0.15,
        0.10,
        0.05,
    )
    assert (judging.quality.diversity_base, judging.quality.diversity_gain) == (0.85, 0.15)
    weights = judging.confidence
    assert (weights.truth, weights.coverage, weights.agreement, weights.diversity, weights.trust) == (0.30, 0.25, 0.20, 0.15, 0.10)
    assert (weights.most, weights.covered, weights.covered_floor) == (0.95, 0.8, 0.75)
    assert (judging.caps.unverifiable, judging.caps.unverifiable_comparative) == (0.35, 0.45)
    assert (judging.guards.ceiling_base, judging.guards.ceiling_gain) == (0.85, 0.10)
