"""Ledgers of every kind, each from a real check: the flow over documents in memory, with a judge that reads its answers off a table."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from functools import cache

from veracious import app
from veracious.domain.document import Document
from veracious.domain.ledger import Ledger
from veracious.domain.span import Span
from veracious.flow.check import Checked
from veracious.ports import Opinion
from veracious.rules.ledger import gates
from veracious.rules.ledger.gates import AnswerGateDials

DAY = date(2026, 3, 1)
HANDBOOK = Document(
    "The office opens at 9 AM and closes at 5 PM on business days. All requests must be submitted in writing to the clerk. "
    "The annex has a garden on its roof. The building was finished in 1990.",
    title="Handbook of the office",
    published=date(2023, 1, 1),
)
NOTICE = Document("The building on Mill Road was finished in 1992. A fee of $150 is charged for each permit.", name="notices/fees.txt")
QUESTION = "When does the office open?"
SHORT = """# Opening hours

Thank you for asking! The office opens at **9 AM** on business days.
The annex has a garden and a fountain on its roof.

- The building was finished in 1990.
- The mayor of the town wears a hat [cite:deadbeef12].
"""
TOLD: Mapping[tuple[str, str], tuple[float, float, float]] = {
    ("opens at 9 AM", "opens at 9 AM"): (0.94, 0.02, 0.04),
    ("fountain", "garden"): (0.24, 0.20, 0.56),
    ("finished in 1990", "finished in 1990"): (0.93, 0.03, 0.04),
    ("finished in 1990", "finished in 1992"): (0.03, 0.92, 0.05),
}


def opinion(claim: str, text: str) -> Sequence[float]:
    """What the table says of a claim and a text, or that the text says neither."""
    return next((stance for (said, read), stance in TOLD.items() if said in claim and read in text), (0.02, 0.03, 0.95))


def broken(claim: str, text: str) -> Sequence[float]:
    """A judge that fails."""
    raise RuntimeError(f"no stance toward {claim} for {text}")


def made(answer: str, documents: Sequence[Document] = (HANDBOOK, NOTICE), question: str = "", judge: Opinion = opinion) -> Checked:
    """The check of an answer."""
    return asyncio.run(app.checks.assessor(None, judge).check(answer, documents, question, DAY))


def with_ledger(found: Checked, ledger: Ledger) -> Checked:
    """The same check with another ledger."""
    return replace(found, report=replace(found.report, ledger=ledger))


def lost(found: Checked, words: str) -> Checked:
    """The same, these words of a claim carried by no quote."""
    assert found.ledger is not None
    start = SHORT.index(words)
    span = Span(start, start + len(words))
    entries = tuple(
        replace(one, unsupported=(span,)) if one.claim.span.overlaps(span) else replace(one, unsupported=()) for one in found.ledger.entries
    )
    return with_ledger(found, replace(found.ledger, entries=entries))


def unread(found: Checked) -> Checked:
    """The same, its first claim one that the judge could not read."""
    assert found.ledger is not None
    first, *rest = found.ledger.entries
    left = (first.claim,)
    ledger = replace(found.ledger, entries=tuple(rest), summary=gates.summarise(rest, left, AnswerGateDials()), unread=left, risk_flags=())
    return with_ledger(found, ledger)


@cache
def cases() -> Mapping[str, Checked]:
    """A ledger of each kind, by name."""
    short = lost(made(SHORT, question=QUESTION), "and a fountain")
    return {
        "met": made("The office opens at 9 AM on business days."),
        "short": short,
        "unread": unread(short),
        "refused": made("Is it open on Sunday?"),
        "failed": made(SHORT, judge=broken),
    }
