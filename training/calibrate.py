"""Fit a judge's calibration: `python -m training.calibrate JUDGE_FOLDER [--biases]`, in the project's environment.

One temperature: logits / t, then softmax; with `--biases`, one number more for each label. Fitted by log loss on pairs that no judge
learned from: `stance/dev`, each of its sources counting alike, and as much again the held-out documents of `written/` in served form.
Written into `model.json`; prints log loss before and after.
"""

import argparse
import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from training import pairs, served
from training.pairs import LABELS, Pair
from veracious import wiring
from veracious.adapters.models import folder
from veracious.adapters.models.entailment import OnnxJudge
from veracious.domain.model import Role
from veracious.rules.judging.quotes import QuoteDials

PULL = 0.01  # toward no biases: three numbers are fitted on few rows of some sources
STEPS, RATE = 4000, 0.02


def logits_of(where: Path, pairs: Sequence[Pair]) -> np.ndarray:
    """The judge's logits before any calibration, by label."""
    judge = OnnxJudge(folder.load(where, Role.JUDGE), wiring.lexicon(), QuoteDials())
    rows = judge.session.pairs([(pair.claim, pair.evidence) for pair in pairs])
    if any(row is None for row in rows):
        raise SystemExit("a claim is too long for the judge")
    columns = [getattr(judge.session.about.labels, label) for label in LABELS]
    return judge.session.answer([row for row in rows if row is not None], (3,))[:, columns].astype(np.float64)


def development() -> tuple[list[Pair], np.ndarray]:
    """The pairs, and the weight of each."""
    first, second = pairs.stance("dev"), served.held_out()
    sizes = Counter(pair.source for pair in first)
    weights = np.array([1 / sizes[pair.source] for pair in first] + [len(sizes) / len(second)] * len(second))
    return [*first, *second], weights / weights.sum()


def loss(logits: np.ndarray, gold: np.ndarray, weights: np.ndarray, values: np.ndarray) -> tuple[float, np.ndarray]:
    """The weighted log loss with these values (log of the temperature, three biases), and its slope."""
    scaled = logits / np.exp(values[0]) + values[1:]
    raised = np.exp(scaled - scaled.max(axis=1, keepdims=True))
    shares = raised / raised.sum(axis=1, keepdims=True)
    rows = np.arange(len(gold))
    apart = shares.copy()
    apart[rows, gold] -= 1
    apart *= weights[:, None]
    slope = np.concatenate(([-(apart * logits).sum() / np.exp(values[0])], apart.sum(axis=0)))
    return float(-(weights * np.log(shares[rows, gold])).sum()), slope


def fit(logits: np.ndarray, gold: np.ndarray, weights: np.ndarray, with_biases: bool) -> tuple[float, list[float], float, float]:
    """Temperature and biases, and the weighted log loss before and after."""
    values = np.zeros(4)
    before, _ = loss(logits, gold, weights, values)
    for _ in range(STEPS):
        _, slope = loss(logits, gold, weights, values)
        slope[1:] = slope[1:] + 2 * PULL * values[1:] if with_biases else 0.0
        values -= RATE * slope * 10
    after, _ = loss(logits, gold, weights, values)
    biases = values[1:] - values[1:].mean()
    return float(np.exp(values[0])), [round(float(one), 4) for one in biases], before, after


def main() -> None:
    """Fit, print, write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--biases", action="store_true", help="one number for each label besides the temperature")
    asked = parser.parse_args()
    found, weights = development()
    gold = np.array([LABELS.index(pair.label) for pair in found])
    temperature, biases, before, after = fit(logits_of(asked.folder, found), gold, weights, asked.biases)
    path = asked.folder / "model.json"
    about = json.loads(path.read_text("utf-8"))
    columns = sorted(LABELS, key=lambda label: about["labels"][label])
    about["calibration"] = {"temperature": round(temperature, 4), "biases": [biases[LABELS.index(label)] for label in columns]}
    path.write_text(json.dumps(about, indent=2, ensure_ascii=False) + "\n", "utf-8")
    print(f"log loss {before:.4f} before, {after:.4f} after; temperature {temperature:.3f}, biases {biases}")


if __name__ == "__main__":
    main()
