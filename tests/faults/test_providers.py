"""Providers of searches that go wrong in every way we could think of: a typed failure or sound hits alone, in time, and never the key.

The faults are those of the loopback internet; each provider is asked through the real way out.
"""

import asyncio
import gzip
import json
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import pytest

from tests.contracts.samples import run
from tests.endpoints import ModelServer, Step, sends
from tests.internet import KEEPS_HITS, KEYS, PROVIDER_FAULTS, TODAY, Internet
from veracious.adapters.web.http_client import Caps, PublicHttpClient
from veracious.adapters.web.search import parsing
from veracious.adapters.web.search.brave import Brave
from veracious.adapters.web.search.factcheck import FactCheckTools
from veracious.adapters.web.search.searxng import SearxNG
from veracious.adapters.web.search.tavily import Tavily
from veracious.adapters.web.search.wikipedia import Wikipedia
from veracious.domain.errors import SourceError, SourceLimited, SourceMalformed, SourceUnavailable
from veracious.domain.evidence import Query
from veracious.domain.web import Hit, Review
from veracious.rules.seeking import urls

ROOT = Path(__file__).parents[2]
CAPS = Caps(seconds=6.0)  # a busy machine is no fault
BRIEF = Caps(seconds=1.0)  # for what never ends
ENDLESS = ("never", "slow drip", "slow drip of a head", "never ends")
HEAVY = ("10,000 hits", "20 MB", "20 MB, packed")
LATE_S = 1.0  # what a search may take beyond its deadline
GROWN_BYTES = 64_000_000
CLAIM = "The Brisa lighthouse is 60 metres tall."
ASKED = Query(CLAIM, "claim", TODAY)
LIMIT = 10
on_linux = pytest.mark.skipif(sys.platform != "linux", reason="the memory of a process is read as Linux tells it")
UNSOUND = ("javascript:", "file:", "ftp:", "data:", "gopher:")

Ask = Callable[[PublicHttpClient, str], Awaitable[Any]]
ASKING: Mapping[str, Ask] = {
    "searxng": lambda way, url: SearxNG(way, url).search(ASKED, LIMIT),
    "tavily": lambda way, url: Tavily(way, url, KEYS["tavily"]).search(ASKED, LIMIT),
    "brave": lambda way, url: Brave(way, url, KEYS["brave"]).search(ASKED, LIMIT),
    "mediawiki": lambda way, url: Wikipedia(way, url).search(ASKED, LIMIT),
    "factcheck": lambda way, url: FactCheckTools(way, url, KEYS["factcheck"]).look_up(CLAIM, LIMIT),
}
# How a fault ends; what is not named here and does not keep its hits ends in some typed failure.
LIMITED = ("429 with a wait", "429 without", "429 for an hour", "429 until a date")
UNAVAILABLE = (
    "400", "401", "402", "403", "404", "500", "503", "204", "redirect elsewhere", "never", "slow drip", "slow drip of a head",
    "closed at once", "closed halfway", "reset", "no HTTP",
)  # fmt: skip
MALFORMED = (
    "empty body", "a page", "a page called JSON", "truncated", "two in one", "a list", "a bare text", "null", "hits of another kind",
    "hits that are null", "hits that are texts", "addresses that are numbers", "deep nesting", "deep nesting alone", "NaN scores",
    "a name twice", "a number without end", "wrong encoding", "no UTF-8", "half a character", "no gzip",
    "addresses that are none",  # one of them is half a character
)  # fmt: skip
ENDS: Mapping[str, type[SourceError]] = {
    **dict.fromkeys(LIMITED, SourceLimited),
    **dict.fromkeys(UNAVAILABLE, SourceUnavailable),
    **dict.fromkeys(MALFORMED, SourceMalformed),
}
SOUND = (KEEPS_HITS | {"fields of other types"}) - ENDS.keys()


