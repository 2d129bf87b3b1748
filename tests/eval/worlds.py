"""Hand-made data packs, and models that know their answers beforehand."""

import gzip
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Any

from veracious import wiring
from veracious.eval.openings import OpeningLog
from veracious.eval.pack import EvalSet
from veracious.eval.run import Plan
from veracious.eval.stance import JudgedPair
from veracious.rules.dials import Dials

SURE = {"supports": (0.8, 0.1, 0.1), "refutes": (0.1, 0.7, 0.2), "neutral": (0.2, 0.2, 0.6)}
EMPTY_LOG = "# Openings\n\n| date | file | reason | result |\n|---|---|---|---|\n\nBelow the table.\n"
MOMENT = datetime(2026, 3, 15, 12, tzinfo=UTC)


class TableModel:
    """A judge that says of a pair what its table says, and neutral otherwise; the calibrated answer is half as sure."""

    def __init__(self, table: Mapping[tuple[str, str], str], dies_after: int | None = None) -> None:
        self._table, self._left = dict(table), dies_after
        self.asked: list[tuple[str, str]] = []

    @property
    def digest(self) -> str:
        """Its name."""
        return "sha256:" + "ab" * 32

    def tell(self, pairs: Sequence[tuple[str, str]]) -> Sequence[JudgedPair | None]:
        """What the table says; killed when it was asked too often."""
        if self._left is not None:
            self._left -= 1
            if self._left < 0:
                raise KeyboardInterrupt
        self.asked += pairs
        return [self._told(pair) for pair in pairs]

    def _told(self, pair: tuple[str, str]) -> JudgedPair | None:
        label = self._table.get(pair, "neutral")
        if label == "unread":
            return None
        a, b, c = SURE[label]
        return JudgedPair((a, b, c), (a / 2 + 1 / 6, b / 2 + 1 / 6, c / 2 + 1 / 6))


class Silent:
    """Nobody watches; what was told is kept."""

    def __init__(self) -> None:
        self.done: dict[str, int] = {}

    def begin(self, title: str, total: int) -> Callable[[int], None]:
        """Count the parts of a step."""
        self.done.setdefault(title, 0)

        def tick(parts: int) -> None:
            self.done[title] += parts

        return tick


def write(root: Path, file: str, rows: Iterable[Mapping[str, Any]]) -> Path:
    """A file of a pack, and its checksum in the list."""
    path = root / file
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(gzip.compress("".join(json.dumps(row) + "\n" for row in rows).encode(), mtime=0))
    with (root / "MANIFEST.sha256").open("a") as listed:
        listed.write(f"{sha256(path.read_bytes()).hexdigest()}  {file}\n")
    return path


def plan(root: Path, sets: tuple[EvalSet, ...], **changes: Any) -> Plan:
    """A plan over a pack in `root/data`, with the run in `root/run` and a log beside it."""
    log = root / "openings.md"
    if not log.exists():
        log.write_text(EMPTY_LOG, "utf-8")
    reason = changes.pop("reason", "")
    told: dict[str, Any] = {"limit": None, "lexicon": wiring.lexicon(), "dials": Dials(), "cache": root / "vectors"} | changes
    return Plan(sets=sets, data=root / "data", out=root / "run", log=OpeningLog(log, reason, MOMENT.date()), moment=MOMENT, **told)
