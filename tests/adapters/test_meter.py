"""No call without the budget's leave: admitted on its worst case, settled at what it took, stopped when the time is up."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from random import Random
from typing import Any

import pytest

from tests.contracts.samples import AS_OF, PAGES, query, run, subclaim
from veracious.adapters import tape as tapes
from veracious.adapters.memory.blobs import MemoryBlobs
from veracious.adapters.memory.clock import FixedClock
from veracious.adapters.memory.finder import MemoryFinder
from veracious.adapters.memory.judge import TableJudge
from veracious.adapters.memory.relevance import WordRelevance
from veracious.adapters.memory.reviews import MemoryReviews
from veracious.adapters.memory.search import MemoryWeb
from veracious.adapters.memory.shelf import MemoryShelf
from veracious.adapters.memory.splitter import TableSplitter
from veracious.adapters.memory.tape import MemoryTape
from veracious.adapters.meter import (
    PORTS,
    MeteredFinder,
    MeteredJudge,
    MeteredPageReader,
    MeteredRelevance,
    MeteredReviews,
    MeteredSearch,
    MeteredSplitter,
    Prices,
    RunBudget,
)
from veracious.domain.budget import Amount, Limits, Role, Tariff
from veracious.domain.claim import Claim
from veracious.domain.errors import BudgetSpent, SourceUnavailable
from veracious.domain.evidence import Snapshot
from veracious.domain.record import NOTES, Taped
from veracious.domain.stance import Stance
from veracious.domain.web import Hit, Review
from veracious.ports import WebSearch
from veracious.rules import spend
from veracious.rules.reading.lexicon import Lexicon
from veracious.rules.reading.sentences import SentenceDials
from veracious.rules.seeking.lexical import LexicalDials
from veracious.rules.seeking.passages import PassageDials
from veracious.rules.spend import ForecastDials, SpendDials

DAY = datetime(2026, 1, 15, tzinfo=UTC)
CLOCK = FixedClock(DAY)
FREE = Prices(spend=SpendDials(0))
REVIEW = Review("Paris is old.", "True", "https://checks.example/2025/05/paris-is-old", "checks.example")
URLS = [page.snapshot.url or "" for page in PAGES]


def run_budget(prices: Prices = FREE, **limits: float) -> RunBudget:
    return RunBudget(Limits(**limits).cap(), CLOCK, prices)  # type: ignore[arg-type]


def web(lexicon: Lexicon) -> MemoryWeb:
    return MemoryWeb({page.snapshot.url or "": page.snapshot for page in PAGES}, lexicon)


def priced(role: Role, **each: int) -> Prices:
    return replace(FREE, tariffs=(Tariff(role, item=Amount(**each)),))


def calls(lexicon: Lexicon, paid: RunBudget) -> list[Callable[[], Awaitable[Any]]]:
    """One call of every port that has a meter."""
    shelf = MemoryShelf(PassageDials(), SentenceDials())
    for page in PAGES[:2]:
        run(shelf.put(page.snapshot))
    piece, part = shelf.evidence[0], subclaim("Paris is the capital of France")
    said = Claim("Paris is old and large.", AS_OF, "en")
    door = web(lexicon)
    finder = MeteredFinder(MemoryFinder(shelf, lexicon, LexicalDials()), paid, "finder 0")
    judge = MeteredJudge(TableJudge({(part.text, piece.id): Stance(0.7, 0.2, 0.1)}), paid)
    relevance = MeteredRelevance(WordRelevance(lexicon), paid)
    splitter = MeteredSplitter(TableSplitter({said.text: ("Paris is old.", "Paris is large.")}), paid)
    return [
        lambda: finder.find(query("Paris France"), 5),
        lambda: judge.judge([(part, piece)]),
        lambda: relevance.score("Paris", ["Paris is old", "Bread"]),
        lambda: splitter.split(said),
        lambda: MeteredSearch(door, paid).search(query("Paris"), 5),
        lambda: MeteredPageReader(door, paid).read(URLS[0]),
        lambda: MeteredReviews(MemoryReviews([REVIEW], lexicon), paid).look_up("Paris is old.", 5),
    ]


def test_every_port_has_its_role_and_its_answer(lexicon: Lexicon) -> None:
    """Behind a meter a port answers as before, and each call is counted once."""
    paid = run_budget()
    answers = [run(call()) for call in calls(lexicon, paid)]
    assert all(answers)
    assert len(answers) == len(PORTS) == paid.account.spent.calls
    assert paid.account.spent.pages == 1
    assert paid.account.spent.bytes == len(PAGES[0].snapshot.text.encode())


@pytest.mark.parametrize("index", range(7))
def test_a_call_that_is_not_allowed_is_not_made(lexicon: Lexicon, index: int) -> None:
    paid = run_budget(max_calls=0)
    with pytest.raises(BudgetSpent, match="the limit on calls"):
        run(calls(lexicon, paid)[index]())
    assert paid.account.spent == Amount()
    (mark,) = paid.account.degraded
    assert (mark.ask.rpartition(" ")[2], mark.lacking) == ("1", "calls")


def test_money_is_asked_for_at_its_worst(lexicon: Lexicon) -> None:
    """Two micros a text: three texts fit into six, four do not, and nothing is spent on them."""
    paid = run_budget(priced(Role.RERANK, money_micros=2), max_cost=0.000006)
    model = MeteredRelevance(WordRelevance(lexicon), paid)
    with pytest.raises(BudgetSpent, match="relevance: the limit on cost"):
        run(model.score("Paris", ["a", "b", "c", "d"]))
    assert run(model.score("Paris", ["a", "b", "c"])) == (0.0, 0.0, 0.0)
    assert paid.account.spent.money_micros == 6


def test_a_page_gives_back_what_it_did_not_use(lexicon: Lexicon) -> None:
    """A page is promised 200,000 bytes; each takes less than a hundred, so that several fit where two promises would not."""
    most = ForecastDials().expect.page_bytes_at_most
    paid = run_budget(max_bytes=most + 1_000)
    door = MeteredPageReader(web(lexicon), paid)
    for url in URLS[:3]:
        run(door.read(url))
    assert paid.account.spent.bytes == sum(len(page.snapshot.text.encode()) for page in PAGES[:3]) < 1_000


class Slow:
    """A door that lets others have their turn before it answers."""

    def __init__(self, door: MemoryWeb) -> None:
        self._door = door

    async def read(self, url: str) -> Snapshot:
        await asyncio.sleep(0)
        return await self._door.read(url)


def test_two_pages_at_once_must_both_fit_at_their_worst(lexicon: Lexicon) -> None:
    paid = run_budget(max_bytes=ForecastDials().expect.page_bytes_at_most + 1_000)
    door = MeteredPageReader(Slow(web(lexicon)), paid)
    first, second = run(_at_once([partial(door.read, url) for url in URLS[:2]]))
    assert isinstance(first, Snapshot)
    assert isinstance(second, BudgetSpent)
    assert run(door.read(URLS[1])).url == URLS[1]  # now that the first is settled


class Failing:
    """A search that fails, or never answers."""

    def __init__(self, seconds: float = 0.0) -> None:
        self._seconds = seconds

    async def search(self, query: object, limit: int) -> Sequence[Hit]:
        await asyncio.sleep(self._seconds)
        raise SourceUnavailable("down")


def test_a_failed_call_is_charged_at_its_worst() -> None:
    paid = run_budget(priced(Role.SEARCH, money_micros=7))
    with pytest.raises(SourceUnavailable):
        run(MeteredSearch(Failing(), paid).search(query("Paris"), 5))
    assert paid.account.spent == Amount(calls=1, money_micros=7)
    assert paid.account.promised == ()


def test_a_call_is_waited_for_as_long_as_there_is_time() -> None:
    """A tenth of a second of time, a search that takes ten seconds: it is left, named, and charged."""
    paid = run_budget(priced(Role.SEARCH, money_micros=7), max_seconds=0.1)
    with pytest.raises(BudgetSpent, match="search: the limit on seconds"):
        run(MeteredSearch(Failing(10.0), paid).search(query("Paris"), 5))
    assert paid.account.spent.money_micros == 7


def test_a_timeout_of_the_port_is_its_own() -> None:
    """Only the time of the run is the budget's; what a port raises by itself goes through."""

    class Impatient:
        async def search(self, query: object, limit: int) -> Sequence[Hit]:
            raise TimeoutError

    with pytest.raises(TimeoutError):
        run(MeteredSearch(Impatient(), run_budget(max_seconds=5)).search(query("Paris"), 5))


