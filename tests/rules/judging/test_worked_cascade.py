"""Which pairs a second judge is asked about, worked by hand."""

import pytest

from tests.rules.weighing import given as make
from tests.worked import works
from veracious.domain.stance import Stance
from veracious.rules.dials import Dials
from veracious.rules.judging import cascade

CASCADE = Dials().judging.cascade


def asked(stances: list[Stance | None]) -> list[int]:
    """The places of the pairs that are asked again, where the first judge said this of each, or nothing."""
    pieces = [make.ranked(f"e{place}") for place in range(len(stances))]
    first = [make.judged(piece, stance) for piece, stance in zip(pieces, stances, strict=True) if stance is not None]
    found = cascade.unsure([(make.subclaim(), piece.evidence) for piece in pieces], first, CASCADE)
    return [int(evidence.id.removeprefix("e")) for _, evidence in found]


@works("judging.cascade.unsure")
@pytest.mark.parametrize(
    ("sure", "places"),
    [
        ([0.5, 0.5], []),  # ⌊0.33 × 2⌋ = ⌊0.66⌋ = 0
        ([0.95, 0.5, 0.99, 0.4, 0.6, 0.97], [3]),  # ⌊0.33 × 6⌋ = ⌊1.98⌋ = 1: of 0.5, 0.4 and 0.6, which are < 0.9, the least
        ([0.95, 0.5, 0.6, 0.99, 0.99, 0.4, 0.97], [1, 5]),  # ⌊0.33 × 7⌋ = ⌊2.31⌋ = 2: 0.4 and 0.5, in their own order
        ([0.5] * 7, [0, 1]),  # two again, and of equals the earlier
        ([0.9] * 8 + [0.89, 0.9], [8]),  # ⌊0.33 × 10⌋ = ⌊3.3⌋ = 3 might be, one is < 0.9
        ([0.5] * 28, list(range(9))),  # ⌊0.33 × 28⌋ = ⌊9.24⌋ = 9 ≤ 10
        ([0.5] * 40, list(range(10))),  # ⌊0.33 × 40⌋ = ⌊13.2⌋ = 13 > 10: ten
    ],
)
def test_the_least_sure_pairs_are_asked_again(sure: list[float], places: list[int]) -> None:
    assert asked([Stance(one, (1 - one) / 2, (1 - one) / 2) for one in sure]) == places


@works("judging.cascade.unsure")
@pytest.mark.parametrize(
    ("stances", "places"),
    [
        # of four pairs ⌊0.33 × 4⌋ = ⌊1.32⌋ = 1
        ([Stance(0.95, 0.03, 0.02), Stance(0.03, 0.95, 0.02), Stance(0.02, 0.03, 0.95), Stance(0.91, 0.05, 0.04)], []),  # all ≥ 0.9
        ([Stance(0.3, 0.3, 0.4), Stance(0.45, 0.5, 0.05), Stance(0.6, 0.4, 0.0), Stance(0.0, 0.2, 0.8)], [0]),  # 0.4, 0.5, 0.6, 0.8
        ([Stance(0.34, 0.33, 0.33), None, Stance(0.95, 0.03, 0.02), Stance(0.95, 0.03, 0.02)], [1]),  # nothing said: 0 < 0.34
    ],
)
def test_a_judge_is_as_sure_as_its_likeliest_label(stances: list[Stance | None], places: list[int]) -> None:
    assert asked(stances) == places
