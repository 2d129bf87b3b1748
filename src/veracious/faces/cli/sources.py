"""The commands `veracious sources …`."""

import asyncio
from pathlib import Path
from typing import Annotated

import typer

from veracious import wiring
from veracious.domain.evidence import Tier
from veracious.domain.standing import Rating
from veracious.faces import wire
from veracious.faces.cli import common
from veracious.faces.cli.views import sources as sources_view
from veracious.flow import sources
from veracious.rules.dials import Dials
from veracious.rules.seeking import domains, register

commands = typer.Typer(no_args_is_help=True, rich_markup_mode="rich", pretty_exceptions_enable=False)

Json = Annotated[bool, typer.Option("--json", help="Write JSON for machines.")]
Workspace = Annotated[str, typer.Option(metavar="NAME", help="The workspace. Default: VERACIOUS_WORKSPACE, or `default`.")]
Domain = Annotated[str, typer.Argument(metavar="DOMAIN", help="A domain; the entry speaks for everything below it, too.")]


@commands.callback()
def about() -> None:
    """See how credible a source is held to be, and why, or say it yourself.

    A source is a registrable domain: bbc.co.uk for www.bbc.co.uk, someone.github.io for itself. Which that is, the public suffix list says.

    What a workspace says of a domain comes first, then the shipped register. A domain in neither is not known, and never guessed.

    The register rates about 600 domains as the editors of Wikipedia do: reliable, no_consensus, unreliable, deprecated.

    A domain that only looks like a known one is told, and has nothing of that one's credibility.
    """


@commands.command()
def show(
    address: Annotated[str, typer.Argument(metavar="DOMAIN|URL", help="A domain, a host or the address of a page.")],
    workspace: Annotated[
        str, typer.Option(metavar="NAME", help="Whose word comes first. Default: that of VERACIOUS_WORKSPACE, if there is a store.")
    ] = "",
    as_json: Json = False,
) -> None:
    """Show how a source stands: its registrable domain, credibility and tier, what these rest on, and what it looks like.

    Credibility is between 0 and 1. It bears on how much evidence counts; the tier on how well a verdict can be explained.

    Exits with 0, whatever is found, with 1 when there is a store that cannot be read, and with 2 when no domain was given.

    [bold]Example:[/bold] veracious sources show https://www.bbc.co.uk/news
    """
    if not domains.host(address):
        raise typer.BadParameter(f"{address!r} has no host. Give a domain, as in bbc.co.uk, or an address, as in https://bbc.co.uk/news.")
    with common.errors():
        asked = workspace or (wiring.settings().workspace if wiring.has_store() else "")
        kept = wiring.overrides() if asked else None
        found = asyncio.run(sources.look(address, wiring.register(), kept, asked, Dials().seeking.register))
    print(wire.standing(found)) if as_json else sources_view.standing(found)


@commands.command(name="list")
def listed(
    rating: Annotated[Rating | None, typer.Option(help="Only sources that are rated so.", show_default=False)] = None,
    workspace: Annotated[str, typer.Option(metavar="NAME", help="List what this workspace says instead.")] = "",
    as_json: Json = False,
) -> None:
    """List the sources of the register with their credibility, tier and rating, or those of which a workspace says something.

    [bold]Example:[/bold] veracious sources list --rating deprecated
    """
    if workspace and rating:
        raise typer.BadParameter("A workspace gives no ratings. Leave out --rating or --workspace.", param_hint="--rating")
    with common.errors():
        if workspace:
            found = register.said(asyncio.run(wiring.overrides().get_all(workspace)))
        else:
            found = register.listed(wiring.register(), rating, Dials().seeking.register)
    print(wire.sources(found)) if as_json else sources_view.sources(found)


@commands.command(name="set")
def say(
    domain: Domain,
    credibility: Annotated[float, typer.Option(help="From 0, worst, to 1, best.", min=0.0, max=1.0)],
    tier: Annotated[Tier, typer.Option(help="The class of the source.", case_sensitive=False)] = Tier.UNKNOWN,
    reason: Annotated[str, typer.Option(metavar="TEXT", help="Why; the page of sources shows it.")] = "",
    workspace: Workspace = "",
    as_json: Json = False,
) -> None:
    """Say how credible a domain is, in place of what the register says.

    The nearest entry counts: one for blog.example.com before one for example.com.

    [bold]Example:[/bold] veracious sources set example.com --credibility 0.9 --tier A
    """
    with common.errors():
        found = asyncio.run(sources.say(wiring.overrides(), _named(workspace), domain, credibility, tier, reason))
    print(wire.sources(register.said((found,)))) if as_json else sources_view.sources(register.said((found,)))


@commands.command()
def unset(domain: Domain, workspace: Workspace = "", as_json: Json = False) -> None:
    """Say nothing more of a domain, so that the register counts again.

    [bold]Example:[/bold] veracious sources unset example.com
    """
    with common.errors():
        removed = asyncio.run(sources.unsay(wiring.overrides(), _named(workspace), domain))
    print(wire.unsaid(removed) if as_json else "Nothing more is said of it." if removed else "Nothing was said of it.")


@commands.command(name="import")
def bring(
    file: Annotated[Path, typer.Argument(metavar="FILE.csv", help="A table with the columns domain, credibility and, if you like, tier.")],
    workspace: Workspace = "",
    as_json: Json = False,
) -> None:
    """Say how credible many domains are, from a table: all of it is taken, or nothing.

    The first line names the columns: domain,credibility,tier. A line that cannot be used is named, and nothing changes.

    [bold]Example:[/bold] veracious sources import our-sources.csv
    """
    try:
        table = file.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as failed:
        raise typer.BadParameter(f"{file} cannot be read as a text in UTF-8: {failed}", param_hint="FILE.csv") from failed
    with common.errors():
        found = register.said(asyncio.run(sources.bring(wiring.overrides(), _named(workspace), table)))
    print(wire.sources(found)) if as_json else sources_view.sources(found)


def _named(workspace: str) -> str:
    """The workspace of that name; without one, the one that the settings name."""
    from veracious import settings  # slow to load, and only needed here

    return workspace or settings.read().workspace
