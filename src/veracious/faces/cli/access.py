"""The commands `veracious workspace …`, `key …`, `person …` and `provider …`."""

import asyncio
import sys
from dataclasses import replace
from datetime import timedelta
from decimal import Decimal
from typing import Annotated

import typer

from veracious import app, wiring
from veracious.domain.access import Grant, Identity, Rank
from veracious.domain.budget import MICROS
from veracious.domain.job import Allowance
from veracious.domain.providers import WITH_KEYS
from veracious.faces.cli import common
from veracious.faces.cli.store import Json, Workspace
from veracious.faces.cli.views import access as access_view
from veracious.wiring import identity

workspace_commands = typer.Typer(no_args_is_help=True, rich_markup_mode="rich", pretty_exceptions_enable=False)
key_commands = typer.Typer(no_args_is_help=True, rich_markup_mode="rich", pretty_exceptions_enable=False)
person_commands = typer.Typer(no_args_is_help=True, rich_markup_mode="rich", pretty_exceptions_enable=False)
provider_commands = typer.Typer(no_args_is_help=True, rich_markup_mode="rich", pretty_exceptions_enable=False)

Money = Annotated[
    str, typer.Option(metavar="AMOUNT", help="The most money in a calendar month, in the currency of your prices; or `none`.")
]
Jobs = Annotated[str, typer.Option(metavar="NUMBER", help="The most jobs that are not finished; or `none`.")]
Text = Annotated[
    str, typer.Option(metavar="MEGABYTES", help="The most text of documents it may keep; or `none`, for what the service allows all.")
]
Requests = Annotated[str, typer.Option(metavar="NUMBER", help="The most requests in a minute; or `none`.")]
ProviderName = Annotated[str, typer.Argument(metavar="NAME", help=f"{', '.join(WITH_KEYS[:-1])} or {WITH_KEYS[-1]}.", show_default=False)]

OWN = ""  # the actor that stands for the workspace itself
LIMIT_AT_MOST = 10**9
MEGABYTE = 1_000_000
LINE_AT_MOST = 10_000  # characters of a line on standard input


@workspace_commands.callback()
def about_workspaces() -> None:
    """Make workspaces, and say what each may use.

    A workspace has its own documents, records, keys and people, and sees nothing of another's.

    What it may use holds for all its keys and people together; a key can have limits of its own beside it, and both count.
    """


@workspace_commands.command(name="create")
def create_workspace(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Small letters, digits, `-` and `_`.", show_default=False)],
    as_json: Json = False,
) -> None:
    """Make a workspace. One that is there already is left as it is.

    [bold]Example:[/bold] veracious workspace create newsroom
    """
    with common.errors():
        is_new = asyncio.run(wiring.access().make_workspace(name))
    access_view.workspace_made(name, is_new, as_json)


@workspace_commands.command(name="list")
def list_workspaces(as_json: Json = False) -> None:
    """List all workspaces.

    Only the owner of the schema can see them all: where DATABASE_URL names a server, set VERACIOUS_OWNER_URL.

    [bold]Example:[/bold] veracious workspace list
    """
    with common.errors():
        found = app.store.workspaces()
    access_view.workspaces(found, as_json)


@workspace_commands.command(name="show")
def show_workspace(workspace: Workspace = "", as_json: Json = False) -> None:
    """Show what a workspace may use, and what of it is used.

    Money counts by calendar months in UTC. What is set aside is promised to jobs that are not finished.

    Exits with 0, and with 1 when there is no such workspace.

    [bold]Example:[/bold] veracious workspace show --workspace newsroom
    """
    with common.errors():
        name = _named(workspace)
        if not asyncio.run(wiring.access().has_workspace(name)):
            typer.echo(f"There is no workspace {name}. `veracious workspace create {name}` makes it.", err=True)
            raise typer.Exit(1)
        allowed, used = asyncio.run(wiring.access().allowance(name, OWN))
    access_view.allowance(name, allowed, used, as_json)


@workspace_commands.command(name="allow")
def allow_workspace(
    money: Money = "",
    jobs: Jobs = "",
    requests_a_minute: Requests = "",
    text: Text = "",
    workspace: Workspace = "",
    as_json: Json = False,
) -> None:
    """Say what a workspace may use. What is not named stays as it was; `none` takes a limit away.

    A job whose worst case does not fit into the money that is left is refused before it costs anything.

    Only the owner of the schema can say it: where DATABASE_URL names a server, set VERACIOUS_OWNER_URL.
    Text is counted in bytes of UTF-8: of documents that are kept, in all generations of a collection, and of those that wait to be put.

    [bold]Example:[/bold] veracious workspace allow --money 20 --jobs 10 --requests-a-minute 120
    """
    with common.errors():
        name = _named(workspace)
        before, _ = asyncio.run(wiring.access().allowance(name, OWN))
        allowed = _allowed(before, money, jobs, requests_a_minute)
        if text:
            allowed = replace(allowed, text_bytes=_limit(text, "--text", 0, MEGABYTE))
        app.store.allow(name, allowed)
        allowed, used = asyncio.run(wiring.access().allowance(name, OWN))
    access_view.allowance(name, allowed, used, as_json)


