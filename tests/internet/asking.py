"""A client that sees everything: bytes as they come, and how the connection ended. For tests of the loopback internet itself."""

import json
import re
import socket
import time
from collections.abc import Mapping
from dataclasses import dataclass
from html import unescape
from io import BytesIO
from typing import Any
from urllib.parse import urlsplit

from pypdf import PdfReader

from tests.internet.server import Internet
from tests.internet.sites import PORT


@dataclass(frozen=True, slots=True)
class Got:
    """What came back, and whether the connection was then `closed`, `reset`, still `open`, or read to the limit and left (`full`)."""

    content: bytes
    end: str

    @property
    def head(self) -> str:
        """All before the first empty line."""
        return self.content.partition(b"\r\n\r\n")[0].decode("latin-1")

    @property
    def body(self) -> bytes:
        """All behind the first empty line."""
        return self.content.partition(b"\r\n\r\n")[2]

    @property
    def status(self) -> int:
        """The number in the first line; 0 when there is none."""
        found = re.match(r"HTTP/1\.1 (\d{3}) ", self.head)
        return int(found[1]) if found else 0

    @property
    def told(self) -> Any:
        """The body as JSON."""
        return json.loads(self.body)

    def header(self, name: str) -> str:
        """The value of a header; empty when there is none."""
        found = re.search(rf"^{name}: (.*)$", self.head.replace("\r", ""), re.MULTILINE | re.IGNORECASE)
        return found[1] if found else ""


def ask(internet: Internet, address: str, content: object = None, seconds: float = 5.0, **headers: str) -> Got:
    """One request for an address of this internet, over a connection of its own: a GET, or a POST of JSON where there is content."""
    with connect(internet, address, seconds) as line:
        line.sendall(request(address, content, {"Connection": "close", **{name.replace("_", "-"): told for name, told in headers.items()}}))
        return listen(line, seconds)


def connect(internet: Internet, address: str, seconds: float = 5.0) -> socket.socket:
    """A connection to the site of an address."""
    return socket.create_connection((internet.address(urlsplit(address).hostname or ""), PORT), timeout=seconds)


def request(address: str, content: object = None, headers: Mapping[str, str] | None = None) -> bytes:
    """The bytes of a request."""
    parts = urlsplit(address)
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    body = b"" if content is None else json.dumps(content).encode()
    told = {"Host": parts.netloc, "Content-Length": str(len(body)), **(headers or {})}
    lines = "".join(f"{name}: {value}\r\n" for name, value in told.items())
    return f"{'GET' if content is None else 'POST'} {target} HTTP/1.1\r\n{lines}\r\n".encode() + body


def listen(line: socket.socket, seconds: float, at_most: int = 30_000_000) -> Got:
    """All that comes within these seconds."""
    until, size = time.monotonic() + seconds, 0
    parts: list[bytes] = []
    try:
        while size < at_most:
            line.settimeout(max(0.001, until - time.monotonic()))
            part = line.recv(1_000_000)
            if not part:
                return Got(b"".join(parts), "closed")
            parts.append(part)
            size += len(part)
    except TimeoutError:
        return Got(b"".join(parts), "open")
    except ConnectionResetError:
        return Got(b"".join(parts), "reset")
    return Got(b"".join(parts), "full")


def words(got: Got) -> str:
    """The words of a page or a PDF, in one line."""
    if got.header("Content-Type") == "application/pdf":
        text = " ".join(page.extract_text() for page in PdfReader(BytesIO(got.body)).pages)
    else:
        shown = re.sub(r"</?a\b[^<>]*>", "", re.sub(r"(?s)<(script|style)\b.*?</\1>", " ", got.body.decode()))
        text = unescape(re.sub(r"<[^<>]+>", " ", shown))
    return " ".join(text.split())
