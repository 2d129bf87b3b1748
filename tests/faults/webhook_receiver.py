"""A receiver of deliveries that fails in every way there is, as often as it is told, and does its work once for each id."""

import json
import socket
import struct
import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from tests.webhook_page import is_genuine

BROKEN = b"HTTP/1.1 500 Oh\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
FINE = b"HTTP/1.1 200 OK\r\ncontent-length: 4\r\nconnection: close\r\n\r\nfine"
Failure = Callable[["Receiver", socket.socket, str], None]


class Receiver:
    """A server on loopback; `pattern` says of each request in turn how it is answered: none is well."""

    def __init__(self, pattern: Callable[[int], Failure | None]) -> None:
        self._pattern = pattern
        self.secret = ""
        self.came: list[str] = []  # ids of deliveries, in the order they came
        self.done: Counter[str] = Counter()  # by id, the work that is done for each
        self.told: dict[str, dict[str, Any]] = {}  # by job
        self.forged = 0
        self.failures: Counter[str] = Counter()
        self._lock = threading.Lock()
        self._server = socket.create_server(("127.0.0.1", 0), backlog=64)
        threading.Thread(target=self._serve, daemon=True).start()

    @property
    def url(self) -> str:
        """Where it listens."""
        return f"http://127.0.0.1:{self._server.getsockname()[1]}/told"

    def close(self) -> None:
        """Listen no more."""
        self._server.close()

    def work(self, id: str) -> None:
        """What is done for a delivery, unless it is known: so a receiver drops doubles."""
        with self._lock:
            if id not in self.done:
                self.done[id] += 1

    def _serve(self) -> None:
        while True:
            try:
                line, _ = self._server.accept()
            except OSError:
                return
            threading.Thread(target=self._answer, args=(line,), daemon=True).start()

    def _answer(self, line: socket.socket) -> None:
        with line:
            headers, body = _read(line)
            if not is_genuine(self.secret, headers, body):
                self.forged += 1
                return
            told = json.loads(body)
            id = headers["webhook-id"]
            assert id == told["id"]
            with self._lock:
                failure = self._pattern(len(self.came))
                self.came.append(id)
                self.told[told["data"]["job"]] = told["data"]
                self.failures[failure.__name__ if failure else ""] += 1
            if failure is not None:
                failure(self, line, id)
            else:
                self.work(id)
                line.sendall(FINE)


def error(receiver: Receiver, line: socket.socket, id: str) -> None:
    """It does nothing and says so."""
    line.sendall(BROKEN)


def cut(receiver: Receiver, line: socket.socket, id: str) -> None:
    """It does nothing, and the connection is cut hard."""
    line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))


def silence(receiver: Receiver, line: socket.socket, id: str) -> None:
    """It does nothing and says nothing until whoever asked is gone."""
    line.settimeout(30)
    try:
        line.recv(1)
    except OSError:
        return


def lost(receiver: Receiver, line: socket.socket, id: str) -> None:
    """It does its work, and its answer is cut off before it is whole: a double will come."""
    receiver.work(id)
    line.sendall(FINE[:12])
    line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))


def late(receiver: Receiver, line: socket.socket, id: str) -> None:
    """It does its work, and answers when nobody waits any more: a double will come."""
    receiver.work(id)
    time.sleep(1.0)
    try:
        line.sendall(FINE)
    except OSError:
        return


WAYS: Sequence[Failure] = (error, cut, silence, lost, late)


def _read(line: socket.socket) -> tuple[dict[str, str], bytes]:
    came = b""
    while b"\r\n\r\n" not in came:
        came += line.recv(65536)
    head, _, body = came.partition(b"\r\n\r\n")
    headers = {name.lower(): value.strip() for name, _, value in (row.partition(":") for row in head.decode().split("\r\n")[1:])}
    while len(body) < int(headers["content-length"]):
        body += line.recv(65536)
    return headers, body
