"""What was read, kept in memory and cut into passages."""

from collections.abc import Sequence
from datetime import date

from veracious.adapters.memory.stock import Document, MemoryStock, Volume
from veracious.domain.errors import SourceMalformed, SourceUnavailable
from veracious.domain.evidence import Evidence, Snapshot
from veracious.domain.store import Incoming, PutOutcome, State
from veracious.rules.reading.sentences import SentenceDials
from veracious.rules.seeking import passages
from veracious.rules.seeking.passages import PassageDials


class MemoryShelf:
    """A `Shelf` and `Library` that finders in memory look through; what is put is found by the next of them."""

    def __init__(
        self, dials: PassageDials, sentence_dials: SentenceDials, stock: MemoryStock | None = None, workspace: str = "default"
    ) -> None:
        self._dials = dials
        self._sentence_dials = sentence_dials
        self._stock = stock or MemoryStock()
        self._workspace = workspace

    @property
    def evidence(self) -> tuple[Evidence, ...]:
        """Everything in the live generations, by id: the order in which it was put does not show."""
        live = sorted((one for volume in self._stock.live(self._workspace) for one in volume.documents), key=lambda one: -one.number)
        found = {piece.id: piece for document in live for piece in document.evidence}  # of two of one name, the first that was put
        return tuple(found[name] for name in sorted(found))

    async def put(self, snapshot: Snapshot) -> Sequence[Evidence]:
        """The evidence of a snapshot, in the order of its text; put again, nothing is added."""
        volume = self._stock.writable(self._workspace, snapshot.collection, None)
        return self._written(volume, Incoming(snapshot))[0].evidence

    async def open(self, digest: str) -> Snapshot:
        """The snapshot of this digest; of copies at several addresses, the first that was put. What is being built is not there yet."""
        for state in (State.LIVE, State.RETIRED):
            found = self._copies(digest, state)
            if found:
                return min(found, key=lambda one: one.number).snapshot
        raise SourceUnavailable(f"no snapshot {digest} on the shelf")

    def holds(self, digest: str) -> bool:
        """Whether the snapshot of this digest is in a live generation."""
        return bool(self._copies(digest, State.LIVE))

    async def known(self, collection: str, hashes: Sequence[str]) -> frozenset[str]:
        """Which files of these hashes are in the live generation of a collection."""
        live = (volume for volume in self._stock.live(self._workspace) if volume.collection == collection)
        return frozenset(one.file_hash for volume in live for one in volume.documents).intersection(hashes)

    async def recent(self, collection: str, since: date, limit: int) -> Sequence[Snapshot]:
        """Documents of the live generation that were published from a day on, the newest first."""
        live = (one for volume in self._stock.live(self._workspace) if volume.collection == collection for one in volume.documents)
        dated = [(one.snapshot.published, -one.number, one.snapshot) for one in live if one.snapshot.published is not None]
        found = sorted((one for one in dated if one[0] >= since), key=lambda one: one[:2], reverse=True)
        return tuple(snapshot for _, _, snapshot in found[:limit])

    async def ready(self, batch: Sequence[Incoming]) -> object:
        """The batch as it is: nothing takes long here."""
        return list(batch)

    async def write(self, ready: object, generation: int | None = None) -> Sequence[PutOutcome]:
        """Put each document of a ready batch, into the live generation or one that is being built."""
        if not isinstance(ready, list) or not all(isinstance(one, Incoming) for one in ready):
            raise TypeError("what is written comes from `ready`")
        return [self._kept(one, generation) for one in ready]

    def _kept(self, incoming: Incoming, generation: int | None) -> PutOutcome:
        volume = self._stock.writable(self._workspace, incoming.snapshot.collection, generation)
        document, is_new = self._written(volume, incoming)
        return PutOutcome(incoming.snapshot.digest, len(document.evidence), is_new)

    def _written(self, volume: Volume, document: Incoming) -> tuple[Document, bool]:
        """The document as it is kept, and whether it is new."""
        snapshot = document.snapshot
        if any(one.snapshot.text != snapshot.text for one in self._copies(snapshot.digest, *State)):
            raise SourceMalformed(f"two texts claim the digest {snapshot.digest}")
        copies = volume.copies.setdefault(snapshot.digest, [])
        kept = next((one for one in copies if one.snapshot.url == snapshot.url), None)
        if kept is not None:
            return kept, False
        cut = passages.cut(snapshot, self._dials, self._sentence_dials)
        evidence = tuple(passages.evidence(snapshot, passage) for passage in cut)
        copies.append(Document(snapshot, evidence, document.name, document.file_hash, self._stock.clock.now(), self._stock.number()))
        return copies[-1], True

    def _copies(self, digest: str, *states: State) -> list[Document]:
        """The documents of a digest in generations of these states."""
        return [one for volume in self._stock.seen(self._workspace) if volume.state in states for one in volume.copies.get(digest, ())]
