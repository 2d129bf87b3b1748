"""What the figures of a quote say of a comparison: the judge says whether a quote settles it, two figures say which way."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from veracious.domain.claim import Subclaim
from veracious.domain.evidence import Quote
from veracious.domain.quantity import Order, Quantity
from veracious.domain.stance import Stance
from veracious.rules.judging import comparisons
from veracious.rules.judging.comparisons import Comparison, ComparisonDials
from veracious.rules.judging.conflicts import Measure
from veracious.rules.ranking import overlap
from veracious.rules.ranking.overlap import OverlapDials
from veracious.rules.reading import amounts, quantities, sentences
from veracious.rules.reading.sentences import SentenceDials

_STOPS = (",", ";", "|")
_YEAR = re.compile(r"1\d{3}|20\d\d")
_STEP = re.compile(r"\bby (?:(?:about|around|some|nearly|almost|over|roughly) )?[$€£]?$")
_TELLS_OTHERWISE = re.compile(  # a risk, the size of a group, or how much there is not
    r"\b(?:CI|CrI|RR|OR|HR|confidence interval|ratio|[Pn] ?[<=]|(?:lack|los[et]|fail|without|not|no)\w{0,3}\b)"
)
_FURTHER = re.compile(r" (?:(?:percent|per cent|points?|percentage points?) )?(?:more|fewer|less|higher|lower|above|below|up|down)\b")
_NUMBERED = re.compile(r"\b(\w+) $")
_NUMBERS_NOTHING = frozenset(
    "about around some nearly almost over under only just to of in at by from and or with against was were".split()
)  # before a figure: any other small word there is what the figure numbers


@dataclass(frozen=True, slots=True)
class _Figure:
    """An amount of a sentence, and the words that may say whose it is."""

    amount: Quantity
    counted: frozenset[str]
    before: frozenset[str]
    behind: frozenset[str]
    is_step: bool = False  # "by 5 percent": how far something went


def compare(subclaim: Subclaim, quote: Quote, measure: Measure) -> bool | None:
    """Whether the figures of a quote stand as a subclaim that compares two things says; none where they do not tell.

    Formula: What figures say of a comparison. From ours.

        so          if each of the two things has one figure of a kind in a sentence ("7 in Arden and 4 in Brisa", "Arden 7, Brisa 4"),
                    the greater is whose the subclaim says, and how much greater is not said, or near_share from what is said
        not so      if the other is the greater, or they are equal
        of what     of the figures those that count what there is more of; else all, if the sentence has another word of the subclaim;
                    else those of a list of listed_at_least bare counts; of a change only steps ("by 5 percent")
        none        if is_heeded is off, the subclaim denies, supposes or speaks of all, the sentence tells a risk or what is not there,
                    how much does not fit, or two readings of the sentence differ

    Dials: is_heeded, near_share, listed_at_least of ComparisonDials.
    """
    compared = comparisons.find(subclaim, measure.lexicon, measure.comparisons) if measure.comparisons.is_heeded else ()
    if not compared:
        return None
    texts = (span.of(quote.text) for span in sentences.split(quote.text, "en", SentenceDials()))
    readings = {is_so for text in texts for one in compared for is_so in _readings(one, text, measure)}
    return readings.pop() if len(readings) == 1 else None


def apply(stance: Stance, is_so: bool) -> Stance:
    """The stance of a quote, on the side that its figures are on: the judge says whether it settles the subclaim, they say which way.

    Formula: A comparison that figures decide. From ours.

        supports' = supports + refutes, refutes' = 0    if they stand as the subclaim says
        refutes'  = supports + refutes, supports' = 0   if they do not
    """
    taken = 1.0 - stance.neutral
    return Stance(taken, 0.0, stance.neutral) if is_so else Stance(0.0, taken, stance.neutral)


def _readings(compared: Comparison, text: str, measure: Measure) -> Iterator[bool]:
    """What a sentence says of a comparison, for each way to tell which figure is whose."""
    if _TELLS_OTHERWISE.search(text):
        return
    meant = _meant(compared, _figures(text, measure), overlap.words(text, measure.lexicon, OverlapDials()), measure.comparisons)
    for first, second in _of_both(compared, meant):
        is_so = _is_so(compared, first, second, measure)
        if is_so is not None:
            yield is_so


def _figures(text: str, measure: Measure) -> tuple[_Figure, ...]:
    """The figures of a sentence, each with the words up to the next on either side."""
    read = quantities.find(text, measure.lexicon, measure.amounts)
    kept = sorted((one for one in read if _is_amount(text, one)), key=lambda one: one.span.start)
    placed = overlap.placed(text, measure.lexicon, OverlapDials())
    found = []
    for amount in kept:
        kind = [one.span for one in kept if one.dimension == amount.dimension]
        start = max((span.end for span in kind if span.end <= amount.span.start), default=0)
        end = min((span.start for span in kind if span.start >= amount.span.end), default=len(text))
        stops = [span.start for span, _ in placed if span.of(text) in _STOPS and amount.span.end <= span.start < end]
        starts = [span.end for span, _ in placed if span.of(text) in (";", "|") and start <= span.end <= amount.span.start]
        before = frozenset(stem for span, stem in placed if max([start, *starts]) <= span.start < amount.span.start)
        behind = frozenset(stem for span, stem in placed if amount.span.end <= span.start < min([end, *stops]))
        counted = overlap.words(amount.counted, measure.lexicon, OverlapDials())
        is_step = bool(_STEP.search(text[: amount.span.start]))
        found.append(_Figure(amount, counted, before - {""}, behind - {""}, is_step))
    return tuple(found)


def _meant(compared: Comparison, figures: Sequence[_Figure], stems: frozenset[str], dials: ComparisonDials) -> Sequence[_Figure]:
    """The figures that may be of what is compared; none where nothing says that they are."""
    if compared.are_counted:
        return figures
    if compared.is_change:
        return figures if any(one.is_step for one in figures) else ()
    if any(one.counted & compared.measure for one in figures):
        return [one for one in figures if not one.counted or one.counted & compared.measure]
    if compared.measure & stems:
        return figures
    counts = [one for one in figures if one.amount.dimension == "count"]
    return counts if len(counts) >= dials.listed_at_least and not any(one.counted for one in counts) else ()


def _is_amount(text: str, amount: Quantity) -> bool:
    """Not a date, a year, the number of a thing (cage 6), or how much more something is than another (19 more)."""
    if amount.dimension in ("date", "day-of-year") or _FURTHER.match(text, amount.span.end):
        return False
    value = amount.span.of(text)
    is_bare = amount.dimension == "count" and not amount.counted
    if not is_bare or not value.isdecimal():
        return True
    numbered = _NUMBERED.search(text[: amount.span.start])
    names = numbered is not None and numbered[1].islower() and numbered[1] not in _NUMBERS_NOTHING
    return not names and not _YEAR.fullmatch(value)


def _of_both(compared: Comparison, figures: Sequence[_Figure]) -> Iterator[tuple[Quantity, Quantity]]:
    """The figure of either thing: behind it in "Arden 7, Brisa 4", before it in "7 in Arden and 4 in Brisa"."""
    for kind in {one.amount.dimension for one in figures}:
        alike = [one for one in figures if one.amount.dimension == kind]
        for words in ("before", "behind"):
            first = [one.amount for one in alike if _is_of(one, words, compared.one, compared)]
            second = [one.amount for one in alike if _is_of(one, words, compared.other, compared)]
            if len(first) == len(second) == 1 and first != second and not _has_two(alike, first[0], second[0], words):
                yield first[0], second[0]


def _has_two(alike: Sequence[_Figure], first: Quantity, second: Quantity, words: str) -> bool:
    """Whether another figure may belong to one of the things, too: "Arden 40 in 2010 and 50 in 2020", "9 or 10 in Arden"."""
    step = 1 if words == "before" else -1
    for place, figure in enumerate(alike):
        beside = alike[place + step] if 0 <= place + step < len(alike) else None
        if figure.amount not in (first, second) or beside is None or beside.amount in (first, second):
            continue
        if all(stem.isdecimal() for stem in getattr(beside, words) - figure.counted):
            return True
    return False


def _is_of(figure: _Figure, words: str, thing: frozenset[str], compared: Comparison) -> bool:
    """Whether a figure is what a thing has; of things that are compared by what they have it is not how many of them there are."""
    counts_them = bool(figure.counted & thing)
    return thing <= getattr(figure, words) and (compared.are_counted or not counts_them)


def _is_so(compared: Comparison, first: Quantity, second: Quantity, measure: Measure) -> bool | None:
    """Whether the first is the greater where it is to be, and by as much as is said."""
    order = amounts.compare(first, second, measure.compare)
    if order in (Order.INCOMPARABLE, Order.OVERLAPS):
        return None
    if order is not (Order.GREATER if compared.has_more else Order.LESS):
        return False
    return _by_as_much(compared, first, second, measure.comparisons)


def _by_as_much(compared: Comparison, first: Quantity, second: Quantity, dials: ComparisonDials) -> bool | None:
    """Whether the figures differ by as much as is said; none where that is near, or cannot be told."""
    low, high = compared.times
    one, other = (comparisons.middle(amount) for amount in (first, second))
    if compared.difference is not None and one is not None and other is not None:
        if compared.difference.dimension != first.dimension:
            return None
        low, high = _ends(compared.difference)
        return _within(abs(one - other), low, high, dials)
    if (low, high) == comparisons.ANY:
        return True
    return _within(one / other, low, high, dials) if one is not None and other and first.dimension != "share" else None


def _within(found: float, low: float, high: float, dials: ComparisonDials) -> bool | None:
    """Whether a value is in an interval or near it; what is far off may be the amount of something else."""
    return True if low * (1 - dials.near_share) <= found <= high * (1 + dials.near_share) else None


def _ends(amount: Quantity) -> tuple[float, float]:
    low, high = amount.stated
    return (0.0 if low is None else low, comparisons.ANY[1] if high is None else high)
