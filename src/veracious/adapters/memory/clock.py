"""A clock that stands still."""

from datetime import datetime


class FixedClock:
    """A `Clock` that is always at one moment."""

    def __init__(self, moment: datetime) -> None:
        if moment.tzinfo is None:
            raise ValueError("a clock knows its zone")
        self._moment = moment

    def now(self) -> datetime:
        """That moment."""
        return self._moment
