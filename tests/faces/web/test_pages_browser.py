"""The pages in a real Chromium: a claim handed in, watched, left, come back to and read; by keyboard alone; without scripts; axe-core.

The pictures are left in the folder that VERACIOUS_PICTURES names, so that they can be looked at.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.faces.http.asking import LENGTH, TWO, UNCHECKABLE
from tests.faces.http.engines import FAILS, LONE
from tests.faces.http.servers import Service, serving
from tests.faces.pages import chromium, payloads
from tests.faces.pages.chromium import Tab
from tests.faces.web.looking import look
from veracious.faces.web import site

pytestmark = [pytest.mark.long, pytest.mark.skipif(chromium.PROGRAM is None, reason="there is no Chromium here")]
ARTICLE = (Path(__file__).parents[1] / "pages/halvorsund.txt").read_text("utf-8")
ENTER, TAB_KEY = 13, 9


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


def hand_in(tab: Tab, here: Service, claim: str) -> None:
    """Write a claim and press the button."""
    tab.open(f"{here.url}/")
    tab.run(f"document.querySelector('#claim').value = {claim!r}; document.querySelector('.buttons button').click()")


def read(tab: Tab, here: Service, claim: str) -> None:
    """Hand a claim in and wait until it is decided."""
    hand_in(tab, here, claim)
    tab.wait("document.querySelector('.stamp')")


def test_a_claim_is_watched_left_come_back_to_and_read(tab: Tab, here: Service) -> None:
    tab.screen(1280)
    here.inside.desk.held = True
    try:
        hand_in(tab, here, TWO)
        tab.wait("document.querySelectorAll('.steps-taken li').length == 1")
        address = tab.run("location.href")
        tab.open(f"{here.url}/")
        assert tab.run("document.querySelector('.rows a').href") == address
        tab.open(address)
    finally:
        here.inside.desk.held = False
    tab.wait("document.querySelector('.stamp')")  # nobody loads the page anew: it does so itself
    assert tab.run("location.href") == address
    assert "Supported" in tab.run("document.querySelector('.stamp').textContent")
    tab.run("document.querySelector('a.quoted').click()")
    tab.wait("document.querySelector('#q')")
    assert tab.run("getComputedStyle(document.querySelector('#q')).outlineStyle") == "solid"
    assert (tab.requests, tab.dialogs, tab.console) == ([], [], [])


def test_steps_appear_without_loading_the_page_and_each_once(tab: Tab, here: Service) -> None:
    here.inside.desk.held = True
    try:
        hand_in(tab, here, LENGTH)
        tab.wait("document.querySelectorAll('.steps-taken li').length == 1")
        tab.run("window.stayed = true; 1")
        run = tab.run("location.pathname").removeprefix("/v/")
        for number in range(5):
            here.inside.desk._tell(run, "read", f"https://a.example/{number}", url=f"https://a.example/{number}")
            tab.wait(f"document.querySelectorAll('.steps-taken li').length == {number + 2}")
        assert tab.run("window.stayed")
        assert tab.run("[...document.querySelectorAll('.steps-taken li')].map(one => one.id)") == [f"s{number}" for number in range(1, 7)]
        tab.run("document.querySelector('form[action$=cancel] button').click()")
        tab.wait("document.querySelector('.stamp')")
    finally:
        here.inside.desk.held = False
    assert "Cancelled" in tab.run("document.querySelector('.stamp').textContent")


def test_an_estimate_comes_into_the_page_and_what_was_written_stays(tab: Tab, here: Service) -> None:
    tab.open(f"{here.url}/")
    tab.run(f"document.querySelector('#claim').value = {LENGTH!r}; document.querySelector('button[hx-post]').click()")
    tab.wait("document.querySelector('#estimate table')")
    assert tab.run("document.querySelector('#claim').value") == LENGTH
    assert tab.console == []


def test_by_keyboard_alone(tab: Tab, here: Service) -> None:
    tab.open(f"{here.url}/")
    tab.press("Tab", TAB_KEY)
    assert tab.run("document.activeElement.textContent") == "Skip to the content"
    for _ in range(20):
        tab.press("Tab", TAB_KEY)
        if tab.run("document.activeElement.id") == "claim":
            break
    tab.call("Input.insertText", text=LENGTH)
    for _ in range(20):
        tab.press("Tab", TAB_KEY)
        if tab.run("document.activeElement.textContent") == "Verify":
            break
    assert tab.run("getComputedStyle(document.activeElement).outlineStyle") == "solid"
    tab.press("Enter", ENTER, "\r")
    tab.wait("document.querySelector('.stamp')")
    for _ in range(60):
        tab.press("Tab", TAB_KEY)
        if tab.run("document.activeElement.className") == "quoted":
            break
    tab.press("Enter", ENTER, "\r")
    tab.wait("document.querySelector('#q')")


def test_without_scripts_the_page_of_a_run_loads_itself_anew(tab: Tab, here: Service) -> None:
    tab.call("Emulation.setScriptExecutionDisabled", value=True)
    here.inside.desk.held = True
    try:
        tab.open(f"{here.url}/")
        tab.run(f"document.querySelector('#claim').value = {LENGTH!r}; 1")
        before = tab.loaded
        tab.run("document.querySelector('.buttons button').click()")
        tab.browser.wait(lambda: tab.loaded > before + 1)
        assert "loads itself anew every 2 seconds" in tab.run("document.body.innerText")
    finally:
        here.inside.desk.held = False
        tab.call("Emulation.setScriptExecutionDisabled", value=False)
    tab.wait("document.querySelector('.stamp')")


def states(tab: Tab, here: Service) -> Iterator[str]:
    """Each page in each of its states, open in the tab."""
    for name, path in (("verify", "/"), ("sign-in", "/sign-in"), ("missing", "/nothing")):
        tab.open(here.url + path)
        yield name
    here.inside.desk.held = True
    try:
        hand_in(tab, here, LENGTH)
        tab.wait("document.querySelector('.steps-taken li')")
        yield "running"
    finally:
        here.inside.desk.held = False
    for name, claim in (("supported", TWO), ("refused", UNCHECKABLE), ("failed", FAILS), ("not-enough", LONE)):
        read(tab, here, claim)
        yield name
    read(tab, here, LENGTH)
    tab.run("document.querySelector('a.quoted').click()")
    tab.wait("document.querySelector('#q')")
    yield "passage"
    for name, change in (("offer", "#claim').value = 'https://a.example/story'"), ("invalid", "#max_cost').value = 'lots'")):
        tab.open(f"{here.url}/")
        tab.run(f"document.querySelector('#claim').value = {LENGTH!r}; document.querySelector('{change}; 1")
        tab.run("document.querySelector('.buttons button').click()")
        tab.wait("document.querySelector('.offer, .wrong')")
        yield name
    hand_in(tab, here, ARTICLE)
    tab.wait("document.querySelector('.offer button')")
    tab.run("document.querySelector('.offer button').click()")
    tab.wait("document.querySelector('#claims')")
    yield "article"


def test_every_state_of_every_page_is_free_of_breaches_and_fits_the_screen(tab: Tab, here: Service, axe: str, pictures: Path) -> None:
    """WCAG 2.2 A and AA, light and dark, on a phone, with everything that can be opened open."""
    seen, wrong = list[str](), list[str]()
    for name in states(tab, here):
        seen.append(name)
        wrong += look(tab, name, axe, pictures)
    assert wrong == []
    assert len(seen) == len(set(seen)) == 12
    assert (tab.requests, tab.dialogs) == ([], [])


def test_no_payload_runs(tab: Tab, here: Service) -> None:
    """Each of them in a claim and in the address of a page; nothing of it runs, and nobody else is asked for anything."""
    tab.dialogs.clear()
    tab.requests.clear()
    for text in payloads.PAYLOADS[::10]:
        hand_in(tab, here, f"{LENGTH} {text}")
        tab.wait("document.querySelector('.stamp, .offer, .wrong')")
        assert (text, tab.run("window.hit"), tab.dialogs, tab.requests) == (text, None, [], [])
        tab.open(f"{here.url}/")
        assert (text, tab.run("window.hit"), tab.dialogs, tab.requests) == (text, None, [], [])
