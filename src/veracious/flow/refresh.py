"""How a collection is filled anew from the web, while everybody goes on reading the old one.

1. Each query is searched, for current affairs only for what is not older than the last refresh. A search that fails is named, and the
   others go on; when none answers, nothing changes.
2. What was found is pooled and ordered: credible publishers first, then the newest pages, nobody beyond their share. A page of current
   affairs that is in the collection already, and still young enough, is not asked for again.
3. What an earlier refresh left half-built is dropped, and a new generation is begun beside the live one.
4. Pages are read one by one. One that fails is named, one that is too old is counted, and the others go on.
5. What was read is put by the batch while the next pages are being read. Then the new generation takes the place of the live one in one
   transaction; when nothing could be put it is dropped instead, and the live one stays. Behind the new pages of current affairs come
   those of the live generation that are still young enough, newest first, as far as there is room.
6. A limit on what may be used ends the searching and the reading; what was read until then is put.
"""

import re
from collections import Counter, deque
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from typing import Any

from veracious.domain.document import Refused
from veracious.domain.errors import BudgetSpent, GenerationInUse, GenerationUnknown, SourceError, SourceMalformed, StoreUnavailable
from veracious.domain.evidence import Query, Snapshot, Source
from veracious.domain.store import Incoming, IngestProgress, State
from veracious.domain.web import Hit
from veracious.flow import ingest
from veracious.flow.ingest import IngestTargets
from veracious.ports import Collections, Library, PageReader, WebSearch
from veracious.rules.seeking import current, snapshots, urls
from veracious.rules.seeking.current import Age, Chosen, CurrentDials
from veracious.rules.seeking.urls import UrlDials

FORM = "refresh"  # of a query that no claim asks
_WORD = re.compile(r"(?<=[a-z])(?=[A-Z])")


@dataclass(frozen=True, slots=True)
class RefreshOrder:
    """What a collection is to be filled with."""

    collection: str
    queries: tuple[str, ...]
    day: date  # on which pages are new or old
    dials: CurrentDials = field(default_factory=CurrentDials)
    urls: UrlDials = field(default_factory=UrlDials)
    last: date | None = None  # day of the refresh that made the live generation; none: it was made in another way
    anew: bool = False  # nothing of the live generation stays, and pages that are in it are read again

    @property
    def ages(self) -> bool:
        """Whether the age of a page counts."""
        return self.collection == current.AGING

    @property
    def earliest(self) -> date | None:
        """The earliest day that is searched for; none: every one."""
        return current.earliest(self.day, None if self.anew else self.last, self.dials) if self.ages else None


@dataclass(frozen=True, slots=True)
class RefreshTools:
    """What a refresh may use of the world, and what says how credible the publisher at an address is."""

    search: WebSearch
    door: PageReader
    library: Library
    collections: Collections
    rate: Callable[[str], Source]


@dataclass(frozen=True, slots=True)
class Failure:
    """A query that was not answered, or a page that was not read."""

    what: str  # the query, or the address
    reason: str  # the kind of error: "source_unavailable", "source_malformed", …
    detail: str


@dataclass(frozen=True, slots=True)
class Refreshed:
    """What a refresh has come to so far."""

    queries: int = 0  # that were searched, with those that failed
    hits: int = 0
    chosen: int = 0  # hits that are worth reading
    read: int = 0
    unanswered: tuple[Failure, ...] = ()
    unread: tuple[Failure, ...] = ()
    passed: tuple[tuple[str, int], ...] = ()  # hits and pages that were left out by rule, counted by reason
    swept: tuple[int, ...] = ()  # generations that were left half-built
    kept: int = 0  # pages of the live generation that were put again without being read again
    stopped: str = ""  # the limit that ended it before everything was searched and read
    taken: IngestProgress = field(default_factory=IngestProgress)
    generation: int | None = None  # that is live now; none: nothing changed

    @property
    def is_live(self) -> bool:
        """Whether readers see what was read."""
        return self.generation is not None

    @property
    def trouble(self) -> tuple[str, str]:
        """What went wrong, as a kind and in a sentence; both empty when nothing did. That some pages cannot be read is usual."""
        silent = self.unanswered[0].detail if self.unanswered else ""
        if self.queries and len(self.unanswered) == self.queries:
            return "searches_failed", f"every search failed: {silent}"
        if self.stopped:
            return "limit_reached", self.stopped
        if self.chosen and not self.is_live:
            first = f": {self.unread[0].detail}" if self.unread else ""
            return "nothing_read", f"none of the {self.chosen} pages that were found could be put{first}"
        if self.unanswered:
            return "some_searches_failed", f"{len(self.unanswered)} of {self.queries} searches failed: {silent}"
        return "", ""


