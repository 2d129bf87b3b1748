"""What every memory of addresses promises."""

from datetime import UTC, datetime, timedelta

from tests.contracts.rooms import InMemory, StoreContract
from tests.contracts.samples import run
from veracious.domain.store import Page, PageStatus

URL = "https://example.org/reports/a-page.html"
OTHER = "https://example.org/reports/another-page.html"
NOON = datetime(2024, 6, 1, 12, tzinfo=UTC)
LATER = NOON + timedelta(minutes=5)


class PagesContract(StoreContract):
    """An address is one address however it is written, and what was met is remembered."""

    def test_what_was_never_met_is_not_known(self) -> None:
        pages = self.home.pages
        assert run(pages.look([URL])) == {}
        assert run(pages.look([])) == {}
        assert tuple(run(pages.claims(URL))) == ()

    def test_what_was_met_is_seen(self) -> None:
        pages = self.home.pages
        run(pages.see([URL, OTHER], "search", "claim-1", NOON))
        assert run(pages.look([URL])) == {URL: Page(URL, PageStatus.SEEN, "search", NOON)}
        assert set(run(pages.look([OTHER, URL, "https://example.org/never"]))) == {URL, OTHER}

    def test_an_address_has_one_form(self) -> None:
        pages = self.home.pages
        run(pages.see(["http://www.example.org/reports/a-page.html?utm_source=feed#top", URL], "search", "claim-1", NOON))
        assert set(run(pages.look(["example.org/reports/a-page.html/"]))) == {URL}
        assert tuple(run(pages.claims("https://www.example.org/reports/a-page.html"))) == ("claim-1",)

    def test_what_is_no_address_is_passed_over(self) -> None:
        pages = self.home.pages
        run(pages.see(["mailto:ada@example.org", "", "https://[broken", URL], "search", "claim-1", NOON))
        assert set(run(pages.look(["mailto:ada@example.org", "", URL]))) == {URL}
        run(pages.end("", LATER, "sha256:read"))
        assert tuple(run(pages.claims(""))) == ()

    def test_the_first_to_meet_it_is_remembered_and_every_claim(self) -> None:
        pages = self.home.pages
        run(pages.see([URL], "search", "claim-2", NOON))
        run(pages.see([URL], "links", "claim-1", LATER))
        run(pages.see([URL], "links", "claim-1", LATER))
        page = run(pages.look([URL]))[URL]
        assert (page.stage, page.seen_at) == ("search", NOON)
        assert tuple(run(pages.claims(URL))) == ("claim-1", "claim-2")
        assert tuple(run(pages.claims(OTHER))) == ()

    def test_claims_stand_in_one_order(self) -> None:
        """By their characters, whatever the language of the machine."""
        pages, names = self.home.pages, ["claim-b", "claim_a", "Claim-a", "claim a", "cläim"]
        for name in names:
            run(pages.see([URL], "search", name, NOON))
        assert list(run(pages.claims(URL))) == sorted(names)

    def test_a_page_that_was_read_has_its_digest(self) -> None:
        pages = self.home.pages
        run(pages.see([URL], "search", "claim-1", NOON))
        run(pages.end(URL, LATER, "sha256:read"))
        assert run(pages.look([URL]))[URL] == Page(URL, PageStatus.EXTRACTED, "search", NOON, LATER, "sha256:read")

    def test_a_page_that_failed_has_its_trouble(self) -> None:
        pages = self.home.pages
        run(pages.see([URL], "search", "claim-1", NOON))
        run(pages.end(URL, LATER, trouble="no answer"))
        assert run(pages.look([URL]))[URL] == Page(URL, PageStatus.FAILED, "search", NOON, LATER, None, "no answer")

    def test_the_last_reading_counts_and_meeting_it_again_changes_nothing(self) -> None:
        pages = self.home.pages
        run(pages.see([URL], "search", "claim-1", NOON))
        run(pages.end(URL, NOON, trouble="no answer"))
        run(pages.end(URL, LATER, "sha256:read"))
        run(pages.see([URL], "links", "claim-2", LATER))
        page = run(pages.look([URL]))[URL]
        assert (page.status, page.read_at, page.digest, page.trouble) == (PageStatus.EXTRACTED, LATER, "sha256:read", "")

    def test_trouble_may_be_any_text(self) -> None:
        pages = self.home.pages
        run(pages.see([URL], "search", "claim-1", NOON))
        run(pages.end(URL, LATER, trouble="a NUL \x00 and half a character \ud800"))
        assert run(pages.look([URL]))[URL].status is PageStatus.FAILED

    def test_what_was_never_met_does_not_end(self) -> None:
        pages = self.home.pages
        run(pages.end(URL, LATER, "sha256:read"))
        assert run(pages.look([URL])) == {}

    def test_addresses_are_their_workspaces_and_so_is_who_asked(self) -> None:
        home, away = self.home.pages, self.away.pages
        run(home.see([URL], "search", "claim-of-home", NOON))
        run(away.see([URL, OTHER], "links", "claim-of-away", LATER))
        run(away.end(URL, LATER, "sha256:read"))
        assert run(home.look([URL, OTHER])) == {URL: Page(URL, PageStatus.SEEN, "search", NOON)}
        assert run(away.look([URL])) == {URL: Page(URL, PageStatus.EXTRACTED, "links", LATER, LATER, "sha256:read")}
        assert tuple(run(home.claims(URL))) == ("claim-of-home",)
        assert tuple(run(away.claims(URL))) == ("claim-of-away",)
        assert tuple(run(home.claims(OTHER))) == ()


class TestMemoryPages(InMemory, PagesContract):
    pass
