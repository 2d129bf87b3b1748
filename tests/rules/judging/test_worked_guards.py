"""Guards and limits of a verdict, worked by hand: each on a draft, at its threshold and beside it."""

from dataclasses import replace

import pytest

from tests.worked import works
from veracious.domain.claim import Trait
from veracious.domain.decision import Draft, Facts
from veracious.domain.trust import Covered, Status
from veracious.domain.verdict import Verdict
from veracious.rules.dials import Dials
from veracious.rules.judging import confidence, guards
from veracious.rules.judging.confidence import Limit
from veracious.rules.judging.guards import Guard
from veracious.rules.weighing import coverage, sufficiency

DIALS, PRINTED = Dials().judging, Dials.reference().judging
NOTHING = sufficiency.decide([], 1, Dials().weighing.sufficiency)
EMPTY = coverage.measure([], 1, Dials().weighing.sufficiency.coverage)[0]
S, R, M, N = Verdict.SUPPORTED, Verdict.REFUTED, Verdict.MIXED, Verdict.NOT_ENOUGH_EVIDENCE
STRONG, VALID, UNKNOWN, INVALID = Status.STRONGLY_VALID, Status.VALID, Status.UNKNOWN, Status.INVALID
PARTLY, PARTLY_NOT = Status.PARTIALLY_VALID, Status.PARTIALLY_INVALID
DISPUTED = replace(EMPTY, supporting=("a",), refuting=("b",))


def known(*statuses: Status, **other: object) -> Facts:
    """Facts on parts of these statuses; the rest by name, what sufficiency holds among it."""
    enough: dict[str, object] = {"is_sufficient": True, "trust_post": 0.6, "details": parts(*statuses)}
    enough |= {name: other.pop(name) for name in tuple(other) if name in NOTHING.__slots__}
    values = {"origins": 2, "support": 0.5, "supporters": 1, "refuters": 1, **other}
    return replace(Facts((), NOTHING, frozenset(), 0.0, 0.0, 0), sufficiency=replace(NOTHING, **enough), **values)  # type: ignore[arg-type]


def parts(*statuses: Status) -> tuple[Covered, ...]:
    return tuple(replace(EMPTY, subclaim=index, status=status) for index, status in enumerate(statuses))


def verdict(guard: Guard, drafted: Verdict, facts: Facts) -> Verdict:
    return guard(Draft(drafted, 0.5, 0.0), facts, DIALS.guards).verdict


def truth(guard: Guard, drafted: Verdict, value: float, facts: Facts) -> float:
    return guard(Draft(drafted, value, 0.0), facts, DIALS.guards).truth


def sure(limit: Limit, drafted: Verdict, value: float, facts: Facts) -> float:
    return limit(Draft(drafted, 0.5, value), facts, DIALS.caps).confidence


@works("judging.guards.no_evidence_no_verdict")
@pytest.mark.parametrize(("origins", "after"), [(0, N), (1, S), (2, S)])
def test_no_evidence_no_verdict(origins: int, after: Verdict) -> None:
    assert verdict(guards.no_evidence_no_verdict, S, known(origins=origins)) is after


@works("judging.guards.uncited_decides_nothing")
@pytest.mark.parametrize(
    ("drafted", "supporters", "refuters", "after"),
    [
        (S, 0, 5, N),  # 0 < 1: those against it do not count
        (R, 5, 0, N),
        (M, 0, 0, M),  # mixed is not decisive
        (S, 1, 0, S),
    ],
)
def test_a_verdict_needs_quotes(drafted: Verdict, supporters: int, refuters: int, after: Verdict) -> None:
    assert verdict(guards.uncited_decides_nothing, drafted, known(supporters=supporters, refuters=refuters)) is after


@works("judging.guards.mixed_needs_trust")
@pytest.mark.parametrize(("drafted", "trust_post", "after"), [(M, 0.29, N), (M, 0.30, M), (S, 0.29, S)])
def test_a_dispute_needs_trust(drafted: Verdict, trust_post: float, after: Verdict) -> None:
    assert verdict(guards.mixed_needs_trust, drafted, known(trust_post=trust_post)) is after


