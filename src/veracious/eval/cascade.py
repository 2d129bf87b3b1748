"""What it is worth to ask a second, dearer judge about some pairs only: those the small judge is least sure of.

The small judge's answers are those a run of the stance suite kept; no file of the pack is read. In place of the second judge stands an
oracle that is right with a given chance and draws its answers from a hash of the row's id, so that a study replays. Pairs are asked about
in the order of sureness, in steps of a hundredth of the set; after each step the answers of both together are scored.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from veracious.domain.errors import InputError
from veracious.eval import metrics, plots, stance
from veracious.eval.kept import Line, ResultLines
from veracious.eval.metrics import LABELS, Floats, Ints
from veracious.eval.run import plain, rows_file
from veracious.eval.tables import Report, pct, table

STEPS = 100  # of a curve; a share that is saved is told to one of these
ALLOWED = 0.01  # how much less than always asking counts as the same
FEW = 30  # of the steps: the share asked about when 70 % of the calls are saved
SURE = (0.5, 0.6, 0.7, 0.8, 0.9, 0.95)  # sureness from which the small judge's word may stand
BITS = 2.0**64
ROUNDING = 1e-9
MEAN, ROWS = "mean of the sets", "all rows"

Order = Callable[[Floats], Floats]


def largest(probabilities: Floats) -> Floats:
    """The largest of the three probabilities."""
    return np.asarray(probabilities.max(axis=1))


def margin(probabilities: Floats) -> Floats:
    """How far the largest probability is above the second."""
    ordered = np.sort(probabilities, axis=1)
    return np.asarray(ordered[:, -1] - ordered[:, -2])


def entropy(probabilities: Floats) -> Floats:
    """The negative entropy: 0 for a judge that has no doubt, less the more evenly it doubts."""
    safe = np.maximum(probabilities, metrics.LEAST)
    return np.asarray((safe * np.log(safe)).sum(axis=1))


def by_label(probabilities: Floats) -> Floats:
    """The place of the largest probability among the pairs of the same told label, so that each label is asked about alike."""
    told, sure = probabilities.argmax(axis=1), probabilities.max(axis=1)
    places = np.zeros(len(sure))
    for label in range(len(LABELS)):
        rows = np.flatnonzero(told == label)
        places[rows] = np.argsort(np.argsort(sure[rows], kind="stable")) / max(1, len(rows))
    return places


ORDERS: Mapping[str, Order] = MappingProxyType({"largest": largest, "margin": margin, "entropy": entropy, "by label": by_label})


@dataclass(frozen=True, slots=True)
class Answers:
    """The rows of a set, the least sure first: how sure the small judge is, the gold, its answer and the oracle's."""

    sure: Floats
    gold: Ints
    small: Ints
    oracle: Ints


@dataclass(frozen=True, slots=True)
class Curve:
    """How good the answers are after each step, from never asking to always; the last axis is the steps, any before it are resamples."""

    asked: Floats
    accuracy: Floats
    macro_f1: Floats


def told_by_oracle(key: str, gold: int, accuracy: float) -> int:
    """The gold with this chance, else one of the other two labels; the same for the same row each time."""
    drawn = sha256(key.encode()).digest()
    if int.from_bytes(drawn[:8], "big") / BITS < accuracy:
        return gold
    return (gold + 1 + drawn[8] % 2) % len(LABELS)


def arranged(lines: Sequence[Line], accuracy: float, order: Order = largest) -> Answers:
    """The kept lines in the order in which they are asked about; of equally sure ones the first by id comes first."""
    rows = sorted(lines, key=lambda line: str(line["id"]))
    probabilities = np.array([line["calibrated"] for line in rows], dtype=np.float64)
    gold = [LABELS.index(line["gold"]) for line in rows]
    oracle = [told_by_oracle(line["id"], one, accuracy) for line, one in zip(rows, gold, strict=True)]
    sure = order(probabilities)
    first = np.argsort(sure, kind="stable")
    small = probabilities.argmax(axis=1)
    return Answers(sure[first], np.asarray(gold)[first], small[first], np.asarray(oracle)[first])


