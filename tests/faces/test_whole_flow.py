"""A claim from the form to the corrected verdict, in a real Chromium, before a real service that searches the loopback internet.

Once with everything, once without JavaScript, once by keyboard alone.
"""

import json
from base64 import b64decode
from collections.abc import Callable, Iterator
from io import BytesIO
from urllib.parse import urlsplit

import pytest
from pypdf import PdfReader

from tests.docs import following
from tests.faces.pages import chromium
from tests.faces.pages.chromium import Tab
from tests.faults.web_engine import settings_of
from tests.internet import AS_OF, Internet
from tests.load import afar
from tests.service import Service
from veracious.adapters.postgres.server import Addresses

pytestmark = [pytest.mark.long, pytest.mark.skipif(chromium.PROGRAM is None, reason="there is no Chromium here")]

CLAIM = "The Brisa lighthouse is 23 metres tall."
OTHER = "The Brisa lighthouse is 60 metres tall."
WORKSPACE, NAME, PASSWORD = "newsroom", "Ada", "correct horse battery"
WHY = "The harbour office measured it anew."
TAB_KEY, ENTER_KEY, SPACE_KEY = 9, 13, 32
PRESSES = 200  # of the Tab key until something must have been reached
FORMS = {
    "report.md": "text/markdown",
    "quotes.csv": "text/csv",
    "record.json": "application/json",
    "claimreview.json": "application/ld+json",
}


@pytest.fixture(scope="module")
def internet() -> Iterator[Internet]:
    with afar.internet(0.2) as opened:
        yield opened


