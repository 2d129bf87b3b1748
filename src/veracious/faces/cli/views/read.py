"""What `veracious read` shows: a claim's parts."""

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from veracious.domain.claim import Reading, Refusal, Subclaim
from veracious.domain.quantity import Quantity


def reading(found: Reading | Refusal) -> None:
    """A claim's parts, one table each; or the refusal and what to do."""
    console = Console(highlight=False)
    if isinstance(found, Refusal):
        console.print(f"[bold]Refused[/bold] ({found.reason}): {escape(found.message)}")
        for number, meaning in enumerate(found.readings, start=1):
            console.print(f"  {number}. {escape(meaning)}")
        return
    parts = len(found.subclaims)
    console.print(f"[bold]{parts} part{'s' if parts > 1 else ''}[/bold], checked as of {found.claim.as_of}")
    for part in found.subclaims:
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
