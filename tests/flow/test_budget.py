"""Runs behind a meter: never over a limit, never above the estimate, partial when a limit ends them, and the same on replay."""

import asyncio
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import pytest

from tests.flow import random_runs, spenders
from tests.flow.random_runs import DAY, RandomRun
from tests.flow.spenders import Spender
from tests.flow.test_claim import AGREE, DECISIVE, LAKE, _is_lawful, library, told
from veracious import wiring
from veracious.adapters.memory.relevance import WordRelevance
from veracious.adapters.memory.search import MemoryWeb
from veracious.domain.budget import Amount, Estimate, Limits, Role, RunResources, Tariff
from veracious.domain.claim import Reading
from veracious.domain.errors import SourceUnavailable
from veracious.domain.evidence import Candidate, Query
from veracious.domain.record import NOTES, Record
from veracious.domain.report import Report
from veracious.domain.verdict import Outcome, Verdict
from veracious.flow import claim, estimate, record, replay
from veracious.rules import digest
from veracious.rules.reading import intake
from veracious.rules.seeking import queries

RUNS = 1_000
MARK = "limit of this run"


def verify(world: RandomRun) -> Report:
    return asyncio.run(claim.verify(world.text, DAY, world.run))


def estimated(given: Spender, limits: Limits) -> Estimate:
    run = given.world.run
    reading = intake.read(given.world.text, DAY, run.lexicon, run.dials.reading)
    assert isinstance(reading, Reading)
    return estimate.estimate(reading, estimate.means_of(given.tools, given.tariffs), limits, run.dials, run.lexicon)


def kept(given: Spender, report: Report) -> Record:
    async def whole() -> Record:
        run, request = given.world.run, record.Request(given.world.text, DAY)
        decided = record.body(request, report, run, await given.world.tape.entries(), ())
        return await record.keep(decided, run, "workspace", run.tools.clock.now())

    return asyncio.run(whole())


def replayed(given: Spender, of: Record) -> None:
    """Run again on the tape alone, without any meter; raises unless the bytes are the same."""
    run = given.world.run
    asyncio.run(replay.replay(of, replace(run, tools=wiring.played(run.tools, of.body.tape))))


def within(amount: Amount, most: Amount) -> bool:
    return all(part <= cap for part, cap in zip(amount.parts(), most.parts(), strict=True))


@pytest.mark.long
def test_in_a_thousand_runs_the_estimate_is_never_below_the_actual() -> None:
    _holds_in(range(RUNS))


def test_in_a_few_runs_the_estimate_is_never_below_the_actual() -> None:
    _holds_in(range(RUNS, RUNS + 60))


def _holds_in(seeds: range) -> None:
    """In every run: no limit passed, no estimate passed, no call above its worst case; partial exactly when something was refused."""
    ended: Counter[str] = Counter()
    for seed in seeds:
        given = spenders.spender(seed)
        report = verify(given.world)
        ended[report.outcome] += 1
        _is_within(given)
        _is_honest(report)
        if report.outcome is Outcome.PARTIAL or seed % 5 == 0:
            replayed(given, kept(given, report))
    assert min(ended[Outcome.PARTIAL], ended[Outcome.COMPLETED], ended[Outcome.COMPLETED_FROM_CACHE]) > 0
    assert ended[Outcome.FAILED] == 0


def _is_within(given: Spender) -> None:
    spent, bound = given.run_budget.account.spent, estimated(given, given.limits)
    assert given.run_budget.account.overruns == ()
    assert given.run_budget.account.promised == ()
    counted = replace(spent, milliseconds=0)
    assert within(counted, given.limits.cap())
    assert within(counted, bound.worst)
    assert within(spent, estimated(given, Limits()).worst)  # time by this world's clock, which a limit cannot hold back within a call


def _is_honest(report: Report) -> None:
    if report.outcome is Outcome.REFUSED:
        return
    assert report.judged is not None
    assert (report.outcome is Outcome.PARTIAL) == bool(report.judged.refused) == (report.stop == "budget")
    assert set(report.judged.refused) <= set(report.judged.degraded)
    if report.outcome is Outcome.PARTIAL:
        assert Verdict.NOT_ENOUGH_EVIDENCE not in {report.verdict, *(part.verdict for part in report.sub_results)}
        assert report.cause if report.verdict is None else not report.cause
    if report.verdict in DECISIVE:
        assert _is_lawful(report)
        assert report.citations


