"""Tables and figures in Markdown."""

from collections.abc import Iterable, Sequence
from typing import Any

Report = dict[str, Any]


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Rows as a table of Markdown."""
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return "\n".join(lines + ["| " + " | ".join(str(cell) for cell in row) + " |" for row in rows])


def pct(found: Report, signed: bool = False) -> str:
    """A figure of a report in percent."""
    sign = "+" if signed else ""
    return f"{100 * found['value']:{sign}.1f} [{100 * found['low']:{sign}.1f}, {100 * found['high']:{sign}.1f}]"


def bare(found: Report) -> str:
    """A figure of a report as it is."""
    return f"{found['value']:.3f} [{found['low']:.3f}, {found['high']:.3f}]"
