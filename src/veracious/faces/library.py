"""The library: what the command line does, for programs. `import veracious` loads it when one of its names is first used."""

import asyncio
from collections.abc import Coroutine, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from datetime import date
from typing import Any, TypeVar

from veracious import app, wiring
from veracious.domain.article import BudgetClass
from veracious.domain.budget import Limits
from veracious.domain.document import Document
from veracious.domain.errors import InputError
from veracious.domain.store import Scope
from veracious.flow import batch
from veracious.flow.article import Analysis, AnalysisRequest
from veracious.flow.run import Engine
from veracious.flow.verify import Verified
from veracious.ports import Opinion, Search
from veracious.rules.dials import Dials
from veracious.rules.seeking.register import CredibilityRules

R = TypeVar("R")


Documents = Sequence[str | Document]


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """Where the evidence of a run comes from, and how it is weighed: the keywords that `verify` and `answer` share."""

    documents: Documents | None = None
    credibility: float | None = None
    search: Search | None = None
    judge: Opinion | None = None
    workspace: str = ""
    dials: Dials | None = None
    web: bool = False


def verify(
    claim: str,
    *,
    as_of: date | None = None,
    documents: Documents | None = None,
    credibility: float | None = None,
    search: Search | None = None,
    judge: Opinion | None = None,
    workspace: str = "",
    dials: Dials | None = None,
    limits: Limits | None = None,
    web: bool = False,
    context: str = "",
) -> Verified:
    """The verdict on a claim, with its evidence and its record.

    Args:
        claim: what somebody says
        as_of: the day on which the claim is looked at; without it, today
        documents: the evidence, as texts or `Document`s held in memory; without them and `search`, the evidence is the store's
        credibility: how far to trust documents whose publisher the register does not know, in [0, 1]; 0.9 if it is not given
        search: your own finder, a function of a query and a number that gives documents
        judge: your own judge, a function of a claim and a quote that gives three shares: supports, refutes, neutral
        workspace: whose documents of the store; without it, the one that VERACIOUS_WORKSPACE names
        dials: the numbers that decide, where they are to be others
        limits: what a run may use
        web: whether what the store lacks is searched on the web, with the searches that VERACIOUS_SEARCH names
        context: a text that the claim was taken from or stands beside: “the bill” is read as the one that it names; titles of `documents`
            are looked at in any case

    """
    evidence = Evidence(documents=documents, credibility=credibility, search=search, judge=judge, workspace=workspace, dials=dials, web=web)
    return run(_verify(claim, as_of, evidence, limits, context))


async def averify(
    claim: str,
    *,
    as_of: date | None = None,
    documents: Documents | None = None,
    credibility: float | None = None,
    search: Search | None = None,
    judge: Opinion | None = None,
    workspace: str = "",
    dials: Dials | None = None,
    limits: Limits | None = None,
    web: bool = False,
    context: str = "",
) -> Verified:
    """`verify` for a program that awaits; the keywords are the same."""
    evidence = Evidence(documents=documents, credibility=credibility, search=search, judge=judge, workspace=workspace, dials=dials, web=web)
    return await _verify(claim, as_of, evidence, limits, context)


async def _verify(claim: str, as_of: date | None, evidence: Evidence, limits: Limits | None, context: str) -> Verified:
    return await app.claims.verify(await engine(evidence), claim, as_of, limits, context=context)


def verify_all(
    claims: Iterable[str],
    *,
    at_once: int = 2,
    as_of: date | None = None,
    documents: Documents | None = None,
    credibility: float | None = None,
    search: Search | None = None,
    judge: Opinion | None = None,
    workspace: str = "",
    dials: Dials | None = None,
    limits: Limits | None = None,
    web: bool = False,
) -> list[Verified]:
    """`verify` for many claims, `at_once` at a time, in their order; models and documents are made ready once."""
    evidence = Evidence(documents=documents, credibility=credibility, search=search, judge=judge, workspace=workspace, dials=dials, web=web)

    async def all_of_them() -> list[Verified]:
        ready, verified = await engine(evidence), dict[int, Verified]()

        async def answer(numbered: tuple[int, str]) -> None:
            verified[numbered[0]] = await app.claims.verify(ready, numbered[1], as_of, limits)

        async for _ in batch.each(enumerate(claims), answer, at_once):
            pass
        return [verified[number] for number in sorted(verified)]

    return run(all_of_them())


