"""How long an article may be, and how many of its claims are looked at."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ExtentDials:
    """What an analysis is held to."""

    chars_at_most: int = 100_000  # of an article, a longer one is refused; 20,000–500,000; SPEC §12
    claims_at_most: int = 100  # that are compared with evidence; 30–1,000; a guess: at a second or two each, minutes


def is_too_long(text: str, dials: ExtentDials) -> bool:
    """Whether a text is refused for its length.

    Formula: Articles that are too long. From SPEC §12.

        characters > chars_at_most

    Dials: chars_at_most of ExtentDials.
    """
    return len(text) > dials.chars_at_most


def looked_at(targets: Sequence[str], others: Sequence[tuple[str, float]], dials: ExtentDials) -> frozenset[str]:
    """The claims that are compared with evidence, by their ids.

    Formula: Claims of an article that are looked at. From ours.

        the targets, then the others by falling worthiness, the first in the text of equals; claims_at_most in all

    Dials: claims_at_most of ExtentDials.
    """
    ranked = [name for name, _ in sorted(others, key=lambda one: -one[1])]
    return frozenset((*targets, *ranked)[: dials.claims_at_most])
