"""A site on loopback over real sockets: it answers as it is told, and counts who came and how many were there at once."""

import asyncio
import ssl
import threading
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from ipaddress import IPv4Network, ip_network
from types import TracebackType
from typing import Any

from veracious.adapters.web.http_client import Caps, PublicHttpClient, Resolve

HOME = "127.0.0.2"  # the one address that the tests call public
DRIP_S = 0.02  # between two pieces of a slow answer


@dataclass(frozen=True, slots=True)
class Asked:
    """A request as it came."""

    method: str
    target: str
    headers: Mapping[str, str]  # names in small letters
    body: bytes = b""


Send = Callable[[bytes], Awaitable[None]]
Step = Callable[[Asked, Send], Coroutine[Any, Any, None]]


@dataclass
class Site:
    """A server on an address of its own, in a thread of its own."""

    answer: Callable[[Asked], Step]
    host: str = HOME
    certificate: ssl.SSLContext | None = None
    port: int = 0
    asked: list[Asked] = field(default_factory=list)
    names: list[str | None] = field(default_factory=list)  # that TLS was asked for
    accepted: int = 0
    open: int = 0  # connections now
    now: int = 0  # requests now
    at_once: int = 0  # the most requests at a time

    def __enter__(self) -> "Site":
        ready = threading.Event()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, args=(ready,), daemon=True)
        self._thread.start()
        assert ready.wait(10)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(10)

    @property
    def url(self) -> str:
        """Its address as a number."""
        return f"{'https' if self.certificate else 'http'}://{self.host}:{self.port}"

    @property
    def targets(self) -> list[str]:
        """What was asked for, in order."""
        return [one.target for one in self.asked]

    def _run(self, ready: threading.Event) -> None:
        asyncio.set_event_loop(self._loop)
        if self.certificate:
            self.certificate.sni_callback = lambda _, name, __: self.names.append(name)
        server = self._loop.run_until_complete(
            asyncio.start_server(self._serve, self.host, self.port, ssl=self.certificate, backlog=1024, limit=1 << 20)
        )
        self.port = server.sockets[0].getsockname()[1]
        ready.set()
        self._loop.run_forever()
        server.close()
        tasks = asyncio.all_tasks(self._loop)
        for task in tasks:
            task.cancel()
        self._loop.run_until_complete(asyncio.gather(*tasks, return_exceptions=True))
        self._loop.run_until_complete(self._loop.shutdown_asyncgens())
        self._loop.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.accepted += 1
        self.open += 1

        async def send(content: bytes) -> None:
            writer.write(content)
            await writer.drain()

        try:
            with suppress(OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError, asyncio.CancelledError):
                asked = await self._request(reader)
                self.asked.append(asked)
                self.now += 1
                self.at_once = max(self.at_once, self.now)
                try:
                    await self._answered(self.answer(asked)(asked, send), reader)
                finally:
                    self.now -= 1
        finally:
            writer.close()
            with suppress(OSError):
                await writer.wait_closed()
            self.open -= 1

    async def _answered(self, answer: Coroutine[Any, Any, None], reader: asyncio.StreamReader) -> None:
        """Answer until that is done or whoever asked is gone."""
        tasks = {asyncio.ensure_future(answer), asyncio.ensure_future(reader.read(1))}
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _request(self, reader: asyncio.StreamReader) -> Asked:
        first, *rest = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").strip().split("\r\n")
        method, target, _ = first.split(" ")
        headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in rest)}
        return Asked(method, target, headers, await reader.readexactly(int(headers.get("content-length", "0"))))


def head(status: int, length: int | None, headers: Mapping[str, str]) -> bytes:
    """The head of an answer."""
    told = {**({} if length is None else {"Content-Length": str(length)}), **headers}
    lines = "".join(f"{name}: {value}\r\n" for name, value in told.items())
    return f"HTTP/1.1 {status} So\r\n{lines}\r\n".encode()


def sends(content: bytes | str, status: int = 200, **headers: str) -> Step:
    """A whole answer; names of headers are written with `_` for `-`."""
    body = content.encode() if isinstance(content, str) else content
    named = {"Content-Type": "text/plain; charset=utf-8"} | {name.replace("_", "-"): value for name, value in headers.items()}

    async def step(asked: Asked, send: Send) -> None:
        await send(head(status, len(body), named) + body)

    return step


def points(location: str, status: int = 302) -> Step:
    """A redirect."""
    return sends("elsewhere", status, Location=location)


def raw(content: bytes, again: bytes = b"", pause_s: float | None = None) -> Step:
    """These bytes, and then others for ever, if any; with a pause between each, or as fast as they are taken."""

    async def step(asked: Asked, send: Send) -> None:
        await send(content)
        while again:
            await send(again)
            await asyncio.sleep(pause_s or 0)

    return step


async def silence(asked: Asked, send: Send) -> None:
    """No answer, ever."""
    await asyncio.sleep(3600)


def pages(steps: Mapping[str, Step], robots: Step | None = None) -> Callable[[Asked], Step]:
    """A site of these pages, by path, and no others."""
    nothing = sends("no such page", 404)
    known = dict(steps) | {"/robots.txt": robots or nothing}
    return lambda asked: known.get(asked.target.partition("?")[0], nothing)


def only(host: str) -> tuple[IPv4Network]:
    """The network of one address."""
    network = ip_network(f"{host}/32")
    assert isinstance(network, IPv4Network)
    return (network,)


class Names:
    """A look-up that answers from a list for each name, one after the other, the last for good; `asked` holds every question."""

    def __init__(self, **answers: list[list[str]]) -> None:
        self._answers = {name.replace("_", "."): list(given) for name, given in answers.items()}
        self.asked: list[str] = []

    async def __call__(self, host: str) -> list[str]:
        self.asked.append(host)
        given = self._answers[host]
        return given.pop(0) if len(given) > 1 else given[0]


def outside(*sites: Site, names: Resolve | None = None, **caps: Any) -> PublicHttpClient:
    """The way out, with the address of these sites open and their ports asked."""
    ports = frozenset(site.port for site in sites)
    own = Caps(**{"seconds": 20.0, "ports": ports, **caps})
    return PublicHttpClient(own, names or Names(public_example=[[HOME]]), only(HOME))
