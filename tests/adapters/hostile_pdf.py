"""PDF files made to break a reader."""

import random
import zlib

from tests.adapters.hostile import FACT, INGESTED, case, sparse
from tests.adapters.papers import assemble, pdf, stream, written
from veracious.domain.document import Unread

CATALOGUE = b"<</Type/Catalog/Pages 2 0 R>>"
FONT = b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>"
PAGE = b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>"
TREE = b"<</Type/Pages/Kids[3 0 R]/Count 1>>"
TEXT = written(FACT)


def one_page(content: bytes, *more: bytes, page: bytes = PAGE, trailer: bytes = b"") -> bytes:
    """A PDF of one page with this object as its content; further objects are numbered from 6."""
    return assemble([CATALOGUE, TREE, page, content, FONT, *more], more=trailer)


def many_pages(count: int) -> bytes:
    """As many pages, all with the same content."""
    kids = b" ".join(b"%d 0 R" % (number + 5) for number in range(count))
    tree = b"<</Type/Pages/Kids[%b]/Count %d>>" % (kids, count)
    pages = [b"<</Type/Page/Parent 2 0 R/Contents 3 0 R/Resources<</Font<</F1 4 0 R>>>>>>"] * count
    return assemble([CATALOGUE, tree, stream(TEXT), FONT, *pages])


def packed(megabytes: int, times: int = 1) -> bytes:
    """A content stream that unpacks to megabytes of blanks, packed so many times over."""
    content = TEXT + b" " * (megabytes << 20)
    for _ in range(times):
        content = zlib.compress(content, 9)
    return stream(content, b"/Filter[%b]" % (b"/FlateDecode" * times))


def deep_tree(levels: int) -> bytes:
    """Page trees in page trees."""
    nodes = [b"<</Type/Pages/Kids[%d 0 R]/Count 1>>" % (number + 3) for number in range(levels)]
    return assemble([CATALOGUE, *nodes, b"<</Type/Page>>"])


def forms(levels: int) -> bytes:
    """Forms that each draw the next one twice: two to the power of levels texts."""
    first = 6
    made = []
    for level in range(levels):
        after = b"/X%d %d 0 R" % (level + 1, first + level + 1) if level + 1 < levels else b""
        draws = b"/X%d Do /X%d Do" % (level + 1, level + 1) if after else TEXT
        made.append(stream(draws, b"/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</Font<</F1 5 0 R>>/XObject<<%b>>>>" % after))
    page = PAGE.replace(b"/Resources<<", b"/Resources<</XObject<</X0 6 0 R>>")
    return one_page(stream(TEXT + b" /X0 Do"), *made, page=page)


def looped_table() -> bytes:
    """A PDF whose table of objects says that the one before it is itself."""
    content = pdf([TEXT])
    table = int(content.rsplit(b"startxref\n", 1)[1].split()[0])
    return content.replace(b"/Info 4 0 R", b"/Info 4 0 R/Prev %d" % table)


def table_stream(more: bytes, content: bytes) -> bytes:
    """A PDF that keeps its table of objects in a stream."""
    start = b"%PDF-1.5\n1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n"
    held = b"9 0 obj\n" + stream(content, b"/Type/XRef/Root 1 0 R" + more) + b"\nendobj\n"
    return start + held + b"startxref\n%d\n%%%%EOF" % len(start)


def locked(version: bytes) -> bytes:
    """A PDF that asks for a password."""
    cipher = b"<</Filter/Standard%b/O<%b>/U<%b>/P -44>>" % (version, b"41" * 32, b"42" * 32)
    return one_page(stream(TEXT), cipher, trailer=b"/Encrypt 6 0 R/ID[<%b><%b>]" % (b"43" * 16, b"43" * 16))


def noise(seed: int) -> bytes:
    """A good PDF with one byte in a hundred changed."""
    chance = random.Random(seed)
    content = bytearray(pdf([TEXT] * 3))
    for place in range(9, len(content)):
        if chance.random() < 0.01:
            content[place] = chance.randrange(256)
    return bytes(content)


MAP = b"/CIDInit /ProcSet findresource begin begincmap 1 begincodespacerange <0000> <FFFF> endcodespacerange "
WIDE_MAP = MAP + b"1 beginbfrange <0000> <FFFFFFFF> <0041> endbfrange endcmap"
FONT_PAGE = PAGE.replace(b"5 0 R", b"6 0 R")

