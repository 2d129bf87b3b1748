"""What is published is read without signing in, and nothing else is: the verdict, the corrections and their feed, the form of readers."""

import asyncio
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from xml.etree import ElementTree

import httpx2
import pytest
from fastapi.routing import APIRoute

from tests.faces.http.asking import LENGTH, TWO
from tests.faces.http.servers import Service, serving
from tests.faces.pages import payloads
from tests.faces.web.browsing import READS, Browser, browser, read, signed_in
from tests.faces.web.test_review_pages import checked, form, offered, say
from veracious.domain.access import Grant
from veracious.domain.errors import FeedbackTooMuch, RequestsTooMany, StoreUnavailable
from veracious.domain.review import ReviewEntry
from veracious.faces.http.routes import grant_of
from veracious.faces.web import address_limit, error_pages, feedback_limit, kept_pages, public_pages, site
from veracious.faces.web.address_limit import ReadingLimit
from veracious.faces.web.feedback_limit import FeedbackLimit
from veracious.faces.web.kept_pages import KeptPages

ATOM = "{http://www.w3.org/2005/Atom}"
WHY = "The register says 14,000."


@pytest.fixture
def open_() -> Iterator[Service]:
    """A service that publishes what the workspace `desk` does."""
    with serving(pages=site.install, public="desk") as found:
        yield found


def published(service: Service, claim: str = LENGTH) -> tuple[Browser, str]:
    """Ada, and the public address of a verdict that she signed and published."""
    ada = signed_in(service, "Ada", "desk")
    path = checked(ada, claim)
    say(ada, path, "signed")
    say(ada, path, "published")
    return ada, path.replace("/v/", "/published/")


def said_of_nothing(answer: httpx2.Response) -> str:
    """The words of a page that is not there, without the number of the request."""
    assert answer.status_code == 404
    return re.sub("Number of the request: [0-9a-f]+", "", read(answer).text)


def test_what_is_open_is_this_and_no_more() -> None:
    """Written out: a page that forgot to name a scope would be open to everybody."""
    routes = [route for one in site.ROUTERS for route in one.routes if isinstance(route, APIRoute)]
    assert sorted((min(route.methods or ()), route.path) for route in routes if grant_of(route) is None) == [
        ("GET", "/api"),
        ("GET", "/docs"),
        ("GET", "/published"),
        ("GET", "/published/corrections"),
        ("GET", "/published/corrections.atom"),
        ("GET", "/published/{id}"),
        ("GET", "/published/{id}/card"),
        ("GET", "/published/{id}/card.svg"),
        ("GET", "/sign-in"),
        ("GET", "/sign-in/provider"),
        ("GET", "/sign-in/provider/back"),
        ("GET", "/static/{name}"),
        ("POST", "/published/{id}/feedback"),
        ("POST", "/sign-in"),
    ]


def test_without_the_setting_nothing_is_published_and_there_are_no_such_pages(service: Service) -> None:
    ada = signed_in(service, "Ada", "desk")
    path = checked(ada)
    say(ada, path, "signed")
    assert offered(ada, path) == ["changed", "withdrawn"]
    stranger = browser(service)
    nothing = said_of_nothing(stranger.get("/nothing"))
    assert error_pages.NOTHING in nothing
    for where in ("/published", "/published/corrections", "/published/corrections.atom", path.replace("/v/", "/published/")):
        assert said_of_nothing(stranger.get(where)).replace("Sign in", "") == nothing.replace("Sign in", "")
    fields = form(ada, path, "changed").fields | {"act": "published"}
    assert ada.http.post(f"{path}/review", data=fields).status_code == 422


def test_a_published_verdict_is_read_without_signing_in_and_leads_to_nothing_that_is_closed(open_: Service) -> None:
    ada, path = published(open_)
    stranger = browser(open_)
    answer = stranger.get(path)
    page = read(answer)
    assert "Signed by Ada" in page.text
    assert "Supported" in page.text
    assert "Ada published it as supported" in page.text
    assert "The run cost" not in page.text
    inside = [one for one in page.links if one.startswith("/") and not one.startswith(("/published", "/static/")) and one != "/"]
    assert inside == []
    assert [one.action for one in page.forms] == [f"{path}/feedback"]
    assert "Ada, workspace" not in read(ada.get(path)).text.replace("Ada , ", "Ada, ")  # nobody is known there
    assert path in stranger.page("/published").links
    assert path in ada.page(path.replace("/published/", "/v/")).links


