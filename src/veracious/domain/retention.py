"""How long a workspace keeps what it has."""

from dataclasses import dataclass

DAYS_AT_MOST = 100_000


@dataclass(frozen=True, slots=True)
class KeptDays:
    """For how many days something is kept; none: until it is erased."""

    documents: int | None = None  # from when they were put
    recordings: int | None = None  # what outside services answered to a run; without them its record can be read and not replayed
