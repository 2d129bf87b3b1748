"""Measure embedder files: recall, likeness to full precision, size and speed; `python -m training.bench_embedder`.

Only the development sets are read (`training/passages.py`). Vectors are kept beside the runs, so a measurement that is killed goes on.
"""

import hashlib
import json
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import onnxruntime
from tokenizers import Encoding

from training.model import tokenizer
from training.near import KEPT

TOKENS = 256
DEPTHS = (1, 5, 10, 20)
DRAWS = 5000


@dataclass(frozen=True, slots=True)
class Searched:
    """A development set: its claims, their gold documents, and passages with the document each is of."""

    name: str
    claims: tuple[str, ...]
    gold: tuple[frozenset[str], ...]
    documents: tuple[str, ...]  # of each passage
    passages: tuple[str, ...]
    titled: tuple[str, ...]  # the passages with the title of their document in front


def sets() -> list[Searched]:
    """The development sets as `training.passages` wrote them."""
    found = json.loads((KEPT / "passages.json").read_text("utf-8"))
    made = []
    for name, one in found.items():
        rows = [(document["id"], document["title"], text) for document in one["documents"] for text in document["passages"]]
        made.append(
            Searched(
                name,
                tuple(claim["claim"] for claim in one["claims"]),
                tuple(frozenset(claim["gold"]) for claim in one["claims"]),
                tuple(row[0] for row in rows),
                tuple(row[2] for row in rows),
                tuple(in_front(row[1], row[2]) for row in rows),
            )
        )
    return made


def in_front(title: str, text: str) -> str:
    """A passage with its title in front."""
    return f"{title.strip().rstrip('.')}. {text}" if title.strip() else text


def session(path: Path, threads: int = 1) -> onnxruntime.InferenceSession:
    """A file opened as the engine does, on so many threads."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])


def batches(texts: Sequence[str], size: int = 32) -> list[tuple[list[int], dict[str, np.ndarray]]]:
    """Batches of like length: which texts, and their token numbers."""
    encoded = tokenizer(TOKENS).encode_batch(list(texts))
    order = sorted(range(len(texts)), key=lambda index: len(encoded[index].ids))
    cut = [order[at : at + size] for at in range(0, len(order), size)]
    return [(chosen, _padded([encoded[index] for index in chosen])) for chosen in cut]


def _padded(encoded: Sequence[Encoding]) -> dict[str, np.ndarray]:
    longest = max(len(one.ids) for one in encoded)
    ids = np.zeros((len(encoded), longest), dtype=np.int64)
    mask = np.zeros_like(ids)
    for row, one in enumerate(encoded):
        ids[row, : len(one.ids)], mask[row, : len(one.ids)] = one.ids, 1
    return {"input_ids": ids, "attention_mask": mask}


def vectors(path: Path, texts: Sequence[str]) -> np.ndarray:
    """The vectors of the texts, from a kept file when this model has made them before."""
    seen = hashlib.sha256(path.read_bytes())
    seen.update("\n".join(texts).encode())
    kept = KEPT / "vectors" / f"{seen.hexdigest()[:20]}.npy"
    if kept.exists():
        return np.load(kept)
    model = session(path)
    found: np.ndarray | None = None
    for chosen, inputs in batches(texts):
        made = model.run(None, inputs)[0]
        found = np.zeros((len(texts), made.shape[1]), dtype=np.float32) if found is None else found
        found[chosen] = made
    kept.parent.mkdir(parents=True, exist_ok=True)
    np.save(kept, found)
    return found


def recalls(claims: np.ndarray, passages: np.ndarray, documents: Sequence[str], gold: Sequence[frozenset[str]]) -> dict[int, np.ndarray]:
    """The share of its gold documents that each claim finds, by depth; a document is as near as its best passage."""
    names = sorted(set(documents))
    numbers = np.array([names.index(name) for name in documents])
    scores = claims @ passages.T
    best = np.full((len(claims), len(names)), -2.0, dtype=np.float32)
    for column, number in enumerate(numbers):
        np.maximum(best[:, number], scores[:, column], out=best[:, number])
    ranked = np.argsort(-best, axis=1, kind="stable")[:, : max(DEPTHS)]
    return {
        depth: np.array([len(one & {names[at] for at in row[:depth]}) / len(one) for one, row in zip(gold, ranked, strict=True)])
        for depth in DEPTHS
    }


def interval(values: np.ndarray, seed: int = 3) -> tuple[float, float, float]:
    """Mean and the bounds of 95 %, by drawing the claims anew; in points."""
    draws = np.random.default_rng(seed).integers(0, len(values), (DRAWS, len(values)))
    means = values[draws].mean(axis=1)
    return tuple(round(100 * float(one), 2) for one in (values.mean(), *np.quantile(means, (0.025, 0.975))))


def measure(path: Path, searched: Searched, titled: bool) -> dict[int, np.ndarray]:
    """The recalls of a file on a set."""
    passages = vectors(path, searched.titled if titled else searched.passages)
    return recalls(vectors(path, searched.claims), passages, searched.documents, searched.gold)


def likeness(path: Path, full: Path, texts: Sequence[str]) -> tuple[float, float]:
    """Mean and least cosine of a file's vectors to those of full precision."""
    cosines = (vectors(path, texts) * vectors(full, texts)).sum(axis=1)
    return round(float(cosines.mean()), 5), round(float(cosines.min()), 5)


def steadiness(path: Path, texts: Sequence[str]) -> float:
    """The least cosine of a text's vector made alone to the one made in a batch with others."""
    model, together = session(path), vectors(path, texts)
    alone = np.concatenate([model.run(None, inputs)[0] for _, inputs in sorted(batches(texts, 1), key=lambda batch: batch[0])])
    return round(float((alone * together).sum(axis=1).min()), 5)


def speeds(paths: Mapping[str, Path], texts: Sequence[str], rounds: int = 5) -> dict[str, list[float]]:
    """Passages a second of every file in each round; the files take turns, batch by batch, so that all meet the same load."""
    models = {name: session(path) for name, path in paths.items()}
    cut = batches(texts)
    for model in models.values():
        model.run(None, cut[0][1])
    found: dict[str, list[float]] = {name: [] for name in models}
    for _ in range(rounds):
        spent = dict.fromkeys(models, 0.0)
        for _, inputs in cut:
            for name, model in models.items():
                begun = time.perf_counter()
                model.run(None, inputs)
                spent[name] += time.perf_counter() - begun
        for name, seconds in spent.items():
            found[name].append(len(texts) / seconds)
    return found
