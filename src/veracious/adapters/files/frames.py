"""Messages between a process and its cage: a length in four bytes, then JSON; content follows as it is."""

import json
import os
import select
import time
from typing import Any

LENGTH_BYTES = 4
PIECE_BYTES = 256 * 1024


def pack(message: dict[str, Any]) -> bytes:
    """The bytes of a message."""
    body = json.dumps(message, ensure_ascii=False).encode("utf-8")
    return len(body).to_bytes(LENGTH_BYTES, "big") + body


def send(handle: int, content: bytes, deadline: float) -> None:
    """Write everything before the deadline (of the monotonic clock), through a handle that does not block."""
    rest = memoryview(content)
    while rest:
        _wait(handle, select.POLLOUT, deadline)
        try:
            rest = rest[os.write(handle, rest[:PIECE_BYTES]) :]
        except BlockingIOError:
            continue


def receive(handle: int, at_most: int, deadline: float) -> Any:
    """The next message, if it comes before the deadline and is no longer than it may be, through a handle that does not block."""
    length = int.from_bytes(_take(handle, LENGTH_BYTES, deadline), "big")
    if length > at_most:
        raise ValueError(f"a message of {length:,} bytes")
    return json.loads(_take(handle, length, deadline))


def take(handle: int, length: int) -> bytes:
    """Exactly this many bytes, however long it takes; `EOFError` when there are fewer."""
    return _take(handle, length, None)


def _take(handle: int, length: int, deadline: float | None) -> bytes:
    taken = bytearray()
    while len(taken) < length:
        if deadline is not None:
            _wait(handle, select.POLLIN, deadline)
        try:
            piece = os.read(handle, min(PIECE_BYTES, length - len(taken)))
        except BlockingIOError:
            continue
        if not piece:
            raise EOFError
        taken += piece
    return bytes(taken)


def _wait(handle: int, event: int, deadline: float) -> None:
    """Wait until the handle is ready; `TimeoutError` when the deadline comes first."""
    poll = select.poll()
    poll.register(handle, event)
    left = deadline - time.monotonic()
    if left <= 0 or not poll.poll(left * 1000):
        raise TimeoutError
