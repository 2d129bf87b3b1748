"""A run and what came of it, at one address: its steps, its end, its verdict, each state in its own words."""

import re
from dataclasses import replace

import pytest

from tests.faces.http.asking import CHECK, LENGTH, QUESTION, TWO, UNCHECKABLE, finished, submitted
from tests.faces.http.engines import FAILS, LONE, ON_THE_WEB
from tests.faces.http.servers import Service, serving
from tests.faces.pages import payloads
from tests.faces.pages.cases import cases
from tests.faces.web.browsing import browser, read, signed_in
from veracious.domain.access import Grant
from veracious.domain.verdict import Outcome
from veracious.faces.web import error_pages, site, verdict_page


def test_without_scripts_a_claim_is_handed_in_watched_and_read(near: Service) -> None:
    reader = browser(near)
    near.inside.desk.held = True
    try:
        path = reader.verify(TWO)
        waiting = reader.get(path)
    finally:
        near.inside.desk.held = False
    assert '<noscript><meta http-equiv="refresh" content="2"></noscript>' in waiting.text
    assert TWO in read(waiting).text
    assert "Waiting for a worker" in read(waiting).text
    page = reader.result(path)
    assert "Supported" in page.text
    assert "Draft, not signed." in page.text
    assert "checked as of 2026-03-01" in page.text
    assert "3 independent origins" in page.text
    assert re.search(r"veracious replay [0-9a-f-]+", page.text)
    assert "The run cost 0.0012." in page.text
    for part in ("why", "parts", "evidence", "map", "missing", "change", "scores", "record"):
        assert f"#{part}" in page.links
    assert "refresh" not in reader.get(path).text


def test_a_verdict_that_was_read_and_erased_is_not_there_any_more(near: Service) -> None:
    reader = browser(near)
    path = reader.verify(TWO)
    first = reader.result(path).text
    assert TWO in first
    assert read(reader.get(path)).text == first
    with near.client(None) as program:
        assert program.delete(path.replace("/v/", "/v1/records/")).status_code == 204
    gone = [reader.get(path + part) for part in ("", "/map", "/scores")]
    assert [one.status_code for one in gone] == [404, 404, 404]
    assert not any(TWO in one.text for one in gone)


def test_every_quote_leads_to_its_passage(near: Service) -> None:
    reader = browser(near)
    page = reader.result(reader.verify(LENGTH))
    quotes = [link for link in page.links if link.startswith("/p/")]
    assert len(quotes) >= 3
    for link in quotes:
        answer = reader.get(link)
        assert answer.status_code == 200
        assert answer.text.count('<mark id="q"') == 1


def test_a_run_is_cancelled_from_its_page(near: Service) -> None:
    reader = browser(near)
    near.inside.desk.held = True
    try:
        path = reader.verify(LENGTH)
        answer = reader.send(reader.page(path).form(path.replace("/v/", "/jobs/") + "/cancel"))
        assert (answer.status_code, answer.headers["location"]) == (303, path)
        page = reader.result(path)
    finally:
        near.inside.desk.held = False
    assert "Cancelled" in page.text
    assert page.form("/").fields["claim"] == LENGTH


def test_steps_come_as_they_happen_and_after_a_cut_only_those_that_are_new(near: Service) -> None:
    reader = browser(near)
    path = reader.verify(LENGTH).replace("/v/", "/jobs/")
    with reader.http.stream("GET", f"{path}/steps", headers={"Accept": "text/event-stream"}) as lines:
        assert lines.headers["content-type"].startswith("text/event-stream")
        told = lines.read().decode()
    first, last = told.index("event: steps"), told.index("event: finished")
    assert first < told.index("event: standing") < last
    assert re.findall(r'id="s(\d+)"', told) == [str(number) for number in range(1, told.count("<li ") + 1)]
    again = reader.http.get(f"{path}/steps", headers={"Last-Event-ID": "2"}).text
    assert re.findall(r'id="s(\d+)"', again)[0] == "3"
    assert "event: steps" not in again
    assert "event: finished" in reader.http.get(f"{path}/steps", headers={"Last-Event-ID": "999"}).text
    assert reader.http.get(f"{path}/ended").headers["hx-refresh"] == "true"


