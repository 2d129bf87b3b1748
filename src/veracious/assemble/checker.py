"""The engine whole: tools of one kind behind their ports, used for claim after claim."""

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from datetime import date
from functools import cache, partial
from typing import Any, Protocol

from veracious import demo as world
from veracious.adapters.ids import TimedIds
from veracious.adapters.memory.archive import MemoryArchive
from veracious.adapters.memory.finder import MemoryFinder, VectorFinder
from veracious.adapters.memory.shelf import MemoryShelf
from veracious.adapters.memory.triples import MemoryTriples
from veracious.adapters.models import places
from veracious.adapters.models.cached import CachedJudge, CachedRelevance
from veracious.adapters.models.folder import Role
from veracious.adapters.unavailable import Absent
from veracious.adapters.user_functions import Opinion, OwnFinder, OwnJudge, Search
from veracious.assemble import endpoints, models, stores
from veracious.assemble.data_files import clock, lexicon, register
from veracious.assemble.parts import place_of, settings
from veracious.assemble.records import archive, blobs, tape
from veracious.assemble.runs import metered, recorded, run_budget, run_of
from veracious.domain.budget import Amount, Limits, Tariff
from veracious.domain.document import Document
from veracious.domain.errors import ArchiveUnavailable, SourceError, VeraciousError
from veracious.domain.evidence import Source, Triple
from veracious.domain.record import ToolName
from veracious.domain.report import Report
from veracious.domain.store import Scope
from veracious.domain.verdict import Outcome
from veracious.domain.web import Step
from veracious.flow import record
from veracious.flow.record import Request
from veracious.flow.verify import RunContext, Verified
from veracious.flow.verify import verify as flow_verify
from veracious.ports import Embedder, Finder, Judge, Relevance, Tape, Tools
from veracious.rules.dials import Dials
from veracious.rules.reading import facts
from veracious.rules.reading.sentences import SentenceDials
from veracious.rules.seeking import register as registers
from veracious.rules.seeking import snapshots


class Watch(Protocol):
    """Who follows a run."""

    def begin(self, halt: Callable[[], None]) -> None:
        """The run begins; calling `halt` ends it with what is known by then."""
        ...

    def tell(self, step: Step, spent: Amount) -> None:
        """It takes this step, and has spent so much."""
        ...


@dataclass(frozen=True, slots=True)
class Checker:
    """Tools with their names, and the dials they are used with: what checks claim after claim."""

    tools: Tools
    names: tuple[ToolName, ...]
    workspace: str
    dials: Dials
    tape: Callable[[str], Tape]  # of a run, by its name
    tariffs: tuple[Tariff, ...] = ()  # of searches

    async def verify(self, text: str, as_of: date | None = None, limits: Limits | None = None, watch: Watch | None = None) -> Verified:
        """The report on a claim, and its record; whoever watches is told of each step, and may end it."""
        request, name = Request(text, as_of or self.tools.clock.now().date()), self.tools.ids.new()
        try:
            return await self.attempt(request, name, limits, watch)
        except (SourceError, ArchiveUnavailable) as failed:  # tape or archive cannot be written: what cannot be proved is not told
            return await self._failed(request, name, str(failed))

    async def attempt(self, request: Request, name: str, limits: Limits | None = None, watch: Watch | None = None) -> Verified:
        """The same under a given name; raises when tape or archive fail, and goes on from its tape when it is called again."""
        notes = self.tape(name)
        account = run_budget(limits or Limits(), self.tools, self.dials, self.tariffs, notes)
        run = run_of(recorded(metered(_once(self.tools), account), notes), self.dials, self.names)
        if watch is not None:
            watch.begin(account.halt())
            run = replace(run, tell=lambda step: watch.tell(step, account.account.spent))
        return await flow_verify(request, run, RunContext(notes, self.names, self.workspace, name))

    async def _failed(self, request: Request, name: str, cause: str) -> Verified:
        """A failed run, with a record that is kept nowhere."""
        run = run_of(replace(self.tools, archive=MemoryArchive()), self.dials, self.names)
        told = Report(Outcome.FAILED, cause=cause)
        kept = await record.keep(record.body(request, told, run, (), self.names), run, self.workspace, self.tools.clock.now(), name)
        return Verified(told, kept)


def _once(tools: Tools) -> Tools:
    """The tools of one run: its own models read nothing twice. What a caller brought is asked as often as the run asks."""
    relevance = None if tools.relevance is None else CachedRelevance(tools.relevance)
    judge = CachedJudge(tools.judge) if hasattr(tools.judge, "quoting") else tools.judge
    return replace(tools, relevance=relevance, judge=judge)


@dataclass(frozen=True, slots=True)
class Models:
    """The models an engine thinks with, and their names."""

    embedder: Embedder
    judge: Judge
    relevance: Relevance | None
    names: tuple[ToolName, ...]

    def quoting(self, dials: Dials) -> "Models":
        """The same, the bundled judge quoting as the dials say."""
        quoting = getattr(self.judge, "quoting", None)
        return self if quoting is None else replace(self, judge=quoting(dials.judging.quotes))


