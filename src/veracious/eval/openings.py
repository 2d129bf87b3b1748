"""The log of openings: each time a held-out file is read, with date, reason and what was read off it.

The line is written before the file is read. A run that was killed and goes on finds its own line, which still says `begun`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from veracious.domain.errors import InputError
from veracious.eval.pack import EvalSet, Opening

HEAD = "| date | file | reason | result |"


@dataclass(frozen=True, slots=True)
class OpeningLog:
    """The log, and why it is written to today."""

    path: Path
    reason: str
    day: date

    def demand(self, chosen: Sequence[EvalSet]) -> None:
        """Refuse a run on held-out sets that could not be written down, before any of its files is read."""
        held = [one for one in chosen if one.held_out]
        if held and not self.reason.strip():
            raise InputError(f"{held[0].file} is held out: say why it is opened with --reason")
        if held:
            self._lines()

    def begin(self, eval_set: EvalSet, model: str) -> Opening | None:
        """Write down that a set is opened; none for a set that anybody may read."""
        if not eval_set.held_out:
            return None
        self.demand((eval_set,))
        begun = _begun(model)
        if not any(_is(line, eval_set.file, begun) for line in self._lines()):
            self._insert(f"| {self.day} | `{_short(eval_set.file)}` | {_cell(self.reason)} | {begun} |")
        return Opening(eval_set.file, model)

    def finish(self, opening: Opening | None, result: str) -> None:
        """Put what was read off the file in place of `begun`."""
        if opening is None:
            return
        begun, lines = _begun(opening.model), self._lines()
        for index, line in enumerate(lines):
            if _is(line, opening.file, begun):
                lines[index] = f"{line.removesuffix(f'{begun} |')}{_cell(result)} ({_name(opening.model)}) |"
        self._write(lines)

    def _insert(self, row: str) -> None:
        lines = self._lines()
        at = next((index for index, line in enumerate(lines) if line.strip() == HEAD), None)
        if at is None:
            raise InputError(f"{self.path} has no table that begins with {HEAD}")
        while at < len(lines) and lines[at].startswith("|"):
            at += 1
        self._write([*lines[:at], row, *lines[at:]])

    def _lines(self) -> list[str]:
        if not self.path.is_file():
            raise InputError(
                f"there is no log of openings at {self.path}: run from the root of the source, or name the log with --openings"
            )
        return self.path.read_text("utf-8").splitlines()

    def _write(self, lines: list[str]) -> None:
        new = self.path.with_suffix(".new")
        new.write_text("\n".join(lines) + "\n", "utf-8")
        new.replace(self.path)


def _is(line: str, file: str, begun: str) -> bool:
    return f"| `{_short(file)}` |" in line and line.endswith(f"| {begun} |")


def _begun(model: str) -> str:
    return f"begun ({_name(model)})"


def _name(model: str) -> str:
    return f"model {model.removeprefix('sha256:')[:12]}"


def _short(file: str) -> str:
    return file.removesuffix(".gz")


def _cell(text: str) -> str:
    """The text as one cell of a table."""
    return " ".join(text.split()).replace("|", "/")
