"""One HTTP request over one connection to an address that was checked before. Imported only when there is something to ask.

The library that speaks HTTP is given a network in which every host is at the addresses it was told: it looks up no names, knows no proxy
and keeps no connection.
"""

from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass
from itertools import zip_longest
from ssl import SSLContext
from typing import Any

import httpcore2

from veracious.adapters.web.address import Place
from veracious.domain.errors import SourceMalformed

TRIED = 3  # addresses of a host, one after the other


@dataclass(frozen=True, slots=True)
class Request:
    """What is asked, where, and how much its answer's head may take."""

    method: str
    place: Place
    headers: Sequence[tuple[str, str]]
    content: bytes
    head_bytes: int
    connect_s: float  # to one address


@dataclass(frozen=True, slots=True)
class Answer:
    """The head of an answer, and its body as it comes."""

    status: int
    headers: Sequence[tuple[str, str]]  # names in small letters
    body: AsyncIterator[bytes]

    def header(self, name: str) -> str:
        """What the head says under this name, the first time; empty when nothing."""
        return next((value for key, value in self.headers if key == name), "")


@asynccontextmanager
async def ask(request: Request, addresses: Sequence[str], certificates: SSLContext) -> AsyncIterator[Answer]:
    """The answer to a request that goes to one of these addresses and nowhere else."""
    place = request.place
    network = _Network(addresses, request)
    origin = httpcore2.Origin(place.scheme.encode(), place.host.encode(), place.port)
    line = httpcore2.AsyncHTTPConnection(origin, certificates, network_backend=network)
    url = httpcore2.URL(scheme=place.scheme, host=place.host, port=place.port, target=place.target)
    try:
        answer = await line.handle_async_request(
            httpcore2.Request(request.method, url, headers=list(request.headers), content=request.content)
        )
        network.is_head_read = True
        headers = tuple((name.decode("ascii").lower(), _text(value)) for name, value in answer.headers)
        if sum(len(name) + len(value) for name, value in headers) > request.head_bytes:
            raise SourceMalformed(f"a head of more than {request.head_bytes:,} bytes")
        async with aclosing(answer.aiter_stream()) as body:
            yield Answer(answer.status, headers, body)
    except httpcore2.RemoteProtocolError:
        network.judge()  # a long head may be too much for the library before it is too much for us
        raise
    finally:
        await network.close()


class _Network(httpcore2.AsyncNetworkBackend):
    """A network in which the host asked for is at the given addresses."""

    def __init__(self, addresses: Sequence[str], request: Request) -> None:
        self._addresses = _mixed(addresses)[:TRIED]
        self._wire = httpcore2.AnyIOBackend()
        self._open: httpcore2.AsyncNetworkStream | None = None
        self._request = request
        self._came = 0  # bytes of the head
        self.is_head_read = False

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[httpcore2.SOCKET_OPTION] | None = None,
    ) -> httpcore2.AsyncNetworkStream:
        """A connection to the first of the addresses that takes it; the name of the host is not looked at."""
        failed: Exception = httpcore2.ConnectError("no address")
        for address in self._addresses:
            try:
                self._open = await self._wire.connect_tcp(address, port, self._request.connect_s)
                return _Counted(self._open, self)
            except (httpcore2.ConnectError, httpcore2.ConnectTimeout) as refused:
                failed = refused
        raise failed

    def count(self, piece: bytes) -> bytes:
        """The same bytes, counted while they may belong to the head."""
        self._came += 0 if self.is_head_read else len(piece)
        return piece

    def judge(self) -> None:
        """Refuse to read on when a head of as many bytes has not ended."""
        if not self.is_head_read and self._came > self._request.head_bytes:
            raise SourceMalformed(f"a head of more than {self._request.head_bytes:,} bytes")

    async def close(self) -> None:
        """End the connection, wherever in its life it is."""
        if self._open is not None:
            await self._open.aclose()


class _Counted(httpcore2.AsyncNetworkStream):
    """A connection whose bytes are counted, before and after it is made secret."""

    def __init__(self, stream: httpcore2.AsyncNetworkStream, network: _Network) -> None:
        self._stream, self._network = stream, network

    async def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        self._network.judge()
        return self._network.count(await self._stream.read(max_bytes, timeout))

    async def write(self, buffer: bytes, timeout: float | None = None) -> None:
        await self._stream.write(buffer, timeout)

    async def aclose(self) -> None:
        await self._stream.aclose()

    async def start_tls(
        self, ssl_context: SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore2.AsyncNetworkStream:
        return _Counted(await self._stream.start_tls(ssl_context, server_hostname, timeout), self._network)

    def get_extra_info(self, info: str) -> Any:
        return self._stream.get_extra_info(info)


def _mixed(addresses: Sequence[str]) -> list[str]:
    """The first of the addresses, then one of the other family, and so on: many a machine reaches only one of the two."""
    alike = [address for address in addresses if (":" in address) == (":" in addresses[0])]
    others = [address for address in addresses if address not in alike]
    return [address for pair in zip_longest(alike, others) for address in pair if address is not None]


def _text(value: bytes) -> str:
    """A value of the head; UTF-8 if it is, else byte by byte."""
    try:
        return value.decode("utf-8")
    except UnicodeDecodeError:
        return value.decode("latin-1")
