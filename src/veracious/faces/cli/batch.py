"""Claims from a file: a few at once, each answer written as soon as it is there, what was answered before left out."""

import json
import os
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import IO, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from veracious import app
from veracious.domain.budget import Limits
from veracious.domain.errors import InputError
from veracious.faces import wire
from veracious.flow import batch
from veracious.flow.run import Engine

ANSWER = "outcome"


@dataclass(frozen=True, slots=True)
class Line:
    """One claim of a batch."""

    name: str  # its id, or the number of its line
    claim: str
    as_of: date | None
    context: str = ""


def read(lines: Iterable[str], day: date | None) -> list[Line]:
    """The claims of a file; a line that is none is an error that names it, before anything is run."""
    found: dict[str, Line] = {}
    for number, text in enumerate(lines, 1):
        if not text.strip():
            continue
        try:
            given = json.loads(text)
            as_of = date.fromisoformat(given["as_of"]) if given.get("as_of") else day
            line = Line(str(given.get("id", number)), given["claim"].strip(), as_of, str(given.get("context") or ""))
        except (ValueError, KeyError, TypeError, AttributeError) as wrong:
            raise InputError(f'line {number}: {wrong}; write {{"id": "a1", "claim": "…", "as_of": "2026-03-15"}}') from wrong
        if line.name in found:
            raise InputError(f"line {number}: the id {line.name!r} was given before")
        found[line.name] = line
    return list(found.values())


@dataclass(frozen=True, slots=True)
class How:
    """Where answers go, how many claims at once, and what each may use."""

    out: Path | None
    at_once: int
    limits: Limits


async def run(asked: list[Line], engine: Callable[[], Awaitable[Engine]], how: How) -> int:
    """Answer what is not answered yet; the exit code."""
    before = list(_finished(how.out)) if how.out else []
    left = [line for line in asked if line.name not in {one["id"] for one in before}]
    counts = Counter(str(one.get("verdict") or one[ANSWER]) for one in before)
    console = Console(stderr=True)
    if before:
        console.print(f"{len(before)} answered before, {len(left)} left", highlight=False)
    with _written(how.out) as stream, _bar(console, len(left)) as tick:
        ready = await engine()

        async def answer(line: Line) -> dict[str, Any]:
            verified = await app.claims.verify(ready, line.claim, line.as_of, how.limits, context=line.context)
            return {"id": line.name, "claim": line.claim} | wire.verdict(verified)

        async for one in batch.each(left, answer, how.at_once):
            stream.write(json.dumps(one, ensure_ascii=False) + "\n")
            stream.flush()
            counts[str(one.get("verdict") or one[ANSWER])] += 1
            tick()
    _sum_up(console, counts)
    return 2 if counts["failed"] else 0


def _finished(out: Path) -> Iterator[dict[str, Any]]:
    """The whole answers of a file; half a line at its end, left by a process that was killed, is cut off."""
    if not out.exists():
        return
    content = out.read_bytes()
    whole = content[: content.rfind(b"\n") + 1]
    if len(whole) < len(content):
        os.truncate(out, len(whole))
    for number, line in enumerate(whole.splitlines(), 1):
        try:
            found = json.loads(line)
            found["id"], found[ANSWER]
        except (ValueError, KeyError, TypeError) as wrong:
            raise InputError(f"{out}, line {number} is no answer of ours; move the file away or name another") from wrong
        if found[ANSWER] != "failed":
            yield found


def _written(out: Path | None) -> IO[str]:
    return open(os.dup(1), "w", encoding="utf-8") if out is None else out.open("a", encoding="utf-8")


@contextmanager
def _bar(console: Console, total: int) -> Iterator[Callable[[], None]]:
    """A bar on standard error, or nothing when nobody looks; what is called for each that is done."""
    columns = (TextColumn("claims"), BarColumn(), MofNCompleteColumn(), TextColumn("[dim]left[/dim]"), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("claims", total=total)
        yield lambda: progress.advance(task)


def _sum_up(console: Console, counts: Counter[str]) -> None:
    table = Table(box=None, show_header=False, pad_edge=False)
    for name, count in counts.most_common():
        table.add_row(name.replace("_", " "), str(count))
    console.print(table if counts else "No claims.")
    if counts["failed"]:
        typer.echo("Some failed; run the same command again to try those once more.", err=True)