Tell = Callable[[Refreshed], None]


async def refresh(order: RefreshOrder, tools: RefreshTools, tell: Tell) -> Refreshed:
    """Fill a shared collection anew; after each search, page and batch, how far it has come is told."""
    current.allow(order.collection)
    log = _Log(tell)
    known = await _known(order, tools.library)
    chosen = await _searched(order, tools, known, log)
    if not chosen.kept:
        return log.so_far
    log.add(swept=await _swept(order.collection, tools.collections))
    targets = IngestTargets(tools.library, tools.collections, order.collection, await ingest.begin(tools.collections, order.collection))
    taken = await ingest.replace(_pages(chosen, known, order, tools, log), targets, lambda so_far: log.add(taken=so_far), keep=False)
    log.add(taken=taken, generation=targets.generation if taken.documents else None)
    return log.so_far


class _Log:
    """What has happened, told whenever something does."""

    def __init__(self, tell: Tell) -> None:
        self.so_far = Refreshed()
        self._tell = tell

    def add(self, **known: Any) -> None:
        """Something is known now."""
        self.so_far = replace(self.so_far, **known)
        self._tell(self.so_far)

    def skip(self, reason: str, number: int = 1) -> None:
        """So many pages more are left out by rule."""
        counted = Counter(dict(self.so_far.passed)) + Counter({reason: number})
        self.so_far = replace(self.so_far, passed=tuple(sorted(counted.items())))


async def _known(order: RefreshOrder, library: Library) -> Mapping[str, Snapshot]:
    """The pages of the live generation that may stay, newest first, by the one form of their addresses."""
    if not order.ages or order.anew:
        return {}
    dials = order.dials
    found = await library.recent(order.collection, order.day - timedelta(days=dials.days_at_most), dials.pages_at_most)
    young = (page for page in found if current.age(page.published, order.day, dials) is Age.FRESH)
    return {form: page for page in young if (form := urls.normalise(page.url or "", order.urls))}


async def _searched(order: RefreshOrder, tools: RefreshTools, known: Mapping[str, Snapshot], log: _Log) -> Chosen:
    """What the searches found, ready to be read; each search that failed is in the log."""
    found: list[tuple[Hit, ...]] = []
    for query in order.queries:
        try:
            hits = await tools.search.search(Query(query, FORM, order.day, order.earliest), order.dials.pages_a_query)
        except BudgetSpent as spent:
            log.add(stopped=str(spent))
            break
        except SourceError as failed:
            log.add(queries=log.so_far.queries + 1, unanswered=(*log.so_far.unanswered, _failure(query, failed)))
            continue
        found.append(tuple(replace(hit, source=tools.rate(hit.url)) for hit in hits[: order.dials.pages_a_query]))
        log.add(queries=log.so_far.queries + 1, hits=log.so_far.hits + len(found[-1]))
    chosen = current.choose(found, order.day, order.ages, order.dials, order.urls, known.keys())
    log.add(chosen=len(chosen.kept), passed=chosen.passed)
    return chosen


async def _swept(collection: str, collections: Collections) -> tuple[int, ...]:
    """Drop what is half-built and held by nobody: whoever built it was killed."""
    gone: list[int] = []
    for one in await collections.all():
        if one.collection == collection and one.state is State.BUILDING:
            with suppress(StoreUnavailable, GenerationUnknown, GenerationInUse):  # somebody is at it, or has just come to an end
                await collections.drop(one.id)
                gone.append(one.id)
    return tuple(gone)


