"""A page read back: its elements in order, its links, its text."""

import re
from dataclasses import dataclass, field
from html.parser import HTMLParser

VOID = {"meta", "link", "br", "hr", "img", "input"}


@dataclass
class Read(HTMLParser):
    """Everything a test asks of a page; an element that is closed out of turn is an error."""

    tags: list[str] = field(default_factory=list)
    attributes: list[tuple[str, str, str]] = field(default_factory=list)  # element, name, value
    text: str = ""
    marked: list[str] = field(default_factory=list)
    styles: str = ""
    rows: dict[str, list[list[str]]] = field(default_factory=dict)  # of tables, by caption

    def __post_init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.stack: list[str] = []
        self.caption, self.cell = "", ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note an element and what it carries."""
        self.tags.append(tag)
        self.attributes += [(tag, name, value or "") for name, value in attrs]
        if tag not in VOID:
            self.stack.append(tag)
        if tag == "mark":
            self.marked.append("")
        if tag in ("caption", "th", "td"):
            self.cell = ""
        if tag == "tr":
            self.rows.setdefault(self.caption, []).append([])

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note an element that closes itself, as shapes do."""
        self.tags.append(tag)
        self.attributes += [(tag, name, value or "") for name, value in attrs]

    def handle_endtag(self, tag: str) -> None:
        """Every element is closed in its turn."""
        assert self.stack
        assert self.stack.pop() == tag
        if tag == "caption":
            self.caption = self.cell.strip()
        if tag in ("th", "td"):
            self.rows[self.caption][-1].append(" ".join(self.cell.split()))

    def handle_data(self, data: str) -> None:
        """Note a text where it stands."""
        if "style" in self.stack:
            self.styles += data
            return
        self.text += data
        self.cell += data
        if "mark" in self.stack:
            self.marked[-1] += data

    def values(self, name: str, tag: str = "") -> list[str]:
        """The values of an attribute, on elements of this name or on all."""
        return [value for where, what, value in self.attributes if what == name and tag in ("", where)]


def read(html: str) -> Read:
    """The page, read to its end."""
    found = Read()
    found.feed(html)
    found.close()
    assert found.stack == []
    return found


def plain(text: str) -> str:
    """A text with its blanks as one."""
    return re.sub(r"\s+", " ", text).strip()
