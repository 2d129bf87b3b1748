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


def records(records: Sequence[Listed]) -> None:
    """One record a line: name, day, what came out, what was asked."""
    if not records:
        said("There are no records yet. `veracious verify` makes them.")
        return
    table = Table(box=None, pad_edge=False)
    for name in ("record", "kept", "outcome"):
        table.add_column(name, no_wrap=True)
    table.add_column("claim", overflow="fold")
    for one in records:
        table.add_row(escape(one.id), one.kept_at.strftime("%Y-%m-%d %H:%M"), _outcome(one), escape(" ".join(one.text.split())))
    Console(highlight=False).print(table)


def replayed(replayed: Replayed) -> None:
    """That it is the same, and what is other today."""
    said(f"The same: {replayed.size:,} bytes, made again from {replayed.answers} answers on the tape.")
    said(f"  {replayed.body}")
    if replayed.dials:
        said(f"  It was made with other dials than today's, and replayed with its own: {', '.join(replayed.dials)}.")


def changes(changes: Sequence[Change]) -> None:
    """What changed, by what it is about."""
    if not changes:
        said("Nothing changed.")
    console = Console(highlight=False)
    for about, group in groupby(changes, key=lambda change: change.about):
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


def audit(audit: Audit) -> None:
    """How much is whole, what is erased by note, and what was altered."""
    counts = f"{_many(audit.records, 'record')}, {_many(audit.entries, 'answer')} on tapes, {_many(audit.blobs, 'blob')}"
    if audit.is_whole:
        said(f"All is whole: {counts}.")
    else:
        said(f"{_many(len(audit.findings), 'thing')} altered, of {counts}.")
    for one in audit.findings[:FINDINGS_SHOWN]:
        Console(highlight=False).print(f"  [bold]altered[/bold] {one.kind} {escape(one.name)}: {escape(one.detail)}", soft_wrap=True)
    if len(audit.findings) > FINDINGS_SHOWN:
        said(f"  and {len(audit.findings) - FINDINGS_SHOWN:,} more; --json lists all.")
    if audit.expired or audit.erased:
        said(f"By note: {_many(audit.erased, 'record')} erased, {_many(audit.expired, 'tape')} expired.")
    if audit.head:
        said(f"Head of the chain after {_many(audit.links, 'link')}: {audit.head}")


def erased(gone: int) -> None:
    """How many records went."""
    said(f"{_many(gone, 'record')} erased; the chain notes it." if gone else "Nothing of that name was there.")


def kept(days: int | None) -> None:
    """For how long tapes are kept."""
    said("Tapes are kept until their records are erased." if days is None else f"Tapes are kept for {_many(days, 'day')}.")


def _outcome(listed: Listed) -> str:
    if listed.trouble:
        return "[bold]altered[/bold]"
    if listed.event is Event.ERASED:
        return f"erased {listed.at:%Y-%m-%d}"
    told = escape(listed.verdict or listed.outcome).replace("_", " ")
    return f"{told}, tape expired" if listed.event is Event.EXPIRED else told


def _many(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
