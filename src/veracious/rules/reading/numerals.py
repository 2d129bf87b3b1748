"""Numbers as people write them: digits, words, magnitudes, fractions, shares."""

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from veracious.rules.reading.lexicon import Lexicon
from veracious.rules.reading.tokens import Token, low

_HALF = 1 / 2


@dataclass(frozen=True, slots=True)
class NumeralDials:
    """What counts as a number, and how far a round one may be from what it rounds."""

    digits_at_most: int = 18  # longer digit strings are codes, not amounts; 12–30; a guess
    words_at_most: int = 12  # a number in words is no longer than this; 8–20; a guess
    exact_up_to: float = 100.0  # a whole number up to this states all its digits; 10–1000; written quantity pairs
    one_in_at_most: float = 1e9  # the largest N of "one in N"; 1e4–1e12; a guess
    round_share_plain: float = 0.05  # most that trailing zeros of a plain numeral may hide; 0.01–0.1; written quantity pairs
    round_share_worded: float = 0.25  # the same before "million" and the like; 0.1–0.5; written quantity pairs


@dataclass(frozen=True, slots=True)
class Numeral:
    """A number and how precisely it was stated: true values lie within `half` of `value`."""

    value: float
    half: float
    end: int  # index of the first token after it
    is_share: bool = False  # a fraction of a whole: "a quarter", "one in five"


def read(tokens: Sequence[Token], index: int, lexicon: Lexicon, dials: NumeralDials) -> Numeral | None:
    """The number that begins at this token, if one does."""
    for reader in (_one_in_many, _fraction, _digits, _words):
        numeral = reader(tokens, index, lexicon, dials)
        if numeral is not None:
            return numeral
    return None


def _digits(tokens: Sequence[Token], index: int, lexicon: Lexicon, dials: NumeralDials) -> Numeral | None:
    token = tokens[index]
    if not token.is_numeral:
        return _vulgar(token, index)
    digits = token.text.replace(",", "")
    if len(digits) > dials.digits_at_most:
        return None
    number, end = Decimal(digits), index + 1
    factor, end = _magnitude(tokens, end, lexicon)
    if low(tokens, end + 1) == "⁄" and end + 2 < len(tokens) and tokens[end].is_numeral and tokens[end + 2].is_numeral and factor == 1:
        above, below = (float(tokens[at].text.replace(",", "")) for at in (end, end + 2))  # 2½ as 2 1⁄2
        return Numeral(float(number) + above / below, 0.0, end + 1 + 2) if below else None
    if low(tokens, end) == "⁄" and end + 1 < len(tokens) and tokens[end + 1].is_numeral:  # ½ after NFKC
        below = float(tokens[end + 1].text.replace(",", ""))
        return Numeral(float(number) / below, 0.0, end + 2) if below else None
    if end < len(tokens) and factor == 1 and (part := _vulgar(tokens[end], end)) and tokens[end].start == tokens[end - 1].end:
        return Numeral(float(number) + part.value, 0.0, part.end)
    return Numeral(float(number) * factor, _half_width(number, factor, dials), end)


def _half_width(number: Decimal, factor: float, dials: NumeralDials) -> float:
    """Half the place of the last digit stated; trailing zeros of a larger whole number may be rounding."""
    value = abs(float(number))
    is_whole = number == number.to_integral_value()
    last_place = Decimal((0, (1,), _last_place(number, value <= dials.exact_up_to or "." in str(number))))
    half = float(last_place) * _HALF
    if is_whole:
        share = dials.round_share_plain if factor == 1 or value > dials.exact_up_to else dials.round_share_worded
        half = min(half, max(value * share, _HALF))
    return half * factor


def _last_place(number: Decimal, all_digits_count: bool) -> int:
    exponent = number.as_tuple().exponent if all_digits_count else number.normalize().as_tuple().exponent
    return exponent if isinstance(exponent, int) else 0


def _vulgar(token: Token, index: int) -> Numeral | None:
    """A fraction that is one character."""
    if len(token.text) == 1 and unicodedata.category(token.text) == "No" and (value := unicodedata.numeric(token.text)) < 1:
        return Numeral(value, 0.0, index + 1)
    return None


def _magnitude(tokens: Sequence[Token], index: int, lexicon: Lexicon) -> tuple[float, int]:
    """The product of the magnitude words from here on, and where they end."""
    factor = 1.0
    while (word := low(tokens, index)) in lexicon.magnitudes and not _stands_apart(word, tokens, index):
        factor *= lexicon.magnitudes[word]
        index += 1
    return factor, index


