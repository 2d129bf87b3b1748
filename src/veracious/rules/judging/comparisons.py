"""Who a claim compares with whom: "more people live in Arden than in Brisa", "Arden grows half as much wheat as Brisa"."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import inf

from veracious.domain.claim import Subclaim
from veracious.domain.quantity import Quantity
from veracious.rules.ranking import overlap
from veracious.rules.ranking.overlap import OverlapDials
from veracious.rules.reading import clauses
from veracious.rules.reading.clauses import Clause
from veracious.rules.reading.grammar import FINITE, Tag
from veracious.rules.reading.lexicon import Lexicon


@dataclass(frozen=True, slots=True)
class ComparisonDials:
    """When figures decide which side a quote takes of a claim that compares."""

    is_heeded: bool = True  # whether they do; either; written documents, decision 40: all 21 sides right
    near_share: float = 0.1  # how far from what is said the figures may lie; 0–0.2; as about_share
    listed_at_least: int = 3  # counts in a sentence that does not say of what: a list of the same; 3–6; a guess
    words_at_most: int = 3  # of a thing that stands beside the word that compares, and of a name behind a comma; 2–5; a guess
    far_multiple: float = 1.0  # how much more "three times more" may be than "three times as much"; 0 or 1; both are said


ANY = (0.0, inf)  # multiples: all of them

_MORE = frozenset("more higher larger bigger greater longer taller heavier wider broader deeper thicker".split())
_LESS = frozenset("fewer less lower smaller shorter lighter narrower shallower thinner".split())
_OPEN = frozenset(
    "not no never hardly scarcely barely nor neither nobody none nothing any anywhere anyone ever every each all other others else "
    "if would could might may should myth hoax false untrue wrong wrongly deny denies denied doubt doubts doubted "
    "lack lacks lacked lacking without lose loses lost fail fails failed".split()
)  # with one of them the two things are not all that the claim speaks of, or what there is more of is what is not there
_CHANGES = frozenset(
    "fell fallen fall falls rose risen rise rises grew grown grow grows dropped drop declined decline increased increase decreased "
    "shrank shrunk climbed gained slipped sank".split()
)
_COMPARES = re.compile(r"\b(?:than|as)\b", re.IGNORECASE)
_SOME = frozenset(("most", "some", "many", "several", "few", "both"))
_ENDS = frozenset(("and", "or", "but", "because", "which", "who", "that", "when", "while", "as", ";"))


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two things of which one is said to have more or less than the other, and how much."""

    one: frozenset[str]  # stems that name it, and not the other
    other: frozenset[str]
    has_more: bool
    are_counted: bool = False  # whether they are what there is more of: "more deaths than births"
    measure: frozenset[str] = frozenset()  # stems of everything else that is said: of what there is more
    is_change: bool = False  # whether a change is compared: "fell more"
    difference: Quantity | None = None  # "300 fewer"
    times: tuple[float, float] = ANY  # what the one has, in multiples of what the other has: "half as much", "a third fewer"


@dataclass(frozen=True, slots=True)
class _Frame:
    """Where a comparison stands in its clause: the word that compares, the one before the other thing, and what is said of how much."""

    word: int
    hinge: int
    has_more: bool
    difference: Quantity | None
    times: tuple[float, float]


def find(subclaim: Subclaim, lexicon: Lexicon, dials: ComparisonDials) -> tuple[Comparison, ...]:
    """The comparisons that the words may mean: which words name the first thing is sometimes open. None where there is no plain one.

    Formula: Who is compared with whom. From ours.

        things    the words behind the same preposition twice ("in Arden than in Brisa"), the subject and what stands behind "than",
                  or at most words_at_most words on each side of "than"; a name as long behind a comma is the other thing
        times     n of "n times as many", n to n + far_multiple of "n times more", 1 + share of "a third more", 1 − share of "a third fewer"
        none      if the claim denies, supposes or speaks of all, or compares twice

    Dials: words_at_most, far_multiple of ComparisonDials.
    """
    if not _COMPARES.search(subclaim.text):
        return ()
    clause = clauses.parse(subclaim.text, lexicon)
    low = [clause.low(index) for index in range(len(clause))]
    if _OPEN & set(low) or any(word.endswith("n't") for word in low):
        return ()
    frame = _than(clause, low, subclaim.quantities, dials) or _as(clause, low, subclaim.quantities)
    if frame is None:
        return ()
    found = (_compared(clause, one, other, frame) for one, other in _things(clause, low, frame, dials.words_at_most))
    return tuple(one for one in found if one is not None)


def _than(clause: Clause, low: Sequence[str], amounts: Sequence[Quantity], dials: ComparisonDials) -> _Frame | None:
    """More or less than."""
    inside = {index for amount in amounts for index in _tokens(clause, amount)}
    hinges = [index for index, word in enumerate(low) if word == "than" and index not in inside]
    if len(hinges) != 1:
        return None
    words = [index for index in range(hinges[0]) if low[index] in _MORE | _LESS and index not in inside]
    if len(words) != 1:
        return None
    has_more = low[words[0]] in _MORE
    by = _before(clause, low, words[0], amounts)
    if isinstance(by, Quantity) and by.dimension == "multiple":
        return _Frame(words[0], hinges[0], has_more, None, _bounds(by, dials.far_multiple)) if has_more else None
    if isinstance(by, Quantity) and by.dimension != "share":
        return _Frame(words[0], hinges[0], has_more, by, ANY)
    if by is None:
        return _Frame(words[0], hinges[0], has_more, None, ANY)
    part = by if isinstance(by, float) else middle(by)
    if part is None:
        return None
    times = 1 + part if has_more else 1 - part
    return _Frame(words[0], hinges[0], has_more, None, (times, times))


