"""Every way in which a page goes wrong, by name: each has an address of its own, and any site can be told to go wrong that way."""

import asyncio
import gzip
import zlib
from collections.abc import Mapping
from datetime import date
from functools import cache
from types import MappingProxyType

from tests.internet.sites import CLOSED, UNHEARD, url
from tests.internet.wire import DRIP_S, Request, Step, Wire, drips, head, late, points, pours, resets, sends, silence, throws

BIG = 20_000_000  # bytes of an answer that is too long
DEEP = 50_000  # things in each other
LATE_S = 1.0  # a slow start

# What stands on a page that goes wrong: nobody believes its sites, so nothing of it may decide anything.
TITLE = "Brisa cable car"
TEXT = (
    "The Brisa cable car has 14 cabins. The cable car runs from the fish market to the old fort. The ride takes nine minutes. On clear days"
    " passengers can see Gull Island. A ticket costs six crowns, and children ride for half of that. In strong wind the cabins stay below."
)
PUBLISHED = date(2026, 5, 2)
PAGE = f"""<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>{TITLE}</title>
<meta property="article:published_time" content="{PUBLISHED.isoformat()}T08:00:00+00:00"></head>
<body><article><h1>{TITLE}</h1>{"".join(f"<p>{line}.</p>" for line in TEXT.removesuffix(".").split(". "))}</article></body></html>
""".encode()
LETTERS = PAGE.replace(b"fish market", "Café Zoë".encode())  # with letters that encodings differ on
HTML = {"Content_Type": "text/html; charset=utf-8"}


@cache
def bomb(content: bytes) -> bytes:
    """This and twenty million blanks, packed into twenty thousand bytes."""
    return gzip.compress(content + b" " * (BIG - len(content)))


