"""Two workspaces check claims with the open web in one process: nothing that is read, found or missed for one is there for the other.

What a workspace read is taken from the log of the loopback internet, what searches named to it from the tapes of its records. What it sees
is asked of the ports, by words and by digest, and of the server itself, for all rows there are.
"""

import asyncio
import re
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import psycopg
import pytest

from tests import tiny
from tests.contracts.samples import query
from tests.faults.web_engine import Apart, Asked, Ended, apart, settings_of
from tests.internet import CLAIMS, Internet, providers
from tests.postgres import WIDTH
from veracious.adapters.memory.embedder import WordEmbedder
from veracious.adapters.postgres.archive import PostgresArchive
from veracious.adapters.postgres.blobs import PostgresBlobs
from veracious.adapters.postgres.database import Database
from veracious.adapters.postgres.erasure import PostgresErasure
from veracious.adapters.postgres.finder import TextFinder
from veracious.adapters.postgres.pages import PostgresPages
from veracious.adapters.postgres.server import Addresses
from veracious.adapters.postgres.shelf import PostgresShelf
from veracious.adapters.postgres.store import Store
from veracious.domain.errors import SourceError
from veracious.domain.store import PageStatus, Scope
from veracious.rules.reading.lexicon import Lexicon
from veracious.rules.seeking import urls

FEW, ALL = 4, 500  # runs
A_ROUND = 100  # runs, after which two other workspaces begin: what a store has read settles claims without the web
PAGES = 2  # that a run may read
SEARCHES = ("searxng", "tavily", "brave", "tavily,brave", "brave,searxng")
FAILING = "harbour-times.example"  # the site of most pages
FAULTS = ("not found", "gzip bomb", "truncated body", "redirect to a private address", "deep nesting")
ADDRESS = re.compile(rb'https?://[^"\\\s]+')
PLACES = {"search", *(f"spare {number}" for number in range(3))}  # on a tape


@dataclass
class Known:
    """What there is of a workspace, from outside of the store."""

    read: set[str] = field(default_factory=set)  # pages that were asked for, by their one form
    named: set[str] = field(default_factory=set)  # by searches
    failed: set[str] = field(default_factory=set)  # pages that could not be read
    digests: set[str] = field(default_factory=set)  # of pages that were put


@dataclass
class Leaks:
    """What was looked for, and what one workspace saw of it that is another's."""

    looked: Counter[str] = field(default_factory=Counter)
    seen: Counter[str] = field(default_factory=Counter)

    def note(self, kind: str, foreign: set[str], visible: set[str]) -> None:
        self.looked[kind] += len(foreign)
        self.seen[kind] += len(foreign & visible)


