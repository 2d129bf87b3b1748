"""The checkworthy suite: whether the sentences that people chose to check have a higher worthiness than the others.

Sentences of debates and speeches are put in order one debate at a time, as the published results are. Beside it stand chance and the
length of a sentence. Nothing is asked of a model or of the network: the worthiness is a sum over features and a table of weights.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from veracious.eval import metrics, pack, ranks, run
from veracious.eval.metrics import DRAWS, SEED, Figure
from veracious.eval.pack import EvalSet, Opened
from veracious.eval.ranks import Floats, Ints
from veracious.eval.run import Plan, Report, Watch
from veracious.eval.stance import Tick
from veracious.eval.tables import bare, pct, table
from veracious.rules import digest
from veracious.rules.dials import Dials
from veracious.rules.reading import checkworthy, intake
from veracious.rules.reading.checkworthy import FEATURES, WorthTable
from veracious.rules.reading.lexicon import Lexicon

SHUFFLES = 200  # orders by chance that are averaged: the mean moves by less than a tenth of a point
TICK = 100  # sentences between two looks of who watches
WAYS = ("worthiness", "length", "chance")


@dataclass(frozen=True, slots=True)
class Scored:
    """The sentences of a set: who chose to check them, their worthiness, their length, their features, and their debate."""

    gold: Ints
    worthiness: Floats
    length: Floats
    has: NDArray[np.bool_]  # a row for each sentence, a column for each feature
    groups: tuple[str, ...]  # of each sentence; "" in a set without debates

    @property
    def debates(self) -> dict[str, Ints]:
        """The sentences of each debate in which something was checked, by their number."""
        named = np.array(self.groups)
        found = {name: np.flatnonzero(named == name) for name in dict.fromkeys(self.groups)}
        return {name: rows for name, rows in found.items() if self.gold[rows].any()}

    @property
    def is_of_debates(self) -> bool:
        """Whether sentences belong to debates, so that an interval is over these."""
        return len(set(self.groups)) > 1


def table_digest(weights: WorthTable) -> str:
    """The name under which a table of weights is logged."""
    return digest.of(weights, "checkworthy")


def read(rows: Sequence[Mapping[str, Any]], weights: WorthTable, lexicon: Lexicon, dials: Dials, tick: Tick) -> Scored:
    """Read every sentence as a claim of an article would be."""
    told: list[float] = []
    has: list[list[bool]] = []
    for place, row in enumerate(rows, 1):
        part = intake.part_of(row["text"], lexicon, dials.reading)
        found = checkworthy.features(checkworthy.wording(part, lexicon, dials.reading.checkworthy.features))
        told.append(checkworthy.worthiness(checkworthy.shares(found, weights)))
        has.append([name in found for name, _ in FEATURES])
        if place % TICK == 0 or place == len(rows):
            tick((place - 1) % TICK + 1)
    return Scored(
        np.array([row["check_worthy"] for row in rows], dtype=np.int64),
        np.array(told),
        np.array([len(row["text"].split()) for row in rows], dtype=np.float64),
        np.array(has, dtype=np.bool_),
        tuple(str(row.get("group", "")) for row in rows),
    )


def figures(scored: Scored, weights: WorthTable) -> Report:
    """All figures of a set."""
    ordered = {way: precision(scored, way) for way in WAYS}
    return {
        "n": len(scored.gold),
        "worth_checking": int(scored.gold.sum()),
        "debates": len(scored.debates) if scored.is_of_debates else 0,
        "average_precision": {way: _ordered_well(scored, way, found) for way, found in ordered.items()},
        "more_than_length": metrics.paired_mean(ordered["length"], ordered["worthiness"]) if scored.is_of_debates else None,
        "auc": {way: _area(scored, way) for way in ("worthiness", "length")},
        "f1": _cut(scored, weights.cut),
        "features": _features(scored, weights),
    }


def precision(scored: Scored, way: str) -> Floats:
    """The average precision of each debate, or of the one list that a set without debates is."""
    scores, random = getattr(scored, way, None), np.random.default_rng(SEED)
    found = []
    for rows in scored.debates.values():
        gold = scored.gold[rows]
        if scores is None:
            found.append(float(np.mean([ranks.average_precision(random.random(len(rows)), gold) for _ in range(SHUFFLES)])))
        else:
            found.append(ranks.average_precision(scores[rows], gold))
    return np.array(found)


def _ordered_well(scored: Scored, way: str, precisions: Floats) -> Figure:
    """The mean over debates with its interval; of one list its average precision, with its sentences drawn again."""
    if scored.is_of_debates:
        return metrics.mean(precisions)
    value, scores = float(precisions.mean()) if len(precisions) else 0.0, getattr(scored, way, None)
    if scores is None:
        return Figure(value, value, value)
    drawn = [ranks.average_precision(scores[rows], scored.gold[rows]) for rows in _resampled(scored)]
    return metrics.interval(value, np.array(drawn))


def _area(scored: Scored, way: str) -> Figure:
    scores = getattr(scored, way)
    drawn = [ranks.auc(scores[rows], scored.gold[rows]) for rows in _resampled(scored)]
    return metrics.interval(ranks.auc(scores, scored.gold), np.array(drawn))


def _cut(scored: Scored, cut: float) -> Report:
    """F1 at the cut of the table; the longest sentences, as many; as many by chance; and all of them."""
    told = scored.worthiness >= cut
    long = np.zeros(len(told), dtype=np.bool_)
    long[np.argsort(-scored.length, kind="stable")[: int(told.sum())]] = True
    ways = {"worthiness": told, "length": long, "all": np.ones(len(told), dtype=np.bool_)}
    draws = list(_resampled(scored))
    found: Report = {}
    for name, one in ways.items():
        drawn = np.array([ranks.f1(one[rows], scored.gold[rows]) for rows in draws])
        found[name] = metrics.interval(ranks.f1(one, scored.gold), drawn)
    share, base = float(told.mean()), float(scored.gold.mean())
    right = int((told & (scored.gold == 1)).sum())
    return found | {
        "chance": 2 * share * base / (share + base) if share + base else 0.0,
        "precision": right / max(1, int(told.sum())),
        "recall": right / max(1, int(scored.gold.sum())),
        "cut": cut,
    }


def _features(scored: Scored, weights: WorthTable) -> list[Report]:
    """Each feature: its weight, how many sentences have it, how many of these are worth checking, and what the area loses without it."""
    by_name, whole = dict(weights.weights), ranks.auc(scored.worthiness, scored.gold)
    odds = np.log(scored.worthiness) - np.log1p(-scored.worthiness)
    found = []
    for column, (name, _) in enumerate(FEATURES):
        has, weight = scored.has[:, column], by_name.get(name, 0.0)
        found.append(
            {
                "name": name,
                "weight": weight,
                "share": float(has.mean()),
                "worth_checking": float(scored.gold[has].mean()) if has.any() else None,
                "carries": whole - ranks.auc(odds - weight * has, scored.gold),
            }
        )
    return sorted(found, key=lambda one: (-one["carries"], one["name"]))


def _resampled(scored: Scored) -> Iterator[Ints]:
    """Rows drawn again: whole debates where there are debates, else sentences."""
    random, size = np.random.default_rng(SEED), len(scored.gold)
    named = np.array(scored.groups)
    parts = [np.flatnonzero(named == name) for name in dict.fromkeys(scored.groups)]
    for _ in range(DRAWS // 4):
        if scored.is_of_debates:
            yield np.concatenate([parts[one] for one in random.integers(0, len(parts), len(parts))])
        else:
            yield random.integers(0, size, size)


def sentences(plan: Plan, weights: WorthTable, watch: Watch) -> Report:
    """Run the suite."""
    told, inputs, name = {}, [], table_digest(weights)
    for one in plan.sets:
        opening = plan.log.begin(one, name)
        opened = pack.read(plan.data, one, opening)
        scored = read(_rows(plan, one, opened), weights, plan.lexicon, plan.dials, watch.begin(f"{one.name} sentences", len(opened.rows)))
        told[one.name] = figures(scored, weights) | {"floors": dict(one.known)}
        inputs.append(run.described(one, opened, len(scored.gold)))
        plan.log.finish(opening, headline(told[one.name]))
    return run.plain({"suite": "checkworthy", "manifest": run.manifest(plan, {"weights": name}, inputs), "sets": told})


def _rows(plan: Plan, eval_set: EvalSet, opened: Opened) -> list[Mapping[str, Any]]:
    """The sentences of a set, without those that the weights were fitted on."""
    seen = frozenset(row["text"] for file in eval_set.known.get("apart_from", ()) for row in pack.unguarded(plan.data, file).rows)
    rows = {key: row for key, row in pack.keyed(opened.rows).items() if row["text"] not in seen}
    return [rows[key] for key in pack.sample(list(rows), plan.limit)]


def headline(report: Report) -> str:
    """What a line of the log says."""
    ordered = "MAP" if report["debates"] else "average precision"
    return (
        f"n {report['n']}, {ordered} {run.percent(report['average_precision']['worthiness'])}, "
        f"AUC {run.percent(report['auc']['worthiness'])}, F1 {run.percent(report['f1']['worthiness'])}"
    )


# The page.

_SHOWN = 15  # features of a set


def parts(report: Report) -> list[str]:
    """What is told of a run."""
    sets: Report = report["sets"]
    pages = [
        "Percent, with 95 % bootstrap intervals, over debates where a set has them. *MAP* is the mean over debates of average precision; "
        "without debates, the average precision of the one list. *length* puts the longest sentence first. At the cut of the table a "
        "sentence counts as worth checking; length and chance tell as many.",
        table(
            ("set", "n", "worth checking", "debates", "MAP", "length", "difference", "chance", "published best", "AUC", "length"),
            ((name, told["n"], told["worth_checking"], told["debates"] or "–", *_ordered(told)) for name, told in sets.items()),
        ),
        "## At the cut",
        table(
            ("set", "cut", "F1", "length", "chance", "all told", "precision", "recall"),
            ((name, *_told(told["f1"])) for name, told in sets.items()),
        ),
        f"## What carries it\n\nThe {_SHOWN} features without which the area under the curve (AUC) loses most, in points. A weight is what "
        "the feature adds to the log-odds.",
    ]
    pages += [f"**{name}**\n\n{_carried(told['features'])}" for name, told in sets.items()]
    return pages


def _ordered(told: Report) -> tuple[object, ...]:
    found = told["average_precision"]
    best = told["floors"].get("published_map")
    more = told["more_than_length"]
    return (
        *(pct(found[way]) for way in ("worthiness", "length")),
        "–" if more is None else pct(more, signed=True),
        f"{100 * found['chance']['value']:.1f}",
        "–" if best is None else best,
        *(bare(told["auc"][way]) for way in ("worthiness", "length")),
    )


def _told(found: Report) -> tuple[object, ...]:
    shares = (f"{100 * found[name]:.1f}" for name in ("precision", "recall"))
    return (found["cut"], pct(found["worthiness"]), pct(found["length"]), f"{100 * found['chance']:.1f}", pct(found["all"]), *shares)


def _carried(features: Sequence[Report]) -> str:
    head = ("feature", "weight", "sentences that have it", "of these worth checking", "AUC lost without it")
    rows = (
        (
            one["name"],
            f"{one['weight']:+.2f}",
            f"{100 * one['share']:.1f}",
            "–" if one["worth_checking"] is None else f"{100 * one['worth_checking']:.1f}",
            f"{100 * one['carries']:.2f}",
        )
        for one in features[:_SHOWN]
    )
    return table(head, rows)
