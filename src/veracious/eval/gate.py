"""The gate: a small slice of claims through the whole engine, and no figure lower than it was.

The slice is committed, so that anyone has it; its bytes are part of the baseline. A floor is the figure that was measured when the baseline
was written. A run passes when no figure is further below its floor than `epsilon`: one claim of the set, since another processor may round
a model's last digits otherwise and turn a claim that stands on an edge. Two runs on one machine are the same to the last digit.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from veracious.domain.errors import InputError
from veracious.eval.run import Report

FIGURES = ("strict", "forced", "documents", "right", "decided", "found", "log_loss")
RISING = frozenset({"log_loss"})  # figures of which less is better
CLAIMS = 1  # that may turn


@dataclass(frozen=True, slots=True)
class Failure:
    """Something that the gate does not let through."""

    what: str
    why: str


def measured(report: Report) -> dict[str, Any]:
    """What of a run the gate looks at: its inputs, and of each set the figures."""
    inputs = {one["file"]: one["sha256"] for one in report["manifest"]["inputs"]}
    return {
        "inputs": inputs,
        "models": report["manifest"]["models"],
        "sets": {name: _figures(told) for name, told in report["sets"].items()},
    }


def _figures(report: Report) -> dict[str, float]:
    found = {"n": report["n"], "strict": report["strict"]["macro_f1"]["value"], "forced": report["forced"]["accuracy"]["value"]}
    found |= {"documents": report["documents"]["label"]["f1"]["value"], "decided": report["decisive"]["value"], "found": report["found"]}
    found["right"] = report["decisive_right"]["value"] if "decisive_right" in report else 0.0
    return found | ({"log_loss": report["probability"]["log_loss"]["value"]} if "probability" in report else {})


def altered(pack: Path, baseline: Mapping[str, Any]) -> list[Failure]:
    """The files of the slice that are not those of the baseline: looked at before anything is run."""
    there = {file: sha256((pack / file).read_bytes()).hexdigest() for file in baseline["inputs"] if (pack / file).is_file()}
    return _others(there, baseline)


def _others(there: Mapping[str, str], baseline: Mapping[str, Any]) -> list[Failure]:
    return [
        Failure(file, f"its sha256 is {there.get(file, 'missing')}, in the baseline {digest}")
        for file, digest in baseline["inputs"].items()
        if there.get(file) != digest
    ]


def check(figures: Mapping[str, Any], baseline: Mapping[str, Any]) -> list[Failure]:
    """Everything that is worse than the baseline, or is not what the baseline was made of."""
    failures = _others(figures["inputs"], baseline)
    for name, floors in baseline["sets"].items():
        told = figures["sets"].get(name, {})
        if told.get("n") != floors["n"]:
            failures.append(Failure(name, f"{told.get('n', 0)} claims were checked, in the baseline {floors['n']}"))
            continue
        failures += [_below(name, figure, told, floors) for figure in FIGURES if _is_worse(figure, told, floors)]
    return failures


def epsilon(claims: int) -> float:
    """How far below its floor a figure may be: what one claim more or less makes."""
    return CLAIMS / claims


def _is_worse(figure: str, measured: Mapping[str, float], floors: Mapping[str, float]) -> bool:
    if figure not in floors:
        return False
    if figure not in measured:
        return True
    gap = measured[figure] - floors[figure]
    return (-gap if figure in RISING else gap) < -epsilon(int(floors["n"]))


def _below(name: str, figure: str, measured: Mapping[str, float], floors: Mapping[str, float]) -> Failure:
    return Failure(f"{name} {figure}", f"{measured.get(figure, float('nan')):.4f}, and its floor is {floors[figure]:.4f}")


def read(path: Path) -> dict[str, Any]:
    """The baseline."""
    if not path.is_file():
        raise InputError(f"there is no baseline at {path}; write one with --write")
    found: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return found


def write(figures: Mapping[str, Any], path: Path, why: str) -> list[Failure]:
    """Write the figures as the new baseline; one that is lower than a floor only with the reason why."""
    old = json.loads(path.read_text("utf-8")) if path.is_file() else {"inputs": {}, "sets": {}}
    lowered = [one for one in check({**figures, "inputs": old["inputs"]}, old) if path.is_file()]
    if lowered and not why:
        return lowered
    reasons = [*old.get("lowered", []), *([{"why": why, "what": [one.what for one in lowered]}] if lowered else [])]
    told = {**figures, "epsilon": "one claim of the set: 1 / n", "lowered": reasons}
    path.write_text(json.dumps(told, ensure_ascii=False, indent=1) + "\n", "utf-8")
    return []
