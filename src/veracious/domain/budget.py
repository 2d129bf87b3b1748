"""What a run may spend, has spent, and has promised."""

from dataclasses import dataclass, field
from enum import StrEnum
from operator import add, sub


class Role(StrEnum):
    """What an outside call is for; some roles have slots kept for them."""

    SPLIT = "split"
    QUERY = "query"
    SEARCH = "search"
    FETCH = "fetch"
    FACTS = "facts"
    STANCE = "stance"
    RERANK = "rerank"
    VERDICT = "verdict"
    EXPLANATION = "explanation"


@dataclass(frozen=True, slots=True)
class Amount:
    """An amount of every resource, all whole numbers so that sums are exact."""

    calls: int = 0
    tokens: int = 0
    money_micros: int = 0  # millionths of the account's currency
    pages: int = 0
    bytes: int = 0
    milliseconds: int = 0

    def parts(self) -> tuple[int, ...]:
        """The amounts in the order of the fields."""
        return self.calls, self.tokens, self.money_micros, self.pages, self.bytes, self.milliseconds

    def __post_init__(self) -> None:
        if min(self.parts()) < 0:
            raise ValueError(f"an amount is never negative: {self}")

    def plus(self, other: "Amount") -> "Amount":
        """The sum, resource by resource."""
        return Amount(*map(add, self.parts(), other.parts()))

    def minus(self, other: "Amount") -> "Amount":
        """The difference, resource by resource; it must not fall below zero."""
        return Amount(*map(sub, self.parts(), other.parts()))


@dataclass(frozen=True, slots=True)
class Ask:
    """A request to make one outside call: its name, its role, and the most it could cost."""

    id: str
    role: Role
    worst: Amount


@dataclass(frozen=True, slots=True)
class Degraded:
    """A call that was not made, and why; it stands in the report."""

    ask: str
    role: Role
    lacking: str  # the resource that did not suffice


@dataclass(frozen=True, slots=True)
class Account:
    """A budget in use. `spent` plus everything in `promised` never passes `cap`, as long as no call costs more than its worst case."""

    cap: Amount
    spent: Amount = field(default_factory=Amount)
    promised: tuple[Ask, ...] = ()  # admitted, not yet settled
    admitted: tuple[Role, ...] = ()  # for each admitted call that had a slot kept for it, its role
    degraded: tuple[Degraded, ...] = ()
    overruns: tuple[str, ...] = ()  # settled above their stated worst case
