"""PDF and DOCX files written by hand, as small as they can be."""

import zipfile
from collections.abc import Mapping, Sequence
from io import BytesIO

WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
ROOT_RELATIONS = (
    f'{HEAD}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" '
    'Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>'
)
CORE = (
    f'{HEAD}<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" '
    'xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/"><dc:title>The bridge</dc:title>'
    "<dc:creator>Jane Doe</dc:creator><dcterms:created>2019-01-02T03:04:05Z</dcterms:created>"
    "<dcterms:modified>2020-03-04T05:06:07Z</dcterms:modified></cp:coreProperties>"
)


def body(inner: str) -> str:
    """The main part of a DOCX around these paragraphs."""
    return f'{HEAD}<w:document xmlns:w="{WORD}"><w:body>{inner}</w:body></w:document>'


def paragraph(text: str, style: str = "") -> str:
    """A paragraph of a DOCX."""
    styled = f'<w:pPr><w:pStyle w:val="{style}"/></w:pPr>' if style else ""
    return f'<w:p>{styled}<w:r><w:t xml:space="preserve">{text}</w:t></w:r></w:p>'


def archive(parts: Mapping[str, str | bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """A ZIP of these parts."""
    held = BytesIO()
    with zipfile.ZipFile(held, "w", method) as packed:
        for name, part in parts.items():
            packed.writestr(name, part)
    return held.getvalue()


def docx(*paragraphs: str, **more: str | bytes) -> bytes:
    """A DOCX of these paragraphs; `more` parts are named with `__` for a slash and `_dot_` for a dot."""
    parts: dict[str, str | bytes] = {"_rels/.rels": ROOT_RELATIONS, "word/document.xml": body("".join(map(paragraph, paragraphs)))}
    return archive({**parts, **{name.replace("_dot_", ".").replace("__", "/"): part for name, part in more.items()}})


def assemble(objects: Sequence[bytes], root: int = 1, more: bytes = b"") -> bytes:
    """A PDF of these objects, numbered from 1, with a table that finds them."""
    out = bytearray(b"%PDF-1.4\n")
    places = []
    for number, content in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n%b\nendobj\n" % (number, content)
    table = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    out += b"".join(b"%010d 00000 n \n" % place for place in places)
    out += b"trailer\n<</Size %d/Root %d 0 R%b>>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, root, more, table)
    return bytes(out)


def stream(content: bytes, more: bytes = b"") -> bytes:
    """A stream object."""
    return b"<</Length %d%b>>\nstream\n%b\nendstream" % (len(content), more, content)


def written(*lines: str) -> bytes:
    """The content of a page with these lines, top down."""
    shown = (line.encode("latin-1").replace(b"(", rb"\(").replace(b")", rb"\)") for line in lines)
    return b"BT /F1 12 Tf 14 TL 72 720 Td " + b"".join(b"(%b) Tj T* " % line for line in shown) + b"ET"


def pdf(pages: Sequence[bytes], about: bytes = b"") -> bytes:
    """A PDF whose pages have these contents; `about` is its information dictionary."""
    first = 4  # catalogue, tree, font, information, then a page and its content in turn
    kids = b" ".join(b"%d 0 R" % (first + 1 + 2 * place) for place in range(len(pages)))
    objects = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[%b]/Count %d/MediaBox[0 0 612 792]/Resources<</Font<</F1 3 0 R>>>>>>" % (kids, len(pages)),
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>",
        b"<<%b>>" % about,
    ]
    for place, content in enumerate(pages):
        objects.append(b"<</Type/Page/Parent 2 0 R/Contents %d 0 R>>" % (first + 2 + 2 * place))
        objects.append(stream(content))
    return assemble(objects, more=b"/Info 4 0 R")
