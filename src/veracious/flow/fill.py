"""How a collection is filled from a list of addresses: each page is read as a run reads the web, and put beside what is there.

A page whose address was filled in before is not asked for again, so a fill that was stopped goes on by beginning again. One that cannot be
read is named, and the others go on.
"""

from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass, field, replace

from veracious.domain.document import Refused
from veracious.domain.errors import SourceError
from veracious.domain.evidence import Source
from veracious.domain.store import Incoming, IngestProgress
from veracious.flow import ingest, refresh
from veracious.flow.ingest import IngestTargets
from veracious.flow.refresh import Failure
from veracious.ports import PageReader
from veracious.rules import digest
from veracious.rules.seeking import urls
from veracious.rules.seeking.urls import UrlDials

NAMES = 500  # addresses that the store is asked about at a time


@dataclass(frozen=True, slots=True)
class FillOrder:
    """Which pages are to be put where."""

    collection: str
    addresses: tuple[str, ...]
    urls: UrlDials = field(default_factory=UrlDials)


@dataclass(frozen=True, slots=True)
class Filled:
    """What a fill has come to so far."""

    addresses: int = 0
    known: int = 0  # there already, and not asked for
    read: int = 0
    unread: tuple[Failure, ...] = ()
    taken: IngestProgress = field(default_factory=IngestProgress)


Tell = Callable[[Filled], None]


class _Log:
    """What has happened, told whenever something does."""

    def __init__(self, addresses: int, tell: Tell) -> None:
        self.so_far, self._tell = Filled(addresses), tell

    def add(self, **known: object) -> None:
        """Something is known now."""
        self.so_far = replace(self.so_far, **known)  # type: ignore[arg-type]
        self._tell(self.so_far)


async def fill(order: FillOrder, door: PageReader, rate: Callable[[str], Source], targets: IngestTargets, tell: Tell) -> Filled:
    """Put the pages of a list into the live generation of a collection; after each page and batch, how far it has come is told."""
    log = _Log(len(order.addresses), tell)
    taken = await ingest.take(_pages(order, door, rate, targets, log), targets, lambda so_far: log.add(taken=so_far))
    log.add(taken=taken)
    return log.so_far


async def _pages(
    order: FillOrder, door: PageReader, rate: Callable[[str], Source], targets: IngestTargets, log: _Log
) -> AsyncIterator[Incoming | Refused]:
    there = await _there(order, targets)
    for address in order.addresses:
        name = _name(address, order.urls)
        if name in there:
            log.add(known=log.so_far.known + 1)
            continue
        try:
            page = await door.read(address)
            refresh.check(page)
        except SourceError as failed:
            log.add(unread=(*log.so_far.unread, Failure(address, refresh.kind(failed), str(failed))))
            continue
        log.add(read=log.so_far.read + 1)
        url = page.url or address  # where a redirect ended
        yield Incoming(replace(page, url=url, source=rate(url), collection=order.collection), address, name)


async def _there(order: FillOrder, targets: IngestTargets) -> frozenset[str]:
    """The names of those that are in the collection already."""
    names: Sequence[str] = [_name(address, order.urls) for address in order.addresses]
    found: frozenset[str] = frozenset()
    for at in range(0, len(names), NAMES):
        found |= await targets.library.known(order.collection, names[at : at + NAMES])
    return found


def _name(address: str, dials: UrlDials) -> str:
    """The name under which the store knows that an address was filled in."""
    return digest.of({"address": urls.normalise(address, dials)}, "address")
