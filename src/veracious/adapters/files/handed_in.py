"""A text that was handed in without a file, into a document: cleaned, and held to the same caps as one that was read from a file."""

from dataclasses import replace

from veracious.adapters import text_decoding
from veracious.adapters.files import plain
from veracious.adapters.files.caps import Caps
from veracious.adapters.read_error import NotRead
from veracious.domain.document import Document, Refused


def read(given: Document, caps: Caps | None = None) -> Document | Refused:
    """The document as a line of JSON would have given it; refused when nothing is left of its text, or too much."""
    try:
        text = plain.fit(text_decoding.clean(given.text), caps or Caps())
    except NotRead as refused:
        return Refused(given.name, refused.reason, refused.detail)
    line = text_decoding.title
    return replace(given, text=text, name=line(given.name), title=line(given.title), byline=line(given.byline), domain=line(given.domain))
