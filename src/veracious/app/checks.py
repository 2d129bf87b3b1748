"""Answers checked against documents: the judge, and documents in memory."""

from collections.abc import AsyncIterable, AsyncIterator, Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date

from veracious import wiring
from veracious.domain.document import Document
from veracious.domain.evidence import Snapshot, Source
from veracious.domain.record import ToolName
from veracious.domain.web import Step
from veracious.flow import check, screen
from veracious.flow.check import Checked, Checking
from veracious.flow.record import RunContext
from veracious.flow.run import Run
from veracious.flow.screen import ScreenedSentence, Setting
from veracious.ports import Archive, Blobs, Opinion, Scales, Tape
from veracious.rules.dials import Dials
from veracious.rules.seeking import snapshots
from veracious.wiring import TextJudge


@dataclass(frozen=True, slots=True)
class Keeping:
    """Where a check is kept, under which name, and who is told of its steps."""

    archive: Archive
    blobs: Blobs
    tape: Callable[[str], Tape]
    workspace: str = wiring.MEMORY
    name: str = ""
    tell: Callable[[Step], None] = lambda step: None


@dataclass(frozen=True, slots=True)
class Assessor:
    """A judge with its name, and the dials it is used with: what holds answer after answer against documents."""

    judge: TextJudge
    name: ToolName
    dials: Dials
    batched: Scales | None = None  # the same judge, reading together what several ask

    def for_many(self) -> "Assessor":
        """The same for many answers at once within one event loop."""
        return replace(self, batched=wiring.batched(self.judge))

    async def check(self, answer: str, documents: Sequence[Document], question: str = "", as_of: date | None = None) -> Checked:
        """The ledger of an answer, and its record; the documents are held in memory, and so is the record."""
        asked = Checking(answer, question, as_of or wiring.clock().now().date(), named(documents))
        return await self.attempt(asked, documents, _in_memory(wiring.new_id()))

    async def attempt(self, asked: Checking, documents: Sequence[Document], keeping: Keeping) -> Checked:
        """The same, kept where and under which name the caller says; raises when that fails, and goes on from its tape."""
        notes = keeping.tape(keeping.name)
        run = replace(self._run(_held(documents), keeping, notes), tell=keeping.tell)
        names = (self.name, replace(self.name, role="scales"))
        return await check.keep(asked, run, RunContext(notes, names, keeping.workspace, keeping.name))

    def follow(
        self, pieces: AsyncIterable[str], documents: Sequence[Document], question: str = "", as_of: date | None = None
    ) -> AsyncIterator[ScreenedSentence]:
        """Each sentence of an arriving answer with its verdict; nothing is recorded."""
        held = _held(documents)
        run = self._run(held, _in_memory())
        shown = check.shown(tuple(held.values()), run, is_cited=True)
        return screen.follow(pieces, Setting(shown, question, as_of or run.tools.clock.now().date()), run)

    def _run(self, held: dict[str, Snapshot], keeping: Keeping, notes: Tape | None = None) -> Run:
        tools = wiring.check_tools(self.judge, self.batched or self.judge, held, (keeping.archive, keeping.blobs))
        return wiring.run_of(tools if notes is None else wiring.recorded(tools, notes, (self.name,)), self.dials, (self.name,))


def assessor(dials: Dials | None = None, opinion: Opinion | None = None) -> Assessor:
    """An assessor with the judge in use, or with the caller's own; one that cannot be loaded fails whenever it is asked, and says why."""
    wanted = dials or Dials()
    judge, name = wiring.judge_in_use() if opinion is None else wiring.own_judge(opinion, wanted)
    return Assessor(judge, name, wanted)


def named(documents: Sequence[Document]) -> tuple[str, ...]:
    """The names of the texts of documents, as a check is asked about them."""
    return tuple(_held(documents))


def _in_memory(name: str = "") -> Keeping:
    kept = wiring.memory_archive()
    return Keeping(kept, kept.blobs, kept.tape, name=name)


def _held(documents: Sequence[Document]) -> dict[str, Snapshot]:
    """The documents by the names of their texts."""
    made = (snapshots.of(one, Source(one.domain), "documents") for one in documents)
    return {one.digest: one for one in made}
