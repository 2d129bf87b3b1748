"""The written cases for reading (`evals/reading`): how many are right, and what went wrong.

Run `python -m veracious.eval.reading tuning`, or `blind` once a rule is finished; each opening is logged in `evals/openings.md`.
"""

import json
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from veracious import wiring
from veracious.domain.claim import Refusal
from veracious.rules.dials import Dials
from veracious.rules.reading import amounts, quantities, refuse, split

Case = dict[str, Any]
_WORD = re.compile(r"[^\W_]+(?:[.,'’\-][^\W_]+)*|[%$€£¥]")
_ARTICLES = frozenset(("a", "an", "the"))


@dataclass(frozen=True, slots=True)
class Miss:
    """A case that came out wrong."""

    case: Case
    got: str


@dataclass(frozen=True, slots=True)
class Figure:
    """How many cases of one sort are right."""

    name: str
    right: int
    total: int
    misses: tuple[Miss, ...]


def figures(half: str, folder: Path, dials: Dials) -> Iterator[Figure]:
    """The four figures of one half."""
    yield _figure("splits", _cases(folder, "splits", half), lambda case: _split(case, dials))
    refusals = _cases(folder, "refusals", half)
    yield _figure("refusals", [case for case in refusals if case["reasons"]], lambda case: _refusal(case, dials))
    yield _figure("plain claims", [case for case in refusals if not case["reasons"]], lambda case: _refusal(case, dials))
    yield _figure("quantities", _cases(folder, "quantities", half), lambda case: _quantity(case, dials))


def same(parts: Sequence[str], accepted: Sequence[Sequence[str]]) -> bool:
    """Whether the parts, as a set and word by word, are one of the accepted splits."""
    return any({_words(part) for part in parts} == {_words(part) for part in split} for split in accepted)


def _words(text: str) -> tuple[str, ...]:
    return tuple(word for word in _WORD.findall(text.casefold().replace("’", "'")) if word not in _ARTICLES)


def _cases(folder: Path, name: str, half: str) -> list[Case]:
    return [json.loads(line) for line in (folder / f"{name}_{half}.jsonl").read_text("utf-8").splitlines()]


def _figure(name: str, cases: list[Case], ask: Callable[[Case], tuple[bool, str]]) -> Figure:
    answers = [(case, *ask(case)) for case in cases]
    misses = tuple(Miss(case, got) for case, right, got in answers if not right)
    return Figure(name, len(cases) - len(misses), len(cases), misses)


def _split(case: Case, dials: Dials) -> tuple[bool, str]:
    parts = split.parts(case["text"], wiring.lexicon(), dials.reading.split, dials.reading.sentences)
    return same(parts, case["accepted"]), " · ".join(parts)


def _refusal(case: Case, dials: Dials) -> tuple[bool, str]:
    found = refuse.check(case["text"], wiring.lexicon(), dials.reading.refuse)
    if isinstance(found, Refusal):
        return found.reason in case["reasons"], found.reason
    return not case["reasons"], "read"


def _quantity(case: Case, dials: Dials) -> tuple[bool, str]:
    a, b = (quantities.find(case[side], wiring.lexicon(), dials.reading.amounts) for side in ("a", "b"))
    relation = amounts.relate(a, b, dials.compare)
    return relation == case["relation"], relation


def main(half: str) -> None:
    """Print the figures of one half and its misses."""
    for figure in figures(half, Path("evals/reading"), Dials()):
        print(f"{figure.name}: {figure.right} of {figure.total}")
        for miss in figure.misses:
            print(f"  {json.dumps(miss.case, ensure_ascii=False)}\n    got: {miss.got}")


if __name__ == "__main__":
    main(sys.argv[1])
