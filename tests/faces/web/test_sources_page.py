"""Sources: how they stand, what a workspace says of them and why, how often they were judged, and names that look like others."""

import json

import pytest

from tests.faces.http.asking import LENGTH
from tests.faces.http.servers import Service
from tests.faces.pages import payloads
from tests.faces.pages.cases import cases
from tests.faces.web.browsing import Browser, Form, browser, read, signed_in
from veracious.domain.access import Rank
from veracious.faces.web import source_uses, sources_page


def rating(reader: Browser, domain: str) -> Form:
    """The form to rate a source with."""
    return next(one for one in reader.page(f"/sources?address={domain}").forms if (one.method, one.action) == ("post", "/sources"))


def rate(reader: Browser, domain: str = "bbc.co.uk", **more: str) -> str:
    """Say something of a source; where the browser is led."""
    answer = reader.send(rating(reader, domain), **{"credibility": "0,25", "tier": "C", "reason": "They took back three reports.", **more})
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"])


def test_a_source_is_shown_with_who_rates_it_and_why(near: Service) -> None:
    page = browser(near).page("/sources?address=https://www.bbc.co.uk/news")
    for said in ("bbc.co.uk", "0.80", "the register", "rated reliable in the register, by the entry for bbc.co.uk"):
        assert said in page.text
    unknown = browser(near).page("/sources?address=nobody.example")
    assert "not known" in unknown.text
    assert "no entry speaks of it" in unknown.text


def test_a_name_that_looks_like_another_is_told(near: Service) -> None:
    page = browser(near).page("/sources?address=reuterss.com")
    assert "Look at the name: looks like reuters.com and is not it: one letter is more" in page.text


def test_a_workspace_says_it_itself_with_a_reason_and_takes_it_back(service: Service) -> None:
    ada, bo = signed_in(service, "Ada", "sources-one"), signed_in(service, "Bo", "sources-two")
    assert rate(ada) == "/sources?address=bbc.co.uk"
    page = ada.page("/sources?address=news.bbc.co.uk")
    for said in ("0.25", "this workspace", "Ada", "They took back three reports."):
        assert said in page.text
    assert "0.80" in bo.page("/sources?address=bbc.co.uk").text
    assert "They took back" not in bo.page("/sources").text
    assert "They took back three reports." in ada.page("/sources").text
    answer = ada.send(ada.page("/sources?address=bbc.co.uk").form("/sources/forget"))
    assert (answer.status_code, answer.headers["location"]) == (303, "/sources?address=bbc.co.uk")
    assert "0.80" in ada.page("/sources?address=bbc.co.uk").text
    token = bo.page("/").form("/sign-out").fields["csrf"]
    rate(ada)
    for one in ("bbc.co.uk", "nobody.example"):
        assert bo.http.post("/sources/forget", data={"csrf": token, "domain": one}).status_code == 404
    assert "They took back" in ada.page("/sources").text


@pytest.mark.parametrize(
    ("name", "text", "why"),
    [
        ("domain", "a b", sources_page.NO_DOMAIN),
        ("credibility", "2", sources_page.NO_CREDIBILITY),
        ("credibility", "nan", sources_page.NO_CREDIBILITY),
        ("credibility", "", sources_page.NO_CREDIBILITY),
        ("reason", "  ", sources_page.NO_REASON),
        ("reason", "x" * 501, sources_page.LONG_REASON),
    ],
)
def test_what_is_wrong_stands_beside_its_field_and_nothing_is_kept(near: Service, name: str, text: str, why: str) -> None:
    reader = browser(near)
    form = rating(reader, "taz.de")
    answer = reader.send(form, **{"credibility": "0.4", "reason": "So it is.", name: text})
    assert answer.status_code == 422
    assert why in read(answer).text
    assert f'aria-describedby="{name}-wrong"' in answer.text
    assert "So it is." not in reader.page("/sources").text


def test_an_address_without_a_host_is_told(near: Service) -> None:
    assert sources_page.NO_DOMAIN in browser(near).page("/sources?address=%20a%20b").text


def test_how_often_a_source_was_judged_is_counted(own: Service) -> None:
    reader = browser(own)
    assert "nothing has been checked in it yet" in reader.page("/sources").text
    reader.result(reader.verify(LENGTH))
    reader.result(reader.verify("Is the Halvorsund Bridge long?"))
    page = reader.page("/sources")
    assert "roads.example" in page.text
    assert "in 1 of the last 2" in page.text
    assert "in 0 of the last 2" in reader.page("/sources?address=bbc.co.uk").text


def test_the_publishers_of_a_report_are_those_that_were_judged() -> None:
    case = cases()["supported"]
    assert case.report.judged is not None
    assert source_uses.domains(case.record.body.report) == {piece.domain for piece in case.report.judged.weighed}
    article = json.dumps({"findings": [{"report": json.loads(case.record.body.report)}, {"report": None}]})
    assert source_uses.domains(article) == source_uses.domains(case.record.body.report)
    assert source_uses.domains(cases()["failed"].record.body.report) == frozenset()


def test_a_part_of_a_site_is_rated_by_itself(own: Service) -> None:
    reader = browser(own)
    sent = reader.send(rating(reader, "bbc.co.uk"), domain="blogs.bbc.co.uk", credibility="0.25", reason="Anybody writes there.")
    assert sent.headers["location"] == "/sources?address=blogs.bbc.co.uk"
    page = reader.page("/sources")
    assert "/sources?address=blogs.bbc.co.uk" in page.links
    assert "0.80" in reader.page("/sources?address=bbc.co.uk").text
    below = reader.page("/sources?address=https://a.blogs.bbc.co.uk/x")
    assert "0.25" in below.text
    assert below.form("/sources/forget").fields["domain"] == "blogs.bbc.co.uk"
    assert reader.send(below.form("/sources/forget")).status_code == 303
    assert "0.80" in reader.page("/sources?address=blogs.bbc.co.uk").text


def test_a_long_list_is_cut_and_says_so(own: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sources_page, "OWN_LISTED", 1)
    reader = browser(own)
    rate(reader)
    rate(reader, "taz.de")
    page = reader.page("/sources")
    assert "taz.de" not in page.text
    assert "This workspace rates 1 more." in page.text


def test_a_reader_sees_and_changes_nothing(service: Service) -> None:
    eve = signed_in(service, "Eve", "sources-three", Rank.READER)
    page = eve.page("/sources?address=bbc.co.uk")
    assert "Say it yourself" not in page.text
    token = page.form("/sign-out").fields["csrf"]
    for path in ("/sources", "/sources/forget"):
        answer = eve.http.post(path, data={"csrf": token, "domain": "bbc.co.uk", "credibility": "0", "reason": "x"})
        assert answer.status_code == 403


@pytest.mark.parametrize("text", payloads.PAYLOADS[::20])
def test_a_payload_stays_words(near: Service, text: str) -> None:
    reader = browser(near)
    answers = [reader.http.get("/sources", params={"address": text})]
    form = rating(reader, "taz.de")
    answers.append(reader.send(form, credibility=text, reason=text))
    assert reader.send(form, credibility="0.5", reason=text).status_code == 303
    answers += [reader.get("/sources"), reader.get("/sources?address=taz.de")]
    for answer in answers:
        page = read(answer)
        assert page.inline == []
        assert all(link.startswith(("/", "#")) for link in page.links)
