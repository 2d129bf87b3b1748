"""Files into the store, into memory, and into an answer."""

import asyncio
import re
import sys
from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from veracious.assemble.checker import Checker, CredibilityRules, in_memory
from veracious.assemble.data_files import lexicon, register
from veracious.assemble.parts import installed, settings
from veracious.assemble.stores import collections, library, overrides
from veracious.domain.document import ADVICE, Document, Refused, Unread
from veracious.domain.errors import InputError
from veracious.domain.store import Incoming, IngestProgress, Order
from veracious.flow import ingest as flow_ingest
from veracious.rules.dials import Dials
from veracious.rules.reading import language
from veracious.rules.seeking import register as registers
from veracious.rules.seeking import snapshots

if TYPE_CHECKING:
    from veracious.adapters.files.caps import Caps
    from veracious.adapters.files.walk import Opened

PLAIN = ("text", "markdown")  # formats in which a text is as it is written
_BREAK = re.compile("\r(?!\n)|[\x0b\x0c\x1c-\x1e\x85\u2028\u2029]")
_CONTROL = re.compile("[\x00-\x08\x0d-\x1f\x7f-\x9f]")


async def ingest(order: Order, tell: Callable[[IngestProgress], None]) -> IngestProgress:
    """Put files into the live generation of a collection."""
    doors = flow_ingest.IngestTargets(library(order.workspace), collections(order.workspace), order.collection)
    return await flow_ingest.take(_offered(order), doors, tell)


async def rebuild(order: Order, tell: Callable[[IngestProgress], None], keep: bool = False) -> IngestProgress:
    """Build a collection anew beside the live one, and switch when nothing was refused; the old generation is dropped unless it is kept."""
    held = collections(order.workspace)
    doors = flow_ingest.IngestTargets(library(order.workspace), held, order.collection, await flow_ingest.begin(held, order.collection))
    return await flow_ingest.replace(_offered(order), doors, tell, keep)


def expected(order: Order) -> int | None:
    """How many documents and refusals an order comes to, by the names of the files alone; none when only reading can tell."""
    from veracious.adapters.files import forecast
    from veracious.adapters.files.caps import Caps

    return forecast.count(order.paths, Caps())


async def of_files(paths: Sequence[Path], rated: CredibilityRules | None = None, dials: Dials | None = None) -> Checker:
    """An engine over the documents in these files and folders, held in memory; what cannot be read is an error."""
    return await in_memory(await documents_in(paths), rated, dials)


async def documents_in(paths: Sequence[Path]) -> list[Document]:
    """The documents in these files and folders, `-` being standard input; what cannot be read is an error."""
    with installed():
        from veracious.adapters.files.caps import Caps
        from veracious.adapters.files.read import Files

    with Files(Caps(), lambda text: language.detect(text, lexicon(), Dials().reading.language)) as files:
        found = await asyncio.to_thread(lambda: list(files.read([str(path) for path in paths], sys.stdin.buffer)))
    refused = [one for one in found if isinstance(one, Refused) and not one.is_skip]
    if refused:
        raise InputError(f"{refused[0].name}: {refused[0].advice}")
    return [one for one in found if isinstance(one, Document)]


def written(name: str) -> str:
    """The text of a file of plain text or Markdown, `-` being standard input, as it is written: every character keeps its place."""
    with installed():
        from veracious.adapters.files import walk
        from veracious.adapters.files.caps import Caps

    if Path(name).is_dir():
        raise InputError(f"{name}: it is a folder. Name one file")
    found = walk.find([name], Caps(), sys.stdin.buffer)  # a file is open as long as its finder is kept
    opened = next(found)
    if isinstance(opened, Refused):
        raise InputError(f"{opened.name}: {opened.advice}")
    return _placed(_text(opened, Caps()))


def _text(opened: "Opened", caps: "Caps") -> str:
    from veracious.adapters import text_decoding
    from veracious.adapters.files import formats
    from veracious.adapters.files.read import UTF8_BYTES
    from veracious.adapters.read_error import NotRead

    most = UTF8_BYTES * caps.characters
    content = opened.stream.read(most + 1)
    try:
        if len(content) > most:
            raise NotRead(Unread.TOO_LARGE)
        if content and formats.tell(opened.file_name, content[: formats.HEAD_BYTES]) not in PLAIN:
            raise InputError(f"{opened.name}: it is neither plain text nor Markdown. Save its text alone")
        return text_decoding.decode(content).text
    except NotRead as refused:
        raise InputError(f"{opened.name}: {ADVICE[refused.reason]}") from refused


def _placed(text: str) -> str:
    """The text with line feeds as its only line breaks and no control character, each in the place of another: no offset moves."""
    return _CONTROL.sub(" ", _BREAK.sub("\n", text))


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
