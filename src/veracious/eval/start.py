"""From what somebody asked for to a finished run: choose the sets, load the models, run, write the report."""

from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from veracious import settings, wiring
from veracious.domain.errors import InputError
from veracious.eval import article_claims, checkworthy, models, pack, report, run
from veracious.eval.field import run as field_run
from veracious.eval.ledger import run as ledger_run
from veracious.eval.ledger.suite import Reader
from veracious.eval.openings import OpeningLog
from veracious.eval.run import Plan, Report, Watch
from veracious.eval.verdict import run as verdict_run
from veracious.eval.verdict.suite import Models
from veracious.rules.dials import Dials

ALL = "all"  # suites


@dataclass(frozen=True, slots=True)
class Wish:
    """What somebody asked for."""

    suite: str
    sets: str = "development"
    limit: int | None = None
    out: Path | None = None
    model: Path | None = None
    relevance: Path | None = None
    modes: tuple[str, ...] = ("plain",)
    conflicts: bool = False
    reason: str = ""
    openings: Path = Path("evals/openings.md")
    stored: bool = False
    data: Path | None = None  # the pack; by default that of the settings
    dials: Dials = field(default_factory=Dials)


@dataclass(frozen=True, slots=True)
class Finished:
    """A report and the page it was written to."""

    report: Report
    page: Path


def parts(wish: Wish) -> tuple[Wish, ...]:
    """What is run for a wish: for `all`, every suite in a folder of its own."""
    if wish.suite != ALL:
        return (wish,)
    out = wish.out or Path("eval-runs") / ALL
    return tuple(replace(wish, suite=suite, out=out / suite) for suite in ("stance", "retrieval", "verdict"))


async def measure(wish: Wish, watch: Watch) -> Finished:
    """Run a suite; what cannot be done is refused before a model is loaded or a row is read."""
    chosen = pack.choose(wish.suite, wish.sets)
    data = wish.data or (wish.openings.parent if all(one.known.get("beside_log") for one in chosen) else pack.folder())
    log = OpeningLog(wish.openings, wish.reason, wiring.clock().now().date())
    log.demand(chosen)
    if wish.stored and wish.suite != "retrieval":
        raise InputError("--store belongs to the retrieval suite")
    if wish.suite == "stance":
        judge = models.judge(wish.model)
        plan = _plan(wish, data, log, judge.digest)
        told = run.stances(plan, judge, watch)
    elif wish.modes != ("plain",) or wish.conflicts:
        raise InputError("--blank, --swap, --titles and --conflicts belong to the stance suite")
    elif wish.suite == "checkworthy":
        weights = wiring.worth_table()
        plan = _plan(wish, data, log, checkworthy.table_digest(weights))
        told = checkworthy.sentences(plan, weights, watch)
    elif wish.suite == "articles":
        plan = _plan(wish, data, log, wish.dials.digest(wiring.lexicon()))
        told = article_claims.claims(plan, watch)
    elif wish.suite == "ledger":
        weigher: Any = wiring.judge(wish.model)
        plan = _plan(wish, data, log, weigher.name.digest)
        told = await ledger_run.ledgers(plan, Reader(plan.lexicon, plan.dials, weigher, weigher.name.digest), watch)
    elif wish.suite == "field":
        whole: Any = models.engine(wish.model, wish.relevance)
        plan = _plan(wish, data, log, whole.judge.name.digest)
        told = await field_run.fields(plan, whole, watch)
    elif wish.suite == "verdict":
        loaded = Models(models.embedder(None), wiring.judge(wish.model), wiring.relevance(wish.relevance))
        plan = _plan(wish, data, log, loaded.judge.name.digest)
        told = await verdict_run.verdicts(plan, loaded, watch)
    else:
        embedder = models.embedder(wish.model)
        plan = _plan(wish, data, log, embedder.digest)
        told = await run.retrievals(plan, embedder, models.relevance(wish.relevance), watch)
    return Finished(told, report.write(told, plan.out))


def _plan(wish: Wish, data: Path, log: OpeningLog, model: str) -> Plan:
    return Plan(
        sets=pack.choose(wish.suite, wish.sets),
        data=data,
        out=wish.out or Path("eval-runs") / f"{wish.suite}-{model.removeprefix('sha256:')[:12]}",
        limit=wish.limit,
        log=log,
        moment=wiring.clock().now(),
        lexicon=wiring.lexicon(),
        dials=wish.dials,
        cache=settings.read().cache / "vectors",
        modes=wish.modes,
        conflicts=wish.conflicts,
        stored=wish.stored,
    )
