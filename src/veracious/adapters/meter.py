"""Ask the budget before any port is called, and tell it afterwards what the call took.

1. The call is announced with the most it could take (`spend.worst`, which the estimate asks too). What the budget does not allow is not
   made: `BudgetSpent`.
2. A call that reaches outside is noted as promised before it is made. A run that starts again finds its notes: what was settled is spent,
   and a promise without a settlement is a call whose answer was lost, charged at its worst.
3. The call is made, and waited for as long as there are seconds left.
4. It is settled: what is known of it, and its worst where nothing is known, as after a failure.

The meter stands between the tape and the port. So a refusal is on the tape like any other failure, and a replay meets it where the run
did, whatever clock decided it; and what is answered from the tape costs nothing twice.
"""

from asyncio import FIRST_COMPLETED, Event, Lock, create_task, ensure_future, gather, timeout, wait
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta
from functools import reduce
from types import MappingProxyType
from typing import Any, TypeVar

from veracious.adapters import json_values
from veracious.domain.budget import ENDLESS, Amount, Ask, Role, Tariff, limit_on
from veracious.domain.claim import Claim, Subclaim
from veracious.domain.errors import BudgetSpent
from veracious.domain.evidence import Candidate, Evidence, Query, Snapshot
from veracious.domain.record import NOTES, Taped
from veracious.domain.refresh import RefreshUse
from veracious.domain.stance import Judgement
from veracious.domain.web import Hit, Review
from veracious.ports import Blobs, Clock, Finder, Judge, PageReader, Relevance, Reviews, Splitter, Tape, WebSearch
from veracious.rules import digest, spend
from veracious.rules.spend import ForecastDials, SpendDials

T = TypeVar("T")

PORTS: Mapping[type, Role] = MappingProxyType(
    {
        Finder: Role.QUERY,
        Judge: Role.STANCE,
        Relevance: Role.RERANK,
        Splitter: Role.SPLIT,
        WebSearch: Role.SEARCH,
        PageReader: Role.FETCH,
        Reviews: Role.REVIEWS,
    }
)


@dataclass(frozen=True, slots=True)
class Prices:
    """What calls take, and which slots are kept."""

    forecast: ForecastDials = field(default_factory=ForecastDials)
    spend: SpendDials = field(default_factory=SpendDials)
    tariffs: tuple[Tariff, ...] = ()
    roles: frozenset[Role] = frozenset(PORTS.values())  # of the calls that may be made: slots are kept for these alone


@dataclass(frozen=True, slots=True)
class Note:
    """A call as it was promised, or as it was settled."""

    ask: str
    amount: Amount
    settled: bool


async def spent(tape: Tape, blobs: Blobs) -> Amount:
    """What a run has used, by the notes on its tape; a call whose answer was lost counts with the most it could take."""
    notes = await _notes(tape, blobs)
    paid = {note.ask: note.amount for note in sorted(notes, key=lambda note: note.settled)}
    return reduce(Amount.plus, paid.values(), Amount())


async def _notes(tape: Tape, blobs: Blobs) -> list[Note]:
    return [json_values.read(await blobs.get(one.answered), Note) for one in await tape.entries() if one.port == NOTES]


