"""What is taken away from a verdict's page: each form by its address, for those who may see the verdict and nobody else."""

import csv
import io
import json
import re

import pytest

from tests.faces.exports import schema_org
from tests.faces.http.asking import CHECK, LENGTH, TWO, UNCHECKABLE, finished
from tests.faces.http.engines import FAILS
from tests.faces.http.servers import Service
from tests.faces.pages import payloads
from tests.faces.pages.cases import cases
from tests.faces.web.browsing import Browser, browser, read, signed_in
from tests.faces.web.test_review_pages import say
from veracious import app
from veracious.domain.access import Grant
from veracious.faces.exports import formats
from veracious.faces.exports.sign_off import DRAFT
from veracious.faces.web import error_pages, exports

FILES = tuple(one.file for one in formats.FORMATS.values())


def verdict(reader: Browser, claim: str = LENGTH) -> str:
    """The address of a claim that is decided."""
    path = reader.verify(claim)
    reader.result(path)
    return path


def test_the_menu_leads_to_every_form(near: Service) -> None:
    reader = browser(near)
    path = verdict(reader, TWO)
    page = reader.page(path)
    offered = [link for link in page.links if link.startswith((f"{path}/export", f"{path}/brief"))]
    assert {f"{path}/export/{file}" for file in FILES} | {f"{path}/brief", f"{path}/brief?appendix=1"} == set(offered)
    assert "ClaimReview, for search engines: once a person has signed" in page.text
    for link in offered:
        assert reader.get(link).status_code == 200


def test_each_form_says_what_it_is(near: Service) -> None:
    reader = browser(near)
    path = verdict(reader)
    for form in formats.FORMATS.values():
        answer = reader.get(f"{path}/export/{form.file}")
        name = f"veracious-the-halvorsund-bridge-is-1420-metres-long-supported-2026-03-01-{form.file}"
        assert answer.headers["content-disposition"] == f'attachment; filename="{name}"'
        assert answer.headers["content-type"] == form.media_type
        assert (answer.headers["x-content-type-options"], answer.headers["cache-control"]) == ("nosniff", "no-store")
        assert "default-src 'none'" in answer.headers["content-security-policy"]


def test_what_is_taken_away_is_what_the_page_says(near: Service) -> None:
    reader = browser(near)
    path = verdict(reader)
    record = app.records.unpacked(reader.get(f"{path}/export/record.json").content)
    assert record.envelope.id == path.removeprefix("/v/")
    text = reader.get(f"{path}/export/report.md").text
    assert text.startswith(f"# {LENGTH}\n")
    assert "**Verdict: Supported**" in text
    assert DRAFT.said in text
    table = reader.get(f"{path}/export/quotes.csv")
    assert table.content.startswith(b"\xef\xbb\xbfclaim,")
    rows = list(csv.DictReader(io.StringIO(table.content.decode("utf-8-sig"), newline="")))
    assert {row["record"] for row in rows} == {record.envelope.id}
    page = reader.page(path).text
    assert all(" ".join(row["quote"].split()) in page for row in rows)


def test_what_nobody_signed_has_no_claim_review(near: Service) -> None:
    reader = browser(near)
    for claim in (LENGTH, UNCHECKABLE, FAILS):
        answer = reader.get(f"{verdict(reader, claim)}/export/claimreview.json")
        assert answer.status_code == 409
        assert exports.UNSIGNED in read(answer).text


