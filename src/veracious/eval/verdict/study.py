"""What is learned on the development sets: dials, mechanisms, probabilities. Each study writes its outcome into a folder.

The judge is a twin that has not seen the sets. A study that was stopped goes on where it was.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from veracious import settings, wiring
from veracious.eval import models, pack, run
from veracious.eval.openings import OpeningLog
from veracious.eval.run import Plan, Report, Watch
from veracious.eval.stance import seed_of
from veracious.eval.verdict import ablate, again, chance, score, tune
from veracious.eval.verdict import run as verdict_run
from veracious.eval.verdict.suite import Bench, Models
from veracious.rules.dials import Dials

SETS = "development"


@dataclass(frozen=True, slots=True)
class Wish:
    """What somebody asked for."""

    model: Path | None  # folder of the twin judge
    out: Path
    limit: int | None = None


@dataclass(frozen=True, slots=True)
class Ground:
    """The sets a study is made on, and what describes them."""

    benches: tuple[Bench, ...]
    manifest: Report


async def ground(wish: Wish, dials: Dials, watch: Watch) -> Ground:
    """The development sets, ready to be run with these dials."""
    chosen, moment = pack.choose("verdict", SETS), wiring.clock().now()
    loaded = Models(models.embedder(None), wiring.judge(wish.model), wiring.relevance(None))
    log = OpeningLog(wish.out / "openings.md", "", moment.date())  # of held-out sets; there is none among these
    cache = settings.read().cache / "vectors"
    plan = Plan(chosen, pack.folder(), wish.out, wish.limit, log, moment, wiring.lexicon(), dials, cache)
    benches, inputs = [], []
    for one in chosen:
        opened = pack.read(plan.data, one, log.begin(one, loaded.judge.name.digest))
        bench, read = await verdict_run.bench(plan, one, opened, loaded, watch)
        benches.append(bench)
        inputs += [run.described(one, opened, len(bench.claims)), *read]
    names = {
        "embedder": loaded.embedder.digest,
        "judge": loaded.judge.name.digest,
        "relevance": loaded.relevance.name.digest,
    }
    return Ground(tuple(benches), run.manifest(plan, names, inputs))


async def tuning(wish: Wish, watch: Watch) -> Report:
    """The dials fitted on the sets, each set left out once."""
    dials = Dials()
    found = await ground(wish, dials, watch)
    ready = [await _ready(bench, dials, watch) for bench in found.benches]
    plain = [await _ready(bench, Dials.reference(), watch) for bench in found.benches]
    told: dict[str, Any] = {"manifest": found.manifest, "now": {}, "reference": {}}
    for one, printed in zip(ready, plain, strict=True):
        told["now"][one.name], told["reference"][one.name] = one.figures(dials), printed.figures(Dials.reference())
    told |= tune.left_out(ready, tune.trials(), dials)
    return _write(wish.out, "tuning", told)


async def _ready(bench: Bench, dials: Dials, watch: Watch) -> tune.Ready:
    listened = await again.listen(bench, dials, watch.begin(f"{bench.name} claims", len(bench.claims)))
    return tune.Ready(bench.name, listened, bench.documents)


async def ablation(wish: Wish, watch: Watch) -> Report:
    """Every mechanism of the reference switched off, one at a time."""
    dials = Dials.reference()
    found = await ground(wish, dials, watch)
    whole = [await ablate.base(bench, dials, watch.begin(f"{bench.name} claims", len(bench.claims))) for bench in found.benches]
    mechanisms, elsewhere = ablate.mechanisms()
    done = _lines(wish.out / "ablation.jsonl")
    tick = watch.begin("mechanisms", len(mechanisms))
    for one in mechanisms:
        if one.name not in done:
            effect = ablate.effect([(base, await ablate.without(one, base, dials)) for base in whole])
            done[one.name] = run.plain({"name": one.name, "formula": one.formula, "kind": one.kind, **effect})
            _append(wish.out / "ablation.jsonl", done[one.name])
        tick(1)
    base = {one.bench.name: score.plain(one.bench.claims, {told.key: told for told in one.answered.told}) for one in whole}
    told = {"manifest": found.manifest, "base": base, "mechanisms": ablate.table(done), "elsewhere": dict(elsewhere)}
    return _write(wish.out, "ablation", told)


async def calibration(wish: Wish, watch: Watch) -> Report:
    """The probability of each verdict, fitted on all sets, and what a fit on the others says of each."""
    dials = Dials()
    found = await ground(wish, dials, watch)
    names, parts = score.SCORES, {}
    for bench in found.benches:
        ready = await _ready(bench, dials, watch)
        answers = again.answer(ready.listened, dials, bench.documents)
        parts[bench.name] = chance.rows([answers[row.key].scores for row in bench.claims], [row.label for row in bench.claims], names)
    table = chance.fit(chance.together(list(parts.values())), names, "verdicts")
    told: dict[str, Any] = {"manifest": found.manifest, "table": table, "within": {}, "left_out": {}}
    for name, rows in parts.items():
        told["within"][name] = chance.figures(chance.crossed(rows, names, seed_of(name)), rows.gold, name)
        others = chance.fit(chance.together([other for key, other in parts.items() if key != name]), names, "others")
        told["left_out"][name] = chance.figures(chance.shares(rows, others), rows.gold, name)
    return _write(wish.out, "calibration", told)


def shipped(report: Report, judges: Sequence[str]) -> Report:
    """A calibration as it is shipped: the table, what it was fitted on, the judges it holds for, and how good it was on a set left out."""
    figures = {}
    for name, one in report["left_out"].items():
        side = one["side"]
        figures[name] = {"n": side["n"], "ece": side["ece"], "consistent": side["consistent"], "mean": side["mean_confidence"]}
        figures[name]["right"] = side["mean_right"]
    sets = [one["set"] for one in report["manifest"]["inputs"]]
    return {"table": report["table"], "judges": list(judges), "fitted_on": list(dict.fromkeys(sets)), "side_left_out": figures}


def _write(out: Path, name: str, results: Mapping[str, Any]) -> Report:
    found = run.plain(dict(results))
    out.mkdir(parents=True, exist_ok=True)
    (out / f"{name}.json").write_text(json.dumps(found, ensure_ascii=False, indent=1) + "\n", "utf-8")
    return found


def _lines(path: Path) -> dict[str, Any]:
    """What is known already; the torn end of a killed run is left out."""
    texts: Sequence[str] = path.read_text("utf-8").splitlines(keepends=True) if path.is_file() else ()
    return {line["name"]: line for text in texts if text.endswith("\n") for line in [json.loads(text)]}


def _append(path: Path, line: Mapping[str, Any]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps(line, ensure_ascii=False) + "\n")
