"""No address that is not public is ever connected to, however it is spelled and whichever way it comes: counted at the sockets.

Every range of the table gives addresses, every address is spelled in every way that somebody reads as it, and every spelling comes five
ways: asked for, as a redirect, as what a name is looked up to after a first harmless answer, as a link of a PDF, and as the canonical
link of a page. The one site of the tests is on loopback itself; its one address is opened, and nothing beside it.
"""

import asyncio
import socket
import sys
import threading
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from html import escape
from ipaddress import IPv4Address, IPv6Address
from typing import Any

import pytest

from tests.adapters.papers import assemble, stream, written
from tests.adapters.sites import HOME, Asked, Site, Step, only, points, sends
from tests.adapters.test_page_reader import rate
from tests.adapters.test_robots import Watch
from veracious.adapters.files.caps import Caps as FileCaps
from veracious.adapters.files.read import Files
from veracious.adapters.web.http_client import Caps, PublicHttpClient
from veracious.adapters.web.page_reader import WebPageReader
from veracious.adapters.web.robots import Manners, Robots
from veracious.domain.errors import SourceMalformed, SourceUnavailable
from veracious.domain.evidence import Snapshot
from veracious.rules.seeking.addresses import NOT_PUBLIC_4, NOT_PUBLIC_6, is_public

AT_ONCE = 40  # reads
LINKS = 100  # of one PDF
FACT = "The harbour bridge was opened on 19 March 1932 and carries eight lanes of traffic."

KNOWN_4 = ("127.0.0.1", "169.254.169.254", "0.0.0.0", "10.0.0.1", "192.168.1.1", "172.17.0.1", "100.100.100.200", "255.255.255.255")  # noqa: S104
KNOWN_6 = (
    "::", "::1", "64:ff9b:1::1", "100::1", "2001:0:4136:e378:8000:63bf:3fff:fdd2", "2001:2::1", "2001:20::1", "4000::1", "5f00::1",
    "fc00::1", "fd00::2", "fd00:ec2::254", "fe80::1", "fec0::1", "ff02::1", "ff0e::1",
)  # fmt: skip
NAMES = (
    "localhost", "LOCALHOST", "localhost.", "LocalHost.", "ⓛocalhost", "ｌｏｃａｌｈｏｓｔ", "loc\u00adalhost", "local\u200bhost",
    "a.localhost", "localhost.localdomain", "ip6-localhost", "metadata.google.internal", "kubernetes.default.svc", "router.lan", "printer",
    "127.0.0.1.nip.example",
)  # fmt: skip
WIDE = str.maketrans("0123456789", "０１２３４５６７８９")
RINGED = str.maketrans("123456789", "①②③④⑤⑥⑦⑧⑨")


def spelled_4(address: IPv4Address) -> list[str]:
    """The host of an IPv4 address in every way that some library, browser or resolver reads as it."""
    a, b, c, d = address.packed
    whole, text, three, two = int(address), str(address), int.from_bytes(address.packed[1:]), int.from_bytes(address.packed[2:])
    six = f"{a:02x}{b:02x}:{c:02x}{d:02x}"
    return [
        text, f"{text}.", f"{text}..", f"{whole}", f"0x{whole:x}", f"0X{whole:08X}", f"0{whole:o}", f"{whole + 2**32}",
        f"0x{a:x}.0x{b:x}.0x{c:x}.0x{d:x}", f"0{a:o}.0{b:o}.0{c:o}.0{d:o}", f"{a:03}.{b:03}.{c:03}.{d:03}", f"0x{a:x}.{b}.0{c:o}.{d}",
        f"{a}.{three}", f"{a}.{b}.{two}", f"0x{a:x}.{three}", f"00000{a:o}.{b}.{c}.{d}", f"{a + 256}.{b}.{c}.{d}",
        text.translate(WIDE), text.translate(RINGED), text.replace(".", "。"), text.replace(".", "．"), text.replace(".", "｡", 1),
        f"{text[:1]}\u200b{text[1:]}", f"{text}\u00ad", f"\ufeff{text}", f"{text}\t",
        "".join(f"%{ord(char):02x}" for char in text), text.replace(".", "%2e"), f"%{ord(text[0]):x}{text[1:]}", f"{text}%00.b.example",
        f"public.example@{text}", f"public.example:80@{text}", f"public.example\\@{text}", f"{text}\\.public.example",
        f"[::ffff:{text}]", f"[::ffff:{six}]", f"[0:0:0:0:0:FFFF:{six}]", f"[::{text}]", f"[::ffff:0:{text}]", f"[64:ff9b::{text}]",
        f"[64:ff9b::{six}]", f"[64:ff9b:1::{text}]", f"[2002:{six}::1]", f"[2002:{six}::]", f"[{text}]", f"[::ffff:{text}%25lo]",
    ]  # fmt: skip


