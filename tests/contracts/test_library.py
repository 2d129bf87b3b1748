"""What every library promises."""

from dataclasses import replace
from datetime import date, timedelta

import pytest

from tests.contracts.rooms import ADA, GAMES, LYON, PARIS, InMemory, StoreContract, incoming
from tests.contracts.samples import query, run
from veracious.domain.errors import InputError, SourceError, SourceMalformed
from veracious.domain.store import PutOutcome


class LibraryContract(StoreContract):
    """What is taken in is there, whole, once, and where it was meant to be."""

    def test_what_is_written_is_found_and_opened(self) -> None:
        home = self.home
        assert home.write(incoming(PARIS), incoming(LYON)) == [PutOutcome(PARIS.digest, 1, True), PutOutcome(LYON.digest, 1, True)]
        assert home.found() == {PARIS.text, LYON.text}
        assert run(home.shelf.open(PARIS.digest)) == PARIS

    def test_what_is_written_again_adds_nothing(self) -> None:
        home = self.home
        home.write(incoming(PARIS), incoming(LYON))
        before = [(one.id, one.documents, one.passages, one.words) for one in home.generations()]
        assert [one.is_new for one in home.write(incoming(LYON), incoming(ADA), incoming(ADA))] == [False, True, False]
        ((name, documents, passages, words),) = before
        (after,) = home.generations()
        assert (after.id, after.documents, after.passages) == (name, documents + 1, passages + 1)
        assert after.words > words

    def test_no_documents_nothing_written(self) -> None:
        home = self.home
        assert list(home.write()) == []
        assert home.found() == set()

    def test_a_file_is_known_once_it_is_there(self) -> None:
        home, hashes = self.home, [incoming(PARIS).file_hash, incoming(LYON).file_hash, "file:never"]
        assert run(home.library.known("documents", hashes)) == frozenset()
        home.write(incoming(PARIS))
        assert run(home.library.known("documents", hashes)) == {hashes[0]}
        assert run(home.library.known("documents", [])) == frozenset()

    def test_a_file_is_known_in_its_own_collection_and_workspace_only(self) -> None:
        home, hashes = self.home, [incoming(PARIS).file_hash, incoming(LYON).file_hash]
        home.write(incoming(PARIS), incoming(LYON, "static"))
        assert run(home.library.known("static", hashes)) == {hashes[1]}
        assert run(home.library.known("web", hashes)) == frozenset()
        assert run(self.away.library.known("documents", hashes)) == frozenset()
        assert run(self.away.library.known("static", hashes)) == {hashes[1]}

    def test_the_newest_documents_of_a_collection_come_first_and_none_without_a_date(self) -> None:
        home, day = self.home, date(2026, 3, 15)
        dated = [replace(one, published=day - timedelta(days=age)) for one, age in ((PARIS, 3), (LYON, 1), (GAMES, 8))]
        home.write(*(incoming(one, "static") for one in (*dated, ADA)), incoming(replace(ADA, published=day), "web"))
        paris, lyon, games = (replace(one, collection="static") for one in dated)
        assert list(run(home.library.recent("static", day - timedelta(days=8), 10))) == [lyon, paris, games]
        assert list(run(home.library.recent("static", day - timedelta(days=7), 10))) == [lyon, paris]
        assert list(run(home.library.recent("static", day - timedelta(days=8), 1))) == [lyon]
        made = home.replaced(incoming(replace(ADA, published=day), "static"))
        assert [one.text for one in run(home.library.recent("static", day, 10))] == [ADA.text], made

    def test_documents_are_their_workspaces_and_the_rest_is_everybodys(self) -> None:
        self.home.write(incoming(PARIS), incoming(LYON, "static"))
        self.away.write(incoming(ADA))
        assert self.home.found() == {PARIS.text, LYON.text}
        assert self.away.found() == {ADA.text, LYON.text}
        with pytest.raises(SourceError):
            run(self.away.shelf.open(PARIS.digest))

    def test_what_stands_in_two_collections_is_found_once(self) -> None:
        home = self.home
        home.write(incoming(PARIS), incoming(PARIS, "static"), incoming(PARIS, "web"), incoming(GAMES))
        for finder in home.finders:
            found = run(finder.find(query("Paris is the capital of France"), 10))
            assert [one.evidence.text for one in found] == [PARIS.text, GAMES.text]
            assert [one.rank for one in found] == [1, 2]

    def test_two_workspaces_may_hold_the_same_document(self) -> None:
        assert [one.is_new for one in (*self.home.write(incoming(PARIS)), *self.away.write(incoming(PARIS)))] == [True, True]
        assert self.home.found() == self.away.found() == {PARIS.text}

    def test_what_is_being_built_is_not_there_yet(self) -> None:
        home = self.home
        home.write(incoming(PARIS, "static"))
        made = run(home.collections.begin("static"))
        assert [one.is_new for one in home.write(incoming(PARIS, "static"), incoming(ADA, "static"), generation=made)] == [True, True]
        assert home.found() == {PARIS.text}
        assert run(home.library.known("static", [incoming(ADA).file_hash])) == frozenset()
        with pytest.raises(SourceError):
            run(home.shelf.open(ADA.digest))
        run(home.collections.switch(made))
        assert home.found() == {PARIS.text, ADA.text}
        assert run(home.shelf.open(ADA.digest)) == replace(ADA, collection="static")

    @pytest.mark.parametrize("collection", ["documents", "static"])
    def test_a_retired_generation_takes_nothing_more(self, collection: str) -> None:
        home = self.home
        first = home.replaced(incoming(PARIS, collection))
        home.replaced(incoming(LYON, collection))
        with pytest.raises(InputError):
            home.write(incoming(ADA, collection), generation=first)
        assert [one.documents for one in home.generations(collection)] == [1, 1]

    def test_a_generation_takes_documents_of_its_own_collection_only(self) -> None:
        home = self.home
        static, own = run(home.collections.begin("static")), run(home.collections.begin("documents"))
        for generation, collection in ((static, "documents"), (static, "web"), (own, "static")):
            with pytest.raises(InputError):
                home.write(incoming(PARIS, collection), generation=generation)
        assert {one.documents for one in run(home.collections.all())} == {0}

    def test_a_generation_of_nobody_or_of_another_workspace_takes_nothing(self) -> None:
        foreign = run(self.away.collections.begin("documents"))
        for generation in (foreign, 1_000_000):
            with pytest.raises(InputError):
                self.home.write(incoming(PARIS), generation=generation)
        assert [one.documents for one in self.away.generations()] == [0]

    def test_one_digest_never_stands_for_two_texts(self) -> None:
        home = self.home
        home.write(incoming(PARIS))
        with pytest.raises(SourceMalformed):
            home.write(incoming(replace(PARIS, text="Something else.", url="https://example.org/reports/another-page.html")))
        assert run(home.shelf.open(PARIS.digest)) == PARIS

    def test_what_was_put_first_is_what_is_kept(self) -> None:
        """The same text at the same address with another title: what is put, found and opened says the same."""
        home = self.home
        (first,) = run(home.shelf.put(replace(PARIS, title="First")))
        (again,) = run(home.shelf.put(replace(PARIS, title="Second")))
        assert first == again
        assert run(home.shelf.open(PARIS.digest)).title == "First"

    def test_only_what_was_made_ready_is_written(self) -> None:
        with pytest.raises(TypeError):
            run(self.home.library.write([PARIS]))


class TestMemoryLibrary(InMemory, LibraryContract):
    pass
