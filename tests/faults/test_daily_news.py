"""The news by themselves: a worker's round over simulated days, on the loopback internet and a real PostgreSQL.

The clock is moved in the steps in which a worker looks whether a refresh is due; everything else is as it is shipped: the round, the
searches and their parsers, the guarded way out, robots.txt, the store.
"""

import asyncio
import json
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from typer.testing import CliRunner

from tests.faces.http.memory_backend import inside
from tests.faults.web_engine import settings_of
from tests.internet import BY_URL, Internet
from tests.internet.providers import named
from veracious import app, wiring
from veracious.adapters.postgres.database import Database
from veracious.adapters.postgres.server import Addresses
from veracious.adapters.web.http_client import PublicHttpClient
from veracious.app import workers
from veracious.domain.refresh import RefreshRun, RefreshState, RefreshUse
from veracious.domain.store import State
from veracious.faces.cli import service
from veracious.faces.cli.main import commands
from veracious.faces.http import health
from veracious.faces.http.live_backend import StoredNews
from veracious.rules.seeking import urls
from veracious.settings import DAILY

FIRST = datetime(2026, 4, 3, 12, 3, tzinfo=UTC)  # the day on which a tanker strands; papers of the next two days go on about it
STEP = timedelta(minutes=10)  # between two looks of a worker
DAY = timedelta(days=1)
QUERIES = "# what the town talks about\ntanker Aurelia stranded off Brisa\nNorthquay fish factory closes\n"
PUBLISHED = {
    date(2026, 4, 3): {"harbour-times.example", "port-authority.example", "wire.example"},
    date(2026, 4, 4): {"city-gazette.example"},
    date(2026, 4, 5): {"olmera-courier.example"},
}


@dataclass
class MovedClock:
    """A clock that is moved by hand."""

    moment: datetime = FIRST

    def now(self) -> datetime:
        """The moment it was moved to."""
        return self.moment


@dataclass
class Town:
    """A store and an internet of their own, and a worker's rounds on a clock that is moved."""

    internet: Internet
    clock: MovedClock = field(default_factory=MovedClock)

    def look(self) -> None:
        """Everything a worker does by itself, once, but for what has nothing to do with the news."""

        async def looked() -> None:
            (_, news) = workers.rounds(SimpleNamespace())  # type: ignore[arg-type]
            assert (news.name, news.cron) == ("refresh", "3-59/10 * * * *")
            await news.do()

        asyncio.run(looked())

    def pass_until(self, moment: datetime) -> list[int]:
        """Let time pass in the steps in which a worker looks; the generations that went live one after another."""
        seen: list[int] = []
        while self.clock.moment < moment:
            self.look()
            seen += [live] if (live := self.live()) is not None and live not in seen[-1:] else []
            self.clock.moment += STEP
        return seen

    def live(self) -> int | None:
        """The generation that readers see."""
        found = asyncio.run(wiring.collections().all())
        return next((one.id for one in found if one.collection == "current_affairs" and one.state is State.LIVE), None)

    def pages(self) -> Counter[str]:
        """How often each page was asked for; robots.txt and the searches are none."""
        asked = [one for one in self.internet.log if named(one) is None and one.path != "/robots.txt"]
        return Counter(self.internet.url(one.site, one.path) for one in asked)

    def stored(self) -> set[str]:
        """The addresses in the collection."""
        since = self.clock.moment.date() - timedelta(days=30)
        found = asyncio.run(wiring.library().recent("current_affairs", since, 1000))
        return {one.url or "" for one in found}

    def searches(self) -> list[dict[str, Any]]:
        """What Tavily was asked."""
        return [json.loads(one.body) for one in self.internet.asked("tavily")]

    def age(self) -> dict[str, Any]:
        """What `/status` tells of the collection."""
        visit = SimpleNamespace(backend=SimpleNamespace(**{**_fields(inside().backend()), "news": StoredNews()}))
        told = asyncio.run(health.status(visit)).model_dump(mode="json")  # type: ignore[arg-type]
        (found,) = [one for one in told["collections"] if one["collection"] == "current_affairs"]
        return dict(found)

    def listed(self, *more: str) -> str:
        """What `veracious collections list` says."""
        done = CliRunner().invoke(commands, ["collections", "list", *more], env={"COLUMNS": "200"})
        assert done.exit_code == 0, done.output
        return done.stdout


def _fields(backend: Any) -> dict[str, Any]:
    return {name: getattr(backend, name) for name in type(backend).__dataclass_fields__}


