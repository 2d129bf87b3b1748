"""A run of a suite, from the sets that were asked for to the report; what is found is written down as it comes.

For each set: write the opening down, read the rows, ask the model for what is not yet known, work out the figures, close the opening.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Protocol

from veracious import __version__
from veracious.eval import metrics, pack, retrieval, search, stance, stored, vectors
from veracious.eval.kept import Line, ResultLines
from veracious.eval.openings import OpeningLog
from veracious.eval.pack import EvalSet, Opened
from veracious.eval.retrieval import Index, RelevanceModel
from veracious.eval.search import Corpus, Words
from veracious.eval.stance import Reader, StanceModel, Tick
from veracious.eval.vectors import EmbedderModel, Vectors
from veracious.rules import digest
from veracious.rules.dials import Dials
from veracious.rules.reading.lexicon import Lexicon

RERANKED = (
    300  # claims of a set that the relevance model is asked about: of 1,400 it reads for a quarter of an hour, of these three minutes
)

Report = dict[str, Any]


class Watch(Protocol):
    """Who is told how far a run has come."""

    def begin(self, title: str, total: int) -> Tick:
        """A step of so many parts begins; call what is returned with each number of parts done."""
        ...


@dataclass(frozen=True, slots=True)
class Plan:
    """What is run, on what, and where to."""

    sets: tuple[EvalSet, ...]
    data: Path
    out: Path
    limit: int | None
    log: OpeningLog
    moment: datetime
    lexicon: Lexicon
    dials: Dials
    cache: Path  # of vectors
    modes: tuple[str, ...] = ("plain",)
    conflicts: bool = False
    stored: bool = False  # retrieval through the store, too

    def kept(self, eval_set: EvalSet) -> ResultLines:
        """What is known of a set already."""
        return ResultLines(rows_file(self.out, eval_set.name))


def rows_file(out: Path, name: str) -> Path:
    """Where the lines of a set stand in the folder of a run."""
    return out / "rows" / (name.replace("/", "-") + ".jsonl")


def stances(plan: Plan, model: StanceModel, watch: Watch) -> Report:
    """Run the stance suite."""
    told, inputs = {}, []
    for one in plan.sets:
        opening = plan.log.begin(one, model.digest)
        opened = pack.read(plan.data, one, opening)
        told[one.name] = _stance_set(plan, one, opened, model, watch)
        inputs.append(described(one, opened, told[one.name]["n"]))
        plan.log.finish(opening, _headline(told[one.name]))
    report = {"suite": "stance", "manifest": manifest(plan, {"judge": model.digest}, inputs), "sets": told}
    tests = {name: told[name]["calibrated"]["confusion"] for name in told if name.startswith("test_")}
    if tests:
        report["mean"] = {"sets": len(tests), "macro_f1": stance.mean_macro_f1(tests)}
    return plain(report)


def _stance_set(plan: Plan, eval_set: EvalSet, opened: Opened, model: StanceModel, watch: Watch) -> Report:
    found, kept = stance.pairs(pack.keyed(opened.rows)), plan.kept(eval_set)
    names = pack.sample([pair.key for pair in found], plan.limit)
    wanted = frozenset(names)
    lines = {}
    for mode in plan.modes:
        shown = [pair for pair in stance.altered(found, mode) if pair.key in wanted]
        stance.judge(shown, mode, model, kept, watch.begin(f"{eval_set.name} {mode}", len(shown)))
        lines[mode] = _lines(kept, names, model.digest, mode)
    told = stance.figures(lines["plain"], eval_set.name) | {"floors": dict(eval_set.known)}
    told |= {mode: stance.neutral(lines[mode], eval_set.name) for mode in plan.modes if mode not in ("plain", "titled")}
    if "titled" in lines:
        told["titles"] = stance.titles(lines["plain"], lines["titled"], eval_set.name)
    if plan.conflicts:
        whole, reader = [pair for pair in found if pair.key in wanted], Reader(plan.lexicon, plan.dials)
        stance.note_conflicts(whole, model.digest, kept, reader, watch.begin(f"{eval_set.name} conflicts", len(whole)))
        told["conflicts"] = stance.effect(lines["plain"], _lines(kept, names, model.digest, "conflicts"), eval_set.name)
    return told


def _lines(kept: ResultLines, names: Sequence[str], model: str, mode: str) -> list[Line]:
    return [line for name in names if (line := kept.find(name, model, mode)) is not None]


def _headline(figures: Report) -> str:
    found = figures["calibrated"]["macro_f1"]
    said = f"n {figures['n']}, macro-F1 {percent(found)}"
    for mode in ("blank", "swap", "titled_swap"):
        if mode in figures:
            said += f", neutral when {mode.replace('_', ' ')} {percent(figures[mode]['neutral']['calibrated'])}"
    return said


def percent(figure: metrics.Figure) -> str:
    """A figure with its interval, in percent."""
    return f"{100 * figure.value:.1f} [{100 * figure.low:.1f}–{100 * figure.high:.1f}]"


async def retrievals(plan: Plan, model: EmbedderModel, relevance: RelevanceModel | None, watch: Watch) -> Report:
    """Run the retrieval suite."""
    told, inputs, indices = {}, [], dict[tuple[str, str], Index]()
    for one in plan.sets:
        opening = plan.log.begin(one, model.digest)
        opened = pack.read(plan.data, one, opening)
        unit, corpus = one.known["unit"], pack.unguarded(plan.data, one.known["corpus"])
        if (corpus.file, unit) not in indices:
            indices[corpus.file, unit] = await _index(plan, corpus, unit, model, watch)
        told[one.name] = await _retrieval_set(plan, one, (opened, indices[corpus.file, unit]), (model, relevance), watch)
        inputs += [described(one, opened, told[one.name]["n"]), described(one, corpus, len(corpus.rows))]
        plan.log.finish(opening, f"n {told[one.name]['n']}, recall@10 {percent(told[one.name]['all']['vectors']['recall@10'])}")
    tools = {"embedder": model.digest} | ({} if relevance is None else {"relevance": relevance.digest})
    return plain({"suite": "retrieval", "manifest": manifest(plan, tools, inputs), "sets": told})


async def _index(plan: Plan, opened: Opened, unit: str, model: EmbedderModel, watch: Watch) -> Index:
    corpus: Corpus = search.cut(opened.rows, unit, plan.dials)
    told = [search.search_text(piece) for piece in corpus.units]
    found = await vectors.embed(told, model, plan.cache, watch.begin(f"vectors of {opened.file}", len(told)))
    return Index(corpus, found, Words(corpus, plan.lexicon, plan.dials), plan.dials)


async def _retrieval_set(
    plan: Plan, eval_set: EvalSet, where: tuple[Opened, Index], models: tuple[EmbedderModel, RelevanceModel | None], watch: Watch
) -> Report:
    (opened, index), (embedder, relevance) = where, models
    rows = pack.keyed(opened.rows)
    claims = retrieval.asked({name: rows[name] for name in pack.sample(list(rows), plan.limit)}, eval_set.known["unit"])
    kept = plan.kept(eval_set)
    queries: Vectors = await vectors.embed(
        [claim.claim for claim in claims], embedder, plan.cache, watch.begin(f"{eval_set.name} claims", len(claims))
    )
    retrieval.look(claims, queries, index, embedder.digest, kept)
    names = [claim.key for claim in claims]
    lines = _lines(kept, names, embedder.digest, "search")
    told: Report = {
        "n": len(claims),
        "targets": len(index.corpus.targets),
        "units": len(index.corpus.units),
        "floors": dict(eval_set.known),
    }
    told["all"] = retrieval.recalls(lines, eval_set.name)
    if "seen" in eval_set.known:
        before = retrieval.seen(pack.unguarded(plan.data, eval_set.known["seen"]).rows)
        told["seen"] = retrieval.recalls(lines, eval_set.name, before)
        told["unseen"] = retrieval.recalls(lines, eval_set.name, frozenset(index.corpus.targets) - before)
    if relevance is not None:
        drawn = frozenset(pack.sample(names, RERANKED))
        some = [claim for claim in claims if claim.key in drawn]
        await retrieval.rerank(some, index, (embedder.digest, relevance), kept, watch.begin(f"{eval_set.name} relevance", len(some)))
        lines = _lines(kept, [claim.key for claim in some], f"{embedder.digest}+{relevance.digest}", "rerank")
        told["relevance"] = retrieval.gains(lines, eval_set.name)
    if plan.stored:
        known, tick = stored.as_known(claims, queries), watch.begin(f"{eval_set.name} into the store", len(index.corpus.targets))
        held = await stored.shelve(index, known, embedder, f"{eval_set.known['corpus']} {eval_set.known['unit']}", tick)
        tick = watch.begin(f"{eval_set.name} through the store", len(claims))
        under = await stored.look(claims, held, (embedder.digest, relevance), kept, tick)
        told["store"] = stored.recalls(_lines(kept, names, under, "store"), eval_set.name)
    return told


def manifest(plan: Plan, models: dict[str, str], inputs: Sequence[Report]) -> Report:
    """What a run was made of."""
    return {
        "date": plan.moment,
        "veracious": __version__,
        "models": models,
        "dials": plan.dials.digest(plan.lexicon),
        "limit": plan.limit,
        "modes": plan.modes,
        "conflicts": plan.conflicts,
        "draws": metrics.DRAWS,
        "seed": metrics.SEED,
        "inputs": inputs,
    }


def described(eval_set: EvalSet, opened: Opened, used: int) -> Report:
    """A file that a run read."""
    return {
        "set": eval_set.name,
        "file": opened.file,
        "sha256": opened.sha256,
        "as_listed": opened.listed,
        "licence": eval_set.licence,
        "split": eval_set.use,
        "rows": len(opened.rows),
        "used": used,
    }


def plain(report: Report) -> Report:
    """The report in JSON's own types."""
    found: Report = json.loads(digest.canonical(report))
    return found
