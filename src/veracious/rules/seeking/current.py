"""Which pages of the web make up a collection that is refreshed, and in which order they are read.

1. Queries stand one a line. What their searches found is pooled: each page once, by the one form of its address, and only articles.
2. Pages of credible publishers come first, of these the newest, then what the searches put higher; no publisher has more than its share.
3. A search for current affairs asks for what is not older than the last refresh. Pages that are in the collection already and still young
   enough stay there without being read again; new ones come before them.
4. A page that was read is as old as it says itself. For current affairs one that is too old is passed over, and pages that give no date are
   let in only up to a share. What a provider says of a date decides on the order, and spares a page that it calls too old itself.
5. A refresh that runs by itself is due a day after the last one, and sooner after one that failed.
"""

from collections import Counter
from collections.abc import Sequence, Set
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from enum import StrEnum
from math import floor

from veracious.domain.errors import InputError
from veracious.domain.refresh import RefreshRun, RefreshState
from veracious.domain.store import SHARED, WEB
from veracious.domain.web import Hit
from veracious.rules.seeking import urls
from veracious.rules.seeking.urls import UrlDials

AGING = "current_affairs"  # the collection in which the age of a page counts
COMMENT = "#"
OF_A_WORKSPACE = (
    "`documents` belong to a workspace and are not read from the web. Put files into them with `veracious ingest`, or build them anew from"
    " files with `veracious collections rebuild documents`."
)
READ_BY_RUNS = (
    "`web` is what runs have read for a workspace; it fills by itself. Put pages for all workspaces into `static` or `current_affairs`."
)


class Age(StrEnum):
    """What the date of a page makes of it."""

    FRESH = "fresh"
    OLD = "old"
    UNDATED = "undated"


@dataclass(frozen=True, slots=True)
class CurrentDials:
    """How much a refresh reads, of whom, and how old it may be."""

    queries_at_most: int = 100  # lines of a list of queries; 1–1,000; a guess
    query_chars_at_most: int = 400  # of one query; 100–2,000; a guess: search providers refuse much longer ones
    addresses_at_most: int = 10_000  # lines of a list of addresses; 1–100,000; a guess: at a second a page it takes three hours
    pages_a_query: int = 10  # asked of each search; 5–50; a guess, seed E gives no number
    pages_at_most: int = 100  # put into the collection; 10–10,000; a guess
    tries_a_page: float = 2.0  # pages read or tried for each that may be put, since many fail; 1–5; a guess
    domain_share: float = 0.15  # of the pages, what one publisher may have, and always one; 0.02–1; a guess
    days_at_most: int = 7  # age of a page of current affairs; 1–60; a guess, seed E calls the collection one of a day
    days_ahead_at_most: int = 1  # a date further ahead is taken for none; 0–2; a guess: it is tomorrow somewhere
    undated_share: float = 0.2  # of the pages of current affairs, those that may give no date; 0–1; a guess
    hours_between: float = 23.9  # from one daily refresh to the next; 1–168; a day, less the minutes between two looks at the clock
    hours_after_failure: float = 3.0  # until one that failed, or never ended, is tried again; 0.5–24; a guess
    unknown_credibility: float = 0.4  # where publishers stand of whom nothing is known; 0–1; above those rated unreliable, a guess


@dataclass(frozen=True, slots=True)
class Chosen:
    """The pages to read, in this order, how many of them a publisher may have, and how many were passed over for which reason."""

    kept: tuple[Hit, ...]
    of_each: int = 1
    passed: tuple[tuple[str, int], ...] = ()  # "not_an_address", "repeated", "not_article", "too_old", "known", "domain_share", "capped"


def allow(collection: str) -> None:
    """Refuse a collection that is not everybody's: what a refresh reads belongs to no workspace."""
    if collection not in SHARED:
        of_workspaces = {"documents": OF_A_WORKSPACE, WEB: READ_BY_RUNS}
        raise InputError(of_workspaces.get(collection, f"{', '.join(SHARED)} can be refreshed, {collection!r} cannot"))