def test_everything_else_stays_closed_to_strangers(open_: Service) -> None:
    ada, path = published(open_)
    run = path.removeprefix("/published/")
    quote = next(one for one in ada.page(f"/v/{run}").links if one.startswith("/p/"))
    stranger = browser(open_)
    for where in ("/", f"/v/{run}", f"/a/{run}", quote, "/review", "/corrections", f"/jobs/{run}/steps"):
        answer = stranger.http.get(where)
        assert (answer.status_code, answer.headers["location"].partition("?")[0]) == (303, "/sign-in"), where
    token = stranger.page(path).forms[0].fields["csrf"]
    for where in (f"/v/{run}/review", "/feedback/1/close", "/", f"/jobs/{run}/cancel"):
        assert stranger.http.post(where, data={"csrf": token, "act": "signed"}).status_code == 401, where
    with open_.client(None) as program:
        for where in (f"/v1/records/{run}", f"/v1/records/{run}/review", "/v1/corrections", "/v1/feedback"):
            assert program.get(where).status_code == 401


def test_what_is_not_published_is_told_like_what_is_not_there(open_: Service) -> None:
    ada, other = signed_in(open_, "Ada", "desk"), signed_in(open_, "Bo", "else")
    draft, foreign = checked(ada), checked(other)
    taken_back = published(open_)[1]
    say(ada, taken_back.replace("/published/", "/v/"), "unpublished", why="A name.")
    say(other, foreign, "signed")
    assert "published" not in offered(other, foreign)  # another workspace publishes here
    stranger = browser(open_)
    paths = [
        draft.replace("/v/", "/published/"),
        foreign.replace("/v/", "/published/"),
        taken_back,
        "/published/last",
        "/published/nothing",
    ]
    assert len({said_of_nothing(stranger.get(path)) for path in paths}) == 1
    token = published(open_, TWO)[0].page("/published").forms
    assert token == []
    form_ = stranger.page(stranger.page("/published").links[-1]).forms[0]
    for path in paths:
        assert stranger.http.post(f"{path}/feedback", data=form_.fields | {"text": "x"}).status_code == 404
    assert "A name." not in stranger.page("/published/corrections").text


def test_corrections_of_what_is_published_are_public_with_a_feed(open_: Service) -> None:
    ada, path = published(open_)
    own = path.replace("/published/", "/v/")
    stranger = browser(open_)
    empty = ElementTree.fromstring(stranger.get("/published/corrections.atom").text)  # noqa: S314 our own
    assert empty.findall(f"{ATOM}entry") == []
    say(ada, own, "changed", verdict="refuted", why=WHY)
    inside = checked(ada, TWO)
    say(ada, inside, "changed", verdict="mixed", why="Nobody outside reads this.")
    page = stranger.page("/published/corrections")
    assert "Supported → became Refuted The register says 14,000. Ada , 2026-03-01 12:00 UTC" in page.text
    assert "Nobody outside reads this." not in page.text
    assert path in page.links
    answer = stranger.get("/published/corrections.atom")
    assert answer.headers["content-type"] == "application/atom+xml; charset=utf-8"
    feed = ElementTree.fromstring(answer.text)  # noqa: S314 our own
    (entry,) = feed.findall(f"{ATOM}entry")
    told = {child.tag.removeprefix(ATOM): child.text or "" for child in entry}
    assert told["title"] == f"Supported → Refuted: {LENGTH}"
    assert told["summary"] == WHY
    assert entry.findtext(f"{ATOM}author/{ATOM}name") == "Ada"
    link = entry.find(f"{ATOM}link")
    assert link is not None
    assert link.attrib["href"] == path
    assert feed.findtext(f"{ATOM}updated") == told["updated"]
    assert "Changed and signed by Ada" in stranger.page(path).text


def test_readers_of_a_verdict_that_was_withdrawn_are_told_so(open_: Service) -> None:
    ada, path = published(open_)
    say(ada, path.replace("/published/", "/v/"), "withdrawn", why=WHY)
    page = browser(open_).page(path)
    assert "Withdrawn" in page.text
    assert "Nobody stands behind a verdict" in page.text
    assert WHY in page.text
    assert "Supported → became Withdrawn" in browser(open_).page("/published/corrections").text
    say(ada, path.replace("/published/", "/v/"), "signed")
    assert "Signed by Ada" in browser(open_).page(path).text


def test_a_note_that_a_draft_was_returned_with_stays_inside(open_: Service) -> None:
    ada = signed_in(open_, "Ada", "desk")
    path = checked(ada)
    for act, more in (("returned", {"why": "Ask the mayor in private."}), ("signed", {}), ("published", {})):
        say(ada, path, act, **more)
    text = browser(open_).page(path.replace("/v/", "/published/")).text
    assert "Ada signed it" in text
    assert "mayor" not in text


