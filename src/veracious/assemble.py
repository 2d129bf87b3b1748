"""The one composition root: where files and adapters become the values that rules and flow are given."""

import asyncio
import sys
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import date
from functools import cache, partial
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from veracious.adapters import tape
from veracious.adapters.clock import SystemClock
from veracious.adapters.models import places
from veracious.adapters.models.folder import Loaded
from veracious.adapters.models.folder import Role as Role
from veracious.adapters.models.late import LateEmbedder
from veracious.domain.claim import Reading, Refusal
from veracious.domain.document import Refused
from veracious.domain.errors import LexiconBroken, ModelBroken, ModelMissing, ModelUnfit, SettingsInvalid, StoreMissing, VeraciousError
from veracious.domain.evidence import Passage, Triple
from veracious.domain.model import Examination, Place
from veracious.domain.record import Taped
from veracious.domain.store import Incoming, Order, Scope, StoreState, Taken
from veracious.flow import ingest as flow_ingest
from veracious.ports import (
    Clock,
    Collections,
    Door,
    Embedder,
    Erasure,
    Finder,
    Judge,
    Overrides,
    Pages,
    Relevance,
    Shelf,
    Splitter,
    Tape,
    Tools,
    WebSearch,
)
from veracious.rules.dials import Dials
from veracious.rules.reading import facts, intake, language
from veracious.rules.reading import lexicon as lexicons
from veracious.rules.reading.lexicon import Lexicon
from veracious.rules.seeking import register as registers
from veracious.rules.seeking import snapshots
from veracious.rules.seeking.register import Register

if TYPE_CHECKING:
    from veracious.adapters.postgres.database import Database
    from veracious.adapters.postgres.finder import HybridFinder
    from veracious.adapters.postgres.server import Addresses
    from veracious.adapters.postgres.shelf import PostgresShelf
    from veracious.adapters.postgres.store import Store
    from veracious.settings import Settings

P = TypeVar("P")


@cache
def lexicon(language: str = "en") -> Lexicon:
    """The word lists of a language, as shipped."""
    folder = files("veracious") / "lexicons" / language
    if not folder.is_dir():
        raise LexiconBroken(f"no lists for the language {language!r}")
    texts = {entry.name.removesuffix(".txt"): entry.read_text("utf-8") for entry in folder.iterdir() if entry.name.endswith(".txt")}
    return lexicons.build(texts)


@cache
def register() -> Register:
    """The tables of sources, suffixes and letters, as shipped."""
    folder = files("veracious") / "tables"
    return registers.build({name: (folder / name).read_text("utf-8") for name in registers.TABLES if (folder / name).is_file()})


def overrides() -> Overrides:
    """Where workspaces say what they hold of sources."""
    with _installed():
        from veracious.adapters.postgres.overrides import PostgresOverrides

        return PostgresOverrides(_database())


def clock() -> Clock:
    """The clock that runs go by."""
    return SystemClock()


def recorded(tools: Tools, notes: Tape) -> Tools:
    """The same tools, every answer of the outside noted on a tape before it is used."""

    def noted(port: P, role: type, name: str) -> P:
        return tape.record(port, role, name, notes, tools.blobs)

    return replace(
        tools,
        finders=tuple(noted(finder, Finder, f"finder {index}") for index, finder in enumerate(tools.finders)),
        judge=noted(tools.judge, Judge, "judge"),
        shelf=noted(tools.shelf, Shelf, "shelf"),
        search=None if tools.search is None else noted(tools.search, WebSearch, "search"),
        door=None if tools.door is None else noted(tools.door, Door, "door"),
        relevance=None if tools.relevance is None else noted(tools.relevance, Relevance, "relevance"),
        splitter=None if tools.splitter is None else noted(tools.splitter, Splitter, "splitter"),
    )


def played(tools: Tools, entries: Sequence[Taped]) -> Tools:
    """Tools that answer from a tape alone."""

    def player(role: type, name: str) -> Any:
        return tape.play(role, name, entries, tools.blobs)

    return replace(
        tools,
        finders=tuple(player(Finder, f"finder {index}") for index in range(len(tools.finders))),
        judge=player(Judge, "judge"),
        shelf=player(Shelf, "shelf"),
        search=None if tools.search is None else player(WebSearch, "search"),
        door=None if tools.door is None else player(Door, "door"),
        relevance=None if tools.relevance is None else player(Relevance, "relevance"),
        splitter=None if tools.splitter is None else player(Splitter, "splitter"),
    )


def reader(dials: Dials | None = None) -> Callable[[str, date], Reading | Refusal]:
    """What turns a text and its date into a claim, with these dials."""
    return partial(intake.read, lexicon=lexicon(), dials=(dials or Dials()).reading)


