"""What stands beside a verdict, for every face: the probability, its word, the lean of an undecided claim, and the score of the rules.

A probability is told where it was measured for the judge. A score is told as a score: it orders verdicts and is no probability.
"""

from veracious.domain.report import Report
from veracious.domain.verdict import Verdict


def probability(report: Report) -> float | None:
    """How likely the verdict is; none where nothing is decided, or where that was not measured."""
    if report.probability is None or report.verdict in (None, Verdict.NOT_ENOUGH_EVIDENCE):
        return None
    return report.probability.of(report.verdict)


def band(report: Report) -> str:
    """The word for the probability; empty where there is none."""
    return report.band if probability(report) is not None else ""


def score(report: Report) -> float | None:
    """How firm the rules hold the verdict to be, in [0, 1]; no probability, and none without a verdict."""
    return None if report.judged is None or report.verdict is None else report.judged.decision.draft.confidence


def beside(report: Report) -> str:
    """What stands beside the word of a verdict; never a verdict itself, and empty where nothing can be said."""
    if report.lean is not None:
        return f"leans {report.lean.towards.value}, probability {report.lean.probability:.2f}"
    if report.verdict is Verdict.NOT_ENOUGH_EVIDENCE:
        return "leans to no side" if report.probability is not None else ""
    likely, firm = probability(report), score(report)
    if likely is not None:
        return f"probability {likely:.2f}, {report.band}"
    return "" if firm is None else f"score {firm:.2f}, not a probability"
