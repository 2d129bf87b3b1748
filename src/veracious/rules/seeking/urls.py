"""Addresses of pages: one form for each, and whether it is an article or a front door."""

import re
from dataclasses import dataclass
from urllib.parse import SplitResult, parse_qsl, quote, unquote, urlencode, urlsplit

_DATED = re.compile(r"/(?:19|20)[0-9]{2}/[0-9]{1,2}(?:/|$)")
_UNSAFE = "/:@!$&'()*+,;=~-._"


@dataclass(frozen=True, slots=True)
class UrlDials:
    """What tells an article from a home or category page."""

    slug_words_at_least: int = 3  # words in the last part of an article's path; 2–5; a guess
    slug_digits_at_least: int = 5  # digits of an article's number; 4–8; a guess
    path_parts_of_category: int = 1  # a path no longer than this without a slug is a category; 1–2; a guess


# Parameters that say where a reader came from, not what is read.
_TRACKING = frozenset("fbclid gclid ref cmpid ocid igshid smid source msclkid".split())
_FRONT_PARTS = frozenset(
    "category categories tag tags topic topics section sections author authors search archive archives index home latest news world"
    " politics business sport sports culture opinion video videos live page".split()
)


def normalise(url: str) -> str:
    """The one form of an address: https, no `www.`, port, fragment or tracking, sorted query, no final slash; empty when it is none."""
    try:
        return _normalised(urlsplit(url.strip() if "//" in url else "//" + url.strip()))
    except ValueError:  # no address at all: a broken bracket, a lone surrogate
        return ""


def _normalised(parts: SplitResult) -> str:
    host = (parts.hostname or "").removeprefix("www.").removeprefix("m.").rstrip(".")
    if not host:
        return ""
    kept = sorted((name, value) for name, value in parse_qsl(parts.query) if not _is_tracking(name.lower()))
    path = quote(unquote(parts.path), safe=_UNSAFE).rstrip("/")
    path = re.sub(r"/(?:index|default)\.(?:html?|php|aspx?)$", "", path).removesuffix("/amp")
    return f"https://{host}{re.sub('/{2,}', '/', path)}" + (f"?{urlencode(kept)}" if kept else "")


def _is_tracking(name: str) -> bool:
    return name in _TRACKING or name.startswith(("utm_", "mc_"))


def host(url: str) -> str:
    """The host of an address, in the form that `normalise` gives it."""
    return urlsplit(normalise(url)).hostname or ""


def is_article(url: str, dials: UrlDials) -> bool:
    """Whether the address is that of one text, and not of a home or category page."""
    parts = urlsplit(normalise(url))
    path = [part for part in parts.path.split("/") if part]
    if not path:
        return any(name in ("id", "p", "article", "story") for name, _ in parse_qsl(parts.query))
    last = path[-1].lower()
    words = [word for word in re.split(r"[-_.]", last) if word.isalpha()]
    digits = sum(char.isdigit() for char in last)
    if len(words) >= dials.slug_words_at_least or digits >= dials.slug_digits_at_least or _DATED.search(parts.path):
        return True
    if any(part.lower() in _FRONT_PARTS for part in path):
        return len(path) > dials.path_parts_of_category + 1
    return len(path) > dials.path_parts_of_category or last.endswith((".html", ".htm", ".pdf")) or "." in last
