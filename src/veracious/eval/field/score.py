"""Figures of the field suite: what is decided, how often that is right, whether the number beside it tells, and what is printed."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np

from veracious.eval import metrics
from veracious.eval.field.suite import FLAGGED, Line
from veracious.eval.ledger.score import order
from veracious.eval.metrics import Figure, Floats, Ints
from veracious.eval.stance import seed_of

VERDICTS = ("supported", "refuted", "mixed", "not_enough_evidence")
STANCES = ("supports", "refutes", "neutral")
UNDECIDED = "not_enough_evidence"
SENTENCES = {
    "right": ("supported",),
    "wrong": ("contradicted", "not_found"),
    "contradicted": ("contradicted",),
    "not_found": ("not_found",),
}


def claims(lines: Sequence[Line], name: str) -> dict[str, Any]:
    """What is told of the claims of a set."""
    decided = [line for line in lines if line["verdict"] != UNDECIDED]
    right = np.array([line["verdict"] == line["gold"] for line in decided], dtype=np.float64)
    numbers = np.array([line["shown"] for line in decided])
    gold, answers = ([VERDICTS.index(line[side]) for line in lines] for side in ("gold", "verdict"))
    seed = seed_of(name)
    return {
        "n": len(lines),
        "outcomes": dict(Counter(line["outcome"] for line in lines)),
        "confusion": metrics.confusion(gold, answers, len(VERDICTS)).tolist(),
        "decided": metrics.mean([float(line["verdict"] != UNDECIDED) for line in lines], seed=seed),
        "right": metrics.mean(right if len(right) else [0.0], seed=seed),
        "order": order(numbers, right > 0) if len(decided) else 0.5,
        "sure": {"right": _mean(numbers[right > 0]), "wrong": _mean(numbers[right == 0])},
        "kinds": kinds(lines),
    }


def _mean(numbers: Floats) -> float | None:
    return float(numbers.mean()) if len(numbers) else None


def kinds(lines: Sequence[Line]) -> dict[str, dict[str, int]]:
    """Of each kind of claim how many there are, are decided, and of these right."""
    found: dict[str, Counter[str]] = {}
    for line in lines:
        decided = line["verdict"] != UNDECIDED
        found.setdefault(line["kind"], Counter()).update(n=1, decided=int(decided), right=int(decided and line["verdict"] == line["gold"]))
    return {kind: dict(count) for kind, count in sorted(found.items())}


def quotes(lines: Sequence[Line], name: str) -> dict[str, Any]:
    """What is told of the quotes that were judged: macro-F1, and how much of what is printed as a side takes it."""
    judged = [one for line in lines for one in line["quotes"]]
    matrix = metrics.confusion([STANCES.index(one["gold"]) for one in judged], [STANCES.index(one["side"]) for one in judged])
    told: dict[str, Any] = {"n": len(judged), "confusion": matrix.tolist(), "macro_f1": _macro_f1(matrix, seed_of(name))}
    for side in STANCES[:2]:
        printed = [float(one["gold"] == side) for one in judged if one["side"] == side]
        told[f"printed_{side}"] = {"n": len(printed), "right": metrics.mean(printed or [0.0], seed=seed_of(name))}
    return told


def _macro_f1(matrix: Ints, seed: int) -> Figure:
    """With its interval; 0 where no quote was judged, since there is nothing to draw from."""
    if not matrix.sum():
        return Figure(0.0, 0.0, 0.0)
    return metrics.interval(float(metrics.macro_f1(matrix)), metrics.macro_f1(metrics.resampled(matrix, seed=seed)))


def answers(lines: Sequence[Line], name: str) -> dict[str, Any]:
    """Of the sentences of answers, by what they are, the share that is flagged as not carried by the documents."""
    told: dict[str, Any] = {"n": len(lines), "unchecked": sum(not line["verdicts"] for line in lines)}
    for group, members in SENTENCES.items():
        flags = [float(is_flagged(line)) for line in lines if line["gold"] in members]
        told[group] = {"n": len(flags), "flagged": metrics.mean(flags or [0.0], seed=seed_of(name))}
    return told


def is_flagged(line: Line) -> bool:
    """Whether any claim of a sentence is told to be contradicted or not found."""
    return any(verdict in FLAGGED for verdict in line["verdicts"])


def headline(figures: dict[str, Any]) -> str:
    """One line for the log of openings."""
    found, printed, flagged = figures["claims"], figures["quotes"]["printed_refutes"], figures["answers"]
    return (
        f"right when decided {found['right'].value:.2f} at decided {found['decided'].value:.2f}; quotes macro-F1 "
        f"{figures['quotes']['macro_f1'].value:.2f}, printed as refuting {printed['n']} of which right {printed['right'].value:.2f}; "
        f"flagged wrong {flagged['wrong']['flagged'].value:.2f}, right {flagged['right']['flagged'].value:.2f}"
    )
