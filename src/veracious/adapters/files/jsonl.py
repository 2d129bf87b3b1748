"""JSON lines: each line a document, or refused with its number while the others go on.

A line is an object with `text`, and, where they are known, `title`, `url`, `published` (a day, or a day with a time), `language`, `byline`,
and `domain` or `source`. Other names are passed over. What is there must be of its kind: a date that is no date refuses the line.
"""

import json
import re
from collections.abc import Iterator
from hashlib import sha256
from typing import Any, BinaryIO

from veracious.adapters import text_decoding
from veracious.adapters.files import dates, plain
from veracious.adapters.files.caps import MEGABYTE, Caps
from veracious.adapters.read_error import NotRead
from veracious.domain.document import Document, Refused, Unread

_ADDRESS = re.compile(r"https?://[^\s\x00-\x20\x7f\ud800-\udfff]{1,2000}")
_LANGUAGE = re.compile(r"[a-z]{2,3}(?:-[A-Za-z0-9-]{1,20})?")
_DOMAIN_CHARS = 253


def read(stream: BinaryIO, name: str, caps: Caps) -> Iterator[Document | Refused]:
    """The documents of a file of JSON lines, in the order of lines."""
    number = bad = taken = 0
    while line := stream.readline(caps.line_bytes + 1):
        number += 1
        taken += len(line)
        label = f"{name}:{number}"
        if len(line) > caps.line_bytes and not line.endswith(b"\n"):
            taken += _pass_over(stream, caps.lines_bytes - taken)
            result: Document | Refused | None = Refused(label, Unread.TOO_LARGE, f"a line of more than {caps.line_bytes:,} bytes")
        else:
            result = _line(line.removeprefix(b"\xef\xbb\xbf") if number == 1 else line, label, caps)
        if result is not None:
            yield result
        bad += isinstance(result, Refused)
        if bad >= caps.bad_lines or taken > caps.lines_bytes:
            yield Refused(name, Unread.TOO_LARGE if taken > caps.lines_bytes else Unread.DAMAGED, f"left alone after line {number:,}")
            return
    if not number:
        yield Refused(name, Unread.EMPTY)


def _line(line: bytes, label: str, caps: Caps) -> Document | Refused | None:
    """The document of a line; none for a blank one."""
    line = line.strip(b" \t\r\n")
    if not line:
        return None
    try:
        return _document(_loaded(line), label, sha256(line).hexdigest(), caps)
    except NotRead as refused:
        return Refused(label, refused.reason, refused.detail)


def _loaded(line: bytes) -> dict[str, Any]:
    try:
        value = json.loads(line.decode("utf-8"), object_pairs_hook=_members, parse_constant=_refuse)
    except RecursionError as deep:
        raise NotRead(Unread.BAD_LINE, "nested too deep") from deep
    except UnicodeDecodeError as broken:
        raise NotRead(Unread.BAD_LINE, f"no UTF-8 from byte {broken.start + 1} of the line on") from broken
    except ValueError as broken:
        raise NotRead(Unread.BAD_LINE, f"not JSON: {text_decoding.title(str(broken))}") from broken
    if not isinstance(value, dict):
        raise NotRead(Unread.BAD_LINE, "not an object")
    return value


def _document(said: dict[str, Any], label: str, file_hash: str, caps: Caps) -> Document:
    text = said.get("text")
    if not isinstance(text, str) or not text.strip():
        raise NotRead(Unread.BAD_LINE, "`text` is not there, or is no text")
    published = _said(said, "published")
    day = dates.parse(published)
    if published and day is None:
        raise NotRead(Unread.BAD_LINE, "`published` is no date such as 2024-05-31")
    return Document(
        plain.fit(text_decoding.clean(text), caps),
        name=label,
        title=_said(said, "title"),
        url=_said(said, "url", _ADDRESS) or None,
        published=day,
        language=_said(said, "language", _LANGUAGE),
        byline=_said(said, "byline"),
        domain=(_said(said, "domain") or _said(said, "source"))[:_DOMAIN_CHARS],
        file_hash=file_hash,
    )


def _said(said: dict[str, Any], name: str, shape: re.Pattern[str] | None = None) -> str:
    """What the line says under this name, in one line; empty when it says nothing."""
    value = said.get(name)
    if value is None or value == "":
        return ""
    if not isinstance(value, str) or (shape is not None and not shape.fullmatch(value)):
        raise NotRead(Unread.BAD_LINE, f"`{name}` is not what belongs there")
    return value if shape is not None else text_decoding.title(value)


def _pass_over(stream: BinaryIO, at_most: int) -> int:
    """Read to the end of an overlong line; how many bytes that was."""
    passed = 0
    while passed <= at_most and (piece := stream.readline(MEGABYTE)):
        passed += len(piece)
        if piece.endswith(b"\n"):
            break
    return passed


def _members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) != len(pairs):
        raise ValueError("a name stands twice in an object")
    return members


def _refuse(name: str) -> Any:
    raise ValueError(f"{name} is no number")
