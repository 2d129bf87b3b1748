"""`veracious verify`: one claim, or a file of them."""

import asyncio
import json
from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from veracious import app, wiring
from veracious.domain.budget import Limits
from veracious.domain.document import Document
from veracious.domain.errors import DialsInvalid
from veracious.domain.store import COLLECTIONS, Scope
from veracious.domain.verdict import Outcome
from veracious.faces import wire
from veracious.faces.cli import batch, common, limits, progress
from veracious.faces.cli.following import Following
from veracious.faces.cli.views import verify as verify_view
from veracious.flow.run import Engine
from veracious.flow.verify import Verified
from veracious.rules import dials as all_dials
from veracious.rules.dials import Dials
from veracious.rules.seeking.register import CredibilityRules

Claim = Annotated[str, typer.Argument(help="The claim, as one or a few sentences of at most 2,000 characters.")]
AsOf = Annotated[str, typer.Option(help="Check it as of this day, as YYYY-MM-DD: later evidence is shown and not counted. Default: today.")]
Context = Annotated[
    str, typer.Option(help='A text that the claim stands beside: "the bill" is read as the one it names. Titles of --docs count too.')
]
Docs = Annotated[
    list[Path] | None, typer.Option("--docs", help="Check against these files and folders alone, in memory, without the store.")
]
Credibility = Annotated[
    float | None,
    typer.Option(min=0, max=1, help="With --docs: how far to trust documents whose publisher the register does not know. Default: 0.9."),
]
Collection = Annotated[list[str] | None, typer.Option(help=f"Look only here: {', '.join(COLLECTIONS)}. Default: everywhere.")]
Workspace = Annotated[str, typer.Option(help="Whose documents. Default: the one that VERACIOUS_WORKSPACE names.")]
DialsFile = Annotated[Path | None, typer.Option(help='A JSON file of dials to change, by groups: {"seeking": {"queries": {"limit": 20}}}.')]
Web = Annotated[
    bool,
    typer.Option(
        "--web", help="Search the web for what the store does not have, and keep what is read; VERACIOUS_SEARCH names the searches."
    ),
]
Scores = Annotated[bool, typer.Option("--explain-scores", help="Show what every score is made of.")]
AsJson = Annotated[bool, typer.Option("--json", help="Write JSON for machines.")]
Jsonl = Annotated[
    bool,
    typer.Option("--jsonl", help="Read claims from standard input, a JSON object a line: `claim`, and `id`, `as_of`, `context` if wanted."),
]
Out = Annotated[Path | None, typer.Option(help="With --jsonl: write here instead of standard output, and leave out what is there already.")]
Jobs = Annotated[int, typer.Option(min=1, max=64, help="With --jsonl: how many claims at once.")]


def verify(
    claim: Claim = "",
    as_of: AsOf = "",
    docs: Docs = None,
    credibility: Credibility = None,
    collection: Collection = None,
    workspace: Workspace = "",
    dials: DialsFile = None,
    web: Web = False,
    max_cost: limits.MaxCost = None,
    max_seconds: limits.MaxSeconds = None,
    max_pages: limits.MaxPages = None,
    explain_scores: Scores = False,
    as_json: AsJson = False,
    jsonl: Jsonl = False,
    out: Out = None,
    jobs: Jobs = 2,
    context: Context = "",
) -> None:
    """Check a claim against the evidence at hand, and show what the verdict rests on.

    No key, no network: the models are bundled, the evidence is what [bold]veracious ingest[/bold] put into the store, or what --docs names.
    With --web, what is missing is searched on the web, page by page, within the limits; Ctrl-C ends it with what is known by then.

    Exits with 0 when there is a verdict, with 1 when the claim was refused, with 2 when the run failed or a budget ended it before there
    was one: an error is never a verdict. A batch exits with 0 when every line was answered, and sums up on standard error.

    [bold]Example:[/bold] veracious verify --docs reports/ --credibility 0.9 "Sales rose by 12 % in 2024."
    """
    _check(bool(claim), jsonl)
    check_sources(docs, credibility, web)
    allowed = limits.of(max_cost, max_seconds, max_pages)
    with common.errors():
        scope = Scope(tuple(common.collection(one) for one in collection or COLLECTIONS))
        wanted = read_dials(dials)
        rated = CredibilityRules.of_own(credibility, wanted.seeking.register)
        place = Place(tuple(docs or ()), rated, scope, workspace, wanted, web)
        if jsonl:
            raise typer.Exit(_batch(place, common.day(as_of), batch.How(out, jobs, allowed)))
        found, names = asyncio.run(_verified(claim, common.day(as_of), place, allowed, context))
    print(wire.verified(found)) if as_json else verify_view.show(found, Console(highlight=False), explain_scores, not docs, names)
    raise typer.Exit(1 if found.outcome is Outcome.REFUSED else 2 if found.verdict is None else 0)


