"""What may be used: allowances, and buckets of requests."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import UTC, datetime, timedelta

import pytest

from tests.adapters.access.kept import AT, SECRET, asked, number_of
from tests.contracts.samples import run
from veracious.adapters.memory.clock import FixedClock
from veracious.adapters.postgres.access import PostgresAccess, allow_workspace
from veracious.adapters.postgres.database import Database
from veracious.adapters.postgres.server import Addresses
from veracious.domain.errors import InputError, RequestsTooMany
from veracious.domain.job import Allowance, Used


def test_what_is_allowed_is_what_is_told(access: PostgresAccess, own: Addresses, here: str, there: str) -> None:
    run(access.make_workspace(there))
    assert run(access.allowance(here, "")) == (Allowance(), Used())
    allow_workspace(own.owner, here, Allowance(20_000_000, 10, 120), AT)
    run(access.allow(here, "vk_x", Allowance(jobs_at_once=0)))
    for actor, may in (("", Allowance(20_000_000, 10, 120)), ("vk_x", Allowance(None, 0, None))):
        assert run(access.allowance(here, actor)) == (may, Used(at_most=may))
    allow_workspace(own.owner, here, Allowance(requests_a_minute=1), AT)
    assert run(access.allowance(here, "")) == (Allowance(None, None, 1), Used(at_most=Allowance(None, None, 1)))
    for actor in ("", "vk_x"):
        assert run(access.allowance(there, actor)) == (Allowance(), Used())


def test_what_was_used_stays_counted_and_money_is_new_every_month(at: Callable[..., PostgresAccess], own: Addresses, here: str) -> None:
    allow_workspace(own.owner, here, Allowance(100, 5), AT)
    said = "update veracious.allowance set spent_micros = 30, held_micros = 20, jobs = 2 where workspace = %s"
    asked(own, said, number_of(own, here))
    allow_workspace(own.owner, here, Allowance(200, 6), AT)
    may = Allowance(200, 6)
    assert run(at().allowance(here, "")) == (may, Used(30, 20, 2, at_most=may))
    last = datetime(2026, 3, 31, 23, 59, 59, tzinfo=UTC) - AT
    assert run(at(last).allowance(here, ""))[1] == Used(30, 20, 2, at_most=may)
    assert run(at(last + timedelta(seconds=1)).allowance(here, ""))[1] == Used(0, 20, 2, at_most=may)


@pytest.mark.parametrize(
    "wrong", [Allowance(-1), Allowance(10**16), Allowance(None, -1), Allowance(None, 10**10), Allowance(None, None, 0)]
)
def test_a_limit_that_is_none_is_refused(access: PostgresAccess, own: Addresses, here: str, wrong: Allowance) -> None:
    with pytest.raises(InputError, match="a limit on"):
        allow_workspace(own.owner, here, wrong, AT)
    assert run(access.allowance(here, "")) == (Allowance(), Used())


def admitted(access: PostgresAccess, workspace: str, actor: str, times: int) -> int:
    """How many of so many requests are let through, one after the other."""
    passed = 0
    for _ in range(times):
        with suppress(RequestsTooMany):
            run(access.admit(workspace, actor))
            passed += 1
    return passed


def wait_of(access: PostgresAccess, workspace: str, actor: str) -> int:
    with pytest.raises(RequestsTooMany) as refused:
        run(access.admit(workspace, actor))
    assert isinstance(refused.value.retry_after_s, int)
    return refused.value.retry_after_s


def test_where_there_is_no_limit_everybody_passes_and_nothing_is_counted(access: PostgresAccess, own: Addresses, here: str) -> None:
    assert admitted(access, here, "vk_x", 20) == 20
    allow_workspace(own.owner, here, Allowance(1, 1), AT)
    assert admitted(access, here, "vk_x", 20) == 20
    assert asked(own, "select from veracious.rate where workspace = %s", number_of(own, here)) == []


def test_a_bucket_holds_a_minute_and_fills_evenly(at: Callable[..., PostgresAccess], here: str) -> None:
    """Of 30 a minute, one comes back every 2 seconds: after 7 seconds 3.5, of which 3 are taken; the half needs 1 second more."""
    run(at().allow(here, "vk_x", Allowance(requests_a_minute=30)))
    assert admitted(at(), here, "vk_x", 40) == 30
    assert wait_of(at(), here, "vk_x") == 2
    assert admitted(at(timedelta(seconds=1)), here, "vk_x", 3) == 0
    assert admitted(at(timedelta(seconds=7)), here, "vk_x", 5) == 3
    assert wait_of(at(timedelta(seconds=7)), here, "vk_x") == 1
    assert admitted(at(timedelta(seconds=8)), here, "vk_x", 3) == 1
    assert admitted(at(timedelta(hours=8)), here, "vk_x", 40) == 30


@pytest.mark.parametrize("limit", [1, 7, 45, 60, 61, 1000])
def test_who_waits_as_long_as_told_passes(at: Callable[..., PostgresAccess], own: Addresses, here: str, limit: int) -> None:
    """And a second earlier does not, unless that is sooner than one can wait. ceil(60 / 7) = 9."""
    run(at().allow(here, "vk_x", Allowance(requests_a_minute=limit)))
    run(at().admit(here, "vk_x"))
    asked(own, "update veracious.rate set tokens = 0 where workspace = %s", number_of(own, here))
    wait = wait_of(at(), here, "vk_x")
    assert wait == -(-60 // limit)
    if wait > 1:
        assert admitted(at(timedelta(seconds=wait - 1)), here, "vk_x", 1) == 0
    assert admitted(at(timedelta(seconds=wait)), here, "vk_x", 1) == 1


def test_a_request_counts_against_its_key_and_its_workspace_or_against_neither(
    at: Callable[..., PostgresAccess], own: Addresses, here: str, there: str
) -> None:
    """The workspace has 5 and each key 4: one key takes 4, the other the last, and keeps its own 3 while the workspace has none."""
    allow_workspace(own.owner, here, Allowance(requests_a_minute=5), AT)
    for actor in ("vk_a", "vk_b"):
        run(at().allow(here, actor, Allowance(requests_a_minute=4)))
    assert admitted(at(), here, "vk_a", 9) == 4
    assert admitted(at(), here, "vk_b", 9) == 1
    allow_workspace(own.owner, here, Allowance(), AT)
    assert admitted(at(), here, "vk_b", 9) == 3
    run(at().allow(there, "vk_a", Allowance(requests_a_minute=2)))
    assert admitted(at(), there, "vk_a", 9) == 2


def test_two_hundred_threads_get_what_a_bucket_of_fifty_holds(access: PostgresAccess, own: Addresses, here: str) -> None:
    """Each of ten keys has more than enough; the workspace has 50."""
    allow_workspace(own.owner, here, Allowance(requests_a_minute=50), AT)
    for key in range(10):
        run(access.allow(here, f"vk_{key}", Allowance(requests_a_minute=50)))

    async def rush() -> list[BaseException | None]:
        with ThreadPoolExecutor(200) as threads:
            asyncio.get_running_loop().set_default_executor(threads)
            return await asyncio.gather(*(access.admit(here, f"vk_{index % 10}") for index in range(200)), return_exceptions=True)

    answers = asyncio.run(rush())
    assert {type(answer) for answer in answers} == {type(None), RequestsTooMany}
    assert answers.count(None) == 50
    spent = asked(own, "select sum(50 - tokens) from veracious.rate where workspace = %s and actor <> ''", number_of(own, here))
    assert spent == [(50.0,)]


def test_a_clock_that_ran_ahead_closes_nothing_for_longer_than_a_minute(at: Callable[..., PostgresAccess], here: str) -> None:
    run(at().allow(here, "vk_x", Allowance(requests_a_minute=2)))
    assert admitted(at(timedelta(days=1)), here, "vk_x", 3) == 2
    assert admitted(at(), here, "vk_x", 5) == 2
    assert admitted(at(timedelta(minutes=2)), here, "vk_x", 5) == 2
    assert admitted(at(timedelta(minutes=2) - timedelta(seconds=5)), here, "vk_x", 5) == 0


def test_what_the_service_allows_all_holds_where_nothing_was_said(own: Addresses, here: str) -> None:
    database = Database(own.app, 2, default_allowance=Allowance(5_000_000, 2, 3, 1_000))
    try:
        access = PostgresAccess(database, SECRET, FixedClock(AT))
        assert run(access.allowance(here, "")) == (Allowance(), Used(at_most=Allowance(5_000_000, 2, 3, 1_000)))
        assert run(access.allowance(here, "vk_x")) == (Allowance(), Used())
        assert admitted(access, here, "", 5) == 3
        allow_workspace(own.owner, here, Allowance(jobs_at_once=7, requests_a_minute=5), AT)
        assert run(access.allowance(here, ""))[1].at_most == Allowance(5_000_000, 7, 5, 1_000)
    finally:
        database.close()
