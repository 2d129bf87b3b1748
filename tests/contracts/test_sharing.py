"""What every store promises of pages that were read for a workspace: they are its own, unless the operator says that pages are shared."""

from datetime import UTC, date, datetime, timedelta

import pytest

from tests.contracts.rooms import ADA, GAMES, LYON, PARIS, InMemory, Rooms, StoreContract, incoming
from tests.contracts.samples import run
from veracious.adapters.memory.clock import FixedClock
from veracious.adapters.web.memory import PageMemory
from veracious.domain.errors import GenerationUnknown, InputError, SourceError
from veracious.domain.evidence import Snapshot
from veracious.domain.store import PageStatus, Wanted
from veracious.rules.seeking.remembered import MemoryDials

NOON = datetime(2024, 6, 1, 12, tzinfo=UTC)
BROKEN, NAMED = "https://broken.example/2024/a-story.html", "https://other.example/2024/a-story.html"
WEB = "web"


def read(rooms: Rooms, *pages: Snapshot) -> None:
    """What a run does with pages that it reads: they are met, put and noted."""
    for page in pages:
        assert page.url is not None
        run(rooms.pages.see([page.url], "search", f"claim of {rooms.workspace}", NOON))
        run(rooms.shelf.put(incoming(page, WEB).snapshot))
        run(rooms.pages.end(page.url, NOON, page.digest))


def failed(rooms: Rooms, url: str) -> None:
    """A page that a run met and could not read."""
    run(rooms.pages.see([url], "search", f"claim of {rooms.workspace}", NOON))
    run(rooms.pages.end(url, NOON, trouble=f"no answer for {rooms.workspace}"))


def recalled(rooms: Rooms, *urls: str, hours: int = 1) -> dict[str, str]:
    """Which addresses a run of an hour later does not read, and why."""
    memory = PageMemory(rooms.pages, FixedClock(NOON + timedelta(hours=hours)), MemoryDials())
    return {one.form: one.reason for one in run(memory.recall(urls, "search", f"another claim of {rooms.workspace}"))}


def openable(rooms: Rooms, page: Snapshot) -> bool:
    try:
        return run(rooms.shelf.open(page.digest)).text == page.text
    except SourceError:
        return False


