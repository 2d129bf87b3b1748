"""What a page states of itself: when it was published and changed, and the news agency it credits.

Days, the first that can be: 1. `meta` elements; 2. JSON-LD; 3. `time` elements and elements classed as dates, where a reader sees them;
4. the path of the address. A day before 1990, or more than a year ahead, is none.

Agencies, all that are found: who wrote it or whom it credits by `meta` and JSON-LD, bylines and credits on the page, a dateline
("OSLO (Reuters) -") and a line that is nothing but a credit ("By AFP", "— AP"). Only names of the list of agencies count, so that the
byline is never filled with the names of photographers; what a byline means for origins, `rules/seeking/origins.py` decides.

A page is hostile: so many elements and so many letters of each are looked at, and no more.
"""

import re
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from importlib.resources import files
from types import MappingProxyType
from typing import Any
from urllib.parse import urlsplit

from veracious.adapters import json_values
from veracious.domain.errors import SourceMalformed

EARLIEST = date(1990, 1, 1)  # before that there was no web; scans of older papers have no better date
AHEAD_DAYS = 366
METAS = 2_000  # elements looked at
SCRIPTS, SCRIPT_CHARS = 20, 500_000  # of JSON-LD
NODES = 1_000  # of JSON-LD
PLACES = 60  # dates and credits on the page looked at
ADDRESS_CHARS = 2_000
DAY_CHARS, CREDIT_CHARS, BLOCK_CHARS, LINE_CHARS = 80, 200, 160, 100
EDGE_LINES = 6  # at the beginning and the end of a text, where agencies are named

PUBLISHED = """article:published_time og:published_time og:article:published_time article:published datepublished date_published
    published_time publication_date publicationdate publish-date publish_date pubdate parsely-pub-date sailthru.date
    citation_publication_date citation_online_date citation_date prism.publicationdate dc.date.issued dcterms.issued dcterms.available
    dcterms.date dcterms.created dc.date.created dc.date datecreated date""".split()
MODIFIED = """article:modified_time og:modified_time og:updated_time article:updated_time article:modified datemodified date_modified
    modified_time dcterms.modified dc.date.modified lastmod last-modified""".split()
CREDITS = """author authors article:author og:author byl creator dc.creator dcterms.creator parsely-author sailthru.author article:source
    news_source source dc.source dcterms.source copyright dcterms.rightsholder""".split()
META_NAMES = frozenset((*PUBLISHED, *MODIFIED, *CREDITS))
CREDIT_MEMBERS = ("author", "creator", "sourceOrganization", "copyrightHolder", "creditText", "provider", "publisher")
HOLDING_MEMBERS = ("@graph", "mainEntity", "mainEntityOfPage")  # in which JSON-LD speaks of the page, not of another
MONTHS = "january february march april may june july august september october november december".split()
BESIDE = frozenset("aside figcaption figure nav picture".split())
LOOSE_ENDS = frozenset(("header", "footer"))  # of the site, unless they stand in an article
OWN_TEXT = frozenset(("article", "main"))
BLOCKS = frozenset("blockquote dd li p td".split())

_ISO = re.compile(r"(?<!\d)(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?!\d)")
_COMPACT = re.compile(r"(\d{4})(\d\d)(\d\d)(?:T?\d{4,6}Z?)?")
_DOTTED = re.compile(r"(?<![\d.])(\d{1,2})\. ?(\d{1,2})\. ?(\d{4})(?!\d)")
_DAY_FIRST = re.compile(r"(?<!\d)(\d{1,2})(?:st|nd|rd|th|\.)? (?:of )?([A-Za-z]{3,9})\.?,? (\d{4})(?!\d)")
_MONTH_FIRST = re.compile(r"\b([A-Za-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})(?!\d)")
_IN_PATH = re.compile(r"[/_-](\d{4})[/_-](\d{1,2}|[a-z]{3,9})[/_-](\d{1,2})(?=[/_.-]|$)", re.IGNORECASE)
_IN_PATH_COMPACT = re.compile(r"/((?:19|20)\d\d)(\d\d)(\d\d)(?=[/_.-]|$)")
_DATE_CLASS = re.compile(r"(?:^|[-_])(?:date|datetime|pubdate|published|publish|posted|timestamp)(?:[-_]|$)", re.IGNORECASE)
_OTHER_DAY = re.compile(r"(?:^|[-_])(?:current|today|events?|expir\w*|valid\w*|birth\w*|start|end|deadline)(?:[-_]|$)", re.IGNORECASE)
_CHANGED = re.compile(r"updat|modif|chang|revis|correct", re.IGNORECASE)
_CREDIT_CLASS = re.compile(r"(?:^|[-_])(?:byline|authors?|credits?|source|agency|wire|dateline|provider)(?:[-_]|$)", re.IGNORECASE)
_PICTURE = re.compile(r"photo|picture|image|\bimg\b|foto|\bbild|video|graphic|illustration|caption|getty|courtesy", re.IGNORECASE)
_OF_OTHERS = re.compile(r"related|comment|recommend|teaser|most-read|sidebar|promo", re.IGNORECASE)
_DATELINE = re.compile(r"([^()]{0,80})\(([^()]{2,60})\) {0,3}[-–—]")
_DASHED = re.compile(r"[^a-z()]{2,60}?[-–—] ?([^\W\d_][\w .&-]{1,40}?) ?(?:[–—:]|- |$)")
_CREDITED = re.compile(r"(?:by|from|source|sources|credit|via|agency|copyright|©|\(c\))(?![\w'’])", re.IGNORECASE)
_BETWEEN = re.compile(
    r"[,;:/|()\[\]•·–—©]|\s-\s|\.(?:\s|$)|\b(?:19|20)\d\d\b"
    r"|\b(?:[Bb]y|BY|[Ff]rom|and|with|via|for|at|[Ss]ources?|[Cc]redits?|[Cc]opyright|[Aa]gency|[Aa]gencies)\b"
)