def spelled_6(address: IPv6Address) -> list[str]:
    """The same of an IPv6 address."""
    text = str(address)
    wide = address.exploded
    return [
        f"[{text}]", f"[{wide}]", f"[{wide.upper()}]", f"[{wide[:-10]}:{IPv4Address(address.packed[12:])}]", f"[{text}%25lo]",
        f"[{text}%lo]", f"[{text}].", f"[{text}", text, f"user@[{text}]", f"[{text.replace(':', '：')}]",
    ]  # fmt: skip


def hosts() -> list[str]:
    """Every spelling of every address and name, once."""
    fours = [IPv4Address(text) for text in KNOWN_4]
    fours += [network.network_address + 1 for network in NOT_PUBLIC_4]
    sixes = [IPv6Address(text) for text in KNOWN_6]
    sixes += [network.network_address + 1 for network in NOT_PUBLIC_6]
    made = [one for address in fours for one in spelled_4(address)] + [one for address in sixes for one in spelled_6(address)]
    return list(dict.fromkeys((*made, *NAMES)))


HOSTS = hosts()
SOME = HOSTS[::4]  # for the ways beside the five


class Book:
    """Every connection, and every look-up by the machine, that any code of this process begins, written down by the interpreter."""

    def __init__(self) -> None:
        self.is_open = False
        self.connected: Counter[Any] = Counter()
        self.looked_up: list[Any] = []
        sys.addaudithook(self._heard)

    def _heard(self, event: str, given: tuple[Any, ...]) -> None:
        if self.is_open and event in ("socket.connect", "socket.sendto", "socket.sendmsg"):
            self.connected[given[1]] += 1
        if self.is_open and event in ("socket.getaddrinfo", "socket.gethostbyname", "socket.gethostbyname_ex"):
            self.looked_up.append(given[0])

    @contextmanager
    def opened(self) -> Iterator["Book"]:
        """Write from here on, on an empty page."""
        self.connected.clear()
        self.looked_up.clear()
        self.is_open = True
        try:
            yield self
        finally:
            self.is_open = False


@pytest.fixture(scope="module")
def book() -> Book:
    return Book()


class Trap:
    """Listens on every address of the machine, and counts who comes."""

    def __init__(self) -> None:
        self.accepted = 0
        self._socket = socket.create_server(("::", 0), family=socket.AF_INET6, dualstack_ipv6=True, backlog=128)
        self.port = self._socket.getsockname()[1]
        threading.Thread(target=self._take, daemon=True).start()

    def _take(self) -> None:
        while True:
            try:
                taken, _ = self._socket.accept()
            except OSError:
                return
            self.accepted += 1
            taken.close()

    def close(self) -> None:
        """Listen no longer."""
        self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()


@pytest.fixture(scope="module")
def trap() -> Iterator[Trap]:
    opened = Trap()
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def files() -> Iterator[Files]:
    with Files(FileCaps()) as opened:
        yield opened


@dataclass
class Gullible:
    """Looks names up as badly as can be: what can be read as a number is one, a name that is not known is this machine."""

    known: dict[str, list[list[str]]] = field(default_factory=dict)
    asked: Counter[str] = field(default_factory=Counter)

    async def __call__(self, host: str) -> Sequence[str]:
        self.asked[host] += 1
        if host == "public.example":
            return [HOME]
        if host in self.known:
            given = self.known[host]
            return given.pop(0) if len(given) > 1 else given[0]
        try:
            return [socket.inet_ntoa(socket.inet_aton(host))]
        except OSError:
            return ["127.0.0.1"]


