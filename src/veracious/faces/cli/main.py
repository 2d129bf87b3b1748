"""The command `veracious`. Only the module of the command that is given is loaded, so that `--help` does not wait for the engine."""

from collections.abc import Mapping
from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup

from veracious import __version__

if TYPE_CHECKING:
    from typer._click import Command, Context

COMMANDS: Mapping[str, tuple[str, str]] = MappingProxyType(  # where each is defined, and the first sentence of its help
    {
        "read": ("read:read", "Show how a claim is read: its parts, traits, names, amounts and anchors, or why it is refused."),
        "demo": ("demo:demo", "Check twelve claims about a made-up world, and show what each of them shows."),
        "verify": ("verify:verify", "Check a claim against the evidence at hand, and show what the verdict rests on."),
        "check": ("check:check", "Check an answer that somebody wrote, claim by claim, against your documents."),
        "article": (
            "article:article",
            "Take an article apart into the claims worth checking, check them, and show how they hang together.",
        ),
        "answer": (
            "answer:answer",
            "Answer a question from documents, each sentence with what it rests on, and hold the answer against them.",
        ),
        "estimate": (
            "estimate:estimate",
            "Say what checking a claim will take, expected and at worst, without checking it: no model is loaded, nothing is asked.",
        ),
        "calibrate": ("calibrate:calibrate", "Measure on your own labelled claims how far the probabilities hold, and where to decide."),
        "report": ("report:report", "Write the report of a record as one page of HTML that can be read, printed and sent."),
        "export": ("export:export", "Write the record of a claim as a table of its quotes, as Markdown with footnotes, or as it is kept."),
        "records": ("records:records", "List the records of a workspace, the newest first."),
        "replay": ("records:replay", "Run a record again on its own tape, and say whether it comes out the same, to the byte."),
        "audit": (
            "records:audit",
            "Write what is kept of an answer as JSON: what was asked, what was found, every attempt, the figures, what it spent.",
        ),
        "diff": ("records:diff", "Show what changed from one record to another."),
        "why": ("records:why", "Show the path from the evidence to the verdict of a record, step by step."),
        "ingest": ("store:ingest", "Put documents into the store, so that they can be found and claims checked against them."),
        "find": ("store:find", "Find passages by meaning and by words, best first."),
        "erase": ("store:erase", "Take a document, everything of a source, a whole workspace, or what has expired out of the store."),
        "audit-log": (
            "access:audit_log",
            "Show who changed keys, limits, roles, ratings, the webhook and how long things are kept, or erased a record,"
            " the newest first.",
        ),
        "keep": ("store:keep", "Say for how long the documents of a workspace are kept, or show it."),
        "up": ("service:up", "Run the whole service on this machine: the private PostgreSQL, the API, and a worker."),
        "serve": ("service:serve", "Answer over HTTP; the jobs that are handed in are run by `veracious worker`."),
        "worker": ("service:worker", "Run jobs that were handed in, until the process is asked to end."),
        "archive": (
            "records:commands",
            "Look after the records: check that none was altered, erase them, say how long their tapes are kept.",
        ),
        "collections": ("collections:commands", "See what the store holds, and replace a whole collection at once."),
        "sources": ("sources:commands", "See how credible a source is held to be, and why, or say it yourself."),
        "db": ("db:commands", "Look after the store: the PostgreSQL server that keeps documents, passages, vectors and facts."),
        "config": ("config:commands", "Look at the settings: what each is, and what is wrong."),
        "workspace": ("access:workspace_commands", "Make workspaces, and say what each may use."),
        "key": ("access:key_commands", "Make, list and revoke the keys that programs ask with."),
        "person": ("access:person_commands", "Let people sign in over HTTP, with a password or by a provider, and see who can."),
        "provider": (
            "access:provider_commands",
            "Give a workspace keys of its own for the providers that its jobs ask; `veracious provider set --help` names them.",
        ),
        "models": ("models:commands", "Look at the models that run on this machine, or bring your own judge."),
        "eval": ("eval_studies:commands", "Measure the models on data whose answers are known."),
    }
)


class LateGroup(TyperGroup):
    """Commands that are listed by the table above, and loaded when they are called."""

    def __init__(self, **attributes: Any) -> None:
        super().__init__(**attributes)
        for name, (_, summary) in COMMANDS.items():
            self.add_command(TyperCommand(name, help=summary))

    def resolve_command(self, ctx: "Context", args: list[str]) -> "tuple[str | None, Command | None, list[str]]":
        """The command that is called, with its options."""
        name, _, rest = super().resolve_command(ctx, args)
        return name, loaded(name) if name else None, rest


def loaded(name: str) -> "Command":
    """The command, or the group of commands, of this name."""
    module, _, attribute = COMMANDS[name][0].partition(":")
    found = getattr(import_module(f"veracious.faces.cli.{module}"), attribute)
    if isinstance(found, typer.Typer):
        return typer.main.get_group(found)
    alone = typer.Typer(add_completion=False, rich_markup_mode="rich", pretty_exceptions_enable=False)
    alone.command(name)(found)
    return typer.main.get_command(alone)


commands = typer.Typer(cls=LateGroup, no_args_is_help=True, add_completion=False, rich_markup_mode="rich", pretty_exceptions_enable=False)


@commands.callback(invoke_without_command=True)
def about(
    version: Annotated[bool, typer.Option("--version", help="Print the version and exit.")] = False,
) -> None:
    """Checks claims against evidence and shows its work."""
    if version:
        print(__version__)
        raise typer.Exit


def run() -> None:
    """The entry point of the package."""
    commands()
