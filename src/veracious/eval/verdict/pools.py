"""What the tools said of each claim, kept on the disk: so that rules are run again without a model, and a killed run goes on.

A tool is asked only what is not kept, and what it says of a claim is written down when the claim is done. Finders are asked for as much as
the rules take by default, so most changes of dials ask for nothing new; a judge and a relevance model are asked for pairs that no run
before has read.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any

from veracious.domain.claim import Subclaim
from veracious.domain.errors import SourceMalformed
from veracious.domain.evidence import Candidate, Evidence, Query, Quote, Snapshot, Triple
from veracious.domain.span import Span
from veracious.domain.stance import Judgement, Stance
from veracious.eval.kept import Line, ResultLines
from veracious.eval.verdict.corpus import Corpus
from veracious.ports import Finder, Judge, Relevance
from veracious.rules.dials import Dials
from veracious.rules.seeking import passages

NAME_LETTERS = 20  # of a text whose relevance is kept


@dataclass(frozen=True, slots=True)
class Sources:
    """The tools that are asked what is not kept, and what names each."""

    finders: tuple[Finder, ...]
    judge: Judge
    relevance: Relevance
    found_by: str  # names embedder, corpus and store
    judged_by: str
    related_by: str


class Texts:
    """The passages of a corpus, by the names they have in a store."""

    def __init__(self, corpus: Corpus, dials: Dials) -> None:
        self.snapshots: dict[str, Snapshot] = {}
        self.evidence: dict[str, Evidence] = {}
        for document in corpus.documents:
            snapshot = document.snapshot
            self.snapshots.setdefault(snapshot.digest, snapshot)
            for passage in passages.cut(snapshot, dials.seeking.passages, dials.reading.sentences):
                piece = passages.evidence(snapshot, passage)
                self.evidence[piece.id] = piece

    def write(self, candidate: Candidate) -> list[Any]:
        """A candidate as a line keeps it: its name and score, and for a triple the passage it was read from and what it says."""
        evidence, triple = candidate.evidence, candidate.evidence.triple
        if triple is None:
            return [evidence.id, candidate.score]
        place = Snapshot(evidence.passage.snapshot, "", evidence.source, evidence.url)
        passage = passages.evidence(place, evidence.passage).id
        return [evidence.id, candidate.score, passage, triple.subject, triple.relation, triple.object]

    def read(self, values: Sequence[Any], finder: str, rank: int) -> Candidate:
        """The candidate again."""
        name, score, *more = values
        if not more:
            return Candidate(self.evidence[name], finder, score, rank)
        within, subject, relation, object = more
        passage = self.evidence[within]
        return Candidate(replace(passage, id=name, triple=Triple(subject, relation, object, passage.passage)), finder, score, rank)


class Pool:
    """The tools of one claim, which answer from what is kept and ask only for the rest."""

    def __init__(self, key: str, kept: ResultLines, texts: Texts, sources: Sources, calls: Counter[str]) -> None:
        self._key, self._kept, self._texts, self._sources, self._calls = key, kept, texts, sources, calls
        self._lines: dict[tuple[str, str], Line] = {}
        self._changed: dict[int, Line] = {}

    @property
    def finders(self) -> tuple[Finder, ...]:
        """As many finders as there are kinds, each answering from the pool."""
        return tuple(_PooledFinder(self, number) for number in range(len(self._sources.finders)))

    async def found(self, number: int, query: Query, limit: int) -> Sequence[Candidate]:
        """What a finder found for a query; asked for more than was asked before, it is asked again."""
        self._calls["searches"] += 1
        line = self._line(self._sources.found_by, "found", {"answers": {}})
        name = f"{number} {query.text}"
        told = line["answers"].get(name)
        if told is None or (told["limit"] < limit and len(told["found"]) == told["limit"]):
            given = await self._sources.finders[number].find(query, limit)
            told = {"limit": limit, "by": given[0].finder if given else "", "found": [self._texts.write(one) for one in given]}
            line["answers"][name] = told
            self._changed[id(line)] = line
        return tuple(self._texts.read(one, told["by"], rank) for rank, one in enumerate(told["found"][:limit], 1))

    async def judge(self, pairs: Sequence[tuple[Subclaim, Evidence]]) -> Sequence[Judgement]:
        """What the judge says of the pairs."""
        self._calls["pairs judged"] += len(pairs)
        line = self._line(self._sources.judged_by, "judged", {"pairs": {}})
        new = [pair for pair in pairs if _named(*pair) not in line["pairs"]]
        if new:
            given = {(one.subclaim, one.evidence): one for one in await self._sources.judge.judge(new)}
            for part, piece in new:
                line["pairs"][_named(part, piece)] = _written(given.get((part.text, piece.id)))
            self._changed[id(line)] = line
        told = ((part, piece, line["pairs"][_named(part, piece)]) for part, piece in pairs)
        return tuple(self._judgement(part, piece, one) for part, piece, one in told if one is not None)

    async def score(self, query: str, texts: Sequence[str]) -> Sequence[float]:
        """What the relevance model says of the texts."""
        self._calls["texts read"] += len(texts)
        line = self._line(self._sources.related_by, "related", {"scores": {}})
        names = [sha256(f"{query}\n{text}".encode()).hexdigest()[:NAME_LETTERS] for text in texts]
        new = {name: text for name, text in zip(names, texts, strict=True) if name not in line["scores"]}
        if new:
            line["scores"] |= dict(zip(new, await self._sources.relevance.score(query, list(new.values())), strict=True))
            self._changed[id(line)] = line
        return tuple(line["scores"][name] for name in names)

    async def put(self, snapshot: Snapshot) -> Sequence[Evidence]:
        """A corpus is what it is."""
        raise SourceMalformed(f"{snapshot.url}: nothing is put into a benchmark's corpus")

    async def open(self, digest: str) -> Snapshot:
        """A document of the corpus."""
        return self._texts.snapshots[digest]

    def keep(self) -> None:
        """Write down what was asked for."""
        if self._changed:
            self._kept.add(self._changed.values())
            self._changed.clear()

    def _line(self, model: str, mode: str, empty: Line) -> Line:
        if (model, mode) not in self._lines:
            found = self._kept.find(self._key, model, mode)
            self._lines[model, mode] = found or {"id": self._key, "model": model, "mode": mode, **empty}
        return self._lines[model, mode]

    def _judgement(self, part: Subclaim, piece: Evidence, values: Sequence[Any]) -> Judgement:
        start, end, supports, refutes = values
        span = Span(start, end)
        quote = Quote(piece.passage.snapshot, span, span.of(self._texts.snapshots[piece.passage.snapshot].text))
        return Judgement(part.text, piece.id, quote, Stance(supports, refutes, max(0.0, 1.0 - supports - refutes)))


@dataclass(frozen=True, slots=True)
class _PooledFinder:
    pool: Pool
    number: int

    async def find(self, query: Query, limit: int) -> Sequence[Candidate]:
        """What this finder found."""
        return await self.pool.found(self.number, query, limit)


def _named(part: Subclaim, piece: Evidence) -> str:
    return f"{piece.id} {part.text}"


def _written(judgement: Judgement | None) -> list[Any] | None:
    """A judgement as a line keeps it; none where the judge gave none."""
    return (
        None
        if judgement is None
        else [judgement.quote.span.start, judgement.quote.span.end, judgement.stance.supports, judgement.stance.refutes]
    )
