"""One text as it is written: every character keeps its place, so that an offset in it is an offset in the file."""

import re
from pathlib import Path
from typing import BinaryIO

from veracious.adapters import text_decoding
from veracious.adapters.files import formats, walk
from veracious.adapters.files.caps import Caps
from veracious.adapters.files.read import UTF8_BYTES
from veracious.adapters.files.walk import Opened
from veracious.adapters.read_error import NotRead
from veracious.domain.document import ADVICE, Refused, Unread
from veracious.domain.errors import InputError

PLAIN = ("text", "markdown")  # formats in which a text is as it is written
_BREAK = re.compile("\r(?!\n)|[\x0b\x0c\x1c-\x1e\x85\u2028\u2029]")
_CONTROL = re.compile("[\x00-\x08\x0d-\x1f\x7f-\x9f]")


def read(name: str, caps: Caps, stdin: BinaryIO | None = None) -> str:
    """The text of a file of plain text or Markdown, `-` being standard input.

    Line feeds are its only line breaks and it has no control character, each being replaced by one other character.
    """
    if Path(name).is_dir():
        raise InputError(f"{name}: it is a folder. Name one file")
    found = walk.find([name], caps, stdin)  # a file is open as long as its finder is kept
    opened = next(found)
    if isinstance(opened, Refused):
        raise InputError(f"{opened.name}: {opened.advice}")
    return _CONTROL.sub(" ", _BREAK.sub("\n", _text(opened, caps)))


def _text(opened: Opened, caps: Caps) -> str:
    most = UTF8_BYTES * caps.characters
    content = opened.stream.read(most + 1)
    try:
        if len(content) > most:
            raise NotRead(Unread.TOO_LARGE)
        if content and formats.tell(opened.file_name, content[: formats.HEAD_BYTES]) not in PLAIN:
            raise InputError(f"{opened.name}: it is neither plain text nor Markdown. Save its text alone")
        return text_decoding.decode(content).text
    except NotRead as refused:
        raise InputError(f"{opened.name}: {ADVICE[refused.reason]}") from refused