@works("judging.guards.weak_signals_decide_nothing")
@pytest.mark.parametrize(
    ("support", "refutation", "after"),
    [
        (0.24, 0.24, N),  # max(0.24, 0.24) < 0.25
        (0.25, 0.0, S),
        (0.0, 0.25, S),
    ],
)
def test_weak_signals(support: float, refutation: float, after: Verdict) -> None:
    assert verdict(guards.weak_signals_decide_nothing, S, known(support=support, refutation=refutation)) is after


@works("judging.guards.voices_must_not_oppose")
@pytest.mark.parametrize(
    ("drafted", "supporters", "refuters", "after"),
    [
        (S, 1, 2, N),  # 1 − 2 < 0
        (R, 2, 1, N),
        (S, 2, 2, S),  # as many
        (R, 0, 2, R),
    ],
)
def test_the_evidence_must_not_oppose(drafted: Verdict, supporters: int, refuters: int, after: Verdict) -> None:
    assert verdict(guards.voices_must_not_oppose, drafted, known(supporters=supporters, refuters=refuters)) is after


@works("judging.guards.decisive_needs_sufficiency")
@pytest.mark.parametrize(
    ("sufficient", "trust", "after"),
    [
        (True, 0.30, S),  # at 0.30
        (True, 0.29, N),
        (False, 0.90, N),
    ],
)
def test_a_binary_verdict_needs_quality(sufficient: bool, trust: float, after: Verdict) -> None:
    assert verdict(guards.decisive_needs_sufficiency, S, known(is_sufficient=sufficient, trust_post=trust)) is after


@works("judging.guards.absolute_quantifier_needs_more")
@pytest.mark.parametrize(
    ("drafted", "supporting", "after"),
    [
        (S, 2, N),  # 2 < 3 that firmly support
        (S, 3, S),
        (R, 2, R),  # one exception refutes "always"
    ],
)
def test_absolute_quantifiers(drafted: Verdict, supporting: int, after: Verdict) -> None:
    heard = known(details=(replace(EMPTY, supporting=tuple("abc"[:supporting]), refuting=("z",)),))
    facts = replace(heard, traits=frozenset({Trait.ABSOLUTE_QUANTIFIER}))
    assert verdict(guards.absolute_quantifier_needs_more, drafted, facts) is after
    assert verdict(guards.absolute_quantifier_needs_more, drafted, heard) is drafted


@works("judging.guards.strong_voices_force_truth")
@pytest.mark.parametrize(
    ("drafted", "details", "before", "after"),
    [
        (S, (DISPUTED,), 0.35, max(0.35, 0.75)),
        (R, (DISPUTED,), 0.35, min(0.35, 0.25)),
        (S, (DISPUTED,), 0.9, max(0.9, 0.75)),
        (S, (EMPTY,), 0.35, 0.35),  # nobody dissents
    ],
)
def test_a_side_chosen_against_dissent(drafted: Verdict, details: tuple[Covered, ...], before: float, after: float) -> None:
    assert truth(guards.strong_voices_force_truth, drafted, before, known(details=details)) == after


@works("judging.guards.excluded_amount_is_untrue")
@pytest.mark.parametrize(
    ("drafted", "before", "after"),
    [
        (R, 0.4, min(0.4, 0.10)),
        (R, 0.05, min(0.05, 0.10)),
        (S, 0.4, 0.4),  # a support is limited in its confidence
    ],
)
def test_an_excluded_amount(drafted: Verdict, before: float, after: float) -> None:
    assert truth(guards.excluded_amount_is_untrue, drafted, before, known(numeric_conflict=True)) == after


@works("judging.guards.open_parts_cap_truth")
@pytest.mark.parametrize(
    ("statuses", "before", "after"),
    [
        ((VALID, UNKNOWN), 0.95, min(0.95, 0.90)),
        ((VALID, UNKNOWN), 0.675, min(0.675, 0.90)),
        ((VALID, VALID), 0.95, 0.95),  # nothing is open
        ((UNKNOWN, PARTLY_NOT), 0.95, 0.95),  # not support alone
    ],
)
def test_open_parts(statuses: tuple[Status, ...], before: float, after: float) -> None:
    assert truth(guards.open_parts_cap_truth, S, before, known(*statuses)) == after


