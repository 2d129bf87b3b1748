"""The way out over real sockets: what it asks, where it goes, what it takes in, and that it ends in time whatever the other side does."""

import asyncio
import gzip
import os
import re
import shutil
import socket
import ssl
import subprocess
import time
import zlib
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import suppress
from ipaddress import IPv6Network
from pathlib import Path
from typing import Any

import pytest

from tests.adapters.sites import DRIP_S, HOME, Names, Site, Step, head, only, outside, pages, points, raw, sends, silence
from tests.contracts.samples import run
from veracious.adapters.web.http_client import Caps, Fetched, PublicHttpClient, system_names
from veracious.domain.errors import SourceError, SourceMalformed, SourceUnavailable

TEXT = "The bridge was opened in 1932.\n" * 40
LATE_S = 1.0  # what a fetch may take beyond its deadline
GROWTH_BYTES = 64 << 20
MEGABYTE = 1 << 20


def failure(work: Awaitable[Fetched]) -> SourceError:
    """How a fetch fails."""
    with pytest.raises((SourceUnavailable, SourceMalformed)) as failed:
        run(work)
    return failed.value


@pytest.fixture
def site() -> Iterator[Site]:
    with Site(pages({"/": sends(TEXT), "/page": sends(TEXT, Content_Type='Text/HTML; Charset="ISO-8859-1"')})) as opened:
        yield opened


def test_a_page_is_fetched_from_the_address_its_name_was_looked_up_to(site: Site) -> None:
    names = Names(public_example=[[HOME]])
    url = f"http://Public.Example.:{site.port}/page?q=a b&é=1#part"
    fetched = run(outside(site, names=names).get(url))
    assert fetched == Fetched(f"http://public.example:{site.port}/page?q=a%20b&%C3%A9=1", 200, "text/html", "ISO-8859-1", TEXT.encode())
    assert names.asked == ["public.example"]
    asked = site.asked[0]
    assert asked.target == "/page?q=a%20b&%C3%A9=1"
    assert {name: asked.headers[name] for name in ("host", "user-agent", "connection")} == {
        "host": f"public.example:{site.port}",
        "user-agent": "veracious",
        "connection": "close",
    }
    assert not {"cookie", "authorization", "referer"} & set(asked.headers)


def test_a_name_is_looked_up_once_for_each_connection(site: Site) -> None:
    names = Names(public_example=[[HOME], [HOME], ["10.0.0.1"]])
    way = outside(site, names=names)
    for _ in range(2):
        assert run(way.get(f"http://public.example:{site.port}/")).status == 200
    assert failure(way.get(f"http://public.example:{site.port}/")).detail == "public.example: not a public address"
    assert (len(names.asked), site.accepted) == (3, 2)


@pytest.mark.parametrize(
    "answer",
    [["127.0.0.1"], [HOME, "10.0.0.1"], ["10.0.0.1", HOME], [HOME] * 9 + ["::1"], ["::ffff:7f00:2"], ["fe80::1%lo"], ["no address"]],
)
def test_one_address_that_is_not_public_refuses_the_host(site: Site, answer: list[str]) -> None:
    names = Names(public_example=[answer])
    failed = failure(outside(site, names=names).get(f"http://public.example:{site.port}/"))
    assert isinstance(failed, SourceMalformed)
    assert failed.detail == "public.example: not a public address"
    assert site.accepted == 0


def test_the_second_address_is_tried_when_nobody_is_at_the_first(site: Site) -> None:
    with socket.socket() as closed:  # bound and not listening: a port that refuses
        closed.bind(("127.0.0.3", site.port))
        way = PublicHttpClient(
            Caps(ports=frozenset({site.port})), Names(public_example=[["127.0.0.3", HOME]]), (*only(HOME), *only("127.0.0.3"))
        )
        assert run(way.get(f"http://public.example:{site.port}/")).status == 200


