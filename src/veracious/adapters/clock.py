"""The machine's own clock, and one that goes by another's."""

from datetime import UTC, datetime, timedelta

OFF_AT_LEAST = timedelta(seconds=2)  # from which a clock is put right: less is the time that asking takes


class SystemClock:
    """Now, in UTC."""

    def now(self) -> datetime:
        """The present moment."""
        return datetime.now(UTC)


class StoreClock:
    """Now, as the machine has it until it is told the time of the store, which all workers go by: what one begins another may end."""

    def __init__(self) -> None:
        self._own, self._behind = SystemClock(), timedelta()

    def now(self) -> datetime:
        """The present moment."""
        return self._own.now() + self._behind

    def set_to(self, told: datetime) -> None:
        """Put the clock right, if it is off."""
        if abs(told - self.now()) >= OFF_AT_LEAST:
            self._behind = told - self._own.now()
