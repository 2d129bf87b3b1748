"""The written cases (`evals/reading`): both halves keep what they once reached."""

from pathlib import Path

import pytest

from veracious.eval import reading
from veracious.rules.dials import Dials

FOLDER = Path(__file__).parents[3] / "evals/reading"
FLOORS = {"splits": 24, "refusals": 17, "plain claims": 29, "quantities": 54}


@pytest.mark.parametrize("half", ["tuning", "blind"])
def test_the_cases_are_read_right(half: str) -> None:
    """At least 24 of 30 splits, 17 of 20 refusals, 29 of 30 plain claims let through, 54 of 60 quantity pairs."""
    found = {figure.name: figure for figure in reading.figures(half, FOLDER, Dials())}
    assert {name: figure.total for name, figure in found.items()} == {"splits": 30, "refusals": 20, "plain claims": 30, "quantities": 60}
    assert {name: figure.right for name, figure in found.items() if figure.right < FLOORS[name]} == {}


def test_a_split_is_compared_word_by_word() -> None:
    """Case, punctuation, articles and order of the parts do not count; words and their order do."""
    accepted = [["The law was passed in 2010", "The law was repealed in 2015"]]
    assert reading.same(["law was repealed in 2015.", "Law was passed, in 2010."], accepted)
    assert not reading.same(["The law was passed in 2010", "The law repealed in 2015"], accepted)
    assert not reading.same(["The law was passed in 2010"], accepted)
    assert not reading.same(["In 2010 the law was passed", "The law was repealed in 2015"], accepted)
