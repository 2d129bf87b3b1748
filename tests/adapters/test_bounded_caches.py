"""What a process remembers of workspaces and their keys is bounded, however many there are."""

import asyncio
from collections.abc import Callable

import pytest

from veracious import wiring
from veracious.adapters.postgres import database
from veracious.adapters.postgres.database import Database
from veracious.adapters.postgres.server import Addresses
from veracious.flow import fair_turns
from veracious.flow.fair_turns import Turns

MANY = 3 * wiring.OWNERS


@pytest.fixture
def named(monkeypatch: pytest.MonkeyPatch) -> None:
    """A language model and a search are set, each with a key."""
    for name, value in {
        "ENDPOINT": "http://127.0.0.1:9/v1", "ENDPOINT_MODEL": "m", "SEARCH": "tavily", "TAVILY_KEY": "k", "FACTCHECK_KEY": "k"
    }.items():  # fmt: skip
        monkeypatch.setenv(f"VERACIOUS_{name}", value)


@pytest.mark.usefixtures("named")
def test_language_models_of_keys() -> None:
    for number in range(MANY):
        assert wiring.language_model(f"key {number}") is not None
    assert 0 < wiring._language_model.cache_info().currsize <= wiring.OWNERS
    assert wiring.language_model(f"key {MANY - 1}") is wiring.language_model(f"key {MANY - 1}")


@pytest.mark.usefixtures("named")
@pytest.mark.parametrize("made", [wiring.providers, wiring.reviewers])
def test_searches_and_reviews_of_keys(made: Callable[..., object]) -> None:
    for number in range(MANY):
        made((("tavily", f"key {number}"), ("factcheck", f"key {number}")))
    assert 0 < made.cache_info().currsize <= wiring.OWNERS  # type: ignore[attr-defined]


def test_numbers_of_workspaces(new_addresses: Callable[..., Addresses], monkeypatch: pytest.MonkeyPatch) -> None:
    """Who was forgotten is asked for again, and is the same."""
    monkeypatch.setattr(database, "NAMES_AT_MOST", 5)
    held = Database(new_addresses().app, 2)
    numbers = dict[str, int]()
    for name in [f"w{number}" for number in range(20)] * 2:
        with held.transaction(name) as tx:
            assert numbers.setdefault(name, tx.workspace) == tx.workspace
    assert len(held._workspaces) == 5
    assert len(set(numbers.values())) == 20
    held.close()


def test_turns_of_workspaces() -> None:
    async def used(turns: Turns) -> None:
        for number in range(3 * fair_turns.REMEMBERED):
            async with turns.turn(f"w{number}"):
                pass

    turns = Turns(2)
    asyncio.run(used(turns))
    assert len(turns._last) == fair_turns.REMEMBERED
    assert f"w{3 * fair_turns.REMEMBERED - 1}" in turns._last
    assert len(turns._held) == 0
    assert len(turns._waiting) == 0
