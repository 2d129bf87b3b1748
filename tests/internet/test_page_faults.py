"""Every page that is to go wrong goes wrong as its name says, seen byte by byte."""

import asyncio
import gzip
import socket
import zlib
from collections.abc import Callable, Iterator, Mapping
from urllib.parse import urlsplit

import pytest

from tests.internet import CLOSED_DOORS, EITHER, PAGE_FAULTS, PORT, READABLE, STEPS, Internet
from tests.internet.asking import Got, ask, connect, listen, request
from tests.internet.faults import BIG, DEEP, LETTERS, NAMED, PAGE

Check = Callable[[Got], bool]
PATIENT = 8.0
SHORT_S = 0.4  # to see that nothing more comes


@pytest.fixture(scope="module")
def internet() -> Iterator[Internet]:
    with Internet() as one:
        yield one


@pytest.fixture(autouse=True)
def _mended(internet: Internet) -> Iterator[None]:
    yield
    internet.mend()


def says(status: int) -> Check:
    """A whole answer of this status."""
    return lambda got: got.status == status and int(got.header("Content-Length")) == len(got.body) > 0


def leads(place: str) -> Check:
    """On to this address."""
    return lambda got: got.status in (301, 302, 307, 308) and got.header("Location") == place


def unpacked(got: Got) -> bytes:
    return gzip.decompress(got.body)


def is_cut(got: Got) -> bool:
    return int(got.header("Content-Length")) > len(got.body) > 0 and got.end == "closed"


def fails(read: Callable[[Got], object], got: Got) -> bool:
    try:
        read(got)
    except (OSError, EOFError, ValueError, zlib.error):
        return True
    return False


def chunks(got: Got) -> bytes:
    """The body that chunks make, or an error."""
    rest, whole = got.body, b""
    while True:
        size, mark, rest = rest.partition(b"\r\n")
        count = int(size, 16)
        if not mark or len(rest) < count + 2:
            raise ValueError("cut off")
        if not count:
            return whole
        whole, rest = whole + rest[:count], rest[count + 2 :]


