"""Dates as intervals of days: a day, a month, a year, a decade, a century."""

import re
from calendar import monthrange
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from veracious.rules.reading.lexicon import Lexicon
from veracious.rules.reading.tokens import Token, low

_ISO = re.compile(r"([0-9]{4})-([0-9]{2})-([0-9]{2})(?![0-9])")
_JANUARY_FIRST = (1, 1)
_ORDINALS = ("st", "nd", "rd", "th")


@dataclass(frozen=True, slots=True)
class DateDials:
    """Which four-digit numbers are years."""

    first_year: int = 1000  # smaller bare numbers are amounts; 500–1500; a guess
    last_year: int = 2100  # larger bare numbers are amounts; 2050–2200; a guess
    decade_years: int = 10  # length of "the 1990s"; fixed; the calendar
    day_of_month_max: int = 31  # largest day of a month; fixed; the calendar
    leap_year: int = 2000  # stands in for a missing year, so that 29 February is a day; any leap year; the calendar


@dataclass(frozen=True, slots=True)
class Dated:
    """A stretch of days, counted from year 1, or from 1 January when no year is given."""

    first: int
    last: int
    end: int  # index of the first token after it
    has_year: bool = True


# Words after which a bare four-digit number is a year.
_YEAR_LEADS = frozenset(
    "in since by from until till before after during of to between and through year circa around early mid late".split()
)


def read(text: str, tokens: Sequence[Token], index: int, lexicon: Lexicon, dials: DateDials) -> Dated | None:
    """The date that begins at this token, if one does; none does behind the last."""
    if index >= len(tokens):
        return None
    return (
        _iso(text, tokens, index)
        or _day_month(tokens, index, lexicon, dials)
        or _month_day(tokens, index, lexicon, dials)
        or _month_year(tokens, index, lexicon, dials)
        or _decade(tokens, index, dials)
        or _century(tokens, index, dials)
        or _year(tokens, index, lexicon, dials)
    )


def year_of(token: Token, dials: DateDials) -> int | None:
    """The year a bare four-digit numeral can be."""
    if token.text.isascii() and token.text.isdecimal() and len(token.text) == len(str(dials.first_year)):
        return number if dials.first_year <= (number := int(token.text)) <= dials.last_year else None
    return None


def _iso(text: str, tokens: Sequence[Token], index: int) -> Dated | None:
    found = _ISO.match(text, tokens[index].start)
    if not found:
        return None
    try:
        day = date(*(int(part) for part in found.groups())).toordinal()
    except ValueError:
        return None
    end = index
    while end < len(tokens) and tokens[end].start < found.end():
        end += 1
    return Dated(day, day, end)


def _day_month(tokens: Sequence[Token], index: int, lexicon: Lexicon, dials: DateDials) -> Dated | None:
    """15 March 2020, 1st of May, 28 June."""
    day = _day(tokens[index], dials)
    after = index + 1 + (low(tokens, index + 1) in _ORDINALS)
    after += low(tokens, after) == "of"
    month = _month(tokens, after, lexicon)
    return None if day is None or month is None else _dated(day, month, tokens, after + 1, dials)


def _month_day(tokens: Sequence[Token], index: int, lexicon: Lexicon, dials: DateDials) -> Dated | None:
    """March 15, 2020; May 1st."""
    month = _month(tokens, index, lexicon)
    index += low(tokens, index + 1) == "."  # Jan. 6
    day = _day(tokens[index + 1], dials) if month is not None and index + 1 < len(tokens) else None
    after = index + 2 + (low(tokens, index + 2) in _ORDINALS)
    if day is None or month is None:
        return None
    return _dated(day, month, tokens, after + (low(tokens, after) == "," and _year_at(tokens, after + 1, dials) is not None), dials)


def _month_year(tokens: Sequence[Token], index: int, lexicon: Lexicon, dials: DateDials) -> Dated | None:
    month = _month(tokens, index, lexicon)
    after = index + 1 + (low(tokens, index + 1) == "of")
    year = _year_at(tokens, after, dials)
    if month is None or year is None:
        return None
    first = date(year, month, 1).toordinal()
    return Dated(first, first + monthrange(year, month)[1] - 1, after + 1)


def _decade(tokens: Sequence[Token], index: int, dials: DateDials) -> Dated | None:
    """the 1990s"""
    year = _year_at(tokens, index, dials)
    if year is None or low(tokens, index + 1) not in ("s", "'s") or tokens[index + 1].start != tokens[index].end:
        return None
    last = date(year + dials.decade_years, *_JANUARY_FIRST).toordinal() - 1
    return Dated(date(year, *_JANUARY_FIRST).toordinal(), last, index + 2)


def _century(tokens: Sequence[Token], index: int, dials: DateDials) -> Dated | None:
    """The 19th century: 1801 to 1900."""
    number = _day(tokens[index], dials)
    if number is None or low(tokens, index + 1) not in _ORDINALS or low(tokens, index + 2) not in ("century", "centuries"):
        return None
    first = date(100 * (number - 1) + 1, *_JANUARY_FIRST).toordinal()
    return Dated(first, date(100 * number + 1, *_JANUARY_FIRST).toordinal() - 1, index + 1 + 2)


def _year(tokens: Sequence[Token], index: int, lexicon: Lexicon, dials: DateDials) -> Dated | None:
    """A bare year, after a word that leads to one, in brackets, or at the head of its text; never before a unit."""
    year = _year_at(tokens, index, dials)
    before = low(tokens, index - 1)
    if year is None or not (before in _YEAR_LEADS or before in lexicon.months or before in ("", "(", ",", "the", "-", "–")):
        return None
    if (
        low(tokens, index + 1) in lexicon.units
        or low(tokens, index + 1) in lexicon.magnitudes
        or low(tokens, index + 1) in lexicon.count_nouns
    ):
        return None
    return Dated(date(year, *_JANUARY_FIRST).toordinal(), date(year + 1, *_JANUARY_FIRST).toordinal() - 1, index + 1)


def _dated(day: int, month: int, tokens: Sequence[Token], after: int, dials: DateDials) -> Dated | None:
    year = _year_at(tokens, after, dials)
    stand_in = dials.leap_year if year is None else year
    try:
        found = date(stand_in, month, day).toordinal()
    except ValueError:
        return None
    if year is None:
        within = found - date(stand_in, *_JANUARY_FIRST).toordinal() + 1
        return Dated(within, within, after, has_year=False)
    return Dated(found, found, after + 1)


def _day(token: Token, dials: DateDials) -> int | None:
    if token.text.isascii() and token.text.isdecimal() and len(token.text) <= 2 and 1 <= int(token.text) <= dials.day_of_month_max:
        return int(token.text)
    return None


def _month(tokens: Sequence[Token], index: int, lexicon: Lexicon) -> int | None:
    if 0 <= index < len(tokens) and tokens[index].is_capitalised and (month := lexicon.months.get(tokens[index].low)):
        return int(month)
    return None


def _year_at(tokens: Sequence[Token], index: int, dials: DateDials) -> int | None:
    return year_of(tokens[index], dials) if 0 <= index < len(tokens) else None
