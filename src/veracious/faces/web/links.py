"""Addresses that pages lead to: a quote in its stored text, and the same words where they were published."""

import re
from urllib.parse import quote

from veracious.domain.span import Span
from veracious.faces.pages import foreign
from veracious.faces.pages.ledger_view import Quoted
from veracious.faces.pages.pieces import Saying

DIGEST = re.compile(r"sha256:([0-9a-f]{64})")
EDGE_WORDS = 5  # of a long quote, at its beginning and its end, which a text fragment names


def passage(saying: Saying) -> str:
    """Where a quote is shown in the text that it stands in; empty where that text has no digest."""
    found = DIGEST.fullmatch(saying.snapshot)
    return f"/p/{found[1]}?q={saying.span.start}-{saying.span.end}#q" if found else ""


def in_document(base: str, quote: Quoted) -> str:
    """Where a quote of a ledger is shown in its document, below this address; empty where that has no digest."""
    found = DIGEST.fullmatch(quote.snapshot)
    return f"{base}{found[1]}?q={quote.span.start}-{quote.span.end}#q" if found else ""


def live(url: str | None, words: str) -> str:
    """The page as it is on the web, at these words where the browser can find them; empty where it cannot be followed."""
    base = foreign.link(url).partition("#")[0]
    parts = words.split()
    if not base or not parts:
        return base
    ends = [parts] if len(parts) <= 2 * EDGE_WORDS else [parts[:EDGE_WORDS], parts[-EDGE_WORDS:]]
    return f"{base}#:~:text={','.join(_escaped(' '.join(one)) for one in ends)}"


def span(text: str, length: int) -> Span | None:
    """The span that an address names, if a text of this length has it."""
    found = re.fullmatch(r"([0-9]{1,9})-([0-9]{1,9})", text)
    if not found:
        return None
    start, end = int(found[1]), int(found[2])
    return Span(start, end) if start < end <= length else None


def _escaped(words: str) -> str:
    """A text fragment keeps `-`, `,` and `&` for itself."""
    return quote(words, safe="").replace("-", "%2D")
