"""Models that are asked once in a run: a later look asks again about what an earlier one had read, and costs nothing for it.

The answers are kept for one run and no longer: what a model says of a row may differ in the last bit with the rows beside it, and a
verdict shall not depend on what was asked in other runs.
"""

from collections.abc import Sequence
from typing import TypeAlias

from veracious.domain.claim import Subclaim
from veracious.domain.errors import SourceMalformed
from veracious.domain.evidence import Evidence, Passage
from veracious.domain.stance import Judgement
from veracious.ports import Judge, Relevance

Key: TypeAlias = tuple[Subclaim, str, str, Passage]


class CachedRelevance:
    """A `Relevance` that reads no text twice for the same query."""

    def __init__(self, model: Relevance) -> None:
        self._model = model
        self._known: dict[tuple[str, str], float] = {}

    async def score(self, query: str, texts: Sequence[str]) -> Sequence[float]:
        """One number for each text, in order."""
        fresh = [text for text in dict.fromkeys(texts) if (query, text) not in self._known]
        told = await self._model.score(query, fresh) if fresh else ()
        if len(told) != len(fresh):
            raise SourceMalformed(f"the relevance model answered with {len(told)} numbers for {len(fresh)} texts")
        self._known |= {(query, text): share for text, share in zip(fresh, told, strict=True)}
        return tuple(self._known[query, text] for text in texts)


class CachedJudge:
    """A `Judge` that reads no pair twice; one that it could not decide stays absent."""

    def __init__(self, model: Judge) -> None:
        self._model = model
        self._known: dict[Key, tuple[Judgement, ...]] = {}

    async def judge(self, pairs: Sequence[tuple[Subclaim, Evidence]]) -> Sequence[Judgement]:
        """The judgements on the pairs, in their order."""
        once = {_key(pair): pair for pair in pairs}
        fresh = [pair for key, pair in once.items() if key not in self._known]
        told = await self._model.judge(fresh) if fresh else ()
        for subclaim, evidence in fresh:
            own = tuple(one for one in told if (one.subclaim, one.evidence) == (subclaim.text, evidence.id))
            self._known[_key((subclaim, evidence))] = own
        return tuple(one for key in once for one in self._known[key])


def _key(pair: tuple[Subclaim, Evidence]) -> Key:
    """What is read of a pair; how the evidence was found, and how often, is another with every look."""
    subclaim, evidence = pair
    return subclaim, evidence.id, evidence.title, evidence.passage