@key_commands.callback()
def about_keys() -> None:
    """Make, list and revoke the keys that programs ask with.

    A key belongs to one workspace. It is told once, when it is made; the store keeps a hash of it.

    Scopes, each with what stands before it: `read` reports and records; `verify` hands in jobs; `write` puts and erases documents; `review`
    sees which verdicts wait for a person; `admin` makes keys and people, and says what they may use; `operator` sees the state and the
    numbers of the whole service.
    """


@key_commands.command(name="create")
def create_key(
    scope: Annotated[Grant, typer.Option(help="What the key allows.", case_sensitive=False, show_default=False)],
    name: Annotated[str, typer.Option(help="What the key is for, as lists show it.")] = "",
    days: Annotated[
        int | None, typer.Option(min=1, max=36_500, help="For how many days it opens anything. Default: until revoked.")
    ] = None,
    money: Money = "",
    jobs: Jobs = "",
    requests_a_minute: Requests = "",
    workspace: Workspace = "",
    as_json: Json = False,
) -> None:
    """Make a key and print it. It is not shown again: keep it where you keep passwords.

    Send it with every request as `Authorization: Bearer KEY`.

    Limits that are named hold for this key, beside those of its workspace.

    [bold]Example:[/bold] veracious key create --scope verify --name chatbot --requests-a-minute 60
    """
    allowed = _allowed(Allowance(), money, jobs, requests_a_minute)
    ends_at = None if days is None else wiring.clock().now() + timedelta(days=days)
    with common.errors():
        where = _named(workspace)
        made, secret = asyncio.run(wiring.access().create_key(where, name, scope, ends_at))
        if allowed != Allowance():
            asyncio.run(wiring.access().allow(where, made.id, allowed))
    access_view.key_made(where, made, secret, as_json)


@key_commands.command(name="list")
def list_keys(workspace: Workspace = "", as_json: Json = False) -> None:
    """List the keys of a workspace, the oldest first: their ids, names and scopes, and when each was used last, to the hour.

    [bold]Example:[/bold] veracious key list
    """
    with common.errors():
        found = asyncio.run(wiring.access().keys(_named(workspace)))
    access_view.keys(found, wiring.clock().now(), as_json)


@key_commands.command(name="revoke")
def revoke_key(
    id: Annotated[str, typer.Argument(metavar="ID", help="The id of the key, as `veracious key list` shows it.", show_default=False)],
    workspace: Workspace = "",
    as_json: Json = False,
) -> None:
    """Let a key open nothing from now on. Jobs that were handed in with it go on.

    Exits with 0 when it was revoked, with 1 when there is no such key or it was revoked before.

    [bold]Example:[/bold] veracious key revoke vk_4f0a9c27be1d
    """
    with common.errors():
        was_open = asyncio.run(wiring.access().revoke(_named(workspace), id))
    access_view.ended(was_open, "The key is revoked.", "There is no such key in this workspace, or it was revoked before.", as_json)


@person_commands.callback()
def about_people() -> None:
    """Let people sign in over HTTP, with a password or by a provider, and see who can.

    They sign in on the web pages, or with `POST /v1/session`.

    Roles: a `reader` sees reports and records; a `checker` hands in claims and documents, too; a `reviewer` signs verdicts, too; an `admin`
    does everything.
    """


@person_commands.command(name="add")
def add_person(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The name to sign in with.", show_default=False)],
    role: Annotated[Rank, typer.Option(help="What they may do.", case_sensitive=False, show_default=False)],
    password_stdin: Annotated[
        bool, typer.Option("--password-stdin", help="Read the password from the first line of standard input.")
    ] = False,
    email: Annotated[
        str, typer.Option(metavar="ADDRESS", help="No password: the provider of sign-ins lets them in, first by this e-mail address.")
    ] = "",
    subject: Annotated[str, typer.Option(metavar="SUB", help="The same by the provider's own name for them, its `sub`.")] = "",
    workspace: Workspace = "",
    as_json: Json = False,
) -> None:
    """Let somebody sign in. Asks for their password twice, unless it comes from standard input.

    With --email or --subject they have no password, and sign in by the provider that VERACIOUS_OIDC_ISSUER names.

    An address counts until they have come with it once, verified by the provider; from then on the subject does.

    A password has 12 to 1,000 characters. To change a password, remove the person and add them again. Admins change roles
    on the web.

    [bold]Example:[/bold] veracious person add ana --role reviewer
    """
    if password_stdin and (email or subject):
        raise typer.BadParameter("somebody whom a provider lets in has no password.", param_hint="--password-stdin")
    if email or subject:
        with common.errors():
            linked = Identity(identity.issuer() if subject else "", subject, email)
            made = asyncio.run(wiring.access().add_linked_person(_named(workspace), name, role, linked))
    else:
        password = _line() if password_stdin else _asked("Password", twice=True)
        with common.errors():
            made = asyncio.run(wiring.access().add_person(_named(workspace), name, password, role))
    access_view.person_added(made, as_json)


