"""Plain text into a document."""

from veracious.adapters import text_decoding
from veracious.adapters.files import lines
from veracious.adapters.files.caps import Caps
from veracious.adapters.read_error import NotRead
from veracious.domain.document import Document, Unread


def read(content: bytes, caps: Caps) -> Document:
    """The text of a file of plain text."""
    decoded = text_decoding.decode(content)
    return Document(fit(lines.unwrap(text_decoding.clean(decoded.text)), caps), language="", marks=decoded.marks)


def fit(text: str, caps: Caps) -> str:
    """The text itself, if it is one and not too long for a document."""
    if not text.strip():
        raise NotRead(Unread.EMPTY)
    if len(text) > caps.characters:
        raise NotRead(Unread.TOO_LARGE, f"{len(text):,} characters; at most {caps.characters:,}")
    return text
