"""The stages of an article's analysis: what is searched for which claim, what is read, what is told of it, and what comes of it."""

import asyncio
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, date, datetime
from typing import Any

import pytest

from tests.flow.test_claim import Believer
from veracious import wiring
from veracious.adapters.memory.archive import MemoryArchive
from veracious.adapters.memory.blobs import MemoryBlobs
from veracious.adapters.memory.clock import FixedClock
from veracious.adapters.memory.finder import MemoryFinder
from veracious.adapters.memory.ids import CountingIds
from veracious.adapters.memory.pages import MemoryPages
from veracious.adapters.memory.search import MemoryWeb
from veracious.adapters.memory.shelf import MemoryShelf
from veracious.adapters.memory.stock import MemoryStock
from veracious.adapters.web.memory import PageMemory
from veracious.domain.article import ArticleReport, BudgetClass, ClaimFinding, Relation
from veracious.domain.claim import Subclaim
from veracious.domain.errors import SourceUnavailable
from veracious.domain.evidence import Evidence, Query, Quote, Snapshot, Source, Tier
from veracious.domain.language import Bone, Element
from veracious.domain.stance import Judgement, Stance
from veracious.domain.verdict import Verdict
from veracious.domain.web import Hit, Step
from veracious.flow import article
from veracious.flow.article import AnalysisRequest
from veracious.flow.run import Run
from veracious.ports import Tools
from veracious.rules.dials import Dials
from veracious.rules.judging import claim_graph
from veracious.rules.judging.propagation import PropagationDials
from veracious.rules.seeking import snapshots
from veracious.rules.seeking.article_targets import ArticleTargetDials, EffortDials
from veracious.rules.seeking.remembered import MemoryDials
from veracious.rules.seeking.trackers import TrackerDials

DAY, CLOCK = date(2026, 1, 15), FixedClock(datetime(2026, 1, 15, tzinfo=UTC))
TITLE = "Lake Baikal measured again"
TEXT = """Lake Baikal is 1,642 metres deep. Lake Baikal is the oldest lake of the world.

Lake Baikal froze in January 2025. Lake Baikal is home to 2,500 species of animals. Lake Baikal is 1,700 metres deep."""
TEXTS = (
    "Lake Baikal is 1,642 metres deep, a survey found.",
    "Measured by sonar, Lake Baikal is 1,642 metres deep at its centre.",
    "Lake Baikal is the oldest lake of the world, geologists say.",
    "Lake Baikal froze in January 2025, as every winter.",
    "Lake Baikal is home to 2,500 species of animals.",
    "Lake Baikal is home to 2,500 species of animals, a count says, and the deepest of all lakes.",
    "Lake Baikal froze in January 2025 and thawed in May.",
)
LINKS = tuple(f"https://cited{number}.example/2025/12/a-story-about-the-lake" for number in range(5))
SEARCHED = ("urls_registered", "extract_batch_started", "extract_batch_finished", "bind_completed")


def page(number: int, text: str, url: str = "", title: str = "The lake") -> Snapshot:
    source = Source(f"w{number}.example", 0.8, Tier.A if number == 0 else Tier.UNKNOWN)
    return Snapshot(snapshots.name(text), text, source, url or f"https://w{number}.example/2025/12/the-lake-in-detail", title, DAY)


class Asked(MemoryWeb):
    """A small web that notes what it was asked and read, and how many of these at once."""

    def __init__(self, *pages: Snapshot) -> None:
        super().__init__({str(one.url): one for one in pages}, wiring.lexicon())
        self.queries, self.opened = list[str](), Counter[str]()
        self.open, self.at_once = Counter[str](), Counter[str]()

    async def search(self, query: Query, limit: int) -> Sequence[Hit]:
        self.queries.append(query.text)
        await self._wait("search")
        return await super().search(query, limit)

    async def read(self, url: str) -> Snapshot:
        self.opened[url] += 1
        await self._wait("read")
        return await super().read(url)

    async def _wait(self, what: str) -> None:
        self.open[what] += 1
        self.at_once[what] = max(self.at_once[what], self.open[what])
        await asyncio.sleep(0)
        self.open[what] -= 1


class Silent:
    """A judge to whom nothing takes a side."""

    async def judge(self, pairs: Sequence[tuple[Subclaim, Evidence]]) -> Sequence[Judgement]:
        unsure = Stance(0.02, 0.02, 0.96)
        return [Judgement(s.text, e.id, Quote(e.passage.snapshot, e.passage.span, e.passage.text), unsure) for s, e in pairs]


