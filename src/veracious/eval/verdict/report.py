"""The report of a verdict suite: tables for people, and pictures."""

from typing import Any

from veracious.eval import plots
from veracious.eval.metrics import Bin
from veracious.eval.tables import bare, pct, table
from veracious.eval.verdict.errors import LOOKED_AT
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
        *_probability({name: told["probability"] for name, told in sets.items() if "probability" in told}),
        *_looked_at(sets),
    ]


def _looked_at(sets: Report) -> list[str]:
    """What it takes, the errors, and the pictures."""
    return [
        "## What it takes",
        "Answers that an earlier run kept take no time; then the seconds are of the rules alone.",
        table(
            ("set", "9 in 10 forced choices are right, of the surest", "searches", "texts read", "pairs judged", "seconds a claim"),
            (_taken(name, told) for name, told in sets.items()),
        ),
        "## Errors by cause",
        f"Of each set {LOOKED_AT} wrong verdicts, drawn with a fixed seed, by how far the evidence came that settles the claim.",
        table(
            ("set", "wrong", "cause", "errors", "of these undecided"),
            (
                (name, told["errors"]["wrong"], one["cause"], f"{one['errors']} of {told['errors']['drawn']}", one["undecided"])
                for name, told in sets.items()
                for one in told["errors"]["causes"]
            ),
        ),
        "## Pictures",
        *(" ".join(f"![{name}: {kind}](pictures/{_file(name)}-{kind}.svg)" for kind in _kinds(told)) for name, told in sets.items()),
        "## The worst errors",
        *(part for name, told in sets.items() for part in _worst(name, told["errors"]["worst"])),
    ]


def _kinds(report: Report) -> tuple[str, ...]:
    return ("confusion", "risk", "reliability") if "probability" in report else ("confusion", "risk")


def _taken(name: str, report: Report) -> tuple[object, ...]:
    calls = (f"{report['calls'].get(kind, 0):.1f}" for kind in ("searches", "texts read", "pairs judged"))
    return (name, f"{100 * report['risk']['covered_at_90']:.1f} %", *calls, f"{report['seconds']:.2f}")


def _probability(sets: Report) -> list[str]:
    if not sets:
        return []
    rows = [
        (name, "all four", one["n"], pct(one["likeliest"]["macro_f1"]), bare(one["log_loss"]), bare(one["brier"]), *_calibrated(one))
        for name, one in sets.items()
    ]
    rows += [(name, "the side", one["side"]["n"], "–", "–", "–", *_calibrated(one["side"])) for name, one in sets.items() if "side" in one]
    head = (
        "set",
        "of",
        "n",
        "macro-F1 of the likeliest",
        "log loss",
        "Brier",
        "ECE, debiased",
        "like a calibrated one",
        "mean probability",
        "share right",
    )
    return [
        "## Probability",
        "*All four*: the probability of the likeliest of the four verdicts. *The side*: of the likelier side, where the gold takes one. "
        "*Like a calibrated one*: how often chance alone would make as large a gap; from 0.05 on the two cannot be told apart.",
        table(head, rows),
    ]


def _calibrated(report: Report) -> tuple[str, ...]:
    return bare(report["ece"]), f"{report['consistent']:.2f}", f"{report['mean_confidence']:.3f}", f"{report['mean_right']:.3f}"


def _worst(name: str, errors: list[Report]) -> list[str]:
    parts = [f"### {name}"] if errors else []
    for one in errors:
        known = one["probability"]
        chance = f", to which it gave {known[one['gold']]:.2f}" if known else ""
        parts.append(
            f"**{_plain(one['claim'])}** Gold: {_words(one['gold'])}{chance}; said: {_words(one['said'])}. {one['cause'].capitalize()}."
        )
        quotes = [
            f"- “{_plain(quote)}” supports {up:.2f}, refutes {down:.2f}, relevance {near:.2f}" for quote, up, down, near in one["seen"]
        ]
        parts += ["\n".join(quotes)] if quotes else []
    return parts


def _plain(text: str) -> str:
    return " ".join(text.split()).replace("|", "/").replace("*", "∗")


def _words(verdict: str) -> str:
    return verdict.replace("_", " ")


def pictures(report: Report) -> dict[str, str]:
    """The pictures by file name."""
    found = {}
    labels = [str(one).replace("_", " ").replace("not enough evidence", "not enough") for one in ORDER]
    for name, told in report["sets"].items():
        found[f"{_file(name)}-confusion.svg"] = plots.confusion(told["strict"]["confusion"], labels, f"{name}: strict, n {told['n']}")
        if "probability" in told:
            lines = {"all four": told["probability"]["bins"]} | (
                {"the side": told["probability"]["side"]["bins"]} if "side" in told["probability"] else {}
            )
            series = {kind: [Bin(int(n), sure, right) for n, sure, right in bins] for kind, bins in lines.items()}
            found[f"{_file(name)}-reliability.svg"] = plots.reliability(series, f"{name}: how sure, how right")
        title = f"{name}: the surest claims first"
        found[f"{_file(name)}-risk.svg"] = plots.curve({"forced choice": told["risk"]["curve"]}, title, ("share of claims", "share right"))
    return found


def _file(name: str) -> str:
    return name.replace("/", "-")


def _row(name: str, report: Report) -> tuple[object, ...]:
    right = pct(report["decisive_right"]) if "decisive_right" in report else "–"
    floor = report["floors"].get("majority", {}).get("macro_f1", "–")
    strict, forced = report["strict"], report["forced"]
    figures = (
        pct(strict["macro_f1"]),
        pct(strict["accuracy"]),
        pct(report["decisive"]),
        right,
        pct(forced["macro_f1"]),
        pct(forced["accuracy"]),
    )
    return (name, report["n"], floor, *figures)


def _documents(name: str, report: Report, kind: str) -> tuple[object, ...]:
    one = report["documents"][kind]
    return (
        name,
        "label" if kind == "label" else "label and rationale",
        *(pct(one[part]) for part in ("precision", "recall", "f1")),
        one["right"],
        one["told"],
        one["gold"],
    )
