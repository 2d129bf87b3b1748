"""The commands `veracious db …`."""

import asyncio
from collections.abc import Sequence
from typing import Annotated

import typer

from veracious import app
from veracious.domain.store import Reembedding, StoreState
from veracious.faces import wire
from veracious.faces.cli import common, progress
from veracious.faces.cli.store import Json, Yes
from veracious.faces.cli.views import store as store_view

commands = typer.Typer(no_args_is_help=True, rich_markup_mode="rich", pretty_exceptions_enable=False)


@commands.callback()
def about() -> None:
    """Look after the store: the PostgreSQL server that keeps documents, passages, vectors and facts.

    Without any setting a private server runs in your data directory. It needs no account, opens no port, and only you can reach it.

    VERACIOUS_STORE is the folder of the private server. VERACIOUS_WORKSPACE is the workspace that your documents belong to.

    DATABASE_URL names another server, as the role `veracious_app`. VERACIOUS_OWNER_URL names the same one as the owner of the schema.
    """


@commands.command()
def status(as_json: Json = False) -> None:
    """Say which server is used, whether it runs, and whether its schema is up to date. Starts nothing.

    Exits with 0 when the store can be used or would be made on first use, with 1 when something must be done first.

    [bold]Example:[/bold] veracious db status
    """
    with common.errors():
        found = app.store.state()
        waiting = asyncio.run(app.store.known_reembeddings(found))
    _show(found, as_json, waiting)


@commands.command()
def start(as_json: Json = False) -> None:
    """Start the private server, make it if there is none, and bring its schema up to date.

    Other commands do this by themselves. The server goes on until `veracious db stop`, or until the machine is shut down.

    Where DATABASE_URL names a server, there is nothing to start, and this is the same as `veracious db status`.

    [bold]Example:[/bold] veracious db start
    """
    with common.errors():
        found = app.store.start()
    _show(found, as_json)


@commands.command()
def stop(as_json: Json = False) -> None:
    """Stop the private server. Nothing is lost; the next command that needs it starts it again.

    [bold]Example:[/bold] veracious db stop
    """
    with common.errors():
        ran = app.store.stop()
    said = "The private server is stopped." if ran else "The private server was not running."
    print(wire.stopped(ran)) if as_json else store_view.said(said)


@commands.command()
def migrate(as_json: Json = False) -> None:
    """Bring the schema of the store up to date, as its owner.

    For the private server this happens by itself. For a server of your own, set VERACIOUS_OWNER_URL.

    It makes the role `veracious_app` if there is none; give it a password, and name it in DATABASE_URL.

    [bold]Example:[/bold] VERACIOUS_OWNER_URL=postgresql://owner@db/veracious veracious db migrate
    """
    with common.errors():
        applied = app.store.migrate()
    said = f"Applied: {', '.join(applied)}." if applied else "The schema is up to date."
    print(wire.migrated(applied)) if as_json else store_view.said(said)


@commands.command()
def reembed(as_json: Json = False) -> None:
    """Embed the passages of all collections anew, after the embedder was changed.

    Vectors of two embedders are never compared. Until this has ended, a collection that waits is searched by words and facts alone, and
    what is put into it is kept and found by words. `veracious db status` shows what waits.

    Each collection is built anew beside the live one, out of what the store holds, and takes its place in a single step.

    It goes through all workspaces, beside a service that runs; start it once all parts of that have the new embedder. Killed or stopped,
    it goes on where it was when it is started again.

    Exits with 0 when nothing waits any more, else with 1.

    [bold]Example:[/bold] veracious db reembed
    """
    done: dict[int, Reembedding] = {}
    stopped = "Stopped. What is embedded is kept; the same command goes on with the rest."
    with common.errors(stopped), progress.passages(as_json) as tell:

        def told(one: Reembedding) -> None:
            done[one.generation] = one
            tell(one)

        left = asyncio.run(app.store.reembed(told))
    print(wire.reembedded(tuple(done.values()), left)) if as_json else store_view.reembedded(tuple(done.values()), left)
    raise typer.Exit(1 if left else 0)


@commands.command()
def move(
    to: Annotated[str, typer.Option("--to", metavar="URL", help="The empty database, as its owner: postgresql://OWNER:PASSWORD@HOST/DB.")],
    as_json: Json = False,
) -> None:
    """Move the private store to a server of your own: documents, records, recordings, workspaces, keys, jobs, all of it.

    The database is prepared as for `veracious db migrate`: it needs pgvector, and an owner that may make the role `veracious_app`.

    Stop the service and whatever else uses the store first; jobs that have not ended go on there. A database that holds something is
    refused.

    Everything is copied in one transaction, and each table is read again on both sides. When something fails, nothing was moved: begin
    anew.

    The private store stays as it was. What to set next is told at the end.

    [bold]Example:[/bold] veracious db move --to postgresql://veracious_owner:…@db.example.org/veracious
    """
    with common.errors("Stopped. Nothing was moved."), progress.moving(as_json) as tell:
        moved = app.store.move(to, tell)
    print(wire.moved(moved)) if as_json else store_view.moved(moved)


@commands.command()
def sweep(yes: Yes = False, as_json: Json = False) -> None:
    """Write the files of the store anew, so that nothing of what was erased is left in them.

    Other commands wait meanwhile. It takes about as long as building the vector index: minutes for some hundred thousand passages.

    The write-ahead log is not touched; a server keeps it as long as its own settings say. Neither are backups.

    [bold]Example:[/bold] veracious db sweep --yes
    """
    common.sure("All tables are written anew, and readers wait.", yes)
    with common.errors():
        tables = app.store.sweep()
    print(wire.swept(tables)) if as_json else store_view.said(f"{len(tables)} tables were written anew.")


def _show(state: StoreState, as_json: bool, waiting: Sequence[Reembedding] = ()) -> None:
    if as_json:
        print(wire.store_state(state, waiting))
    else:
        store_view.store_state(state)
        store_view.waiting(waiting)
    raise typer.Exit(0 if state.usable else 1)
