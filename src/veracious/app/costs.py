"""What checking a claim will take, before it is checked."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING

from veracious import wiring
from veracious.app import articles, claims
from veracious.domain.article import ArticleClaim
from veracious.domain.budget import ENDLESS, Estimate, Limits, RunResources
from veracious.domain.claim import Reading, Refusal
from veracious.domain.errors import InputError
from veracious.domain.job import AnswerOrder, ArticleOrder, CheckOrder, IngestOrder, JobOrder
from veracious.flow import estimate as flow_estimate
from veracious.flow.article import AnalysisRequest
from veracious.rules.dials import Dials

if TYPE_CHECKING:
    from veracious.adapters.models.endpoint import Address


SAMPLE = "The city council of Arden approved the new bridge over the river in March."  # a claim of the usual length


def estimate(reading: Reading, limits: Limits, dials: Dials, web: bool = False) -> Estimate:
    """What checking a claim is expected to take on this machine, and what it takes at most."""
    return flow_estimate.estimate(reading, resources(reading, web), limits, dials, wiring.lexicon())


def estimate_text(text: str, as_of: date, limits: Limits, context: str = "", web: bool = False) -> Estimate | Refusal:
    """What verifying a text as a claim will take, or why it would be refused."""
    dials = Dials()
    reading = claims.read(text, as_of, context, dials)
    return reading if isinstance(reading, Refusal) else estimate(reading, limits, dials, web)


def estimate_order(order: ArticleOrder) -> Estimate:
    """What an order to analyse an article will take."""
    return estimate_article(articles.of_order(order), order.limits, Dials(), order.web)


def resources(reading: Reading, web: bool = False, servers: "Sequence[Address] | None" = None, article_bytes: int = 0) -> RunResources:
    """What an engine on this machine has, and what its language model and its searches take for a claim like this."""
    found, asked = wiring.LOCAL, wiring.endpoints() if servers is None else servers
    if asked:
        worst, usual = wiring.language_model_tariffs(reading, asked, article_bytes)
        found = replace(found, splitter=True, second=True, teller=True, tariffs=worst, usual=usual)
    if not web:
        return found
    prices, several = wiring.search_tariffs(), wiring.searches_in_all()
    usual = (*found.usual, *prices) if found.usual else ()
    priced = replace(found, tariffs=(*found.tariffs, *prices), usual=usual)
    return replace(priced, web=True, spares=max(0, several - 1), reviews=wiring.reviewers() is not None)


def quote(order: JobOrder, dials: Dials | None = None) -> int:
    """The most that a job of this order may cost, in millionths: what its own limit says, or less where it cannot come to as much."""
    match order:
        case CheckOrder() | IngestOrder():
            return 0
        case AnswerOrder():
            chosen = wiring.settings()
            priced = chosen.endpoint and (chosen.endpoint_input_price or chosen.endpoint_output_price)
            limit = chosen.answer_cost if order.limits.max_cost is None else order.limits.max_cost
            return Limits(max_cost=limit).cap().money_micros if priced else 0
    wanted = dials or Dials()
    if isinstance(order, ArticleOrder):
        return _bounded(estimate_article(articles.of_order(order), order.limits, wanted, order.web))
    reading = claims.read(order.claim, order.as_of, order.context, wanted)
    if isinstance(reading, Refusal):
        return 0
    return _bounded(estimate(reading, order.limits, wanted, order.web))


def _bounded(found: Estimate) -> int:
    """The worst case in millionths; raises where there is none."""
    if found.worst.money_micros >= ENDLESS:
        raise InputError("what this may cost has no bound; give a max_cost")
    return found.worst.money_micros


def estimate_article(
    asked: AnalysisRequest, limits: Limits, dials: Dials, web: bool = False, known: Sequence[ArticleClaim] | None = None
) -> Estimate:
    """What analysing an article is expected to take on this machine, and what it takes at most; of a page not read yet, for any article.

    Its claims are read off its text, unless they are known.
    """
    claims_of_it = known if known is not None else articles.claims_of(asked, dials) if asked.text.strip() else None
    longest = max((claim.text for claim in claims_of_it or ()), key=len, default=SAMPLE)
    reading = claims.read(longest, asked.as_of, dials=dials)
    if isinstance(reading, Refusal):
        reading = claims.read(SAMPLE, asked.as_of, dials=dials)
    if isinstance(reading, Refusal):
        raise InputError(reading.message)
    count = dials.article.extent.claims_at_most if claims_of_it is None else sum(not claim.codes for claim in claims_of_it)
    outline = flow_estimate.ArticleOutline(0 if asked.claims_only else count, reading, asked.budget, is_fetched=claims_of_it is None)
    size = len(asked.text.encode()) or dials.article.extent.chars_at_most
    means = resources(reading, web and not asked.claims_only, article_bytes=size)
    return flow_estimate.of_article(outline, means, limits, dials, wiring.lexicon())
