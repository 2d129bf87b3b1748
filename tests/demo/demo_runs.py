"""Runs over the made-up world of the demonstration, and over worlds made from it."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from functools import cache

from veracious import app, wiring
from veracious import demo as world
from veracious.domain.document import Document
from veracious.domain.evidence import Source
from veracious.domain.report import Report
from veracious.flow.run import Engine
from veracious.rules.seeking import snapshots
from veracious.rules.seeking.register import CredibilityRules

LATE = date(2026, 6, 1)  # when all of it was published


@cache
def engine() -> Engine:
    """The engine of `veracious demo`."""
    return asyncio.run(wiring.demo())


@cache
def verified(text: str, as_of: date = LATE) -> Report:
    """The report on a claim about that world."""
    return asyncio.run(app.claims.verify(engine(), text, as_of)).report


def over(documents: Sequence[Document], rated: Mapping[str, Source]) -> Engine:
    """An engine over other documents."""
    return asyncio.run(wiring.in_memory(documents, CredibilityRules(rated)))


def ask(one: Engine, text: str) -> Report:
    """The report on a claim about other documents."""
    return asyncio.run(app.claims.verify(one, text, LATE)).report


def document(path: str) -> Document:
    """The document whose address ends so."""
    (found,) = (one for one in world.documents() if one.url and one.url.endswith(path))
    return found


def texts() -> dict[str, str]:
    """The text of every snapshot of that world by its digest, made here and not by the engine."""
    return {snapshots.name(one.text): one.text for one in world.documents()}


def copies(original: Document, count: int) -> list[Document]:
    """The story as other houses print it: another title, a dateline, the end cut off, a byline, or where it was first published."""
    return [_copy(original, number) for number in range(count)]


def _copy(original: Document, number: int) -> Document:
    shorter = original.text[: original.text.rindex(". ") + 1]
    texts = (original.text, shorter, f"CALDER (Veldria Press Agency) – {original.text}", original.text)
    return replace(
        original,
        text=texts[number % len(texts)],
        name=f"copy {number}",
        title=original.title if number % 2 else f"{original.title} ({number})",
        url=f"https://paper{number}.example/news/{number}-story",
        canonical_url=original.url if number % 3 == 0 else None,
        byline="Veldria Press Agency" if number % 3 == 1 else "",
    )
