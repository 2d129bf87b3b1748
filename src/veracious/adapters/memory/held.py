"""A few texts in the hand: nothing is cut, nothing is added."""

from collections.abc import Mapping, Sequence

from veracious.domain.errors import SourceMalformed, SourceUnavailable
from veracious.domain.evidence import Evidence, Snapshot


class HeldTexts:
    """A `Shelf` of texts that were given, and no others."""

    def __init__(self, held: Mapping[str, Snapshot]) -> None:
        self._held = held

    async def put(self, snapshot: Snapshot) -> Sequence[Evidence]:
        """Nothing can be put here."""
        raise SourceMalformed(f"{snapshot.digest}: nothing is put beside the texts that were given")

    async def open(self, digest: str) -> Snapshot:
        """The text of this digest."""
        if digest not in self._held:
            raise SourceUnavailable(f"no text {digest} was given")
        return self._held[digest]
