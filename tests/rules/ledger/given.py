"""Small ledgers and documents."""

from collections.abc import Sequence
from datetime import date

from veracious import wiring
from veracious.domain.claim import Importance, Kind
from veracious.domain.evidence import Quote, Snapshot, Source
from veracious.domain.ledger import AnswerClaim, Backing, Entry, Level, Support
from veracious.domain.span import Span
from veracious.domain.stance import Stance
from veracious.rules.ledger import matching
from veracious.rules.ledger.matching import Index
from veracious.rules.seeking import snapshots

LEXICON = wiring.lexicon()
LEVELS = {Support.SUPPORTED: Level.FULL, Support.WEAK: Level.PARTIAL, Support.CONTRADICTED: Level.CONTRADICTED}


def snapshot(text: str, title: str = "", published: date | None = None) -> Snapshot:
    return Snapshot(snapshots.name(text), text, Source(""), title=title, published=published)


def index(*texts: str) -> Index:
    return matching.of_snapshots([snapshot(text) for text in texts], LEXICON)


def backing(supports: float, refutes: float = 0.0, *names: str, similarity: float = 1.0, published: date | None = None) -> Backing:
    """Quotes of the documents of these names, with this stance."""
    quotes = tuple(Quote(name, Span(0, 1), "q") for name in names or ("a",))
    stance = Stance(supports, refutes, 1 - supports - refutes)
    return Backing(quotes, ("",) * len(quotes), stance, similarity, similarity, published=published)


def entry(
    verdict: Support, importance: Importance = Importance.MATERIAL, text: str = "c", backed: Sequence[Backing] = (), cites: str = ""
) -> Entry:
    claim = AnswerClaim(text, Span(0, len(text)), Kind.FACT, importance, (cites,) if cites else ())
    return Entry(claim, verdict, LEVELS.get(verdict, Level.NONE), 0.0, tuple(backed))
