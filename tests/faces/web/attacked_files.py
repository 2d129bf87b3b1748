"""Files that are taken away from a verdict full of attacks: what they must be, and the page that a careful reader would make of them.

A format without a line here fails a test.
"""

import csv
import io
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from markdown_it import MarkdownIt
from mdit_py_plugins.footnote import footnote_plugin

from tests.faces.web import page_structure
from veracious.faces.exports import formats

RENDERED = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"]).use(footnote_plugin)  # lets markup through
VERDICTS = "verdicts.csv"  # of a search, and of claims that were handed in as a table
FORMULA = ("=", "+", "-", "@", "\t", "\r", "\uff1d", "\uff0b", "\uff0d", "\uff20")


@dataclass(frozen=True, slots=True)
class Opened:
    """How a file is opened."""

    media_type: str
    ending: str  # of the file that a browser opens
    shown: Callable[[Sequence[bytes]], bytes]  # several at once
    check: Callable[[bytes], None]


def _plain(contents: Sequence[bytes]) -> bytes:
    return b"\n".join(contents)


def _rendered(contents: Sequence[bytes]) -> bytes:
    return ("<!DOCTYPE html><meta charset=utf-8>" + "\n".join(RENDERED.render(one.decode()) for one in contents)).encode()


def _embedded(contents: Sequence[bytes]) -> bytes:
    scripts = "\n".join(f'<script type="application/ld+json">{one.decode()}</script>' for one in contents)
    return f"<!DOCTYPE html><meta charset=utf-8><body>{scripts}<p>end</p>".encode()


def _record(content: bytes) -> None:
    assert set(json.loads(content)) >= {"body", "envelope"}


def _sheet(content: bytes) -> None:
    rows = list(csv.reader(io.StringIO(content.decode("utf-8-sig"), newline=""), strict=True))
    assert len({len(row) for row in rows}) == 1
    assert [cell for row in rows for cell in row if cell.lstrip(" \n")[:1] in FORMULA] == []


def _report(content: bytes) -> None:
    found = page_structure.of_html(RENDERED.render(content.decode()))
    assert found.wrong == []
    assert not found.parts & {"script", "img", "svg", "math", "iframe", "style", "form", "input", "object", "base", "meta", "link"}


def _review(content: bytes) -> None:
    assert not set(content) & set(b"<>&")
    assert json.loads(content)["@type"] == "ClaimReview"


FILES: Mapping[str, Opened] = {
    formats.FORMATS["json"].file: Opened("application/json", ".json", _plain, _record),
    formats.FORMATS["csv"].file: Opened("text/csv", ".txt", _plain, _sheet),
    formats.FORMATS["markdown"].file: Opened("text/markdown", ".html", _rendered, _report),
    VERDICTS: Opened("text/csv", ".txt", _plain, _sheet),
    formats.CLAIM_REVIEW: Opened("application/ld+json", ".html", _embedded, _review),
}
