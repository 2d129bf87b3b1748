"""Plain text into a document."""

from veracious.adapters import text_decoding
from veracious.adapters.files import lines
from veracious.adapters.files.caps import Caps
from veracious.adapters.read_error import NotRead
from veracious.domain.document import Document, Unread
from veracious.rules.reading import masthead
from veracious.rules.reading.masthead import MastheadDials


def read(content: bytes, caps: Caps) -> Document:
    """The text of a file of plain text."""
    decoded = text_decoding.decode(content)
    text = fit(lines.unwrap(text_decoding.clean(decoded.text)), caps)
    return Document(text, title=title(text), language="", marks=decoded.marks)


def title(text: str) -> str:
    """Its first line, where it is set apart as a heading."""
    return text_decoding.title(masthead.heading(text, MastheadDials()))


def fit(text: str, caps: Caps) -> str:
    """The text itself, if it is one and not too long for a document."""
    if not text.strip():
        raise NotRead(Unread.EMPTY)
    if len(text) > caps.characters:
        raise NotRead(Unread.TOO_LARGE, f"{len(text):,} characters; at most {caps.characters:,}")
    return text
