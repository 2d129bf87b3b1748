"""The models of this installation as the suites ask them."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from veracious import wiring
from veracious.domain.errors import ModelMissing
from veracious.domain.stance import Stance
from veracious.eval.retrieval import RelevanceModel
from veracious.eval.stance import JudgedPair, Probabilities, StanceModel
from veracious.eval.vectors import EmbedderModel


@dataclass(frozen=True, slots=True)
class NamedJudge:
    """A judge with its digest; asked for texts as they are, without choosing a quote."""

    judge: Any  # more than the port: it also gives its probabilities before calibration

    @property
    def digest(self) -> str:
        """What names the model, its labels and its calibration."""
        return str(self.judge.name.digest)

    def tell(self, pairs: Sequence[tuple[str, str]]) -> Sequence[JudgedPair | None]:
        """The stance of each (evidence, claim) before and after calibration."""
        found = self.judge.probabilities(pairs)
        return [None if one is None else JudgedPair(_parts(one[0]), _parts(one[1])) for one in found]


@dataclass(frozen=True, slots=True)
class NamedEmbedder:
    """An embedder with its digest."""

    embedder: Any

    @property
    def digest(self) -> str:
        """What names the model."""
        return str(self.embedder.name.digest)

    async def embed(self, texts: Sequence[str]) -> Sequence[Sequence[float]]:
        """One vector of unit length for each text."""
        found: Sequence[Sequence[float]] = await self.embedder.embed(texts)
        return found


@dataclass(frozen=True, slots=True)
class NamedRelevance:
    """A relevance model with its digest."""

    relevance: Any
    known: dict[tuple[str, str], float] = field(default_factory=dict)

    @property
    def digest(self) -> str:
        """What names the model."""
        return str(self.relevance.name.digest)

    async def score(self, query: str, texts: Sequence[str]) -> Sequence[float]:
        """How much each text speaks of the query; what was asked before is known."""
        new = [text for text in dict.fromkeys(texts) if (query, text) not in self.known]
        if new:
            self.known.update(zip(((query, text) for text in new), await self.relevance.score(query, new), strict=True))
        return [self.known[query, text] for text in texts]


def judge(folder: Path | None) -> StanceModel:
    """The judge in a folder, or the one in use."""
    return NamedJudge(wiring.judge(folder))


def embedder(folder: Path | None) -> EmbedderModel:
    """The embedder in a folder, or the one in use."""
    return NamedEmbedder(wiring.embedder(folder))


def relevance(folder: Path | None) -> RelevanceModel | None:
    """The relevance model in a folder, or the one in use; none when there is none and no folder was named."""
    try:
        return NamedRelevance(wiring.relevance(folder))
    except ModelMissing:
        if folder is not None:
            raise
        return None


def engine(judge: Path | None, relevance: Path | None) -> wiring.Models:
    """The models that an engine over documents in memory is made of; those in the folders, or those in use."""
    found: tuple[Any, Any, Any] = (wiring.embedder(), wiring.judge(judge), wiring.relevance(relevance))
    return wiring.Models(*found, tuple(one.name for one in found))


def _parts(stance: Stance) -> Probabilities:
    return stance.supports, stance.refutes, stance.neutral
