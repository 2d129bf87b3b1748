"""The small world that the contract suites are told about."""

import asyncio
from collections.abc import Awaitable, Coroutine
from dataclasses import dataclass
from datetime import date
from typing import Any, TypeVar

from veracious.domain.claim import Subclaim
from veracious.domain.evidence import Passage, Query, Snapshot, Source, Triple
from veracious.domain.span import Span
from veracious.rules import digest

T = TypeVar("T")
AS_OF = date(2024, 6, 1)


def run(work: Coroutine[Any, Any, T] | Awaitable[T]) -> T:
    """Do it, to the end."""

    async def done() -> T:
        return await work

    return asyncio.run(done())


def snapshot(text: str, url: str | None = "https://example.org/reports/a-page.html", published: date | None = None) -> Snapshot:
    """A page of this text."""
    return Snapshot(digest.of_bytes(text.encode(), "snapshot"), text, Source("example.org", 0.8), url, "", published)


def query(text: str) -> Query:
    """A query of this text."""
    return Query(text, "claim", AS_OF)


def subclaim(text: str) -> Subclaim:
    """A subclaim of this text, with nothing read off it."""
    return Subclaim(text, frozenset(), (), (), ())


@dataclass(frozen=True, slots=True)
class Page:
    """A page that states one fact, so that every sort of finder can hold it."""

    subject: str
    relation: str
    object: str
    name: str
    published: date | None = None

    @property
    def snapshot(self) -> Snapshot:
        """The page as it was read."""
        return snapshot(f"{self.subject} {self.relation} {self.object}.", f"https://example.org/reports/{self.name}.html", self.published)

    @property
    def triple(self) -> Triple:
        """Its fact."""
        text = self.snapshot.text
        return Triple(self.subject, self.relation, self.object, Passage(self.snapshot.digest, Span(0, len(text)), text))


PAGES = (
    Page("Paris", "is the capital of", "France", "paris-capital"),
    Page("Lyon", "lies on the", "Rhône", "lyon-river"),
    Page("Ada Lovelace", "wrote notes on the", "Analytical Engine", "ada-notes", date(2023, 1, 2)),
    Page("Paris", "hosted the", "Olympic Games", "paris-games", date(2024, 8, 12)),  # after AS_OF
)
