"""A report as files: JSON for machines, Markdown for people, pictures beside it."""

import json
from pathlib import Path
from types import MappingProxyType
from typing import Any

from veracious.domain.errors import InputError
from veracious.eval import article_claims, checkworthy, html, plots
from veracious.eval.field import report as fields
from veracious.eval.ledger import report as ledgers
from veracious.eval.metrics import LABELS, Bin
from veracious.eval.retrieval import KS
from veracious.eval.tables import bare, pct, table
from veracious.eval.verdict import report as verdicts

Report = dict[str, Any]


def write(report: Report, out: Path) -> Path:
    """Write everything into the folder of the run; where the page is."""
    out.mkdir(parents=True, exist_ok=True)
    (out / "report.json").write_text(json.dumps(report, ensure_ascii=False, indent=1) + "\n", "utf-8")
    for name, picture in pictures(report).items():
        (out / "pictures").mkdir(exist_ok=True)
        (out / "pictures" / name).write_text(picture, "utf-8")
    page = out / "report.md"
    page.write_text(markdown(report), "utf-8")
    (out / "report.html").write_text(html.page(markdown(report), pictures(report)), "utf-8")
    return page


def again(run: Path, out: Path, public: bool) -> Path:
    """The report of a finished run written again; in public, without texts that may not be redistributed."""
    place = run / "report.json"
    if not place.is_file():
        raise InputError(f"{run} has no report.json; it is written when a run is finished")
    found: Report = json.loads(place.read_text("utf-8"))
    if public and found["suite"] == "verdict":
        kept = [name for name, told in found["sets"].items() if not told["floors"].get("ships", False)]
        for name in kept:
            found["sets"][name]["errors"]["worst"] = []
    return write(found, out)


def markdown(report: Report) -> str:
    """The page."""
    parts = [f"# Evaluation: {report['suite']}", _about(report["manifest"])]
    parts += PARTS[report["suite"]](report)
    parts.append("## Inputs\n\n" + _inputs(report["manifest"]))
    return "\n\n".join(parts) + "\n"


def pictures(report: Report) -> dict[str, str]:
    """The pictures of a report by file name."""
    if report["suite"] == "verdict":
        return verdicts.pictures(report)
    if report["suite"] == "ledger":
        return ledgers.pictures(report)
    if report["suite"] == "field":
        return fields.pictures(report)
    if report["suite"] != "stance":
        return {}
    found = {}
    for name, told in report["sets"].items():
        found[f"{name}-confusion.svg"] = plots.confusion(told["calibrated"]["confusion"], LABELS, f"{name}: calibrated, n {told['n']}")
        series = {f"{kind}, ECE {pct(told[kind]['ece'])}": [Bin(**one) for one in told[kind]["bins"]] for kind in ("raw", "calibrated")}
        found[f"{name}-reliability.svg"] = plots.reliability(series, f"{name}: how far confidence holds")
    return found


def _stance(report: Report) -> list[str]:
    sets: Report = report["sets"]
    parts = [
        "Percent, with 95 % bootstrap intervals. Answers are the most probable of three labels, after calibration; on a set of two labels "
        "a neutral answer is an error. ECE is debiased. *majority*, *claim-only*, *overlap* and *plain run* are floors, as macro-F1.",
        table(
            ("set", "n", "majority", "claim-only", "overlap", "plain run", "macro-F1", "accuracy"),
            (
                (
                    name,
                    told["n"],
                    *_floors(told["floors"]),
                    pct(told["calibrated"]["macro_f1"]),
                    pct(told["calibrated"]["accuracy"]),
                )
                for name, told in sets.items()
            ),
        ),
    ]
    if "mean" in report:
        parts.append(f"Mean macro-F1 over {report['mean']['sets']} held-out sets: **{pct(report['mean']['macro_f1'])}**.")
    parts += ["## Before and after calibration", _calibration(sets)]
    parts += ["## By label", table(("set", *LABELS, "macro-F1 of three"), (_labels(name, told) for name, told in sets.items()))]
    if any("forced" in told for told in sets.values()):
        parts += ["## Forced choice between the two labels of a set", _forced(sets)]
    for mode, title in EMPTY.items():
        if any(mode in told for told in sets.values()):
            rows = (
                (name, told[mode]["n"], *(pct(told[mode]["neutral"][kind]) for kind in ("raw", "calibrated")))
                for name, told in sets.items()
            )
            parts += [f"## {title}: share of neutral answers", table(("set", "n", "before calibration", "after"), rows)]
    if any(told.get("titles") for told in sets.values()):
        rows = (
            (name, told["titles"]["n"], pct(told["titles"]["without"]), pct(told["titles"]["with"]))
            for name, told in sets.items()
            if told["titles"]
        )
        parts += ["## Neutral pairs: share of neutral answers", table(("set", "n", "without titles", "with titles"), rows)]
    if any("conflicts" in told for told in sets.values()):
        parts += ["## The conflicts rule", _conflicts(sets)]
    parts.append("## Pictures")
    parts += [f"![{name}: answers](pictures/{name}-confusion.svg) ![{name}: reliability](pictures/{name}-reliability.svg)" for name in sets]
    return parts


def _calibration(sets: Report) -> str:
    head = ("set", "ECE before", "ECE after", "log loss before", "log loss after", "Brier before", "Brier after", "macro-F1 before")
    rows = []
    for name, told in sets.items():
        raw, sure = told["raw"], told["calibrated"]
        losses = (bare(raw["log_loss"]), bare(sure["log_loss"]), bare(raw["brier"]), bare(sure["brier"]))
        rows.append((name, pct(raw["ece"]), pct(sure["ece"]), *losses, pct(raw["macro_f1"])))
    return table(head, rows)