def edges(size: int) -> Ints:
    """How many of so many rows are asked about after each step: the share, rounded down."""
    return np.arange(STEPS + 1, dtype=np.int64) * size // STEPS


def counted(answers: Answers) -> Ints:
    """How many rows of each step have which gold, answer and oracle's answer."""
    size, labels = len(answers.gold), len(LABELS)
    step = np.searchsorted(edges(size), np.arange(size), side="right") - 1
    cells = ((step * labels + answers.gold) * labels + answers.small) * labels + answers.oracle
    return np.bincount(cells, minlength=STEPS * labels**3).reshape(STEPS, labels, labels, labels).astype(np.int64)


def curve(counts: Ints, kept: NDArray[np.bool_]) -> Curve:
    """The curve of counts, or of each resample of them; macro-F1 over the kept labels."""
    small, oracle = counts.sum(axis=-1), counts.sum(axis=-2)
    changes = np.cumsum(oracle - small, axis=-3)
    matrices = small.sum(axis=-3, keepdims=True) + np.concatenate((np.zeros_like(changes[..., :1, :, :]), changes), axis=-3)
    rows = np.cumsum(small.sum(axis=(-2, -1)), axis=-1)
    asked = np.concatenate((np.zeros_like(rows[..., :1]), rows), axis=-1) / rows[..., -1:]
    return Curve(asked, metrics.accuracy(matrices), metrics.macro_f1(matrices, kept))


def averaged(curves: Sequence[Curve]) -> Curve:
    """The mean of the curves of several sets, each asked about to the same step."""
    parts = [[getattr(one, name) for one in curves] for name in ("asked", "accuracy", "macro_f1")]
    return Curve(*(np.mean(part, axis=0) for part in parts))


def least(asked: Floats, values: Floats) -> Floats:
    """The smallest share asked about that is as good as always asking, less what is allowed."""
    enough = values >= values[..., -1:] - ALLOWED - ROUNDING
    return np.take_along_axis(asked, enough.argmax(axis=-1)[..., None], axis=-1)[..., 0]


def both(answers: Answers, name: str) -> tuple[Curve, Curve]:
    """The curve of a set and those of its resamples."""
    counts = counted(answers)
    kept = metrics.present(counts.sum(axis=(0, 3)))
    return curve(counts, kept), curve(metrics.resampled(counts, seed=stance.seed_of(name)), kept)


def figures(whole: Curve, drawn: Curve) -> Report:
    """Everything that is told of a curve."""
    told: Report = {"curve": {"asked": whole.asked.tolist()}}
    for kind in ("accuracy", "macro_f1"):
        values, spread = getattr(whole, kind), getattr(drawn, kind)
        saved = metrics.interval(1 - float(least(whole.asked, values)), 1 - least(drawn.asked, spread))
        told["curve"][kind] = values.tolist()
        told[kind] = {
            "never": metrics.interval(values[0], spread[:, 0]),
            "always": metrics.interval(values[-1], spread[:, -1]),
            "best": {"asked": float(whole.asked[values.argmax()]), "value": float(values.max())},
            "saved": saved,
            "few_asked": metrics.difference(values[FEW] - values[-1], spread[:, FEW] - spread[:, -1]),
        }
    return told | limits(float(whole.accuracy[-1] - whole.accuracy[0]))


def limits(gain: float) -> Report:
    """The shares of calls that are saved at random, and by an order that knows every answer beforehand, when always asking gains so much.

    At random each call left out costs the mean gain. The best order asks only where the small judge errs and the oracle does not, and wins
    a row with each call; no order saves more.
    """
    return {"saved_at_random": min(1.0, ALLOWED / max(gain, ALLOWED)), "saved_at_most": 1 - max(0.0, gain - ALLOWED)}


def by_sureness(given_answers: Answers) -> list[Report]:
    """What is asked about, and how good the answers are, when the small judge's word stands from each sureness on."""
    told = []
    for bar in SURE:
        at = int(np.searchsorted(given_answers.sure, bar, side="left"))
        answers = np.concatenate((given_answers.oracle[:at], given_answers.small[at:]))
        matrix = metrics.confusion(given_answers.gold.tolist(), answers.tolist())
        scores = {"accuracy": float(metrics.accuracy(matrix)), "macro_f1": float(metrics.macro_f1(matrix, metrics.present(matrix)))}
        told.append({"sure_at_least": bar, "asked": at / len(answers), **scores})
    return told


