"""Addresses of pages: one form for each, whether it is an article or a front door, and which of a search's are new."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import SplitResult, parse_qsl, quote, unquote, urlencode, urlsplit

# Parameters that say where a reader came from or how a page is dressed, not what is read.
TRACKING = frozenset("amp fbclid gclid ref cmpid ocid igshid smid source msclkid".split())
TRACKING_PREFIXES = frozenset(("utm_", "mc_"))
# Parts of a path that are sections: articles stand below them.
FRONT_PARTS = frozenset(
    "section sections archive archives index home latest news world politics business sport sports culture opinion video videos"
    " live".split()
)
# Parts of a path with a name behind them that lists articles and is none.
LISTING_PARTS = frozenset(
    "category categories tag tags topic topics author authors search page label labels hashtag profile user users playlist".split()
)
# Parameters whose value is one text: on any page, and on the front page only, where `p` is no page number.
TEXT_NAMES = frozenset("id v article articleid article_id story storyid story_id docid newsid".split())
ROOT_TEXT_NAMES = frozenset(("p", "page_id"))


@dataclass(frozen=True, slots=True)
class UrlDials:
    """What tells an article from a home or category page, and one page from another."""

    slug_words_at_least: int = 3  # words in the last part of an article's path; 2–5; a guess
    slug_digits_at_least: int = 5  # digits of an article's number; 4–8; a guess
    path_parts_of_category: int = 1  # a path no longer than this without a slug is a category; 1–2; a guess
    tracking: frozenset[str] = TRACKING  # names of parameters that change nothing of a page; any names; a guess
    tracking_prefixes: frozenset[str] = TRACKING_PREFIXES  # beginnings of such names; any; a guess
    front_parts: frozenset[str] = FRONT_PARTS  # parts of a path that are sections; any words; a guess
    listing_parts: frozenset[str] = LISTING_PARTS  # parts of a path with a list behind them; any words; a guess
    text_names: frozenset[str] = TEXT_NAMES  # names of parameters that name one text; any names; a guess
    root_text_names: frozenset[str] = ROOT_TEXT_NAMES  # the same on a front page only; any names; a guess


AS_SHIPPED = UrlDials()


@dataclass(frozen=True, slots=True)
class Fresh:
    """The addresses of a search worth reading, as they were found, and how many were passed over for which reason."""

    kept: tuple[str, ...]
    seen: int = 0  # read before
    repeated: int = 0  # the same page again in the same answer
    not_article: int = 0  # a home or category page
    not_an_address: int = 0  # nothing of the web
    capped: int = 0  # worth reading, and beyond the cap


_DATE = r"/(?:19|20)[0-9]{2}/(?:[0-9]{1,2}|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)"
_DATED = re.compile(_DATE + "(?:/|$)")
_DATE_ALONE = re.compile(_DATE + "(?:/[0-9]{1,2})?$")  # the archive of a month or a day
_WEB = re.compile(r"(?:https?:)?//", re.IGNORECASE)
_SCHEME = re.compile(r"[a-z][a-z0-9+.-]*:(?![0-9])", re.IGNORECASE)  # mailto:, ftp:; where digits follow, it is a host with its port
_INDEX = re.compile(r"(?:index|default)\.(?:html?|php|aspx?)|amp")
_SAFE = "/:@!$&'()*+,;=~-._"


def normalise(url: str, dials: UrlDials = AS_SHIPPED) -> str:
    """The one form of an address: https, no `www.`, port, fragment or tracking, sorted query, no final slash; empty when it is none.

    Formula: One form of an address. From B (URL dedupe), C (normalised URL).

        https, the host without www. and m., the path without index files and final slash, no port, no fragment
        the query sorted, without the parameters in tracking or beginning with one of tracking_prefixes

    Dials: tracking, tracking_prefixes of UrlDials.
    """
    plain = url.strip()
    is_whole = _WEB.match(plain)
    if not is_whole and _SCHEME.match(plain):
        return ""
    try:
        return _normalised(urlsplit(plain if is_whole else "//" + plain), dials)
    except ValueError:  # no address at all: a broken bracket, a lone surrogate
        return ""


def _normalised(parts: SplitResult, dials: UrlDials) -> str:
    host = _host(parts.hostname or "")
    if not host:
        return ""
    path = [part for part in quote(unquote(parts.path), safe=_SAFE).split("/") if part]
    while path and _INDEX.fullmatch(path[-1]):
        path.pop()
    pairs = parse_qsl(parts.query, keep_blank_values=True)  # /story?1234 and /story?1235 are two
    kept = sorted((name, value) for name, value in pairs if not _is_tracking(name.lower(), dials))
    return f"https://{host}" + "".join(f"/{part}" for part in path) + (f"?{urlencode(kept)}" if kept else "")


def _host(name: str) -> str:
    """A host without the prefix of its web or mobile server, where at least two labels are left: www.com is all name; empty when none."""
    if ":" in name:
        return f"[{name}]"
    labels = name.rstrip(".").split(".")
    if not all(labels) or not name.isprintable() or " " in name:
        return ""
    while len(labels) > 2 and labels[0] in ("www", "m"):
        labels = labels[1:]
    return ".".join(labels)


def _is_tracking(name: str, dials: UrlDials) -> bool:
    return name in dials.tracking or any(name.startswith(prefix) for prefix in dials.tracking_prefixes)


def host(url: str) -> str:
    """The host of an address, in the form that `normalise` gives it."""
    return urlsplit(normalise(url)).hostname or ""


def is_article(url: str, dials: UrlDials) -> bool:
    """Whether the address is that of one text, and not of a home or category page.

    1. a parameter on the front page may name a text;
    2. a list, or a date with nothing behind it, is none;
    3. a parameter that names a text, a slug, a long number or a date makes one;
    4. else it stands deep enough, below a section one part deeper, or is a file.

    Formula: Article or front page. From E §9.1.

        no path:  an article if a parameter is in text_names or root_text_names
        else the first that holds:
        no        if one of the last two parts is in listing_parts, or the path ends in a date
        article   if a parameter is in text_names, or the path is dated,
                  or its last part has slug_words_at_least words or slug_digits_at_least digits
        article   below front_parts, if it has more than path_parts_of_category + 1 parts
        article   elsewhere, if it has more than path_parts_of_category parts or its last part is a file

    Dials: slug_words_at_least, slug_digits_at_least, path_parts_of_category of UrlDials; front_parts, listing_parts, text_names,
    root_text_names of UrlDials.
    """
    parts = urlsplit(normalise(url, dials))
    path = [part.lower() for part in parts.path.split("/") if part]
    names = {name.lower() for name, value in parse_qsl(parts.query) if value}
    if not path:
        return not names.isdisjoint(dials.text_names | dials.root_text_names)
    if not dials.listing_parts.isdisjoint(path[-2:]) or _DATE_ALONE.search(parts.path.lower()):
        return False
    if not names.isdisjoint(dials.text_names) or _has_slug(path[-1], dials) or _DATED.search(parts.path.lower()):
        return True
    if not dials.front_parts.isdisjoint(path):
        return len(path) > dials.path_parts_of_category + 1
    return len(path) > dials.path_parts_of_category or "." in path[-1]


def _has_slug(last: str, dials: UrlDials) -> bool:
    """Whether the last part of a path is a headline or a number."""
    words = [word for word in re.split(r"[-_.]", last) if word.isalpha()]
    digits = sum(char.isdigit() for char in last)
    return len(words) >= dials.slug_words_at_least or digits >= dials.slug_digits_at_least


def fresh(urls: Sequence[str], seen: frozenset[str], at_most: int, dials: UrlDials) -> Fresh:
    """What to read of a search's answer: its first few articles whose forms are not among those seen, each page once."""
    kept: list[str] = []
    met: set[str] = set()
    skipped: Counter[str] = Counter()
    for url in urls:
        form = normalise(url, dials)
        reason = _passed_over(form, met, seen, dials) or ("capped" if len(kept) >= at_most else "")
        met.add(form)
        if reason:
            skipped[reason] += 1
        else:
            kept.append(url)
    return Fresh(tuple(kept), **skipped)


def _passed_over(form: str, met: set[str], seen: frozenset[str], dials: UrlDials) -> str:
    """Why a page is not read; empty when nothing speaks against it."""
    if not form:
        return "not_an_address"
    if form in met:
        return "repeated"
    if form in seen:
        return "seen"
    return "" if is_article(form, dials) else "not_article"
