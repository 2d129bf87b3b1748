"""Vectors from a sentence encoder."""

from collections.abc import Sequence

import numpy as np

from veracious.adapters.models.folder import Loaded, Pooling
from veracious.adapters.models.session import Batch, Numbers, Session
from veracious.adapters.threads import in_thread
from veracious.domain.errors import SourceMalformed

LENGTH_TOLERANCE = 0.01  # a vector whose length is further from 1 than this is no answer


class OnnxEmbedder:
    """An `Embedder` that runs an ONNX model on the processor."""

    def __init__(self, loaded: Loaded, threads: int = 0) -> None:
        self.name = loaded.name
        self.session = Session(loaded, threads)
        self._width = loaded.about.width or 0

    async def embed(self, texts: Sequence[str]) -> Sequence[Sequence[float]]:
        """One vector of unit length for each text, in order."""
        return tuple(map(tuple, (await self._vectors(texts)).tolist()))

    @in_thread
    def _vectors(self, texts: Sequence[str]) -> Numbers:
        rows = self.session.texts(texts)
        if self.session.about.pooling is Pooling.NONE:
            found = self.session.answer(rows, (self._width,))
            if (np.abs(np.linalg.norm(found, axis=-1) - 1) > LENGTH_TOLERANCE).any():
                raise SourceMalformed(f"{self.name.name} answered with a vector that is not of unit length")
            return found
        return self.session.each(rows, (self._width,), self._pooled)

    def _pooled(self, batch: Batch) -> Numbers:
        """The mean state of each row's tokens, at unit length."""
        states, mask = self.session.states(batch), batch.feed["attention_mask"]
        if states.shape != (*mask.shape, self._width):
            raise SourceMalformed(f"{self.name.name} answered with the shape {states.shape} where token states of {self._width} belong")
        means: Numbers = (states * mask[..., None]).sum(1) / mask.sum(1, keepdims=True)
        lengths = np.linalg.norm(means, axis=-1, keepdims=True)
        if not (lengths > 0).all():
            raise SourceMalformed(f"{self.name.name} answered with a vector that points nowhere")
        unit: Numbers = np.divide(means, lengths, dtype=np.float32)
        return unit
