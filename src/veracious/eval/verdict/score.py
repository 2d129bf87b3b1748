"""The figures of a verdict suite.

*Strict* is the verdict as the engine says it, among four. *Forced* is the sign of its belief, on the claims whose gold takes a side. A
document counts as told when a quote of it takes a side; SciFact's own figures are made of these.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from veracious.domain.verdict import Verdict
from veracious.eval import metrics
from veracious.eval.metrics import Difference, Figure, Floats, Ints, PairedAnswers
from veracious.eval.stance import seed_of
from veracious.eval.verdict.corpus import LabelledClaim
from veracious.eval.verdict.predict import Prediction

ORDER = (Verdict.SUPPORTED, Verdict.REFUTED, Verdict.MIXED, Verdict.NOT_ENOUGH_EVIDENCE)
SIDES = (Verdict.SUPPORTED, Verdict.REFUTED)
SCORES = ("lean", "support", "refutation")  # that a probability is fitted on; more of them made it no better on the set left out
SENTENCES_AT_MOST = 3  # of a document that count as its rationale, in SciFact's own figures

STEPS = 20  # of a curve
WANTED = 0.9  # share of right answers

Answers = Mapping[str, Prediction]


def figures(asked: Sequence[LabelledClaim], answers: Answers, name: str) -> dict[str, Any]:
    """Everything that is told of one set."""
    found: dict[str, Any] = {"n": len(asked), "gold": {str(one): sum(row.label is one for row in asked) for one in ORDER}}
    found["strict"] = _strict(asked, answers, name)
    found["forced"] = _forced(asked, answers, name)
    decisive = np.array([answers[row.key].is_decisive for row in asked], dtype=np.float64)
    found["decisive"] = metrics.mean(decisive, seed=seed_of(name))
    chosen = [row for row in asked if answers[row.key].is_decisive]
    if chosen:
        right = np.array([answers[row.key].verdict is row.label for row in chosen], dtype=np.float64)
        found["decisive_right"] = metrics.mean(right, seed=seed_of(name))
    found["risk"] = risk(asked, answers)
    reached = [answers[row.key].reach for row in asked if row.gold]
    found["found"] = sum(one not in ("unfound", "unjudged", "refused", "") for one in reached) / max(1, len(reached))
    if any(row.gold for row in asked):
        found["documents"] = {kind: documents(asked, answers, name, kind == "rationale") for kind in ("label", "rationale")}
    return found


def plain(asked: Sequence[LabelledClaim], answers: Answers) -> dict[str, float]:
    """The figures that dials are chosen by, without their intervals."""
    rows = [row for row in asked if row.label in SIDES]
    matrices = {"strict": _verdicts(asked, answers), "forced": _leans(rows, answers)}
    found = {name: float(metrics.macro_f1(matrix, metrics.present(matrix))) for name, matrix in matrices.items()}
    decided = [answers[row.key].verdict is row.label for row in asked if answers[row.key].is_decisive]
    found["right"] = sum(decided) / max(1, len(decided))
    if any(row.gold for row in asked):
        found["documents"] = float(_shares(_counts(asked, answers, False).sum(axis=0))[-1])
    return found


def _verdicts(asked: Sequence[LabelledClaim], answers: Answers) -> Ints:
    """Gold and told verdicts, counted."""
    return metrics.confusion(
        [ORDER.index(row.label) for row in asked], [ORDER.index(answers[row.key].verdict) for row in asked], len(ORDER)
    )


def _leans(rows: Sequence[LabelledClaim], answers: Answers) -> Ints:
    """Gold and forced sides, counted."""
    return metrics.confusion([SIDES.index(row.label) for row in rows], [forced(answers[row.key]) for row in rows], len(SIDES))


def _strict(asked: Sequence[LabelledClaim], answers: Answers, name: str) -> dict[str, Any]:
    matrix = _verdicts(asked, answers)
    return _scored(matrix, name) | {"f1": dict(zip(map(str, ORDER), map(float, metrics.f1(matrix)), strict=True))}


def _forced(asked: Sequence[LabelledClaim], answers: Answers, name: str) -> dict[str, Any]:
    rows = [row for row in asked if row.label in SIDES]
    return _scored(_leans(rows, answers), name) | {"silent": sum(answers[row.key].lean == 0 for row in rows)}


def forced(prediction: Prediction) -> int:
    """The side that the belief leans to; refuted where it leans to none."""
    return 0 if prediction.lean > 0 else 1


def _scored(matrix: Ints, name: str) -> dict[str, Any]:
    drawn, kept = metrics.resampled(matrix, seed=seed_of(name)), metrics.present(matrix)
    return {
        "n": int(matrix.sum()),
        "accuracy": metrics.interval(float(metrics.accuracy(matrix)), metrics.accuracy(drawn)),
        "macro_f1": metrics.interval(float(metrics.macro_f1(matrix, kept)), metrics.macro_f1(drawn, kept)),
        "confusion": matrix.tolist(),
    }


def risk(asked: Sequence[LabelledClaim], answers: Answers) -> dict[str, Any]:
    """How often the forced choice is right among the claims it is surest of: at each share of them, and the share at which 9 in 10 are."""
    rows = sorted((row for row in asked if row.label in SIDES), key=lambda row: (-abs(answers[row.key].lean), row.key))
    right = np.cumsum([SIDES[forced(answers[row.key])] is row.label for row in rows])
    accuracy = right / np.arange(1, len(rows) + 1)
    kept = [at for at, share in enumerate(accuracy, 1) if share >= WANTED]
    places = [max(1, round(len(rows) * step / STEPS)) for step in range(1, STEPS + 1)] if rows else []
    curve = [[at / len(rows), float(accuracy[at - 1])] for at in places]
    return {"curve": curve, "covered_at_90": max(kept, default=0) / max(1, len(rows))}


def documents(asked: Sequence[LabelledClaim], answers: Answers, name: str, rationale: bool = False) -> dict[str, Any]:
    """Precision, recall and F1 over documents, as SciFact counts them: a document is right when it is gold and its label is right, and,
    with `rationale`, when its first sentences hold one of the gold sets."""
    counts = _counts(asked, answers, rationale)
    drawn = _resampled(counts, seed_of(name))
    precision, recall, f1 = (
        metrics.interval(float(one), many) for one, many in zip(_shares(counts.sum(axis=0)), _shares(drawn), strict=True)
    )
    right, said, gold = (int(part) for part in counts.sum(axis=0))
    return {"precision": precision, "recall": recall, "f1": f1, "right": right, "told": said, "gold": gold}


def _counts(asked: Sequence[LabelledClaim], answers: Answers, rationale: bool) -> Floats:
    return np.array([_counted(row, answers[row.key], rationale) for row in asked], dtype=np.float64)


def _counted(row: LabelledClaim, prediction: Prediction, rationale: bool) -> tuple[int, int, int]:
    """How many documents are right, were told, are gold."""
    gold = {(one.document, one.stance): one for one in row.gold}
    right = 0
    for one in prediction.told:
        found = gold.get((one.document, one.stance))
        shown = set(one.sentences[:SENTENCES_AT_MOST])
        right += found is not None and (not rationale or any(needed <= shown for needed in found.rationales))
    return right, len(prediction.told), len({one.document for one in row.gold})


def _shares(counts: Floats) -> tuple[Any, Any, Any]:
    right, said, gold = counts[..., 0], counts[..., 1], counts[..., 2]
    precision, recall = right / np.maximum(1.0, said), right / np.maximum(1.0, gold)
    return precision, recall, 2 * right / np.maximum(1.0, said + gold)


def _resampled(counts: Floats, seed: int) -> Floats:
    """The sums of as many resamples of the rows."""
    random, size = np.random.default_rng(seed), len(counts)
    return np.array([counts[random.integers(0, size, size)].sum(axis=0) for _ in range(metrics.DRAWS)])


def paired(asked: Sequence[LabelledClaim], first: Answers, second: Answers, name: str) -> dict[str, Difference]:
    """How much the second has more than the first: strict macro-F1, forced macro-F1, and the share that is decided."""
    rows = [row for row in asked if row.label in SIDES]
    verdicts = [[ORDER.index(told[row.key].verdict) for row in asked] for told in (first, second)]
    leans = [[forced(told[row.key]) for row in rows] for told in (first, second)]
    gold, sides = [ORDER.index(row.label) for row in asked], [SIDES.index(row.label) for row in rows]
    strict = PairedAnswers.of(gold, verdicts[0], verdicts[1], seed_of(name), len(ORDER))
    side = PairedAnswers.of(sides, leans[0], leans[1], seed_of(name), len(SIDES))
    decided = [[float(told[row.key].is_decisive) for row in asked] for told in (first, second)]
    return {"strict": strict.macro_f1(), "forced": side.macro_f1(), "decisive": metrics.paired_mean(decided[0], decided[1])}


def headline(figures: Mapping[str, Any]) -> str:
    """The figures in a line."""

    def percent(figure: Figure) -> str:
        return f"{100 * figure.value:.1f} [{100 * figure.low:.1f}–{100 * figure.high:.1f}]"

    strict, forced = percent(figures["strict"]["macro_f1"]), percent(figures["forced"]["macro_f1"])
    said = f"n {figures['n']}, strict macro-F1 {strict}, forced {forced}, decided {percent(figures['decisive'])}"
    return said + (f", documents F1 {percent(figures['documents']['label']['f1'])}" if "documents" in figures else "")