class RunBudget:
    """The account of one run, which all its meters share; its time begins when it is made."""

    def __init__(self, cap: Amount, clock: Clock, prices: Prices, notes: tuple[Tape, Blobs] | None = None) -> None:
        self.account = spend.open_account(cap)
        self._clock = clock
        self._began = clock.now()
        self._prices = prices
        self._slots = spend.reserved(prices.roles, prices.spend)
        self._notes = notes
        self._asked: Counter[str] = Counter()  # by port: the calls that were announced, so that each has a name
        self._opening = Lock()
        self._is_open = notes is None
        self._halted: Event | None = None  # made when somebody wants to be able to end the run

    def halt(self) -> Callable[[], None]:
        """What ends the run when it is called: no further call is made, none that is under way is waited for, and what is known stands."""
        self._halted = Event()
        return self._halted.set

    async def pay(self, port: str, role: Role, items: int, made: Callable[[], Awaitable[T]]) -> T:
        """The answer of a call, if the budget allows it."""
        worst = spend.worst(role, items, self._prices.tariffs, self._prices.forecast)

        async def priced() -> tuple[T, Amount]:
            answer = await made()
            return answer, replace(worst, bytes=_bytes(answer)) if role is Role.FETCH else worst

        return await self.charge(port, role, worst, priced)

    async def charge(self, port: str, role: Role, worst: Amount, made: Callable[[], Awaitable[tuple[T, Amount]]]) -> T:
        """The answer of a call that could take so much at most, if the budget allows it; settled at what `made` says it took.

        A failure takes the most, except one that says in `took` what it took.
        """
        await self._open()
        self._asked[port] += 1
        ask = Ask(f"{port} {self._asked[port]}", role, replace(worst, milliseconds=1))  # time is measured; a call takes some of it
        self._admit(ask, port)
        actual = replace(worst, milliseconds=0)
        try:
            await self._note(Note(ask.id, actual, settled=False))
            answer, took = await self._waited(port, made)
            actual = replace(took, milliseconds=0)
            return answer
        except Exception as failed:
            actual = replace(getattr(failed, "took", actual), milliseconds=0)
            raise
        finally:
            self.account = spend.clocked(spend.settle(self.account, ask.id, actual), self._elapsed())
            await self._note(Note(ask.id, actual, settled=True))

    def _admit(self, ask: Ask, port: str) -> None:
        if self._halted is not None and self._halted.is_set():
            raise BudgetSpent(f"{port}: ended by you")
        admission = spend.admit(spend.clocked(self.account, self._elapsed()), ask, self._slots)
        self.account = admission.account
        if admission.refused is not None:
            raise _refusal(port, admission.refused.limit)

    async def _waited(self, port: str, made: Callable[[], Awaitable[T]]) -> T:
        """The answer, waited for until the time is up."""
        most = self.account.cap.milliseconds
        waiting = timeout(None if most >= ENDLESS else max(0, most - self._elapsed()) / 1000)
        try:
            async with waiting:
                return await self._unless_halted(port, made)
        except TimeoutError as late:
            if waiting.expired():
                raise _refusal(port, limit_on("milliseconds")) from late
            raise

    async def _unless_halted(self, port: str, made: Callable[[], Awaitable[T]]) -> T:
        """The answer, unless the run is halted first."""
        if self._halted is None:
            return await made()
        answer, halted = ensure_future(made()), create_task(self._halted.wait())
        try:
            await wait((answer, halted), return_when=FIRST_COMPLETED)
            if not answer.done():
                raise BudgetSpent(f"{port}: ended by you")
            return answer.result()
        finally:
            for task in (answer, halted):
                task.cancel()
            await gather(answer, halted, return_exceptions=True)

    def _elapsed(self) -> int:
        """Milliseconds since the run began; a clock that was set back does not make them fewer than none."""
        return max(0, (self._clock.now() - self._began) // timedelta(milliseconds=1))

    async def _open(self) -> None:
        """Find what the run spent before it had to start again."""
        async with self._opening:
            if self._is_open or self._notes is None:
                return
            kept = await _notes(*self._notes)
            settled = {note.ask: note.amount for note in kept if note.settled}
            promised = {note.ask: note.amount for note in kept if not note.settled}
            for ask, amount in {**promised, **settled}.items():
                self.account = replace(self.account, spent=self.account.spent.plus(amount))
                self._asked[ask.rpartition(" ")[0]] += 1
            self._is_open = True

    async def _note(self, note: Note) -> None:
        """Write a call down that reaches outside; the others can be made again for nothing."""
        if self._notes is None or note.amount == Amount(calls=note.amount.calls):
            return
        tape, blobs = self._notes
        asked = digest.of({"ask": note.ask, "settled": note.settled}, "note")
        await tape.commit(Taped(NOTES, asked, await blobs.put(digest.canonical(note))))


class MeteredFinder:
    """A `Finder` behind a budget."""

    def __init__(self, port: Finder, run_budget: RunBudget, name: str) -> None:
        self._port, self._run_budget, self._name = port, run_budget, name

    async def find(self, query: Query, limit: int) -> Sequence[Candidate]:
        """What the finder behind finds, if it may be asked."""
        return await self._run_budget.pay(self._name, PORTS[Finder], limit, lambda: self._port.find(query, limit))


class MeteredJudge:
    """A `Judge` behind a budget."""

    def __init__(self, port: Judge, run_budget: RunBudget, name: str = "judge") -> None:
        self._port, self._run_budget, self._name = port, run_budget, name

    async def judge(self, pairs: Sequence[tuple[Subclaim, Evidence]]) -> Sequence[Judgement]:
        """What the judge behind says, if it may be asked."""
        return await self._run_budget.pay(self._name, PORTS[Judge], len(pairs), lambda: self._port.judge(pairs))


class MeteredRelevance:
    """A `Relevance` behind a budget."""

    def __init__(self, port: Relevance, run_budget: RunBudget, name: str = "relevance") -> None:
        self._port, self._run_budget, self._name = port, run_budget, name

    async def score(self, query: str, texts: Sequence[str]) -> Sequence[float]:
        """What the model behind says, if it may be asked."""
        return await self._run_budget.pay(self._name, PORTS[Relevance], len(texts), lambda: self._port.score(query, texts))


class MeteredSplitter:
    """A `Splitter` behind a budget."""

    def __init__(self, port: Splitter, run_budget: RunBudget, name: str = "splitter") -> None:
        self._port, self._run_budget, self._name = port, run_budget, name

    async def split(self, claim: Claim) -> Sequence[str]:
        """What the splitter behind says, if it may be asked."""
        return await self._run_budget.pay(self._name, PORTS[Splitter], 1, lambda: self._port.split(claim))


class MeteredSearch:
    """A `WebSearch` behind a budget."""

    def __init__(self, port: WebSearch, run_budget: RunBudget, name: str = "search") -> None:
        self._port, self._run_budget, self._name = port, run_budget, name

    async def search(self, query: Query, limit: int) -> Sequence[Hit]:
        """What the search behind finds, if it may be made."""
        return await self._run_budget.pay(self._name, PORTS[WebSearch], 1, lambda: self._port.search(query, limit))


class MeteredReviews:
    """`Reviews` behind a budget."""

    def __init__(self, port: Reviews, run_budget: RunBudget, name: str = "reviews") -> None:
        self._port, self._run_budget, self._name = port, run_budget, name

    async def look_up(self, claim: str, limit: int) -> Sequence[Review]:
        """The reviews that are known, if they may be asked for."""
        return await self._run_budget.pay(self._name, PORTS[Reviews], 1, lambda: self._port.look_up(claim, limit))


class MeteredPageReader:
    """A `PageReader` behind a budget."""

    def __init__(self, port: PageReader, run_budget: RunBudget, name: str = "door") -> None:
        self._port, self._run_budget, self._name = port, run_budget, name

    async def read(self, url: str) -> Snapshot:
        """The page, if one more may be read."""
        return await self._run_budget.pay(self._name, PORTS[PageReader], 1, lambda: self._port.read(url))


class MeteredWeb:
    """A search and a page reader behind one budget, and what was used of it."""

    def __init__(self, search: WebSearch, door: PageReader, run_budget: RunBudget) -> None:
        self._run_budget = run_budget
        self.search, self.door = MeteredSearch(search, run_budget), MeteredPageReader(door, run_budget)

    @property
    def used(self) -> RefreshUse:
        """The pages that were asked for, and what the searches cost."""
        spent = self._run_budget.account.spent
        return RefreshUse(spent.pages, spent.money_micros)


METERS: Mapping[type, Callable[[Any, RunBudget, str], Any]] = MappingProxyType(
    {
        Finder: MeteredFinder,
        Judge: MeteredJudge,
        Relevance: MeteredRelevance,
        Splitter: MeteredSplitter,
        WebSearch: MeteredSearch,
        PageReader: MeteredPageReader,
        Reviews: MeteredReviews,
    }
)


def _bytes(answer: object) -> int:
    """How much text a page has."""
    return len(answer.text.encode("utf-8", "surrogatepass")) if isinstance(answer, Snapshot) else 0


def _refusal(port: str, limit: str) -> BudgetSpent:
    return BudgetSpent(f"{port}: the limit on {limit}")
