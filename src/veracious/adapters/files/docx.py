"""DOCX into a document. Imported, and run, only in the sandbox.

1. Nothing is unpacked to disk, and of the archive only the parts that hold text and what is said of it are opened.
2. A part is refused by the size it declares, and again while it is unpacked, by what comes out.
3. Its XML goes through expat piece by piece: no tree, no entities. A doctype refuses the file: office programs write none.
"""

import posixpath
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from io import BytesIO
from typing import Any
from xml.parsers import expat

from veracious.adapters import text_decoding
from veracious.adapters.files import dates, plain
from veracious.adapters.files.caps import MEGABYTE, Caps
from veracious.adapters.read_error import NotRead
from veracious.domain.document import Document, Unread

CHUNK_BYTES = 64 * 1024
RATIO_FROM = MEGABYTE  # a small part may be as repetitive as it likes
ADDRESS_CHARS = 2000

_WORD = ("http://schemas.openxmlformats.org/wordprocessingml/2006/main", "http://purl.oclc.org/ooxml/wordprocessingml/main")
_FALLBACK = "http://schemas.openxmlformats.org/markup-compatibility/2006 Fallback"
_RELATION = "http://schemas.openxmlformats.org/package/2006/relationships Relationship"
_SAID = {
    "http://purl.org/dc/elements/1.1/ title": "title",
    "http://purl.org/dc/elements/1.1/ creator": "creator",
    "http://purl.org/dc/terms/ created": "created",
    "http://purl.org/dc/terms/ modified": "modified",
}
_MAIN, _SAID_PART, _ROOT_RELATIONS = "word/document.xml", "docProps/core.xml", "_rels/.rels"


@dataclass(slots=True)
class _Words:
    """Collects the text of a part, a paragraph a line."""

    most: int
    pieces: list[str] = field(default_factory=list)
    taken: int = 0
    in_text: bool = False
    fallbacks: int = 0  # how deep in a second drawing of the same text
    title: str = ""
    is_title: bool = False
    paragraph_from: int = 0

    def start(self, name: str, attributes: dict[str, str]) -> None:
        space, _, tag = name.rpartition(" ")
        if name == _FALLBACK:
            self.fallbacks += 1
        elif space in _WORD and not self.fallbacks:
            self.in_text = tag == "t"
            if tag in ("br", "cr", "tab"):
                self.add("\t" if tag == "tab" else "\n")
            elif tag == "pStyle":
                self.is_title = attributes.get(f"{space} val") == "Title"

    def end(self, name: str) -> None:
        space, _, tag = name.rpartition(" ")
        if name == _FALLBACK:
            self.fallbacks -= 1
        elif space in _WORD and not self.fallbacks:
            self.in_text = False
            if tag == "p":
                if self.is_title and not self.title:
                    self.title = text_decoding.title("".join(self.pieces[self.paragraph_from :]))
                self.add("\n")
                self.is_title, self.paragraph_from = False, len(self.pieces)

    def text(self, text: str) -> None:
        if self.in_text:
            self.add(text)

    def add(self, text: str) -> None:
        self.taken += len(text)
        if self.taken > 2 * self.most:  # half of it may be blanks
            raise NotRead(Unread.TOO_LARGE, f"more than {self.most:,} characters")
        self.pieces.append(text)


@dataclass(slots=True)
class _Properties:
    """Collects what the file says of itself."""

    said: dict[str, str] = field(default_factory=dict)
    name: str = ""

    def start(self, name: str, _given: dict[str, str]) -> None:
        self.name = _SAID.get(name, "")

    def end(self, _name: str) -> None:
        self.name = ""

    def text(self, text: str) -> None:
        if self.name and len(self.said.get(self.name, "")) < ADDRESS_CHARS:
            self.said[self.name] = self.said.get(self.name, "") + text


