"""A line of JSON on standard error for each request: which, whose, how it ended and how long it took. Never what was asked.

Every request has an id: the one it brings as `X-Request-Id`, or a new one. It stands in the answer, in every problem and in every line.
"""

import re
import secrets
import time
from typing import Any

import structlog
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from veracious.faces.http import connections, problems
from veracious.faces.http.metrics import UNMATCHED, Counts, verb
from veracious.faces.logs import frames
from veracious.wiring.service import UNTRACED, RequestSpan, Tracing

HEADER = "X-Request-Id"
TRACEPARENT = "traceparent"
PROBED = frozenset(("/health", "/ready", "/metrics"))  # asked all the time, by machines; no trace is made of that
ID_BYTES = 12

_ID = re.compile(r"[A-Za-z0-9_-]{8,64}")


class Watched:
    """What stands around the app: it names every request, counts it, notes how it ended, and tells what nobody foresaw as a problem."""

    def __init__(self, app: ASGIApp, log: structlog.typing.FilteringBoundLogger, counts: Counts, traces: Tracing) -> None:
        self._app, self._log, self._counts, self._traces = app, log, counts, traces

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        name = named(headers.get(HEADER, ""))
        scope.setdefault("state", {})["request_id"] = name
        traces = UNTRACED if scope["path"] in PROBED else self._traces
        with structlog.contextvars.bound_contextvars(request_id=name), traces.request(headers.get(TRACEPARENT, "")) as span:
            scope["state"]["traceparent"] = span.traceparent
            await self._watch(scope, receive, _Sending(send, name), span)

    async def _watch(self, scope: Scope, receive: Receive, sending: "_Sending", span: RequestSpan) -> None:
        began = time.perf_counter()
        try:
            if scope["state"].get(connections.FULL):
                await problems.answer(Request(scope), problems.crowded())(scope, receive, sending)
            else:
                await self._app(scope, receive, sending)
        except Exception as failed:  # the last wall: nothing of its inside goes out, and no text of it into the log
            self._log.error("unforeseen", error=type(failed).__name__, frames=frames(failed))
            if not sending.status:
                await problems.answer(Request(scope), problems.unforeseen())(scope, receive, sending)
        finally:
            seconds = time.perf_counter() - began
            self._counts.note(_route(scope), scope["method"], sending.status, seconds)
            span.answered(verb(scope["method"]), _route(scope) or UNMATCHED, sending.status, _ids(scope))
            self._log.info("request", **_line(scope), status=sending.status, ms=round(seconds * 1000, 1))


class _Sending:
    """The way out, which notes the status, and adds the request's id and what keeps an answer private."""

    def __init__(self, send: Send, name: str) -> None:
        self._send, self._name, self.status = send, name, 0

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            headers = MutableHeaders(scope=message)
            headers[HEADER] = self._name
            headers["X-Content-Type-Options"] = "nosniff"
            headers.setdefault("Cache-Control", "no-store")  # what is answered is of one workspace
        await self._send(message)


def named(name: str) -> str:
    """The id of a request: the one it brings, if it is one, or a new one."""
    return name if _ID.fullmatch(name) else secrets.token_hex(ID_BYTES)


def _route(scope: Scope) -> str:
    """The template of the address, which tells of no one; the address itself may hold anything."""
    return str(getattr(scope.get("route"), "path", ""))


def _ids(scope: Scope) -> dict[str, str]:
    state, caller = scope["state"], scope["state"].get("caller")
    told = {"request_id": state["request_id"], "job": state.get("job"), "workspace": caller and caller.workspace}
    return {name: value for name, value in told.items() if value}


def _line(scope: Scope) -> dict[str, Any]:
    state, caller = scope["state"], scope["state"].get("caller")
    told = {"method": scope["method"][:20], "route": _route(scope), "job": state.get("job"), "error": state.get("error")}
    if caller is not None:
        told |= {"workspace": caller.workspace, "actor": caller.actor}
    return {name: value for name, value in told.items() if value}
