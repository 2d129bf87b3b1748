"""A tape in memory."""

from collections.abc import Sequence

from veracious.domain.record import Taped


class MemoryTape:
    """A `Tape` that lives as long as the process."""

    def __init__(self) -> None:
        self._entries: dict[tuple[str, str], Taped] = {}

    async def commit(self, taped: Taped) -> None:
        """Write an answer down; the first to a request stays."""
        self._entries.setdefault((taped.port, taped.asked), taped)

    async def entries(self) -> Sequence[Taped]:
        """All answers by port and request: the order in which they came in decides nothing."""
        return tuple(self._entries[key] for key in sorted(self._entries))
