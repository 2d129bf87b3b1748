"""A generation with vectors of a new embedder, built out of the documents of a live one and put in its place."""

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, suppress
from typing import Any

from veracious.adapters.postgres import erasure, rows
from veracious.adapters.postgres.database import Row, Transaction
from veracious.adapters.postgres.store import Store
from veracious.adapters.threads import in_thread
from veracious.domain.errors import GenerationUnknown, VeraciousError
from veracious.domain.store import Reembedding, StoredDocument

DOCUMENTS = 16  # of a batch: what a kill may lose


class PostgresReembedder:
    """The `Reembedder` of a store, in the workspace whose generation is embedded anew.

    While it works it holds locks in a transaction of their own, which end with this process: nobody else embeds the same generation
    anew, and a refresh does not take what is being built for a leftover. What belongs to a workspace is not held against that, so that the
    workspace can be erased.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._hold = ExitStack()
        self._holding: Transaction | None = None
        self._source: Row = {}
        self._made: Row = {}

    @in_thread
    def waiting(self) -> Sequence[Reembedding]:
        """The live generations of all workspaces whose vectors are not those of the embedder in use."""
        with self._store.database.outside() as tx:
            return tuple(Reembedding(**row) for row in tx.rows("reembeddings", embedder=self._store.model))

    @in_thread
    def begin(self, generation: int) -> bool:
        """Begin to embed a generation anew, or go on with it; false where somebody else is at it."""
        tx = self._hold.enter_context(self._store.database.transaction(self._store.workspace))
        alone = tx.one("reembed_alone", generation=generation)
        if alone is None or not alone["is_alone"]:
            return False
        with self._transaction() as work:
            made = work.one("reembed_begin", generation=generation, embedder=self._store.model)
            self._source, self._made = _generation(work, generation), _generation(work, made["id"] if made else None)
        if self._source["workspace"] is None:
            tx.one("hold_generation", generation=self._made["id"])
        self._holding = tx
        return True

    @in_thread
    def missing(self, after: int) -> Sequence[StoredDocument]:
        """The next documents, behind this one, that are not embedded anew."""
        with self._transaction() as tx:
            found = tx.rows("reembed_missing", **self._place(), after=after, limit=DOCUMENTS)
        return tuple(StoredDocument(row["id"], row["title"], tuple(row["passages"]), tuple(row["texts"])) for row in found)

    @in_thread
    def place(self, batch: Sequence[StoredDocument], vectors: Sequence[Sequence[float]]) -> None:
        """Write documents with the vectors of their passages, all of them or none."""
        numbers = [number for one in batch for number in one.passages]
        with self._store.database.steady(self._store.workspace) as tx:
            tx.one("hold_generation", generation=self._made["id"])
            place = self._place() | {"workspace": self._store.owner(tx, _generation(tx, self._made["id"]))}
            documents = tx.rows("reserve_documents", count=len(batch))
            made = zip(tx.rows("reserve_passages", count=len(numbers)), map(rows.vector_text, vectors), strict=True)
            tx.copy("copy_reembedded", _copies(batch, documents, made))
            tx.do("reembed_documents", **place)
            tx.do("reembed_passages", **place, documents=len(batch))
            tx.do("reembed_postings", **place, first=min(numbers, default=0), last=max(numbers, default=0))
            tx.do("reembed_triples", **place)

    @in_thread
    def lock(self) -> None:
        """From here on nobody writes into the generation that is embedded anew, or reads in it, until the end."""
        with self._transaction() as tx:
            tx.one("fold", generation=self._made["id"])
        if self._holding is not None:
            self._holding.one("reembed_lock", generation=self._source["id"])

    @in_thread
    def switch(self) -> bool:
        """Put what was built in the place of what it was built from; false when that was replaced meanwhile."""
        with self._transaction() as tx:
            for row in tx.rows("reembed_gone", **self._place()):
                erasure.erase(tx, row)
            finished = tx.one("reembed_finish", generation=self._made["id"])
        return finished is not None and bool(finished["is_live"])

    async def release(self) -> None:
        """Hold nothing any more."""
        with suppress(VeraciousError):  # a server that fell over holds nothing either
            await asyncio.to_thread(self._hold.close)

    @in_thread
    def left(self) -> Sequence[int]:
        """Generations that nobody goes on with, and those that were replaced."""
        with self._transaction() as tx:
            return [row["id"] for row in tx.rows("reembed_left", embedder=self._store.model)]

    def _transaction(self) -> AbstractContextManager[Transaction]:
        return self._store.database.transaction(self._store.workspace)

    def _place(self) -> dict[str, Any]:
        """From where to where, as the statements want it."""
        source, made = self._source, self._made
        return {"source_part": source["part"], "source": source["id"], "part": made["part"], "generation": made["id"]}


def _copies(batch: Sequence[StoredDocument], made: Sequence[Row], passages: Iterator[tuple[Row, str]]) -> Iterator[Sequence[Any]]:
    """What becomes of each passage, and of a document that has none: old and new numbers, and the vector."""
    for document, row in zip(batch, made, strict=True):
        if not document.passages:
            yield document.number, row["id"], None, None, None
        for number in document.passages:
            passage, vector = next(passages)
            yield document.number, row["id"], number, passage["id"], vector


def _generation(tx: Transaction, number: int | None) -> Row:
    found = tx.one("generation", generation=number)
    if found is None:
        raise GenerationUnknown(f"generation {number}")
    return found
