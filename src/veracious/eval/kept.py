"""What a run has found so far: lines of JSON, appended as they come, so that a run that was killed goes on.

A line belongs to one row, one model and one mode. The last line of the three counts.
"""

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

Line = dict[str, Any]
Key = tuple[str, str, str]


class ResultLines:
    """The lines of one set."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lines: dict[Key, Line] = {}
        if path.is_file():
            self._load()

    def add(self, lines: Iterable[Line]) -> None:
        """Append lines, on the disk before anything else happens."""
        found = list(lines)
        self._path.parent.mkdir(parents=True, exist_ok=True)
        with self._path.open("a", encoding="utf-8") as file:
            file.write("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in found))
        self._lines.update((_key(line), line) for line in found)

    def find(self, row: str, model: str, mode: str) -> Line | None:
        """The line of a row, if there is one."""
        return self._lines.get((row, model, mode))

    def __iter__(self) -> Iterator[Line]:
        return iter(self._lines.values())

    def _load(self) -> None:
        """Read the lines; the torn end of a killed run is cut off."""
        content = self._path.read_bytes()
        whole = content[: content.rfind(b"\n") + 1]
        if whole != content:
            self._path.write_bytes(whole)
        for text in whole.decode("utf-8").splitlines():
            line = json.loads(text)
            self._lines[_key(line)] = line


def _key(line: Line) -> Key:
    return line["id"], line["model"], line["mode"]
