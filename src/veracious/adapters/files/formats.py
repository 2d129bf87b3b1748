"""Which format a file is in, by its first bytes and its name.

1. Bytes that say what they are (PDF, ZIP, old Office, RTF) are believed, whatever the name.
2. A name that promises PDF or DOCX without them is held to be damaged, unless the bytes are a page, as a failed download is.
3. A name for text, Markdown, HTML or JSONL is believed.
4. Any other name: a page if it begins as one, JSON lines if it begins as one, text if it looks like text, else refused.
"""

import re
from enum import StrEnum

from veracious.adapters.read_error import NotRead
from veracious.domain.document import Unread

HEAD_BYTES = 4096  # looked at


class Format(StrEnum):
    """A format that is read."""

    TEXT = "text"
    MARKDOWN = "markdown"
    HTML = "html"
    PDF = "pdf"
    DOCX = "docx"
    JSONL = "jsonl"


HOSTILE = frozenset({Format.HTML, Format.PDF, Format.DOCX})  # read only in the sandbox

BY_ENDING = {
    "txt": Format.TEXT, "text": Format.TEXT, "md": Format.MARKDOWN, "markdown": Format.MARKDOWN, "mdown": Format.MARKDOWN,
    "mkd": Format.MARKDOWN, "html": Format.HTML, "htm": Format.HTML, "xhtml": Format.HTML, "xht": Format.HTML, "pdf": Format.PDF,
    "docx": Format.DOCX, "docm": Format.DOCX, "dotx": Format.DOCX, "jsonl": Format.JSONL, "ndjson": Format.JSONL, "jsonlines": Format.JSONL,
}  # fmt: skip

_PDF_WITHIN = 1024  # a PDF may begin after some rubbish
_ZIP, _ZIP_EMPTY, _OLD_OFFICE, _RTF = b"PK\x03\x04", b"PK\x05\x06", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", b"{\\rtf"
_PAGE = re.compile(rb"\s*(<\?xml[^>]{0,200}>\s*)?(<!--.{0,500}?-->\s*)?<(!doctype\s+html|html|head|body)\b", re.IGNORECASE | re.DOTALL)
_JSON_LINE = re.compile(rb'\s*\{\s*"')
_BOMS = (b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")
_CONTROLS = re.compile(rb"[\x00-\x08\x0e-\x1a\x1c-\x1f]")
_CONTROL_SHARE = 0.01


def tell(file_name: str, head: bytes) -> Format:
    """The format of a file, from its name and its first bytes."""
    if not head:
        raise NotRead(Unread.EMPTY, "no bytes")
    ending = file_name.rpartition(".")[2].lower() if "." in file_name else ""
    promised = BY_ENDING.get(ending)
    if head.lstrip().startswith(b"%PDF-") or (promised is Format.PDF and b"%PDF-" in head[:_PDF_WITHIN]):
        return Format.PDF
    if head.startswith((_ZIP, _ZIP_EMPTY)):
        if promised is Format.DOCX or not ending:
            return Format.DOCX
        raise NotRead(Unread.UNSUPPORTED, "an archive")
    if head.startswith(_OLD_OFFICE):
        if promised is Format.DOCX:  # Office wraps a document with a password in its old format
            raise NotRead(Unread.ENCRYPTED)
        raise NotRead(Unread.UNSUPPORTED, "an old Office format")
    if head.startswith(_RTF):
        raise NotRead(Unread.UNSUPPORTED, "RTF")
    if promised in (Format.PDF, Format.DOCX):
        if _PAGE.match(head):
            return Format.HTML
        raise NotRead(Unread.DAMAGED, f"not a {promised.upper()} file")
    return promised or _by_content(head)


def _by_content(head: bytes) -> Format:
    plain = head.removeprefix(_BOMS[0])
    if _PAGE.match(plain.lstrip(b"\xff\xfe").replace(b"\0", b"")):
        return Format.HTML
    if _JSON_LINE.match(plain) and b'"text"' in plain:
        return Format.JSONL
    if not head.startswith(_BOMS) and len(_CONTROLS.findall(head)) > _CONTROL_SHARE * len(head):
        raise NotRead(Unread.UNSUPPORTED, "not text")
    return Format.TEXT
