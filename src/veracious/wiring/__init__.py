"""The one composition root: settings become adapters, adapters become the tools of an engine. What is decided is decided elsewhere.

From the top: settings and data files, models, the store, what is kept of runs, who may ask, language models, the web, engines, runs.
What is slow to load, or comes with an extra, is imported where it is made. What only the service has is in `service.py`.
"""

import asyncio
import atexit
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import date, datetime
from functools import cache, lru_cache, partial
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, Protocol

from veracious import demo as demo_world
from veracious.adapters import acting, meter, record_reading, shipped
from veracious.adapters import tape as tapes
from veracious.adapters.clock import StoreClock
from veracious.adapters.ids import TimedIds
from veracious.adapters.memory.archive import MemoryArchive
from veracious.adapters.memory.clock import FixedClock
from veracious.adapters.memory.finder import MemoryFinder, VectorFinder
from veracious.adapters.memory.held import HeldTexts
from veracious.adapters.memory.ids import CountingIds
from veracious.adapters.memory.shelf import MemoryShelf
from veracious.adapters.memory.triples import MemoryTriples
from veracious.adapters.meter import MeteredWeb, Prices, RunBudget
from veracious.adapters.models import forecast, places
from veracious.adapters.models.batched import BatchedScales
from veracious.adapters.models.cached import CachedJudge, CachedRelevance
from veracious.adapters.models.endpoint import Address, Caps
from veracious.adapters.models.folder import Loaded
from veracious.adapters.models.language_model import LanguageModel
from veracious.adapters.models.lazy import LazyEmbedder
from veracious.adapters.models.llm_client import LlmClient, Patience
from veracious.adapters.models.rules_only import RulesModel
from veracious.adapters.rated_finder import CurrentRatings, RatedFinder
from veracious.adapters.store_retry import insist
from veracious.adapters.unavailable import Absent
from veracious.adapters.user_functions import OwnFinder, OwnJudge
from veracious.adapters.web.credibility import Rate, RatedReviews, RatedSearch
from veracious.adapters.web.memory import PageMemory
from veracious.domain import budget
from veracious.domain.budget import MICROS, Amount, Limits, RunResources, Tariff
from veracious.domain.claim import Reading, Refusal
from veracious.domain.document import Document, Refused, Unread
from veracious.domain.errors import LexiconBroken, ModelMissing, SearchMissing, SettingsInvalid, StoreMissing, VeraciousError
from veracious.domain.evidence import Passage, Snapshot, Source, Triple
from veracious.domain.model import Place, Role
from veracious.domain.providers import REVIEWS, SEARCHES
from veracious.domain.record import Record, Taped, ToolName
from veracious.domain.store import Scope
from veracious.flow.explain import EXCERPTS
from veracious.flow.run import Engine, Run
from veracious.ports import (
    TOOL_ROLES,
    Archive,
    Blobs,
    Clock,
    Collections,
    Embedder,
    Erasure,
    Finder,
    Judge,
    Opinion,
    Overrides,
    PageReader,
    Pages,
    Relevance,
    Scales,
    Search,
    Tape,
    ToolRole,
    Tools,
    WebSearch,
)
from veracious.rules.dials import Dials
from veracious.rules.judging.calibration import Table
from veracious.rules.judging.selective import DecisionTable
from veracious.rules.reading import facts, intake, language
from veracious.rules.reading import lexicon as lexicons
from veracious.rules.reading.checkworthy import WorthTable
from veracious.rules.reading.lexicon import Lexicon
from veracious.rules.reading.sentences import SentenceDials
from veracious.rules.seeking import register as registers
from veracious.rules.seeking import snapshots
from veracious.rules.seeking.register import CredibilityRules, Register

if TYPE_CHECKING:
    from veracious.adapters.administration import StoreAdministration
    from veracious.adapters.files.read import Files
    from veracious.adapters.postgres.access import PostgresAccess
    from veracious.adapters.postgres.audit_log import PostgresAuditLog
    from veracious.adapters.postgres.database import Database
    from veracious.adapters.postgres.finder import HybridFinder
    from veracious.adapters.postgres.held_collections import HeldCollections
    from veracious.adapters.postgres.listing import PostgresListing
    from veracious.adapters.postgres.reembedding import PostgresReembedder
    from veracious.adapters.postgres.refreshes import PostgresRefreshes
    from veracious.adapters.postgres.server import Addresses
    from veracious.adapters.postgres.shelf import PostgresShelf
    from veracious.adapters.postgres.store import Store
    from veracious.adapters.web.http_client import PublicHttpClient
    from veracious.adapters.web.robots import Robots
    from veracious.adapters.web.search.circuit_breaker import GuardedReviews, GuardedSearch
    from veracious.adapters.web.search.provider import SearchProvider
    from veracious.domain.job import Allowance
    from veracious.settings import Settings

WEB_QUEUE = "web"  # of jobs that search the web
OWNERS = 256  # workspaces with keys of their own whose searches and language models a process remembers

acting_as = acting.acting  # in whose name the store is changed meanwhile

