"""What stands behind a verdict, and the ledger of an answer, in a real Chromium: opened, drawn within bounds, on every screen; axe-core.

The pictures are left in the folder that VERACIOUS_PICTURES names, so that they can be looked at.
"""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tests.faces.http.asking import LENGTH, TWO
from tests.faces.http.servers import Service, serving
from tests.faces.pages import chromium, payloads
from tests.faces.pages.cases import made
from tests.faces.pages.chromium import Tab
from tests.faces.pages.ledgers import HANDBOOK, NOTICE, QUESTION, SHORT
from tests.faces.pages.many_pieces import large, written
from tests.faces.web.browsing import browser, handed_in
from tests.faces.web.looking import look
from veracious.faces.pages import page
from veracious.faces.web import site

pytestmark = [pytest.mark.long, pytest.mark.skipif(chromium.PROGRAM is None, reason="there is no Chromium here")]
ENTER = 13
# Texts of a drawing that run out of it, or over a shape that they do not belong to.
OUTSIDE = """(() => {
  const svg = document.querySelector('svg.map'), whole = svg.viewBox.baseVal, wrong = [];
  const boxes = [...svg.querySelectorAll('rect.box')].map(one => one.getBBox());
  for (const text of svg.querySelectorAll('text')) {
    const at = text.getBBox();
    if (!at.width) continue;
    const inBox = boxes.find(box => at.x >= box.x && at.x < box.x + box.width && at.y >= box.y - 1 && at.y < box.y + box.height);
    const right = inBox ? inBox.x + inBox.width : at.x < 800 ? 795 : whole.x + whole.width;
    const low = inBox ? inBox.y + inBox.height : whole.y + whole.height;
    if (at.x < whole.x || at.y < whole.y || at.x + at.width > right || at.y + at.height > low + 1) wrong.push(text.textContent);
  }
  return wrong;
})()"""


@pytest.fixture(scope="module")
def here() -> Iterator[Service]:
    """A service that asks nobody on this machine who they are."""
    with serving(anonymous=True, pages=site.install) as found:
        yield found


@pytest.fixture(scope="module")
def tab(here: Service, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tab]:
    """A tab that may reach the service and nobody else."""
    with chromium.started(tmp_path_factory.mktemp("profile")) as started:
        yield started.tab(here.url)


def verified(here: Service, claim: str = TWO, **more: str) -> str:
    """Where a claim that was checked is read."""
    reader = browser(here)
    path = reader.verify(claim, **more)
    reader.result(path)
    return path


def test_what_is_folded_is_loaded_where_it_is_opened(tab: Tab, here: Service) -> None:
    path = verified(here)
    tab.screen(1280)
    tab.open(here.url + path)
    for name, there in (("map", "svg.map"), ("scores", ".score"), ("versions", "#versions .rows, #versions .none")):
        tab.run(f"document.querySelector('#{name} summary').focus()")
        tab.press("Enter", ENTER, "\r")
        tab.wait(f"document.querySelector('{there}')")
        assert tab.run("location.pathname") == path
    tab.run("document.querySelector('#map .loaded a[href*=\"#\"]').click()")
    assert tab.run("location.pathname + (document.querySelector(':target') ? ' there' : '')") == f"{path} there"
    assert (tab.requests, tab.dialogs, tab.console) == ([], [], [])


def test_an_answer_is_handed_in_watched_and_read(tab: Tab, here: Service) -> None:
    tab.open(f"{here.url}/check")
    fields = {"answer": SHORT, "question": QUESTION, "text1": HANDBOOK.text}
    for name, text in fields.items():
        tab.run(f"document.querySelector('#{name}').value = {text!r}; 1")
    tab.run("document.querySelector('button[name=more]').click()")
    tab.wait("document.querySelector('#text2')")
    tab.run(f"document.querySelector('#text2').value = {NOTICE.text!r}; document.querySelector('button.main').click()")
    tab.wait("document.querySelector('.stamp')")
    assert "Block" in tab.run("document.querySelector('.stamp').textContent")
    tab.run("document.querySelector('.line.refuted a.quoted').click()")
    tab.wait("document.querySelector('#q')")
    assert tab.run("getComputedStyle(document.querySelector('#q')).outlineStyle") == "solid"
    assert (tab.requests, tab.dialogs, tab.console) == ([], [], [])