def embedder(given: Path | None = None) -> Embedder:
    """The embedder in this folder; without one, the one the settings name or the shipped one."""
    with _installed():
        from veracious.adapters.models.embedder import OnnxEmbedder

        return OnnxEmbedder(places.load(_place(Role.EMBEDDER, given)), _settings().threads)


_embedder = cache(embedder)  # once for the whole process


def judge(given: Path | None = None, dials: Dials | None = None) -> Judge:
    """The judge in this folder; without one, the one the settings name, the one that was added, or the shipped one."""
    with _installed():
        from veracious.adapters.models.entailment import OnnxJudge

        loaded = places.load(_place(Role.JUDGE, given))
        return OnnxJudge(loaded, lexicon(), (dials or Dials()).judging.quotes, _settings().threads)


def relevance(given: Path | None = None) -> Relevance:
    """The relevance model in this folder; without one, the one the settings name or the shipped one."""
    with _installed():
        from veracious.adapters.models.relevance import OnnxRelevance

        return OnnxRelevance(places.load(_place(Role.RELEVANCE, given)), _settings().threads)


async def examine(role: Role, ask: bool = True) -> Examination:
    """The model of a role, its files checked, and put to one question unless told otherwise."""
    place = Place(role, "", "")
    try:
        place = _place(role, None)
        loaded = places.load(place)
        return Examination(place, loaded.model, await _asked(loaded) if ask else "")
    except VeraciousError as failed:
        return Examination(place, trouble=str(failed))


async def add_judge(folder: Path) -> Examination:
    """Make the model in this folder the judge, if it is whole and gets the plainest case right."""
    try:
        loaded = places.load(Place(Role.JUDGE, str(folder), "added"))
        answer = await _asked(loaded)
    except ModelBroken as failed:
        raise ModelUnfit(failed.detail) from failed
    place = Place(Role.JUDGE, str(folder.resolve()), "added", loaded.digest)
    places.add(_settings().home, place)
    return Examination(place, loaded.model, answer)


def remove_judge() -> bool:
    """Go back to the shipped judge; whether there was another."""
    return places.remove(_settings().home)


def finder(scope: Scope, workspace: str = "", held: "Store | None" = None) -> "HybridFinder":
    """What finds by meaning and words in one round trip."""
    with _installed():
        from veracious.adapters.postgres.finder import HybridFinder

        return HybridFinder(held or store(workspace), scope)


def finders(scope: Scope, workspace: str = "", held: "Store | None" = None) -> tuple[Finder, ...]:
    """The finders of the store: by meaning, by words, by facts."""
    with _installed():
        from veracious.adapters.postgres.finder import TextFinder, TriplesFinder, VectorsFinder

        whole = held or store(workspace)
        return VectorsFinder(whole, scope), TextFinder(whole, scope), TriplesFinder(whole, scope)


def library(workspace: str = "", dials: Dials | None = None, given: Embedder | None = None) -> "PostgresShelf":
    """Where documents are put, one by one or by the hundred; with an embedder of the caller's, who vouches that it is the same model."""
    with _installed():
        from veracious.adapters.postgres.shelf import PostgresShelf

        held = store(workspace, dials, given)

        def told(passage: Passage) -> Sequence[Triple]:
            found = facts.read(passage.text, held.lexicon, held.dials.reading.facts)
            return [Triple(fact.subject, fact.relation, fact.object, passage) for fact in found]

        return PostgresShelf(held, told)


def collections(workspace: str = "") -> Collections:
    """The collections of the store and their generations."""
    with _installed():
        from veracious.adapters.postgres.collections import PostgresCollections

        return PostgresCollections(store(workspace))


def erasure(workspace: str = "") -> Erasure:
    """What takes documents out of the store again."""
    with _installed():
        from veracious.adapters.postgres.erasure import PostgresErasure

        return PostgresErasure(_bare_store(workspace))


def pages(workspace: str = "") -> Pages:
    """The memory of addresses."""
    with _installed():
        from veracious.adapters.postgres.pages import PostgresPages

        return PostgresPages(_bare_store(workspace))


async def ingest(order: Order, tell: Callable[[Taken], None]) -> Taken:
    """Put files into the live generation of a collection."""
    doors = flow_ingest.Doors(library(order.workspace), collections(order.workspace), order.collection)
    return await flow_ingest.take(_offered(order), doors, tell)


