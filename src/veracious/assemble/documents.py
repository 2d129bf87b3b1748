"""Files into the store."""

import asyncio
import sys
from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path

from veracious.assemble.checker import Checker, Rated, in_memory
from veracious.assemble.parts import installed, settings
from veracious.assemble.stores import collections, library, overrides
from veracious.assemble.words import lexicon, register
from veracious.domain.document import Document, Refused
from veracious.domain.errors import InputError
from veracious.domain.store import Incoming, Order, Taken
from veracious.flow import ingest as flow_ingest
from veracious.rules.dials import Dials
from veracious.rules.reading import language
from veracious.rules.seeking import register as registers
from veracious.rules.seeking import snapshots


async def ingest(order: Order, tell: Callable[[Taken], None]) -> Taken:
    """Put files into the live generation of a collection."""
    doors = flow_ingest.Doors(library(order.workspace), collections(order.workspace), order.collection)
    return await flow_ingest.take(_offered(order), doors, tell)


async def rebuild(order: Order, tell: Callable[[Taken], None], keep: bool = False) -> Taken:
    """Build a collection anew beside the live one, and switch when nothing was refused; the old generation is dropped unless it is kept."""
    held = collections(order.workspace)
    doors = flow_ingest.Doors(library(order.workspace), held, order.collection, await held.begin(order.collection))
    return await flow_ingest.replace(_offered(order), doors, tell, keep)


def expected(order: Order) -> int | None:
    """How many documents and refusals an order comes to, by the names of the files alone; none when only reading can tell."""
    from veracious.adapters.files import forecast
    from veracious.adapters.files.caps import Caps

    return forecast.count(order.paths, Caps())


async def of_files(paths: Sequence[Path], rated: Rated | None = None, dials: Dials | None = None) -> Checker:
    """An engine over the documents in these files and folders, held in memory; what cannot be read is an error."""
    with installed():
        from veracious.adapters.files.caps import Caps
        from veracious.adapters.files.read import Files

    with Files(Caps(), lambda text: language.detect(text, lexicon(), Dials().reading.language)) as files:
        found = await asyncio.to_thread(lambda: list(files.read([str(path) for path in paths], sys.stdin.buffer)))
    refused = [one for one in found if isinstance(one, Refused) and not one.is_skip]
    if refused:
        raise InputError(f"{refused[0].name}: {refused[0].advice}")
    return await in_memory([one for one in found if isinstance(one, Document)], rated, dials)


async def _offered(order: Order) -> AsyncIterator[Incoming | Refused]:
    """What the files hold, read in a worker thread, each document with its source as the register and the workspace rate it."""
    with installed():
        from veracious.adapters.files.caps import Caps
        from veracious.adapters.files.read import Files

    rated = registers.overrides(await overrides().get_all(order.workspace or settings().workspace))
    known, dials = register(), Dials().seeking.register
    with Files(Caps(), lambda text: language.detect(text, lexicon(), Dials().reading.language)) as files:
        documents = files.read(order.paths, sys.stdin.buffer)
        while (one := await asyncio.to_thread(next, documents, None)) is not None:
            if isinstance(one, Refused):
                yield one
                continue
            source = registers.rate(one.url or one.domain or order.source, known, rated, dials)
            yield Incoming(snapshots.of(one, source, order.collection), one.name, one.file_hash)