def _as(clause: Clause, low: Sequence[str], amounts: Sequence[Quantity]) -> _Frame | None:
    """Twice as many as, half as much as; "as many as" alone leaves open how many more."""
    places = [index for index, word in enumerate(low) if word == "as"]
    if len(places) != 2:
        return None
    by = _before(clause, low, places[0], amounts)
    if by is None or (isinstance(by, Quantity) and by.dimension != "multiple"):
        return None
    times = (by, by) if isinstance(by, float) else _bounds(by, 0.0)
    return _Frame(places[0] + 1, places[1], times[0] > 1, None, times)


def middle(amount: Quantity) -> float | None:
    """The number in the middle of what is stated; none where one end is open."""
    low, high = amount.stated
    return None if low is None or high is None else (low + high) / 2


def _bounds(amount: Quantity, further: float) -> tuple[float, float]:
    """The multiples that an amount allows; "three times more" may mean four times as much."""
    low, high = amount.stated
    return (0.0 if low is None else low, inf if high is None else high + further)


def _before(clause: Clause, low: Sequence[str], index: int, amounts: Sequence[Quantity]) -> Quantity | float | None:
    """The amount or the part that stands right before a word: 300, five points, a third."""
    for amount in amounts:
        tokens = _tokens(clause, amount)
        behind = tokens[-1] + 1 if tokens else None
        is_before = behind == index or (behind == index - 1 and clause.tags[index - 1] is Tag.WORD)
        if is_before and amount.dimension not in ("date", "day-of-year"):
            return amount
    parts = clause.lexicon.fraction_words.get(clause.low(index - 1))
    is_one = clause.low(index - 1) == "half" or " ".join(low[:index]).endswith((f"a {low[index - 1]}", f"one {low[index - 1]}"))
    return 1 / parts if parts and is_one else None


def _tokens(clause: Clause, amount: Quantity) -> list[int]:
    """Which words an amount is made of; the text of a part begins with its first word."""
    return [k for k, token in enumerate(clause.tokens) if amount.span.start <= token.start and token.end <= amount.span.end]


def _things(clause: Clause, low: Sequence[str], frame: _Frame, words_at_most: int) -> Iterator[tuple[range, range]]:
    """Where the two things may stand: after the same preposition, as subject and object of "than", or both right before and after it."""
    if low[frame.hinge + 1 : frame.hinge + 2] and low[frame.hinge + 1] in _SOME:
        return
    end = next((k for k in range(frame.hinge + 1, len(clause)) if clause.is_comma(k) or low[k] in _ENDS), len(clause))
    if clause.tag(frame.hinge + 1) is Tag.PREPOSITION:
        place = next((k for k in range(frame.hinge - 1, -1, -1) if low[k] == low[frame.hinge + 1]), None)
        if place is not None:
            yield range(place + 1, _phrase_end(clause, place + 1, frame)), range(frame.hinge + 2, end)
        return
    until = next((k for k in range(frame.hinge + 1, end) if clause.tags[k] in FINITE or clause.tags[k] is Tag.PREPOSITION), end)
    verb = clauses.main_verb(clause)
    if verb is not None and 0 < verb < frame.word:
        yield range(verb), range(frame.hinge + 1, until)
    named = range(end + 1, len(clause))
    if 0 < len(named) <= words_at_most and clause.is_comma(end) and all(clause.tags[k] is Tag.NAME for k in named):
        yield range(verb or 0), named  # the world's largest grower, Brisa
    bare = clause.tag(frame.hinge + 1) is not Tag.DETERMINER
    if bare and 1 < frame.hinge - frame.word <= words_at_most + 1:
        yield range(frame.word + 1, frame.hinge), range(frame.hinge + 1, until)


def _phrase_end(clause: Clause, start: int, frame: _Frame) -> int:
    stops = (
        k
        for k in range(start, frame.hinge)
        if k == frame.word or clause.is_comma(k) or clause.tags[k] in FINITE or clause.tags[k] is Tag.PREPOSITION
    )
    return next(stops, frame.hinge)


def _compared(clause: Clause, one: range, other: range, frame: _Frame) -> Comparison | None:
    first, second = (_stems(clause, places) for places in (one, other))
    one_alone, other_alone = first - second, second - first
    if not all(any(_names(stem) for stem in stems) for stems in (one_alone, other_alone)):
        return None
    are_counted = one.start == frame.word + 1
    rest = _stems(clause, range(len(clause))) - first - second - _stems(clause, range(frame.word, frame.word + 1))
    is_change = clause.low(frame.word - 1) in _CHANGES
    return Comparison(one_alone, other_alone, frame.has_more, are_counted, rest, is_change, frame.difference, frame.times)


def _names(stem: str) -> bool:
    """Whether a stem may tell one thing from another: a word or a year, no other number."""
    return not stem[:1].isdigit() or (stem.isdecimal() and len(stem) == len("1999"))


def _stems(clause: Clause, places: range) -> frozenset[str]:
    if not len(places):
        return frozenset()
    return overlap.words(clause.words(places.start, places.stop), clause.lexicon, OverlapDials())
