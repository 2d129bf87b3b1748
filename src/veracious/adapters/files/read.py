"""What was named into documents and refusals, one by one, in a stable order.

1. `walk` finds and opens the files, `formats` tells what each is.
2. Text, Markdown and JSON lines are read here; HTML, PDF and DOCX in the sandbox, always.
3. A document gets the name of its file, the hash of its bytes, and its language.
"""

import io
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from hashlib import sha256
from typing import Any, BinaryIO, cast

from veracious.adapters import names
from veracious.adapters.files import formats, jsonl, markdown, plain, walk
from veracious.adapters.files.caps import Caps
from veracious.adapters.files.formats import HOSTILE, Format
from veracious.adapters.files.sandbox import Sandbox
from veracious.adapters.read_error import NotRead
from veracious.domain.document import Document, Refused, Unread

LANGUAGE_CHARS = 4000  # of a text, to tell its language by
UTF8_BYTES = 4  # of a character at most


class Files:
    """Reads files, with one cage for all of them; to be closed, or used as a context."""

    def __init__(self, caps: Caps, tell_language: Callable[[str], str] = lambda _: "en") -> None:
        self._caps = caps
        self._tell_language = tell_language
        self.sandbox = Sandbox(caps)

    def read(self, paths: Sequence[str], stdin: BinaryIO | None = None) -> Iterator[Document | Refused]:
        """The documents of the files and folders that were named, `-` being standard input, and what was refused."""
        for opened in walk.find(paths, self._caps, stdin):
            if isinstance(opened, Refused):
                yield opened
            else:
                yield from self._opened(opened)

    def parse(
        self, content: bytes, file_name: str, url: str | None = None, charset: str = "", until: float | None = None
    ) -> Document | Refused:
        """The one document that these bytes are, as if they were a file of this name, read at this address.

        `until`, on the monotonic clock, may end the reading in the sandbox before its own limit does.
        """
        shown = names.show(file_name)
        try:
            format = formats.tell(file_name, content[: formats.HEAD_BYTES])
            if format is Format.JSONL:
                raise NotRead(Unread.UNSUPPORTED, "many documents in one")
            if len(content) > self._most(format):
                raise NotRead(Unread.TOO_LARGE, f"more than {self._most(format):,} bytes")
            return self._finished(self._one(format, content, url, charset, until), shown, content)
        except NotRead as refused:
            return Refused(shown, refused.reason, refused.detail)

    def close(self) -> None:
        """End the sandbox."""
        self.sandbox.close()

    def __enter__(self) -> "Files":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _opened(self, opened: walk.Opened) -> Iterator[Document | Refused]:
        try:
            head = _head(opened.stream)
            format = formats.tell(opened.file_name, head)
            if format is Format.JSONL:
                stream = cast(BinaryIO, io.BufferedReader(_Rejoined(head, opened.stream), formats.HEAD_BYTES * 16))
                for one in jsonl.read(stream, opened.name, self._caps):
                    yield one if isinstance(one, Refused) else self._told(one)
            else:
                content = self._content(opened, head, self._most(format))
                yield self._finished(self._one(format, content), opened.name, content)
        except NotRead as refused:
            yield Refused(opened.name, refused.reason, refused.detail)
        except OSError as failed:
            yield Refused(opened.name, Unread.UNREADABLE, (failed.strerror or "").lower())

    def _content(self, opened: walk.Opened, head: bytes, most: int) -> bytes:
        """All bytes of a file, if they are not too many: neither by what the disk says nor by what comes."""
        content = head
        if opened.size is None or opened.size <= most:
            content += opened.stream.read(max(0, most + 1 - len(head)))
        if max(len(content), opened.size or 0) > most:
            raise NotRead(Unread.TOO_LARGE, f"more than {most:,} bytes")
        return content

    def _most(self, format: Format) -> int:
        """The most bytes of a file; a text of more than four for each character allowed is too long in any encoding."""
        return self._caps.file_bytes if format in HOSTILE else min(self._caps.file_bytes, UTF8_BYTES * (self._caps.characters + 1))

    def _one(self, format: Format, content: bytes, url: str | None = None, charset: str = "", until: float | None = None) -> Document:
        if format in HOSTILE:
            return self.sandbox.read(format, content, url, charset, until)
        return markdown.read(content, self._caps) if format is Format.MARKDOWN else plain.read(content, self._caps)

    def _finished(self, document: Document, name: str, content: bytes) -> Document:
        return self._told(replace(document, name=name, file_hash=sha256(content).hexdigest()))

    def _told(self, document: Document) -> Document:
        """The document with its language, told by its beginning unless it says so itself."""
        return document if document.language else replace(document, language=self._tell_language(document.text[:LANGUAGE_CHARS]))


class _Rejoined(io.RawIOBase):
    """A stream whose first bytes were taken already."""

    def __init__(self, head: bytes, rest: BinaryIO) -> None:
        self._head = head
        self._rest = rest

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        piece = self._head[: len(buffer)] or self._rest.read(len(buffer)) or b""
        self._head = self._head[len(piece) :] if self._head else b""
        buffer[: len(piece)] = piece
        return len(piece)


def _head(stream: BinaryIO) -> bytes:
    """The first bytes, however small the pieces they come in."""
    head = b""
    while len(head) < formats.HEAD_BYTES and (piece := stream.read(formats.HEAD_BYTES - len(head))):
        head += piece
    return head
