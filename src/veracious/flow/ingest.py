"""How documents come in: read, passed over when known, made ready by the batch, written one by one.

1. What is offered is a document, or a refusal that says why; a refusal is counted and told, and the rest goes on.
2. A document whose bytes are in the collection already is passed over, before it is cut or embedded.
3. A batch is cut and embedded together while the batch before it is being written and the one after it is being read.
4. Every document is written whole or not at all, so an ingest that was killed goes on by beginning again.
"""

import asyncio
import dataclasses
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass

from veracious.domain.document import Refused
from veracious.domain.errors import VeraciousError
from veracious.domain.store import Incoming, IngestProgress, PutOutcome
from veracious.ports import Collections, Library

DOCUMENTS_AT_MOST = 64  # of a batch
CHARS_AT_MOST = 200_000  # of a batch, about five hundred passages

Batch = tuple[list[Incoming], tuple[Refused, ...]]


@dataclass(frozen=True, slots=True)
class IngestTargets:
    """Where an ingest writes."""

    library: Library
    collections: Collections
    collection: str = "documents"
    generation: int | None = None  # one that is being built; none: the live one


async def take(
    offered: AsyncIterator[Incoming | Refused], targets: IngestTargets, tell: Callable[[IngestProgress], None]
) -> IngestProgress:
    """Take in everything that is offered; after each batch, how far it has come is told."""
    so_far = IngestProgress()
    writing: asyncio.Task[Sequence[PutOutcome]] | None = None
    try:
        async for batch, refused in _ahead(_batches(offered)):
            fresh = await _unknown(batch, targets)
            so_far = dataclasses.replace(so_far, known=so_far.known + len(batch) - len(fresh), refused=so_far.refused + refused)
            ready = await targets.library.ready(fresh) if fresh else None
            if writing is not None:
                so_far = _added(so_far, await writing)
                writing = None
            tell(so_far)
            if ready is not None:
                writing = asyncio.create_task(_write(targets, ready))
        if writing is not None:
            so_far = _added(so_far, await writing)
            writing = None
        tell(so_far)
        await fold(targets)
        return so_far
    finally:
        if writing is not None:
            await asyncio.wait([writing])  # a document that is being written is written whole


async def begin(collections: Collections, collection: str) -> int:
    """A generation to be built; whoever is stopped while it begins leaves none behind."""
    beginning = asyncio.ensure_future(collections.begin(collection))
    try:
        return await asyncio.shield(beginning)
    except asyncio.CancelledError:
        with suppress(VeraciousError):
            await collections.drop(await beginning)
        raise


async def replace(
    offered: AsyncIterator[Incoming | Refused], targets: IngestTargets, tell: Callable[[IngestProgress], None], keep: bool
) -> IngestProgress:
    """Fill the generation that is being built and put it in the place of the live one; if anything was refused, or nothing came, it is
    dropped instead.
    """
    if targets.generation is None:
        raise ValueError("a generation is being built")
    try:
        taken = await take(offered, targets, tell)
    except BaseException:
        with suppress(VeraciousError):
            await targets.collections.drop(targets.generation)  # half a generation is of no use to anybody
        raise
    if taken.failed or not taken.documents:
        await targets.collections.drop(targets.generation)
        return taken
    old = await targets.collections.switch(targets.generation)
    if old is not None and not keep:
        await targets.collections.drop(old)
    return taken


async def _write(targets: IngestTargets, ready: object) -> Sequence[PutOutcome]:
    return await targets.library.write(ready, targets.generation)


async def _unknown(batch: Sequence[Incoming], targets: IngestTargets) -> list[Incoming]:
    """Those not in the collection, each content once."""
    once = {one.file_hash: one for one in reversed(batch)}
    hashes = [name for name in once if name]
    known = await targets.library.known(targets.collection, hashes) if targets.generation is None else frozenset()
    return [one for one in batch if not one.file_hash or (one.file_hash not in known and once[one.file_hash] is one)]


async def _batches(offered: AsyncIterator[Incoming | Refused]) -> AsyncIterator[Batch]:
    batch: list[Incoming] = []
    refused: list[Refused] = []
    chars = 0
    async for one in offered:
        if isinstance(one, Refused):
            refused.append(one)
        else:
            batch.append(one)
            chars += len(one.snapshot.text)
        if len(batch) >= DOCUMENTS_AT_MOST or chars >= CHARS_AT_MOST or len(refused) >= DOCUMENTS_AT_MOST:
            yield batch, tuple(refused)
            batch, refused, chars = [], [], 0
    if batch or refused:
        yield batch, tuple(refused)


async def _ahead(batches: AsyncIterator[Batch]) -> AsyncIterator[Batch]:
    """The same batches, each read while whoever asked is busy with the one before."""
    following = asyncio.ensure_future(anext(batches, None))
    try:
        while (batch := await following) is not None:
            following = asyncio.ensure_future(anext(batches, None))
            yield batch
    finally:
        await asyncio.wait([following])  # what reads a file comes to its end, so that it can be closed
        following.exception()  # known to whoever waited for it; when nobody did, it does not matter any more


async def fold(targets: IngestTargets) -> None:
    """Put the counts of what was written together, so that they are read faster."""
    for generation in await targets.collections.all():
        if generation.id == targets.generation or (targets.generation is None and generation.collection == targets.collection):
            await targets.collections.fold(generation.id)


def _added(so_far: IngestProgress, kept: Sequence[PutOutcome]) -> IngestProgress:
    new = [one for one in kept if one.is_new]
    return dataclasses.replace(
        so_far,
        documents=so_far.documents + len(new),
        passages=so_far.passages + sum(one.passages for one in new),
        known=so_far.known + len(kept) - len(new),
    )
