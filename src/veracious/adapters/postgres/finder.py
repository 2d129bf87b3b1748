"""The finders of the store: by meaning, by words, by facts, and by meaning and words in one question."""

import asyncio
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from veracious.adapters.postgres import rows
from veracious.adapters.postgres.database import Row, Transaction
from veracious.adapters.postgres.store import Store
from veracious.domain.errors import SourceMalformed, StoreMismatch
from veracious.domain.evidence import Candidate, Query
from veracious.domain.store import FoundPassage, Scope
from veracious.rules.reading import words
from veracious.rules.seeking import triples as reach

VECTOR_LENGTH = 384  # of the column
EVERYWHERE = Scope()


@dataclass(frozen=True, slots=True)
class VectorsFinder:
    """The `Finder` "vectors": nearest by cosine, through the index."""

    store: Store
    scope: Scope = EVERYWHERE

    async def find(self, query: Query, limit: int) -> Sequence[Candidate]:
        """The nearest passages."""
        vector = await embedded(self.store, query.text)
        return await asyncio.to_thread(self.search, vector, limit)

    def search(self, vector: Sequence[float], limit: int) -> Sequence[Candidate]:
        """The nearest passages to a vector."""
        with self.store.database.search(self.store.workspace) as tx:
            live = self.store.live(tx, self.scope)
            other = [one["collection"] for one in live if not self.store.has_fitting(one)]
            if other:
                raise StoreMismatch(", ".join(sorted(other)))
            asked = _scoped(live, self.scope)
            if not live or limit < 1:
                return ()
            wide = _wide(asked, limit)
            _tune(self.store, tx, wide)
            found = tx.rows("find_vectors", **asked, vector=rows.vector_text(vector), limit=wide)
        return _candidates("vectors", found, limit)


@dataclass(frozen=True, slots=True)
class TextFinder:
    """The `Finder` "text": BM25 over postings, the rarest words first."""

    store: Store
    scope: Scope = EVERYWHERE

    async def find(self, query: Query, limit: int) -> Sequence[Candidate]:
        """The best passages that share a word with the query."""
        return await asyncio.to_thread(self.search, query.text, limit)

    def search(self, text: str, limit: int) -> Sequence[Candidate]:
        """The same, in this thread."""
        with self.store.database.search(self.store.workspace) as tx:
            asked = scoped(self.store, tx, self.scope) | worded(self.store, text)
            if not asked["generations"] or not asked["terms"] or limit < 1:
                return ()
            wide = _wide(asked, limit)
            found = tx.rows("find_text", **asked, limit=wide, depth=wide)
        return _candidates("text", found, limit)


@dataclass(frozen=True, slots=True)
class TriplesFinder:
    """The `Finder` "triples": facts a few hops from a name in the query."""

    store: Store
    scope: Scope = EVERYWHERE

    async def find(self, query: Query, limit: int) -> Sequence[Candidate]:
        """The triples that say something of the query."""
        return await asyncio.to_thread(self.search, query.text, limit)

    def search(self, text: str, limit: int) -> Sequence[Candidate]:
        """The same, in this thread."""
        dials, lexicon = self.store.dials.seeking, self.store.lexicon
        names = [rows.clean(name) for name in reach.names(text, dials.triples)]
        wanted = frozenset(words.content(text, lexicon))
        with self.store.database.search(self.store.workspace) as tx:
            asked = scoped(self.store, tx, self.scope)
            if not asked["generations"] or not names or limit < 1:
                return ()
            found = tx.rows(
                "find_triples", **asked, names=names, hops=dials.triples.hops_at_most, touched_at_most=dials.depth.triples_at_most
            )
        scored = []
        for row in _once(found):
            fact = (row["subject"], row["relation"], row["object"])
            score = reach.score(words.share(wanted, frozenset(words.content(" ".join(fact), lexicon))), row["hop"])
            if score > 0:
                scored.append((rows.evidence(row, fact), score))
        scored.sort(key=lambda one: (-one[1], one[0].id))
        return tuple(Candidate(piece, "triples", score, rank) for rank, (piece, score) in enumerate(scored[:limit], 1))


