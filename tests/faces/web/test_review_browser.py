"""Reviews in a real Chromium: signed by keyboard alone, corrected, published, doubted by a stranger; axe-core and pictures of every state.

The pictures are left in the folder that VERACIOUS_PICTURES names, so that they can be looked at.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.faces.http.asking import LENGTH, TWO
from tests.faces.http.memory_backend import PASSWORD
from tests.faces.http.servers import Service, serving
from tests.faces.pages import chromium, payloads
from tests.faces.pages.chromium import Tab
from tests.faces.web.browsing import signed_in
from tests.faces.web.looking import look
from tests.faces.web.test_pages_browser import ENTER, TAB_KEY
from tests.faces.web.test_review_pages import checked, form, say
from veracious.domain.access import Rank
from veracious.faces.web import site

pytestmark = [pytest.mark.long, pytest.mark.skipif(chromium.PROGRAM is None, reason="there is no Chromium here")]
WHY = "The register of 2026 says 14,000 vehicles a day, and the article says 18,000."
STATES = 17


@pytest.fixture(scope="module")
def here() -> Iterator[Service]:
    """A service where people sign in, and whose workspace publishes."""
    with serving(pages=site.install, public="one") as found:
        yield found


@pytest.fixture(scope="module")
def tab(here: Service, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tab]:
    """A tab in which Ada has signed in, and that may reach the service and nobody else."""
    here.inside.access.people["one", "Ada"] = Rank.REVIEWER
    with chromium.started(tmp_path_factory.mktemp("profile")) as browser:
        found = browser.tab(here.url)
        found.call("Network.setCacheDisabled", cacheDisabled=True)  # what is published may be kept for some seconds
        found.open(f"{here.url}/sign-in")
        for name, value in (("workspace", "one"), ("name", "Ada"), ("password", PASSWORD)):
            found.run(f"document.querySelector('#{name}').value = {value!r}; 1")
        found.run("document.querySelector('main form button').click()")
        found.wait("document.querySelector('#claim')")
        yield found


def press(tab: Tab, act: str, why: str = "", verdict: str = "") -> None:
    """Fill in the form of this act and send it."""
    inside = f"[...document.querySelectorAll('form')].find(one => one.elements.act && one.elements.act.value == '{act}')"
    if why:
        tab.run(f"{inside}.elements.why.value = {why!r}; 1")
    if verdict:
        tab.run(f"{inside}.elements.verdict.value = {verdict!r}; 1")
    before = tab.loaded
    tab.run(f"{inside}.querySelector('button').click()")
    tab.browser.wait(lambda: tab.loaded > before)
    tab.wait("document.querySelector('#review')")


def test_a_verdict_is_signed_by_keyboard_alone(tab: Tab, here: Service) -> None:
    tab.screen(1280)
    path = checked(signed_in(here, "Bo"), LENGTH)
    tab.open(f"{here.url}{path}")
    for _ in range(120):
        tab.press("Tab", TAB_KEY)
        if tab.run("document.activeElement.textContent") == "Sign it":
            break
    assert tab.run("getComputedStyle(document.activeElement).outlineStyle") == "solid"
    tab.press("Enter", ENTER, "\r")
    tab.wait("document.querySelector('.signed')")
    assert "Signed by Ada" in tab.run("document.querySelector('.signed').textContent")
    assert tab.run("location.hash") == "#review"


def test_a_verdict_is_corrected_published_and_doubted_by_a_stranger(tab: Tab, here: Service) -> None:
    path = checked(signed_in(here, "Bo"), TWO)
    tab.open(f"{here.url}{path}")
    for act, why, verdict in (("signed", "", ""), ("published", "", ""), ("changed", WHY, "refuted")):
        press(tab, act, why, verdict)
    assert "Refuted" in tab.run("document.querySelector('.stamp').textContent")
    tab.open(f"{here.url}{path.replace('/v/', '/published/')}")
    tab.run("document.querySelector('#text').value = 'Look at the register.'; document.querySelector('#feedback button').click()")
    tab.wait("document.querySelector('#feedback .alert')")
    tab.open(f"{here.url}/review?show=disputed")
    assert "A reader says: Look at the register." in tab.run("document.body.innerText")
    assert (tab.requests, tab.dialogs, tab.console) == ([], [], [])


def states(tab: Tab, here: Service) -> Iterator[str]:
    """Each page in each of its states, open in the tab."""
    bo = signed_in(here, "Bo", rank=Rank.REVIEWER)
    path, other, third = (checked(bo, claim) for claim in (TWO, LENGTH, TWO))
    own, public = f"{here.url}{path}", f"{here.url}{path.replace('/v/', '/published/')}"

    def shown(name: str, address: str) -> str:
        tab.open(address)
        tab.wait("document.querySelector('main')")
        return name

    yield shown("review-draft", own)
    yield shown("queue-unsigned", f"{here.url}/review")
    yield shown("queue-disputed-empty", f"{here.url}/review?show=disputed")
    tab.open(own)
    say(bo, path, "signed")
    press(tab, "signed")  # Bo was faster
    yield "review-overtaken"
    yield shown("review-signed", own)
    press(tab, "changed", " ", "mixed")
    yield "review-refused"
    say(bo, path, "published")
    yield shown("review-published", own)
    yield shown("published-list", f"{here.url}/published")
    yield shown("published-verdict", public)
    tab.run("document.querySelector('#text').value = 'Look at the register.'; document.querySelector('#feedback button').click()")
    tab.wait("document.querySelector('#feedback .alert')")
    yield "published-said"
    say(bo, path, "changed", verdict="refuted", why=WHY)
    yield shown("review-changed-and-doubted", own)
    yield shown("published-changed", public)
    yield shown("published-corrections", f"{here.url}/published/corrections")
    say(bo, path, "withdrawn", why=WHY)
    say(bo, other, "returned", why="Which bridge?")
    say(bo, third, "signed")
    yield shown("published-withdrawn", public)
    yield shown("corrections", f"{here.url}/corrections")
    yield shown("queue-disputed", f"{here.url}/review?show=disputed")
    yield shown("queue-mine", f"{here.url}/review?show=mine")


def test_every_state_of_every_page_is_free_of_breaches_and_fits_the_screen(tab: Tab, here: Service, axe: str, pictures: Path) -> None:
    """WCAG 2.2 A and AA, light and dark, on a phone, with everything that can be opened open."""
    seen, wrong = list[str](), list[str]()
    for name in states(tab, here):
        seen.append(name)
        wrong += look(tab, name, axe, pictures)
    assert wrong == []
    assert len(seen) == len(set(seen)) == STATES
    assert (tab.requests, tab.dialogs) == ([], [])


def test_no_payload_runs(tab: Tab, here: Service) -> None:
    """Each of them as a reason, in the log and in the queue; nothing of it runs, and nobody else is asked for anything."""
    bo = signed_in(here, "Bo", rank=Rank.REVIEWER)
    path = checked(bo, LENGTH)
    tab.dialogs.clear()
    tab.requests.clear()
    for number, text in enumerate(payloads.PAYLOADS[::10]):
        bo.send(form(bo, path, "changed"), verdict="mixed" if number % 2 else "refuted", why=text)
        for where in (path, "/corrections", "/review?show=mine"):
            tab.open(here.url + where)
            assert (text, tab.run("window.hit"), tab.dialogs, tab.requests) == (text, None, [], [])
