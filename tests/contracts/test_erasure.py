"""What every erasure promises."""

from datetime import UTC, datetime, timedelta

import pytest

from tests.contracts.rooms import ADA, GAMES, LYON, PARIS, InMemory, Rooms, StoreContract, incoming
from tests.contracts.samples import run
from tests.contracts.test_pages import NOON, URL
from veracious.domain.errors import InputError, SourceError
from veracious.domain.evidence import Source
from veracious.domain.store import COLLECTIONS, Wanted

FUTURE = timedelta(days=1)


def now() -> datetime:
    return datetime.now(UTC)


def fill(rooms: Rooms) -> None:
    """Four documents of two publishers."""
    rooms.write(incoming(PARIS, name="paris.txt"), incoming(LYON, name="lyon.txt", domain="rivers.example"))
    rooms.write(incoming(ADA, name="ada.txt"), incoming(GAMES, name="games.txt"))


class ErasureContract(StoreContract):
    """What is erased is nowhere, and the rest is as if it had never been there."""

    @pytest.mark.parametrize(
        ("wanted", "left"),
        [
            (Wanted(digest=PARIS.digest), {LYON.text, ADA.text, GAMES.text}),
            (Wanted(name="ada.txt"), {PARIS.text, LYON.text, GAMES.text}),
            (Wanted(name=PARIS.url), {LYON.text, ADA.text, GAMES.text}),
            (Wanted(domain="rivers.example"), {PARIS.text, ADA.text, GAMES.text}),
            (Wanted(domain="example.org"), {LYON.text}),
            (Wanted(domain="example.org", name="ada.txt"), {PARIS.text, LYON.text, GAMES.text}),
            (Wanted(domain="rivers.example", name="ada.txt"), {PARIS.text, LYON.text, ADA.text, GAMES.text}),
            (Wanted(digest="sha256:never"), {PARIS.text, LYON.text, ADA.text, GAMES.text}),
        ],
        ids=["digest", "name", "address", "domain", "most", "both", "neither", "unknown"],
    )
    def test_what_is_named_goes_and_the_rest_stays(self, wanted: Wanted, left: set[str]) -> None:
        home = self.home
        fill(home)
        assert run(home.erasure.documents(wanted)) == 4 - len(left)
        assert home.found() == left
        (live,) = home.generations()
        assert (live.documents, live.passages) == (len(left), len(left))
        assert run(home.erasure.documents(wanted)) == 0

    def test_what_is_erased_cannot_be_opened_and_is_not_known(self) -> None:
        home = self.home
        fill(home)
        run(home.erasure.documents(Wanted(digest=PARIS.digest)))
        with pytest.raises(SourceError):
            run(home.shelf.open(PARIS.digest))
        assert run(home.library.known("documents", [incoming(PARIS).file_hash, incoming(ADA).file_hash])) == {incoming(ADA).file_hash}

    def test_what_is_erased_weighs_nothing_any_more(self) -> None:
        """The rarity of a word is what it is in a store that never had the document; so it is after folding."""
        home, away = self.home, self.away
        fill(home)
        run(home.erasure.documents(Wanted(digest=GAMES.digest)))
        away.write(incoming(PARIS), incoming(LYON, domain="rivers.example"), incoming(ADA))
        for _ in range(2):
            for text in ("Paris is the capital of France", "the Olympic Games", "Ada wrote notes"):
                assert home.scores(text) == pytest.approx(away.scores(text), abs=1e-9)
            run(home.collections.fold(home.generations()[0].id))

    def test_what_was_erased_can_be_put_again(self) -> None:
        home = self.home
        fill(home)
        run(home.erasure.documents(Wanted(digest=PARIS.digest)))
        assert [one.is_new for one in home.write(incoming(PARIS))] == [True]
        assert PARIS.text in home.found()

    @pytest.mark.parametrize("collection", COLLECTIONS)
    def test_it_goes_from_every_generation(self, collection: str) -> None:
        home = self.home
        old = home.replaced(incoming(PARIS, collection), incoming(LYON, collection))
        home.replaced(incoming(PARIS, collection), incoming(ADA, collection))
        made = run(home.collections.begin(collection))
        home.write(incoming(PARIS, collection), generation=made)
        assert run(home.erasure.documents(Wanted(digest=PARIS.digest, collections=(collection,)))) == 3
        assert [one.documents for one in home.generations(collection)] == [1, 1, 0]
        run(home.collections.switch(old))
        assert home.found() == {LYON.text}
        with pytest.raises(SourceError):
            run(home.shelf.open(PARIS.digest))

    def test_only_the_collections_that_are_named(self) -> None:
        home = self.home
        home.write(incoming(PARIS), incoming(PARIS, "static"), incoming(PARIS, "web"))
        assert run(home.erasure.documents(Wanted(digest=PARIS.digest))) == 1
        assert run(home.erasure.documents(Wanted(digest=PARIS.digest, collections=("web",)))) == 1
        assert {one.collection: one.documents for one in run(home.collections.all())} == {"documents": 0, "static": 1, "web": 0}
        assert home.found() == {PARIS.text}

    def test_another_workspaces_copy_stays(self) -> None:
        fill(self.home)
        fill(self.away)
        assert run(self.home.erasure.documents(Wanted(made_before=now() + FUTURE, collections=COLLECTIONS))) == 4
        assert self.home.found() == set()
        assert len(self.away.found()) == 4
        assert [one.documents for one in self.away.generations()] == [4]

    def test_what_came_before_a_moment_goes(self) -> None:
        home = self.home
        fill(home)
        assert run(home.erasure.documents(Wanted(made_before=now() - FUTURE))) == 0
        assert run(home.erasure.documents(Wanted(made_before=now() + FUTURE))) == 4

    def test_a_workspace_goes_with_all_it_has(self) -> None:
        home = self.home
        fill(home)
        home.write(incoming(ADA, "static"))
        run(home.collections.begin("documents"))
        run(home.pages.see([URL], "search", "claim-1", NOON))
        run(home.overrides.put(home.workspace, [Source("gazette.example", 0.9)]))
        run(home.erasure.keep(3))
        run(home.erasure.workspace())
        assert home.found() == {ADA.text}
        assert [one.collection for one in run(home.collections.all())] == ["static"]
        assert tuple(run(home.pages.claims(URL))) == ()
        assert tuple(run(home.overrides.get_all(home.workspace))) == ()
        home.write(incoming(PARIS))
        assert run(home.erasure.expire(now() + timedelta(days=9))) == 0
        assert home.found() == {ADA.text, PARIS.text}

    def test_another_workspace_stays_as_it_is(self) -> None:
        for rooms in (self.home, self.away):
            fill(rooms)
            run(rooms.pages.see([URL], "search", "claim-1", NOON))
            run(rooms.overrides.put(rooms.workspace, [Source("gazette.example", 0.9)]))
        before = run(self.away.collections.all())
        run(self.home.erasure.workspace())
        assert run(self.away.collections.all()) == before
        assert len(self.away.found()) == 4
        assert tuple(run(self.away.pages.claims(URL))) == ("claim-1",)
        assert tuple(run(self.away.overrides.get_all(self.away.workspace))) == (Source("gazette.example", 0.9),)

    def test_nothing_expires_unless_it_is_said_how_long_it_is_kept(self) -> None:
        home = self.home
        fill(home)
        assert run(home.erasure.expire(now() + timedelta(days=10_000))) == 0
        run(home.erasure.keep(30))
        assert (run(home.erasure.kept()), run(self.away.erasure.kept())) == (30, None)
        run(home.erasure.keep(None))
        assert run(home.erasure.kept()) is None
        assert run(home.erasure.expire(now() + timedelta(days=10_000))) == 0

    def test_what_was_kept_long_enough_goes(self) -> None:
        """Documents of this workspace: what is shared has no such time, and every workspace says its own."""
        home, away = self.home, self.away
        fill(home)
        fill(away)
        home.write(incoming(ADA, "static"))
        run(home.erasure.keep(30))
        assert run(home.erasure.expire(now() + timedelta(days=29))) == 0
        assert run(away.erasure.expire(now() + timedelta(days=31))) == 0
        assert run(home.erasure.expire(now() + timedelta(days=31))) == 4
        assert home.found() == {ADA.text}
        assert len(away.found()) == 4

    @pytest.mark.parametrize("days", [0, -1])
    def test_what_is_kept_is_kept_for_a_day_at_least(self, days: int) -> None:
        with pytest.raises(InputError):
            run(self.home.erasure.keep(days))


class TestMemoryErasure(InMemory, ErasureContract):
    pass
