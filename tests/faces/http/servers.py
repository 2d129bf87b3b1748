"""The real app under a real server on loopback, in a thread; every answer is checked against the description of the API."""

import asyncio
import io
import re
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from ipaddress import IPv4Network, IPv6Network
from typing import Any

import httpx2
import jsonschema_rs
import uvicorn

from tests.faces.http.memory_backend import MemoryBackend, inside
from veracious.domain.access import Grant
from veracious.faces.http import application, server
from veracious.faces.http.backend import Pace
from veracious.faces.http.connections import ConnectionLimits
from veracious.faces.http.identity_provider import IdentityProvider
from veracious.faces.logs import logger

START_S = 20.0


@dataclass
class Service:
    """A running service, its inside, and what it has logged."""

    url: str
    inside: MemoryBackend
    log: io.StringIO
    described: dict[str, Any]
    close_streams: Callable[[], object]
    keys: dict[tuple[str, Grant], str] = field(default_factory=dict)
    making: threading.Lock = field(default_factory=threading.Lock)  # a key is made once, however many ask for it at once

    def client(self, grant: Grant | None = Grant.ADMIN, workspace: str = "one") -> httpx2.Client:
        """Somebody with a key of this scope; without one, somebody without a key."""
        headers = {} if grant is None else {"Authorization": f"Bearer {self.key(grant, workspace)}"}
        return httpx2.Client(base_url=self.url, headers=headers, timeout=30.0, event_hooks={"response": [self._declared]})

    def key(self, grant: Grant, workspace: str = "one") -> str:
        """A key of this scope."""
        with self.making:
            if (workspace, grant) not in self.keys:
                _, self.keys[workspace, grant] = asyncio.run(self.inside.access.create_key(workspace, grant.value, grant))
        return self.keys[workspace, grant]

    def _declared(self, response: httpx2.Response) -> None:
        """What is answered is what the description says can be answered."""
        operation = self.operation(response.request.method, response.request.url.path)
        if operation is None:  # an address or a method that there is not
            assert response.status_code in (404, 405), response.request.url
            return
        told = operation["responses"].get(str(response.status_code))
        assert told is not None, f"{operation['operationId']} does not declare {response.status_code}"
        missing = [name for name, header in told["headers"].items() if header.get("required") and name not in response.headers]
        assert missing == []
        kind = response.headers.get("content-type", "").partition(";")[0]
        assert (kind in told["content"]) if "content" in told else not kind, (operation["operationId"], response.status_code, kind)
        if kind.endswith("json"):
            response.read()
            self._fits(told["content"][kind]["schema"], response.json())

    def _fits(self, schema: dict[str, Any], found: Any) -> None:
        whole = {**schema, "components": self.described["components"]}
        wrong = [str(one.message) for one in jsonschema_rs.validator_for(whole).iter_errors(found)]
        assert wrong == []

    def operation(self, method: str, path: str) -> dict[str, Any] | None:
        """The operation that a request is of."""
        for template, operations in self.described["paths"].items():
            if method.lower() in operations and re.fullmatch(re.sub(r"\\\{\w+\\\}", "[^/]+", re.escape(template)), path):
                found: dict[str, Any] = operations[method.lower()]
                return found
        return None


@contextmanager
def serving(
    anonymous: bool = False,
    pace: Pace | None = None,
    limits: ConnectionLimits | None = None,
    web: bool = False,
    passwords: bool = True,
    proxies: tuple[IPv4Network | IPv6Network, ...] = (),
    pages: application.Install | None = None,
    public: str = "",
    identity_provider: IdentityProvider | None = None,
) -> Iterator[Service]:
    """A service for as long as the block lasts."""
    parts, log = inside(), io.StringIO()
    backend = replace(parts.backend(pace, web), passwords=passwords, proxies=proxies, public=public, identity_provider=identity_provider)
    made = application.make(backend, anonymous, logger(log), pages=pages)
    loop: list[asyncio.AbstractEventLoop] = []

    async def around(scope: Any, receive: Any, send: Any) -> None:
        if not loop:
            loop.append(asyncio.get_running_loop())
        await made(scope, receive, send)

    config = server.configured(around, limits or ConnectionLimits(), lifespan="off", timeout_graceful_shutdown=5)
    running = uvicorn.Server(config)
    with socket.create_server(("127.0.0.1", 0)) as listening:
        thread = threading.Thread(target=running.run, kwargs={"sockets": [listening]}, daemon=True)
        thread.start()
        until = time.monotonic() + START_S
        while not running.started and time.monotonic() < until:
            time.sleep(0.01)
        assert running.started
        try:
            address = f"http://127.0.0.1:{listening.getsockname()[1]}"
            yield Service(address, parts, log, made.openapi(), lambda: loop[0].call_soon_threadsafe(backend.closing.set))
        finally:
            parts.desk.held = False
            running.should_exit = True
            thread.join(START_S)
            assert not thread.is_alive()
