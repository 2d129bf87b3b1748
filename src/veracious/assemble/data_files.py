"""Word lists, the register of sources, the clock: what needs no model and no store."""

import json
from collections.abc import Callable, Sequence
from datetime import date
from functools import cache, lru_cache, partial
from importlib.resources import files

from veracious.adapters.clock import SystemClock
from veracious.domain.claim import Reading, Refusal
from veracious.domain.errors import LexiconBroken
from veracious.domain.record import ToolName
from veracious.ports import Clock
from veracious.rules.dials import Dials
from veracious.rules.judging.calibration import Table
from veracious.rules.reading import intake
from veracious.rules.reading import lexicon as lexicons
from veracious.rules.reading.lexicon import Lexicon
from veracious.rules.seeking import register as registers
from veracious.rules.seeking.register import Register


@cache
def lexicon(language: str = "en") -> Lexicon:
    """The word lists of a language, as shipped."""
    folder = files("veracious") / "lexicons" / language
    if not folder.is_dir():
        raise LexiconBroken(f"no lists for the language {language!r}")
    texts = {entry.name.removesuffix(".txt"): entry.read_text("utf-8") for entry in folder.iterdir() if entry.name.endswith(".txt")}
    return lexicons.build(texts)


@cache
def _calibration() -> tuple[Table, frozenset[str]] | None:
    """The table of probabilities as shipped, and the judges it was measured for."""
    place = files("veracious") / "tables" / "calibration.json"
    if not place.is_file():
        return None
    told = json.loads(place.read_text("utf-8"))
    rows = tuple(tuple(row) for row in told["table"]["weights"])
    table = Table(told["table"]["name"], tuple(told["table"]["scores"]), tuple(told["table"]["biases"]), rows)
    return table, frozenset(told["judges"])


def chances(names: Sequence[ToolName]) -> Table | None:
    """The table of probabilities, if it was measured for these models; a probability that was not measured is none."""
    found = _calibration()
    known = found is not None and any(name.role == "judge" and name.digest in found[1] for name in names)
    return found[0] if found is not None and known else None


@lru_cache(maxsize=64)
def noted(dials: Dials, table: Table | None) -> bytes:
    """The dials as records keep them, written once for all runs: to write them takes longer than to check a sentence."""
    return dials.written(lexicon(), table)


@cache
def register() -> Register:
    """The tables of sources, suffixes and letters, as shipped."""
    folder = files("veracious") / "tables"
    return registers.build({name: (folder / name).read_text("utf-8") for name in registers.TABLES if (folder / name).is_file()})


def clock() -> Clock:
    """The clock that runs go by."""
    return SystemClock()


def reader(dials: Dials | None = None) -> Callable[[str, date], Reading | Refusal]:
    """What turns a text and its date into a claim, with these dials."""
    return partial(intake.read, lexicon=lexicon(), dials=(dials or Dials()).reading)
