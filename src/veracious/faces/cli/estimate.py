"""`veracious estimate`: what checking a claim will take, before it is checked."""

from typing import Annotated

import typer

from veracious import app
from veracious.domain.claim import Refusal
from veracious.faces import wire
from veracious.faces.cli import common
from veracious.faces.cli import limits as options
from veracious.faces.cli.limits import MaxCalls, MaxCost, MaxPages, MaxSeconds
from veracious.faces.cli.views import estimate as estimate_view
from veracious.faces.cli.views import read as read_view
from veracious.rules.dials import Dials


def estimate(
    claim: Annotated[str, typer.Argument(help="The claim, as one or a few sentences of at most 2,000 characters.")],
    as_of: Annotated[str, typer.Option(help="The day as of which it would be checked, as YYYY-MM-DD. Default: today.")] = "",
    web: Annotated[bool, typer.Option("--web", help="With the searches of the web that VERACIOUS_SEARCH names.")] = False,
    max_cost: MaxCost = None,
    max_seconds: MaxSeconds = None,
    max_pages: MaxPages = None,
    max_calls: MaxCalls = None,
    as_json: Annotated[bool, typer.Option("--json", help="Write JSON for machines.")] = False,
    context: Annotated[str, typer.Option(help='A text that the claim stands beside: "the bill" is read as the one it names.')] = "",
) -> None:
    """Say what checking a claim will take, expected and at worst, without checking it: no model is loaded, nothing is asked.

    The figures come from the code that allows or refuses each call of a run: no run counts more calls, pages or money than the worst case.

    Time is a forecast, made for a machine of two cores; with --max-seconds it is a limit.

    A limit below the worst case may end a run early. Its outcome is then `partial`, with what is known so far.

    Exits with 0, and with 1 when the claim would be refused.

    [bold]Example:[/bold] veracious estimate "Marie Curie was born in Warsaw." --max-seconds 5
    """
    limits = options.of(max_cost, max_seconds, max_pages, max_calls)
    with common.errors():
        dials = Dials()
        reading = app.claims.read(claim, common.day_or_today(as_of), context, dials)
        if isinstance(reading, Refusal):
            print(wire.reading(reading)) if as_json else read_view.reading(reading)
            raise typer.Exit(1)
        found = app.costs.estimate(reading, limits, dials, web)
    print(wire.estimate(found)) if as_json else estimate_view.show(found)
