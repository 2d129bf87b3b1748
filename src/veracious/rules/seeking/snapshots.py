"""A document as it was read into a snapshot as it is kept."""

from veracious.domain.document import Document
from veracious.domain.evidence import Snapshot, Source
from veracious.rules import digest


def name(text: str) -> str:
    """The name of a snapshot: the digest of its text, by which anybody can tell that the text is whole."""
    return digest.of_bytes(text.encode("utf-8", "surrogatepass"), "snapshot")


def of(document: Document, source: Source, collection: str) -> Snapshot:
    """The snapshot of a document that this source published."""
    return Snapshot(
        digest=name(document.text),
        text=document.text,
        source=source,
        url=document.url,
        title=document.title,
        published=document.published,
        language=document.language or "en",
        canonical_url=document.canonical_url,
        byline=document.byline,
        links=document.links,
        collection=collection,
    )
