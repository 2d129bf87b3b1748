"""The first page: a claim is handed in with its day, its sources and its limits; what is no claim is offered another way."""

from datetime import date

import pytest

from tests.faces.http.asking import LENGTH, UNCHECKABLE
from tests.faces.http.servers import Service, serving
from tests.faces.web.browsing import browser, read, signed_in
from veracious import demo
from veracious.domain.access import Rank
from veracious.domain.budget import Limits
from veracious.domain.job import DEMO, Allowance, ArticleOrder, ClaimOrder
from veracious.faces.http.models import EVERYWHERE
from veracious.faces.web import claim_form, site, verify_page
from veracious.rules.seeking import snapshots

ARTICLE = "\n\n".join(
    f"The bridge of Arden number {number} was opened in June 2025, the council said. It has two lanes." for number in range(40)
)


def test_a_claim_is_handed_in_and_its_run_has_an_address(near: Service) -> None:
    reader = browser(near)
    path = reader.verify(LENGTH, as_of="2026-02-03", where="documents", max_cost="0,5", max_seconds="20", max_pages="3")
    assert path.startswith("/v/")
    order = near.inside.desk.submissions[-1].order
    assert order == ClaimOrder(LENGTH, date(2026, 2, 3), ("documents",), False, Limits(0.5, 20.0, 3))


def test_what_is_left_out_is_today_everywhere_and_without_limit(near: Service) -> None:
    reader = browser(near)
    form = reader.page("/").form("/")
    assert form.fields["as_of"] == "2026-03-01"
    reader.send(form, claim=f"  {LENGTH}\r\n", as_of="")
    assert near.inside.desk.submissions[-1].order == ClaimOrder(LENGTH, date(2026, 3, 1), EVERYWHERE)


def test_a_form_that_is_sent_twice_is_one_job_and_with_other_words_another(near: Service) -> None:
    reader = browser(near)
    form = reader.page("/").form("/")
    places = [reader.send(form, claim=claim).headers["location"] for claim in (LENGTH, LENGTH, UNCHECKABLE)]
    assert places[0] == places[1] != places[2]


@pytest.mark.parametrize(("name", "text", "why"), [
    ("claim", "   ", claim_form.NO_CLAIM),
    ("claim", "x" * 100_001, claim_form.LONG_ARTICLE),
    ("as_of", "1 March", claim_form.NO_DAY),
    ("as_of", "2026-02-30", claim_form.NO_DAY),
    ("max_cost", "lots", claim_form.NO_NUMBER),
    ("max_cost", "-1", claim_form.NO_NUMBER),
    ("max_cost", "nan", claim_form.NO_NUMBER),
    ("max_seconds", "1e9", claim_form.NO_NUMBER),
    ("max_pages", "2.5", claim_form.NO_NUMBER),
])  # fmt: skip
def test_what_is_wrong_stands_beside_its_field_and_nothing_that_was_written_is_lost(near: Service, name: str, text: str, why: str) -> None:
    reader = browser(near)
    before = len(near.inside.desk.submissions)
    answer = reader.send(reader.page("/").form("/"), **{"claim": LENGTH, name: text})
    page = read(answer)
    assert (answer.status_code, len(near.inside.desk.submissions)) == (422, before)
    assert why in page.text
    assert f'aria-describedby="{name}-wrong' in answer.text
    assert page.form("/").fields[name] == text.strip()
    assert page.form("/").fields["claim"] == (text.strip() if name == "claim" else LENGTH)


def test_an_address_and_a_long_text_are_offered_to_be_taken_as_articles(near: Service) -> None:
    reader = browser(near)
    for text, offer in (("https://roads.example/story?a=1", verify_page.ADDRESS_OFFER), (ARTICLE, verify_page.LONG_OFFER)):
        offered = reader.send(reader.page("/").form("/"), claim=text, max_pages="2")
        page = read(offered)
        assert offer in page.text
        (button, *_) = page.form("/").buttons
        answer = reader.send(page.form("/"), **{button["name"]: button["value"]})
        assert answer.status_code == 303
        assert answer.headers["location"].startswith("/a/")
        order = near.inside.desk.submissions[-1].order
        assert isinstance(order, ArticleOrder)
        assert (order.url or order.text, order.limits.max_pages) == (text, 2)


def test_an_estimate_is_told_without_running_anything(near: Service) -> None:
    reader = browser(near)
    before, form = len(near.inside.desk.submissions), reader.page("/").form("/")
    (_, button) = form.buttons
    form.action = button["formaction"]
    whole = reader.send(form, claim=LENGTH)
    assert "What it will take, before it is run" in read(whole).text
    assert read(whole).form("/").fields["claim"] == LENGTH
    part = reader.http.post("/estimate", data={**form.fields, "claim": LENGTH, "max_seconds": "0.1"}, headers={"HX-Request": "true"})
    assert part.text.startswith("<table")
    assert "The limit on seconds is expected to end the run early" in part.text
    assert "This would be refused." in reader.send(form, claim=UNCHECKABLE).text
    assert claim_form.NO_CLAIM in reader.send(form, claim="").text
    assert "expected" in reader.send(form, claim=ARTICLE).text
    assert len(near.inside.desk.submissions) == before


