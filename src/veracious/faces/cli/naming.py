"""How an article is named on the command line, and how much of it is to be looked up."""

from datetime import date
from pathlib import Path
from typing import Annotated

import typer

from veracious import app
from veracious.domain.article import BudgetClass
from veracious.domain.errors import InputError
from veracious.flow.article import AnalysisRequest

ClaimsOnly = Annotated[bool, typer.Option("--claims-only", help="End with the claims, before anything is looked up: no judge is asked.")]
Budget = Annotated[
    BudgetClass, typer.Option(help="How many claims are searched for: minimal 1 to 3, standard 2 to 5, deep 3 to 30.", show_default=True)
]


async def article(named: str, day: date) -> AnalysisRequest:
    """What was named: an address to be read, or the text of a file."""
    if named.startswith(("https://", "http://")):
        return AnalysisRequest("", day, url=named)
    read = await app.documents.read([Path(named)])
    if len(read) != 1:
        raise InputError(f"{named} holds {len(read)} documents; name one article")
    document = read[0]
    return AnalysisRequest(
        document.text,
        day,
        title=document.title,
        byline=document.byline,
        url=document.url or "",
        published=document.published,
        links=document.links,
    )
