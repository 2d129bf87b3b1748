"""Pages made to break a reader."""

import random

from tests.adapters.hostile import FACT, case
from veracious.domain.document import Unread

DEEP = 100_000


def page(inner: str, head: str = "") -> bytes:
    """A page."""
    return f"<!doctype html><html><head>{head}</head><body>{inner}</body></html>".encode()


CASES = [
    case("deep-div.html", lambda: page("<div>" * DEEP + FACT + "</div>" * DEEP), Unread.TOO_DEEP),
    case("deep-inline.html", lambda: page("<p>" + "<b>" * DEEP + FACT), Unread.TOO_DEEP),
    case("deep-tables.html", lambda: page("<table><tr><td>" * DEEP + FACT), Unread.TOO_DEEP),
    case("deep-lists.html", lambda: page("<ul><li>" * DEEP + FACT), Unread.TOO_DEEP),
    case("attribute-50-mb.html", lambda: page(f'<p title="{"x" * 50_000_000}">{FACT}</p>'), Unread.TOO_LARGE, is_long=True),
    case("attribute-12-mb.html", lambda: page(f'<p title="{"x" * 12_000_000}">{FACT}</p>'), Unread.TOO_LARGE),
    case(
        "attributes-300000.html",
        lambda: page(f"<p {' '.join(f'a{n}=1' for n in range(300_000))}>{FACT}</p>"),
        Unread.TOO_SLOW,
        is_long=True,
    ),
    case("text-50-mb.html", lambda: page(f"<p>{'word ' * 10_000_000}</p>"), Unread.TOO_LARGE, is_long=True),
    case("text-too-long.html", lambda: page(f"<p>{FACT}</p>" * 40_000), Unread.TOO_LARGE, is_long=True),
    case("elements-10-mb.html", lambda: page("<i>x</i>" * 1_250_000), Unread.TOO_MUCH_MEMORY, is_long=True),
    case("elements-60-mb.html", lambda: page("<b><i>x</i></b>" * 4_000_000), Unread.TOO_MUCH_MEMORY, is_long=True),
    case("too-many-bytes.html", lambda: page("x" * (65 << 20)), Unread.TOO_LARGE),
    case("script-4-mb.html", lambda: page(f"<script>{'x=1;' * 1_000_000}</script>"), Unread.EMPTY),
    case("comment-without-end.html", lambda: page("<!--" + "x" * 5_000_000), Unread.EMPTY),
    case("tag-without-end.html", lambda: b"<html><body><p " + b"x" * 5_000_000, Unread.EMPTY),
    case("unclosed.html", lambda: page(f"<p>{FACT} <a href=x><b><i>" * 50)),
    case(
        "entities.html", b'<!DOCTYPE html [<!ENTITY a "boom"><!ENTITY b "&a;&a;">]>' + page(f"<p>{FACT} &b; &#0; &#xD800; &#x110000;</p>")
    ),
    case("entity-file.html", b'<?xml version="1.0"?><!DOCTYPE html SYSTEM "file:///etc/passwd">' + page(f"<p>{FACT}</p>")),
    case("says-utf-7.html", page(f"<p>{FACT} +ADw-script+AD4-</p>", "<meta charset=utf-7>")),
    case("says-zlib.html", page(f"<p>{FACT}</p>", "<meta charset=zlib_codec>")),
    case("says-nonsense.html", page(f"<p>{FACT}</p>", "<meta charset='../../etc/passwd'>")),
    case("says-utf-16.html", page(f"<p>{FACT}</p>", "<meta charset=utf-16>")),
    case("utf-16.html", ("\ufeff" + page(f"<p>{FACT}</p>").decode()).encode("utf-16-le")),
    case("latin.html", page(f"<p>{FACT} Caf\u00e9</p>").decode().encode("latin-1")),
    case("noise.html", random.Random(2).randbytes(100_000), Unread.NOT_TEXT),
    case("nul-ridden.html", page("<p>a\0b\0c\0</p>" * 100), Unread.NOT_TEXT),
    case("nothing.html", b"<html></html>", Unread.EMPTY),
    case("base-out.html", page(f"<p>{FACT} <a href='//[::1'>a</a> <a href='javascript:x'>b</a></p>", "<base href='file:///'>")),
    case("frames.html", page("<iframe src='file:///etc/passwd'></iframe><object data='http://127.0.0.1:9/'></object>"), Unread.EMPTY),
]