class Analyst:
    """A language model that gives these bones, or does not answer."""

    def __init__(self, *bones: Bone) -> None:
        self.bones = bones

    async def outline(self, text: str) -> Sequence[Bone]:
        if not self.bones:
            raise SourceUnavailable("the model is away")
        return self.bones


def web() -> Asked:
    return Asked(*(page(number, text) for number, text in enumerate(TEXTS)))


def analysed(
    found: Asked, text: str = TEXT, dials: Dials | None = None, told: list[Step] | None = None, held: Sequence[Snapshot] = (), **asked: Any
) -> ArticleReport:
    """The report on an article, with these documents in store; `judge`, `remembered` and `analyst` are tools, the rest is asked."""
    dials, lexicon = dials or Dials(), wiring.lexicon()
    shelf = MemoryShelf(dials.seeking.passages, dials.reading.sentences)
    for document in held:
        asyncio.run(shelf.put(document))
    finders = (MemoryFinder(shelf, lexicon, dials.seeking.lexical),)
    given = {name: asked.pop(name) for name in ("judge", "remembered", "analyst") if name in asked}
    made = Tools(CLOCK, CountingIds(), finders, Believer(), shelf, MemoryArchive(), MemoryBlobs(), search=found, door=found)
    watch = (told if told is not None else list[Step]()).append
    run = Run(replace(made, **given), dials, lexicon, worth_table=wiring.worth_table(), tell=watch)
    order: dict[str, Any] = {"title": TITLE, "published": DAY} | asked
    return asyncio.run(article.analyse(AnalysisRequest(text, DAY, **order), run))


def stages(report: ArticleReport) -> list[tuple[str, dict[str, Any]]]:
    """What was told of searching and reading, in order."""
    return [(event.name, dict(event.fields)) for event in report.events if event.name in SEARCHED]


def stage_numbers(report: ArticleReport) -> list[int]:
    return [fields["stage"] for name, fields in stages(report) if name == "urls_registered"]


def finding(report: ArticleReport, words: str) -> ClaimFinding:
    """What was found of the claim with these words."""
    assert report.extraction is not None
    (claim,) = (one.id for one in report.extraction.claims if words in one.text)
    return next(one for one in report.findings if one.claim == claim)


# Stages.


def test_each_stage_registers_reads_in_batches_and_binds_and_says_so() -> None:
    """Seven pages for the article as a whole: three batches. No link, and then nothing new is found; nothing is read twice."""
    found, told = web(), list[Step]()
    report = analysed(found, told=told)
    first = stages(report)[:8]
    assert [name for name, _ in first] == [SEARCHED[0], *SEARCHED[1:3] * 3, SEARCHED[3]]
    assert (first[0][1], first[-1][1]) == ({"stage": 0, "count": 7}, {"stage": 0})
    batches = [fields["batch_size"] for name, fields in stages(report) if name == "extract_batch_started"]
    assert [fields["success_count"] for name, fields in stages(report) if name == "extract_batch_finished"] == batches
    assert max(batches) <= TrackerDials().batch_pages == 5
    assert sum(batches) == sum(found.opened.values()) == len(found.opened) == len(TEXTS)
    assert [step.kind for step in told if step.kind in SEARCHED] == [name for name, _ in stages(report)]


def test_the_first_search_is_for_the_article_as_a_whole() -> None:
    """By its title; without one, by the claim that it is about."""
    found = web()
    analysed(found)
    assert found.queries[0] == TITLE
    untitled = web()
    analysed(untitled, title="")
    assert untitled.queries[0] == "Lake Baikal is 1,642 metres deep."


def test_no_query_is_made_twice_in_an_analysis() -> None:
    """Without a title the search for the article has the words of its first claim; that claim then has another query."""
    found = web()
    analysed(found, title="", judge=Silent())
    assert found.queries[0] == "Lake Baikal is 1,642 metres deep."
    assert len(found.queries) == len(set(found.queries)) > 3


