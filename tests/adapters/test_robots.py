"""Robots rules and turns over real sockets: what is not allowed is never asked, and nobody is asked twice at the same time."""

import asyncio
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import Any

import pytest

from tests.adapters.sites import HOME, Asked, Names, Send, Site, Step, only, outside, pages, points, raw, sends, silence
from tests.contracts.samples import run
from veracious.adapters.web import address as places
from veracious.adapters.web.http_client import Caps, Fetched, PublicHttpClient
from veracious.adapters.web.robots import Manners, Robots
from veracious.domain.errors import SourceError, SourceMalformed, SourceUnavailable

HASTE = Manners(pause_s=0.0)
RULES = """
# The vault is closed.
User-agent: other-bot
User-agent: vera
Disallow: /

User-agent: *
Disallow: /private/
Disallow: /*.pdf$
Allow: /private/open
"""


class Watch:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.moment = datetime(2026, 6, 1, tzinfo=UTC)

    def now(self) -> datetime:
        """Its moment."""
        return self.moment


@pytest.fixture
def site() -> Iterator[Site]:
    with Site(lambda asked: sends(RULES) if asked.target == "/robots.txt" else sends("a page")) as opened:
        yield opened


def polite(site: Site, manners: Manners = HASTE, clock: Watch | None = None, **caps: Any) -> tuple[PublicHttpClient, Robots]:
    """The way out and the manners on it."""
    way = outside(site, **caps)
    return way, Robots(way, clock or Watch(), manners)


async def read(way: PublicHttpClient, robots: Robots, url: str) -> Fetched | SourceError:
    """What comes of an address, or why not."""
    try:
        return await way.get(url, turn=robots.turn)
    except (SourceUnavailable, SourceMalformed) as failed:
        return failed


def answered(robots: Step, url: str = "/page", **caps: Any) -> tuple[Fetched | SourceError, list[str]]:
    """How a page on a site with such a robots.txt is met, and what was asked of the site."""
    with Site(lambda asked: robots if asked.target == "/robots.txt" else sends("a page")) as site:
        return run(read(*polite(site, **caps), site.url + url)), site.targets


@pytest.mark.parametrize("path", ["/", "/page", "/private/open", "/private/open/letter", "/privately", "/paper.pdf?x", "/a%2Fprivate/"])
def test_what_is_allowed_is_asked_once_the_rules_are_known(site: Site, path: str) -> None:
    met = run(read(*polite(site), site.url + path))
    assert isinstance(met, Fetched)
    assert site.targets == ["/robots.txt", path]


@pytest.mark.parametrize("path", ["/private/", "/private/a", "/paper.pdf", "/%70rivate/a", "/private/?q"])
def test_what_is_not_allowed_is_never_asked(site: Site, path: str) -> None:
    met = run(read(*polite(site), site.url + path))
    assert isinstance(met, SourceUnavailable)
    assert met.detail == f"{site.url}{path}: its robots.txt asks not to read it"
    assert site.targets == ["/robots.txt"]


@pytest.mark.parametrize("agent", ["veracious", "Veracious", "VERACIOUS/1.0", "veracious # us"])
def test_rules_for_our_name_count_before_those_for_everybody(agent: str) -> None:
    rules = f"User-agent: *\nAllow: /\n\nUser-agent: {agent}\nUser-agent: other\nDisallow: /page\n"
    assert answered(sends(rules))[1] == ["/robots.txt"]


@pytest.mark.parametrize("agent", ["vera", "v", "veraciousness", "other", "x", "averacious", "ver*"])
def test_rules_for_another_name_are_not_ours(agent: str) -> None:
    assert answered(sends(f"User-agent: {agent}\nDisallow: /\n"))[1] == ["/robots.txt", "/page"]


@pytest.mark.parametrize("status", [400, 401, 403, 404, 410])
def test_without_rules_everything_is_allowed(status: int) -> None:
    assert answered(sends(RULES.replace("/private/", "/"), status))[1] == ["/robots.txt", "/page"]


@pytest.mark.parametrize("status", [429, 500, 502, 503, 300])
def test_a_host_in_trouble_is_left_alone(status: int) -> None:
    met, asked = answered(sends("", status))
    assert isinstance(met, SourceUnavailable)
    assert f"its robots.txt cannot be read: status {status}" in met.detail
    assert asked == ["/robots.txt"]


UNREADABLE: dict[str, Step] = {
    "silence": silence,
    "hangs up": raw(b""),
    "broken": raw(b"HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\nUser-agent: *"),
    "loop": points("/robots.txt"),
    "not public": points("http://127.0.0.1/robots.txt"),
    "endless": raw(b"HTTP/1.1 200 OK\r\n\r\n", b"Disallow: /nothing\n" * 1000),
    "rules without end": sends("User-agent: *\n" + "Disallow: /x\n" * 20_001),
}