@cache
def loaded_models() -> Models:
    """The models of this process, loaded once and side by side; one that cannot be loaded fails whenever it is asked, and says why."""
    with ThreadPoolExecutor(len(Role)) as pool:
        found = dict(zip(Role, pool.map(_mind, Role), strict=True))
    embedder, judge, relevance = (found[role][0] for role in (Role.EMBEDDER, Role.JUDGE, Role.RELEVANCE))
    return Models(embedder, judge, relevance, tuple(name for _, name in found.values()))


def _mind(role: Role) -> tuple[Any, ToolName]:
    try:
        loaded = places.load(place_of(role, None))
        return models.made(role, loaded), loaded.name
    except VeraciousError as failed:
        return Absent(str(failed)), ToolName(role.value, "unusable", "")


@dataclass(frozen=True, slots=True)
class CredibilityRules:
    """How credible documents are, where the register does not say or the caller knows better."""

    sources: Mapping[str, Source] = field(default_factory=lambda: registers.NO_OVERRIDES)  # by domain
    others: float | None = None  # of those of whom nothing is known; none: nothing

    def rate(self, document: Document, dials: Dials) -> Source:
        """The source of a document."""
        source = registers.rate(document.url or document.domain, register(), self.sources, dials.seeking.register)
        return source if source.credibility is not None or self.others is None else replace(source, credibility=self.others)


async def in_memory(
    documents: Sequence[Document], rated: CredibilityRules | None = None, dials: Dials | None = None, models: Models | None = None
) -> Checker:
    """An engine over documents that are held in memory."""
    wanted = dials or Dials()
    chosen = (models or loaded_models()).quoting(wanted)
    shelf = MemoryShelf(wanted.seeking.passages, SentenceDials())
    told: list[Triple] = []
    for one in documents:
        for piece in await shelf.put(snapshots.of(one, (rated or CredibilityRules()).rate(one, wanted), "documents")):
            found = facts.read(piece.text, lexicon(), wanted.reading.facts)
            told += [Triple(fact.subject, fact.relation, fact.object, piece.passage) for fact in found]
    finders: tuple[Finder, ...] = (
        VectorFinder(shelf, chosen.embedder),
        MemoryFinder(shelf, lexicon(), wanted.seeking.lexical),
        MemoryTriples(shelf, told, lexicon(), wanted.seeking.triples),
    )
    kept = MemoryArchive()
    tools = Tools(clock(), TimedIds(), finders, chosen.judge, shelf, kept, kept.blobs, chosen.relevance)
    return Checker(tools, chosen.names, "memory", wanted, kept.tape)


def with_language_model(engine: Checker, key: str = "") -> Checker:
    """The engine with the language model that the settings name: it splits, judges what the judge is not sure of, and explains."""
    found = endpoints.mind(key)
    if found is None:
        return engine
    tools = replace(engine.tools, splitter=found, second=found, teller=found)
    return replace(engine, tools=tools, names=(*engine.names, *endpoints.named(found)))


async def demo() -> Checker:
    """An engine over the made-up world of the demonstration, and nothing else."""
    return await in_memory(world.documents(), CredibilityRules(world.sources()))


def local(scope: Scope, workspace: str = "", dials: Dials | None = None) -> Checker:
    """A checker over the store, as a workspace sees it; without a store that can be used, every claim fails and says why."""
    wanted, name = dials or Dials(), workspace or settings().workspace
    chosen = loaded_models().quoting(wanted)
    try:
        held = stores.library(workspace, wanted, chosen.embedder)
        finders = stores.finders(scope, workspace, held.store)
        tools = Tools(clock(), TimedIds(), finders, chosen.judge, held, archive(workspace), blobs(workspace), chosen.relevance)
    except VeraciousError as failed:
        absent, kept = Absent(str(failed)), MemoryArchive()
        tools = Tools(clock(), TimedIds(), (absent,), chosen.judge, absent, kept, kept.blobs, chosen.relevance)
        return Checker(tools, chosen.names, name, wanted, kept.tape)
    return Checker(tools, chosen.names, name, wanted, partial(tape, workspace=workspace))


def with_own(engine: Checker, search: Search | None, judge: Opinion | None, rated: CredibilityRules) -> Checker:
    """The engine with the caller's own functions: one more finder, another judge."""
    tools, names = engine.tools, list(engine.names)
    if search is not None:
        finder = OwnFinder(search, tools.shelf, lambda one: snapshots.of(one, rated.rate(one, engine.dials), "documents"))
        tools = replace(tools, finders=(*tools.finders, finder))
        names.append(ToolName("finder", f"own {_named(search)}", ""))
    if judge is not None:
        tools = replace(tools, judge=OwnJudge(judge, lexicon(), engine.dials.judging.quotes), second=None)
        names = [name for name in names if name.role not in (Role.JUDGE, "second")] + [ToolName("judge", f"own {_named(judge)}", "")]
    return replace(engine, tools=tools, names=tuple(names))


def _named(function: Any) -> str:
    return str(getattr(function, "__qualname__", type(function).__qualname__))
