"""Pages of the web through the whole door: real sockets, the real readers, the manners that hosts are owed."""

import asyncio
import re
import time
from collections import Counter
from collections.abc import Iterator
from datetime import date
from typing import Any

import pytest

from tests.adapters.papers import pdf, written
from tests.adapters.sites import HOME, Asked, Send, Site, Step, outside, pages, points, raw, sends, silence
from tests.adapters.test_robots import Watch
from tests.contracts.samples import run
from veracious.adapters.files.caps import Caps as FileCaps
from veracious.adapters.files.read import Files
from veracious.adapters.web.http_client import PublicHttpClient
from veracious.adapters.web.page_reader import WebPageReader
from veracious.adapters.web.robots import Manners, Robots
from veracious.domain.errors import SourceError, SourceMalformed, SourceUnavailable
from veracious.domain.evidence import Snapshot, Source
from veracious.ports import PageReader
from veracious.rules.seeking import snapshots

FACT = "The harbour bridge was opened on 19 March 1932 and carries eight lanes of traffic over the water."
HTML = f"""<!doctype html><html lang="en"><head><title>The bridge</title><meta name="author" content="Ada Lind">
<meta property="article:published_time" content="2026-05-12T08:00:00Z"><link rel="canonical" href="http://10.0.0.1/home"></head>
<body><article><h1>The bridge</h1><p>{FACT}</p><p>A toll is <a href="http://169.254.169.254/toll">still paid</a> by all who cross.</p>
</article></body></html>"""
URLS = 1_000
ALLOWED_SECONDS = 60


@pytest.fixture(scope="module")
def files() -> Iterator[Files]:
    with Files(FileCaps()) as opened:
        yield opened


def rate(url: str) -> Source:
    """Who publishes there, with what the tests believe of them."""
    return Source(url.split("/")[2].partition(":")[0], 0.8)


def door(site: Site, files: Files, pause_s: float = 0.0, **caps: Any) -> WebPageReader:
    """The door, with this site outside it."""
    way = outside(site, **caps)
    return WebPageReader(way, Robots(way, Watch(), Manners(pause_s=pause_s)), files.parse, rate)


def read(step: Step, files: Files, **caps: Any) -> Snapshot:
    """The page of a site that has only this one."""
    with Site(pages({"/page": step})) as site:
        opened: PageReader = door(site, files, **caps)
        return run(opened.read(f"http://public.example:{site.port}/page"))


def test_a_page_becomes_a_snapshot_of_what_it_says(files: Files) -> None:
    found = read(sends(HTML, Content_Type="text/html; charset=utf-8"), files)
    assert FACT in found.text
    assert found.digest == snapshots.name(found.text)
    assert (found.title, found.byline, found.published) == ("The bridge", "Ada Lind", date(2026, 5, 12))
    assert (found.source, found.collection) == (Source("public.example", 0.8), "web")
    assert re.fullmatch(r"http://public\.example:\d+/page", found.url or "")


def test_where_a_page_says_it_is_at_home_is_kept_as_words(files: Files) -> None:
    found = read(sends(HTML, Content_Type="text/html"), files)
    assert found.canonical_url == "http://10.0.0.1/home"
    assert found.links == ("http://169.254.169.254/toll",)


@pytest.mark.parametrize(
    ("content", "kind"),
    [
        (HTML.encode(), "application/xhtml+xml"),
        (HTML.encode("utf-16"), "text/html; charset=utf-16"),
        (FACT.encode(), "text/plain"),
        (pdf([written(FACT)]), "application/pdf"),
        (pdf([written(FACT)]), "Application/PDF; name=bridge.pdf"),
    ],
)
def test_html_plain_text_and_pdf_are_read(files: Files, content: bytes, kind: str) -> None:
    found = read(sends(content, Content_Type=kind), files)
    assert FACT in " ".join(found.text.split())
    assert found.url
    assert found.source.domain == "public.example"


@pytest.mark.parametrize(
    ("charset", "text"), [("windows-1251", "Мост открыт в 1932 году."), ("shift_jis", "橋は1932年に開通した。"), ("utf-8", "Zoë")]
)
def test_plain_text_is_read_in_the_encoding_that_the_server_names(files: Files, charset: str, text: str) -> None:
    assert read(sends(text.encode(charset), Content_Type=f"text/plain; charset={charset}"), files).text == text


@pytest.mark.parametrize("kind", ["image/png", "application/json", "application/zip", "text/css", "application/octet-stream", "", "html"])
def test_anything_else_is_not_read(files: Files, kind: str) -> None:
    with pytest.raises(SourceMalformed, match=r"public\.example:\d+/page: .* is not read"):
        read(sends(HTML, Content_Type=kind), files)


@pytest.mark.parametrize("status", [201, 203, 204, 206, 302, 304, 401, 404, 410, 451, 500, 503])
def test_only_status_200_is_a_page(files: Files, status: int) -> None:
    with pytest.raises(SourceUnavailable, match=rf"public\.example:\d+/page: status {status}"):
        read(sends(HTML, status, Content_Type="text/html"), files)


