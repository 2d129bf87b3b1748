"""What a verdict has behind it, each at an address of its own: map, scores, other runs of the claim, what changed; and its size."""

import re

import pytest

from tests.faces.http.asking import CHECK, LENGTH, TWO, UNCHECKABLE, finished
from tests.faces.http.servers import Service
from tests.faces.pages import payloads
from tests.faces.pages.cases import cases
from tests.faces.pages.many_pieces import large, written
from tests.faces.web.browsing import browser, read, signed_in
from veracious.domain.access import Grant
from veracious.faces.pages.view import view
from veracious.faces.web import error_pages, frame, static_files, verdict_page, versions_page
from veracious.faces.web.claim_form import ClaimForm
from veracious.faces.web.frame import Frame
from veracious.rules.explaining.changes import Change

PARTS = ("map", "scores", "versions")
PIECES, BYTES_AT_MOST = 60, 150_000
FRAGMENT = {"HX-Request": "true"}


def test_a_verdict_page_of_sixty_pieces_stays_small() -> None:
    """Scores and map are not in it; what each piece says, how it stands and what it weighs toward each part is."""
    case = large([written(number) for number in range(PIECES)])
    judged = verdict_page.read_findings(case.record)
    shown = judged["view"]
    assert shown.judgement is not None
    pieces = [piece for column in shown.judgement.columns for group in column.groups for piece in group.pieces]
    assert len(pieces) == PIECES
    assert len(shown.judgement.parts) == 2
    said = judged | {
        "form": ClaimForm(claim=TWO),
        "cost": "",
        "review": None,
        "is_public": False,
        "frame": Frame("/v/x", "Ada", "one", is_signed_in=True, may_verify=True, token="t" * 43),
        "styles": frame.STYLES,
        "scripts": frame.FOLDED,
    }
    html = frame.render("verdict.html.j2", said)
    assert len(html.encode()) <= BYTES_AT_MOST
    assert html.count('class="piece"') == len(pieces)
    assert 'class="score"' not in html
    assert '<svg class="map"' not in html
    assert sum(len(static_files.read(name).content) for name in (*frame.STYLES, *frame.FOLDED)) <= 80 * 1024


def test_parts_are_pages_of_their_own_and_pieces_of_the_page_that_asks_for_them(near: Service) -> None:
    reader = browser(near)
    path = reader.verify(TWO)
    page = reader.result(path)
    for name in PARTS:
        whole, part = reader.get(f"{path}/{name}"), reader.http.get(f"{path}/{name}", headers=FRAGMENT)
        assert f"{path}/{name}" in page.links
        assert path in read(whole).links
        assert read(whole).inline == read(part).inline == []
        assert "<html" not in part.text
        assert len(part.text) > 30
        assert all(line in whole.text for line in part.text.splitlines())
    assert re.findall(r'hx-get="(/v/[^"]+)"', reader.get(path).text) == [f"{path}/{name}" for name in PARTS]
    assert [one for one in page.loads if "htmx" in one] == [static_files.address("htmx.min.js")]


def test_the_map_leads_to_the_pieces_and_has_every_title_whole(near: Service) -> None:
    reader = browser(near)
    path = reader.verify(TWO)
    reader.result(path)
    verdict, page = reader.get(path), reader.page(f"{path}/map")
    led = {link for link in page.links if link.startswith(f"{path}#")}
    assert led == {f"{path}#{one}" for one in re.findall(r'class="piece" id="([^"]+)"', verdict.text)}
    assert "Survey of the Halvorsund Bridge, roads.example" in page.text
    assert "A tree from the claim over 2 parts" in page.text


def test_every_score_leads_from_its_piece(near: Service) -> None:
    reader = browser(near)
    path = reader.verify(TWO)
    page = reader.result(path)
    asked = {link.partition("#")[2] for link in page.links if link.startswith(f"{path}/scores#")}
    assert asked
    assert asked <= set(re.findall(r'class="score" id="([^"]+)"', reader.get(f"{path}/scores").text))


@pytest.mark.parametrize("name", PARTS)
def test_where_there_is_no_verdict_a_part_leads_back(near: Service, name: str) -> None:
    reader = browser(near)
    path = reader.verify(UNCHECKABLE)
    reader.result(path)
    answer = reader.get(f"{path}/{name}")
    assert answer.url.path == (path if name != "versions" else f"{path}/versions")
    with near.client(Grant.ADMIN, "default") as program:
        check = finished(program, program.post("/v1/checks", json=CHECK).json())
    assert reader.get(f"/v/{check['id']}/{name}").url.path == f"/l/{check['id']}"


def test_runs_of_the_same_claim_are_found_earlier_and_later(service: Service) -> None:
    ada = signed_in(service, "Ada", "again")
    paths = []
    for claim, day in ((LENGTH, "2026-03-01"), (TWO, "2026-03-01"), (f"  {LENGTH} ", "2026-02-01"), (LENGTH, "2026-01-02")):
        paths.append(ada.verify(claim, as_of=day))
        ada.result(paths[-1])
    first, other, second, third = paths
    page = ada.page(f"{second}/versions")
    ids = [one.removeprefix("/v/") for one in (first, second, third)]
    assert [link for link in page.links if link in paths] == [second, third, first]
    assert [link for link in page.links if "/diff/" in link] == [f"{second}/diff/{ids[2]}", f"{first}/diff/{ids[1]}"]
    assert ", this run" in page.text
    assert "No other run of this claim was found." in ada.page(f"{other}/versions").text
    program = service.client(Grant.ADMIN, "again")
    with program:
        assert program.delete(f"/v1/records/{ids[0]}").status_code == 204
    assert first not in ada.page(f"{second}/versions").links


