"""The commands `veracious eval …` that learn from the development sets, or hold a change against what was measured."""

import asyncio
import json
import tempfile
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from veracious.faces.cli.evals import Json, bars, commands, explained

Twin = Annotated[Path, typer.Option(help="Folder of a judge that has not seen the development sets.")]
Out = Annotated[Path, typer.Option(help="Folder of the study; a study that was stopped goes on there.")]
Limit = Annotated[int, typer.Option(help="Claims of a set at most, drawn with a fixed seed; 0 for all.", min=0)]
TWIN = Path("weights/twin")

__all__ = ["commands"]


class Form(StrEnum):
    """A format that a shared task takes."""

    FEVER = "fever"
    AVERITEC = "averitec"


@commands.command()
def tune(model: Twin = TWIN, out: Out = Path("eval-runs/study"), limit: Limit = 0, as_json: Json = False) -> None:
    """Fit the few dials that matter on the development sets, each set left out once.

    Nothing is changed: what the dials should be, and what they are worth on the set left out, is written into the folder.

    [bold]Example:[/bold] veracious eval tune --limit 300
    """
    _tell(_study("tuning", model, out, limit), out / "tuning.json", as_json)


@commands.command()
def ablate(model: Twin = TWIN, out: Out = Path("eval-runs/study"), limit: Limit = 0, as_json: Json = False) -> None:
    """Switch off every mechanism of the reference, one at a time, and say what it changes.

    [bold]Example:[/bold] veracious eval ablate --limit 200
    """
    _tell(_study("ablation", model, out, limit), out / "ablation.json", as_json)


@commands.command()
def calibrate(
    model: Twin = TWIN,
    out: Out = Path("eval-runs/study"),
    limit: Limit = 0,
    ship: Annotated[Path | None, typer.Option(help="Write the table to be shipped here, too.")] = None,
    as_json: Json = False,
) -> None:
    """Fit the probability of each verdict on the development sets.

    [bold]Example:[/bold] veracious eval calibrate --ship src/veracious/tables/calibration.json
    """
    told = _study("calibration", model, out, limit)
    if ship is not None:
        from veracious import wiring
        from veracious.eval.verdict import study

        loaded: tuple[Any, ...] = (wiring.judge(None), wiring.judge(model))
        judges = [one.name.digest for one in loaded]
        ship.write_text(json.dumps(study.shipped(told, judges), ensure_ascii=False, indent=1) + "\n", "utf-8")
    _tell(told, out / "calibration.json", as_json)


@commands.command()
def gate(
    pack: Annotated[Path, typer.Option(help="The slice of claims that is run.")] = Path("evals/gate"),
    baseline: Annotated[Path, typer.Option(help="The floors.")] = Path("evals/baseline.json"),
    out: Annotated[Path | None, typer.Option(help="Folder of the run. Default: one that is thrown away.")] = None,
    write: Annotated[bool, typer.Option("--write", help="Make what is measured the new floors.")] = False,
    lower: Annotated[str, typer.Option(help="Why a floor may be lowered; without a reason it is not.")] = "",
) -> None:
    """Run a small slice of claims and fail when any figure is lower than it was.

    Exits with 1 when the gate is shut, and says which figure is below its floor, or which input has changed.

    [bold]Example:[/bold] veracious eval gate
    """
    with explained():
        from veracious.eval import gate as gates

        shut = [] if write else gates.altered(pack, gates.read(baseline))
        found = {"sets": {}} if shut else gates.measured(_slice(pack, out))
        if not shut:
            shut = gates.write(found, baseline, lower) if write else gates.check(found, gates.read(baseline))
    for name, figures in found["sets"].items():
        typer.echo(f"{name}: " + ", ".join(f"{figure} {value:.3f}" for figure, value in figures.items() if figure != "n"))
    for one in shut:
        typer.echo(f"{one.what}: {one.why}", err=True)
    if shut:
        next_ = 'say why with --lower "…"' if write else "make it as good again, or say why not: veracious eval gate --write --lower"
        typer.echo(f"The gate is shut; {next_}.", err=True)
        raise typer.Exit(1)
    typer.echo("The floors are written." if write else "The gate is open.")


