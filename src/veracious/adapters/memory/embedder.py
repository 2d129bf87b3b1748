"""Vectors without a model: texts that share words point the same way."""

from collections.abc import Sequence
from math import hypot
from zlib import crc32

from veracious.rules.reading import words
from veracious.rules.reading.lexicon import Lexicon


class WordEmbedder:
    """An `Embedder` that counts words by their checksum; a text without content words points along the first axis."""

    def __init__(self, lexicon: Lexicon, dimensions: int = 64) -> None:
        self._lexicon = lexicon
        self._dimensions = dimensions

    async def embed(self, texts: Sequence[str]) -> Sequence[Sequence[float]]:
        """One vector of unit length for each text, in order."""
        return tuple(map(self._vector, texts))

    def _vector(self, text: str) -> tuple[float, ...]:
        counts = [0.0] * self._dimensions
        for word in words.content(text, self._lexicon):
            counts[crc32(word.encode("utf-8", "replace")) % self._dimensions] += 1
        counts[0] += not any(counts)
        length = hypot(*counts)
        return tuple(count / length for count in counts)
