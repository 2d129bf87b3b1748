"""The page of a run of the field suite."""

from typing import Any

from veracious.eval import plots
from veracious.eval.field.score import STANCES, VERDICTS
from veracious.eval.tables import pct, table

Report = dict[str, Any]


def parts(report: Report) -> list[str]:
    """What is told of a run."""
    sets: Report = report["sets"]
    found = [
        "Percent, with 95 % bootstrap intervals. Publishers are rated as the set says. *decided* is the share of claims with another "
        "verdict than not enough evidence, *right* the share of these that is right, *order* how often a right verdict has a higher "
        "number beside it than a wrong one (50: the number tells nothing).",
        table(
            ("set", "claims", "decided", "right when decided", "order", "mean number when right", "when wrong"),
            ((name, told["claims"]["n"], *_claims(told["claims"])) for name, told in sets.items()),
        ),
        "## Quotes\n\nEvery quote that was judged for a claim of one part; one that holds a settling sentence has the side of the label, "
        "every other is neutral. Mixed claims are left out.",
        table(
            ("set", "quotes", "macro-F1", "printed as supporting", "of these right", "printed as refuting", "of these right"),
            ((name, told["quotes"]["n"], *_quotes(told["quotes"])) for name, told in sets.items()),
        ),
        "## Answers\n\nThe share of sentences that a check flags as contradicted or not found.",
        table(
            ("set", "right sentences", "flagged", "wrong sentences", "flagged", "contradicted, flagged", "not found, flagged"),
            ((name, *_answers(told["answers"])) for name, told in sets.items()),
        ),
        "## By kind of claim",
    ]
    found += [f"**{name}**\n\n{_kinds(told['claims']['kinds'])}" for name, told in sets.items()]
    names = [f"![{name}: {what}](pictures/{name}-{what}.svg)" for name in sets for what in ("claims", "quotes")]
    return [*found, "## Pictures", *names]


def pictures(report: Report) -> dict[str, str]:
    """The pictures of a run by file name."""
    found = {}
    for name, told in report["sets"].items():
        for what, labels in (("claims", VERDICTS), ("quotes", STANCES)):
            found[f"{name}-{what}.svg"] = plots.confusion(told[what]["confusion"], labels, f"{name}: {what}, n {told[what]['n']}")
    return found


def _claims(report: Report) -> tuple[object, ...]:
    sure = ("–" if value is None else f"{value:.2f}" for value in (report["sure"]["right"], report["sure"]["wrong"]))
    return pct(report["decided"]), pct(report["right"]), f"{100 * report['order']:.0f}", *sure


def _quotes(report: Report) -> tuple[object, ...]:
    printed = (report["printed_supports"], report["printed_refutes"])
    return pct(report["macro_f1"]), *(cell for one in printed for cell in (one["n"], pct(one["right"])))


def _answers(report: Report) -> tuple[object, ...]:
    shares = (pct(report[name]["flagged"]) for name in ("contradicted", "not_found"))
    return report["right"]["n"], pct(report["right"]["flagged"]), report["wrong"]["n"], pct(report["wrong"]["flagged"]), *shares


def _kinds(report: Report) -> str:
    rows = ((kind, one["n"], one["decided"], one["right"]) for kind, one in report.items())
    return table(("kind", "claims", "decided", "right"), rows)
