"""What is stored decides a claim without a search only while it is young enough for it: a real judge, the loopback internet."""

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date, timedelta
from functools import cache

import pytest

from tests.faults.web_engine import settings_of
from tests.internet import Internet
from veracious import app, wiring
from veracious.adapters.memory.pages import MemoryPages
from veracious.adapters.memory.stock import MemoryStock
from veracious.adapters.web.http_client import PublicHttpClient
from veracious.adapters.web.memory import PageMemory
from veracious.domain.budget import Limits
from veracious.domain.document import Document
from veracious.domain.evidence import Source
from veracious.domain.verdict import Verdict
from veracious.flow.run import Engine
from veracious.rules.seeking.register import CredibilityRules

TODAY = date(2026, 11, 18)
OPENED = date(2026, 11, 5)
PAPERS = ("herald.example", "gazette.example")
STARTS, ENDS = ("Bri", "Cal", "Dor", "Fen", "Gal", "Hol", "Jor", "Kel", "Lum", "Mor"), (
    "sa", "den", "wick", "mar", "stad", "ton", "vik", "ford", "holm", "gate",
)  # fmt: skip
TOWNS = tuple(start + end for start in STARTS for end in ENDS)


@pytest.fixture
def internet(monkeypatch: pytest.MonkeyPatch) -> Iterator[Internet]:
    with Internet() as opened:
        for name, value in {**settings_of(opened), "VERACIOUS_SEARCH": "tavily"}.items():
            monkeypatch.setenv(name, value)
        way = PublicHttpClient(resolve=opened.resolve, opened=(opened.network,))
        monkeypatch.setattr(wiring, "http_client", cache(lambda: way))
        yield opened


def told(town: str, text: str, day: date) -> list[Document]:
    """Two papers of their own words."""
    first, other = (f"https://{paper}/{town.lower()}" for paper in PAPERS)
    return [
        Document(text, first, f"News from {town}", first, day),
        Document(f"In {town} people know it: {text[0].lower()}{text[1:]}", other, f"{town} today", other, day),
    ]


async def engine(documents: list[Document]) -> Engine:
    rated = {paper: Source(paper, 0.9) for paper in PAPERS}
    made = wiring.with_web(await wiring.in_memory(documents, CredibilityRules(rated)), rated)
    remembered = PageMemory(MemoryPages(MemoryStock()), wiring.clock(), made.dials.seeking.remembered)
    return replace(made, tools=replace(made.tools, remembered=remembered))


def searched(claim: str, documents: list[Document], internet: Internet) -> bool:
    """Whether the web was asked, though what is stored supports the claim."""

    async def run() -> bool:
        before = len(internet.log)
        report = (await app.claims.verify(await engine(documents), claim, TODAY, Limits(max_pages=1))).report
        assert report.judged is not None
        assert report.judged.decision.draft.verdict is Verdict.SUPPORTED, claim
        return len(internet.log) > before

    return asyncio.run(run())


def _follows_the_claim(towns: Sequence[str], internet: Internet) -> None:
    old = TODAY - timedelta(days=1000)
    for number, town in enumerate(towns):
        dated, timeless = f"The library of {town} opened on 5 November 2026.", f"The library of {town} is made of stone."
        is_old = number % 2 == 0
        day = OPENED - timedelta(days=10 + number) if is_old else OPENED + timedelta(days=number % 10)
        assert searched(dated, told(town, dated, day), internet) is is_old
        assert not searched(timeless, told(town, timeless, old), internet)


def test_a_few_dated_and_timeless_claims(internet: Internet) -> None:
    _follows_the_claim(TOWNS[:4], internet)


@pytest.mark.long
def test_a_hundred_dated_and_a_hundred_timeless_claims(internet: Internet) -> None:
    _follows_the_claim(TOWNS, internet)