# Settings and data files


def settings() -> "Settings":
    """The settings, read when they are asked for: reading a claim needs none, and their library is slow to load."""
    from veracious.settings import read

    return read()


def own_workspace() -> str:
    """The workspace that is meant where none is named."""
    return settings().workspace


@contextmanager
def installed() -> Iterator[None]:
    """What runs models and the store comes with `veracious[local]`, and is imported only where it is used."""
    try:
        yield
    except ModuleNotFoundError as absent:
        missing = StoreMissing if (absent.name or "").startswith("psycopg") else ModelMissing
        raise missing(f"{absent.name} is not installed") from absent


@cache
def lexicon(language: str = "en") -> Lexicon:
    """The word lists of a language, as shipped."""
    folder = files("veracious") / "lexicons" / language
    if not folder.is_dir():
        raise LexiconBroken(f"no lists for the language {language!r}")
    texts = {entry.name.removesuffix(".txt"): entry.read_text("utf-8") for entry in folder.iterdir() if entry.name.endswith(".txt")}
    return lexicons.build(texts)


def calibration(names: Sequence[ToolName]) -> Table | None:
    """The table of probabilities, if it was measured for these models; a probability that was not measured is none."""
    measured = shipped.calibration()
    known = measured is not None and any(name.role == "judge" and name.digest in measured[1] for name in names)
    return measured[0] if measured is not None and known else None


def decision(names: Sequence[ToolName]) -> DecisionTable | None:
    """What was fitted for the judge among these tools; the rules of the seeds decide where nothing was."""
    found = (shipped.decisions().get(name.digest) for name in names if name.role == "judge")
    return next((table for table in found if table is not None), None)


def worth_table() -> WorthTable:
    """The weights by which the claims of an article are put in order, as shipped."""
    return shipped.worth_table()


@lru_cache(maxsize=64)
def dials_written(dials: Dials, table: Table | None, decision_table: DecisionTable | None) -> bytes:
    """The dials as records keep them, written once for all runs: to write them takes longer than to check a sentence."""
    return dials.written(lexicon(), table, decision_table)


@cache
def register() -> Register:
    """The tables of sources, suffixes and letters, as shipped."""
    folder = files("veracious") / "tables"
    return registers.build({name: (folder / name).read_text("utf-8") for name in registers.TABLES if (folder / name).is_file()})


_CLOCK = StoreClock()


def clock() -> Clock:
    """The clock that runs go by."""
    return _CLOCK


def set_clock(now: datetime) -> None:
    """Set that clock by the store's, which is the same for all workers."""
    _CLOCK.set_to(now)


def reader(dials: Dials | None = None) -> Callable[[str, date], Reading | Refusal]:
    """What turns a text and its date into a claim, with these dials."""
    return partial(intake.read, lexicon=lexicon(), dials=(dials or Dials()).reading)


def file_reader() -> "Files":
    """What reads documents from files, in a process of its own; its user closes it."""
    with installed():
        from veracious.adapters.files.caps import Caps
        from veracious.adapters.files.read import Files

    return Files(Caps(), lambda text: language.detect(text, lexicon(), Dials().reading.language))


def clean_document(document: Document) -> Document | Refused:
    """A document that was handed in, cleaned as one that is read from a file is."""
    from veracious.adapters.files import handed_in

    return handed_in.read(document)


def read_text(name: str, stdin: BinaryIO) -> str:
    """The text of a file as it is written."""
    with installed():
        from veracious.adapters.files import verbatim
        from veracious.adapters.files.caps import Caps

    return verbatim.read(name, Caps(), stdin)


def count_files(paths: Sequence[str]) -> int | None:
    """How many documents and refusals there are in these paths, by the names of the files alone; none when only reading can tell."""
    from veracious.adapters.files import forecast
    from veracious.adapters.files.caps import Caps

    return forecast.count(paths, Caps())


# Models: the one a caller names, the one the settings name, the one that was added, or the shipped one


def place_of(role: Role, path: Path | None = None) -> Place:
    """Where the model of a role is: in the folder that is given, or where the settings say."""
    chosen = settings()
    return Place(role, str(path), "setting") if path else places.find(role, chosen.models, chosen.home, chosen.judge)


def model(role: Role, loaded: Loaded, dials: Dials | None = None) -> Any:
    """What runs a model in its role."""
    with installed():
        from veracious.adapters.models.embedder import OnnxEmbedder
        from veracious.adapters.models.entailment import OnnxJudge
        from veracious.adapters.models.relevance import OnnxRelevance

    threads = settings().threads
    if role is Role.JUDGE:
        return OnnxJudge(loaded, lexicon(), (dials or Dials()).judging.quotes, threads)
    return (OnnxEmbedder if role is Role.EMBEDDER else OnnxRelevance)(loaded, threads)


def load_model(place: Place) -> Loaded:
    """The model at a place, its files checked."""
    return places.load(place)


async def self_test(loaded: Loaded, is_strict: bool = True) -> str:
    """How a model fares with plain cases; raises when it gets the plainest wrong or, strictly, two of them."""
    with installed():
        from veracious.adapters.models import self_test

        return await self_test.ask(loaded, lexicon(), settings().threads, is_strict)


