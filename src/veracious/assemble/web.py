"""The open web behind its ports: the searches that the settings name, the door, the memory of addresses."""

import atexit
from collections.abc import Mapping
from dataclasses import replace
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from veracious.adapters.web.credibility import Rate, RatedReviews, RatedSearch
from veracious.adapters.web.memory import PageMemory
from veracious.assemble import stores
from veracious.assemble.checker import Checker
from veracious.assemble.data_files import clock, lexicon, register
from veracious.assemble.parts import installed, settings
from veracious.domain.budget import MICROS, Amount, Role, RunResources, Tariff
from veracious.domain.document import Document, Refused, Unread
from veracious.domain.errors import SettingsInvalid
from veracious.domain.evidence import Source
from veracious.domain.providers import REVIEWS, SEARCHES
from veracious.domain.record import ToolName
from veracious.domain.store import Scope
from veracious.ports import PageReader, WebSearch
from veracious.rules.dials import Dials
from veracious.rules.reading import language
from veracious.rules.seeking import register as registers

if TYPE_CHECKING:
    from veracious.adapters.files.read import Files
    from veracious.adapters.web.http_client import Outside
    from veracious.adapters.web.robots import Robots
    from veracious.adapters.web.search.circuit_breaker import GuardedReviews, GuardedSearch
    from veracious.adapters.web.search.provider import SearchProvider

ARCHIVE = "archive"  # a collection of our own in place of the web
Keys = tuple[tuple[str, str], ...]  # keys that a workspace brings, by provider
NO_KEYS: Keys = ()
OWNERS = 256  # workspaces with keys of their own whose searches a process remembers


@cache
def outside() -> "Outside":
    """The one way out of this process. Nothing but this function opens it, and it opens it to public addresses alone."""
    from veracious.adapters.web.http_client import Outside

    return Outside()


@cache
def _files() -> "Files":
    """What reads pages: one process for all of them, since pages of the web are of no workspace."""
    with installed():
        from veracious.adapters.files.caps import Caps
        from veracious.adapters.files.read import Files

    made = Files(Caps(), lambda text: language.detect(text, lexicon(), Dials().reading.language))
    atexit.register(made.close)
    return made


def searches() -> list[str]:
    """The searches that the settings name, in their order."""
    return [name for name in settings().search.replace(" ", "").split(",") if name and name != ARCHIVE]


@lru_cache(maxsize=OWNERS)
def providers(keys: Keys = NO_KEYS) -> Mapping[str, "GuardedSearch"]:
    """The searches that the settings name; made once, so that one that must be left alone is left alone by all runs.

    With keys that a workspace brings, they are its own: what one has used up is none of another's.
    """
    from veracious.adapters.web.search.circuit_breaker import GuardedSearch

    return {name: GuardedSearch(_provider(name, dict(keys))) for name in searches()}


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
    return ADAPTERS[name](outside(), chosen.address, key, round(settings().search_price * MICROS) if asked.is_priced else 0)


@lru_cache(maxsize=OWNERS)
def reviewers(keys: Keys = NO_KEYS) -> "GuardedReviews | None":
    """Where published reviews are looked up, if the settings, or the keys that a workspace brings, have one for it."""
    from veracious import settings as read
    from veracious.adapters.web.search.circuit_breaker import GuardedReviews
    from veracious.adapters.web.search.factcheck import FactCheckTools

    chosen = read.provider(REVIEWS)
    key = dict(keys).get(REVIEWS.name) or chosen.key.get_secret_value()
    return GuardedReviews(FactCheckTools(outside(), chosen.address, key)) if key else None


def search() -> WebSearch | None:
    """The searches that the settings name as one, the next asked where one fails; for work that no record is made of."""
    from veracious.adapters.web.search.fallback import FallbackSearch

    found = tuple(providers().values())
    return FallbackSearch(found) if found else None