def _listed(name: str) -> list[str]:
    """The lines of a word list of ours; the same file that the dials digest covers."""
    text = (files("veracious") / "lexicons" / "en" / f"{name}.txt").read_text("utf-8")
    return [line for line in text.splitlines() if line and not line.startswith("# ")]


AGENCIES: Mapping[str, str] = MappingProxyType(
    {name: mark for name, _, mark in (line.partition("\t") for line in _listed("wire_agencies"))}
)
TRADES = frozenset(_listed("byline_trades"))


@dataclass(frozen=True, slots=True)
class FoundMetadata:
    """What was found in one place."""

    published: date | None = None
    modified: date | None = None
    agencies: tuple[str, ...] = ()  # their marks


def read(tree: Any, today: date) -> FoundMetadata:
    """What a page tells machines, by `meta` elements and JSON-LD."""
    meta = _metas(tree)
    nodes = sorted(_nodes(tree), key=lambda node: not _is_article(node))
    published = [text for name in PUBLISHED for text in meta.get(name, ())] + [_text(node.get("datePublished")) for node in nodes]
    modified = [text for name in MODIFIED for text in meta.get(name, ())] + [_text(node.get("dateModified")) for node in nodes]
    credits = [text for name in CREDITS for text in meta.get(name, ())] + [name for node in nodes for name in _names(node)]
    return FoundMetadata(_first(published, today), _first(modified, today), agencies(credits))


def shown(tree: Any, today: date) -> FoundMetadata:
    """What a page shows its reader: to be asked once what is hidden has gone."""
    published: list[str] = []
    modified: list[str] = []
    for element in sorted(tree.xpath(_DAYS_SHOWN), key=lambda element: not _is_inside(element)):
        value = (element.get("datetime") or element.get("content") or _words(element, DAY_CHARS)).strip()
        if value and _is_own(element) and not _is_in_prose(element):
            called = " ".join((element.get("class", ""), element.get("itemprop", ""), _words(element, DAY_CHARS)[:20]))
            (modified if _CHANGED.search(called) else published).append(value)
    credits = [_words(element, CREDIT_CHARS) for element in tree.xpath(_CREDITS_SHOWN) if _is_credit(element)]
    named = agencies(text for text in credits if not _PICTURE.search(text))
    return FoundMetadata(_first(published, today), _first(modified, today), named if len(named) <= 2 else ())  # more: a list of stories


def in_address(url: str | None, today: date) -> date | None:
    """The day in the path of an address."""
    try:
        path = urlsplit(url or "").path[:ADDRESS_CHARS]
    except ValueError:
        return None
    found = (*_IN_PATH.finditer(path), *_IN_PATH_COMPACT.finditer(path))
    days = (_made(one[1], one[2] if one[2].isdigit() else _month(one[2]), one[3]) for one in found)
    return next((day for day in days if likely(day, today)), None)


def likely(day: date | None, today: date) -> date | None:
    """The day, unless nothing can have been published on it."""
    return day if day and EARLIEST <= day <= today + timedelta(days=AHEAD_DAYS) else None


def day(text: str) -> date | None:
    """The day that a short text names, if it is clear which: 05/06/2020 is not."""
    text = " ".join(text[:DAY_CHARS].split())
    if found := _COMPACT.fullmatch(text) or _ISO.search(text):
        year, month, number = (found[group] for group in ((1, 2, 3) if found.re is _COMPACT else (1, 3, 4)))
        return _made(year, month, number)
    if found := _DOTTED.search(text):
        return _made(found[3], found[2], found[1])
    if found := _DAY_FIRST.search(text):
        return _made(found[3], _month(found[2]), found[1])
    if found := _MONTH_FIRST.search(text):
        return _made(found[3], _month(found[1]), found[2])
    return None


