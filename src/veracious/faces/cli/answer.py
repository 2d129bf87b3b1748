"""`veracious answer`: a question answered from documents."""

import asyncio
from typing import Annotated

import typer
from rich.console import Console
from rich.markup import escape
from rich.panel import Panel
from rich.text import Text

from veracious import app, wiring
from veracious.domain.budget import Limits
from veracious.domain.ledger import Mode
from veracious.domain.store import Scope
from veracious.faces import wire
from veracious.faces.cli import check, common, limits, progress, verify
from veracious.faces.cli.views import check as check_view
from veracious.faces.cli.views.verify import NOT_KEPT
from veracious.faces.pages import foreign
from veracious.flow.answer import Answered, Asking
from veracious.rules.dials import Dials
from veracious.rules.seeking.register import CredibilityRules

Question = Annotated[str, typer.Argument(help="What is asked.")]
Draft = Annotated[bool, typer.Option("--draft", help="Write a draft: what no document carries is kept and marked, not left out.")]


def answer(
    question: Question,
    docs: verify.Docs = None,
    draft: Draft = False,
    as_of: verify.AsOf = "",
    workspace: verify.Workspace = "",
    dials: verify.DialsFile = None,
    max_cost: limits.MaxCost = None,
    max_seconds: limits.MaxSeconds = None,
    as_json: verify.AsJson = False,
) -> None:
    """Answer a question from documents, each sentence with what it rests on, and hold the answer against them.

    The passages are the store's, or with --docs those of files alone. Without a language model the writer takes sentences of the
    documents as they stand; with one (VERACIOUS_ENDPOINT), it writes, a skeptic doubts, and what falls short is written again, twice at
    most. Gates and figures are computed from the ledger, never asked of a model.

    Exits with 0 when all gates are met, with 1 when one is not, with 2 when there is no answer: nothing was asked, or something failed.

    [bold]Example:[/bold] veracious answer --docs handbook/ "When does the office open?"
    """
    allowed = limits.of(max_cost, max_seconds, None)
    with common.errors(code=check.NO_LEDGER):
        wanted, mode = verify.read_dials(dials), Mode.DRAFT if draft else Mode.ANSWER
        rated = CredibilityRules.of_own(None, wanted.seeking.register)
        place = verify.Place(tuple(docs or ()), rated, Scope(), workspace, wanted)
        found = asyncio.run(_answered(Asking(question, mode, common.day_or_today(as_of)), place, allowed))
    print(wire.answered(found)) if as_json else show(found, Console(highlight=False), wanted, is_kept=not docs)
    met = all(one.is_met for one in found.report.gates)
    raise typer.Exit(check.NO_LEDGER if found.response is None else check.MET if met else check.NOT_MET)


async def _answered(asked: Asking, place: verify.Place, allowed: Limits) -> Answered:
    console = Console(stderr=True, highlight=False)
    with progress.steps(console) as step:
        step("Loading the models")
        await asyncio.to_thread(wiring.loaded_models)
        step("Reading the documents" if place.docs else "Opening the document store")
        engine = wiring.with_author(await verify.engine(place))
        step("Finding evidence, writing the answer, and checking it")
        return await app.answers.answer(engine, asked, allowed)


def show(answered: Answered, console: Console, wanted: Dials, is_kept: bool) -> None:
    """The answer, its ledger in figures, and what is warned of; where there is none, why."""
    report = answered.report
    if report.response is None or report.ledger is None:
        said = report.refusal.message if report.refusal is not None else report.cause
        console.print(Panel(escape(said), title="[bold]No answer[/bold]", title_align="left", border_style="magenta"))
        return
    console.print(Panel(Text(foreign.visible(report.response)), title=f"[bold]{report.mode.value.capitalize()}[/bold]", title_align="left"))
    check_view.summed_up(report.ledger, wanted.ledger.gates, console)
    for warning in report.warnings:
        console.print(Text(f"! {warning.message}", style="yellow"))
    for one in report.degraded:
        console.print(Text(f"! {one}", style="yellow"))
    times = len(report.revision_history) - 1
    written = f"Written by {report.written_by}, judged by {report.judged_by}, {times} revision{'' if times == 1 else 's'}."
    console.print(Text(f"{written} {f'Record {answered.record.envelope.id}' if is_kept else NOT_KEPT}", style="dim"))
