"""What the commands on sources show."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from veracious.domain.standing import Imitation, Standing
from veracious.rules.seeking import domains

ALIKE: Mapping[Imitation, str] = MappingProxyType(
    {
        Imitation.CONFUSABLE: "it is read the same and written with other letters",
        Imitation.SUBDOMAIN: "that name stands before the domain of somebody else",
        Imitation.OTHER_SUFFIX: "the same name under another suffix",
        Imitation.HYPHENATED: "the same name with something more",
        Imitation.ONE_EDIT: "one letter is more, less, other or out of place",
        Imitation.MIXED_SCRIPTS: "its letters are of several scripts",
    }
)


def standing(standing: Standing) -> None:
    """A source with its credibility and tier, then what they rest on, then what it looks like."""
    console = Console(highlight=False)
    console.print(
        f"[bold]{escape(_domain(standing.source.domain))}[/bold]  {_credibility(standing)}, tier {standing.source.tier}", soft_wrap=True
    )
    rests = {
        "workspace": "as the workspace says of",
        "register": f"rated {standing.rating} in the register, by the entry for",
        "suffix": "only institutions have names below",
    }
    entry = f"{rests[standing.origin]} {standing.entry}" if standing.origin in rests else "no entry speaks of it"
    if standing.publisher is not None:
        entry = f"{standing.publisher.name} ({standing.publisher.kind.replace('_', ' ')}): {standing.publisher.reason}"
    console.print(f"  {escape(entry)}", soft_wrap=True)
    if standing.lookalike:
        like = f"looks like {standing.lookalike.imitates} and is not it: " if standing.lookalike.imitates else ""
        console.print(f"  [bold]warning:[/bold] {escape(like)}{ALIKE[standing.lookalike.reason]}", soft_wrap=True)


def sources(standings: Sequence[Standing]) -> None:
    """Entries of the register or of a workspace, one a line."""
    console = Console(highlight=False)
    table = Table(box=None, show_header=False, pad_edge=False)
    for one in standings:
        rated = (f"tier {one.source.tier}",) if one.rating is None else (f"tier {one.source.tier}", str(one.rating))
        table.add_row(escape(_domain(one.source.domain)), _credibility(one), *rated)
    console.print(table if standings else "Nothing is said of any source.")


def _domain(domain: str) -> str:
    """A domain as DNS has it and, if that differs, as people read it."""
    read = domains.shown(domain)
    return domain if read == domain else f"{domain} ({read})"


def _credibility(standing: Standing) -> str:
    known = standing.source.credibility
    return "credibility not known" if known is None else f"credibility {known:.2f}"
