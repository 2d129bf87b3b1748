"""A tape in memory."""

from collections.abc import Sequence

from veracious.domain.record import Taped
from veracious.ports import Blobs


class MemoryTape:
    """A `Tape` that lives as long as the process."""

    def __init__(self) -> None:
        self.noted: dict[tuple[str, str], Taped] = {}

    async def note(self, port: str, asked: str, content: bytes, blobs: Blobs) -> str:
        """Put an answer among the blobs, then write it down; its name."""
        name = await blobs.put(content)
        await self.commit(Taped(port, asked, name))
        return name

    async def commit(self, taped: Taped) -> None:
        """Write an answer down; the first to a request stays."""
        self.noted.setdefault((taped.port, taped.asked), taped)

    async def entries(self) -> Sequence[Taped]:
        """All answers by port and request: the order in which they came in decides nothing."""
        return tuple(self.noted[key] for key in sorted(self.noted))
