"""What cannot both be true: amounts and dates of a subclaim and a quote, named when they conflict.

A conflict turns a support into a refutation or into silence, never the other way, and only with the two values named.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from veracious.domain.claim import Subclaim
from veracious.domain.evidence import Quote
from veracious.domain.quantity import Quantity
from veracious.domain.stance import Stance
from veracious.rules.reading import amounts, clauses, quantities
from veracious.rules.reading.amounts import CompareDials, Relation
from veracious.rules.reading.lexicon import Lexicon
from veracious.rules.reading.quantities import AmountDials
from veracious.rules.reading.tokens import scan
from veracious.rules.weighing.evidence_trust import side


@dataclass(frozen=True, slots=True)
class ConflictDials:
    """What becomes of a support that a conflict contradicts."""

    to_refutes: float = 0.7  # share of the support that turns into refutation, the rest into silence; 0–1; a guess
    found_at_most: int = 2  # differing amounts of the kind in a quote: of more, which is meant?; 1–5; false alarms on stance/train
    denied_words: float = 0.8  # share of the subclaim's words that a sentence must have to deny it; 0.5–1; false alarms on stance/train


_BOUND = re.compile(r"\b(?:before|after|by|until|till|since|prior to|from)(?: the)?(?: year)?\s*$", re.IGNORECASE)
_PLURAL = re.compile(r"\d['’]?s\b")
_DIGITS = re.compile(r"\d[\d.,]*\d|\d")


@dataclass(frozen=True, slots=True)
class Conflict:
    """Two values that exclude each other, as they are written."""

    claimed: str
    found: str


@dataclass(frozen=True, slots=True)
class Measure:
    """What amounts are read and compared with."""

    lexicon: Lexicon
    amounts: AmountDials
    compare: CompareDials
    conflicts: ConflictDials


def find(subclaim: Subclaim, quote: Quote, measure: Measure) -> Conflict | None:
    """The first amount of a subclaim that the quote excludes: all it has of that kind conflict, and nothing in it says the same.

    An amount of the quote that another amount of the claim explains is not held against this one. A claim that denies its amount
    conflicts with nothing.
    """
    if _denies(subclaim, measure.lexicon):
        return None
    told = quantities.find(quote.text, measure.lexicon, measure.amounts)
    for claimed in subclaim.quantities:
        if _is_open(subclaim.text, claimed) or _is_repeated(claimed, subclaim, quote, told):
            continue
        alike = _alike(subclaim, claimed, quote, told, measure)
        values = {(other.low, other.high) for other in alike}
        if 0 < len(values) <= measure.conflicts.found_at_most:
            return Conflict(claimed.span.of(subclaim.text), alike[0].span.of(quote.text))
    return None


def _alike(subclaim: Subclaim, claimed: Quantity, quote: Quote, told: Sequence[Quantity], measure: Measure) -> list[Quantity]:
    """The amounts of a quote that speak of the same and conflict; none when one agrees."""
    kind = [other for other in told if other.dimension == claimed.dimension]
    if any(amounts.relation(claimed, other, measure.compare) is not Relation.CONFLICTING for other in kind):
        return []
    others = [one for one in subclaim.quantities if one is not claimed and one.dimension == claimed.dimension]
    wanted = _measure(subclaim.text, claimed, measure.lexicon)
    return [
        other
        for other in kind
        if _same_noun(claimed, other, len(kind) + len(others) == 1)
        and _measure(quote.text, other, measure.lexicon) in (wanted, "")
        and not any(amounts.relation(one, other, measure.compare) is Relation.EQUAL for one in others)
    ]


def _is_open(text: str, amount: Quantity) -> bool:
    """Whether the claim means more than the amount says: "after 1921", "the 1800s", "in his 30's", "before 2010"."""
    bound = amount.dimension == "date" and _BOUND.search(text[: amount.span.start])
    return bool(bound) or bool(_PLURAL.search(text[amount.span.start : amount.span.end + 2]))


def _is_repeated(claimed: Quantity, subclaim: Subclaim, quote: Quote, told: Sequence[Quantity]) -> bool:
    """Whether the quote has the digits of the amount where no amount of its kind was read: what was not understood may agree."""
    unread = quote.text
    for other in told:
        if other.dimension == claimed.dimension:
            unread = unread[: other.span.start] + " " * (other.span.end - other.span.start) + unread[other.span.end :]
    digits = _DIGITS.findall(claimed.span.of(subclaim.text))
    return bool(digits) and all(re.search(rf"(?<![\d.,]){re.escape(one)}(?!\d|[.,]\d)", unread) for one in digits)


def apply(stance: Stance, conflict: Conflict | None, dials: ConflictDials) -> Stance:
    """The stance after a conflict: only a support changes."""
    if conflict is None or side(stance) != "supports":
        return stance
    moved = stance.supports * dials.to_refutes
    refutes = stance.refutes + moved
    return Stance(0.0, refutes, 1.0 - refutes)


def _denies(subclaim: Subclaim, lexicon: Lexicon) -> bool:
    """Whether the claim says that something is not so: "is not 90 metres long" and "is 60 metres long" can both be true.

    In "not more than 90 metres" the word belongs to the amount.
    """
    clause = clauses.parse(subclaim.text, lexicon)
    verb = clauses.main_verb(clause)
    within = any(amount.span.of(subclaim.text).casefold().startswith(("not ", "no ")) for amount in subclaim.quantities)
    return verb is not None and not within and clauses.is_negated(clause, verb)


def _measure(text: str, amount: Quantity, lexicon: Lexicon) -> str:
    """Which of its measures the amount is: the deep of "1,642 metres deep"; empty when the text does not say."""
    behind = scan(text[amount.span.end :])
    return behind[0].low if behind and behind[0].low in lexicon.measure_adjectives else ""


def _same_noun(a: Quantity, b: Quantity, only: bool) -> bool:
    """Counts conflict only when the same thing is counted; where one does not say what, only if there are no others it could be."""
    if a.dimension != "count":
        return True
    return _stems(a.counted, b.counted) if a.counted and b.counted else only


def _stems(a: str, b: str) -> bool:
    return a.removesuffix("s") == b.removesuffix("s")


def values(conflicts: Sequence[Conflict]) -> str:
    """The conflicts in words."""
    return "; ".join(f"{conflict.claimed} against {conflict.found}" for conflict in conflicts)