@dataclass(frozen=True, slots=True)
class HybridFinder:
    """The `Finder` "hybrid": by meaning and by words in one round trip, joined by reciprocal rank.

    A generation with vectors of another embedder is searched by words alone.
    """

    store: Store
    scope: Scope = EVERYWHERE

    async def find(self, query: Query, limit: int) -> Sequence[Candidate]:
        """The best of both."""
        found = await self.look(query.text, limit)
        return tuple(Candidate(one.evidence, "hybrid", one.score, one.rank) for one in found)

    async def look(self, text: str, limit: int) -> Sequence[FoundPassage]:
        """The best of both, with what each said."""
        vector = await embedded(self.store, text)
        return await asyncio.to_thread(self.search, text, vector, limit)

    def search(self, text: str, vector: Sequence[float], limit: int) -> Sequence[FoundPassage]:
        """The same, in this thread, for a query that is a vector already."""
        dials, words_asked, near = self.store.dials.seeking.depth, worded(self.store, text), rows.vector_text(vector)
        with self.store.database.search(self.store.workspace) as tx:
            live = self.store.live(tx, self.scope)
            fitting = [one for one in live if self.store.has_fitting(one)]
            places = {"near_parts": [one["part"] for one in fitting], "near_generations": [one["id"] for one in fitting]}
            asked = words_asked | _scoped(live, self.scope) | places
            if not live or limit < 1:
                return ()
            wide = _wide(asked, limit)
            depth = max(dials.each, wide)
            _tune(self.store, tx, depth)
            weights = {"near_weight": dials.near_weight, "told_weight": dials.told_weight, "rank_offset": dials.rank_offset}
            found = tx.rows("find_hybrid", **asked, **weights, vector=near, depth=depth, limit=wide)
        return tuple(_found(row, rank) for rank, row in enumerate(_once(found)[:limit], 1))


async def embedded(store: Store, text: str) -> Sequence[float]:
    """The query as a vector that fits the column."""
    vectors = await store.embedder.embed([text])
    if len(vectors) != 1 or len(vectors[0]) != VECTOR_LENGTH:
        raise SourceMalformed(f"the embedder gave {len(vectors)} vectors, or not {VECTOR_LENGTH} numbers")
    return vectors[0]


def scoped(store: Store, tx: Transaction, scope: Scope) -> dict[str, Any]:
    """Where to look, as the statements want it."""
    return _scoped(store.live(tx, scope), scope)


def _scoped(live: Sequence[Row], scope: Scope) -> dict[str, Any]:
    return {
        "parts": [one["part"] for one in live],
        "generations": [one["id"] for one in live],
        "language": scope.language,
        "domain": scope.domain,
        "before": scope.before,
    }


def worded(store: Store, text: str) -> dict[str, Any]:
    """What words to look for, and how they are weighed, as the statements want it."""
    counts = Counter(rows.term(word) for word in words.terms(text, store.lexicon))
    dials = store.dials.seeking.lexical
    return {
        "terms": list(counts.keys()),
        "times": list(counts.values()),
        "k1": dials.k1,
        "b": dials.b,
        "offset": dials.rarity_offset,
        "other_share": dials.other_share,
        "in_sight": dials.in_sight,
        "touched_at_most": dials.postings_at_most,
    }


def _tune(store: Store, tx: Transaction, depth: int) -> None:
    dials = store.dials.seeking.depth
    tx.tell("tune_vectors", ef_search=str(min(1000, max(dials.ef_search, depth))), scan_at_most=str(dials.scan_at_most))


def _once(rows: Sequence[Row]) -> Sequence[Row]:
    """Each piece of evidence once: a page that stands in two collections is one page."""
    best: dict[bytes, Row] = {}
    for row in rows:
        best.setdefault(bytes(row["evidence"]), row)
    return tuple(best.values())


def _wide(asked: Mapping[str, Any], limit: int) -> int:
    """How many rows to ask for, so that enough are left when a page stands in every collection."""
    return limit * len(asked["generations"])


def _candidates(finder: str, found_rows: Sequence[Row], limit: int) -> Sequence[Candidate]:
    best = enumerate(_once(found_rows)[:limit], 1)
    return tuple(Candidate(rows.evidence(row), finder, float(row["score"]), rank) for rank, row in best)


def _found(row: Row, rank: int) -> FoundPassage:
    return FoundPassage(rows.evidence(row), float(row["score"]), rank, row["likeness"], row["told_score"], row["name"])
