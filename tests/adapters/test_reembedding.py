"""A change of the embedder: searches go on by words, what is put is kept, and a new generation takes the place of the old one whole."""

import asyncio
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

import psycopg
import pytest

from tests.contracts.samples import query, run, snapshot
from tests.postgres import WIDTH
from veracious.adapters.memory.embedder import WordEmbedder
from veracious.adapters.postgres import reembedding
from veracious.adapters.postgres.collections import PostgresCollections
from veracious.adapters.postgres.database import Database
from veracious.adapters.postgres.erasure import PostgresErasure
from veracious.adapters.postgres.finder import HybridFinder, TextFinder, TriplesFinder, VectorsFinder
from veracious.adapters.postgres.reembedding import PostgresReembedder
from veracious.adapters.postgres.server import Addresses
from veracious.adapters.postgres.shelf import PostgresShelf
from veracious.adapters.postgres.store import Store
from veracious.domain.errors import StoreMismatch
from veracious.domain.evidence import Passage, Triple
from veracious.domain.store import Generation, Incoming, Reembedding, Scope, State, Wanted
from veracious.flow import reembed
from veracious.ports import Finder
from veracious.rules.reading.lexicon import Lexicon

ASKED = "Who built the lighthouse?"
DOCUMENTS = 40
OWN = Scope(("documents",))


class TurnedEmbedder(WordEmbedder):
    """The same vectors with their numbers in another order: nothing of the one can be compared with the other."""

    async def embed(self, texts: Sequence[str]) -> Sequence[Sequence[float]]:
        return [(*vector[1:], vector[0]) for vector in await super().embed(texts)]


class Struck(Exception):
    """The process ends here."""


class MortalEmbedder(TurnedEmbedder):
    """One that ends after so many calls."""

    calls = 2

    async def embed(self, texts: Sequence[str]) -> Sequence[Sequence[float]]:
        if not self.calls:
            raise Struck
        self.calls -= 1
        return await super().embed(texts)


def facts(passage: Passage) -> Sequence[Triple]:
    return [Triple("Ana Sousa", "built", "the lighthouse", passage)]


def page(number: object, collection: str = "documents") -> Incoming:
    text = f"The lighthouse of Brisa was built in 1873 by Ana Sousa, says page {number}.\n\nIt is {number} metres tall."
    return Incoming(replace(snapshot(text, f"https://example.org/{number}"), collection=collection), f"{number}", f"file:{number}")


@pytest.fixture(scope="module")
def own(new_addresses: Callable[..., Addresses]) -> Addresses:
    return new_addresses()


@pytest.fixture(scope="module")
def pool(own: Addresses) -> Iterator[Database]:
    found = Database(own.app, 12)
    yield found
    found.close()


class World:
    """A workspace before and after its embedder changed."""

    def __init__(self, pool: Database, lexicon: Lexicon, workspace: str) -> None:
        self.before = Store(pool, WordEmbedder(lexicon, WIDTH), lexicon, workspace=workspace, model="words")
        self.after = replace(self.before, embedder=TurnedEmbedder(lexicon, WIDTH), model="turned")

    def put(self, store: Store, *numbers: object, collection: str = "documents") -> None:
        shelf = PostgresShelf(store, facts)
        run(shelf.write(run(shelf.ready([page(number, collection) for number in numbers]))))

    def waiting(self) -> Sequence[Reembedding]:
        found = run(PostgresReembedder(self.after).waiting())
        return [one for one in found if one.workspace in ("", self.after.workspace)]

    def reembed(self, tools: PostgresReembedder | None = None, **changed: Any) -> list[bool]:
        store = replace(self.after, **changed)
        return [run(reembed.embed_anew(one, tools or PostgresReembedder(store), store.embedder, lambda _: None)) for one in self.waiting()]

    def generations(self, collection: str = "documents") -> list[Generation]:
        return [one for one in run(PostgresCollections(self.after).all()) if one.collection == collection]

    def live(self) -> Generation:
        return next(one for one in self.generations() if one.state is State.LIVE)

    def texts(self, store: Store, limit: int = 200) -> dict[str, set[str]]:
        """What each finder finds."""
        finders: dict[str, Finder] = {
            "text": TextFinder(store),
            "triples": TriplesFinder(store),
            "hybrid": HybridFinder(store),
            "vectors": VectorsFinder(store),
        }
        return {name: {one.evidence.text for one in run(finder.find(query(ASKED), limit))} for name, finder in finders.items()}

    def kept_bytes(self) -> int:
        with self.after.database.transaction(self.after.workspace) as tx:
            found = tx.one("text_get", default=None)
        return int(found["bytes"]) if found else 0