def _check(is_one: bool, is_many: bool) -> None:
    if is_one == is_many:
        raise typer.BadParameter("Give one claim, or --jsonl and claims on standard input.", param_hint="claim")


def check_sources(docs: Sequence[Path] | None, credibility: float | None, web: bool) -> None:
    """Refuse options of --docs without it, and a search of the web beside it."""
    if web and docs:
        raise typer.BadParameter("What is read on the web is kept in the store, and --docs uses none.", param_hint="--web")
    if credibility is not None and not docs:
        raise typer.BadParameter(
            "That is for the documents of --docs. For the store, rate a publisher: veracious sources set DOMAIN --credibility 0.9",
            param_hint="--credibility",
        )


@dataclass(frozen=True, slots=True)
class Place:
    """Where evidence is looked for, and with which dials."""

    docs: tuple[Path, ...]
    rated: CredibilityRules
    scope: Scope
    workspace: str
    dials: Dials
    web: bool = False
    held: tuple[Document, ...] = ()  # what `docs` name, where they were read already


def _batch(place: Place, day: date | None, how: batch.How) -> int:
    asked = batch.read(typer.get_text_stream("stdin"), day)
    return asyncio.run(batch.run(asked, lambda: engine(place), how))


async def _verified(claim: str, day: date | None, place: Place, allowed: Limits, context: str) -> tuple[Verified, dict[str, str]]:
    """What came of the claim, and the names of the documents' files by their digests."""
    console = Console(stderr=True, highlight=False)
    with progress.steps(console) as step:
        step("Reading the documents")
        held = tuple(await app.documents.read(place.docs)) if place.docs else ()
        step("Loading the models")
        await asyncio.to_thread(wiring.loaded_models)
        step("Cutting the documents into passages" if place.docs else "Opening the document store")
        made = await engine(replace(place, held=held))
        step("Searching the evidence, and judging what is found")
        with Following(console) if place.web else nullcontext() as watch:
            return await app.claims.verify(made, claim, day, allowed, watch, context), common.names(held)


async def engine(place: Place) -> Engine:
    """What checks claims there."""
    made = wiring.with_language_model(await bundled_engine(place))
    return wiring.with_web(made, await wiring.rated_by(place.workspace)) if place.web else made


async def bundled_engine(place: Place) -> Engine:
    """The same with the bundled models alone, and without the web."""
    if place.docs:
        return await wiring.in_memory(place.held or await app.documents.read(place.docs), place.rated, place.dials)
    return await asyncio.to_thread(wiring.over_store, place.scope, place.workspace, place.dials)


def read_dials(path: Path | None) -> Dials:
    """The default dials with the changes in a file."""
    return all_dials.changed(Dials(), read_changes(path))


def read_changes(path: Path | None) -> dict[str, Any]:
    """The changes in a file; none without one."""
    if path is None:
        return {}
    try:
        changes = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError) as failed:
        raise DialsInvalid(f"{path}: {failed}") from failed
    if not isinstance(changes, dict):
        raise DialsInvalid(f"{path}: it holds no object of groups")
    return changes
