"""What the commands of records show to people."""

from collections.abc import Sequence
from itertools import groupby

from rich.console import Console
from rich.markup import escape
from rich.padding import Padding
from rich.table import Table

from veracious.domain.archive import Audit, Event, Listed, Replayed
from veracious.domain.record import Record
from veracious.faces.cli.views.store import said
from veracious.rules.explaining.changes import Change
from veracious.rules.explaining.trace import Step

FINDINGS_SHOWN = 50
INDENT = (0, 0, 0, 2)


def records(found: Sequence[Listed]) -> None:
    """One record a line: name, day, what came out, what was asked."""
    if not found:
        said("There are no records yet. `veracious verify` makes them.")
        return
    table = Table(box=None, pad_edge=False)
    for name in ("record", "kept", "outcome"):
        table.add_column(name, no_wrap=True)
    table.add_column("claim", overflow="fold")
    for one in found:
        table.add_row(escape(one.id), one.kept_at.strftime("%Y-%m-%d %H:%M"), _outcome(one), escape(" ".join(one.text.split())))
    Console(highlight=False).print(table)


def replayed(found: Replayed) -> None:
    """That it is the same, and what is other today."""
    said(f"The same: {found.size:,} bytes, made again from {found.answers} answers on the tape.")
    said(f"  {found.body}")
    if found.dials:
        said(f"  It was made with other dials than today's, and replayed with its own: {', '.join(found.dials)}.")


def changes(found: Sequence[Change]) -> None:
    """What changed, by what it is about."""
    if not found:
        said("Nothing changed.")
    console = Console(highlight=False)
    for about, group in groupby(found, key=lambda change: change.about):
        console.print(f"[bold]{about}[/bold]")
        for one in group:
            told = (
                f"{one.before} → {one.after}" if one.before and one.after else f"new: {one.after}" if one.after else f"gone: {one.before}"
            )
            console.print(Padding(f"{escape(one.what)}: {escape(told)}", INDENT, expand=False))


def why(record: Record, steps: Sequence[Step]) -> None:
    """The steps from the claim to the verdict."""
    console = Console(highlight=False)
    for step in steps:
        console.print(f"[bold]{step.name}[/bold]")
        for line in step.says:
            console.print(Padding(escape(line), INDENT, expand=False))
    console.print(f"[dim]record {escape(record.envelope.id)}[/dim]", soft_wrap=True)


def audit(found: Audit) -> None:
    """How much is whole, what is erased by note, and what was altered."""
    counts = f"{_many(found.records, 'record')}, {_many(found.entries, 'answer')} on tapes, {_many(found.blobs, 'blob')}"
    if found.is_whole:
        said(f"All is whole: {counts}.")
    else:
        said(f"{_many(len(found.findings), 'thing')} altered, of {counts}.")
    for one in found.findings[:FINDINGS_SHOWN]:
        Console(highlight=False).print(f"  [bold]altered[/bold] {one.kind} {escape(one.name)}: {escape(one.detail)}", soft_wrap=True)
    if len(found.findings) > FINDINGS_SHOWN:
        said(f"  and {len(found.findings) - FINDINGS_SHOWN:,} more; --json lists all.")
    if found.expired or found.erased:
        said(f"By note: {_many(found.erased, 'record')} erased, {_many(found.expired, 'tape')} expired.")
    if found.head:
        said(f"Head of the chain after {_many(found.links, 'link')}: {found.head}")


def erased(gone: int) -> None:
    """How many records went."""
    said(f"{_many(gone, 'record')} erased; the chain notes it." if gone else "Nothing of that name was there.")


def kept(days: int | None) -> None:
    """For how long tapes are kept."""
    said("Tapes are kept until their records are erased." if days is None else f"Tapes are kept for {_many(days, 'day')}.")


def _outcome(one: Listed) -> str:
    if one.trouble:
        return "[bold]altered[/bold]"
    if one.event is Event.ERASED:
        return f"erased {one.at:%Y-%m-%d}"
    told = escape(one.verdict or one.outcome).replace("_", " ")
    return f"{told}, tape expired" if one.event is Event.EXPIRED else told


def _many(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