CASES = [
    case("pages-10000.pdf", lambda: many_pages(10_000), Unread.TOO_LARGE, is_long=True),
    case("pages-2001.pdf", lambda: many_pages(2_001), Unread.TOO_LARGE),
    case("tree-in-itself.pdf", assemble([CATALOGUE, b"<</Type/Pages/Kids[2 0 R]/Count 1>>"]), Unread.DAMAGED),
    case(
        "tree-in-a-ring.pdf",
        assemble([CATALOGUE, b"<</Type/Pages/Kids[3 0 R 3 0 R]/Count 9>>", b"<</Type/Pages/Kids[2 0 R 2 0 R]/Count 9>>"]),
        Unread.DAMAGED,
    ),
    case("tree-deep.pdf", lambda: deep_tree(5_000), Unread.TOO_DEEP),
    case("tree-says-a-billion.pdf", assemble([CATALOGUE, TREE.replace(b"Count 1", b"Count 1000000000"), PAGE, stream(TEXT), FONT])),
    case("tree-is-a-number.pdf", assemble([CATALOGUE, b"17"]), Unread.DAMAGED),
    case("no-pages.pdf", assemble([CATALOGUE, b"<</Type/Pages/Kids[]/Count 0>>"]), Unread.EMPTY),
    case("scanned.pdf", pdf([b"q 1 0 0 1 0 0 cm Q"] * 3), Unread.EMPTY),
    case("bomb.pdf", lambda: one_page(packed(80)), Unread.BOMB),
    case("bomb-twice.pdf", lambda: one_page(packed(80, 2)), Unread.BOMB),
    case("bomb-chain.pdf", lambda: one_page(packed(1, 40)), Unread.TOO_LARGE),
    case("bomb-below-the-limit.pdf", lambda: one_page(packed(60)), is_long=True),
    case("bombs-on-pages.pdf", lambda: pdf([written("x" * 60_000)] * 60), Unread.TOO_LARGE, is_long=True),
    case("content-10000-times.pdf", lambda: one_page(b"[%b]" % (b"6 0 R " * 10_000), stream(TEXT * 100)), Unread.BOMB),
    case("forms-doubling.pdf", lambda: forms(30), is_long=True),
    case(
        "form-in-itself.pdf",
        one_page(
            stream(TEXT + b" /X0 Do"),
            stream(b"/X0 Do", b"/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</X0 6 0 R>>>>"),
            page=PAGE.replace(b"/Resources<<", b"/Resources<</XObject<</X0 6 0 R>>"),
        ),
    ),
    case("arrays-deep.pdf", lambda: one_page(b"[" * 100_000 + b"]" * 100_000), Unread.TOO_DEEP),
    case("operands-deep.pdf", lambda: one_page(stream(b"[" * 100_000 + TEXT)), Unread.TOO_DEEP),
    case("names-deep.pdf", lambda: one_page(stream(TEXT), page=PAGE[:-2] + b"/A<<" * 50_000 + b">>" * 50_001)),
    case(
        "map-wide.pdf",
        one_page(stream(b"BT /F1 9 Tf <0041> Tj ET"), FONT[:-2] + b"/ToUnicode 7 0 R>>", stream(WIDE_MAP), page=FONT_PAGE),
        Unread.TOO_LARGE,
    ),
    case("length-lies.pdf", one_page(stream(TEXT).replace(b"/Length %d" % len(TEXT), b"/Length 999999999999")), Unread.TOO_LARGE),
    case("length-in-itself.pdf", one_page(stream(TEXT).replace(b"/Length %d" % len(TEXT), b"/Length 4 0 R")), Unread.DAMAGED),
    case("content-in-itself.pdf", one_page(b"4 0 R"), Unread.EMPTY),
    case("title-in-itself.pdf", one_page(stream(TEXT), b"<</Title 7 0 R>>", b"7 0 R", trailer=b"/Info 6 0 R")),
    case("table-in-a-loop.pdf", looped_table()),
    case("table-says-a-billion.pdf", table_stream(b"/Size 1000000000/W[1 2 1]/Index[0 1000000000]", b"\0" * 400), Unread.DAMAGED),
    case("table-wide.pdf", table_stream(b"/Size 3/W[1000000 1000000 1000000]", b"\0" * 400), Unread.DAMAGED),
    case(
        "objects-say-a-billion.pdf",
        assemble([b"<</Type/Catalog/Pages 3 0 R>>", stream(b"3 0 <</Type/Pages>>", b"/Type/ObjStm/N 1000000000/First 4/Extends 2 0 R")]),
        Unread.DAMAGED,
    ),
    case("encrypted-rc4.pdf", locked(b"/V 2/R 3/Length 128"), Unread.ENCRYPTED),
    case("encrypted-aes.pdf", locked(b"/V 5/R 6/Length 256/CF<</StdCF<</CFM/AESV3>>>>/StmF/StdCF/StrF/StdCF"), Unread.ENCRYPTED),
    case("encrypted-unknown.pdf", locked(b"/V 9/R 9").replace(b"/Standard", b"/Nobody"), Unread.ENCRYPTED),
    case("truncated.pdf", pdf([TEXT] * 20)[:1500], Unread.DAMAGED),
    case("header-only.pdf", b"%PDF-1.7\n", Unread.DAMAGED),
    case("noise-after-header.pdf", b"%PDF-1.7\n" + random.Random(1).randbytes(200_000), Unread.DAMAGED),
    case("objects-without-end.pdf", lambda: b"%PDF-1.4\n" + b"1 0 obj <<" * 100_000, Unread.DAMAGED, is_long=True),
    case("changed-0.pdf", noise(0), Unread.EMPTY),
    case("changed-1.pdf", noise(1), Unread.DAMAGED),
    case("changed-2.pdf", noise(2), Unread.DAMAGED),
    case("changed-3.pdf", noise(3), INGESTED),
    case("changed-4.pdf", noise(4), INGESTED),
    case("launches.pdf", one_page(stream(TEXT)).replace(CATALOGUE, CATALOGUE[:-2] + b"/OpenAction<</S/Launch/F(/bin/sh)>>>>")),
    case("page-not-a-pdf.pdf", f"<!doctype html><html><body><p>{FACT}</p></body></html>".encode()),
    case("text-not-a-pdf.pdf", FACT.encode(), Unread.DAMAGED),
    sparse("zeros.pdf", b"%PDF-1.7\n", Unread.TOO_LARGE),
]
