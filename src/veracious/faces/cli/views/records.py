"""What the commands of records show to people."""

from collections.abc import Sequence
from itertools import groupby

from rich.console import Console
from rich.markup import escape
from rich.padding import Padding
from rich.text import Text

from veracious.domain.archive import Audit, Event, Listed, Replayed
from veracious.domain.record import Record
from veracious.faces import change_words
from veracious.faces.cli.views.store import said
from veracious.rules.explaining.changes import Change, Comparison
from veracious.rules.explaining.trace import Step

FINDINGS_SHOWN = 50
CLAIM_CHARS = 40  # least room for what was asked beside the other columns; else it stands below them
ONE_LINE = frozenset({"request", "outcome", "dial"})
INDENT = (0, 0, 0, 2)


def records(records: Sequence[Listed]) -> None:
    """Each record by its name, when it was kept, what came out, and below or beside that what was asked, in one line."""
    if not records:
        said("There are no records yet. `veracious verify` makes them.")
        return
    console = Console(highlight=False)
    columns = [("record", "kept", "outcome"), *((one.id, f"{one.kept_at:%Y-%m-%d %H:%M}", _outcome(one)) for one in records)]
    widths = [max(len(row[at]) for row in columns) for at in range(3)]
    beside = console.width - sum(widths) - 6  # what is left for the claim, two spaces between columns
    for row, text in zip(columns, ["claim" if beside >= CLAIM_CHARS else "", *(_line(one.text) for one in records)], strict=True):
        cells = "  ".join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True))
        if beside >= CLAIM_CHARS:
            cells += f"  {text}"
        console.print(Text(cells.rstrip(), style="bold" if row is columns[0] else ""), no_wrap=True, overflow="ellipsis")
        if text and beside < CLAIM_CHARS:
            console.print(Padding(Text(text, no_wrap=True, overflow="ellipsis"), INDENT, expand=False))


def replayed(replayed: Replayed) -> None:
    """That it is the same, and what is other today."""
    said(f"The same: {replayed.size:,} bytes, made again from {replayed.answers} answers on the tape.")
    said(f"  {replayed.body}")
    if replayed.dials:
        said(f"  It was made with other dials than today's, and replayed with its own: {', '.join(replayed.dials)}.")


def changes(compared: Comparison) -> None:
    """What the comparison comes to, then what changed by what it is about; digests are cut, and whole in the JSON."""
    console = Console(highlight=False)
    console.print(Text(compared.sentence, style="bold"))
    for about, group in groupby(compared.changes, key=lambda change: change.about):
        console.print()
        console.print(f"[bold]{change_words.GROUPS.get(about, about)}[/bold]")
        for one in group:
            console.print(Padding(_changed(one), INDENT, expand=False))


def _changed(change: Change) -> Text:
    """What changed; where that does not fit into a line, what was and what is stand below it."""
    what = change_words.short(change.what) + (f", “{change_words.beginning(change.text)}”" if change.text else "")
    before, after = (change_words.worded(told, change.about) for told in (change.before, change.after))
    if not before or not after:
        came = "new" if after else "gone"
        return Text(f"{came}: {what}" if change.about in change_words.NAMED else f"{came}: {what}: {after or before}")
    return Text(f"{what}: {before} → {after}" if change.about in ONE_LINE else f"{what}\n  was  {before}\n  now  {after}")


def why(record: Record, steps: Sequence[Step]) -> None:
    """The steps from the claim to the verdict."""
    console = Console(highlight=False)
    for at, step in enumerate(steps):
        if at:
            console.print()
        console.print(f"[bold]{step.name[:1].upper()}{step.name[1:]}[/bold]")
        for line in step.says:
            quote, figures, rest = line.partition("” (supports ") if step.name == "evidence" else (line, "", "")
            told = Text.assemble(f"{quote}”", (f"\n(supports {rest}", "dim")) if figures else Text(line)
            console.print(Padding(told, INDENT, expand=False))
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
        return "altered"
    if listed.event is Event.ERASED:
        return f"erased {listed.at:%Y-%m-%d}"
    told = (listed.verdict or listed.outcome).replace("_", " ")
    return f"{told}, tape expired" if listed.event is Event.EXPIRED else told


def _line(text: str) -> str:
    return " ".join(text.split())


def _many(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
