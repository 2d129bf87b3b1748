"""Collections and their generations, in memory."""

from collections.abc import Sequence

from veracious.adapters.memory.finder import search_text
from veracious.adapters.memory.stock import MemoryStock, Volume
from veracious.domain.errors import GenerationInUse
from veracious.domain.store import Generation, State
from veracious.rules.reading import words
from veracious.rules.reading.lexicon import Lexicon


class MemoryCollections:
    """The `Collections` of a stock, as a workspace sees them."""

    def __init__(self, stock: MemoryStock, lexicon: Lexicon, workspace: str = "default") -> None:
        self._stock = stock
        self._lexicon = lexicon
        self._workspace = workspace

    async def all(self) -> Sequence[Generation]:
        """Every generation this workspace can see, with its size."""
        found = sorted(self._stock.seen(self._workspace), key=lambda one: (one.collection, one.id))
        return tuple(self._generation(volume) for volume in found)

    async def begin(self, collection: str) -> int:
        """A new, empty generation beside the live one."""
        return self._stock.begin(self._workspace, collection).id

    async def switch(self, generation: int) -> int | None:
        """Make a generation the live one; the one that was live before."""
        old = self._stock.switch(self._workspace, generation)
        return None if old is None else old.id

    async def drop(self, generation: int) -> None:
        """Drop a generation that is not live; nobody reads for longer than a call."""
        if self._stock.volume(self._workspace, generation).state is State.LIVE:
            raise GenerationInUse(f"generation {generation} is live")
        del self._stock.volumes[generation]

    async def fold(self, generation: int) -> None:
        """Nothing: what is counted here is counted when it is asked for."""
        self._stock.volume(self._workspace, generation)

    def _generation(self, volume: Volume) -> Generation:
        pieces = [piece for document in volume.documents for piece in document.evidence]
        counted = sum(len(words.terms(search_text(piece), self._lexicon)) for piece in pieces)
        return Generation(
            volume.id,
            volume.collection,
            volume.state,
            documents=len(volume.documents),
            passages=len(pieces),
            words=counted,
            made_at=volume.made_at,
            live_at=volume.live_at,
            retired_at=volume.retired_at,
        )
