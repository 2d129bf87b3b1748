"""Exact search over a corpus in memory: by vectors, by words (BM25), and both fused as the engine fuses them.

A corpus is cut into units: the passages of a document as the engine cuts them, or single sentences. What is looked for, a target, is a
document or a sentence; a document stands where its best passage stands.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from veracious.domain.evidence import Candidate, Evidence, Passage, Snapshot, Source
from veracious.domain.span import Span
from veracious.eval.metrics import Floats
from veracious.eval.pack import Record
from veracious.rules.dials import Dials
from veracious.rules.reading import words
from veracious.rules.reading.lexicon import Lexicon
from veracious.rules.seeking import depth, fuse, lexical, passages
from veracious.rules.seeking.depth import DepthDials


@dataclass(frozen=True, slots=True)
class Corpus:
    """The units, in the order of their targets, and which target each belongs to."""

    units: tuple[Evidence, ...]
    targets: tuple[str, ...]
    target_of: tuple[int, ...]  # for each unit, ascending

    @property
    def starts(self) -> NDArray[np.int64]:
        """The first unit of each target."""
        return np.searchsorted(np.asarray(self.target_of), np.arange(len(self.targets)))


def cut(documents: Sequence[Record], unit: str, dials: Dials) -> Corpus:
    """A corpus by documents, in passages; or by sentences."""
    units: list[Evidence] = []
    targets: list[str] = []
    target_of: list[int] = []
    for document in documents:
        for target, pieces in _targets(document, unit, dials):
            if not pieces:
                continue
            units += [_unit(target, index, piece, document["title"]) for index, piece in enumerate(pieces)]
            target_of += [len(targets)] * len(pieces)
            targets.append(target)
    return Corpus(tuple(units), tuple(targets), tuple(target_of))


def _targets(document: Record, unit: str, dials: Dials) -> list[tuple[str, Sequence[Passage]]]:
    name = str(document["doc_id"])
    if unit == "sentence":
        sentences = enumerate(document["sentences"])
        return [(f"{name}#{at}", [Passage(name, Span(0, len(text)), text)] if text.strip() else []) for at, text in sentences]
    snapshot = Snapshot(name, " ".join(document["sentences"]), Source(""), title=document["title"])
    # A document of a title alone is still looked for by it.
    return [(name, passages.cut(snapshot, dials.seeking.passages, dials.reading.sentences) or [Passage(name, Span(0, 0), "")])]


def _unit(target: str, index: int, piece: Passage, title: str) -> Evidence:
    return Evidence(f"{target}:{index:04d}", piece, Source(""), title=title)


def search_text(evidence: Evidence) -> str:
    """The words a unit is found by: title and text, as the stores index them."""
    return passages.search_text(evidence.title, evidence.text)


class Words:
    """BM25 over the units by the engine's formula, every document word weighed once."""

    def __init__(self, corpus: Corpus, lexicon: Lexicon, dials: Dials) -> None:
        self._lexicon, self._dials, self._size = lexicon, dials.seeking.lexical, len(corpus.units)
        self._documents = {unit.id: target(unit) for unit in corpus.units}
        counts = [Counter(words.terms(search_text(unit), lexicon)) for unit in corpus.units]
        lengths = [count.total() for count in counts]
        mean = sum(lengths) / max(1, len(lengths)) or 1.0
        found: defaultdict[str, list[tuple[int, float]]] = defaultdict(list)
        for index, count in enumerate(counts):
            for word, times in count.items():
                found[word].append((index, lexical.saturation(times, lengths[index] / mean, self._dials)))
        self._postings = {word: (np.array([one for one, _ in at]), np.array([worth for _, worth in at])) for word, at in found.items()}

    def score(self, query: str) -> Floats:
        """The score of every unit."""
        scores = np.zeros(self._size)
        for word, asked in sorted(Counter(words.terms(query, self._lexicon)).items()):
            if word in self._postings:
                at, worth = self._postings[word]
                scores[at] += asked * lexical.rarity(len(at), self._size, self._dials) * worth
        alone = {name: value for name, value in zip(self._documents, scores.tolist(), strict=True) if value}
        together = lexical.together(alone, self._documents, self._dials)
        return np.array([together.get(name, 0.0) for name in self._documents])


def best(scores: Floats, corpus: Corpus) -> Floats:
    """The score of each target: that of its best unit."""
    return np.asarray(np.maximum.reduceat(scores, corpus.starts))


def rank(scores: Floats, index: int) -> int:
    """The place of a target from 1; of equals the earlier in the corpus comes first."""
    own = scores[index]
    return 1 + int((scores > own).sum()) + int((scores[:index] == own).sum())


def top(scores: Floats, limit: int) -> list[int]:
    """The units of highest score, best first, of equals the earlier; units of no score are not found."""
    order = np.argsort(-scores, kind="stable")[:limit]
    return [int(index) for index in order if scores[index] > 0]


def fused(by_vectors: Floats, by_words: Floats, corpus: Corpus, dials: Dials) -> list[Evidence]:
    """The units that either way finds, in the order in which the engine pools them."""
    found = []
    for finder, scores in (("vectors", by_vectors), ("text", by_words)):
        places = enumerate(top(scores, dials.seeking.queries.limit), 1)
        found += [Candidate(corpus.units[index], finder, float(scores[index]), place) for place, index in places]
    return [entry.evidence for entry in fuse.merge(found, dials.seeking.fuse, dials.seeking.urls)]


def joined(scores: Sequence[float], dials: DepthDials) -> list[int]:
    """Places in the order that the one given and that of the scores make together, joined as a store joins its two answers."""
    by_score = sorted(range(len(scores)), key=lambda place: (-scores[place], place))
    worth = {place: depth.joined(place + 1, rank, dials) for rank, place in enumerate(by_score, 1)}
    return sorted(worth, key=lambda place: (-worth[place], place))


def target(evidence: Evidence) -> str:
    """The target a unit belongs to."""
    return evidence.id.rpartition(":")[0]


def places(ordered: Sequence[Evidence]) -> dict[str, int]:
    """The place of each target in a list of units, from 1, where its first unit stands."""
    return {name: place for place, name in enumerate(dict.fromkeys(map(target, ordered)), 1)}
