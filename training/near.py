"""Evidence near to each claim, by the base model's own vectors; kept in a file, since it takes minutes."""

import hashlib
import os
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch

from training.model import encoder, mean, tokenizer
from training.pairs import Pair

KEPT = Path(os.environ.get("VERACIOUS_TRAINING", Path(__file__).parents[1] / ".training"))


@torch.inference_mode()
def vectors(texts: Sequence[str], tokens: int = 128, size: int = 64) -> np.ndarray:
    """Unit vectors of the texts, in their order."""
    model, encode = encoder().eval(), tokenizer(tokens)
    encoded = encode.encode_batch(list(texts))
    order = sorted(range(len(texts)), key=lambda index: len(encoded[index].ids))
    found = np.zeros((len(texts), model.config.hidden_size), dtype=np.float32)
    for at in range(0, len(order), size):
        chosen = order[at : at + size]
        longest = max(len(encoded[index].ids) for index in chosen)
        ids = torch.zeros(len(chosen), longest, dtype=torch.long)
        mask = torch.zeros_like(ids)
        for row, index in enumerate(chosen):
            numbers = encoded[index].ids
            ids[row, : len(numbers)], mask[row, : len(numbers)] = torch.tensor(numbers), 1
        with torch.autocast("cpu", dtype=torch.bfloat16):
            states = model(input_ids=ids, attention_mask=mask).last_hidden_state
        pooled = torch.nn.functional.normalize(mean(states.float(), mask), dim=-1)
        found[chosen] = pooled.numpy()
    return found


def neighbours(pairs: Sequence[Pair], most: int = 40, skipped: int = 4) -> list[list[int]]:
    """For each pair the evidence nearest to its claim, the very nearest skipped: those are too often about the same thing."""
    name = hashlib.sha256("\n".join(pair.claim + "\t" + pair.evidence for pair in pairs).encode()).hexdigest()[:16]
    path = KEPT / f"near-{name}.npy"
    if not path.exists():
        KEPT.mkdir(parents=True, exist_ok=True)
        claims, evidence = vectors([pair.claim for pair in pairs]), vectors([pair.evidence for pair in pairs])
        rows = []
        for at in range(0, len(pairs), 512):
            scores = claims[at : at + 512] @ evidence.T
            top = np.argpartition(-scores, most, axis=1)[:, :most]
            ordered = np.take_along_axis(top, np.argsort(-np.take_along_axis(scores, top, axis=1), axis=1), axis=1)
            rows.append(ordered[:, skipped:])
        np.save(path, np.concatenate(rows).astype(np.int32))
    return np.load(path).tolist()
