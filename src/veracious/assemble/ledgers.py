"""Answers checked against documents: the judge, and documents in memory."""

from collections.abc import AsyncIterable, AsyncIterator, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cache
from typing import Protocol

from veracious.adapters.ids import TimedIds
from veracious.adapters.memory.archive import MemoryArchive
from veracious.adapters.memory.held import HeldTexts
from veracious.adapters.models import places
from veracious.adapters.models.batched import BatchedScales
from veracious.adapters.models.folder import Role
from veracious.adapters.unavailable import Absent
from veracious.adapters.user_functions import Opinion, OwnJudge
from veracious.assemble import models
from veracious.assemble.data_files import clock, lexicon
from veracious.assemble.parts import place_of
from veracious.assemble.runs import recorded, run_of
from veracious.domain.document import Document
from veracious.domain.errors import VeraciousError
from veracious.domain.evidence import Snapshot, Source
from veracious.domain.record import ToolName
from veracious.flow import check, screen
from veracious.flow.check import Checked, Checking
from veracious.flow.screen import ScreenedSentence, Setting
from veracious.flow.verify import RunContext
from veracious.ports import Archive, Blobs, Judge, Scales, Tape, Tools
from veracious.rules.dials import Dials
from veracious.rules.seeking import snapshots

WORKSPACE = "memory"


class Weigher(Judge, Scales, Protocol):
    """A judge that reads bare texts, too."""


@dataclass(frozen=True, slots=True)
class Keeping:
    """Where a check is kept, and under which name."""

    archive: Archive
    blobs: Blobs
    tape: Callable[[str], Tape]
    workspace: str = WORKSPACE
    name: str = ""


@dataclass(frozen=True, slots=True)
class Assessor:
    """A judge with its name, and the dials it is used with: what holds answer after answer against documents."""

    judge: Weigher
    name: ToolName
    dials: Dials
    merged: Scales | None = None  # the same judge, reading together what several ask

    def for_many(self) -> "Assessor":
        """The same for many answers at once within one event loop."""
        return replace(self, merged=BatchedScales(self.judge))

    async def check(self, answer: str, documents: Sequence[Document], question: str = "", as_of: date | None = None) -> Checked:
        """The ledger of an answer, and its record; the documents are held in memory, and so is the record."""
        kept = MemoryArchive()
        keeping = Keeping(kept, kept.blobs, kept.tape, WORKSPACE, TimedIds().new())
        asked = Checking(answer, question, as_of or clock().now().date(), named(documents))
        return await self.attempt(asked, documents, keeping)

    async def attempt(self, asked: Checking, documents: Sequence[Document], keeping: "Keeping") -> Checked:
        """The same, kept where and under which name the caller says; raises when that fails, and goes on from its tape."""
        tools = self._tools(_held(documents), keeping)
        notes = keeping.tape(keeping.name)
        run = run_of(recorded(tools, notes), self.dials, (self.name,))
        named = (self.name, replace(self.name, role="scales"))
        return await check.keep(asked, run, RunContext(notes, named, keeping.workspace, keeping.name))

    def follow(
        self, pieces: AsyncIterable[str], documents: Sequence[Document], question: str = "", as_of: date | None = None
    ) -> AsyncIterator[ScreenedSentence]:
        """Each sentence of an arriving answer with its verdict; nothing is recorded."""
        held = _held(documents)
        kept = MemoryArchive()
        run = run_of(self._tools(held, Keeping(kept, kept.blobs, kept.tape)), self.dials, (self.name,))
        shown = check.shown(tuple(held.values()), run, is_cited=True)
        return screen.follow(pieces, Setting(shown, question, as_of or run.tools.clock.now().date()), run)

    def _tools(self, held: Mapping[str, Snapshot], kept: "Keeping") -> Tools:
        return Tools(clock(), TimedIds(), (), self.judge, HeldTexts(held), kept.archive, kept.blobs, scales=self.merged or self.judge)


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


def named(documents: Sequence[Document]) -> tuple[str, ...]:
    """The names of the texts of documents, as a check is asked about them."""
    return tuple(_held(documents))


def _held(documents: Sequence[Document]) -> dict[str, Snapshot]:
    """The documents by the names of their texts."""
    made = (snapshots.of(one, Source(one.domain), "documents") for one in documents)
    return {one.digest: one for one in made}
