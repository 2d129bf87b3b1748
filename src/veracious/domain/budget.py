"""What a run may spend, has spent, and has promised."""

from dataclasses import dataclass, field
from decimal import Decimal
from enum import StrEnum
from math import isfinite
from operator import add, sub

MICROS = 10**6  # of one unit of money
ENDLESS = 10**15  # the cap of a resource without a limit; more than any run can spend, and still exact


class Role(StrEnum):
    """What an outside call is for; some roles have slots kept for them."""

    SPLIT = "split"
    QUERY = "query"
    SEARCH = "search"
    FETCH = "fetch"
    REVIEWS = "reviews"
    STANCE = "stance"
    SECOND = "second"  # a second judge, a language model
    RERANK = "rerank"
    EXPLANATION = "explanation"
    SUMMARY = "summary"
    CHECK = "check"  # the sentences of an explanation, read by the judge
    SKELETON = "skeleton"
    WRITING = "writing"
    CRITIQUE = "critique"
    LEDGER = "ledger"


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

    def times(self, number: int) -> "Amount":
        """The amount so many times."""
        return Amount(*(number * part for part in self.parts()))

    def least(self, other: "Amount") -> "Amount":
        """Of each resource the smaller of two amounts."""
        return Amount(*map(min, self.parts(), other.parts()))


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

    @property
    def limit(self) -> str:
        """The limit that was reached, as one who sets it calls it."""
        return limit_on(self.lacking)


@dataclass(frozen=True, slots=True)
class Account:
    """A budget in use. `spent` plus everything in `promised` never passes `cap`, as long as no call costs more than its worst case."""

    cap: Amount
    spent: Amount = field(default_factory=Amount)
    promised: tuple[Ask, ...] = ()  # admitted, not yet settled
    admitted: tuple[Role, ...] = ()  # for each admitted call that had a slot kept for it, its role
    degraded: tuple[Degraded, ...] = ()
    overruns: tuple[str, ...] = ()  # settled above their stated worst case


@dataclass(frozen=True, slots=True)
class Limits:
    """What the one who asks allows a run to use; `None` is no limit."""

    max_cost: float | None = None  # in the currency of the providers' prices
    max_seconds: float | None = None
    max_pages: int | None = None
    max_calls: int | None = None
    max_tokens: int | None = None
    max_bytes: int | None = None

    def __post_init__(self) -> None:
        given = (self.max_cost, self.max_seconds, self.max_pages, self.max_calls, self.max_tokens, self.max_bytes)
        if any(limit is not None and not (isfinite(limit) and limit >= 0) for limit in given):
            raise ValueError(f"a limit is a number from 0 on: {self}")

    def cap(self) -> Amount:
        """The same as an amount; a fraction of a millionth or of a millisecond is left out, so that no limit is passed."""
        return Amount(
            calls=_whole(self.max_calls),
            tokens=_whole(self.max_tokens),
            money_micros=_whole(self.max_cost, MICROS),
            pages=_whole(self.max_pages),
            bytes=_whole(self.max_bytes),
            milliseconds=_whole(self.max_seconds, 1000),
        )


def limit_on(resource: str) -> str:
    """What a limit on this resource is called by those who set one."""
    return {"money_micros": "cost", "milliseconds": "seconds"}.get(resource, resource)


def _whole(limit: float | None, parts: int = 1) -> int:
    """A limit in whole parts of its unit; as it is written, so that 0.29 is 290,000 millionths and not one less."""
    return ENDLESS if limit is None else min(ENDLESS, int(Decimal(str(limit)) * parts))


@dataclass(frozen=True, slots=True)
class Tariff:
    """The most that a provider takes for calls of a role, beyond what every such call takes."""

    role: Role
    call: Amount = field(default_factory=Amount)  # for each call
    item: Amount = field(default_factory=Amount)  # for each thing in it: a pair, a text, a page
    items_per_call: int = 0  # more make further calls; 0: all go in one


@dataclass(frozen=True, slots=True)
class RunResources:
    """What a run has at hand, and what that takes."""

    finders: int
    relevance: bool = False
    splitter: bool = False
    web: bool = False  # a search and a door
    spares: int = 0  # searches that are asked when the one before fails
    reviews: bool = False
    tariffs: tuple[Tariff, ...] = ()
    second: bool = False  # a second judge
    teller: bool = False  # a model that explains
    usual: tuple[Tariff, ...] = ()  # what the same calls are expected to take; empty: as much as at most


@dataclass(frozen=True, slots=True)
class Demand:
    """How much a run may ask for, in numbers."""

    parts: int  # subclaims
    queries: int  # of a look at the stores
    finders: int
    found: int  # pieces that one query finds in one store
    kept: int  # pieces of one look that are left after ranking
    judged: int  # of these, read by the judge for each part
    rounds: int = 0  # searches of the web, each followed by a look
    tries: int = 1  # providers that may be asked for each search
    reviews: int = 0  # looks for published reviews, each with a question to the judge and a look
    compared: int = 0  # pairs of that question
    pages: int = 0  # read of each search
    looks: int = 1  # at the stores after each search, as its pages come in
    splits: int = 0  # calls of the splitter
    reranks: bool = False  # whether a relevance model reads what was found
    doubted: int = 0  # pairs of one look that a second judge is asked about
    requests: int = 1  # in which it is asked: each page that is not trusted has its own
    tells: int = 0  # explanations by a model, each read by the judge
    checked: int = 0  # pairs of a sentence of one and what it cites


@dataclass(frozen=True, slots=True)
class ArticleDemand:
    """How much an analysis of an article may ask for, in numbers."""

    look: Demand  # one look at the stores for one claim, and what is told of it
    looks: int  # at the stores, for all claims
    searches: int = 0
    pages: int = 0
    tries: int = 1  # providers that may be asked for each search
    outlines: int = 0  # calls of a model that reads the skeleton


@dataclass(frozen=True, slots=True)
class Planned:
    """Calls of one role: how often, with how many things in each, and what all of them take."""

    role: Role
    times: int
    items: int
    amount: Amount


@dataclass(frozen=True, slots=True)
class Estimate:
    """What a run will use: what is expected, and what it cannot pass."""

    expected: Amount
    worst: Amount  # within the limits, since no call beyond them is made
    usual: tuple[Planned, ...]  # what makes up `expected`
    most: tuple[Planned, ...]  # what makes up the worst case without limits
    short: tuple[str, ...]  # resources whose limit is below what is expected
    tight: tuple[str, ...]  # resources whose limit is below the worst case
