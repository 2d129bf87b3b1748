"""An article from its text or address to a report: what is looked up, within which limits, and how it ends when something fails."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest

from tests.flow.articles import ADDRESS, PAGES, TEXT, World, page, web
from veracious import wiring
from veracious.adapters.memory.search import MemoryWeb
from veracious.app import records
from veracious.domain.article import ArticleReport, BudgetClass, Dimension
from veracious.domain.claim import Reason
from veracious.domain.errors import SourceUnavailable
from veracious.domain.evidence import Snapshot, Source, Tier
from veracious.domain.verdict import Outcome, Verdict
from veracious.rules.seeking import snapshots


def verdicts(report: ArticleReport) -> dict[str, Verdict | None]:
    """The verdict of each claim that was looked at."""
    return {one.claim: one.report.verdict for one in report.findings if one.report is not None}


def claims(report: ArticleReport) -> dict[str, str]:
    assert report.extraction is not None
    return {claim.id: claim.text for claim in report.extraction.claims}


def names(report: ArticleReport) -> list[str]:
    return [event.name for event in report.events]


def searching(*more: Snapshot, **asked: object) -> tuple[World, MemoryWeb]:
    """The article with a web about it."""
    found = web(*more)
    return World(tools={"search": found, "door": found}, asked=asked), found


# The whole way.


def test_what_the_web_says_decides_the_claims_of_an_article() -> None:
    world, _ = searching()
    report = world.run()
    assert (report.outcome, report.degraded) == (Outcome.COMPLETED, ())
    assert report.selection is not None
    assert report.extraction is not None
    assert set(report.selection.targets) <= set(claims(report))
    assert Verdict.SUPPORTED in verdicts(report).values()
    assert [one.claim for one in report.findings] == list(claims(report))
    assert [one.value is not None for one in report.scores if one.dimension is Dimension.VERACITY] == [True]


def test_each_stage_is_told_with_its_fields() -> None:
    world, _ = searching()
    report = world.run()
    told = names(report)
    assert told.index("urls_registered") < told.index("extract_batch_started") < told.index("extract_batch_finished")
    assert told.index("extract_batch_finished") < told.index("bind_completed")
    fields = {event.name: [name for name, _ in event.fields] for event in report.events}
    assert fields["urls_registered"] == ["stage", "count"]
    assert fields["extract_batch_started"] == ["batch_size"]
    assert fields["extract_batch_finished"] == ["success_count"]
    assert {"target_selection.bayesian_budget", "target_selection.completed"} <= set(told)
    assert {"search", "read", "compare"} <= {step.kind for step in world.told}


def test_a_claim_that_was_deferred_has_what_was_found_for_the_others_and_says_so() -> None:
    world, _ = searching(budget=BudgetClass.MINIMAL)
    report = world.run()
    assert report.selection is not None
    deferred = {one.claim for one in report.selection.deferred}
    assert deferred
    inherited = [one for one in report.findings if one.claim in deferred and one.report is not None]
    assert all(one.report.stop == "deferred" and not one.report.executed for one in inherited if one.report)
    assert Verdict.SUPPORTED in {one.report.verdict for one in inherited if one.report}


def test_bindings_name_pages_that_were_read_and_those_that_speak() -> None:
    world, found = searching()
    report = world.run()
    read = {str(page(number, text).url) for number, text in enumerate(PAGES)}
    assert [one.claim for one in report.bindings] == list(claims(report))
    assert any(one.audited for one in report.bindings)
    assert {url for one in report.bindings for url in one.audited} <= {url.split("://")[1] for url in read} | read
    assert found.calls["read"] <= len(read)


def test_with_claims_only_nothing_is_asked() -> None:
    world, found = searching(claims_only=True)
    report = world.run()
    assert (report.outcome, report.claims_only) == (Outcome.COMPLETED, True)
    assert claims(report)
    assert report.graph is not None
    assert len(report.worths) == len(claims(report))
    assert report.findings == ()
    assert not found.calls


def test_without_a_web_the_stores_decide() -> None:
    report = World(stored=[page(number, text) for number, text in enumerate(PAGES)]).run()
    assert report.outcome is Outcome.COMPLETED
    assert Verdict.SUPPORTED in verdicts(report).values()
    assert "urls_registered" not in names(report)


# An article is no witness for itself.


def test_the_articles_own_page_and_copies_of_it_are_no_evidence() -> None:
    copy = Snapshot(snapshots.name(TEXT), TEXT, Source("copies.example", 0.95), "https://copies.example/2026/01/the-same", "The same")
    own = replace(copy, url=ADDRESS, source=Source("halden-post.example", 0.95))
    found = MemoryWeb({str(one.url): one for one in (copy, own)}, wiring.lexicon())
    report = World(tools={"search": found, "door": found}, stored=[copy, own], asked={"url": ADDRESS}).run()
    assert report.outcome is Outcome.COMPLETED
    assert set(verdicts(report).values()) == {Verdict.NOT_ENOUGH_EVIDENCE}


def test_links_inside_an_article_have_a_budget_of_their_own() -> None:
    linked = [page(100 + number, f"Note {number} on rain and roads in the north.", "Weather") for number in range(8)]
    world, found = searching(*linked, links=tuple(str(one.url) for one in linked))
    report = world.run()
    registered = [dict(event.fields) for event in report.events if event.name == "urls_registered"]
    assert -1 in {one["stage"] for one in registered}
    plain, unlinked = searching(*linked)
    plain.run()
    assert 0 < found.calls["read"] - unlinked.calls["read"] <= world.dials.article.trackers.inline_pages
    assert found.calls["search"] == unlinked.calls["search"]


# By its address.


def test_an_article_is_read_from_its_address() -> None:
    own = Snapshot(snapshots.name(TEXT), TEXT, Source("halden-post.example", 0.9), ADDRESS, "Lune Bridge in Halden closed")
    found = web(own)
    report = World("", tools={"search": found, "door": found}, asked={"url": ADDRESS}).run()
    assert report.outcome is Outcome.COMPLETED
    assert report.article is not None
    assert (report.article.title, report.article.url) == (own.title, ADDRESS)
    assert ADDRESS not in {url for one in report.bindings for url in (*one.eligible, *one.audited)}


def test_a_page_that_cannot_be_read_is_a_failed_run() -> None:
    found = web()
    report = World("", tools={"search": found, "door": found}, asked={"url": ADDRESS}).run()
    assert (report.outcome, report.findings) == (Outcome.FAILED, ())
    assert ADDRESS in report.cause


# What is no article.


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", Reason.EMPTY),
        ("   \n", Reason.EMPTY),
        ("Hello! How are you?", Reason.NOT_A_STATEMENT),
        ("The bridge was closed. " * 5_000, Reason.TOO_LONG),
    ],
)
def test_what_cannot_be_analysed_is_refused_with_a_reason(text: str, reason: Reason) -> None:
    report = World(text).run()
    assert report.outcome is Outcome.REFUSED
    assert report.refusal is not None
    assert report.refusal.reason is reason


# What fails.


def test_a_search_that_fails_is_named_and_the_stores_decide() -> None:
    found = web()
    found.fail("search")
    report = World(tools={"search": found, "door": found}, stored=[page(number, text) for number, text in enumerate(PAGES)]).run()
    assert report.outcome is Outcome.COMPLETED
    assert any("search is down" in mark for mark in report.degraded)
    assert Verdict.SUPPORTED in verdicts(report).values()
    assert Verdict.REFUTED not in verdicts(report).values()


def test_pages_that_cannot_be_read_are_named_and_bound_to_nothing() -> None:
    found = web()
    found.fail("read")
    report = World(tools={"search": found, "door": found}).run()
    assert report.outcome is Outcome.COMPLETED
    assert any("read is down" in mark for mark in report.degraded)
    assert all(one.eligible == () for one in report.bindings)
    assert set(verdicts(report).values()) == {Verdict.NOT_ENOUGH_EVIDENCE}


class DeadJudge:
    """A judge that is not there."""

    async def judge(self, pairs: object) -> object:
        raise SourceUnavailable("the judge is down")


def test_without_a_judge_the_analysis_fails_and_finds_nothing() -> None:
    report = World(tools={"judge": DeadJudge()}, stored=[page(number, text) for number, text in enumerate(PAGES)]).run()
    assert (report.outcome, report.findings) == (Outcome.FAILED, ())
    assert "the judge is down" in report.cause


# The class of a source.


def told(stored: Sequence[Snapshot], on_the_web: bool) -> tuple[object, tuple[float | None, ...]]:
    """What an analysis says of what is true, and how well it is explained."""
    found = MemoryWeb({str(one.url): one for one in stored}, wiring.lexicon())
    report = World(tools={"search": found, "door": found}).run() if on_the_web else World(stored=stored).run()
    beliefs = tuple((one.claim, one.local, one.propagated, one.verdict_score) for one in report.findings)
    decided = tuple((one.claim, one.report.verdict, one.report.probability) for one in report.findings if one.report)
    scores = (*report.scores, *(score for one in report.findings for score in one.scores))
    explained = tuple(score.value for score in scores if score.dimension is Dimension.EXPLAINABILITY)
    others = tuple(score for score in scores if score.dimension is not Dimension.EXPLAINABILITY)
    return (decided, beliefs, others, report.verified_score, report.outcome), explained


@pytest.mark.parametrize("on_the_web", [False, True])
def test_the_class_of_a_source_bears_on_explainability_alone(on_the_web: bool) -> None:
    """The same pages, all of each class in turn, and mixed: no verdict, no belief and no veracity moves, and explainability does."""
    pages, random = [page(number, text) for number, text in enumerate(PAGES)], Random(31)
    mixes = [[tier] * len(pages) for tier in Tier] + [random.choices(tuple(Tier), k=len(pages)) for _ in range(15)]
    said = [
        told([replace(one, source=replace(one.source, tier=tier)) for one, tier in zip(pages, mix, strict=True)], on_the_web)
        for mix in mixes
    ]
    assert len({repr(truth) for truth, _ in said}) == 1
    assert len({explained for _, explained in said}) >= len(Tier)


# Replay.


@pytest.mark.parametrize("claims_only", [False, True])
def test_a_record_replays_to_the_byte(claims_only: bool) -> None:
    world, _ = searching(claims_only=claims_only)
    record = world.analysed().record
    replayed = asyncio.run(records.replayed(record, world.blobs))
    assert replayed.body == record.envelope.body
    assert not replayed.dials