@pytest.fixture(scope="module")
def service(new_addresses: Callable[..., Addresses], internet: Internet, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    made = Service(new_addresses(), tmp_path_factory.mktemp("service"), **settings_of(internet), VERACIOUS_SEARCH="tavily")
    try:
        made.serve()
        made.launch("worker", "-m", "tests.load.busy_worker")
        made.person(WORKSPACE, NAME, PASSWORD)
        yield made
    finally:
        made.close()


@pytest.fixture
def tab(service: Service, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tab]:
    """A tab that may reach the service and nobody else, before its first page."""
    with chromium.started(tmp_path_factory.mktemp("profile")) as browser:
        made = browser.tab(service.url)
        made.screen(1280)
        made.open(f"{service.url}/")
        yield made
        assert (made.requests, made.dialogs, made.console) == ([], [], [])


def sign_in(tab: Tab) -> None:
    for label, text in (("Workspace", WORKSPACE), ("Name", NAME), ("Password", PASSWORD)):
        following.write(tab, text, label)
    following.press(tab, "Sign in", "button")
    following.see(tab, "Verify a claim")


def hand_in(tab: Tab, claim: str) -> None:
    following.write(tab, claim, "The claim")
    following.write(tab, AS_OF.isoformat(), "As of")
    following.press(tab, "search the web for what is missing", "label.choice")
    following.press(tab, "Verify", "button")


def test_a_claim_is_submitted_watched_left_read_signed_corrected_and_exported(tab: Tab) -> None:
    sign_in(tab)
    hand_in(tab, CLAIM)
    tab.wait("document.querySelectorAll('.steps-taken li').length > 2")
    address = tab.run("location.href")
    following.press(tab, "Verify", "nav a")
    tab.wait(f"[...document.querySelectorAll('.rows a')].some(one => one.href === {json.dumps(address)})")
    following.press(tab, CLAIM, ".rows a")
    following.see(tab, "Draft, not signed.")
    assert tab.run("location.href") == address
    assert "Supported" in tab.run("document.querySelector('.stamp').textContent")
    following.press_quote(tab, "23 metres")
    tab.wait("document.querySelector('mark#q')")
    assert "23 metres" in tab.run("document.querySelector('mark#q').textContent")
    tab.run("history.back()")
    following.press(tab, "Sign it", "button")
    following.see(tab, f"Signed by {NAME}")
    following.press(tab, "Change it, with a reason", "summary")
    following.press(tab, "Refuted", "label.choice")
    following.write(tab, WHY, "Why")
    following.press(tab, "Change the verdict", "button")
    following.see(tab, f"Changed and signed by {NAME}")
    following.press(tab, "Corrections", "nav a")
    following.see(tab, WHY)
    tab.open(address)
    exported(tab, address)


def exported(tab: Tab, address: str) -> None:
    """Every form of the menu is there, says who signed, and the brief is two pages of paper."""
    links = tab.run("[...document.querySelectorAll('#export a')].map(one => one.href)")
    for name, kind in FORMS.items():
        (link,) = (one for one in links if one.endswith(name))
        told = tab.run(f"fetch({json.dumps(link)}).then(async one => [one.headers.get('content-type'), await one.text()])")
        assert told[0].partition(";")[0] == kind
        assert name == "record.json" or NAME in told[1], name
    tab.open(f"{address}/brief")
    following.see(tab, f"Changed to refuted and signed by {NAME}")
    printed = tab.call("Page.printToPDF", paperWidth=8.27, paperHeight=11.69, preferCSSPageSize=True)
    assert 1 <= len(PdfReader(BytesIO(b64decode(printed["data"]))).pages) <= 2


def test_without_scripts_up_to_the_verdict(tab: Tab) -> None:
    tab.call("Emulation.setScriptExecutionDisabled", value=True)
    tab.open(tab.run("location.href"))
    sign_in(tab)
    hand_in(tab, OTHER)
    following.see(tab, "You may leave this page")
    address = tab.run("location.href")
    following.see(tab, "Draft, not signed.")  # the page loads itself anew
    assert urlsplit(tab.run("location.href")).path == urlsplit(address).path
    following.press_quote(tab, "23 metres")
    tab.wait("document.querySelector('mark#q')")


def test_by_keyboard_alone(tab: Tab) -> None:
    for place, text in (("workspace", WORKSPACE), ("name", NAME), ("password", PASSWORD)):
        reach(tab, f"document.activeElement.id === '{place}'")
        tab.call("Input.insertText", text=text)
    enter(tab)
    following.see(tab, "Verify a claim")
    reach(tab, "document.activeElement.id === 'claim'")
    tab.call("Input.insertText", text=CLAIM)
    reach(tab, "document.activeElement.name === 'web'")
    tab.press(" ", SPACE_KEY, " ")
    reach(tab, named("Verify", "BUTTON"))
    enter(tab)
    following.see(tab, "Draft, not signed.")
    reach(tab, "document.activeElement.className === 'quoted'")
    enter(tab)
    tab.wait("document.querySelector('mark#q')")
    tab.run("history.back()")
    following.see(tab, "Draft, not signed.")
    reach(tab, named("Sign it", "BUTTON"))
    enter(tab)
    following.see(tab, f"Signed by {NAME}")
    reach(tab, named("Change it, with a reason", "SUMMARY"))
    enter(tab)
    reach(tab, "document.activeElement.name === 'verdict'")
    tab.press(" ", SPACE_KEY, " ")
    reach(tab, "document.activeElement.name === 'why'")
    tab.call("Input.insertText", text=WHY)
    reach(tab, named("Change the verdict", "BUTTON"))
    enter(tab)
    following.see(tab, f"Changed and signed by {NAME}")
    reach(tab, named("Export", "SUMMARY"))
    enter(tab)
    reach(tab, named("Brief of two pages", "A"))
    enter(tab)
    following.see(tab, "To print it, use the browser")


def named(text: str, tag: str) -> str:
    """A script that says whether what has the focus is this."""
    return f"document.activeElement.tagName === '{tag}' && document.activeElement.textContent.trim() === {json.dumps(text)}"


def reach(tab: Tab, there: str) -> None:
    """Press Tab until the focus is there; it can be seen where it is."""
    for _ in range(PRESSES):
        tab.press("Tab", TAB_KEY)
        if tab.run(there):
            assert tab.run("document.activeElement.matches(':focus-visible')")
            return
    raise AssertionError(f"the Tab key does not lead there: {there}")


def enter(tab: Tab) -> None:
    tab.press("Enter", ENTER_KEY, "\r")