class Pair:
    """Two workspaces of a store, and the engine that runs for both."""

    def __init__(self, number: int, internet: Internet, engine: Apart, pool: Database, owner: str, lexicon: Lexicon) -> None:
        self.names = (f"alpha-{number}", f"beta-{number}")
        self.known = {name: Known() for name in self.names}
        self.asked_for: Counter[str] = Counter()  # in how many runs a page was asked for
        self.asked_by: dict[str, Counter[str]] = {name: Counter() for name in self.names}
        self._internet, self._engine, self._pool, self._owner, self._lexicon = internet, engine, pool, owner, lexicon

    def other(self, name: str) -> str:
        return self.names[1 - self.names.index(name)]

    def store(self, name: str) -> Store:
        """The store as a workspace sees it; what is asked of it here embeds nothing."""
        with psycopg.connect(self._owner) as owner:
            (model,) = owner.execute("select embedder from veracious.generation limit 1").fetchone() or ("",)
        return Store(self._pool, WordEmbedder(self._lexicon, WIDTH), self._lexicon, workspace=name, model=model)

    def run(self, name: str, number: int, fault: str) -> Ended:
        """A run for a workspace, and what it came to know."""
        claim = CLAIMS[number % len(CLAIMS)]
        self._internet.forget()
        if fault:
            self._internet.fail(FAILING, fault)
        try:
            asked = Asked(claim.text, SEARCHES[number % len(SEARCHES)], pages=PAGES, as_of=claim.as_of, workspace=name, fresh=False)
            ended = self._engine.run(asked)
        finally:
            self._internet.mend()
        log = [one for one in list(self._internet.log) if not providers.named(one) and one.path != "/robots.txt"]
        forms = {urls.normalise(self._internet.url(one.site, one.target)) for one in log}
        self.asked_for.update(forms)
        self.asked_by[name].update(forms)
        self.known[name].read |= forms
        self.known[name].named |= asyncio.run(self._named(name, ended.record))
        return ended

    async def _named(self, name: str, record: str) -> set[str]:
        """What searches named to a run, by its tape."""
        store = self.store(name)
        body, blobs = (await PostgresArchive(store).fetch(record)).body, PostgresBlobs(store)
        answers = [await blobs.get(one.answered) for one in body.tape if one.port in PLACES]
        return {form for one in answers for found in ADDRESS.findall(one) if (form := urls.normalise(found.decode("utf-8", "replace")))}

    def learn(self, name: str) -> None:
        """What the workspace itself sees of its failures and its pages; that it sees nothing else is `look`'s to say."""
        mine = self.known[name]
        for page in asyncio.run(PostgresPages(self.store(name)).look(sorted(mine.named | mine.read))).values():
            if page.status is PageStatus.FAILED:
                mine.failed.add(page.form)
            elif page.digest is not None:
                mine.digests.add(page.digest)

    def look(self, name: str, leaks: Leaks, claim: str) -> None:
        """What a workspace sees of the other, by every way there is."""
        mine, theirs, store = self.known[name], self.known[self.other(name)], self.store(name)
        pages = asyncio.run(PostgresPages(store).look(sorted(theirs.named | theirs.read | theirs.failed)))
        found = asyncio.run(TextFinder(store, Scope(("web",))).find(query(claim), 50))
        opened = {digest for digest in theirs.digests - mine.digests if self._opens(store, digest)}
        leaks.note("search results", theirs.named - mine.named - mine.read, set(pages))
        leaks.note("failures", theirs.failed - mine.failed, {one.form for one in pages.values() if one.status is PageStatus.FAILED})
        leaks.note("pages by digest", theirs.digests - mine.digests, opened)
        leaks.note("pages by words", theirs.read - mine.read, {urls.normalise(one.evidence.url or "") for one in found})
        leaks.note("pages in all rows", theirs.read - mine.read, self._rows(name, "document", "url"))
        leaks.note("addresses in all rows", (theirs.named | theirs.read) - mine.named - mine.read, self._rows(name, "page", "form"))

    def _opens(self, store: Store, digest: str) -> bool:
        try:
            asyncio.run(PostgresShelf(store, lambda passage: ()).open(digest))
        except SourceError:
            return False
        return True

    def _rows(self, name: str, table: str, column: str) -> set[str]:
        """All that the server shows of a table to whoever stands in the workspace."""
        with self._pool.transaction(name) as tx:
            found = tx.connection.execute(f"select {column} as told from veracious.{table}".encode()).fetchall()  # noqa: S608
        return {urls.normalise(row["told"] or "") for row in found}

    def erase(self, name: str) -> None:
        """Erase one; nothing of it is left."""
        with psycopg.connect(self._owner) as owner:
            (number,) = owner.execute("select id from veracious.workspace where name = %s", (name,)).fetchone() or (0,)
            asyncio.run(PostgresErasure(self.store(name)).workspace())
            for table in ("page", "page_claim", "document", "passage", "posting", "frequency", "tally", "generation"):
                left = owner.execute(f"select from veracious.{table} where workspace = %s".encode(), (number,))
                assert left.rowcount == 0, table


def _models(folder: Path) -> Path:
    """Models that settle nothing, so that every run searches the web; what verdicts are is not asked here."""
    tiny.pack(folder / "embedder", "embedder", tiny.EMBEDDER.replace(str(tiny.WIDTH), str(WIDTH)), width=WIDTH)
    for role in ("judge", "relevance"):
        tiny.pack(folder / role, role)
    return folder


@contextmanager
def opened(own: Addresses, home: Path, shares: bool) -> Iterator[tuple[Internet, Apart, Database]]:
    settings = {"DATABASE_URL": own.app, "VERACIOUS_SHARE_PAGES": str(shares).lower(), "VERACIOUS_MODELS": str(_models(home / "models"))}
    pool = Database(own.app, 2, shares_pages=shares)
    try:
        with Internet() as internet, apart(home, {**settings_of(internet), **settings}) as engine:
            yield internet, engine, pool
    finally:
        pool.close()


