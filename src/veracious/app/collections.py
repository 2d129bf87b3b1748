"""Pages of the web into a collection of the store; what is kept of that, and how old the collections are."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, date, datetime

from veracious import wiring
from veracious.domain.budget import MICROS, Limits
from veracious.domain.errors import InputError, SearchMissing, VeraciousError
from veracious.domain.refresh import CollectionAge, RefreshRun, RefreshState, RefreshUse
from veracious.domain.store import SHARED, Generation, State
from veracious.flow import fill as flow_fill
from veracious.flow import refresh as flow_refresh
from veracious.flow.fill import Filled, FillOrder
from veracious.flow.ingest import IngestTargets
from veracious.flow.refresh import Refreshed, RefreshOrder, RefreshTools, Tell
from veracious.ports import Collections, PageReader, Refreshes, WebSearch
from veracious.rules.dials import Dials
from veracious.rules.seeking import current
from veracious.settings import DAILY, NEVER

CURRENT, STATIC = current.AGING, "static"
LOOKS = "3-59/10 * * * *"  # when it is looked whether the daily refresh is due
RUNS = 20  # of a collection that are looked through


def refresh_order(collection: str, listed: str = "", pages: int | None = None, anew: bool = False) -> RefreshOrder:
    """What a refresh of a collection is to fetch today: by the queries of a list, or by those that are set or shipped for it."""
    current.allow(collection)
    seeking = Dials().seeking
    dials = seeking.current if pages is None else replace(seeking.current, pages_at_most=pages)
    text = listed or wiring.refresh_queries(collection)
    if not text:
        raise InputError(f"no queries are shipped for {collection}; give a list of your own with --queries")
    return RefreshOrder(collection, current.queries(text, dials), wiring.clock().now().date(), dials, seeking.urls, anew=anew)


async def refresh(
    wanted: RefreshOrder,
    tell: Tell,
    search: WebSearch | None = None,
    door: PageReader | None = None,
    workspace: str = "",
    within: RefreshUse | None = None,
    name: str = "",
) -> Refreshed:
    """Fill a shared collection of the store anew, and keep what came of it; `within` is what it may use, `name` that of one handed in.

    Without a search and a page reader of the caller's, with those that the settings name.
    """
    if search is None or door is None:
        search, door = wiring.search(), wiring.page_reader()
    limits = Limits() if within is None else Limits(max_pages=within.pages, max_cost=within.money_micros / MICROS)
    web, kept, now = wiring.refresh_meter(search, door, limits), wiring.refreshes(), wiring.clock().now()
    held = wiring.held_collections(workspace)
    try:
        order = replace(wanted, last=await _last(wanted.collection, kept, held))
        run = RefreshRun(name or wiring.new_id(), wanted.collection, RefreshState.RUNNING, now, begun_at=now, use=within or RefreshUse())
        if not await kept.begin(run):
            return Refreshed()
        try:
            found = await flow_refresh.refresh(
                order, RefreshTools(web.search, web.door, wiring.library(workspace), held, wiring.rate), tell
            )
        except BaseException as failed:
            with suppress(VeraciousError):
                await kept.end(_failed(run, flow_refresh.kind(failed), str(failed), web.used))
            raise
        await kept.end(_ended(run, found, web.used))
        return found
    finally:
        await held.release()


def fill_order(collection: str, listed: str) -> FillOrder:
    """What a list of addresses puts into a collection; `current_affairs` is what the searches find, and `documents` are not of the web."""
    if collection != STATIC:
        raise InputError(f"{STATIC} is filled from a list of addresses, {collection} is not")
    seeking = Dials().seeking
    return FillOrder(collection, current.addresses(listed, seeking.current, seeking.urls), seeking.urls)


async def fill(wanted: FillOrder, tell: Callable[[Filled], None], door: PageReader | None = None, workspace: str = "") -> Filled:
    """Put the pages of a list into a shared collection, beside what is there."""
    door = door or wiring.page_reader()
    targets = IngestTargets(wiring.library(workspace), wiring.collections(workspace), wanted.collection)
    return await flow_fill.fill(wanted, door, wiring.rate, targets, tell)


def schedule() -> str | None:
    """When the service looks whether current affairs are to be fetched anew, as a line of cron; none: it does not."""
    wanted = wiring.settings().refresh
    return {"": None, NEVER: None, DAILY: LOOKS}.get(wanted, wanted)


def is_refreshed_by_default() -> bool:
    """Whether a service that is started whole fetches current affairs though the settings say nothing of it: where it can search."""
    return not wiring.settings().refresh and bool(wiring.searches())


async def refresh_when_due() -> None:
    """Fill current affairs anew, if it is time for it; a line of cron in the settings is itself the time."""
    newest = await wiring.refreshes().newest(CURRENT, RUNS)
    last = next((one for one in newest if one.begun_at is not None), None)
    if wiring.settings().refresh != DAILY or current.is_due(last, wiring.clock().now(), Dials().seeking.current):
        await refresh_within_limit()


async def refresh_within_limit(name: str = "") -> Refreshed:
    """Fill current affairs anew with what is left of the limit of the day; `name` is that of a refresh that was handed in."""
    kept, now, name = wiring.refreshes(), wiring.clock().now(), name or wiring.new_id()
    left, chosen = await _left(kept, now), wiring.settings()
    if left.pages <= 0 or (left.money_micros <= 0 and chosen.refresh_cost > 0):
        running = next((one for one in await kept.newest(CURRENT, RUNS) if one.state is RefreshState.RUNNING), None)
        since = "" if running is None or running.begun_at is None else f", with what one that runs since {running.begun_at:%H:%M} may use"
        cause = f"the limit of the day is reached{since}: {limit_told()}"
        await _refused(kept, name, "limit_reached", cause)
        return Refreshed(stopped=cause)
    try:
        return await refresh(refresh_order(CURRENT), lambda _: None, within=left, name=name)
    except VeraciousError as failed:  # before it began: a list that cannot be read, a search without its key
        await _refused(kept, name, flow_refresh.kind(failed), str(failed))
        raise


async def _refused(kept: Refreshes, name: str, reason: str, cause: str) -> None:
    """Write down a refresh that could not begin, unless it is written down already."""
    now = wiring.clock().now()
    run = RefreshRun(name, CURRENT, RefreshState.RUNNING, now, begun_at=now)
    if await kept.begin(run):
        await kept.end(_failed(run, reason, cause, RefreshUse()))


async def ask_refresh(collection: str) -> RefreshRun:
    """Hand in a refresh: a worker begins it, within the limit of the day."""
    current.allow(collection)
    if collection != CURRENT:
        raise InputError(f"{CURRENT} is refreshed by the service; fill {collection} with `veracious collections refresh {collection}`")
    if not wiring.searches():
        raise SearchMissing
    run = RefreshRun(wiring.new_id(), collection, RefreshState.ASKED, wiring.clock().now())
    await wiring.refreshes().ask(run)
    return run


async def refresh_asked(name: str) -> None:
    """Do a refresh that was handed in."""
    await refresh_within_limit(name)


def limit_told() -> str:
    """The limit of a day, as it is told."""
    chosen = wiring.settings()
    return f"at most {chosen.refresh_pages:,} pages and {chosen.refresh_cost:.2f} a day"


def schedule_told() -> str:
    """When current affairs are fetched, by how many searches, and within which limit; empty when they are not."""
    wanted = wiring.settings().refresh
    if schedule() is None or not wiring.searches():
        return ""
    when = "daily" if wanted == DAILY else f"at `{wanted}` UTC"
    return f"current affairs: refreshed {when} by {len(refresh_order(CURRENT).queries)} searches, {limit_told()}"


async def ages(workspace: str = "") -> Sequence[CollectionAge]:
    """How old each shared collection is that has something in it, or was refreshed, or is to be."""
    kept, generations, now = wiring.refreshes(), await wiring.collections(workspace).all(), wiring.clock().now()
    found = []
    for name in SHARED:
        live, runs = _live(name, generations), await kept.newest(name, RUNS)
        if live is not None or runs or (name == CURRENT and schedule() is not None):
            found.append(_age(name, live, runs, now))
    return tuple(found)


async def newest_refreshes(collection: str) -> Sequence[RefreshRun]:
    """The last refreshes of a collection, the newest first."""
    current.allow(collection)
    return await wiring.refreshes().newest(collection, RUNS)


def _age(name: str, live: Generation | None, runs: Sequence[RefreshRun], now: datetime) -> CollectionAge:
    """What was read from the web is as old as the refresh that read it."""
    maker = next((one for one in runs if live is not None and one.generation == live.id), None)
    as_of = None if live is None else (maker.begun_at if maker is not None else live.live_at)
    begun = next((one for one in runs if one.begun_at is not None), None)
    trouble = next((one for one in runs if one.reason), None)
    seconds = None if as_of is None else max(0, int((now - as_of).total_seconds()))
    return CollectionAge(name, as_of, seconds, 0 if live is None else live.documents, begun, trouble)


async def _last(collection: str, kept: Refreshes, held: Collections) -> date | None:
    """The day of the refresh that made what readers see; none when it was made in another way."""
    live = _live(collection, await held.all())
    runs = await kept.newest(collection, RUNS)
    made = next((one for one in runs if live is not None and one.generation == live.id and one.begun_at is not None), None)
    return None if made is None or made.begun_at is None else made.begun_at.astimezone(UTC).date()


async def _left(kept: Refreshes, now: datetime) -> RefreshUse:
    """What is left of the limit of this day, in UTC."""
    used, chosen = await kept.used(now.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)), wiring.settings()
    return RefreshUse(max(0, chosen.refresh_pages - used.pages), max(0, round(chosen.refresh_cost * MICROS) - used.money_micros))


def _live(collection: str, generations: Sequence[Generation]) -> Generation | None:
    return next((one for one in generations if one.collection == collection and one.state is State.LIVE), None)


def _ended(run: RefreshRun, found: Refreshed, used: RefreshUse) -> RefreshRun:
    reason, cause = found.trouble
    state = RefreshState.REFRESHED if found.is_live else RefreshState.FAILED if reason else RefreshState.UNCHANGED
    return replace(run, state=state, ended_at=wiring.clock().now(), generation=found.generation, use=used, reason=reason, cause=cause)


def _failed(run: RefreshRun, reason: str, cause: str, used: RefreshUse) -> RefreshRun:
    return replace(run, state=RefreshState.FAILED, ended_at=wiring.clock().now(), use=used, reason=reason, cause=cause)
