"""HTML into a document. Imported, and run, only in the cage."""

from veracious.adapters.files import plain
from veracious.adapters.files.caps import Caps
from veracious.adapters.web import extract
from veracious.domain.document import Document


def read(content: bytes, caps: Caps, url: str | None = None, charset: str = "") -> Document:
    """The main text of a page, with what it says of itself."""
    page = extract.extract(content, url, charset, caps.links)
    return Document(
        plain.fit(page.text, caps),
        title=page.title,
        url=url,
        published=page.published,
        language="",
        canonical_url=page.canonical_url,
        byline=page.byline,
        links=page.links,
        marks=page.marks,
    )
