"""The command `veracious`."""

from datetime import date
from typing import Annotated

import typer

from veracious import __version__, assemble
from veracious.domain.claim import Refusal
from veracious.faces import wire
from veracious.faces.cli import (
    access,
    answer,
    check,
    collections,
    db,
    demo,
    estimate,
    eval_studies,
    models,
    records,
    report,
    service,
    sources,
    store,
    verify,
)
from veracious.faces.cli.views import read as read_view

app = typer.Typer(no_args_is_help=True, add_completion=False, rich_markup_mode="rich", pretty_exceptions_enable=False)


@app.callback(invoke_without_command=True)
def about(
    version: Annotated[bool, typer.Option("--version", help="Print the version and exit.")] = False,
) -> None:
    """Checks claims against evidence and shows its work."""
    if version:
        print(__version__)
        raise typer.Exit


@app.command()
def read(
    text: Annotated[str, typer.Argument(help="The claim, as one or a few sentences of at most 2,000 characters.")],
    as_of: Annotated[str, typer.Option(help="The date as of which the claim is to be checked, as YYYY-MM-DD. Default: today.")] = "",
    as_json: Annotated[bool, typer.Option("--json", help="Write JSON for machines.")] = False,
) -> None:
    """Show how a claim is read: its parts, traits, names, amounts and anchors, or why it is refused.

    A claim that can be checked exits with 0, one that is refused with 1.

    [bold]Example:[/bold] veracious read "Marie Curie, who was born in Warsaw, won two Nobel Prizes."
    """
    try:
        day = date.fromisoformat(as_of) if as_of else assemble.clock().now().date()
    except ValueError:
        raise typer.BadParameter(f"{as_of!r} is not a date. Write it as 2026-03-15.", param_hint="--as-of") from None
    found = assemble.reader()(text, day)
    if as_json:
        print(wire.reading(found))
    else:
        read_view.reading(found)
    raise typer.Exit(1 if isinstance(found, Refusal) else 0)


for command in (
    demo.demo,
    verify.verify,
    check.check,
    answer.answer,
    estimate.estimate,
    report.report,
    records.records,
    records.replay,
    records.audit,
    records.diff,
    records.why,
    store.ingest,
    store.find,
    store.erase,
    store.keep,
    service.up,
    service.serve,
    service.worker,
):
    app.command()(command)
app.add_typer(records.app, name="archive")
app.add_typer(collections.app, name="collections")
app.add_typer(sources.app, name="sources")
app.add_typer(db.app, name="db")
app.add_typer(access.workspace_app, name="workspace")
app.add_typer(access.key_app, name="key")
app.add_typer(access.person_app, name="person")
app.add_typer(access.provider_app, name="provider")
app.add_typer(models.app, name="models")
app.add_typer(eval_studies.app, name="eval")


def run() -> None:
    """The entry point of the package."""
    app()