@pytest.fixture
def town(new_addresses: Callable[..., Addresses], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Town]:
    """The settings name a search and nothing else; `VERACIOUS_REFRESH` is what `veracious up` makes of that."""
    own = new_addresses()
    held = Database(own.app)
    (tmp_path / "queries.txt").write_text(QUERIES, "utf-8")
    with Internet() as internet:
        found = Town(internet)
        way = PublicHttpClient(resolve=internet.resolve, opened=(internet.network,))
        for name, value in settings_of(internet).items():
            monkeypatch.setenv(name, value)
        monkeypatch.setenv("VERACIOUS_SEARCH", "tavily")
        monkeypatch.setenv("VERACIOUS_SEARCH_PRICE", "0.01")
        monkeypatch.setenv("VERACIOUS_REFRESH_QUERIES", str(tmp_path / "queries.txt"))
        monkeypatch.setenv("DATABASE_URL", own.app)
        monkeypatch.delenv("VERACIOUS_REFRESH", raising=False)
        assert app.collections.is_refreshed_by_default()
        monkeypatch.setenv("VERACIOUS_REFRESH", DAILY)
        for name, made in (("clock", found.clock), ("http_client", way), ("database", held), ("addresses", own)):
            monkeypatch.setattr(wiring, name, cache(lambda made=made: made))
        for known in (wiring.providers, wiring._robots):
            known.cache_clear()
        yield found
    held.close()
    for known in (wiring.providers, wiring._robots):
        known.cache_clear()


def test_the_news_refresh_themselves_for_three_days(town: Town) -> None:
    """Three days, 432 looks: each page is asked for once, the collection is switched three times, and its age is told all the while."""
    switched: list[int] = []
    for number, (day, sites) in enumerate(PUBLISHED.items()):
        before, asked = town.pages(), len(town.searches())
        switched += town.pass_until(FIRST + (number + 1) * DAY - STEP / 2)
        new = town.pages() - before
        assert sites <= {urls.host(url).partition(":")[0] for url in new}, day
        assert {BY_URL[url].published for url in new} <= {day - back * DAY for back in range(2 if number else 8)}
        since = (day - timedelta(days=7) if not number else day - DAY).isoformat()
        assert [(one["start_date"], one["end_date"]) for one in town.searches()[asked:]] == [(since, day.isoformat())] * 2
        told, age = town.listed(), town.age()
        assert f"current_affairs: as of {day} 12:03 UTC, 1 day old" in told
        assert "last failure" not in told
        assert age["as_of"] == f"{day}T12:03:00Z"
        assert (age["age_seconds"], age["last_failure"]) == (24 * 3600, None)
        assert age["documents"] == len(town.stored())
    assert len(switched) == len(set(switched)) == 3
    assert set(town.pages().values()) == {1}
    newest = {urls.host(url): url for url in sorted(town.pages(), key=lambda url: BY_URL[url].published)}
    assert town.stored() == set(newest.values()), "what was read on the first days stays; of few pages one publisher has one"
    (stored,) = json.loads(town.listed("--json"))["ages"]
    assert (stored["collection"], stored["last"]["state"], stored["last"]["generation"]) == ("current_affairs", "refreshed", switched[-1])


def test_a_day_on_which_the_search_is_down_is_told_and_tried_again(town: Town) -> None:
    """Down for five hours of the second day: two tries fail, the third, six hours after the first, fills the collection."""
    town.look()
    (first, old) = town.live(), town.stored()
    town.internet.fail("tavily", "500")
    town.clock.moment = FIRST + DAY
    assert town.pass_until(FIRST + DAY + timedelta(hours=5)) == [first]
    age, told = town.age(), town.listed()
    assert (age["as_of"], age["age_seconds"]) == ("2026-04-03T12:03:00Z", 29 * 3600)
    assert (age["last_failure"]["reason"], age["last_failure"]["state"]) == ("searches_failed", "failed")
    assert age["last_failure"]["at"] == "2026-04-04T15:03:00Z"
    assert "tavily" not in json.dumps(age), "whoever may read is not told whom the operator asks"
    assert "last failure, 2026-04-04 15:03 UTC: every search failed: " in told
    assert "(tavily at tavily.example:8080: status 500)" in told
    assert "a refresh of 2026-04-04 15:03 UTC failed" in told
    assert town.stored() == old
    town.internet.mend()
    wiring.providers.cache_clear()  # it is left alone for a while of real time
    assert len(town.pass_until(FIRST + DAY + timedelta(hours=7))) == 2
    assert town.age()["as_of"] == "2026-04-04T18:03:00Z"
    assert town.age()["last_failure"]["at"] == "2026-04-04T15:03:00Z"