def metered(world: RandomRun, **limits: float) -> Spender:
    """A world of bare tools behind a purse with these limits and its tape."""
    allowed = Limits(**limits)  # type: ignore[arg-type]
    tools = world.run.tools
    run_budget = wiring.run_budget(allowed, tools, world.run.dials)
    through = wiring.recorded(wiring.metered(tools, run_budget), world.tape)
    return Spender(replace(world, run=replace(world.run, tools=through)), tools, run_budget, (), allowed)


def test_without_limits_the_meter_changes_nothing() -> None:
    for seed in range(12):
        bare, given = random_runs.world(seed), metered(random_runs.bare(seed))
        assert digest.canonical(verify(given.world)) == digest.canonical(verify(bare))
        assert given.run_budget.account.spent.calls > 0


def test_a_judge_that_may_not_be_asked_gives_no_verdict_and_what_was_found() -> None:
    """No call is left: the slot kept for the judge is all there is, so nothing is searched; with none at all, nothing is done."""
    given = metered(library(*AGREE), max_calls=0)
    report = verify(given.world)
    assert (report.outcome, report.verdict, report.stop) == (Outcome.PARTIAL, None, "budget")
    assert MARK in report.cause
    assert "the limit on calls" in report.cause
    assert report.judged is not None
    assert (report.judged.weighed, report.judged.admitted) == ((), ())
    assert report.missing == (LAKE,)


def test_time_that_ends_before_the_judge_leaves_the_evidence_unjudged() -> None:
    """The clock stands at 900 of 1,000 milliseconds when the stores have answered, and at 1,000 when the judge is to be asked."""
    world, clock = library(*AGREE), spenders.WornClock()

    class Late:
        def __init__(self, port: object) -> None:
            self._port = port

        async def find(self, query: Query, limit: int) -> Sequence[Candidate]:
            found: Sequence[Candidate] = await self._port.find(query, limit)  # type: ignore[attr-defined]
            clock.milliseconds = 1000.0 if query.form == "debunk" else 900.0
            return found

    tools = replace(world.run.tools, clock=clock, finders=(Late(world.run.tools.finders[0]),))
    given = metered(replace(world, run=replace(world.run, tools=tools)), max_seconds=1)
    report = verify(given.world)
    assert (report.outcome, report.verdict) == (Outcome.PARTIAL, None)
    assert report.judged is not None
    assert report.judged.admitted
    assert report.judged.unjudged == sum(entry.admissible_for_trust for entry in report.judged.admitted) > 0
    assert any("judge: the limit on seconds" in mark for mark in report.judged.degraded)
    replayed(given, kept(given, report))


def test_what_is_known_when_a_limit_ends_the_search_stands() -> None:
    """Old evidence supports the claim and the web is asked for newer: no page may be read, so what was decided before stays."""
    old = tuple(replace(one, published=DAY.replace(year=2001)) for one in AGREE)
    pages = {str(one.url): one for one in (told(9, f"{LAKE} A new survey says so."), told(8, f"{LAKE} So do the charts."))}
    web = MemoryWeb(pages, wiring.lexicon())
    world = random_runs.with_tools(library(*old), search=web, door=web)
    given = metered(world, max_pages=1)
    report = verify(given.world)
    assert (report.outcome, report.verdict, report.stop) == (Outcome.PARTIAL, Verdict.SUPPORTED, "budget")
    assert web.calls["read"] == 1
    assert dict(report.skipped)["budget"] == 1
    assert report.judged is not None
    assert any("door: the limit on pages" in mark for mark in report.judged.refused)
    assert any(piece.domain in ("n8.example", "n9.example") for piece in report.judged.weighed)  # the page that was read counts
    replayed(given, kept(given, report))


def dated() -> tuple[RandomRun, MemoryWeb]:
    """Old evidence that supports the claim, and a page on the web that denies it."""
    old = tuple(replace(one, published=DAY.replace(year=2001)) for one in AGREE)
    web = MemoryWeb({str(one.url): one for one in (told(9, f"It is false that {LAKE} Maps show less."),)}, wiring.lexicon())
    return random_runs.with_tools(library(*old), search=web, door=web), web


