"""Text and addresses that others wrote, as they may be shown.

Escaping is the template's duty and is on for every value. What is done here is what escaping cannot do: letters that turn a line around
or cannot be seen are written out, and an address becomes a link only if it leads to a page of the web.
"""

import re
from urllib.parse import urlsplit

from veracious.rules.seeking import domains

_UNSEEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ufff9-\ufffb\ufffe\uffff]")
_ADDRESS = re.compile(r"[^\s\x00-\x20\x7f-\xa0\"<>\\^`{|}\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]+")
_LINKED = frozenset(("http", "https"))
ADDRESS_CHARS = 2000  # a longer address is shown by no browser, and links to nothing
FIRST_WORDS_CHARS = 60


def visible(text: str) -> str:
    """The text with every letter that turns the line around or cannot be seen written out by its number."""
    return _UNSEEN.sub(lambda found: f"⟨U+{ord(found.group()):04X}⟩", text)


def link(url: str | None) -> str:
    """The address, if it is one of the web that can be followed; else nothing."""
    if not url or len(url) > ADDRESS_CHARS or not _ADDRESS.fullmatch(url):
        return ""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        return ""
    named = parts.scheme in _LINKED and bool(parts.hostname) and parts.username is None and parts.password is None
    return url if named and port != 0 else ""


def publisher(domain: str) -> str:
    """A domain as DNS has it and, if that differs, as people read it."""
    read = domains.shown(domain)
    return visible(domain if read == domain else f"{domain} ({read})") or "publisher not named"


def cut(text: str, most: int) -> str:
    """The text in one line of at most so many letters."""
    line = " ".join(visible(text).split())
    return line if len(line) <= most else line[: most - 1].rstrip() + "…"


def first_words(text: str) -> str:
    """What a text without a title is known by: its first words, cut behind a word, in quotation marks."""
    line = " ".join(visible(text).split())
    if len(line) > FIRST_WORDS_CHARS:
        line = line[: FIRST_WORDS_CHARS + 1].rsplit(" ", 1)[0][:FIRST_WORDS_CHARS].rstrip(" ,;:–—-") + "…"
    return f"“{line}”" if line else ""