def test_no_more_pages_and_money_are_used_in_a_day_than_the_settings_allow(town: Town, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VERACIOUS_REFRESH_PAGES", "2")
    monkeypatch.setenv("VERACIOUS_REFRESH_COST", "0.03")
    town.look()
    assert town.pages().total() == 2
    (run,) = asyncio.run(wiring.refreshes().newest("current_affairs", 10))
    assert (run.state, run.reason, run.use.pages, run.use.money_micros) == (RefreshState.REFRESHED, "limit_reached", 2, 20_000)
    assert asyncio.run(app.collections.refresh_within_limit()).stopped.startswith("the limit of the day is reached")
    assert (town.pages().total(), len(town.searches())) == (2, 2)
    monkeypatch.setenv("VERACIOUS_REFRESH_PAGES", "100")
    asyncio.run(app.collections.refresh_within_limit())
    assert len(town.searches()) == 3, "0.03 is left of the money, and one more search costs 0.01"
    town.clock.moment = FIRST + DAY
    asyncio.run(app.collections.refresh_within_limit())
    assert len(town.searches()) == 5, "a new day, a new limit"


def test_while_one_runs_another_has_nothing_left_to_use(town: Town) -> None:
    """A refresh that was killed is charged with all it could have used; the day after, the next one begins."""
    kept = wiring.refreshes()
    most = RefreshUse(200, 500_000)
    killed = RefreshRun("killed", "current_affairs", RefreshState.RUNNING, FIRST, FIRST, use=most)
    assert asyncio.run(kept.begin(killed))
    told = asyncio.run(app.collections.refresh_within_limit()).stopped
    assert "one that runs since 12:03" in told
    assert town.searches() == []
    town.clock.moment = FIRST + DAY
    town.look()
    assert town.live() is not None


def test_the_start_tells_the_limit_of_the_day(town: Town, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(service, "_prepare", lambda: None)
    monkeypatch.setattr(service, "_Part", lambda *words, **_: words)
    monkeypatch.setattr(service, "_watch", lambda parts, grace: 0)
    wanted = {
        "": "Current affairs: refreshed daily by 2 searches, at most 200 pages and 0.50 a day.",
        "0 5 * * *": "refreshed at `0 5 * * *` UTC",
        "never": "",
    }
    for setting, line in wanted.items():
        monkeypatch.setenv("VERACIOUS_REFRESH", setting)
        done = CliRunner().invoke(commands, ["up"])
        assert done.exit_code == 0, done.output
        assert line in done.stdout
        assert ("urrent affairs" in done.stdout) == bool(line)
    monkeypatch.setenv("VERACIOUS_REFRESH", "")
    monkeypatch.delenv("VERACIOUS_SEARCH")
    assert not app.collections.is_refreshed_by_default()
    assert "urrent affairs" not in CliRunner().invoke(commands, ["up"]).stdout


def test_without_daily_or_a_line_of_cron_a_worker_fetches_nothing(town: Town, monkeypatch: pytest.MonkeyPatch) -> None:
    for setting in ("", "never"):
        monkeypatch.setenv("VERACIOUS_REFRESH", setting)
        assert [one.name for one in workers.rounds(SimpleNamespace())] == ["retention"]  # type: ignore[arg-type]
    monkeypatch.setenv("VERACIOUS_REFRESH", "30 6 * * 1-5")
    assert [(one.name, one.cron) for one in workers.rounds(SimpleNamespace())][1:] == [("refresh", "30 6 * * 1-5")]  # type: ignore[arg-type]


def test_static_is_filled_from_a_list_of_addresses(town: Town, tmp_path: Path) -> None:
    """Three pages, one of them closed by robots.txt; the second time nobody is asked but for the closed one."""
    wanted = [town.internet.url("wire.example", "/2026/04/tanker-aurelia-aground-off-brisa")]
    wanted += [town.internet.url("encyclopaedia.example", BY_URL_PATHS["encyclopaedia.example"])]
    closed = town.internet.url("town-archive.example", "/private/council-minutes-of-2026")
    (tmp_path / "list.txt").write_text("# ours\n" + "\n".join([*wanted, closed, wanted[0]]), "utf-8")
    done = CliRunner().invoke(commands, ["collections", "fill", "static", str(tmp_path / "list.txt"), "--json"])
    told = json.loads(done.stdout)
    assert (done.exit_code, told["outcome"], told["addresses"]) == (1, "unread_some", 3)
    assert (told["read"], told["known"], told["taken"]["documents"]) == (2, 0, 2)
    assert [(one["what"], one["reason"]) for one in told["unread"]] == [(closed, "source_closed")]
    assert set(town.pages()) == set(wanted)
    done = CliRunner().invoke(commands, ["collections", "fill", "static", str(tmp_path / "list.txt")])
    assert "0 pages, 0 passages were put into static; 2 pages of the list were there already." in done.stdout
    assert "robots.txt" in done.stdout
    assert set(town.pages().values()) == {1}
    done = CliRunner().invoke(commands, ["collections", "fill", "current_affairs", str(tmp_path / "list.txt")])
    assert (done.exit_code, done.stdout) == (1, "")
    assert "static is filled from a list of addresses" in done.stderr


BY_URL_PATHS = {one.site: one.path for one in BY_URL.values()}
