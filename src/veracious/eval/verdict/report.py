"""The report of a verdict suite: tables for people, and pictures."""

from typing import Any

from veracious.eval import plots
from veracious.eval.tables import pct, table
from veracious.eval.verdict.score import ORDER

Report = dict[str, Any]


def parts(report: Report) -> list[str]:
    """The page, part by part."""
    sets: Report = report["sets"]
    return [
        "Percent, with 95 % bootstrap intervals. *Strict* is the verdict as the engine says it, one of four; *decided*, how often it is "
        "another than *not enough evidence*, and *right when decided*, how often it is then right. *Forced* is the side that the belief "
        "leans to, on the claims whose gold takes a side. Each document of a corpus counts as a publisher of its own, of one declared "
        "credibility.",
        table(
            (
                "set",
                "n",
                "majority",
                "strict macro-F1",
                "strict accuracy",
                "decided",
                "right when decided",
                "forced macro-F1",
                "forced accuracy",
            ),
            (_row(name, told) for name, told in sets.items()),
        ),
        "## Documents, as SciFact counts them",
        table(
            ("set", "counted", "precision", "recall", "F1", "right", "told", "gold"),
            (_documents(name, told, kind) for name, told in sets.items() if "documents" in told for kind in told["documents"]),
        ),
        "## By verdict",
        table(
            ("set", *map(str, ORDER)),
            ((name, *(f"{100 * told['strict']['f1'][str(one)]:.1f}" for one in ORDER)) for name, told in sets.items()),
        ),
        "## When it is sure",
        table(
            ("set", "share of claims at which 9 in 10 forced choices are right", "seconds a claim"),
            ((name, f"{100 * told['risk']['covered_at_90']:.1f}", f"{told['seconds']:.2f}") for name, told in sets.items()),
        ),
        "## Pictures",
        *(f"![{name}: answers](pictures/{_file(name)}-confusion.svg) ![{name}: risk](pictures/{_file(name)}-risk.svg)" for name in sets),
    ]


def pictures(report: Report) -> dict[str, str]:
    """The pictures by file name."""
    found = {}
    labels = [str(one).replace("_", " ").replace("not enough evidence", "not enough") for one in ORDER]
    for name, told in report["sets"].items():
        found[f"{_file(name)}-confusion.svg"] = plots.confusion(told["strict"]["confusion"], labels, f"{name}: strict, n {told['n']}")
        title = f"{name}: the surest claims first"
        found[f"{_file(name)}-risk.svg"] = plots.curve({"forced choice": told["risk"]["curve"]}, title, ("share of claims", "share right"))
    return found


def _file(name: str) -> str:
    return name.replace("/", "-")


def _row(name: str, told: Report) -> tuple[object, ...]:
    right = pct(told["decisive_right"]) if "decisive_right" in told else "–"
    floor = told["floors"].get("majority", {}).get("macro_f1", "–")
    strict, forced = told["strict"], told["forced"]
    figures = (
        pct(strict["macro_f1"]),
        pct(strict["accuracy"]),
        pct(told["decisive"]),
        right,
        pct(forced["macro_f1"]),
        pct(forced["accuracy"]),
    )
    return (name, told["n"], floor, *figures)


def _documents(name: str, told: Report, kind: str) -> tuple[object, ...]:
    one = told["documents"][kind]
    return (
        name,
        "label" if kind == "label" else "label and rationale",
        *(pct(one[part]) for part in ("precision", "recall", "f1")),
        one["right"],
        one["told"],
        one["gold"],
    )