@pytest.mark.parametrize(
    "title", ["WWMM" * 12, "Ångström wrote of MEASUREMENTS ON THE CROSSING at length", "橋の長さについての報告と測定の記録" * 3]
)
def test_no_text_of_a_map_runs_out_of_it(tab: Tab, tmp_path: Path, title: str) -> None:
    texts = [written(number) for number in range(12)]
    found = large([replace(one, title=f"{title} {number}") for number, one in enumerate(texts)])
    path = tmp_path / "map.html"
    path.write_text(page.report(found.record, found.report), "utf-8")
    tab.screen(1280)
    tab.open(path)
    assert tab.run(OUTSIDE) == []


def test_no_part_of_a_claim_runs_out_of_its_box(tab: Tab, tmp_path: Path) -> None:
    claim = f"The HALVORSUND BRIDGE of {'WESTMORLAND ' * 4}is 1,420 METRES LONG and was opened in June 2025 by {'M' * 32}."
    found = made(claim, [written(number) for number in range(4)])
    path = tmp_path / "claim.html"
    path.write_text(page.report(found.record, found.report), "utf-8")
    tab.screen(1280)
    tab.open(path)
    assert tab.run(OUTSIDE) == []


def states(tab: Tab, here: Service) -> Iterator[str]:
    """Each page in each of its states, open in the tab."""
    reader = browser(here)
    tab.open(f"{here.url}/check")
    yield "check"
    tab.run("document.querySelector('#published1').removeAttribute('type'); document.querySelector('#published1').value = 'soon'; 1")
    tab.run("document.querySelector('button.main').click()")
    tab.wait("document.querySelector('.wrong')")
    yield "check-invalid"
    here.inside.desk.held = True
    try:
        running = handed_in(reader)
        tab.open(here.url + running)
        yield "ledger-running"
    finally:
        here.inside.desk.held = False
    tab.wait("document.querySelector('.stamp')")
    yield "ledger-block"
    for name, answer in (("ledger-pass", "The office opens at 9 AM on business days."), ("ledger-refused", "Is it open on Sunday?")):
        path = handed_in(reader, answer)
        reader.result(path)
        tab.open(here.url + path)
        yield name
    tab.run("document.querySelector('#again a').click()")
    tab.wait("document.querySelector('[name=keep]')")
    yield "check-again"
    first, second = verified(here, LENGTH), verified(here, LENGTH, as_of="2025-07-01")
    for name in ("map", "scores", "versions", f"diff/{second.removeprefix('/v/')}"):
        tab.open(f"{here.url}{first}/{name}")
        yield name.partition("/")[0]


def test_every_state_of_every_page_is_free_of_breaches_and_fits_the_screen(tab: Tab, here: Service, axe: str, pictures: Path) -> None:
    """WCAG 2.2 A and AA, light and dark, on a phone, with everything that can be opened open."""
    tab.requests.clear()
    seen, wrong = list[str](), list[str]()
    for name in states(tab, here):
        seen.append(name)
        wrong += look(tab, name, axe, pictures)
    assert wrong == []
    assert len(seen) == len(set(seen)) == 11
    assert (tab.requests, tab.dialogs) == ([], [])


def test_no_payload_runs(tab: Tab, here: Service) -> None:
    """Each of them in an answer, its question, a document and its title; nothing of it runs, and nobody else is asked for anything."""
    reader = browser(here)
    tab.dialogs.clear()
    tab.requests.clear()
    for text in payloads.PAYLOADS[::20]:
        given = {"question": text, "text1": f"{text} {HANDBOOK.text}", "title1": text}
        path = str(reader.send(reader.page("/check").form("/check"), answer=f"{SHORT} {text}", **given).headers["location"])
        reader.result(path)
        for address in (path, f"/check?again={path.removeprefix('/l/')}"):
            tab.open(here.url + address)
            assert (text, tab.run("window.hit"), tab.dialogs, tab.requests) == (text, None, [], [])
