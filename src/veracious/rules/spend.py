"""May the run go on: every outside call asks here first, with the most it could cost.

A call is admitted only if its worst case fits beside what was spent, what other calls were promised, and the slots kept for the calls a
verdict cannot do without. So a budget cannot be passed as long as a call keeps to its worst case; one that does not is named in `overruns`.

What a call could cost at most is said by `worst` alone: the meter asks it for each call, `forecast` for all calls of a run.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, fields, replace
from math import ceil

from veracious.domain.budget import Account, Amount, ArticleDemand, Ask, Degraded, Demand, Estimate, Planned, Role, Tariff
from veracious.domain.errors import InputError

Calls = tuple[Role, int, int]  # of a role: how often, and with how many things in each
RESOURCES = tuple(field.name for field in fields(Amount))


@dataclass(frozen=True, slots=True)
class SpendDials:
    """Slots that calls of other roles may not use."""

    reserved_verdict_calls: int = 1  # calls kept for judging stances and deciding; 0–5; seed B keeps slots, the number is a guess


@dataclass(frozen=True, slots=True)
class StopDials:
    """When the search of the open web ends before its queries do."""

    queries_at_most: int = 4  # searches for each part of a claim; 1–12; seed B caps them without a number, seed E §5.1 makes 2–4
    relaxed_after: int = 2  # searches after which the relaxed gate is enough to stop; 1–4; seed B names the stop, a guess
    relaxed_decided: bool = True  # whether that stop also asks for a verdict; true or false; without, 5 claims of 12 end undecided
    monopoly_share: float = 0.8  # share of the evidence on a comparison that one domain may hold; 0.5–1; seed B names the stop, a guess
    monopoly_after: int = 2  # searches after which that ends the search; 1–4; a guess


@dataclass(frozen=True, slots=True)
class Progress:
    """How far the search of the open web has come."""

    executed: int  # searches made
    left: bool  # whether a query not yet made is left
    sufficient: bool
    relaxed: bool  # whether the relaxed gate would pass
    comparative: bool  # whether the claim compares
    largest_share: float  # of the evidence that takes a side, what one domain holds
    worth_it: bool = True  # whether the next search may settle enough
    parts: int = 1  # of the claim
    decided: bool = True  # whether there is a verdict, if perhaps not enough for it to rest on


def stop(progress: Progress, dials: StopDials) -> str:
    """The name of the rule that ends the search; empty while it may go on. An early stop may miss a late refutation: so it is named.

    Formula: End of the search. From B (corrective loop budget).

        the first of: sufficient, and a verdict is reached; no query left; the next search is not worth it;
        searches ≥ queries_at_most × parts;
        the relaxed gate passes and searches ≥ relaxed_after, and, with relaxed_decided, a verdict is reached;
        a comparison, one domain holds ≥ monopoly_share of what takes a side, and searches ≥ monopoly_after

    Dials: queries_at_most, relaxed_after, relaxed_decided, monopoly_share, monopoly_after of StopDials.
    """
    rules = (
        ("sufficient", progress.sufficient),
        ("queries_exhausted", not progress.left),
        ("little_value", not progress.worth_it),
        ("query_budget", progress.executed >= dials.queries_at_most * progress.parts),
        ("confidence_mode", _is_relaxed(progress, dials)),
        ("comparative_monopoly", _is_monopoly(progress, dials)),
    )
    return next((name for name, holds in rules if holds), "")


def _is_relaxed(progress: Progress, dials: StopDials) -> bool:
    """The relaxed gate passes: more searches bring more of the same, unless nothing is decided yet."""
    return progress.relaxed and progress.executed >= dials.relaxed_after and (progress.decided or not dials.relaxed_decided)


def _is_monopoly(progress: Progress, dials: StopDials) -> bool:
    """One domain holds nearly all that was found on a comparison: more searches bring more of the same."""
    held = progress.largest_share >= dials.monopoly_share
    return progress.comparative and held and progress.executed >= dials.monopoly_after


@dataclass(frozen=True, slots=True)
class Admission:
    """The account after asking, and the mark left if the call may not be made."""

    account: Account
    refused: Degraded | None


def open_account(cap: Amount) -> Account:
    """A fresh account with this cap."""
    return Account(cap=cap)


def admit(account: Account, ask: Ask, dials: SpendDials) -> Admission:
    """Promise the call its worst case, or leave a degraded mark that names the resource it lacked.

    Formula: Admission of a call. From B (LLM quota hardening).

        admitted if, for every resource, spent + promised + worst case + kept ≤ cap
        kept calls = max(0, reserved_verdict_calls − judges' calls admitted)      unless the call is one
        where nobody judges, nothing is kept for it
        time is measured: a call finds at least a millisecond left, and is waited for until none is

    Dials: reserved_verdict_calls of SpendDials.
    """
    if any(promise.id == ask.id for promise in account.promised):
        raise InputError(f"the call {ask.id!r} is already under way")
    lacking = _lacking(account, ask, dials)
    if lacking is None:
        admitted = (*account.admitted, *[ask.role] * ask.worst.calls) if ask.role in _VERDICT else account.admitted
        return Admission(replace(account, promised=(*account.promised, ask), admitted=admitted), refused=None)
    mark = Degraded(ask=ask.id, role=ask.role, lacking=lacking)
    return Admission(replace(account, degraded=(*account.degraded, mark)), refused=mark)


def settle(account: Account, ask_id: str, actual: Amount) -> Account:
    """Replace the promise by what the call did cost. A lost answer is settled at its worst case by the caller."""
    ask = next((promise for promise in account.promised if promise.id == ask_id), None)
    if ask is None:
        raise InputError(f"no call {ask_id!r} is under way")
    over = any(cost > most for cost, most in zip(actual.parts(), ask.worst.parts(), strict=True))
    return replace(
        account,
        spent=account.spent.plus(actual),
        promised=tuple(promise for promise in account.promised if promise.id != ask_id),
        overruns=(*account.overruns, ask_id) if over else account.overruns,
    )


def committed(account: Account) -> Amount:
    """What is spent or promised."""
    total = account.spent
    for promise in account.promised:
        total = total.plus(promise.worst)
    return total


def clocked(account: Account, milliseconds: int) -> Account:
    """The account at a moment of its run. Time passes for all calls at once, so it is measured and not added up; it never runs back."""
    return replace(account, spent=replace(account.spent, milliseconds=max(account.spent.milliseconds, milliseconds)))


def reserved(roles: frozenset[Role], dials: SpendDials) -> SpendDials:
    """The slots of a run whose calls are of these roles: none is kept for a call that nobody would make."""
    return dials if roles & _VERDICT else replace(dials, reserved_verdict_calls=0)


def _lacking(account: Account, ask: Ask, dials: SpendDials) -> str | None:
    wanted = committed(account).plus(ask.worst).plus(Amount(calls=_kept_for_others(account, ask.role, dials)))
    measured = zip(RESOURCES, wanted.parts(), account.cap.parts(), strict=True)
    return next((name for name, amount, most in measured if amount > most), None)


_VERDICT = frozenset({Role.STANCE, Role.SECOND, Role.LEDGER})  # a judge's answers are what a verdict is made of


def _kept_for_others(account: Account, role: Role, dials: SpendDials) -> int:
    """The call slots that critical roles have not used yet and any other must leave free."""
    return 0 if role in _VERDICT else max(0, dials.reserved_verdict_calls - len(account.admitted))


@dataclass(frozen=True, slots=True)
class PaceDials:
    """How long the parts of a run take, in milliseconds: forecasts, no limits."""

    find_ms: float = 60.0  # one query in one store, its vector made on the way; 5–500; 42 for the vector on two cores, the rest a guess
    piece_ms: float = 4.0  # to fuse, rank and admit a piece of evidence; 1–20; a guess below the 7 measured once on busy cores
    pair_ms: float = 13.2  # the judge on one pair; 5–500; measured on two cores: 76 pairs a second with one thread, 117 with two
    text_ms: float = 13.2  # the relevance model on one text; 5–500; a model of the judge's size
    passage_ms: float = 41.7  # a passage of a page made into a vector; 10–200; measured on two cores: 24 a second, 47 with two threads
    page_ms: float = 1500.0  # a page fetched and read; 200–20000; a guess
    search_ms: float = 1000.0  # one search of the web; 100–10000; a guess
    split_ms: float = 2000.0  # a question to a language model; 100–30000; a guess
    slow: float = 5.0  # how many times longer all this takes at worst; 2–20; a guess: one run at load 7 took 4.1 times its forecast


@dataclass(frozen=True, slots=True)
class ExpectDials:
    """How much of what a run may ask for it is expected to ask for; the sizes of pages."""

    found: float = 0.1  # of the pieces that could be found, those that are, none counted twice; 0.02–1; a guess
    judged: float = 0.6  # of the pairs that could be judged, those that are; 0.2–1; a guess
    rounds: int = 2  # searches of the web; 0–4; a guess
    pages: int = 3  # pages read of a search; 1–5; a guess
    page_bytes: int = 6_000  # text of a page; 1,000–50,000; a guess
    page_bytes_at_most: int = 200_000  # the same at most: what a door promises to keep to; 50,000–2,000,000; a guess
    checked_pairs: int = 60  # sentences of a model's explanation beside what they cite; 20–60; twelve with five each is the most it may say
    passage_bytes: int = 400  # of a page's text for each of its passages; 200–1,000; 512 characters less 100 of overlap


@dataclass(frozen=True, slots=True)
class ForecastDials:
    """The groups of forecasts."""

    pace: PaceDials = field(default_factory=PaceDials)
    expect: ExpectDials = field(default_factory=ExpectDials)


def worst(role: Role, items: int, tariffs: Sequence[Tariff], dials: ForecastDials) -> Amount:
    """The most that one ask of a role with so many things in it takes.

    Formula: What a call takes at most. From ours.

        calls = ⌈items / items a call may have⌉, at least 1; 1 where any number goes in one call
        tokens, money = calls × (price of a call) + items × (price of an item)
        pages = items, bytes = items × page_bytes_at_most                     for pages alone
        milliseconds = ⌈slow × (calls × call_ms + items × item_ms)⌉

                    call_ms      item_ms
        find        find_ms      piece_ms                                     items: pieces asked for
        relevance   0            text_ms
        judge       0            pair_ms
        split       split_ms     0                                            every question to a language model
        search      search_ms    0
        page        0            page_ms + page_bytes_at_most / passage_bytes × passage_ms

    Dials: find_ms, piece_ms, pair_ms, text_ms, passage_ms, page_ms, search_ms, split_ms, slow of PaceDials; page_bytes_at_most,
    passage_bytes of ExpectDials.
    """
    return _price(role, items, tariffs, dials.expect.page_bytes_at_most, dials)


def usual(role: Role, items: int, tariffs: Sequence[Tariff], dials: ForecastDials) -> Amount:
    """What the same is expected to take: at the usual pace, with pages of the usual size; money and tokens as at worst.

    Formula: What a call is expected to take. From ours.

        as at most, with slow = 1 and page_bytes in place of the most bytes of a page

    Dials: page_bytes of ExpectDials.
    """
    slow = replace(dials, pace=replace(dials.pace, slow=1.0))
    return _price(role, items, tariffs, dials.expect.page_bytes, slow)


def _price(role: Role, items: int, tariffs: Sequence[Tariff], page_bytes: int, dials: ForecastDials) -> Amount:
    tariff = next((one for one in tariffs if one.role is role), Tariff(role))
    calls = max(1, ceil(items / tariff.items_per_call)) if tariff.items_per_call else 1
    pages = items if role is Role.FETCH else 0
    milliseconds = ceil(dials.pace.slow * _lasts(role, calls, items, page_bytes, dials))
    own = Amount(calls=calls, pages=pages, bytes=pages * page_bytes, milliseconds=milliseconds)
    return own.plus(tariff.call.times(calls)).plus(tariff.item.times(items))


def _lasts(role: Role, calls: int, items: int, page_bytes: int, dials: ForecastDials) -> float:
    """Milliseconds: so many for each call, and so many for each thing in it."""
    pace, passages = dials.pace, page_bytes / dials.expect.passage_bytes
    each = {
        Role.QUERY: (pace.find_ms, pace.piece_ms),
        **dict.fromkeys((Role.STANCE, Role.CHECK), (0.0, pace.pair_ms)),
        Role.RERANK: (0.0, pace.text_ms),
        **dict.fromkeys((Role.SEARCH, Role.REVIEWS), (pace.search_ms, 0.0)),
        **dict.fromkeys((Role.SPLIT, Role.SECOND, Role.EXPLANATION, Role.SUMMARY), (pace.split_ms, 0.0)),
        Role.FETCH: (0.0, pace.page_ms + passages * pace.passage_ms),
    }
    call_ms, item_ms = each.get(role, (0.0, 0.0))
    return calls * call_ms + items * item_ms


def expect(most: Demand, dials: ExpectDials) -> Demand:
    """What a run that may ask for this much is expected to ask for.

    Formula: What a run is expected to ask for. From ours.

        found' = ⌈found × found of the run⌉, judged' = ⌈judged × judged of the run⌉
        doubted' = ⌈judged × doubted of the run⌉, checked' = ⌈found × checked of the run⌉
        rounds' = min(rounds, rounds of the run), pages' = min(pages, pages of the run)
        requests' = min(requests, 1 + pages') with searches of the web, else 1

    Dials: found, judged, rounds, pages of ExpectDials.
    """
    return replace(
        most,
        found=ceil(most.found * dials.found),
        judged=ceil(most.judged * dials.judged),
        doubted=ceil(most.doubted * dials.judged),
        checked=ceil(most.checked * dials.found),
        rounds=min(most.rounds, dials.rounds),
        pages=min(most.pages, dials.pages),
        looks=max(1, ceil(most.looks * min(most.pages, dials.pages) / max(1, most.pages))),
        requests=min(most.requests, 1 + min(most.pages, dials.pages)) if most.rounds else 1,
    )


def plan(demand: Demand) -> tuple[Calls, ...]:
    """Every call of a run by its role, how often, and with how many things in each: one look, and one more after each search.

    Formula: The calls of a run. From ours.

        looks = 1 + rounds
        split      1 if a model splits the claim
        find       looks × queries × finders, each for `found` pieces
        relevance  looks if there is such a model, each with kept' = min(queries × finders × found, kept) texts
        judge      looks, each with parts × min(kept', judged) pairs
        search     rounds
        page       rounds × pages
        second     looks × requests if there is a second judge, each with ⌈doubted / requests⌉ pairs
        explain    1 if a model explains, and once the judge with checked_pairs of its sentences and what they cite

    Dials: checked_pairs of ExpectDials.
    """
    looks, pooled = 1 + demand.reviews + demand.rounds * demand.looks, demand.queries * demand.finders * demand.found
    kept = min(pooled, demand.kept)
    pairs = demand.parts * min(kept, demand.judged)
    lines = (
        (Role.SPLIT, demand.splits, 1),
        (Role.QUERY, looks * demand.queries * demand.finders, demand.found),
        (Role.RERANK, looks if demand.reranks and kept else 0, kept),
        (Role.STANCE, looks if pairs else 0, pairs),
        (Role.SECOND, looks * demand.requests if demand.doubted else 0, ceil(demand.doubted / demand.requests)),
        (Role.REVIEWS, demand.reviews, 1),
        (Role.STANCE, demand.reviews if demand.compared else 0, demand.compared),
        (Role.SEARCH, demand.rounds * demand.tries, 1),
        (Role.FETCH, demand.rounds * demand.pages, 1),
        (Role.SUMMARY if demand.parts > 1 else Role.EXPLANATION, demand.tells, 1),
        (Role.CHECK, demand.tells, demand.checked),
    )
    return tuple(line for line in lines if line[1])


def forecast(most: Demand, tariffs: Sequence[Tariff], cap: Amount, dials: ForecastDials, usual_tariffs: Sequence[Tariff] = ()) -> Estimate:
    """What a run is expected to take, and what it takes at most: no more than its cap, since no call beyond that is made.

    Formula: What a run takes. From SPEC §8.

        expected = min(cap, Σ expected amounts of the calls that are expected)
        worst = min(cap, Σ most amounts of all calls there can be)             for each resource
    """
    usual_calls, most_calls = plan(expect(most, dials.expect)), plan(most)
    return _forecast(usual_calls, most_calls, (usual_tariffs or tariffs, tariffs), cap, dials)


def plan_article(demand: ArticleDemand) -> tuple[Calls, ...]:
    """Every call of an analysis by its role, how often, and with how many things in each.

    Formula: The calls of an analysis. From ours.

        outline    1 if a model reads the skeleton
        search     searches × providers that may be asked
        page       pages
        the calls of one look and of what is told of it, each looks times
    """
    own = ((Role.SKELETON, demand.outlines, 1), (Role.SEARCH, demand.searches * demand.tries, 1), (Role.FETCH, demand.pages, 1))
    looked = tuple((role, times * demand.looks, items) for role, times, items in plan(demand.look))
    return tuple(line for line in (*own, *looked) if line[1])


def forecast_article(
    usual: ArticleDemand,
    most: ArticleDemand,
    tariffs: Sequence[Tariff],
    cap: Amount,
    dials: ForecastDials,
    usual_tariffs: Sequence[Tariff] = (),
) -> Estimate:
    """What an analysis is expected to take, and what it takes at most: no more than its cap."""
    expected = replace(usual, look=expect(usual.look, dials.expect))
    return _forecast(plan_article(expected), plan_article(most), (usual_tariffs or tariffs, tariffs), cap, dials)


def _forecast(
    usual: Sequence[Calls], most: Sequence[Calls], tariffs: tuple[Sequence[Tariff], Sequence[Tariff]], cap: Amount, dials: ForecastDials
) -> Estimate:
    often = _planned(usual, tariffs[0], dials, at_worst=False)
    ever = _planned(most, tariffs[1], dials, at_worst=True)
    expected, most_of_all = _sum(often), _sum(ever)
    return Estimate(
        expected=expected.least(cap),
        worst=most_of_all.least(cap),
        usual=often,
        most=ever,
        short=_beyond(expected, cap),
        tight=_beyond(most_of_all, cap),
    )


def _planned(calls: Sequence[Calls], tariffs: Sequence[Tariff], dials: ForecastDials, at_worst: bool) -> tuple[Planned, ...]:
    price = worst if at_worst else usual
    return tuple(Planned(role, times, items, price(role, items, tariffs, dials).times(times)) for role, times, items in calls)


def _sum(planned: Sequence[Planned]) -> Amount:
    total = Amount()
    for one in planned:
        total = total.plus(one.amount)
    return total


def _beyond(amount: Amount, cap: Amount) -> tuple[str, ...]:
    measured = zip(RESOURCES, amount.parts(), cap.parts(), strict=True)
    return tuple(name for name, wanted, most in measured if wanted > most)
