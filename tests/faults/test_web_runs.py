"""Whole runs with a broken web: they end in time and in little memory, name who failed, and decide nothing wrong.

The engine runs in a process of its own, and the loopback internet in this one. Seconds in which the machine had no time for the engine are
not counted, and a run that they cut short is made again with more of them: on a machine with nothing else to do there are none.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

import pytest

from tests.adapters.sites import Site, sends
from tests.endpoints import ModelServer, tells
from tests.faults import test_verify
from tests.faults.web_engine import CALLED, REVIEWS, SEARCHES, Apart, Asked, Ended, apart, settings_of
from tests.internet import CLAIMS, CLOSED_DOORS, EITHER, KEEPS_HITS, PAGE_FAULTS, PORT, PROVIDER_FAULTS, READABLE, Internet
from veracious.rules.spend import ForecastDials

SECONDS = 4.0  # that a run may take
LATE_S = 1.0  # that it may take longer
STARVED_S = 0.5  # without which a run could have come further
MOST_SECONDS = 60.0  # that it is given then
GROWN_BYTES = 64 << 20
DECISIVE = ("supported", "refuted", "mixed")
PARTIES = (*SEARCHES, "factcheck")
NAMES = {"factcheck": "fact check tools"}  # where a party is called otherwise than in the settings
KEPT = KEEPS_HITS | {"fields of other types"}  # faults beside which hits can be read: nobody failed
WAITED = frozenset({"never", "slow drip", "slow drip of a head"})  # answers that are waited for until the time is up
WAITED_PAGES = frozenset({"name never answers", "never answers", "robots never answer", "slow drip", "slow head", "stops halfway"})
FAULTS = tuple(PROVIDER_FAULTS)
PAGES = tuple(PAGE_FAULTS)
DISPUTED = "The new Brisa ferry carries 400 passengers."  # a paper said so before it was put right: mixed, without any fault
# Some faults are made where this word stands in an answer.
SPOKEN = tuple(one for one in CLAIMS if "Brisa" in one.text and one.text != DISPUTED)
LIGHTHOUSE = next(one for one in CLAIMS if one.text == "The Brisa lighthouse is 23 metres tall.")
GOOD = LIGHTHOUSE.carriers[0].url
FEW, ALL = 25, 500  # claims
LONG = pytest.mark.long
OWN = 200  # the last number of an address of the internet's network that no site has


@dataclass
class WebRuns:
    """The internet, the engine, and whoever stands in for a search."""

    internet: Internet
    engine: Apart
    search: ModelServer
    found: list[str] = field(default_factory=list)  # what that search finds, whatever it is asked

    def run(self, text: str, search: str, seconds: float = SECONDS, waits: str = "", **more: Any) -> Ended:
        """A run in the seconds that it is given, unless the machine was too busy to let it come to its end, or to where it waits."""
        ended = self._once(Asked(text, search, seconds, **more))
        while ended.outcome == "partial" and ended.starved > STARVED_S and seconds < MOST_SECONDS and not _is_cut_short(ended, waits):
            seconds *= 4
            ended = self._once(Asked(text, search, seconds, **more))
        return ended

    def _once(self, asked: Asked) -> Ended:
        """A run that ends in time and in little memory."""
        ended = self.engine.run(asked)
        assert asked.seconds is not None
        assert ended.seconds - ended.starved < asked.seconds + LATE_S, ended
        assert ended.grown < GROWN_BYTES, ended
        return ended

    def pages(self, *urls: str, **more: Any) -> Ended:
        """A run whose one search finds these pages."""
        self.found[:] = urls
        place = self.search.url.removesuffix("/v1")
        return self.run(LIGHTHOUSE.text, "searxng", more={"VERACIOUS_SEARXNG": place}, **more)

    def answer(self) -> dict[str, Any]:
        """What the search finds, in the form of a SearXNG."""
        told = {"title": "The lighthouse of Brisa", "content": LIGHTHOUSE.text, "publishedDate": "2026-05-02"}
        return {"results": [{"url": url, **told} for url in self.found]}

    @contextmanager
    def failing(self, *parties: str, fault: str) -> Iterator[None]:
        """These providers go wrong, as long as the block lasts."""
        for party in parties:
            self.internet.fail(CALLED[party], fault)
        try:
            yield
        finally:
            self.internet.mend()

    def name(self, party: str) -> str:
        """How a report names a provider."""
        return f"{NAMES.get(party, party)} at {urlsplit(self.internet.providers[CALLED[party]]).netloc}"


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WebRuns]:
    """The engine warm: it has read pages, judged them, and looked up reviews."""
    home = tmp_path_factory.mktemp("runs")
    with Internet() as internet, apart(home, settings_of(internet)) as engine, ModelServer() as search:
        made = WebRuns(internet, engine, search)
        search.script = (tells(lambda request: made.answer()),)
        for one in CLAIMS[:3]:
            assert engine.run(Asked(one.text, "searxng,tavily,brave", more=REVIEWS)).told == ""
        yield made


def test_without_a_fault_the_claim_is_supported_and_nobody_is_named(world: WebRuns) -> None:
    for search in ("searxng", "tavily", "brave"):
        ended = world.run(LIGHTHOUSE.text, search)
        assert (ended.outcome, ended.verdict, ended.told) == ("completed", "supported", "")
        assert len(ended.connected) > 1


def test_there_are_enough_faults_and_each_is_known() -> None:
    assert len(FAULTS) >= 20
    assert len(PAGES) >= 20
    assert set(FAULTS) >= KEPT | WAITED
    assert set(PAGES) >= WAITED_PAGES


def _whole_run(world: WebRuns, party: str, fault: str, number: int) -> None:
    """A run whose only search has the fault; where the fault is that of the reviews, the search is well."""
    claim, is_search = SPOKEN[number % len(SPOKEN)], party in SEARCHES
    port = "search" if is_search else "reviews"
    with world.failing(party, fault=fault):
        ended = world.run(
            claim.text,
            party if is_search else "searxng",
            as_of=claim.as_of,
            more={} if is_search else REVIEWS,
            waits=port if fault in WAITED else "",
        )
    assert ended.outcome in ("completed", "partial")
    assert ended.verdict not in DECISIVE or ended.verdict == claim.label
    if fault in WAITED:
        assert ended.verdict not in DECISIVE
        assert world.name(party) in ended.told or _is_cut_short(ended, port)
    elif fault not in KEPT:
        assert world.name(party) in ended.told
        assert not is_search or ended.verdict == "not_enough_evidence"
    assert _foreign(world, ended) == []


def _is_cut_short(ended: Ended, port: str) -> bool:
    """Whether the run was waiting there when its own time was up; then its limit is named, and not who was waited for."""
    return ended.outcome == "partial" and bool(port) and f"{port}: the limit on seconds" in ended.told


def _foreign(world: WebRuns, ended: Ended) -> list[str]:
    """Whom a run connected to that is neither a site of this internet nor the search that stands in for one."""
    places = [place.rsplit(":", 1) for place in ended.connected]
    return [place for place, port in places if port != str(world.search.port) and ip_address(place) not in world.internet.network]


@pytest.mark.parametrize(("number", "fault"), list(enumerate(FAULTS)), ids=FAULTS)
def test_a_run_with_a_broken_provider_ends_in_time_and_names_it(number: int, fault: str, world: WebRuns) -> None:
    _whole_run(world, PARTIES[number % len(PARTIES)], fault, number)


@LONG
@pytest.mark.parametrize("party", PARTIES)
def test_every_provider_meets_every_fault(party: str, world: WebRuns) -> None:
    for number, fault in enumerate(FAULTS):
        _whole_run(world, party, fault, number)


SPARED = ("429 for an hour", "500", "a page called JSON", "20 MB, packed", "reset")


def _spared(world: WebRuns, party: str, fault: str, **more: Any) -> None:
    """The first search has the fault, the spare is well: the verdict is that of the spare, and the first is named all the same."""
    spare = "brave" if party != "brave" else "searxng"
    with world.failing(party, fault=fault):
        ended = world.run(LIGHTHOUSE.text, f"{party},{spare}", **more)
    assert ended.outcome == "completed"
    if fault in KEPT and party == "wikipedia":
        assert ended.verdict in ("supported", "not_enough_evidence")  # it answers, and knows no other paper than itself
        return
    assert ended.verdict == "supported"
    if fault not in KEPT:
        assert world.name(party) in ended.told
        assert world.name(spare) not in ended.told


@pytest.mark.parametrize(("number", "fault"), list(enumerate(SPARED)), ids=SPARED)
def test_with_a_spare_the_run_completes_and_the_first_is_still_named(number: int, fault: str, world: WebRuns) -> None:
    _spared(world, SEARCHES[number % len(SEARCHES)], fault)


@LONG
@pytest.mark.parametrize("party", SEARCHES)
def test_with_a_spare_every_fault_is_got_over(party: str, world: WebRuns) -> None:
    for fault in FAULTS:
        if fault not in WAITED:
            _spared(world, party, fault)


@LONG
@pytest.mark.parametrize("fault", sorted(WAITED))
def test_with_a_spare_a_search_that_is_silent_is_got_over_too_if_there_is_time(fault: str, world: WebRuns) -> None:
    """A search is waited for twenty seconds, a silent one three times at most."""
    _spared(world, "tavily", fault, seconds=70.0)


def _page_run(world: WebRuns, fault: str) -> None:
    """A run whose search finds the broken page and a good one."""
    url, internet = PAGE_FAULTS[fault], world.internet
    host = urlsplit(url).hostname or ""
    internet.forget()
    ended = world.pages(url, GOOD, waits="door" if fault in WAITED_PAGES else "")
    assert ended.verdict in ("supported", "not_enough_evidence", None)
    assert _foreign(world, ended) == []
    assert internet.asked(urlsplit(GOOD).hostname or ""), "the good page was not read"
    if fault in WAITED_PAGES:
        assert host in ended.told or _is_cut_short(ended, "door")
        return
    assert ended.outcome == "completed"
    if fault in READABLE:
        assert ended.told == ""
    elif fault not in EITHER:
        assert host in ended.told
    if fault in CLOSED_DOORS:
        assert [one for one in internet.connections if one.site == host and fault != "port not allowed"] == []
    if "robots forbid" in fault:
        assert {one.path for one in internet.asked("town-archive.example")} == {"/robots.txt"}


CI_PAGES = tuple(dict.fromkeys((*PAGES[2::6], *sorted(CLOSED_DOORS), "robots forbid", "20 MB page", "gzip bomb", "redirect loop")))


@pytest.mark.parametrize("fault", [pytest.param(one, marks=() if one in CI_PAGES else LONG) for one in PAGES])
def test_a_run_that_finds_a_broken_page_ends_in_time_and_names_it(fault: str, world: WebRuns) -> None:
    _page_run(world, fault)


def test_a_page_with_more_text_than_a_budget_counts_is_refused_and_named(world: WebRuns) -> None:
    """A page is admitted at its worst; one that were longer would pass a limit on bytes."""
    most = ForecastDials().expect.page_bytes_at_most
    page = "<!doctype html><title>Lamps</title><article>" + "<p>The lamp of the old tower is lit by hand at night.</p>" * (most // 45)
    with Site(lambda asked: sends(page, Content_Type="text/html"), str(world.internet.network[OWN]), port=PORT) as site:
        ended = world.pages(f"{site.url}/2026/05/lamps-of-the-tower", GOOD)
        assert "/2026/05/lamps-of-the-tower" in site.targets
    assert (ended.outcome, ended.verdict in ("supported", "not_enough_evidence")) == ("completed", True)
    assert f"{site.host}:{PORT}/2026/05/lamps-of-the-tower: too_large (more than {most:,} bytes of text)" in ended.told


def test_broken_pages_among_good_ones_leave_the_verdict_as_it_was(world: WebRuns) -> None:
    """Of the pages that a search finds, those that break are named, and the others decide."""
    broken = [PAGE_FAULTS[fault] for fault in ("gzip bomb", "closed in the head")]
    ended = world.pages(broken[0], *(one.url for one in LIGHTHOUSE.carriers), broken[1])
    assert (ended.outcome, ended.verdict) == ("completed", "supported")


DOWN = dict(zip(SEARCHES, ("500", "reset", "a page called JSON", "429 for an hour"), strict=True))


@pytest.mark.parametrize("many", [FEW, pytest.param(ALL, marks=LONG)])
def test_with_all_providers_down_and_an_empty_store_nothing_is_decided_and_all_are_named(many: int, world: WebRuns) -> None:
    """First asked anew for each claim, then as in a batch, where one that failed three times is left alone and still named."""
    run, checked = partial(world.run, search=",".join(SEARCHES)), 0
    for party, fault in DOWN.items():
        world.internet.fail(CALLED[party], fault)
    try:
        for number, text in enumerate(test_verify.claims(many)):
            ended = run(text, fresh=number % 2 == 0)
            assert ended.verdict in (None, "not_enough_evidence")
            assert ended.outcome in ("completed", "refused")
            checked += ended.outcome == "completed"
            assert ended.outcome == "refused" or [one for one in SEARCHES if world.name(one) not in ended.told] == []
    finally:
        world.internet.mend()
    print(f"\n{many} claims with all providers down: {checked} checked, {many - checked} refused, 0 decided")
    assert checked > 0.75 * many
