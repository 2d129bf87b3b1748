"""Providers in turn: who is asked when another fails, who is left alone and for how long, and what is told of it."""

import asyncio
from collections.abc import Awaitable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

import pytest

from tests.adapters.providers import KEY, OUTSIDE, PRICE, base, holding, made, searching
from tests.contracts.samples import PAGES, query, run
from tests.contracts.test_reviews import KNOWN, claim
from tests.endpoints import ModelServer, Request, Step, Wire, sends, tells
from veracious.adapters.memory.clock import FixedClock
from veracious.adapters.meter import Prices, RunBudget
from veracious.adapters.web.http_client import Fetched, PublicHttpClient
from veracious.adapters.web.search.circuit_breaker import GuardedReviews, GuardedSearch, Patience, ProviderHealth
from veracious.adapters.web.search.factcheck import FactCheckTools
from veracious.adapters.web.search.fallback import Failed, FallbackSearch
from veracious.adapters.web.search.parsing import Limited
from veracious.adapters.web.search.tavily import Tavily
from veracious.domain.budget import Amount, Limits, Role
from veracious.domain.errors import BudgetSpent, SourceError, SourceLimited, SourceResting, SourceUnavailable

ASKED = query("Paris capital")
DOWN = sends(b"{}", 500)
PATIENCE = Patience(failures=3, rest_s=60.0, longest_s=3600.0)


class Hands:
    """A clock that is set by hand."""

    now = 1000.0

    def __call__(self) -> float:
        return self.now


def nothing(name: str) -> Step:
    """A provider that finds nothing."""
    return tells(lambda request: holding(name, []))


class Served:
    """Providers at servers of their own, by name."""

    def __init__(self, stack: ExitStack, clock: Hands, **scripts: tuple[Step, ...]) -> None:
        self.servers = {name: stack.enter_context(ModelServer(script)) for name, script in scripts.items()}
        self.several = FallbackSearch([made(name, server) for name, server in self.servers.items()], clock, PATIENCE)

    def search(self, text: str = ASKED.text) -> Any:
        """The addresses that are found, or how it failed."""
        try:
            return [hit.url for hit in run(self.several.search(replace(ASKED, text=text), 5))]
        except SourceError as failed:
            return type(failed)

    @property
    def asked(self) -> dict[str, int]:
        return {name: len(server.requests) for name, server in self.servers.items()}

    def failed(self, text: str = ASKED.text) -> list[tuple[str, str]]:
        return [(one.provider.split()[0], one.cause) for one in self.several.failed(replace(ASKED, text=text))]


FOUND = [PAGES[0].snapshot.url]


def test_the_first_that_finds_something_ends_the_search() -> None:
    with ExitStack() as stack:
        served = Served(stack, Hands(), tavily=(searching("tavily", PAGES),), brave=(searching("brave", PAGES),))
        assert served.search() == FOUND
        assert served.asked == {"tavily": 1, "brave": 0}
        assert served.several.failures == ()


def test_one_that_fails_is_named_and_the_next_is_asked() -> None:
    with ExitStack() as stack:
        served = Served(stack, Hands(), tavily=(sends(b"{}", 401),), brave=(sends(b"<html>"),), searxng=(searching("searxng", PAGES),))
        assert served.search() == FOUND
        assert served.asked == {"tavily": 1, "brave": 1, "searxng": 1}
        told = served.failed()
        assert told[0] == ("tavily", "status 401, the key was not accepted")
        assert told[1][0] == "brave"
        assert told[1][1].startswith("not JSON")


def test_after_an_empty_answer_the_next_is_asked_and_nothing_failed() -> None:
    with ExitStack() as stack:
        served = Served(stack, Hands(), tavily=(nothing("tavily"),), brave=(searching("brave", PAGES),))
        assert served.search() == FOUND
        assert served.asked == {"tavily": 1, "brave": 1}
        assert served.several.failures == ()


def test_nothing_found_is_the_answer_when_one_of_them_says_so() -> None:
    with ExitStack() as stack:
        served = Served(stack, Hands(), tavily=(nothing("tavily"),), brave=(DOWN,))
        assert served.search() == []
        assert served.failed() == [("brave", "status 500")]


def test_when_all_fail_the_search_fails_and_names_each() -> None:
    with ExitStack() as stack:
        served = Served(stack, Hands(), tavily=(sends(b"{}", 429),), brave=(DOWN,))
        with pytest.raises(SourceUnavailable) as raised:
            run(served.several.search(ASKED, 5))
        ports = {name: server.port for name, server in served.servers.items()}
    assert raised.value.detail == (f"tavily at 127.0.0.1:{ports['tavily']}: status 429; brave at 127.0.0.1:{ports['brave']}: status 500")
    assert type(raised.value) is SourceUnavailable


