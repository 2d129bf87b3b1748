"""Numbers as people write them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.rules.reading.given import LEXICON
from veracious.rules.reading import numerals
from veracious.rules.reading.lexicon import Lexicon
from veracious.rules.reading.numerals import Numeral, NumeralDials
from veracious.rules.reading.tokens import scan

DIALS = NumeralDials()


def read(text: str, lexicon: Lexicon, dials: NumeralDials = DIALS) -> Numeral | None:
    return numerals.read(scan(text), 0, lexicon, dials)


def value(text: str, lexicon: Lexicon) -> float:
    found = read(text, lexicon)
    assert found is not None
    return found.value


@pytest.mark.parametrize(
    ("text", "number", "tokens"),
    [
        ("1,234 people", 1234, 1),
        ("3.5 tonnes", 3.5, 1),
        ("4.2 million cars", 4_200_000, 2),
        ("5bn", 5e9, 2),
        ("5k runners", 5000, 2),
        ("5 k", 5, 1),  # a letter that stands apart is something else
        ("5 thousand million", 5e9, 3),
        ("½", 0.5, 1),
        ("2½ hours", 2.5, 2),
        ("3⁄4", 0.75, 3),
        ("3⁄x", 3, 1),
        ("seven", 7, 1),
        ("twenty-one", 21, 1),
        ("forty two", 42, 2),
        ("twelve hundred", 1200, 2),
        ("one hundred and five", 105, 4),
        ("two thousand and twelve", 2012, 4),
        ("five hundred thousand", 500_000, 3),
        ("a hundred", 100, 2),
        ("a dozen eggs", 12, 2),
        ("two dozen", 24, 2),
        ("half a million", 500_000, 3),
        ("a couple of", 2, 2),
        ("two and a half", 2.5, 4),
        ("two and a third", 2, 1),
        ("two and another half", 2, 1),
        ("two and a half million", 2_500_000, 5),
    ],
)
def test_a_number_in_digits_or_words(text: str, number: float, tokens: int, lexicon: Lexicon) -> None:
    """Its value, and how many tokens make it up."""
    found = read(text, lexicon)
    assert found is not None
    assert (found.value, found.end, found.is_share) == (number, tokens, False)


@pytest.mark.parametrize(
    ("text", "share", "tokens"),
    [
        ("one in five adults", 1 / 5, 3),
        ("3 out of 10 voters", 3 / 10, 4),
        ("1 in 4 women", 1 / 4, 3),
        ("two thirds of voters", 2 / 3, 2),
        ("three-quarters of voters", 3 / 4, 1),
        ("a quarter of the land", 1 / 4, 2),
        ("one third of them", 1 / 3, 2),
        ("half of the land", 1 / 2, 1),
        ("half the land", 1 / 2, 1),
    ],
)
def test_a_share_of_a_whole(text: str, share: float, tokens: int, lexicon: Lexicon) -> None:
    found = read(text, lexicon)
    assert found is not None
    assert (found.value, found.end, found.is_share, found.half) == (share, tokens, True, 0)


@pytest.mark.parametrize(
    "text",
    ["the", "hundred", "million and five", "seventh", "a quarter past two", "half", "3⁄0", "x5", "-", "a", "a few", "12345678901234567890"],
)
def test_what_is_no_number(text: str, lexicon: Lexicon) -> None:
    """An ordinal, a magnitude without a number, a division by zero, a code of more than 18 digits."""
    assert read(text, lexicon) is None


def test_more_than_the_whole_is_no_share(lexicon: Lexicon) -> None:
    """Five in two and four thirds are more than one: only the first number is read."""
    assert read("five in two days", lexicon) == Numeral(5, 0.5, 1)
    assert read("four thirds of", lexicon) == Numeral(4, 0.5, 1)


@pytest.mark.parametrize(
    ("text", "half"),
    [
        ("50", 0.5),  # below 100 every digit counts
        ("3.5", 0.05),
        ("0.25", 0.005),
        ("10.0", 0.05),
        ("1,234", 0.5),
        ("1,500", 50),  # the 5 counts hundreds
        ("1,000", 50),  # half a thousand would be 500, but zeros hide at most 5 % of 1,000
        ("150", 5),
        ("4.2 million", 50_000),
        ("20 million", 500_000),  # before a magnitude both digits count
        ("two and a half", 0),
        ("½", 0),
    ],
)
def test_a_number_is_true_to_half_its_last_place(text: str, half: float, lexicon: Lexicon) -> None:
    found = read(text, lexicon)
    assert found is not None
    assert found.half == pytest.approx(half)


def test_the_dials_set_what_zeros_may_hide(lexicon: Lexicon) -> None:
    """1,000 with 1 %: 1,000 × 0.01 = 10. And where everything up to 10,000 is exact, 0.5."""
    assert read("1,000", lexicon, NumeralDials(round_share_plain=0.01)) == Numeral(1000, 10, 1)
    assert read("1,000", lexicon, NumeralDials(exact_up_to=10_000)) == Numeral(1000, 0.5, 1)


def test_the_dials_set_how_long_a_number_is(lexicon: Lexicon) -> None:
    assert read("12345", lexicon, NumeralDials(digits_at_most=4)) is None
    assert read("one hundred and five", lexicon, NumeralDials(words_at_most=2)) == Numeral(100, 0.5, 2)


UNITS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen"
).split()
TENS = "? ? twenty thirty forty fifty sixty seventy eighty ninety".split()


def in_words(number: int, joined: str) -> str:
    """A whole number below a billion as it is read aloud, with or without its "and"."""
    for size, name in ((1_000_000, "million"), (1_000, "thousand")):
        if number >= size:
            rest = number % size
            behind = f" {joined if rest < 100 else ''} {in_words(rest, joined)}" if rest else ""
            return f"{in_words(number // size, joined)} {name}{behind}"
    if number >= 100:
        rest = number % 100
        return f"{UNITS[number // 100]} hundred" + (f" {joined} {in_words(rest, joined)}" if rest else "")
    if number >= 20:
        return TENS[number // 10] + (f"-{UNITS[number % 10]}" if number % 10 else "")
    return UNITS[number]


@given(st.integers(0, 999_999), st.sampled_from(("and", "")))
def test_any_number_in_words_is_read_back(number: int, joined: str) -> None:
    """Three hundred and five thousand and twelve is 305,012, with "and" or without."""
    text = in_words(number, joined)
    found = read(text, LEXICON)
    assert found is not None
    assert (found.value, found.end) == (number, len(scan(text)))


@given(st.integers(0, 10**15))
def test_any_whole_number_in_digits_is_read_back(number: int) -> None:
    """With thousands groups or without."""
    assert value(f"{number:,}", LEXICON) == value(str(number), LEXICON) == number


@given(st.integers(0, 10**9), st.integers(1, 6))
def test_a_decimal_is_as_sharp_as_its_last_digit(digits: int, places: int) -> None:
    """With two places the half-width is 0.005, whatever the number; a whole one may be blurred by at most 5 %, or 0.5."""
    text = f"{digits / 10**places:.{places}f}"
    found = read(text, LEXICON)
    assert found is not None
    assert found.value == float(text)
    assert found.half == pytest.approx(0.5 / 10**places)


@given(st.integers(1, 98), st.integers(2, 99))
def test_so_many_in_so_many_is_a_proper_share(above: int, below: int) -> None:
    found = read(f"{above} in {below}", LEXICON)
    assert found is not None
    assert found.value == (above / below if above < below else above)
    assert found.is_share == (above < below)