@pytest.mark.parametrize("name", UNREADABLE)
def test_a_host_whose_rules_cannot_be_read_is_left_alone(name: str) -> None:
    met, asked = answered(UNREADABLE[name], seconds=0.5)
    assert isinstance(met, SourceUnavailable | SourceMalformed)
    assert "left alone" in met.detail
    assert set(asked) == {"/robots.txt"}


@pytest.mark.parametrize("text", ["", "<html><p>Disallow: /</html>", "\ufeffUser-agent: *\nDisallow:\n", "Disallow: /\n", "\0\xff" * 500])
def test_a_file_that_forbids_nothing_allows_everything(text: str) -> None:
    assert answered(sends(text))[1] == ["/robots.txt", "/page"]


def test_rules_are_read_to_their_cap_and_no_half_line_counts() -> None:
    filler = "Allow: /" + "x" * 990 + "\n"
    inside = "User-agent: *\n" + filler * 400 + "Disallow: /page\n" + filler * 200
    assert answered(sends(inside))[1] == ["/robots.txt"]
    beyond = "User-agent: *\n" + filler * 510 + "Disallow: /page\n"
    assert answered(sends(beyond))[1] == ["/robots.txt", "/page"]
    cut = "User-agent: *\n" + "#" * (500_000 - 28) + "\nDisallow: /pages/of/old\n"  # the cap falls behind "Disallow: /p"
    assert answered(sends(cut))[1] == ["/robots.txt", "/page"]


def test_rules_made_to_take_time_are_read_in_time() -> None:
    agents = "".join(f"User-agent: bot{number}\n" for number in range(9_000))
    rules = "".join(f"Disallow: /*a*a*a{number}\n" for number in range(9_000))
    began = time.process_time()
    assert answered(sends(agents + "User-agent: *\n" + rules + "Disallow: /page\n"), f"/{'a' * 3900}")[1][0] == "/robots.txt"
    assert time.process_time() - began < 3  # each rule kept for each name would take over two minutes


def test_the_rules_of_a_host_are_asked_for_once_and_again_when_they_are_old(site: Site) -> None:
    clock = Watch()
    way, robots = polite(site, clock=clock)

    async def several() -> None:
        await asyncio.gather(*(read(way, robots, f"{site.url}/{number}") for number in range(20)))

    run(several())
    assert site.targets.count("/robots.txt") == 1
    clock.moment += timedelta(seconds=HASTE.kept_s - 1)
    run(several())
    assert site.targets.count("/robots.txt") == 1
    clock.moment += timedelta(seconds=2)
    site.answer = lambda asked: sends("", 500)
    run(several())
    assert site.targets.count("/robots.txt") == 2
    clock.moment += timedelta(seconds=HASTE.trouble_s + 1)
    site.answer = lambda asked: sends("", 404)
    assert isinstance(run(read(way, robots, f"{site.url}/back")), Fetched)
    assert site.targets[-2:] == ["/robots.txt", "/back"]


def test_a_redirect_is_met_by_the_rules_of_the_host_it_leads_to(site: Site) -> None:
    with Site(pages({"/a": points(f"{site.url}/private/a"), "/b": points(f"{site.url}/b")})) as first:
        way = outside(site, first)
        robots = Robots(way, Watch(), HASTE)
        assert isinstance(run(read(way, robots, f"{first.url}/a")), SourceUnavailable)
        assert isinstance(run(read(way, robots, f"{first.url}/b")), Fetched)
    assert site.targets == ["/robots.txt", "/b"]


def test_hosts_whose_rules_send_to_each_other_do_not_wait_for_each_other() -> None:
    with Site(pages({})) as first, Site(pages({})) as second:
        first.answer = lambda asked: points(f"{second.url}/robots.txt") if asked.target == "/robots.txt" else points(f"{second.url}/end")
        second.answer = lambda asked: points(f"{first.url}/robots.txt") if asked.target == "/robots.txt" else sends("a page")
        way = outside(first, second)
        robots = Robots(way, Watch(), HASTE)

        async def both() -> list[Fetched | SourceError]:
            async with asyncio.timeout(5):
                return await asyncio.gather(*(read(way, robots, f"{site.url}/{at}") for at in range(20) for site in (first, second)))

        assert all(isinstance(met, SourceMalformed) for met in run(both()))
        assert max(first.at_once, second.at_once) == 1


def times(robots: str, manners: Manners, requests: int) -> list[float]:
    """Seconds between the requests to a site that are made at the same time, those for its rules with them."""
    at: list[float] = []

    def answer(asked: Asked) -> Step:
        at.append(time.monotonic())
        return sends(robots if asked.target == "/robots.txt" else "a page")

    async def several(site: Site) -> None:
        way, polite_robots = polite(site, manners)
        await asyncio.gather(*(read(way, polite_robots, f"{site.url}/{number}") for number in range(requests)))

    with Site(answer) as site:
        run(several(site))
        assert site.at_once == 1
    return [after - before for before, after in pairwise(at)]


