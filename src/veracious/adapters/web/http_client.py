"""The only way out: every request to the web goes through here, and none goes to an address that is not public.

1. The address is read into one exact place (`place.py`); only the usual ports of the web are asked.
2. The host is looked up once for each connection. If one address of the answer is not public, the host is refused; else the connection goes
   to an address of that same answer (`pinned.py`), so that a second look-up cannot give another. Proxies of the environment are not used.
3. The answer is taken in within its caps: seconds for everything together, bytes of the head, bytes of the body packed and unpacked.
4. A GET follows redirects, each met as a new request from step 1, and never from https to http. What a caller adds to the head goes to
   the first host only.

Networks that an operator opened to webhooks count as public, at any port and without TLS, for webhooks alone; elsewhere a webhook has TLS.
Addresses that an operator configured may lie anywhere, at any port; they have the same caps, and redirects of theirs are not followed.
Whatever goes wrong is a `SourceUnavailable` or a `SourceMalformed` that names the host.
"""

import asyncio
import json
import re
import socket
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from functools import cache
from ipaddress import IPv4Network, IPv6Network, ip_address
from ssl import SSLContext
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from veracious.adapters.web import address as places
from veracious.adapters.web import unpack
from veracious.adapters.web.address import Place
from veracious.domain.errors import SourceError, SourceMalformed, SourceUnavailable
from veracious.rules.seeking import addresses

if TYPE_CHECKING:
    from veracious.adapters.web import pinned

AGENT = "veracious"  # as robots rules name us
REDIRECTS = frozenset((301, 302, 303, 307, 308))
CONNECTS = 4  # the part of the seconds that one address may take to be reached is one of so many

_CHARSET = re.compile(r";\s*charset\s*=\s*[\"']?\s*([A-Za-z0-9_:.-]{1,40})", re.IGNORECASE)
_TYPE = re.compile(r"[a-z0-9.+-]{1,60}/[a-z0-9.+-]{1,100}")


@dataclass(frozen=True, slots=True)
class Caps:
    """What one fetch may take: settings of the door, no dials; what takes more is refused, never cut."""

    seconds: float = 20.0  # all look-ups, redirects and bytes together
    bytes: int = 5_000_000  # of a body, as it comes and as it unpacks
    ratio: int = 100  # of a body, unpacked to packed
    ratio_from: int = 1_000_000  # bytes unpacked, from which on the ratio is judged: a small table may well pack so tightly
    redirects: int = 5
    header_bytes: int = 64_000  # of the head of an answer
    ports: frozenset[int] = frozenset((80, 443, 8080, 8443))


AS_SHIPPED = Caps()


@dataclass(frozen=True, slots=True)
class Fetched:
    """An answer. The body is that of a status from 200 to 299; what is said beside any other is not read."""

    url: str  # the address that answered, after redirects
    status: int
    content_type: str  # in small letters, without parameters; empty when none is told
    charset: str  # as the server names it; empty when it does not
    body: bytes
    retry_after: str = ""  # how long the server asks to be left alone, as it says it


Resolve = Callable[[str], Awaitable[Sequence[str]]]
Turn = Callable[[str], AbstractAsyncContextManager[None]]  # entered around each request, with its address; waiting in it is not counted


async def system_names(host: str) -> Sequence[str]:
    """The addresses of a host, as the machine looks them up."""
    found = await asyncio.to_thread(socket.getaddrinfo, host, None, type=socket.SOCK_STREAM)
    return tuple(dict.fromkeys(str(entry[4][0]) for entry in found))


@asynccontextmanager
async def at_once(url: str) -> AsyncIterator[None]:
    """A turn that nobody waits for."""
    yield


@cache
def _certificates() -> SSLContext:
    """Whom to trust; read once."""
    import httpx2

    return httpx2.create_ssl_context()


@dataclass(frozen=True, slots=True)
class _Request:
    """A request, and whether an operator configured its address."""

    method: str
    place: Place
    headers: Mapping[str, str]
    operator: bool
    content: bytes = b""
    is_status_enough: bool = False  # nothing behind the head of the answer is read


@dataclass(frozen=True, slots=True)
class _Met:
    """An answer, and where it sends on to."""

    fetched: Fetched
    location: str