class Ticking:
    """A clock that goes on by this much whenever it is asked, or back."""

    def __init__(self, milliseconds: int) -> None:
        self._step, self._at = timedelta(milliseconds=milliseconds), DAY

    def now(self) -> datetime:
        self._at += self._step
        return self._at


@pytest.mark.parametrize(("step", "answered"), [(10, 3), (60, 1), (120, 0), (-50, 9)])
def test_the_deadline_is_the_clocks(lexicon: Lexicon, step: int, answered: int) -> None:
    """100 milliseconds. A call asks the clock three times. At steps of 10 they begin at 10, 40, 70, and at 100 no time is left;
    at 60 the first begins at 60, the next at 240; at 120 none begins; on a clock that is set back all do."""
    paid = RunBudget(Limits(max_seconds=0.1).cap(), Ticking(step), FREE)
    search = MeteredSearch(web(lexicon), paid)
    for _ in range(answered):
        assert run(search.search(query("Paris"), 5))
    if answered < 9:
        with pytest.raises(BudgetSpent, match="the limit on seconds"):
            run(search.search(query("Paris"), 5))


def test_slots_are_kept_for_the_judge_and_for_nobody_who_is_not_there(lexicon: Lexicon) -> None:
    """Three calls: one is kept for the judge; so two searches and a judgement. Where nobody judges, all three are searches."""
    paid = run_budget(Prices(spend=SpendDials()), max_calls=3)
    ports = calls(lexicon, paid)
    for _ in range(2):
        run(ports[4]())
    with pytest.raises(BudgetSpent):
        run(ports[4]())
    assert run(ports[1]())
    assert paid.account.spent.calls == 3
    alone = run_budget(Prices(spend=SpendDials(), roles=frozenset({Role.SEARCH})), max_calls=3)
    for _ in range(3):
        assert run(calls(lexicon, alone)[4]())


