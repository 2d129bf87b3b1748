"""`veracious article`: a whole article, from its text or its address to its claims."""

import asyncio
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from veracious import app, wiring
from veracious.domain.article import BudgetClass
from veracious.domain.budget import Limits
from veracious.domain.store import COLLECTIONS, Scope
from veracious.domain.verdict import Outcome
from veracious.faces import wire_article
from veracious.faces.cli import common, limits, naming, progress, verify
from veracious.faces.cli.following import Following
from veracious.faces.cli.views import article as article_view
from veracious.flow.article import Analysis, AnalysisRequest
from veracious.rules.seeking.register import CredibilityRules

Article = Annotated[str, typer.Argument(metavar="URL|FILE", help="An address of the web, or a file; `-` is standard input.")]
Html = Annotated[Path | None, typer.Option("--html", metavar="FILE", help="Write the report as one page of HTML, too.")]
Published = Annotated[str, typer.Option(help="The article's day, as YYYY-MM-DD, where the file does not say it.")]
Title = Annotated[str, typer.Option(help="Its title, where the file does not say it.")]


def article(
    article: Article,
    claims_only: naming.ClaimsOnly = False,
    budget: naming.Budget = BudgetClass.STANDARD,
    docs: verify.Docs = None,
    credibility: verify.Credibility = None,
    collection: verify.Collection = None,
    web: verify.Web = False,
    as_of: verify.AsOf = "",
    title: Title = "",
    published: Published = "",
    workspace: verify.Workspace = "",
    dials: verify.DialsFile = None,
    max_cost: limits.MaxCost = None,
    max_seconds: limits.MaxSeconds = None,
    max_pages: limits.MaxPages = None,
    html: Html = None,
    as_json: verify.AsJson = False,
) -> None:
    """Take an article apart into the claims worth checking, check them, and show how they hang together.

    Rules read the claims off the text, and a language model does, too, where VERACIOUS_ENDPOINT names one.

    What gave no claim is listed with the reason.

    What checking a claim is worth decides whether it is searched for. The others are decided by what was found for those, and say so.

    The evidence is what [bold]veracious ingest[/bold] put into the store, or what --docs names; with --web, what is missing is searched.

    The article itself, and copies of it, never count as evidence for what it says.

    Exits with 0 when the article was analysed, with 1 when it states nothing that could be checked, with 2 when the run failed.

    [bold]Example:[/bold] veracious article press-release.md --docs reports/ --html report.html
    """
    verify.check_sources(docs, credibility, web)
    allowed = limits.of(max_cost, max_seconds, max_pages)
    with common.errors():
        scope = Scope(tuple(common.collection(one) for one in collection or COLLECTIONS))
        wanted = verify.read_dials(dials)
        rated = CredibilityRules.of_own(credibility, wanted.seeking.register)
        place = verify.Place(tuple(docs or ()), rated, scope, workspace, wanted, web)
        asked = asyncio.run(naming.article(article, common.day_or_today(as_of)))
        asked = replace(
            asked,
            title=title or asked.title,
            published=common.day(published) or asked.published,
            budget=budget,
            claims_only=claims_only,
        )
        analysed = asyncio.run(_analysed(asked, place, allowed))
        if html is not None:
            from veracious.faces.pages import page  # slow to load, and only needed here

            common.write_page(html, page.article(analysed))
    if as_json:
        print(wire_article.analysed(analysed))
    else:
        article_view.show(analysed, Console(highlight=False), is_kept=not docs)
        if html is not None:
            typer.echo(f"Written: {html}")
    raise typer.Exit({Outcome.REFUSED: 1, Outcome.FAILED: 2}.get(analysed.outcome, 0))


async def _analysed(asked: AnalysisRequest, place: verify.Place, allowed: Limits) -> Analysis:
    console = Console(stderr=True, highlight=False)
    with progress.steps(console) as step:
        step("Reading the documents")
        held = tuple(await app.documents.read(place.docs)) if place.docs else ()
        if not asked.claims_only:
            step("Loading the models")
            await asyncio.to_thread(wiring.loaded_models)
        step("Cutting the documents into passages" if place.docs else "Opening the document store")
        engine = wiring.with_analyst(await verify.engine(replace(place, held=held)))
        step("Reading the article, and checking its claims")
        with Following(console) if place.web else nullcontext() as watch:
            return await app.articles.analyse(engine, asked, allowed, watch)