def test_what_readers_say_goes_to_the_queue_until_somebody_closes_it(open_: Service) -> None:
    ada, path = published(open_)
    stranger = browser(open_)
    answer = stranger.send(stranger.page(path).forms[0], text="The bridge was <b>rebuilt</b>.\r\nSee the register.")
    assert (answer.status_code, answer.headers["location"]) == (303, f"{path}?said=1#feedback")
    thanks = stranger.page(f"{path}?said=1").text
    assert "Thank you." in thanks
    assert "rebuilt" not in thanks
    assert "A reader says: The bridge was <b>rebuilt</b>." in ada.page("/review?show=disputed").text
    own = ada.page(path.replace("/published/", "/v/"))
    assert "The bridge was <b>rebuilt</b>." in own.text
    closing = next(one for one in own.forms if one.action.startswith("/feedback/"))
    assert ada.send(closing, note=" ").status_code == 422
    assert ada.send(closing, note="The register says otherwise.").status_code == 303
    assert ada.send(closing, note="Again.").status_code == 404
    assert "Nothing is disputed." in ada.page("/review?show=disputed").text
    with open_.client(Grant.REVIEW, "desk") as program:
        assert program.get("/v1/feedback").json() == {"feedback": [], "next_cursor": None}


def test_what_is_wrong_with_it_is_said_and_what_was_written_is_not_lost(open_: Service) -> None:
    _, path = published(open_)
    stranger = browser(open_)
    for text, why in (("  ", public_pages.EMPTY), ("x" * 2_001, public_pages.TOO_LONG)):
        answer = stranger.send(stranger.page(path).forms[0], text=text)
        assert answer.status_code == 422
        assert why in read(answer).text
        assert read(answer).forms[0].fields["text"] == text.strip()[:2_000]


def test_the_form_of_readers_must_bring_its_token_and_come_from_here(open_: Service) -> None:
    _, path = published(open_)
    stranger, other = browser(open_), browser(open_)
    foreign = other.page(path).forms[0].fields["csrf"]
    stranger.page(path)
    for token in ("", "x", foreign):
        assert stranger.http.post(f"{path}/feedback", data={"csrf": token, "text": "x"}).status_code == 403
    own = stranger.page(path).forms[0]
    for headers in ({"Origin": "https://evil.example"}, {"Origin": "null"}, {"Sec-Fetch-Site": "cross-site"}):
        assert stranger.http.post(f"{path}/feedback", data=own.fields | {"text": "x"}, headers=headers).status_code == 403
    assert stranger.http.post(f"{path}/feedback", json={"text": "x"}, headers=READS).status_code == 415


def test_whoever_writes_too_often_is_told_so_and_loses_nothing(open_: Service) -> None:
    ada, path = published(open_)
    stranger = browser(open_)
    own = stranger.page(path).forms[0]
    assert [stranger.send(own, text=f"Look {number}.").status_code for number in range(feedback_limit.AT_ONCE)] == [303] * 5
    answer = stranger.send(own, text="Look again.")
    assert (answer.status_code, answer.headers["retry-after"]) == (429, "3600")
    assert read(answer).forms[0].fields["text"] == "Look again."
    assert "5 readers say; the last: Look 4." in ada.page("/review?show=disputed").text


def test_an_address_writes_five_times_at_once_and_once_in_twelve_minutes() -> None:
    at = [0.0]
    limit = FeedbackLimit(lambda: at[0])
    for _ in range(5):
        limit.take("192.0.2.1")
    with pytest.raises(FeedbackTooMuch):
        limit.take("192.0.2.1")
    limit.take("192.0.2.2")
    at[0] = feedback_limit.EVERY_S
    limit.take("192.0.2.1")
    with pytest.raises(FeedbackTooMuch):
        limit.take("192.0.2.1")


def test_addresses_that_are_remembered_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(address_limit, "ADDRESSES", 3)
    limit = FeedbackLimit(lambda: 0.0)
    for number in range(10):
        limit.take(f"192.0.2.{number}")
    assert len(limit._until) == 3