def queries(text: str, dials: CurrentDials) -> tuple[str, ...]:
    """The queries of a list: one a line, in order, each once; what begins with `#` is a comment.

    Formula: Queries of a refresh. From E §9.2.

        one a line, each once, comments left out; refused when more than queries_at_most, or one of more than query_chars_at_most
            characters

    Dials: queries_at_most, query_chars_at_most of CurrentDials.
    """
    lines = (" ".join(line.split()) for line in text.removeprefix("\ufeff").splitlines())
    found: dict[str, str] = {}
    for number, line in enumerate(lines, start=1):
        if not line or line.startswith(COMMENT):
            continue
        if len(line) > dials.query_chars_at_most or not line.isprintable():
            raise InputError(f"line {number} is no query of at most {dials.query_chars_at_most} characters that can be seen")
        found.setdefault(line.casefold(), line)
    if not found:
        raise InputError("the list holds no query; write one a line")
    if len(found) > dials.queries_at_most:
        raise InputError(f"the list holds {len(found)} queries, and {dials.queries_at_most} are the most")
    return tuple(found.values())


def addresses(text: str, dials: CurrentDials, url_dials: UrlDials) -> tuple[str, ...]:
    """The addresses of a list: one a line, in order, each page once; what begins with `#` is a comment.

    Formula: Addresses of a list. From ours.

        one a line, each page once by the one form of its address, comments left out; refused when more than addresses_at_most, or one is
            no address of the web

    Dials: addresses_at_most of CurrentDials.
    """
    found: dict[str, str] = {}
    for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), start=1):
        address = line.strip()
        if not address or address.startswith(COMMENT):
            continue
        form = urls.normalise(address, url_dials) if address.isprintable() and len(address.split()) == 1 else ""
        if not form or not address.lower().startswith(("http://", "https://")):
            raise InputError(f"line {number} is no address of the web: write one a line, with http:// or https:// before it")
        found.setdefault(form, address)
    if not found:
        raise InputError("the list holds no address; write one a line")
    if len(found) > dials.addresses_at_most:
        raise InputError(f"the list holds {len(found)} addresses, and {dials.addresses_at_most} are the most")
    return tuple(found.values())


def choose(
    hits: Sequence[Sequence[Hit]], day: date, ages: bool, dials: CurrentDials, url_dials: UrlDials, known: Set[str] = frozenset()
) -> Chosen:
    """What to read on this day of the answers to all queries, in order; `ages` leaves out what its search calls too old.

    `known` are the forms of addresses whose pages stay in the collection: they are not read again, and count for the shares.

    Formula: Pages of a refresh. From E §9.2 (credible first).

        credible publishers first (unknown_credibility where nothing is known), of these the newest, then what the searches put higher
        no publisher has more than domain_share of pages_at_most, and always one; tries_a_page × pages_at_most in all

    Dials: unknown_credibility, domain_share, pages_at_most, tries_a_page of CurrentDials.
    """
    passed: Counter[str] = Counter()
    pool: dict[str, tuple[Hit, int]] = {}  # by form; the best place that any search gave it
    for answer in hits:
        for place, hit in enumerate(answer):
            form = urls.normalise(hit.url, url_dials)
            if form in pool:
                first, best = pool[form]
                pool[form] = replace(first, published=first.published or hit.published), min(best, place)
                passed["repeated"] += 1
            elif reason := _unfit(hit, form, known, url_dials):
                passed[reason] += 1
            else:
                pool[form] = hit, place
    fit = {form: entry for form, entry in pool.items() if not (ages and age(entry[0].published, day, dials) is Age.OLD)}
    passed["too_old"] += len(pool) - len(fit)
    turns = sorted((_turn(hit, place, day, dials), form) for form, (hit, place) in fit.items())
    return _within([fit[form][0] for _, form in turns], len(known), passed, dials)


