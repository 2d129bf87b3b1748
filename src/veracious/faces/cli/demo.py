"""`veracious demo`: twelve claims about a made-up world, with no key and no network."""

import asyncio
import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from types import MappingProxyType
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.padding import Padding
from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn
from rich.table import Column, Table
from rich.text import Text

from veracious import app, wiring
from veracious import demo as world
from veracious.demo import Example, Expected
from veracious.domain.report import Report
from veracious.domain.trust import Weighed
from veracious.domain.verdict import Verdict
from veracious.faces import wire
from veracious.faces.cli import common
from veracious.faces.cli.views import verify as verify_view
from veracious.faces.pages import words
from veracious.flow.verify import Verified
from veracious.rules.weighing.evidence_trust import side

WORDS: Mapping[Verdict, str] = MappingProxyType(
    {
        Verdict.SUPPORTED: "Supported",
        Verdict.REFUTED: "Refuted",
        Verdict.MIXED: "Mixed",
        Verdict.NOT_ENOUGH_EVIDENCE: "Not enough evidence",
    }
)
COLUMNS = ("", "claim", "came out", "as expected")


def demo(
    claim: Annotated[int | None, typer.Option(metavar="N", min=1, help="Show claim N alone, and all that its verdict rests on.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Write JSON for machines.")] = False,
) -> None:
    """Check twelve claims about a made-up world, and show what each of them shows.

    The documents are invented, and so are their publishers: papers, a wire agency, an institute, a statistics office, a tabloid, a blog.
    What is done with them is real: the same models and rules as in [bold]veracious verify[/bold], with no key and no network.

    Exits with 0 when every claim comes out as expected, else with 1 and the names of those that do not.

    [bold]Example:[/bold] veracious demo --claim 4
    """
    examples = world.examples()
    if claim and claim > len(examples):
        raise typer.BadParameter(f"There are {len(examples)} claims.", param_hint="--claim")
    chosen = [(claim, examples[claim - 1])] if claim else list(enumerate(examples, 1))
    console = Console(highlight=False)
    with common.errors():
        found = asyncio.run(_run(chosen, console, quiet=as_json, summed=not claim))
    wrong = [number for (number, example), one in zip(chosen, found, strict=True) if came_out(one) != example.expected]
    if as_json:
        print(json.dumps(_told(chosen, found, wrong), ensure_ascii=False, indent=2))
    elif claim:
        verify_view.show(found[0], console, is_kept=False)
        console.print(_line(f"This shows that {examples[claim - 1].shows}."))
    else:
        console.print(_summary(chosen, found, console.width))
    for number in wrong:
        typer.echo(f"Claim {number} came out as {_word(came_out(found[_at(chosen, number)]))}, not as expected.", err=True)
    if not wrong and not as_json and not claim:
        console.print("All came out as expected. Now ask about your own documents:\n  veracious verify --docs FOLDER CLAIM")
    raise typer.Exit(1 if wrong else 0)


def came_out(verified: Verified) -> Expected:
    """How a run came out, in the form in which it is expected."""
    report = verified.report
    return Expected(report.outcome, report.verdict, report.refusal.reason if report.refusal else None)


def strongest(report: Report) -> list[Weighed]:
    """The pieces to show of a verdict: the first that its explanation cites; of a mixed one, the most trusted cited piece of each side."""
    if report.judged is None:
        return []
    cited = [name for told in report.explanation for name in told.evidence]
    pieces = sorted((one for one in report.judged.weighed if one.evidence in cited), key=lambda one: cited.index(one.evidence))
    if report.verdict is not Verdict.MIXED:
        return pieces[:1]
    sided = {side(one.stance): one for one in reversed(report.judged.weighed) if one.evidence in cited}
    return list({one.quote.text: one for one in sided.values()}.values())


async def _run(chosen: list[tuple[int, Example]], console: Console, quiet: bool, summed: bool) -> list[Verified]:
    """Every claim in turn, each shown as soon as it is there, if they are to be summed up."""
    found = []
    with _progress(console, len(chosen), quiet) as bar:
        await asyncio.to_thread(wiring.loaded_models)
        bar.update(bar.task_ids[0], description=f"reading {len(world.documents())} documents")
        engine = await wiring.demo()
        for number, example in chosen:
            bar.update(bar.task_ids[0], description=example.text)
            found.append(await app.claims.verify(engine, example.text, example.as_of))
            bar.update(bar.task_ids[0], advance=1)
            if summed and not quiet:
                bar.console.print(_entry(number, example, found[-1]))
    return found


