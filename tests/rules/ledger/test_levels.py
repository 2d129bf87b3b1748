"""What quotes decide of a claim."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as some

from tests.rules.ledger.given import backing, entry
from tests.worked import works
from veracious.domain.ledger import Level, Support
from veracious.rules.ledger import levels
from veracious.rules.ledger.levels import ClaimEvidence, LevelDials, SureDials

DIALS, SURE = LevelDials(said_weight=0.0, full_from=0.5, partial_from=0.25), SureDials()
MIXED = LevelDials(said_weight=0.5, full_from=0.5, partial_from=0.25)


@works("ledger.levels.judge")
@pytest.mark.parametrize(
    ("found", "level"),
    [
        ((), Level.NONE),
        ((backing(0.5),), Level.FULL),
        ((backing(0.49),), Level.PARTIAL),
        ((backing(0.25),), Level.PARTIAL),
        ((backing(0.24),), Level.NONE),
        ((backing(0.1, 0.7),), Level.CONTRADICTED),
        ((backing(0.1, 0.69),), Level.NONE),
        ((backing(0.1, 0.9, similarity=0.4),), Level.NONE),  # it speaks of something else
        ((backing(0.75), backing(0.2, 0.72, "a")), Level.FULL),  # one document, and it supports more than it refutes
        ((backing(0.9, 0.0, "a"), backing(0.0, 0.9, "b")), Level.CONTRADICTED),  # two documents disagree
        ((backing(0.9, 0.0, "a"), backing(0.0, 0.9, "a")), Level.FULL),  # one document with itself is no conflict of sources
    ],
)
def test_how_far_quotes_carry_a_claim(found: tuple, level: Level) -> None:  # type: ignore[type-arg]
    assert levels.judge(found, DIALS) is level


@works("ledger.levels.judge")
@pytest.mark.parametrize(
    ("supports", "similarity", "level"),
    [
        (0.5, 0.5, Level.FULL),  # (0.5 + 0.25) / 1.5 = 0.5
        (0.5, 0.4, Level.PARTIAL),  # (0.5 + 0.2) / 1.5 = 0.47
        (0.25, 1.0, Level.FULL),  # (0.25 + 0.5) / 1.5 = 0.5
        (0.09, 1.0, Level.NONE),  # every word is there, and nothing says it
        (0.2, 0.3, Level.NONE),  # (0.2 + 0.15) / 1.5 = 0.23
    ],
)
def test_what_is_said_weighs_beside_support(supports: float, similarity: float, level: Level) -> None:
    assert levels.judge((backing(supports, similarity=similarity),), MIXED) is level


@works("ledger.levels.judge")
@pytest.mark.parametrize(
    ("supports", "refutes", "asked", "level"),
    [
        (0.36, 0.59, True, Level.PARTIAL),  # (0.36 + 0.5) / 1.5 = 0.57, but it rather refutes
        (0.36, 0.36, True, Level.FULL),
        (0.36, 0.59, False, Level.FULL),
    ],
)
def test_what_rather_refutes_a_claim_carries_a_part_at_most(supports: float, refutes: float, asked: bool, level: Level) -> None:
    assert levels.judge((backing(supports, refutes, similarity=1.0),), replace(MIXED, whole_leans_for=asked)) is level


def test_a_supported_claim_shows_what_supports_it_first() -> None:
    for_it, rather_against = backing(0.5, 0.1, similarity=0.6), backing(0.4, 0.5, similarity=1.0)
    found = levels.assess(entry(Support.SUPPORTED).claim, ClaimEvidence((rather_against, for_it)), MIXED, SURE)
    assert (found.level, found.backing[0]) == (Level.FULL, for_it)


@works("ledger.levels.confident")
@pytest.mark.parametrize(
    ("found", "level", "confidence"),
    [
        ((backing(0.9, similarity=0.8),), Level.FULL, 0.85),
        ((backing(0.9, similarity=0.9),), Level.FULL, 0.90),
        ((backing(0.9, 0.0, "a", similarity=0.8), backing(0.8, 0.0, "b", similarity=0.8)), Level.FULL, 0.90),
        (tuple(backing(0.9, 0.0, name, similarity=0.8) for name in "abcdef"), Level.FULL, 1.0),  # three further documents count
        ((backing(0.9, 0.0, "a", "b", similarity=0.8),), Level.FULL, 0.80),  # two together: one further, put together
        ((backing(0.3, similarity=0.8),), Level.PARTIAL, 0.60),
        ((backing(0.1),), Level.NONE, 0.0),
        ((backing(0.0, 0.9),), Level.CONTRADICTED, 0.0),
    ],
)
def test_how_sure_a_level_is(found: tuple, level: Level, confidence: float) -> None:  # type: ignore[type-arg]
    assert levels.confident(found, level, DIALS, SURE) == pytest.approx(confidence)


@works("ledger.levels.settle")
@pytest.mark.parametrize(
    ("level", "confidence", "verdict"),
    [
        (Level.FULL, 0.81, Support.SUPPORTED),
        (Level.FULL, 0.80, Support.WEAK),
        (Level.PARTIAL, 0.95, Support.WEAK),
        (Level.NONE, 0.0, Support.NOT_FOUND),
        (Level.CONTRADICTED, 0.0, Support.CONTRADICTED),
    ],
)
def test_the_verdict_on_a_claim(level: Level, confidence: float, verdict: Support) -> None:
    assert levels.settle(level, confidence, SURE) is verdict


def test_what_decides_comes_first() -> None:
    weak, strong, against = backing(0.3, 0.1, "a"), backing(0.9, 0.0, "b"), backing(0.0, 0.95, "c")
    claim = entry(Support.WEAK).claim
    assert levels.assess(claim, ClaimEvidence((weak, strong)), DIALS, SURE).backing == (strong, weak)
    assert levels.assess(claim, ClaimEvidence((weak, strong, against)), DIALS, SURE).backing[0] == against


SHARES = some.tuples(some.floats(0, 1), some.floats(0, 1)).filter(lambda one: sum(one) <= 1)


@given(some.lists(SHARES, max_size=5))
def test_confidence_is_between_0_and_1_and_only_where_something_carries(shares: list[tuple[float, float]]) -> None:
    found = tuple(backing(a, b, str(number)) for number, (a, b) in enumerate(shares))
    level = levels.judge(found, DIALS)
    confidence = levels.confident(found, level, DIALS, SURE)
    assert 0 <= confidence <= 1
    assert (confidence > 0) == (level in (Level.FULL, Level.PARTIAL))


@given(some.lists(SHARES, max_size=5), some.permutations(range(5)))
def test_the_order_of_quotes_decides_nothing(shares: list[tuple[float, float]], order: list[int]) -> None:
    found = [backing(a, b, str(number)) for number, (a, b) in enumerate(shares)]
    turned = [found[at] for at in order if at < len(found)]
    assert levels.judge(found, DIALS) is levels.judge(turned, DIALS)
