"""An archive looked through from end to end: every link, record, noted answer and blob."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Protocol

from veracious.adapters import sealing
from veracious.domain.archive import Audit, Event, Fate, Finding, Link, Sealed
from veracious.domain.record import Taped
from veracious.rules.explaining import chain


class Holdings(Protocol):
    """Everything an archive holds, as it is stored."""

    def links(self) -> Sequence[Link]:
        """The whole chain."""

    def records(self) -> Iterator[Sealed]:
        """One at a time: together they may not fit."""

    def runs(self) -> Sequence[str]:
        """The runs that have a tape."""

    def tape(self, run: str) -> Sequence[tuple[Taped, bool]]:
        """The noted answers of a run, each with whether it is as it was written."""

    def blobs(self) -> Iterator[tuple[str, bool]]:
        """The names of all blobs, each with whether its content is what the name says."""


def look(held: Holdings, head: str = "") -> Audit:
    """What an archive was found to be."""
    links = held.links()
    fates = chain.fates(links)
    blobs = dict(held.blobs())
    walk = _Walk(held, fates, frozenset(blobs))
    found = [
        *chain.walk(links, head),
        *(Finding("blob", name, "its content is not what its name says") for name, whole in blobs.items() if not whole),
        *walk.records(),
    ]
    events = [fate.event for fate in fates.values()]
    kept, expired, erased = (events.count(event) for event in (Event.KEPT, Event.EXPIRED, Event.ERASED))
    last = links[-1].hash if links else None
    return Audit(len(links), kept, expired, erased, walk.entries, len(blobs), last, tuple(dict.fromkeys(found)))


class _Walk:
    """A walk along records and tapes, one at a time; it counts the answers it meets."""

    def __init__(self, held: Holdings, fates: Mapping[str, Fate], blobs: frozenset[str]) -> None:
        self._held = held
        self._fates = fates
        self._blobs = blobs
        self.entries = 0

    def records(self) -> Iterator[Finding]:
        """What is wrong with the records that are there, with those that ought to be, and with tapes that no record has."""
        seen = set()
        for sealed in self._held.records():
            seen.add(sealed.id)
            yield from self._record(sealed.id, sealed)
        for name in [one for one in self._fates if one not in seen]:
            yield from self._record(name, None)
        for run in self._held.runs():
            if run not in seen and run not in self._fates:
                yield from self._tape(run)[1]

    def _record(self, name: str, sealed: Sealed | None) -> Iterator[Finding]:
        tape, found = self._tape(name)
        yield from found
        if name in self._fates:
            yield from chain.inspect(self._fates[name], sealed, sealing.body_of(sealed), tape, self._blobs)
        else:
            yield Finding("record", name, "it is not in the chain")

    def _tape(self, run: str) -> tuple[Sequence[Taped], Sequence[Finding]]:
        """The answers of a run, and those of them that are not as they were written."""
        entries = self._held.tape(run)
        self.entries += len(entries)
        broken = [taped for taped, is_whole in entries if not is_whole]
        found = [Finding("tape", run, f"an answer of {taped.port} is not as it was written ({taped.asked})") for taped in broken]
        return [taped for taped, _ in entries], found