ROAD = "/2026/05/cable-car-"
STREAMS = {"endless chunks", "endless page", "endless head"}
CHECKS: Mapping[str, Check] = {
    "not found": says(404),
    "gone": says(410),
    "forbidden": says(403),
    "unauthorised": lambda got: says(401)(got) and got.header("WWW-Authenticate").startswith("Basic"),
    "proxy wanted": says(407),
    "too many requests": lambda got: says(429)(got) and got.header("Retry-After") == "1",
    "server error": says(500),
    "unavailable": lambda got: says(503)(got) and got.header("Retry-After") == "120",
    "server error with a page": lambda got: says(500)(got) and got.body == PAGE,
    "no content": lambda got: got.status == 204 and not got.body,
    "empty body": lambda got: got.status == 200 and got.header("Content-Length") == "0" and not got.body,
    "blank page": lambda got: says(200)(got) and b"<body></body>" in got.body,
    "gzip bomb": lambda got: len(got.body) < BIG // 500 and len(unpacked(got)) == BIG and unpacked(got).startswith(PAGE),
    "no gzip": lambda got: got.header("Content-Encoding") == "gzip" and fails(unpacked, got),
    "truncated gzip": lambda got: got.body.startswith(b"\x1f\x8b") and fails(unpacked, got),
    "deflated": lambda got: got.header("Content-Encoding") == "deflate" and zlib.decompress(got.body) == PAGE,
    "unknown packing": lambda got: got.header("Content-Encoding") == "zoo",
    "truncated body": is_cut,
    "length too short": lambda got: int(got.header("Content-Length")) < len(got.body) == len(PAGE),
    "two lengths": lambda got: got.head.count("Content-Length: ") == 2,
    "no length": lambda got: not got.header("Content-Length") and got.body == PAGE and got.end == "closed",
    "negative length": lambda got: got.header("Content-Length") == "-1",
    "broken chunks": lambda got: fails(chunks, got) and b"\r\nzz\r\n" in got.body,
    "chunks cut off": lambda got: fails(chunks, got) and got.end == "closed",
    "chunks": lambda got: got.header("Transfer-Encoding") == "chunked" and chunks(got) == PAGE,
    "endless chunks": lambda got: got.end == "full" and got.header("Transfer-Encoding") == "chunked",
    "endless page": lambda got: got.end == "full" and got.body.startswith(PAGE),
    "20 MB page": lambda got: says(200)(got) and len(got.body) > BIG - 100,
    "wrong charset": lambda got: "utf-8" in got.header("Content-Type") and fails(lambda one: one.body.decode(), got),
    "unknown charset": lambda got: "klingon" in got.header("Content-Type") and got.body == LETTERS,
    "utf-16 without a word": lambda got: got.header("Content-Type") == "text/html" and got.body.decode("utf-16") == LETTERS.decode(),
    "no type": lambda got: not got.header("Content-Type") and got.body == PAGE,
    "noise": lambda got: says(200)(got) and b"\x00\x01\x02" in got.body,
    "an image": lambda got: got.header("Content-Type") == "image/png",
    "a programme": lambda got: got.header("Content-Type") == "application/octet-stream",
    "html called pdf": lambda got: got.header("Content-Type") == "application/pdf" and got.body == PAGE,
    "broken pdf": lambda got: got.body.startswith(b"%PDF") and b"%%EOF" not in got.body,
    "deep nesting": lambda got: got.body.count(b"<div>") == DEEP,
    "meta refresh": lambda got: says(200)(got) and b'http-equiv="refresh"' in got.body,
    "no HTTP": lambda got: got.content.startswith(b"SSH-2.0"),
    "HTTP of the future": lambda got: got.content.startswith(b"HTTP/9.9 200"),
    "endless head": lambda got: got.end == "full" and b"\r\n\r\n" not in got.content,
    "long header": lambda got: len(got.header("X-Long")) == 500_000,
    "closed at once": lambda got: got == Got(b"", "closed"),
    "closed in the head": lambda got: got == Got(b"HTTP/1.1 200 OK\r\nContent-Ty", "closed"),
    "reset": lambda got: got.content == b"" and got.end in ("reset", "closed"),
    "slow start": lambda got: says(200)(got) and got.body == PAGE,
    "slow drip": lambda got: 3 <= len(got.body) < 30 and got.end == "open",
    "slow head": lambda got: got.end == "open" and b"\r\n\r\n" not in got.content and got.content.endswith(b"yy"),
    "never answers": lambda got: got == Got(b"", "open"),
    "stops halfway": lambda got: got.end == "open" and got.body == PAGE[: len(PAGE) // 2],
    "redirect chain": leads(ROAD + "second-step"),
    "redirect loop": leads(ROAD + "back-again"),
    "redirect to itself": leads(ROAD + "redirect-to-itself"),
    "redirects without end": leads(ROAD + "redirects-without-end-1"),
    "redirect to another site": leads("http://harbour-times.example:8080/2026/05/harbour-bridge-opened-after-repairs"),
    "redirect to a lookalike": leads("http://harb0ur-times.example:8080/2026/05/port-authority-bankrupt"),
    "redirect to a private address": leads("http://10.0.0.1/"),
    "redirect to the metadata": leads("http://169.254.169.254/latest/meta-data/"),
    "redirect to loopback": leads("http://127.0.0.1:8080/"),
    "redirect to loopback, short": leads("http://127.1:8080/"),
    "redirect to loopback as a number": leads("http://2130706433:8080/"),
    "redirect to loopback of the six": leads("http://[::1]:8080/"),
    "redirect to a private name": leads("http://inside.example:8080/"),
    "redirect to a file": leads("file:///etc/passwd"),
    "redirect to a script": leads("javascript:alert(1)"),
    "redirect to another port": leads("http://harbour-times.example:22/"),
    "redirect with a password": leads("http://user:word@harbour-times.example:8080/"),
    "redirect nowhere": lambda got: got.status == 302 and not got.header("Location"),
    "redirect to no address": leads("http://[::1"),
    "redirect into what robots forbid": leads("http://town-archive.example:8080/private/council-minutes-of-2026"),
}  # fmt: skip


def waiting(name: str) -> float:
    return SHORT_S if name in ("slow drip", "slow head", "never answers", "stops halfway") else PATIENT


def got(internet: Internet, address: str, name: str) -> Got:
    with connect(internet, address, PATIENT) as line:
        line.sendall(request(address, headers={"Connection": "close"}))
        return listen(line, waiting(name), 2_000_000 if name in STREAMS else 30_000_000)


def test_every_fault_is_looked_at() -> None:
    assert CHECKS.keys() == STEPS.keys()
    assert PAGE_FAULTS.keys() == STEPS.keys() | NAMED.keys()
    assert len(set(PAGE_FAULTS.values())) == len(PAGE_FAULTS)
    assert PAGE_FAULTS.keys() >= READABLE | EITHER | CLOSED_DOORS
    assert not READABLE & EITHER
    assert not CLOSED_DOORS & (READABLE | EITHER)


@pytest.mark.parametrize("name", CHECKS)
def test_a_page_goes_wrong_as_its_name_says(internet: Internet, name: str) -> None:
    assert CHECKS[name](got(internet, PAGE_FAULTS[name], name))


@pytest.mark.parametrize("name", ["server error", "never answers", "gzip bomb", "redirect to a private address"])
def test_any_site_can_be_told_to_go_wrong_so(internet: Internet, name: str) -> None:
    internet.fail("wire.example", name)
    assert CHECKS[name](got(internet, "http://wire.example:8080/2026/04/tanker-aurelia-aground-off-brisa", name))


def test_a_chain_ends_at_the_page_and_a_loop_comes_back(internet: Internet) -> None:
    def on(address: str) -> str:
        place = ask(internet, address).header("Location")
        return f"http://moved.example:8080{place}" if place.startswith("/") else place

    assert ask(internet, on(on(PAGE_FAULTS["redirect chain"]))).body == PAGE
    assert on(on(PAGE_FAULTS["redirect loop"])) == PAGE_FAULTS["redirect loop"]
    places = [PAGE_FAULTS["redirects without end"]]
    for _ in range(30):
        places.append(on(places[-1]))
    assert len(set(places)) == 31


def test_names_and_doors_are_as_they_are_called(internet: Internet) -> None:
    def addresses(name: str) -> list[str]:
        return asyncio.run(internet.resolve(urlsplit(PAGE_FAULTS[name]).hostname or ""))

    assert addresses("private name") == ["10.0.0.1"]
    assert addresses("metadata name") == ["169.254.169.254"]
    assert addresses("loopback name") == ["127.0.0.1"]
    assert addresses("mapped name") == ["::ffff:10.0.0.1"]
    assert addresses("half private name")[1:] == ["10.0.0.1"]
    assert urlsplit(PAGE_FAULTS["port not allowed"]).port == 22
    with pytest.raises(OSError, match="no such name"):
        addresses("no such name")
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection((addresses("refused")[0], PORT), timeout=2)
    with pytest.raises(TimeoutError):
        asyncio.run(asyncio.wait_for(internet.resolve("unheard.example"), 0.1))


@pytest.mark.parametrize("name", ["half private name", "turning name", "robots 503", "robots never answer", "robots in a circle"])
def test_behind_a_fault_of_names_or_robots_the_page_is_well(internet: Internet, name: str) -> None:
    assert ask(internet, PAGE_FAULTS[name]).body == PAGE
