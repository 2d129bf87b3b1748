"""The page of a report, read without a browser."""

import re
from base64 import b64encode
from dataclasses import fields, is_dataclass, replace
from hashlib import sha256
from itertools import pairwise
from typing import Any

import pytest

from tests.faces.pages import payloads
from tests.faces.pages.cases import BRIDGE, LENGTH, SURVEY, Case, Text, cases, made
from tests.faces.pages.reader import Read, plain, read
from veracious.domain.evidence import Quote
from veracious.domain.span import Span
from veracious.domain.verdict import Outcome, Verdict
from veracious.faces.pages import foreign, page, pieces, scores, words

NAMES = (
    *("supported", "refuted", "mixed", "not_enough_evidence", "nothing_found"),
    *("refused", "failed", "partial", "partial_without_verdict", "cancelled"),
)
VERDICT_WORDS = {"supported": "Supported", "refuted": "Refuted", "mixed": "Mixed", "not_enough_evidence": "Not enough evidence"}
QUICK = payloads.PAYLOADS[:: len(payloads.PAYLOADS) // 30][:30]


def html(case: Case) -> str:
    return page.report(case.record, case.report)


def shown(name: str) -> Read:
    return read(html(cases()[name]))


@pytest.mark.parametrize("name", NAMES)
def test_a_case_is_what_its_name_says(name: str) -> None:
    report = cases()[name].report
    said = {"nothing_found": "not_enough_evidence", "partial": "supported", "partial_without_verdict": "partial"}.get(name, name)
    assert said == (report.verdict or report.outcome)


@pytest.mark.parametrize("name", VERDICT_WORDS)
def test_a_verdict_is_shown_in_words_with_its_number(name: str) -> None:
    report, text = cases()[name].report, plain(shown(name).text)
    assert report.judged is not None
    assert f"Verdict: {VERDICT_WORDS[name]}" in text
    assert words.beside(report) in text
    assert "confidence" not in text.lower()


@pytest.mark.parametrize("name", ["refused", "failed", "cancelled", "partial_without_verdict"])
def test_a_run_without_a_verdict_shows_none(name: str) -> None:
    """An error is never shown as a verdict: no word of one, no number, no colour of one."""
    found = shown(name)
    text = plain(found.text)
    assert "There is no verdict." in text
    assert "score " not in text.partition("Scores")[0]
    assert [word for word in VERDICT_WORDS.values() if word in text] == []
    classes = " ".join(found.values("class"))
    assert [name for name in VERDICT_WORDS if re.search(rf"\b{name}\b", classes)] == []


def test_a_refusal_and_a_failure_say_why() -> None:
    refusal = cases()["refused"].report.refusal
    assert refusal is not None
    assert refusal.message in plain(shown("refused").text)
    assert "the store at the other end of the town" in plain(shown("failed").text)


def test_what_was_assumed_stands_under_the_verdict() -> None:
    case = cases()["supported"]
    assert case.report.reading is not None
    line = "“The study” is read as “<b>Halden</b> study”"
    assumed = replace(case, report=replace(case.report, reading=replace(case.report.reading, assumed=(line,))))
    assert f"Assumed: {line}" in plain(read(html(assumed)).text)
    assert "<b>Halden" not in html(assumed)
    assert "Assumed:" not in html(case)


def test_a_partial_run_that_knew_too_little_says_what_the_budget_did_not_allow() -> None:
    text = plain(shown("partial_without_verdict").text)
    assert "search was not made: pages" in text
    assert "No verdict stands." in text
    assert "What would change the verdict" not in text
    assert "The Halvorsund Bridge is probably 1,420 metres long" in text


def test_a_partial_run_says_that_a_budget_ended_it() -> None:
    text = plain(shown("partial").text)
    assert "a budget ended the run" in text
    assert "Verdict: Supported" in text


def test_every_part_has_its_own_result() -> None:
    report, text = cases()["supported"].report, plain(shown("supported").text)
    assert report.reading is not None
    assert len(report.reading.subclaims) == 2
    for number, part in enumerate(report.reading.subclaims, 1):
        assert f"{number} {part.text} Supported" in text


@pytest.mark.parametrize("name", ["supported", "refuted", "mixed", "not_enough_evidence"])
def test_every_weighed_quote_is_marked_to_the_letter(name: str) -> None:
    judged = cases()[name].report.judged
    assert judged is not None
    assert sorted({piece.quote.text for piece in judged.weighed}) == sorted(set(shown(name).marked))


def test_the_quote_stands_in_its_passage() -> None:
    (column, *_) = pieces.columns(pieces.gather(_judged("refuted")))
    assert column.groups == ()
    found = {saying for column in pieces.columns(pieces.gather(_judged("mixed"))) for group in column.groups for saying in _sayings(group)}
    assert SURVEY in {before + quote + after for before, quote, after in found}


def test_a_quote_that_is_not_in_its_passage_is_shown_alone() -> None:
    judged = _judged("mixed")
    first = judged.weighed[0]
    elsewhere = replace(first, quote=Quote(first.quote.snapshot, Span(9000, 9004), "else"))
    (column, *_) = pieces.columns(pieces.gather(replace(judged, weighed=(elsewhere,))))
    assert _sayings(column.groups[0]) == [("", "else", "")]


def test_copies_are_folded_under_their_origin_and_counted_once() -> None:
    """Three pages carry the agency's words: one origin, the other two listed below it."""
    columns = {column.side: column for column in pieces.columns(pieces.gather(_judged("supported")))}
    wire = next(group for group in columns["supports"].groups if group.name == "northpress.example")
    assert [copy.publisher for copy in wire.copies] == ["fjordtimes.example", "islandpost.example"]
    assert wire.counted == "3 pages, counted as one origin"
    assert columns["supports"].counted == "3 independent origins, 3 pieces of evidence"
    assert "copied text" in wire.ties


def test_many_copies_are_folded_and_still_all_there() -> None:
    """Twenty copies of one text: one origin, and a list that opens."""
    copied = [replace(BRIDGE[0], domain=f"copy{number}.example", title=f"Copy {number}") for number in range(20)]
    case = made(LENGTH, [BRIDGE[0], *copied])
    assert case.report.verdict is not None
    found = read(html(case))
    text = plain(found.text)
    assert "1 independent origin, 1 piece of evidence" in text
    assert "21 pages, counted as one origin" in text
    assert "Counted with it: 20 pages (copied text" in text
    assert [number for number in range(20) if f"copy{number}.example · 2025-06-03" not in text] == []


def test_unrated_sources_are_marked() -> None:
    columns = {column.side: column for column in pieces.columns(pieces.gather(_judged("supported")))}
    unrated = [group for group in columns["supports"].groups if group.name.endswith(", not rated")]
    assert [piece.page.publisher for group in unrated for piece in group.pieces] == ["bridgefans.example"]
    assert [piece.credibility for group in unrated for piece in group.pieces] == ["not known, counted as 0.40"]


@pytest.mark.parametrize("name", ["supported", "refuted", "mixed", "not_enough_evidence"])
def test_the_steps_of_a_score_add_up_to_the_score_that_is_shown(name: str) -> None:
    tables = {caption: rows for caption, rows in shown(name).rows.items() if caption.startswith("Score of piece")}
    assert tables
    for rows in tables.values():
        *steps, last = rows[1:]
        assert f"{sum(float(step[2]) for step in steps):.3f}" == last[-1] == steps[-1][3]


def test_a_score_that_is_held_by_its_floor_says_so() -> None:
    """0.7 × 0.1 = 0.07, and the floor is 0.2: a step of +0.130."""
    ranked = _judged("mixed").admitted[0].ranked
    low = replace(ranked, signals=(replace(ranked.signals[0], weight=0.7, value=0.1),), adjustments=(), floor=0.2, final_score=0.2)
    found = scores.score(low, 1, "low")
    assert [(step.name, step.change, step.total) for step in found.steps] == [
        ("nearness of the text", "+0.070", "0.070"),
        ("held between its floor and 1", "+0.130", "0.200"),
    ]


@pytest.mark.parametrize("name", NAMES)
def test_every_number_on_the_page_is_one_of_the_report(name: str) -> None:
    case = cases()[name]
    known = {f"{value:.{digits}f}" for value in _floats(case.report) for digits in (2, 3)}
    if case.report.judged:
        gathered = pieces.gather(case.report.judged)
        made = [scores.score(ranked, 1, "") for ranked in gathered.ranked.values()]
        known |= {text.lstrip("+-") for score in made for step in score.steps for text in (step.change, step.total)}
    written = re.findall(r"(?<![\d.:-])\d\.\d{2,3}(?!\d)", shown(name).text)
    assert written or not case.report.judged
    assert [number for number in written if number not in known] == []


@pytest.mark.parametrize("name", ["supported", "refuted", "mixed", "not_enough_evidence", "nothing_found"])
def test_what_would_change_the_verdict_names_publishers_and_no_digests(name: str) -> None:
    report = cases()[name].report
    rows = shown(name).rows["The same rules, asked again with other evidence"][1:]
    assert len(rows) == len(report.would_change)
    assert [row for row in rows if "sha256" in row[0] or row[1] not in VERDICT_WORDS.values()] == []


def test_guards_and_limits_that_acted_are_told_with_their_reason() -> None:
    text = plain(shown("nothing_found").text)
    acted = [act.guard for act in _judged("nothing_found").decision.draft.acted]
    assert "undecided_truth_is_open" in acted
    assert [name for name in acted if words.guard(name) not in text] == []
    assert "What cannot be decided is neither true nor false." in text
    assert "insufficiency caps score (limit of the score, the whole claim; changed the score)" in plain(shown("mixed").text)


def test_what_was_not_found_and_set_aside_is_told() -> None:
    text = plain(shown("not_enough_evidence").text)
    assert f"Something was found, and it did not decide on: {LENGTH}" in text
    assert "1 piece published after 2026-03-01" in plain(shown("supported").text)
    assert shown("supported").rows["Looked at and not counted"][1][:4] == [
        "Ropes",
        "museum.example",
        "2025-05-01",
        "does not name Halvorsund Bridge",
    ]


@pytest.mark.parametrize("name", NAMES)
def test_the_record_and_how_to_replay_it_are_on_the_page(name: str) -> None:
    record, text = cases()[name].record, shown(name).text
    assert f"veracious replay {record.envelope.id}" in text
    assert [one for one in (record.envelope.body, record.body.dials, record.body.tools[0].digest, "2026-03-01") if one not in text] == []
    assert record.envelope.workspace not in plain(text).split()  # whose it is, is nobody's whom it is sent to


@pytest.mark.parametrize("name", NAMES)
def test_the_page_asks_nobody_for_anything(name: str) -> None:
    """No script, no picture, no style from elsewhere: nothing but links that a reader may follow."""
    found = shown(name)
    assert {"script", "img", "iframe", "object", "embed", "video", "audio", "form", "base", "use", "image"} & set(found.tags) == set()
    assert found.values("href", "link") == ["data:,"]
    assert found.values("src") + found.values("srcset") + found.values("style") == []
    assert "url(" not in found.styles
    assert "@import" not in found.styles


@pytest.mark.parametrize("name", NAMES)
def test_the_policy_allows_the_one_style_sheet_and_nothing_else(name: str) -> None:
    found = shown(name)
    (policy,) = [value for value in found.values("content", "meta") if "default-src" in value]
    digest = b64encode(sha256(found.styles.encode()).digest()).decode()
    assert policy == f"default-src 'none'; style-src 'sha256-{digest}'; img-src data:; base-uri 'none'; form-action 'none'"


@pytest.mark.parametrize("name", NAMES)
def test_the_page_is_well_formed_and_in_order(name: str) -> None:
    """Landmarks, headings without a gap, captions, names of their own, and links within the page that lead somewhere."""
    found = shown(name)
    levels = [int(tag[1]) for tag in found.tags if re.fullmatch(r"h[1-6]", tag)]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert [after for before, after in pairwise(levels) if after > before + 1] == []
    assert found.tags.count("table") == found.tags.count("caption")
    ids = found.values("id")
    assert len(ids) == len(set(ids))
    inner = [href[1:] for href in found.values("href", "a") if href.startswith("#")]
    assert [href for href in inner if href not in ids] == []
    assert [tag for tag in ("header", "main", "footer") if found.tags.count(tag) != 1] == []
    assert found.values("lang", "html") == ["en"]


def test_the_map_shows_every_weighed_piece_by_shape_and_in_words() -> None:
    found = shown("mixed")
    shapes = [value for tag, what, value in found.attributes if what == "class" and value.startswith("leaf")]
    assert sorted(shapes) == ["leaf neutral", "leaf refutes", *["leaf supports"] * 3]
    leaves = [tag for tag, what, value in found.attributes if what == "class" and value.startswith("leaf")]
    assert sorted(set(leaves)) == ["circle", "path", "rect"]
    assert "refutes: Letters, oldgazette.example" in plain(found.text)


@pytest.mark.parametrize(
    ("url", "followed"),
    [
        ("https://example.org/a?b=c&d=e#f", True),
        ("http://example.org", True),
        ("https://xn--bcher-kva.example/ü", True),
        ("https://example.org:8443/", True),
        ("//example.org/", False),
        ("ftp://example.org/", False),
        ("file:///etc/passwd", False),
        ("https://", False),
        ("https://user@example.org/", False),
        ("https://example.org:99999/", False),
        ("https://example.org/\u202egnp.exe", False),
        ("https://[half", False),
        ("https://example.org/" + "a" * 3000, False),
        *((address, False) for address in payloads.ADDRESSES),
    ],
)
def test_only_an_address_of_the_web_becomes_a_link(url: str, followed: bool) -> None:
    assert foreign.link(url) == (url if followed else "")


def test_links_give_nothing_away() -> None:
    found = shown("supported")
    out = [href for href in found.values("href", "a") if not href.startswith("#")]
    assert out
    assert [href for href in out if not href.startswith("https://")] == []
    assert found.values("rel", "a") == ["noopener noreferrer nofollow"] * len(out)


def test_letters_that_turn_a_line_around_are_written_out() -> None:
    assert foreign.visible("a\u202eb\u2066c\x00d\x1be\nf\u200dg") == "a⟨U+202E⟩b⟨U+2066⟩c⟨U+0000⟩d⟨U+001B⟩e\nf\u200dg"


@pytest.mark.parametrize("text", QUICK)
def test_a_script_in_every_text_stays_text(text: str) -> None:
    """The elements of the page are those that a harmless text gives, and the text is there to be read."""
    for name in ("supported", "refused", "failed"):
        hostile, harmless = (read(html(payloads.poisoned(cases()[name], begun))) for begun in (text, "harmless "))
        assert [tag for tag in hostile.tags if tag != "tspan"] == [tag for tag in harmless.tags if tag != "tspan"]  # a line of a box each
        assert [where for where, what, _ in hostile.attributes if what.startswith("on")] == []
        assert hostile.values("href", "link") == ["data:,"]
        assert plain(foreign.visible(text)) in plain(hostile.text)
        followed = [href for href in hostile.values("href", "a") if not href.startswith(("#", "http"))]
        assert followed == []


@pytest.mark.parametrize("text", QUICK[:10])
def test_a_script_that_was_read_and_quoted_stays_text(text: str) -> None:
    """The whole way: in the claim, in what is quoted, in title, byline and address."""
    hostile = Text("bad.example", 0.9, text, f"{LENGTH[:-1]} {text} everywhere.", None, byline=text, url=f"https://bad.example/{text}")
    found = read(html(made(f"{LENGTH[:-1]}{text}.", [hostile, *BRIDGE])))
    assert {"script", "img", "iframe", "object", "body"} & set(found.tags) == {"body"}
    assert [where for where, what, _ in found.attributes if what.startswith("on")] == []


def test_the_payloads_are_two_hundred() -> None:
    assert len(set(payloads.PAYLOADS)) == len(payloads.PAYLOADS) == 200
    assert len(set(QUICK)) == 30


def test_every_outcome_and_verdict_has_its_words() -> None:
    told = {case.report.outcome for case in cases().values()}
    assert told == set(Outcome)
    assert {case.report.verdict for case in cases().values()} == {*Verdict, None}


def _judged(name: str) -> Any:
    judged = cases()[name].report.judged
    assert judged is not None
    return judged


def _sayings(group: pieces.Group) -> list[tuple[str, str, str]]:
    return [(one.before, one.quote, one.after) for piece in group.pieces for one in piece.sayings]


def _floats(value: Any) -> list[float]:
    if isinstance(value, float):
        return [value]
    if isinstance(value, tuple):
        return [number for one in value for number in _floats(one)]
    if is_dataclass(value):
        return [number for one in fields(value) for number in _floats(getattr(value, one.name))]
    return []
