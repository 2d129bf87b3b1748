"""An amount read off a text, as the interval of values that would make its statement true."""

from dataclasses import dataclass
from enum import StrEnum

from veracious.domain.span import Span


class Order(StrEnum):
    """How one quantity stands to another."""

    LESS = "less"
    GREATER = "greater"
    EQUAL = "equal"  # the same statement: same interval, same kind
    OVERLAPS = "overlaps"  # different statements that one value can satisfy
    INCOMPARABLE = "incomparable"  # amounts of different kinds

    def mirrored(self) -> "Order":
        """The order seen from the other side."""
        return {Order.LESS: Order.GREATER, Order.GREATER: Order.LESS}.get(self, self)


@dataclass(frozen=True, slots=True)
class Quantity:
    """An amount: the closed or open interval it allows, in the base unit of its dimension."""

    low: float | None  # None: no lower bound
    high: float | None  # None: no upper bound
    low_open: bool  # the bound itself is excluded ("over 100")
    high_open: bool
    dimension: str  # "length", "money:usd", "share", "count", "date", …
    stated: tuple[float | None, float | None]  # the bounds the words give, before rounding of the number itself is allowed for
    span: Span  # where it stands in its text
    counted: str = ""  # for a count, the noun that is counted