def _stands_apart(word: str, tokens: Sequence[Token], index: int) -> bool:
    """Whether a one-letter magnitude does not touch its number and so is something else."""
    return len(word) == 1 and index > 0 and tokens[index - 1].end != tokens[index].start


def _words(tokens: Sequence[Token], index: int, lexicon: Lexicon, dials: NumeralDials) -> Numeral | None:
    """A number in words: hundreds and below are summed, each larger magnitude closes a group."""
    first = tokens[index].low
    article = first in ("a", "an") and low(tokens, index + 1) in lexicon.magnitudes and len(low(tokens, index + 1)) > 2
    if first == "half" and low(tokens, index + 1) in ("a", "an") and low(tokens, index + 2) in lexicon.magnitudes:
        return Numeral(lexicon.magnitudes[low(tokens, index + 2)] * _HALF, 0.0, index + 2 + 1)
    if first == "a" and low(tokens, index + 1) in ("couple", "pair") and low(tokens, index + 2) == "of":
        return Numeral(2.0, 0.0, index + 2)
    total, group, end = 0.0, 1.0 if article else 0.0, index + 1 if article else index
    seen = article
    while end < min(len(tokens), index + dials.words_at_most):
        word = tokens[end].low
        if (small := _small(word, lexicon)) is not None:
            group, seen = group + small, True
        elif seen and word in lexicon.magnitudes and len(word) > 1:
            factor = lexicon.magnitudes[word]
            total, group = (total, group * factor) if factor <= 100 else (total + group * factor, 0.0)
        elif not (seen and word == "and" and _small(low(tokens, end + 1), lexicon) is not None and (total or group >= 100)):
            break
        end += 1
    if not seen:
        return None
    value = total + group
    if low(tokens, end) == "and" and low(tokens, end + 1) == "a" and low(tokens, end + 2) == "half":
        factor, after = _magnitude(tokens, end + 2 + 1, lexicon)
        return Numeral((value + _HALF) * factor, 0.0, after)
    worded = Decimal(int(value))
    return Numeral(value, _half_width(worded, 1.0, dials) if value > dials.exact_up_to else _HALF, end)


def _small(word: str, lexicon: Lexicon) -> float | None:
    """A number word below a hundred, simple or hyphenated."""
    parts = word.split("-")
    if all(part in lexicon.number_words for part in parts):
        return sum(lexicon.number_words[part] for part in parts)
    return None


def _one_in_many(tokens: Sequence[Token], index: int, lexicon: Lexicon, dials: NumeralDials) -> Numeral | None:
    """One in five, 3 out of 10."""
    middle = 2 if low(tokens, index + 1) == "out" and low(tokens, index + 2) == "of" else 1
    if middle == 1 and low(tokens, index + 1) != "in":
        return None
    above = _counting(tokens, index, lexicon, dials)
    below = _counting(tokens, index + 1 + middle, lexicon, dials) if above is not None else None
    if above is None or below is None or not 0 < above.value < below.value or below.value > dials.one_in_at_most:
        return None
    if middle == 1 and above.value > 1 and _may_be_year(tokens[index + 2].text):
        return None  # killed 12 in 2015
    return Numeral(above.value / below.value, 0.0, below.end, is_share=True)


def _may_be_year(text: str) -> bool:
    return text.isascii() and text.isdecimal() and text[:2] in ("19", "20") and len(text) == len("2015")


def _counting(tokens: Sequence[Token], index: int, lexicon: Lexicon, dials: NumeralDials) -> Numeral | None:
    if index >= len(tokens):
        return None
    return _digits(tokens, index, lexicon, dials) or _words(tokens, index, lexicon, dials)


def _fraction(tokens: Sequence[Token], index: int, lexicon: Lexicon, dials: NumeralDials) -> Numeral | None:
    """Half, a quarter, two thirds, three-quarters: of something."""
    words = [part for k in range(index, min(index + 2, len(tokens))) for part in tokens[k].low.split("-")]
    if words[0] == "half" and low(tokens, index + 1) in ("of", "the"):
        return Numeral(_HALF, 0.0, index + 1, is_share=True)
    if len(words) < 2 or words[1] not in lexicon.fraction_words:
        return None
    above = 1.0 if words[0] in ("a", "one") else lexicon.number_words.get(words[0])
    end = index + (1 if "-" in tokens[index].low else 2)
    if above is None or low(tokens, end) not in ("of", "the") or not 0 < above < lexicon.fraction_words[words[1]]:
        return None
    return Numeral(above / lexicon.fraction_words[words[1]], 0.0, end, is_share=True)
