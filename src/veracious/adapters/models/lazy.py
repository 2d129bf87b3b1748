"""A model that is loaded when it is first asked: what lists or erases does not wait for it."""

import asyncio
from collections.abc import Callable, Sequence

from veracious.ports import Embedder


class LazyEmbedder:
    """An `Embedder` that stands for one not loaded yet."""

    def __init__(self, load: Callable[[], Embedder]) -> None:
        self._load = load

    async def embed(self, texts: Sequence[str]) -> Sequence[Sequence[float]]:
        """What the embedder gives."""
        return await (await asyncio.to_thread(self._load)).embed(texts)
