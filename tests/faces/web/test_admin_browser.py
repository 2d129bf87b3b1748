"""The page of administrators in a real Chromium: used by keyboard alone, looked at on every screen, checked by axe-core.

The pictures are left in the folder that VERACIOUS_PICTURES names, so that they can be looked at.
"""

import asyncio
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tests.faces.http.asking import LENGTH
from tests.faces.http.memory_backend import PASSWORD
from tests.faces.http.servers import Service, serving
from tests.faces.pages import chromium
from tests.faces.pages.chromium import Tab
from tests.faces.web.browsing import signed_in
from tests.faces.web.looking import look
from tests.faces.web.test_pages_browser import ENTER, TAB_KEY
from veracious.domain.access import Change, Grant, Rank
from veracious.domain.job import Allowance
from veracious.faces.web import site

pytestmark = [pytest.mark.long, pytest.mark.skipif(chromium.PROGRAM is None, reason="there is no Chromium here")]
AT = datetime(2026, 3, 1, 12, tzinfo=UTC)
STATES = 11


@pytest.fixture(scope="module")
def here() -> Iterator[Service]:
    """A service where people sign in."""
    with serving(pages=site.install) as found:
        yield found


@pytest.fixture(scope="module")
def tab(here: Service, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tab]:
    """A tab in which Ada has signed in, and that may reach the service and nobody else."""
    here.inside.access.people["one", "Ada"] = Rank.ADMIN
    with chromium.started(tmp_path_factory.mktemp("profile")) as browser:
        found = browser.tab(here.url)
        found.open(f"{here.url}/sign-in?next=/admin")
        for name, value in (("workspace", "one"), ("name", "Ada"), ("password", PASSWORD)):
            found.run(f"document.querySelector('#{name}').value = {value!r}; 1")
        found.run("document.querySelector('main form button').click()")
        found.wait("document.querySelector('#keys')")
        yield found


def reach(tab: Tab, wanted: str) -> None:
    """Go on from field to field until this holds of the one that has the focus."""
    for _ in range(200):
        tab.press("Tab", TAB_KEY)
        if tab.run(f"(one => {wanted})(document.activeElement)"):
            assert tab.run("getComputedStyle(document.activeElement).outlineStyle") in ("solid", "auto")
            return
    raise AssertionError(wanted)


def write(tab: Tab, text: str) -> None:
    """Type into the field that has the focus."""
    tab.call("Input.insertText", text=text)


def enter(tab: Tab) -> None:
    """Press Enter, and wait for the next page."""
    before = tab.loaded
    tab.press("Enter", ENTER, "\r")
    tab.browser.wait(lambda: tab.loaded > before)


def send(tab: Tab, form: str, **fields: str) -> None:
    """Fill in a form and send it."""
    for name, value in fields.items():
        tab.run(f"document.querySelector({form!r}).elements[{name!r}].value = {value!r}; 1")
    before = tab.loaded
    tab.run(f"document.querySelector({form!r}).noValidate = true; document.querySelector({form!r}).querySelector('button').click(); 1")
    tab.browser.wait(lambda: tab.loaded > before)


def test_a_key_is_made_by_keyboard_alone_limited_and_revoked(tab: Tab, here: Service) -> None:
    tab.screen(1280)
    tab.open(f"{here.url}/admin")
    reach(tab, "one.id === 'key-name'")
    write(tab, "desk")
    reach(tab, "one.id === 'key-days'")
    write(tab, "30")
    enter(tab)
    secret = tab.run("document.querySelector('#secret').value")
    assert secret in here.inside.access.secrets
    reach(tab, "one.id === 'secret'")
    assert tab.run("getSelection().toString()") == secret  # whole, so that it can be copied
    before = tab.loaded
    tab.call("Page.reload")
    tab.browser.wait(lambda: tab.loaded > before)
    assert secret not in tab.run("document.documentElement.outerHTML")
    (told,) = tab.console
    assert "409" in told  # that the page was sent a second time
    tab.console.clear()
    tab.open(f"{here.url}/admin")
    reach(tab, "one.textContent.startsWith('Limit')")
    tab.press("Enter", ENTER, "\r")
    reach(tab, "one.name === 'money'")
    write(tab, "20")
    enter(tab)
    assert "20.00 a month" in tab.run("document.querySelector('#keys').textContent")
    assert "from now on" in tab.run("document.querySelector('#keys [role=status]').textContent")
    reach(tab, "one.textContent.startsWith('Revoke')")
    tab.press("Enter", ENTER, "\r")
    reach(tab, "one.tagName === 'BUTTON' && one.textContent.startsWith('Revoke it')")
    enter(tab)
    assert "no key that opens anything" in tab.run("document.querySelector('#keys').textContent")
    assert len([one for one in here.inside.access.made.values() if one.name == "desk"]) == 1
    assert (tab.requests, tab.dialogs, tab.console) == ([], [], [])