@commands.command()
def report(
    run: Annotated[Path, typer.Argument(metavar="RUN", help="Folder of a finished run.")],
    out: Annotated[Path | None, typer.Option(help="Folder to write to. Default: that of the run.")] = None,
    public: Annotated[bool, typer.Option("--public", help="Leave out the texts of sets that may not be redistributed.")] = False,
) -> None:
    """Write the report of a run again: one page that needs nothing else, Markdown, pictures.

    [bold]Example:[/bold] veracious eval report eval-runs/verdict --out evals/verdict --public
    """
    with explained():
        from veracious.eval import report as reports

        page = reports.again(run, out or run, public)
    typer.echo(f"The report is in {page}.")


@commands.command()
def export(
    run: Annotated[Path, typer.Argument(metavar="RUN", help="Folder of a finished verdict run.")],
    set_: Annotated[str, typer.Option("--set", help="The set whose answers are written.")],
    form: Annotated[Form, typer.Option("--format", help="What the shared task takes.")],
    out: Annotated[Path, typer.Option(help="File to write.")],
) -> None:
    """Write the answers of a run as a shared task takes them.

    [bold]Example:[/bold] veracious eval export eval-runs/verdict --set fm2/claims --format fever --out fm2.jsonl
    """
    with explained():
        from veracious.eval.verdict import export as exports

        count = exports.write(run, set_, form, out)
    typer.echo(f"{count} answers are in {out}.")


@commands.command()
def cascade(
    run: Annotated[Path, typer.Argument(metavar="RUN", help="Folder of a finished stance run.")],
    oracle: Annotated[float, typer.Option(help="How often the second judge is right.", min=0.0, max=1.0)] = 0.9,
    out: Annotated[Path | None, typer.Option(help="Folder to write to. Default: that of the run.")] = None,
    as_json: Json = False,
) -> None:
    """Say how many calls a cascade saves: a second judge, asked only about what the small one is least sure of.

    Reads what the run kept, and no file of the data pack. An oracle that is right so often stands in for the second judge.

    [bold]Example:[/bold] veracious eval cascade eval-runs/stance --out evals/endpoint
    """
    with explained():
        from veracious.eval import cascade as cascades

        told = cascades.study(run, oracle)
        page = cascades.write(told, out or run)
        shown = [(name, *(one["accuracy"][key] for key in ("never", "always", "saved"))) for name, one in cascades.shown(told)]
    if as_json:
        typer.echo(json.dumps(told, ensure_ascii=False, indent=2))
        return
    typer.echo(f"{'':28}{'never asking':>14}{'always asking':>15}{'calls saved, with interval':>28}")
    for name, never, always, saved in shown:
        interval = f"{saved['value']:.3f} [{saved['low']:.3f}, {saved['high']:.3f}]"
        typer.echo(f"{name:28}{never['value']:>14.3f}{always['value']:>15.3f}{interval:>28}")
    typer.echo(f"The curve is in {page}.")


def _study(kind: str, model: Path, out: Path, limit: int) -> dict[str, Any]:
    with explained(), bars() as watch:
        from veracious.eval.verdict import study

        found: dict[str, Any] = asyncio.run(getattr(study, kind)(study.Wish(model, out, limit or None), watch))
    return found


def _slice(pack: Path, out: Path | None) -> dict[str, Any]:
    """The report on the slice."""
    with bars() as watch, tempfile.TemporaryDirectory() as empty:
        from veracious.eval import start

        wish = start.Wish("verdict", "development", out=out or Path(empty), data=pack)
        return asyncio.run(start.measure(wish, watch)).report


def _tell(results: dict[str, Any], place: Path, as_json: bool) -> None:
    typer.echo(json.dumps(results, ensure_ascii=False, indent=2) if as_json else f"The outcome is in {place}.")
