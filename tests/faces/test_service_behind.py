"""Answers, the demo and what stands behind a verdict in the real service, over a real PostgreSQL, with a worker and the shipped models."""

import time
from collections.abc import Callable, Iterator

import httpx2
import pytest

from tests.faces.web.browsing import READS, Browser, Page, read
from tests.service import Service
from veracious import demo
from veracious.adapters.postgres.server import Addresses
from veracious.faces.web import error_pages

PASSWORD = "correct horse battery"  # noqa: S105
HANDBOOK = "The office opens at 9 AM and closes at 5 PM on business days. The annex has a garden on its roof."
ANSWER = "The office opens at 9 AM on business days. The annex has a swimming pool."
SECONDS = 120.0


@pytest.fixture(scope="module")
def service(new_addresses: Callable[..., Addresses], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    made = Service(new_addresses(), tmp_path_factory.mktemp("service"))
    try:
        made.serve()
        made.work("worker")
        made.person("ours", "Ada", PASSWORD)
        made.person("theirs", "Bo", PASSWORD)
        yield made
    finally:
        made.close()


@pytest.fixture
def ada(service: Service) -> Iterator[Browser]:
    """Somebody of one workspace."""
    yield from signed_in(service, "ours", "Ada")


@pytest.fixture
def bo(service: Service) -> Iterator[Browser]:
    """Somebody of another."""
    yield from signed_in(service, "theirs", "Bo")


def signed_in(service: Service, workspace: str, name: str) -> Iterator[Browser]:
    """A browser for as long as it is needed."""
    with httpx2.Client(base_url=service.url, headers=READS, timeout=60) as http:
        found = Browser(service.url, http)
        answer = found.send(found.page("/sign-in").form("/sign-in"), workspace=workspace, name=name, password=PASSWORD)
        assert answer.status_code == 303, answer.text
        yield found


def result(reader: Browser, path: str) -> Page:
    """The page once its run has ended."""
    until = time.monotonic() + SECONDS
    while "You may leave this page" in (page := reader.page(path)).text:
        assert time.monotonic() < until, page.text
        time.sleep(0.3)
    return page


def test_an_answer_is_checked_and_its_ledger_read_by_nobody_else(ada: Browser, bo: Browser) -> None:
    sent = ada.send(ada.page("/check").form("/check"), answer=ANSWER, text1=HANDBOOK, title1="Handbook")
    path = str(sent.headers["location"])
    page = result(ada, path)
    assert "Ruling:" in page.text
    quotes = [link for link in page.links if link.startswith(f"{path}/")]
    assert "opens at 9 AM" in ada.page(quotes[0]).text
    form = ada.page(f"/check?again={path.removeprefix('/l/')}").form("/check")
    assert (form.fields["answer"], form.fields["keep"]) == (ANSWER, "on")
    for mine in (path, quotes[0]):
        answer = bo.get(mine)
        assert (answer.status_code, error_pages.NOTHING in read(answer).text) == (404, True)


def test_the_demo_comes_out_as_it_says_and_two_runs_of_it_are_compared(ada: Browser, bo: Browser) -> None:
    example = demo.examples()[0]
    paths = []
    for _ in range(2):
        form = next(one for one in ada.page("/").forms if one.fields.get("where") == "demo" and one.fields["claim"] == example.text)
        paths.append(str(ada.send(form).headers["location"]))
        page = result(ada, paths[-1])
        assert "Verdict: Supported" in page.text
        assert "This is the demo" in page.text
    first, second = paths
    quotes = [link for link in ada.page(second).links if link.startswith("/p/")]
    assert '<mark id="q"' in ada.get(quotes[0]).text
    other = second.removeprefix("/v/")
    assert f"{first}/diff/{other}" in ada.page(f"{second}/versions").links
    assert "Nothing changed." in ada.page(f"{first}/diff/{other}").text
    for name in ("map", "scores", "versions", f"diff/{other}"):
        assert ada.get(f"{first}/{name}").status_code == 200
        assert bo.get(f"{first}/{name}").status_code == 404
