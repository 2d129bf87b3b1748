"""Turns: no more at once than there are, to each workspace in turn, and none is lost when a job is cancelled."""

import asyncio
import random
from collections.abc import Callable, Coroutine
from functools import wraps
from typing import Any

import pytest

from veracious.flow.fair_turns import Turn, Turns


def on_a_loop(test: Callable[..., Coroutine[Any, Any, None]]) -> Callable[..., None]:
    """Run a test to its end on an event loop of its own."""

    @wraps(test)
    def run(**given: Any) -> None:
        asyncio.run(test(**given))

    return run


class Provider:
    """Somebody outside, who answers when told to."""

    name = "provider"

    def __init__(self) -> None:
        self.asked = asyncio.Event()
        self.may = asyncio.Event()

    async def ask(self, what: str) -> str:
        self.asked.set()
        await self.may.wait()
        return what.upper()


async def settle() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


@on_a_loop
async def test_of_one_workspace_no_more_think_at_once_than_there_are_turns() -> None:
    turns, now, most = Turns(3), 0, 0

    async def job() -> None:
        nonlocal now, most
        async with turns.turn("a"):
            now += 1
            most = max(most, now)
            await asyncio.sleep(0.001)
            now -= 1

    await asyncio.gather(*(job() for _ in range(50)))
    assert (most, now, turns.waiting) == (3, 0, 0)


@on_a_loop
async def test_of_many_no_more_than_twice_as_many() -> None:
    turns, chance = Turns(3), random.Random(7)
    now = most = done = 0

    async def job(workspace: str) -> None:
        nonlocal now, most, done
        async with turns.turn(workspace):
            now += 1
            most = max(most, now)
            await asyncio.sleep(chance.random() / 1000)
            now -= 1
        done += 1

    await asyncio.gather(*(job(f"w{number % 7}") for number in range(200)))
    assert (most, done, now, turns.waiting) == (6, 200, 0, 0)  # three, and as many guests


@on_a_loop
async def test_a_workspace_that_floods_makes_another_wait_for_nobody() -> None:
    turns, order = Turns(1), list[str]()

    async def job(workspace: str) -> None:
        async with turns.turn(workspace):
            order.append(workspace)
            await asyncio.sleep(0)

    flood = [asyncio.create_task(job("flood")) for _ in range(50)]
    await settle()
    before = len(order)
    single = asyncio.create_task(job("single"))
    await asyncio.gather(*flood, single)
    assert order.index("single") <= before + 1
    assert len(order) == 51


@on_a_loop
async def test_who_has_none_comes_before_who_has_some() -> None:
    turns = Turns(1)
    first, guest = Turn(turns, "a"), Turn(turns, "b")
    await first.take()
    await guest.take()
    more, other = asyncio.create_task(turns.take("a")), asyncio.create_task(turns.take("c"))
    await settle()
    assert not other.done()  # a guest has come already
    guest.give()
    await settle()
    assert (other.done(), more.done()) == (True, False)
    turns.give("c")
    await settle()
    assert not more.done()
    first.give()
    await settle()
    assert more.done()


@on_a_loop
async def test_a_job_that_waits_outside_lets_another_think() -> None:
    turns, provider = Turns(1), Provider()
    async with turns.turn("a") as turn:
        port = turn.while_outside(provider)
        assert port.name == "provider"
        asking = asyncio.create_task(port.ask("claim"))
        await provider.asked.wait()
        async with turns.turn("a"):
            provider.may.set()
            await settle()
            assert not asking.done()  # the answer is there, and it is not its turn
        assert await asking == "CLAIM"
        third = asyncio.create_task(turns.take("a"))
        await settle()
        assert not third.done()
    await third


@on_a_loop
async def test_a_job_that_is_under_way_comes_before_one_that_is_new() -> None:
    turns, order = Turns(1), list[str]()
    under_way, holder = Turn(turns, "a"), Turn(turns, "a")
    await under_way.take()
    under_way.give()
    await holder.take()

    async def wait(turn: Turn, name: str) -> None:
        await turn.take()
        order.append(name)
        turn.give()

    waiting = [asyncio.create_task(wait(Turn(turns, "a"), f"new {number}")) for number in range(3)]
    await settle()
    waiting.append(asyncio.create_task(wait(under_way, "under way")))
    await settle()
    holder.give()
    await asyncio.gather(*waiting)
    assert order == ["under way", "new 0", "new 1", "new 2"]


@on_a_loop
async def test_a_job_that_waits_for_two_takes_its_turn_when_both_have_come() -> None:
    turns, first, second = Turns(1), Provider(), Provider()
    async with turns.turn("a") as turn:
        asking = [asyncio.create_task(turn.while_outside(one).ask("x")) for one in (first, second)]
        await second.asked.wait()
        first.may.set()
        await settle()
        async with turns.turn("a"):
            second.may.set()
            await settle()
        await asyncio.gather(*asking)
        assert turns.waiting == 0


@pytest.mark.parametrize("moment", ["waiting", "given", "outside"])
@on_a_loop
async def test_a_job_that_is_cancelled_takes_no_turn_with_it(moment: str) -> None:
    turns, provider = Turns(1), Provider()
    holder = Turn(turns, "b")
    if moment != "outside":
        await holder.take()

    async def job() -> None:
        async with turns.turn("b") as turn:
            await turn.while_outside(provider).ask("x")

    running = asyncio.create_task(job())
    await settle()
    if moment == "given":
        holder.give()
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    holder.give()
    await asyncio.wait_for(turns.take("b"), 1)
    assert turns.waiting == 0