def test_a_look_that_was_cut_short_does_not_replace_a_whole_one() -> None:
    """Calls for one look, a search, a page and two more: of the second look two queries are made, and the first look stands."""
    world, web = dated()
    reading = intake.read(world.text, DAY, world.run.lexicon, world.run.dials.reading)
    assert isinstance(reading, Reading)
    look = len(queries.forms(reading, world.run.lexicon, world.run.dials.seeking.queries)) + 1
    given = metered(world, max_calls=look + 4)
    report = verify(given.world)
    assert given.run_budget.account.spent.calls == look + 4
    assert (web.calls["search"], web.calls["read"]) == (1, 1)
    assert (report.outcome, report.verdict, report.stop) == (Outcome.PARTIAL, Verdict.SUPPORTED, "budget")
    assert len(report.executed) == 1
    assert report.judged is not None
    assert any("finder 0: the limit on calls" in mark for mark in report.judged.refused)
    assert {piece.domain for piece in report.judged.weighed} == {one.source.domain for one in AGREE}


def test_a_relevance_model_that_may_not_be_asked_is_a_mark_and_not_the_end() -> None:
    """Its texts would cost too much; the judge is free."""
    world = random_runs.choosing(library(*AGREE))
    tools = replace(world.run.tools, relevance=WordRelevance(world.run.lexicon))
    tariffs = (Tariff(Role.RERANK, item=Amount(money_micros=1)),)
    run_budget = wiring.run_budget(Limits(max_cost=0), tools, world.run.dials, tariffs)
    report = verify(replace(world, run=replace(world.run, tools=wiring.metered(tools, run_budget))))
    assert (report.outcome, report.verdict) == (Outcome.COMPLETED, Verdict.SUPPORTED)
    assert report.judged is not None
    assert report.judged.refused == ()
    assert any("relevance: the limit on cost" in mark for mark in report.judged.degraded)


def test_a_dead_store_is_a_failure_whatever_the_budget_says() -> None:
    class Dead:
        async def find(self, query: Query, limit: int) -> Sequence[Candidate]:
            raise SourceUnavailable("the store is down")

    given = metered(random_runs.with_tools(library(*AGREE), finders=(Dead(),)), max_calls=2)
    report = verify(given.world)
    assert (report.outcome, report.verdict) == (Outcome.FAILED, None)
    assert "the store is down" in report.cause


def test_a_run_that_starts_again_has_spent_what_it_spent() -> None:
    """The same tape under a new purse: the search and the page are paid once and still count; no note is in the record."""
    web = MemoryWeb({str(one.url): one for one in (told(9, f"{LAKE} A new survey says so."),)}, wiring.lexicon())
    world = random_runs.with_tools(library(), search=web, door=web)
    first = _again(world, Limits(max_pages=1))
    report = verify(first.world)
    assert first.run_budget.account.spent.pages == 1
    second = _again(world, Limits(max_pages=1))
    assert digest.canonical(verify(second.world)) == digest.canonical(report)
    assert web.calls["read"] == 1
    asyncio.run(second.run_budget.pay("other", Role.QUERY, 1, _nothing))
    assert second.run_budget.account.spent.pages == 1
    entries = asyncio.run(world.tape.entries())
    assert any(taped.port == NOTES for taped in entries)
    assert all(taped.port != NOTES for taped in kept(first, report).body.tape)


async def _nothing() -> None:
    return None


def _again(world: RandomRun, limits: Limits) -> Spender:
    tools = world.run.tools
    run_budget = wiring.run_budget(limits, tools, world.run.dials, (), world.tape)
    through = wiring.recorded(wiring.metered(tools, run_budget), world.tape)
    return Spender(replace(world, run=replace(world.run, tools=through)), tools, run_budget, (), limits)


def test_a_model_that_splits_may_make_more_of_a_claim() -> None:
    """One part and its queries by the rules; with a splitter up to five parts, eight queries, four searches a part, one call more."""
    run = random_runs.bare(0).run
    reading = intake.read(LAKE, DAY, run.lexicon, run.dials.reading)
    assert isinstance(reading, Reading)
    plain = estimate.demand(reading, RunResources(1, web=True), run.dials, run.lexicon)
    split = estimate.demand(reading, RunResources(1, web=True, splitter=True), run.dials, run.lexicon)
    assert (plain.parts, plain.splits, plain.queries) == (1, 0, len(queries.forms(reading, run.lexicon, run.dials.seeking.queries)))
    assert (split.parts, split.splits, split.queries, split.rounds) == (5, 1, 8, 20)  # the fourth for a part is the last allowed
    assert estimate.demand(reading, RunResources(1), run.dials, run.lexicon).rounds == 0