@dataclass
class Setting:
    """The site, the trap, and a door between them that knows only the site's own address to be open."""

    site: Site
    door: WebPageReader
    names: Gullible
    trap: Trap
    book: Book

    def addresses(self) -> list[str]:
        """All spellings as addresses that lead to the trap."""
        return [f"http://{host}:{self.trap.port}/latest/meta-data/" for host in HOSTS]

    def read(self, urls: Sequence[str]) -> list[Snapshot | None]:
        """What came of all of these; none where it was refused. Whatever else is raised is raised."""

        async def one(url: str, turn: asyncio.Semaphore) -> Snapshot | None:
            async with turn:
                try:
                    return await self.door.read(url)
                except (SourceUnavailable, SourceMalformed):
                    return None

        async def all_of_them() -> list[Snapshot | None]:
            turn = asyncio.Semaphore(AT_ONCE)
            return await asyncio.gather(*(one(url, turn) for url in urls))

        with self.book.opened():
            return asyncio.run(all_of_them())

    def check(self, to_the_site: int) -> None:
        """Nothing was connected to but the site, this often; the machine looked nothing up; the trap is empty."""
        assert self.book.connected == ({(HOME, self.site.port): to_the_site} if to_the_site else {})
        assert self.site.accepted == to_the_site
        assert self.book.looked_up == []
        assert self.trap.accepted == 0


@pytest.fixture
def setting(files: Files, trap: Trap, book: Book) -> Iterator[Setting]:
    trap.accepted = 0
    with Site(lambda asked: sends("no such page", 404)) as site:
        names = Gullible()
        way = PublicHttpClient(Caps(seconds=20.0, ports=frozenset({site.port, trap.port, 80, 443})), names, only(HOME))
        yield Setting(site, WebPageReader(way, Robots(way, Watch(), Manners(pause_s=0.0)), files.parse, rate), names, trap, book)


def number(asked: Asked) -> int:
    """Which spelling, or which heap of them, a page of the site is about."""
    return int(asked.target.rpartition("/")[2])


def test_there_are_enough_spellings_of_every_range_and_none_of_a_public_address() -> None:
    assert len(HOSTS) >= 1_000
    exact = [host.strip("[]") for host in HOSTS]
    assert all(str(network.network_address + 1) in exact for network in NOT_PUBLIC_4)
    assert all(str(network.network_address + 1) in exact for network in NOT_PUBLIC_6)
    assert not any(is_public(host) for host in exact)


def test_the_spellings_lead_to_this_machine_and_the_counters_notice(setting: Setting) -> None:
    """What the machine itself makes of numbers, and a door with a hole in it: the trap and the book count both."""
    numeric = []
    for host in spelled_4(IPv4Address("127.0.0.1")):
        try:
            found = socket.getaddrinfo(host.strip("[]"), None, flags=socket.AI_NUMERICHOST, type=socket.SOCK_STREAM)
        except (OSError, UnicodeError):
            continue
        numeric += [host] if found[0][4][0] in ("127.0.0.1", "::ffff:127.0.0.1") else []
    assert len(numeric) >= 10
    holed = PublicHttpClient(Caps(ports=frozenset({setting.trap.port})), setting.names, only("127.0.0.1"))
    with setting.book.opened(), pytest.raises(SourceUnavailable):
        asyncio.run(holed.get(f"http://127.0.0.1:{setting.trap.port}/"))
    assert setting.book.connected == {("127.0.0.1", setting.trap.port): 1}
    assert setting.trap.accepted == 1


def test_asked_for_directly(setting: Setting) -> None:
    assert not any(setting.read(setting.addresses()))
    setting.check(0)


def test_asked_for_directly_in_other_schemes_and_ports(setting: Setting) -> None:
    port = setting.trap.port
    shapes = ("https://{0}:{1}/", "http://{0}/", "https://{0}/", "HTTP://{0}:{1}", "//{0}:{1}/", " http://{0}:{1}/ ", "{0}", "ftp://{0}/")
    assert not any(setting.read([shape.format(host, port) for host in HOSTS for shape in shapes]))
    setting.check(0)


def test_as_a_redirect(setting: Setting) -> None:
    targets = setting.addresses()
    setting.site.answer = lambda asked: (
        sends("", 404) if asked.target == "/robots.txt" else points(targets[number(asked)], 302 + number(asked) % 2)
    )
    assert not any(setting.read([f"http://public.example:{setting.site.port}/{at}" for at in range(len(targets))]))
    setting.check(1 + len(targets))


def test_as_a_redirect_without_a_scheme(setting: Setting) -> None:
    targets = [f"//{host}:{setting.trap.port}/" for host in SOME]
    setting.site.answer = lambda asked: sends("", 404) if asked.target == "/robots.txt" else points(targets[number(asked)], 307)
    assert not any(setting.read([f"http://public.example:{setting.site.port}/{at}" for at in range(len(targets))]))
    setting.check(1 + len(targets))