def put_judge(place: Place) -> None:
    """Use this judge from now on."""
    places.add(settings().home, place)


def take_judge_out() -> bool:
    """Use the shipped judge again; whether there was another."""
    return places.remove(settings().home)


def embedder(path: Path | None = None) -> Embedder:
    """The embedder in this folder, or the one in use."""
    made: Embedder = model(Role.EMBEDDER, places.load(place_of(Role.EMBEDDER, path)))
    return made


shared_embedder = cache(embedder)  # once for the whole process


def judge(path: Path | None = None, dials: Dials | None = None) -> Judge:
    """The judge in this folder, or the one in use."""
    made: Judge = model(Role.JUDGE, places.load(place_of(Role.JUDGE, path)), dials)
    return made


def relevance(path: Path | None = None) -> Relevance:
    """The relevance model in this folder, or the one in use."""
    made: Relevance = model(Role.RELEVANCE, places.load(place_of(Role.RELEVANCE, path)))
    return made


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
        made = dict(zip(Role, pool.map(_model_in_use, Role), strict=True))
    embedder, judge, relevance = (made[role][0] for role in (Role.EMBEDDER, Role.JUDGE, Role.RELEVANCE))
    return Models(embedder, judge, relevance, tuple(name for _, name in made.values()))


@cache
def judge_in_use() -> tuple["TextJudge", ToolName]:
    """The judge of this process alone, loaded once: what a check of an answer needs."""
    return _model_in_use(Role.JUDGE)


def _model_in_use(role: Role) -> tuple[Any, ToolName]:
    try:
        loaded = places.load(place_of(role))
        return model(role, loaded), loaded.name
    except VeraciousError as failed:
        return Absent(str(failed)), ToolName(role.value, "unusable", "")


class TextJudge(Judge, Scales, Protocol):
    """A judge that reads bare texts, too."""


# The store: the server that DATABASE_URL names, or a private one


@cache
def addresses() -> "Addresses":
    """How the server is reached: the one DATABASE_URL names, or the private one, which is started and brought up to date."""
    from veracious.adapters.postgres import migrate, server

    chosen = settings()
    if chosen.database_url:
        return server.Addresses(chosen.owner_url or "", chosen.database_url)
    started = server.start(chosen.store)
    migrate.run(started.owner)
    return started


def administration() -> "StoreAdministration":
    """The store as its operator handles it."""
    from veracious.adapters.administration import StoreAdministration

    chosen = settings()
    return StoreAdministration(chosen.store, chosen.database_url or "", chosen.owner_url or "")


def has_store() -> bool:
    """Whether there is a store already: one that DATABASE_URL names, or a private one that was made before. None is made for the asking."""
    chosen = settings()
    return bool(chosen.database_url) or (chosen.store / "PG_VERSION").exists()


@cache
def database() -> "Database":
    """The pool of connections, one for the process."""
    from veracious.adapters.postgres.database import Database

    chosen = settings()
    return Database(addresses().app, chosen.connections, default_allowance=default_allowance(chosen), shares_pages=chosen.share_pages)


def default_allowance(chosen: "Settings") -> "Allowance":
    """What a workspace may use where `veracious workspace allow` says nothing else."""
    from veracious.domain.job import Allowance

    limits = (round(chosen.workspace_money * 1e6), chosen.workspace_jobs, chosen.workspace_requests, chosen.text_megabytes * 1_000_000)
    return Allowance(*(limit or None for limit in limits))


async def has_room() -> bool:
    """Whether the store has room to write."""
    return await asyncio.to_thread(database().has_room)


def bare_store(workspace: str) -> "Store":
    """The store as a workspace sees it, for what neither embeds nor compares vectors: it needs no model."""
    from veracious.adapters.postgres.store import Store

    return Store(database(), LazyEmbedder(shared_embedder), lexicon(), workspace=workspace or settings().workspace)


def store(workspace: str = "", dials: Dials | None = None, embedder: Embedder | None = None) -> "Store":
    """The store as a workspace sees it; without a name, the workspace that the settings name."""
    bare = bare_store(workspace)
    return replace(bare, embedder=embedder or bare.embedder, dials=dials or Dials(), model=_digest(place_of(Role.EMBEDDER)))


@lru_cache(maxsize=1)
def _digest(place: Place) -> str:
    """The digest of the model at a place, which is loaded once for the whole process."""
    return places.load(place).digest


def finder(scope: Scope, workspace: str = "", held: "Store | None" = None) -> "HybridFinder":
    """What finds by meaning and words in one round trip."""
    with installed():
        from veracious.adapters.postgres.finder import HybridFinder

        return HybridFinder(held or store(workspace), scope)


def finders(scope: Scope, workspace: str = "", held: "Store | None" = None) -> tuple[Finder, ...]:
    """The finders of the store: by meaning, by words, by facts."""
    with installed():
        from veracious.adapters.postgres.finder import TextFinder, TriplesFinder, VectorsFinder

        whole = held or store(workspace)
        return VectorsFinder(whole, scope), TextFinder(whole, scope), TriplesFinder(whole, scope)


