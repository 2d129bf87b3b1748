"""Relevance from a cross-encoder."""

import asyncio
from collections.abc import Sequence

import numpy as np

from veracious.adapters.models.folder import Loaded
from veracious.adapters.models.session import Session


class OnnxRelevance:
    """A `Relevance` that runs an ONNX model on the processor."""

    def __init__(self, loaded: Loaded, threads: int = 0) -> None:
        self.name = loaded.name
        self.session = Session(loaded, threads)

    async def score(self, query: str, texts: Sequence[str]) -> Sequence[float]:
        """One number in [0, 1] for each text, in order."""
        return await asyncio.to_thread(self._score, query, texts)

    def _score(self, query: str, texts: Sequence[str]) -> tuple[float, ...]:
        about = self.session.about
        logits = self.session.answer(self.session.queries(query, texts), (1,))[:, 0]
        scaled = about.scale * logits.astype(np.float64) + about.offset
        return tuple((0.5 * (1 + np.tanh(scaled / 2))).tolist())
