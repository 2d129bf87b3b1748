"""Dials fitted on development sets, each set left out once.

One dial after the other is moved to the value that is worth most on the sets it is fitted on, and only when that is worth more than chance
could make it; the whole list is gone through until nothing moves. What the choice is worth is told of the set that had no part in it.
"""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import resources
from typing import Any

from veracious.eval.verdict import again, score
from veracious.eval.verdict.again import Listened
from veracious.eval.verdict.corpus import Document
from veracious.rules import dials as all_dials
from veracious.rules.dials import Dials

ROUNDS = 3  # through the list of dials at most
GAIN = 0.002  # the least that a dial is moved for


@dataclass(frozen=True, slots=True)
class Ready:
    """A set whose claims were listened to."""

    name: str
    listened: Sequence[Listened]
    documents: Mapping[str, Document]

    def figures(self, dials: Dials) -> dict[str, float]:
        """The figures that a choice is made by."""
        return score.plain([one.asked for one in self.listened], again.answer(self.listened, dials, self.documents))


@dataclass(frozen=True, slots=True)
class Trial:
    """A dial and the values it is tried at."""

    dial: str
    values: tuple[Any, ...]


def trials() -> tuple[Trial, ...]:
    """The few dials that are fitted, in order."""
    told = tomllib.loads(resources.files("veracious.eval").joinpath("tuning.toml").read_text("utf-8"))
    return tuple(Trial(name, tuple(values)) for name, values in told["dials"].items())


def worth(ready: Sequence[Ready], dials: Dials) -> float:
    """What dials are worth: the mean over the sets of the mean of their figures."""
    means = (list(one.figures(dials).values()) for one in ready)
    return sum(sum(values) / len(values) for values in means) / len(ready)


def fit(ready: Sequence[Ready], tried: Sequence[Trial], start: Dials) -> tuple[dict[str, Any], Dials]:
    """The dials that are worth most, and which were moved to what."""
    moved: dict[str, Any] = {}
    best, value = start, worth(ready, start)
    for _ in range(ROUNDS):
        before = value
        for trial in tried:
            found = [(worth(ready, turned), at, turned) for at in trial.values if (turned := turn(best, trial.dial, at)) != best]
            most = max(found, key=lambda one: one[0], default=None)
            if most is not None and most[0] > value + GAIN:
                value, moved[trial.dial], best = most
        if value == before:
            break
    return moved, best


def turn(dials: Dials, name: str, value: Any) -> Dials:
    """The dials with one of them at another value: `weighing.trust.relevance`."""
    told = value
    for part in reversed(name.split(".")):
        told = {part: told}
    return all_dials.changed(dials, told)


def left_out(ready: Sequence[Ready], tried: Sequence[Trial], start: Dials) -> dict[str, Any]:
    """Of each set what the dials are worth that were fitted on the others, beside what it started from; and the choice made on all."""
    told: dict[str, Any] = {"sets": {}}
    for one in ready:
        moved, chosen = fit([other for other in ready if other is not one], tried, start)
        told["sets"][one.name] = {"moved": moved, "before": one.figures(start), "after": one.figures(chosen)}
    moved, chosen = fit(ready, tried, start)
    told["all"] = {"moved": moved, "after": {one.name: one.figures(chosen) for one in ready}}
    return told
