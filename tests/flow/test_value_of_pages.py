"""The web loop takes first what may settle most: fewer pages than in the order of the list, and never more than a budget allows."""

import asyncio
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from random import Random

import pytest

from tests.flow import spenders
from tests.flow.random_runs import DAY
from tests.flow.test_budget import estimated, verify, within
from veracious import wiring
from veracious.adapters.memory.archive import MemoryArchive
from veracious.adapters.memory.blobs import MemoryBlobs
from veracious.adapters.memory.clock import FixedClock
from veracious.adapters.memory.finder import MemoryFinder
from veracious.adapters.memory.ids import CountingIds
from veracious.adapters.memory.shelf import MemoryShelf
from veracious.domain.claim import Subclaim
from veracious.domain.evidence import Evidence, Query, Quote, Snapshot, Source
from veracious.domain.report import Report
from veracious.domain.stance import Judgement, Stance
from veracious.domain.verdict import Verdict
from veracious.domain.web import Hit
from veracious.flow import claim
from veracious.flow.run import Run
from veracious.ports import Tools
from veracious.rules.dials import Dials
from veracious.rules.reading import words
from veracious.rules.seeking import snapshots

CLAIMS = 200
PLACES = ("Brisa", "Corvane", "Olmera", "Tavira", "Norvale", "Harlow", "Kestrel", "Lindow", "Marsh End", "Port Ellery")
FACTS = ("The {thing} of {place} has {number} rooms.", "The {thing} of {place} cost {number} million crowns.")
THINGS = ("lighthouse", "library", "museum", "hospital", "school", "theatre")
CARRIERS = (
    "A survey went through every house of the town last year. {fact} Nobody on the council disputed the figure when it was read out.",
    "Our reporter asked the builders, who keep their own books. They answered at once: {fact} The plans in the cellar say the same.",
    "Figures published this week settle an old quarrel among neighbours. {fact} The oldest of them had always said so over dinner.",
)
UNKNOWN = (
    "I have it from a friend who cleans there on weekends! {fact} Share this before they delete it.",
    "Top ten facts that will surprise you, number four is the best of them. {fact} Click for the other nine now.",
    "My uncle drives a bus and hears everything. {fact} You read it here first, dear followers of this page.",
)
AROUND = ("A walk through {place} takes an hour.", "{place} has a market on Sundays.", "The mayor of {place} likes {thing}s, people say.")


class Web:
    """A provider that lists what shares words with a query, not in the order of what it is worth; and a door to it. `read` counts."""

    def __init__(self, pages: Sequence[Snapshot], random: Random) -> None:
        self._pages = {str(page.url): page for page in pages}
        self._luck = {url: random.random() for url in self._pages}
        self.read_pages = 0

    async def search(self, query: Query, limit: int) -> Sequence[Hit]:
        wanted = frozenset(words.content(query.text, wiring.lexicon()))
        shares = {url: words.share(wanted, frozenset(words.content(page.text, wiring.lexicon()))) for url, page in self._pages.items()}
        listed = sorted((url for url in shares if shares[url] > 0), key=lambda url: -(shares[url] + self._luck[url]))[:limit]
        return tuple(
            Hit(url, page.title, page.text[:160], page.published, page.source) for url, page in ((u, self._pages[u]) for u in listed)
        )

    async def read(self, url: str) -> Snapshot:
        self.read_pages += 1
        return self._pages[url]


class Literal:
    """A judge that knows a fact by its words."""

    async def judge(self, pairs: Sequence[tuple[Subclaim, Evidence]]) -> Sequence[Judgement]:
        return [self._judged(part, piece) for part, piece in pairs]

    def _judged(self, part: Subclaim, piece: Evidence) -> Judgement:
        says = part.text.rstrip(".").casefold() in piece.text.casefold()
        stance = Stance(0.95, 0.02, 0.03) if says else Stance(0.03, 0.03, 0.94)
        return Judgement(part.text, piece.id, Quote(piece.passage.snapshot, piece.passage.span, piece.passage.text), stance)


