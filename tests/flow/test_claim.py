"""A claim walking from intake to a record that replays."""

import asyncio
import json
from collections.abc import Sequence
from dataclasses import replace

import pytest

from tests.flow import random_runs
from tests.flow.random_runs import DAY, RandomRun
from veracious import wiring
from veracious.adapters.memory.finder import MemoryFinder
from veracious.adapters.memory.search import MemoryWeb
from veracious.adapters.memory.shelf import MemoryShelf
from veracious.domain.claim import Claim, Reason, Subclaim
from veracious.domain.errors import RecordError, ReplayDiffers, SourceUnavailable
from veracious.domain.evidence import Candidate, Evidence, Query, Quote, Snapshot, Source
from veracious.domain.record import Record
from veracious.domain.report import Report
from veracious.domain.stance import Judgement, Stance
from veracious.domain.verdict import Outcome, Verdict
from veracious.flow import claim, record, replay
from veracious.rules import dials as all_dials
from veracious.rules import digest
from veracious.rules.seeking import snapshots
from veracious.rules.weighing.sufficiency import StrictDials

WORLDS = 500
DECISIVE = (Verdict.SUPPORTED, Verdict.REFUTED)


class DeadFinder:
    """A store that is down."""

    async def find(self, query: Query, limit: int) -> Sequence[Candidate]:
        raise SourceUnavailable("the store is down")


class DeadJudge:
    """A judge that is down."""

    async def judge(self, pairs: Sequence[tuple[Subclaim, Evidence]]) -> Sequence[Judgement]:
        raise SourceUnavailable("the judge is down")


class Liar:
    """A judge that quotes what nobody wrote."""

    async def judge(self, pairs: Sequence[tuple[Subclaim, Evidence]]) -> Sequence[Judgement]:
        made_up = Stance(1.0, 0.0, 0.0)
        return [Judgement(s.text, e.id, Quote(e.passage.snapshot, e.passage.span, "It is so."), made_up) for s, e in pairs]


def run(world: RandomRun) -> Report:
    return asyncio.run(claim.verify(world.text, DAY, world.run))


def kept(world: RandomRun) -> Record:
    """The world's run, recorded and kept."""

    async def whole() -> Record:
        report = await claim.verify(world.text, DAY, world.run)
        request = record.Request(world.text, DAY)
        decided = record.body(request, report, world.run, await world.tape.entries(), ())
        return await record.keep(decided, world.run, "workspace", world.run.tools.clock.now())

    return asyncio.run(whole())


def replayed(world: RandomRun, of: Record) -> None:
    played = wiring.played(world.run.tools, of.body.tape)
    asyncio.run(replay.replay(of, replace(world.run, tools=played)))


def test_what_the_context_names_is_kept_and_replays_to_the_byte() -> None:
    """The names stand in the request; a request without any is written as it was before there were names."""

    async def whole(world: RandomRun, context: tuple[str, ...]) -> Record:
        request = record.Request("The study found that tea improves sleep.", DAY, context)
        report = await claim.verify(request.text, DAY, world.run, context)
        decided = record.body(request, report, world.run, await world.tape.entries(), ())
        return await record.keep(decided, world.run, "workspace", world.run.tools.clock.now())

    one, two = ("The Halden cohort study",), ("The Halden cohort study", "Oslo tea study")
    worlds = {context: random_runs.world(3) for context in ((), one, two)}
    kept = {context: asyncio.run(whole(world, context)) for context, world in worlds.items()}
    for context, made in kept.items():
        request, report = json.loads(made.body.request), json.loads(made.body.report)
        assert tuple(request.get("context", ())) == context
        assert ("context" in request) is bool(context)
        assert (report["refusal"] is None) is (len(context) == 1)
        replayed(worlds[context], made)
    altered = replace(kept[two], body=replace(kept[two].body, request=kept[two].body.request.replace("Oslo", "Bergen")))
    with pytest.raises(ReplayDiffers):
        replayed(worlds[two], altered)


@pytest.mark.long
def test_five_hundred_worlds_replay_to_the_byte_and_never_decide_without_their_origins() -> None:
    _holds_in(range(WORLDS))


def test_a_few_worlds_replay_to_the_byte_and_never_decide_without_their_origins() -> None:
    _holds_in(range(WORLDS, WORLDS + 25))


