"""How two amounts stand to each other: less, greater, the same statement, able to agree, or not of one kind."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import isclose

from veracious.domain.quantity import Order, Quantity


@dataclass(frozen=True, slots=True)
class CompareDials:
    """When two numbers are one."""

    same_share: float = 1e-9  # relative difference below which two amounts are the same; 1e-12–1e-6; floating-point noise of conversions


class Relation(StrEnum):
    """Whether two statements of amount can both be true."""

    EQUAL = "equal"
    COMPATIBLE = "compatible"
    CONFLICTING = "conflicting"
    INCOMPARABLE = "incomparable"


def compare(a: Quantity, b: Quantity, dials: CompareDials) -> Order:
    """The order of two amounts; seen from the other side it is mirrored."""
    if a.dimension != b.dimension:
        return Order.INCOMPARABLE
    if _is_same_statement(a, b, dials):
        return Order.EQUAL
    if _lies_below(a, b, dials):
        return Order.LESS
    if _lies_below(b, a, dials):
        return Order.GREATER
    return Order.OVERLAPS


def relation(a: Quantity, b: Quantity, dials: CompareDials) -> Relation:
    """Whether the two can both be said of one thing."""
    match compare(a, b, dials):
        case Order.EQUAL:
            return Relation.EQUAL
        case Order.OVERLAPS:
            return Relation.COMPATIBLE
        case Order.INCOMPARABLE:
            return Relation.INCOMPARABLE
        case _:
            return Relation.CONFLICTING


def relate(first: Sequence[Quantity], second: Sequence[Quantity], dials: CompareDials) -> Relation:
    """How the amounts of two texts about one thing relate.

    Amounts that stand in both texts say nothing of a difference; dates are compared only when no other kind of amount is left.
    """
    mine, yours = _distinct(first, second, dials), _distinct(second, first, dials)
    if not mine or not yours:
        shared = [quantity for quantity in first if quantity not in mine]
        only_dates = all(map(_is_date, (*first, *second)))
        return Relation.EQUAL if any(only_dates or not _is_date(quantity) for quantity in shared) else Relation.INCOMPARABLE
    mine, yours = _without_dates(mine, yours)
    best = [max((relation(a, b, dials) for b in yours), key=_RANK.index) for a in mine]
    comparable = [found for found in best if found is not Relation.INCOMPARABLE]
    return min(comparable, key=_RANK.index) if comparable else Relation.INCOMPARABLE


# From the least to the most agreement.
_RANK = (Relation.INCOMPARABLE, Relation.CONFLICTING, Relation.COMPATIBLE, Relation.EQUAL)


def _distinct(ours: Sequence[Quantity], theirs: Sequence[Quantity], dials: CompareDials) -> list[Quantity]:
    return [a for a in ours if not any(compare(a, b, dials) is Order.EQUAL for b in theirs)]


def _without_dates(a: list[Quantity], b: list[Quantity]) -> tuple[list[Quantity], list[Quantity]]:
    bare_a, bare_b = ([quantity for quantity in side if not _is_date(quantity)] for side in (a, b))
    return (bare_a, bare_b) if bare_a and bare_b else (a, b)


def _is_date(quantity: Quantity) -> bool:
    return quantity.dimension in ("date", "day-of-year")


def _is_same_statement(a: Quantity, b: Quantity, dials: CompareDials) -> bool:
    if not all(_same(x, y, dials) for x, y in zip(a.stated, b.stated, strict=True)):
        return False
    is_point = a.stated[0] is not None and _same(a.stated[0], a.stated[1], dials)
    return is_point or (a.low_open, a.high_open) == (b.low_open, b.high_open)


def _same(x: float | None, y: float | None, dials: CompareDials) -> bool:
    if x is None or y is None:
        return x is y
    return isclose(x, y, rel_tol=dials.same_share, abs_tol=dials.same_share)


def _lies_below(a: Quantity, b: Quantity, dials: CompareDials) -> bool:
    """Whether every value of `a` is smaller than every value of `b`."""
    if a.high is None or b.low is None:
        return False
    if _meets_excluded_bound(a, b, dials):
        return True
    if _same(a.high, b.low, dials):
        return a.high_open or b.low_open
    return a.high < b.low


def _meets_excluded_bound(a: Quantity, b: Quantity, dials: CompareDials) -> bool:
    """Exactly the value that a one-sided bound leaves out: 1,500 against "over 1,500", however round 1,500 is."""
    over = b.high is None and b.low_open and _same(a.stated[0], a.stated[1], dials) and _same(a.stated[1], b.low, dials)
    under = a.low is None and a.high_open and _same(b.stated[0], b.stated[1], dials) and _same(b.stated[0], a.high, dials)
    return over or under