def test_only_so_many_records_are_looked_through_and_the_page_says_so(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    ada = signed_in(service, "Ada", "many")
    paths = [ada.verify(one) for one in (LENGTH, TWO, UNCHECKABLE, TWO)]
    for path in paths:
        ada.result(path)
    monkeypatch.setattr(versions_page, "LOOKED_AT", 2)
    monkeypatch.setattr(versions_page, "AT_ONCE", 2)
    assert "The newest 2 records of the workspace were looked through" in ada.page(f"{paths[0]}/versions").text


def test_what_changed_is_told_as_the_command_line_tells_it(near: Service) -> None:
    reader = browser(near)
    first, second = reader.verify(LENGTH, as_of="2026-03-01"), reader.verify(LENGTH, as_of="2025-07-01")
    for path in (first, second):
        reader.result(path)
    other = second.removeprefix("/v/")
    page = reader.page(f"{first}/diff/{other}")
    assert "It was asked as of another day." in page.text
    assert "What was asked What Was Now as_of 2026-03-01 2025-07-01" in page.text.replace("as of 2026", "as_of 2026")
    assert "Evidence that was found" in page.text
    assert f"{second}/diff/{first.removeprefix('/v/')}" in page.links
    assert "Nothing changed." in reader.page(f"{first}/diff/{first.removeprefix('/v/')}").text


def test_what_was_not_there_is_said_so() -> None:
    changes = (
        Change("outcome", "verdict", "not_enough", "supported"),
        Change("limit", "budget", "", "so"),
        Change("evidence", "a", "counts", ""),
    )
    (outcome, limit, evidence) = versions_page.groups(changes)
    assert [(one.about, one.name) for one in (outcome, limit, evidence)][:2] == [
        ("outcome", "What came out"),
        ("limit", "What failed on the way"),
    ]
    assert [(one.before, one.after) for group in (outcome, limit, evidence) for one in group.changes] == [
        ("not enough", "supported"),
        ("", "there"),
        ("counts", ""),
    ]


def test_a_claim_is_not_compared_with_an_answer(near: Service) -> None:
    reader = browser(near)
    path = reader.verify(LENGTH)
    reader.result(path)
    with near.client(Grant.ADMIN, "default") as program:
        check = finished(program, program.post("/v1/checks", json=CHECK).json())
    answer = reader.get(f"{path}/diff/{check['id']}")
    assert answer.status_code == 422
    assert versions_page.NOT_CLAIMS in read(answer).text


def test_what_belongs_to_another_workspace_is_not_there_in_the_same_words(service: Service) -> None:
    ada, bo = signed_in(service, "Ada", "parts"), signed_in(service, "Bo", "others")
    path, own = ada.verify(LENGTH), bo.verify(LENGTH)
    ada.result(path)
    bo.result(own)
    run, nobodys = path.removeprefix("/v/"), "01a1f3809764-83ef31af87996255"
    tried = [(f"/v/{{id}}/{name}") for name in PARTS] + [
        "/v/{id}/diff/{id}",
        f"{own}/diff/{{id}}",
        f"/v/{{id}}/diff/{own.removeprefix('/v/')}",
    ]
    for address in tried:
        answers = [bo.get(address.replace("{id}", one)) for one in (run, nobodys)]
        said = [re.sub("Number of the request: [0-9a-f]+", "", read(one).text) for one in answers]
        assert [one.status_code for one in answers] == [404, 404], address
        assert said[0] == said[1]
        assert error_pages.NOTHING in said[0]
    assert path not in bo.page(f"{own}/versions").links


@pytest.mark.parametrize("text", payloads.PAYLOADS[::12])
def test_a_payload_stays_words(near: Service, text: str) -> None:
    reader = browser(near)
    sent = [reader.send(reader.page("/").form("/"), claim=f"{LENGTH} {text}", as_of=day) for day in ("2026-03-01", "2026-02-01")]
    if any(one.status_code != 303 for one in sent):
        return
    first, second = (one.headers["location"] for one in sent)
    for path in (first, second):
        reader.result(path)
    for address in (*(f"{first}/{name}" for name in PARTS), f"{first}/diff/{second.removeprefix('/v/')}"):
        page = read(reader.get(address))
        assert page.inline == []
        assert all(link.startswith(("/", "#", "http")) for link in page.links)


def test_every_case_has_a_map_whose_texts_keep_within_it() -> None:
    for name, case in cases().items():
        shown = view(case.record, case.report)
        if shown.judgement is not None:
            drawn = shown.judgement.map
            assert all(box.y >= 0 and box.y + box.height <= drawn.height + 1e-6 for box in drawn.boxes), name
            assert all(0 < leaf.y < drawn.height for leaf in drawn.leaves), name