def test_an_address_of_the_other_family_is_tried_before_a_third_of_the_same(site: Site) -> None:
    answer = ["::1", "::1", "::1", "::1", HOME]  # nobody listens at the first four
    way = PublicHttpClient(Caps(ports=frozenset({site.port})), Names(public_example=[answer]), (*only(HOME), IPv6Network("::1/128")))
    assert run(way.get(f"http://public.example:{site.port}/")).status == 200


async def broken_names(host: str) -> list[str]:
    raise socket.gaierror(-2, "Name or service not known")


async def strange_names(host: str) -> list[str]:
    raise RuntimeError("resolver")


@pytest.mark.parametrize("names", [Names(public_example=[[]]), broken_names, strange_names])
def test_a_host_without_an_address_did_not_answer(site: Site, names: Any) -> None:
    failed = failure(outside(site, names=names).get(f"http://public.example:{site.port}/"))
    assert isinstance(failed, SourceUnavailable)
    assert failed.detail.startswith("public.example: ")


def test_the_machine_looks_up_its_own_name_and_it_is_refused() -> None:
    found = run(system_names("localhost"))
    assert set(found) <= {"127.0.0.1", "::1"}
    assert found
    assert failure(PublicHttpClient().get("http://localhost/")).detail == "localhost: not a public address"


