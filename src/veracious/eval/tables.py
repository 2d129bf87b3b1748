"""Tables and figures in Markdown."""

from collections.abc import Iterable, Sequence
from typing import Any

Report = dict[str, Any]


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Rows as a table of Markdown."""
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return "\n".join(lines + ["| " + " | ".join(str(cell) for cell in row) + " |" for row in rows])


def pct(report: Report, signed: bool = False) -> str:
    """A figure of a report in percent."""
    sign = "+" if signed else ""
    return f"{100 * report['value']:{sign}.1f} [{100 * report['low']:{sign}.1f}, {100 * report['high']:{sign}.1f}]"


def bare(report: Report) -> str:
    """A figure of a report as it is."""
    return f"{report['value']:.3f} [{report['low']:.3f}, {report['high']:.3f}]"
