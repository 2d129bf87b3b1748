"""What `veracious read` shows: a claim's parts."""

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from veracious.domain.claim import Reading, Refusal, Subclaim
from veracious.domain.quantity import Quantity


def reading(reading: Reading | Refusal) -> None:
    """A claim's parts, one table each; or the refusal and what to do."""
    console = Console(highlight=False)
    if isinstance(reading, Refusal):
        console.print(f"[bold]Refused[/bold] ({reading.reason}): {escape(reading.message)}")
        for number, meaning in enumerate(reading.readings, start=1):
            console.print(f"  {number}. {escape(meaning)}")
        return
    parts = len(reading.subclaims)
    console.print(f"[bold]{parts} part{'s' if parts > 1 else ''}[/bold], checked as of {reading.claim.as_of}")
    for line in reading.assumed:
        console.print(f"[dim]Assumed: {escape(line)}[/dim]")
    for part in reading.subclaims:
        console.print()
        console.print(f"[bold]{escape(part.text)}[/bold]")
        console.print(_table(part))


def _table(part: Subclaim) -> Table:
    table = Table(box=None, show_header=False, pad_edge=False)
    rows = (
        ("traits", ", ".join(sorted(part.traits))),
        ("anchors", ", ".join(part.anchors)),
        ("names", ", ".join(f"{entity.text} ({entity.sort})" for entity in part.entities)),
        ("amounts", ", ".join(_amount(quantity, part.text) for quantity in part.quantities)),
    )
    for name, value in rows:
        if value:
            table.add_row(f"  [dim]{name}[/dim]", escape(value))
    return table


def _amount(quantity: Quantity, text: str) -> str:
    return f"{quantity.span.of(text)} ({quantity.dimension})"
