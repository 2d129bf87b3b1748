"""The page of an article in a real Chromium: looked at in light, dark, on a phone and on paper, checked by axe-core, attacked.

The pictures are left in the folder that VERACIOUS_PICTURES names, so that they can be looked at.
"""

from dataclasses import replace
from io import BytesIO
from pathlib import Path

import pytest
from pypdf import PdfReader

from tests.faces.pages import chromium, payloads
from tests.faces.pages.articles import CLAIMS, NAMES, analyses, hostile
from tests.faces.pages.chromium import Tab
from tests.faces.pages.reader import plain
from veracious.faces.pages import page

pytestmark = [pytest.mark.long, pytest.mark.skipif(chromium.PROGRAM is None, reason="there is no Chromium here")]
PICTURED = {"whole"}
SCREENS = {"light": (1280, False), "dark": (1280, True), "phone": (360, False), "narrow": (320, True)}


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Every case as a file."""
    folder = tmp_path_factory.mktemp("pages")
    for name in NAMES:
        (folder / f"{name}.html").write_text(page.article(analyses()[name]), "utf-8")
    return {name: folder / f"{name}.html" for name in NAMES}


FOCUSED = """(() => { const at = document.activeElement, style = getComputedStyle(at);
return [at.textContent.trim(), style.outlineStyle, style.outlineWidth]; })()"""
LEADS = "[...document.querySelectorAll('a')].map(one => one.protocol)"
OPENED = "document.querySelectorAll('details').forEach(one => one.open = true)"


@pytest.mark.parametrize("screen", SCREENS)
def test_no_page_asks_anybody_for_anything_or_is_wider_than_the_screen(
    tab: Tab, pages: dict[str, Path], pictures: Path, screen: str
) -> None:
    for name, path in pages.items():
        tab.screen(*SCREENS[screen])
        tab.open(path)
        tab.run(OPENED)
        if name in PICTURED:
            tab.picture(pictures / f"article-{name}-{screen}.png")
        assert tab.run("document.documentElement.scrollWidth") <= SCREENS[screen][0]
        assert (tab.requests, tab.dialogs, tab.console) == ([], [], [])


@pytest.mark.parametrize("screen", ["light", "dark", "phone"])
def test_axe_finds_no_breach_of_wcag_a_or_aa(tab: Tab, pages: dict[str, Path], axe: str, screen: str) -> None:
    """With everything that can be opened open; what differs by the screen is of one make on all pages."""
    for name in NAMES if screen == "light" else ("whole", "failed"):
        tab.screen(*SCREENS[screen])
        tab.open(pages[name])
        tab.run(OPENED)
        assert (name, chromium.violations(tab, axe)) == (name, [])


def press(tab: Tab, key: str, code: int, **more: str) -> None:
    for kind in ("keyDown", "keyUp"):
        tab.call("Input.dispatchKeyEvent", type=kind, key=key, code=key, windowsVirtualKeyCode=code, **more)


def test_the_keyboard_alone_goes_from_claim_to_claim(tab: Tab, pages: dict[str, Path]) -> None:
    """One stop for each claim in the text, in its order; from a mark to its card, and on to the next card."""
    tab.screen(1280)
    tab.open(pages["whole"])
    tab.run("document.querySelector('#a1').focus()")
    stops = ["a1"]
    for _ in range(11):
        press(tab, "Tab", 9)
        stops.append(tab.run("document.activeElement.id"))
    assert stops == [f"a{number}" for number in range(1, 13)]
    assert tab.run("getComputedStyle(document.activeElement).outlineStyle") == "solid"
    tab.run("document.querySelector('#a8').focus()")
    press(tab, "Enter", 13, text="\r")
    assert tab.run("[location.hash, document.querySelector(':target').id].join()") == "#c8,c8"
    press(tab, "Tab", 9)
    assert tab.run("document.activeElement.closest('article').id") == "c8"
    tab.run("[...document.querySelectorAll('#c8 .onward a')].at(-1).focus()")
    press(tab, "Enter", 13, text="\r")
    assert tab.run("location.hash") == "#c9"


def test_the_keyboard_alone_goes_from_card_to_card(tab: Tab, pages: dict[str, Path]) -> None:
    """By the way onward at the end of each card; wherever the keyboard is, it is seen."""
    tab.screen(1280)
    tab.open(pages["claims_only"])
    tab.run("document.querySelector('#a1').focus()")
    press(tab, "Enter", 13, text="\r")
    for number in range(1, 12):
        for _ in range(20):
            press(tab, "Tab", 9)
            text, style, width = tab.run(FOCUSED)
            assert (style, width) == ("solid", "3px")
            if text == f"Claim {number + 1} →":
                break
        press(tab, "Enter", 13, text="\r")
        assert tab.run("location.hash") == f"#c{number + 1}"


def test_on_paper_nothing_is_folded_and_links_are_written_out(tab: Tab, pages: dict[str, Path], pictures: Path) -> None:
    tab.screen(1280, dark=True)
    tab.open(pages["whole"])
    printed = PdfReader(BytesIO(tab.print(pictures / "article.pdf")))
    text = " ".join(one.extract_text() for one in printed.pages)
    assert "<https://coastweekly.example/2026/bridge>" in plain(text)
    assert "It asks for something to be done." in text
    assert "Skip to the content" not in text
    assert "Claim 2 →" not in text
    assert "pushed sideways" not in text
    assert 8 <= len(printed.pages) <= 20


def test_no_payload_runs(tab: Tab, tmp_path: Path) -> None:
    """Each of 200 in every text of the report and of the article, a claim with evidence of either side and one without among them.

    Without the policy of the page, which alone would keep them from running.
    """
    path, few, kept = tmp_path / "attacked.html", analyses()["whole"].report, {"c5", "c6", "c11"}
    assert few.extraction is not None
    assert few.graph is not None
    few = replace(
        few,
        extraction=replace(few.extraction, claims=tuple(one for one in CLAIMS if one.id in kept)),
        findings=tuple(one for one in few.findings if one.claim in kept),
        graph=replace(few.graph, edges=tuple(one for one in few.graph.edges if {one.source, one.target} <= kept)),
    )
    reports = (few, few, few, analyses()["failed"].report, analyses()["refused"].report)
    for number, text in enumerate(payloads.PAYLOADS):
        written, policies = chromium.POLICY.subn("", page.article(hostile(reports[number % len(reports)], text)))
        assert policies == 1
        path.write_text(written, "utf-8")
        tab.open(path)
        ran, followed = tab.run(f"{OPENED}; [window.hit || null, {LEADS}.filter(one => !/^(https?|file):$/.test(one))]")
        assert (text, ran, tab.dialogs, tab.requests, followed) == (text, None, [], [], [])