@works("judging.guards.resolved_truth_is_lifted")
@pytest.mark.parametrize(
    ("drafted", "statuses", "before", "after"),
    [
        (S, (STRONG, STRONG), 0.9, max(0.9, 0.97)),
        (S, (STRONG, STRONG), 1.0, max(1.0, 0.97)),
        (S, (STRONG, VALID), 0.9, 0.9),  # one part has one origin only
        (N, (STRONG,), 0.9, 0.9),
    ],
)
def test_a_fully_resolved_claim(drafted: Verdict, statuses: tuple[Status, ...], before: float, after: float) -> None:
    assert truth(guards.resolved_truth_is_lifted, drafted, before, known(*statuses)) == after


@works("judging.guards.pure_contradiction_is_low")
@pytest.mark.parametrize(
    ("drafted", "statuses", "before", "after"),
    [
        (R, (INVALID, INVALID), 0.2, min(0.2, 0.05)),
        (R, (INVALID,), 0.0, min(0.0, 0.05)),
        (R, (INVALID, UNKNOWN), 0.2, 0.2),
    ],
)
def test_pure_contradiction(drafted: Verdict, statuses: tuple[Status, ...], before: float, after: float) -> None:
    assert truth(guards.pure_contradiction_is_low, drafted, before, known(*statuses)) == after


@works("judging.guards.diversity_ceils_truth")
@pytest.mark.parametrize(
    ("diversity", "before", "after"),
    [
        (0.0, 1.0, 0.85 + 0.10 * 0.0),
        (0.5, 1.0, 0.85 + 0.10 * 0.5),  # 0.90
        (1.0, 1.0, 0.85 + 0.10 * 1.0),  # 0.95
        (0.5, 0.8, 0.8),  # below the ceiling
    ],
)
def test_the_diversity_ceiling(diversity: float, before: float, after: float) -> None:
    assert truth(guards.diversity_ceils_truth, S, before, known(diversity=diversity)) == pytest.approx(after)


@works("judging.guards.undecided_truth_is_open")
@pytest.mark.parametrize(("drafted", "before", "after"), [(N, 0.9, 0.45), (N, 0.1, 0.45), (S, 0.9, 0.9), (M, 0.3, 0.3)])
def test_undecided_truth(drafted: Verdict, before: float, after: float) -> None:
    assert truth(guards.undecided_truth_is_open, drafted, before, known()) == after


@works("judging.confidence.clearness")
@pytest.mark.parametrize(
    ("value", "default", "reference"),
    [
        (0.9, abs(2 * 0.9 - 1), 0.9),  # 0.8
        (0.1, abs(2 * 0.1 - 1), 0.1),  # 0.8: a clear FALSE is clear
        (0.5, abs(2 * 0.5 - 1), 0.5),  # 0
    ],
)
def test_clearness(value: float, default: float, reference: float) -> None:
    assert confidence.clearness(value, DIALS.confidence) == pytest.approx(default)
    assert confidence.clearness(value, PRINTED.confidence) == reference


@works("judging.confidence.score")
@pytest.mark.parametrize(
    ("value", "covered", "agreed", "diverse", "trust", "default", "reference"),
    [
        # 0.24 + 0.125 + 0.20 + 0.075 + 0.06 = 0.70; as printed 0.27 instead of 0.24
        (0.9, 0.5, 1.0, 0.5, 0.6, 0.30 * 0.8 + 0.25 * 0.5 + 0.20 * 1.0 + 0.15 * 0.5 + 0.10 * 0.6, 0.73),
        # 0.24 + 0.46; as printed 0.03 + 0.46
        (0.1, 0.5, 1.0, 0.5, 0.6, 0.30 * 0.8 + 0.25 * 0.5 + 0.20 * 1.0 + 0.15 * 0.5 + 0.10 * 0.6, 0.49),
        # 0.30 + 0.20 = 0.50, but coverage ≥ 0.8 gives at least 0.75 of the clearness
        (1.0, 0.8, 0.0, 0.0, 0.0, 0.75 * 1.0, 0.75),
        # everything at 1: 1.0, at most 0.95
        (1.0, 1.0, 1.0, 1.0, 1.0, 0.95, 0.95),
        # 0.30 × 0.2 + 0.25 × 0.2 = 0.11; as printed 0.30 × 0.6 + 0.05
        (0.6, 0.2, 0.0, 0.0, 0.0, 0.30 * 0.2 + 0.25 * 0.2, 0.23),
    ],
)
def test_confidence(value: float, covered: float, agreed: float, diverse: float, trust: float, default: float, reference: float) -> None:
    facts = known(coverage=covered, agreement=agreed, stanced_agreement=agreed, diversity=diverse, trust_post=trust)
    assert confidence.score(value, facts, DIALS.confidence) == pytest.approx(default)
    assert confidence.score(value, facts, PRINTED.confidence) == pytest.approx(reference)


