"""How the ranking score of a piece was made, step by step, so that the steps add up to what is shown."""

from dataclasses import dataclass
from math import fsum

from veracious.domain.ranked import Ranked, Signal
from veracious.faces.pages import words

DIGITS = 3
SCALE = 1000  # of a bar: a score of 1


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that changed the score: by how much, and what it came to."""

    number: int
    name: str
    how: str
    change: str
    total: str


@dataclass(frozen=True, slots=True)
class Segment:
    """A stretch of a bar, in thousandths."""

    number: int
    start: float
    width: float
    is_pale: bool  # every other one, so that neighbours are told apart


@dataclass(frozen=True, slots=True)
class Score:
    """A score with its steps, and its bar: the signals one after the other, and below them what was left."""

    anchor: str
    number: int  # of the piece of evidence
    title: str
    part: int
    steps: tuple[Step, ...]
    segments: tuple[Segment, ...]
    final: str
    final_width: float
    legend: tuple[str, ...]  # the signals by number


def score(ranked: Ranked, number: int, title: str) -> Score:
    """The score of a piece of evidence with this number and title."""
    made = _made(ranked)
    return Score(
        anchor=f"score-{number}",
        number=number,
        title=title,
        part=ranked.subclaim + 1,
        steps=_steps(made),
        segments=_segments(ranked),
        final=f"{ranked.final_score:.{DIGITS}f}",
        final_width=ranked.final_score * SCALE,
        legend=tuple(f"{number} {name}" for number, (name, _, _) in enumerate(made[: len(_weighted(ranked))], 1)),
    )


def _weighted(ranked: Ranked) -> list[Signal]:
    """The signals that count."""
    return [signal for signal in ranked.signals if signal.weight]


def _made(ranked: Ranked) -> list[tuple[str, str, float]]:
    """Each step by name, how it was reckoned, and the score after it."""
    made, parts = [], []
    for signal in _weighted(ranked):
        parts.append(signal.weight * signal.value)
        how = f"{signal.weight:.2f} × {signal.value:.{DIGITS}f}"
        made.append((words.SIGNALS.get(signal.name, words.plain(signal.name)), how, fsum(parts)))
    after = fsum(parts)
    for act in ranked.adjustments:
        after = after * act.factor + act.shift
        reckoned = [f"× {act.factor:.2f}"] * (act.factor != 1) + [f"{act.shift:+.{DIGITS}f}"] * (act.shift != 0)
        made.append((words.plain(act.name), ", ".join([*reckoned, *filter(None, [act.why])]), after))
    if ranked.final_score != after:
        made.append(("held between its floor and 1", f"floor {ranked.floor:.2f}", ranked.final_score))
    return made


def _steps(made: list[tuple[str, str, float]]) -> tuple[Step, ...]:
    """The steps as shown: a change is the difference of the totals as shown, so that what is shown adds up to the last digit."""
    steps, before = [], 0.0
    for number, (name, how, after) in enumerate(made, 1):
        total = round(after, DIGITS)
        steps.append(Step(number, name, how, f"{total - before:+.{DIGITS}f}", f"{total:.{DIGITS}f}"))
        before = total
    return tuple(steps)


def _segments(ranked: Ranked) -> tuple[Segment, ...]:
    start, found = 0.0, list[Segment]()
    for number, signal in enumerate(_weighted(ranked), 1):
        width = signal.weight * signal.value * SCALE
        if width > 0:
            found.append(Segment(number, start, width, len(found) % 2 == 1))
        start += width
    return tuple(found)
