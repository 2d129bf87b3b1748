"""What all collections with generations promise."""

from dataclasses import replace

import pytest

from tests.contracts.rooms import ADA, GAMES, LYON, PARIS, InMemory, StoreContract, incoming
from tests.contracts.samples import run
from veracious.domain.errors import GenerationInUse, GenerationUnknown, InputError, SourceError
from veracious.domain.store import COLLECTIONS, SHARED, State
from veracious.rules.reading import words
from veracious.rules.reading.lexicon import Lexicon


class CollectionsContract(StoreContract):
    """Readers see one whole generation, and then the next."""

    def test_a_new_store_has_none(self) -> None:
        assert tuple(run(self.home.collections.all())) == ()

    def test_the_first_document_makes_the_first_generation(self, lexicon: Lexicon) -> None:
        """Its sizes are those of what is in it: two documents of one passage each, and their words."""
        home = self.home
        home.write(incoming(PARIS), incoming(replace(LYON, title="Rivers of France")))
        (one,) = run(home.collections.all())
        counted = len(words.terms(PARIS.text, lexicon)) + len(words.terms(f"Rivers of France. {LYON.text}", lexicon))
        assert (one.collection, one.state, one.documents, one.passages, one.words) == ("documents", State.LIVE, 2, 2, counted)

    @pytest.mark.parametrize("collection", COLLECTIONS)
    def test_a_generation_is_built_beside_the_live_one_and_switched(self, collection: str) -> None:
        home = self.home
        home.write(incoming(PARIS, collection))
        (first,) = home.generations(collection)
        made = run(home.collections.begin(collection))
        home.write(incoming(LYON, collection), incoming(ADA, collection), generation=made)
        assert home.found() == {PARIS.text}
        assert [(one.id, one.state, one.documents) for one in home.generations(collection)] == [
            (first.id, State.LIVE, 1),
            (made, State.BUILDING, 2),
        ]
        assert run(home.collections.switch(made)) == first.id
        assert home.found() == {LYON.text, ADA.text}
        assert [(one.id, one.state) for one in home.generations(collection)] == [(first.id, State.RETIRED), (made, State.LIVE)]

    def test_the_first_to_be_switched_replaces_none(self) -> None:
        home = self.home
        assert run(home.collections.switch(run(home.collections.begin("static")))) is None

    def test_a_generation_knows_its_times(self) -> None:
        home = self.home
        home.replaced(incoming(PARIS))
        home.replaced(incoming(LYON))
        old, new = home.generations()
        assert old.live_at is not None
        assert new.live_at is not None
        assert old.retired_at is not None
        assert old.made_at <= old.live_at <= new.made_at <= new.live_at
        assert old.made_at.tzinfo is not None
        assert old.retired_at <= new.live_at
        assert new.retired_at is None

    @pytest.mark.parametrize("collection", COLLECTIONS)
    def test_what_is_dropped_is_gone(self, collection: str) -> None:
        home = self.home
        old = home.replaced(incoming(PARIS, collection))
        new = home.replaced(incoming(LYON, collection))
        assert run(home.shelf.open(PARIS.digest)).text == PARIS.text  # whoever found it a moment ago can still open it
        run(home.collections.drop(old))
        assert [one.id for one in home.generations(collection)] == [new]
        assert home.found() == {LYON.text}
        with pytest.raises(SourceError):
            run(home.shelf.open(PARIS.digest))
        with pytest.raises(GenerationUnknown):
            run(home.collections.drop(old))

    def test_what_is_being_built_can_be_dropped(self) -> None:
        home = self.home
        home.write(incoming(PARIS))
        made = run(home.collections.begin("documents"))
        home.write(incoming(LYON), generation=made)
        run(home.collections.drop(made))
        assert home.found() == {PARIS.text}
        assert len(home.generations()) == 1

    def test_the_live_one_is_never_dropped(self) -> None:
        home = self.home
        made = home.replaced(incoming(PARIS))
        with pytest.raises(GenerationInUse):
            run(home.collections.drop(made))
        assert home.found() == {PARIS.text}

    def test_one_can_go_back_to_the_generation_before(self) -> None:
        home = self.home
        old, new = home.replaced(incoming(PARIS)), home.replaced(incoming(LYON))
        assert run(home.collections.switch(old)) == new
        assert home.found() == {PARIS.text}
        assert [(one.state, one.retired_at is None) for one in home.generations()] == [(State.LIVE, True), (State.RETIRED, False)]

    def test_switching_to_the_live_one_changes_nothing(self) -> None:
        home = self.home
        made = home.replaced(incoming(PARIS))
        assert run(home.collections.switch(made)) is None
        assert [(one.id, one.state) for one in home.generations()] == [(made, State.LIVE)]
        assert home.found() == {PARIS.text}

    def test_collections_are_switched_one_by_one(self) -> None:
        home = self.home
        for collection, page in zip(COLLECTIONS, (PARIS, LYON, ADA, GAMES), strict=True):
            home.write(incoming(page, collection))
        home.replaced(incoming(PARIS, "static"))
        assert home.found() == {PARIS.text, LYON.text, GAMES.text}  # Ada was in `static`

    def test_folding_changes_nothing_that_is_seen(self) -> None:
        home = self.home
        home.write(incoming(PARIS), incoming(LYON))
        home.write(incoming(GAMES))
        before = home.generations(), home.scores("Paris is the capital of France"), home.found()
        run(home.collections.fold(before[0][0].id))
        assert (home.generations(), home.scores("Paris is the capital of France"), home.found()) == before
        home.write(incoming(ADA))
        assert [one.documents for one in home.generations()] == [4]

    @pytest.mark.parametrize("collection", SHARED)
    def test_what_is_shared_is_switched_for_everybody(self, collection: str) -> None:
        home, away = self.home, self.away
        old = home.replaced(incoming(PARIS, collection))
        assert away.found() == {PARIS.text}
        new = away.replaced(incoming(LYON, collection))
        assert home.found() == away.found() == {LYON.text}
        run(home.collections.drop(old))
        assert [one.id for one in away.generations(collection)] == [new]

    def test_generations_of_another_workspace_are_not_there(self) -> None:
        home, away = self.home, self.away
        old, live = away.replaced(incoming(PARIS)), away.replaced(incoming(LYON))
        assert home.generations() == []
        for generation in (old, live):
            for ask in (home.collections.switch, home.collections.drop, home.collections.fold):
                with pytest.raises(GenerationUnknown):
                    run(ask(generation))
        home.replaced(incoming(ADA))
        assert away.found() == {LYON.text}
        assert [(one.id, one.state) for one in away.generations()] == [(old, State.RETIRED), (live, State.LIVE)]

    def test_what_was_never_begun_is_not_there(self) -> None:
        home = self.home
        for ask in (home.collections.switch, home.collections.drop, home.collections.fold):
            with pytest.raises(GenerationUnknown):
                run(ask(1_000_000))

    def test_there_are_four_collections_and_no_more(self) -> None:
        with pytest.raises(InputError):
            run(self.home.collections.begin("rumours"))


class TestMemoryCollections(InMemory, CollectionsContract):
    pass
