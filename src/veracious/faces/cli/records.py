"""The commands `veracious records`, `replay`, `audit`, `diff`, `why` and `archive …`."""

import asyncio
import json
from typing import Annotated

import typer

from veracious import app, wiring
from veracious.faces import wire
from veracious.faces.cli import common
from veracious.faces.cli.store import Json, Workspace, Yes
from veracious.faces.cli.views import records as records_view
from veracious.faces.cli.views import store as store_view

Named = Annotated[
    str, typer.Argument(metavar="RECORD", help="The name of the record, as `veracious records` lists it; `last` is the newest.")
]
commands = typer.Typer(no_args_is_help=True, rich_markup_mode="rich", pretty_exceptions_enable=False)


def records(
    limit: Annotated[int, typer.Option("--limit", "-n", min=1, max=1000, help="How many.")] = 20,
    workspace: Workspace = "",
    as_json: Json = False,
) -> None:
    """List the records of a workspace, the newest first.

    Every run of `veracious verify`, `veracious article` and `veracious answer` against the store leaves one.

    Of a record that was erased only its name and the two days are left.

    [bold]Example:[/bold] veracious records -n 5
    """
    with common.errors():
        found = asyncio.run(wiring.archive(workspace).newest(limit))
    print(wire.records(found)) if as_json else records_view.records(found)


def replay(record: Named = "last", workspace: Workspace = "", as_json: Json = False) -> None:
    """Run a record again on its own tape, and say whether it comes out the same, to the byte.

    No network, no model, no store is asked: every answer comes from the tape. The dials are those that the record was made with.

    Exits with 0 when it comes out the same, else with 1 and the first thing that differs, is missing or was altered.

    [bold]Example:[/bold] veracious replay last
    """
    with common.errors():
        found = asyncio.run(app.records.replay(record, workspace))
    print(wire.replayed(found)) if as_json else records_view.replayed(found)


def audit(record: Named = "last", workspace: Workspace = "") -> None:
    """Write what is kept of an answer as JSON: what was asked, what was found, every attempt, the figures, what it spent.

    The names are fixed, so that it can be filed. What a run spent is known until its tape expires.

    [bold]Example:[/bold] veracious audit last > audit.json
    """
    with common.errors():
        found = asyncio.run(app.records.audit(record, workspace))
    print(json.dumps(found, ensure_ascii=False, indent=2))


def diff(
    before: Annotated[str, typer.Argument(metavar="A", help="The name of a record.")],
    after: Annotated[str, typer.Argument(metavar="B", help="The name of another; `last` is the newest.")],
    workspace: Workspace = "",
    as_json: Json = False,
) -> None:
    """Show what changed from one record to another.

    The claim, the verdict and how sure it is, its parts, evidence that came or went, stances, guards, limits, dials and tools.

    Exits with 0, whether anything changed or not.

    [bold]Example:[/bold] veracious diff 019e6a21c0de-1f2e3d4c5b6a7988 last
    """
    with common.errors():
        found = asyncio.run(app.records.diff(before, after, workspace))
    print(wire.changes(found)) if as_json else records_view.changes(found)


def why(
    record: Named = "last",
    claim: Annotated[
        int | None, typer.Option("--claim", min=1, help="Of the record of an article: the number of the claim.", show_default=False)
    ] = None,
    workspace: Workspace = "",
    as_json: Json = False,
) -> None:
    """Show the path from the evidence to the verdict of a record, step by step.

    First five checks, in the order in which a wrong verdict is best looked into. Then the parts of the claim, what was found, what may
    count, and every piece with its stance and scores.

    Then which origins are independent, whether that is enough and by which rule, and the guards that changed the draft.

    Last the verdict, its limits, why the search ended, and what would change it.

    A record of an article has a path for each of its claims: `--claim 3` shows that of the third.

    [bold]Example:[/bold] veracious why last
    """
    with common.errors():
        found, steps = asyncio.run(app.records.why(record, workspace, claim))
    print(wire.why(found, steps)) if as_json else records_view.why(found, steps)