@pytest.fixture
def internet() -> Iterator[Internet]:
    with Internet() as running:
        yield running


async def _met(name: str, internet: Internet, caps: Caps = CAPS) -> tuple[Any, float]:
    """How a search ends, and after how many seconds."""
    began = time.monotonic()
    try:
        found: Any = await ASKING[name](PublicHttpClient(caps, internet.resolve), internet.providers[name])
    except SourceError as failed:
        found = failed
    return found, time.monotonic() - began


def met(internet: Internet, fault: str = "") -> dict[str, tuple[Any, float]]:
    """The same of all providers, all of which have this fault; at once, unless that would keep the loopback internet itself too busy."""
    caps = BRIEF if fault in ENDLESS else CAPS
    for name in ASKING:
        if fault:
            internet.fail(name, fault)

    async def asked() -> list[tuple[Any, float]]:
        if fault in HEAVY:
            return [await _met(name, internet, caps) for name in ASKING]
        return await asyncio.gather(*(_met(name, internet, caps) for name in ASKING))

    return dict(zip(ASKING, run(asked()), strict=True))


@pytest.fixture(scope="module")
def right() -> Mapping[str, tuple[Any, ...]]:
    """What each finds when nothing is wrong."""
    with Internet() as internet:
        return {name: tuple(found) for name, (found, _) in met(internet).items()}


def _chain(failed: BaseException | None) -> str:
    """Everything that is said of a failure, down to its first cause."""
    return "" if failed is None else f"{failed} {failed!r} {failed.args} {_chain(failed.__cause__ or failed.__context__)}"


def _is_sound(found: Hit | Review) -> bool:
    texts = (found.title, found.snippet) if isinstance(found, Hit) else (found.title, found.claim, found.rating)
    clean = all(text.isprintable() and "<" not in text and len(text) <= parsing.SNIPPET_CHARS for text in texts)
    return found.url.startswith(("http://", "https://")) and bool(urls.normalise(found.url)) and clean


def test_without_a_fault_all_find_something_sound(right: Mapping[str, tuple[Any, ...]]) -> None:
    assert all(right.values())
    assert all(_is_sound(one) for found in right.values() for one in found)


def test_there_are_enough_faults_and_all_are_known() -> None:
    assert len(PROVIDER_FAULTS) >= 20
    assert ENDS.keys() | SOUND <= PROVIDER_FAULTS.keys()


@pytest.mark.parametrize("fault", PROVIDER_FAULTS)
def test_a_fault_ends_in_time_as_a_typed_failure_or_in_sound_hits(
    fault: str, internet: Internet, right: Mapping[str, tuple[Any, ...]]
) -> None:
    most = (BRIEF if fault in ENDLESS else CAPS).seconds + LATE_S
    for name, (ended, seconds) in met(internet, fault).items():
        assert seconds < most, name
        if fault in SOUND:
            assert all(_is_sound(one) for one in ended), name
            assert [one.url for one in ended if one.url in {found.url for found in right[name]}], name
            assert len({(urls.normalise(one.url), getattr(one, "claim", "")) for one in ended}) == len(ended) <= LIMIT, name
        else:
            assert isinstance(ended, ENDS.get(fault, SourceError)), (name, ended)
            assert internet.providers[name].split("//")[1].split("/")[0] in str(ended), name
            assert not [key for key in KEYS.values() if key in _chain(ended)], name
        assert len(internet.asked(name)) <= 1, name  # a search is paid for: nobody asks again by himself
    assert internet.counts().keys() <= {urls.host(place) for place in internet.providers.values()}  # no redirect was followed


@pytest.mark.parametrize("fault", ["javascript addresses", "file addresses", "ftp addresses", "no addresses", "long addresses"])
def test_what_has_no_address_of_the_web_is_left_out_and_the_rest_kept(
    fault: str, internet: Internet, right: Mapping[str, tuple[Any, ...]]
) -> None:
    """Of the wiki, whose hits are titles, every title has one."""
    for name, (found, _) in met(internet, fault).items():
        assert not [one for one in found if one.url.lower().startswith(UNSOUND)], name
        if name in ("searxng", "tavily", "brave"):
            assert tuple(found) == right[name]