def filled(here: Service) -> None:
    """Keys, people, providers, changes, and what is used."""
    access = here.inside.access
    for number, (name, grant) in enumerate((("chatbot on the front page", Grant.VERIFY), ("archive", Grant.WRITE), ("", Grant.READ))):
        made, _ = asyncio.run(access.create_key("one", name, grant, AT + timedelta(days=90 * number) if number else None))
        asyncio.run(access.allow("one", made.id, Allowance(20_000_000, 5, 60) if number == 0 else Allowance(0)))
    for name, rank in (("Bo", Rank.REVIEWER), ("Zoë Núñez-Featherstonehaugh of the night desk", Rank.CHECKER)):
        access.people["one", name] = rank
    asyncio.run(access.put_provider("one", "brave", "x"))
    here.inside.desk.limits["one"] = Allowance(20_000, 10, 120, 50_000_000)
    said = (
        ("key_made", "vk_4f0a9c27be1d", "", "verify"),
        ("role_changed", "Bo", "checker", "reviewer"),
        ("rating_set", "news.example", "0.5 C", "0.25 D"),
        ("verdict_signed", "019e6a21c0de-1f2e3d4c5b6a7988", "supported", "supported"),
        ("record_erased", "019e6a21c0de-1f2e3d4c5b6a7988", "", ""),
        ("retention_changed", "documents", "forever", "90"),
    )
    here.inside.audit.changes += [
        ("one", Change(number, AT + timedelta(hours=number), "person:Ada", *one)) for number, one in enumerate(said, start=1)
    ]


def states(tab: Tab, here: Service) -> Iterator[str]:
    """Every state of the pages, one after another."""
    page = f"{here.url}/admin"
    tab.open(page)
    yield "admin-new"
    tab.open(f"{page}/changes")
    yield "changes-none"
    filled(here)
    ada = signed_in(here, "Ada", rank=Rank.ADMIN)
    ada.result(ada.verify(LENGTH))
    here.inside.desk.held, here.inside.desk.workers = True, ()
    ada.verify(f"{LENGTH} It is.")
    tab.open(page)
    yield "admin-no-worker"
    here.inside.desk.held, here.inside.desk.workers = False, ("memory-1",)
    tab.open(f"{page}?done=provider-set")
    yield "admin"
    tab.open(f"{page}/changes")
    yield "changes"
    for name, form, fields in (
        ("admin-key-wrong", "#make-key", {"days": "ten"}),
        ("admin-person-wrong", "#add-person", {"name": "Bo"}),
        ("admin-last-admin", "form[action='/admin/people/remove']", {}),
        ("admin-limit-wrong", "form[action='/admin/keys/limit']", {"money": "much"}),
        ("admin-key", "#make-key", {"name": "desk"}),
        ("admin-person", "#add-person", {"name": "Cy"}),
    ):
        tab.open(page)
        send(tab, form, **fields)
        yield name


def test_every_state_is_free_of_breaches_and_fits_the_screen(tab: Tab, here: Service, axe: str, pictures: Path) -> None:
    shown = list[str]()
    tab.console.clear()
    wrong = []
    for name in states(tab, here):
        shown.append(name)
        wrong += look(tab, name, axe, pictures)
    assert wrong == []
    assert len(shown) == STATES
    assert (tab.requests, tab.dialogs) == ([], [])
