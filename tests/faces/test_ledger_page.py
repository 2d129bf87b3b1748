"""The page of a ledger: read without a browser, and looked at in a real Chromium.

The pictures are left in the folder that VERACIOUS_PICTURES names, so that they can be looked at.
"""

import os
import re
from base64 import b64encode
from collections.abc import Iterator
from dataclasses import replace
from hashlib import sha256
from itertools import pairwise
from pathlib import Path

import pytest

from tests.faces.pages import chromium, payloads
from tests.faces.pages.chromium import Tab
from tests.faces.pages.ledgers import HANDBOOK, NOTICE, QUESTION, SHORT, cases, made
from tests.faces.pages.reader import Read, plain, read
from veracious.domain.document import Document
from veracious.domain.ledger import Ledger
from veracious.domain.span import Span
from veracious.faces.pages import page, stretches
from veracious.faces.pages.stretches import Sort
from veracious.flow.check import Checked
from veracious.rules.ledger import gates
from veracious.rules.ledger.gates import AnswerGateDials
from veracious.rules.seeking import snapshots

NAMES = ("met", "short", "unread", "refused", "failed")
FILES = {snapshots.name(one.text): one.name for one in (HANDBOOK, NOTICE)}
QUICK = payloads.PAYLOADS[::10]
in_browser = pytest.mark.skipif(chromium.PROGRAM is None, reason="there is no Chromium here")
SCREENS = {"light": (1280, False), "dark": (1280, True), "phone": (390, False), "narrow": (320, True)}


def html(found: Checked) -> str:
    return page.ledger(found.record, found.report, AnswerGateDials(), FILES)


def shown(name: str) -> Read:
    return read(html(cases()[name]))


def ledger(name: str) -> Ledger:
    found = cases()[name].ledger
    assert found is not None
    return found


def test_each_claim_stands_in_the_answer_with_its_word_and_leads_to_its_quotes() -> None:
    found = shown("short")
    text = plain(found.text)
    assert "The office opens at **9 AM** on business days. Claim 1 Supported" in text
    assert "The annex has a garden and a fountain on its roof. Claim 2 Weak" in text
    assert "The building was finished in 1990. Claim 3 Contradicted" in text
    assert "The mayor of the town wears a hat [cite:deadbeef12]. Claim 4 Not found" in text
    links = [value for value in found.values("href", "a") if re.fullmatch(r"#[ac]\d", value)]
    assert [value for value in links if value.startswith("#a")] == ["#a3", "#a4", "#a2", "#a1"]  # what is contradicted first
    assert links[:4] == ["#c1", "#c2", "#c3", "#c4"]
    assert [value for value in found.values("class", "a") if value.startswith("stated")] == [
        "stated supported",
        "stated mixed",
        "stated refuted",
        "stated not_found",
    ]


def test_the_answer_is_on_the_page_to_the_letter() -> None:
    """All stretches together are the answer, and the words that no quote carries are under a line."""
    cut = stretches.cut(SHORT, ledger("short"))
    assert "".join(stretch.text for stretch in cut) == SHORT
    assert [one.text for stretch in cut for one in stretch.words if one.is_lost] == ["and a fountain"]
    written = html(cases()["short"])
    assert re.findall("<u>(.*?)</u>", written) == ["and a fountain", "<bdi>and a fountain</bdi>"]
    assert "# Opening hours\n\n<span" in written


def test_spans_that_overlap_or_run_over_the_end_lose_no_letter() -> None:
    entries = ledger("short").entries
    wild = (
        replace(entries[0], claim=replace(entries[0].claim, span=Span(5, 400)), unsupported=(Span(0, 9), Span(7, 12), Span(300, 900))),
        replace(entries[1], claim=replace(entries[1].claim, span=Span(3, 30))),
        replace(entries[2], claim=replace(entries[2].claim, span=Span(3, 8))),
    )
    cut = stretches.cut(SHORT, replace(ledger("short"), entries=wild, passed_over=(Span(2, 5),)))
    assert "".join(stretch.text for stretch in cut) == SHORT
    assert [stretch.number for stretch in cut if stretch.sort is Sort.CLAIM] == [2, 1, 0]


def test_quotes_stand_under_their_claims_with_title_date_and_stance() -> None:
    text = plain(shown("short").text)
    assert "says so The office opens at 9 AM and closes at 5 PM on business days. Handbook of the office 2023-01-01 · says 1.00" in text
    assert "says a part of it, or not clearly The annex has a garden on its roof." in text
    assert "says otherwise The building on Mill Road was finished in 1992. notices/fees.txt no date" in text
    assert "1 more that was read beside claim 3" in text
    assert "supports 0.03 refutes 0.92 neutral 0.05" in text
    assert "No sentence of the documents speaks of it." in text
    assert "Carried by no quote: and a fountain" in text


