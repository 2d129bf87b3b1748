"""The main text of a page, and what the page says of itself.

1. The bytes become text: byte order mark, the encoding the server named, the one the page names, UTF-8, Windows-1252.
2. One tree is made of it. What libxml2 stops at (nesting, one piece beyond ten million bytes) refuses the page: half would pass for all.
3. What the page states of itself to machines is read (`stated`); then all that its reader does not see is taken out (`hidden`), and
   what stands in scripts with it, since trafilatura would take text for want of better from the JSON there.
4. trafilatura picks the main text. Of a short page it gives one line, which gets the line breaks of the page's blocks back; where it finds
   nothing, all blocks of the page are taken.

A page is hostile. This module is imported, and run, only in the sandbox (`adapters/files/worker.py`).
"""

import re
from dataclasses import dataclass
from datetime import date
from itertools import islice
from urllib.parse import urljoin, urlsplit

import lxml.html  # type: ignore[import-untyped]
from lxml import etree
from trafilatura import bare_extraction, extract_metadata
from trafilatura.xml import xmltotxt

from veracious.adapters import text_decoding
from veracious.adapters.read_error import NotRead
from veracious.adapters.web import hidden, page_metadata
from veracious.domain.document import Unread

DECLARED_WITHIN = 4096  # bytes in which a page names its encoding
ADDRESS_CHARS = 2000
ANCHORS = 20_000  # links that are made whole addresses
FORUM = '{"@type": "DiscussionForumPosting"}'  # all that trafilatura is left to know from scripts: here comments are the text
REBROKEN_CHARS = 20_000  # a text of one line longer than this is left as it is: looking for its blocks takes the square

INLINE = frozenset(
    """a abbr acronym b bdi bdo big cite code data dfn em font i img ins kbd label mark nobr q ref s samp small span strike strong sub sup
    time tt u var wbr""".split()
)
UNSHOWN = frozenset("head iframe noscript object script style svg template".split())
AS_WRITTEN = frozenset("pre script style textarea".split())  # where a line break is one
AROUND = "not(ancestor::nav or ancestor::header or ancestor::footer or ancestor::aside)"

