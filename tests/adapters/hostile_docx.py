"""DOCX files made to break a reader."""

import struct
import zipfile
import zlib
from io import BytesIO

from tests.adapters.hostile import FACT, case
from tests.adapters.papers import CORE, HEAD, ROOT_RELATIONS, WORD, archive, body, docx, paragraph
from veracious.domain.document import Unread

GOOD = body(paragraph(FACT))
MAIN = "word/document.xml"


def blanks(megabytes: int) -> bytes:
    """A main part of one paragraph and very many blanks."""
    return body(paragraph("X" + " " * (megabytes << 20))).encode()


def lying(content: bytes, declared: int) -> bytes:
    """A DOCX whose main part has this content and says it has another size, in both of its headers."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = packer.compress(content) + packer.flush()
    name = MAIN.encode()
    common = struct.pack("<HHHHHIIIHH", 20, 0, 8, 0, 33, zlib.crc32(content), len(packed), declared, len(name), 0)
    local = b"PK\x03\x04" + common + name + packed
    central = b"PK\x01\x02" + struct.pack("<H", 20) + common + struct.pack("<HHHII", 0, 0, 0, 0, 0) + name
    return local + central + b"PK\x05\x06" + struct.pack("<HHHHIIH", 0, 0, 1, 1, len(central), len(local), 0)


def overlapping(entries: int) -> bytes:
    """Many entries that all unpack the same packed bytes."""
    content = blanks(1)
    one = lying(content, len(content))
    end = one.rindex(b"PK\x01\x02")
    local, central = one[:end], one[end : one.rindex(b"PK\x05\x06")]
    others = b"".join(central.replace(MAIN.encode(), b"word/d%07d.xmlx" % number)[: len(central)] for number in range(entries))
    directory = central + others
    return local + directory + b"PK\x05\x06" + struct.pack("<HHHHIIH", 0, 0, entries + 1, entries + 1, len(directory), len(local), 0)


def nested(depth: int) -> bytes:
    """Ten million zeros in a ZIP in a ZIP in a ZIP."""
    inner = archive({"zeros": b"\0" * 10_000_000})
    for level in range(depth):
        inner = archive({f"{level}-{copy}.zip": inner for copy in range(10)})
    return inner


def flagged() -> bytes:
    """A DOCX whose entries say they are encrypted."""
    content = bytearray(docx(FACT))
    for mark, place in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        start = content.find(mark)
        while start >= 0:
            content[start + place] |= 1
            start = content.find(mark, start + 4)
    return bytes(content)


def miscounted() -> bytes:
    """A DOCX whose main part is not what its checksum says."""
    content = bytearray(archive({MAIN: GOOD}, zipfile.ZIP_STORED))
    place = content.index(b"2019")
    content[place : place + 4] = b"2020"
    return bytes(content)


def twice() -> bytes:
    """A DOCX with two main parts, of which the last counts."""
    return archive({MAIN: body(paragraph("First.")), "word/documenu.xml": GOOD}).replace(b"documenu", b"document")


def linked() -> bytes:
    """A DOCX whose main part says it is a link to the list of users."""
    held = BytesIO()
    with zipfile.ZipFile(held, "w") as packed:
        info = zipfile.ZipInfo(MAIN)
        info.external_attr = 0o120777 << 16
        packed.writestr(info, "/etc/passwd")
    return held.getvalue()


def with_doctype(declarations: str, inner: str) -> str:
    """A main part that declares things first."""
    return f'{HEAD}<!DOCTYPE d [{declarations}]><w:document xmlns:w="{WORD}"><w:body>{paragraph(inner)}</w:body></w:document>'


LAUGHS = '<!ENTITY a0 "ha">' + "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 11))
QUADRATIC = f'<!ENTITY a "{"x" * 50_000}">'
DEEP = 300_000

CASES = [
    case("bomb.docx", lambda: archive({MAIN: blanks(70)}), Unread.BOMB),
    case("bomb-small-ratio.docx", lambda: archive({MAIN: blanks(5)}), Unread.BOMB),
    case("bomb-in-properties.docx", lambda: archive({MAIN: GOOD, "docProps/core.xml": b" " * (20 << 20)}), Unread.BOMB),
    case("bomb-in-relations.docx", lambda: archive({MAIN: GOOD, "_rels/.rels": b" " * (20 << 20)}), Unread.BOMB),
    case("bomb-in-footnotes.docx", lambda: archive({MAIN: GOOD, "word/footnotes.xml": blanks(20)}), Unread.BOMB),
    case("bomb-gigabytes.docx", lambda: archive({MAIN: blanks(1500)}), Unread.BOMB, is_long=True),
    case("says-small.docx", lambda: lying(blanks(20), 1000), Unread.DAMAGED),
    case("says-gigabytes.docx", lambda: lying(GOOD.encode(), 0xFFFFFFF0), Unread.BOMB),
    case("overlapping.docx", lambda: overlapping(2000), Unread.BOMB),
    case("nested-bombs.docx", lambda: docx(FACT, word__embeddings__a_dot_zip=nested(3))),
    case("main-is-a-zip.docx", lambda: archive({MAIN: nested(1)}), Unread.DAMAGED),
    case("many-entries.docx", lambda: archive({MAIN: GOOD, **{f"x{n}": b"" for n in range(20_000)}}), Unread.BOMB, is_long=True),
    case("billion-laughs.docx", lambda: archive({MAIN: with_doctype(LAUGHS, "&a10;")}), Unread.DECLARATIONS),
    case("quadratic.docx", lambda: archive({MAIN: with_doctype(QUADRATIC, "&a;" * 20_000)}), Unread.DECLARATIONS),
    case("entity-file.docx", lambda: archive({MAIN: with_doctype('<!ENTITY f SYSTEM "file:///etc/passwd">', "&f;")}), Unread.DECLARATIONS),
    case(
        "entity-web.docx",
        lambda: archive({MAIN: with_doctype('<!ENTITY % f SYSTEM "http://127.0.0.1:9/x"> %f;', "x")}),
        Unread.DECLARATIONS,
    ),
    case(
        "laughs-utf16.docx",
        lambda: archive({MAIN: with_doctype(LAUGHS, "&a10;").replace("UTF-8", "UTF-16").encode("utf-16")}),
        Unread.DECLARATIONS,
    ),
    case(
        "laughs-in-properties.docx", lambda: archive({MAIN: GOOD, "docProps/core.xml": with_doctype(LAUGHS, "&a9;")}), Unread.DECLARATIONS
    ),
    case("undeclared-entity.docx", archive({MAIN: body(paragraph("&nothing;"))}), Unread.DAMAGED),
    case(
        "deep.docx",
        lambda: archive({MAIN: body("<w:x>" * DEEP + paragraph(FACT) + "</w:x>" * DEEP)}, zipfile.ZIP_STORED),
    ),
    case("unclosed.docx", archive({MAIN: body(paragraph(FACT))[:-30]}), Unread.DAMAGED),
    case("nul-in-xml.docx", archive({MAIN: body(paragraph("a\0b"))}), Unread.DAMAGED),
    case("too-long.docx", lambda: archive({MAIN: body(paragraph(FACT) * 80_000)}, zipfile.ZIP_STORED), Unread.TOO_LARGE),
    case("path-tricks.docx", docx(FACT, **{"..__..__..__tmp__out": "x", "__tmp__out": "x", "C:\\windows\\out": "x", "a\nb": "x"})),
    case("relation-out.docx", archive({MAIN: GOOD, "_rels/.rels": ROOT_RELATIONS.replace("word/document.xml", "../../../etc/passwd")})),
    case("main-twice.docx", twice()),
    case("main-is-a-link.docx", linked(), Unread.DAMAGED),
    case("encrypted-entries.docx", flagged(), Unread.ENCRYPTED),
    case("encrypted-office.docx", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 4096, Unread.ENCRYPTED),
    case("truncated.docx", docx(FACT)[:-40], Unread.DAMAGED),
    case("half.docx", docx(FACT, docProps__core_dot_xml=CORE)[:300], Unread.DAMAGED),
    case("checksum.docx", miscounted(), Unread.DAMAGED),
    case("lzma.docx", archive({MAIN: GOOD}, zipfile.ZIP_LZMA), Unread.DAMAGED),
    case("no-main.docx", archive({"xl/workbook.xml": "<x/>"}), Unread.UNSUPPORTED),
    case("no-entries.docx", archive({}), Unread.UNSUPPORTED),
    case("not-a-zip.docx", b"This was never a document.", Unread.DAMAGED),
    case("archive.zip", docx(FACT), Unread.UNSUPPORTED),
]
