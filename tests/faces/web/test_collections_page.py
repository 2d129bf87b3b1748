"""Collections: what is searched and how old it is; the news fetched anew, and a step back to what was searched before."""

import asyncio
from datetime import UTC, datetime

from tests.faces.http.servers import Service, serving
from tests.faces.web.browsing import browser, read, signed_in
from tests.faces.web.test_documents_page import TEXT, put
from veracious.domain.access import Rank
from veracious.domain.errors import SearchMissing
from veracious.domain.refresh import CollectionAge, RefreshRun, RefreshState
from veracious.domain.store import State
from veracious.faces.http import collections
from veracious.faces.web import site

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


def newer(service: Service, workspace: str, collection: str = "documents") -> None:
    """A generation beside the live one, put in its place."""
    stock = service.inside.documents.stock
    made = stock.begin(workspace, collection)
    asyncio.run(service.inside.documents.switch(workspace, made.id))


def test_generations_are_listed_of_the_own_workspace_alone(service: Service) -> None:
    ada, bo = signed_in(service, "Ada", "collections-one"), signed_in(service, "Bo", "collections-two")
    put(ada, text=TEXT)
    page = ada.page("/collections")
    assert "Documents that were put here" in page.text
    assert "searched 1 1 20" in page.text
    assert "There is nothing yet." in bo.page("/collections").text


def test_an_administrator_goes_back_to_what_was_searched_before(service: Service) -> None:
    ada = signed_in(service, "Ada", "collections-three", Rank.ADMIN)
    put(ada, text=TEXT)
    (first,) = service.inside.documents.stock.live("collections-three")
    newer(service, "collections-three")
    form = ada.page("/collections").form("/collections/switch")
    assert form.fields["generation"] == str(first.id)
    answer = ada.send(form)
    assert (answer.status_code, answer.headers["location"]) == (303, "/collections?switched=1")
    assert "The generation is searched from now on." in ada.page("/collections?switched=1").text
    assert list(service.inside.documents.stock.live("collections-three")) == [first]


def test_what_is_foreign_shared_or_half_built_is_not_switched_to(service: Service) -> None:
    ada, bo = signed_in(service, "Ada", "collections-four", Rank.ADMIN), signed_in(service, "Bo", "collections-five", Rank.ADMIN)
    put(ada, text=TEXT)
    (first,) = service.inside.documents.stock.live("collections-four")
    newer(service, "collections-four")
    stock = service.inside.documents.stock
    shared, building = stock.begin("collections-four", "static"), stock.begin("collections-four", "documents")
    newer(service, "collections-four", "static")
    shared.state = State.RETIRED
    for reader, wanted in ((bo, first.id), (ada, shared.id), (ada, building.id), (ada, 999_999), (ada, "x"), (ada, "")):
        token = reader.page("/").form("/sign-out").fields["csrf"]
        assert reader.http.post("/collections/switch", data={"csrf": token, "generation": str(wanted)}).status_code == 404
    assert first.state is State.RETIRED


def test_the_news_is_fetched_anew_where_there_is_a_search() -> None:
    with serving(anonymous=True, web=True, pages=site.install) as service:
        reader = browser(service)
        answer = reader.send(reader.page("/collections").form("/collections/refresh"))
        assert (answer.status_code, answer.headers["location"]) == (303, "/collections?asked=1")
        page = reader.page("/collections?asked=1")
        assert "A refresh of the news is handed in." in page.text
        assert "waits for a worker" in page.text
        service.inside.news.trouble = SearchMissing()
        answer = reader.send(page.form("/collections/refresh"))
        assert answer.status_code == 409
        assert collections.NO_SEARCH in read(answer).text


def test_how_old_the_news_is_and_what_went_wrong_is_told(own: Service) -> None:
    failed = RefreshRun("r", "current_affairs", RefreshState.FAILED, NOON, reason="nothing_read", cause="No <b>page</b> could be read.")
    own.inside.news.aged = [CollectionAge("current_affairs", NOON, 60, 9, failed, failed), CollectionAge("static", None, None)]
    own.inside.news.runs = [failed]
    page = browser(own).page("/collections")
    assert "as of 2026-03-01 12:00 UTC. A refresh of 2026-03-01 12:00 UTC met trouble." in page.text
    assert "failed . No <b>page</b> could be read." in page.text.replace("failed.", "failed .")
    assert "nothing in it yet" in page.text
    assert "this service searches no web" in page.text


def test_whoever_is_no_administrator_changes_nothing(service: Service) -> None:
    for rank in (Rank.READER, Rank.REVIEWER):
        reader = signed_in(service, f"Eve {rank}", "collections-six", rank)
        page = reader.page("/collections")
        assert [form.action for form in page.forms] == ["/sign-out"]
        token = page.form("/sign-out").fields["csrf"]
        for path in ("/collections/refresh", "/collections/switch"):
            assert reader.http.post(path, data={"csrf": token, "generation": "1"}).status_code == 403
