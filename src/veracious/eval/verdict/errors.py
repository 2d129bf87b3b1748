"""The errors of a verdict suite: by cause, and the worst of them with what was looked at."""

from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random
from types import MappingProxyType
from typing import Any

from veracious.domain.verdict import Verdict
from veracious.eval.verdict.corpus import LabelledClaim
from veracious.eval.verdict.predict import Prediction
from veracious.eval.verdict.score import Answers

LOOKED_AT = 50  # errors of a suite whose causes are counted
WORST = 20  # shown
SEED = 7
CAUSES = MappingProxyType(
    {
        "refused": "reading: the text was refused as no claim",
        "unfound": "retrieval: no gold document was found",
        "unjudged": "choice: a gold document was found and not read",
        "unquoted": "quote: a gold document was read, and another of its sentences quoted",
        "misjudged": "stance: a gold sentence was quoted and not understood",
        "heard": "weighing: a gold sentence was understood, and the verdict is another",
        "": "no gold evidence is known",
    }
)

Chances = Mapping[str, Mapping[str, float]]  # by claim, the probability of each verdict


def collect(asked: Sequence[LabelledClaim], answers: Answers, chances: Chances) -> dict[str, Any]:
    """The errors: how many, of a drawn few the causes, and the worst."""
    wrong = [row for row in asked if answers[row.key].verdict is not row.label]
    drawn = Random(SEED).sample(wrong, min(LOOKED_AT, len(wrong)))  # noqa: S311
    counted = Counter(answers[row.key].reach for row in drawn)
    silent = Counter(answers[row.key].reach for row in drawn if not answers[row.key].is_decisive)
    causes = [{"cause": words, "errors": counted[name], "undecided": silent[name]} for name, words in CAUSES.items() if counted[name]]
    worst = sorted(wrong, key=lambda row: _rightness(row, answers[row.key], chances))[:WORST]
    return {"wrong": len(wrong), "drawn": len(drawn), "causes": causes, "worst": [_shown(row, answers[row.key], chances) for row in worst]}


def _rightness(row: LabelledClaim, prediction: Prediction, chances: Chances) -> tuple[float, str]:
    """The probability of the right answer; without one, how far the belief leans its way."""
    if row.key in chances:
        return chances[row.key][row.label.value], row.key
    return {Verdict.SUPPORTED: prediction.lean, Verdict.REFUTED: -prediction.lean}.get(row.label, -abs(prediction.lean)), row.key


def _shown(row: LabelledClaim, prediction: Prediction, chances: Chances) -> dict[str, Any]:
    return {
        "claim": row.text,
        "gold": row.label,
        "said": prediction.verdict,
        "probability": dict(chances[row.key]) if row.key in chances else None,
        "cause": CAUSES[prediction.reach],
        "seen": [[one.quote, one.supports, one.refutes, one.relevance] for one in prediction.seen],
    }
