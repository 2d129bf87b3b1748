"""A run of the ledger suite, from the sets that were asked for to the report."""

import time
from collections.abc import Sequence
from typing import Any

from veracious.domain.span import Span
from veracious.eval import pack, run
from veracious.eval.ledger import score, suite
from veracious.eval.ledger.suite import Reader, Row
from veracious.eval.pack import EvalSet, Opened
from veracious.eval.run import Plan, Report, Watch
from veracious.rules.ledger import spans

SPANS = "spans"  # of a set in the table: what is asked of it is spans


async def ledgers(plan: Plan, reader: Reader, watch: Watch) -> Report:
    """Run the ledger suite."""
    told, inputs = {}, []
    for one in plan.sets:
        opening = plan.log.begin(one, reader.judged_by)
        opened = pack.read(plan.data, one, opening)
        told[one.name] = await _set(plan, one, opened, reader, watch)
        inputs.append(run.described(one, opened, told[one.name]["n"]))
        plan.log.finish(opening, _headline(told[one.name]))
    report: Report = {"suite": "ledger", "manifest": run.manifest(plan, {"judge": reader.judged_by}, inputs), "sets": told}
    tests = {name: found["two"] for name, found in told.items() if "two" in found and _is_held_out(plan, name)}
    if tests:
        report["mean"] = {"sets": len(tests), "balanced_accuracy": score.mean_balanced(tests)}
    return run.plain(report)


def _is_held_out(plan: Plan, name: str) -> bool:
    return any(one.name == name and one.held_out for one in plan.sets)


async def _set(plan: Plan, eval_set: EvalSet, opened: Opened, reader: Reader, watch: Watch) -> Report:
    found = suite.rows(_apart(plan, eval_set, pack.keyed(opened.rows)))
    names = frozenset(pack.sample([row.key for row in found], plan.limit))
    rows = [row for row in found if row.key in names]
    begun = time.monotonic()
    lines = await suite.judge(rows, reader, plan.kept(eval_set), watch.begin(eval_set.name, len(rows)))
    if eval_set.known.get("asks") == SPANS:
        marked = [[Span(*place) for place in line["spans"]] for line in lines]
        return {**score.spans(rows, marked, _absent(rows, reader), eval_set.name), "floors": dict(eval_set.known)}
    told = score.figures(lines, plan.dials, eval_set.name)
    return {**told, "seconds": (time.monotonic() - begun) / max(1, len(rows)), "floors": dict(eval_set.known)}


def _apart(plan: Plan, eval_set: EvalSet, rows: dict[str, pack.Record]) -> dict[str, pack.Record]:
    """The rows whose claim stands in none of the files that thresholds are chosen on."""
    known = {_plain(row["claim"]) for file in eval_set.known.get("apart_from", ()) for row in pack.unguarded(plan.data, file).rows}
    return {key: row for key, row in rows.items() if _plain(row["claim"]) not in known}


def _plain(claim: str) -> str:
    return "".join(letter for letter in claim.casefold() if letter.isalnum())


def _absent(rows: Sequence[Row], reader: Reader) -> list[tuple[Span, ...]]:
    """The plain way that marking is checked against: every word that stands nowhere in the documents."""
    alone = spans.SpanDials(tokens_between=-1)
    return [spans.unsupported(row.claim, row.documents, reader.lexicon, alone) for row in rows]


def _headline(figures: dict[str, Any]) -> str:
    if "marked" in figures:
        return f"n {figures['n']}, character F1 {run.percent(figures['marked'])}"
    return f"n {figures['n']}, balanced accuracy {run.percent(figures['balanced_accuracy'])}"