def _holds_in(seeds: range) -> None:
    """In every world: the archive holds what was returned, replay gives the same body, and the order of the shelf changes nothing."""
    decided = 0
    for seed in seeds:
        world = random_runs.world(seed)
        found = kept(world)
        assert asyncio.run(world.run.tools.archive.fetch(found.envelope.id)) == found
        replayed(world, found)
        report, again = run(world), run(random_runs.world(seed, shuffled=seed + 7))
        assert digest.canonical(again) == digest.canonical(report)
        decided += _is_lawful(report)
    assert decided > 0  # worlds in which something was decided


def _is_lawful(report: Report) -> bool:
    """Whether the run is decisive, after checking that a decisive one has what it needs."""
    if report.verdict not in DECISIVE or report.judged is None:
        return False
    later, weighed = set(report.judged.set_aside), report.judged.weighed
    assert not {piece.evidence for piece in weighed} & later
    for detail, verdict in zip(report.judged.decision.facts.sufficiency.details, report.judged.decision.facts.parts, strict=True):
        firm = {Verdict.SUPPORTED: detail.supporting, Verdict.REFUTED: detail.refuting}.get(verdict, ())
        credible = max((piece.credibility for piece in weighed if piece.origin in firm), default=0.0)
        assert verdict not in DECISIVE or len(firm) >= 2 or credible >= 0.9
    return True


@pytest.mark.long
def test_no_verdict_in_five_hundred_worlds_when_a_port_fails() -> None:
    _fails_in(range(WORLDS))


def test_no_verdict_when_a_port_fails() -> None:
    _fails_in(range(0, 60, 3))


def _fails_in(seeds: range) -> None:
    """Every store down, or the judge down: failed, with the cause, and no verdict."""
    for seed in seeds:
        for broken in ({"finders": (DeadFinder(),)}, {"judge": DeadJudge()}):
            report = run(random_runs.with_tools(random_runs.world(seed), **broken))
            if report.outcome is Outcome.FAILED:
                assert report.verdict is None
                assert "is down" in report.cause
            else:  # nothing was found to judge
                assert report.verdict is Verdict.NOT_ENOUGH_EVIDENCE
                assert report.judged is not None
                assert not report.judged.weighed


def test_one_store_down_is_a_mark_and_not_the_end() -> None:
    world = random_runs.world(4)
    report = run(random_runs.with_tools(world, finders=(*world.run.tools.finders, DeadFinder())))
    assert report.outcome is Outcome.COMPLETED
    assert report.judged is not None
    assert any("the store is down" in mark for mark in report.judged.degraded)


def test_a_quote_that_nobody_wrote_counts_for_nothing() -> None:
    for seed in range(30):
        report = run(random_runs.with_tools(random_runs.world(seed), judge=Liar()))
        assert report.verdict is Verdict.NOT_ENOUGH_EVIDENCE
        assert report.judged is not None
        assert not report.judged.weighed


def test_a_question_is_refused_and_has_no_verdict() -> None:
    world = replace(random_runs.world(1), text="Is Lake Baikal deep?")
    report = run(world)
    assert (report.outcome, report.verdict) == (Outcome.REFUSED, None)
    assert report.refusal is not None
    assert report.refusal.reason is Reason.QUESTION


def test_an_empty_store_gives_not_enough_evidence() -> None:
    empty = next(world for world in map(random_runs.world, range(50)) if not asyncio.run(_found(world)))
    report = run(empty)
    assert (report.outcome, report.verdict, report.stop) == (Outcome.COMPLETED, Verdict.NOT_ENOUGH_EVIDENCE, "no_web")
    assert report.missing


async def _found(world: RandomRun) -> Sequence[Candidate]:
    return await world.run.tools.finders[0].find(Query(world.text, "claim", DAY), 5)


def page(number: int, text: str) -> Snapshot:
    url = f"https://w{number}.example/2025/12/the-lake-in-detail"
    return Snapshot(snapshots.name(text), text, Source(f"w{number}.example", 0.8), url, "The lake", DAY)


class Believer:
    """A judge that takes every passage for support."""

    async def judge(self, pairs: Sequence[tuple[Subclaim, Evidence]]) -> Sequence[Judgement]:
        sure = Stance(0.95, 0.02, 0.03)
        return [Judgement(s.text, e.id, Quote(e.passage.snapshot, e.passage.span, e.passage.text), sure) for s, e in pairs]


