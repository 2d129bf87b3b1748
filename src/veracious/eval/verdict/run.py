"""A run of the verdict suite, from the sets that were asked for to the report."""

import time
from typing import Any

from veracious import wiring
from veracious.eval import pack, run
from veracious.eval.kept import ResultLines
from veracious.eval.pack import EvalSet, Opened
from veracious.eval.run import Plan, Report, Watch
from veracious.eval.verdict import chance, corpus, errors, predict, score, suite
from veracious.eval.verdict.corpus import Corpus
from veracious.eval.verdict.suite import Bench, Models, Place
from veracious.rules.judging.calibration import Table

ANSWERS = "answers"  # in the table of sets: the corpus is made of the answers in the claims' own file


async def verdicts(plan: Plan, models: Models, watch: Watch) -> Report:
    """Run the verdict suite."""
    told, inputs = {}, []
    for one in plan.sets:
        opening = plan.log.begin(one, models.judge.name.digest)
        opened = pack.read(plan.data, one, opening)
        found, read = await bench(plan, one, opened, models, watch)
        told[one.name] = await _set(plan, one, found, wiring.calibration((models.judge.name,)), watch)
        inputs += [run.described(one, opened, told[one.name]["n"]), *read]
        plan.log.finish(opening, score.headline(told[one.name]))
    names = {"embedder": models.embedder.digest, "judge": models.judge.name.digest, "relevance": models.relevance.name.digest}
    return run.plain({"suite": "verdict", "manifest": run.manifest(plan, names, inputs), "sets": told})


async def bench(plan: Plan, eval_set: EvalSet, opened: Opened, models: Models, watch: Watch) -> tuple[Bench, list[Report]]:
    """A set made ready, and what of the pack was read for it besides its claims."""
    rows = pack.keyed(opened.rows)
    claims = corpus.asked({name: rows[name] for name in pack.sample(list(rows), plan.limit)})
    documents, read = _corpus(plan, eval_set, opened)
    place = Place(eval_set.name, plan.dials, plan.cache, ResultLines(run.rows_file(plan.out, eval_set.name)), watch)
    return await suite.bench(claims, documents, models, place), read


def _corpus(plan: Plan, eval_set: EvalSet, opened: Opened) -> tuple[Corpus, list[Report]]:
    if eval_set.known["corpus"] == ANSWERS:
        return corpus.of_answers(opened.rows), []
    found = pack.unguarded(plan.data, eval_set.known["corpus"])
    return corpus.of_documents(found.rows), [run.described(eval_set, found, len(found.rows))]


async def _set(plan: Plan, eval_set: EvalSet, ready: Bench, table: Table | None, watch: Watch) -> Report:
    begun = time.monotonic()
    answers = await suite.predictions(ready, plan.dials, watch.begin(f"{eval_set.name} claims", len(ready.claims)))
    told: dict[str, Any] = score.figures(ready.claims, answers, eval_set.name)
    told |= {"seconds": (time.monotonic() - begun) / max(1, len(ready.claims)), "floors": dict(eval_set.known)}
    told["calls"] = {name: count / max(1, len(ready.claims)) for name, count in sorted(ready.calls.items())}
    chances: dict[str, dict[str, float]] = {}
    if table is not None:
        rows = chance.rows([answers[row.key].scores for row in ready.claims], [row.label for row in ready.claims], table.scores)
        shares = chance.shares(rows, table)
        told["probability"] = chance.figures(shares, rows.gold, eval_set.name)
        chances = {row.key: chance.named(share) for row, share in zip(ready.claims, shares, strict=True)}
    told["errors"] = errors.collect(ready.claims, answers, chances)
    predict.write(plan.out, eval_set.name, ready.claims, answers)
    return told