class SharingContract(StoreContract):
    """Nothing that a run reads, meets or cannot read for one workspace is there for another; with sharing on, all of it is."""

    def test_a_page_that_was_read_for_one_workspace_is_not_there_for_another(self) -> None:
        home, away = self.home, self.away
        read(home, GAMES)
        assert home.found() == {GAMES.text}
        assert away.found() == set()
        assert (openable(home, GAMES), openable(away, GAMES)) == (True, False)
        assert [one.documents for one in home.generations(WEB)] == [1]
        assert away.generations(WEB) == []
        assert [one.text for one in run(home.library.recent(WEB, date(2024, 1, 1), 10))] == [GAMES.text]
        assert list(run(away.library.recent(WEB, date(2024, 1, 1), 10))) == []

    def test_a_file_that_one_workspace_has_among_its_pages_is_not_known_to_another(self) -> None:
        self.home.write(incoming(PARIS, WEB))
        assert run(self.home.library.known(WEB, [incoming(PARIS).file_hash])) == {incoming(PARIS).file_hash}
        assert run(self.away.library.known(WEB, [incoming(PARIS).file_hash])) == frozenset()

    def test_what_a_search_named_and_what_failed_for_one_is_not_known_to_another(self) -> None:
        home, away = self.home, self.away
        read(home, PARIS)
        failed(home, BROKEN)
        run(home.pages.see([NAMED], "search", "claim", NOON))
        met = [str(PARIS.url), BROKEN, NAMED]
        assert {one.status for one in run(home.pages.look(met)).values()} == {*PageStatus}
        assert run(away.pages.look(met)) == {}
        assert [list(run(away.pages.claims(url))) for url in met] == [[], [], []]
        assert recalled(home, *met) == {PARIS.url: "read_before", BROKEN: "failed_before"}
        assert recalled(away, *met) == {}

    def test_within_a_workspace_no_page_is_asked_for_twice_while_it_is_young(self) -> None:
        home = self.home
        read(home, PARIS)
        assert recalled(home, str(PARIS.url), hours=24 * 6) == {PARIS.url: "read_before"}
        assert recalled(home, str(PARIS.url), hours=24 * 8) == {}
        read(home, PARIS)
        assert [one.documents for one in home.generations(WEB)] == [1]

    def test_two_workspaces_may_read_the_same_page_and_each_has_its_own(self) -> None:
        home, away = self.home, self.away
        read(home, PARIS)
        failed(away, str(PARIS.url))
        read(away, PARIS, LYON)
        assert run(home.erasure.documents(Wanted(digest=PARIS.digest, collections=(WEB,)))) == 1
        assert home.found() == set()
        assert away.found() == {PARIS.text, LYON.text}
        assert run(away.pages.look([str(PARIS.url)]))[str(PARIS.url)].status is PageStatus.EXTRACTED

    def test_what_others_read_does_not_change_how_rare_a_word_is(self) -> None:
        home, away = self.home, self.away
        read(home, PARIS, LYON)
        before = home.scores("Paris is the capital of France")
        read(away, PARIS, GAMES, ADA)
        assert home.scores("Paris is the capital of France") == before

    def test_generations_of_pages_are_their_workspaces(self) -> None:
        home, away = self.home, self.away
        old, live = away.replaced(incoming(PARIS, WEB)), away.replaced(incoming(LYON, WEB))
        for generation in (old, live):
            for ask in (home.collections.switch, home.collections.drop, home.collections.fold):
                with pytest.raises(GenerationUnknown):
                    run(ask(generation))
            with pytest.raises(InputError):
                home.write(incoming(ADA, WEB), generation=generation)
        home.replaced(incoming(ADA, WEB))
        assert (home.found(), away.found()) == ({ADA.text}, {LYON.text})

    def test_a_workspace_goes_with_its_pages_and_with_what_it_remembers(self) -> None:
        home, away = self.home, self.away
        for rooms in (home, away):
            read(rooms, PARIS)
            failed(rooms, BROKEN)
        run(home.erasure.workspace())
        assert (home.found(), run(home.pages.look([str(PARIS.url), BROKEN]))) == (set(), {})
        assert away.found() == {PARIS.text}
        assert recalled(away, str(PARIS.url), BROKEN) == {PARIS.url: "read_before", BROKEN: "failed_before"}

    def test_what_an_operator_fills_is_shared_all_the_same(self) -> None:
        self.home.write(incoming(PARIS, "static"), incoming(LYON, "current_affairs"))
        assert self.away.found() == {PARIS.text, LYON.text}

    def test_where_pages_are_shared_all_find_them_and_none_is_asked_for_twice(self) -> None:
        self.share(True)
        home, away = self.home, self.away
        read(home, PARIS)
        failed(home, BROKEN)
        assert home.found() == away.found() == {PARIS.text}
        assert openable(away, PARIS)
        assert [one.documents for one in away.generations(WEB)] == [1]
        assert recalled(away, str(PARIS.url), BROKEN) == {PARIS.url: "read_before", BROKEN: "failed_before"}

    def test_where_pages_are_shared_documents_and_claims_are_not(self) -> None:
        self.share(True)
        home, away = self.home, self.away
        read(home, PARIS)
        home.write(incoming(LYON))
        assert away.found() == {PARIS.text}
        assert list(run(home.pages.claims(str(PARIS.url)))) == [f"claim of {home.workspace}"]
        assert list(run(away.pages.claims(str(PARIS.url)))) == []

    def test_where_pages_are_shared_they_stay_when_a_workspace_goes(self) -> None:
        self.share(True)
        home, away = self.home, self.away
        read(home, PARIS)
        run(home.erasure.workspace())
        assert away.found() == {PARIS.text}
        assert recalled(away, str(PARIS.url)) == {PARIS.url: "read_before"}

    def test_what_was_read_before_pages_were_shared_stays_with_its_workspace(self) -> None:
        read(self.home, PARIS)
        failed(self.home, BROKEN)
        self.share(True)
        home, away = self.home, self.away
        read(home, LYON)
        assert home.found() == {PARIS.text, LYON.text}
        assert away.found() == {LYON.text}
        assert not openable(away, PARIS)
        assert recalled(home, str(PARIS.url), BROKEN) == {PARIS.url: "read_before", BROKEN: "failed_before"}
        assert recalled(away, str(PARIS.url), BROKEN) == {}

    def test_what_was_shared_is_seen_by_nobody_when_pages_are_shared_no_more_and_by_all_when_they_are_again(self) -> None:
        self.share(True)
        read(self.home, PARIS)
        failed(self.home, BROKEN)
        (shared,) = self.home.generations(WEB)
        self.share(False)
        for rooms in (self.home, self.away):
            assert rooms.found() == set()
            assert not openable(rooms, PARIS)
            assert (rooms.generations(WEB), run(rooms.pages.look([str(PARIS.url), BROKEN]))) == ([], {})
            assert run(rooms.erasure.documents(Wanted(digest=PARIS.digest, collections=(WEB,)))) == 0
            for ask in (rooms.collections.switch, rooms.collections.drop, rooms.collections.fold):
                with pytest.raises(GenerationUnknown):
                    run(ask(shared.id))
        read(self.home, LYON)
        assert (self.home.found(), self.away.found()) == ({LYON.text}, set())
        self.share(True)
        assert (self.home.found(), self.away.found()) == ({PARIS.text, LYON.text}, {PARIS.text})

    def test_where_an_address_is_remembered_twice_the_last_reading_counts(self) -> None:
        failed(self.home, str(PARIS.url))
        self.share(True)
        home = self.home
        run(home.pages.see([str(PARIS.url)], "search", "claim", NOON))
        assert run(home.pages.look([str(PARIS.url)]))[str(PARIS.url)].status is PageStatus.FAILED
        run(home.pages.end(str(PARIS.url), NOON + timedelta(hours=13), PARIS.digest))
        assert run(home.pages.look([str(PARIS.url)]))[str(PARIS.url)].status is PageStatus.EXTRACTED


class TestMemorySharing(InMemory, SharingContract):
    pass
