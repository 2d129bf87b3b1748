"""What commands share: an error of ours is its message and an exit code, not a traceback; what cannot be undone is asked for first."""

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import date
from pathlib import Path

import typer

from veracious import wiring
from veracious.domain.document import Document
from veracious.domain.errors import VeraciousError
from veracious.domain.store import COLLECTIONS
from veracious.rules.seeking import snapshots

STOPPED = 130  # the exit code of what was stopped from the keyboard


@contextmanager
def errors(stopped: str = "Stopped.", code: int = 1) -> Iterator[None]:
    """Tell an error and what to do, and end with this code; or what it means that it was stopped from the keyboard."""
    try:
        yield
    except VeraciousError as failed:
        typer.echo(str(failed), err=True)
        raise typer.Exit(code) from failed
    except KeyboardInterrupt as interrupted:
        typer.echo(stopped, err=True)
        raise typer.Exit(STOPPED) from interrupted


def write_page(path: Path, text: str) -> None:
    """Write a page whole or leave what was there."""
    write_file(path, text.encode(), "--html")


def write_file(path: Path, content: bytes, hint: str) -> None:
    """Write the whole file, which this option names, or leave what was there."""
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        beside.write_bytes(content)
        beside.replace(path)
    except OSError as failed:
        beside.unlink(missing_ok=True)
        raise typer.BadParameter(f"{path} cannot be written: {failed.strerror}", param_hint=hint) from failed


def sure(question: str, yes: bool) -> None:
    """Ask on standard error, where no script reads it, unless the answer was given already; without a yes, end with 1."""
    if not yes:
        typer.confirm(f"{question} Go on?", abort=True, err=True)


def day(typed: str) -> date | None:
    """The day that was typed, or none."""
    try:
        return date.fromisoformat(typed) if typed else None
    except ValueError:
        raise typer.BadParameter(f"{typed!r} is not a date. Write it as 2026-03-15.", param_hint="--as-of") from None


def day_or_today(typed: str) -> date:
    """The day that was typed, or today."""
    return day(typed) or wiring.clock().now().date()


def collection(name: str) -> str:
    """The collection of this name, if there is one."""
    if name not in COLLECTIONS:
        raise typer.BadParameter(f"{name!r} is no collection. There are {', '.join(COLLECTIONS)}.", param_hint="collection")
    return name


def names(held: Sequence[Document]) -> dict[str, str]:
    """What the files of documents are called, by the digest of the text."""
    return {snapshots.name(one.text): one.name for one in held}
