"""A worker that waits for an article's page, or for the model that reads its skeleton, lets other jobs think meanwhile."""

import asyncio
from typing import Any, cast

import pytest

from tests.flow.article_worlds import DAY, surrounded
from veracious import wiring
from veracious.adapters.memory.search import MemoryWeb
from veracious.app.workers import StoredWork
from veracious.domain.job import ArticleOrder
from veracious.flow.fair_turns import Turn, Turns
from veracious.flow.run import Engine
from veracious.wiring import service

ADDRESS = "https://paper.example/2026/05/the-article"


class Waited:
    """A provider that answers when it may."""

    name = "waited"

    def __init__(self) -> None:
        self.asked, self.may = asyncio.Event(), asyncio.Event()

    async def read(self, url: str) -> str:
        """A page."""
        return await self._answer(url)

    async def outline(self, text: str) -> str:
        """The skeleton of an article."""
        return await self._answer(text)

    async def _answer(self, what: str) -> str:
        self.asked.set()
        await self.may.wait()
        return what


@pytest.mark.parametrize(("role", "call"), [("door", "read"), ("analyst", "outline")])
def test_what_only_an_article_needs_is_waited_for_without_a_turn(role: str, call: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def waiting() -> None:
        provider, turns = Waited(), Turns(1)
        _surround(provider, monkeypatch)
        async with turns.turn("a") as turn:
            engine = await _engine(turn)
            asking = asyncio.create_task(getattr(getattr(engine.tools, role), call)(ADDRESS))
            await provider.asked.wait()
            async with asyncio.timeout(5), turns.turn("a"):  # another job has the only turn
                provider.may.set()
            assert await asking == ADDRESS

    asyncio.run(waiting())


async def _engine(turn: Turn) -> Engine:
    work = StoredWork("a", cast(Any, None), turn)
    return await work._engine(("documents",), False, ArticleOrder("", DAY, url=ADDRESS))


def _surround(provider: Waited, monkeypatch: pytest.MonkeyPatch) -> None:
    """An empty store in memory, and this provider as door and as language model."""
    empty = surrounded(cast(Any, None), MemoryWeb({}, wiring.lexicon()), is_searched=False).engine

    async def no_keys(workspace: str) -> dict[str, str]:
        return {}

    monkeypatch.setattr(wiring, "provider_keys", no_keys)
    monkeypatch.setattr(wiring, "over_store", lambda scope, workspace: empty)
    monkeypatch.setattr(wiring, "with_language_model", lambda engine, key: engine)
    monkeypatch.setattr(wiring, "language_model", lambda key: provider)
    monkeypatch.setattr(wiring, "page_reader", lambda rated, dials: provider)
    monkeypatch.setattr(service, "retrying", lambda engine: engine)
