"""The main text of a page, and what the page says of itself.

1. The bytes become text: byte order mark, the encoding the server named, the one the page names, UTF-8, Windows-1252.
2. One tree is made of it. What libxml2 stops at (nesting, one piece beyond ten million bytes) refuses the page: half would pass for all.
3. trafilatura picks the main text. Of a short page it gives one line, which gets the line breaks of the page's blocks back; where it finds
   nothing, all blocks of the page are taken.

A page is hostile. This module is imported, and run, only in the cage (`adapters/files/worker.py`).
"""

import re
from dataclasses import dataclass
from datetime import date
from urllib.parse import urljoin, urlsplit

import lxml.html  # type: ignore[import-untyped]
from lxml import etree
from trafilatura import bare_extraction
from trafilatura.xml import xmltotxt

from veracious.adapters import letters
from veracious.adapters.unread import NotRead
from veracious.domain.document import Unread

DECLARED_WITHIN = 4096  # bytes in which a page names its encoding
ADDRESS_CHARS = 2000
REBROKEN_CHARS = 20_000  # a text of one line longer than this is left as it is: looking for its blocks takes the square

INLINE = frozenset(
    """a abbr acronym b bdi bdo big cite code data dfn em font i img ins kbd label mark nobr q ref s samp small span strike strong sub sup
    time tt u var wbr""".split()
)
UNSHOWN = frozenset("head iframe noscript object script style svg template".split())
AROUND = "not(ancestor::nav or ancestor::header or ancestor::footer or ancestor::aside)"

_DECLARED = re.compile(
    rb"""<(?:meta\b[^<>]{0,300}?charset|\?xml\b[^<>]{0,100}?encoding)\s{0,5}=\s{0,5}["']?\s{0,5}([A-Za-z0-9_:.-]{1,40})""", re.I
)
_XML_DECLARATION = re.compile(r"\s{0,100}<\?xml\b[^<>]{0,300}>")
_DAY = re.compile(r"(\d{4})-(\d{2})-(\d{2})")


@dataclass(frozen=True, slots=True)
class Extracted:
    """The main text of a page, and what the page says of itself."""

    text: str
    title: str = ""
    published: date | None = None
    canonical_url: str | None = None
    byline: str = ""
    links: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()


def extract(content: bytes, url: str | None = None, charset: str = "", links_at_most: int = 1_000) -> Extracted:
    """The main text of a page that was read at this address, and whose server named this encoding."""
    found = _DECLARED.search(content[:DECLARED_WITHIN])
    decoded = letters.decode(content, charset or (found[1].decode("ascii") if found else ""))
    tree = _tree(letters.clean(decoded.text))
    page = bare_extraction(
        tree,
        url=url,
        include_comments=False,
        include_links=True,
        with_metadata=True,
        date_extraction_params={"extensive_search": False},  # what the page states; never a date somewhere in its text
    )
    canonical = _canonical(tree, url)
    body = getattr(page, "body", None)
    targets = [link.get("target") for link in body.iter("ref")] if body is not None else []
    text = _text(body, _blocks(tree))
    if not text:
        raise NotRead(Unread.EMPTY)
    return Extracted(
        text,
        title=letters.title(getattr(page, "title", None) or ""),
        published=_day(getattr(page, "date", None) or ""),
        canonical_url=canonical,
        byline=letters.title(getattr(page, "author", None) or ""),
        links=_links(targets or _anchors(tree, text), canonical or url, links_at_most),
        marks=decoded.marks,
    )


def _text(body: etree._Element | None, blocks: list[str]) -> str:
    """The words of the main text; a link is its words, not its address."""
    if body is None:
        return letters.clean("\n".join(blocks))
    etree.strip_tags(body, "ref")
    text = letters.clean(xmltotxt(body, False))
    if not text or "\n" in text or len(text) > REBROKEN_CHARS:
        return text or letters.clean("\n".join(blocks))
    # One line: cut as the page is, if the blocks of the page that are in it are all of it.
    inside = [letters.clean(block) for block in blocks if block in text]
    return letters.clean("\n".join(inside)) if " ".join(inside) == " ".join(text.split()) else text


def _blocks(tree: lxml.html.HtmlElement) -> list[str]:
    """All words of the page that are shown, each block in one line."""
    lines: list[str] = []
    pieces: list[str] = []
    walk = etree.iterwalk(tree, events=("start", "end"))
    for event, element in walk:
        if element.tag not in INLINE:
            lines.append(" ".join("".join(pieces).split()))
            pieces.clear()
        if event == "end":
            pieces.append(element.tail or "")
        elif element.tag in UNSHOWN:
            walk.skip_subtree()
        else:
            pieces.append(element.text or "")
    return [line for line in (*lines, " ".join("".join(pieces).split())) if line]


def _tree(text: str) -> lxml.html.HtmlElement:
    """The page as a tree, whole or not at all."""
    parser = lxml.html.HTMLParser(collect_ids=False, default_doctype=False, encoding="utf-8", remove_comments=True, remove_pis=True)
    try:
        tree = lxml.html.document_fromstring(_XML_DECLARATION.sub("", text, count=1).encode("utf-8"), parser=parser)
    except etree.ParserError as empty:
        raise NotRead(Unread.EMPTY) from empty
    for entry in parser.error_log:
        if entry.type == etree.ErrorTypes.ERR_RESOURCE_LIMIT:
            raise NotRead(
                *((Unread.TOO_DEEP, "elements") if "depth" in entry.message else (Unread.TOO_LARGE, "a single piece of the page"))
            )
        if entry.type == etree.ErrorTypes.ERR_NO_MEMORY:
            raise MemoryError
    return tree


def _canonical(tree: lxml.html.HtmlElement, url: str | None) -> str | None:
    """Where the page says it is at home."""
    for where in ("//link[@rel='canonical']/@href", "//meta[@property='og:url']/@content"):
        for found in tree.xpath(where)[:1]:
            address = _address(str(found), url)
            if address:
                return address
    return None


def _anchors(tree: lxml.html.HtmlElement, text: str) -> list[str | None]:
    """Where the words of a text point to that has lost its links; a long one has them still, or has none."""
    anchors = tree.xpath(f"//a[@href and {AROUND}]") if len(text) <= REBROKEN_CHARS else []
    return [anchor.get("href") for anchor in anchors if (words := " ".join(anchor.itertext()).strip()) and words in text]


def _links(targets: list[str | None], home: str | None, at_most: int) -> tuple[str, ...]:
    addresses = (_address(target or "", home) for target in targets)
    return tuple(dict.fromkeys(address for address in addresses if address))[:at_most]


def _address(text: str, home: str | None) -> str | None:
    """A whole address of the web; none for one that is none."""
    try:
        address = urljoin(home or "", text.strip())
        whole = urlsplit(address)
    except ValueError:
        return None
    fit = (
        whole.scheme in ("http", "https")
        and whole.netloc
        and len(address) <= ADDRESS_CHARS
        and address.isprintable()
        and " " not in address
    )
    return address if fit else None


def _day(text: str) -> date | None:
    found = _DAY.match(text)
    try:
        return date(int(found[1]), int(found[2]), int(found[3])) if found else None
    except ValueError:
        return None
