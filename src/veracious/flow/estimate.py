"""What a run will use, before it runs: from the reading of the claim, the dials, and what is at hand."""

from dataclasses import dataclass, replace
from math import ceil

from veracious.domain.article import BudgetClass
from veracious.domain.budget import ArticleDemand, Demand, Estimate, Limits, RunResources, Tariff
from veracious.domain.claim import Reading
from veracious.ports import Tools
from veracious.rules import spend
from veracious.rules.dials import Dials
from veracious.rules.judging import cascade
from veracious.rules.reading.lexicon import Lexicon
from veracious.rules.seeking import article_targets, queries


@dataclass(frozen=True, slots=True)
class ArticleOutline:
    """An article in numbers: its claims at most, the longest of them as it is read, and whether its page is to be read first."""

    claims: int
    reading: Reading
    budget: BudgetClass
    is_fetched: bool = False


def estimate(reading: Reading, means: RunResources, limits: Limits, dials: Dials, lexicon: Lexicon) -> Estimate:
    """What checking a claim is expected to take, and what it takes at most."""
    asked = demand(reading, means, dials, lexicon)
    return spend.forecast(asked, means.tariffs, limits.cap(), dials.forecast, means.usual)


def demand(reading: Reading, means: RunResources, dials: Dials, lexicon: Lexicon) -> Demand:
    """The most a run can ask for; a model that splits the claim may make other parts of it, and other queries."""
    split, asked, ranking, ladder = dials.reading.split, dials.seeking.queries, dials.ranking, dials.seeking.acquisition.ladder
    is_split = means.splitter and split.enabled and split.by_model and len(reading.claim.text) >= split.claim_chars_at_least
    parts = max(len(reading.subclaims), split.parts_at_most) if is_split else len(reading.subclaims)
    stores = asked.at_most if is_split else len(queries.forms(reading, lexicon, asked))
    web = asked.web_at_most * parts if is_split else len(queries.for_web(reading, lexicon, asked))
    doubted = cascade.most(parts * ranking.rerank.judged_at_most, dials.judging.cascade) if means.second else 0
    return Demand(
        parts=parts,
        queries=stores,
        finders=means.finders,
        found=max(queries.limit(one, asked, asked.attempts if means.web else 1) for one in queries.forms(reading, lexicon, asked)),
        kept=ranking.hybrid.filters.list_at_most,
        judged=ranking.rerank.judged_at_most,
        rounds=min(web, max(1, dials.stop.queries_at_most * parts)) if means.web else 0,  # one search is made before any rule can stop it
        pages=ladder.pages_at_most,
        looks=max(1, ceil(ladder.pages_at_most / max(1, ladder.pages_a_look))),
        tries=1 + means.spares,
        reviews=int(means.reviews and means.web),
        compared=2 * parts * dials.seeking.reviews.at_most,
        splits=int(is_split),
        reranks=means.relevance,
        doubted=doubted,
        requests=max(1, doubted),  # at worst every pair is of another page that is not trusted
        tells=int(means.teller),
        checked=dials.forecast.expect.checked_pairs,
    )


def of_article(outline: ArticleOutline, means: RunResources, limits: Limits, dials: Dials, lexicon: Lexicon) -> Estimate:
    """What analysing an article is expected to take, and what it takes at most."""
    most_targets = article_targets.bounds(outline.budget, dials.seeking.article_targets.budget).ceiling
    targets = min(most_targets, outline.claims)
    looks = min(outline.claims, dials.article.extent.claims_at_most)
    local = demand(outline.reading, replace(means, web=False), dials, lexicon)
    outlines = int(bool(means.tariffs))
    tries, read = 1 + means.spares, int(outline.is_fetched)
    if not means.web:
        plain = ArticleDemand(local, looks, pages=read, outlines=outlines)
        return spend.forecast_article(plain, plain, means.tariffs, limits.cap(), dials.forecast, means.usual)
    tracked, ladder, expect = dials.article.trackers, dials.seeking.acquisition.ladder, dials.forecast.expect
    searches = 1 + targets * tracked.claim_searches
    pages = read + tracked.inline_pages + (1 + targets) * ladder.pages_at_most
    most = ArticleDemand(local, looks + targets, searches, pages, tries, outlines)
    usual = replace(most, searches=1 + targets, pages=read + (1 + targets) * min(expect.pages, ladder.pages_at_most), tries=1)
    return spend.forecast_article(usual, most, means.tariffs, limits.cap(), dials.forecast, means.usual)


def means_of(tools: Tools, tariffs: tuple[Tariff, ...] = ()) -> RunResources:
    """What these tools are, in numbers."""
    return RunResources(
        finders=len(tools.finders),
        relevance=tools.relevance is not None,
        splitter=tools.splitter is not None,
        web=tools.search is not None and tools.door is not None,
        spares=len(tools.spares),
        reviews=tools.reviews is not None,
        tariffs=tariffs,
        second=tools.second is not None,
        teller=tools.teller is not None,
    )
