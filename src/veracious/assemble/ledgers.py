"""Answers held against documents: the judge, and documents in memory."""

from collections.abc import AsyncIterable, AsyncIterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cache
from typing import Protocol

from veracious.adapters.absent import Absent
from veracious.adapters.ids import TimedIds
from veracious.adapters.memory.archive import MemoryArchive
from veracious.adapters.memory.held import HeldTexts
from veracious.adapters.models import places
from veracious.adapters.models.folder import Role
from veracious.adapters.models.merged import MergedScales
from veracious.adapters.own import Opinion, OwnJudge
from veracious.assemble import models
from veracious.assemble.parts import place_of
from veracious.assemble.runs import recorded, run_of
from veracious.assemble.words import clock, lexicon
from veracious.domain.document import Document
from veracious.domain.errors import VeraciousError
from veracious.domain.evidence import Snapshot, Source
from veracious.domain.record import ToolName
from veracious.flow import check, screen
from veracious.flow.check import Checked, Checking
from veracious.flow.run import Run
from veracious.flow.screen import Heard, Setting
from veracious.flow.verify import Desk
from veracious.ports import Judge, Scales, Tools
from veracious.rules.dials import Dials
from veracious.rules.seeking import snapshots

WORKSPACE = "memory"


class Weigher(Judge, Scales, Protocol):
    """A judge that reads bare texts, too."""


@dataclass(frozen=True, slots=True)
class Assessor:
    """A judge with its name, and the dials it is used with: what holds answer after answer against documents."""

    judge: Weigher
    name: ToolName
    dials: Dials

    def for_many(self) -> "Assessor":
        """The same for many answers at once within one event loop: the judge reads together what several ask."""
        return replace(self, judge=MergedScales(self.judge, self.judge))

    def follow(
        self, pieces: AsyncIterable[str], documents: Sequence[Document], question: str = "", as_of: date | None = None
    ) -> AsyncIterator[Heard]:
        """Each sentence of an arriving answer with its verdict; nothing is recorded."""
        kept, day = MemoryArchive(), clock()
        held = {one.digest: one for one in map(_snapshot, documents)}
        tools = Tools(day, TimedIds(), (), self.judge, HeldTexts(held), kept, kept.blobs, scales=self.judge)
        run = Run(tools, self.dials, lexicon())
        shown = check.shown(tuple(held.values()), run, is_cited=True)
        return screen.follow(pieces, Setting(shown, question, as_of or day.now().date()), run)

    async def check(self, answer: str, documents: Sequence[Document], question: str = "", as_of: date | None = None) -> Checked:
        """The ledger of an answer, and its record; the documents are held in memory."""
        kept, day = MemoryArchive(), clock()
        held = {one.digest: one for one in map(_snapshot, documents)}
        tools = Tools(day, TimedIds(), (), self.judge, HeldTexts(held), kept, kept.blobs, scales=self.judge)
        name = tools.ids.new()
        notes = kept.tape(name)
        run = run_of(recorded(tools, notes), self.dials, (self.name,))
        asked = Checking(answer, question, as_of or day.now().date(), tuple(held))
        return await check.keep(asked, run, Desk(notes, (self.name, replace(self.name, role="scales")), WORKSPACE, name))


def assessor(dials: Dials | None = None, opinion: Opinion | None = None) -> Assessor:
    """An assessor with the judge in use, or with the caller's own; one that cannot be loaded fails whenever it is asked, and says why."""
    wanted = dials or Dials()
    if opinion is not None:
        own = str(getattr(opinion, "__qualname__", type(opinion).__qualname__))
        return Assessor(OwnJudge(opinion, lexicon(), wanted.judging.quotes), ToolName(Role.JUDGE, f"own {own}", ""), wanted)
    judge, name = _judge()
    return Assessor(judge, name, wanted)


@cache
def _judge() -> tuple[Weigher, ToolName]:
    """The judge of this process, loaded once."""
    try:
        loaded = places.load(place_of(Role.JUDGE, None))
        return models.made(Role.JUDGE, loaded), loaded.name
    except VeraciousError as failed:
        return Absent(str(failed)), ToolName(Role.JUDGE, "unusable", "")


def _snapshot(document: Document) -> Snapshot:
    return snapshots.of(document, Source(document.domain), "documents")
