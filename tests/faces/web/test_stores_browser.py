"""The pages of sources, documents and collections in a real Chromium: used, looked at on every screen, and checked by axe-core."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.faces.http.asking import LENGTH
from tests.faces.http.servers import Service, serving
from tests.faces.pages import chromium
from tests.faces.pages.chromium import Tab
from tests.faces.web import browsing
from tests.faces.web.looking import look
from veracious.faces.web import site

pytestmark = [pytest.mark.long, pytest.mark.skipif(chromium.PROGRAM is None, reason="there is no Chromium here")]
TEXT = "The Brisa lighthouse is 23 metres tall. It was lit in 1911 and has a red lamp."


@pytest.fixture(scope="module")
def here() -> Iterator[Service]:
    """A service that asks nobody on this machine who they are, and searches a web."""
    with serving(anonymous=True, web=True, pages=site.install) as found:
        yield found


@pytest.fixture(scope="module")
def tab(here: Service, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tab]:
    """A tab that may reach the service and nobody else."""
    with chromium.started(tmp_path_factory.mktemp("profile")) as browser:
        yield browser.tab(here.url)


def test_a_file_is_chosen_put_and_seen_to_be_put(tab: Tab, here: Service, tmp_path: Path) -> None:
    file = tmp_path / "brisa.md"
    file.write_text(f"# On the lighthouse\n\n{TEXT}\n", "utf-8")
    tab.screen(1280)
    here.inside.desk.held = True
    try:
        tab.open(f"{here.url}/documents")
        root = tab.call("DOM.getDocument")["root"]["nodeId"]
        field = tab.call("DOM.querySelector", nodeId=root, selector="#files")["nodeId"]
        tab.call("DOM.setFileInputFiles", files=[str(file)], nodeId=field)
        tab.run("document.querySelector('form[enctype] button').click()")
        tab.wait("document.querySelector('#taken')")
        assert "Being put" in tab.run("document.querySelector('#taken').textContent")
    finally:
        here.inside.desk.held = False
    tab.wait("document.querySelector('#taken-title').textContent.includes('What became')")  # nobody loads the page anew
    assert "put" in tab.run("document.querySelector('#taken li').textContent")
    tab.run("document.querySelector('#taken a').click()")
    tab.wait("document.querySelector('.stored')")
    assert TEXT in tab.run("document.querySelector('.stored').textContent")
    assert (tab.requests, tab.dialogs, tab.console) == ([], [], [])


def test_a_source_is_rated(tab: Tab, here: Service) -> None:
    tab.open(f"{here.url}/sources?address=bbc.co.uk")
    tab.run("document.querySelector('#credibility').value = '0.3'; document.querySelector('#reason').value = 'So it is.'; 1")
    tab.run("document.querySelector('form[action=\"/sources\"][method=post] button').click()")
    tab.wait("document.querySelector('form[action=\"/sources/forget\"]')")
    assert "So it is." in tab.run("document.querySelector('.about-text').textContent")


def states(tab: Tab, here: Service) -> Iterator[str]:
    """Each page in each of its states, open in the tab."""
    tab.open(f"{here.url}/collections")
    yield "collections"
    reader = browsing.browser(here)
    reader.result(reader.verify(LENGTH))
    stock = here.inside.documents.stock
    for name in ("documents", "documents", "static"):
        asyncio.run(here.inside.documents.switch("default", stock.begin("default", name).id))
    for name, path in (
        ("sources", "/sources"),
        ("source-known", "/sources?address=bbc.co.uk"),
        ("source-lookalike", "/sources?address=reuterss.com"),
        ("source-no-domain", "/sources?address=a%20b"),
        ("documents", "/documents"),
        ("documents-erased", "/documents?erased=1"),
        ("collections-kept", "/collections?switched=1"),
        ("collections-asked", "/collections?asked=1"),
    ):
        tab.open(here.url + path)
        yield name
    tab.open(f"{here.url}/sources?address=taz.de")
    tab.run("document.querySelector('#credibility').value = '7'; document.querySelector('#reason').value = 'x'; 1")
    tab.run("document.querySelector('form[action=\"/sources\"][method=post] button').click()")
    tab.wait("document.querySelector('.wrong')")
    yield "source-wrong"
    tab.open(f"{here.url}/documents")
    tab.run("document.querySelector('form[enctype] button').click()")
    tab.wait("document.querySelector('.wrong')")
    yield "documents-wrong"


def test_every_state_is_free_of_breaches_and_fits_the_screen(tab: Tab, here: Service, axe: str, pictures: Path) -> None:
    wrong = [one for name in states(tab, here) for one in look(tab, name, axe, pictures)]
    assert wrong == []
    assert (tab.requests, tab.dialogs) == ([], [])