def test_whoever_reads_too_often_is_told_when_to_come_back(open_: Service) -> None:
    """Sixty pages at once from one address, whichever they are; signed in, another door counts."""
    ada = signed_in(open_, "Ada", "desk")
    stranger = browser(open_)
    paths = ("/published", "/published/corrections", "/published/corrections.atom", "/published/nothing")
    statuses = [stranger.get(paths[number % 4]).status_code for number in range(address_limit.READ_AT_ONCE)]
    assert set(statuses) == {200, 404}
    answers = [stranger.get(one) for one in paths * 20]  # more than become free meanwhile
    refused = [one for one in answers if one.status_code == 429]
    assert refused
    assert {one.headers["retry-after"] for one in refused} == {"1"}
    assert "Too many requests" in read(refused[0]).text
    assert ada.get("/corrections").status_code == 200


def test_an_address_reads_sixty_pages_at_once_and_two_in_a_second() -> None:
    at = [0.0]
    limit = ReadingLimit(lambda: at[0])
    for _ in range(60):
        limit.take("192.0.2.1")
    with pytest.raises(RequestsTooMany) as refused:
        limit.take("192.0.2.1")
    assert refused.value.retry_after_s == 1
    limit.take("192.0.2.2")
    at[0] = 1.0
    limit.take("192.0.2.1")
    limit.take("192.0.2.1")
    with pytest.raises(RequestsTooMany):
        limit.take("192.0.2.1")


def test_a_list_is_looked_up_once_in_ten_seconds_and_asks_for_all_entries_at_once(open_: Service) -> None:
    published(open_)
    published(open_, TWO)
    log, asked = open_.inside.reviews.logs["desk"], list[int]()
    of = log.of

    async def counted(records: Sequence[str]) -> Mapping[str, Sequence[ReviewEntry]]:
        asked.append(len(records))
        return await of(records)

    log.of = counted  # type: ignore[method-assign]
    for _ in range(3):
        assert browser(open_).page("/published").text.count("Supported") == 2
        assert browser(open_).get("/published/corrections.atom").status_code == 200
    assert asked == [2]


def test_what_is_taken_back_here_is_listed_no_more_at_once(open_: Service) -> None:
    ada, path = published(open_)
    assert path in browser(open_).page("/published").links
    say(ada, path.replace("/published/", "/v/"), "unpublished", why="A name.")
    assert path not in browser(open_).page("/published").links


def test_a_page_is_found_once_however_many_ask_and_what_fails_is_not_kept() -> None:
    at, begun = [0.0], list[str]()

    async def found() -> dict[str, Any]:
        begun.append("found")
        await asyncio.sleep(0)
        return {"number": len(begun)}

    async def failing() -> dict[str, Any]:
        begun.append("failed")
        raise StoreUnavailable

    async def ask() -> None:
        pages = KeptPages(lambda: at[0])
        assert await asyncio.gather(*(pages.get("list", found) for _ in range(5))) == [{"number": 1}] * 5
        at[0] = kept_pages.KEPT_SECONDS
        assert await pages.get("list", found) == {"number": 1}
        at[0] += 0.1
        assert await pages.get("list", found) == {"number": 2}
        for _ in range(2):
            with pytest.raises(StoreUnavailable):
                await pages.get("feed", failing)
        assert begun == ["found", "found", "failed", "failed"]
        for number in range(kept_pages.PAGES_AT_MOST):
            await pages.get(number, found)
        assert len(pages._kept) == kept_pages.PAGES_AT_MOST

    asyncio.run(ask())


@pytest.mark.parametrize("text", payloads.PAYLOADS[::16])
def test_a_payload_of_a_stranger_stays_words(text: str) -> None:
    """In the queue, on the page of the verdict, and in the form that it comes back in; of a reviewer, in the feed."""
    with serving(pages=site.install, public="desk") as own:
        ada, path = published(own)
        stranger = browser(own)
        stranger.send(stranger.page(path).forms[0], text=text)
        inside = path.replace("/published/", "/v/")
        sent = ada.send(form(ada, inside, "changed"), verdict="mixed", why=text)
        assert sent.status_code in (303, 422)
        for page in (ada.page(inside), ada.page("/review?show=disputed"), stranger.page(path), stranger.page("/published/corrections")):
            assert page.inline == []
            assert all(link.startswith(("/", "#", "http")) for link in page.links)
        ElementTree.fromstring(stranger.get("/published/corrections.atom").text)  # noqa: S314 our own


def test_public_pages_load_only_files_of_the_site(open_: Service) -> None:
    _, path = published(open_)
    for where in (path, "/published", "/published/corrections"):
        answer = browser(open_).get(where)
        policy = dict(part.split(" ", 1) for part in answer.headers["content-security-policy"].split("; "))
        assert policy["default-src"] == "'none'"
        page = read(answer)
        assert page.inline == []
        assert {one for one in page.loads if not one.startswith("/static/")} <= {"data:,", "/published/corrections.atom"}
