"""The process that answers over HTTP: the backend of this installation, behind uvicorn."""

import asyncio
import socket
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from types import FrameType
from typing import Any, cast

import uvicorn
from starlette.types import ASGIApp

from veracious import settings
from veracious.app import jobs
from veracious.faces.http import application, live_backend
from veracious.faces.http.connections import ConnectionLimits, Connections
from veracious.faces.http.protocol import LimitedProtocol
from veracious.wiring import service

GRACE_SECONDS = 20  # in which requests under way may end
BACKLOG = 256  # connections that are not taken yet; as many are taken at a time, before the limits count them
SPARE_FILES = 256  # beyond those of connections: for the store, models and logs
SWITCH_SECONDS = 0.001  # a thread that writes a report lets the others in so often; Python's own 0.005 is felt at every step of a request


class Server(uvicorn.Server):
    """A server that lets its streams end when it is to end; whoever follows one takes it up again elsewhere."""

    def __init__(self, config: uvicorn.Config, closing: asyncio.Event, threads: int) -> None:
        super().__init__(config)
        self._closing = closing
        self._threads = threads

    async def serve(self, sockets: list[socket.socket] | None = None) -> None:
        """Answer until somebody wants the end."""
        asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(self._threads, "blocking"))
        await super().serve(sockets)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Somebody wants the end."""
        self._closing.set()
        super().handle_exit(sig, frame)


def configured(app: ASGIApp, limits: ConnectionLimits, **more: Any) -> uvicorn.Config:
    """How uvicorn is to run an app under these limits."""
    protocol = cast(type[asyncio.Protocol], partial(LimitedProtocol, Connections(limits)))
    return uvicorn.Config(
        app, http=protocol, backlog=BACKLOG, log_config=None, access_log=False, server_header=False, proxy_headers=False, ws="none", **more
    )


def run(host: str, port: int, anonymous: bool, pages: application.Install | None = None) -> None:
    """Answer until the process is asked to end.

    There are as many threads for what blocks as connections to the store: one more would wait for a connection, and whatever waits takes
    turns of the interpreter from what works. Beside a hundred readers of pages 24 threads took longer than 8.
    """
    sys.setswitchinterval(SWITCH_SECONDS)
    chosen = settings.read()
    limits = _limits(chosen)
    _make_room(limits.connections + BACKLOG + SPARE_FILES)
    backend = live_backend.live()
    app = application.make(backend, anonymous, traces=service.traces("api"), pages=pages)
    config = configured(app, limits, host=host, port=port, timeout_graceful_shutdown=GRACE_SECONDS)
    try:
        Server(config, backend.closing, chosen.connections).run()
    finally:
        jobs.desk().close()


def _limits(found: settings.Settings) -> ConnectionLimits:
    return ConnectionLimits(
        connections=found.http_connections,
        per_address=found.http_connections_per_address,
        proxies=found.proxies,
        requests=found.http_requests,
        head_seconds=found.http_head_seconds,
        request_seconds=found.http_request_seconds,
    )


def _make_room(files: int) -> None:
    """Let this process open so many files, as far as the system allows."""
    if sys.platform == "win32":
        return
    import resource  # there is none on Windows

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = files if hard == resource.RLIM_INFINITY else min(files, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
