"""The room in which passwords are looked at: how many are, who waits, who is refused, and how fast."""

import asyncio
import os
import sys
import threading
import time

import pytest

from veracious.adapters.access import secrets, sign_ins
from veracious.adapters.access.sign_ins import KEPT_PLACES, PLACES, THREADS, SignIns
from veracious.adapters.access.tries import NAME, Try
from veracious.domain.errors import RequestsTooMany, SignInsTooMany, VeraciousError


class Room(SignIns):
    """A room whose passwords take as long as the test likes, and which notes how many are looked at at once."""

    def __init__(self) -> None:
        self.time = 0.0
        super().__init__(lambda: self.time)
        self.open, self.inside, self.most = asyncio.Event(), 0, 0

    async def visit(self, number: int, address: str, name: str = "") -> type[VeraciousError] | None:
        """Sign in; what it was refused with."""
        try:
            async with self.admitted(Try("news", name or f"name{number}", address)):
                self.inside += 1
                self.most = max(self.most, self.inside)
                await self.open.wait()
                self.inside -= 1
        except (RequestsTooMany, SignInsTooMany) as refused:
            return type(refused)
        return None


async def settled() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


def test_few_are_looked_at_at_once_few_wait_and_the_rest_is_refused_at_once() -> None:
    async def flood() -> None:
        room = Room()
        visits = [asyncio.create_task(room.visit(number, f"10.0.0.{number}")) for number in range(200)]
        await settled()
        refused = [one.result() for one in visits if one.done()]
        assert refused == [SignInsTooMany] * (200 - PLACES + KEPT_PLACES)
        room.open.set()
        assert [await one for one in visits].count(None) == PLACES - KEPT_PLACES
        assert room.most == THREADS
        assert await room.visit(300, "10.0.1.1") is None, "afterwards there is a place for everybody"

    asyncio.run(flood())


def test_one_address_takes_nobody_elses_place() -> None:
    async def flood() -> None:
        room = Room()
        for address in range(8):
            for number in range(30):
                asyncio.get_running_loop().create_task(room.visit(number, f"10.0.0.{address}"))
        await settled()
        other = asyncio.create_task(room.visit(0, "192.0.2.7"))
        await settled()
        assert not other.done()
        room.open.set()
        assert await other is None

    asyncio.run(flood())


def test_a_place_is_kept_for_who_signed_in_from_there_before() -> None:
    async def flood() -> None:
        room = Room()
        room.tries.forgive(Try("news", "ana", "192.0.2.7"))
        visits = [asyncio.create_task(room.visit(number, f"10.0.0.{number}")) for number in range(200)]
        await settled()
        own = asyncio.create_task(room.visit(0, "192.0.2.7", "ana"))
        elsewhere = asyncio.create_task(room.visit(0, "192.0.2.8", "ana"))
        await settled()
        assert (own.done(), elsewhere.result()) == (False, SignInsTooMany)
        room.open.set()
        assert await own is None
        await asyncio.gather(*visits)

    asyncio.run(flood())


def test_a_refusal_for_want_of_place_is_not_counted_as_a_try() -> None:
    async def flood() -> None:
        room = Room()
        visits = [asyncio.create_task(room.visit(number, f"10.0.0.{number}")) for number in range(200)]
        await settled()
        assert {await room.visit(0, f"192.0.2.{number}", "ana") for number in range(2 * NAME.at_once)} == {SignInsTooMany}
        room.open.set()
        await asyncio.gather(*visits)
        began = time.monotonic()
        assert await room.visit(0, "192.0.2.250", "ana") is None
        assert time.monotonic() - began < 1.0

    asyncio.run(flood())


def test_who_was_told_to_wait_and_did_not_is_refused_slowly(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first refusal comes at once; a flood that does not listen is answered at the pace of a drip."""
    held: list[float] = []

    async def hold(self: SignIns, seconds: float) -> None:
        held.append(seconds)

    monkeypatch.setattr(SignIns, "_hold", hold)

    async def flood() -> None:
        room = Room()
        room.open.set()
        for _ in range(10):
            assert await room.visit(0, "192.0.2.7", "ana") is None
        held.clear()
        assert [await room.visit(0, "192.0.2.7", "ana") for _ in range(6)] == [RequestsTooMany] * 6
        low, high = sign_ins.SPREAD
        for seconds, wanted in zip(held, [0.0, 1.0, 2.0, 4.0, 8.0, 10.0], strict=True):
            assert low * wanted <= seconds <= high * wanted
        room.time = 11.0  # who waits as long as they were told is refused at once again
        for _ in range(2):
            assert await room.visit(0, "192.0.2.7", "ana") in (None, RequestsTooMany)
        assert held[-1] == 0.0
        assert await room.visit(0, "192.0.2.8", "ana") is None

    asyncio.run(flood())


def test_so_many_are_held_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sign_ins, "HELD", 3)

    async def flood() -> None:
        room = Room()
        room.open.set()
        for number in range(NAME.at_once):
            await room.visit(0, f"10.0.0.{number}", "ana")
        visits = [asyncio.create_task(room.visit(0, f"10.0.1.{number}", "ana")) for number in range(5)]
        await settled()
        assert [one.result() for one in visits if one.done()] == [None] * 2, "the others are let through, and not locked out"
        for one in visits:
            one.cancel()
        await asyncio.gather(*visits, return_exceptions=True)
        assert room._held == 0

    asyncio.run(flood())


def test_a_password_is_looked_at_in_a_thread_of_its_own_that_stands_back() -> None:
    kept = secrets.hash_password("correct horse battery")
    seen: list[tuple[str, int]] = []

    def look(*_: str) -> bool:
        own = threading.get_native_id()
        seen.append((threading.current_thread().name, os.getpriority(os.PRIO_PROCESS, own)))
        return True

    async def ask() -> None:
        room = SignIns()
        assert await room.fits(kept, "correct horse battery")
        assert not await room.fits(kept, "correct horse batterx")
        assert not await room.fits("", "correct horse battery")
        await asyncio.get_running_loop().run_in_executor(room._threads, look)

    asyncio.run(ask())
    ((name, priority),) = seen
    assert name.startswith("passwords")
    if sys.platform == "linux":
        assert priority == min(19, os.getpriority(os.PRIO_PROCESS, os.getpid()) + sign_ins.NICE)