@pytest.fixture
def world(own: Addresses, pool: Database, lexicon: Lexicon, request: pytest.FixtureRequest) -> World:
    """A workspace of this test's own, with documents that another embedder has embedded."""
    with psycopg.connect(own.owner, autocommit=True) as connection:  # nothing of what is shared is left of other tests
        connection.execute("delete from veracious.generation where workspace is null")
    found = World(pool, lexicon, f"w-{abs(hash(request.node.name))}")
    found.put(found.before, *range(DOCUMENTS))
    return found


def test_a_search_goes_on_by_words_and_says_so(world: World) -> None:
    before = world.texts(world.before)
    with pytest.raises(StoreMismatch, match=r"db reembed.*\(documents\)"):
        run(VectorsFinder(world.after).find(query(ASKED), 5))
    assert {one.evidence.text for one in run(TextFinder(world.after).find(query(ASKED), 200))} == before["text"]
    assert {one.evidence.text for one in run(TriplesFinder(world.after).find(query(ASKED), 200))} == before["triples"]
    looked = run(HybridFinder(world.after).look(ASKED, 200))
    assert {one.evidence.text for one in looked} == before["text"]
    assert all(one.likeness is None and one.words for one in looked)


def test_what_fits_is_still_searched_by_meaning(world: World) -> None:
    world.put(world.after, "s1", collection="static")
    assert {one.evidence.collection for one in run(VectorsFinder(world.after, Scope(("static",))).find(query(ASKED), 5))} == {"static"}
    looked = run(HybridFinder(world.after).look(ASKED, 200))
    assert {one.evidence.collection for one in looked if one.likeness is not None} == {"static"}


def test_afterwards_everything_is_as_if_the_new_embedder_had_put_it(world: World, pool: Database, lexicon: Lexicon) -> None:
    (waiting,) = world.waiting()
    assert (waiting.collection, waiting.passages, waiting.embedded) == ("documents", world.live().passages, 0)
    words, size, old = world.texts(world.before), world.kept_bytes(), world.live()
    dates = made_at(world)
    assert world.reembed() == [True]
    assert (world.waiting(), world.texts(world.after)) == ([], words)
    live = world.live()
    assert (live.documents, live.passages, live.words) == (old.documents, old.passages, old.words)
    assert made_at(world) == dates, "how long a document is kept is counted from the day it was put"
    fresh = World(pool, lexicon, f"{world.after.workspace}-fresh")
    fresh.put(fresh.after, *range(DOCUMENTS))
    ours, theirs = (run(HybridFinder(one.after, OWN).look(ASKED, 30)) for one in (world, fresh))
    assert [(one.evidence.id, one.score, one.likeness, one.words) for one in ours] == [
        (one.evidence.id, one.score, one.likeness, one.words) for one in theirs
    ]
    run(reembed.drop_left(PostgresReembedder(world.after), PostgresCollections(world.after)))
    assert [one.state for one in world.generations()] == [State.LIVE]
    assert world.kept_bytes() == size


def made_at(world: World) -> list[Any]:
    live = world.live().id
    with world.after.database.transaction(world.after.workspace) as tx:
        return [row["made_at"] for row in tx.rows("documents", after=0, limit=1000, collections=["documents"])] if live else []


def test_what_is_put_meanwhile_waits_for_its_vectors_and_gets_them(world: World) -> None:
    world.put(world.after, "late")
    assert world.live().documents == DOCUMENTS + 1
    assert any("page late" in text for text in world.texts(world.before)["text"])
    assert world.reembed() == [True]
    assert any("page late" in text for text in world.texts(world.after)["vectors"])


def test_what_another_version_puts_into_the_new_generation_waits_too(world: World) -> None:
    assert world.reembed() == [True]
    world.put(world.before, "old worker")
    assert not any("old worker" in text for text in world.texts(world.after)["vectors"])
    assert [one.collection for one in world.waiting()] == ["documents"]
    assert world.reembed() == [True]
    assert any("old worker" in text for text in world.texts(world.after)["vectors"])


def test_one_that_is_stopped_goes_on_where_it_was(world: World, lexicon: Lexicon) -> None:
    mortal = MortalEmbedder(lexicon, WIDTH)
    with pytest.raises(Struck):
        world.reembed(embedder=mortal)
    (half,) = world.waiting()
    assert 0 < half.embedded < half.passages
    assert world.texts(world.before)["vectors"], "nobody sees what is half built"
    building = next(one.id for one in world.generations() if one.state is State.BUILDING)
    assert world.reembed() == [True]
    assert (world.live().id, world.live().documents) == (building, DOCUMENTS)