def test_a_refused_text_can_be_changed_and_a_failed_run_tried_again(near: Service) -> None:
    reader = browser(near)
    for claim, word, button in ((UNCHECKABLE, "Refused", "Verify"), (FAILS, "Failed", "Try again")):
        path = reader.verify(claim, max_pages="7", as_of="2026-02-02")
        page = reader.result(path)
        assert word in page.text
        assert "There is no verdict." in page.text
        assert "Draft, not signed" not in page.text
        answer = reader.get(path).text
        assert not re.search(r'class="verdict (supported|refuted|mixed|not_enough_evidence)"', answer)
        form = page.form("/")
        assert (form.fields["claim"], form.fields["max_pages"], form.fields["as_of"]) == (claim, "7", "2026-02-02")
        assert f">{button}</button>" in answer
        assert reader.send(form, claim=LENGTH).status_code == 303
    assert "This is a question." in reader.result(reader.verify(UNCHECKABLE)).text


def test_a_partial_run_says_which_limit_ended_it() -> None:
    with serving(anonymous=True, web=True, pages=site.install) as service:
        reader = browser(service)
        page = reader.result(reader.verify(ON_THE_WEB, web="on", max_pages="0"))
    assert "Stopped by the limit on pages. What follows is what was known by then." in page.text
    whole = cases()["supported"].report
    assert verdict_page.stopped(whole) == ""
    assert verdict_page.stopped(replace(whole, outcome=Outcome.PARTIAL)) == "Stopped by a limit."


def test_one_source_of_no_standing_decides_nothing(near: Service) -> None:
    reader = browser(near)
    assert "Not enough evidence" in reader.result(reader.verify(LONE)).text


def test_a_run_without_a_record_says_how_it_ended(own: Service) -> None:
    reader = browser(own)
    path = reader.verify(LENGTH)
    reader.result(path)
    key = next(iter(own.inside.desk.jobs))
    job = own.inside.desk.jobs[key]
    own.inside.desk.jobs[key] = replace(job, outcome="failed", cause="The worker fell.", has_record=False)
    page = reader.page(path)
    assert "Failed" in page.text
    assert "The worker fell." in page.text
    assert page.form("/").fields["claim"] == LENGTH


def test_another_kind_of_job_is_read_elsewhere(near: Service) -> None:
    reader = browser(near)
    with near.client(Grant.ADMIN, "default") as program:
        check, answer = (program.post(path, json=body).json() for path, body in (("/v1/checks", CHECK), ("/v1/answers", QUESTION)))
        finished(program, check)
        finished(program, answer)
    for job in (check, answer):
        for path in (f"/v/{job['id']}", f"/a/{job['id']}"):
            assert reader.get(path).url.path == f"/l/{job['id']}"


def test_what_belongs_to_another_workspace_is_not_there_in_the_same_words(service: Service) -> None:
    ada, bo = signed_in(service, "Ada", "seven"), signed_in(service, "Bo", "eight")
    path = ada.verify(LENGTH)
    quote = next(link for link in ada.result(path).links if link.startswith("/p/"))
    run = path.removeprefix("/v/")
    for mine, nobodys in (
        (path, "/v/01a1f3809764-83ef31af87996255"),
        (f"/a/{run}", "/a/01a1f3809764-83ef31af87996255"),
        (f"/jobs/{run}/steps", "/jobs/x/steps"),
        (f"/jobs/{run}/ended", "/jobs/x/ended"),
        (quote, f"/p/{'0' * 64}"),
    ):
        answers = [bo.get(one) for one in (mine, nobodys)]
        said = [re.sub("Number of the request: [0-9a-f]+", "", read(one).text) for one in answers]
        assert [one.status_code for one in answers] == [404, 404], mine
        assert said[0] == said[1]
        assert error_pages.NOTHING in said[0]
    token = bo.page("/").form("/").fields["csrf"]
    for one in (run, "x"):
        assert bo.http.post(f"/jobs/{one}/cancel", data={"csrf": token}).status_code == 404


def test_what_was_handed_in_by_a_program_is_read_on_its_page(near: Service) -> None:
    with near.client(Grant.ADMIN, "default") as program:
        job = submitted(program)
        finished(program, job)
    assert "Supported" in browser(near).page(f"/v/{job['id']}").text


@pytest.mark.parametrize("text", payloads.PAYLOADS[::8])
def test_a_payload_stays_words(near: Service, text: str) -> None:
    """On the page that asks, on that of its run, and on that of what came of it."""
    reader = browser(near)
    form = reader.page("/").form("/")
    answers = [reader.send(form, claim=text, as_of=text, max_cost=text)]
    sent = reader.send(form, claim=f"{LENGTH} {text}")
    if sent.status_code == 303:
        answers += [reader.get(sent.headers["location"]), reader.get("/")]
        reader.result(sent.headers["location"])
        answers.append(reader.get(sent.headers["location"]))
    for answer in answers:
        page = read(answer)
        assert page.inline == []
        assert all(link.startswith(("/", "#", "http")) for link in page.links)