def library(workspace: str = "", dials: Dials | None = None, embedder: Embedder | None = None) -> "PostgresShelf":
    """Where documents are put, one by one or by the hundred; with an embedder of the caller's, who vouches that it is the same model."""
    with installed():
        from veracious.adapters.postgres.shelf import PostgresShelf

        held = store(workspace, dials, embedder)
        return PostgresShelf(held, partial(_triples, dials=held.dials))


def read_shelf(workspace: str = "") -> "PostgresShelf":
    """Where texts are opened that were read before; nothing is embedded, so no model is needed."""
    with installed():
        from veracious.adapters.postgres.shelf import PostgresShelf

        return PostgresShelf(bare_store(workspace), lambda passage: ())


def _triples(passage: Passage, dials: Dials) -> list[Triple]:
    """The facts that a passage states."""
    return [Triple(one.subject, one.relation, one.object, passage) for one in facts.read(passage.text, lexicon(), dials.reading.facts)]


def collections(workspace: str = "") -> Collections:
    """The collections of the store and their generations."""
    with installed():
        from veracious.adapters.postgres.collections import PostgresCollections

        return PostgresCollections(store(workspace))


def reembedder(workspace: str = "") -> "PostgresReembedder":
    """What gives a collection of the store the vectors of the embedder in use."""
    with installed():
        from veracious.adapters.postgres.reembedding import PostgresReembedder

        return PostgresReembedder(store(workspace))


def held_collections(workspace: str = "") -> "HeldCollections":
    """The same; a generation that is begun here is held until it is released."""
    from veracious.adapters.postgres.held_collections import HeldCollections

    return HeldCollections(collections(workspace), database(), workspace or settings().workspace)


def listing(workspace: str) -> "PostgresListing":
    """The list of the documents of a workspace."""
    with installed():
        from veracious.adapters.postgres.listing import PostgresListing

        return PostgresListing(bare_store(workspace))


def erasure(workspace: str = "") -> Erasure:
    """What takes documents out of the store again."""
    with installed():
        from veracious.adapters.postgres.erasure import PostgresErasure

        return PostgresErasure(bare_store(workspace))


def pages(workspace: str = "") -> Pages:
    """The memory of addresses."""
    with installed():
        from veracious.adapters.postgres.pages import PostgresPages

        return PostgresPages(bare_store(workspace))


def overrides() -> Overrides:
    """Where workspaces say what they hold of sources."""
    with installed():
        from veracious.adapters.postgres.overrides import PostgresOverrides

        return PostgresOverrides(database())


def _rated_now(address: str, said: Mapping[str, Source], dials: Dials) -> Source:
    """How a publisher is rated by a workspace, else by the tables."""
    return registers.rate(address, register(), said, dials.seeking.register)


async def rated_by(workspace: str) -> Mapping[str, Source]:
    """What a workspace itself says of sources, by domain."""
    return registers.overrides(await overrides().get_all(workspace or settings().workspace))


# What is kept of runs


def archive(workspace: str = "") -> Archive:
    """Where the records of a workspace are kept."""
    with installed():
        from veracious.adapters.postgres.archive import PostgresArchive

        return PostgresArchive(bare_store(workspace))


def blobs(workspace: str = "") -> Blobs:
    """Where the answers on tapes are kept."""
    with installed():
        from veracious.adapters.postgres.blobs import PostgresBlobs

        return PostgresBlobs(bare_store(workspace))


def tape(run: str, workspace: str = "") -> Tape:
    """The tape of a run, by its name."""
    with installed():
        from veracious.adapters.postgres.tape import PostgresTape

        return PostgresTape(bare_store(workspace), run)


read_record, read_request, read_report = record_reading.unpacked, record_reading.request, record_reading.report
read_article_report = record_reading.article_report
read_dials, dials_of, plain_dials = record_reading.written_dials, record_reading.dials, record_reading.plain
spent_on = meter.spent

# Who may ask


def access() -> "PostgresAccess":
    """Where it is kept who may ask, and how much; one for the process."""
    with installed():
        return _access(database(), settings().secret.get_secret_value())


def check_secret() -> None:
    """Refuse a secret that no key could be sealed under."""
    from veracious.adapters.access import secrets

    secrets.seal(settings().secret.get_secret_value(), "", "", "")


def audit_log() -> "PostgresAuditLog":
    """Who changed what in a workspace; the store writes it by itself."""
    with installed():
        from veracious.adapters.postgres.audit_log import PostgresAuditLog

        return PostgresAuditLog(database())


@lru_cache(maxsize=1)
def _access(database: "Database", secret: str) -> "PostgresAccess":
    from veracious.adapters.postgres.access import PostgresAccess

    return PostgresAccess(database, secret, clock())


async def provider_keys(workspace: str) -> Mapping[str, str]:
    """The keys for providers that a workspace brings."""
    return await insist(access()).provider_keys(workspace)


