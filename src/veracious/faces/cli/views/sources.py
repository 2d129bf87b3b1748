"""What the commands on sources show."""

from collections.abc import Sequence

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from veracious.domain.standing import Standing
from veracious.faces import source_words


def standing(standing: Standing) -> None:
    """A source with its credibility and tier, then what they rest on, then what it looks like."""
    console = Console(highlight=False)
    domain = escape(source_words.domain(standing.source.domain))
    console.print(f"[bold]{domain}[/bold]  {_credibility(standing)}, tier {standing.source.tier}", soft_wrap=True)
    console.print(f"  {escape(source_words.rests_on(standing))}", soft_wrap=True)
    if warning := source_words.warning(standing):
        console.print(f"  [bold]warning:[/bold] {escape(warning)}", soft_wrap=True)


def sources(standings: Sequence[Standing]) -> None:
    """Entries of the register or of a workspace, one a line."""
    console = Console(highlight=False)
    table = Table(box=None, show_header=False, pad_edge=False)
    for one in standings:
        rated = (f"tier {one.source.tier}",) if one.rating is None else (f"tier {one.source.tier}", str(one.rating))
        table.add_row(escape(source_words.domain(one.source.domain)), _credibility(one), *rated)
    console.print(table if standings else "Nothing is said of any source.")


def _credibility(standing: Standing) -> str:
    known = standing.source.credibility
    return "credibility not known" if known is None else f"credibility {known:.2f}"
