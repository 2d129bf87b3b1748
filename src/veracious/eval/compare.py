"""Two runs of a suite on the same rows: what the second has more than the first, set by set, with paired intervals."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np

from veracious.domain.errors import InputError
from veracious.eval import metrics, stance
from veracious.eval.kept import Line, ResultLines
from veracious.eval.metrics import LABELS, Difference, PairedAnswers
from veracious.eval.retrieval import KS
from veracious.eval.run import rows_file
from veracious.eval.verdict import predict, score

Ranks = list[int | None]


@dataclass(frozen=True, slots=True)
class Row:
    """One figure of one set in both runs."""

    set: str
    n: int
    figure: str
    first: float
    second: float
    difference: Difference


TITLES = MappingProxyType({"strict": "strict macro-F1", "forced": "forced macro-F1", "decisive": "decided"})


def runs(first: Path, second: Path) -> tuple[Row, ...]:
    """Every figure that both runs have, over the rows that both have."""
    reports = [_report(folder) for folder in (first, second)]
    if reports[0]["suite"] != reports[1]["suite"]:
        raise InputError(f"{first} is a run of {reports[0]['suite']}, {second} one of {reports[1]['suite']}")
    names = [name for name in reports[0]["sets"] if name in reports[1]["sets"]]
    if not names:
        raise InputError("the two runs have no set in common")
    compared = {"stance": _stances, "retrieval": _retrievals, "verdict": _verdicts}[reports[0]["suite"]]
    return tuple(compared(names, (first, second), reports))


def _report(folder: Path) -> dict[str, Any]:
    path = folder / "report.json"
    if not path.is_file():
        raise InputError(f"there is no {path}: give the folder of a finished run")
    found: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return found


def _stances(names: Sequence[str], folders: tuple[Path, Path], reports: Sequence[dict[str, Any]]) -> list[Row]:
    rows, drawn, values = [], [], []
    for name in names:
        sides = [_lines(folder, name, report, _mode(report)) for folder, report in zip(folders, reports, strict=True)]
        first, second = _shared(name, *sides)
        gold = [LABELS.index(line["gold"]) for line in first]
        told, other = stance.answers(first), stance.answers(second)
        paired = PairedAnswers.of(gold, told, other, stance.seed_of(name))
        a, b = metrics.confusion(gold, told), metrics.confusion(gold, other)
        f1s = [float(metrics.macro_f1(matrix, metrics.present(matrix))) for matrix in (a, b)]
        loss, lost = (metrics.log_loss(np.array([line["calibrated"] for line in lines]), gold) for lines in (first, second))
        rows.append(Row(name, len(gold), "macro-F1", f1s[0], f1s[1], paired.macro_f1()))
        rows.append(Row(name, len(gold), "accuracy", float(metrics.accuracy(a)), float(metrics.accuracy(b)), paired.accuracy()))
        rows.append(Row(name, len(gold), "log loss", float(loss.mean()), float(lost.mean()), metrics.paired_mean(loss, lost)))
        drawn.append(paired.drawn_macro_f1())
        values.append(f1s)
    if len(names) > 1:
        first_mean, second_mean = np.mean(values, axis=0).tolist()
        gap = metrics.difference(second_mean - first_mean, np.mean(drawn, axis=0))
        rows.append(
            Row("mean of the sets", sum(row.n for row in rows if row.figure == "macro-F1"), "macro-F1", first_mean, second_mean, gap)
        )
    return rows


def _verdicts(names: Sequence[str], folders: tuple[Path, Path], reports: Sequence[dict[str, Any]]) -> list[Row]:
    rows = []
    for name in names:
        first, second = (predict.read(folder, name) for folder in folders)
        asked = [one for key, (one, _) in first.items() if key in second and second[key][0].label is one.label]
        if not asked:
            raise InputError(f"the two runs have no claim of {name} in common")
        told = [{one.key: side[one.key][1] for one in asked} for side in (first, second)]
        whole = [score.figures(asked, side, name) for side in told]
        for figure, difference in score.paired(asked, told[0], told[1], name).items():
            a, b = (found[figure]["macro_f1"] if figure != "decisive" else found[figure] for found in whole)
            rows.append(Row(name, len(asked), TITLES[figure], a.value, b.value, difference))
    return rows


def _mode(report: dict[str, Any]) -> str:
    """The answers of a run are those after the conflicts rule when it was on."""
    return "conflicts" if report["manifest"]["conflicts"] else "plain"


def _retrievals(names: Sequence[str], folders: tuple[Path, Path], reports: Sequence[dict[str, Any]]) -> list[Row]:
    rows = []
    for name in names:
        sides = [_lines(folder, name, report, "search") for folder, report in zip(folders, reports, strict=True)]
        first, second = _shared(name, *sides)
        for way in ("vectors", "fused"):
            rows += [_measured(name, f"{way} recall@{k}", (first, second), way, _at(k)) for k in KS]
        if all("relevance" in report["manifest"]["models"] for report in reports):
            sides = [_lines(folder, name, report, "rerank") for folder, report in zip(folders, reports, strict=True)]
            pair = _shared(name, *sides)
            rows.append(_measured(name, "relevance nDCG@10", pair, "relevance", metrics.ndcg))
            rows.append(_measured(name, "relevance recall@5", pair, "relevance", _at(5)))
    return rows


def _at(k: int) -> Callable[[Ranks], float]:
    return lambda ranks: metrics.recall(ranks, k)


def _measured(name: str, figure: str, sides: tuple[list[Line], list[Line]], way: str, measure: Callable[[Ranks], float]) -> Row:
    first, second = ([measure(list(line["ranks"][way].values())) for line in lines] for lines in sides)
    return Row(name, len(first), figure, float(np.mean(first)), float(np.mean(second)), metrics.paired_mean(first, second))


def _lines(folder: Path, name: str, report: dict[str, Any], mode: str) -> dict[str, Line]:
    """The lines of a run's own model by row."""
    models = report["manifest"]["models"]
    model = models.get("judge") or models["embedder"]
    if mode == "rerank":
        model = f"{model}+{models['relevance']}"
    return {line["id"]: line for line in ResultLines(rows_file(folder, name)) if line["model"] == model and line["mode"] == mode}


def _shared(name: str, first: dict[str, Line], second: dict[str, Line]) -> tuple[list[Line], list[Line]]:
    both = [key for key in first if key in second]
    if not both:
        raise InputError(f"the two runs have no row of {name} in common")
    return [first[key] for key in both], [second[key] for key in both]
