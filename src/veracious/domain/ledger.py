"""The claims of an answer, each held against the documents."""

from dataclasses import dataclass
from enum import StrEnum

from veracious.domain.claim import Importance, Kind
from veracious.domain.evidence import Quote
from veracious.domain.span import Span


class Support(StrEnum):
    """How far the documents carry one claim of an answer."""

    SUPPORTED = "supported"
    WEAK = "weak"
    CONTRADICTED = "contradicted"
    NOT_FOUND = "not_found"


@dataclass(frozen=True, slots=True)
class AnswerClaim:
    """One claim of an answer: where it stands, of what kind, how much rests on it, and what it cites."""

    text: str
    span: Span
    kind: Kind
    importance: Importance
    citations: tuple[str, ...] = ()  # hashes from [cite:hash] anchors


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the ledger."""

    claim: AnswerClaim
    verdict: Support
    confidence: float
    quotes: tuple[Quote, ...]


@dataclass(frozen=True, slots=True)
class Ledger:
    """All claims of an answer with what the documents say of each."""

    entries: tuple[Entry, ...]
