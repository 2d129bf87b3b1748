"""What an analysis asks of the outside depends on its class, hardly on how many claims the article makes."""

import asyncio
import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

import pytest

from tests.flow.article_worlds import DAY, Known, surrounded, witnesses
from veracious import app, wiring
from veracious.adapters.memory.search import MemoryWeb
from veracious.domain.article import BudgetClass
from veracious.flow.article import AnalysisRequest
from veracious.rules.dials import Dials
from veracious.rules.seeking import article_targets

FEW, MANY, ROOM = 30, 100, 1.2  # claims; how many times the calls of the few the many may take
PLACES = ("Ardmoor", "Belholm", "Corvane", "Dunsand", "Elmquay", "Farrow", "Glenmark", "Hallowby", "Inverlea", "Kestrow")
THINGS = (
    "The {place} bridge cost {number} million crowns.",
    "The {place} school has {number} pupils.",
    "The council of {place} opened a library with {number} seats in 2019.",
    "The {place} hospital treated {number} patients for burns in 2021.",
    "A fire in {place} killed {number} people in 1953.",
    "The {place} ferry carries {number} cars.",
    "The mayor of {place} sold {number} houses in 2020.",
    "The {place} dam holds {number} million litres of water.",
    "The farmers of {place} planted {number} trees in 2018.",
    "The {place} mill employs {number} people.",
)


@dataclass(frozen=True, slots=True)
class Taken:
    """What an analysis took."""

    claims: int
    calls: Counter[str]  # searches and pages

    @property
    def total(self) -> int:
        """All calls to the outside."""
        return self.calls.total()


def paragraphs(seed: int) -> tuple[str, ...]:
    """Paragraphs of five claims each, a hundred in all; those of a shorter article are the first of them."""
    chance = random.Random(seed)
    claims = [thing.format(place=place, number=chance.randint(11, 990)) for place in PLACES for thing in THINGS]
    chance.shuffle(claims)
    return tuple(" ".join(claims[at : at + 5]) for at in range(0, len(claims), 5))


def analysed(seed: int, budget: BudgetClass, claims: int) -> Taken:
    """The first claims of an article; the web says some of all of them again."""
    whole = Known("Ten towns in figures", "", date(2025, 4, 17), paragraphs(seed))
    pages = witnesses(whole, random.Random(seed), many=60)
    links = tuple(pages)[:6]
    text = "\n\n".join(whole.paragraphs[: claims // 5])
    asked = AnalysisRequest(text, DAY, title=whole.title, published=whole.published, links=links, budget=budget)
    made = surrounded(asked, MemoryWeb(pages, wiring.lexicon()))
    report = asyncio.run(app.articles.analyse(made.engine, made.asked)).report
    assert report.extraction is not None
    return Taken(len(report.extraction.claims), made.web.calls)


def most(budget: BudgetClass) -> tuple[int, int]:
    """The searches and pages that a class allows."""
    dials = Dials()
    targets = article_targets.bounds(budget, dials.seeking.article_targets.budget).ceiling
    tracked, ladder = dials.article.trackers, dials.seeking.acquisition.ladder
    return 1 + targets * tracked.claim_searches, tracked.inline_pages + (1 + targets) * ladder.pages_at_most


def keeps_to_its_class(seeds: Sequence[int], budget: BudgetClass) -> tuple[int, int]:
    """The calls of all articles with few claims, and of the same ones with many; none asks for more than its class allows."""
    totals = [0, 0]
    for seed in seeds:
        for place, claims in enumerate((FEW, MANY)):
            taken = analysed(seed, budget, claims)
            searches, pages = most(budget)
            assert taken.claims >= claims * 0.9, taken
            assert taken.calls["search"] <= searches, taken
            assert taken.calls["read"] <= pages, taken
            totals[place] += taken.total
    print(f"\n{budget}: {totals[0]} calls for {FEW} claims, {totals[1]} for {MANY}, over {len(seeds)} articles")
    return totals[0], totals[1]


def test_a_hundred_claims_ask_hardly_more_of_the_outside_than_thirty() -> None:
    few, many = keeps_to_its_class(range(2), BudgetClass.STANDARD)
    assert few > 0
    assert many <= ROOM * few


@pytest.mark.long
@pytest.mark.parametrize("budget", BudgetClass)
def test_no_article_of_a_hundred_claims_asks_for_more_than_its_class_allows(budget: BudgetClass) -> None:
    few, many = keeps_to_its_class(range(10), budget)
    assert budget is BudgetClass.DEEP or many <= ROOM * few
