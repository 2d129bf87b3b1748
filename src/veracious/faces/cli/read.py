"""`veracious read`: how a claim is read, before any evidence is looked for."""

from typing import Annotated

import typer

from veracious import wiring
from veracious.domain.claim import Refusal
from veracious.faces import wire
from veracious.faces.cli import common
from veracious.faces.cli.views import read as read_view


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