def age(published: date | None, day: date, dials: CurrentDials) -> Age:
    """What a date makes of a page on this day; one that lies ahead is no date.

    Formula: Age of a page of current affairs. From E §9.2.

        undated  without a date, or with one more than days_ahead_at_most ahead
        old      more than days_at_most days before the day
        fresh    else

    Dials: days_ahead_at_most, days_at_most of CurrentDials.
    """
    days = None if published is None else (day - published).days
    if days is None or days < -dials.days_ahead_at_most:
        return Age.UNDATED
    return Age.OLD if days > dials.days_at_most else Age.FRESH


def earliest(day: date, last: date | None, dials: CurrentDials) -> date:
    """The earliest day that a search of current affairs asks for, on this day; `last` is that of the last refresh, if there was one.

    Formula: Earliest day of a refresh. From E §9.2 (daily).

        the day of the last refresh, and none more than days_at_most days before the day

    The day of the last refresh is asked for again: it went on after the refresh.

    Dials: days_at_most of CurrentDials.
    """
    first = day - timedelta(days=dials.days_at_most)
    return first if last is None else max(first, min(last, day))


def is_due(last: RefreshRun | None, moment: datetime, dials: CurrentDials) -> bool:
    """Whether a refresh that runs by itself is to begin at this moment; `last` is the one that began last.

    Formula: When a refresh is due. From E §9.2 (daily).

        at once       when there was none
        hours_between after the last one began
        hours_after_failure after it began, when it failed or has not ended

    Dials: hours_between, hours_after_failure of CurrentDials.
    """
    if last is None or last.begun_at is None:
        return True
    wait = dials.hours_between if last.state in (RefreshState.REFRESHED, RefreshState.UNCHANGED) else dials.hours_after_failure
    return moment - last.begun_at >= timedelta(hours=wait)


def has_room(dated: int, undated: int, dials: CurrentDials) -> bool:
    """Whether beside so many pages one more without a date is within their share.

    Formula: Pages without a date. From E §9.2.

        let in as long as they are at most undated_share of the pages

    Dials: undated_share of CurrentDials.
    """
    return undated + 1 <= dials.undated_share * (dated + undated + 1)


def _unfit(hit: Hit, form: str, known: Set[str], dials: UrlDials) -> str:
    """Why a page is not worth reading; empty when nothing speaks against it."""
    if not form:
        return "not_an_address"
    if form in known:
        return "known"
    return "" if urls.is_article(hit.url, dials) else "not_article"


def _turn(hit: Hit, place: int, day: date, dials: CurrentDials) -> tuple[float, int, int]:
    """Sorts credible publishers first, then new pages, then those a search put higher."""
    known = None if hit.source is None else hit.source.credibility
    newest = 0 if hit.published is None or age(hit.published, day, dials) is Age.UNDATED else hit.published.toordinal()
    return -(dials.unknown_credibility if known is None else known), -newest, place


def _within(ordered: Sequence[Hit], known: int, passed: Counter[str], dials: CurrentDials) -> Chosen:
    """The same pages in the same order, no publisher beyond its share, and no more than may be tried."""
    of_each = max(1, floor(dials.domain_share * min(dials.pages_at_most, len(ordered) + known)))
    kept: list[Hit] = []
    domains: Counter[str] = Counter()
    for hit in ordered:
        domain = publisher(hit)
        if domains[domain] >= of_each:
            passed["domain_share"] += 1
        elif len(kept) >= floor(dials.tries_a_page * dials.pages_at_most):
            passed["capped"] += 1
        else:
            domains[domain] += 1
            kept.append(hit)
    return Chosen(tuple(kept), of_each, tuple(sorted((+passed).items())))


def publisher(hit: Hit) -> str:
    """Who publishes a page: its registrable domain where it was looked up, else its host."""
    return urls.host(hit.url) if hit.source is None else hit.source.domain
