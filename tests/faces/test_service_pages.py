"""The pages of the real service over a real PostgreSQL: people sign in, hand a claim in, and see nothing of others. No worker runs."""

from collections.abc import Callable, Iterator

import httpx2
import pytest

from tests.faces.web.browsing import READS, Browser, read
from tests.service import Service
from veracious.adapters.postgres.server import Addresses
from veracious.faces.web import error_pages

CLAIM = "The Brisa lighthouse is 23 metres tall."
PASSWORD = "correct horse battery"  # noqa: S105


@pytest.fixture(scope="module")
def service(new_addresses: Callable[..., Addresses], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    made = Service(new_addresses(), tmp_path_factory.mktemp("service"))
    try:
        made.serve()
        made.person("ours", "Ada", PASSWORD)
        made.person("theirs", "Bo", PASSWORD)
        yield made
    finally:
        made.close()


def signed_in(service: Service, http: httpx2.Client, workspace: str, name: str) -> Browser:
    found = Browser(service.url, http)
    answer = found.send(found.page("/sign-in").form("/sign-in"), workspace=workspace, name=name, password=PASSWORD)
    assert answer.status_code == 303, answer.text
    return found


def test_somebody_signs_in_hands_a_claim_in_and_sees_it_wait_and_nobody_else_does(service: Service) -> None:
    clients = [httpx2.Client(base_url=service.url, headers=READS, timeout=60) for _ in range(2)]
    with clients[0], clients[1]:
        ada, bo = signed_in(service, clients[0], "ours", "Ada"), signed_in(service, clients[1], "theirs", "Bo")
        path = ada.verify(CLAIM, max_pages="3")
        run = path.removeprefix("/v/")
        waiting = ada.page(path)
        assert "Waiting for a worker" in waiting.text
        assert "0 pages read, spent nothing" in waiting.text
        assert CLAIM in waiting.text
        assert path in ada.page("/").links
        with ada.http.stream("GET", f"/jobs/{run}/steps") as lines:
            first = next(line for line in lines.iter_lines() if "handed in" in line)
        assert 'id="s1"' in first
        assert path not in bo.page("/").links
        for mine in (path, f"/jobs/{run}/steps", f"/p/{'0' * 64}"):
            answer = bo.get(mine)
            assert (answer.status_code, error_pages.NOTHING in read(answer).text) == (404, True)
        assert ada.get(f"/p/{'0' * 64}").status_code == 404
        cancelled = ada.send(waiting.form(f"/jobs/{run}/cancel"))
        assert (cancelled.status_code, cancelled.headers["location"]) == (303, path)
        page = ada.page(path)
        assert "Cancelled" in page.text  # at once, since nobody has begun it
        again = page.form("/").fields
        assert (again["claim"], again["max_pages"]) == (CLAIM, "3")
        assert ada.send(ada.page("/").form("/sign-out")).status_code == 303
        assert ada.http.get(path).status_code == 303


def test_a_source_is_rated_with_a_reason_that_others_here_see_and_nobody_else(service: Service) -> None:
    clients = [httpx2.Client(base_url=service.url, headers=READS, timeout=60) for _ in range(2)]
    with clients[0], clients[1]:
        ada, bo = signed_in(service, clients[0], "ours", "Ada"), signed_in(service, clients[1], "theirs", "Bo")
        form = next(one for one in ada.page("/sources?address=bbc.co.uk").forms if (one.method, one.action) == ("post", "/sources"))
        answer = ada.send(form, credibility="0.25", tier="C", reason="They took back three reports.")
        assert (answer.status_code, answer.headers["location"]) == (303, "/sources?address=bbc.co.uk")
        page = ada.page("/sources?address=bbc.co.uk")
        for said in ("0.25", "this workspace", "Ada on 20", "They took back three reports."):
            assert said in page.text
        assert "0.80" in bo.page("/sources?address=bbc.co.uk").text
        token = bo.page("/").form("/sign-out").fields["csrf"]
        assert bo.http.post("/sources/forget", data={"csrf": token, "domain": "bbc.co.uk"}).status_code == 404
        assert ada.send(page.form("/sources/forget")).status_code == 303
        assert "0.80" in ada.page("/sources?address=bbc.co.uk").text


def test_files_are_handed_in_and_wait_for_a_worker(service: Service) -> None:
    with httpx2.Client(base_url=service.url, headers=READS, timeout=60) as http:
        ada = signed_in(service, http, "ours", "Ada")
        fields = ada.page("/documents").form("/documents").fields
        given = {name: value for name, value in fields.items() if name != "files"}
        headers = {"Origin": service.url, "Sec-Fetch-Site": "same-origin"}
        answer = http.post("/documents", data=given, files={"files": ("brisa.md", CLAIM.encode())}, headers=headers)
        assert answer.status_code == 303
        page = ada.page(answer.headers["location"])
        assert "Being put into the store" in page.text
        assert "waiting" in page.text
        assert ada.page("/collections").text.count("Collections") >= 1


def test_an_estimate_needs_no_worker(service: Service) -> None:
    with httpx2.Client(base_url=service.url, headers=READS, timeout=60) as http:
        ada = signed_in(service, http, "ours", "Ada")
        form = ada.page("/").form("/")
        form.action = "/estimate"
        assert "What it will take" in read(ada.send(form, claim=CLAIM)).text
