"""The commands `veracious config …`."""

import asyncio

import typer

from veracious import app
from veracious.faces import wire
from veracious.faces.cli import common
from veracious.faces.cli.service import Host
from veracious.faces.cli.store import Json
from veracious.faces.cli.views import config as config_view

commands = typer.Typer(no_args_is_help=True, rich_markup_mode="rich", pretty_exceptions_enable=False)


@commands.callback()
def about() -> None:
    """Look at the settings: what each is, and what is wrong.

    Settings come from the environment, each by its name after `VERACIOUS_`; the reference of settings has all of them.
    """


@commands.command()
def check(host: Host = "127.0.0.1", as_json: Json = False) -> None:
    """Say what every setting is, where it comes from, what is wrong with it, and what to do.

    Run it with the environment of the service, before you start that. Passwords and keys are not shown.

    It looks at names that nobody knows, values, files, the store and its role, models, searches, the language model, proxies and traces.

    The store is asked, nobody else is: no search, no language model, no collector.

    With --host it says what is missing for a service on that address.

    Exits with 0 when nothing must be done first, warnings or not, with 1 when something must.

    [bold]Example:[/bold] veracious config check --host 0.0.0.0
    """
    with common.errors():
        found = asyncio.run(app.configuration.check(host))
    print(wire.configuration(found)) if as_json else config_view.configuration(found)
    raise typer.Exit(0 if found.usable else 1)