# The language model that the settings name


def endpoints() -> tuple[Address, ...]:
    """The servers in the order they are asked; none when no endpoint is set."""
    chosen = settings()
    if not chosen.endpoint:
        return ()
    if not chosen.endpoint_model:
        raise SettingsInvalid("VERACIOUS_ENDPOINT_MODEL: say which model to ask of VERACIOUS_ENDPOINT")
    first = Address(
        url=chosen.endpoint,
        model=chosen.endpoint_model,
        key=chosen.endpoint_key.get_secret_value(),
        input_price=chosen.endpoint_input_price,
        output_price=chosen.endpoint_output_price,
        bounds=chosen.endpoint_bounds,
        cap_field=chosen.endpoint_cap,
    )
    if not chosen.spare:
        return (first,)
    key, prices = chosen.spare_key.get_secret_value(), (chosen.spare_input_price, chosen.spare_output_price)
    return first, Address(chosen.spare, chosen.spare_model or chosen.endpoint_model, key, *prices)


def language_model(key: str = "") -> LanguageModel | None:
    """The language model of this process in all its roles, asked with the caller's key where one is given; none without an endpoint."""
    servers = endpoints()
    if servers and key:
        servers = (replace(servers[0], key=key), *servers[1:])
    return _language_model(servers, settings().endpoint_seconds) if servers else None


@lru_cache(maxsize=OWNERS)
def _language_model(servers: tuple[Address, ...], seconds: float) -> LanguageModel:
    """Made once, so that what is known of a server that fails is known to the next run."""
    caps, patience = Caps(deadline_s=seconds), Patience(deadline_s=2 * seconds)
    return LanguageModel(LlmClient(servers, caps, patience))


def language_model_tariffs(
    reading: Reading, servers: Sequence[Address], article_bytes: int = 0
) -> tuple[tuple[Tariff, ...], tuple[Tariff, ...]]:
    """What the language model on these servers takes for a claim like this, and for an article of this size: at worst, and as a rule."""
    both = (forecast.WORST, forecast.USUAL)
    worst, usual = (tuple(forecast.tariffs(servers, reading, EXCERPTS, sizes, article_bytes)) for sizes in both)
    return worst, usual


# The open web: the searches that the settings name, the page reader, the memory of addresses

ARCHIVE = "archive"  # a collection of our own in place of the web
Keys = tuple[tuple[str, str], ...]  # keys that a workspace brings, by provider
NO_KEYS: Keys = ()


@cache
def http_client() -> "PublicHttpClient":
    """The one way out of this process, opened to public addresses alone; to webhooks `service.webhook_client` opens it."""
    from veracious.adapters.web.http_client import PublicHttpClient

    return PublicHttpClient()


@cache
def _page_files() -> "Files":
    """What reads pages: one process for all of them, since what stands on a page is no secret of a workspace."""
    made = file_reader()
    atexit.register(made.close)
    return made


def has_web() -> bool:
    """Whether the settings name something that can be searched for what the store lacks."""
    return bool(settings().search.strip() or settings().archive)


def searches() -> list[str]:
    """The searches that the settings name, in their order."""
    return [name for name in settings().search.replace(" ", "").split(",") if name and name != ARCHIVE]


def searches_in_all() -> int:
    """How many searches there are, a collection in place of the web among them."""
    return len(searches()) + bool(settings().archive)


@lru_cache(maxsize=OWNERS)
def providers(keys: Keys = NO_KEYS) -> Mapping[str, "GuardedSearch"]:
    """The searches that the settings name; made once, so that one that must be left alone is left alone by all runs.

    With keys that a workspace brings, they are its own: what one has used up is none of another's.
    """
    from veracious.adapters.web.search.circuit_breaker import GuardedSearch

    return {name: GuardedSearch(_provider(name, dict(keys))) for name in searches()}


def check_search(name: str) -> None:
    """Refuse the name of a search that cannot be asked as the settings are; it is not asked."""
    _provider(name, {})


def _provider(name: str, keys: Mapping[str, str]) -> "SearchProvider":
    from veracious import settings as read
    from veracious.adapters.web.search.providers import ADAPTERS

    asked = next((one for one in SEARCHES if one.name == name), None)
    if asked is None:
        known = f"{', '.join(one.name for one in SEARCHES)} and {ARCHIVE} are known"
        raise SettingsInvalid(f"VERACIOUS_SEARCH: {known}, not {name!r}")
    chosen = read.provider(asked)
    key = keys.get(name) or chosen.key.get_secret_value()
    if not chosen.address or (asked.has_key and not key):
        raise SettingsInvalid(f"VERACIOUS_SEARCH: {name} needs VERACIOUS_{name.upper()}{'_KEY' if chosen.address else ''}")
    return ADAPTERS[name](http_client(), chosen.address, key, round(settings().search_price * MICROS) if asked.is_priced else 0)