def test_a_web_that_is_not_there_cannot_be_asked_for(near: Service) -> None:
    reader = browser(near)
    form = reader.page("/").form("/")
    answer = reader.send(form, claim=LENGTH, web="on")
    assert answer.status_code == 409
    assert "This service searches no web" in read(answer).text
    with serving(anonymous=True, web=True, pages=site.install) as service:
        browser(service).verify(LENGTH, web="on")
        order = service.inside.desk.submissions[-1].order
        assert isinstance(order, ClaimOrder)
        assert order.web


def test_where_there_is_no_money_or_no_room_the_page_says_so_and_keeps_the_claim(service: Service) -> None:
    reader = signed_in(service, "Cleo", "three")
    for limits, status in ((Allowance(money_micros=1), 402), (Allowance(jobs_at_once=0), 429)):
        service.inside.desk.limits["three"] = limits
        answer = reader.send(reader.page("/").form("/"), claim=LENGTH)
        assert answer.status_code == status
        assert read(answer).form("/").fields["claim"] == LENGTH
        assert 'role="alert"' in answer.text


def test_a_reader_sees_what_was_checked_and_hands_nothing_in(service: Service) -> None:
    ada = signed_in(service, workspace="four")
    path = ada.verify(LENGTH)
    ada.result(path)
    eve = signed_in(service, "Eve", "four", Rank.READER)
    page = eve.page("/")
    assert "You may read what was checked here" in page.text
    assert path in page.links
    answer = eve.http.post("/", data={"claim": LENGTH, "csrf": page.form("/sign-out").fields["csrf"]})
    assert answer.status_code == 403
    assert eve.http.post("/", data={"claim": LENGTH}).status_code == 403
    assert "Check it again" in eve.page(path).text
    assert [form.action for form in eve.page(path).forms] == ["/sign-out"]


def test_what_runs_and_what_has_ended_is_listed_of_the_own_workspace_alone(service: Service) -> None:
    ada, bo = signed_in(service, "Ada", "five"), signed_in(service, "Bo", "six")
    done = ada.verify(LENGTH)
    ada.result(done)
    service.inside.desk.held = True
    try:
        runs = ada.verify(UNCHECKABLE)
        page, other = ada.page("/"), bo.page("/")
    finally:
        service.inside.desk.held = False
    assert {done, runs} <= set(page.links)
    assert "Being checked" in page.text
    assert "Supported" in page.text
    assert not {done, runs} & set(other.links)
    assert "Nothing has been checked in this workspace yet." in other.text


def test_a_claim_may_stand_in_the_address(near: Service) -> None:
    page = browser(near).page("/?claim=The+bridge+is+%3Cb%3Elong%3C%2Fb%3E.")
    assert page.form("/").fields["claim"] == "The bridge is <b>long</b>."


def test_who_is_new_is_offered_the_demo_and_its_runs_say_that_all_is_made_up(own: Service) -> None:
    reader = browser(own)
    page = reader.page("/")
    assert "12 claims about a made-up world." in page.text
    offered = page.forms[1:]
    assert [form.fields["claim"] for form in offered] == [one.text for one in demo.examples()]
    sent = reader.send(offered[4])
    path = sent.headers["location"]
    order = own.inside.desk.submissions[-1].order
    assert order == ClaimOrder("The Kestle Tunnel is closed to traffic.", date(2025, 1, 15), DEMO)
    found = reader.result(path)
    assert "This is the demo" in found.text
    assert found.form("/").fields["where"] == "demo"
    reader.send(found.form("/"))
    again = own.inside.desk.submissions[-1].order
    assert isinstance(again, ClaimOrder)
    assert again.collections == DEMO
    assert "Show the claims of the demo" in reader.page("/").text  # no longer in the way
    assert "This is the demo" not in reader.result(reader.verify(LENGTH)).text


def test_a_text_of_the_demo_is_read_by_everybody(own: Service) -> None:
    document = demo.documents()[0]
    page = browser(own).page(f"/p/{snapshots.name(document.text).removeprefix('sha256:')}?q=0-10")
    assert document.title in page.text
    assert "made-up texts of the demo" in page.text
    assert "portmarencourier.example" in page.text


def test_a_reader_is_not_offered_the_demo(service: Service) -> None:
    assert "made-up world" not in signed_in(service, "Eve", "nobodys", Rank.READER).page("/").text


def test_an_article_that_could_not_be_fetched_is_listed_by_its_address(near: Service) -> None:
    reader = browser(near)
    path = reader.send(reader.page("/").form("/"), **{"claim": "https://nowhere.invalid/the-story", "as": "article"}).headers["location"]
    reader.result(path)
    assert "https://nowhere.invalid/the-story" in reader.page("/").text