async def rebuild(order: Order, tell: Callable[[Taken], None], keep: bool = False) -> Taken:
    """Build a collection anew beside the live one, and switch when nothing was refused; the old generation is dropped unless it is kept."""
    held = collections(order.workspace)
    doors = flow_ingest.Doors(library(order.workspace), held, order.collection, await held.begin(order.collection))
    return await flow_ingest.replace(_offered(order), doors, tell, keep)


def expected(order: Order) -> int | None:
    """How many documents and refusals an order comes to, by the names of the files alone; none when only reading can tell."""
    from veracious.adapters.files import forecast
    from veracious.adapters.files.caps import Caps

    return forecast.count(order.paths, Caps())


async def _offered(order: Order) -> AsyncIterator[Incoming | Refused]:
    """What the files hold, read in a worker thread, each document with its source as the register and the workspace rate it."""
    with _installed():
        from veracious.adapters.files.caps import Caps
        from veracious.adapters.files.read import Files

    rated = registers.overrides(await overrides().get_all(order.workspace or _settings().workspace))
    known, dials = register(), Dials().seeking.register
    with Files(Caps(), lambda text: language.detect(text, lexicon(), Dials().reading.language)) as files:
        documents = files.read(order.paths, sys.stdin.buffer)
        while (one := await asyncio.to_thread(next, documents, None)) is not None:
            if isinstance(one, Refused):
                yield one
                continue
            source = registers.rate(one.url or one.domain or order.source, known, rated, dials)
            yield Incoming(snapshots.of(one, source, order.collection), one.name, one.file_hash)


def store(workspace: str = "", dials: Dials | None = None, given: Embedder | None = None) -> "Store":
    """The store as a workspace sees it; without a name, the workspace that the settings name."""
    digest = places.load(_place(Role.EMBEDDER, None)).digest
    bare = _bare_store(workspace)
    return replace(bare, embedder=given or bare.embedder, dials=dials or Dials(), model=digest)


def _bare_store(workspace: str) -> "Store":
    """The same for what neither embeds nor compares vectors: it needs no model."""
    from veracious.adapters.postgres.store import Store

    return Store(_database(), LateEmbedder(_embedder), lexicon(), workspace=workspace or _settings().workspace)


@cache
def addresses() -> "Addresses":
    """How the server is reached: the one DATABASE_URL names, or the private one, which is started and brought up to date."""
    from veracious.adapters.postgres import migrate, server

    where = _settings()
    if where.database_url:
        return server.Addresses(where.owner_url or "", where.database_url)
    found = server.start(where.store)
    migrate.run(found.owner)
    return found


def store_state() -> StoreState:
    """What the store is like; nothing is started or changed."""
    with _installed():
        from veracious.adapters.postgres import states

        where = _settings()
        return states.given(where.database_url, where.owner_url) if where.database_url else states.private(where.store)


def start_store() -> StoreState:
    """Start the private server and bring its schema up to date; what the store is like then. A server that is named is only looked at."""
    with _installed():
        addresses()
    return store_state()


def stop_store() -> bool:
    """Stop the private server; whether it ran."""
    with _installed():
        from veracious.adapters.postgres import server

        return server.stop(_settings().store)


def migrate_store() -> Sequence[str]:
    """Bring the schema up to date; what was applied."""
    with _installed():
        from veracious.adapters.postgres import migrate

        return migrate.run(_owner())


def sweep_store() -> Sequence[str]:
    """Write the tables anew without what was erased; their names."""
    with _installed():
        from veracious.adapters.postgres import erasure

        return erasure.sweep(_owner())


def _owner() -> str:
    where = _settings()
    if where.database_url and not where.owner_url:
        raise SettingsInvalid("VERACIOUS_OWNER_URL: the owner of the schema is needed for this")
    if where.owner_url:
        return where.owner_url
    from veracious.adapters.postgres import server

    return server.start(where.store).owner


@cache
def _database() -> "Database":
    from veracious.adapters.postgres.database import Database

    return Database(addresses().app)


async def _asked(loaded: Loaded) -> str:
    with _installed():
        from veracious.adapters.models import trial

        return await trial.ask(loaded, lexicon(), _settings().threads)


def _place(role: Role, given: Path | None) -> Place:
    where = _settings()
    return Place(role, str(given), "setting") if given else places.find(role, where.models, where.home)


def _settings() -> "Settings":
    """The settings, read when they are asked for: reading a claim needs none, and their library is slow to load."""
    from veracious import settings

    return settings.read()


@contextmanager
def _installed() -> Iterator[None]:
    """What runs models and the store comes with `veracious[local]`, and is imported only where it is used."""
    try:
        yield
    except ModuleNotFoundError as absent:
        missing = StoreMissing if (absent.name or "").startswith("psycopg") else ModelMissing
        raise missing(f"{absent.name} is not installed") from absent
