"""How long an article may be, and how many of its claims are looked at, by hand."""

import pytest

from tests.worked import works
from veracious.rules.seeking import extent
from veracious.rules.seeking.extent import ExtentDials


@works("seeking.extent.is_too_long")
@pytest.mark.parametrize(("length", "is_too_long"), [(0, False), (100_000, False), (100_001, True)])
def test_an_article_of_a_hundred_thousand_characters_is_read(length: int, is_too_long: bool) -> None:
    assert extent.is_too_long("x" * length, ExtentDials()) is is_too_long


@works("seeking.extent.looked_at")
@pytest.mark.parametrize(
    ("targets", "others", "most", "looked_at"),
    [
        (("c4",), [("c1", 0.2), ("c2", 0.9)], 100, "c1 c2 c4"),
        (("c4",), [("c1", 0.2), ("c2", 0.9)], 2, "c2 c4"),  # the worthiest beside the target
        (("c4",), [("c1", 0.5), ("c2", 0.5)], 2, "c1 c4"),  # of equals the first of the text
        (("c4", "c5"), [("c1", 0.9)], 1, "c4"),  # targets before all others, and no more than are allowed
        ((), [], 100, ""),
    ],
)
def test_targets_come_first_then_the_worthiest(
    targets: tuple[str, ...], others: list[tuple[str, float]], most: int, looked_at: str
) -> None:
    assert " ".join(sorted(extent.looked_at(targets, others, ExtentDials(claims_at_most=most)))) == looked_at
