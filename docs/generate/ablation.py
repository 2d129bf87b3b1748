"""The page on what each mechanism is worth, from the study that switched them off one at a time."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from docs.generate.formulary import FORMULAS

from veracious.eval.verdict import ablate
from veracious.rules.ranking.penalties import PENALTIES

KINDS = (
    "Penalty",
    "Boost",
    "Guard",
    "Gate",
    "Route",
    "Limit",
    "Weak-relevance guard",
    "Consensus cap",
)
STUDY = "evals/study/ablation.json"
HEAD = """# What helps, and what does not

The source documents have many small rules: penalties for evidence that is off the point, boosts for evidence that is on it, gates, guards,
caps. Each sounds right. This page shows what each is worth: every one was switched off alone, starting from the numbers of the source
documents (`Dials.reference()`), and the same claims were checked again. Made by `veracious eval ablate`; the page is made from its outcome.

**How to read it.** *Acts on*: the share of claims of which anything that is told changes without the rule. *Without it*: how much strict
macro-F1 (the verdict as told), forced macro-F1 (the side that belief leans to) and log loss (of a probability fitted anew) become larger.
So a minus under macro-F1, or a plus under log loss, says that the rule **helps**. Intervals are 95 %, paired claim by claim, the mean
over the sets. A star marks a difference that is more than chance, with false discoveries among the stars held at one in twenty. What acts
on less than one claim in fifty is not tested here, and stands at the end.
"""


def problems() -> Iterator[str]:
    """The mechanisms that `veracious eval ablate` cannot switch off, nor says why."""
    switched, elsewhere = ablate.mechanisms()
    known = {one.formula for one in switched} | set(elsewhere)
    for formula in FORMULAS:
        if formula.title.startswith(KINDS) and formula.name not in known:
            yield f"{formula.name}: say in src/veracious/eval/mechanisms.toml how it is switched off"
    penalised = {penalty.__name__ for penalty in PENALTIES}
    for formula in FORMULAS:
        name = formula.name.rpartition(".")[2]
        if formula.name.startswith("ranking.penalties.") and formula.title.startswith("Penalty") and name not in penalised:
            yield f"{formula.name} stands not in PENALTIES, so it penalises nothing"


def page(root: Path) -> str:
    """The page."""
    told: dict[str, Any] = json.loads((root / STUDY).read_text("utf-8"))
    rows = told["mechanisms"]
    tested = sorted((name for name in rows if rows[name]["tested"]), key=lambda name: rows[name]["strict"]["value"])
    idle = sorted((name for name in rows if not rows[name]["tested"]), key=lambda name: -rows[name]["active"])
    elsewhere = dict(ablate.mechanisms()[1]) | told["elsewhere"]  # a mechanism that came after the study is not in it
    later = [one for one in ablate.mechanisms()[0] if one.name not in rows]
    current = {one.name for one in ablate.mechanisms()[0]}
    known = {one["formula"] for one in rows.values()} | {one.formula for one in later} | set(elsewhere)
    rest = [formula for formula in FORMULAS if formula.name not in known]
    starred = [name for name in tested if rows[name]["differs"]]
    sets = ", ".join(f"{one['used']} claims of {one['set']}" for one in told["manifest"]["inputs"] if "claims" in one["file"])
    parts = [
        HEAD,
        f"Claims: {sets}; the judge has seen neither set. {len(rows)} mechanisms, {len(tested)} tested, {len(starred)} with a star.",
        "## In short",
        _said("Helps: without it verdicts are worse", [name for name in starred if rows[name]["strict"]["value"] < 0], rows),
        _said("Hurts: without it verdicts are better", [name for name in starred if "strict" in rows[name]["differs"]][::-1], rows),
        "Of most the sets show nothing: they act, and what is told at the end is the same. The default lets a refuted part decide, where "
        "the reference calls that insufficient, and asks more of a dissent: {doc}`../decisions/0012-relevance-weighs`.",
        "## Tested",
        _table(
            ("mechanism", "kind", "acts on", "strict", "forced", "log loss"),
            [(_named(name, current), rows[name]["kind"], _share(rows[name]), *_effects(rows[name])) for name in tested],
        ),
        "## Not tested here",
        "They act on less than one claim in fifty of these sets. That says nothing of other claims: the boosts for triples need a "
        "knowledge graph, and these corpora have none.",
        _table(("mechanism", "kind", "acts on"), [(_named(name, current), rows[name]["kind"], _share(rows[name])) for name in idle]),
        *(["## Not measured yet", "They came after this study: " + ", ".join(f"`{one.name}`" for one in later) + "."] if later else []),
        "## Acting elsewhere",
        _table(("formula", "why it is not here"), [(f"`{name}`", why) for name, why in elsewhere.items()]),
        "## Nothing to switch off",
        "The other formulas of {doc}`../reference/formulas` measure something, or put parts together, or tell it: "
        + ", ".join(f"*{formula.title}*" for formula in rest)
        + ".",
    ]
    return "\n\n".join(part.strip() for part in parts) + "\n"


def _said(words: str, names: list[str], rows: dict[str, Any]) -> str:
    """A line of those that help, or hurt, with what strict macro-F1 has more without them."""
    sign = 1 if words.startswith("Hurts") else -1
    told = [(name, 100 * rows[name]["strict"]["value"]) for name in names if sign * rows[name]["strict"]["value"] > 0]
    listed = ", ".join(f"`{name}` ({gap:+.1f})".replace("-", "−") for name, gap in told if "strict" in rows[name]["differs"])
    return f"- {words}: {listed or 'none'}."


def _table(head: tuple[str, ...], rows: list[tuple[str, ...]]) -> str:
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows])


def _named(name: str, current: set[str]) -> str:
    return f"`{name}`" if name in current else f"`{name}`, removed since"


def _share(one: dict[str, Any]) -> str:
    return f"{100 * one['active']:.1f} %"


def _effects(one: dict[str, Any]) -> list[str]:
    told = []
    for figure, scale, digits in (("strict", 100, 1), ("forced", 100, 1), ("log_loss", 1, 3)):
        gap = one[figure]
        star = "*" if figure in one["differs"] else ""
        numbers = [f"{scale * gap[part]:+.{digits}f}".replace("-", "−") for part in ("value", "low", "high")]
        told.append(f"{numbers[0]}{star} [{numbers[1]}, {numbers[2]}]".replace("*", "\\*"))
    return told