def test_gates_and_warnings_are_told_in_words() -> None:
    found = shown("short")
    rows = next(rows for caption, rows in found.rows.items() if caption.startswith("What is asked of an answer"))[1:]
    assert [row[1:] for row in rows] == [
        ["not met", "at least 0.85", "0.50"],
        ["met", "at most 0.05", "0.00"],
        ["met", "at most 0", "0"],
        ["not met", "at most 0", "1"],
        ["not met", "at most 0", "2"],
    ]
    assert "3 of 5 gates not met" in plain(found.text)
    warned = next(rows for caption, rows in found.rows.items() if caption.startswith("What a reader"))[1:]
    conflict = next(row for row in warned if row[:3] == ["claim 3", "conflict of documents", "high"])
    assert conflict[3].startswith("Documents disagree on this claim: “")
    assert len(warned) == len(ledger("short").risk_flags)
    (label,) = found.values("aria-label", "svg")
    assert label == "4 claims in the order of the answer: 1 supported, 1 weak, 1 contradicted, 1 not found"


def test_the_cells_of_the_picture_differ_by_shape() -> None:
    found = html(cases()["short"])
    drawn = [re.findall('class="(full|crossed)"', cell) for cell in re.findall('<g class="cell.*?</g>', found, re.DOTALL)]
    assert drawn == [["full"], ["full"], ["full", "crossed"], []]


def test_an_answer_that_meets_all_gates_says_so_and_names_the_question() -> None:
    assert "Ruling: Pass All gates met" in plain(shown("met").text)
    assert f"The question {QUESTION} Ruling: Block 3 of 5 gates not met" in plain(shown("short").text)
    assert gates.judge(ledger("met").summary, AnswerGateDials())[0].is_met


def test_what_does_not_pass_says_why_and_what_its_writer_would_be_told() -> None:
    text = plain(shown("short").text)
    assert "The documents carry 50% of its claims, and 85% are wanted." in text
    assert "1 claim is contradicted by the documents." in text
    assert 'Correct this claim to what the documents say: "The building was finished in 1990."' in text
    assert "What its writer would be told" not in plain(shown("met").text)


def test_the_ruling_goes_by_the_gates_that_stand_beside_it() -> None:
    """Gates that are not asked for leave nothing to revise, and a contradiction that is allowed does not block."""
    found = cases()["short"]
    gates_wanted = (
        AnswerGateDials(),
        AnswerGateDials(contradictions_at_most=1),
        AnswerGateDials(0.0, 1.0, 4, 4, critical_uncited_at_most=9),
    )
    words = [plain(read(page.ledger(found.record, found.report, one, FILES)).text) for one in gates_wanted]
    assert [one.partition("Ruling: ")[2].split()[0] for one in words] == ["Block", "Revise", "Pass"]


def test_a_claim_that_the_judge_could_not_read_is_said_to_be_so() -> None:
    text = plain(shown("unread").text)
    assert "The judge could not read these claims" in text
    assert "on business days. Not read" in text


@pytest.mark.parametrize("name", ["refused", "failed"])
def test_a_check_without_a_ledger_shows_none_of_its_words(name: str) -> None:
    """An error is never shown as a ledger."""
    text = plain(shown(name).text)
    assert "There is no ledger. This says nothing about whether the answer is true." in text
    assert [word for word in ("gate", "Supported", "Contradicted", "Not found") if word in text] == []
    report = cases()[name].report
    assert plain(report.refusal.message if report.refusal else report.cause) in text


@pytest.mark.parametrize("name", NAMES)
def test_the_page_asks_nobody_for_anything_and_allows_its_own_style_alone(name: str) -> None:
    found = shown(name)
    assert {"script", "img", "iframe", "object", "embed", "form", "base", "use", "image"} & set(found.tags) == set()
    assert found.values("href", "link") == ["data:,"]
    assert found.values("src") + found.values("style") == []
    assert [word for word in ("url(", "@import") if word in found.styles] == []
    (policy,) = [value for value in found.values("content", "meta") if "default-src" in value]
    digest = b64encode(sha256(found.styles.encode()).digest()).decode()
    assert policy == f"default-src 'none'; style-src 'sha256-{digest}'; img-src data:; base-uri 'none'; form-action 'none'"