def test_two_at_once_do_not_do_it_twice(world: World) -> None:
    first = PostgresReembedder(world.after)
    (waiting,) = world.waiting()
    assert run(first.begin(waiting.generation))
    assert world.reembed() == [False]
    run(first.release())
    assert world.reembed() == [True]


@pytest.mark.parametrize("moment", ["missing", "lock", "switch"])
def test_what_is_erased_meanwhile_is_erased_for_good(world: World, moment: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """While it is copied, before the last look and after it; how much text is kept is right each time."""
    gone = page(7).snapshot
    own = getattr(PostgresReembedder, moment)
    threads: list[threading.Thread] = []

    async def erased(self: PostgresReembedder, *given: Any) -> Any:
        if not threads and (moment != "missing" or given[0]):
            threads.append(threading.Thread(target=lambda: run(PostgresErasure(world.after).documents(Wanted(digest=gone.digest)))))
            threads[0].start()
            if moment == "missing":
                threads[0].join()  # it waits for nobody
        return await own(self, *given)

    monkeypatch.setattr(PostgresReembedder, moment, erased)
    before = world.kept_bytes()
    assert world.reembed() == [True]
    threads[0].join()
    assert world.live().documents == DOCUMENTS - 1
    assert not any("page 7." in text for texts in world.texts(world.after).values() for text in texts)
    assert world.kept_bytes() == before - len(gone.text)
    run(reembed.drop_left(PostgresReembedder(world.after), PostgresCollections(world.after)))
    assert world.kept_bytes() == before - len(gone.text)


def test_an_erased_document_is_counted_once(world: World, lexicon: Lexicon) -> None:
    with pytest.raises(Struck):
        world.reembed(embedder=MortalEmbedder(lexicon, WIDTH))
    assert run(PostgresErasure(world.after).documents(Wanted(digest=page(0).snapshot.digest))) == 1


def test_what_was_replaced_meanwhile_stays_replaced(world: World) -> None:
    """Somebody rebuilds the collection: what was built for the old one is dropped."""
    tools, (waiting,) = PostgresReembedder(world.after), world.waiting()
    assert run(tools.begin(waiting.generation))
    collections = PostgresCollections(world.after)
    made = run(collections.begin("documents"))
    run(collections.switch(made))
    assert not run(tools.switch())
    run(tools.release())
    run(reembed.drop_left(tools, collections))
    assert {(one.id, one.state) for one in world.generations()} == {(made, State.LIVE), (waiting.generation, State.RETIRED)}


def test_an_erased_workspace_is_not_waited_for(world: World, lexicon: Lexicon) -> None:
    tools, (waiting,) = PostgresReembedder(world.after), world.waiting()
    assert run(tools.begin(waiting.generation))
    run(PostgresErasure(world.after).workspace())
    assert world.generations() == []
    run(tools.release())


def test_a_shared_collection_is_built_in_a_part_of_its_own(world: World) -> None:
    world.put(world.before, "s1", "s2", collection="static")
    assert world.reembed() == [True, True]
    run(reembed.drop_left(PostgresReembedder(world.after), PostgresCollections(world.after)))
    assert [(one.state, one.documents) for one in world.generations("static")] == [(State.LIVE, 2)]


def test_readers_and_writers_beside_it_never_see_half(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Readers with the old and the new embedder ask all the time, and a writer puts documents; everything is there at the end."""
    monkeypatch.setattr(reembedding, "DOCUMENTS", 3)
    done, troubles, answers = threading.Event(), list[object](), list[int]()
    text = {one.evidence.text for one in run(TextFinder(world.before).find(query(ASKED), 500))}

    def read(store: Store) -> None:
        while not done.is_set():
            looked = {one.evidence.text for one in run(HybridFinder(store, OWN).look(ASKED, 500))}
            answers.append(len(looked))
            if not text <= looked:
                troubles.append(text - looked)

    def write() -> None:
        number = 0
        while not done.is_set():
            world.put(world.after, f"n{number}")
            number += 1
        written.append(number)

    def guarded(work: Callable[[], None]) -> threading.Thread:
        def looped() -> None:
            try:
                work()
            except Exception as failed:
                troubles.append(failed)

        return threading.Thread(target=looped)

    written: list[int] = []
    threads = [guarded(lambda: read(world.before)), guarded(lambda: read(world.after)), guarded(write)]
    for thread in threads:
        thread.start()
    try:
        assert world.reembed() == [True]
        asyncio.run(asyncio.sleep(0.3))
    finally:
        done.set()
        for thread in threads:
            thread.join()
    assert troubles == []
    assert len(answers) > 4
    assert world.live().documents == DOCUMENTS + written[0]
    assert world.waiting() == []