def test_private_addresses_are_passed_on_for_the_door_to_refuse(internet: Internet) -> None:
    found = {name: {one.url for one in ended} for name, (ended, _) in met(internet, "private addresses").items()}
    for name in ("searxng", "tavily", "brave", "factcheck"):
        assert {"http://10.0.0.1/2026/05/a-page-inside", "http://169.254.169.254/"} <= found[name]


def test_a_fault_that_passes_is_asked_past(internet: Internet, right: Mapping[str, tuple[Any, ...]]) -> None:
    """The first search fails after one request; the next one is answered."""
    for name in ASKING:
        internet.fail(name, "500", times=1)
        assert isinstance(run(_met(name, internet))[0], SourceUnavailable)
        assert len(internet.asked(name)) == 1
        assert tuple(run(_met(name, internet))[0]) == right[name]


def _peak() -> int:
    """The most bytes of memory that this process ever had; `ru_maxrss` will not do, since it begins with what the parent had."""
    lines = dict(line.split(":", 1) for line in Path("/proc/self/status").read_text("ascii").splitlines())
    return int(lines["VmHWM"].split()[0]) * 1024


def grown(told: str) -> None:
    """In a process of its own: ask all providers at each address, and print by how many bytes the process has grown after each."""

    async def asked() -> None:
        way, (warm, *places) = PublicHttpClient(CAPS), json.loads(told)
        before = 0
        for url in (warm, *places):
            for ask in ASKING.values():
                with suppress(SourceError):
                    assert all(map(_is_sound, await ask(way, url)))
            before = before or _peak()  # when everything is imported
        print(_peak() - before)

    asyncio.run(asked())


async def pours(request: Any, wire: Any) -> None:
    """Blanks without end."""
    await wire.send(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\n\r\n")
    while True:
        await wire.send(b" " * 65_536)


def _filled(piece: bytes) -> bytes:
    """An answer of all providers as large as it may be, made of many equal pieces."""
    head, tail = b'{"results":[', b'1],"web":{"results":[1]},"query":{"search":[1]},"claims":[1]}'
    return head + piece * ((parsing.ANSWER_BYTES - len(head) - len(tail)) // len(piece)) + tail


LARGE: Mapping[str, Step] = {
    "20 MB": sends(b" " * 20_000_000),
    "20 MB, packed": sends(gzip.compress(b" " * 20_000_000), Content_Encoding="gzip"),
    "never ends": pours,
    "deep": sends(b'{"results":' + b"[" * 400_000 + b"]" * 400_000 + b"}"),
    "long addresses": sends(_filled(b'{"url":"https://a.example/' + b"a" * 90_000 + b'"},')),
    **{f"pieces {piece!r}": sends(_filled(piece)) for piece in (b"{},", b"[],", b'{"a":1},', b'"a",', b"1.5,")},
}


@on_linux
def test_no_answer_takes_much_memory() -> None:
    """However it is made; the last five are as large as an answer may be."""
    with ExitStack() as stack:
        servers = [stack.enter_context(ModelServer((step,))) for step in (sends(b"{}"), *LARGE.values())]
        told = json.dumps([server.url.removesuffix("/v1") for server in servers])
        code = "import sys; from tests.faults.test_providers import grown; grown(sys.argv[1])"
        ended = subprocess.run([sys.executable, "-c", code, told], cwd=ROOT, capture_output=True, text=True, timeout=300, check=False)
        assert ended.returncode == 0, ended.stderr
        assert [len(server.requests) for server in servers] == [len(ASKING)] * len(servers)
    assert 0 < int(ended.stdout) < GROWN_BYTES
