"""Amounts in a text, as intervals of base units.

The cascade, at each token from left to right:
 1. a date (day, month, year, decade);
 2. a multiple in one word ("doubled");
 3. an indefinite number ("hundreds of");
 4. one unit ("a mile");
 5. a number, in digits or words, then
    a. the second number of a range ("10 to 20", "10–20", "between 10 and 20"),
    b. the unit before it ("$5") or after it ("5 km", "5 tonnes per hectare"),
    c. the word that blurs or bounds it, before or after ("about", "at least", "or more").
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from math import isfinite

from veracious.domain.quantity import Quantity
from veracious.domain.span import Span
from veracious.rules.reading import dates, numerals, units
from veracious.rules.reading.dates import DateDials
from veracious.rules.reading.lexicon import Lexicon, Unit
from veracious.rules.reading.numerals import Numeral, NumeralDials
from veracious.rules.reading.tokens import Token, low, scan
from veracious.rules.reading.units import UnitDials


@dataclass(frozen=True, slots=True)
class QuantityDials:
    """How far a blurred amount reaches, and how far from a count its noun stands."""

    about_share: float = 0.10  # "about", "nearly": reach as a share of the amount; 0.05–0.2; written quantity pairs
    about_years: int = 5  # "around 1850": reach in years; 2–10; a guess
    noun_tokens_at_most: int = 3  # how far behind a count its noun may stand; 1–5; a guess
    days_in_year: float = 365.25  # to turn years into days; fixed; the calendar


@dataclass(frozen=True, slots=True)
class AmountDials:
    """The dials of reading amounts, together."""

    numerals: NumeralDials = field(default_factory=NumeralDials)
    dates: DateDials = field(default_factory=DateDials)
    units: UnitDials = field(default_factory=UnitDials)
    quantities: QuantityDials = field(default_factory=QuantityDials)


@dataclass(frozen=True, slots=True)
class _Page:
    """What every step of the cascade looks at."""

    text: str
    tokens: Sequence[Token]
    lexicon: Lexicon
    dials: AmountDials


@dataclass(frozen=True, slots=True)
class _Bounds:
    """An interval in the making: the values stated, how precisely, and the tokens it covers."""

    low: float
    high: float
    half: float
    start: int
    end: int
    unit: Unit


_ORDINALS = ("st", "nd", "rd", "th")
_COUNT = Unit("count", 1.0)
_SHARE = Unit("share", 1.0)
_MULTIPLE = Unit("multiple", 1.0)
_INDEFINITE = {"tens": "ten", "dozens": "dozen", "scores": "score", "hundreds": "hundred", "thousands": "thousand"} | {
    word + "s": word for word in ("million", "billion", "trillion")
}


def find(text: str, lexicon: Lexicon, dials: AmountDials) -> tuple[Quantity, ...]:
    """All amounts of the text, in order, none overlapping another."""
    page = _Page(text, scan(text), lexicon, dials)
    found: list[Quantity] = []
    index = 0
    while index < len(page.tokens):
        step = next(filter(None, (reads(page, index) for reads in _CASCADE)), None) if _may_begin(page.tokens[index], lexicon) else None
        if step is None:
            index += 1
        else:
            quantity, after = step
            if found and quantity.span.start < found[-1].span.end:  # a sign between two amounts belongs to the first
                quantity = replace(quantity, span=Span(page.tokens[index].start, quantity.span.end))
            found.append(quantity)
            index = after
    return tuple(found)


def _may_begin(token: Token, lexicon: Lexicon) -> bool:
    """Whether an amount could begin here: most words of a text are plain ones, and need not be tried."""
    word = token.low
    return (
        not token.text.isalpha()
        or word in ("a", "an", "half")
        or word in lexicon.number_words
        or word in lexicon.months
        or word in lexicon.multiples
        or word in _INDEFINITE
    )


_Step = tuple[Quantity, int]
_AND_A_HALF = ("and", "a", "half")


def _date(page: _Page, index: int) -> _Step | None:
    """A date, or two that bound a stretch of time."""
    dated = dates.read(page.text, page.tokens, index, page.lexicon, page.dials.dates)
    if dated is None:
        return None
    unit = Unit("date" if dated.has_year else "day-of-year", 1.0)
    bounds = _Bounds(float(dated.first), float(dated.last), 0.0, index, dated.end, unit)
    link, leads = low(page.tokens, dated.end), low(page.tokens, index - 1)
    if (link, leads) in (("and", "between"), ("to", "from")) or (link in ("–", "until") and dated.end + 1 < len(page.tokens)):
        second = dates.read(page.text, page.tokens, dated.end + 1, page.lexicon, page.dials.dates)
        if second is not None and second.has_year == dated.has_year and second.last >= dated.first:
            bounds = replace(bounds, high=float(second.last), end=second.end)
    return _blurred(page, bounds)


def _multiple(page: _Page, index: int) -> _Step | None:
    """Doubled, twice, threefold; 3-fold and three times come with numbers."""
    factor = page.lexicon.multiples.get(page.tokens[index].low)
    if factor is None:
        return None
    return _blurred(page, _Bounds(factor, factor, 0.0, index, index + 1, _MULTIPLE))


def _indefinite(page: _Page, index: int) -> _Step | None:
    """Hundreds of, tens of thousands: at least two of the unit."""
    factor, end = 1.0, index
    while (word := _INDEFINITE.get(low(page.tokens, end))) is not None:
        factor *= page.lexicon.magnitudes.get(word, page.lexicon.number_words.get(word, 1.0))
        end += 1 + (low(page.tokens, end + 1) == "of" and low(page.tokens, end + 2) in _INDEFINITE)
    partitive = low(page.tokens, end) == "of"
    if end == index or (not partitive and end == index + 1 and low(page.tokens, index) in ("tens", "scores")):
        return None
    unit, end = _unit_after(page, end + partitive) or (_COUNT, end)
    least = 2 * factor * unit.factor
    return _quantity(page, _Bounds(least, least, 0.0, index, end, unit), "least"), end


def _number(page: _Page, index: int) -> _Step | None:
    numeral = _numeral(page, index)
    if numeral is None or _is_part_of_a_name(page, index, numeral):
        return None
    bounds = _ranged(page, index, numeral) or _rate(page, index, numeral) or _single(page, index, numeral)
    bounds = _signed(page, _compound(page, _changed(page, bounds)))
    return _blurred(page, bounds) if isfinite(bounds.low) and isfinite(bounds.high) else None


def _single(page: _Page, index: int, numeral: Numeral) -> _Bounds:
    """One number with the unit before or behind it."""
    before, after = _unit_before(page, index), _unit_after(page, numeral.end + _partitive(page, index, numeral.end))
    if numeral.is_share:
        after = (_SHARE, numeral.end)
    unit, end = (before, numeral.end) if before else after or (_COUNT, numeral.end)
    numeral, unit, end = _metres_or_millions(page, numeral, unit, end)
    return _based(numeral, numeral, unit, (index - (before is not None), end))


def _rate(page: _Page, index: int, numeral: Numeral) -> _Bounds | None:
    """12.5 per 100,000: a share."""
    below = (
        _numeral(page, numeral.end + 1) if low(page.tokens, numeral.end) in ("per", "in") and numeral.end + 1 < len(page.tokens) else None
    )
    if below is None or low(page.tokens, numeral.end) != "per" or below.value <= 0:
        return None
    value, half = numeral.value / below.value, numeral.half / below.value
    return _Bounds(value, value, half, index, below.end, _SHARE)


def _compound(page: _Page, bounds: _Bounds) -> _Bounds:
    """5 feet 10 inches: a second, smaller unit of the same kind adds to the first."""
    second = _numeral(page, bounds.end) if bounds.end < len(page.tokens) and bounds.unit is not _COUNT else None
    unit = _unit_after(page, second.end) if second is not None else None
    if second is None or unit is None or unit[0].dimension != bounds.unit.dimension or unit[0].factor >= bounds.unit.factor:
        return bounds
    more = second.value * unit[0].factor
    return replace(bounds, low=bounds.low + more, high=bounds.high + more, half=second.half * unit[0].factor, end=unit[1])


def _changed(page: _Page, bounds: _Bounds) -> _Bounds:
    """Warmed by 1.8 degrees: a change has no zero point of its own."""
    if bounds.unit.dimension != "temperature" or low(page.tokens, bounds.start - 1) != "by":
        return bounds
    unit = Unit("temperature-change", bounds.unit.factor)
    return replace(bounds, low=bounds.low - bounds.unit.offset, high=bounds.high - bounds.unit.offset, unit=unit)


def _signed(page: _Page, bounds: _Bounds) -> _Bounds:
    """Minus 50: a sign that touches the number and nothing before it, or the word."""
    at = bounds.start - 1
    if at < 0:
        return bounds
    sign = page.tokens[at]
    apart = at == 0 or page.tokens[at - 1].end < sign.start
    touches = sign.text in "-−" and sign.end == page.tokens[bounds.start].start and apart
    if not touches and sign.low != "minus":
        return bounds
    zero = bounds.unit.offset
    return replace(bounds, low=2 * zero - bounds.high, high=2 * zero - bounds.low, start=at)


def _partitive(page: _Page, index: int, end: int) -> int:
    """The "of" of "a couple of weeks"."""
    return low(page.tokens, end) == "of" and low(page.tokens, index) == "a"


def _one_unit(page: _Page, index: int) -> _Step | None:
    """A mile, an hour and a half: one unit, unless it is the "a day" of a rate."""
    before = low(page.tokens, index - 1)
    leads = before in page.lexicon.prepositions or before in page.lexicon.auxiliaries or before in page.lexicon.verbs
    unit = _unit_after(page, index + 1) if low(page.tokens, index) in ("a", "an") and leads else None
    if unit is None:
        return None
    end = unit[1]
    more = [low(page.tokens, end + k) for k in range(len(_AND_A_HALF))] == list(_AND_A_HALF)
    numeral = Numeral(1 + more / 2, 1 / 2, end)
    return _blurred(page, _based(numeral, numeral, unit[0], (index, end + len(_AND_A_HALF) * more)))


def _numeral(page: _Page, index: int) -> Numeral | None:
    numeral = numerals.read(page.tokens, index, page.lexicon, page.dials.numerals)
    if numeral is None or (page.tokens[index].low == "one" and numeral.end == index + 1 and not _unit_after(page, numeral.end)):
        return None  # "one" alone is a pronoun more often than a number
    return numeral


def _is_part_of_a_name(page: _Page, index: int, numeral: Numeral) -> bool:
    """An ordinal, a numeral glued to a word, or one behind a name or a word like "type": Apollo 11, Article 50."""
    token = page.tokens[index]
    if not token.is_numeral:
        return False
    previous = page.tokens[max(0, index - 1)]
    if previous.end == token.start and (previous.is_word or (previous.text in "-‑" and index > 1 and page.tokens[index - 2].is_word)):
        return previous.is_word or page.tokens[index - 2].end == previous.start
    follows = page.tokens[index + 1] if index + 1 < len(page.tokens) else token
    glued = follows.start == token.end and len(follows.text) == 1 and follows.is_capitalised and numeral.end == index + 1
    if (glued and _unit_after(page, numeral.end) is None) or follows.low in _ORDINALS or previous.low in page.lexicon.designators:
        return True  # 5G, 19th, Type 2
    named = previous.is_capitalised and previous.low not in page.lexicon.function_words and previous.low not in page.lexicon.months
    bare = numeral.end == index + 1 and token.text.isdecimal() and _unit_after(page, numeral.end) is None
    counts = low(page.tokens, index + 1).endswith("s") or low(page.tokens, index + 1) in page.lexicon.count_nouns
    return named and bare and not counts and _unit_before(page, index) is None


def _ranged(page: _Page, index: int, first: Numeral) -> _Bounds | None:
    """Two numbers that bound one amount; what the second says of magnitude and unit holds for both, never what the first says."""
    before_unit = _unit_before(page, index)
    first, own_unit = _with_unit(page, first, before_unit)
    link = own_unit[1] if own_unit else first.end
    leads = low(page.tokens, index - 1 - (before_unit is not None))
    joined = low(page.tokens, link) in ("to", "–", "-", "—", "−") or (low(page.tokens, link) == "and" and leads == "between")
    if not joined or link + 1 >= len(page.tokens):
        return None
    second_unit = _unit_before(page, link + 2)
    second_at = link + 1 + (second_unit is not None)
    second = _numeral(page, second_at) if second_at < len(page.tokens) else None
    if second is None or second.is_share:
        return None
    second, shared = _with_unit(page, second, second_unit)
    mine, yours = before_unit or (own_unit and own_unit[0]), second_unit or (shared and shared[0])
    if mine and (yours or before_unit is None) and (not yours or mine.dimension != yours.dimension):
        return None  # rose 26% to $240 billion
    first = _same_magnitude(first, second, page)
    if first.value > second.value:
        return None
    start = index - (before_unit is not None) - (leads in ("between", "from"))
    return _based(first, second, yours or mine or _COUNT, (start, shared[1] if shared else second.end))


def _with_unit(page: _Page, numeral: Numeral, before: Unit | None) -> tuple[Numeral, tuple[Unit, int] | None]:
    """The number with the unit behind it; behind a currency sign, the m of 5m is millions."""
    if before is None:
        return numeral, _unit_after(page, numeral.end)
    return _metres_or_millions(page, numeral, before, numeral.end)[0], None


def _same_magnitude(first: Numeral, second: Numeral, page: _Page) -> Numeral:
    """66 to 70 million: the 66 is in millions too."""
    word = page.tokens[second.end - 1].low
    if word in page.lexicon.magnitudes and first.value < page.lexicon.magnitudes[word]:
        factor = page.lexicon.magnitudes[word]
        return replace(first, value=first.value * factor, half=first.half * factor)
    return first


def _metres_or_millions(page: _Page, numeral: Numeral, unit: Unit, end: int) -> tuple[Numeral, Unit, int]:
    """The m of 5m: millions after a currency sign or before something counted, else metres."""
    if low(page.tokens, numeral.end) != "m" or page.tokens[numeral.end].start != page.tokens[numeral.end - 1].end:
        return numeral, unit, end
    follows = low(page.tokens, numeral.end + 1)
    is_money = unit.dimension.startswith("money")
    if not is_money and (not follows[:1].isalpha() or follows in page.lexicon.length_words):
        return numeral, unit, end
    million = page.lexicon.magnitudes["million"]
    grown = replace(numeral, value=numeral.value * million, half=numeral.half * million, end=numeral.end + 1)
    after = _unit_after(page, grown.end)
    return (grown, unit, grown.end) if is_money else (grown, *(after or (_COUNT, grown.end)))


def _unit_before(page: _Page, index: int) -> Unit | None:
    return units.before(page.tokens, index, page.lexicon)


def _unit_after(page: _Page, index: int) -> tuple[Unit, int] | None:
    return units.after(page.tokens, index, page.lexicon, page.dials.units)


def _based(first: Numeral, second: Numeral, unit: Unit, covered: tuple[int, int]) -> _Bounds:
    """Both ends in base units; a range states its ends exactly, a single number to its last digit."""
    half = first.half * unit.factor if first is second else 0.0
    ends = [numeral.value * unit.factor + unit.offset for numeral in (first, second)]
    return _Bounds(ends[0], ends[1], half, covered[0], covered[1], unit)


def _blurred(page: _Page, bounds: _Bounds) -> _Step:
    """Apply the word that blurs or bounds the amount, before it or else after it."""
    before, meaning = page.lexicon.approximators.before(page.tokens, bounds.start)
    after = 0
    if not before:
        after, meaning = page.lexicon.approximators.at(page.tokens, bounds.end)
        after = after if page.tokens[bounds.end : bounds.end + 1] and page.tokens[bounds.end].low in ("or", "+") else 0
        meaning = meaning if after else ""
    widened = replace(bounds, start=bounds.start - before, end=bounds.end + after)
    return _quantity(page, widened, meaning), widened.end


def _quantity(page: _Page, bounds: _Bounds, meaning: str) -> Quantity:
    """The interval that the statement allows."""
    least, most = bounds.low, bounds.high
    reach = _reach(page, bounds)
    match meaning:
        case "around":
            ends = (least - reach, most + reach, False, False)
        case "below":
            ends = (least - reach, most, False, False)
        case "over":
            return _made(page, bounds, (most, None, True, False), (most, None))
        case "least":
            return _made(page, bounds, (least, None, False, False), (least, None))
        case "under":
            return _made(page, bounds, (None, least, False, True), (None, least))
        case "most":
            return _made(page, bounds, (None, most, False, False), (None, most))
        case "exact":
            return _made(page, bounds, (least, most, False, False), (least, most))
        case _:
            rounded = (least - bounds.half, most + bounds.half, False, bounds.half > 0)
            return _made(page, bounds, rounded, (least, most))
    return _made(page, bounds, ends, (ends[0], ends[1]))


def _reach(page: _Page, bounds: _Bounds) -> float:
    dials = page.dials.quantities
    if bounds.unit.dimension in ("date", "day-of-year"):
        return dials.about_years * dials.days_in_year if bounds.high > bounds.low else 0.0
    return abs(bounds.high - bounds.unit.offset) * dials.about_share


_Ends = tuple[float | None, float | None, bool, bool]


def _made(page: _Page, bounds: _Bounds, ends: _Ends, stated: tuple[float | None, float | None]) -> Quantity:
    covered = page.tokens[bounds.start : bounds.end]
    noun = _counted(page, bounds.end) if bounds.unit.dimension == "count" else ""
    return Quantity(
        low=ends[0],
        high=ends[1],
        low_open=ends[2],
        high_open=ends[3],
        dimension=bounds.unit.dimension,
        stated=stated,
        span=Span(covered[0].start, covered[-1].end),
        counted=noun,
    )


def _counted(page: _Page, index: int) -> str:
    """The noun behind a count: the first plural among the next words, else the first word."""
    words: list[str] = []
    for token in page.tokens[index : index + page.dials.quantities.noun_tokens_at_most]:
        if not token.is_word or token.low in page.lexicon.function_words:
            break
        words.append(token.low)
    return next((word for word in words if word.endswith("s")), words[0] if words else "")


_CASCADE = (_date, _multiple, _indefinite, _one_unit, _number)
