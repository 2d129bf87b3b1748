"""Several at once: what two do at the same time comes out as if one had done it after the other."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TypeVar
from uuid import uuid4

import psycopg
import pytest

from tests.contracts.samples import query, run, snapshot
from tests.contracts.test_pages import NOON
from tests.postgres import WIDTH
from veracious.adapters.memory.embedder import WordEmbedder
from veracious.adapters.postgres.collections import PostgresCollections
from veracious.adapters.postgres.database import Database
from veracious.adapters.postgres.erasure import PostgresErasure
from veracious.adapters.postgres.finder import HybridFinder, TextFinder, VectorsFinder
from veracious.adapters.postgres.overrides import PostgresOverrides
from veracious.adapters.postgres.pages import PostgresPages
from veracious.adapters.postgres.server import Addresses
from veracious.adapters.postgres.shelf import PostgresShelf
from veracious.adapters.postgres.store import Store
from veracious.domain.errors import InputError, StoreUnavailable, VeraciousError
from veracious.domain.evidence import Snapshot, Source
from veracious.domain.store import Incoming, Scope, State, Wanted
from veracious.rules.reading.lexicon import Lexicon

HANDS = 6
OWN = Scope(collections=("documents",))
T = TypeVar("T")


@dataclass(frozen=True)
class Place:
    """A database, and the way into its workspaces."""

    addresses: Addresses
    database: Database
    lexicon: Lexicon

    def store(self, name: str = "", database: Database | None = None) -> Store:
        known = name or f"w-{uuid4().hex[:8]}"
        return Store(database or self.database, WordEmbedder(self.lexicon, WIDTH), self.lexicon, workspace=known, model="words")

    def owned(self, text: str) -> int:
        """A number that the owner reads."""
        with psycopg.connect(self.addresses.owner) as owner:
            found = owner.execute(text.encode()).fetchone()
        return int(found[0]) if found else 0


@pytest.fixture(scope="module")
def place(new_addresses: Callable[..., Addresses], lexicon: Lexicon) -> Iterator[Place]:
    own = new_addresses()
    made = Place(own, Database(own.app, HANDS + 2), lexicon)
    yield made
    made.database.close()


def page(number: int, collection: str = "documents") -> Snapshot:
    return replace(snapshot(f"Paris is the capital, says page {number}.", f"https://example.org/page-{number}"), collection=collection)


def shelf(store: Store) -> PostgresShelf:
    return PostgresShelf(store, lambda passage: ())


def at_once(work: Callable[[int], T]) -> list[T]:
    """The same work by many hands."""
    with ThreadPoolExecutor(HANDS) as pool:
        return list(pool.map(work, range(HANDS)))


def erased_at_once(store: Store, wanted: Wanted) -> list[int]:
    return at_once(lambda _: run(PostgresErasure(store).documents(wanted)))


@pytest.mark.parametrize("collection", ["documents", "current_affairs"])
def test_the_first_writers_of_a_collection_write_into_one_generation(collection: str, place: Place) -> None:
    store = place.store()
    at_once(lambda number: run(shelf(store).put(page(number, collection))))
    found = run(VectorsFinder(store, Scope(collections=(collection,))).find(query("Paris"), 50))
    assert len(found) == HANDS
    assert [(one.state, one.documents) for one in run(PostgresCollections(store).all()) if one.collection == collection] == [
        (State.LIVE, HANDS)
    ]


def test_one_document_is_written_once_by_many(place: Place) -> None:
    store = place.store()
    kept = at_once(lambda number: run(shelf(store).write(run(shelf(store).ready([Incoming(page(1))]))))[0].is_new)
    assert sorted(kept) == [False] * (HANDS - 1) + [True]
    assert [(one.documents, one.passages) for one in run(PostgresCollections(store).all()) if one.collection == "documents"] == [(1, 1)]


def test_one_document_is_erased_once_by_many(place: Place) -> None:
    """And the words of the others are counted as they are."""
    store = place.store()
    for number in range(3):
        run(shelf(store).put(page(number)))
    before = {one.evidence.text: one.score for one in run(TextFinder(store, OWN).find(query("page 2 Paris"), 50))}
    for number in range(3, 6):
        run(shelf(store).put(page(number)))
        assert sorted(erased_at_once(store, Wanted(digest=page(number).digest))) == [0] * (HANDS - 1) + [1]
    assert {one.evidence.text: one.score for one in run(TextFinder(store, OWN).find(query("page 2 Paris"), 50))} == before
    (left,) = [one for one in run(PostgresCollections(store).all()) if one.collection == "documents"]
    assert (left.documents, left.passages) == (3, 3)


def test_a_workspace_is_there_though_its_first_transaction_was_undone(place: Place) -> None:
    store = place.store()
    with pytest.raises(ZeroDivisionError), place.database.transaction(store.workspace):
        raise ZeroDivisionError
    assert len(run(shelf(store).put(page(1)))) == 1


def test_a_workspace_that_another_process_erased_is_entered_anew(place: Place) -> None:
    """The process that did not know is told once, and then goes on in a new workspace of the same name."""
    store, other = place.store(), Database(place.addresses.app)
    run(shelf(store).put(page(1)))
    run(PostgresErasure(place.store(store.workspace, other)).workspace())
    other.close()
    assert tuple(run(VectorsFinder(store, OWN).find(query("Paris"), 50))) == ()
    with pytest.raises(StoreUnavailable):
        run(shelf(store).put(page(2)))
    run(shelf(store).put(page(2)))
    assert [one.evidence.text for one in run(VectorsFinder(store, OWN).find(query("Paris"), 50))] == [page(2).text]


def test_a_generation_is_not_dropped_under_its_reader(place: Place) -> None:
    store = place.store()
    collections = PostgresCollections(store)
    run(shelf(store).put(page(1)))
    (old,) = [one.id for one in run(collections.all()) if one.collection == "documents"]
    with place.database.transaction(store.workspace) as reader:
        assert old in [row["id"] for row in reader.rows("live", collections=["documents"])]
        run(collections.switch(run(collections.begin("documents"))))
        with place.database.transaction(store.workspace) as other:
            assert other.one("drop_generation", generation=old) == {"dropped": False}
        assert len(reader.rows("known_files", generations=[old], hashes=[""])) == 1
    run(collections.drop(old))


def test_a_generation_is_not_dropped_under_its_writer(place: Place) -> None:
    """Or rows of a generation that is no more would stay behind."""
    store = place.store()
    made = run(PostgresCollections(store).begin("documents"))
    with place.database.transaction(store.workspace) as writer:
        store.building(writer, made, "documents")
        with place.database.transaction(store.workspace) as other:
            assert other.one("drop_generation", generation=made) == {"dropped": False}
    run(PostgresCollections(store).drop(made))
    with pytest.raises(InputError), place.database.transaction(store.workspace) as writer:
        store.building(writer, made, "documents")


@pytest.mark.parametrize("collection", ["documents", "static"])
def test_switching_and_dropping_at_once_leaves_one_live_generation(collection: str, place: Place) -> None:
    """Whichever comes first: what is live is never dropped, and what was dropped never goes live."""
    store = place.store()
    collections = PostgresCollections(store)
    run(shelf(store).put(page(1, collection)))
    for _ in range(5):
        made = run(collections.begin(collection))

        def hand(number: int, made: int = made) -> None:
            with suppress(InputError):
                run(collections.drop(made) if number % 2 else collections.switch(made))

        at_once(hand)
        found = [one for one in run(collections.all()) if one.collection == collection]
        assert [one.state for one in found].count(State.LIVE) == 1
        assert run(VectorsFinder(store).find(query("Paris"), 5)) is not None


def test_a_workspace_that_is_erased_under_its_writers_leaves_nothing(place: Place) -> None:
    store = place.store()
    run(shelf(store).put(page(0)))

    def hand(number: int) -> None:
        for index in range(8):
            with suppress(VeraciousError):
                if number == 0 and index % 4 == 3:
                    run(PostgresErasure(store).workspace())
                else:
                    run(shelf(store).put(page(number * 100 + index)))

    at_once(hand)
    run(PostgresErasure(store).workspace())
    for table in ("generation", "document", "passage", "posting", "frequency", "tally", "triple"):
        lost = f"select count(*) from veracious.{table} where workspace not in (select id from veracious.workspace)"  # noqa: S608
        assert place.owned(lost) == 0
    for table in ("document", "passage", "posting", "frequency", "tally", "triple"):
        lost = f"select count(*) from veracious.{table} where generation not in (select id from veracious.generation)"  # noqa: S608
        assert place.owned(lost) == 0


def test_those_who_say_the_same_in_another_order_do_not_wait_in_a_circle(place: Place) -> None:
    store = place.store()
    names = [f"d{number}.example" for number in range(40)]

    def say(number: int) -> None:
        order = names[:: -1 if number % 2 else 1]
        run(PostgresOverrides(place.database).put(store.workspace, [Source(name, number / 10) for name in order]))
        addresses = [f"https://{name}/a" for name in order]
        run(PostgresPages(store).see(addresses, "search", f"claim-{number}", NOON))

    at_once(say)
    said = run(PostgresOverrides(place.database).get_all(store.workspace))
    assert [source.domain for source in said] == sorted(names)
    assert len({source.credibility for source in said}) == 1
    assert len(run(PostgresPages(store).claims("https://d0.example/a"))) == HANDS


def test_folding_under_writers_and_erasers_loses_no_count(place: Place) -> None:
    store = place.store()
    collections = PostgresCollections(store)
    run(shelf(store).put(page(0)))
    (live,) = [one.id for one in run(collections.all()) if one.collection == "documents"]

    def hand(number: int) -> None:
        for index in range(6):
            if number == 0:
                run(collections.fold(live))
            else:
                run(shelf(store).put(page(number * 100 + index)))
                if index % 2:
                    run(PostgresErasure(store).documents(Wanted(digest=page(number * 100 + index).digest)))

    at_once(hand)
    counted = 1 + (HANDS - 1) * 3
    assert [one.documents for one in run(collections.all()) if one.collection == "documents"] == [counted]
    fresh = place.store()
    for number in [0] + [hand * 100 + index for hand in range(1, HANDS) for index in (0, 2, 4)]:
        run(shelf(fresh).put(page(number)))
    asked = query("page 204 Paris capital")
    assert [one.score for one in run(TextFinder(store, OWN).find(asked, 50))] == [
        one.score for one in run(TextFinder(fresh, OWN).find(asked, 50))
    ]


@pytest.mark.parametrize("kind", [VectorsFinder, TextFinder, HybridFinder])
def test_a_page_in_two_collections_takes_one_place_and_the_limit_is_filled(
    kind: type[VectorsFinder | TextFinder | HybridFinder], place: Place
) -> None:
    store = place.store()
    shelf = PostgresShelf(store, lambda passage: ())
    for number in range(4):
        page = snapshot(f"The bridge of number {number} is made of iron.", f"https://example.org/reports/bridge-{number}.html")
        for collection in ("documents", "static"):
            run(shelf.put(replace(page, collection=collection)))
    found = run(kind(store, Scope(collections=("documents", "static"))).find(query("Which bridge is made of iron?"), 3))
    assert len({one.evidence.id for one in found}) == len(found) == 3
    assert [one.rank for one in found] == [1, 2, 3]
