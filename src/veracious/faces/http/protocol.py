"""HTTP/1.1 of uvicorn and h11, stricter than they are: on what a request looks like, on connections, and on how long a client stalls."""

import asyncio
import json
import re
from enum import Enum, auto
from http import HTTPStatus
from typing import Any

import h11
from starlette.types import Receive, Scope, Send
from uvicorn.config import Config
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

from veracious.faces.http import problems
from veracious.faces.http.connections import FULL, Connections, network
from veracious.faces.http.logs import HEADER, named

ALWAYS = "/health"  # answered however much there is to do: who is told that a busy process does not live ends it
LATE = "The request did not arrive whole in time. Send it again, faster."
BROKEN = "This is no request of HTTP/1.1, or one that can be read in two ways. Correct how it is sent."
CROWDED = "There are too many connections. Use fewer, or come again later."
_BARE = re.compile(rb"(?<!\r)\n|\r(?!\n)|[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
_LENGTHS = re.compile(rb"\r\ncontent-length:[^\r]*,", re.IGNORECASE)


class Phase(Enum):
    """What a connection waits for."""

    HEAD = auto()  # the head of a request
    BODY = auto()  # the rest of a request
    REST = auto()  # the rest of a request that was answered already
    READ = auto()  # that the client reads what was answered
    ANSWER = auto()  # the server itself: nobody may be blamed


class StrictConnection(h11.Connection):
    """A reader of requests that refuses what two readers could take for different requests, where h11 is lenient.

    A proxy and this server must agree where a request ends, or what one takes for a body the other takes for a request of somebody else.
    """

    def next_event(self) -> Any:
        """The next part of a request."""
        before = self.trailing_data[0] if self.their_state is h11.IDLE else b""
        event = super().next_event()
        if isinstance(event, h11.Request):
            after = self.trailing_data[0]
            _check(before[: len(before) - len(after)], event.http_version)
        return event


def _check(head: bytes, version: bytes) -> None:
    """Refuse a head that is ambiguous (RFC 9112, 2.2, 5 and 6)."""
    if _BARE.search(head):
        raise h11.RemoteProtocolError("a line ends otherwise than with CR LF, or holds a control character")
    names = [line.partition(b":")[0].lower() for line in head.split(b"\r\n")[1:]]
    if any(name[:1] in (b" ", b"\t") for name in names):
        raise h11.RemoteProtocolError("a header goes on in the next line")
    lengths, encodings = names.count(b"content-length"), names.count(b"transfer-encoding")
    if lengths + encodings > 1 or _LENGTHS.search(head):
        raise h11.RemoteProtocolError("the length of the body is told twice")
    if encodings and version != b"1.1":
        raise h11.RemoteProtocolError("chunks are of HTTP/1.1")


class LimitedProtocol(H11Protocol):
    """A connection that is closed when its client stalls, or when there is no room for another that does not."""

    def __init__(
        self,
        held: Connections,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self.conn = StrictConnection(h11.SERVER)
        self._held, self._inner = held, self.app
        self.app = self._answer
        self._phase: Phase | None = None
        self._unread = 0  # bytes of answers at the last look
        self._timer: asyncio.TimerHandle | None = None
        self.address = ""

    @property
    def is_asking(self) -> bool:
        """Whether a request of it is being answered."""
        return not getattr(self.cycle, "response_complete", True)  # there is none before the first request

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as in uvicorn
        """Somebody has connected."""
        super().connection_made(transport)
        self.address = network(self.client[0]) if self.client else ""
        if self._held.enter(self):
            self._look()
        else:
            self._close(503, CROWDED)

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is closed."""
        self._held.leave(self)
        self._unset()
        super().connection_lost(exc)
        self.app = self._inner  # so that it is freed at once, without a search for cycles
        self._unset_keepalive_if_required()

    def data_received(self, data: bytes) -> None:
        """Some of a request has arrived."""
        super().data_received(data)
        self._look()

    def on_response_complete(self) -> None:
        """An answer was sent."""
        super().on_response_complete()
        self._look()

    def pause_writing(self) -> None:
        """The client reads too slowly to be sent more."""
        super().pause_writing()
        self._look()

    def resume_writing(self) -> None:
        """The client has read enough to be sent more."""
        super().resume_writing()
        self._look()

    def send_400_response(self, msg: str) -> None:
        """What was sent cannot be read; where something was answered already, the connection is only closed."""
        if self.is_asking and self.cycle.response_started:
            self.drop()
        else:
            self._close(400, BROKEN)

    def timeout_keep_alive_handler(self) -> None:
        """Nothing was asked for a while."""
        if not self.transport.get_write_buffer_size():  # else the last answer is still being read, and the time for that counts
            super().timeout_keep_alive_handler()

    def drop(self) -> None:
        """Close it at once, whatever is still to be read or written."""
        self._unset()
        self.transport.abort()

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or have it told that there is no room."""
        if scope["path"] == ALWAYS:
            await self._inner(scope, receive, send)
            return
        if not self._held.begin(self):
            scope["state"][FULL] = True
            await self._inner(scope, receive, send)
            return
        try:
            await self._inner(scope, receive, send)
        finally:
            self._held.end(self)

    def _look(self) -> None:
        """See what is waited for now, and how long."""
        phase = self._now()
        if phase is self._phase:
            return
        self._phase, self._unread = phase, self.transport.get_write_buffer_size()
        self._unset()
        if phase is Phase.ANSWER:
            self._held.go_on(self)
            return
        self._held.wait(self)
        limits = self._held.limits
        seconds = limits.request_seconds if phase is Phase.BODY else limits.head_seconds
        self._timer = self.loop.call_later(seconds, self._late)

    def _now(self) -> Phase:
        unread = self.transport.get_write_buffer_size()
        if self.transport.is_closing() or (unread and (self.flow.write_paused or not self.is_asking)):
            return Phase.READ
        if self.conn.their_state is h11.SEND_BODY:
            return Phase.BODY if self.is_asking else Phase.REST
        return Phase.ANSWER if self.is_asking else Phase.HEAD

    def _late(self) -> None:
        """The time is over."""
        unread = self.transport.get_write_buffer_size()
        if self._phase is Phase.READ and unread < self._unread:
            self._phase = None
            self._look()
        elif self._may_answer:
            self._close(408, LATE)
        else:
            self.drop()

    @property
    def _may_answer(self) -> bool:
        """Whether some of a request has arrived, and nothing was answered to it."""
        if self._phase is Phase.HEAD:
            return bool(self.conn.trailing_data[0])
        return self._phase is Phase.BODY and not self.cycle.response_started

    def _close(self, status: int, detail: str) -> None:
        """Say why, and close."""
        name, kind = named(""), HTTPStatus(status)
        told = problems.Problem(type=problems.BLANK, title=kind.phrase, status=status, detail=detail, instance="", request_id=name)
        body = json.dumps(told.model_dump(mode="json", exclude_none=True)).encode()
        headers = {"Content-Type": problems.MEDIA_TYPE, "Content-Length": str(len(body)), HEADER: name, "Connection": "close"}
        headers |= {"Retry-After": str(problems.AGAIN_S)} if kind is HTTPStatus.SERVICE_UNAVAILABLE else {}
        lines = [f"HTTP/1.1 {status} {kind.phrase}", *(f"{key}: {value}" for key, value in headers.items())]
        if self.is_asking:
            self.cycle.disconnected = True  # whatever it still wants to send is sent nowhere
            self.cycle.message_event.set()
        self.transport.write("\r\n".join([*lines, "", ""]).encode() + body)
        self.transport.close()
        self._look()

    def _unset(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
