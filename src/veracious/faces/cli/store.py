"""The commands `veracious ingest`, `find`, `erase` and `keep`."""

import asyncio
from collections.abc import Sequence
from enum import StrEnum
from functools import partial
from typing import Annotated

import typer

from veracious import app, wiring
from veracious.domain.store import COLLECTIONS, FoundPassage, Order, Reembedding, Scope, Wanted
from veracious.faces import wire
from veracious.faces.cli import common, progress
from veracious.faces.cli.views import store as store_view

Json = Annotated[bool, typer.Option("--json", help="Write JSON for machines.")]
Yes = Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")]
Workspace = Annotated[str, typer.Option(metavar="NAME", help="The workspace. Default: VERACIOUS_WORKSPACE, or `default`.")]
Collection = Annotated[str, typer.Option(metavar="NAME", help=f"One of {', '.join(COLLECTIONS)}.")]
Paths = Annotated[list[str], typer.Argument(metavar="PATH", help="Files and folders; `-` is standard input, as lines of JSON or one text.")]
STOPPED = "Stopped. Every document that was put is there whole; the same command goes on with the rest."


class What(StrEnum):
    """What can be erased."""

    DOCUMENT = "document"
    SOURCE = "source"
    WORKSPACE = "workspace"
    EXPIRED = "expired"


def ingest(
    paths: Paths,
    collection: Collection = "documents",
    source: Annotated[str, typer.Option(metavar="DOMAIN", help="Who published them, where a document does not say.")] = "",
    workspace: Workspace = "",
    as_json: Json = False,
) -> None:
    """Put documents into the store, so that they can be found and claims checked against them.

    Reads plain text, Markdown, HTML, PDF, DOCX and JSONL. Folders are read whole, but for hidden files and links.

    A line of JSONL is a document: an object with `text` and, where known, `title`, `url`, `published`, `language`, `byline`, `domain`.

    Every document is stored whole or not at all. What is there already is passed over, so a run that was stopped is simply started again.

    A file that cannot be read is refused with its reason, and the others go on. Exits with 0 when nothing was refused, else with 1.

    `documents` and `web` belong to your workspace alone; `static` and `current_affairs` are shared by all workspaces of the store.

    [bold]Example:[/bold] veracious ingest reports/ notes.md
    """
    order = Order(tuple(paths), common.collection(collection), workspace, source)
    with common.errors(STOPPED), progress.ingest(as_json, partial(app.documents.count, order)) as tell:
        so_far = asyncio.run(app.documents.ingest(order, tell))
    print(wire.taken(so_far)) if as_json else store_view.taken(so_far)
    raise typer.Exit(1 if so_far.failed else 0)


def find(
    query: Annotated[str, typer.Argument(metavar="QUERY", help="What to look for: a claim, a question, a few words.")],
    limit: Annotated[int, typer.Option("--limit", "-n", min=1, max=100, help="How many passages.")] = 5,
    collection: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="Look in this collection only; may be given more than once.")
    ] = None,
    language: Annotated[str, typer.Option(metavar="CODE", help="Only what is in this language, as `en`.")] = "",
    domain: Annotated[str, typer.Option(metavar="DOMAIN", help="Only what this source published, as `bbc.co.uk`.")] = "",
    as_of: Annotated[str, typer.Option(metavar="DATE", help="Only what was published by this day, or has no date; YYYY-MM-DD.")] = "",
    workspace: Workspace = "",
    as_json: Json = False,
) -> None:
    """Find passages by meaning and by words, best first.

    `meaning` is the cosine of passage and query, at most 1. `words` is the BM25 score, empty where the words did not find it.

    `score` joins the two by rank, not by size, so it orders passages and says nothing of how good the best is.

    Words of the query are set in bold. What a passage says is not checked here: it is what was found.

    Exits with 0, found or not.

    [bold]Example:[/bold] veracious find "Who built the lighthouse?" -n 3
    """
    if not query.strip():
        raise typer.BadParameter("Say what to look for.", param_hint="QUERY")
    scope = Scope(tuple(map(common.collection, collection or COLLECTIONS)), language or None, domain or None, common.day(as_of))
    with common.errors():
        found, waiting = asyncio.run(_searched(scope, workspace, query, limit))
    if as_json:
        print(wire.search_results(query, found, waiting))
        return
    store_view.passages(query, found, wiring.lexicon())
    store_view.waiting(waiting)