def test_what_a_person_signed_says_so_in_every_form(service: Service) -> None:
    reader = signed_in(service, "Ada", "exports-signed")
    path = verdict(reader, TWO)
    say(reader, path, "changed", verdict="refuted", why="The register says so.")
    found = json.loads(reader.get(f"{path}/export/claimreview.json").content)
    assert list(schema_org.faults(found)) == []
    assert (found["reviewRating"]["alternateName"], found["author"]["name"], found["editor"]["name"]) == (
        "Refuted",
        "exports-signed",
        "Ada",
    )
    text = reader.get(f"{path}/export/report.md").content.decode()
    assert "**Verdict: Refuted.** Changed to refuted and signed by Ada" in text
    assert "The program had said: Supported" in text
    table = csv.DictReader(io.StringIO(reader.get(f"{path}/export/quotes.csv").content.decode("utf-8-sig"), newline=""))
    assert {(row["standing"], row["verdict"], row["signed_verdict"], row["signed_by"]) for row in table} == {
        ("changed", "supported", "refuted", "Ada")
    }
    for behind in ("", "?appendix=1"):
        page = reader.page(f"{path}/brief{behind}").text
        assert "Changed to refuted and signed by Ada" in page
        assert "The program had said: supported" in page
    assert f"{path}/export/claimreview.json" in reader.page(path).links
    assert "veracious-" in reader.get(f"{path}/export/claimreview.json").headers["content-disposition"]
    assert "-refuted-" in reader.get(f"{path}/export/claimreview.json").headers["content-disposition"]
    assert 'class="brief refuted"' in reader.get(f"{path}/brief").text
    for name in ("map", "scores"):
        assert "Refuted" in reader.page(f"{path}/{name}").text


def test_a_run_without_a_verdict_can_be_taken_away_too(near: Service) -> None:
    reader = browser(near)
    for claim, came in ((UNCHECKABLE, "no-verdict-refused"), (FAILS, "no-verdict-failed")):
        path = verdict(reader, claim)
        for file in FILES:
            answer = reader.get(f"{path}/export/{file}")
            assert answer.status_code == 200
            assert came in answer.headers["content-disposition"]
        assert "**No verdict: " in reader.get(f"{path}/export/report.md").text


def test_what_is_not_finished_or_not_of_a_claim_leads_to_its_own_page(near: Service) -> None:
    reader = browser(near)
    near.inside.desk.held = True
    try:
        path = reader.verify(LENGTH)
        assert reader.http.get(f"{path}/export/quotes.csv").headers["location"] == path
    finally:
        near.inside.desk.held = False
    reader.result(path)
    with near.client(Grant.ADMIN, "default") as program:
        check = finished(program, program.post("/v1/checks", json=CHECK).json())
    assert reader.http.get(f"/v/{check['id']}/export/quotes.csv").headers["location"] == f"/v/{check['id']}"


def test_a_form_that_there_is_not_and_what_is_foreign_are_not_there_in_the_same_words(service: Service) -> None:
    ada, bo = signed_in(service, "Ada", "exports-one"), signed_in(service, "Bo", "exports-two")
    path = verdict(ada)
    assert ada.get(f"{path}/export/quotes.xls").status_code == 404
    for file in (*FILES, formats.CLAIM_REVIEW, "quotes.xls"):
        answers = [bo.get(f"{one}/export/{file}") for one in (path, "/v/01a1f3809764-83ef31af87996255")]
        said = [re.sub("Number of the request: [0-9a-f]+", "", read(one).text) for one in answers]
        assert [one.status_code for one in answers] == [404, 404]
        assert said[0] == said[1]
        assert error_pages.NOTHING in said[0]
    stranger = browser(service)
    assert stranger.http.get(f"{path}/export/quotes.csv").headers["location"].startswith("/sign-in")


@pytest.mark.parametrize(
    "text", ["../../etc/passwd", 'a"; filename="b', "CON", "日本語の主張です。", "x" * 500, "\r\nSet-Cookie: a=b", *payloads.PAYLOADS[::15]]
)
def test_a_file_has_a_plain_name_whatever_is_claimed(text: str) -> None:
    case = payloads.poisoned(cases()["refuted"], text)
    name = formats.file_name(case.record, case.report, "quotes.csv")
    assert re.fullmatch(r"veracious-[a-z0-9-]*refuted-2026-03-01-quotes\.csv", name)
    assert len(name) <= 120