def test_proxies_of_the_environment_are_not_asked(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    with Site(pages({})) as proxy:
        for name in ("http_proxy", "https_proxy", "all_proxy"):
            monkeypatch.setenv(name, proxy.url)
            monkeypatch.setenv(name.upper(), proxy.url)
        assert run(outside(site, proxy).get(f"http://public.example:{site.port}/")).status == 200
        assert (site.accepted, proxy.accepted) == (1, 0)


NOT_ASKED = [
    "ftp://public.example/", "file:///etc/passwd", "gopher://public.example/", "javascript:alert(1)", "public.example", "//public.example/",
    "", "http://", "http:///path", "http://user:password@public.example/", "http://user@public.example/", "http://@public.example/",
    "http://public.example\\@10.0.0.1/", "http://public.example%2f@10.0.0.1/", "http://%70ublic.example/", "http://public example/",
    "http://public.example\r\nHost: other/", "http://public.example/\npath", "http://public.example\t/", "http://public.example:0/",
    "http://public.example:65536/", "http://public.example:8o/", "http://public.example:٨٠/", "http://public.example:80:80/", "http://[::1/",
    "http://::1/", "http://[public.example]/", "http://[1.2.3.4]/", "http://[2606:4700::1]x/", "http://public..example/",
    "http://.public.example/", "http://public.example../", "http://-public.example/", "http://public.example-/",
    f"http://{'a' * 64}.example/", f"http://{'a.' * 130}example/", "http://xn--\u00e9.example/", "http://\u2100.example/", "http://pub\ud800lic.example/",
    "http://public.example/\ud800", f"http://public.example/{'a' * 5000}", "http://1.2.3/", "http://0x1.2.3.4/", "http://1.2.3.04/",
    "http://1.2.3.4.5/", "http://16909060/", "http://256.1.1.1/", "http://a.0x/", "http://[fe80::1%25eth0]/",
]  # fmt: skip


@pytest.mark.parametrize("url", NOT_ASKED)
def test_what_is_no_address_of_the_web_is_not_asked(site: Site, url: str) -> None:
    async def any_name(host: str) -> list[str]:
        return [HOME]

    for caps in (Caps(), Caps(ports=frozenset({site.port}))):
        assert isinstance(failure(PublicHttpClient(caps, any_name, only(HOME)).get(url)), SourceMalformed)
    assert site.accepted == 0


@pytest.mark.parametrize("port", [22, 25, 6379, 9200])
def test_only_the_usual_ports_are_asked(port: int) -> None:
    assert failure(PublicHttpClient().get(f"http://8.8.8.8:{port}/")).detail == f"8.8.8.8: port {port} is not asked"


def test_a_redirect_is_followed_and_told(site: Site) -> None:
    steps = {"/a": points("b/c"), "/b/c": points("//public.example:{port}/d?x=ü", 308), "/d": sends(TEXT)}
    site.answer = pages({**steps, "/b/c": points(f"//public.example:{site.port}/d?x=ü", 308)})
    fetched = run(outside(site).get(f"http://public.example:{site.port}/a"))
    assert (fetched.status, fetched.url) == (200, f"http://public.example:{site.port}/d?x=%C3%BC")
    assert site.targets == ["/a", "/b/c", "/d?x=%C3%BC"]


def test_what_a_caller_adds_goes_to_the_first_host_only() -> None:
    with Site(pages({"/end": sends(TEXT)})) as second, Site(pages({})) as first:
        first.answer = pages({"/a": points("/b"), "/b": points(f"{second.url}/end")})
        assert run(outside(first, second).get(f"{first.url}/a", {"Authorization": "Bearer key"})).status == 200
        assert [one.headers.get("authorization") for one in (*first.asked, *second.asked)] == ["Bearer key", "Bearer key", None]


@pytest.mark.parametrize(
    "location",
    ["http://127.0.0.1/", "http://localhost/", "http://10.0.0.1/", "http://[::1]/", "ftp://public.example/", "http://2130706433/", "http://[::1",
     "http://user@public.example/", "//169.254.169.254/latest/meta-data/", "http://public.example:22/"],
)  # fmt: skip
def test_a_redirect_is_met_as_a_new_address(site: Site, location: str) -> None:
    site.answer = pages({"/": points(location)})
    names = Names(public_example=[[HOME]], localhost=[["127.0.0.1"]])
    assert isinstance(failure(outside(site, names=names).get(f"http://public.example:{site.port}/")), SourceMalformed)
    assert site.accepted == 1


def test_so_many_redirects_are_followed_and_no_more(site: Site) -> None:
    hops = {f"/{at}": points(f"/{at + 1}") for at in range(5)}
    site.answer = pages({**hops, "/5": sends(TEXT)})
    assert run(outside(site).get(f"{site.url}/0")).status == 200
    site.answer = pages({**hops, "/5": points("/6"), "/6": sends(TEXT)})
    assert failure(outside(site).get(f"{site.url}/0")).detail == f"{HOME}: more than 5 redirects"
    assert site.targets[-1] == "/5"


@pytest.mark.parametrize("status", [300, 304, 305, 306, 404, 429, 500, 503])
def test_any_other_status_is_told_and_nothing_beside_it_is_read(site: Site, status: int) -> None:
    site.answer = pages({"/": raw(head(status, 900_000, {"Location": "/other"}), b"no ", DRIP_S)})
    fetched = run(outside(site).get(site.url))
    assert (fetched.status, fetched.body, site.accepted) == (status, b"", 1)


def test_a_redirect_to_nowhere_is_a_status(site: Site) -> None:
    site.answer = pages({"/": sends("", 302)})
    assert run(outside(site).get(site.url)).status == 302


def test_a_json_body_is_posted_and_its_redirect_is_not_followed(site: Site) -> None:
    site.answer = lambda asked: sends('{"ok": true}', Content_Type="application/json") if asked.target == "/ok" else points("/ok", 307)
    way = outside(site)
    fetched = run(way.post(f"{site.url}/ok", {"q": "Brücke"}, {"X-Key": "secret"}))
    assert (fetched.status, fetched.content_type, fetched.body) == (200, "application/json", b'{"ok": true}')
    assert site.asked[0].body == b'{"q": "Br\\u00fccke"}'
    assert site.asked[0].headers["x-key"] == "secret"
    assert run(way.post(f"{site.url}/other", {})).status == 307
    assert site.targets == ["/ok", "/other"]


def test_an_operators_address_may_lie_anywhere_and_is_not_led_on(site: Site) -> None:
    site.answer = pages({"/": sends(TEXT), "/on": points("/")})
    way = PublicHttpClient(Caps(), Names(search_lan=[[HOME]]))  # nothing opened, no port allowed
    assert run(way.get(f"http://search.lan:{site.port}/", operator=True)).status == 200
    assert run(way.post(f"{site.url}/", {}, operator=True)).status == 200
    assert run(way.get(f"{site.url}/on", operator=True)).status == 302
    assert site.targets == ["/", "/", "/on"]
    assert isinstance(failure(way.get(f"{site.url}/")), SourceMalformed)  # the same address, named by anybody else


def test_an_operators_address_has_the_same_caps(site: Site) -> None:
    site.answer = pages({"/": sends(b" " * 2000), "/slow": silence})
    way = PublicHttpClient(Caps(seconds=0.3, bytes=1000))
    assert isinstance(failure(way.get(f"{site.url}/", operator=True)), SourceMalformed)
    assert isinstance(failure(way.get(f"{site.url}/slow", operator=True)), SourceUnavailable)


def _raw_deflate(content: bytes) -> bytes:
    packer = zlib.compressobj(wbits=-15)
    return packer.compress(content) + packer.flush()


@pytest.mark.parametrize(
    ("coding", "pack"),
    [("identity", bytes), ("", bytes), ("gzip", gzip.compress), ("x-gzip", gzip.compress), ("GZIP", gzip.compress),
     ("deflate", zlib.compress), ("deflate", _raw_deflate)],
)  # fmt: skip
@pytest.mark.parametrize("length", [1, len(TEXT), 900_000])
def test_a_packed_body_is_unpacked(site: Site, coding: str, pack: Callable[[bytes], bytes], length: int) -> None:
    content = os.urandom(length // 3 + 1).hex().encode()[:length]  # half of it packs
    site.answer = pages({"/": sends(pack(content), Content_Encoding=coding)})
    assert run(outside(site).get(site.url)).body == content
    assert site.asked[0].headers["accept-encoding"] == "gzip, deflate"


def test_a_packed_body_that_comes_byte_by_byte_is_unpacked(site: Site) -> None:
    packed = zlib.compress(b"one")
    site.answer = pages({"/": raw(b"HTTP/1.1 200 OK\r\nContent-Encoding: deflate\r\nTransfer-Encoding: chunked\r\n\r\n" + b"".join(
        b"1\r\n%b\r\n" % packed[at : at + 1] for at in range(len(packed))) + b"0\r\n\r\n")})  # fmt: skip
    assert run(outside(site).get(site.url)).body == b"one"


def packed(content: bytes) -> bytes:
    """Packed without the time: the name of a test has its bytes."""
    return gzip.compress(content, mtime=0)


@pytest.mark.parametrize(
    ("content", "coding"),
    [(TEXT.encode(), "br"), (packed(packed(b"a")), "gzip, gzip"), (b"\x1f\x8b\x08 not packed at all", "gzip"),
     (b"\x1f", "gzip"),     (packed(TEXT.encode())[:-9], "gzip"), (packed(b"a") + packed(b"b"), "gzip"),
     (packed(b"a") + b"more", "gzip"),     (zlib.compress(TEXT.encode())[:-4], "deflate"), (b"plain words", "deflate")],
)  # fmt: skip
def test_a_body_packed_otherwise_or_not_whole_is_refused(site: Site, content: bytes, coding: str) -> None:
    site.answer = pages({"/": sends(content, Content_Encoding=coding)})
    failed = failure(outside(site).get(site.url))
    assert isinstance(failed, SourceMalformed)
    assert failed.detail.startswith(HOME)


def test_a_body_of_exactly_the_cap_is_taken_and_one_byte_more_is_not(site: Site) -> None:
    way = outside(site, bytes=70_000)
    for pack, coding in ((bytes, ""), (gzip.compress, "gzip")):
        site.answer = pages(
            {"/": sends(pack(b"a" * 70_000), Content_Encoding=coding), "/more": sends(pack(b"a" * 70_001), Content_Encoding=coding)}
        )
        assert len(run(way.get(site.url)).body) == 70_000
        assert failure(way.get(f"{site.url}/more")).detail == f"{HOME}: a body of more than 70,000 bytes"


def test_a_body_that_unpacks_far_beyond_its_size_is_refused_where_it_is_large(site: Site) -> None:
    site.answer = pages({f"/{size}": sends(gzip.compress(b"a" * size), Content_Encoding="gzip") for size in (50_000, 200_000)})
    way = outside(site, ratio_from=100_000)
    assert len(run(way.get(f"{site.url}/50000")).body) == 50_000
    assert "100 times" in failure(way.get(f"{site.url}/200000")).detail


HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"
BLOCK = b"x" * 65_536
LINE = b"X-Filler: " + b"y" * 1000 + b"\r\n"


def _bomb() -> Step:
    """Many times the blanks that may be held, packed."""
    packer = zlib.compressobj(9, wbits=31)
    content = b"".join(packer.compress(b" " * MEGABYTE) for _ in range(256)) + packer.flush()
    return sends(content, Content_Encoding="gzip", Content_Type="text/html")


def _empty_blocks() -> Step:
    """Packed blocks of nothing, for ever."""
    return raw(HEAD + b"Content-Encoding: deflate\r\n\r\n" + b"\x78\x9c", b"\x00\x00\x00\xff\xff" * 10_000)


ENDLESS: Mapping[str, tuple[Callable[[], Step], type[SourceError]]] = {
    "slow drip": (lambda: raw(HEAD + b"Content-Length: 900000\r\n\r\n", b"x", DRIP_S), SourceUnavailable),
    "slow drip of a head": (lambda: raw(HEAD + b"X: ", b"x", DRIP_S), SourceUnavailable),
    "slow drip of chunks": (lambda: raw(HEAD + b"Transfer-Encoding: chunked\r\n\r\n", b"1\r\nx\r\n", DRIP_S), SourceUnavailable),
    "slow drip, packed": (lambda: raw(HEAD + b"Content-Encoding: gzip\r\n\r\n" + gzip.compress(b"aaa")[:12], b"\0", DRIP_S), SourceError),
    "silence": (lambda: silence, SourceUnavailable),
    "gzip bomb": (_bomb, SourceMalformed),
    "empty blocks": (_empty_blocks, SourceMalformed),
    "endless body": (lambda: raw(HEAD + b"\r\n", BLOCK), SourceMalformed),
    "endless chunks": (lambda: raw(HEAD + b"Transfer-Encoding: chunked\r\n\r\n", b"10000\r\n" + BLOCK + b"\r\n"), SourceMalformed),
    "endless chunk size": (lambda: raw(HEAD + b"Transfer-Encoding: chunked\r\n\r\n1;", BLOCK), SourceUnavailable),
    "endless trailers": (lambda: raw(HEAD + b"Transfer-Encoding: chunked\r\n\r\n0\r\n", LINE * 60), SourceUnavailable),
    "endless headers": (lambda: raw(HEAD, LINE * 60), SourceMalformed),
    "endless headers, in large pieces": (lambda: raw(HEAD, LINE * 60, 0.05), SourceMalformed),
    "endless header": (lambda: raw(HEAD + b"X: ", BLOCK), SourceMalformed),
    "endless status": (lambda: raw(b"HTTP/1.1 200 ", BLOCK), SourceMalformed),
    "endless hints": (lambda: raw(b"", b"HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n" * 1000), SourceMalformed),
    "redirect loop": (lambda: points("/"), SourceMalformed),
    "redirect loop, slow": (lambda: raw(HEAD.replace(b"200 OK", b"302 Found") + b"Location: /\r\nX: ", b"x", DRIP_S), SourceUnavailable),
}  # fmt: skip


def memory_bytes() -> int:
    """What this process holds now."""
    found = re.search(r"^VmRSS:\s+(\d+) kB", Path("/proc/self/status").read_text(), re.MULTILINE)
    assert found
    return int(found[1]) * 1024


async def watched(work: Awaitable[Fetched]) -> tuple[SourceError | Fetched, int]:
    """How a fetch ends, and the most memory that came to the process meanwhile."""
    before = peak = memory_bytes()

    async def watch() -> None:
        nonlocal peak
        while True:
            peak = max(peak, memory_bytes())
            await asyncio.sleep(0.005)

    watcher = asyncio.ensure_future(watch())
    try:
        return await work, max(peak, memory_bytes()) - before
    except SourceError as failed:
        return failed, max(peak, memory_bytes()) - before
    finally:
        watcher.cancel()


@pytest.mark.parametrize("name", ENDLESS)
def test_whatever_does_not_end_is_ended_in_time_and_takes_no_memory(site: Site, name: str) -> None:
    step, kind = ENDLESS[name]
    site.answer = pages({"/": step(), "/warm": sends(gzip.compress(os.urandom(400_000).hex().encode()), Content_Encoding="gzip")})
    way = outside(site, seconds=0.8)
    assert run(way.get(f"{site.url}/warm")).status == 200
    began = time.monotonic()
    ended, grown = run(watched(way.get(f"{site.url}/")))
    assert isinstance(ended, kind), ended
    assert ended.detail.startswith(HOME)
    assert time.monotonic() - began < 0.8 + LATE_S
    assert grown < GROWTH_BYTES
    assert gone(site)


def gone(site: Site) -> bool:
    """Whether every connection to the site is closed, now or soon."""
    for _ in range(100):
        if site.open:
            time.sleep(0.02)
    return site.open == 0


def test_a_look_up_that_does_not_end_is_ended_too() -> None:
    async def never(host: str) -> list[str]:
        await asyncio.sleep(3600)
        return []

    began = time.monotonic()
    failed = failure(PublicHttpClient(Caps(seconds=0.3), never).get("http://public.example/"))
    assert failed.detail == "public.example: no whole answer within 0.3 seconds"
    assert time.monotonic() - began < 0.3 + LATE_S


def test_redirects_and_bodies_share_the_seconds(site: Site) -> None:
    async def late(asked: Any, send: Any) -> None:
        await asyncio.sleep(0.25)
        await points(f"/{len(site.asked)}")(asked, send)

    site.answer = lambda asked: late
    began = time.monotonic()
    assert "no whole answer" in failure(outside(site, seconds=0.6).get(site.url)).detail
    assert 0.5 < time.monotonic() - began < 0.6 + LATE_S
    assert len(site.asked) == 3


BROKEN: Mapping[str, bytes] = {
    "hangs up at once": b"",
    "hangs up in the head": HEAD,
    "hangs up in the body": HEAD + b"Content-Length: 900\r\n\r\nhalf",
    "hangs up in a chunk": HEAD + b"Transfer-Encoding: chunked\r\n\r\n9\r\nhalf",
    "no HTTP": b"SSH-2.0-OpenSSH_9.2\r\n\r\n",
    "older HTTP": b"<html>",
    "broken chunks": HEAD + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n",
    "two lengths": HEAD + b"Content-Length: 2\r\nContent-Length: 3\r\n\r\nab",
    "a length beyond numbers": HEAD + b"Content-Length: " + b"9" * 5000 + b"\r\n\r\n",
    "no length": HEAD + b"Content-Length: -1\r\n\r\n",
    "another coding": HEAD + b"Transfer-Encoding: gzip\r\n\r\n",
    "a strange name": HEAD + b"X\xff\x00: 1\r\n\r\n",
    "a folded line": HEAD + b"\r: \r\n\r\n",
    "status of letters": b"HTTP/1.1 abc OK\r\n\r\n",
    "an upgrade": b"HTTP/1.1 101 Switching\r\nUpgrade: h2c\r\nConnection: upgrade\r\n\r\n",
}


@pytest.mark.parametrize("name", BROKEN)
def test_an_answer_that_is_none_is_a_typed_failure_that_names_the_host(site: Site, name: str) -> None:
    site.answer = pages({"/": raw(BROKEN[name])})
    failed = failure(outside(site).get(site.url))
    assert isinstance(failed, SourceUnavailable)
    assert failed.detail.startswith(HOME)


def test_a_port_where_nobody_listens_did_not_answer() -> None:
    with socket.socket() as closed:
        closed.bind((HOME, 0))
        port = closed.getsockname()[1]
        way = PublicHttpClient(Caps(ports=frozenset({port})), opened=only(HOME))
        assert failure(way.get(f"http://{HOME}:{port}/")).detail == f"{HOME}: ConnectError"


def test_whoever_stops_waiting_leaves_no_connection_behind(site: Site) -> None:
    site.answer = lambda _: silence

    async def stopped() -> None:
        task = asyncio.ensure_future(outside(site).get(site.url))
        while not site.asked:
            await asyncio.sleep(0.01)
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
        assert asyncio.all_tasks() == {asyncio.current_task()}

    asyncio.run(stopped())
    assert gone(site)


@pytest.fixture(scope="module")
def keys(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A certificate for public.example and one address, signed by itself, with its key."""
    found = shutil.which("openssl")
    if found is None:
        pytest.skip("openssl is not installed")
    folder = tmp_path_factory.mktemp("keys")
    names = f"subjectAltName=DNS:public.example,IP:{HOME}"
    made = [
        "req",
        "-x509",
        "-newkey",
        "ec",
        "-pkeyopt",
        "ec_paramgen_curve:prime256v1",
        "-nodes",
        "-days",
        "2",
        "-subj",
        "/CN=public.example",
    ]
    subprocess.run(
        [found, *made, "-addext", names, "-keyout", folder / "key.pem", "-out", folder / "cert.pem"], check=True, capture_output=True
    )
    return folder


def secret(keys: Path) -> ssl.SSLContext:
    """A server's side of TLS."""
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(keys / "cert.pem", keys / "key.pem")
    return context


def trusting(site: Site, keys: Path, **more: Any) -> PublicHttpClient:
    """The way out, trusting this certificate."""
    names = Names(public_example=[[HOME]], other_example=[[HOME]])
    trusted = ssl.create_default_context(cafile=str(keys / "cert.pem"))
    return PublicHttpClient(Caps(ports=frozenset({site.port}), **more), names, only(HOME), trusted)


def test_a_secret_page_is_asked_for_by_its_name_and_its_certificate_is_checked(keys: Path) -> None:
    with Site(pages({"/": sends(TEXT)}), certificate=secret(keys)) as site:
        way = trusting(site, keys)
        assert run(way.get(f"https://public.example:{site.port}/")).body == TEXT.encode()
        assert run(way.get(f"https://{HOME}:{site.port}/")).status == 200
        assert site.names == ["public.example", None]  # an address is no name
        assert failure(way.get(f"https://other.example:{site.port}/")).detail == "other.example: ConnectError"
        assert failure(outside(site).get(f"https://public.example:{site.port}/")).detail == "public.example: ConnectError"
        assert len(site.asked) == 2


def test_a_secret_page_never_sends_on_to_one_that_is_not(keys: Path, site: Site) -> None:
    with Site(pages({"/": points(f"{site.url}/")}), certificate=secret(keys)) as first:
        way = PublicHttpClient(
            Caps(ports=frozenset({site.port, first.port})), Names(public_example=[[HOME]]), only(HOME), trusting(first, keys)._trusted
        )
        failed = failure(way.get(f"https://public.example:{first.port}/"))
    assert isinstance(failed, SourceMalformed)
    assert "from https to http" in failed.detail
    assert site.accepted == 0


def test_a_secret_page_that_never_greets_is_left_in_time(keys: Path) -> None:
    with Site(pages({"/": sends(TEXT)})) as plain, socket.create_server((HOME, 0)) as mute:
        port = mute.getsockname()[1]
        way = PublicHttpClient(Caps(seconds=0.5, ports=frozenset({port, plain.port})), Names(public_example=[[HOME]]), only(HOME))
        began = time.monotonic()
        assert isinstance(failure(way.get(f"https://public.example:{port}/")), SourceUnavailable)
        assert time.monotonic() - began < 0.5 + LATE_S
        assert isinstance(failure(way.get(f"https://public.example:{plain.port}/")), SourceUnavailable)
