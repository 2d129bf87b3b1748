"""The page to sign in with a provider in a real Chromium: every state, by keyboard alone, without scripts; axe-core and pictures.

The pictures are left in the folder that VERACIOUS_PICTURES names, so that they can be looked at.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import sign_in_provider
from tests.faces.http.servers import Service, serving
from tests.faces.pages import chromium
from tests.faces.pages.chromium import Tab
from tests.faces.web.looking import look
from tests.faces.web.test_provider_signing import Exchanged, asking
from tests.sign_in_provider import Provider
from veracious.domain.access import Rank
from veracious.faces.web import site

pytestmark = [pytest.mark.long, pytest.mark.skipif(chromium.PROGRAM is None, reason="there is no Chromium here")]
ENTER, TAB_KEY = 13, 9
LONG = "The Ministry of Facts and of Everything That Is Thought to Be One"


@pytest.fixture(scope="module")
def provider() -> Iterator[Provider]:
    """A provider on another site than the service, by its name, which registers it once that has an address."""
    with sign_in_provider.running("localhost") as found:
        yield found


def opened(provider: Provider, title: str, passwords: bool = True) -> Iterator[Service]:
    exchanged = Exchanged(asking(provider, title))
    with serving(pages=site.install, passwords=passwords, identity_provider=exchanged) as service:
        provider.redirect = f"{service.url}/sign-in/provider/back"
        exchanged.now = asking(provider, title, provider.redirect)
        yield service


@pytest.fixture(scope="module")
def here(provider: Provider) -> Iterator[Service]:
    """A service with passwords and a provider."""
    yield from opened(provider, "Example ID")


@pytest.fixture(scope="module")
def alone(provider: Provider, here: Service) -> Iterator[Service]:
    """A service with a provider of a long name alone."""
    before = provider.redirect
    yield from opened(provider, LONG, passwords=False)
    provider.redirect = before


@pytest.fixture(scope="module")
def tab(here: Service, alone: Service, provider: Provider, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tab]:
    provider.redirect = f"{here.url}/sign-in/provider/back"
    with chromium.started(tmp_path_factory.mktemp("profile")) as browser:
        yield browser.tab(here.url, alone.url, provider.url)


def test_by_keyboard_alone_somebody_signs_in_and_goes_on_to_where_they_wanted(tab: Tab, here: Service) -> None:
    """The provider is another site, so that its answer brings the cookie only because that is meant for links."""
    access = here.inside.access
    access.people["default", "Ana"], access.emails["default", "ana@example.org"] = Rank.REVIEWER, "Ana"
    tab.screen(1280)
    tab.open(f"{here.url}/sources")
    assert tab.run("location.pathname") == "/sign-in"
    for _ in range(10):
        tab.press("Tab", TAB_KEY)
        if tab.run("document.activeElement.id") == "provider":
            break
    assert tab.run("getComputedStyle(document.activeElement).outlineStyle") == "solid"
    tab.press("Enter", ENTER, "\r")
    tab.wait("location.pathname == '/sources' && document.readyState == 'complete'")
    assert "Ana, workspace default" in " ".join(tab.run("document.body.innerText").split())
    assert tab.run("document.cookie") == ""
    tab.run("document.querySelector('form.who button').click()")
    tab.wait("location.pathname == '/sign-in' && document.readyState == 'complete'")
    assert (tab.requests, tab.dialogs) == ([], [])


def test_every_state_is_free_of_breaches_and_fits_the_screen(
    tab: Tab, here: Service, alone: Service, provider: Provider, axe: str, pictures: Path
) -> None:
    states = {
        "sign-in": f"{here.url}/sign-in",
        "sign-in-alone": f"{alone.url}/sign-in",
        "sign-in-refused": f"{here.url}/sign-in/provider",
        "sign-in-stale": f"{here.url}/sign-in/provider/back?code=x",
        "sign-in-elsewhere": f"{here.url}/sign-in?workspace=newsroom",
    }
    provider.subject, provider.email = "mallory", "mallory@example.org"
    wrong = []
    for name, address in states.items():
        tab.open(address)
        wrong += look(tab, name, axe, pictures)
    assert wrong == []
