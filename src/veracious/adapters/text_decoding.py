"""Bytes into text that can be kept, shown and quoted.

1. A byte order mark decides. Without one, an encoding that the bytes themselves declare (a page does) is tried.
2. Bytes with many NULs, and no byte order mark, are no text.
3. UTF-8 to the letter; else UTF-8 with few broken places, each of which becomes U+FFFD, with the mark `encoding_repaired`;
   else Windows-1252 or Latin-1, with the mark `encoding_guessed`.
4. A text with many control characters is no text.
"""

import codecs
import re
from dataclasses import dataclass

from veracious.adapters.read_error import NotRead
from veracious.domain.document import Unread

GUESSED, REPAIRED = "encoding_guessed", "encoding_repaired"
NUL_SHARE = 0.001  # of the bytes; more is no text
CONTROL_SHARE = 0.01  # of the characters; random bytes have a tenth
BROKEN_SHARE = 0.1  # broken places for each whole character beyond ASCII; Latin-1 read as UTF-8 has about one for one
TITLE_CHARS = 300

BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
# What a declared encoding is read as: pages that say Latin-1 mean Windows-1252, and the old Asian ones have grown.
READ_AS = {
    "ascii": "cp1252", "iso8859-1": "cp1252", "iso8859-9": "cp1254", "iso8859-11": "cp874", "tis-620": "cp874", "gb2312": "gb18030",
    "gbk": "gb18030", "big5": "big5hkscs", "shift_jis": "cp932", "euc_kr": "cp949",
}  # fmt: skip
TRUSTED = frozenset(
    """cp1250 cp1251 cp1252 cp1253 cp1254 cp1255 cp1256 cp1257 cp1258 cp866 cp874 cp932 cp949 big5hkscs euc_jp gb18030 iso2022_jp
    iso8859-2 iso8859-3 iso8859-4 iso8859-5 iso8859-6 iso8859-7 iso8859-8 iso8859-10 iso8859-13 iso8859-14 iso8859-15 iso8859-16
    koi8-r koi8-u mac-roman""".split()
)  # never UTF-7, never the codecs that unpack or unescape
ENCODING_NAME = re.compile(r"[A-Za-z0-9_:.-]{1,40}")

_BREAKS = re.compile("\r\n|[\r\x0b\x0c\x1c-\x1e\x85\u2028\u2029]")
_CONTROLS = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x9f]")
_DROPPED = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x9f\xad\u200b\u2060\ufeff\ufffe\uffff]")
_BLANKS = re.compile("[\xa0\u2000-\u200a\u202f\u205f\u3000]")
_SURROGATES = re.compile("[\ud800-\udfff]")
_BLANK_LINES = re.compile("\n{3,}")


@dataclass(frozen=True, slots=True)
class Decoded:
    """A text, and what was assumed to get it."""

    text: str
    marks: tuple[str, ...] = ()


def decode(content: bytes, declared: str = "") -> Decoded:
    """The text that the bytes are."""
    decoded = _decoded(content, declared)
    if len(_CONTROLS.findall(decoded.text)) > CONTROL_SHARE * len(decoded.text):
        raise NotRead(Unread.NOT_TEXT, "full of control characters")
    return decoded


def clean(text: str) -> str:
    """The text with line feeds as its only line breaks, one kind of blank, and nothing that cannot be seen or kept."""
    text = _SURROGATES.sub("\ufffd", _BLANKS.sub(" ", _DROPPED.sub("", _BREAKS.sub("\n", text))))
    # Line by line: a pattern for blanks before a line break takes the square of a long run of blanks.
    text = "\n".join(line.rstrip() for line in text.split("\n"))
    return _BLANK_LINES.sub("\n\n", text).strip()


def title(text: str) -> str:
    """A title, a byline or another short text in one line."""
    return " ".join(clean(text[: 10 * TITLE_CHARS]).split())[:TITLE_CHARS].rstrip()


def _decoded(content: bytes, declared: str) -> Decoded:
    for bom, encoding in BOMS:
        if content.startswith(bom):
            return _mended(content[len(bom) :], encoding)
    if encoding := _known(declared):
        return _mended(content, encoding)
    if content.count(b"\0") > NUL_SHARE * len(content):
        raise NotRead(Unread.NOT_TEXT, "full of NUL bytes")
    try:
        return Decoded(content.decode("utf-8"))
    except UnicodeDecodeError:
        return _guessed(content)


def _guessed(content: bytes) -> Decoded:
    text = content.decode("utf-8", "replace")
    broken = text.count("\ufffd")
    beyond_ascii = len(text) - len(text.encode("ascii", "ignore"))
    if broken <= BROKEN_SHARE * (beyond_ascii - broken):
        return Decoded(text, (REPAIRED,))
    try:
        return Decoded(content.decode("cp1252"), (GUESSED,))
    except UnicodeDecodeError:
        return Decoded(content.decode("latin-1"), (GUESSED,))


def _mended(content: bytes, encoding: str) -> Decoded:
    text = content.decode(encoding, "replace")
    broken = text.count("\ufffd")
    if broken > BROKEN_SHARE * len(text):
        raise NotRead(Unread.NOT_TEXT, f"not the {encoding} it says it is")
    return Decoded(text, (REPAIRED,) if broken else ())


def _known(declared: str) -> str:
    """The codec of a declared encoding other than UTF-8; empty when it is none that is trusted."""
    if not ENCODING_NAME.fullmatch(declared):
        return ""
    try:
        name = codecs.lookup(declared).name
    except LookupError:
        return ""
    name = READ_AS.get(name, name)
    return name if name in TRUSTED else ""
