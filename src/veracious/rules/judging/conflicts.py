"""What cannot both be true: amounts and dates of a subclaim and a quote, named when they conflict.

A conflict turns a support into a refutation or into silence, never the other way, and only with the two values named.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from veracious.domain.claim import Subclaim
from veracious.domain.evidence import Quote
from veracious.domain.quantity import Quantity
from veracious.domain.stance import Stance
from veracious.rules.reading import amounts, quantities
from veracious.rules.reading.amounts import CompareDials, Relation
from veracious.rules.reading.lexicon import Lexicon
from veracious.rules.reading.quantities import AmountDials
from veracious.rules.reading.tokens import scan
from veracious.rules.weighing.evidence_trust import side


@dataclass(frozen=True, slots=True)
class ConflictDials:
    """What becomes of a support that a conflict contradicts."""

    to_refutes: float = 0.7  # share of the support that turns into refutation, the rest into silence; 0–1; a guess


@dataclass(frozen=True, slots=True)
class Conflict:
    """Two values that exclude each other, as they are written."""

    claimed: str
    found: str


def find(subclaim: Subclaim, quote: Quote, lexicon: Lexicon, dials: AmountDials, compare: CompareDials) -> Conflict | None:
    """The first pair of amounts of one kind that conflict, when no amount of that kind agrees."""
    told = quantities.find(quote.text, lexicon, dials)
    for claimed in subclaim.quantities:
        measure = _measure(subclaim.text, claimed, lexicon)
        alike = [
            other
            for other in told
            if other.dimension == claimed.dimension and _same_noun(claimed, other) and _measure(quote.text, other, lexicon) in (measure, "")
        ]
        relations = [amounts.relation(claimed, other, compare) for other in alike]
        if relations and all(relation is Relation.CONFLICTING for relation in relations):
            return Conflict(claimed.span.of(subclaim.text), alike[0].span.of(quote.text))
    return None


def apply(stance: Stance, conflict: Conflict | None, dials: ConflictDials) -> Stance:
    """The stance after a conflict: only a support changes."""
    if conflict is None or side(stance) != "supports":
        return stance
    moved = stance.supports * dials.to_refutes
    refutes = stance.refutes + moved
    return Stance(0.0, refutes, 1.0 - refutes)


def _measure(text: str, amount: Quantity, lexicon: Lexicon) -> str:
    """Which of its measures the amount is: the deep of "1,642 metres deep"; empty when the text does not say."""
    behind = scan(text[amount.span.end :])
    return behind[0].low if behind and behind[0].low in lexicon.measure_adjectives else ""


def _same_noun(a: Quantity, b: Quantity) -> bool:
    """Counts conflict only when the same thing is counted."""
    return a.dimension != "count" or not a.counted or not b.counted or _stems(a.counted, b.counted)


def _stems(a: str, b: str) -> bool:
    return a.removesuffix("s") == b.removesuffix("s")


def values(conflicts: Sequence[Conflict]) -> str:
    """The conflicts in words."""
    return "; ".join(f"{conflict.claimed} against {conflict.found}" for conflict in conflicts)
