"""The loopback internet itself: every site on an address of its own, all in one thread, every request written down."""

import asyncio
import errno
import os
import socket
import threading
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from ipaddress import IPv4Network
from types import MappingProxyType, TracebackType

from tests.internet import faults, pages, providers, sites
from tests.internet.sites import BY_NAME, CLOSED, PORT, PRIVATE_NAMES, SITES, UNHEARD
from tests.internet.wire import FOREVER_S, Request, Step, Wire, tells

START_S = 10.0  # until all sites listen
TRIES = 50  # networks that are tried before there is none
CLOSED_AT = 250  # the last number of an address where nobody listens
NUMBERS: Mapping[str, int] = MappingProxyType({site.name: number for number, site in enumerate(SITES, 1)})


@dataclass(slots=True)
class Connection:
    """A connection that was taken, whether or not anything was asked on it."""

    site: str
    number: int
    opened: float = field(default_factory=time.monotonic)
    closed: float | None = None


@dataclass(slots=True)
class _Failing:
    step: Step
    times: int | None  # requests that still go wrong; none: all


class Internet:
    """A little internet on 127.A.B.0/24, for as long as the block lasts."""

    network: IPv4Network
    providers: Mapping[str, str] = providers.ADDRESSES

    def __init__(self, delay: float = 0.0) -> None:
        self.delay = delay  # seconds before every answer
        self.log: list[Request] = []  # every request, in the order in which they came
        self.connections: list[Connection] = []
        self.lookups: list[str] = []  # every name that was asked for
        self.trouble: Exception | None = None  # a fault of this package, not of a site
        self._failing: dict[str, _Failing] = {}

    def __enter__(self) -> "Internet":
        self._loop, self._ready = asyncio.new_event_loop(), threading.Event()
        self._ended = asyncio.Event()
        self._thread = threading.Thread(target=self._loop.run_until_complete, args=(self._serve(),), name="internet", daemon=True)
        self._thread.start()
        if not self._ready.wait(START_S) or self.trouble is not None:
            self.__exit__(None, None, None)
            raise self.trouble or TimeoutError("the loopback internet did not start")
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._loop.call_soon_threadsafe(self._ended.set)
        self._thread.join(START_S)
        self._loop.close()
        if self.trouble is not None and error is None:
            raise self.trouble

    # Names and addresses.

    def url(self, site: str, path: str = "/") -> str:
        """The address of a page."""
        return sites.url(site, path)

    def address(self, site: str) -> str:
        """The loopback address of a site."""
        return str(self.network[NUMBERS[site]])

    async def resolve(self, host: str) -> list[str]:
        """The addresses of a name, as a name server gives them; an unknown name is an `OSError`."""
        name = host.lower().removesuffix(".")
        self.lookups.append(name)
        if name == UNHEARD:
            await asyncio.sleep(FOREVER_S)
        if name in PRIVATE_NAMES:
            return list(PRIVATE_NAMES[name])
        if name == CLOSED:
            return [str(self.network[CLOSED_AT])]
        if name not in BY_NAME:
            raise socket.gaierror(socket.EAI_NONAME, f"no such name: {name}")
        if name == "turning.example" and self.lookups.count(name) > 1:
            return ["10.0.0.1"]
        return [self.address(name), "10.0.0.1"] if name == "half-inside.example" else [self.address(name)]

    # What goes wrong on demand.

    def fail(self, site: str, fault: str, times: int | None = None) -> None:
        """Let a provider (`tavily`) or a site (`wire.example`, but for its robots rules) go wrong, from now on or for so many requests."""
        step = providers.failing(site, fault) if site in self.providers else faults.STEPS[fault]
        if site not in self.providers and site not in BY_NAME:
            raise KeyError(site)
        self._failing[site] = _Failing(step, times)

    def mend(self, site: str | None = None) -> None:
        """Let one, or all, be well again."""
        for name in [site] if site else list(self._failing):
            self._failing.pop(name, None)

    # What was asked.

    def asked(self, site: str) -> list[Request]:
        """The requests to a site or a provider, in the order in which they came."""
        return [request for request in list(self.log) if request.site == site or providers.named(request) == site]

    def counts(self) -> Counter[str]:
        """How many requests each site had."""
        return Counter(request.site for request in list(self.log))

    def most_at_once(self, site: str) -> int:
        """How many requests to a site were under way at the same time, at most."""
        asked = self.asked(site)
        now = time.monotonic()
        return max((sum(one.begun <= at.begun < (one.ended or now) for one in asked) for at in asked), default=0)

    def forget(self) -> None:
        """Empty the log."""
        self.log.clear()
        self.connections.clear()
        self.lookups.clear()

    # The servers.

    async def _serve(self) -> None:
        servers: list[asyncio.Server] = []
        try:
            servers = await self._listen()
            self._ready.set()
            await self._ended.wait()
        except Exception as trouble:
            self.trouble = trouble
            self._ready.set()
            await self._ended.wait()
        for server in servers:
            server.close()
        waiting = asyncio.all_tasks() - {asyncio.current_task()}
        for task in waiting:  # those that never answer
            task.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)

    async def _listen(self) -> list[asyncio.Server]:
        """All sites on the first network of ours that nobody has."""
        for network in _networks():
            self.network, servers = network, []
            try:
                for site in SITES:
                    servers += [await asyncio.start_server(self._meeting(site.name), self.address(site.name), PORT)]
            except OSError as taken:
                for server in servers:
                    server.close()
                if taken.errno not in (errno.EADDRINUSE, errno.EADDRNOTAVAIL):
                    raise
            else:
                return servers
        raise OSError(f"no network of 127.0.0.0/8 is free on port {PORT}: is something listening there on all addresses?")

    def _meeting(self, site: str) -> "asyncio.streams._ClientConnectedCallback":
        async def met(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            connection = Connection(site, len(self.connections) + 1)
            self.connections.append(connection)
            try:
                while await self._answered(reader, writer, connection):
                    pass
            except (OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError, asyncio.CancelledError):
                pass  # who asked has gone or sent no request, or the test has ended
            except Exception as trouble:
                self.trouble = trouble
            finally:
                connection.closed = time.monotonic()
                writer.close()
                with suppress(OSError, asyncio.CancelledError):
                    await writer.wait_closed()

        return met

    async def _answered(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, connection: Connection) -> bool:
        """One request answered; whether another may follow."""
        request = await _read(reader, connection)
        self.log.append(request)
        wire = Wire(writer)
        try:
            await asyncio.sleep(self.delay)
            await self._step(request)(request, wire)
        finally:
            request.sent, request.ended = wire.sent, time.monotonic()
        return wire.stays

    def _step(self, request: Request) -> Step:
        if request.headers.get("host", "").lower() not in (request.site, f"{request.site}:{PORT}"):
            return tells({"error": "no such site here"}, 421)
        for name in (providers.named(request), request.site):
            failing = self._failing.get(name or "") if request.path != "/robots.txt" else None
            if failing is not None and failing.times != 0:
                failing.times = None if failing.times is None else failing.times - 1
                return failing.step
        return providers.answer(request) or faults.answer(request) or pages.answer(request)


def _networks() -> Iterator[IPv4Network]:
    """Networks to try, begun at one of this process's own, so that two test sessions seldom meet."""
    for step in range(TRIES):
        number = (os.getpid() + step * 7919) % (200 * 256)
        yield IPv4Network(f"127.{16 + number // 256}.{number % 256}.0/24")


async def _read(reader: asyncio.StreamReader, connection: Connection) -> Request:
    first, *lines = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").strip().split("\r\n")
    method, target, *_ = (*first.split(" "), "", "")
    headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
    length = headers.get("content-length", "0")
    body = await reader.readexactly(int(length) if length.isdecimal() else 0)
    return Request(connection.site, method, target, MappingProxyType(headers), body, connection.number)