@lru_cache(maxsize=OWNERS)
def reviewers(keys: Keys = NO_KEYS) -> "GuardedReviews | None":
    """Where published reviews are looked up, if the settings, or the keys that a workspace brings, have one for it."""
    from veracious import settings as read
    from veracious.adapters.web.search.circuit_breaker import GuardedReviews
    from veracious.adapters.web.search.factcheck import FactCheckTools

    chosen = read.provider(REVIEWS)
    key = dict(keys).get(REVIEWS.name) or chosen.key.get_secret_value()
    return GuardedReviews(FactCheckTools(http_client(), chosen.address, key)) if key else None


def search() -> WebSearch:
    """The searches that the settings name as one, the next asked where one fails; for work that no record is made of."""
    from veracious.adapters.web.search.fallback import FallbackSearch

    named = tuple(providers().values())
    if not named:
        raise SearchMissing
    return FallbackSearch(named)


def refresh_queries(collection: str) -> str:
    """The list of queries of a collection: that of the settings for current affairs, else the shipped one; empty when there is none."""
    own = settings().refresh_queries if collection == "current_affairs" else None
    return shipped.queries(collection) if own is None else shipped.read_queries(own)


def refreshes() -> "PostgresRefreshes":
    """What is kept of refreshes; those that are handed in wait in the queue of what searches the web."""
    with installed():
        from veracious.adapters.postgres.refreshes import PostgresRefreshes

        return PostgresRefreshes(database(), WEB_QUEUE)


def refresh_meter(search: WebSearch, door: PageReader, limits: Limits) -> MeteredWeb:
    """The web as a refresh may use it: within these limits, each search at the price of everybody who may be asked for it."""
    tariff = Tariff(budget.Role.SEARCH, Amount(money_micros=getattr(search, "price_micros", 0)))
    return MeteredWeb(search, door, RunBudget(limits.cap(), clock(), Prices(tariffs=(tariff,))))


def rate(url: str) -> Source:
    """Who publishes at an address, as the shipped register has it."""
    return registers.rate(url, register(), registers.NO_OVERRIDES, Dials().seeking.register)


def page_reader(rate: Rate = rate, dials: Dials | None = None) -> PageReader:
    """The way to a page; one with more text than a budget counts for a page is refused, so that no limit on bytes is passed."""
    from veracious.adapters.web.page_reader import WebPageReader

    most = (dials or Dials()).forecast.expect.page_bytes_at_most
    return WebPageReader(http_client(), _robots(), lambda *page: _within(_page_files().parse(*page), most), rate)


def _within(read: Document | Refused, most: int) -> Document | Refused:
    """What was read, unless its text is longer than this."""
    if isinstance(read, Document) and len(read.text.encode("utf-8", "surrogatepass")) > most:
        return Refused(read.name, Unread.TOO_LARGE, f"more than {most:,} bytes of text")
    return read


@cache
def _robots() -> "Robots":
    from veracious.adapters.web.robots import Manners, Robots

    return Robots(http_client(), clock(), Manners(pause_s=settings().pause))


def search_tariffs() -> tuple[Tariff, ...]:
    """What searches take: the dearest of them, since any may be asked."""
    dearest = round(settings().search_price * MICROS) if {one.name for one in SEARCHES if one.is_priced} & set(searches()) else 0
    return (Tariff(budget.Role.SEARCH, Amount(money_micros=dearest)),) if dearest else ()


# Engines: over documents in memory or over the store, and what can be added to them

LOCAL = RunResources(finders=3, relevance=True)  # what an engine on this machine has: vectors, words and facts, and its own models
MEMORY = "memory"  # the workspace of what is held in memory
UNTITLED = "Your document"  # what a document without a title is called where it is the only one


async def in_memory(
    documents: Sequence[Document], rated: CredibilityRules | None = None, dials: Dials | None = None, models: Models | None = None
) -> Engine:
    """An engine over documents that are held in memory."""
    wanted, rules = dials or Dials(), rated or CredibilityRules()
    chosen = (models or loaded_models()).quoting(wanted)
    shelf = MemoryShelf(wanted.seeking.passages, SentenceDials())
    stated: list[Triple] = []
    for one in documents:
        source = rules.rate(one, register(), wanted.seeking.register)
        for piece in await shelf.put(snapshots.of(one, source, "documents")):
            stated += _triples(piece.passage, wanted)
    finders: tuple[Finder, ...] = (
        VectorFinder(shelf, chosen.embedder),
        MemoryFinder(shelf, lexicon(), wanted.seeking.lexical),
        MemoryTriples(shelf, stated, lexicon(), wanted.seeking.triples),
    )
    kept = MemoryArchive()
    tools = Tools(clock(), TimedIds(), finders, chosen.judge, shelf, kept, kept.blobs, chosen.relevance)
    titles = tuple(one.title for one in documents if one.title)
    only = (documents[0].title or UNTITLED) if len(documents) == 1 else ""
    return Engine(tools, chosen.names, MEMORY, wanted, kept.tape, titles=titles, only_document=only)


async def demo() -> Engine:
    """An engine over the made-up world of the demonstration, and nothing else."""
    return await in_memory(demo_world.documents(), CredibilityRules(demo_world.sources()))


