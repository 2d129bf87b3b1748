"""Fit the judge's calibration on `stance/dev`: `python -m training.calibrate JUDGE_FOLDER`.

One temperature: logits / t, then softmax; with `--biases`, one number more for each label. Fitted by log loss, each source of the
development pairs counting alike, so that the largest does not decide alone. Written into `model.json`; prints log loss before and after.
"""

import argparse
import json
from collections import Counter
from pathlib import Path

import numpy as np
import onnxruntime
import torch

from training import pairs
from training.judge import batch_of, items
from training.pairs import LABELS

TOKENS = 160
PULL = 0.01  # toward no biases: three numbers are fitted on few rows of some sources


def logits_of(folder: Path) -> tuple[np.ndarray, list[int], np.ndarray]:
    """The graph's logits on the development pairs, their labels, and the weight of each row."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    graph = onnxruntime.InferenceSession(folder / "model.onnx", options)
    found = pairs.stance("dev")
    rows = items(found, TOKENS)
    told = np.zeros((len(rows), len(LABELS)), dtype=np.float32)
    order = sorted(range(len(rows)), key=lambda index: len(rows[index].ids))
    for at in range(0, len(order), 32):
        chosen = order[at : at + 32]
        inputs, _ = batch_of([rows[index] for index in chosen])
        told[chosen] = graph.run(None, {name: value.numpy() for name, value in inputs.items()})[0]
    sizes = Counter(pair.source for pair in found)
    weights = np.array([1 / sizes[pair.source] for pair in found])
    return told, [row.label for row in rows], weights / weights.mean()


def fit(logits: np.ndarray, labels: list[int], weights: np.ndarray, with_biases: bool) -> tuple[float, list[float], float, float]:
    """Temperature and biases, and the weighted log loss before and after."""
    scores, gold, weight = torch.tensor(logits), torch.tensor(labels), torch.tensor(weights, dtype=torch.float32)
    log_t, biases = torch.zeros(1, requires_grad=True), torch.zeros(len(LABELS), requires_grad=with_biases)

    def loss() -> torch.Tensor:
        each = torch.nn.functional.cross_entropy(scores / log_t.exp() + biases, gold, reduction="none")
        return (each * weight).mean()

    before = float(loss())
    optimizer = torch.optim.LBFGS([log_t, biases] if with_biases else [log_t], max_iter=200)

    def closure() -> torch.Tensor:
        optimizer.zero_grad()
        total = loss() + PULL * biases.square().sum()
        total.backward()
        return total

    optimizer.step(closure)
    centred = (biases - biases.mean()).tolist()
    return float(log_t.exp()), [round(bias, 4) for bias in centred], before, float(loss())


def main() -> None:
    """Fit, print, write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--biases", action="store_true", help="one number for each label besides the temperature")
    given = parser.parse_args()
    torch.set_num_threads(1)
    temperature, biases, before, after = fit(*logits_of(given.folder), given.biases)
    path = given.folder / "model.json"
    about = json.loads(path.read_text("utf-8"))
    about["calibration"] = {"temperature": round(temperature, 4), "biases": biases}
    path.write_text(json.dumps(about, indent=2) + "\n", "utf-8")
    print(f"log loss {before:.4f} before, {after:.4f} after; temperature {temperature:.3f}, biases {biases}")


if __name__ == "__main__":
    main()
