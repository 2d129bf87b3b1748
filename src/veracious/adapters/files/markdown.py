"""Markdown into a document: what is marked up is kept, the marks are not.

1. Front matter between `---` lines gives title, date, author, address and language.
2. Blocks: a paragraph becomes one line, and so does a heading and an item of a list; code keeps its lines; tables keep their bars.
3. Within a line: links and pictures leave their words, stars and backquotes go.

Every pattern is bounded, so that two million brackets take no longer than two million letters.
"""

import html
import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from veracious.adapters import text_decoding
from veracious.adapters.files import dates, plain
from veracious.adapters.files.caps import Caps
from veracious.domain.document import Document

FRONT_LINES = 200  # front matter is over by then

_KEY = re.compile(r"([A-Za-z_]{1,40})\s{0,10}:\s{0,10}(.{0,2000})")
_LANGUAGE = re.compile(r"([a-z]{2,3})(?:[-_][A-Za-z0-9_-]{1,20})?")
_ADDRESS = re.compile(r"https?://[^\s<>()\"\\]{1,2000}")
_FENCE = re.compile(r" {0,3}(```|~~~)")
_HEADING = re.compile(r" {0,3}#{1,6}(?:[ \t]|$)")
_UNDERLINE = re.compile(r" {0,3}(?:={2,200}|-{2,200})[ \t]{0,20}")
_RULE = re.compile(r" {0,3}(?:[*_-][ \t]{0,3}){3,200}")
_ITEM = re.compile(r"\s{0,20}(?:[-*+]|(\d{1,9}[.)]))[ \t]{1,10}(?:\[[ xX]\][ \t])?")
_DEFINITION = re.compile(r" {0,3}\[[^\[\]\n]{1,200}\]:[ \t]{0,10}<?(https?://[^\s<>]{1,2000})")
_BARS = re.compile(r"[\s|:+-]{3,}")
_LINK = re.compile(r"!?\[([^\[\]\n]{0,1000})\](?:\(<?([^()\s<>]{0,2000})>?(?:[ \t]{1,10}[\"'(][^()\n]{0,300})?\)|\[[^\[\]\n]{0,200}\])")
_AUTOLINK = re.compile(r"<(https?://[^\s<>]{1,2000})>")
_TAG = re.compile(r"</?[a-zA-Z][^<>\n]{0,500}>")
_CODE = re.compile(r"(`{1,3})([^`\n]{1,1000})\1")
_STRONG = re.compile(r"(?<![\w*_~])(\*{1,3}|_{1,3}|~~)(?![\s*_~])([^*_~\n]{1,1000}?)(?<![\s*_~])\1(?![\w*_~])")
_ESCAPE = re.compile(r"\\([!-/:-@\[-`{-~])")


@dataclass(frozen=True, slots=True)
class _Block:
    """A stretch of text in one line."""

    text: str
    is_title: bool = False
    is_code: bool = False


@dataclass(slots=True)
class _Front:
    """What the lines before the text say of it."""

    said: dict[str, str] = field(default_factory=dict)

    def get(self, *keys: str) -> str:
        return next((text_decoding.title(self.said[key]) for key in keys if self.said.get(key)), "")

    def address(self, *keys: str) -> str | None:
        found = _ADDRESS.fullmatch(self.get(*keys))
        return found[0] if found else None


def read(content: bytes, caps: Caps) -> Document:
    """The text of a Markdown file, with what its front matter says."""
    decoded = text_decoding.decode(content)
    front, lines = _split(text_decoding.clean(decoded.text).split("\n"))
    links: dict[str, None] = {}
    blocks = [
        block if block.is_code else replace(block, text=_inline(block.text, links)) for block in _blocks(_without_comments(lines), links)
    ]
    text = plain.fit(text_decoding.clean("\n".join(block.text for block in blocks)), caps)
    language = _LANGUAGE.fullmatch(front.get("lang", "language"))
    return Document(
        text,
        title=front.get("title")
        or next((text_decoding.title(block.text) for block in blocks if block.is_title and block.text.strip()), ""),
        url=front.address("url", "link", "source"),
        published=dates.parse(front.get("date", "published", "pubdate")),
        language=language[1] if language else "",
        canonical_url=front.address("canonical", "canonical_url"),
        byline=front.get("author", "authors", "byline"),
        links=tuple(links)[: caps.links],
        marks=decoded.marks,
    )