@works("judging.confidence.open_parts_cap_confidence")
@pytest.mark.parametrize(
    ("statuses", "before", "after"),
    [
        ((VALID, UNKNOWN), 0.95, 1 - 0.25 * 1 / 2),  # 0.875
        ((VALID, PARTLY, UNKNOWN), 0.95, 1 - 0.25 * 1 / 3),  # 0.91667
        ((UNKNOWN,), 0.95, 1 - 0.25 * 1),
        ((VALID, UNKNOWN), 0.5, 0.5),
    ],
)
def test_open_parts_lower_the_most_confidence(statuses: tuple[Status, ...], before: float, after: float) -> None:
    assert sure(confidence.open_parts_cap_confidence, S, before, known(*statuses)) == pytest.approx(after)


@works("judging.confidence.insufficiency_caps_confidence")
@pytest.mark.parametrize(("sufficient", "before", "after"), [(False, 0.9, 0.60), (False, 0.5, 0.5), (True, 0.9, 0.9)])
def test_insufficiency(sufficient: bool, before: float, after: float) -> None:
    assert sure(confidence.insufficiency_caps_confidence, S, before, known(is_sufficient=sufficient)) == after


@works("judging.confidence.plain_refutation_holds_confidence")
@pytest.mark.parametrize(
    ("drafted", "statuses", "before", "after"),
    [
        (R, (INVALID, INVALID), 0.2, max(0.2, 0.60)),
        (R, (INVALID,), 0.8, max(0.8, 0.60)),
        (R, (INVALID, UNKNOWN), 0.2, 0.2),
    ],
)
def test_a_plain_refutation(drafted: Verdict, statuses: tuple[Status, ...], before: float, after: float) -> None:
    assert sure(confidence.plain_refutation_holds_confidence, drafted, before, known(*statuses)) == after


THREE = ("a", "b", "c")


@works("judging.confidence.strong_votes_hold_confidence")
@pytest.mark.parametrize(
    ("drafted", "supporting", "refuting", "default", "reference"),
    [
        (R, (), THREE, max(0.2, 0.65), 0.65),
        (S, THREE, (), max(0.2, 0.65), 0.2),  # as printed, votes of contradiction alone
        (R, (), ("a", "b"), 0.2, 0.2),  # 2 < 3
        (R, ("d",), THREE, 0.2, 0.2),  # one voice against
    ],
)
def test_strong_votes(drafted: Verdict, supporting: tuple[str, ...], refuting: tuple[str, ...], default: float, reference: float) -> None:
    facts = known(details=(replace(EMPTY, supporting=supporting, refuting=refuting),))
    assert sure(confidence.strong_votes_hold_confidence, drafted, 0.2, facts) == default
    assert confidence.strong_votes_hold_confidence(Draft(drafted, 0.5, 0.2), facts, PRINTED.caps).confidence == reference


@works("judging.confidence.excluded_amount_caps_confidence")
@pytest.mark.parametrize(("drafted", "before", "after"), [(S, 0.9, min(0.9, 0.45)), (S, 0.3, min(0.3, 0.45)), (R, 0.9, 0.9)])
def test_an_excluded_amount_lowers_the_most_confidence(drafted: Verdict, before: float, after: float) -> None:
    assert sure(confidence.excluded_amount_caps_confidence, drafted, before, known(numeric_conflict=True)) == after


@works("judging.confidence.undecided_locks_confidence")
@pytest.mark.parametrize(
    ("drafted", "traits", "before", "after"),
    [
        (N, frozenset(), 0.9, min(0.9, 0.35)),
        (N, frozenset({Trait.COMPARATIVE}), 0.9, min(0.9, 0.45)),
        (N, frozenset(), 0.2, min(0.2, 0.35)),
        (S, frozenset(), 0.9, 0.9),
    ],
)
def test_the_lock_of_the_undecided(drafted: Verdict, traits: frozenset[Trait], before: float, after: float) -> None:
    assert sure(confidence.undecided_locks_confidence, drafted, before, known(traits=traits)) == after
