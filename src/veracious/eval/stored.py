"""Retrieval through the store itself: a corpus is put into a workspace of its own, and the finders that the engine uses are asked.

Vectors that the suite has embedded already are given to the store, so what differs from the search in memory is the store alone.
"""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from veracious import wiring
from veracious.domain.evidence import Evidence, Query, Snapshot, Source
from veracious.domain.store import Incoming, Scope
from veracious.eval import retrieval, search
from veracious.eval.kept import Line, ResultLines
from veracious.eval.retrieval import Index, LabelledClaim, RelevanceModel
from veracious.eval.stance import Tick
from veracious.eval.vectors import EmbedderModel, Vectors
from veracious.ports import Finder
from veracious.rules import digest
from veracious.rules.dials import Dials
from veracious.rules.reading import words
from veracious.rules.seeking import passages, snapshots
from veracious.rules.seeking.depth import DepthDials

ASKED_FOR = 100  # passages of a finder
BATCH = 64  # documents
READ = 200  # texts whose words tell how words are read
WAYS = ("vectors", "text", "hybrid", "relevance", "joined")
PLACE = "https://corpus.invalid/"


@dataclass(frozen=True, slots=True)
class KnownVectors:
    """An `Embedder` that looks vectors up; what it does not know it asks the model for."""

    known: Mapping[str, Sequence[float]]
    model: EmbedderModel

    async def embed(self, texts: Sequence[str]) -> Sequence[Sequence[float]]:
        """One vector for each text."""
        new = [text for text in texts if text not in self.known]
        found = dict(zip(new, await self.model.embed(new), strict=True)) if new else {}
        return [found[text] if text in found else self.known[text] for text in texts]


async def shelve(index: Index, queries: Mapping[str, Sequence[float]], model: EmbedderModel, name: str, tick: Tick) -> Any:
    """A store with the corpus in it, in a workspace named for corpus and model; what is there already stays."""
    texts = [search.search_text(piece) for piece in index.corpus.units]
    known = KnownVectors(dict(zip(texts, index.vectors, strict=True)) | dict(queries), model)
    read = [words.terms(text, wiring.lexicon()) for text in texts[:READ]]  # filled when words were read otherwise, it is another store
    workspace = "eval-" + digest.of([name, model.digest, texts, read], "corpus").removeprefix("sha256:")[:20]
    return await fill(workspace, _documents(index), index.dials, known, tick)


async def fill(workspace: str, documents: Sequence[Snapshot], dials: Dials, known: KnownVectors, tick: Tick) -> Any:
    """The store of a workspace with these documents in it; what is there already stays."""
    library = wiring.library(workspace, dials, known)
    for at in range(0, len(documents), BATCH):
        batch = [Incoming(snapshot, snapshot.url or "", snapshot.digest + (snapshot.url or "")) for snapshot in documents[at : at + BATCH]]
        there = await library.known("documents", [one.file_hash for one in batch])
        fresh = [one for one in batch if one.file_hash not in there]
        if fresh:
            await library.write(await library.ready(fresh))
        tick(len(batch))
    for generation in await wiring.collections(workspace).all():
        if generation.collection == "documents":
            await wiring.collections(workspace).fold(generation.id)
    return library.store


def _documents(index: Index) -> list[Snapshot]:
    """The targets of a corpus as documents; a document of a title alone has that as its text, since a store keeps no empty ones."""
    found: dict[str, list[Evidence]] = {}
    for unit in index.corpus.units:
        found.setdefault(search.target(unit), []).append(unit)
    return [_snapshot(target, units) for target, units in found.items()]


def _snapshot(target: str, units: Sequence[Evidence]) -> Snapshot:
    last = max(unit.passage.span.end for unit in units)
    letters = [" "] * last
    for unit in units:
        letters[unit.passage.span.start : unit.passage.span.end] = unit.text
    text = "".join(letters) if last else units[0].title
    return Snapshot(snapshots.name(text), text, Source("corpus.invalid"), PLACE + target, units[0].title)


async def look(
    claims: Sequence[LabelledClaim], store: Any, models: tuple[str, RelevanceModel | None], kept: ResultLines, tick: Tick
) -> str:
    """Ask the finders for every claim and write down the ranks of its gold; the name under which they are written."""
    embedder, relevance = models
    name = "store+" + embedder + ("" if relevance is None else "+" + relevance.digest)
    scope = Scope(collections=("documents",))
    vectors, text, _ = wiring.finders(scope, held=store)
    finders: dict[str, Finder] = {"vectors": vectors, "text": text, "hybrid": wiring.finder(scope, held=store)}
    for one in claims:
        if kept.find(one.key, name, "store") is None:
            query = Query(one.claim, "claim", wiring.clock().now().date())
            found = {way: [piece.evidence for piece in await finder.find(query, ASKED_FOR)] for way, finder in finders.items()}
            if relevance is not None:
                first = found["hybrid"][: retrieval.DEPTH]
                scores = await relevance.score(one.claim, [passages.search_text(piece.title, piece.text) for piece in first])
                order = sorted(range(len(first)), key=lambda place: (-scores[place], place))
                rest = found["hybrid"][retrieval.DEPTH :]
                found["relevance"] = [first[place] for place in order] + rest
                found["joined"] = [first[place] for place in search.joined(scores, DepthDials())] + rest
            ranks = {way: _ranks(one.gold, pieces) for way, pieces in found.items()}
            kept.add([{"id": one.key, "model": name, "mode": "store", "ranks": ranks}])
        tick(1)
        await asyncio.sleep(0)
    return name


def _ranks(gold: Sequence[str], pieces: Sequence[Evidence]) -> dict[str, int | None]:
    places = {name: rank for rank, name in enumerate(dict.fromkeys((one.url or "").removeprefix(PLACE) for one in pieces), 1)}
    return {name: places.get(name) for name in gold}


def recalls(lines: Sequence[Line], name: str) -> dict[str, Any]:
    """Recall at each k of each way."""
    ways = [way for way in WAYS if lines and way in lines[0]["ranks"]]
    return retrieval.recalls(lines, name, ways=ways)


def as_known(claims: Sequence[LabelledClaim], queries: Vectors) -> dict[str, Sequence[float]]:
    """The vectors of the claims by their text."""
    return {claim.claim: vector for claim, vector in zip(claims, queries, strict=True)}
