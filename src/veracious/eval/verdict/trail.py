"""How far the evidence that settles a claim came, and what was looked at instead: for looking at errors."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import sqrt

from veracious.domain.report import Judged
from veracious.domain.trust import Weighed
from veracious.eval.verdict.corpus import Document, Gold, LabelledClaim
from veracious.rules.weighing.evidence_trust import side

SEEN_AT_MOST = 3
REFUSED = "refused"  # before anything was looked for
REACHES = ("unfound", "unjudged", "unquoted", "misjudged", "heard")  # from not found at all to heard as what it is


@dataclass(frozen=True, slots=True)
class Seen:
    """A quote that was judged."""

    document: str
    title: str
    quote: str
    supports: float
    refutes: float
    relevance: float


def reach(asked: LabelledClaim, judged: Judged, documents: Mapping[str, Document]) -> str:
    """How far the gold evidence of a claim came on its way, at the furthest; empty where none is known."""
    return max((_reached(gold, judged, documents) for gold in asked.gold), key=REACHES.index, default="")


def _reached(gold: Gold, judged: Judged, documents: Mapping[str, Document]) -> str:
    weighed = [piece for piece in judged.weighed if _is(piece.domain, gold, documents)]
    if not weighed:
        found = any(_is(entry.ranked.evidence.source.domain, gold, documents) for entry in judged.admitted)
        return "unjudged" if found else "unfound"
    needed = frozenset().union(*gold.rationales)
    quoted = [piece for piece in weighed if needed & set(documents[piece.domain].within(piece.quote.span))]
    if not quoted:
        return "unquoted"
    return "heard" if any(side(piece.stance) == gold.stance for piece in quoted) else "misjudged"


def _is(domain: str, gold: Gold, documents: Mapping[str, Document]) -> bool:
    return domain in documents and documents[domain].id == gold.document


def seen(judged: Judged, documents: Mapping[str, Document]) -> tuple[Seen, ...]:
    """The quotes that bear on the claim most."""
    known = [piece for piece in judged.weighed if piece.domain in documents]
    best = sorted(known, key=lambda piece: (-bearing(piece), piece.evidence))[:SEEN_AT_MOST]
    return tuple(_shown(piece, documents[piece.domain]) for piece in best)


def _shown(piece: Weighed, document: Document) -> Seen:
    stance = piece.stance
    return Seen(document.id, document.snapshot.title, piece.quote.text, stance.supports, stance.refutes, piece.relevance)


def bearing(piece: Weighed) -> float:
    """How much a piece bears on a claim: its relevance and, half as much, how far its quote takes a side."""
    return piece.relevance * sqrt(max(piece.stance.supports, piece.stance.refutes))
