"""The process that answers over HTTP: the backend of this installation, behind uvicorn."""

import asyncio
import socket
import sys
from concurrent.futures import ThreadPoolExecutor
from types import FrameType

import uvicorn

from veracious.app import jobs
from veracious.faces.http import application
from veracious.faces.http import backend as backends

GRACE_SECONDS = 20  # in which requests under way may end
THREADS = 24  # for what blocks: more than connections to the store, so that a report being written keeps nobody from it
SWITCH_SECONDS = 0.001  # a thread that writes a report lets the others in so often; Python's own 0.005 is felt at every step of a request


class Server(uvicorn.Server):
    """A server that lets its streams end when it is to end; whoever follows one takes it up again elsewhere."""

    def __init__(self, config: uvicorn.Config, closing: asyncio.Event) -> None:
        super().__init__(config)
        self._closing = closing

    async def serve(self, sockets: list[socket.socket] | None = None) -> None:
        """Answer until somebody wants the end."""
        asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(THREADS, "blocking"))
        await super().serve(sockets)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Somebody wants the end."""
        self._closing.set()
        super().handle_exit(sig, frame)


def run(host: str, port: int, anonymous: bool) -> None:
    """Answer until the process is asked to end."""
    sys.setswitchinterval(SWITCH_SECONDS)
    backend = backends.live()
    config = uvicorn.Config(
        application.make(backend, anonymous),
        host=host,
        port=port,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=GRACE_SECONDS,
    )
    try:
        Server(config, backend.closing).run()
    finally:
        jobs.desk().close()
