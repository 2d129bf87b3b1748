"""How much of its weight a piece of this age keeps."""

from dataclasses import dataclass
from datetime import date


@dataclass(frozen=True, slots=True)
class RecencyDials:
    """How fast evidence ages."""

    half_life_days: float = 365.0  # age at which a piece counts half; 30–1500; seed A §4.1
    unknown_age_half_lives: float = 2.0  # undated evidence counts as this old; 1–4; a guess until measured


def boost(age_days: float | None, dials: RecencyDials) -> float:
    """How much of its weight a piece of this age keeps, in (0, 1].

    Formula: Recency. From A §4.1.

        recency = (1/2)^(age / half_life_days)         age in days, at least 0
        recency = (1/2)^unknown_age_half_lives         where the date is not known

    Dials: half_life_days, unknown_age_half_lives of RecencyDials.
    """
    half_lives = dials.unknown_age_half_lives if age_days is None else max(0.0, age_days) / dials.half_life_days
    return float((1 / 2) ** half_lives)


def age_days(published: date | None, as_of: date) -> float | None:
    """The age of a piece on the day as of which the claim is checked; unknown when undated."""
    return None if published is None else float((as_of - published).days)
