"""The command `veracious export`."""

import asyncio
import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from veracious import app
from veracious.domain.errors import InputError
from veracious.domain.record import Record
from veracious.domain.report import Report
from veracious.faces import wire
from veracious.faces.cli import common
from veracious.faces.cli.report import HELP, find, is_file

NOT_A_CLAIM = "{id} is the record of an article; an export is of one claim. `veracious report` makes a page of it"


class Form(StrEnum):
    """The forms that there are."""

    CSV = "csv"
    MARKDOWN = "markdown"
    JSON = "json"


def export(
    record: Annotated[str, typer.Argument(metavar="RECORD", help=HELP)],
    form: Annotated[Form, typer.Option("--as", help="The form.")] = Form.CSV,
    out: Annotated[
        str,
        typer.Option("--out", metavar="FILE", help="The file to write; `-` is standard output. Default: a name that says what it holds."),
    ] = "",
    workspace: Annotated[str, typer.Option(metavar="NAME", help="The workspace. Default: VERACIOUS_WORKSPACE, or `default`.")] = "",
    as_json: Annotated[bool, typer.Option("--json", help="Tell for machines what was written.")] = False,
) -> None:
    """Write the record of a claim as a table of its quotes, as Markdown with footnotes, or as it is kept.

    `csv` has a row for each quote and each part of the claim that it was read beside. No cell of it is run as a formula by a spreadsheet.

    `markdown` has the report with every quote in a footnote, to the letter. Nothing that others wrote is markup there.

    `json` is the record itself: its digest can be derived from its bytes, and `veracious report` and `veracious export` read it.

    A file that is there already is replaced. Exits with 0 when it is written, with 1 when there is no such record, or it was altered.

    [bold]Example:[/bold] veracious export last --as markdown
    """
    from veracious.faces.exports import formats, sign_off  # slow to load, and only needed here

    with common.errors():
        found = find(record, workspace)
        report = _report(found)
        chosen = formats.FORMATS[form]
        known = sign_off.UNKNOWN if is_file(record) else sign_off.of(asyncio.run(app.records.state(found, workspace)))
        stands = known.about(app.demonstration.is_of(report))
        content = chosen.written(found, report, stands)
    if out == "-":
        sys.stdout.buffer.write(content)
        return
    written = out or formats.file_name(found, report, chosen.file, stands)
    common.write_file(Path(written), content, "--out")
    print(wire.written(written)) if as_json else typer.echo(f"Written: {written}")


def _report(record: Record) -> Report:
    if app.records.is_article(record):
        raise InputError(NOT_A_CLAIM.format(id=record.envelope.id))
    return app.records.report(record)