def study(run: Path, accuracy: float) -> Report:
    """The report on the test sets of a run, or on all its sets when it has no test set."""
    report = _finished(run)
    lines = {name: _lines(run, name, report) for name in _chosen(report)}
    return plain({"manifest": _manifest(report, list(lines), accuracy), **measured(lines, accuracy), "orders": _orders(lines, accuracy)})


def measured(lines: Mapping[str, Sequence[Line]], accuracy: float) -> Report:
    """The figures of each set, of their mean, and of all rows in one order."""
    found = {name: arranged(rows, accuracy) for name, rows in lines.items()}
    together = arranged([line for rows in lines.values() for line in rows], accuracy)
    curves = {name: both(one, name) for name, one in found.items()}
    sets = {name: {"n": len(one.gold), **figures(*curves[name]), "by_sureness": by_sureness(one)} for name, one in found.items()}
    bars = [[one["by_sureness"][at] for one in sets.values()] for at in range(len(SURE))]
    mean = [{key: float(np.mean([one[key] for one in bar])) for key in bar[0]} for bar in bars]
    return {
        "sets": sets,
        "mean": {"sets": len(sets), **figures(*_mean(list(curves.values()))), "by_sureness": mean},
        "rows": {"n": len(together.gold), **figures(*both(together, ROWS)), "by_sureness": by_sureness(together)},
    }


def _mean(curves: Sequence[tuple[Curve, Curve]]) -> tuple[Curve, Curve]:
    return averaged([whole for whole, _ in curves]), averaged([drawn for _, drawn in curves])


def _orders(lines: Mapping[str, Sequence[Line]], accuracy: float) -> Report:
    """What each order of sureness saves: to be chosen by on development sets."""
    told = {}
    for name, order in ORDERS.items():
        mean = figures(*_mean([both(arranged(rows, accuracy, order), one) for one, rows in lines.items()]))
        pooled = figures(*both(arranged([line for rows in lines.values() for line in rows], accuracy, order), ROWS))
        told[name] = {"mean": mean["accuracy"], "rows": pooled["accuracy"]}
    return told


def _finished(run: Path) -> Report:
    place = run / "report.json"
    if not place.is_file():
        raise InputError(f"there is no {place}: give the folder of a finished run")
    found: Report = json.loads(place.read_text("utf-8"))
    if found["suite"] != "stance":
        raise InputError(f"{run} is a run of {found['suite']}: give one of stance")
    return found


def _chosen(report: Report) -> list[str]:
    return [name for name in report["sets"] if name.startswith("test_")] or list(report["sets"])


def _lines(run: Path, name: str, report: Report) -> list[Line]:
    """The plain lines of the run's own judge: the conflicts rule acts after a cascade, on the answers of either judge."""
    model = report["manifest"]["models"]["judge"]
    found = [line for line in ResultLines(rows_file(run, name)) if line["model"] == model and line["mode"] == "plain"]
    if not found:
        raise InputError(f"{run} has kept no answers on {name}; make the run again, with its rows")
    return found


def _manifest(report: Report, names: Sequence[str], accuracy: float) -> Report:
    run = report["manifest"]
    inputs = [{key: one[key] for key in ("set", "file", "sha256", "used")} for one in run["inputs"] if one["set"] in names]
    own = {"oracle": accuracy, "allowed": ALLOWED, "draws": metrics.DRAWS, "seed": metrics.SEED}
    return {**own, "run": {key: run[key] for key in ("date", "veracious", "models", "limit")}, "inputs": inputs}


def shown(report: Report) -> list[tuple[str, Report]]:
    """What has a line of its own in a table: each set, and where there are several their mean and all rows together."""
    several = [(MEAN, report["mean"]), (ROWS, report["rows"])] if len(report["sets"]) > 1 else []
    return [*report["sets"].items(), *several]


