"""The commands `veracious eval …`."""

import asyncio
import json
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer
from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from veracious.domain.errors import SetupError, VeraciousError
from veracious.faces.cli.verify import read_dials
from veracious.rules import digest
from veracious.rules.dials import Dials

if TYPE_CHECKING:  # numpy is loaded by the commands that need it, not by `veracious --help`
    from veracious.eval.compare import Row
    from veracious.eval.pack import EvalSet

commands = typer.Typer(no_args_is_help=True, rich_markup_mode="rich", pretty_exceptions_enable=False)

Json = Annotated[bool, typer.Option("--json", help="Write JSON for machines.")]


class Suite(StrEnum):
    """What is measured."""

    STANCE = "stance"
    RETRIEVAL = "retrieval"
    VERDICT = "verdict"
    LEDGER = "ledger"
    FIELD = "field"
    CHECKWORTHY = "checkworthy"
    ARTICLES = "articles"
    ALL = "all"


class Switch(StrEnum):
    """On or off."""

    ON = "on"
    OFF = "off"


@commands.callback()
def about() -> None:
    """Measure the models on data whose answers are known.

    VERACIOUS_DATA names the folder of the data pack. Each opening of a held-out file is logged, with its reason.
    """


@commands.command()
def run(
    suite: Annotated[Suite, typer.Argument(help="What is measured.")],
    sets: Annotated[str, typer.Option(help="Names with commas between, or development, tests or all.")] = "development",
    limit: Annotated[int, typer.Option(help="Rows of a set at most, drawn with a fixed seed; 0 for all.", min=0)] = 0,
    out: Annotated[Path | None, typer.Option(help="Folder of the run. Default: eval-runs/SUITE-MODEL.")] = None,
    model: Annotated[Path | None, typer.Option(help="Folder of the judge or the embedder. Default: the one in use.")] = None,
    relevance: Annotated[Path | None, typer.Option(help="Folder of the relevance model. Default: the one in use.")] = None,
    blank: Annotated[bool, typer.Option("--blank", help="stance: ask again without evidence.")] = False,
    swap: Annotated[bool, typer.Option("--swap", help="stance: ask again with the evidence of another claim.")] = False,
    titles: Annotated[bool, typer.Option("--titles", help="stance: ask again with a title before the evidence.")] = False,
    conflicts: Annotated[Switch, typer.Option(help="stance: apply the conflicts rule, too.")] = Switch.OFF,
    store: Annotated[bool, typer.Option("--store", help="retrieval: search through the store, too.")] = False,
    dials: Annotated[str, typer.Option(help="verdict: reference, or a JSON file of dials to change.")] = "",
    reason: Annotated[str, typer.Option(help="Why held-out files are opened; they need one.")] = "",
    openings: Annotated[Path, typer.Option(help="The log of openings.")] = Path("evals/openings.md"),
    as_json: Json = False,
) -> None:
    """Run a suite, or all of them, and write its report as JSON, Markdown and one page of HTML, with pictures.

    A run that was stopped goes on where it was, when it is started again with the same folder.

    [bold]Example:[/bold] veracious eval run stance --sets dev --limit 200
    """
    asked = (("blank", blank), ("swap", swap), ("titled", titles), ("titled_swap", titles and swap))
    modes = ("plain", *(name for name, wanted in asked if wanted))
    with explained(), bars() as watch:
        from veracious.eval import start

        wish = start.Wish(suite, sets, limit or None, out, model, relevance, modes, conflicts is Switch.ON, reason, openings, store)
        wish = replace(wish, dials=Dials.reference() if dials == "reference" else read_dials(Path(dials) if dials else None))
        finished = [asyncio.run(start.measure(one, watch)) for one in start.parts(wish)]
    for done in finished:
        print(json.dumps(done.report, ensure_ascii=False, indent=2) if as_json else f"The report is in {done.page}.")


