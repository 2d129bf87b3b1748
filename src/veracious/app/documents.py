"""Documents into the store, into memory, and out of files."""

import asyncio
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from veracious import wiring
from veracious.domain.document import Document, Refused
from veracious.domain.errors import InputError
from veracious.domain.evidence import Snapshot, Source
from veracious.domain.job import Ended
from veracious.domain.store import HandedIn, Incoming, IngestProgress, Order, Shelved
from veracious.domain.web import Step
from veracious.flow import handed_in as flow_handed_in
from veracious.flow import ingest as flow_ingest
from veracious.rules.dials import Dials
from veracious.rules.reading import language
from veracious.rules.seeking import register as registers
from veracious.rules.seeking import snapshots

OWN = "documents"  # the collection that belongs to a workspace


async def ingest(order: Order, tell: Callable[[IngestProgress], None]) -> IngestProgress:
    """Put files into the live generation of a collection."""
    targets = flow_ingest.IngestTargets(wiring.library(order.workspace), wiring.collections(order.workspace), order.collection)
    return await flow_ingest.take(_offered(order), targets, tell)


async def rebuild(order: Order, tell: Callable[[IngestProgress], None], keep: bool = False) -> IngestProgress:
    """Build a collection anew beside the live one, and switch when nothing was refused; the old generation is dropped unless it is kept."""
    held = wiring.collections(order.workspace)
    generation = await flow_ingest.begin(held, order.collection)
    targets = flow_ingest.IngestTargets(wiring.library(order.workspace), held, order.collection, generation)
    return await flow_ingest.replace(_offered(order), targets, tell, keep)


def count(order: Order) -> int | None:
    """How many documents and refusals an order comes to, by the names of the files alone; none when only reading can tell."""
    return wiring.count_files(order.paths)


async def read(paths: Sequence[Path]) -> list[Document]:
    """The documents in these files and folders, `-` being standard input; what cannot be read is an error."""
    with wiring.file_reader() as files:
        offered = await asyncio.to_thread(lambda: list(files.read([str(path) for path in paths], sys.stdin.buffer)))
    refused = [one for one in offered if isinstance(one, Refused) and not one.is_skip]
    if refused:
        raise InputError(f"{refused[0].name}: {refused[0].advice}")
    return [one for one in offered if isinstance(one, Document)]


def parsed(files: Sequence[tuple[str, bytes]], seconds: float) -> Sequence[Document | Refused]:
    """The documents that files of these names and contents are; formats that can hold anything are read in a process of their own.

    What is not read after so many seconds is refused.
    """
    with wiring.file_reader() as reader:
        until = time.monotonic() + seconds
        return [reader.parse(content, name, until=until) for name, content in files]


def text_of(name: str) -> str:
    """The text of a file of plain text or Markdown, `-` being standard input, as it is written: every character keeps its place."""
    return wiring.read_text(name, sys.stdin.buffer)


async def put(workspace: str, job: str, tell: Callable[[Step], None], rest: Callable[[], Awaitable[None]]) -> Ended:
    """Put what was handed in with a job into a workspace's own collection; begun again, it goes on with what is not decided."""
    rated, dials = await wiring.rated_by(workspace), Dials()

    def incoming(given: Document) -> Incoming | Refused:
        document = wiring.clean_document(given)
        if isinstance(document, Refused):
            return document
        spoken = document.language or language.detect(document.text, wiring.lexicon(), dials.reading.language)
        source = registers.own(_rated(document, "", rated), dials.seeking.register)
        return Incoming(snapshots.of(replace(document, language=spoken), source, OWN), document.name, document.file_hash)

    targets = flow_ingest.IngestTargets(wiring.library(workspace), wiring.collections(workspace), OWN)
    ended = await flow_handed_in.put_all(wiring.library(workspace).intake(job), incoming, tell, rest)
    await flow_ingest.fold(targets)
    return ended


async def handed_in(workspace: str, job: str) -> Sequence[HandedIn]:
    """What was handed in with a job, in its order, and what became of each so far."""
    return await wiring.listing(workspace).handed_in(job)


async def listed(workspace: str, after: int, limit: int) -> Sequence[Shelved]:
    """The documents behind this number, in the order in which they were put."""
    return await wiring.listing(workspace).documents(after, limit)


async def open(workspace: str, digest: str) -> Snapshot:
    """The text of this digest, if the workspace can see it."""
    return await wiring.read_shelf(workspace).open(digest)


async def _offered(order: Order) -> AsyncIterator[Incoming | Refused]:
    """What the files hold, read in a worker thread, each document with its source as it is rated."""
    rated, dials = await wiring.rated_by(order.workspace), Dials().seeking.register
    with wiring.file_reader() as files:
        documents = files.read(order.paths, sys.stdin.buffer)
        while (one := await asyncio.to_thread(next, documents, None)) is not None:
            if isinstance(one, Refused):
                yield one
                continue
            source = registers.own(_rated(one, order.source, rated), dials)
            yield Incoming(snapshots.of(one, source, order.collection), one.name, one.file_hash)


def _rated(document: Document, source: str, said: Mapping[str, Source]) -> Source:
    """Who published a document. What the workspace says of its address is looked up when it is found: it may change its mind."""
    overrides = registers.NO_OVERRIDES if document.url else said
    return registers.rate(document.url or document.domain or source, wiring.register(), overrides, Dials().seeking.register)
