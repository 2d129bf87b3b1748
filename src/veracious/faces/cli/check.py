"""`veracious check`: somebody's answer checked against documents."""

import asyncio
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from veracious import app, wiring
from veracious.domain.errors import InputError
from veracious.domain.verdict import Outcome
from veracious.faces import wire
from veracious.faces.cli import common, progress, verify
from veracious.faces.cli.views import check as check_view
from veracious.flow.check import Checked
from veracious.rules.dials import Dials
from veracious.rules.ledger import gates

MET, NOT_MET, NO_LEDGER = 0, 1, 2  # exit codes
STANDARD_INPUT = "-"

Answer = Annotated[str, typer.Argument(metavar="ANSWER", help="The answer: a file of plain text or Markdown; `-` is standard input.")]
Docs = Annotated[
    list[Path], typer.Option("--docs", metavar="PATH", help="A file or folder to check it against, in memory; may be given several times.")
]
Question = Annotated[str, typer.Option(help="What was asked. It tells what the answer rests on; without it every claim counts.")]
AsOf = Annotated[str, typer.Option(help="The day on which documents are old or not, as YYYY-MM-DD. Default: today.")]
Html = Annotated[str, typer.Option("--html", metavar="FILE", help="Write the ledger as a page of HTML, too; `-` is standard output.")]


def check(
    answer: Answer,
    docs: Docs,
    question: Question = "",
    as_of: AsOf = "",
    dials: verify.DialsFile = None,
    as_json: verify.AsJson = False,
    html: Html = "",
) -> None:
    """Check an answer that somebody wrote, claim by claim, against your documents.

    No key, no network, no store: the judge is bundled, and nothing is read but what --docs names. Nothing is written anew.

    Every sentence that states something is a claim, and each has one of four verdicts: supported, weak, contradicted or not found.

    Under each stand the quotes that decide. Words of a weak claim that no quote carries are underlined, and named.

    Then come the figures, the gates that an answer must pass, and what a reader should be warned of. The gates are dials.

    Exits with 0 when all gates are met, with 1 when one is not, with 2 when there is no ledger: the answer states nothing that could be
    checked, something could not be read, or the judge failed. An error is never a verdict.

    [bold]Example:[/bold] veracious check answer.md --docs handbook/ --question "When does the office open?" --html ledger.html
    """
    if answer == STANDARD_INPUT and any(str(path) == STANDARD_INPUT for path in docs):
        raise typer.BadParameter("Standard input is the answer already.", param_hint="--docs")
    with common.errors(code=NO_LEDGER):
        asked = CheckRequest(app.documents.text_of(answer), question, common.day(as_of), verify.read_dials(dials))
        found, names = asyncio.run(_checked(asked, docs))
        page = _page(found, asked.dials, names) if html else ""
    if html == STANDARD_INPUT:
        sys.stdout.write(page)
        raise typer.Exit(code(found, asked.dials))
    if html:
        common.write_page(Path(html), page)
    wanted = asked.dials.ledger.gates
    print(wire.checked(found, wanted, names)) if as_json else check_view.show(found, Console(highlight=False), wanted, names)
    raise typer.Exit(code(found, asked.dials))


def code(checked: Checked, dials: Dials) -> int:
    """The exit code of a check."""
    if checked.ledger is None or checked.outcome is Outcome.REFUSED:
        return NO_LEDGER
    return MET if all(one.is_met for one in gates.judge(checked.ledger.summary, dials.ledger.gates)) else NOT_MET


@dataclass(frozen=True, slots=True)
class CheckRequest:
    """What is asked, as it was typed and read."""

    answer: str
    question: str
    as_of: date | None
    dials: Dials


async def _checked(asked: CheckRequest, docs: Sequence[Path]) -> tuple[Checked, dict[str, str]]:
    """The check, and the names of the documents' files by their digests."""
    console = Console(stderr=True, highlight=False)
    with progress.steps(console) as step:
        step("Reading the documents")
        held = await app.documents.read(docs)
        if not held:
            raise InputError("--docs names no document: an answer that is checked against nothing says nothing")
        step("Loading the judge")
        await asyncio.to_thread(wiring.judge_in_use)
        step("Checking the answer, sentence by sentence")
        found = await app.checks.assessor(asked.dials).check(asked.answer, held, asked.question, asked.as_of)
    return found, common.names(held)


def _page(checked: Checked, dials: Dials, names: dict[str, str]) -> str:
    from veracious.faces.pages import page  # slow to load, and only needed here

    return page.ledger(checked.record, checked.report, dials.ledger.gates, names)
