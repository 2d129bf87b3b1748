"""The page of a run of the ledger suite."""

from typing import Any

from veracious.eval import plots
from veracious.eval.ledger.suite import LABELS
from veracious.eval.tables import pct, table

Report = dict[str, Any]


def parts(report: Report) -> list[str]:
    """What is told of a run."""
    sets: Report = report["sets"]
    levels = {name: told for name, told in sets.items() if "balanced_accuracy" in told}
    marked = {name: told for name, told in sets.items() if "marked" in told}
    found = [
        "Percent, with 95 % bootstrap intervals. Two ways: supported or not, partial counting as not. *balanced accuracy* is the mean "
        "of the two shares told right; 50 is what any constant answer has. *order* is how often a supported claim scores above one that is "
        "not. *pairs* is what the judge read for a claim.",
        table(
            ("set", "n", "supported", "balanced accuracy", "macro-F1", "macro-F1, three ways", "order", "pairs"),
            ((name, told["n"], told["gold"]["supported"], *_figures(told)) for name, told in levels.items()),
        ),
    ]
    if "mean" in report:
        found.append(f"Mean balanced accuracy over {report['mean']['sets']} held-out sets: **{pct(report['mean']['balanced_accuracy'])}**.")
    if marked:
        found += ["## Words that the documents do not carry", _spans(marked)]
    if levels:
        found += ["## Pictures", *(f"![{name}: answers](pictures/{name}-confusion.svg)" for name in levels)]
    return found


def pictures(report: Report) -> dict[str, str]:
    """The pictures of a run by file name."""
    return {
        f"{name}-confusion.svg": plots.confusion(told["confusion"], LABELS, f"{name}, n {told['n']}")
        for name, told in report["sets"].items()
        if "confusion" in told
    }


def _figures(report: Report) -> tuple[object, ...]:
    figures = (pct(report[name]) for name in ("balanced_accuracy", "macro_f1", "macro_f1_three"))
    return (*figures, f"{100 * report['order']:.1f}", f"{report['pairs']:.1f}")


def _spans(sets: Report) -> str:
    head = ("set", "n", "character F1", "whole claim", "words the documents lack", "over the whole claim", "over lacking words")
    rows = (
        (
            name,
            told["n"],
            *(pct(told[way]) for way in ("marked", "whole", "absent")),
            *(pct(told[f"over_{way}"], signed=True) for way in ("whole", "absent")),
        )
        for name, told in sets.items()
    )
    return table(head, rows)
