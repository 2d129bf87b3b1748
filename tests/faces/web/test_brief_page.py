"""The brief at its address: all that it must have, an appendix on demand, and nothing for those who may not see the verdict."""

import re

import pytest

from tests.faces.http.asking import LENGTH, TWO, UNCHECKABLE
from tests.faces.http.engines import FAILS
from tests.faces.http.servers import Service
from tests.faces.pages import payloads
from tests.faces.web.browsing import Browser, browser, read, signed_in
from veracious.faces.web import error_pages


def verdict(reader: Browser, claim: str = LENGTH) -> str:
    path = reader.verify(claim)
    reader.result(path)
    return path


def test_a_brief_has_the_claim_its_day_the_verdict_why_quotes_and_the_record(near: Service) -> None:
    reader = browser(near)
    path = verdict(reader, TWO)
    page = reader.page(f"{path}/brief")
    for said in (TWO, "2026-03-01", "Verdict: Supported", "Why", "Supports: 3 independent origins", "What would change the verdict"):
        assert said in page.text.replace("Verdict:  ", "Verdict: ")
    for said in ("Draft, not signed", "Signed by", "Digest of the record", path.removeprefix("/v/"), "roads.example, “Survey of"):
        assert said in page.text
    assert {one for one in page.links if one.startswith("/p/")}
    assert "Appendix" not in page.text
    assert page.inline == []
    assert any("brief.css" in one for one in page.loads)


def test_the_appendix_is_the_whole_report(near: Service) -> None:
    reader = browser(near)
    path = verdict(reader)
    page = reader.page(f"{path}/brief?appendix=1")
    for said in ("Appendix: the whole report", "Guards and limits", "Map of the evidence", "Models and providers"):
        assert said in page.text
    text = reader.get(f"{path}/brief?appendix=1").text
    names = re.findall(r'\bid="([^"]+)"', text)
    assert len(names) == len(set(names))
    assert f"{path}/brief" in page.links


def test_a_run_without_a_verdict_has_a_brief_that_says_so(near: Service) -> None:
    reader = browser(near)
    for claim, word in ((UNCHECKABLE, "No verdict: Refused"), (FAILS, "No verdict: Failed")):
        page = reader.page(f"{verdict(reader, claim)}/brief")
        assert word in page.text
        assert "Draft, not signed" not in page.text
        assert "What would change" not in page.text


def test_a_brief_of_another_workspace_is_not_there_in_the_same_words(service: Service) -> None:
    ada, bo = signed_in(service, "Ada", "brief-one"), signed_in(service, "Bo", "brief-two")
    path = verdict(ada)
    answers = [bo.get(f"{one}/brief") for one in (path, "/v/01a1f3809764-83ef31af87996255")]
    said = [re.sub("Number of the request: [0-9a-f]+", "", read(one).text) for one in answers]
    assert [one.status_code for one in answers] == [404, 404]
    assert said[0] == said[1]
    assert error_pages.NOTHING in said[0]


def test_a_run_that_goes_on_has_no_brief_yet(own: Service) -> None:
    reader = browser(own)
    own.inside.desk.held = True
    try:
        path = reader.verify(LENGTH)
        assert reader.http.get(f"{path}/brief").headers["location"] == path
    finally:
        own.inside.desk.held = False


@pytest.mark.parametrize("text", payloads.PAYLOADS[::16])
def test_a_payload_stays_words(near: Service, text: str) -> None:
    reader = browser(near)
    sent = reader.send(reader.page("/").form("/"), claim=f"{LENGTH} {text}")
    if sent.status_code != 303:
        return
    path = sent.headers["location"]
    reader.result(path)
    for one in (f"{path}/brief", f"{path}/brief?appendix=1"):
        page = read(reader.get(one))
        assert page.inline == []
        assert all(link.startswith(("/", "#", "http")) for link in page.links)