def test_the_corrective_loop_reads_the_web_until_it_suffices() -> None:
    """An empty store, two pages on the web: one search, both pages shelved, found, judged, and the verdict stands."""
    empty = next(world for world in map(random_runs.world, range(50)) if not asyncio.run(_found(world)))
    texts = (
        "Lake Baikal is 1,642 metres deep, the survey of the year found.",
        "Measured by sonar, Lake Baikal is 1,642 metres deep at its centre.",
    )
    web = MemoryWeb({str(snapshot.url): snapshot for snapshot in (page(k, text) for k, text in enumerate(texts))}, wiring.lexicon())
    world = replace(random_runs.with_tools(empty, search=web, door=web, judge=Believer()), text="Lake Baikal is 1,642 metres deep.")
    report = run(world)
    assert (report.verdict, report.outcome, report.stop) == (Verdict.SUPPORTED, Outcome.COMPLETED, "sufficient")
    assert len(report.executed) == 1
    assert report.explanation
    assert all(told.evidence for told in report.explanation)


def test_an_altered_report_is_named_at_its_first_difference() -> None:
    world = random_runs.world(3)
    found = kept(world)
    altered = replace(found, envelope=replace(found.envelope, body="sha256:0"))
    with pytest.raises(ReplayDiffers, match="dials or tools"):
        replayed(world, altered)
    assert replay.first_difference('{"a":{"b":[1,2]}}', '{"a":{"b":[1,3]}}') == "report.a.b[1]"


def test_other_dials_do_not_replay() -> None:
    world = random_runs.world(3)
    found = kept(world)
    enough = replace(world.run.dials.weighing.sufficiency, strict=StrictDials(coverage_high=0.61))
    turned = replace(world.run.dials, weighing=replace(world.run.dials.weighing, sufficiency=enough))
    with pytest.raises(RecordError):
        replayed(replace(world, run=replace(world.run, dials=turned)), found)


class Halver:
    """A splitter that answers with what it is given."""

    def __init__(self, *parts: str) -> None:
        self._parts = parts

    async def split(self, claim: Claim) -> Sequence[str]:
        if not self._parts:
            raise SourceUnavailable("the splitter is down")
        return self._parts


TRADE = "Botswana exports diamonds and imports grain."


def test_a_model_may_split_the_claim_and_its_parts_replay() -> None:
    world = replace(random_runs.world(2), text=TRADE)
    parts = ("Botswana imports grain.", "Botswana exports diamonds.")
    tools = replace(world.run.tools, splitter=Halver(*parts))
    world = replace(world, run=replace(world.run, tools=wiring.recorded(tools, world.tape)))
    found = kept(world)
    replayed(world, found)
    report = run(world)
    assert report.reading is not None
    assert tuple(part.text for part in report.reading.subclaims) == parts


@pytest.mark.parametrize(
    ("splitter", "mark"),
    [(Halver(), "the splitter is down"), (Halver("Norway exports oil.", "Botswana imports grain."), "not made of the claim's words")],
)
def test_a_splitter_that_fails_or_invents_leaves_the_rules_and_a_mark(splitter: Halver, mark: str) -> None:
    report = run(random_runs.with_tools(replace(random_runs.world(2), text=TRADE), splitter=splitter))
    assert report.reading is not None
    assert [part.text for part in report.reading.subclaims] == ["Botswana exports diamonds.", "Botswana imports grain."]
    assert report.judged is not None
    assert any(mark in one for one in report.judged.degraded)
    assert report.outcome is not Outcome.COMPLETED_FROM_CACHE


class Backwards:
    """A relevance model that prefers what ranking put last, or answers too little."""

    def __init__(self, short: bool = False) -> None:
        self._short = short

    async def score(self, query: str, texts: Sequence[str]) -> Sequence[float]:
        return [index / len(texts) for index in range(len(texts) - self._short)]


def test_the_relevance_model_decides_the_order_shown() -> None:
    world = random_runs.choosing(next(one for one in map(random_runs.world, range(80)) if len(_shown(run(one))) >= 3))
    before, after = _shown(run(world)), _shown(run(random_runs.with_tools(world, relevance=Backwards())))
    assert before != after
    short = run(random_runs.with_tools(world, relevance=Backwards(short=True)))
    assert _shown(short) == before
    assert short.judged is not None
    assert any("relevance" in mark for mark in short.judged.degraded)


