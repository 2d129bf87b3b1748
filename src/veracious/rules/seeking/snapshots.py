"""A document as it was read into a snapshot as it is kept."""

from veracious.domain.document import Document
from veracious.domain.evidence import Snapshot, Source
from veracious.rules import digest


def of(document: Document, source: Source, collection: str) -> Snapshot:
    """The snapshot of a document that this source published."""
    return Snapshot(
        digest=digest.of_bytes(document.text.encode("utf-8"), "snapshot"),
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