async def _pages(
    chosen: Chosen, known: Mapping[str, Snapshot], order: RefreshOrder, tools: RefreshTools, log: _Log
) -> AsyncIterator[Incoming | Refused]:
    """The pages that may be put, each as soon as it is known to be one; when one of them is new, those that stay."""
    gate, most = _Gate(chosen, order, log), order.dials.pages_at_most
    room = most
    for number, hit in enumerate(chosen.kept):
        if not room:
            log.skip("capped", len(chosen.kept) - number)
            break
        try:
            page = await _read(hit, order, tools, log)
        except BudgetSpent as spent:
            log.add(stopped=str(spent))
            log.skip("limit", len(chosen.kept) - number)
            break
        fit = tuple(gate.admit(page)) if page is not None else ()
        for one in fit[:room]:
            yield Incoming(one)
        log.skip("capped", max(0, len(fit) - room))
        room -= min(room, len(fit))
    for page in known.values() if room < most else ():  # nothing new was put: nothing changes
        if not room:
            break
        staying = replace(page, source=tools.rate(page.url or ""), collection=order.collection)
        for one in tuple(gate.admit(staying))[:room]:
            yield Incoming(one)
            room -= 1
            log.add(kept=log.so_far.kept + (one is staying))
    gate.close()


async def _read(hit: Hit, order: RefreshOrder, tools: RefreshTools, log: _Log) -> Snapshot | None:
    """A page as the collection holds it, with its publisher's standing; none when it could not be read, and the log says why."""
    try:
        page = await tools.door.read(hit.url)
        check(page)
    except BudgetSpent:
        raise
    except SourceError as failed:
        log.add(unread=(*log.so_far.unread, _failure(hit.url, failed)))
        return None
    log.add(read=log.so_far.read + 1)
    url = page.url or hit.url  # where a redirect ended
    return replace(page, url=url, source=tools.rate(url), collection=order.collection)


class _Gate:
    """Lets in what may be put; pages without a date wait until there are enough with one."""

    def __init__(self, chosen: Chosen, order: RefreshOrder, log: _Log) -> None:
        self._of_each, self._order, self._log = chosen.of_each, order, log
        self._forms: set[str] = set()
        self._domains: Counter[str] = Counter()
        self._dated, self._undated = 0, 0
        self._waiting: deque[Snapshot] = deque()

    def admit(self, page: Snapshot) -> Iterator[Snapshot]:
        """The pages that may be put now that this one is there."""
        form, domain = urls.normalise(page.url or "", self._order.urls), page.source.domain
        age = current.age(page.published, self._order.day, self._order.dials) if self._order.ages else Age.FRESH
        if reason := self._unfit(form, domain, age):
            self._log.skip(reason)
            return
        self._forms.add(form)
        self._domains[domain] += 1
        if age is Age.UNDATED:
            self._waiting.append(page)
        else:
            self._dated += 1
            yield page
        while self._waiting and current.has_room(self._dated, self._undated, self._order.dials):
            self._undated += 1
            yield self._waiting.popleft()

    def close(self) -> None:
        """Nothing more comes: what still waits is left out."""
        if self._waiting:
            self._log.skip("undated", len(self._waiting))

    def _unfit(self, form: str, domain: str, age: Age) -> str:
        """Why a page that was read is left out; a redirect may have led anywhere."""
        if form in self._forms:
            return "repeated"
        if not urls.is_article(form, self._order.urls):
            return "not_article"
        if age is Age.OLD:
            return "too_old"
        return "domain_share" if self._domains[domain] >= self._of_each else ""


def check(page: Snapshot) -> None:
    """Refuse a page that no store can keep."""
    if not _is_sound(page):
        raise SourceMalformed("the page has no text that can be kept, or another than its digest is of")


def _is_sound(page: Snapshot) -> bool:
    """Whether a page has a text, the one its digest is of, that a store can keep."""
    try:
        page.text.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return bool(page.text.strip()) and "\x00" not in page.text and page.digest == snapshots.name(page.text)


def _failure(what: str, failed: SourceError) -> Failure:
    return Failure(what, kind(failed), str(failed))


def kind(failed: BaseException) -> str:
    """The kind of an error as a word: "source_unavailable"."""
    return _WORD.sub("_", type(failed).__name__).lower()