def _forced(sets: Report) -> str:
    head = ("set", "n", "plain run", "macro-F1", "accuracy", "ECE before", "ECE after", "log loss before", "log loss after")
    rows = []
    for name, told in sets.items():
        if "forced" in told:
            raw, sure = told["forced"]["raw"], told["forced"]["calibrated"]
            floor = told["floors"].get("plain_forced", "–")
            losses = (pct(raw["ece"]), pct(sure["ece"]), bare(raw["log_loss"]), bare(sure["log_loss"]))
            rows.append((name, told["n"], floor, pct(sure["macro_f1"]), pct(sure["accuracy"]), *losses))
    return table(head, rows)


def _conflicts(sets: Report) -> str:
    head = ("set", "n", "conflicts", "answers turned", "right before", "right after", "macro-F1 without", "with", "difference")
    rows = []
    for name, told in sets.items():
        if "conflicts" in told:
            one = told["conflicts"]
            counts = (one["n"], one["found"], one["turned"], one["turned_right_before"], one["turned_right_after"])
            figures = (
                f"{100 * one['macro_f1_without']:.1f}",
                f"{100 * one['macro_f1_with']:.1f}",
                pct(one["difference"], signed=True),
            )
            rows.append((name, *counts, *figures))
    return table(head, rows)


def _labels(name: str, report: Report) -> tuple[object, ...]:
    found = report["calibrated"]
    return (name, *(f"{100 * found['f1'][label]:.1f}" for label in LABELS), f"{100 * found['macro_f1_three']:.1f}")


def _floors(floors: Report) -> tuple[object, ...]:
    return (*(floors.get(name, {}).get("macro_f1", "–") for name in ("majority", "claim_only", "overlap")), floors.get("plain", "–"))


def _retrieval(report: Report) -> list[str]:
    sets: Report = report["sets"]
    head = ("set", "gold", "way", "n", *(f"R@{k}" for k in KS))
    rows: list[tuple[object, ...]] = []
    for name, told in sets.items():
        rows.append((name, "all", "BM25 of the pack", "–", *told["floors"].get("bm25", ("–",) * len(KS))))
        for part in ("all", "seen", "unseen"):
            for way in ("vectors", "words", "fused"):
                if way in told.get(part, {}):
                    found = told[part]
                    rows.append((name, part, way, found["n"], *(pct(found[way][f"recall@{k}"]) for k in KS)))
        if "store" in told:
            found = told["store"]
            ways = [way for way in ("vectors", "text", "hybrid", "relevance", "joined") if way in found]
            rows += [(name, "all", f"store: {way}", found["n"], *(pct(found[way][f"recall@{k}"]) for k in KS)) for way in ways]
    parts = [
        "Percent, with 95 % bootstrap intervals. Recall is the mean share of a claim's gold among the first k. A document stands where its "
        "best passage stands. *words* is BM25 over passages, *fused* both by reciprocal rank. *seen*: gold that training claims cite. "
        "*store*: through the finders of the store; *relevance* is the first 30 of *hybrid* in the relevance model's order, "
        "*joined* both orders by reciprocal rank.",
        table(head, rows),
    ]
    if any("relevance" in told for told in sets.values()):
        parts += ["## What the relevance model adds", _gains(sets)]
    return parts


def _gains(sets: Report) -> str:
    rows = []
    for name, told in sets.items():
        for figure in ("ndcg@10", "recall@5"):
            if "relevance" in told:
                one = told["relevance"][figure]
                rows.append(
                    (
                        name,
                        told["relevance"]["n"],
                        figure,
                        pct(one["given"]),
                        pct(one["relevance"]),
                        pct(one["difference"], signed=True),
                    )
                )
    return table(("set", "n", "figure", "order given", "relevance model", "difference"), rows)


def _about(manifest: Report) -> str:
    models = "; ".join(f"{role} `{digest}`" for role, digest in manifest["models"].items())
    part = [f"{one['used']:,} of {one['rows']:,} rows of {one['set']}" for one in manifest["inputs"] if one["used"] < one["rows"]]
    limit = ", ".join(part) or "all rows"
    return f"{manifest['date'][:10]}, veracious {manifest['veracious']}, {limit}. {models}; dials `{manifest['dials']}`."


def _inputs(manifest: Report) -> str:
    agreed = {True: "yes", False: "**no**", None: "not listed"}
    head = ("set", "file", "rows used", "split", "licence", "sha256", "as the pack lists it")
    rows = (
        (
            one["set"],
            f"`{one['file']}`",
            f"{one['used']} of {one['rows']}",
            one["split"],
            one["licence"],
            f"`{one['sha256']}`",
            agreed[one["as_listed"]],
        )
        for one in manifest["inputs"]
    )
    return table(head, rows)


EMPTY = MappingProxyType(
    {
        "blank": "Without evidence",
        "swap": "With the evidence of another claim",
        "titled_swap": "With the evidence of another claim, behind a title",
    }
)
PARTS = MappingProxyType(
    {
        "stance": _stance,
        "retrieval": _retrieval,
        "verdict": verdicts.parts,
        "ledger": ledgers.parts,
        "field": fields.parts,
        "checkworthy": checkworthy.parts,
        "articles": article_claims.parts,
    }
)
