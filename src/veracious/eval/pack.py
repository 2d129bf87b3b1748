"""The data pack: which sets there are, where they lie, and how a file of it is opened.

A held-out file can only be read with an `Opening`, and an `Opening` is only had by writing it down (`openings.py`).
"""

import gzip
import json
import tomllib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from random import Random
from typing import Any

from veracious import settings
from veracious.domain.errors import InputError, PackMissing

HELD_OUT = "held out"
SAMPLE_SEED = 7  # of the rows that `--limit` keeps

Record = dict[str, Any]


@dataclass(frozen=True, slots=True)
class EvalSet:
    """One file of rows, what may be done with it, and the figures that others reached on it."""

    suite: str
    name: str
    file: str
    licence: str
    use: str  # "held out", "development" or "training"
    rows: int
    known: Mapping[str, Any]  # the rest of its entry: floors, corpus, unit

    @property
    def held_out(self) -> bool:
        """Whether each opening is to be written down."""
        return self.use == HELD_OUT


@dataclass(frozen=True, slots=True)
class Opening:
    """The right to read a held-out file: it stands in the log already."""

    file: str
    model: str


@dataclass(frozen=True, slots=True)
class Opened:
    """The rows of a file and the sha256 of its bytes; `listed` when the pack's own list of checksums agrees."""

    file: str
    sha256: str
    listed: bool | None
    rows: tuple[Record, ...]


def sets(suite: str) -> dict[str, EvalSet]:
    """The sets of a suite by name, in the order of the table."""
    table = tomllib.loads((files("veracious") / "eval" / "sets.toml").read_text("utf-8"))
    found = {}
    for name, entry in table[suite].items():
        own = {key: entry[key] for key in ("file", "licence", "use", "rows")}
        found[name] = EvalSet(suite=suite, name=name, known={key: entry[key] for key in entry if key not in own}, **own)
    return found


def choose(suite: str, asked: str) -> tuple[EvalSet, ...]:
    """The sets somebody asked for: names with commas between, or `tests`, `development` or `all`; each once."""
    known = sets(suite)
    groups = {
        "tests": [name for name, one in known.items() if one.held_out],
        "development": [name for name, one in known.items() if one.use == "development"],
        "all": [name for name, one in known.items() if one.use != "training"],
    }
    names = [name for part in asked.split(",") if part.strip() for name in groups.get(part.strip(), [part.strip()])]
    if not names or any(name not in known for name in names):
        strange = ", ".join(name for name in names if name not in known) or "no set"
        raise InputError(f"{suite} does not know {strange}; it knows {', '.join((*groups, *known))}")
    return tuple(known[name] for name in dict.fromkeys(names))


def folder() -> Path:
    """Where the data pack lies, by the settings."""
    told = settings.read().data
    if told is None or not told.is_dir():
        raise PackMissing("VERACIOUS_DATA is not set" if told is None else f"VERACIOUS_DATA names {told}, which is no folder")
    return told


def read(root: Path, eval_set: EvalSet, opening: Opening | None) -> Opened:
    """The rows of a set; a held-out one only with its own opening."""
    if eval_set.held_out and (opening is None or opening.file != eval_set.file):
        raise InputError(f"{eval_set.file} is held out, and no opening was written down for it")
    return unguarded(root, eval_set.file)


def unguarded(root: Path, file: str) -> Opened:
    """The rows of any file of the pack: for those that are not held out, such as a corpus."""
    path = root / file
    if not path.is_file():
        raise PackMissing(f"there is no {file} in {root}")
    content = path.read_bytes()
    digest = sha256(content).hexdigest()
    lines = (gzip.decompress(content) if file.endswith(".gz") else content).decode("utf-8").splitlines()
    return Opened(file, digest, _listed(root, file, digest), tuple(json.loads(line) for line in lines if line.strip()))


def keyed(rows: Sequence[Record]) -> dict[str, Record]:
    """The rows by their id; a repeated id is numbered from its second time on."""
    seen: Counter[str] = Counter()
    found = {}
    for row in rows:
        name = str(row["id"])
        seen[name] += 1
        found[name if seen[name] == 1 else f"{name}#{seen[name]}"] = row
    return found


def sample(keys: Sequence[str], limit: int | None) -> list[str]:
    """So many of the keys by a seeded draw, in their own order; a larger limit keeps those of a smaller one."""
    if limit is None or limit >= len(keys):
        return list(keys)
    drawn = set(Random(SAMPLE_SEED).sample(range(len(keys)), len(keys))[:limit])  # noqa: S311
    return [key for index, key in enumerate(keys) if index in drawn]


def _listed(root: Path, file: str, digest: str) -> bool | None:
    """Whether the pack's list of checksums has this one; none when there is no list or it is silent on the file."""
    path = root / "MANIFEST.sha256"
    lines = path.read_text("utf-8").splitlines() if path.is_file() else []
    told = {name.strip(): value for value, _, name in (line.partition(" ") for line in lines)}
    return None if file not in told else told[file] == digest