class PublicHttpClient:
    """Requests to the open web, and to what an operator configured."""

    def __init__(
        self,
        caps: Caps = AS_SHIPPED,
        resolve: Resolve = system_names,
        opened: Sequence[IPv4Network | IPv6Network] = (),  # networks that count as public: a test's, or an operator's
        certificates: SSLContext | None = None,  # None: whom the machine trusts
        webhooks: bool = False,  # in networks that are opened any port and http://; elsewhere https:// alone
    ) -> None:
        self.caps = caps
        self._resolve = resolve
        self._opened = tuple(opened)
        self._trusted = certificates
        self._webhooks = webhooks

    async def get(self, url: str, headers: Mapping[str, str] | None = None, operator: bool = False, turn: Turn = at_once) -> Fetched:
        """What is at an address, after its redirects; each request waits for its turn."""
        place, given, left = places.read(url), headers or {}, self.caps.seconds
        for _ in range(self.caps.redirects + 1):
            self._check_place(place, operator)
            async with turn(place.url):
                began = time.monotonic()
                met = await self._met(_Request("GET", place, given, operator), left)
            left -= time.monotonic() - began
            if operator or not met.location:
                return met.fetched
            target = places.onward(place, met.location)
            place, given = target, given if target.origin == place.origin else {}
        raise SourceMalformed(f"{place.host}: more than {self.caps.redirects} redirects")

    async def post(self, url: str, content: Mapping[str, Any], headers: Mapping[str, str] | None = None, operator: bool = False) -> Fetched:
        """The answer to a JSON body; a redirect is an answer like any other."""
        place = places.read(url)
        self._check_place(place, operator)
        given = {"content-type": "application/json", **(headers or {})}
        return (await self._met(_Request("POST", place, given, operator, json.dumps(content).encode()), self.caps.seconds)).fetched

    async def submit(self, url: str, fields: Mapping[str, str], headers: Mapping[str, str], operator: bool = False) -> Fetched:
        """The answer to a form; a redirect is an answer like any other."""
        place = places.read(url)
        self._check_place(place, operator)
        given = {"content-type": "application/x-www-form-urlencoded", **headers}
        return (await self._met(_Request("POST", place, given, operator, urlencode(fields).encode()), self.caps.seconds)).fetched

    async def send(self, url: str, content: bytes, headers: Mapping[str, str]) -> int:
        """The status of the answer to bytes that are posted as they are; a redirect is one like any other, and no more of it is read."""
        place = self.check(url)
        return (await self._met(_Request("POST", place, headers, False, content, is_status_enough=True), self.caps.seconds)).fetched.status

    def check(self, url: str) -> Place:
        """The place that an address names, unless it can be refused before anybody is asked."""
        place = places.read(url)
        self._check_place(place, operator=False)
        return place

    def _check_place(self, place: Place, operator: bool) -> None:
        """Refuse what can be refused before anybody is asked; a port that depends on the address is judged with it."""
        if operator:
            return
        if place.is_literal:
            self._check_address(place, place.host)
        elif not (self._webhooks and self._opened):
            self._check_port(place)
            self._check_scheme(place)

    def _check_address(self, place: Place, address: str) -> None:
        is_opened = self._is_opened(address)
        if not addresses.is_public(address) and not is_opened:
            raise SourceMalformed(f"{place.host}: not a public address")
        if not (is_opened and self._webhooks):
            self._check_port(place)
            self._check_scheme(place)

    def _check_scheme(self, place: Place) -> None:
        if self._webhooks and place.scheme != "https":
            raise SourceMalformed(f"{place.host}: a webhook has an address that begins with https://")

    def _check_port(self, place: Place) -> None:
        if place.port not in self.caps.ports:
            raise SourceMalformed(f"{place.host}: port {place.port} is not asked")

    def _is_opened(self, address: str) -> bool:
        try:
            return any(ip_address(address) in network for network in self._opened)
        except ValueError:
            return False

    async def _met(self, asked: _Request, seconds: float) -> _Met:
        """One request and its answer, over one connection, within so many seconds."""
        from veracious.adapters.web import pinned  # a quarter of a second to import, only here, and not on the clock of the other side

        host = asked.place.host
        try:
            request, certificates = self._request(asked), self._trusted or _certificates()
            async with asyncio.timeout(seconds):
                async with pinned.ask(request, await self._addresses(asked), certificates) as answer:
                    return await self._taken(asked, answer)
        except SourceError as failed:
            named = failed.detail if failed.detail.startswith(f"{host}:") else f"{host}: {failed.detail}"
            raise type(failed)(named) from failed
        except TimeoutError as late:
            raise SourceUnavailable(f"{host}: no whole answer within {self.caps.seconds:g} seconds") from late
        except Exception as failed:  # whatever the libraries make of what came: they raise more than they say
            raise SourceUnavailable(f"{host}: {type(failed).__name__}") from failed

    async def _addresses(self, asked: _Request) -> Sequence[str]:
        """Where the host is, by one look-up; `SourceMalformed` if any of it is not public."""
        place = asked.place
        found = (place.host,) if place.is_literal else tuple(await self._resolve(place.host))
        if not found:
            raise SourceUnavailable("no address")
        if not asked.operator:
            for address in found:
                self._check_address(place, address)
        return found

    def _request(self, asked: _Request) -> "pinned.Request":
        from veracious.adapters.web import pinned

        own = {
            "host": asked.place.authority,
            "user-agent": AGENT,
            "accept": "*/*",
            "accept-encoding": unpack.ACCEPTED,
            "connection": "close",
        }
        sent = own | {name.lower(): value for name, value in asked.headers.items()}
        if asked.content:
            sent["content-length"] = str(len(asked.content))
        caps = self.caps
        return pinned.Request(asked.method, asked.place, tuple(sent.items()), asked.content, caps.header_bytes, caps.seconds / CONNECTS)

    async def _taken(self, asked: _Request, answer: "pinned.Answer") -> _Met:
        told = answer.header("content-type")
        kind, named = _TYPE.match(told.strip().lower()), _CHARSET.search(told)
        body = await self._body(answer) if answer.status // 100 == 2 and not asked.is_status_enough else b""
        fetched = Fetched(
            asked.place.url, answer.status, kind[0] if kind else "", named[1] if named else "", body, answer.header("retry-after")
        )
        return _Met(fetched, answer.header("location") if answer.status in REDIRECTS else "")

    async def _body(self, answer: "pinned.Answer") -> bytes:
        caps = self.caps
        body = unpack.Body(answer.header("content-encoding"), caps.bytes, caps.ratio, caps.ratio_from)
        async for piece in answer.body:
            body.take(piece)
        return body.end()
