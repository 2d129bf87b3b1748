"""HTML into a document. Imported, and run, only in the sandbox."""

from veracious.adapters.files import plain
from veracious.adapters.files.caps import Caps
from veracious.adapters.web import extract
from veracious.domain.document import Document

TELLING_CHARS = 200  # a text with fewer is too short to tell its language by
# Languages that are not written in Latin letters.
OTHER_LETTERS = frozenset("am ar be bg bn el fa gu he hi hy ja ka kk km kn ko lo mk ml mn mr my ne pa ru si ta te th uk ur yi zh".split())


def read(content: bytes, caps: Caps, url: str | None = None, charset: str = "") -> Document:
    """The main text of a page, with what it says of itself."""
    page = extract.extract(content, url, charset, caps.links)
    return Document(
        plain.fit(page.text, caps),
        title=page.title,
        url=url,  # where it was read; where it says it is at home is another matter
        published=page.published,
        modified=page.modified,
        language=page.language if _is_believed(page) else "",
        canonical_url=page.canonical_url,
        byline=page.byline,
        links=page.links,
        marks=page.marks,
    )


def _is_believed(page: extract.Extracted) -> bool:
    """Whether the language a page names is taken: only for a text too short to tell it by, and if its letters are of that language."""
    if not page.language or len(page.text) >= TELLING_CHARS:
        return False
    written = [char for char in page.text if char.isalpha()]
    are_latin = 2 * sum(char < "\u0370" for char in written) >= len(written)
    return are_latin != (page.language in OTHER_LETTERS)
