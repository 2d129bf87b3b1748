"""Fit the weights of worthiness: `python -m training.checkworthy`, in the project's environment; a minute on one core.

1. The sentences of ClaimBuster are read as claims are, and the features of each are noted. Nothing else is trained on.
2. A logistic regression over these features, by Newton's method. Each fifth of the debates is told by a fit on the others: stretches of
   500 ids that follow one another stay together, since sentences of one debate do.
3. The penalty and the cut are those that told the left-out sentences best, by log loss and by F1.

It writes `src/veracious/tables/checkworthy.json`, with its run: data, penalty, and how the left-out sentences were told. Of the data only
the weights are in it. Held-out files are measured by `veracious eval run checkworthy`.
"""

import json
from collections.abc import Sequence
from datetime import date
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from training import pairs
from veracious import wiring
from veracious.eval import ranks
from veracious.rules.dials import Dials
from veracious.rules.reading import checkworthy, intake

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

TABLE = Path(__file__).parents[1] / "src" / "veracious" / "tables" / "checkworthy.json"
FILE = "checkworthy/claimbuster"
NAMES = tuple(name for name, _ in checkworthy.FEATURES)
FOLDS, STRETCH = 5, 500
PENALTIES = (0.3, 1.0, 3.0, 10.0, 30.0)
CUTS = tuple(round(0.01 * hundredth, 2) for hundredth in range(10, 91))


def features(texts: Sequence[str]) -> Floats:
    """For each text a row with a one and a one or a zero for each feature."""
    lexicon, dials = wiring.lexicon(), Dials().reading
    rows = []
    for text in texts:
        found = checkworthy.features(checkworthy.wording(intake.part_of(text, lexicon, dials), lexicon, dials.checkworthy.features))
        rows.append([1.0, *(float(name in found) for name in NAMES)])
    return np.array(rows)


def told(rows: Floats, weights: Floats) -> Floats:
    """The probability of each row."""
    return np.asarray(1 / (1 + np.exp(-(rows @ weights))))


def fit(rows: Floats, gold: Ints, penalty: float) -> Floats:
    """The weights that make the right answers most probable, less a penalty on their squares but for the first."""
    ridge = np.full(rows.shape[1], penalty)
    ridge[0] = 1e-9
    weights = np.zeros(rows.shape[1])
    for _ in range(100):
        said = told(rows, weights)
        slope = rows.T @ (said - gold) + ridge * weights
        curve = (rows * (said * (1 - said))[:, None]).T @ rows + np.diag(ridge)
        step = np.linalg.solve(curve, slope)
        weights = weights - step
        if np.abs(step).max() < 1e-9:
            break
    return weights


def left_out(rows: Floats, gold: Ints, folds: Ints, penalty: float) -> Floats:
    """The probability of each row by a fit on the other folds."""
    found = np.zeros(len(rows))
    for one in range(FOLDS):
        found[folds == one] = told(rows[folds == one], fit(rows[folds != one], gold[folds != one], penalty))
    return found


def log_loss(said: Floats, gold: Ints) -> float:
    """The mean negative logarithm of the probability of the right answers."""
    return float(-np.log(np.where(gold == 1, said, 1 - said)).mean())


def main() -> None:
    """Read, fit, choose, write."""
    found = sorted(pairs.rows(FILE), key=lambda row: _number(row["id"]))
    gold = np.array([row["check_worthy"] for row in found], dtype=np.int64)
    folds = np.array([_number(row["id"]) // STRETCH % FOLDS for row in found])
    rows = features([row["text"] for row in found])
    by_penalty = {penalty: left_out(rows, gold, folds, penalty) for penalty in PENALTIES}
    penalty = min(PENALTIES, key=lambda one: log_loss(by_penalty[one], gold))
    said = by_penalty[penalty]
    cut = max(CUTS, key=lambda one: ranks.f1(said >= one, gold))
    bias, *weights = fit(rows, gold, penalty).round(4).tolist()
    content = (pairs.folder() / f"{FILE}.jsonl.gz").read_bytes()
    entry: dict[str, Any] = {
        "name": "worthiness 1",
        "bias": bias,
        "cut": cut,
        "weights": dict(zip(NAMES, weights, strict=True)),
        "run": {
            "fitted": date.today().isoformat(),
            "by": "training/checkworthy.py",
            "data": FILE,
            "sha256": sha256(content).hexdigest(),
            "sentences": len(gold),
            "worth_checking": int(gold.sum()),
            "penalty": penalty,
        },
        "left_out": {
            "log_loss": round(log_loss(said, gold), 4),
            "auc": round(ranks.auc(said, gold), 4),
            "average_precision": round(ranks.average_precision(said, gold), 4),
            "f1": round(ranks.f1(said >= cut, gold), 4),
        },
    }
    TABLE.write_text(json.dumps(entry, indent=1) + "\n", "utf-8")
    print(json.dumps(entry, indent=1))


def _number(name: str) -> int:
    return int(name.rpartition("-")[2])


if __name__ == "__main__":
    main()