@pytest.mark.parametrize("many", [FEW, pytest.param(ALL, marks=pytest.mark.long)])
def test_nothing_of_one_workspace_is_visible_to_the_other(
    many: int, new_addresses: Callable[[], Addresses], lexicon: Lexicon, tmp_path: Path
) -> None:
    """A third of the claims is checked for the one alone, a third for the other, and a third for both; each reads for itself."""
    own, leaks, ended, faults = new_addresses(), Leaks(), Counter[str](), Counter[str]()
    with opened(own, tmp_path, False) as (internet, engine, pool):
        for first in range(0, many, A_ROUND):
            pair = Pair(first // A_ROUND, internet, engine, pool, own.owner, lexicon)
            for number in range(first, min(many, first + A_ROUND)):
                name, claim = _turn(pair, number)
                fault = FAULTS[number // 4 % len(FAULTS)] if number % 4 == 1 else ""
                ended[pair.run(name, claim, fault).outcome] += 1
                faults[fault] += bool(fault)
                pair.learn(name)
                pair.look(pair.other(name), leaks, CLAIMS[claim % len(CLAIMS)].text)
                pair.look(name, leaks, CLAIMS[claim % len(CLAIMS)].text)
            ended["pages read for both"] += len(pair.known[pair.names[0]].digests & pair.known[pair.names[1]].digests)
            again = [form for counts in pair.asked_by.values() for form, times in counts.items() if times > 1]
            assert again == [], "within a workspace a page was asked for in two runs"
            pair.erase(pair.names[0])
    print(f"\n{many} runs for two workspaces: {dict(ended)}; looked for {dict(leaks.looked)}; visible to the other {dict(+leaks.seen)}")
    assert +leaks.seen == Counter()
    assert set(leaks.looked) == {
        "search results", "failures", "pages by digest", "pages by words", "pages in all rows", "addresses in all rows",
    }  # fmt: skip
    assert min(leaks.looked.values()) >= many // 4
    assert ended["completed"] + ended["partial"] == many
    assert ended["pages read for both"] > 0


@pytest.mark.parametrize("many", [FEW // 2, pytest.param(ALL // 10, marks=pytest.mark.long)])
def test_where_pages_are_shared_the_other_finds_them_and_no_page_is_asked_for_twice(
    many: int, new_addresses: Callable[[], Addresses], lexicon: Lexicon, tmp_path: Path
) -> None:
    """Each claim is checked for the one and then for the other, which asks for no page that was read or missed before."""
    own, shared = new_addresses(), Counter[str]()
    with opened(own, tmp_path, True) as (internet, engine, pool):
        for first in range(0, many, A_ROUND):
            pair = Pair(first // A_ROUND, internet, engine, pool, own.owner, lexicon)
            for number in range(first, min(many, first + A_ROUND)):
                name = pair.names[number % 2]
                pair.run(name, number // 2, "not found" if number % 8 == 0 else "")
                pair.learn(name)
                theirs, store = pair.known[name], pair.store(pair.other(name))
                met = asyncio.run(PostgresPages(pair.store(name)).look(sorted(theirs.named)))
                pages = asyncio.run(PostgresPages(store).look(sorted(theirs.named)))
                assert pages == met
                assert theirs.failed <= {one.form for one in pages.values() if one.status is PageStatus.FAILED}
                assert [digest for digest in theirs.digests if not pair._opens(store, digest)] == []
                shared += Counter(pages=len(theirs.digests), failures=len(theirs.failed), results=len(met))
            assert [form for form, times in pair.asked_for.items() if times > 1] == []
            assert pair.known[pair.names[0]].read
            pair.erase(pair.names[0])
            assert asyncio.run(PostgresPages(pair.store(pair.names[1])).look(sorted(pair.known[pair.names[0]].named)))
    print(f"\n{many} runs where pages are shared: visible to the other {dict(shared)}; no page asked for by two runs")
    assert min(shared.values()) > 0


def _turn(pair: Pair, number: int) -> tuple[str, int]:
    """Whose turn it is, and with which claim: of three claims one is checked for both, one after the other."""
    who, claim = number % 2, number // 2
    return (pair.names[who], claim) if claim % 3 == 0 else (pair.names[who], claim + who * len(CLAIMS) // 2)