_DECLARED = re.compile(
    rb"""<(?:meta\b[^<>]{0,300}?charset|\?xml\b[^<>]{0,100}?encoding)\s{0,5}=\s{0,5}["']?\s{0,5}([A-Za-z0-9_:.-]{1,40})""", re.I
)
_XML_DECLARATION = re.compile(r"\s{0,100}<\?xml\b[^<>]{0,300}>")
_SOURCE_BREAK = re.compile(r"\n[ \t\n]*")
_LANGUAGE = re.compile(r"([a-z]{2,3})(?:[-_][a-z0-9_-]{1,30})?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Extracted:
    """The main text of a page, and what the page says of itself."""

    text: str
    title: str = ""
    published: date | None = None
    modified: date | None = None  # never before it was published
    language: str = ""  # that the page says it is in
    canonical_url: str | None = None  # where it says it is at home, on whatever host
    byline: str = ""
    links: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()


def extract(content: bytes, url: str | None = None, charset: str = "", links_at_most: int = 1_000, today: date | None = None) -> Extracted:
    """The main text of a page that was read at this address, and whose server named this encoding."""
    found = _DECLARED.search(content[:DECLARED_WITHIN])
    decoded = text_decoding.decode(content, charset or (found[1].decode("ascii") if found else ""))
    tree = _tree(text_decoding.clean(decoded.text))
    day = today or date.today()  # only tells which days are too far ahead
    told = page_metadata.read(tree, day)
    hidden.drop(tree)
    shown = page_metadata.shown(tree, day)
    based = _based(tree, url)
    canonical = _canonical(tree, based)
    home = based or canonical
    title, author = _titled(tree, home)
    text, targets = _main(tree, home)
    if not text:
        raise NotRead(Unread.EMPTY)
    published = told.published or shown.published or page_metadata.in_address(url or canonical, day)
    modified = told.modified or shown.modified
    return Extracted(
        text,
        title=title,
        published=published,
        modified=None if modified and published and modified < published else modified,
        language=_language(tree),
        canonical_url=canonical,
        byline=_line(page_metadata.byline(author, (*told.agencies, *shown.agencies, *page_metadata.at_the_edges(text)))),
        links=_links(targets or _anchors(tree, text), home, links_at_most),
        marks=decoded.marks,
    )


def _titled(tree: lxml.html.HtmlElement, home: str | None) -> tuple[str, str]:
    """Title and author as trafilatura finds them; its date may be any in the text, and is left."""
    try:
        page = extract_metadata(tree, home, {"extensive_search": False})
    except (TypeError, ValueError):
        return "", ""
    return _line(page.title), _line(page.author)


def _main(tree: lxml.html.HtmlElement, home: str | None) -> tuple[str, list[str | None]]:
    """The main text, and where it points to."""
    for script in tree.iter("script"):
        script.text = FORUM if "DiscussionForumPosting" in (script.text or "") else None
    for element in tree.xpath("//*[@data-preloaded]"):  # a forum's posts as JSON, which trafilatura would take
        del element.attrib["data-preloaded"]
    for anchor in islice(tree.iter("a"), ANCHORS):  # trafilatura knows hosts, not folders
        if address := _address(anchor.get("href", ""), home):
            anchor.set("href", address)
    _flow(tree)
    page = bare_extraction(tree, url=home, include_comments=False, include_links=True)
    body = getattr(page, "body", None)
    targets = [link.get("target") for link in body.iter("ref")] if body is not None else []
    return _text(body, _blocks(tree)), targets


def _flow(tree: lxml.html.HtmlElement) -> None:
    """Turn the line breaks of the source into blanks, as browsers do; trafilatura leaves those of a paragraph with links."""
    walk = etree.iterwalk(tree, events=("start", "end"))
    for event, element in walk:
        if event == "end":
            if element.tail and "\n" in element.tail:
                element.tail = _SOURCE_BREAK.sub(" ", element.tail)
        elif element.tag in AS_WRITTEN:
            walk.skip_subtree()
        elif element.text and "\n" in element.text:
            element.text = _SOURCE_BREAK.sub(" ", element.text)


def _text(body: etree._Element | None, blocks: list[str]) -> str:
    """The words of the main text; a link is its words, not its address."""
    if body is None:
        return text_decoding.clean("\n".join(blocks))
    etree.strip_tags(body, "ref")
    text = text_decoding.clean(xmltotxt(body, False))
    if not text or "\n" in text or len(text) > REBROKEN_CHARS:
        return text or text_decoding.clean("\n".join(blocks))
    # One line: cut as the page is, if the blocks of the page that are in it are all of it.
    inside = [text_decoding.clean(block) for block in blocks if block in text]
    return text_decoding.clean("\n".join(inside)) if " ".join(inside) == " ".join(text.split()) else text


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


def _based(tree: lxml.html.HtmlElement, url: str | None) -> str | None:
    """What the addresses in the page are relative to."""
    bases = tree.xpath("(//base/@href)[1]")
    return (_address(str(bases[0]), url) if bases else None) or url


def _canonical(tree: lxml.html.HtmlElement, based: str | None) -> str | None:
    """Where the page says it is at home."""
    for where in ("(//link[translate(@rel, 'CANONIL', 'canonil') = 'canonical']/@href)[1]", "(//meta[@property = 'og:url']/@content)[1]"):
        for found in tree.xpath(where):
            address = _address(str(found), based)
            if address:
                return address
    return None


def _language(tree: lxml.html.HtmlElement) -> str:
    """The language that the page says it is in; empty when it does not say."""
    found = _LANGUAGE.fullmatch((tree.get("lang") or tree.get("xml:lang") or "").strip())
    return found[1].lower() if found else ""


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


def _line(text: str | None) -> str:
    return text_decoding.title(hidden.shown(text or ""))