def test_more_things_than_go_in_one_call_make_several_calls(lexicon: Lexicon) -> None:
    """Seven texts, three in a call: three calls, each with its price, and seven items."""
    tariff = Tariff(Role.RERANK, Amount(money_micros=10), Amount(tokens=5), items_per_call=3)
    paid = run_budget(replace(FREE, tariffs=(tariff,)))
    run(MeteredRelevance(WordRelevance(lexicon), paid).score("Paris", ["a"] * 7))
    assert paid.account.spent == Amount(calls=3, tokens=35, money_micros=30)


def test_no_order_of_calls_at_once_passes_a_limit(lexicon: Lexicon) -> None:
    """Real ports, many at a time, some failing, limits by chance: at no moment is more spent and promised than the cap."""
    random = Random(7)
    for _ in range(150):
        paid = _watched(random)
        ports = calls(lexicon, paid)
        ports.append(partial(MeteredSearch(Failing(), paid).search, query("Paris"), 5))
        answers = run(_at_once(random.choices(ports, k=random.randint(1, 12))))
        refused = sum(isinstance(answer, BudgetSpent) for answer in answers)
        assert refused == len(paid.account.degraded)
        assert {type(answer) for answer in answers if isinstance(answer, Exception)} <= {BudgetSpent, SourceUnavailable}
        assert (paid.account.promised, paid.account.overruns) == ((), ())


async def _at_once(made: Sequence[Callable[[], Awaitable[object]]]) -> Sequence[object]:
    return await asyncio.gather(*(call() for call in made), return_exceptions=True)


