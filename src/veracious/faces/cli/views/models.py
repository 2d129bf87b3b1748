"""What the commands on models show."""

from collections.abc import Sequence

from rich.console import Console
from rich.markup import escape

from veracious.domain.model import Examination


def models(examinations: Sequence[Examination]) -> None:
    """Each model with its name and where it comes from, then what it answered or what is wrong."""
    console = Console(highlight=False)
    for one in examinations:
        if one.model is None:
            console.print(f"[bold]{one.place.role}[/bold]  unusable", soft_wrap=True)
            console.print(f"  {escape(one.trouble)}", soft_wrap=True)
            continue
        named = f"{one.model.name} {one.model.version}, {one.model.licence}, {one.place.origin}"
        console.print(f"[bold]{one.place.role}[/bold]  {escape(named)}", soft_wrap=True)
        if one.answer:
            console.print(f"  files whole; {escape(one.answer)}", soft_wrap=True)