def write(report: Report, out: Path) -> Path:
    """Write the report as JSON, Markdown and a picture; where the page is."""
    out.mkdir(parents=True, exist_ok=True)
    (out / "cascade.json").write_text(json.dumps(report, ensure_ascii=False, indent=1) + "\n", "utf-8")
    (out / "cascade.svg").write_text(picture(report), "utf-8")
    page = out / "cascade.md"
    page.write_text(markdown(report), "utf-8")
    return page


def picture(report: Report) -> str:
    """Accuracy against the share asked about: a line for each set, the overall ones firm."""
    lines = {}
    for name, told in shown(report):
        points = list(zip(told["curve"]["asked"], told["curve"]["accuracy"], strict=True))
        lines[f"{name}: {100 * told['accuracy']['saved']['value']:.0f} % saved"] = points
    firm = list(lines)[len(report["sets"]) :] or list(lines)
    title = f"A small judge, and an oracle right in {100 * report['manifest']['oracle']:.0f} %"
    return plots.fan(lines, firm, title, ("share of pairs the oracle is asked about, the least sure first", "accuracy"))


def markdown(report: Report) -> str:
    """The page."""
    right = f"{100 * report['manifest']['oracle']:.0f} %"
    parts = [
        "# The cascade: a small judge first, a second one for what it is not sure of",
        _about(report["manifest"]),
        f"In place of the second judge stands an oracle that is right in {right}. Pairs are asked about in the order of sureness, the "
        "least sure first; a judge is as sure as the largest of its three calibrated probabilities. *saved*: the largest share of calls "
        f"that can be left out for at most {100 * ALLOWED:.0f} point less than always asking, to a whole percent of the pairs; *at "
        "random*: the same when pairs are asked about in no order; *no order more*: when the order knows all answers beforehand. "
        "*best*: the highest point of the curve. Percent, with 95 % bootstrap intervals.",
        "![accuracy against the share asked](cascade.svg)",
        "## By accuracy",
        _saved(report, "accuracy"),
        "## By macro-F1",
        _saved(report, "macro_f1"),
        "## When the small judge's word stands from a sureness on",
        "Share of pairs the oracle is asked about → accuracy.",
        _bars(report),
        "## Other orders of sureness",
        "*largest*: the largest probability; *margin*: how far it is above the second; *entropy*: of the three; *by label*: the largest "
        "probability by its place among the answers of the same label. An order is chosen on development sets.",
        _compared(report),
    ]
    return "\n\n".join(parts) + "\n"


def _about(manifest: Report) -> str:
    run = manifest["run"]
    used = sum(one["used"] for one in manifest["inputs"])
    return f"Answers of {run['date'][:10]}, veracious {run['veracious']}, {used:,} rows. judge `{run['models']['judge']}`."


def _saved(report: Report, kind: str) -> str:
    limited = kind == "accuracy"
    head = ["set", "n", "never asking", "always asking", "saved", "30 % asked, less always", "best, at a share asked"]
    lines = []
    for name, told in shown(report):
        one = told[kind]
        scores = (pct(one["never"]), pct(one["always"]), pct(one["saved"]), pct(one["few_asked"], signed=True))
        best = f"{100 * one['best']['value']:.1f} at {100 * one['best']['asked']:.0f}"
        shares = [f"{100 * told[share]:.1f}" for share in ("saved_at_random", "saved_at_most") if limited]
        lines.append((name, told.get("n", "–"), *scores, best, *shares))
    return table([*head, *(["at random", "no order more"] if limited else [])], lines)


def _bars(report: Report) -> str:
    lines = []
    for name, told in shown(report):
        lines.append((name, *(f"{100 * one['asked']:.0f} → {100 * one['accuracy']:.1f}" for one in told["by_sureness"])))
    return table(("set", *(f"{bar}" for bar in SURE)), lines)


def _compared(report: Report) -> str:
    kinds = {"mean": MEAN, "rows": ROWS} if len(report["sets"]) > 1 else {"mean": next(iter(report["sets"]))}
    head = [f"{title}: {figure}" for title in kinds.values() for figure in ("saved", "30 % asked, less always")]
    lines = []
    for name in ORDERS:
        told = [report["orders"][name][kind] for kind in kinds]
        lines.append((name, *(cell for one in told for cell in (pct(one["saved"]), pct(one["few_asked"], signed=True)))))
    return table(["order", *head], lines)
