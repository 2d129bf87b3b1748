"""What cannot both be true: amounts and dates of a subclaim and a quote, named when they conflict.

A conflict turns a support into silence or a refutation, never the other way, with the two values named. Where the sentence restates the
claim with another amount, always; else as the dials say: "three crowns more" and "45 crowns" are both true.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from veracious.domain.claim import Subclaim
from veracious.domain.evidence import Quote
from veracious.domain.quantity import Quantity
from veracious.domain.span import Span
from veracious.domain.stance import Stance
from veracious.rules.judging.comparisons import ComparisonDials
from veracious.rules.judging.restated import RestatedDials
from veracious.rules.ranking import overlap
from veracious.rules.ranking.overlap import OverlapDials
from veracious.rules.reading import amounts, clauses, quantities, sentences
from veracious.rules.reading.amounts import CompareDials, Relation
from veracious.rules.reading.lexicon import Lexicon
from veracious.rules.reading.quantities import AmountDials
from veracious.rules.reading.sentences import SentenceDials
from veracious.rules.reading.tokens import scan
from veracious.rules.weighing.evidence_trust import side


@dataclass(frozen=True, slots=True)
class ConflictDials:
    """What becomes of a support that a conflict contradicts."""

    to_refutes: float = 0.7  # share of the support that turns into refutation, the rest into silence; 0–1; a guess
    restated_words: float = 0.8  # share of the subclaim's words in a sentence that restates it; 0.5–1; as `denied_words`
    sure_from: float = 1.01  # support that stays where the sentence does not restate it; 0.5–1.01; none does: field dev, decision 20
    loosely_to_refutes: float = 0.7  # as `to_refutes`, of a less sure support there; 0–1; as `to_refutes`
    found_at_most: int = 2  # differing amounts of the kind in a quote: of more, which is meant?; 1–5; false alarms on stance/train
    near_share: float = 0.1  # relative difference below which two shares or multiples may be one; 0–0.2; false alarms on stance/train
    denied_words: float = 0.8  # share of the subclaim's words that a sentence must have to deny it; 0.5–1; false alarms on stance/train
    told_ends: bool = True  # whether a told end contradicts what goes on; either; changed states, which the judge reads as going on


@dataclass(frozen=True, slots=True)
class AnswerConflictDials(ConflictDials):
    """The same in the check of an answer, whose sentences sum up and compare what documents tell."""

    to_refutes: float = 0.9  # as above; 0–1; a sentence that restates a claim with another amount contradicts it: a guess
    sure_from: float = 0.7  # as above; 0.5–1.01; decision 20, on written documents held out
    loosely_to_refutes: float = 0.35  # as above; 0–1; decision 20, as above


_BOUND = re.compile(r"\b(?:before|after|by|until|till|since|prior to|from)(?: the)?(?: year)?\s*$", re.IGNORECASE)
_PLURAL = re.compile(r"\d['’]?s\b")
_DIGITS = re.compile(r"\d[\d.,]*\d|\d")
_OF_CHANCE = re.compile(r"\s*(?:CI\b|C\.I\.|CrI\b|confidence|credible|prediction interval)", re.IGNORECASE)  # 95% CI
_OF_A_NAME = re.compile(r"-[A-Za-z]")  # 2019-nCoV
_TOLD_ROUGHLY = ("share", "multiple")


@dataclass(frozen=True, slots=True)
class Conflict:
    """Two values that exclude each other, as they are written."""

    claimed: str
    found: str
    is_restated: bool = field(default=True, compare=False)  # whether the sentence says the rest of the subclaim, too


@dataclass(frozen=True, slots=True)
class Measure:
    """What amounts are read and compared with."""

    lexicon: Lexicon
    amounts: AmountDials
    compare: CompareDials
    conflicts: ConflictDials
    restated: RestatedDials = field(default_factory=RestatedDials)
    comparisons: ComparisonDials = field(default_factory=ComparisonDials)


def find(subclaim: Subclaim, quote: Quote, measure: Measure) -> Conflict | None:
    """The first amount of a subclaim that the quote excludes: all it has of that kind conflict, and nothing in it says the same.

    An amount of the quote that another amount of the claim explains is not checked against this one. A claim that denies its amount
    conflicts with nothing.

    Formula: An amount that a quote excludes. From A §6.1 (numeric override paths).

        conflict    if all amounts of that kind in the quote exclude the claimed one
                    and 1 ≤ how many differing ones speak of the same ≤ found_at_most
        none        if one of them agrees, the digits stand in the quote unread, or the claim leaves the amount open
                    (before and after a date, the 1800s), or denies it
        agrees      also a share or multiple that is off by no more than near_share of the larger, and two counts whose sum is the claimed
            one
        not read    the 95 % of a confidence interval, digits of a name (2019-nCoV)

    Dials: found_at_most, near_share of ConflictDials.
    """
    if _denies(subclaim, measure.lexicon):
        return None
    read = quantities.find(quote.text, measure.lexicon, measure.amounts)
    told = [one for one in read if not _is_no_amount(quote.text, one)]
    for claimed in subclaim.quantities:
        if _is_open(subclaim.text, claimed) or _is_repeated(claimed, subclaim, quote, told):
            continue
        alike = _alike(subclaim, claimed, quote, told, measure)
        beside = [one for one in read if one not in told and one.dimension == claimed.dimension]
        values = {(other.low, other.high) for other in (*alike, *beside)}
        if alike and len(values) <= measure.conflicts.found_at_most:
            is_restated = _is_restated(subclaim, claimed, quote.text, alike[0], measure)
            return Conflict(claimed.span.of(subclaim.text), alike[0].span.of(quote.text), is_restated)
    return None


def _is_restated(subclaim: Subclaim, claimed: Quantity, text: str, found: Quantity, measure: Measure) -> bool:
    """Whether the sentence with this amount has nearly all other words of the subclaim: it tells the same, with another amount."""
    lexicon, dials = measure.lexicon, OverlapDials()
    amount = overlap.words(claimed.span.of(subclaim.text), lexicon, dials)
    wanted = overlap.ask(subclaim, lexicon, dials).words - amount
    whole = Span(0, len(text))
    sentence = next((one for one in sentences.split(text, "en", SentenceDials()) if one.start <= found.span.start < one.end), whole)
    told = overlap.words(sentence.of(text), lexicon, dials)
    return len(wanted & told) >= measure.conflicts.restated_words * len(wanted)


def _alike(subclaim: Subclaim, claimed: Quantity, quote: Quote, quantities: Sequence[Quantity], measure: Measure) -> list[Quantity]:
    """The amounts of a quote that speak of the same and conflict; none when one agrees."""
    kind = [other for other in quantities if other.dimension == claimed.dimension]
    if any(_agree(claimed, other, measure) for other in kind) or _is_sum(claimed, kind):
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


def _agree(claimed: Quantity, other: Quantity, measure: Measure) -> bool:
    """Whether the two can both be true; one in five is 21 %, told roughly."""
    if amounts.relation(claimed, other, measure.compare) is not Relation.CONFLICTING:
        return True
    a, b = (_point(one, bound=True) for one in (claimed, other))
    if a is None or b is None or claimed.dimension not in _TOLD_ROUGHLY:
        return False
    return abs(a - b) <= measure.conflicts.near_share * max(abs(a), abs(b))


def _is_sum(claimed: Quantity, kind: Sequence[Quantity]) -> bool:
    """Whether two counts of a quote are the claimed one together: 14 international and 31 local observers are 45."""
    points = [point for other in kind if claimed.dimension == "count" and (point := _point(other)) is not None]
    return _point(claimed) in {a + b for at, a in enumerate(points) for b in points[at + 1 :]}


def _point(amount: Quantity, bound: bool = False) -> float | None:
    """The one number that the words give, if they give one; with `bound` also the only end of a range."""
    low, high = amount.stated
    if bound and (low is None or high is None):
        return high if low is None else low
    return low if low == high else None


def _is_no_amount(text: str, amount: Quantity) -> bool:
    """Whether digits tell something else: how sure an interval is, or a part of a name."""
    behind = text[amount.span.end :]
    return bool(_OF_CHANCE.match(behind)) or bool(amount.dimension == "date" and _OF_A_NAME.match(behind))


def _is_open(text: str, amount: Quantity) -> bool:
    """Whether the claim means more than the amount says: "after 1921", "the 1800s", "in his 30's", "before 2010"."""
    bound = amount.dimension == "date" and _BOUND.search(text[: amount.span.start])
    return bool(bound) or bool(_PLURAL.search(text[amount.span.start : amount.span.end + 2]))


def _is_repeated(claimed: Quantity, subclaim: Subclaim, quote: Quote, quantities: Sequence[Quantity]) -> bool:
    """Whether the quote has the digits of the amount where no amount of its kind was read: what was not understood may agree."""
    unread = quote.text
    for other in quantities:
        if other.dimension == claimed.dimension:
            unread = unread[: other.span.start] + " " * (other.span.end - other.span.start) + unread[other.span.end :]
    digits = _DIGITS.findall(claimed.span.of(subclaim.text))
    return bool(digits) and all(re.search(rf"(?<![\d.,]){re.escape(one)}(?!\d|[.,]\d)", unread) for one in digits)


def apply(stance: Stance, conflict: Conflict | None, dials: ConflictDials) -> Stance:
    """The stance after a conflict: only a support changes, and where the claim is not restated none that the judge is sure of.

    Formula: A support that a conflict contradicts. From A §6.1 (numeric override paths); restating is ours.

        supports' = 0
        refutes'  = refutes + share × supports;  share = to_refutes where the sentence restates the subclaim, else loosely_to_refutes
        neutral'  = 1 − refutes'
        as it was   if another side is taken, or the sentence does not restate the subclaim and supports ≥ sure_from
        it restates   with restated_words of the subclaim's words; a denial always does

    Dials: to_refutes, loosely_to_refutes, sure_from, restated_words of ConflictDials.
    """
    if conflict is None or side(stance) != "supports" or (not conflict.is_restated and stance.supports >= dials.sure_from):
        return stance
    refutes = stance.refutes + stance.supports * (dials.to_refutes if conflict.is_restated else dials.loosely_to_refutes)
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