def cut_short(content: bytes, kind: str = "text/html; charset=utf-8") -> Step:
    """A length that is promised, half of it kept."""
    return throws(head(200, Content_Type=kind, Content_Length=str(len(content))) + content[: len(content) // 2])


async def _counts_on(request: Request, wire: Wire) -> None:
    """To the next number, which points to the next."""
    place, _, number = request.path.rpartition("-")
    await points(f"{place}-{int(number) + 1}" if number.isdecimal() else f"{request.path}-1", 302)(request, wire)


async def _trickles(request: Request, wire: Wire) -> None:
    """The right page, byte by byte: whole after half a minute."""
    await wire.send(head(200, **HTML, Content_Length=str(len(PAGE))))
    for at in range(len(PAGE)):
        await wire.send(PAGE[at : at + 1])
        await asyncio.sleep(DRIP_S)


async def _stops(request: Request, wire: Wire) -> None:
    """Half of the page, and then nothing, with the line open."""
    await wire.send(head(200, **HTML, Content_Length=str(len(PAGE))) + PAGE[: len(PAGE) // 2])
    await silence(request, wire)


def _plain(status: int, **headers: str) -> Step:
    return sends(b"<!doctype html><title>No</title><p>Not this time.", status=status, **headers)


@cache
def _deep() -> bytes:
    return PAGE.replace(b"<article>", b"<article>" + b"<div>" * DEEP)


@cache
def _long() -> bytes:
    return PAGE.replace(b"</article>", b"<p>" + b"The fort is old. " * (BIG // 17) + b"</p></article>")


def _chunked(content: bytes) -> bytes:
    return b"%x\r\n%s\r\n" % (len(content), content)


def _page(content: bytes = PAGE, kind: str = HTML["Content_Type"], status: int = 200, **headers: str) -> Step:
    return sends(content, kind, status, **headers)


def _packed(content: bytes) -> Step:
    return sends(content, Content_Encoding="gzip")


def _raw(content: bytes = PAGE, **headers: str) -> Step:
    return throws(head(200, **{**HTML, **headers}) + content)


_CHUNKS = {"Transfer_Encoding": "chunked"}
_REFRESH = PAGE.replace(b"</head>", b'<meta http-equiv="refresh" content="0; url=http://10.0.0.1/"></head>')

# The faults of answers, each at `broken-host.example`, and of answers that come late or not at all, at `slow-host.example`.
BROKEN: Mapping[str, Step] = {
    "not found": _plain(404),
    "gone": _plain(410),
    "forbidden": _plain(403),
    "unauthorised": _plain(401, WWW_Authenticate='Basic realm="no"'),
    "proxy wanted": _plain(407, Proxy_Authenticate='Basic realm="no"'),
    "too many requests": _plain(429, Retry_After="1"),
    "server error": _plain(500),
    "unavailable": _plain(503, Retry_After="120"),
    "server error with a page": _page(status=500),
    "no content": throws(head(204)),
    "empty body": _page(content=b""),
    "blank page": _page(content=b"<!doctype html><html><head><title></title></head><body></body></html>"),
    "gzip bomb": lambda request, wire: _packed(bomb(PAGE))(request, wire),
    "no gzip": _packed(b"\x1f\x8b\x08 not packed at all"),
    "truncated gzip": _packed(gzip.compress(PAGE)[:-20]),
    "deflated": _page(content=zlib.compress(PAGE), Content_Encoding="deflate"),
    "unknown packing": _page(Content_Encoding="zoo"),
    "truncated body": cut_short(PAGE),
    "length too short": _raw(Content_Length=str(len(PAGE) // 2)),
    "two lengths": _raw(Content_Length=f"{len(PAGE)}\r\nContent-Length: 7"),
    "no length": _raw(),
    "negative length": _raw(Content_Length="-1"),
    "broken chunks": _raw(_chunked(PAGE[:100]) + b"zz\r\n" + PAGE[100:], **_CHUNKS),
    "chunks cut off": _raw(_chunked(PAGE[:100]), **_CHUNKS),
    "chunks": _raw(_chunked(PAGE[:100]) + _chunked(PAGE[100:]) + b"0\r\n\r\n", **_CHUNKS),
    "endless chunks": pours(head(200, **HTML, **_CHUNKS) + _chunked(PAGE), _chunked(b" " * 65_536)),
    "endless page": pours(head(200, **HTML) + PAGE, b" " * 65_536),
    "20 MB page": lambda request, wire: _page(content=_long())(request, wire),
    "wrong charset": _page(content=LETTERS.decode().encode("latin-1")),
    "unknown charset": _page(content=LETTERS, kind="text/html; charset=klingon"),
    "utf-16 without a word": _page(content=LETTERS.decode().encode("utf-16"), kind="text/html"),
    "no type": throws(head(200, Content_Length=str(len(PAGE))) + PAGE),
    "noise": _page(content=bytes(range(256)) * 400),
    "an image": _page(content=b"\x89PNG\r\n\x1a\n" + bytes(500), kind="image/png"),
    "a programme": _page(content=b"\x7fELF" + bytes(500), kind="application/octet-stream"),
    "html called pdf": _page(kind="application/pdf"),
    "broken pdf": _page(content=b"%PDF-1.4\n1 0 obj\n<< /Type /Catalog", kind="application/pdf"),
    "deep nesting": lambda request, wire: _page(content=_deep())(request, wire),
    "meta refresh": _page(content=_REFRESH),
    "no HTTP": throws(b"SSH-2.0-OpenSSH_9.2\r\n\r\n"),
    "HTTP of the future": throws(b"HTTP/9.9 200 OK\r\n\r\n" + PAGE),
    "endless head": pours(b"HTTP/1.1 200 OK\r\n", b"X: y\r\n" * 10_000),
    "long header": _page(X_Long="y" * 500_000),
    "closed at once": throws(b""),
    "closed in the head": throws(b"HTTP/1.1 200 OK\r\nContent-Ty"),
    "reset": resets,
}  # fmt: skip
SLOW: Mapping[str, Step] = {
    "slow start": late(LATE_S, _page()),
    "slow drip": _trickles,
    "slow head": drips(b"HTTP/1.1 200 OK\r\nX: ", b"y"),
    "never answers": silence,
    "stops halfway": _stops,
}

_ROAD = "/2026/05/cable-car-"
# The faults of redirects, each at `moved.example`.
MOVED: Mapping[str, Step] = {
    "redirect chain": points(_ROAD + "second-step"),
    "redirect loop": points(_ROAD + "back-again", 302),
    "redirect to itself": points(_ROAD + "redirect-to-itself", 302),
    "redirects without end": _counts_on,
    "redirect to another site": points(url("harbour-times.example", "/2026/05/harbour-bridge-opened-after-repairs"), 308),
    "redirect to a lookalike": points(url("harb0ur-times.example", "/2026/05/port-authority-bankrupt"), 302),
    "redirect to a private address": points("http://10.0.0.1/", 302),
    "redirect to the metadata": points("http://169.254.169.254/latest/meta-data/", 302),
    "redirect to loopback": points("http://127.0.0.1:8080/", 307),
    "redirect to loopback, short": points("http://127.1:8080/", 307),
    "redirect to loopback as a number": points("http://2130706433:8080/", 307),
    "redirect to loopback of the six": points("http://[::1]:8080/", 307),
    "redirect to a private name": points(url("inside.example"), 302),
    "redirect to a file": points("file:///etc/passwd", 302),
    "redirect to a script": points("javascript:alert(1)", 302),
    "redirect to another port": points("http://harbour-times.example:22/", 302),
    "redirect with a password": points("http://user:word@harbour-times.example:8080/", 302),
    "redirect nowhere": _plain(302),
    "redirect to no address": points("http://[::1", 302),
    "redirect into what robots forbid": points(url("town-archive.example", "/private/council-minutes-of-2026"), 302),
}
STEPS: Mapping[str, Step] = MappingProxyType({**BROKEN, **SLOW, **MOVED})

# Faults of names, doors and robots rules: the page itself would be well.
NAMED: Mapping[str, str] = {
    "refused": url(CLOSED, _ROAD + "refused"),
    "no such name": url("nowhere.example", _ROAD + "no-such-name"),
    "name never answers": url(UNHEARD, _ROAD + "unheard"),
    "private name": url("inside.example", _ROAD + "inside"),
    "metadata name": url("metadata.example", _ROAD + "metadata"),
    "loopback name": url("itself.example", _ROAD + "itself"),
    "mapped name": url("mapped.example", _ROAD + "mapped"),
    "half private name": url("half-inside.example", _ROAD + "half-inside"),
    "turning name": url("turning.example", _ROAD + "turning"),
    "robots forbid": url("town-archive.example", "/private/council-minutes-of-2026"),
    "robots 503": url("robots-503.example", _ROAD + "robots"),
    "robots never answer": url("robots-never.example", _ROAD + "robots"),
    "robots in a circle": url("robots-loop.example", _ROAD + "robots"),
    "robots too long": url("robots-huge.example", _ROAD + "robots"),
    "robots 403": url("robots-403.example", _ROAD + "robots"),
    "port not allowed": "http://harbour-times.example:22/2026/05/harbour-bridge-opened-after-repairs",
}


def _slug(name: str) -> str:
    return _ROAD + "".join(char if char.isalnum() else "-" for char in name.lower()).replace("--", "-")


PAGE_FAULTS: Mapping[str, str] = MappingProxyType(
    {
        **{name: url("broken-host.example", _slug(name)) for name in BROKEN},
        **{name: url("slow-host.example", _slug(name)) for name in SLOW},
        **{name: url("moved.example", _slug(name)) for name in MOVED},
        **NAMED,
    }
)
# A careful reader gets the text of these all the same; of what stands in neither set, none.
READABLE = frozenset(
    {
        "chunks", "deflated", "meta refresh", "no length", "redirect chain", "redirect to a lookalike", "redirect to another site",
        "slow start", "unknown charset", "utf-16 without a word", "wrong charset",
    }
)  # fmt: skip
# A careful reader may get something of these, or refuse them.
EITHER = frozenset(
    {
        "HTTP of the future", "html called pdf", "length too short", "long header", "no type", "noise", "robots 403", "robots in a circle",
        "robots too long", "turning name", "unknown packing",
    }
)  # fmt: skip
# Nothing may even be connected to for these.
CLOSED_DOORS = frozenset({"half private name", "loopback name", "mapped name", "metadata name", "port not allowed", "private name"})

_OTHER_STEPS: Mapping[str, Step] = {
    url("moved.example", _ROAD + "second-step"): points(url("moved.example", _ROAD + "at-last"), 301),
    url("moved.example", _ROAD + "at-last"): _page(),
    url("moved.example", _ROAD + "back-again"): points(PAGE_FAULTS["redirect loop"], 302),
    **{address: _page() for name, address in NAMED.items() if name not in ("robots forbid", "port not allowed")},
}
_BY_ADDRESS: Mapping[str, Step] = {**{PAGE_FAULTS[name]: step for name, step in STEPS.items()}, **_OTHER_STEPS}


def answer(request: Request) -> Step | None:
    """The fault that has this address; none when there is none."""
    if request.site == "moved.example" and request.path.startswith(PAGE_FAULTS["redirects without end"].partition(":8080")[2]):
        return _counts_on
    return _BY_ADDRESS.get(url(request.site, request.path))
