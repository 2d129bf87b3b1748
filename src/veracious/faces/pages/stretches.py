"""An answer cut where its claims begin and end: every character of it is in one stretch, and each stretch knows what it is."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from veracious.domain.ledger import Ledger
from veracious.domain.record import Record
from veracious.domain.span import Span


class Sort(StrEnum):
    """What a stretch of an answer is."""

    CLAIM = "claim"  # a line of the ledger
    UNREAD = "unread"  # a claim that the judge could not read
    PASSED = "passed"  # a sentence that states nothing to be checked
    BETWEEN = "between"  # what is no sentence: headings, marks, code, citations


@dataclass(frozen=True, slots=True)
class Words:
    """Words of a stretch, alike in whether a quote carries them."""

    text: str
    is_lost: bool = False


@dataclass(frozen=True, slots=True)
class Stretch:
    """A stretch of an answer; of a claim, its place in the ledger or among the unread."""

    sort: Sort
    words: tuple[Words, ...]
    number: int = 0

    @property
    def text(self) -> str:
        """All its words."""
        return "".join(one.text for one in self.words)


def answer(record: Record) -> str:
    """The answer that a record is of."""
    return str(json.loads(record.body.request)["answer"])


def cut(text: str, ledger: Ledger) -> tuple[Stretch, ...]:
    """The stretches of an answer in their order; together they are the answer."""
    lost = [entry.unsupported for entry in ledger.entries]
    placed = [
        *((entry.claim.span, Sort.CLAIM, number) for number, entry in enumerate(ledger.entries)),
        *((claim.span, Sort.UNREAD, number) for number, claim in enumerate(ledger.unread)),
        *((span, Sort.PASSED, number) for number, span in enumerate(ledger.passed_over)),
    ]
    found, at = list[Stretch](), 0
    for span, sort, number in sorted(placed):
        if span.end <= at:
            continue
        if span.start > at:
            found.append(Stretch(Sort.BETWEEN, (Words(text[at : span.start]),)))
        own = Span(max(at, span.start), span.end)
        found.append(Stretch(sort, _words(text, own, lost[number] if sort is Sort.CLAIM else ()), number))
        at = span.end
    return (*found, Stretch(Sort.BETWEEN, (Words(text[at:]),))) if at < len(text) else tuple(found)


def _words(text: str, own: Span, lost: Sequence[Span]) -> tuple[Words, ...]:
    found, at = list[Words](), own.start
    for span in sorted(lost):
        start, end = max(at, span.start), min(span.end, own.end)
        if start < end:
            found += [Words(text[at:start])] * (at < start) + [Words(text[start:end], is_lost=True)]
            at = end
    return (*found, Words(text[at : own.end])) if at < own.end else tuple(found)
