"""The commands `veracious collections …`."""

import asyncio
import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from veracious import app, wiring
from veracious.domain.refresh import CollectionAge
from veracious.domain.store import COLLECTIONS, SHARED, WEB, Generation, Order
from veracious.faces import wire
from veracious.faces.cli import common, progress
from veracious.faces.cli.store import Json, Paths, Workspace, Yes
from veracious.faces.cli.views import store as store_view
from veracious.flow.fill import Filled
from veracious.flow.refresh import Failure, Refreshed, Tell
from veracious.rules import digest
from veracious.rules.seeking import current

commands = typer.Typer(no_args_is_help=True, rich_markup_mode="rich", pretty_exceptions_enable=False)

Number = Annotated[int, typer.Argument(metavar="GENERATION", help="Its number, as `veracious collections list` shows it.", min=1)]
FAILURES_SHOWN = 10
LEFT_OUT = MappingProxyType(
    {
        "not_an_address": "no address of a page",
        "repeated": "found more than once",
        "not_article": "a home page or a list",
        "known": "there already",
        "too_old": "too old",
        "undated": "without a date, beyond their share",
        "domain_share": "beyond the share of their publisher",
        "capped": "more than were wanted",
        "limit": "beyond the limit of the day",
    }
)


@commands.callback()
def about() -> None:
    """See what the store holds, and replace a whole collection at once.

    `documents`, and `web`, which is what runs have read, belong to a workspace. `static` and `current_affairs` are shared by all.

    A generation is a whole collection as it was built at one time. One of each collection is live: it is the one that is searched.

    A new generation is built beside the live one. Readers see the old one until the new one is whole, and then only the new one.
    """


@commands.command(name="list")
def show(workspace: Workspace = "", as_json: Json = False) -> None:
    """List the collections, their generations and how much each holds; how old the shared ones are, and what failed last.

    A generation is `building`, `live` or `retired`. One that stays `building` was left by a rebuild or a refresh that was killed: drop it.

    [bold]Example:[/bold] veracious collections list
    """
    with common.errors():
        found, ages = asyncio.run(_listed_all(workspace))
    if as_json:
        print(wire.generations(found, ages))
        return
    store_view.generations(found)
    store_view.ages(ages)


@commands.command()
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
    order = Order(tuple(paths), common.collection(name), workspace, source)
    with common.errors("Stopped. Nothing was changed."), progress.ingest(as_json, partial(app.documents.count, order)) as tell:
        so_far = asyncio.run(app.documents.rebuild(order, tell, keep))
    is_live = bool(so_far.documents and not so_far.failed)
    print(wire.rebuilt(so_far, is_live)) if as_json else store_view.rebuilt(name, so_far, is_live)
    raise typer.Exit(0 if is_live else 1)


