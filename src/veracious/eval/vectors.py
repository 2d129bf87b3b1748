"""Vectors of texts, kept on the disk by model and by text: embedding a corpus takes minutes, and a killed run goes on."""

from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from veracious.eval.stance import Tick

Vectors = NDArray[np.float32]

BLOCK = 512  # texts of one file


class EmbedderModel(Protocol):
    """What the suite asks of an embedder: the port, and what names the model."""

    @property
    def digest(self) -> str:
        """What names the model and everything its vectors depend on."""
        ...

    async def embed(self, texts: Sequence[str]) -> Sequence[Sequence[float]]:
        """One vector of unit length for each text."""
        ...


async def embed(texts: Sequence[str], model: EmbedderModel, cache: Path, tick: Tick) -> Vectors:
    """The vectors of the texts in their order; those of a finished block are read from the disk."""
    folder = cache / model.digest.removeprefix("sha256:")[:24]
    folder.mkdir(parents=True, exist_ok=True)
    blocks = []
    for at in range(0, len(texts), BLOCK):
        block = texts[at : at + BLOCK]
        blocks.append(await _block(block, model, folder))
        tick(len(block))
    return np.concatenate(blocks) if blocks else np.zeros((0, 0), dtype=np.float32)


async def _block(texts: Sequence[str], model: EmbedderModel, folder: Path) -> Vectors:
    path = folder / (sha256("\x00".join(texts).encode("utf-8", "surrogatepass")).hexdigest()[:32] + ".npy")
    if path.is_file():
        return np.asarray(np.load(path), dtype=np.float32)
    found = np.asarray(await model.embed(texts), dtype=np.float32)
    unfinished = path.with_suffix(".tmp.npy")
    np.save(unfinished, found)
    unfinished.replace(path)
    return found
