"""What weighing costs as evidence grows."""

from statistics import median
from time import process_time

import pytest

from tests.rules.weighing import given as make
from tests.rules.weighing.given import NEUTRAL, REFUTES, SUPPORTS
from veracious.domain.trust import Weighed
from veracious.rules.weighing import coverage, sufficiency
from veracious.rules.weighing.coverage import CoverageDials
from veracious.rules.weighing.sufficiency import SufficiencyDials

MOST = 13  # times the work for ten times the evidence


def pool(size: int) -> list[Weighed]:
    """Half as many origins as pieces, five subclaims, all three stances."""
    stances = (SUPPORTS, REFUTES, NEUTRAL)
    return [make.weighed(f"e{k}", stances[k % 3], origin=f"origin:{k // 2}", subclaim=k % 5) for k in range(size)]


def seconds(size: int) -> float:
    weighed = pool(size)
    start = process_time()
    coverage.measure(weighed, 5, CoverageDials())
    sufficiency.decide(weighed, 5, SufficiencyDials())
    return process_time() - start


@pytest.mark.long
def test_coverage_of_ten_times_the_evidence_takes_at_most_thirteen_times_as_long() -> None:
    seconds(10_000)
    ratio = median(seconds(10_000) / seconds(1_000) for _ in range(9))
    print(f"coverage and sufficiency: 10,000 against 1,000 pieces, ratio {ratio:.1f}")
    assert ratio <= MOST