@pytest.mark.parametrize("name", NAMES)
def test_the_page_is_well_formed_and_in_order(name: str) -> None:
    found = shown(name)
    levels = [int(tag[1]) for tag in found.tags if re.fullmatch(r"h[1-6]", tag)]
    assert (levels[0], levels.count(1)) == (1, 1)
    assert [after for before, after in pairwise(levels) if after > before + 1] == []
    assert found.tags.count("table") == found.tags.count("caption")
    ids = found.values("id")
    assert len(ids) == len(set(ids))
    assert [href for href in found.values("href", "a") if href[1:] not in ids] == []
    assert cases()[name].record.envelope.body in found.text
    assert cases()[name].record.envelope.workspace not in plain(found.text).split()


def hostile(text: str) -> Checked:
    """A check in which answer, question, document, title and citation begin with this text."""
    document = Document(f"{text} The office opens at 9 AM and closes at 5 PM. {text}", title=text, published=HANDBOOK.published)
    return made(f"{text} The office opens at 9 AM {text}. The mayor wears a hat {text} [cite:{text}].", (document, NOTICE), text)


@pytest.mark.parametrize("text", QUICK)
def test_a_script_in_answer_question_and_documents_stays_text(text: str) -> None:
    found = read(html(hostile(text)))
    assert {"script", "img", "iframe", "object", "style"} & set(found.tags) == {"style"}
    assert [where for where, what, _ in found.attributes if what.startswith("on")] == []
    assert [href for href in found.values("href", "a") if not href.startswith("#")] == []
    assert plain(text) in plain(found.text)


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Every case as a file."""
    folder = tmp_path_factory.mktemp("pages")
    for name in NAMES:
        (folder / f"{name}.html").write_text(html(cases()[name]), "utf-8")
    return {name: folder / f"{name}.html" for name in NAMES}


@pytest.fixture(scope="module")
def tab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tab]:
    """A tab of a browser of our own."""
    with chromium.started(tmp_path_factory.mktemp("profile")) as browser:
        yield browser.tab()


@pytest.fixture(scope="module")
def axe(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The script of axe-core."""
    if chromium.NPM is None:
        pytest.skip("there is no npm here to fetch axe-core with")
    return chromium.axe(tmp_path_factory.mktemp("axe"))


@pytest.mark.long
@in_browser
@pytest.mark.parametrize("screen", SCREENS)
def test_no_page_asks_anybody_for_anything_or_is_wider_than_the_screen(
    tab: Tab, pages: dict[str, Path], tmp_path: Path, screen: str
) -> None:
    folder = Path(os.environ.get("VERACIOUS_PICTURES", tmp_path))
    folder.mkdir(parents=True, exist_ok=True)
    for name, path in pages.items():
        tab.screen(*SCREENS[screen])
        tab.open(path)
        tab.run("document.querySelectorAll('details').forEach(one => one.open = true)")
        tab.picture(folder / f"ledger-{name}-{screen}.png")
        assert tab.run("document.documentElement.scrollWidth") <= SCREENS[screen][0]
        assert (tab.requests, tab.dialogs, tab.console) == ([], [], [])


@pytest.mark.long
@in_browser
def test_a_claim_is_followed_to_its_quotes_with_the_keyboard(tab: Tab, pages: dict[str, Path]) -> None:
    tab.screen(1280)
    tab.open(pages["short"])
    tab.run("document.querySelector('#a3').focus()")
    for kind in ("keyDown", "keyUp"):
        tab.call("Input.dispatchKeyEvent", type=kind, key="Enter", code="Enter", windowsVirtualKeyCode=13, text="\r")
    assert tab.run("[location.hash, document.querySelector(':target').id].join()") == "#c3,c3"
    assert tab.run("getComputedStyle(document.querySelector('#a2 u')).textDecorationStyle") == "wavy"


@pytest.mark.long
@in_browser
@pytest.mark.parametrize("screen", ["light", "dark", "phone"])
def test_axe_finds_no_breach_of_wcag_a_or_aa(tab: Tab, pages: dict[str, Path], axe: str, screen: str) -> None:
    for name, path in pages.items():
        tab.screen(*SCREENS[screen])
        tab.open(path)
        tab.run("document.querySelectorAll('details').forEach(one => one.open = true)")
        assert (name, chromium.violations(tab, axe)) == (name, [])


@pytest.mark.long
@in_browser
def test_no_payload_runs(tab: Tab, tmp_path: Path) -> None:
    """Each of 200 in answer, question, document, title and citation."""
    path = tmp_path / "attacked.html"
    for text in payloads.PAYLOADS:
        path.write_text(html(hostile(text)), "utf-8")
        tab.open(path)
        tab.run("document.querySelectorAll('details').forEach(one => one.open = true)")
        assert (text, tab.run("window.hit"), tab.dialogs, tab.requests) == (text, None, [], [])