@commands.command()
def refresh(
    name: Annotated[str, typer.Argument(metavar="NAME", help=f"One of {', '.join(SHARED)}.")],
    queries: Annotated[
        Path | None, typer.Option(metavar="FILE", help="What to ask, one query a line; `#` opens a comment. Default: a list of the news.")
    ] = None,
    pages: Annotated[int | None, typer.Option(metavar="N", help="Put at most so many pages.", min=1, max=10_000)] = None,
    anew: Annotated[
        bool, typer.Option("--anew", help="Keep nothing of what is in `current_affairs`, and read pages that are in it again.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Fill a shared collection anew from the web, and put it in the place of the old one in a single step.

    Each query is searched, and the pages that were found are read one by one: credible publishers first, then the newest pages.

    Into `current_affairs` go pages of the last days alone, and few without a date. What is older than its last refresh is not searched
    for; what is in it already and still young enough stays, and is not read again. `static` takes any page, and needs --queries.

    What cannot be read is named, and the others go on. Readers see the old generation until the new one is whole.

    When no search answers, or no page can be read, nothing changes. What a refresh that was killed left half-built is dropped first.

    Exits with 0 when the new generation is live, else with 1.

    [bold]Example:[/bold] veracious collections refresh current_affairs --pages 50
    """
    if common.collection(name) not in SHARED:
        raise typer.BadParameter(current.READ_BY_RUNS if name == WEB else current.OF_A_WORKSPACE, param_hint="NAME")
    with common.errors("Stopped. Nothing was changed."), _bar(as_json) as tell:
        wanted = app.collections.refresh_order(name, _listed(queries), pages, anew)
        found = asyncio.run(app.collections.refresh(wanted, tell))
    print(_as_json(name, found)) if as_json else _tell(name, found)
    raise typer.Exit(0 if found.is_live else 1)


@commands.command()
def fill(
    name: Annotated[str, typer.Argument(metavar="NAME", help=f"{app.collections.STATIC}, the shared collection of what does not change.")],
    addresses: Annotated[Path, typer.Argument(metavar="LIST", help="A file with one address a line; `#` opens a comment.")],
    as_json: Json = False,
) -> None:
    """Read the pages of a list of addresses, and put them into `static` beside what is there.

    Pages are read as a check with --web reads them: what robots.txt closes stays closed, and hosts are given a pause.

    An address that was filled in before is not asked for again. What cannot be read is named, and the others go on.

    Exits with 0 when every page is there, else with 1.

    [bold]Example:[/bold] veracious collections fill static addresses.txt
    """
    common.collection(name)
    with common.errors("Stopped. What was put stays; begin again to go on."), _fill_bar(as_json) as tell:
        wanted = app.collections.fill_order(name, _listed(addresses, "LIST"))
        found = asyncio.run(app.collections.fill(wanted, tell))
    if as_json:
        print(wire.filled(name, found))
    else:
        new = f"{_many(found.taken.documents, 'page')}, {_many(found.taken.passages, 'passage')}"
        store_view.said(f"{new} were put into {name}; {_many(found.known + found.taken.known, 'page')} of the list were there already.")
        _failures("pages", found.unread)
    raise typer.Exit(1 if found.unread else 0)


@commands.command()
def switch(generation: Number, workspace: Workspace = "", as_json: Json = False) -> None:
    """Make a generation the live one, for all readers at once. The one that was live is kept, as retired.

    [bold]Example:[/bold] veracious collections switch 4
    """
    with common.errors():
        old = asyncio.run(wiring.collections(workspace).switch(generation))
    before = f"; generation {old} was" if old is not None else ""
    print(wire.switched(generation, old)) if as_json else store_view.said(f"Generation {generation} is live{before}.")


@commands.command()
def drop(generation: Number, workspace: Workspace = "", yes: Yes = False, as_json: Json = False) -> None:
    """Drop a generation that is not live, once nobody reads it any more.

    [bold]Example:[/bold] veracious collections drop 3 --yes
    """
    common.sure(f"Generation {generation} goes with everything in it and cannot be brought back.", yes)
    with common.errors():
        asyncio.run(wiring.collections(workspace).drop(generation))
    print(wire.dropped(generation)) if as_json else store_view.said(f"Generation {generation} is dropped.")


async def _listed_all(workspace: str) -> tuple[Sequence[Generation], Sequence[CollectionAge]]:
    return await wiring.collections(workspace).all(), await app.collections.ages(workspace)


def _listed(file: Path | None, hint: str = "--queries") -> str:
    """What stands in a list; empty when none was named."""
    if file is None:
        return ""
    try:
        return file.read_text("utf-8") or "\n"  # a list that is empty is not the shipped one
    except (OSError, UnicodeDecodeError) as failed:
        raise typer.BadParameter(f"{file} cannot be read as a text in UTF-8: {failed}", param_hint=hint) from failed


@contextmanager
def _advance(quiet: bool, first: str) -> Iterator[Callable[..., None]]:
    """What moves a bar on standard error, by the words of `rich`; nothing when machines are listening."""
    console = Console(stderr=True)
    if quiet or not console.is_terminal:
        yield lambda **_: None
        return
    columns = (SpinnerColumn(), TextColumn("{task.description}"), BarColumn(bar_width=None), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True) as bar:
        yield partial(bar.update, bar.add_task(first, total=None))


@contextmanager
def _bar(quiet: bool) -> Iterator[Tell]:
    """A bar over searches, then over pages."""
    with _advance(quiet, "searching") as advance:

        def tell(so_far: Refreshed) -> None:
            if not so_far.chosen:
                advance(completed=so_far.queries, description=f"searches, {so_far.hits:,} pages found")
                return
            done = so_far.read + len(so_far.unread)
            advance(completed=done, total=so_far.chosen, description=f"pages, {so_far.taken.passages:,} passages put")

        yield tell


@contextmanager
def _fill_bar(quiet: bool) -> Iterator[Callable[[Filled], None]]:
    """A bar over addresses."""
    with _advance(quiet, "pages") as advance:

        def tell(so_far: Filled) -> None:
            done = so_far.known + so_far.read + len(so_far.unread)
            advance(completed=done, total=so_far.addresses, description=f"pages, {so_far.taken.passages:,} passages put")

        yield tell


def _as_json(name: str, refreshed: Refreshed) -> str:
    """What a refresh came to, as JSON; `outcome` is `refreshed` when the new generation is live."""
    silent = refreshed.queries and len(refreshed.unanswered) == refreshed.queries
    outcome = "refreshed" if refreshed.is_live else "searches_failed" if silent else "nothing_read"
    told = {"outcome": outcome, "collection": name, **json.loads(digest.canonical(refreshed))}
    failed = {"searches": _counted(refreshed.unanswered), "pages": _counted(refreshed.unread)}
    return json.dumps(told | {"passed": dict(refreshed.passed), "failed": failed}, ensure_ascii=False, indent=2)


def _tell(name: str, refreshed: Refreshed) -> None:
    """The same for people."""
    taken = refreshed.taken
    if refreshed.is_live:
        new = f"{_many(taken.documents, 'page')}, {_many(taken.passages, 'passage')}"
        store_view.said(f"{new} now make up {name}, as generation {refreshed.generation}.")
    else:
        store_view.said(f"Nothing was changed in {name}: {_why(refreshed)}. Readers see what they saw before.")
    asked = f"{refreshed.queries:,} {'query' if refreshed.queries == 1 else 'queries'}, {_many(refreshed.hits, 'hit')}"
    store_view.said(f"  {asked}, {refreshed.chosen:,} worth reading, {_many(refreshed.read, 'page')} read")
    if refreshed.kept:
        store_view.said(f"  kept of what was there, without being read again: {_many(refreshed.kept, 'page')}")
    if refreshed.passed:
        store_view.said(f"  left out: {', '.join(f'{number:,} {LEFT_OUT.get(reason, reason)}' for reason, number in refreshed.passed)}")
    if refreshed.swept:
        store_view.said(f"  dropped, since it was left half-built: generation {', '.join(map(str, refreshed.swept))}")
    _failures("searches", refreshed.unanswered)
    _failures("pages", refreshed.unread)


def _failures(what: str, failures: Sequence[Failure]) -> None:
    """How many failed of which kind, and the first of them."""
    if failures:
        kinds = ", ".join(f"{number:,} {kind}" for kind, number in _counted(failures).items())
        store_view.said(f"  {what} that failed: {kinds}")
    for one in failures[:FAILURES_SHOWN]:
        store_view.said(f"    {store_view.plain(one.what)}: {store_view.plain(one.detail)}")
    if len(failures) > FAILURES_SHOWN:
        store_view.said(f"    and {len(failures) - FAILURES_SHOWN:,} more; --json lists all.")


def _many(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def _why(refreshed: Refreshed) -> str:
    if len(refreshed.unanswered) == refreshed.queries:
        return "every search failed"
    if not refreshed.chosen:
        return "no page was found that is worth reading"
    return "none of the pages that were read may be put" if refreshed.read else "no page could be read"


def _counted(failures: Sequence[Failure]) -> dict[str, int]:
    return dict(sorted(Counter(one.reason for one in failures).items()))
