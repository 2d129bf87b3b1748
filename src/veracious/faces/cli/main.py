"""The command `veracious`."""

from typing import Annotated

import typer

from veracious import __version__, wiring
from veracious.domain.claim import Refusal
from veracious.faces import wire
from veracious.faces.cli import (
    access,
    answer,
    calibrate,
    check,
    collections,
    common,
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

commands = typer.Typer(no_args_is_help=True, add_completion=False, rich_markup_mode="rich", pretty_exceptions_enable=False)


@commands.callback(invoke_without_command=True)
def about(
    version: Annotated[bool, typer.Option("--version", help="Print the version and exit.")] = False,
) -> None:
    """Checks claims against evidence and shows its work."""
    if version:
        print(__version__)
        raise typer.Exit


@commands.command()
def read(
    text: Annotated[str, typer.Argument(help="The claim, as one or a few sentences of at most 2,000 characters.")],
    as_of: Annotated[str, typer.Option(help="The date as of which the claim is to be checked, as YYYY-MM-DD. Default: today.")] = "",
    as_json: Annotated[bool, typer.Option("--json", help="Write JSON for machines.")] = False,
) -> None:
    """Show how a claim is read: its parts, traits, names, amounts and anchors, or why it is refused.

    A claim that can be checked exits with 0, one that is refused with 1.

    [bold]Example:[/bold] veracious read "Marie Curie, who was born in Warsaw, won two Nobel Prizes."
    """
    found = wiring.reader()(text, common.day_or_today(as_of))
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
    calibrate.calibrate,
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
    commands.command()(command)
commands.add_typer(records.commands, name="archive")
commands.add_typer(collections.commands, name="collections")
commands.add_typer(sources.commands, name="sources")
commands.add_typer(db.commands, name="db")
commands.add_typer(access.workspace_commands, name="workspace")
commands.add_typer(access.key_commands, name="key")
commands.add_typer(access.person_commands, name="person")
commands.add_typer(access.provider_commands, name="provider")
commands.add_typer(models.commands, name="models")
commands.add_typer(eval_studies.commands, name="eval")


def run() -> None:
    """The entry point of the package."""
    commands()