def test_no_provider_at_all_is_a_failure() -> None:
    with pytest.raises(SourceUnavailable, match="no search is configured"):
        run(FallbackSearch([]).search(ASKED, 5))


def test_failures_are_kept_by_query_and_forgotten_when_it_is_asked_again() -> None:
    with ExitStack() as stack:
        served = Served(stack, Hands(), tavily=(DOWN, DOWN, nothing("tavily")), brave=(searching("brave", PAGES),))
        served.search("Paris")
        served.search("Lyon")
        assert (served.failed("Paris"), served.failed("Lyon")) == ([("tavily", "status 500")],) * 2
        served.search("Paris")
        assert (served.failed("Paris"), served.failed("Lyon")) == ([], [("tavily", "status 500")])
        assert [one.query for one in served.several.failures] == ["Lyon"]


def test_searches_at_the_same_time_keep_their_failures_apart() -> None:
    def by_query(request: Request) -> Step:
        return DOWN if request.body["query"] == "Lyon" else searching("tavily", PAGES)

    async def either(request: Request, wire: Wire) -> None:
        await by_query(request)(request, wire)

    with ExitStack() as stack:
        served = Served(stack, Hands(), tavily=(either,), brave=(searching("brave", PAGES),))

        async def both() -> Any:
            return await asyncio.gather(*(served.several.search(replace(ASKED, text=text), 5) for text in ("Paris", "Lyon")))

        assert all(run(both()))
        assert (served.failed("Paris"), served.failed("Lyon")) == ([], [("tavily", "status 500")])


def test_no_more_failures_are_kept_than_there_is_room_for() -> None:
    with ExitStack() as stack:
        served = Served(stack, Hands(), tavily=(DOWN,), brave=(nothing("brave"),))
        for number in range(210):
            served.search(f"query {number}")
        assert len(served.several.failures) == 200
        assert served.several.failures[-1].query == "query 209"


def test_several_are_named_and_priced_together() -> None:
    with ExitStack() as stack:
        served = Served(stack, Hands(), tavily=(DOWN,), brave=(DOWN,))
        ports = [server.port for server in served.servers.values()]
        assert served.several.name == f"tavily at 127.0.0.1:{ports[0]}, else brave at 127.0.0.1:{ports[1]}"
        assert served.several.price_micros == 2 * PRICE
    assert str(Failed("q", "tavily at x", "status 500")) == "tavily at x: status 500"


def test_after_three_failures_a_provider_rests_a_minute_and_is_tried_again() -> None:
    with ExitStack() as stack:
        clock = Hands()
        served = Served(stack, clock, tavily=(DOWN,) * 4 + (nothing("tavily"), DOWN), brave=(searching("brave", PAGES),))
        for _ in range(5):
            assert served.search() == FOUND
        assert served.asked == {"tavily": 3, "brave": 5}
        assert served.failed() == [("tavily", "not asked, since it failed 3 times in a row")]
        clock.now += 59.9
        served.search()
        assert served.asked["tavily"] == 3
        clock.now += 0.1
        served.search()  # it fails again
        served.search()
        assert served.asked["tavily"] == 4
        clock.now += 60
        served.search()  # it is well again
        for _ in range(3):
            served.search()
        assert served.asked["tavily"] == 8
        served.search()
        assert served.asked["tavily"] == 8


def test_a_success_between_failures_begins_the_count_again() -> None:
    with ExitStack() as stack:
        served = Served(stack, Hands(), tavily=(DOWN, DOWN, nothing("tavily"), DOWN, DOWN, nothing("tavily"), DOWN, DOWN, DOWN))
        for _ in range(10):
            served.search()
        assert served.asked["tavily"] == 9


def test_one_that_rests_is_told_as_resting() -> None:
    with ModelServer((DOWN,)) as server:
        rested = GuardedSearch(made("tavily", server), Hands(), PATIENCE)
        ended = [run(_ended(rested.search(ASKED, 5))) for _ in range(4)]
        assert [type(one) for one in ended] == [type(ended[0])] * 3 + [SourceResting]
        assert (rested.name, rested.price_micros) == (f"tavily at 127.0.0.1:{server.port}", PRICE)


async def _ended(asking: Awaitable[Any]) -> Any:
    try:
        return await asking
    except SourceError as failed:
        return failed


@dataclass(frozen=True)
class Told:
    """An answer with what its head says of waiting."""

    status: int
    body: bytes
    retry_after: str


class HeadReader:
    """A way out that sees the head, over a real socket."""

    async def get(self, url: str, headers: Mapping[str, str] | None = None, operator: bool = False) -> Told:
        raise NotImplementedError

    async def post(self, url: str, content: Mapping[str, Any], headers: Mapping[str, str] | None = None, operator: bool = False) -> Told:
        import httpx2

        async with httpx2.AsyncClient(timeout=5) as client:
            answer = await client.post(url, json=dict(content), headers=dict(headers or {}))
            return Told(answer.status_code, answer.content, answer.headers.get("retry-after", ""))