def test_between_two_requests_to_a_host_is_a_pause() -> None:
    pauses = times("", Manners(pause_s=0.1), 4)
    assert len(pauses) == 4
    assert all(pause >= 0.1 for pause in pauses)


def test_a_longer_pause_is_kept_if_the_host_asks_for_it_but_not_for_ever() -> None:
    asked = "User-agent: *\nCrawl-delay: {}\n"
    assert all(pause >= 0.2 for pause in times(asked.format("0.2"), Manners(pause_s=0.05), 3)[1:])
    assert all(0.3 <= pause < 60 for pause in times(asked.format("86400"), Manners(pause_s=0.05, longest_pause_s=0.3), 3)[1:])
    assert all(pause >= 0.1 for pause in times(asked.format("0.01"), Manners(pause_s=0.1), 3))
    for nonsense in ("-5", "nan", "inf", "soon"):
        assert all(pause < 5 for pause in times(asked.format(nonsense), Manners(pause_s=0.0), 2))


def test_two_hosts_are_asked_at_the_same_time() -> None:
    """Each answers only when both were asked."""
    there: set[str] = set()

    async def together(asked: Asked, send: Send) -> None:
        there.add(asked.headers["host"])
        while len(there) < 2:
            await asyncio.sleep(0.01)
        await sends("a page")(asked, send)

    with Site(pages({"/": together})) as first, Site(pages({"/": together}), host="127.0.0.3") as second:
        way = PublicHttpClient(Caps(ports=frozenset({first.port, second.port})), Names(), (*only(HOME), *only("127.0.0.3")))
        robots = Robots(way, Watch(), HASTE)

        async def both() -> list[Fetched | SourceError]:
            return await asyncio.gather(*(read(way, robots, f"{site.url}/") for site in (first, second)))

        assert all(isinstance(met, Fetched) for met in run(both()))


def test_whoever_stops_waiting_lets_the_others_on(site: Site) -> None:
    way, robots = polite(site)

    async def some_stop() -> list[Fetched | SourceError]:
        tasks = [asyncio.ensure_future(read(way, robots, f"{site.url}/{number}")) for number in range(30)]
        await asyncio.sleep(0.05)
        for task in tasks[::2]:
            task.cancel()
        return [met for met in await asyncio.gather(*tasks, return_exceptions=True) if not isinstance(met, BaseException)]

    assert len([met for met in run(some_stop()) if isinstance(met, Fetched)]) >= 15
    assert site.at_once == 1


def test_readers_in_other_threads_wait_for_each_other_too() -> None:
    """Each thread has an event loop of its own, several one after the other; some stop waiting."""

    async def slow(asked: Asked, send: Send) -> None:
        await asyncio.sleep(0.005)
        await sends("a page")(asked, send)

    with Site(lambda asked: slow) as site:
        way, robots = polite(site, seconds=20.0)

        async def several(thread: int) -> int:
            await robots.rules(places.read(site.url))  # whoever stops while fetching them leaves that to the next
            tasks = [asyncio.ensure_future(read(way, robots, f"{site.url}/{thread}/{number}")) for number in range(12)]
            await asyncio.sleep(0.02)
            for task in tasks[::4]:
                task.cancel()
            return len([met for met in await asyncio.gather(*tasks, return_exceptions=True) if isinstance(met, Fetched)])

        with ThreadPoolExecutor(4) as threads:
            met = sum(threads.map(lambda thread: asyncio.run(several(thread)), range(8)))
    assert met >= 8 * 9
    assert site.at_once == 1
    assert site.targets.count("/robots.txt") == 1


def test_waiting_for_a_turn_is_not_counted_as_fetching() -> None:
    async def slow(asked: Asked, send: Send) -> None:
        await asyncio.sleep(0.2)
        await sends("a page")(asked, send)

    with Site(lambda asked: slow) as site:
        way, robots = polite(site, seconds=0.6)

        async def several() -> list[Fetched | SourceError]:
            return await asyncio.gather(*(read(way, robots, f"{site.url}/{number}") for number in range(6)))

        assert all(isinstance(met, Fetched) for met in run(several()))


def test_what_is_remembered_of_hosts_is_bounded() -> None:
    with Site(
        lambda asked: sends("User-agent: *\nDisallow: /private\n" + "#" * 1000 if asked.target == "/robots.txt" else "a page")
    ) as site:

        async def any_name(host: str) -> list[str]:
            return [HOME]

        way = outside(site, names=any_name)
        robots = Robots(way, Watch(), Manners(pause_s=0.0, kept_bytes=20_000, hosts=10))

        async def many() -> None:
            await asyncio.gather(*(read(way, robots, f"http://h{number}.example:{site.port}/page") for number in range(200)))
            for number in range(180, 250):
                await read(way, robots, f"http://h{number}.example:{site.port}/private")

        run(many())
        assert len(robots._rules) <= 13
        assert len(robots._pace._hosts) <= 10
        assert not [target for target in site.targets if target == "/private"]