def made(seed: int) -> tuple[str, list[Snapshot]]:
    """A claim of one to three parts, and the pages of its world: some carry a part, more speak of the same things."""
    random = Random(seed)
    place, things = random.choice(PLACES), random.sample(THINGS, random.randint(1, 3))
    facts = [random.choice(FACTS).format(place=place, thing=thing, number=random.randint(11, 99)) for thing in things]
    pages = [page for thing, fact in zip(things, facts, strict=True) for page in _about(thing, fact, place, random)]
    joined = " and ".join(fact.rstrip(".") if at == 0 else fact[0].lower() + fact[1:].rstrip(".") for at, fact in enumerate(facts))
    return f"{joined}.", pages


def _about(thing: str, fact: str, place: str, random: Random) -> list[Snapshot]:
    told: list[tuple[str, float | None]] = [(text.format(fact=fact), random.choice((0.8, 0.85, 0.9))) for text in CARRIERS]
    told += [(text.format(fact=fact), None) for text in UNKNOWN]
    for guide in range(6):
        told.append(
            (
                f"{random.choice(AROUND).format(place=place, thing=thing)} The {thing} of {place} is old, says guide {guide}.",
                random.choice((None, 0.6, 0.85)),
            )
        )
    return [_page(f"{thing}n{at}", text, sure) for at, (text, sure) in enumerate(told)]


def _page(name: str, text: str, credibility: float | None) -> Snapshot:
    url = f"https://{name}.example/2025/12/a-story-of-{name}"
    return Snapshot(snapshots.name(text), text, Source(f"{name}.example", credibility), url, "A story", DAY)


def checked(seed: int, by_value: bool) -> tuple[Report, int]:
    """The report on a claim, and how many pages it took."""
    text, pages = made(seed)
    base = Dials()
    worth = replace(base.seeking.acquisition.worth, by_value=by_value)
    dials = replace(base, seeking=replace(base.seeking, acquisition=replace(base.seeking.acquisition, worth=worth)))
    shelf, lexicon = MemoryShelf(dials.seeking.passages, dials.reading.sentences), wiring.lexicon()
    web = Web(pages, Random(seed + 1))
    clock = FixedClock(datetime(2026, 1, 15, tzinfo=UTC))
    finders = (MemoryFinder(shelf, lexicon, dials.seeking.lexical),)
    tools = Tools(clock, CountingIds(), finders, Literal(), shelf, MemoryArchive(), MemoryBlobs(), search=web, door=web)
    return asyncio.run(claim.verify(text, DAY, Run(tools, dials, lexicon))), web.read_pages


def test_what_may_settle_most_is_read_first_and_fewer_pages_decide() -> None:
    """Two hundred claims, in the order of worth and in the order of the list: as many are decided, with a fifth fewer pages at least."""
    by_value, by_list = ([checked(seed, way) for seed in range(CLAIMS)] for way in (True, False))
    decided = [Counter(report.verdict for report, _ in runs)[Verdict.SUPPORTED] for runs in (by_value, by_list)]
    both = [
        (first[1], second[1])
        for first, second in zip(by_value, by_list, strict=True)
        if first[0].verdict is second[0].verdict is Verdict.SUPPORTED
    ]
    pages = sum(first for first, _ in both), sum(second for _, second in both)
    print(f"decided {decided}; of the {len(both)} both decided, pages {pages}: {1 - pages[0] / pages[1]:.0%} fewer")
    assert decided[0] >= decided[1]
    assert len(both) > CLAIMS / 2
    assert pages[0] <= 0.8 * pages[1]


def loops(first: int, many: int) -> Counter[str]:
    """Random loops over the web against priced fakes; raises when one passes its budget, or what was forecast."""
    counts: Counter[str] = Counter()
    for seed in range(first, first + many):
        given = spenders.spender(seed)
        if given.tools.search is None:
            continue
        report = verify(given.world)
        account = given.run_budget.account
        spent = replace(account.spent, milliseconds=0)  # the clock of these worlds is worn on by calls that cannot be cut short
        assert within(spent, account.cap), seed
        assert not account.overruns, seed
        assert within(spent, estimated(given, given.limits).worst), seed
        counts[report.stop] += 1
        counts["pages"] += account.spent.pages
        counts["loops"] += bool(report.executed)
    return counts


def test_no_loop_passes_its_budget_or_its_estimate() -> None:
    assert loops(50_000, 300)["loops"] > 50


@pytest.mark.long
def test_none_of_ten_thousand_loops_passes_its_budget() -> None:
    counts: Counter[str] = Counter()
    first = 100_000
    while counts["loops"] < 10_000:
        counts += loops(first, 1_000)
        first += 1_000
    print(dict(counts))