@dataclass(slots=True)
class _Relations:
    """Collects where a part points to."""

    main: str = ""
    links: dict[str, None] = field(default_factory=dict)

    def start(self, name: str, attributes: dict[str, str]) -> None:
        kind, target = attributes.get("Type", ""), attributes.get("Target", "")
        if name != _RELATION:
            return
        if kind.endswith("/officeDocument"):
            self.main = target.lstrip("/")
        elif kind.endswith("/hyperlink") and target.startswith(("http://", "https://")) and len(target) <= ADDRESS_CHARS:
            self.links[text_decoding.clean(target)] = None

    def end(self, _name: str) -> None: ...

    def text(self, _text: str) -> None: ...


def read(content: bytes, caps: Caps) -> Document:
    """The text of a DOCX file, with what it says of itself."""
    try:
        with zipfile.ZipFile(BytesIO(content)) as archive:
            if len(archive.infolist()) > caps.zip_entries:
                raise NotRead(Unread.BOMB, f"{len(archive.infolist()):,} files in one")
            return _document(archive, caps)
    except (zipfile.BadZipFile, zipfile.LargeZipFile, EOFError, NotImplementedError, OSError) as broken:
        raise NotRead(Unread.DAMAGED, text_decoding.title(str(broken))) from broken


def _document(archive: zipfile.ZipFile, caps: Caps) -> Document:
    held = frozenset(archive.namelist())
    root, links, words, properties = _Relations(), _Relations(), _Words(caps.characters), _Properties()
    if _ROOT_RELATIONS in held:
        _parse(archive, _ROOT_RELATIONS, root, caps)
    main = root.main if root.main in held else _MAIN
    if main not in held:
        raise NotRead(Unread.UNSUPPORTED, "an archive that is no document")
    _parse(archive, main, words, caps)
    folder, name = posixpath.split(main)
    for part, collector in (
        (f"{folder}/_rels/{name}.rels", links),
        (f"{folder}/footnotes.xml", words),
        (f"{folder}/endnotes.xml", words),
        (_SAID_PART, properties),
    ):
        if part in held:
            _parse(archive, part, collector, caps)
    said = properties.said
    return Document(
        plain.fit(text_decoding.clean("".join(words.pieces)), caps),
        title=text_decoding.title(said.get("title", "")) or words.title,
        published=dates.parse(said.get("modified", "")) or dates.parse(said.get("created", "")),  # the words are as last saved
        language="",
        byline=text_decoding.title(said.get("creator", "")),
        links=tuple(links.links)[: caps.links],
    )


def _parse(archive: zipfile.ZipFile, name: str, collector: _Words | _Properties | _Relations, caps: Caps) -> None:
    """Run the XML of a part through a collector."""
    parser = expat.ParserCreate(namespace_separator=" ")
    parser.buffer_text = True
    parser.StartElementHandler = _named(collector.start)
    parser.EndElementHandler = collector.end
    parser.CharacterDataHandler = collector.text
    parser.StartDoctypeDeclHandler = _declared
    try:
        for chunk in _unpacked(archive, archive.getinfo(name), caps):
            parser.Parse(chunk, False)
        parser.Parse(b"", True)
    except expat.ExpatError as broken:
        raise NotRead(Unread.DAMAGED, f"{name}: {text_decoding.title(str(broken))}") from broken


def _named(start: Callable[[str, dict[str, str]], None]) -> Callable[[str, dict[str, str]], None]:
    return lambda name, given: start(name, given)


def _declared(*_given: Any) -> None:
    raise NotRead(Unread.DECLARATIONS)


def _unpacked(archive: zipfile.ZipFile, part: zipfile.ZipInfo, caps: Caps) -> Iterator[bytes]:
    """The bytes of a part, piece by piece, while they are no more than they may be."""
    if part.flag_bits & 1:
        raise NotRead(Unread.ENCRYPTED)
    if part.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise NotRead(Unread.DAMAGED, "packed in a way that office programs do not use")
    most = min(caps.unpacked_bytes, max(RATIO_FROM, caps.unpacked_ratio * part.compress_size))
    taken = part.file_size  # what it declares
    with archive.open(part) as stream:
        came = 0
        while taken <= most and (chunk := stream.read(CHUNK_BYTES)):
            came += len(chunk)
            taken = max(taken, came)
            yield chunk
    if taken > most:
        raise NotRead(Unread.BOMB, f"{part.compress_size:,} bytes unpack to {taken:,} or more")
