"""Every way in which a search API goes wrong on demand, by name."""

import copy
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from tests.internet.faults import BIG, DEEP, bomb, cut_short
from tests.internet.sites import url
from tests.internet.wire import Step, drips, head, pours, resets, sends, silence, tells, throws

MANY = 10_000  # hits that nobody asked for
NAN = float("nan")


@dataclass(frozen=True, slots=True)
class Right:
    """A right answer of a provider, and where in it the hits and their addresses stand."""

    told: Any
    path: tuple[str, ...]
    address: str

    @property
    def hits(self) -> list[Any]:
        """The hits."""
        told = self.told
        for name in self.path:
            told = told[name]
        return list(told)

    def holding(self, hits: object) -> Any:
        """The same answer with something else in the place of the hits."""
        whole = copy.deepcopy(self.told)
        inner = whole
        for name in self.path[:-1]:
            inner = inner[name]
        inner[self.path[-1]] = hits
        return whole

    def led_by(self, change: Callable[[Any], Any]) -> Any:
        """The same answer with changed hits before the right ones."""
        return self.holding([*(change(one) for one in self.hits[:3]), *self.hits])

    def addressed(self, one: Any, place: object) -> Any:
        """A hit with another address, however deep it stands; with `None`, one that has none."""
        if isinstance(one, list):
            return [self.addressed(inner, place) for inner in one]
        if not isinstance(one, dict):
            return one
        kept = {name: self.addressed(inner, place) for name, inner in one.items() if name != self.address or place is not None}
        return {name: place if name == self.address else inner for name, inner in kept.items()}


Fault = Callable[[Right], Step]


def _raw(content: bytes, kind: str = "application/json", status: int = 200, **headers: str) -> Fault:
    return lambda right: sends(content, kind, status, **headers)


def _status(code: int, **headers: str) -> Fault:
    return _raw(b'{"error": {"message": "no"}}', status=code, **headers)


def _bytes(change: Callable[[bytes], bytes]) -> Fault:
    return lambda right: sends(change(json.dumps(right.told).encode()), "application/json")


def _places(*places: object) -> Fault:
    """Hits at these addresses before the right ones."""
    return lambda right: tells(right.holding([*(right.addressed(right.hits[0], place) for place in places), *right.hits]))


def _many(right: Right) -> Step:
    places = (url("click-harbour.example", f"/2026/05/story-number-{number}") for number in range(MANY))
    return tells(right.holding([right.addressed(right.hits[0], place) for place in places]))


def _padded(content: bytes) -> bytes:
    return content + b" " * (BIG - len(content))


def _deepened(right: Right) -> Step:
    text = json.dumps(right.holding("HERE")).replace('"HERE"', "[" * DEEP + "]" * DEEP)
    return sends(text.encode(), "application/json")


HEAD = head(200, Content_Type="application/json", Content_Length="900000")
PAGE = b"<!doctype html><title>502 Bad Gateway</title><h1>Bad Gateway</h1>"

