"""Search and tables of claims in a real Chromium: used, watched to the end, looked at on every screen, checked by axe-core."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.faces.http.asking import LENGTH, TWO, UNCHECKABLE
from tests.faces.http.engines import FAILS
from tests.faces.http.servers import Service, serving
from tests.faces.pages import chromium
from tests.faces.pages.chromium import Tab
from tests.faces.test_claim_table import written
from tests.faces.web.looking import look
from veracious.domain.job import Allowance
from veracious.faces.web import site

pytestmark = [pytest.mark.long, pytest.mark.skipif(chromium.PROGRAM is None, reason="there is no Chromium here")]
ROWS = (("a1", LENGTH, ""), ("a2", UNCHECKABLE, ""), ("a3", FAILS, "2026-02-01"), ("a4", TWO, ""), ("a5", "", ""), ("a6", LENGTH, ""))


@pytest.fixture(scope="module")
def here() -> Iterator[Service]:
    """A service that asks nobody on this machine who they are."""
    with serving(anonymous=True, pages=site.install) as found:
        yield found


@pytest.fixture(scope="module")
def tab(here: Service, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tab]:
    """A tab that may reach the service and nobody else."""
    with chromium.started(tmp_path_factory.mktemp("profile")) as browser:
        yield browser.tab(here.url)


def choose(tab: Tab, here: Service, file: Path) -> None:
    """Choose a file, and have it read."""
    tab.open(f"{here.url}/batch")
    root = tab.call("DOM.getDocument")["root"]["nodeId"]
    field = tab.call("DOM.querySelector", nodeId=root, selector="#table")["nodeId"]
    tab.call("DOM.setFileInputFiles", files=[str(file)], nodeId=field)
    before = tab.loaded
    tab.run("document.querySelector('form[enctype] button').click()")
    tab.browser.wait(lambda: tab.loaded > before)


def press(tab: Tab, end: str) -> None:
    """Send the form whose address ends so."""
    before = tab.loaded
    tab.run(f"document.querySelector('form[action$=\"{end}\"] button').click()")
    tab.browser.wait(lambda: tab.loaded > before)


def states(tab: Tab, here: Service, folder: Path) -> Iterator[str]:
    """Each page in each of its states, open in the tab."""
    tab.open(f"{here.url}/search")
    yield "search-nothing-yet"
    tab.open(f"{here.url}/batch")
    yield "batch-form"
    broken, whole = folder / "broken.csv", folder / "claims-of-march.csv"
    broken.write_text("text\nOne.\n", "utf-8")
    whole.write_text(written(("id", "claim", "date"), *ROWS), "utf-8")
    choose(tab, here, broken)
    yield "batch-refused"
    here.inside.desk.limits["default"] = Allowance(money_micros=5_000)
    choose(tab, here, whole)
    tab.wait("document.querySelector('#plan-title')")
    yield "batch-plan"
    here.inside.desk.limits.clear()
    here.inside.desk.held = True
    try:
        press(tab, "/begin")
        tab.wait("document.querySelector('#rows')")
        yield "batch-running"
    finally:
        here.inside.desk.held = False
    tab.screen(1280)
    tab.wait("document.querySelector('#rows-title').textContent.includes('What came')")  # nobody loads the page anew
    assert "2 finished" in tab.run("document.querySelector('.state').textContent")
    yield "batch-finished"
    for name, query in (
        ("all", ""),
        ("words", "?q=bridge"),
        ("filters", "?q=bridge&verdict=supported&order=best"),
        ("nothing", "?q=tunnel"),
    ):
        tab.open(f"{here.url}/search{query}")
        yield f"search-{name}"
    tab.open(f"{here.url}/batch")
    yield "batch-list"
    tab.open(here.url)
    yield "first-with-search"


def test_every_state_is_free_of_breaches_and_fits_the_screen(tab: Tab, here: Service, axe: str, pictures: Path, tmp_path: Path) -> None:
    wrong = [one for name in states(tab, here, tmp_path) for one in look(tab, name, axe, pictures)]
    assert wrong == []
    assert (tab.requests, tab.dialogs) == ([], [])


def test_the_search_box_of_the_first_page_leads_to_what_is_found(tab: Tab, here: Service) -> None:
    tab.screen(1280)
    tab.open(here.url)
    tab.run("document.querySelector('.look input').value = 'bridge'; 1")
    before = tab.loaded
    tab.run("document.querySelector('.look button').click()")
    tab.browser.wait(lambda: tab.loaded > before)
    assert tab.run("document.querySelectorAll('.found li').length") >= 2
    assert tab.run("document.querySelector('#q').value") == "bridge"
