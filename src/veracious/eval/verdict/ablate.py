"""Every mechanism of the source documents switched off, one at a time: how often it acts, and what the answers lose or gain without it.

A mechanism is active on a claim when anything that is told of the claim changes without it. A difference is paired claim by claim and is
the mean over the sets. Among those that are active often enough, false discoveries are held at one in twenty (Benjamini and Hochberg 1995).
"""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from importlib import resources
from typing import Any

import numpy as np

from veracious.eval import metrics
from veracious.eval.metrics import Difference, Floats, Ints, PairedAnswers
from veracious.eval.stance import Tick, seed_of
from veracious.eval.verdict import again, chance, score, tune
from veracious.eval.verdict.again import Listened
from veracious.eval.verdict.predict import Prediction
from veracious.eval.verdict.score import ORDER, SIDES
from veracious.eval.verdict.suite import Bench
from veracious.rules.dials import Dials

OFTEN = 0.02  # share of claims on which a mechanism must act to be tested
DISCOVERIES = 0.05  # share of false ones among what is called a difference
LATE = ("weighing.", "judging.")  # dials that are tried on what was heard
EARLY = ("judging.conflicts.", "judging.heard.", "judging.quotes.")  # but not these: they change what is heard


@dataclass(frozen=True, slots=True)
class Mechanism:
    """Something that can be switched off."""

    name: str
    formula: str
    kind: str
    off: Mapping[str, Any]

    @property
    def is_late(self) -> bool:
        """Whether it acts only on what was already heard."""
        return all(dial.startswith(LATE) and not dial.startswith(EARLY) for dial in self.off)

    def without(self, dials: Dials) -> Dials:
        """The dials with this mechanism off."""
        for dial, value in self.off.items():
            dials = tune.turn(dials, dial, value)
        return dials


def mechanisms() -> tuple[tuple[Mechanism, ...], Mapping[str, str]]:
    """All of them, and the formulas that act elsewhere, with the reason."""
    told = tomllib.loads(resources.files("veracious.eval").joinpath("mechanisms.toml").read_text("utf-8"))
    elsewhere = told.pop("elsewhere")
    return tuple(Mechanism(name, **one) for name, one in told.items()), elsewhere


@dataclass(frozen=True, slots=True)
class Answered:
    """The answers to one set: what is compared."""

    keys: tuple[str, ...]
    verdicts: Ints
    leans: Ints  # of the claims whose gold takes a side
    losses: Floats  # log loss of each claim, by a probability fitted on these scores and crossed
    told: tuple[Prediction, ...]


@dataclass(frozen=True, slots=True)
class Whole:
    """A set and its answers with every mechanism on."""

    bench: Bench
    listened: Sequence[Listened]
    gold: Ints
    sides: Ints
    answered: Answered


async def base(bench: Bench, dials: Dials, tick: Tick) -> Whole:
    """A set answered with everything on."""
    listened = await again.listen(bench, dials, tick)
    gold = np.array([ORDER.index(row.label) for row in bench.claims])
    sides = np.array([SIDES.index(row.label) for row in bench.claims if row.label in SIDES])
    return Whole(bench, listened, gold, sides, answered(bench, again.answer(listened, dials, bench.documents)))


def answered(bench: Bench, predictions: Mapping[str, Prediction]) -> Answered:
    """What is compared of the answers to a set."""
    rows = [replace(predictions[row.key], seen=(), reach="") for row in bench.claims]  # what errors are looked at by is no answer
    found = chance.rows([one.scores for one in rows], [row.label for row in bench.claims], score.SCORES)
    losses = chance.log_losses(chance.crossed(found, score.SCORES, seed_of(bench.name)), found.gold)
    leans = np.array([score.forced(predictions[row.key]) for row in bench.claims if row.label in SIDES])
    return Answered(tuple(one.key for one in rows), np.array([ORDER.index(one.verdict) for one in rows]), leans, losses, tuple(rows))


async def without(mechanism: Mechanism, whole: Whole, dials: Dials) -> Answered:
    """The answers to a set with one mechanism off."""
    turned = mechanism.without(dials)
    listened = whole.listened if mechanism.is_late else await again.listen(whole.bench, turned, lambda done: None)
    return answered(whole.bench, again.answer(listened, turned, whole.bench.documents))


def effect(pairs: Sequence[tuple[Whole, Answered]]) -> dict[str, Any]:
    """What the sets have more without the mechanism: strict and forced macro-F1, and log loss."""
    active = [np.array([one != other for one, other in zip(whole.answered.told, lost.told, strict=True)]) for whole, lost in pairs]
    strict, forced, losses = [], [], []
    for whole, lost in pairs:
        seed = seed_of(whole.bench.name)
        strict.append(PairedAnswers.of(list(whole.gold), list(whole.answered.verdicts), list(lost.verdicts), seed, len(ORDER)))
        forced.append(PairedAnswers.of(list(whole.sides), list(whole.answered.leans), list(lost.leans), seed, len(SIDES)))
        losses.append(metrics.means(lost.losses - whole.answered.losses))
    gaps = [float((lost.losses - whole.answered.losses).mean()) for whole, lost in pairs]
    return {
        "active": float(np.concatenate(active).mean()),
        "by_set": {whole.bench.name: float(one.mean()) for (whole, _), one in zip(pairs, active, strict=True)},
        "strict": _mean([one.macro_f1().value for one in strict], [one.drawn_macro_f1() for one in strict]),
        "forced": _mean([one.macro_f1().value for one in forced], [one.drawn_macro_f1() for one in forced]),
        "log_loss": _mean(gaps, losses),
    }


def _mean(values: Sequence[float], drawn: Sequence[Floats]) -> Difference:
    return metrics.difference(float(np.mean(values)), np.mean(np.array(drawn), axis=0))


def discoveries(chances: Sequence[float], share: float = DISCOVERIES) -> list[bool]:
    """Which of these p-values are called differences, with at most this share of false ones among them."""
    order = np.argsort(chances, kind="stable")
    places = [place for place, at in enumerate(order, 1) if chances[at] <= share * place / len(chances)]
    last = max(places, default=0)
    found = [False] * len(chances)
    for at in order[:last]:
        found[int(at)] = True
    return found


def table(effects: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """The effects with what is called a difference; those that hardly ever act are not tested."""
    told = {name: {**one, "tested": one["active"] >= OFTEN, "differs": []} for name, one in effects.items()}
    tested = [name for name, one in told.items() if one["tested"]]
    for figure in ("strict", "forced", "log_loss"):
        found = discoveries([told[name][figure]["p"] for name in tested]) if tested else []
        for name, differs in zip(tested, found, strict=True):
            told[name]["differs"] += [figure] if differs else []
    return told