def over_store(scope: Scope, workspace: str = "", dials: Dials | None = None) -> Engine:
    """An engine over the store, as a workspace sees it; without a store that can be used, every claim fails and says why."""
    wanted, name = dials or Dials(), workspace or settings().workspace
    chosen = loaded_models().quoting(wanted)
    try:
        held = library(workspace, wanted, chosen.embedder)
        ratings = CurrentRatings(partial(rated_by, workspace), partial(_rated_now, dials=wanted))
        found_by = tuple(RatedFinder(one, ratings) for one in finders(scope, workspace, held.store))
        tools = Tools(clock(), TimedIds(), found_by, chosen.judge, held, archive(workspace), blobs(workspace), chosen.relevance)
    except VeraciousError as failed:
        absent, kept = Absent(str(failed)), MemoryArchive()
        tools = Tools(clock(), TimedIds(), (absent,), chosen.judge, absent, kept, kept.blobs, chosen.relevance)
        return Engine(tools, chosen.names, name, wanted, kept.tape)
    return Engine(tools, chosen.names, name, wanted, partial(tape, workspace=workspace))


def with_language_model(engine: Engine, key: str = "") -> Engine:
    """The engine with the language model that the settings name: it splits, judges, and explains."""
    model = language_model(key)
    if model is None:
        return engine
    tools = replace(engine.tools, splitter=model, second=model, teller=model)
    named = (ToolName(role, model.name, "") for role in ("second", "splitter", "teller"))
    return replace(engine, tools=tools, names=(*engine.names, *named))


def with_author(engine: Engine, key: str = "") -> Engine:
    """The engine with the language model that the settings name as writer, skeptic and judge of answers.

    Without one the writer takes sentences of the documents, the skeptic is made of rules, and the judge is the engine's own.
    """
    model = language_model(key)
    if model is not None:
        return replace(engine, tools=replace(engine.tools, author=model), names=(*engine.names, ToolName("author", model.name, "")))
    scales: Any = engine.tools.judge  # every judge that is put together here reads bare texts, too
    author = RulesModel(lexicon(), engine.dials, scales)
    weighing = tuple(replace(name, role="scales") for name in engine.names if name.role == "judge")
    named = (*engine.names, *weighing, ToolName("author", "rules", ""))
    return replace(engine, tools=replace(engine.tools, author=author, scales=scales), names=named)


def with_analyst(engine: Engine, key: str = "") -> Engine:
    """The engine with the language model that the settings name as reader of articles; without one the rules read them alone."""
    model = language_model(key)
    if model is None:
        return engine
    return replace(engine, tools=replace(engine.tools, analyst=model), names=(*engine.names, ToolName("analyst", model.name, "")))


def with_page_reader(engine: Engine) -> Engine:
    """The engine with a way to read a page that is named to it; what it has already stays."""
    if engine.tools.door is not None:
        return engine
    tools = replace(engine.tools, door=page_reader(rate, engine.dials))
    return replace(engine, tools=tools, names=(*engine.names, ToolName("door", "web", "")))


def with_web(engine: Engine, rated: Mapping[str, Source] = registers.NO_OVERRIDES, keys: Keys = NO_KEYS) -> Engine:
    """The engine with the open web: what its stores do not have is searched, read and kept."""
    named, dials = list(providers(keys).items()), engine.dials

    def own(url: str) -> Source:
        return registers.rate(url, register(), rated, dials.seeking.register)

    asked: list[WebSearch] = [RatedSearch(one, own) for _, one in named]
    names = [name for name, _ in named]
    looked_up = any(isinstance(one, RatedFinder) for one in engine.tools.finders)  # with the workspace's word
    way: PageReader = page_reader(rate if looked_up else own, dials)
    if settings().archive:
        from veracious.adapters.web.search.archive import ArchivePageReader, ArchiveSearch

        asked.append(RatedSearch(ArchiveSearch(finder(Scope((settings().archive,)), engine.workspace)), own))
        names.append(f"{ARCHIVE} {settings().archive}")
        way = ArchivePageReader(engine.tools.shelf, way)
    if not asked:
        raise SearchMissing
    known = reviewers(keys)
    tools = replace(
        engine.tools,
        search=asked[0],
        spares=tuple(asked[1:]),
        door=way,
        reviews=None if known is None else RatedReviews(known, own),
        remembered=PageMemory(pages(engine.workspace), clock(), dials.seeking.remembered),
    )
    roles = ("search", *(f"spare {index}" for index in range(len(asked) - 1)))
    more = [ToolName(role, name, "") for role, name in zip(roles, names, strict=True)]
    more += [ToolName("door", "web", ""), ToolName("remembered", "pages", "")]
    more += [] if known is None else [ToolName("reviews", known.name, "")]
    return replace(engine, tools=tools, names=(*engine.names, *more), tariffs=search_tariffs())


