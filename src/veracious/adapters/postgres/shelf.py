"""What was read, put into the store: one document, one transaction, whole or not at all.

1. A snapshot is cut into passages, and facts are read off them; both are rules.
2. The passages of many documents are embedded together, since the embedder is what takes time.
3. Each document is written in a transaction of its own: the document, then passages, postings, counts and triples by COPY.
A document that is there already is left as it is, and one that the workspace has no room for is not put.
"""

import asyncio
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from veracious.adapters.postgres import intake, rows
from veracious.adapters.postgres.database import Transaction
from veracious.adapters.postgres.finder import VECTOR_LENGTH
from veracious.adapters.postgres.intake import Note, PostgresIntake
from veracious.adapters.postgres.store import Store
from veracious.adapters.store_retry import insist
from veracious.adapters.threads import in_thread
from veracious.domain.errors import SourceMalformed, SourceUnavailable
from veracious.domain.evidence import Evidence, Passage, Snapshot, Triple
from veracious.domain.store import Incoming, PutOutcome
from veracious.rules import digest
from veracious.rules.reading import words
from veracious.rules.seeking import passages, urls
from veracious.rules.seeking import triples as reach

OWN = "documents"  # the collection whose text a workspace has room for
FACTS_LANGUAGE = "en"  # the rules that read facts know no other
LONGEST = 32_767  # of a count that is kept in two bytes


@dataclass(frozen=True, slots=True)
class Prepared:
    """A document ready to be written."""

    given: Incoming
    evidence: tuple[Evidence, ...]
    triples: tuple[Triple, ...]
    vectors: Sequence[Sequence[float] | None] = ()  # none: not comparable with those that are there, so it is not kept


