"""The page of a report in a real Chromium: looked at in light, dark, on a phone and on paper, checked by axe-core, attacked.

The pictures are left in the folder that VERACIOUS_PICTURES names, so that they can be looked at.
"""

from io import BytesIO
from pathlib import Path

import pytest
from pypdf import PdfReader

from tests.faces.pages import chromium, payloads
from tests.faces.pages.cases import BRIDGE, LENGTH, Text, cases, made
from tests.faces.pages.chromium import Tab
from veracious.faces.pages import page

pytestmark = [pytest.mark.long, pytest.mark.skipif(chromium.PROGRAM is None, reason="there is no Chromium here")]
SCREENS = {"light": (1280, False), "dark": (1280, True), "tablet": (800, False), "phone": (390, False), "phone-dark": (390, True)}


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Every case as a file."""
    folder = tmp_path_factory.mktemp("pages")
    for name, case in cases().items():
        (folder / f"{name}.html").write_text(page.report(case.record, case.report), "utf-8")
    return {name: folder / f"{name}.html" for name in cases()}


@pytest.mark.parametrize("screen", SCREENS)
def test_no_report_asks_anybody_for_anything_or_is_wider_than_the_screen(
    tab: Tab, pages: dict[str, Path], pictures: Path, screen: str
) -> None:
    for name, path in pages.items():
        tab.screen(*SCREENS[screen])
        tab.open(path)
        tab.picture(pictures / f"{name}-{screen}.png")
        assert tab.run("document.documentElement.scrollWidth") <= SCREENS[screen][0]
        assert (tab.requests, tab.dialogs, tab.console) == ([], [], [])


def test_a_reader_with_a_narrow_window_scrolls_one_way_only(tab: Tab, pages: dict[str, Path]) -> None:
    """WCAG 1.4.10: at 320 pixels nothing but the drawing and the wide tables is wider than the window."""
    for path in pages.values():
        tab.screen(320)
        tab.open(path)
        tab.run("document.querySelectorAll('details').forEach(one => one.open = true)")
        assert tab.run("document.documentElement.scrollWidth") <= 320


@pytest.mark.parametrize("screen", ["light", "dark", "phone"])
def test_axe_finds_no_breach_of_wcag_a_or_aa(tab: Tab, pages: dict[str, Path], axe: str, screen: str) -> None:
    """Of every report, with everything that can be opened open."""
    for name, path in pages.items():
        tab.screen(*SCREENS[screen])
        tab.open(path)
        tab.run("document.querySelectorAll('details').forEach(one => one.open = true)")
        assert (name, chromium.violations(tab, axe)) == (name, [])


def test_axe_would_find_a_breach(tab: Tab, axe: str, tmp_path: Path) -> None:
    (tmp_path / "bad.html").write_text("<p style='color:#ccc'>pale</p><img src='data:,'>", "utf-8")
    tab.open(tmp_path / "bad.html")
    assert {one.split(":")[0] for one in chromium.violations(tab, axe)} >= {"color-contrast", "image-alt", "html-has-lang"}


def test_on_paper_links_are_written_out_and_nothing_is_folded(tab: Tab, pages: dict[str, Path], pictures: Path) -> None:
    tab.screen(1280, dark=True)
    tab.open(pages["supported"])
    printed = PdfReader(BytesIO(tab.print(pictures / "supported.pdf")))
    text = "\n".join(one.extract_text() for one in printed.pages)
    assert "<https://roads.example/2025/06/story-number-3>" in text
    assert text.count("Final score") == 4
    assert "Origin: northpress.example (counted once with" in text
    assert "Skip to the content" not in text
    assert 4 <= len(printed.pages) <= 12
    width, height = (float(side) for side in printed.pages[0].mediabox[2:])
    assert height > width


def test_the_first_thing_a_keyboard_reaches_is_the_way_to_the_content(tab: Tab, pages: dict[str, Path]) -> None:
    tab.screen(1280)
    tab.open(pages["mixed"])
    for kind in ("keyDown", "keyUp"):
        tab.call("Input.dispatchKeyEvent", type=kind, key="Tab", code="Tab", windowsVirtualKeyCode=9)
    told = "({text: document.activeElement.textContent, left: document.activeElement.getBoundingClientRect().left})"
    focused = tab.run(told)
    assert focused["text"] == "Skip to the content"
    assert focused["left"] >= 0
    assert tab.run("getComputedStyle(document.activeElement).outlineStyle") == "solid"


def test_no_payload_runs(tab: Tab, tmp_path: Path) -> None:
    """Each of 200 in every text of a report; and in what is read, quoted and claimed on the whole way."""
    path, tab.dialogs[:] = tmp_path / "attacked.html", []
    tab.requests.clear()
    for number, text in enumerate(payloads.PAYLOADS):
        case = payloads.poisoned(cases()[("supported", "refused", "failed", "mixed")[number % 4]], text)
        _attack(tab, path, text, page.report(case.record, case.report))
    for text in payloads.PAYLOADS[::10]:
        url = f"https://bad.example/{text}"
        hostile = Text("bad.example", 0.9, text, f"{LENGTH[:-1]} {text} everywhere.", None, byline=text, url=url)
        case = made(f"{LENGTH[:-1]}{text}.", [hostile, *BRIDGE])
        _attack(tab, path, text, page.report(case.record, case.report))


def _attack(tab: Tab, path: Path, text: str, written: str) -> None:
    """Without the policy of the page, which alone would keep the payload from running."""
    bare, policies = chromium.POLICY.subn("", written)
    assert policies == 1
    path.write_text(bare, "utf-8")
    tab.open(path)
    tab.run("document.querySelectorAll('details').forEach(one => one.open = true)")
    followed = tab.run("[...document.querySelectorAll('a')].map(one => one.protocol).filter(one => !/^(https?|file):$/.test(one))")
    assert (text, tab.run("window.hit"), tab.dialogs, tab.requests, followed) == (text, None, [], [], [])


def test_the_payloads_do_run_on_a_careless_page(tab: Tab, tmp_path: Path) -> None:
    """Else their silence would say nothing: most set the global, and a dialog is heard."""
    path, ran = tmp_path / "careless.html", 0
    for text in payloads.PAYLOADS:
        path.write_text(payloads.CONTROL.format(text.replace(";alert(1)", "")), "utf-8")
        tab.open(path)
        ran += tab.run("new Promise(done => setTimeout(() => done(window.hit || 0), 30))")
    path.write_text(payloads.CONTROL.format(f"<script>{payloads.RUN}</script>"), "utf-8")
    tab.open(path)
    assert (ran >= 130, tab.dialogs) == (True, ["1"])
