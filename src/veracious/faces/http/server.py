"""The process that answers over HTTP: the office of this installation, behind uvicorn."""

import asyncio
from types import FrameType

import uvicorn

from veracious import assemble
from veracious.faces.http import app, opened

GRACE_SECONDS = 20  # in which requests under way may end


class Server(uvicorn.Server):
    """A server that lets its streams end when it is to end; whoever follows one takes it up again elsewhere."""

    def __init__(self, config: uvicorn.Config, closing: asyncio.Event) -> None:
        super().__init__(config)
        self._closing = closing

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Somebody wants the end."""
        self._closing.set()
        super().handle_exit(sig, frame)


def run(host: str, port: int, anonymous: bool) -> None:
    """Answer until the process is asked to end."""
    office = opened.office()
    config = uvicorn.Config(
        app.make(office, anonymous),
        host=host,
        port=port,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=GRACE_SECONDS,
    )
    try:
        Server(config, office.closing).run()
    finally:
        assemble.desk().close()