def agencies(texts: Iterable[str]) -> tuple[str, ...]:
    """The marks of the agencies that are named in bylines and credits."""
    names = (name for text in texts for name in _BETWEEN.split(text[:CREDIT_CHARS]))
    return tuple(dict.fromkeys(mark for name in names if (mark := _agency(name.strip(" \t\n.-")))))


def at_the_edges(text: str) -> tuple[str, ...]:
    """The agencies in the dateline of a text, and in lines near its beginning or end that are nothing but a credit."""
    lines = [line.strip() for line in text.split("\n") if line and not line.isspace()]
    found: list[str] = []
    for line in lines[:EDGE_LINES]:
        dateline = _DATELINE.match(line[:CREDIT_CHARS])
        named = agencies((dateline[2],)) if dateline else ()
        found += [mark for mark in named if dateline and mark != _agency(dateline[1].strip())]  # "The Associated Press (AP) - a …"
        dashed = _DASHED.match(line[:CREDIT_CHARS])
        found += agencies((dashed[1],)) if dashed else ()
    for line in (*lines[:EDGE_LINES], *lines[-EDGE_LINES:]):
        found += _credited(line)
    return tuple(dict.fromkeys(found))


def byline(author: str, marks: Iterable[str]) -> str:
    """Who wrote a page, and the agencies it credits, each once and as the agency writes itself."""
    wanted = tuple(dict.fromkeys(marks))
    folded = {mark.casefold() for mark in wanted}
    named = [name for part in author.split(";") if (name := part.strip()) and name.casefold() not in folded]
    known = agencies(named)
    return "; ".join((*named, *(mark for mark in wanted if mark not in known)))


_CLASSED_AS_DAY = "contains(@class, 'date') or contains(@class, 'ublish') or contains(@class, 'posted') or contains(@class, 'timestamp')"
_DAYS_SHOWN = (
    f"(//time | //*[@itemprop = 'datePublished' or @itemprop = 'dateModified' or {_CLASSED_AS_DAY}])[not(self::meta)]"
    f"[position() <= {PLACES}]"
)
_CLASSED_AS_CREDIT = " or ".join(
    f"contains(@class, '{name}')" for name in ("yline", "uthor", "redit", "ource", "gency", "wire", "ateline", "rovider")
)
_CREDITS_SHOWN = f"(//*[@rel = 'author' or @itemprop = 'author' or {_CLASSED_AS_CREDIT}])[position() <= {PLACES}]"


def _metas(tree: Any) -> dict[str, list[str]]:
    """The contents under each name that is known."""
    held: dict[str, list[str]] = {}
    for element in tree.xpath(f"(//meta[@content])[position() <= {METAS}]"):
        content = element.get("content").strip()[:CREDIT_CHARS]
        for attribute in ("property", "name", "itemprop", "http-equiv") if content else ():
            name = element.get(attribute, "").strip().lower()
            name = name.replace(":", ".", 1) if name.startswith(("dc:", "dcterms:")) else name
            if name in META_NAMES:
                held.setdefault(name, []).append(content)
    return held


def _nodes(tree: Any) -> Iterator[Mapping[str, Any]]:
    """What the JSON-LD of a page says of the page itself, not of what it shows or lists."""
    left = NODES
    for script in tree.xpath(f"(//script[contains(@type, 'ld+json')])[position() <= {SCRIPTS}]"):
        waiting = deque((_parsed(script.text or ""),))
        while waiting and left:
            left -= 1
            value = waiting.popleft()
            if isinstance(value, list):
                waiting.extend(value[:NODES])
            elif isinstance(value, dict):
                yield value
                waiting.extend(value[name] for name in HOLDING_MEMBERS if isinstance(value.get(name), dict | list))


def _parsed(text: str) -> Any:
    """JSON as pages write it, with raw line breaks in strings and wrapped in comments; none when it is not even that."""
    text = text.replace("<![CDATA[", "").replace("]]>", "")
    start = min((place for place in (text.find("{"), text.find("[")) if place >= 0), default=0)
    end = max(text.rfind("}"), text.rfind("]")) + 1
    if end - start > SCRIPT_CHARS:
        return None
    try:
        return json_values.parse(re.sub(r"[\x00-\x1f]", " ", text[start:end]).encode("utf-8"))
    except SourceMalformed:
        return None


def _is_article(node: Mapping[str, Any]) -> bool:
    kinds = node.get("@type")
    return any(
        isinstance(kind, str) and kind.endswith(("Article", "Posting", "Report"))
        for kind in (kinds if isinstance(kinds, list) else [kinds])
    )


