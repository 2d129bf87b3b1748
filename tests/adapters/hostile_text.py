"""Text, Markdown and JSON lines made to break a reader, and files that are none."""

import gzip
import json
import random

from tests.adapters.hostile import FACT, INGESTED, case, sparse
from veracious.domain.document import Unread

GOOD = json.dumps({"text": FACT}).encode() + b"\n"


def lines(*bad: bytes) -> bytes:
    """Bad lines with a good one before and after."""
    return GOOD + b"".join(line + b"\n" for line in bad) + GOOD


def said(**fields: object) -> bytes:
    """A line with a text and these fields."""
    return json.dumps({"text": FACT, **fields}).encode()


CASES = [
    sparse("zeros.txt", b"", Unread.TOO_LARGE),
    sparse("zeros", b"", Unread.UNSUPPORTED),
    sparse("zeros.html", b"<html>", Unread.TOO_LARGE),
    sparse("zeros.jsonl", GOOD, INGESTED, Unread.TOO_LARGE, is_long=True),
    case("zeros-8-mb.txt", lambda: b"\0" * 8_000_000, Unread.NOT_TEXT),
    case("nothing.txt", b"", Unread.EMPTY),
    case("blanks.txt", b"\xef\xbb\xbf \t\r\n\x0c\n" * 100, Unread.EMPTY),
    case("noise.txt", random.Random(3).randbytes(100_000), Unread.NOT_TEXT),
    case("controls.txt", b"\x01\x02\x1b[31m" * 1000, Unread.NOT_TEXT),
    case("nul-ridden.txt", b"a\0b\0c\0" * 1000, Unread.NOT_TEXT),
    case("utf-16-no-mark.txt", FACT.encode("utf-16-le"), Unread.NOT_TEXT),
    case("utf-16-odd.txt", b"\xff\xfe" + FACT.encode("utf-16-le") + b"\xd8"),
    case("utf-16-surrogates.txt", b"\xff\xfe" + b"\x00\xd8" * 1000, Unread.NOT_TEXT),
    case("utf-32-lies.txt", b"\xff\xfe\0\0" + FACT.encode() * 10, Unread.NOT_TEXT),
    case("utf-8-broken.txt", ("Größe " * 50 + FACT).encode()[:-1] + b"\xc3"),
    case("utf-8-overlong.txt", FACT.encode() + b" \xc0\x80\xe0\x80\x80"),
    case("mixed.txt", FACT.encode() * 10 + b" \x81\x8d\x8f\x90\x9d caf\xe9"),
    case("too-long.txt", lambda: b"word " * 400_001, Unread.TOO_LARGE),
    case("one-line-of-blanks.txt", lambda: b" " * 1_900_000 + FACT.encode()),
    case("line-breaks.txt", lambda: b"\r" * 900_000 + FACT.encode() + b"\r\n" * 400_000),
    case("invisible.txt", ("\u202e\u200b\u2066\ue000\U000e0041" * 10 + FACT).encode()),
    case("brackets.md", lambda: b"[" * 1_900_000 + FACT.encode()),
    case("links-without-end.md", lambda: b"[a](" * 450_000 + FACT.encode()),
    case("stars.md", lambda: b"*a" * 900_000 + FACT.encode()),
    case("underscores.md", lambda: b"_" * 1_900_000 + FACT.encode()),
    case("backquotes.md", lambda: b"`a" * 900_000 + FACT.encode()),
    case("tags.md", lambda: b"<a " * 600_000 + FACT.encode()),
    case("comments.md", lambda: b"<!--" * 450_000 + b"-->" + FACT.encode()),
    case("entities.md", lambda: b"&" * 1_900_000 + FACT.encode()),
    case("front-matter-without-end.md", lambda: b"---\n" + b"a: b\n" * 300_000 + FACT.encode()),
    case("quotes-deep.md", lambda: b">" * 1_900_000 + FACT.encode()),
    case("picture.png", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + random.Random(4).randbytes(5000), Unread.UNSUPPORTED),
    case("program", b"\x7fELF\x02\x01\x01" + bytes(9) + random.Random(5).randbytes(5000), Unread.UNSUPPORTED),
    case("packed.gz", gzip.compress(FACT.encode() * 1000), Unread.UNSUPPORTED),
    case("old.doc", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 4096, Unread.UNSUPPORTED),
    case("rich.rtf", rb"{\rtf1 The bridge}", Unread.UNSUPPORTED),
    case("line-100-mb.jsonl", lambda: lines(b'{"text":"' + b"x" * 100_000_000 + b'"}'), INGESTED, Unread.TOO_LARGE, INGESTED, is_long=True),
    case("line-9-mb.jsonl", lambda: lines(b'{"text":"' + b"x" * 9_000_000 + b'"}'), INGESTED, Unread.TOO_LARGE, INGESTED),
    case("line-too-long.jsonl", lambda: lines(b'{"text":"' + b"x" * 2_000_001 + b'"}'), INGESTED, Unread.TOO_LARGE, INGESTED),
    case("nul-lines.jsonl", lines(b"\0" * 1000, b'{"text":"a\0b"}'), INGESTED, Unread.BAD_LINE, Unread.BAD_LINE, INGESTED),
    case("deep.jsonl", lambda: lines(b"[" * 4_000_000, b'{"a":' * 1_000_000), INGESTED, Unread.BAD_LINE, Unread.BAD_LINE, INGESTED),
    case(
        "empty-lists.jsonl", lambda: lines(b'{"text":[' + b"[]," * 2_600_000 + b"[]]}"), INGESTED, Unread.BAD_LINE, INGESTED, is_long=True
    ),
    case(
        "numbers.jsonl",
        lines(b'{"text":"x","n":' + b"9" * 100_000 + b"}", b'{"text":"x","n":NaN}', b'{"text":"x","n":1e999999999}'),
        INGESTED,
        Unread.BAD_LINE,
        Unread.BAD_LINE,
        INGESTED,
        INGESTED,
    ),
    case("names-twice.jsonl", lines(b'{"text":"x","text":"y"}'), INGESTED, Unread.BAD_LINE, INGESTED),
    case("not-objects.jsonl", lines(b"[]", b'"text"', b"null", b"{", b"}"), INGESTED, *[Unread.BAD_LINE] * 5, INGESTED),
    case(
        "wrong-kinds.jsonl",
        lines(
            b"{}",
            b'{"text":7}',
            b'{"text":" "}',
            said(title=[]),
            said(published="2024-13-45"),
            said(url="file:///etc/passwd"),
            said(language="../x"),
        ),
        INGESTED,
        *[Unread.BAD_LINE] * 7,
        INGESTED,
    ),
    case(
        "surrogates.jsonl",
        lines(rb'{"text":"The \ud800 bridge","title":"\udfff"}', rb'{"text":"x","url":"https://a.b/\ud800"}'),
        INGESTED,
        INGESTED,
        Unread.BAD_LINE,
        INGESTED,
    ),
    case("broken-utf-8.jsonl", lines(b'{"text":"caf\xe9"}', b"\xff\xfe\x00"), INGESTED, Unread.BAD_LINE, Unread.BAD_LINE, INGESTED),
    case("utf-16.jsonl", ('{"text":"x"}\n' * 3).encode("utf-16"), *[Unread.BAD_LINE] * 4),
    case("bad-without-end.jsonl", lambda: b"x\n" * 20_000, *[Unread.BAD_LINE] * 10_000, Unread.DAMAGED),
    case("blank-lines.jsonl", lambda: b"\n" * 500_000 + GOOD),
    case("nothing.jsonl", b"", Unread.EMPTY),
]
