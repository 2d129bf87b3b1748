"""A negated claim gets the opposite verdict."""

from collections import Counter

import pytest

from tests.demo import negations
from veracious import demo as world
from veracious.domain.verdict import Verdict

PAIRS = negations.pairs()
WANTED = 42  # of 50


def test_there_are_fifty_pairs_of_every_construction_and_of_both_verdicts() -> None:
    assert len({(pair.claim, pair.negated) for pair in PAIRS}) == len(PAIRS) == 50
    assert {pair.construction for pair in PAIRS} == {"copula", "numbers", "dates", "active", "passive", "comparison"}
    assert {pair.expected for pair in PAIRS} == {Verdict.SUPPORTED, Verdict.REFUTED}
    addresses = {one.url for one in world.documents()}
    assert [pair.number for pair in PAIRS if not pair.evidence or not pair.evidence <= addresses] == []


@pytest.mark.long
def test_negated_forms_get_the_opposite_verdict() -> None:
    """Both forms as they should be; every other pair is printed with the first thing that went wrong."""
    missed = {pair.number: found for pair in PAIRS if (found := list(negations.misses(pair)))}
    every = [miss for found in missed.values() for miss in found]
    causes = Counter(miss.cause for miss in every)
    print(f"\n{len(PAIRS) - len(missed)} of {len(PAIRS)} pairs are opposites; forms that came out otherwise, by cause: {dict(causes)}")
    for miss in sorted(every, key=lambda miss: (negations.CAUSES.index(miss.cause), miss.number)):
        print(f"  {miss.cause:11} {miss.number:2} {miss.text} → {miss.got or 'none'}, not {miss.wanted}\n              {miss.shown}")
    assert len(PAIRS) - len(missed) >= WANTED
