"""What the commands on settings show."""

from rich.console import Console
from rich.markup import escape

from veracious.domain.configuration import Configuration


def configuration(found: Configuration) -> None:
    """Each setting with its value and where it comes from, then what was found, what must be done first."""
    console = Console(highlight=False)
    widest = max(len(one.name) for one in found.settings)
    for one in found.settings:
        console.print(f"{one.name:<{widest}}  {one.origin:<11}  {escape(one.value)}".rstrip(), soft_wrap=True)
    console.print()
    for finding in sorted(found.findings, key=lambda one: one.is_warning):
        kind = "[yellow]warning[/yellow]" if finding.is_warning else "[red]wrong[/red]"
        console.print(f"{kind}  [bold]{escape(finding.setting)}[/bold]", soft_wrap=True)
        console.print(f"  {escape(finding.text)}", soft_wrap=True)
    if not found.findings:
        console.print("Nothing is wrong.")