WAITS = {
    "120": 120.0, "0.5": 0.5, "0": 0.0, " 7 ": 7.0, "86400": 3600.0, "9" * 400: 3600.0, "-5": None, "soon": None, "": None, "1e3": None,
    "Wed, 21 Oct 2065 07:28:00 GMT": None,
}  # fmt: skip


@pytest.mark.parametrize("told", WAITS)
@pytest.mark.parametrize("status", [429, 503])
def test_a_provider_is_left_alone_for_as_long_as_it_says(told: str, status: int) -> None:
    """An hour at most; a date, a word and a number below zero say nothing."""
    wait, clock = WAITS[told], Hands()
    with ModelServer((sends(b"{}", status, Retry_After=told), searching("tavily", PAGES))) as server:
        rested = GuardedSearch(Tavily(HeadReader(), base(server), KEY), clock, PATIENCE)
        first = run(_ended(rested.search(ASKED, 5)))
        assert isinstance(first, SourceLimited) == (status == 429 or wait is not None)
        if wait:
            clock.now += wait - 0.01
            assert type(run(_ended(rested.search(ASKED, 5)))) is SourceLimited
            assert len(server.requests) == 1
            clock.now += 0.01
        assert [hit.url for hit in run(rested.search(ASKED, 5))] == FOUND
        assert len(server.requests) == 2


@pytest.mark.skipif("retry_after" not in Fetched.__dataclass_fields__, reason="the way out does not tell yet")
def test_the_guarded_way_out_tells_how_long_to_wait() -> None:
    with ModelServer((sends(b"{}", 429, Retry_After="120"),)) as server:
        failed = run(_ended(made("tavily", server, PublicHttpClient()).search(ASKED, 5)))
        assert isinstance(failed, Limited)
        assert failed.wait_s == 120


def test_an_unasked_provider_costs_nothing_and_a_status_no_money() -> None:
    """Three answers of status 500 are three calls; the fourth is not made. A broken answer was paid for."""
    clock = FixedClock(datetime(2024, 6, 1, tzinfo=UTC))
    worst = Amount(calls=1, money_micros=PRICE)

    async def spent(rested: GuardedSearch, times: int) -> Amount:
        run_budget = RunBudget(Limits().cap(), clock, Prices())

        async def priced() -> tuple[Any, Amount]:
            return await rested.search(ASKED, 5), worst

        for _ in range(times):
            await _ended(run_budget.charge("search", Role.SEARCH, worst, priced))
        return run_budget.account.spent

    with ModelServer((DOWN,)) as server:
        taken = run(spent(GuardedSearch(made("tavily", server), Hands(), PATIENCE), 4))
        assert (taken.calls, taken.money_micros) == (3, 0)
    with ModelServer((sends(b"[]"),)) as server:
        taken = run(spent(GuardedSearch(made("tavily", server), Hands(), PATIENCE), 2))
        assert (taken.calls, taken.money_micros) == (2, 2 * PRICE)


def test_a_spent_budget_is_no_failure_of_the_provider_and_asks_no_other() -> None:
    """It ends the search at once, and is not counted against anybody."""
    asked: list[str] = []

    class Poor:
        price_micros = 0

        def __init__(self, name: str) -> None:
            self.name = name

        async def search(self, *given: Any) -> Any:
            asked.append(self.name)
            raise BudgetSpent("search: the limit on cost")

    several = FallbackSearch([Poor("one"), Poor("two")], Hands(), PATIENCE)
    for _ in range(5):
        assert isinstance(run(_ended(several.search(ASKED, 5))), BudgetSpent)
    assert asked == ["one"] * 5
    assert several.failures == ()


def test_reviews_are_left_alone_too() -> None:
    with ModelServer((DOWN, DOWN, DOWN, tells(lambda request: {"claims": [claim(KNOWN[0])]}))) as server:
        clock = Hands()
        rested = GuardedReviews(FactCheckTools(OUTSIDE, base(server), KEY, PRICE), clock, PATIENCE)
        kinds = [type(run(_ended(rested.look_up("x", 5)))) for _ in range(4)]
        assert kinds[3] is SourceResting
        assert len(server.requests) == 3
        clock.now += 60
        assert run(rested.look_up("x", 5)) == (KNOWN[0],)


def test_a_rest_remembers_only_what_sources_do() -> None:
    """An error of our own is not checked against a provider."""

    async def broken() -> None:
        raise ValueError("ours")

    rest = ProviderHealth("x", Hands(), PATIENCE)
    for _ in range(5):
        with pytest.raises(ValueError, match="ours"):
            run(rest.during(broken))