def _names(node: Mapping[str, Any]) -> Iterator[str]:
    """Whom JSON-LD credits for a work."""
    for member in CREDIT_MEMBERS:
        given = node.get(member)
        for one in given[:PLACES] if isinstance(given, list) else [given]:
            yield _text(one.get("name") if isinstance(one, dict) else one)


def _text(value: Any) -> str:
    """A text in JSON-LD, bare or in a list or with its type; empty when it is none."""
    for _ in range(2):
        value = value[0] if isinstance(value, list) and value else value.get("@value") if isinstance(value, dict) else value
    return value[:CREDIT_CHARS] if isinstance(value, str) else ""


def _first(texts: Iterable[str], today: date) -> date | None:
    return next((found for text in texts if text and (found := likely(day(text), today))), None)


def _made(year: str, month: str | int, number: str) -> date | None:
    try:
        return date(int(year), int(month), int(number))
    except ValueError:
        return None


def _month(word: str) -> int:
    """The number of a month by its name or the first letters of it; 0 when it is none."""
    low = word.lower().replace("sept", "sep") if len(word) == len("sept") else word.lower()
    return next((number for number, name in enumerate(MONTHS, 1) if len(low) > 2 and name.startswith(low)), 0)


def _words(element: Any, at_most: int) -> str:
    """The words of an element in one line; empty when there are more letters than a date or a credit has."""
    held, length = [], 0
    for text in element.itertext():
        held.append(text)
        length += len(text)
        if length > 4 * at_most:
            return ""
    line = " ".join(" ".join(held).split())
    return line if len(line) <= at_most else ""


def _is_own(element: Any) -> bool:
    """Whether it stands where a page speaks of its own article."""
    names = element.get("class", "")[:CREDIT_CHARS].split()
    dated = element.tag == "time" or element.get("itemprop") or any(map(_DATE_CLASS.search, names))
    return bool(dated) and not any(map(_OTHER_DAY.search, names)) and _is_among_own(element)


def _is_credit(element: Any) -> bool:
    names = element.get("class", "")[:CREDIT_CHARS].split()
    named = element.get("rel") == "author" or element.get("itemprop") == "author" or any(map(_CREDIT_CLASS.search, names))
    return bool(named) and not any(map(_PICTURE.search, names)) and _is_among_own(element)


def _is_among_own(element: Any) -> bool:
    """Whether it is neither beside the article nor part of what is said of others."""
    loose = False
    for place in (element, *element.iterancestors()):
        if place.tag in BESIDE or _OF_OTHERS.search(place.get("class", "")[:CREDIT_CHARS]):
            return False
        if place.tag in OWN_TEXT:
            return True
        loose = loose or place.tag in LOOSE_ENDS
    return not loose


def _is_inside(element: Any) -> bool:
    return any(place.tag in OWN_TEXT for place in element.iterancestors())


def _is_in_prose(element: Any) -> bool:
    """Whether it stands among the sentences of a text, which may speak of any day."""
    block = next((place for place in element.iterancestors() if place.tag in BLOCKS), None)
    return block is not None and not _words(block, BLOCK_CHARS)


def _credited(line: str) -> tuple[str, ...]:
    """The agencies of a line that is a credit: one that begins as such, or has nothing but agencies behind a dash or in brackets.

    A bare "AP" is as often the credit of a picture.
    """
    bare = line.split(". ")[0].lstrip("-–— ([")
    if not 2 <= len(bare) <= LINE_CHARS or _PICTURE.search(bare):
        return ()
    if _CREDITED.match(bare):
        return agencies((bare,))
    if not line.startswith(("-", "–", "—", "(", "[")):
        return ()
    parts = [part for part in (part.strip(" \t.-") for part in _BETWEEN.split(bare)) if part]
    return agencies((bare,)) if all(map(_agency, parts)) else ()


def _agency(name: str) -> str:
    """The mark of the agency that a name is, or whose full name it ends in; empty when it is none.

    As in `origins`: a mark counts only alone, as the agency writes it or in capitals; a full name begins with a capital.
    """
    words = name[:CREDIT_CHARS].split()
    words = words[1:] if words[:1] in (["The"], ["the"]) else words
    kept = words
    while kept and kept[-1].lower() in TRADES:
        kept = kept[:-1]
    return _mark(kept) or (_mark(kept[:-1]) if len(kept) < len(words) else "")  # AP Business Writer


def _mark(words: Sequence[str]) -> str:
    for start in range(len(words)):
        name = " ".join(words[start:])
        mark = AGENCIES.get(name.lower(), "")
        is_mark = name.lower() == mark.lower()
        if mark and ((start == 0 and name in (mark, mark.upper())) if is_mark else name[0].isupper()):
            return mark
    return ""
