"""Arithmetic that is written and done at once, so that a page cannot show a sum that does not come out."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from textwrap import wrap

DIGITS = 4  # decimals shown
EXACT = 1e-9  # how far arithmetic with all digits may be from the value of the run
FINE = 6  # decimals of numbers that lie close together
WIDTH = 138  # columns of a line of prose
BY_HAND = 1.5e-3  # how far arithmetic with the digits shown may be from it

_SUM, _PRODUCT, _ATOM = range(3)


class DoesNotAddUp(Exception):
    """The arithmetic of a page does not give what the run gave: the page and the rules tell different things."""


@dataclass(frozen=True, slots=True)
class Sum:
    """An expression: its text, its value, and its value when done with the digits shown."""

    text: str
    value: float
    by_hand: float
    binds: int = _ATOM

    def __add__(self, other: "Sum") -> "Sum":
        return Sum(f"{self.text} + {other.text}", self.value + other.value, self.by_hand + other.by_hand, _SUM)

    def __sub__(self, other: "Sum") -> "Sum":
        return Sum(f"{self.text} − {other._within(_PRODUCT)}", self.value - other.value, self.by_hand - other.by_hand, _SUM)

    def __mul__(self, other: "Sum") -> "Sum":
        text = f"{self._within(_PRODUCT)} × {other._within(_PRODUCT)}"
        return Sum(text, self.value * other.value, self.by_hand * other.by_hand, _PRODUCT)

    def __truediv__(self, other: "Sum") -> "Sum":
        text = f"{self._within(_PRODUCT)} / {other._within(_ATOM)}"
        return Sum(text, self.value / other.value, self.by_hand / other.by_hand, _PRODUCT)

    def __pow__(self, other: "Sum") -> "Sum":
        text = f"{self._within(_ATOM)} ^ {other._within(_ATOM)}"
        return Sum(text, self.value**other.value, self.by_hand**other.by_hand, _PRODUCT)

    def _within(self, binds: int) -> str:
        return self.text if self.binds >= binds else f"({self.text})"


def figure(value: float, digits: int = DIGITS) -> str:
    """A number as it is shown: a few decimals, none of them idle."""
    text = f"{value:.{digits}f}".rstrip("0").rstrip(".")
    return text.removeprefix("-") if text == "-0" else text.replace("-", "−")


def num(value: float, digits: int = DIGITS) -> Sum:
    """A number of the run."""
    return Sum(figure(value, digits), float(value), round(float(value), digits))


def call(text: str, function: Callable[..., float], *given: Sum) -> Sum:
    """A function of expressions; `text` has a place for each of them: `max({}, {})`."""
    shown = text.format(*(one.text for one in given))
    return Sum(shown, function(*(one.value for one in given)), function(*(one.by_hand for one in given)))


def total(parts: Iterable[Sum]) -> Sum:
    """All of them added; nothing at all is zero."""
    first, *rest = list(parts) or [num(0.0)]
    for part in rest:
        first = first + part
    return first


def mean(weighted: Iterable[tuple[float, float]]) -> Sum:
    """The weighted mean of values, each with its weight in front; divided only when the weights do not sum to one."""
    pairs = list(weighted)
    whole = sum(weight for weight, _ in pairs)
    written = total(num(weight) * num(value) for weight, value in pairs)
    return written if abs(whole - 1) < EXACT / 1000 else written / num(whole)


def share(value: Sum) -> Sum:
    """The expression held between nought and one, when it is not there by itself."""
    return value if 0 <= value.value <= 1 else call("min(1, max(0, {}))", _held, value)


def _held(value: float) -> float:
    return min(1.0, max(0.0, value))


def equal(expression: Sum, result: float, digits: int = DIGITS) -> str:
    """The expression and its result, once both ways of doing it have given that result."""
    if abs(expression.value - result) > EXACT:
        raise DoesNotAddUp(f"{expression.text} is {expression.value!r}, the run has {result!r}")
    if abs(expression.by_hand - result) > BY_HAND:
        raise DoesNotAddUp(f"{expression.text} is {expression.by_hand!r} by hand, the run has {result!r}")
    return f"`{expression.text} = {figure(result, digits)}`"


def same(what: str, one: object, other: object) -> None:
    """Raises when what the page works out again is not what the run worked out."""
    if one != other:
        raise DoesNotAddUp(f"{what}: {one!r} on the page, {other!r} in the run")


def prose(*sentences: str) -> list[str]:
    """Sentences as a paragraph in lines of one width, and an empty line."""
    return [*wrap(" ".join(sentences), WIDTH, break_long_words=False, break_on_hyphens=False), ""]


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """A table, and an empty line."""
    lines = [_row(head), "|" + "---|" * len(head)]
    return [*lines, *map(_row, rows), ""]


def _row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"