def test_a_central_target_is_searched_for_and_then_each_that_lacks_evidence() -> None:
    """The two depths contradict each other: what hangs on one hangs on the other. Where nothing takes a side, every target lacks."""
    found = web()
    report = analysed(found, judge=Silent())
    assert report.selection is not None
    assert report.graph is not None
    core = claim_graph.central(report.selection.targets, report.graph, Dials().article.graph.core)
    assert core
    assert stage_numbers(report) == [0, 1, 2]
    executed = {one.claim: len(one.report.executed) for one in report.findings if one.report is not None and one.is_target}
    assert executed == {claim: 1 + (claim in core) for claim in report.selection.targets}
    assert len(found.queries) == 1 + sum(executed.values()) == len(set(found.queries))


def test_a_target_that_has_enough_is_not_searched_for_again() -> None:
    """Several pages carry what froze and how deep the lake is: fewer targets are searched for than where nothing takes a side."""
    enough, silent = web(), web()
    report = analysed(enough)
    analysed(silent, judge=Silent())
    assert len(enough.queries) < len(silent.queries)
    assert finding(report, "froze").report.executed == ()  # type: ignore[union-attr]


def test_the_searches_of_a_stage_and_the_pages_of_a_batch_are_made_at_once() -> None:
    found = web()
    report = analysed(found, judge=Silent(), budget=BudgetClass.DEEP)
    assert report.selection is not None
    assert found.at_once["search"] == len(report.selection.targets) >= 3  # of the last stage: all of them lack evidence
    assert 2 <= found.at_once["read"] <= TrackerDials().batch_pages


def test_pages_that_were_read_lately_are_registered_and_not_read_again() -> None:
    stock = MemoryStock()
    remembered = PageMemory(MemoryPages(stock), CLOCK, MemoryDials())
    first, second = web(), web()
    analysed(first, remembered=remembered)
    report = analysed(second, remembered=remembered)
    assert (sum(first.opened.values()), sum(second.opened.values())) == (7, 0)
    assert stages(report)[0] == ("urls_registered", {"stage": 0, "count": 7})
    assert all(len(binding.eligible) == 7 for binding in report.bindings)


def test_links_of_the_article_have_a_budget_of_their_own() -> None:
    """Five links, all of them answer: of these three are read at most, and what is read for claims stays the same."""
    linked = Asked(*(page(number, text) for number, text in enumerate(TEXTS)), *(page(20, "Of bread.", url, "Bread") for url in LINKS))
    report = analysed(linked, links=(*LINKS, "https://own.example/about"), url="https://own.example/2026/01/the-lake-measured-again")
    assert ("urls_registered", {"stage": -1, "count": 5}) in stages(report)
    assert 0 < sum(linked.opened[link] for link in LINKS) <= TrackerDials().inline_pages
    plain = web()
    analysed(plain)
    assert {url: times for url, times in linked.opened.items() if url not in LINKS} == plain.opened


# Claims.


def test_what_is_not_searched_for_has_what_was_found_for_the_others_and_says_so() -> None:
    """Minimal: three targets at most. A page that the search for the article found carries the oldest lake, too."""
    report = analysed(web(), budget=BudgetClass.MINIMAL)
    oldest = finding(report, "oldest")
    assert report.selection is not None
    assert oldest.report is not None
    assert oldest.claim in {one.claim for one in report.selection.deferred}
    assert (oldest.is_target, oldest.report.stop, oldest.report.executed) == (False, "deferred", ())
    assert oldest.local is not None
    assert oldest.local.log_odds > 1
    bound = next(one for one in report.bindings if one.claim == oldest.claim)
    assert bound.audited
    assert frozenset(bound.audited) <= frozenset(bound.eligible)


def test_a_page_found_for_one_claim_is_bound_to_it_alone() -> None:
    """The universal search finds nothing; each page is found by the search for a target."""
    found = web()
    report = analysed(found, title="Zebras")
    assert report.selection is not None
    targets = frozenset(report.selection.targets)
    assert all(not one.eligible for one in report.bindings if one.claim not in targets)
    assert any(one.eligible for one in report.bindings)


def test_a_contradiction_moves_belief_and_no_verdict() -> None:
    """1,642 and 1,700 metres: the later is believed less than its own evidence has it. Without messages the verdicts are the same."""
    report = analysed(web())
    assert report.graph is not None
    assert [edge.relation for edge in report.graph.edges] == [Relation.CONTRADICTS]
    later = finding(report, "1,700")
    assert later.local is not None
    assert later.propagated is not None
    assert later.propagated.log_odds < later.local.log_odds
    still = replace(Dials(), article=replace(Dials().article, propagation=PropagationDials(moved_at_most=0.0)))
    unmoved = analysed(web(), dials=still)
    assert finding(unmoved, "1,700").propagated == later.local
    assert [one.report and one.report.verdict for one in unmoved.findings] == [one.report and one.report.verdict for one in report.findings]