def test_as_the_second_answer_to_a_look_up(setting: Setting) -> None:
    """The first answer is the open site, the second is not public: one look-up for each connection, and the second is not made."""
    for at, host in enumerate(HOSTS):
        setting.names.known[f"r{at}.example"] = [[HOME], [host.strip("[]")]]
    assert not any(setting.read([f"http://r{at}.example:{setting.site.port}/page" for at in range(len(HOSTS))]))
    setting.check(len(HOSTS))
    assert set(setting.site.targets) == {"/robots.txt"}
    assert set(setting.names.asked.values()) == {2}


def test_as_a_later_answer_to_a_look_up_after_a_redirect(setting: Setting) -> None:
    for at, host in enumerate(SOME):
        setting.names.known[f"r{at}.example"] = [[HOME], [HOME], [host.strip("[]")]]
    setting.site.answer = lambda asked: sends("", 404) if asked.target == "/robots.txt" else points("/on")
    assert not any(setting.read([f"http://r{at}.example:{setting.site.port}/page" for at in range(len(SOME))]))
    setting.check(2 * len(SOME))
    assert set(setting.site.targets) == {"/robots.txt", "/page"}
    assert set(setting.names.asked.values()) == {3}


def test_as_one_of_several_answers_to_a_look_up(setting: Setting) -> None:
    for at, host in enumerate(HOSTS):
        setting.names.known[f"r{at}.example"] = [[HOME, host.strip("[]"), HOME]]
    assert not any(setting.read([f"http://r{at}.example:{setting.site.port}/page" for at in range(len(HOSTS))]))
    setting.check(0)


def linked_pdf(urls: Sequence[str]) -> bytes:
    """A PDF of one page that says a fact and has these links."""
    links = b"".join(b"<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/A<</S/URI/URI<%b>>>>>" % url.encode().hex().encode() for url in urls)
    page = b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>/Annots[%b]>>" % links
    action = b"/OpenAction<</S/URI/URI<%b>>>" % urls[0].encode().hex().encode()
    font = b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>"
    return assemble(
        [b"<</Type/Catalog/Pages 2 0 R%b>>" % action, b"<</Type/Pages/Kids[3 0 R]/Count 1>>", page, stream(written(FACT)), font]
    )


def test_as_a_link_of_a_pdf(setting: Setting) -> None:
    targets = setting.addresses()
    heaps = [linked_pdf(targets[at : at + LINKS]) for at in range(0, len(targets), LINKS)]

    def answer(asked: Asked) -> Step:
        return sends("", 404) if asked.target == "/robots.txt" else sends(heaps[number(asked)], Content_Type="application/pdf")

    setting.site.answer = answer
    met = setting.read([f"http://public.example:{setting.site.port}/{at}" for at in range(len(heaps))])
    assert all(found is not None and FACT in found.text for found in met)
    setting.check(1 + len(heaps))


def linking_page(url: str) -> str:
    """A page that says it is at home there, and names the place in every other way that a browser would follow by itself."""
    told = escape(url)
    return f"""<!doctype html><html><head><title>The bridge</title><link rel="canonical" href="{told}"><base href="{told}">
<meta property="og:url" content="{told}"><meta http-equiv="refresh" content="0; url={told}"><link rel="stylesheet" href="{told}">
<script src="{told}"></script></head><body><article><p>{FACT}</p><p>More is told <a href="{told}">elsewhere</a> of it.</p>
<img src="{told}"><iframe src="{told}"></iframe></article></body></html>"""


def test_as_the_canonical_link_of_a_page(setting: Setting) -> None:
    targets = [url for at, url in enumerate(setting.addresses()) if at % 4]  # each page is read in the cage: three of four will do
    assert len(targets) >= 1_000

    def answer(asked: Asked) -> Step:
        return (
            sends("", 404)
            if asked.target == "/robots.txt"
            else sends(linking_page(targets[number(asked)]), Content_Type="text/html; charset=utf-8")
        )

    setting.site.answer = answer
    met = setting.read([f"http://public.example:{setting.site.port}/{at}" for at in range(len(targets))])
    assert all(found is not None and FACT in found.text for found in met)
    assert len([found for found in met if found and found.canonical_url]) > len(targets) / 2  # kept, as words
    setting.check(1 + len(targets))
