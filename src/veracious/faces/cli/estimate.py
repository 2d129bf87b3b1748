"""`veracious estimate`: what checking a claim or an article will take, before it is checked."""

import asyncio
from dataclasses import dataclass, replace
from typing import Annotated

import typer

from veracious import app
from veracious.domain.article import BudgetClass
from veracious.domain.budget import Estimate, Limits
from veracious.domain.claim import Refusal
from veracious.faces import wire
from veracious.faces.cli import common, naming
from veracious.faces.cli import limits as options
from veracious.faces.cli.limits import MaxCalls, MaxCost, MaxPages, MaxSeconds
from veracious.faces.cli.views import estimate as estimate_view
from veracious.faces.cli.views import read as read_view
from veracious.flow.article import AnalysisRequest
from veracious.rules.dials import Dials


def estimate(
    claim: Annotated[
        str, typer.Argument(help="The claim, as one or a few sentences of at most 2,000 characters.", show_default=False)
    ] = "",
    article: Annotated[
        str, typer.Option("--article", metavar="URL|FILE", help="An article instead of a claim; a page of the web is not read for it.")
    ] = "",
    budget: naming.Budget = BudgetClass.STANDARD,
    claims_only: naming.ClaimsOnly = False,
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

    With --article it says what `veracious article` will take, by the claims that the rules read off the text.

    A page of the web is not read for that: it is counted as the longest article.

    Exits with 0, and with 1 when the claim or the article would be refused.

    [bold]Example:[/bold] veracious estimate "Marie Curie was born in Warsaw." --max-seconds 5
    """
    if bool(claim) == bool(article):
        raise typer.BadParameter("Give a claim, or name an article with --article.", param_hint="CLAIM")
    if article and context:
        raise typer.BadParameter("An article is its own context; give --context with a claim.", param_hint="--context")
    if claim and (claims_only or budget is not BudgetClass.STANDARD):
        raise typer.BadParameter("--budget and --claims-only are of an article.", param_hint="--article")
    limits, dials = options.of(max_cost, max_seconds, max_pages, max_calls), Dials()
    with common.errors():
        day = common.day_or_today(as_of)
        if article:
            asked = replace(asyncio.run(naming.article(article, day)), budget=budget, claims_only=claims_only)
            _show(_of_article(asked, limits, dials, web), as_json)
            return
        reading = app.claims.read(claim, day, context, dials)
        _show(reading if isinstance(reading, Refusal) else Told(app.costs.estimate(reading, limits, dials, web)), as_json)


@dataclass(frozen=True, slots=True)
class Told:
    """What is told: the estimate, and how many claims an article has, where that is known."""

    found: Estimate
    claims: int | None = None


def _of_article(asked: AnalysisRequest, limits: Limits, dials: Dials, web: bool) -> Told | Refusal:
    """What analysing an article will take; a refusal where it would be refused."""
    claims = app.articles.outline(asked, dials)
    if isinstance(claims, Refusal):
        return claims
    return Told(app.costs.estimate_article(asked, limits, dials, web, claims), None if claims is None else len(claims))


def _show(told: Told | Refusal, as_json: bool) -> None:
    """Write it; a refusal ends the command."""
    if isinstance(told, Refusal):
        print(wire.reading(told)) if as_json else read_view.reading(told)
        raise typer.Exit(1)
    print(wire.estimate(told.found, told.claims)) if as_json else estimate_view.show(told.found, told.claims)
