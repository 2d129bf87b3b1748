"""The commands `veracious collections …`."""

import asyncio
from functools import partial
from typing import Annotated

import typer

from veracious import assemble
from veracious.domain.store import COLLECTIONS, Order
from veracious.faces import wire
from veracious.faces.cli import asking, progress, shelves
from veracious.faces.cli.store import Json, Paths, Workspace, Yes

app = typer.Typer(no_args_is_help=True, rich_markup_mode="rich", pretty_exceptions_enable=False)

Number = Annotated[int, typer.Argument(metavar="GENERATION", help="Its number, as `veracious collections list` shows it.", min=1)]


@app.callback()
def about() -> None:
    """See what the store holds, and replace a whole collection at once.

    `documents` belong to a workspace. `web`, `static` and `current_affairs` are shared by all workspaces of the store.

    A generation is a whole collection as it was built at one time. One of each collection is live: it is the one that is searched.

    A new generation is built beside the live one. Readers see the old one until the new one is whole, and then only the new one.
    """


@app.command(name="list")
def show(workspace: Workspace = "", as_json: Json = False) -> None:
    """List the collections, their generations and how much each holds.

    A generation is `building`, `live` or `retired`. One that stays `building` was left by a rebuild that was killed: drop it.

    [bold]Example:[/bold] veracious collections list
    """
    with asking.errors():
        found = asyncio.run(assemble.collections(workspace).all())
    print(wire.generations(found)) if as_json else shelves.generations(found)


@app.command()
def rebuild(
    name: Annotated[str, typer.Argument(metavar="NAME", help=f"One of {', '.join(COLLECTIONS)}.")],
    paths: Paths,
    keep: Annotated[bool, typer.Option("--keep", help="Keep the old generation, to go back to with `switch`.")] = False,
    source: Annotated[str, typer.Option(metavar="DOMAIN", help="Who published them, where a document does not say.")] = "",
    workspace: Workspace = "",
    as_json: Json = False,
) -> None:
    """Build a collection anew from files, and put it in the place of the old one in a single step.

    When a file is refused, or none is found, nothing changes: the old generation stays live and the new one is dropped.

    Exits with 0 when the new generation is live, else with 1.

    [bold]Example:[/bold] veracious collections rebuild static encyclopedia/
    """
    order = Order(tuple(paths), asking.collection(name), workspace, source)
    with asking.errors("Stopped. Nothing was changed."), progress.ingest(as_json, partial(assemble.expected, order)) as tell:
        so_far = asyncio.run(assemble.rebuild(order, tell, keep))
    is_live = bool(so_far.documents and not so_far.failed)
    print(wire.rebuilt(so_far, is_live)) if as_json else shelves.rebuilt(name, so_far, is_live)
    raise typer.Exit(0 if is_live else 1)


@app.command()
def switch(generation: Number, workspace: Workspace = "", as_json: Json = False) -> None:
    """Make a generation the live one, for all readers at once. The one that was live is kept, as retired.

    [bold]Example:[/bold] veracious collections switch 4
    """
    with asking.errors():
        old = asyncio.run(assemble.collections(workspace).switch(generation))
    before = f"; generation {old} was" if old is not None else ""
    print(wire.switched(generation, old)) if as_json else shelves.said(f"Generation {generation} is live{before}.")


@app.command()
def drop(generation: Number, workspace: Workspace = "", yes: Yes = False, as_json: Json = False) -> None:
    """Drop a generation that is not live, once nobody reads it any more.

    [bold]Example:[/bold] veracious collections drop 3 --yes
    """
    asking.sure(f"Generation {generation} goes with everything in it and cannot be brought back.", yes)
    with asking.errors():
        asyncio.run(assemble.collections(workspace).drop(generation))
    print(wire.dropped(generation)) if as_json else shelves.said(f"Generation {generation} is dropped.")
