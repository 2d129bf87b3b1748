"""The brief in a real Chromium: two pages of A4 and of Letter, however much was found; looked at, and checked by axe-core."""

from base64 import b64decode
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from types import SimpleNamespace

import pytest
from pypdf import PdfReader

from tests.faces.exports import stretched
from tests.faces.http.asking import LENGTH, TWO, UNCHECKABLE
from tests.faces.http.servers import Service, serving
from tests.faces.pages import chromium
from tests.faces.pages.cases import cases
from tests.faces.pages.chromium import Tab
from tests.faces.web import browsing
from tests.faces.web.looking import look
from veracious.domain.record import Record
from veracious.domain.report import Report
from veracious.faces.pages import view as views
from veracious.faces.pages.view import View
from veracious.faces.web import brief_page, site

pytestmark = [pytest.mark.long, pytest.mark.skipif(chromium.PROGRAM is None, reason="there is no Chromium here")]
PAPERS = {"a4": (8.27, 11.69), "letter": (8.5, 11.0)}
ORIGINS = 60  # on each side


@pytest.fixture(scope="module")
def here() -> Iterator[Service]:
    """A service that asks nobody on this machine who they are."""
    with serving(anonymous=True, pages=site.install) as found:
        yield found


@contextmanager
def crowded(letters: str) -> Iterator[None]:
    """While this lasts, every report has sixty origins on each side, and texts as long as they may be in these letters."""

    def view(record: Record, report: Report) -> View:
        return stretched.stretched(views.view(cases()["mixed"].record, cases()["mixed"].report), letters, ORIGINS)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(brief_page, "view", SimpleNamespace(view=view, View=View))
        yield


@pytest.fixture(scope="module")
def tab(here: Service, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tab]:
    """A tab that may reach the service and nobody else."""
    with chromium.started(tmp_path_factory.mktemp("profile")) as browser:
        yield browser.tab(here.url)


def verdict(here: Service, claim: str) -> str:
    """The address of the verdict on a claim."""
    reader = browsing.browser(here)
    path = reader.verify(claim)
    reader.result(path)
    return here.url + path


def printed(tab: Tab, width: float, height: float) -> PdfReader:
    """The open page on this paper, in inches, with the margins of its own."""
    given = {"preferCSSPageSize": False, "paperWidth": width, "paperHeight": height, "printBackground": True}
    margins = {"marginTop": 14 / 25.4, "marginBottom": 14 / 25.4, "marginLeft": 15 / 25.4, "marginRight": 15 / 25.4}
    return PdfReader(BytesIO(b64decode(tab.call("Page.printToPDF", **given, **margins)["data"])))


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize(("name", "claim"), [("small", LENGTH), ("parts", TWO), ("refused", UNCHECKABLE)])
def test_a_brief_takes_two_pages_at_most(tab: Tab, here: Service, pictures: Path, name: str, claim: str, paper: str) -> None:
    tab.screen(1280, dark=True)
    tab.open(f"{verdict(here, claim)}/brief")
    text = _on_two_pages(tab, paper, pictures / f"brief-{name}-{paper}.txt")
    assert claim.split()[-1].rstrip(".?") in text


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("letters", stretched.LETTERS)
def test_however_much_was_found_it_takes_two_pages(tab: Tab, here: Service, pictures: Path, letters: str, paper: str) -> None:
    tab.screen(1280)
    with crowded(letters):
        tab.open(f"{verdict(here, LENGTH)}/brief")
        _on_two_pages(tab, paper, pictures / f"brief-{ord(letters[0]):x}-{paper}.txt")


def _on_two_pages(tab: Tab, paper: str, kept: Path) -> str:
    found = printed(tab, *PAPERS[paper])
    told = [one.extract_text() for one in found.pages]
    kept.write_text("\n=====\n".join(told), "utf-8")
    text = "\n".join(told)
    assert len(told) <= 2
    assert "Signed by" in text  # the last line is there, so nothing was cut off
    assert "Skip to the content" not in text
    return text


def test_the_appendix_begins_on_a_page_of_its_own(tab: Tab, here: Service) -> None:
    tab.screen(1280)
    with crowded("w "):
        tab.open(f"{verdict(here, LENGTH)}/brief?appendix=1")
        pages = [one.extract_text() for one in printed(tab, *PAPERS["a4"]).pages]
    first = next(number for number, text in enumerate(pages) if "Appendix" in text)
    assert 1 <= first <= 2
    assert "Signed by" in "".join(pages[:first])
    assert len(pages) > first + 3


def test_a_brief_is_free_of_breaches_and_fits_the_screen(tab: Tab, here: Service, axe: str, pictures: Path) -> None:
    wrong = list[str]()
    for name, claim in (("small", LENGTH), ("parts", TWO), ("refused", UNCHECKABLE)):
        address = verdict(here, claim)
        for kind, path in (("menu", ""), ("brief", "/brief"), ("appendix", "/brief?appendix=1")):
            tab.open(address + path)
            wrong += look(tab, f"{kind}-{name}", axe, pictures)
    with crowded("W"):
        tab.open(f"{verdict(here, LENGTH)}/brief")
        wrong += look(tab, "brief-crowded", axe, pictures)
    assert wrong == []
    assert (tab.requests, tab.dialogs, tab.console) == ([], [], [])