@dataclass(frozen=True, slots=True)
class PostgresShelf:
    """A `Shelf` whose documents stay, and the `Library` they are taken into by the hundred."""

    store: Store
    facts: Callable[[Passage], Sequence[Triple]]

    async def put(self, snapshot: Snapshot) -> Sequence[Evidence]:
        """The evidence of a snapshot, in the order of its text; put again, nothing is added."""
        prepared = await asyncio.to_thread(self.prepare, Incoming(snapshot))
        kept = await asyncio.to_thread(self.kept, prepared)
        if kept is None:
            (whole,) = await self.embed([prepared])
            await asyncio.to_thread(self.place, whole)
        elif kept != snapshot:  # the same text at the same address, told otherwise: what is kept is what is found
            prepared = await asyncio.to_thread(self.prepare, Incoming(kept))
        return prepared.evidence

    @in_thread
    def open(self, digest: str) -> Snapshot:
        """The snapshot of this digest; of copies at several addresses, the first that was put."""
        with self.store.database.transaction(self.store.workspace) as tx:
            found = tx.one("open_snapshot", digest=digest)
        if found is None:
            raise SourceUnavailable(f"no snapshot {digest} on the shelf")
        return rows.snapshot(found)

    @in_thread
    def known(self, collection: str, hashes: Sequence[str]) -> frozenset[str]:
        """Which files of these hashes are in the live generation of a collection."""
        with self.store.database.transaction(self.store.workspace) as tx:
            live = tx.rows("live", collections=[collection])
            found = tx.rows("known_files", generations=[one["id"] for one in live], hashes=list(hashes))
        return frozenset(row["file_hash"] for row in found)

    @in_thread
    def recent(self, collection: str, since: date, limit: int) -> Sequence[Snapshot]:
        """Documents of the live generation that were published from a day on, the newest first."""
        with self.store.database.transaction(self.store.workspace) as tx:
            return tuple(rows.snapshot(row) for row in tx.rows("recent_documents", collection=collection, since=since, limit=limit))

    async def ready(self, batch: Sequence[Incoming]) -> object:
        """The documents of a batch cut and embedded, as `write` wants them."""
        prepared = await asyncio.to_thread(lambda: [self.prepare(one) for one in batch])
        return await self.embed(prepared)

    async def write(self, ready: object, generation: int | None = None) -> Sequence[PutOutcome]:
        """Write each document of a ready batch, in a transaction of its own."""
        if not isinstance(ready, list) or not all(isinstance(one, Prepared) for one in ready):
            raise TypeError("what is written comes from `ready`")
        return await asyncio.to_thread(lambda: [self.place(one, generation) for one in ready])

    def intake(self, job: str) -> PostgresIntake:
        """What was handed in with a job, to be put here one by one; where the store is away, the job is begun again."""
        return insist(PostgresIntake(self.store, job, self._put_noted))

    async def _put_noted(self, document: Incoming, note: Note) -> PutOutcome:
        prepared = await asyncio.to_thread(self.prepare, document)
        known = await asyncio.to_thread(self._note_known, prepared, note)
        if known is not None:
            return known
        (whole,) = await self.embed([prepared])
        return await asyncio.to_thread(self.place, whole, None, note)

    def _note_known(self, prepared: Prepared, note: Note) -> PutOutcome | None:
        """Note a document that is there already; none when it is not."""
        snapshot, key = prepared.given.snapshot, _key(prepared.given.snapshot)
        with self.store.database.transaction(self.store.workspace) as tx:
            generation = self.store.writable(tx, snapshot.collection)
            if tx.one("kept_document", part=generation["part"], generation=generation["id"], key=key) is None:
                return None
            kept = PutOutcome(snapshot.digest, len(prepared.evidence), False)
            note(tx, kept, key, 0)
        return kept

    def prepare(self, document: Incoming) -> Prepared:
        """Cut a snapshot and read facts off it."""
        if "\x00" in document.snapshot.text:
            raise SourceMalformed("a text with NUL characters")
        seeking, reading = self.store.dials.seeking, self.store.dials.reading
        cut = passages.cut(document.snapshot, seeking.passages, reading.sentences)
        readable = cut if document.snapshot.language == FACTS_LANGUAGE else ()
        triples = tuple(dict.fromkeys(triple for passage in readable for triple in self.facts(passage)))
        return Prepared(document, tuple(passages.evidence(document.snapshot, passage) for passage in cut), triples)

    async def embed(self, documents: Sequence[Prepared]) -> list[Prepared]:
        """The same documents with the vectors of their passages, all embedded together."""
        told = [passages.search_text(piece.title, piece.text) for one in documents for piece in one.evidence]
        vectors = list(await self.store.embedder.embed(told)) if told else []
        if len(vectors) != len(told) or any(len(vector) != VECTOR_LENGTH for vector in vectors):
            raise SourceMalformed(f"{len(vectors)} vectors for {len(told)} passages, or not of {VECTOR_LENGTH} numbers")
        found, at = [], 0
        for one in documents:
            found.append(Prepared(one.given, one.evidence, one.triples, vectors[at : at + len(one.evidence)]))
            at += len(one.evidence)
        return found

    def kept(self, prepared: Prepared) -> Snapshot | None:
        """The document as it is there already, if it is; another text of the same digest is an error."""
        snapshot = prepared.given.snapshot
        with self.store.database.transaction(self.store.workspace) as tx:
            _agree(tx, snapshot)
            generation = self.store.writable(tx, snapshot.collection)
            found = tx.one("kept_document", part=generation["part"], generation=generation["id"], key=_key(snapshot))
        return None if found is None else rows.snapshot(found)

    def place(self, prepared: Prepared, generation: int | None = None, note: Note | None = None) -> PutOutcome:
        """Write a document whole; into the live generation of its collection, or into one that is being built.

        With a note, what is noted counts its text; without one it is counted here, if there is room for it.
        """
        given, pieces = prepared.given, prepared.evidence
        with self.store.database.transaction(self.store.workspace) as tx:
            collection = given.snapshot.collection
            found = self.store.writable(tx, collection) if generation is None else self.store.building(tx, generation, collection)
            place = {"part": found["part"], "generation": found["id"], "workspace": self.store.owner(tx, found)}
            columns = rows.document(given.snapshot) | {"name": rows.clean(given.name), "file_hash": given.file_hash}
            columns |= {"key": _key(given.snapshot), "form": rows.clean(urls.normalise(given.snapshot.url or "")) or None}
            if collection != OWN:
                columns["text_bytes"] = 0  # what was handed in is counted, not what a run has read
            _agree(tx, given.snapshot)
            made = tx.one("put_document", **place, **columns)
            kept = PutOutcome(given.snapshot.digest, len(pieces), made is not None)
            if made is not None:
                vectors = prepared.vectors if self.store.has_fitting(found) else [None] * len(pieces)  # until they are embedded anew
                self._fill(tx, replace(prepared, vectors=vectors), place, int(made["id"]))
            if note is not None:
                note(tx, kept, columns["key"], columns["text_bytes"])
            elif made is not None and collection == OWN:
                intake.keep(tx, columns["text_bytes"], self.store.database.default_allowance.text_bytes)
        return kept

    def _fill(self, tx: Transaction, prepared: Prepared, place: dict[str, Any], document: int) -> None:
        pieces, snapshot = prepared.evidence, prepared.given.snapshot
        ids = [int(row["id"]) for row in tx.rows("reserve_passages", count=len(pieces))]
        counts = [self._counted(piece) for piece in pieces]
        self._passages(tx, prepared, ids, counts)
        about = {"language": rows.clean(snapshot.language), "domain": rows.clean(snapshot.source.domain), "published": snapshot.published}
        tx.do("place_passages", **place, document=document, **about)
        tx.copy(
            "copy_postings",
            (
                (rows.term(word), id, min(times, LONGEST), min(count.total(), LONGEST))
                for id, count in zip(ids, counts, strict=True)
                for word, times in count.items()
            ),
        )
        tx.do("place_postings", **place)
        tx.do("place_frequencies", **place)
        if prepared.triples:
            tx.copy("copy_triples", self._triples(prepared, ids))
            tx.do("place_triples", **place, document=document)
        totals = {"documents": 1, "passages": len(pieces), "words": sum(count.total() for count in counts)}
        tx.do("put_tally", **place, **totals)

    def _passages(self, tx: Transaction, prepared: Prepared, ids: Sequence[int], counts: Sequence[Counter[str]]) -> None:
        spans = [piece.passage.span for piece in prepared.evidence]
        columns = (
            ids,
            [span.start for span in spans],
            [span.end for span in spans],
            [count.total() for count in counts],
            [rows.id_bytes(piece.id) for piece in prepared.evidence],
            [None if vector is None else rows.vector_text(vector) for vector in prepared.vectors],
            [piece.text for piece in prepared.evidence],
        )
        tx.copy("copy_passages", zip(*columns, strict=True))

    def _counted(self, piece: Evidence) -> Counter[str]:
        return Counter(words.terms(passages.search_text(piece.title, piece.text), self.store.lexicon))

    def _triples(self, prepared: Prepared, ids: Sequence[int]) -> Iterator[Sequence[Any]]:
        numbers = {piece.passage: id for piece, id in zip(prepared.evidence, ids, strict=True)}
        url = prepared.given.snapshot.url
        for triple in prepared.triples:
            said = tuple(map(rows.clean, (triple.subject, triple.relation, triple.object)))
            keys = (rows.clean(reach.plain(triple.subject)), rows.clean(reach.plain(triple.object)))
            name = digest.of({"triple": triple, "url": url}, "evidence")
            yield (numbers[triple.passage], *said, *keys, rows.id_bytes(name))


def _key(snapshot: Snapshot) -> str:
    """What makes a document the same one: its text and its address."""
    return digest.of({"snapshot": snapshot.digest, "url": snapshot.url}, "document")


def _agree(tx: Transaction, snapshot: Snapshot) -> None:
    same = tx.one("digest_texts", digest=snapshot.digest)
    if same is not None and rows.unpack(same["text_packed"]) != snapshot.text:
        raise SourceMalformed(f"two texts claim the digest {snapshot.digest}")