def erase(
    what: Annotated[What, typer.Argument(metavar="WHAT", help="`document`, `source`, `workspace` or `expired`.", show_default=False)],
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="The document's name, address or digest; the source's domain; the workspace's name.")
    ] = "",
    collection: Collection = "documents",
    workspace: Workspace = "",
    yes: Yes = False,
    as_json: Json = False,
) -> None:
    """Take a document, everything of a source, a whole workspace, or what has expired out of the store.

    A document is named as `veracious find` shows it below the passage: `reports/may.pdf`, `https://example.org/a`, or `sha256:…`.

    Text, passages, vectors, words and facts go at once and are not found again. Their bytes leave the files with `veracious db sweep`.

    A workspace goes with its documents, its choices and its name: `veracious erase workspace newsroom`. It takes no --workspace.

    What has expired are documents that were kept as long as `veracious keep` says: `veracious erase expired --yes`, once a day.

    Exits with 0, whether anything was there or not.

    [bold]Example:[/bold] veracious erase source example.org --yes
    """
    common.collection(collection)
    if bool(name) == (what is What.EXPIRED):
        raise typer.BadParameter("Give the name of what is to be erased; only `expired` has none.", param_hint="NAME")
    common.sure(f"{_meant(what, name)} and cannot be brought back.", yes)
    with common.errors():
        documents = asyncio.run(_erased(what, name, collection, workspace))
    print(wire.erased(what.value, documents)) if as_json else store_view.erased(what.value, name, documents)


def keep(
    days: Annotated[str, typer.Argument(metavar="DAYS", help="For how many days, or `forever`.", show_default=False)] = "",
    workspace: Workspace = "",
    as_json: Json = False,
) -> None:
    """Say for how long the documents of a workspace are kept, or show it.

    Nothing is erased by this. `veracious erase expired` erases what was put into the store longer ago; let a timer run it once a day.

    Other collections have no such time.

    [bold]Example:[/bold] veracious keep 90
    """
    if days and days != "forever" and not (days.isdecimal() and 0 < int(days) <= 100_000):
        raise typer.BadParameter(f"{days!r} is no number of days from 1 to 100000, and not `forever`.", param_hint="DAYS")
    with common.errors():
        kept = asyncio.run(_kept(days, workspace))
    print(wire.kept(kept)) if as_json else store_view.kept(kept)


async def _searched(scope: Scope, workspace: str, query: str, limit: int) -> tuple[Sequence[FoundPassage], Sequence[Reembedding]]:
    """What was found, and which of the collections that were searched wait for new vectors."""
    found = await wiring.finder(scope, workspace).look(query, limit)
    waiting = await app.store.reembeddings(workspace or wiring.own_workspace())
    return found, [one for one in waiting if one.collection in scope.collections]


def _meant(what: What, name: str) -> str:
    return {
        What.DOCUMENT: f"The document {name} goes",
        What.SOURCE: f"Everything of the source {name} goes",
        What.WORKSPACE: f"The workspace {name} goes with everything in it",
        What.EXPIRED: "What has been kept long enough goes",
    }[what]


async def _erased(what: What, name: str, collection: str, workspace: str) -> int:
    held = wiring.erasure(name if what is What.WORKSPACE else workspace)
    if what is What.WORKSPACE:
        documents = sum(one.documents for one in await wiring.collections(name).all() if one.collection == "documents")
        await held.workspace()
        return documents
    if what is What.EXPIRED:
        return await held.expire(wiring.clock().now())
    if what is What.SOURCE:
        return await held.documents(Wanted(domain=name, collections=(collection,)))
    if name.startswith("sha256:"):
        return await held.documents(Wanted(digest=name, collections=(collection,)))
    return await held.documents(Wanted(name=name, collections=(collection,)))


async def _kept(days: str, workspace: str) -> int | None:
    held = wiring.erasure(workspace)
    if days:
        await held.keep(None if days == "forever" else int(days))
    return await held.kept()
