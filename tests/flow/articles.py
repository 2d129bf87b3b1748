"""A small article with what there is about it: the web, the stores, a judge; and its analysis."""

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime
from typing import Any

from veracious import wiring
from veracious.adapters.memory.archive import MemoryArchive
from veracious.adapters.memory.blobs import MemoryBlobs
from veracious.adapters.memory.clock import FixedClock
from veracious.adapters.memory.finder import MemoryFinder
from veracious.adapters.memory.ids import CountingIds
from veracious.adapters.memory.search import MemoryWeb
from veracious.adapters.memory.shelf import MemoryShelf
from veracious.adapters.memory.tape import MemoryTape
from veracious.domain.article import ArticleReport
from veracious.domain.claim import Subclaim
from veracious.domain.evidence import Evidence, Quote, Snapshot, Source
from veracious.domain.stance import Judgement, Stance
from veracious.domain.web import Step
from veracious.flow import article
from veracious.flow.article import Analysis, AnalysisRequest
from veracious.flow.record import RunContext
from veracious.flow.run import Run
from veracious.ports import Tools
from veracious.rules.dials import Dials
from veracious.rules.reading import words
from veracious.rules.seeking import snapshots

DAY = date(2026, 1, 15)
CLOCK = FixedClock(datetime(2026, 1, 15, tzinfo=UTC))
ADDRESS = "https://halden-post.example/2026/01/the-bridge-over-the-lune"
MOST = 0.6  # of a claim's words
TEXT = """\
The Lune Bridge in Halden was closed on 12 January 2026 after engineers found cracks in four of its beams.
The bridge carries 14,000 vehicles a day.

Halden Council bought the Lune Bridge from a railway company in 1971 for 40,000 pounds. The Lune Bridge was opened in 1932.

The council will spend 2.4 million pounds on the repair of the Lune Bridge. What a winter this has been!
"""
PAGES = (
    "The Lune Bridge was opened in 1932, a plaque says.",
    "Ships could pass for the first time after the Lune Bridge was opened in 1932.",
    "Engineers found cracks in four beams of the Lune Bridge in Halden, which was closed on 12 January 2026.",
    "The Lune Bridge carries 14,000 vehicles a day.",
    "Counts of 2025 say that the Lune Bridge in Halden carries 14,000 vehicles a day.",
    "Halden Council bought the Lune Bridge from a railway company in 1971. It paid 40,000 pounds, the minutes of the council say.",
    "The council of Halden decided to spend 2.4 million pounds on the repair of the Lune Bridge.",
)


class SharedWords:
    """A judge that takes a passage for support when it has most words of the claim, and else for neither side."""

    async def judge(self, pairs: Sequence[tuple[Subclaim, Evidence]]) -> Sequence[Judgement]:
        return [
            Judgement(part.text, one.id, Quote(one.passage.snapshot, one.passage.span, one.passage.text), self._stance(part, one))
            for part, one in pairs
        ]

    @staticmethod
    def _stance(part: Subclaim, one: Evidence) -> Stance:
        wanted, had = (frozenset(words.content(text, wiring.lexicon())) for text in (part.text, one.text))
        return Stance(0.95, 0.02, 0.03) if len(wanted & had) >= MOST * len(wanted) else Stance(0.03, 0.02, 0.95)


def page(number: int, text: str, title: str = "The bridge") -> Snapshot:
    """A page of a publisher of its own."""
    url = f"https://w{number}.example/2025/12/about-the-bridge"
    return Snapshot(snapshots.name(text), text, Source(f"w{number}.example", 0.8), url, title, DAY)


def web(*more: Snapshot) -> MemoryWeb:
    """A web of the pages about the bridge, and more."""
    pages = [*(page(number, text) for number, text in enumerate(PAGES)), *more]
    return MemoryWeb({str(one.url): one for one in pages}, wiring.lexicon())


@dataclass
class World:
    """An article and what may be asked about it; `told` is what a watcher was told."""

    text: str = TEXT
    tools: dict[str, Any] = field(default_factory=dict)
    stored: Iterable[Snapshot] = ()
    dials: Dials = field(default_factory=Dials)
    asked: dict[str, Any] = field(default_factory=dict)
    told: list[Step] = field(default_factory=list)
    blobs: MemoryBlobs = field(default_factory=MemoryBlobs)

    def run(self) -> ArticleReport:
        """The report on the article."""
        return self.analysed().report

    def analysed(self) -> Analysis:
        """The report, and its record."""
        lexicon = wiring.lexicon()
        shelf = MemoryShelf(self.dials.seeking.passages, self.dials.reading.sentences)
        for one in self.stored:
            asyncio.run(shelf.put(one))
        finders = (MemoryFinder(shelf, lexicon, self.dials.seeking.lexical),)
        made = Tools(CLOCK, CountingIds(), finders, SharedWords(), shelf, MemoryArchive(), self.blobs)
        tape = MemoryTape()
        tools = wiring.recorded(replace(made, **self.tools), tape)
        run = Run(tools, self.dials, lexicon, tell=self.told.append, worth_table=wiring.worth_table())
        asked = AnalysisRequest(self.text, DAY, **{"title": "Lune Bridge in Halden closed", **self.asked})
        return asyncio.run(article.keep(asked, run, RunContext(tape, (), "default")))
