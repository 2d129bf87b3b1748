"""Documents that come one by one or a few at a time, and what is there of them."""

from collections.abc import Sequence
from dataclasses import replace

from veracious.assemble.data_files import lexicon, register
from veracious.assemble.parts import installed
from veracious.assemble.stores import bare_store, collections, library
from veracious.assemble.web import rated_by
from veracious.domain.document import Document
from veracious.domain.store import Incoming, PutOutcome, Shelved
from veracious.rules.dials import Dials
from veracious.rules.reading import language
from veracious.rules.seeking import register as registers
from veracious.rules.seeking import snapshots

OWN = "documents"


async def put_documents(workspace: str, documents: Sequence[Document]) -> Sequence[PutOutcome]:
    """Put documents into a workspace's own collection; what became of each."""
    rated, dials = await rated_by(workspace), Dials()

    def incoming(document: Document) -> Incoming:
        told = (
            document if document.language else replace(document, language=language.detect(document.text, lexicon(), dials.reading.language))
        )
        source = registers.rate(document.url or document.domain, register(), rated, dials.seeking.register)
        return Incoming(snapshots.of(told, source, OWN), document.name, document.file_hash)

    held = library(workspace)
    kept = await held.write(await held.ready([incoming(one) for one in documents]))
    if any(one.is_new for one in kept):
        shelf = collections(workspace)
        for generation in await shelf.all():
            if generation.collection == OWN:
                await shelf.fold(generation.id)
    return kept


async def list_documents(workspace: str, after: int, limit: int) -> Sequence[Shelved]:
    """The documents behind this number, in the order in which they were put."""
    with installed():
        from veracious.adapters.postgres.listing import PostgresListing

        return await PostgresListing(bare_store(workspace)).documents(after, limit)