@commands.callback()
def about() -> None:
    """Look after the records: check that none was altered, erase them, say how long their tapes are kept.

    Every record is in a chain: a link commits to it and to the link before.

    What is erased leaves its link and a note of the day. What is changed, or gone without such a note, does not fit the chain any more.
    """


@commands.command()
def verify(
    head: Annotated[str, typer.Option(metavar="HASH", help="A head of the chain that you noted earlier: it must still be in it.")] = "",
    workspace: Workspace = "",
    as_json: Json = False,
) -> None:
    """Look through every record, tape and blob of a workspace, and name whatever is not as it was written.

    It ends with the head of the chain. Note it somewhere else: with --head you can tell later that nothing was cut off since.

    Exits with 0 when all is whole, with 1 when anything was altered. What was erased or has expired by note is no alteration.

    [bold]Example:[/bold] veracious archive verify
    """
    with common.errors():
        found = asyncio.run(wiring.archive(workspace).verify(head))
    print(wire.audit(found)) if as_json else records_view.audit(found)
    raise typer.Exit(0 if found.is_whole else 1)


@commands.command()
def erase(
    record: Annotated[str, typer.Argument(metavar="RECORD", help="The name of the record.")] = "",
    every: Annotated[bool, typer.Option("--all", help="Every record of the workspace, every tape and every blob.")] = False,
    workspace: Workspace = "",
    yes: Yes = False,
    as_json: Json = False,
) -> None:
    """Erase a record with its tape and the answers that no other record needs, and note the day in the chain.

    The note stays, with the name of the record and a commitment that says nothing without the salt, which is erased too.

    Bytes leave the files of the server with `veracious db sweep`.

    Exits with 0, whether anything was there or not.

    [bold]Example:[/bold] veracious archive erase 019e6a21c0de-1f2e3d4c5b6a7988 --yes
    """
    if bool(record) == every:
        raise typer.BadParameter("Name the record that is to be erased, or give --all.", param_hint="RECORD")
    common.sure(f"{'Every record' if every else f'The record {record}'} goes with its tape and cannot be brought back.", yes)
    with common.errors():
        gone = asyncio.run(_erased(record, workspace))
    print(wire.erased_records(gone)) if as_json else records_view.erased(gone)


@commands.command()
def keep(
    days: Annotated[str, typer.Argument(metavar="DAYS", help="For how many days, or `forever`.", show_default=False)] = "",
    workspace: Workspace = "",
    as_json: Json = False,
) -> None:
    """Say for how long the tapes of a workspace are kept, or show it. At first it is 90 days.

    A record stays until it is erased; without its tape it can be read and explained, not replayed.

    Nothing is taken away by this. `veracious archive expire` does it; let a timer run it once a day.

    [bold]Example:[/bold] veracious archive keep 365
    """
    if days and days != "forever" and not (days.isdecimal() and 0 < int(days) <= 100_000):
        raise typer.BadParameter(f"{days!r} is no number of days from 1 to 100000, and not `forever`.", param_hint="DAYS")
    with common.errors():
        kept = asyncio.run(_kept(days, workspace))
    print(wire.kept(kept)) if as_json else records_view.kept(kept)


@commands.command()
def expire(workspace: Workspace = "", as_json: Json = False) -> None:
    """Take away the tapes that have been kept as long as `veracious archive keep` says, and note it in the chain.

    [bold]Example:[/bold] veracious archive expire
    """
    with common.errors():
        gone = asyncio.run(wiring.archive(workspace).expire(wiring.clock().now()))
    said = f"{gone} tape{'' if gone == 1 else 's'} expired." if gone else "Nothing has expired."
    print(wire.expired(gone)) if as_json else store_view.said(said)


async def _erased(record: str, workspace: str) -> int:
    held, now = wiring.archive(workspace), wiring.clock().now()
    return int(await held.erase(record, now)) if record else await held.erase_all(now)


async def _kept(days: str, workspace: str) -> int | None:
    held = wiring.archive(workspace)
    if days:
        await held.retain(None if days == "forever" else int(days))
    return await held.retained()
