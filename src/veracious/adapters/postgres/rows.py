"""Rows of the store as the nouns of the domain, and back."""

import zlib
from collections.abc import Sequence
from functools import lru_cache
from hashlib import sha256
from typing import Any

from veracious.adapters.postgres.database import Row
from veracious.domain.errors import SourceMalformed
from veracious.domain.evidence import Evidence, Passage, Snapshot, Source, Tier, Triple
from veracious.domain.span import Span

DIGEST = "sha256:"
TEXT_AT_MOST = 64_000_000  # characters a packed text may unpack to


@lru_cache(maxsize=200_000)
def term(word: str) -> int:
    """A word as the number it is kept by."""
    return int.from_bytes(sha256(word.encode("utf-8", "replace")).digest()[:8], "big", signed=True)


def pack(text: str) -> bytes:
    """A text in few bytes."""
    return zlib.compress(text.encode("utf-8", "surrogatepass"), 6)


def size(text: str) -> int:
    """The bytes of a text, by which it is counted."""
    return len(text.encode("utf-8", "surrogatepass"))


def unpack(packed: bytes) -> str:
    """The text again."""
    try:
        opened = zlib.decompressobj()
        return opened.decompress(packed, TEXT_AT_MOST).decode("utf-8", "surrogatepass")
    except (zlib.error, UnicodeDecodeError) as broken:
        raise SourceMalformed(f"a kept text cannot be unpacked: {broken}") from broken


def vector_text(vector: Sequence[float]) -> str:
    """A vector as PostgreSQL reads it."""
    return "[" + ",".join(["%.5g"] * len(vector)) % tuple(vector) + "]"  # one format for all: a quarter of the time of one for each


def id_bytes(name: str) -> bytes:
    """The bytes of a digest."""
    return bytes.fromhex(name.removeprefix(DIGEST))


def source(row: Row) -> Source:
    """Who published."""
    known = row["credibility"]
    return Source(row["domain"], None if known is None else round(float(known), 6), Tier(row["tier"]))


def evidence(row: Row, triple: tuple[str, str, str] | None = None) -> Evidence:
    """A found row as evidence."""
    passage = Passage(row["digest"], Span(row["start_at"], row["end_at"]), row["text"])
    return Evidence(
        id=DIGEST + bytes(row["evidence"]).hex(),
        passage=passage,
        source=source(row),
        title=row["title"],
        url=row["url"],
        published=row["published"],
        triple=None if triple is None else Triple(*triple, passage),
        canonical_url=row["canonical_url"],
        byline=row["byline"],
        links=tuple(row["links"]),
        collection=row["collection"],
    )


def snapshot(row: Row) -> Snapshot:
    """A kept document as it was read."""
    return Snapshot(
        digest=row["digest"],
        text=unpack(row["text_packed"]),
        source=source(row),
        url=row["url"],
        title=row["title"],
        published=row["published"],
        language=row["language"],
        canonical_url=row["canonical_url"],
        byline=row["byline"],
        links=tuple(row["links"]),
        collection=row["collection"],
    )


def document(snapshot: Snapshot) -> dict[str, Any]:
    """A snapshot as the columns it is kept in."""
    return {
        "digest": snapshot.digest,
        "url": clean(snapshot.url),
        "title": clean(snapshot.title),
        "domain": clean(snapshot.source.domain),
        "credibility": snapshot.source.credibility,
        "tier": snapshot.source.tier.value,
        "published": snapshot.published,
        "language": clean(snapshot.language),
        "canonical_url": clean(snapshot.canonical_url),
        "byline": clean(snapshot.byline),
        "links": [clean(link) for link in snapshot.links],
        "text_packed": pack(snapshot.text),
        "text_bytes": size(snapshot.text),
    }


def clean(text: Any) -> Any:
    """The text without what PostgreSQL cannot hold: NUL and lone surrogates."""
    return text if text is None else text.replace("\x00", "").encode("utf-8", "replace").decode("utf-8")
