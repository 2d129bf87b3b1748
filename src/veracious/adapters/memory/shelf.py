"""What was read, kept in memory and cut into passages."""

from collections.abc import Sequence

from veracious.domain.errors import SourceMalformed, SourceUnavailable
from veracious.domain.evidence import Evidence, Passage, Snapshot
from veracious.rules import digest
from veracious.rules.reading.sentences import SentenceDials
from veracious.rules.seeking import passages
from veracious.rules.seeking.passages import PassageDials


class MemoryShelf:
    """A `Shelf` that finders in memory look through; what is put is found by the next of them."""

    def __init__(self, dials: PassageDials, sentence_dials: SentenceDials) -> None:
        self._dials = dials
        self._sentence_dials = sentence_dials
        self._snapshots: dict[str, Snapshot] = {}
        self._evidence: dict[str, Evidence] = {}

    @property
    def evidence(self) -> tuple[Evidence, ...]:
        """Everything on the shelf, by id: the order in which it was put does not show."""
        return tuple(self._evidence[name] for name in sorted(self._evidence))

    async def put(self, snapshot: Snapshot) -> Sequence[Evidence]:
        """The evidence of a snapshot, in the order of its text; put again, nothing is added."""
        known = self._snapshots.setdefault(snapshot.digest, snapshot)
        if known.text != snapshot.text:
            raise SourceMalformed(f"two texts claim the digest {snapshot.digest}")
        cut = passages.cut(snapshot, self._dials, self._sentence_dials)
        found = tuple(_evidence(snapshot, passage) for passage in cut)
        for evidence in found:
            self._evidence.setdefault(evidence.id, evidence)
        return tuple(self._evidence[evidence.id] for evidence in found)

    async def open(self, digest: str) -> Snapshot:
        """The snapshot of this digest; of copies at several addresses, the first that was put."""
        if digest not in self._snapshots:
            raise SourceUnavailable(f"no snapshot {digest} on the shelf")
        return self._snapshots[digest]


def _evidence(snapshot: Snapshot, passage: Passage) -> Evidence:
    """The passage as evidence; the address is part of its name, since a copy elsewhere is another piece of the same origin."""
    name = digest.of({"snapshot": passage.snapshot, "span": passage.span, "url": snapshot.url}, "evidence")
    return Evidence(
        id=name,
        passage=passage,
        source=snapshot.source,
        title=snapshot.title,
        url=snapshot.url,
        published=snapshot.published,
        canonical_url=snapshot.canonical_url,
        byline=snapshot.byline,
        links=snapshot.links,
        collection=snapshot.collection,
    )
