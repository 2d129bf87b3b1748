"""A verdict suite from its files to its figures: the corpus into a store, the claims through the engine, the answers scored."""

import asyncio
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from veracious import wiring
from veracious.domain.store import Scope
from veracious.eval import stored, vectors
from veracious.eval.kept import ResultLines
from veracious.eval.run import Watch
from veracious.eval.stance import Tick
from veracious.eval.vectors import EmbedderModel
from veracious.eval.verdict import predict
from veracious.eval.verdict.corpus import Corpus, Document, LabelledClaim
from veracious.eval.verdict.pools import Pool, Sources, Texts
from veracious.eval.verdict.predict import Prediction
from veracious.flow.run import Run
from veracious.ports import Tools
from veracious.rules import digest
from veracious.rules.dials import Dials
from veracious.rules.seeking import passages

AT_ONCE = 4  # claims, so that one is read while another is judged


@dataclass(frozen=True, slots=True)
class Bench:
    """A set that is ready to be run: its claims, its documents, and what is kept of them."""

    name: str
    claims: tuple[LabelledClaim, ...]
    documents: Mapping[str, Document]  # by domain
    texts: Texts
    kept: ResultLines
    sources: Sources
    calls: Counter[str]  # what the tools were asked, kept or not: searches, texts read for relevance, pairs judged

    def run(self, asked: LabelledClaim, dials: Dials) -> tuple[Run, Pool]:
        """The tools for one claim."""
        pool = Pool(asked.key, self.kept, self.texts, self._quoting(dials), self.calls)
        absent: Any = None  # nothing is recorded: the run is not kept
        tools = Tools(wiring.clock(), absent, pool.finders, pool, pool, absent, absent, pool)
        names = tuple(filter(None, (getattr(self.sources.judge, "name", None),)))
        return Run(tools, dials, wiring.lexicon(), decision_table=wiring.decision(names)), pool

    def _quoting(self, dials: Dials) -> Sources:
        """The sources with the judge quoting by these dials; what another quote was judged to say is kept apart."""
        quotes, quoting = dials.judging.quotes, getattr(self.sources.judge, "quoting", None)
        judge = self.sources.judge if quoting is None else quoting(quotes)
        return replace(self.sources, judge=judge, judged_by=f"{self.sources.judged_by} {digest.of(quotes, 'dials')}")


async def predictions(bench: Bench, dials: Dials, tick: Tick) -> dict[str, Prediction]:
    """The answer to every claim, by these dials; a claim that could not be checked ends the run, which can go on later."""
    gate = asyncio.Semaphore(AT_ONCE)

    async def one(asked: LabelledClaim) -> Prediction:
        async with gate:
            run, pool = bench.run(asked, dials)
            found = await predict.predict(asked, run, bench.documents)
            pool.keep()
            tick(1)
            return found

    told = await asyncio.gather(*(one(asked) for asked in bench.claims))
    return {prediction.key: prediction for prediction in told}


@dataclass(frozen=True, slots=True)
class Models:
    """The models a suite asks."""

    embedder: EmbedderModel
    judge: Any
    relevance: Any


@dataclass(frozen=True, slots=True)
class Place:
    """What a suite works by, and where it keeps what it finds."""

    name: str
    dials: Dials
    cache: Path  # of vectors
    kept: ResultLines
    watch: Watch


async def bench(claims: Sequence[LabelledClaim], corpus: Corpus, models: Models, place: Place) -> Bench:
    """A set made ready: its passages embedded, its documents in a store, and the models behind what is kept."""
    name, dials = place.name, place.dials
    texts = Texts(corpus, dials)
    told = [passages.search_text(piece.title, piece.text) for piece in texts.evidence.values()]
    found = await vectors.embed(told, models.embedder, place.cache, place.watch.begin(f"{name} vectors", len(told)))
    workspace = "eval-" + digest.of([models.embedder.digest, sorted(texts.evidence)], "corpus").removeprefix("sha256:")[:20]
    known = stored.KnownVectors(dict(zip(told, found, strict=True)), models.embedder)
    shelved = [one.snapshot for one in corpus.documents]
    held = await stored.fill(workspace, shelved, dials, known, place.watch.begin(f"{name} into the store", len(shelved)))
    finders = wiring.finders(Scope(collections=("documents",)), held=held)
    sources = Sources(finders, models.judge, models.relevance, workspace, models.judge.name.digest, models.relevance.name.digest)
    return Bench(name, tuple(claims), corpus.by_domain, texts, place.kept, sources, Counter())