@person_commands.command(name="list")
def list_people(workspace: Workspace = "", as_json: Json = False) -> None:
    """List who can sign in to a workspace, by name.

    [bold]Example:[/bold] veracious person list
    """
    with common.errors():
        found = asyncio.run(wiring.access().people(_named(workspace)))
    access_view.people(found, as_json)


@person_commands.command(name="remove")
def remove_person(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The name they sign in with.", show_default=False)],
    workspace: Workspace = "",
    as_json: Json = False,
) -> None:
    """Let somebody sign in no more, and end their sessions at once.

    Exits with 0 when they were removed, with 1 when nobody of this name can sign in.

    [bold]Example:[/bold] veracious person remove ana
    """
    with common.errors():
        was_there = asyncio.run(wiring.access().remove_person(_named(workspace), name))
    access_view.ended(was_there, "They cannot sign in any more.", "Nobody of this name can sign in to this workspace.", as_json)


@provider_commands.callback()
def about_providers() -> None:
    """Give a workspace keys of its own for the providers that its jobs ask; `veracious provider set --help` names them.

    A key is kept sealed under VERACIOUS_SECRET, and is never shown: only the worker that runs a job of the workspace opens it.

    `openssl rand -base64 32` makes such a secret. Without it, or with another, the keys cannot be opened.
    """


@provider_commands.command(name="set")
def set_provider(provider: ProviderName, workspace: Workspace = "", as_json: Json = False) -> None:
    """Keep a key for a provider, in place of the one before. It is asked for, or read from the first line of standard input.

    [bold]Example:[/bold] veracious provider set brave < brave.key
    """
    key = _asked("Key", twice=False) if sys.stdin.isatty() else _line()
    with common.errors():
        asyncio.run(wiring.access().put_provider(_named(workspace), provider, key))
    access_view.provider_set(provider, as_json)


@provider_commands.command(name="list")
def list_providers(workspace: Workspace = "", as_json: Json = False) -> None:
    """List for which providers a workspace has a key of its own, and since when; not the keys.

    [bold]Example:[/bold] veracious provider list
    """
    with common.errors():
        found = asyncio.run(wiring.access().providers(_named(workspace)))
    access_view.providers(found, as_json)


@provider_commands.command(name="drop")
def drop_provider(provider: ProviderName, workspace: Workspace = "", as_json: Json = False) -> None:
    """Forget the key of a workspace for a provider.

    Exits with 0 when there was one, with 1 when there was none.

    [bold]Example:[/bold] veracious provider drop brave
    """
    with common.errors():
        was_there = asyncio.run(wiring.access().drop_provider(_named(workspace), provider))
    access_view.ended(was_there, "The key is forgotten.", "There was no key for this provider.", as_json)


def _named(workspace: str) -> str:
    """The workspace of that name; without one, the one that the settings name."""
    return workspace or wiring.own_workspace()


def _allowed(before: Allowance, money: str, jobs: str, requests: str) -> Allowance:
    """What was allowed before, but for the limits that were typed."""
    told: dict[str, int | None] = {}
    if money:
        told["money_micros"] = _limit(money, "--money", 0, MICROS)
    if jobs:
        told["jobs_at_once"] = _limit(jobs, "--jobs", 0)
    if requests:
        told["requests_a_minute"] = _limit(requests, "--requests-a-minute", 1)
    return replace(before, **told)


def _limit(text: str, option: str, least: int, unit: int = 1) -> int | None:
    """The limit that was typed, in units; a fraction of a unit is left out, so that no limit is passed."""
    if text == "none":
        return None
    try:
        found = int(Decimal(text) * unit)
    except (ArithmeticError, ValueError):
        found = -1
    if not least <= found <= LIMIT_AT_MOST * unit:
        raise typer.BadParameter(f"{text!r} is no number from {least} to {LIMIT_AT_MOST}, and not `none`.", param_hint=option)
    return found


def _asked(what: str, twice: bool) -> str:
    typed: str = typer.prompt(what, hide_input=True, confirmation_prompt=twice, err=True)
    return typed


def _line() -> str:
    return sys.stdin.readline(LINE_AT_MOST).rstrip("\r\n")


def audit_log(
    many: Annotated[int, typer.Option("--limit", min=1, max=1000, metavar="NUMBER", help="How many at most.")] = 50,
    workspace: Workspace = "",
    as_json: Json = False,
) -> None:
    """Show who changed keys, limits, roles, ratings, the webhook and how long things are kept, or erased a record, the newest first.

    The database writes this list itself, with every change, and nobody who asks the service can change it. It goes with its workspace.

    Over HTTP it is `GET /v1/audit`, for administrators of the workspace.

    [bold]Example:[/bold] veracious audit-log --workspace newsroom
    """
    with common.errors():
        name = workspace or wiring.own_workspace()
        found = asyncio.run(wiring.audit_log().newest(name, None, many))
    access_view.changes(name, found, as_json)
