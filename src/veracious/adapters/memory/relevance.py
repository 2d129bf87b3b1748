"""Relevance without a model: shared words."""

from collections.abc import Sequence

from veracious.rules.reading import words
from veracious.rules.reading.lexicon import Lexicon


class WordRelevance:
    """A `Relevance` that is the share of the query's content words a text has."""

    def __init__(self, lexicon: Lexicon) -> None:
        self._lexicon = lexicon

    async def score(self, query: str, texts: Sequence[str]) -> Sequence[float]:
        """One number in [0, 1] for each text, in order; all 0 for a query of function words."""
        wanted = frozenset(words.content(query, self._lexicon))
        return tuple(words.share(wanted, frozenset(words.content(text, self._lexicon))) for text in texts)
