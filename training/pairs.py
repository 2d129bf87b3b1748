"""Claim and evidence pairs: read from the data pack, or held in memory."""

import gzip
import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

LABELS = ("supports", "refutes", "neutral")


@dataclass(frozen=True, slots=True)
class Pair:
    """A claim beside evidence, how the evidence stands, and where the pair comes from."""

    claim: str
    evidence: str
    label: str
    source: str


def folder() -> Path:
    """Where the data pack is: `VERACIOUS_DATA`, or beside the project."""
    return Path(os.environ.get("VERACIOUS_DATA", Path(__file__).parents[2] / "shared/data"))


def rows(name: str) -> Iterator[dict[str, Any]]:
    """The rows of a file of the pack."""
    yield from read(folder() / f"{name}.jsonl.gz")


def read(path: Path) -> Iterator[dict[str, Any]]:
    """The rows of a packed file."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        yield from (json.loads(line) for line in lines)


def stance(name: str) -> list[Pair]:
    """The pairs of `stance/NAME`."""
    return [Pair(str(row["claim"]), str(row["evidence"]), str(row["label"]), str(row["source"])) for row in rows(f"stance/{name}")]
