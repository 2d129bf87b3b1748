"""Full text and vectors, by looking at everything there is: exact, and fast enough for some thousand passages."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from math import hypot, log

from veracious.adapters.memory import words
from veracious.adapters.memory.shelf import MemoryShelf
from veracious.domain.errors import SourceMalformed
from veracious.domain.evidence import Candidate, Evidence, Query
from veracious.ports import Embedder
from veracious.rules.reading.lexicon import Lexicon

K1 = 0.9  # how much a word's repetition adds; 0–2; the defaults of Anserini, which do better on short passages than 1.2
B = 0.4  # how far long passages are marked down; 0–1; moves with K1


class MemoryFinder:
    """The `Finder` "text": BM25 over title and text."""

    def __init__(self, shelf: MemoryShelf, lexicon: Lexicon) -> None:
        self._shelf = shelf
        self._lexicon = lexicon
        self._read: dict[str, Counter[str]] = {}

    async def find(self, query: Query, limit: int) -> Sequence[Candidate]:
        """The best passages that share a word with the query."""
        found = self._shelf.evidence
        for evidence in found:
            if evidence.id not in self._read:
                self._read[evidence.id] = Counter(words.content(told(evidence), self._lexicon))
        scores = bm25(words.content(query.text, self._lexicon), {evidence.id: self._read[evidence.id] for evidence in found})
        return ranked("text", ((evidence, scores[evidence.id]) for evidence in found if evidence.id in scores), limit)


class VectorFinder:
    """The `Finder` "vectors": exact cosine of title and text, as the embedder sees them."""

    def __init__(self, shelf: MemoryShelf, embedder: Embedder) -> None:
        self._shelf = shelf
        self._embedder = embedder
        self._vectors: dict[str, Sequence[float]] = {}

    async def find(self, query: Query, limit: int) -> Sequence[Candidate]:
        """The nearest passages, however far the nearest are."""
        found = self._shelf.evidence
        new = [evidence for evidence in found if evidence.id not in self._vectors]
        wanted, *vectors = await self._embed([query.text, *map(told, new)])
        self._vectors.update((evidence.id, vector) for evidence, vector in zip(new, vectors, strict=True))
        return ranked("vectors", ((evidence, cosine(wanted, self._vectors[evidence.id])) for evidence in found), limit)

    async def _embed(self, texts: Sequence[str]) -> Sequence[Sequence[float]]:
        vectors = await self._embedder.embed(texts)
        if len(vectors) != len(texts) or len({len(vector) for vector in vectors}) != 1:
            raise SourceMalformed(f"{len(vectors)} vectors for {len(texts)} texts, or vectors of several lengths")
        return vectors


def told(evidence: Evidence) -> str:
    """The words a passage is found by."""
    return f"{evidence.title}\n{evidence.text}"


def bm25(query: Sequence[str], corpus: Mapping[str, Counter[str]]) -> Mapping[str, float]:
    """The score of every document that shares a word with the query.

    Σ over the words of the query of ln(1 + (N − n + ½) / (n + ½)) · tf / (tf + K1 · (1 − B + B · length / mean length)),
    where n of the N documents have the word. Words are summed in one order, so that equal documents score equally to the last bit.
    """
    total = sum(counts.total() for counts in corpus.values())
    scores: dict[str, float] = {}
    for word, times in sorted(Counter(query).items()):
        holding = [name for name, counts in corpus.items() if word in counts]
        weight = times * log(1 + (len(corpus) - len(holding) + 0.5) / (len(holding) + 0.5))
        for name in holding:
            count, length = corpus[name][word], corpus[name].total() * len(corpus) / total
            scores[name] = scores.get(name, 0.0) + weight * count / (count + K1 * (1 - B + B * length))
    return scores


def cosine(a: Sequence[float], b: Sequence[float]) -> float:
    """The cosine of the angle between two vectors; 0 when one of them has no direction."""
    lengths = hypot(*a) * hypot(*b)
    product = sum(x * y for x, y in zip(a, b, strict=True))
    return min(1.0, max(-1.0, product / lengths)) if lengths else 0.0


def ranked(finder: str, scored: Iterable[tuple[Evidence, float]], limit: int) -> tuple[Candidate, ...]:
    """The best first, ranks from 1, ties by id."""
    best = sorted(scored, key=lambda entry: (-entry[1], entry[0].id))[: max(0, limit)]
    return tuple(Candidate(evidence, finder, score, rank) for rank, (evidence, score) in enumerate(best, 1))