def test_a_target_without_evidence_scores_no_higher_than_even() -> None:
    """To be searched for is worth nothing by itself: what nothing is found of keeps 0.5 and has no verdict for or against."""
    report = analysed(Asked())
    scored = [one for one in report.findings if one.is_target]
    assert scored
    assert {one.verdict_score for one in scored} == {0.5}
    assert {one.report.verdict for one in scored if one.report} == {Verdict.NOT_ENOUGH_EVIDENCE}


def test_the_class_of_budget_changes_no_verdict_on_the_same_evidence() -> None:
    """All is in store, the web is empty, a search costs nothing: three targets or all five, and every verdict and belief stays."""
    held = [page(number, text) for number, text in enumerate(TEXTS)]
    free = ArticleTargetDials(effort=EffortDials(cost=0.0, minimum=0.0))
    dials = replace(Dials(), seeking=replace(Dials().seeking, article_targets=free))
    least, most = (analysed(Asked(), held=held, dials=dials, budget=budget) for budget in (BudgetClass.MINIMAL, BudgetClass.DEEP))
    assert [sum(one.is_target for one in report.findings) for report in (least, most)] == [3, 5]
    decided = [[(one.report and one.report.verdict, one.local, one.propagated) for one in report.findings] for report in (least, most)]
    assert decided[0] == decided[1]
    assert Verdict.SUPPORTED in {verdict for verdict, _, _ in decided[0]}


def test_the_class_of_sources_is_told_in_eight_fields() -> None:
    """Of every claim with a verdict; the best is of class A: 0.9 / 0.75 = 1.2."""
    report = analysed(web())
    told: list[dict[str, Any]] = [dict(event.fields) for event in report.events if event.name == "verdict.explainability_tier_factor"]
    assert [one["claim_id"] for one in told] == [one.claim for one in report.findings if one.report and one.report.verdict]
    names = ["pre_A", "prior", "baseline", "factor", "post_A", "best_tier", "claim_id", "source"]
    assert [list(one) for one in told] == [names] * len(told)
    deep = next(one for one in told if one["claim_id"] == finding(report, "1,642").claim)
    assert (deep["best_tier"], deep["source"], deep["prior"], deep["baseline"]) == ("A", "w0.example", 0.9, 0.75)
    assert deep["factor"] == pytest.approx(1.2)
    assert deep["post_A"] == min(1.0, deep["pre_A"] * deep["factor"])


# What a model reads.


def test_a_model_may_read_the_skeleton_and_what_it_leaves_out_is_told() -> None:
    """It names one sentence with a time; the text has five times and two quotations: 1/5 and 0/2."""
    text = 'In 2021 it rose. In 2022 it fell. In 2023 it rose. In 2024 it fell. The lake froze in 2025. "Ice," he said. "Cold," she said.'
    bone = Bone(Element.EVENT, "The lake", "The lake froze in 2025.")
    report = analysed(Asked(), text, analyst=Analyst(bone), claims_only=True)
    assert report.extraction is not None
    assert [part.subject for part in report.extraction.skeleton.events] == ["The lake"]
    assert report.extraction.coverage == ("low_time_coverage:1/5", "low_quote_coverage:0/2")


def test_a_model_that_does_not_answer_is_named_and_the_rules_read_alone() -> None:
    report = analysed(Asked(), analyst=Analyst(), claims_only=True)
    assert report.extraction == analysed(Asked(), claims_only=True).extraction
    assert "the model is away" in " ".join(report.degraded)


def test_what_gives_no_claim_is_told_with_its_reason() -> None:
    """What cannot be shown wrong is no claim: an opinion, a question. What could and says too little is one, with its codes."""
    report = analysed(
        Asked(), "I love this bridge. Should we worry? Napoleon invaded Russia with soldiers.", claims_only=True, published=None
    )
    assert report.extraction is not None
    assert [one.code for one in report.extraction.dropped] == ["opinion", "question"]
    assert [claim.codes for claim in report.extraction.claims] == [("unknown_time_anchor",)]