def rate(url: str) -> Source:
    """Who publishes at an address, as the shipped register has it."""
    return registers.rate(url, register(), registers.NO_OVERRIDES, Dials().seeking.register)


def door(rate: Rate = rate, dials: Dials | None = None) -> PageReader:
    """The way to a page; one with more text than a budget counts for a page is refused, so that no limit on bytes is passed."""
    from veracious.adapters.web.page_reader import WebDoor

    most = (dials or Dials()).forecast.expect.page_bytes_at_most
    return WebDoor(outside(), _robots(), lambda *given: _within(_files().parse(*given), most), rate)


def _within(read: Document | Refused, most: int) -> Document | Refused:
    """What was read, unless its text is longer than this."""
    if isinstance(read, Document) and len(read.text.encode("utf-8", "surrogatepass")) > most:
        return Refused(read.name, Unread.TOO_LARGE, f"more than {most:,} bytes of text")
    return read


@cache
def _robots() -> "Robots":
    from veracious.adapters.web.robots import Manners, Robots

    return Robots(outside(), clock(), Manners(pause_s=settings().pause))


def with_web(engine: Checker, rated: Mapping[str, Source] = registers.NO_OVERRIDES, keys: Keys = NO_KEYS) -> Checker:
    """The engine with the open web: what its stores do not have is searched, read and kept."""
    found = list(providers(keys).items())
    dials = engine.dials

    def own(url: str) -> Source:
        return registers.rate(url, register(), rated, dials.seeking.register)

    asked: list[WebSearch] = [RatedSearch(one, own) for _, one in found]
    names = [name for name, _ in found]
    way: PageReader = door(own, dials)
    if settings().archive:
        from veracious.adapters.web.search.archive import ArchiveDoor, ArchiveSearch

        asked.append(RatedSearch(ArchiveSearch(stores.finder(Scope((settings().archive,)), engine.workspace)), own))
        names.append(f"{ARCHIVE} {settings().archive}")
        way = ArchiveDoor(engine.tools.shelf, way)
    if not asked:
        raise SettingsInvalid("VERACIOUS_SEARCH: name a search, such as wikipedia, or an own SearXNG with VERACIOUS_SEARXNG")
    known = reviewers(keys)
    tools = replace(
        engine.tools,
        search=asked[0],
        spares=tuple(asked[1:]),
        door=way,
        reviews=None if known is None else RatedReviews(known, own),
        remembered=PageMemory(stores.pages(engine.workspace), clock(), dials.seeking.remembered),
    )
    roles = ("search", *(f"spare {index}" for index in range(len(asked) - 1)))
    told = [ToolName(role, name, "") for role, name in zip(roles, names, strict=True)]
    told += [ToolName("door", "web", ""), ToolName("remembered", "pages", "")]
    told += [] if known is None else [ToolName("reviews", known.name, "")]
    return replace(engine, tools=tools, names=(*engine.names, *told), tariffs=tariffs())


def tariffs() -> tuple[Tariff, ...]:
    """What searches take: the dearest of them, since any may be asked."""
    dearest = round(settings().search_price * MICROS) if {one.name for one in SEARCHES if one.is_priced} & set(searches()) else 0
    return (Tariff(Role.SEARCH, Amount(money_micros=dearest)),) if dearest else ()


def means_with_web(means: RunResources) -> RunResources:
    """What is at hand, and the web."""
    several = len(searches()) + bool(settings().archive)
    prices = tariffs()
    usual = (*means.usual, *prices) if means.usual else ()
    priced = replace(means, tariffs=(*means.tariffs, *prices), usual=usual)
    return replace(priced, web=True, spares=max(0, several - 1), reviews=reviewers() is not None)


def has_web() -> bool:
    """Whether the settings name something that can be searched for what the store lacks."""
    return bool(settings().search.strip() or settings().archive)


async def rated_by(workspace: str) -> Mapping[str, Source]:
    """What a workspace itself says of sources, by domain."""
    return registers.overrides(await stores.overrides().get_all(workspace or settings().workspace))