def test_a_relevance_model_that_only_orders_is_not_asked_when_the_judge_reads_everything() -> None:
    world = next(one for one in map(random_runs.world, range(80)) if len(_shown(run(one))) >= 3)
    dials = all_dials.changed(world.run.dials, {"ranking": {"rerank": {"model": {"share": 0.0}}}})
    report = run(random_runs.with_tools(replace(world, run=replace(world.run, dials=dials)), relevance=Backwards(short=True)))
    assert report.judged is not None
    assert not any("relevance" in mark for mark in report.judged.degraded)


def _shown(report: Report) -> tuple[str, ...]:
    return () if report.judged is None else report.judged.shown


def test_contradiction_is_kept_out_of_the_support_shown() -> None:
    for seed in range(40):
        report = run(random_runs.world(seed))
        if report.judged is not None and not report.judged.degraded:
            against = {piece.evidence for piece in report.judged.weighed if piece.stance.refutes > 0.5}
            assert not against & {entry.evidence.id for entry in report.judged.supporting}


def test_the_loop_skips_what_it_saw_and_says_why_it_stopped() -> None:
    """A judge that decides nothing: every query is made once, every page read once, and the rest is counted."""
    empty = next(world for world in map(random_runs.world, range(50)) if not asyncio.run(_found(world)))
    pages = [page(k, f"Lake Baikal is a lake, says report {k}.") for k in range(2)]
    home = replace(pages[0], url="https://w9.example/", digest="d", text="Lake Baikal.")
    web = MemoryWeb({str(snapshot.url): snapshot for snapshot in (*pages, home)}, wiring.lexicon())
    report = run(replace(random_runs.with_tools(empty, search=web, door=web), text="Lake Baikal is 1,642 metres deep."))
    assert report.stop in ("queries_exhausted", "query_budget")
    assert len({query.text.casefold() for query in report.executed}) == len(report.executed) > 1
    assert web.calls["read"] == 2
    assert dict(report.skipped)["seen"] >= 2
    assert dict(report.skipped)["not_article"] >= 1
    assert report.verdict is Verdict.NOT_ENOUGH_EVIDENCE


LAKE = "Lake Baikal is 1,642 metres deep."


class Reader:
    """A judge that takes a passage with "false" in it for a refutation and any other for support."""

    def __init__(self, twice: bool = False) -> None:
        self._twice = twice

    async def judge(self, pairs: Sequence[tuple[Subclaim, Evidence]]) -> Sequence[Judgement]:
        told = []
        for part, evidence in pairs:
            stance = Stance(0.02, 0.95, 0.03) if "false" in evidence.text else Stance(0.95, 0.02, 0.03)
            quote = Quote(evidence.passage.snapshot, evidence.passage.span, evidence.passage.text)
            told.append(Judgement(part.text, evidence.id, quote, stance))
            if self._twice:
                told.append(Judgement(part.text, evidence.id, quote, stance.mirrored()))
        return told


def told(number: int, text: str, credibility: float | None = 0.8, url: str = "") -> Snapshot:
    where = url or f"https://n{number}.example/2025/12/the-lake-in-detail"
    return Snapshot(snapshots.name(text), text, Source(f"n{number}.example", credibility), where, "The lake", DAY)


def library(*pages: Snapshot, judge: object = None, text: str = LAKE) -> RandomRun:
    """A world of these pages and a judge that reads them."""
    world = next(one for one in map(random_runs.world, range(50)) if not asyncio.run(_found(one)))
    dials, lexicon = world.run.dials, world.run.lexicon
    shelf = MemoryShelf(dials.seeking.passages, dials.reading.sentences)
    for one in pages:
        asyncio.run(shelf.put(one))
    finder = MemoryFinder(shelf, lexicon, dials.seeking.lexical)
    return replace(random_runs.with_tools(world, shelf=shelf, finders=(finder,), judge=judge or Reader()), text=text)


AGREE = tuple(
    told(k, f"{LAKE} {more}")
    for k, more in enumerate(("A survey by sonar found it.", "The atlas of the region says so.", "Divers agree with the charts."))
)


def test_three_pages_that_agree_support_a_claim() -> None:
    assert run(library(*AGREE)).verdict is Verdict.SUPPORTED


def test_a_copy_on_an_unrated_site_is_no_second_voice() -> None:
    """One page of middling credibility decides nothing, with or without its copy on a site that nobody has rated."""
    story = f"{LAKE} A survey by sonar found it in the spring, after three years of work on the ice and off it."
    assert run(library(told(0, story, 0.5))).verdict is Verdict.NOT_ENOUGH_EVIDENCE
    assert run(library(told(0, story, 0.5), told(1, "REPOST: " + story, None))).verdict is Verdict.NOT_ENOUGH_EVIDENCE


