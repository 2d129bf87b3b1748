"""Relevance from a cross-encoder."""

from collections.abc import Sequence

import numpy as np

from veracious.adapters.models.folder import Loaded
from veracious.adapters.models.session import Session
from veracious.adapters.threads import in_thread


class OnnxRelevance:
    """A `Relevance` that runs an ONNX model on the processor."""

    def __init__(self, loaded: Loaded, threads: int = 0) -> None:
        self.name = loaded.name
        self.session = Session(loaded, threads)

    @in_thread
    def score(self, query: str, texts: Sequence[str]) -> Sequence[float]:
        """One number in [0, 1] for each text, in order."""
        about = self.session.about
        logits = self.session.answer(self.session.queries(query, texts), (1,))[:, 0]
        scaled = about.scale * logits.astype(np.float64) + about.offset
        return tuple((0.5 * (1 + np.tanh(scaled / 2))).tolist())