def with_functions(engine: Engine, search: Search | None, opinion: Opinion | None, rated: CredibilityRules) -> Engine:
    """The engine with the caller's own functions: one more finder, another judge."""
    tools, names = engine.tools, list(engine.names)
    if search is not None:

        def snapshot(document: Document) -> Snapshot:
            return snapshots.of(document, rated.rate(document, register(), engine.dials.seeking.register), "documents")

        tools = replace(tools, finders=(*tools.finders, OwnFinder(search, tools.shelf, snapshot)))
        names.append(ToolName("finder", f"own {_name_of(search)}", ""))
    if opinion is not None:
        own, name = own_judge(opinion, engine.dials)
        tools = replace(tools, judge=own, second=None)
        names = [other for other in names if other.role not in (Role.JUDGE, "second")] + [name]
    return replace(engine, tools=tools, names=tuple(names))


def own_judge(opinion: Opinion, dials: Dials) -> tuple[OwnJudge, ToolName]:
    """The caller's own function as a judge, and its name."""
    return OwnJudge(opinion, lexicon(), dials.judging.quotes), ToolName("judge", f"own {_name_of(opinion)}", "")


def _name_of(function: Any) -> str:
    return str(getattr(function, "__qualname__", type(function).__qualname__))


def check_tools(judge: TextJudge, scales: Scales, held: Mapping[str, Snapshot], kept: tuple[Archive, Blobs]) -> Tools:
    """The tools of a check: a judge, and documents in memory."""
    return Tools(clock(), TimedIds(), (), judge, HeldTexts(held), *kept, scales=scales)


def batched(judge: Scales) -> Scales:
    """The judge reading together what several ask at once."""
    return BatchedScales(judge)


def memory_archive() -> MemoryArchive:
    """An archive with its blobs and tapes that lasts as long as this process holds it."""
    return MemoryArchive()


def new_id() -> str:
    """A name for a run or a job: unlike any other, and later ones sort later."""
    return TimedIds().new()


# Runs: the tools of an engine behind a meter and a tape. The meter is inside, the tape outside, so that what the meter refused is on the
# tape, a replay meets it where the run did, and `played` needs no meter.


def run_budget(limits: Limits, tools: Tools, dials: Dials, tariffs: tuple[Tariff, ...] = (), notes: Tape | None = None) -> RunBudget:
    """The account of a run that begins now; with its tape, what it spent before it had to start again is still spent."""
    kept = None if notes is None else (notes, tools.blobs)
    return RunBudget(limits.cap(), tools.clock, Prices(dials.forecast, dials.spend, tariffs), kept)


def metered(tools: Tools, account: RunBudget) -> Tools:
    """The same tools, each asking the account before it is used; one that pays for its own requests is given the account."""

    def change(role: ToolRole, name: str, tool: Any) -> Any:
        paying = getattr(tool, "paying", None)
        if paying is not None:
            return paying(account)
        return meter.METERS[role.port](tool, account, name) if role.port in meter.METERS else tool

    return tools.changed(change)


def reading_once(tools: Tools) -> Tools:
    """The tools of one run: its own models read nothing twice. What a caller brought is asked as often as the run asks."""
    relevance = None if tools.relevance is None else CachedRelevance(tools.relevance)
    judge = CachedJudge(tools.judge) if hasattr(tools.judge, "quoting") else tools.judge
    return replace(tools, relevance=relevance, judge=judge)


def recorded(tools: Tools, notes: Tape, names: Sequence[ToolName] = ()) -> Tools:
    """The same tools, every answer of the outside noted on a tape before it is used."""
    kept, providers = tapes.RecordedAnswers(notes, tools.blobs), {one.role: one.name for one in names}
    return tools.changed(lambda role, name, tool: tapes.record(tool, role.port, name, kept, providers.get(name, "")))


def played(tools: Tools, entries: Sequence[Taped]) -> Tools:
    """Tools that answer from a tape alone."""
    return tools.changed(lambda role, name, _: tapes.play(role.port, name, entries, tools.blobs))


def playback(record: Record, held: Blobs) -> Tools:
    """The tools that a record's run had, each answering from its tape alone; one that was there and never asked is known by its name."""
    named = {taped.port for taped in record.body.tape} | {tool.role for tool in record.body.tools}
    players: dict[str, Any] = {"finders": (), "spares": ()}
    for role in TOOL_ROLES:
        if role.field in players:
            prefix = f"{role.name} "
            many = max((int(name.removeprefix(prefix)) + 1 for name in named if name.startswith(prefix)), default=0)
            players[role.field] = tuple(tapes.play(role.port, role.numbered(index), record.body.tape, held) for index in range(many))
        elif role.is_needed or role.name in named:
            players[role.field] = tapes.play(role.port, role.name, record.body.tape, held)
    return Tools(clock=FixedClock(record.envelope.started), ids=CountingIds(), archive=MemoryArchive(), blobs=held, **players)


def run_of(tools: Tools, dials: Dials, names: Sequence[ToolName]) -> Run:
    """A run with these tools, and with the table of probabilities if it was measured for them."""
    table, decision_table = calibration(names), decision(names)
    return Run(tools, dials, lexicon(), table, decision_table, noted=dials_written(dials, table, decision_table))
