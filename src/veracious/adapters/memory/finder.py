"""Full text and vectors, by looking at everything there is: exact, and fast enough for some thousand passages."""

from collections import Counter
from collections.abc import Iterable, Sequence
from math import hypot

from veracious.adapters.memory.shelf import MemoryShelf
from veracious.domain.errors import SourceMalformed
from veracious.domain.evidence import Candidate, Evidence, Query
from veracious.ports import Embedder
from veracious.rules.reading import words
from veracious.rules.reading.lexicon import Lexicon
from veracious.rules.seeking import lexical, passages
from veracious.rules.seeking.lexical import LexicalDials


class MemoryFinder:
    """The `Finder` "text": BM25 over title and text, the passages of a document together."""

    def __init__(self, shelf: MemoryShelf, lexicon: Lexicon, dials: LexicalDials) -> None:
        self._shelf = shelf
        self._lexicon = lexicon
        self._dials = dials
        self._read: dict[str, Counter[str]] = {}

    async def find(self, query: Query, limit: int) -> Sequence[Candidate]:
        """The best passages that share a word with the query."""
        found = self._shelf.evidence
        for evidence in found:
            if evidence.id not in self._read:
                self._read[evidence.id] = Counter(words.terms(search_text(evidence), self._lexicon))
        corpus = {evidence.id: self._read[evidence.id] for evidence in found}
        documents = {evidence.id: f"{evidence.passage.snapshot} {evidence.url}" for evidence in found}
        alone = lexical.score(words.terms(query.text, self._lexicon), corpus, self._dials)
        scores = lexical.together(alone, documents, self._dials)
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
        wanted, *vectors = await self._embed([query.text, *map(search_text, new)])
        self._vectors.update((evidence.id, vector) for evidence, vector in zip(new, vectors, strict=True))
        return ranked("vectors", ((evidence, cosine(wanted, self._vectors[evidence.id])) for evidence in found), limit)

    async def _embed(self, texts: Sequence[str]) -> Sequence[Sequence[float]]:
        vectors = await self._embedder.embed(texts)
        if len(vectors) != len(texts) or len({len(vector) for vector in vectors}) != 1:
            raise SourceMalformed(f"{len(vectors)} vectors for {len(texts)} texts, or vectors of several lengths")
        return vectors


def search_text(evidence: Evidence) -> str:
    """The words a passage is found by."""
    return passages.search_text(evidence.title, evidence.text)


def cosine(a: Sequence[float], b: Sequence[float]) -> float:
    """The cosine of the angle between two vectors; 0 when one of them has no direction."""
    lengths = hypot(*a) * hypot(*b)
    product = sum(x * y for x, y in zip(a, b, strict=True))
    return min(1.0, max(-1.0, product / lengths)) if lengths else 0.0


def ranked(finder: str, scored: Iterable[tuple[Evidence, float]], limit: int) -> tuple[Candidate, ...]:
    """The best first, ranks from 1, ties by id."""
    best = sorted(scored, key=lambda entry: (-entry[1], entry[0].id))[: max(0, limit)]
    return tuple(Candidate(evidence, finder, score, rank) for rank, (evidence, score) in enumerate(best, 1))