@pytest.mark.parametrize(
    ("content", "kind", "why"),
    [
        (b"", "text/html", "empty"),
        (b"<html><body></body></html>", "text/html", "empty"),
        (b"%PDF-1.7 broken", "application/pdf", "damaged"),
        (b"not a PDF at all", "application/pdf", "damaged"),
        (b"PK\x03\x04 an archive", "text/html", "unsupported"),
        (b"<div>" * 50_000 + FACT.encode(), "text/html", "too_deep"),
    ],
)
def test_what_the_reader_refuses_names_the_page_and_says_why(files: Files, content: bytes, kind: str, why: str) -> None:
    with pytest.raises(SourceMalformed, match=rf"public\.example:\d+/page: {why}"):
        read(sends(content, Content_Type=kind), files)


@pytest.mark.parametrize(
    "step", [raw(b""), silence, raw(b"HTTP/1.1 200 OK\r\n\r\n", b"x" * 65_536), sends("x", Content_Encoding="br"), points("/page")]
)
def test_a_failed_fetch_names_the_page(files: Files, step: Step) -> None:
    with pytest.raises((SourceUnavailable, SourceMalformed), match=r"public\.example:\d+/page: public\.example: "):
        read(step, files, seconds=0.5)


def test_the_address_that_answered_is_the_address_of_the_page(files: Files) -> None:
    with Site(pages({"/old": points("/new?a=1"), "/new": sends(HTML, Content_Type="text/html")})) as site:
        found = run(door(site, files).read(f"{site.url}/old#part"))
    assert found.url == f"{site.url}/new?a=1"
    assert found.source.domain == HOME


RULES = "User-agent: *\nDisallow: /closed\nDisallow: /*?print\n"


async def read_all(opened: WebPageReader, urls: list[str]) -> list[Snapshot | SourceError]:
    """All of these at the same time."""

    async def one(url: str) -> Snapshot | SourceError:
        try:
            return await opened.read(url)
        except SourceError as failed:
            return failed

    return await asyncio.gather(*map(one, urls))


def slowly(step: Step) -> Step:
    """The same a little later, so that two at once would meet."""

    async def late(asked: Asked, send: Send) -> None:
        await asyncio.sleep(0.002)
        await step(asked, send)

    return late


async def rude(way: PublicHttpClient, urls: list[str]) -> int:
    """Fetch all at once; how many came."""
    return len(await asyncio.gather(*map(way.get, urls)))


def test_a_thousand_addresses_of_one_host_are_read_one_at_a_time_and_by_its_rules(files: Files) -> None:
    """Half of them are closed; two doors to the same host share their manners. Without manners the same site counts many at once."""
    paths = [
        f"/{('open', 'closed', 'page')[number % 3]}/{number}{'?print' if number % 3 == 2 and number % 2 else ''}" for number in range(URLS)
    ]
    closed = {path for path in paths if path.startswith("/closed") or path.endswith("?print")}
    seen: Counter[str] = Counter()

    def answer(asked: Asked) -> Step:
        seen[asked.target] += 1
        return slowly(sends(RULES if asked.target == "/robots.txt" else f"{FACT} This is {asked.target}."))

    with Site(answer) as site:
        way = outside(site, seconds=20.0)
        robots = Robots(way, Watch(), Manners(pause_s=0.001))
        first, second = (WebPageReader(way, robots, files.parse, rate) for _ in range(2))

        async def both() -> list[Snapshot | SourceError]:
            urls = [f"http://public.example:{site.port}{path}" for path in paths]
            met = await asyncio.gather(read_all(first, urls[::2]), read_all(second, urls[1::2]))
            return [one for pair in met for one in pair]

        began = time.monotonic()
        met = run(both())
        seconds = time.monotonic() - began
        assert site.at_once == 1
        assert run(rude(way, [f"{site.url}/rude/{number}" for number in range(20)])) > 0
        assert site.at_once > 1
    seen = Counter({target: count for target, count in seen.items() if not target.startswith("/rude")})
    assert seen["/robots.txt"] == 1
    assert not closed & set(seen)
    assert set(seen) - {"/robots.txt"} == set(paths) - closed
    assert max(seen.values()) == 1
    assert len([one for one in met if isinstance(one, Snapshot)]) == URLS - len(closed)
    assert len([one for one in met if isinstance(one, SourceUnavailable)]) == len(closed)
    assert len(closed) == 499
    assert seconds < ALLOWED_SECONDS


@pytest.mark.parametrize("robots", [sends("", 500), sends("", 503), raw(b"")])
def test_no_page_of_a_host_is_asked_while_its_rules_are_in_trouble(files: Files, robots: Step) -> None:
    with Site(pages({"/page": sends(FACT)}, robots)) as site:
        met = run(read_all(door(site, files), [f"{site.url}/page?{number}" for number in range(200)]))
    assert all(isinstance(one, SourceUnavailable) for one in met)
    assert site.targets == ["/robots.txt"]


def test_the_rules_of_a_host_hold_for_where_a_redirect_leads(files: Files) -> None:
    with Site(pages({"/page": points("/closed/page"), "/closed/page": sends(FACT)}, sends(RULES))) as site:
        met = run(read_all(door(site, files), [f"{site.url}/page"]))
    assert isinstance(met[0], SourceUnavailable)
    assert f"{site.url}/closed/page: its robots.txt asks not to read it" in met[0].detail
    assert site.targets == ["/robots.txt", "/page"]