def test_copies_do_not_crowd_out_dissent() -> None:
    """Thirty copies of one story and three refutations: the refutations are read."""
    story = f"{LAKE} A survey by sonar found it in the spring, after three years of work on the ice and off it."
    copies = [told(k, f"{story} Edition {k}.", 0.5) for k in range(30)]
    denials = [
        told(40 + k, f"It is false that {LAKE} {more}", 0.95)
        for k, more in enumerate(("Say the charts.", "So divers tell.", "Maps show less."))
    ]
    report = run(library(*copies, AGREE[1], *denials))
    assert report.verdict is not Verdict.SUPPORTED
    assert report.judged is not None
    assert sum(piece.stance.refutes > 0.5 for piece in report.judged.weighed) == 3
    assert report.judged.unjudged > 0


def test_a_judge_that_says_both_is_not_heard() -> None:
    report = run(library(*AGREE, judge=Reader(twice=True)))
    assert report.verdict is Verdict.NOT_ENOUGH_EVIDENCE
    assert report.judged is not None
    assert report.judged.quotes_rejected == 6


class Forgetful:
    """A shelf that has lost one snapshot, or gives another text for it."""

    def __init__(self, shelf: MemoryShelf, lost: str, text: str | None) -> None:
        self._shelf, self._lost, self._text = shelf, lost, text

    async def put(self, snapshot: Snapshot) -> Sequence[Evidence]:
        return await self._shelf.put(snapshot)

    async def open(self, digest: str) -> Snapshot:
        found = await self._shelf.open(digest)
        if digest != self._lost:
            return found
        if self._text is None:
            raise SourceUnavailable("the page is gone")
        return replace(found, text=self._text)


@pytest.mark.parametrize(("text", "mark"), [(None, "the page is gone"), ("INVENTED " * 20, "another text")])
def test_a_lost_or_altered_snapshot_costs_its_quotes_and_not_the_run(text: str | None, mark: str) -> None:
    world = library(*AGREE)
    shelf = world.run.tools.shelf
    assert isinstance(shelf, MemoryShelf)
    report = run(random_runs.with_tools(world, shelf=Forgetful(shelf, AGREE[0].digest, text)))
    assert report.verdict is Verdict.SUPPORTED  # by the two that are left
    assert report.judged is not None
    assert any(mark in one for one in report.judged.degraded)
    assert AGREE[0].digest not in {piece.quote.snapshot for piece in report.judged.weighed}


def test_own_documents_count_whatever_their_address() -> None:
    pages = [replace(one, url=f"file:///docs/{k}.pdf") for k, one in enumerate(AGREE)]
    assert run(library(*pages)).verdict is Verdict.SUPPORTED


def test_evidence_counts_only_for_the_parts_it_may_count_for() -> None:
    """Two texts on oil without any number do not settle how many castles there are."""
    claimed = "Norway has 5 royal castles and Norway exports oil."
    pages = [told(0, "Norway exports oil from its royal coast. The castles are old."), told(1, "Every year Norway exports oil by tanker.")]
    report = run(library(*pages, text=claimed))
    assert report.judged is not None
    castles, oil = report.judged.decision.facts.parts
    assert (castles, oil) == (Verdict.NOT_ENOUGH_EVIDENCE, Verdict.SUPPORTED)


def test_a_judge_that_fails_later_leaves_what_was_decided_before() -> None:
    class Tired(Reader):
        asked = 0

        async def judge(self, pairs: Sequence[tuple[Subclaim, Evidence]]) -> Sequence[Judgement]:
            self.asked += 1
            if self.asked > 1:
                raise SourceUnavailable("no more judgements today")
            return await super().judge(pairs)

    old = tuple(replace(one, published=DAY.replace(year=2001)) for one in AGREE)
    web = MemoryWeb({str(one.url): one for one in (told(9, f"{LAKE} A new survey says so."),)}, wiring.lexicon())
    report = run(random_runs.with_tools(library(*old, judge=Tired()), search=web, door=web))
    assert (report.outcome, report.verdict, report.stop) == (Outcome.COMPLETED, Verdict.SUPPORTED, "source_failed")


def test_a_request_that_cannot_be_written_is_recorded_as_it_can() -> None:
    world = replace(library(*AGREE), text=LAKE + "\ud800")
    found = kept(world)
    assert json.loads(found.body.request)["text"] == LAKE + "?"