def _split(lines: list[str]) -> tuple[_Front, list[str]]:
    """Front matter, if there is any, and the lines after it."""
    front = _Front()
    if lines[0] != "---":
        return front, lines
    end = next((place for place, line in enumerate(lines[1:FRONT_LINES], 1) if line in ("---", "...")), 0)
    for line in lines[1:end]:
        if found := _KEY.fullmatch(line):
            front.said.setdefault(found[1].lower(), found[2].strip().strip("\"'[]"))
    return front, lines[end + 1 :] if end else lines


def _without_comments(lines: list[str]) -> Iterator[str]:
    inside = False
    for line in lines:
        kept: list[str] = []
        rest = line
        while rest:
            before, mark, rest = rest.partition("-->" if inside else "<!--")
            if not inside:
                kept.append(before)
            if mark:
                inside = not inside
        if not line or kept:
            yield "".join(kept)


def _blocks(lines: Iterator[str], links: dict[str, None]) -> Iterator[_Block]:
    """Each block in one line; a blank line between them stands for itself."""
    paragraph: list[str] = []
    fenced = ""
    for raw in lines:
        fence = _FENCE.match(raw)
        line = raw if fenced else raw.lstrip("> ") if raw.lstrip().startswith(">") else raw
        if fence and (not fenced or fence[1] == fenced):
            yield from _closed(paragraph)
            fenced = "" if fenced else fence[1]
        elif fenced:
            yield _Block(line, is_code=True)
        elif paragraph and _UNDERLINE.fullmatch(line):
            yield _Block(" ".join(paragraph), is_title=True)
            paragraph.clear()
        elif found := _DEFINITION.match(line):
            links[found[1]] = None
        else:
            yield from _line(line, paragraph)
    yield from _closed(paragraph)


def _line(line: str, paragraph: list[str]) -> Iterator[_Block]:
    """What a line outside of code closes and adds."""
    item = _ITEM.match(line)
    if not line.strip() or _RULE.fullmatch(line):
        yield from _closed(paragraph)
        yield _Block("")
    elif _HEADING.match(line):
        yield from _closed(paragraph)
        yield _Block(line.strip().strip("#").strip(), is_title=True)
    elif line.lstrip().startswith("|"):
        yield from _closed(paragraph)
        if not _BARS.fullmatch(line):
            yield _Block(line.strip())
    elif item:
        yield from _closed(paragraph)
        paragraph.append(f"{item[1]} {line[item.end() :].strip()}" if item[1] else line[item.end() :].strip())
    else:
        paragraph.append(line.strip())


def _closed(paragraph: list[str]) -> Iterator[_Block]:
    if paragraph:
        yield _Block(" ".join(paragraph))
        paragraph.clear()


def _inline(line: str, links: dict[str, None]) -> str:
    """A line without its marks; addresses it points to are added to the links."""

    def words(match: re.Match[str]) -> str:
        address = _ADDRESS.fullmatch(match[2] or "")
        if address and not match[0].startswith("!"):
            links[address[0]] = None
        return match[1]

    def address(match: re.Match[str]) -> str:
        links[match[1]] = None
        return match[1]

    line = _LINK.sub(words, _LINK.sub(words, line))  # twice: a picture may stand in a link
    line = _TAG.sub("", _AUTOLINK.sub(address, line))
    line = _CODE.sub(r"\2", line)
    line = _STRONG.sub(r"\2", _STRONG.sub(r"\2", line))
    return html.unescape(_ESCAPE.sub(r"\1", line))