@commands.command()
def compare(
    first: Annotated[Path, typer.Argument(metavar="A", help="Folder of a finished run.")],
    second: Annotated[Path, typer.Argument(metavar="B", help="Folder of another, of the same suite.")],
    as_json: Json = False,
) -> None:
    """Compare two runs on the rows that both have: what B has more than A.

    Differences are paired, with 95 % bootstrap intervals. A star marks those whose interval leaves out 0.

    [bold]Example:[/bold] veracious eval compare eval-runs/a eval-runs/b
    """
    with explained():
        from veracious.eval import compare

        rows = compare.runs(first, second)
    if as_json:
        print(json.dumps(json.loads(digest.canonical(rows)), ensure_ascii=False, indent=2))
    else:
        _show_compared(rows)


@commands.command()
def sets(suite: Annotated[Suite, typer.Argument(help="What is measured.")]) -> None:
    """List the sets of a suite: how many rows, what they may be used for, under which licence.

    [bold]Example:[/bold] veracious eval sets stance
    """
    with explained():
        from veracious.eval import pack

        chosen = [one for one in Suite if one is not Suite.ALL] if suite is Suite.ALL else [suite]
        _show_sets(tuple(found for one in chosen for found in pack.sets(one).values()))


class _Bars:
    """Progress bars on the terminal."""

    def __init__(self, progress: Progress) -> None:
        self._progress = progress

    def begin(self, title: str, total: int) -> Callable[[int], None]:
        """A bar for a step of so many parts."""
        task = self._progress.add_task(title, total=total)
        return lambda done: self._progress.update(task, advance=done)


class _Lines:
    """Progress in a log: a line when a step begins, and one for each tenth of it."""

    def begin(self, title: str, total: int) -> Callable[[int], None]:
        """Lines for a step of so many parts."""
        done, told = 0, 0

        def tell(more: int) -> None:
            nonlocal done, told
            done += more
            if (tenths := 10 * done // max(total, 1)) > told:
                told = tenths
                self._say(f"{title}: {done:,} of {total:,}")

        self._say(f"{title}: {total:,} to do")
        return tell

    def _say(self, words: str) -> None:
        print(f"{time.strftime('%H:%M:%S')} {words}", file=sys.stderr, flush=True)


@contextmanager
def bars() -> Iterator[_Bars | _Lines]:
    """Progress beside what is printed: bars on a terminal, lines in a log."""
    console = Console(stderr=True)
    if not console.is_terminal:
        yield _Lines()
        return
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console) as progress:
        yield _Bars(progress)


@contextmanager
def explained() -> Iterator[None]:
    """What goes wrong is said in one sentence, not as a traceback."""
    try:
        yield
    except ModuleNotFoundError as absent:
        _end(SetupError(f'{absent.name} is not installed; run pip install "veracious[eval]"'))
    except VeraciousError as failed:
        _end(failed)


def _end(failed: VeraciousError) -> NoReturn:
    typer.echo(str(failed), err=True)
    raise typer.Exit(1)


def _show_compared(rows: "Sequence[Row]") -> None:
    table = Table(box=None, pad_edge=False)
    for title in ("set", "figure", "n", "A", "B", "B - A", "95 % interval", "p"):
        table.add_column(title, justify="left" if title in ("set", "figure") else "right", no_wrap=True)
    for row in rows:
        gap = row.difference
        interval = f"[{gap.low:+.3f}, {gap.high:+.3f}]{'*' if gap.significant else ' '}"
        figures = (f"{row.first:.3f}", f"{row.second:.3f}", f"{gap.value:+.3f}")
        table.add_row(row.set, row.figure, str(row.n), *figures, escape(interval), f"{gap.p:.3f}")
    Console(highlight=False).print(table)


def _show_sets(eval_sets: "Sequence[EvalSet]") -> None:
    table = Table(box=None, pad_edge=False)
    for title in ("set", "rows", "use", "licence"):
        table.add_column(title, justify="right" if title == "rows" else "left", no_wrap=title != "licence")
    for one in eval_sets:
        table.add_row(one.name, f"{one.rows:,}", one.use, escape(one.licence))
    Console(highlight=False).print(table)
