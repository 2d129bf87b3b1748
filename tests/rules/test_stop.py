"""When the search of the open web ends."""

from dataclasses import replace

import pytest

from veracious.rules import spend
from veracious.rules.spend import Progress, StopDials

GOING = Progress(executed=1, left=True, sufficient=False, relaxed=False, comparative=False, largest_share=0.0)


@pytest.mark.parametrize(
    ("changed", "stop"),
    [
        ({}, ""),
        ({"sufficient": True}, "sufficient"),
        ({"left": False}, "queries_exhausted"),
        ({"executed": 4}, "query_budget"),
        ({"relaxed": True}, ""),  # one search is too few
        ({"relaxed": True, "executed": 2}, "confidence_mode"),
        ({"comparative": True, "largest_share": 0.8, "executed": 2}, "comparative_monopoly"),
        ({"comparative": True, "largest_share": 0.79, "executed": 2}, ""),
        ({"comparative": True, "largest_share": 0.9}, ""),
        ({"largest_share": 1.0, "executed": 3}, ""),  # no comparison
        ({"sufficient": True, "left": False, "executed": 9}, "sufficient"),  # the first that holds is named
    ],
)
def test_the_rule_that_stops_the_search_is_named(changed: dict[str, object], stop: str) -> None:
    assert spend.stop(replace(GOING, **changed), StopDials()) == stop  # type: ignore[arg-type]
