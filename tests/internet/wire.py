"""What goes over a socket of the loopback internet: a request as it came, the way back, and the plain steps that answers are made of."""

import asyncio
import json
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qsl, urlsplit

PART = 65_536  # bytes sent at once
DRIP_S = 0.05  # between two bytes of a slow answer
FOREVER_S = 3600.0  # longer than any test


@dataclass(slots=True)
class Request:
    """A request as it came, and how it went; times are by the clock that only goes forward."""

    site: str
    method: str
    target: str  # as it was asked for: path and query
    headers: Mapping[str, str]  # by names in lower case
    body: bytes = b""
    connection: int = 0  # requests with the same number came over one connection
    begun: float = field(default_factory=time.monotonic)
    ended: float | None = None  # none: it is still being answered
    sent: int = 0  # bytes of the answer, head included

    @property
    def path(self) -> str:
        """What was asked for, without its query."""
        return urlsplit(self.target).path

    @property
    def query(self) -> dict[str, str]:
        """The parameters in the address; of one given twice, the last."""
        return dict(parse_qsl(urlsplit(self.target).query, keep_blank_values=True))


@dataclass(slots=True)
class Wire:
    """The way back to who asked."""

    writer: asyncio.StreamWriter
    sent: int = 0
    stays: bool = False  # another request may follow on this connection

    async def send(self, content: bytes) -> None:
        """Send it, as fast as it is taken."""
        for at in range(0, len(content), PART):
            part = content[at : at + PART]
            self.writer.write(part)
            await self.writer.drain()
            self.sent += len(part)


Step = Callable[[Request, Wire], Awaitable[None]]


def head(status: int = 200, **headers: str) -> bytes:
    """The first lines of an answer; a header's name is written with `_` for `-`."""
    lines = (f"{name.replace('_', '-')}: {value}\r\n" for name, value in headers.items())
    return f"HTTP/1.1 {status} Said\r\n{''.join(lines)}\r\n".encode("latin-1")


def sends(content: bytes, kind: str = "text/html; charset=utf-8", status: int = 200, **headers: str) -> Step:
    """These bytes, whatever was asked; the connection stays open for more."""

    async def step(request: Request, wire: Wire) -> None:
        wire.stays = request.headers.get("connection", "").lower() != "close"
        told = head(status, Content_Type=kind, Content_Length=str(len(content)), **headers)
        await wire.send(told + (b"" if request.method == "HEAD" else content))

    return step


def tells(value: Any, status: int = 200, **headers: str) -> Step:
    """This value as JSON."""
    return sends(json.dumps(value).encode(), "application/json", status, **headers)


def throws(content: bytes) -> Step:
    """These bytes as they are, with no head of ours, and the line is cut."""

    async def step(request: Request, wire: Wire) -> None:
        await wire.send(content)

    return step


def points(place: str, status: int = 301) -> Step:
    """To another address."""
    return sends(b"Moved.", "text/plain", status, Location=place)


async def silence(request: Request, wire: Wire) -> None:
    """No answer, ever."""
    await asyncio.sleep(FOREVER_S)


def drips(start: bytes, drop: bytes = b" ") -> Step:
    """A little now and then, for ever, after something that came at once."""

    async def step(request: Request, wire: Wire) -> None:
        await wire.send(start)
        while True:
            await wire.send(drop)
            await asyncio.sleep(DRIP_S)

    return step


def late(seconds: float, then: Step) -> Step:
    """The same, after a while."""

    async def step(request: Request, wire: Wire) -> None:
        await asyncio.sleep(seconds)
        await then(request, wire)

    return step


def pours(start: bytes, part: bytes) -> Step:
    """The same part again and again, as fast as it is taken, for ever."""

    async def step(request: Request, wire: Wire) -> None:
        await wire.send(start)
        while True:
            await wire.send(part)

    return step


async def resets(request: Request, wire: Wire) -> None:
    """The connection is broken off, not closed."""
    wire.writer.transport.abort()
