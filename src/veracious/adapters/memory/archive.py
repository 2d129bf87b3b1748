"""Records in memory, as bytes: what is read back is what was written, or it is refused."""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta

from veracious.adapters import audit, sealing
from veracious.adapters.clock import SystemClock
from veracious.adapters.memory.blobs import MemoryBlobs
from veracious.adapters.memory.tape import MemoryTape
from veracious.domain.archive import Audit, Event, Link, Listed, Sealed
from veracious.domain.errors import InputError, RecordExists
from veracious.domain.record import Record, Taped
from veracious.ports import Clock
from veracious.rules import digest
from veracious.rules.explaining import chain

TAPE_DAYS = 90


class MemoryArchive:
    """An `Archive` that never overwrites, and derives every digest again on reading; with the blobs and tapes of its records."""

    def __init__(self, blobs: MemoryBlobs | None = None, clock: Clock | None = None) -> None:
        self.kept: dict[str, Sealed] = {}
        self.chain: list[Link] = []
        self.blobs = MemoryBlobs() if blobs is None else blobs
        self.tapes: dict[str, MemoryTape] = {}
        self._made_at: dict[str, datetime] = {}
        self._clock = clock or SystemClock()
        self._days: int | None = TAPE_DAYS

    def tape(self, run: str) -> MemoryTape:
        """The tape of a run, empty at first."""
        if run not in self.tapes:
            self.tapes[run], self._made_at[run] = MemoryTape(), self._clock.now()
        return self.tapes[run]

    async def keep(self, record: Record) -> Record:
        """Write a record; its envelope must name its body's digest, and its id must be new."""
        name = record.envelope.id
        if name in chain.fates(self.chain):
            raise RecordExists(name)
        whole, sealed, link = sealing.seal(record, self._last())
        self.kept[name] = sealed
        self.chain.append(link)
        return whole

    async def fetch(self, record_id: str) -> Record:
        """The record of this id."""
        return sealing.opened(self.kept.get(record_id), record_id, chain.fates(self.chain).get(record_id))

    async def newest(self, limit: int, before: int | None = None) -> Sequence[Listed]:
        """The records that were kept last, or last before this link of the chain, the newest first; erased ones too."""
        fates = list(chain.fates(self.chain).values())[::-1]
        found = [fate for fate in fates if before is None or fate.kept.number < before][:limit]
        return tuple(sealing.listed(self.kept.get(fate.kept.record), fate) for fate in found)

    async def erase(self, record_id: str, at: datetime) -> bool:
        """Erase a record with its tape and the blobs that no other tape needs, and note it; whether there was anything to erase."""
        fate = chain.fates(self.chain).get(record_id)
        if fate is None or fate.event is Event.ERASED:
            return False
        self.kept.pop(record_id, None)
        await self._wind_up([record_id])
        self.chain.append(chain.after(self._last(), Event.ERASED, record_id, at))
        return True

    async def erase_all(self, at: datetime) -> int:
        """Erase every record, every tape and every blob; how many records. What stays is the chain."""
        names = [name for name, fate in chain.fates(self.chain).items() if fate.event is not Event.ERASED]
        for name in names:
            await self.erase(name, at)
        self.tapes.clear()
        self.blobs.kept.clear()
        return len(names)

    async def verify(self, head: str = "") -> Audit:
        """Everything looked through; `head` is a hash that was noted once."""
        return audit.look(_ArchiveContents(self), head)

    async def retain(self, days: int | None) -> None:
        """For how many days tapes and their blobs are kept; none: until their records are erased."""
        if days is not None and days < 1:
            raise InputError("tapes are kept for a day at least")
        self._days = days

    async def retained(self) -> int | None:
        """For how many days tapes are kept."""
        return self._days

    async def expire(self, now: datetime) -> int:
        """Take away the tapes that have been kept long enough, and note it; how many."""
        if self._days is None:
            return 0
        before = now - timedelta(days=self._days)
        old = sorted(run for run in self.tapes if self._made_at[run] < before)
        await self._wind_up(old)
        fates = chain.fates(self.chain)
        for run in old:
            if run in fates and fates[run].event is Event.KEPT:
                self.chain.append(chain.after(self._last(), Event.EXPIRED, run, now))
        return len(old)

    def _last(self) -> Link | None:
        return self.chain[-1] if self.chain else None

    async def _wind_up(self, runs: Sequence[str]) -> None:
        """Take tapes away, and the blobs that only they needed."""
        gone = [taped for run in runs if run in self.tapes for taped in await self.tapes.pop(run).entries()]
        needed = {taped.answered for tape in self.tapes.values() for taped in await tape.entries()}
        for taped in gone:
            if taped.answered not in needed:
                self.blobs.kept.pop(taped.answered, None)


class _ArchiveContents:
    """What an archive in memory holds."""

    def __init__(self, archive: MemoryArchive) -> None:
        self._archive = archive

    def links(self) -> Sequence[Link]:
        return self._archive.chain

    def records(self) -> Iterator[Sealed]:
        return iter(self._archive.kept.values())

    def runs(self) -> Sequence[str]:
        return tuple(self._archive.tapes)

    def tape(self, run: str) -> Sequence[tuple[Taped, bool]]:
        return [(taped, True) for taped in self._archive.tapes[run].noted.values()] if run in self._archive.tapes else []

    def blobs(self) -> Iterator[tuple[str, bool]]:
        return ((name, digest.of_bytes(content, "blob") == name) for name, content in self._archive.blobs.kept.items())
