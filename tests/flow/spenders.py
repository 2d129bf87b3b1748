"""Worlds by chance that spend: every port there may be, dials, prices and limits by chance, and a clock that the ports wear on."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

from tests.flow import random_runs
from tests.flow.random_runs import RandomRun
from veracious import wiring
from veracious.adapters.memory.embedder import WordEmbedder
from veracious.adapters.memory.finder import VectorFinder
from veracious.adapters.memory.relevance import WordRelevance
from veracious.adapters.memory.reviews import MemoryReviews
from veracious.adapters.memory.search import MemoryWeb
from veracious.adapters.memory.shelf import MemoryShelf
from veracious.adapters.memory.splitter import TableSplitter
from veracious.adapters.meter import RunBudget
from veracious.domain.budget import Amount, Limits, Role, Tariff
from veracious.domain.claim import Claim, Subclaim
from veracious.domain.evidence import Candidate, Evidence, Query, Snapshot
from veracious.domain.stance import Judgement
from veracious.domain.web import Hit, Review
from veracious.flow.run import Run
from veracious.ports import Tools
from veracious.rules.dials import Dials
from veracious.rules.spend import ForecastDials

PARTS = {
    "Botswana exports diamonds and imports grain.": ("Botswana exports diamonds.", "Botswana imports grain."),
    "Lake Baikal is 1,642 metres deep.": ("Norway exports oil.", "Lake Baikal is deep."),  # not made of the claim's words
}


class WornClock:
    """A `Clock` that goes on when somebody wears it on."""

    def __init__(self) -> None:
        self.milliseconds = 0.0

    def now(self) -> datetime:
        return datetime(2026, 1, 15, tzinfo=UTC) + timedelta(milliseconds=self.milliseconds)


class Slow:
    """Every port of a world, taking up to as long as its dials say for what it was given and what it answers."""

    def __init__(self, tools: Tools, clock: WornClock, forecast: ForecastDials, random: Random) -> None:
        self._tools, self._clock, self._pace, self._random = tools, clock, forecast.pace, random
        self._passage_bytes = forecast.expect.passage_bytes

    def wear(self, milliseconds: float) -> None:
        self._clock.milliseconds += milliseconds * self._random.random() * self._pace.slow

    async def judge(self, pairs: Sequence[tuple[Subclaim, Evidence]]) -> Sequence[Judgement]:
        self.wear(self._pace.pair_ms * len(pairs))
        return await self._tools.judge.judge(pairs)

    async def score(self, query: str, texts: Sequence[str]) -> Sequence[float]:
        assert self._tools.relevance is not None
        self.wear(self._pace.text_ms * len(texts))
        return await self._tools.relevance.score(query, texts)

    async def split(self, claim: Claim) -> Sequence[str]:
        assert self._tools.splitter is not None
        self.wear(self._pace.split_ms)
        return await self._tools.splitter.split(claim)

    async def search(self, query: Query, limit: int) -> Sequence[Hit]:
        assert self._tools.search is not None
        self.wear(self._pace.search_ms)
        return await self._tools.search.search(query, limit)

    async def look_up(self, claim: str, limit: int) -> Sequence[Review]:
        assert self._tools.reviews is not None
        self.wear(self._pace.search_ms)
        return await self._tools.reviews.look_up(claim, limit)

    async def read(self, url: str) -> Snapshot:
        assert self._tools.door is not None
        self.wear(self._pace.page_ms)
        snapshot = await self._tools.door.read(url)
        self.wear(self._pace.passage_ms * len(snapshot.text.encode()) / self._passage_bytes)
        return snapshot


class SlowFinder:
    """A finder that wears the clock on."""

    def __init__(self, port: Any, slow: Slow, forecast: ForecastDials) -> None:
        self._port, self._slow, self._pace = port, slow, forecast.pace

    async def find(self, query: Query, limit: int) -> Sequence[Candidate]:
        found: Sequence[Candidate] = await self._port.find(query, limit)
        self._slow.wear(self._pace.find_ms + self._pace.piece_ms * len(found))
        return found


@dataclass
class Spender:
    """A world with a purse: bare tools, and the run that goes through meter and tape."""

    world: RandomRun
    tools: Tools
    run_budget: RunBudget
    tariffs: tuple[Tariff, ...]
    limits: Limits


def spender(seed: int, limits: Limits | None = None) -> Spender:
    """The spender of a seed; with limits by chance, from nothing to more than enough, unless they are given."""
    random = Random(seed + 20_260_115)
    world = random_runs.bare(seed)
    dials, clock = some_dials(random), WornClock()
    tools = _slow(_equipped(world, dials, random), clock, dials.forecast, random)
    tariffs, allowed = some_tariffs(random), some_limits(random) if limits is None else limits
    run_budget = wiring.run_budget(allowed, tools, dials, tariffs, world.tape)
    through = wiring.recorded(wiring.metered(tools, run_budget), world.tape)
    return Spender(replace(world, run=Run(through, dials, world.run.lexicon)), tools, run_budget, tariffs, allowed)


def some_dials(random: Random) -> Dials:
    base = Dials()
    asked = replace(
        base.seeking.queries,
        at_most=random.randint(1, 10),
        web_at_most=random.randint(2, 6),
        limit=random.choice((0, 1, 5, 50)),
    )
    ladder = replace(base.seeking.acquisition.ladder, pages_at_least=random.randint(0, 2), pages_at_most=random.randint(1, 6))
    acquisition = replace(base.seeking.acquisition, ladder=ladder)
    rerank = replace(base.ranking.rerank, judged_at_most=random.choice((1, 5, 25)))
    filters = replace(base.ranking.hybrid.filters, list_at_most=random.choice((2, 20, 100)))
    ranking = replace(base.ranking, rerank=rerank, hybrid=replace(base.ranking.hybrid, filters=filters))
    stop = replace(base.stop, queries_at_most=random.randint(0, 5))
    split = replace(base.reading.split, sentence_chars_at_most=random.choice((10, 600)))  # at 10 a model makes more parts than the rules
    reading = replace(base.reading, split=split)
    return replace(base, reading=reading, seeking=replace(base.seeking, queries=asked, acquisition=acquisition), ranking=ranking, stop=stop)


def some_tariffs(random: Random) -> tuple[Tariff, ...]:
    """Prices of some roles: for each call, for each thing in it, and sometimes only so many things in a call."""
    return tuple(
        Tariff(role, _price(random), _price(random), random.choice((0, 0, 1, 7, 30)))
        for role in (Role.SPLIT, Role.QUERY, Role.RERANK, Role.STANCE, Role.SEARCH, Role.FETCH, Role.REVIEWS)
        if random.random() < 0.6
    )


def _price(random: Random) -> Amount:
    return Amount(tokens=random.choice((0, 0, 200)), money_micros=random.choice((0, 50, 3_000)))


def some_limits(random: Random) -> Limits:
    """No limit at all in a third of the worlds; else each limit in a third of them."""
    if random.random() < 0.33:
        return Limits()

    def some(*choices: float) -> float | None:
        return random.choice(choices) if random.random() < 0.33 else None

    def few(*choices: int) -> int | None:
        return random.choice(choices) if random.random() < 0.33 else None

    return Limits(
        max_cost=some(0, 0.0101, 0.05, 1.0),
        max_seconds=some(0, 0.2, 1.5, 8.0, 60.0),
        max_pages=few(0, 1, 2, 30),
        max_calls=few(0, 1, 2, 5, 12, 40),
        max_tokens=few(0, 999, 50_000),
        max_bytes=few(0, 150_000, 450_000, 9_000_000),
    )


def _equipped(world: RandomRun, dials: Dials, random: Random) -> Tools:
    """The tools of a world, and some more."""
    tools, lexicon = world.run.tools, world.run.lexicon
    assert isinstance(tools.shelf, MemoryShelf)
    finders = tools.finders
    if random.random() < 0.5:
        finders = (*finders, VectorFinder(tools.shelf, WordEmbedder(lexicon)))
    more = {str(page.url): page for page in random_runs.snapshots(random, world.text)}
    web = MemoryWeb(more, lexicon) if random.random() < 0.6 else None
    return replace(
        tools,
        finders=finders,
        relevance=WordRelevance(lexicon) if random.random() < 0.5 else None,
        splitter=TableSplitter(PARTS) if random.random() < 0.4 else None,
        search=web,
        door=web,
        spares=(web,) * random.randint(0, 2) if web else (),
        reviews=MemoryReviews([review(world.text, random)], lexicon) if random.random() < 0.4 else None,
    )


def review(text: str, random: Random) -> Review:
    """What a fact-checker may have published on a claim."""
    return Review(text, random.choice(("True", "False", "Half true")), "https://checks.example/2025/05/a-claim-checked", "checks.example")


def _slow(tools: Tools, clock: WornClock, forecast: ForecastDials, random: Random) -> Tools:
    slow = Slow(tools, clock, forecast, random)
    return replace(
        tools,
        clock=clock,
        finders=tuple(SlowFinder(finder, slow, forecast) for finder in tools.finders),
        judge=slow,
        relevance=slow if tools.relevance else None,
        splitter=slow if tools.splitter else None,
        search=slow if tools.search else None,
        spares=(slow,) * len(tools.spares),
        reviews=slow if tools.reviews else None,
        door=slow if tools.door else None,
    )
