"""Records in memory, as bytes: what is read back is what was written, or it is refused."""

from dataclasses import dataclass

from veracious.adapters import decode
from veracious.domain.errors import RecordAltered, RecordExists, RecordMissing, SourceMalformed
from veracious.domain.record import Body, Envelope, Record
from veracious.rules import digest


@dataclass(frozen=True, slots=True)
class Kept:
    """A record as it is written: both halves as canonical JSON."""

    body: bytes
    envelope: bytes


class MemoryArchive:
    """An `Archive` that never overwrites, and derives every digest again on reading."""

    def __init__(self) -> None:
        self.kept: dict[str, Kept] = {}

    async def keep(self, record: Record) -> None:
        """Write a record; its envelope must name its body's digest, and its id must be new."""
        name = record.envelope.id
        if name in self.kept:
            raise RecordExists(name)
        kept = Kept(digest.canonical(record.body), digest.canonical(record.envelope))
        _verify(kept, record.envelope)
        self.kept[name] = kept

    async def fetch(self, record_id: str) -> Record:
        """The record of this id."""
        if record_id not in self.kept:
            raise RecordMissing(record_id)
        kept = self.kept[record_id]
        try:
            envelope = decode.read(kept.envelope, Envelope)
            _verify(kept, envelope)
            return Record(decode.read(kept.body, Body), envelope)
        except SourceMalformed as broken:
            raise RecordAltered(f"{record_id}: {broken.detail}") from broken


def _verify(kept: Kept, envelope: Envelope) -> None:
    if digest.of_bytes(kept.body, "body") != envelope.body:
        raise RecordAltered(envelope.id)
