"""The machine's own clock."""

from datetime import UTC, datetime


class SystemClock:
    """Now, in UTC."""

    def now(self) -> datetime:
        """The present moment."""
        return datetime.now(UTC)