def analyse(
    article: str | Document,
    *,
    as_of: date | None = None,
    budget: BudgetClass | str = BudgetClass.STANDARD,
    claims_only: bool = False,
    documents: Documents | None = None,
    credibility: float | None = None,
    search: Search | None = None,
    judge: Opinion | None = None,
    workspace: str = "",
    dials: Dials | None = None,
    limits: Limits | None = None,
    web: bool = False,
) -> Analysis:
    """The claims of an article, how they hang together, a report on each, and what the article is worth.

    Args:
        article: its text, its address (`https://…`), or a `Document` with title, day, byline and links
        as_of: the day on which its claims are looked at; without it, today
        budget: how many claims are searched for: `minimal` 1 to 3, `standard` 2 to 5, `deep` 3 to 30
        claims_only: whether to end with the claims, before anything is looked up
        documents: as for `verify`, as are the other keywords: `credibility`, `search`, `judge`, `workspace`, `dials`, `limits`, `web`

    """
    evidence = Evidence(documents=documents, credibility=credibility, search=search, judge=judge, workspace=workspace, dials=dials, web=web)
    return run(_analyse(_asked(article, as_of, BudgetClass(budget), claims_only), evidence, limits))


async def aanalyse(
    article: str | Document,
    *,
    as_of: date | None = None,
    budget: BudgetClass | str = BudgetClass.STANDARD,
    claims_only: bool = False,
    documents: Documents | None = None,
    credibility: float | None = None,
    search: Search | None = None,
    judge: Opinion | None = None,
    workspace: str = "",
    dials: Dials | None = None,
    limits: Limits | None = None,
    web: bool = False,
) -> Analysis:
    """`analyse` for a program that awaits; the keywords are the same."""
    evidence = Evidence(documents=documents, credibility=credibility, search=search, judge=judge, workspace=workspace, dials=dials, web=web)
    return await _analyse(_asked(article, as_of, BudgetClass(budget), claims_only), evidence, limits)


def _asked(article: str | Document, as_of: date | None, budget: BudgetClass, claims_only: bool) -> AnalysisRequest:
    day = as_of or wiring.clock().now().date()
    if isinstance(article, str) and article.startswith(("https://", "http://")) and not set(article) & set(" \n\t"):
        return AnalysisRequest("", day, url=article, budget=budget, claims_only=claims_only)
    given = Document(article) if isinstance(article, str) else article
    return AnalysisRequest(
        given.text,
        day,
        title=given.title,
        byline=given.byline,
        url=given.url or "",
        published=given.published,
        links=given.links,
        budget=budget,
        claims_only=claims_only,
    )


async def _analyse(asked: AnalysisRequest, evidence: Evidence, limits: Limits | None) -> Analysis:
    return await app.articles.analyse(wiring.with_analyst(await engine(evidence)), asked, limits)


async def engine(evidence: Evidence) -> Engine:
    """An engine over this evidence, for claim after claim."""
    if evidence.web and (evidence.documents is not None or evidence.search is not None):
        raise InputError("what is read on the web is kept in the store; documents and a search of your own use none")
    rated = CredibilityRules.of_own(evidence.credibility, (evidence.dials or Dials()).seeking.register)
    if evidence.documents is None and evidence.search is None:
        made = await asyncio.to_thread(wiring.over_store, Scope(), evidence.workspace, evidence.dials)
        made = wiring.with_web(made, await wiring.rated_by(evidence.workspace)) if evidence.web else made
    else:
        held = read(evidence.documents or ())
        made = await wiring.in_memory(held, rated, evidence.dials)
    if evidence.documents is None and evidence.search is not None:  # nothing else can find: if it fails, the run does
        made = replace(made, tools=replace(made.tools, finders=()))
    found = CredibilityRules(others=evidence.credibility)  # what a search finds is not the caller's own
    return wiring.with_functions(wiring.with_language_model(made), evidence.search, evidence.judge, found)


def read(documents: Documents) -> list[Document]:
    """Texts as documents."""
    return [Document(document) if isinstance(document, str) else document for document in documents]


def run(work: Coroutine[Any, Any, R]) -> R:
    """Run to the end, also where a loop runs already, as in a notebook."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(work)
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, work).result()