@contextmanager
def _progress(console: Console, total: int, quiet: bool) -> Iterator[Progress]:
    """A bar below what is printed already; none where nobody looks."""
    room = Column(no_wrap=True, overflow="ellipsis", max_width=max(console.width - 33, 10))  # what spinner, bar and count leave
    columns = (SpinnerColumn(), BarColumn(20), MofNCompleteColumn(), TextColumn("{task.description}", markup=False, table_column=room))
    shown = console.is_terminal and not quiet
    with Progress(*columns, console=console, transient=True, disable=not shown) as bar:
        bar.add_task("loading the models", total=total)
        yield bar


def _entry(number: int, example: Example, verified: Verified) -> Table:
    """A claim, its verdict, the strongest quotes, and what it shows."""
    report = verified.report
    table = Table.grid(padding=(0, 1))
    table.add_column(width=3, justify="right")
    table.add_column()
    table.add_row(Text(str(number), style="bold"), Text(example.text, style="bold"))
    table.add_row("", _verdict(report))
    for part in report.sub_results:
        table.add_row("", Text(f"{WORDS[part.verdict]}: {part.claim}"))
    if report.judged is not None:
        published = {entry.ranked.evidence.id: entry.ranked.evidence.published for entry in report.judged.admitted}
        for piece in strongest(report):
            quoted = piece.quote.text if "“" in piece.quote.text else f"“{piece.quote.text}”"
            table.add_row("", Text.assemble(f"{quoted}\n", (f"{piece.domain}, {published[piece.evidence]}", "dim")))
    table.add_row("", Text(f"Shows that {example.shows}.", style="italic"))
    table.add_row("", "")
    return table


def _verdict(report: Report) -> Text:
    if report.verdict is None or report.judged is None or report.reading is None:
        return Text(f"Not checked: {report.refusal.message if report.refusal else report.cause}", style="magenta")
    facts = report.judged.decision.facts
    sides = ((facts.supporters, "for"), (facts.refuters, "against"))
    voices = ", ".join(f"{count} independent origin{'' if count == 1 else 's'} {word}" for count, word in sides if count)
    beside = f" · {words.beside(report)}" if words.beside(report) else ""
    below = ", ".join(filter(None, (voices, f"as of {report.reading.claim.as_of}")))
    return Text.assemble((WORDS[report.verdict], f"bold {verify_view.WORDS[report.verdict][1]}"), beside, "\n", (below, "dim"))


def _summary(chosen: list[tuple[int, Example]], verified: list[Verified], width: int) -> Table:
    """One line a claim: what does not fit is cut off the claim, never off how it came out."""
    rows = []
    for (number, example), one in zip(chosen, verified, strict=True):
        out = came_out(one)
        told = (out.verdict or f"{out.outcome}: {out.refusal}" if out.verdict or out.refusal else out.outcome).replace("_", " ")
        rows.append((str(number), example.text, told, "yes" if out == example.expected else "no"))
    table = Table(box=None, pad_edge=False)
    widest = {name: max(len(name), *(len(row[at]) for row in rows)) for at, name in enumerate(COLUMNS)}
    room = width - sum(widest.values()) + widest["claim"] - 2 * len(COLUMNS)
    for name in COLUMNS:
        table.add_column(name, no_wrap=True, overflow="ellipsis", max_width=max(room, len("claim")) if name == "claim" else None)
    for row in rows:
        table.add_row(*map(Text, row))
    return table


def _told(chosen: list[tuple[int, Example]], verified: list[Verified], wrong: list[int]) -> dict[str, Any]:
    """All of it as a value; `claims` have what is expected beside what came out."""
    claims = [
        {
            "number": number,
            "claim": example.text,
            "as_of": example.as_of.isoformat(),
            "shows": example.shows,
            "expected": _fields(example.expected),
            "came_out": _fields(came_out(one)),
            "report": wire.verdict(one),
        }
        for (number, example), one in zip(chosen, verified, strict=True)
    ]
    return {"outcome": "differs" if wrong else "as_expected", "differs": wrong, "claims": claims}


def _fields(out: Expected) -> dict[str, str | None]:
    return {"outcome": out.outcome, "verdict": out.verdict, "refusal": out.refusal}


def _word(out: Expected) -> str:
    return " ".join(filter(None, (out.outcome, out.verdict, out.refusal))).replace("_", " ")


def _at(chosen: list[tuple[int, Example]], number: int) -> int:
    return [one for one, _ in chosen].index(number)


def _line(text: str) -> Padding:
    return Padding(Text(text, style="italic"), (1, 0, 0, 0))
