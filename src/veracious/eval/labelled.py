"""How far the numbers hold on somebody's own claims, and from which probability on so many of what is decided would be right.

A row is a claim with the label people gave it and what the engine said: which side is likelier, and how likely. What the engine leaves
open counts too: the side it leans to is right or wrong like any other.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import floor
from types import MappingProxyType
from typing import Any

import numpy as np

from veracious.domain.errors import InputError
from veracious.domain.verdict import Verdict
from veracious.eval import metrics, plots
from veracious.eval.metrics import Bin

ROWS_AT_LEAST = 100  # with fewer, chance alone moves the share that is right by ten points
LIKELY = 0.5  # a side that is less likely than not is never decided
DECIDED_AT_LEAST = 20  # claims above a threshold, without which nothing is said of it
SIDES = (Verdict.SUPPORTED, Verdict.REFUTED)


@dataclass(frozen=True, slots=True)
class LabelledClaim:
    """The likelier side of a claim, how likely it is, whether people say the same; whether a verdict is decided, and as people say."""

    probability: float
    is_right: bool
    is_decided: bool
    is_decided_rightly: bool


@dataclass(frozen=True, slots=True)
class Threshold:
    """Deciding from a probability on: which share of the claims that would be, and which share of these is right."""

    probability: float
    decided: float
    right: float


@dataclass(frozen=True, slots=True)
class OwnCalibration:
    """What the engine's numbers are worth on these claims."""

    claims: int
    decided: int  # as it is set today
    right: int  # of these
    error: float  # gap between probability and share right, chance taken off
    bins: tuple[Bin, ...]
    wanted: float  # share that is to be right
    threshold: Threshold | None  # the least probability that gives it; none where nothing does


def gold(row: Mapping[str, Any], number: int) -> Verdict:
    """The label of a line."""
    try:
        return Verdict(str(row["label"]))
    except (KeyError, ValueError) as wrong:
        raise InputError(f'line {number}: give each claim a "label": {", ".join(one.value for one in Verdict)}') from wrong


def row(label: Verdict, answer: Mapping[str, Any]) -> LabelledClaim | None:
    """A claim with its label and the answer of the engine; none where there was no verdict or no probability."""
    told = answer.get("probabilities")
    if answer.get("verdict") is None or told is None:
        return None
    share, side = max((float(told[one.value]), one) for one in SIDES)
    verdict = Verdict(answer["verdict"])
    return LabelledClaim(share, side is label, verdict is not Verdict.NOT_ENOUGH_EVIDENCE, verdict is label)


def enough(rows: int) -> None:
    """Refuse fewer labelled claims than tell something."""
    if rows < ROWS_AT_LEAST:
        raise InputError(
            f"There are {rows} labelled claims with a probability. Give {ROWS_AT_LEAST} or more: fewer tell little but chance."
        )


def measure(rows: Sequence[LabelledClaim], wanted: float) -> OwnCalibration:
    """What the numbers are worth on these claims, and where to decide so that the wanted share is right."""
    enough(len(rows))
    sure = np.array([one.probability for one in rows])
    right = np.array([float(one.is_right) for one in rows])
    decided = [one for one in rows if one.is_decided]
    return OwnCalibration(
        len(rows),
        len(decided),
        sum(one.is_decided_rightly for one in decided),
        metrics.calibration_error(sure, right),
        metrics.bins(sure, right),
        wanted,
        threshold(rows, wanted),
    )


def threshold(rows: Sequence[LabelledClaim], wanted: float) -> Threshold | None:
    """The least probability from which on the wanted share is right, as it is from every higher one that enough claims have."""
    ordered = sorted(rows, key=lambda one: -one.probability)
    best, right = None, 0
    for count, one in enumerate(ordered, 1):
        right += one.is_right
        is_last = count == len(ordered) or ordered[count].probability < one.probability
        if count < DECIDED_AT_LEAST or not is_last:
            continue
        if one.probability < LIKELY or right / count < wanted:
            break
        best = Threshold(one.probability, count / len(ordered), right / count)
    return best


def dials(found: Threshold, changes: Mapping[str, Any] = MappingProxyType({})) -> dict[str, Any]:
    """The dials that decide there, as `--dials` reads them, beside those that were changed before; rounded down, so that none is lost."""
    judging = dict(changes.get("judging", {}))
    selective = {**judging.get("selective", {}), "decided": floor(1000 * found.probability) / 1000}
    return {**changes, "judging": {**judging, "selective": selective}}


def picture(found: OwnCalibration) -> str:
    """The reliability diagram, as SVG."""
    return plots.reliability({f"{found.claims} claims": found.bins}, "Likelier side: how likely, and how often right")