PROVIDER_FAULTS: Mapping[str, Fault] = MappingProxyType(
    {
        "429 with a wait": _status(429, Retry_After="1"),
        "429 without": _status(429),
        "429 for an hour": _status(429, Retry_After="3600"),
        "429 until a date": _status(429, Retry_After="Wed, 21 Oct 2065 07:28:00 GMT"),
        "400": _status(400),
        "401": _status(401),
        "402": _status(402),
        "403": _status(403),
        "404": _status(404),
        "500": _status(500),
        "503": _status(503, Retry_After="0"),
        "204": lambda right: throws(head(204)),
        "empty body": _raw(b""),
        "a page": _raw(PAGE, "text/html"),
        "a page called JSON": _raw(PAGE),
        "truncated": _bytes(lambda content: content[: len(content) // 2]),
        "two in one": _bytes(lambda content: content + content),
        "a list": _bytes(lambda content: b"[" + content + b"]"),
        "a bare text": _raw(b'"no results"'),
        "null": _raw(b"null"),
        "an error with status 200": _raw(b'{"error": {"code": 500, "message": "overloaded"}}'),
        "hits of another kind": lambda right: tells(right.holding({"0": right.hits[0]})),
        "hits that are null": lambda right: tells(right.holding(None)),
        "hits that are texts": lambda right: tells(right.holding(["http://harbour-times.example/", 7, None, True])),
        "addresses that are numbers": lambda right: tells(right.holding([right.addressed(one, 7) for one in right.hits])),
        "fields of other types": lambda right: tells(right.led_by(lambda one: {name: [value] for name, value in one.items()})),
        "deep nesting": _deepened,
        "deep nesting alone": _raw(b"[" * DEEP),
        "20 MB": _bytes(_padded),
        "20 MB, packed": lambda right: sends(bomb(json.dumps(right.told).encode()), "application/json", Content_Encoding="gzip"),
        "never ends": lambda right: pours(head(200, Content_Type="application/json"), b" " * 65_536),
        "slow drip": lambda right: drips(HEAD),
        "slow drip of a head": lambda right: drips(b"HTTP/1.1 200 OK\r\nX: ", b"y"),
        "never": lambda right: silence,
        "closed at once": lambda right: throws(b""),
        "closed halfway": lambda right: cut_short(json.dumps(right.told).encode(), "application/json"),
        "reset": lambda right: resets,
        "no HTTP": lambda right: throws(b"SSH-2.0-OpenSSH_9.2\r\n\r\n"),
        "broken chunks": lambda right: throws(head(200, Transfer_Encoding="chunked") + b"zz\r\n{}\r\n"),
        "redirect elsewhere": _raw(b"", status=307, Location=url("click-harbour.example", "/search")),
        "redirect to a private address": _raw(b"", status=302, Location="http://10.0.0.1/"),
        "javascript addresses": _places("javascript:alert(1)", "JaVaScRiPt:alert(1)", "data:text/html,<p>x"),
        "file addresses": _places("file:///etc/passwd", "FILE:/etc/passwd"),
        "ftp addresses": _places("ftp://harbour-times.example/page", "gopher://harbour-times.example/1"),
        "private addresses": _places("http://10.0.0.1/2026/05/a-page-inside", "http://127.0.0.1:8080/", "http://169.254.169.254/", "http://[::1]/"),
        "addresses with a password": _places("http://harbour-times.example@10.0.0.1/", "http://user:word@wire.example:8080/2026/05/a-b-c"),
        "addresses that are none": _places("", "http://", "http://[::1", "//", "harbour bridge", "http://a b.example/", "\ud800"),
        "no addresses": _places(None),
        "long addresses": _places(url("harbour-times.example", "/" + "a" * 100_000)),
        "duplicate hits": lambda right: tells(right.holding([one for one in right.hits for _ in range(3)])),
        "10,000 hits": _many,
        "NaN scores": lambda right: tells(right.holding([{**one, "score": NAN, "pageid": NAN} for one in right.hits])),
        "a number without end": _bytes(lambda content: content[:-1] + b', "n": ' + b"9" * 9000 + b"}"),
        "a name twice": _bytes(lambda content: content[:-1] + b', "results": [], "web": {}, "query": {}, "claims": []}'),
        "wrong encoding": _bytes(lambda content: content.decode().encode("utf-16")),
        "no UTF-8": _bytes(lambda content: content.replace(b"Brisa", b"Bris\xe4")),
        "half a character": _bytes(lambda content: content.replace(b"Brisa", b"Brisa\\ud800")),
        "no gzip": _raw(b"\x1f\x8b\x08 not packed at all", Content_Encoding="gzip"),
    }
)  # fmt: skip

# The right hits are in the answer all the same, beside what must be left out.
KEEPS_HITS = frozenset(
    {
        "addresses that are none", "addresses with a password", "duplicate hits", "file addresses", "ftp addresses", "javascript addresses",
        "long addresses", "no addresses", "private addresses",
    }
)  # fmt: skip