class Watched(RunBudget):
    """A purse that checks itself whenever its account changes."""

    def __setattr__(self, name: str, value: Any) -> None:
        if name == "account":
            pairs = zip(spend.committed(value).parts(), value.cap.parts(), strict=True)
            assert all(used <= cap for used, cap in pairs)
        super().__setattr__(name, value)


def _watched(random: Random) -> RunBudget:
    def some(*choices: int) -> int | None:
        return random.choice(choices) if random.random() < 0.5 else None

    limits = Limits(
        max_cost=random.choice((None, 0.00001, 0.00003)),
        max_pages=some(0, 1, 2),
        max_calls=some(0, 1, 3, 6),
        max_tokens=some(0, 10, 40),
        max_bytes=some(0, 200_000, 400_000),
    )
    tariffs = tuple(
        Tariff(role, Amount(money_micros=random.choice((0, 3))), Amount(tokens=random.choice((0, 7))), random.choice((0, 1)))
        for role in PORTS.values()
    )
    return Watched(limits.cap(), CLOCK, Prices(tariffs=tariffs))


def test_a_lost_answer_is_charged_and_a_settled_one_is_not_charged_twice() -> None:
    """A run breaks off before a search is settled: its promise is on the tape alone, and the next run has spent it."""
    tape, blobs = Mortal(), MemoryBlobs()
    prices = priced(Role.SEARCH, money_micros=7)

    def search() -> tuple[RunBudget, MeteredSearch]:
        begun = RunBudget(Limits(max_cost=0.00002).cap(), CLOCK, prices, (tape, blobs))
        return begun, MeteredSearch(Failing(), begun)

    with pytest.raises(SourceUnavailable):
        run(search()[1].search(query("Paris"), 5))  # promised and settled
    tape.lives = 1
    with pytest.raises(Killed):
        run(search()[1].search(query("Paris"), 5))  # promised
    third, again = search()
    with pytest.raises(BudgetSpent, match="the limit on cost"):  # 7 settled, 7 lost, 7 wanted: 21 of 20
        run(again.search(query("Paris"), 5))
    assert third.account.spent == Amount(calls=2, money_micros=14)
    assert [taped.port for taped in run(tape.entries())] == [NOTES] * 3


class Killed(BaseException):
    """The end of a process."""


class Mortal(MemoryTape):
    """A tape whose process ends after so many more notes."""

    lives = 9

    async def commit(self, taped: Taped) -> None:
        if self.lives == 0:
            raise Killed
        self.lives -= 1
        await super().commit(taped)


def test_a_refusal_is_on_the_tape_and_replays_without_a_meter() -> None:
    """A refusal that the clock decided is met again by a replay that has neither meter nor clock."""
    tape, blobs = MemoryTape(), MemoryBlobs()
    late = RunBudget(Limits(max_seconds=0.1).cap(), Ticking(120), FREE)
    recorded: Any = tapes.record(MeteredSearch(Failing(), late), WebSearch, "search", tapes.RecordedAnswers(tape, blobs))
    with pytest.raises(BudgetSpent) as refused:
        run(recorded.search(query("Paris"), 5))
    played: Any = tapes.play(WebSearch, "search", run(tape.entries()), blobs)
    with pytest.raises(BudgetSpent) as again:
        run(played.search(query("Paris"), 5))
    assert str(again.value) == str(refused.value)


def test_a_run_that_is_halted_makes_no_further_call_and_waits_for_none() -> None:
    """A search of ten seconds is left at once, and is charged; the next is not made."""
    paid = run_budget(priced(Role.SEARCH, money_micros=7))
    halt = paid.halt()

    async def pressed() -> None:
        asyncio.get_running_loop().call_later(0.05, halt)
        await MeteredSearch(Failing(10.0), paid).search(query("Paris"), 5)

    began = time.monotonic()
    with pytest.raises(BudgetSpent, match="search: ended by you"):
        run(pressed())
    assert time.monotonic() - began < 5
    assert paid.account.spent == Amount(calls=1, money_micros=7)
    with pytest.raises(BudgetSpent, match="ended by you"):
        run(MeteredSearch(Failing(), paid).search(query("Paris"), 5))
    assert paid.account.spent.calls == 1
