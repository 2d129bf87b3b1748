"""The mark of a test that works a formula by hand: `docs/reference/formulas.md` names it, and counts its examples."""

from collections.abc import Callable
from typing import TypeVar

Test = TypeVar("Test", bound=Callable[..., object])


def works(*names: str) -> Callable[[Test], Test]:
    """Says that the test works these formulas by hand, each by its name below `veracious.rules`: `ranking.recency.boost`."""
    if not all(names):
        raise ValueError("a worked formula has a name")

    def keep(test: Test) -> Test:
        return test

    return keep
