"""The command `veracious report`."""

import asyncio
import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from veracious import app
from veracious.domain.errors import SourceMalformed
from veracious.domain.record import Record
from veracious.faces import wire
from veracious.faces.cli import common
from veracious.flow.article import Analysis

HELP = "The name of a record in the archive, `last` for the newest, or a file that holds a record as JSON; `-` is standard input."


def report(
    record: Annotated[str, typer.Argument(metavar="RECORD", help=HELP)],
    html: Annotated[
        str, typer.Option("--html", metavar="FILE", help="The file to write; `-` is standard output. Default: the record's name and .html.")
    ] = "",
    workspace: Annotated[str, typer.Option(metavar="NAME", help="The workspace. Default: VERACIOUS_WORKSPACE, or `default`.")] = "",
    as_json: Annotated[bool, typer.Option("--json", help="Write JSON for machines.")] = False,
) -> None:
    """Write the report of a record as one page of HTML that can be read, printed and sent.

    The page holds everything itself: no script, no picture and no letter is fetched from anywhere. It reads on a phone and on paper.

    Of a claim it shows the verdict, the parts, the evidence by stance and origin, and every quote in its passage.

    Below that: what was not found, what would change the verdict, how each score was made, and the record it was made from.

    Of an article it shows the text with its claims marked, how they hang together, and what was found of each.

    Quotes and titles are others' words: they are shown as text, and addresses are links only if they lead to the web.

    A file that is there already is replaced. Exits with 0 when the page is written, with 1 when there is no such record, or it was altered.

    [bold]Example:[/bold] veracious report last
    """
    with common.errors():
        found = find(record, workspace)
        text = _page(found)
    if html == "-":
        sys.stdout.write(text)
        return
    written = html or f"{Path(found.envelope.id).name or 'report'}.html"  # a record that somebody sent may be called anything
    common.write_page(Path(written), text)
    print(wire.written(written)) if as_json else typer.echo(f"Written: {written}")


def _page(record: Record) -> str:
    """The page of a record: of a claim, or of an article."""
    from veracious.faces.pages import page  # slow to load, and only needed here

    if app.records.is_article(record):
        return page.article(Analysis(app.articles.report(record), record))
    return page.report(record, app.records.report(record))


def find(named: str, workspace: str) -> Record:
    """The record of this name, from standard input, a file, or the archive."""
    try:
        return app.records.unpacked(_read(named)) if is_file(named) else asyncio.run(app.records.fetch(named, workspace))
    except SourceMalformed as broken:
        raise typer.BadParameter(f"{named} holds no record: {broken.detail}", param_hint="RECORD") from broken


def is_file(named: str) -> bool:
    """Whether this names a file, or standard input, and no record of the archive."""
    return named == "-" or Path(named).is_file() or named.endswith(".json") or os.sep in named


def _read(named: str) -> bytes:
    try:
        return sys.stdin.buffer.read() if named == "-" else Path(named).read_bytes()
    except OSError as failed:
        raise typer.BadParameter(f"{named} cannot be read: {failed.strerror}", param_hint="RECORD") from failed
