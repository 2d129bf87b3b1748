"""Reports of every kind, each from a real run: the flow over documents in memory, with a judge that reads its answers off a table."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime
from functools import cache

from veracious import wiring
from veracious.adapters.memory.archive import MemoryArchive
from veracious.adapters.memory.blobs import MemoryBlobs
from veracious.adapters.memory.clock import FixedClock
from veracious.adapters.memory.finder import MemoryFinder
from veracious.adapters.memory.ids import CountingIds
from veracious.adapters.memory.shelf import MemoryShelf
from veracious.adapters.memory.tape import MemoryTape
from veracious.domain.claim import Subclaim
from veracious.domain.errors import SourceUnavailable
from veracious.domain.evidence import Candidate, Evidence, Query, Snapshot, Source
from veracious.domain.record import Record, ToolName
from veracious.domain.report import Report
from veracious.domain.stance import Judgement, Stance
from veracious.domain.verdict import Outcome
from veracious.flow import claim, record
from veracious.flow.run import Run
from veracious.ports import Finder, Tools
from veracious.rules import digest
from veracious.rules.dials import Dials
from veracious.rules.judging import quotes
from veracious.rules.judging.selective import DecisionTable
from veracious.rules.seeking import snapshots

DAY = date(2026, 3, 1)
FOR, AGAINST, SILENT = Stance(0.95, 0.02, 0.03), Stance(0.02, 0.94, 0.04), Stance(0.05, 0.03, 0.92)


@dataclass(frozen=True, slots=True)
class Text:
    """A document, and how the judge takes it toward each part of the claim; the last stance stands for all further parts."""

    domain: str
    credibility: float | None
    title: str
    text: str
    published: date | None
    stances: tuple[Stance, ...] = (FOR,)
    byline: str = ""
    url: str | None = None


@dataclass(frozen=True, slots=True)
class Case:
    """A record and its report."""

    record: Record
    report: Report


class DeadFinder:
    """A store that does not answer."""

    async def find(self, query: Query, limit: int) -> Sequence[Candidate]:
        """Nothing, ever."""
        raise SourceUnavailable("the store at the other end of the town")


@dataclass
class TextJudge:
    """A judge that knows every text."""

    texts: Mapping[str, Text]  # by digest of the snapshot
    dials: Dials
    parts: list[str] = field(default_factory=list)

    async def judge(self, pairs: Sequence[tuple[Subclaim, Evidence]]) -> Sequence[Judgement]:
        """A judgement for each pair, quoting what the rules would quote."""
        self.parts = list(dict.fromkeys(part.text for part, _ in pairs))
        return [self._judged(part, evidence) for part, evidence in pairs]

    def _judged(self, part: Subclaim, evidence: Evidence) -> Judgement:
        stances = self.texts[evidence.passage.snapshot].stances
        stance = stances[min(self.parts.index(part.text), len(stances) - 1)]
        return Judgement(part.text, evidence.id, quotes.choose(evidence, part, wiring.lexicon(), self.dials.judging.quotes), stance)


def made(text: str, texts: Sequence[Text], finders: Sequence[Finder] = (), decision_table: DecisionTable | None = None) -> Case:
    """A claim run to its record over these texts."""
    return asyncio.run(_made(text, texts, finders, decision_table))


async def _made(text: str, texts: Sequence[Text], finders: Sequence[Finder], decision_table: DecisionTable | None) -> Case:
    dials, lexicon = Dials(), wiring.lexicon()
    shelf = MemoryShelf(dials.seeking.passages, dials.reading.sentences)
    known = {}
    for number, one in enumerate(texts):
        page = _snapshot(one, number)
        known[page.digest] = one
        await shelf.put(page)
    own = tuple(finders) or (MemoryFinder(shelf, lexicon, dials.seeking.lexical),)
    clock, tape = FixedClock(datetime(2026, 3, 1, 9, 30, tzinfo=UTC)), MemoryTape()
    tools = Tools(clock, CountingIds(), own, TextJudge(known, dials), shelf, MemoryArchive(), MemoryBlobs())
    run = Run(wiring.recorded(tools, tape), dials, lexicon, decision_table=decision_table)
    report = await claim.verify(text, DAY, run)
    names = [ToolName("judge", "a table of answers", digest.of("table", "judge"))]
    body = record.body(record.Request(text, DAY), report, run, await tape.entries(), names)
    return Case(await record.keep(body, run, "tests", clock.now()), report)


def _snapshot(one: Text, number: int) -> Snapshot:
    url = one.url if one.url is not None else f"https://{one.domain}/2025/06/story-number-{number}"
    source = Source(one.domain, one.credibility)
    return Snapshot(snapshots.name(one.text), one.text, source, url, one.title, one.published, byline=one.byline)


WIRE = (
    "HALVORSUND (NPA) – The Halvorsund Bridge is 1,420 metres long, the roads authority said on Tuesday, a day before it opens. "
    "It carries two lanes and a path for cyclists. Tolls are to end in 2041."
)
SURVEY = (
    "The survey of the crossing is complete. The Halvorsund Bridge is 1,420 metres long between its abutments and stands on eleven piers. "
    "The bridge was opened to traffic in June 2025. The next inspection is due in 2030."
)
LETTER = (
    "Readers write to us about the new crossing. The Halvorsund Bridge is not 1,420 metres long: it is 1,180 metres long, "
    "and whoever has walked it knows. We thank them for their letters."
)
BRIDGE = (
    Text("northpress.example", 0.88, "Bridge opens tomorrow", WIRE, date(2025, 6, 3), byline="By Ida Moe, NPA"),
    Text("fjordtimes.example", 0.6, "New bridge to open", WIRE, date(2025, 6, 3), byline="NPA"),
    Text("islandpost.example", 0.55, "Ferry ends, bridge opens", f"From our agency. {WIRE}", date(2025, 6, 4), byline="NPA"),
    Text("roads.example", 0.96, "Survey of the Halvorsund Bridge", SURVEY, date(2025, 11, 20)),
    Text(
        "bridgefans.example",
        None,
        "How long is it?",
        "We are often asked. The Halvorsund Bridge is probably 1,420 metres long, says our guide.",
        None,
    ),
    Text(
        "coastweekly.example",
        0.7,
        "A morning on the bridge",
        "The Halvorsund Bridge is a windy place. Its length of 1,420 metres can wait, say the anglers on its path.",
        date(2025, 9, 1),
        (SILENT,),
    ),
    Text("museum.example", 0.6, "Ropes", "The rope museum opened with 40 metres of rope on show.", date(2025, 5, 1), (SILENT,)),
    Text(
        "roads.example",
        0.96,
        "Later correction",
        "The Halvorsund Bridge is 1,421 metres long after new measurements.",
        date(2026, 5, 1),
        (AGAINST,),
    ),
)
LENGTH = "The Halvorsund Bridge is 1,420 metres long."
TWO = "The Halvorsund Bridge is 1,420 metres long and was opened in June 2025."


def _toward(texts: Sequence[Text], *stances: Stance) -> list[Text]:
    return [replace(one, stances=stances) if one.stances != (SILENT,) else one for one in texts]


@cache
def cases() -> Mapping[str, Case]:
    """A report of each kind, by name; the names of verdicts and outcomes are checked where they are used."""
    letter = Text("oldgazette.example", 0.86, "Letters", LETTER, date(2025, 8, 2), (AGAINST,))
    other = Text("walkers.example", 0.8, "On foot", f"A walk. {LETTER[44:]}", date(2025, 8, 9), (AGAINST,))
    failed = made(LENGTH, (), (DeadFinder(),))
    supported, empty = made(TWO, BRIDGE), made(LENGTH, [BRIDGE[4], BRIDGE[5]])
    ended = replace(empty.report, outcome=Outcome.PARTIAL, verdict=None, stop="budget", cause="search was not made: pages", sub_results=())
    return {
        "supported": supported,
        "refuted": made(LENGTH, [*(replace(one, text=one.text.replace("1,420", "1,240")) for one in _toward(BRIDGE, AGAINST)), letter]),
        "mixed": made(LENGTH, [*BRIDGE, letter, other]),
        "not_enough_evidence": empty,
        "nothing_found": made(LENGTH, ()),
        "refused": made("Is the Halvorsund Bridge long?", BRIDGE),
        "failed": failed,
        "partial": replace(supported, report=replace(supported.report, outcome=Outcome.PARTIAL)),
        "partial_without_verdict": replace(empty, report=ended),
        "cancelled": replace(failed, report=replace(failed.report, outcome=Outcome.CANCELLED, cause="")),
    }
