"""A run of the field suite, from the sets that were asked for to the report."""

import json
import time
from functools import partial
from pathlib import Path
from typing import Any

from veracious import app, wiring
from veracious.eval import pack, run
from veracious.eval.field import score, suite
from veracious.eval.field.suite import FieldSet
from veracious.eval.pack import EvalSet, Opened
from veracious.eval.run import Plan, Report, Watch


async def fields(plan: Plan, models: "wiring.Models", watch: Watch) -> Report:
    """Run the field suite."""
    told, inputs = {}, []
    judge: Any = models.judge
    for one in plan.sets:
        opening = plan.log.begin(one, judge.name.digest)
        opened = pack.read(plan.data, one, opening)
        found, read = _found(plan, one, opened)
        told[one.name] = await _set(plan, one, found, models, watch)
        inputs += [run.described(one, opened, len(found.claims)), *read]
        plan.log.finish(opening, score.headline(told[one.name]))
    names = {name.role: name.digest for name in models.names}
    return run.plain({"suite": "field", "manifest": run.manifest(plan, names, inputs), "sets": told})


def _found(plan: Plan, eval_set: EvalSet, opened: Opened) -> tuple[FieldSet, list[Report]]:
    """The set, and what of the pack was read for it besides its claims."""
    documents, answers = (pack.unguarded(plan.data, eval_set.known[name]) for name in ("documents", "answers"))
    rows = pack.keyed(opened.rows)
    claims = tuple(rows[name] for name in pack.sample(list(rows), plan.limit))
    drawn = answers.rows[: plan.limit]
    rated = suite.publishers(plan.data / eval_set.known["publishers"])
    found = FieldSet(suite.documents(documents.rows), rated, claims, drawn)
    return found, [run.described(eval_set, documents, len(documents.rows)), run.described(eval_set, answers, len(drawn))]


async def _set(plan: Plan, eval_set: EvalSet, field_set: FieldSet, models: "wiring.Models", watch: Watch) -> Report:
    begun = time.monotonic()
    engine = await suite.engine(field_set, models, plan.dials)
    lines = await suite.claims(field_set, partial(app.claims.verify, engine), watch.begin(f"{eval_set.name} claims", len(field_set.claims)))
    seconds = (time.monotonic() - begun) / max(1, len(lines))
    judge: Any = models.judge
    assessor = app.checks.Assessor(judge, judge.name, plan.dials)
    flags = await suite.answers(field_set, assessor, watch.begin(f"{eval_set.name} answers", len(field_set.answers)))
    _write(plan.out, eval_set.name, lines, flags)
    figures = {
        "claims": score.claims(lines, eval_set.name),
        "quotes": score.quotes(lines, eval_set.name),
        "answers": score.answers(flags, eval_set.name),
    }
    return {"n": len(lines), **figures, "seconds": seconds}


def _write(out: Path, name: str, lines: list[dict[str, Any]], flags: list[dict[str, Any]]) -> None:
    """Every claim and every sentence, to be read by people who look for causes."""
    for kind, rows in (("claims", lines), ("answers", flags)):
        path = out / "rows" / f"{name}-{kind}.jsonl"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), "utf-8")
