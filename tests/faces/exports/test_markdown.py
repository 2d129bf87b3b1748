"""A verdict as Markdown: every quote to the letter in a footnote, and never markup; read with a parser of CommonMark."""

import re
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.token import Token
from mdit_py_plugins.footnote import footnote_plugin

from tests.faces.pages import payloads
from tests.faces.pages.cases import BRIDGE, LENGTH, Text, cases, made
from veracious.domain.review import Act, ReviewEntry, ReviewState, Stage
from veracious.domain.verdict import Verdict
from veracious.faces.exports import markdown, sign_off
from veracious.faces.exports.sign_off import DRAFT
from veracious.faces.pages.foreign import visible
from veracious.faces.pages.view import View, view

HOSTILE = (
    *("# a", "1. a", "- a", "+ a", "* a", "> a", "```\na\n```", "~~~\na", "a\n===", "a\n---", "---", "a\n\n    code", "[a](http://b)"),
    *(
        "![a](b)",
        "[^1]",
        "[^1]: a",
        "<b>a</b>",
        "<http://a>",
        "&lt;",
        "a\\",
        "\\",
        "a  \nb",
        "| a |\n|---|",
        "**a**",
        "__a__",
        "`a`",
        "$a$",
    ),
    *(
        "[a]: http://b",
        "a\n[b]: c",
        "~~a~~",
        "http://a.example",
        "www.a.example",
        "x\n1) y",
        "\n\n- a",
        "iv. a",
        "(a) b",
        "\t\ta",
        "%a",
        ": a",
    ),
)
texts = st.text(st.characters(codec="utf-8"), min_size=1) | st.text(st.sampled_from("\\`*_[]<>&#|~-+=.1 \n!:()ab^"), min_size=1)
PARSER = MarkdownIt("commonmark").enable(["table", "strikethrough"]).use(footnote_plugin)
TEXT = {"text", "softbreak", "hardbreak", "text_special"}


def shown(name: str) -> View:
    return view(cases()[name].record, cases()[name].report)


def footnotes(text: str) -> list[list[Token]]:
    """What stands in each footnote, in its order."""
    tokens, found = PARSER.parse(text), list[list[Token]]()
    inside = False
    for one in tokens:
        inside = (inside or one.type == "footnote_open") and one.type != "footnote_close"
        if one.type == "footnote_open":
            found.append([])
        elif inside and one.type == "inline":
            found[-1] += one.children or []
    return found


def spaces(text: str) -> str:
    return " ".join(text.split())


def words(tokens: list[Token]) -> str:
    """The text alone, ends of lines as such."""
    return "".join("\n" if one.type.endswith("break") else one.content for one in tokens)


@pytest.mark.parametrize("name", cases())
def test_every_quote_stands_in_a_footnote_to_the_letter(name: str) -> None:
    made, judged = shown(name), cases()[name].report.judged
    found = [words(one) for one in footnotes(markdown.document(made))]
    quotes = {spaces(piece.quote.text) for piece in judged.weighed} if judged else set()
    assert {spaces(one[1:].partition("” ")[0]) for one in found} == quotes


@pytest.mark.parametrize("name", ["supported", "mixed"])
def test_what_is_cited_leads_to_its_footnote_and_every_footnote_is_referred_to(name: str) -> None:
    text = markdown.document(shown(name))
    defined, body = re.findall(r"^\[\^(\d+)\]:", text, re.MULTILINE), re.sub(r"^\[\^\d+\]:.*", "", text, flags=re.MULTILINE)
    assert defined == [str(number) for number in range(1, len(defined) + 1)]
    assert set(re.findall(r"\[\^(\d+)\]", body)) == set(defined)
    why = text.partition("## Why")[2].partition("## ")[0]
    assert re.search(r"\[\^\d+\]", why)


def said(act: Act, became: Verdict | None = Verdict.MIXED, why: str = "") -> ReviewState:
    """How a mixed verdict stands after this."""
    entry = ReviewEntry("r", 1, datetime(2026, 3, 2, 9, tzinfo=UTC), "Ada Moe", act, "d", Verdict.MIXED, became, why)
    stage = Stage.RETURNED if became is None else Stage.SIGNED
    return ReviewState(stage, became or Verdict.MIXED, Verdict.MIXED, 1, entry)


def test_the_verdict_its_number_and_that_nobody_signed_it_are_said() -> None:
    text = markdown.document(shown("mixed"))
    assert text.startswith(f"# {LENGTH}\n")
    assert "**Verdict: Mixed**, score 0.60, not a probability." in text
    assert DRAFT.said in text


def test_who_stands_behind_it_is_said() -> None:
    signed = markdown.document(shown("mixed"), sign_off.of(said(Act.SIGNED)))
    assert "**Verdict: Mixed**" in signed
    assert "Signed as mixed by Ada Moe on 2026\\-03\\-02." in signed or "Signed as mixed by Ada Moe on 2026-03-02." in signed
    changed = markdown.document(shown("mixed"), sign_off.of(said(Act.CHANGED, Verdict.REFUTED, "The *register* says so.")))
    assert "**Verdict: Refuted.** Changed to refuted and signed by Ada Moe" in changed
    assert "The program had said: Mixed" in changed
    assert "The \\*register\\* says so." in changed
    withdrawn = markdown.document(shown("mixed"), sign_off.of(said(Act.WITHDRAWN, None, "It is wrong.")))
    assert "**Withdrawn.**" in withdrawn
    assert all(DRAFT.said not in text for text in (signed, changed, withdrawn))


@pytest.mark.parametrize("name", ["refused", "failed", "cancelled", "partial_without_verdict"])
def test_a_run_without_a_verdict_has_none_here(name: str) -> None:
    text = markdown.document(shown(name))
    assert "**No verdict: " in text
    assert not re.search(r"\*\*Verdict", text)
    assert "What would change" not in text


@given(texts)
@example("")
def test_no_words_become_markup(text: str) -> None:
    _stays_words(visible(text))


@pytest.mark.parametrize("text", HOSTILE)
def test_no_hostile_words_become_markup(text: str) -> None:
    _stays_words(visible(text))


def _stays_words(text: str) -> None:
    """In a list, at the beginning of a paragraph, in a heading."""
    for before, after in (("- “", "” end"), ("- ", " end"), ("", " end"), ("1. ", " end"), ("# ", "")):
        told = markdown.line(text) if before == "# " else markdown.lines(text)
        tokens = PARSER.parse(f"{before}{told}{after}")
        assert {child.type for one in tokens for child in one.children or []} <= TEXT, told
        outer = {one.type.rpartition("_")[0] for one in tokens} - {""}
        assert outer <= {"paragraph", "list_item", "bullet_list", "ordered_list", "heading"}, told
        assert sum(one.type.endswith("_open") for one in tokens) <= 3
        found = "".join(words(one.children or []) for one in tokens)
        assert "".join(found.split()) == "".join(f"{before.strip('-1.# ')}{text}{after}".split())


@pytest.mark.parametrize("text", [*HOSTILE, *payloads.PAYLOADS[::12]])
def test_what_others_wrote_is_words_in_the_whole_text(text: str) -> None:
    hostile = Text("bad.example", 0.9, text, f"{LENGTH[:-1]} {text} everywhere.", None, byline=text, url=f"https://bad.example/{text}")
    case = made(LENGTH, [hostile, *BRIDGE])
    told = markdown.document(view(case.record, case.report))
    tokens = PARSER.parse(told)
    assert not {one.type for one in tokens} & {"html_block", "code_block", "fence", "hr", "table_open", "blockquote_open"}
    inner = [child for one in tokens for child in one.children or []]
    assert not {one.type for one in inner} & {"html_inline", "image", "s_open"}
    targets = [str(one.attrs["href"]) for one in inner if one.type == "link_open"]
    assert all(one.startswith(("http://", "https://")) for one in targets)
    plain = re.sub(r"<https?://[^>]*>", "", told)
    assert not re.search(r"(?<!\\)<", plain)


def test_a_number_at_the_beginning_of_a_line_is_not_escaped_elsewhere() -> None:
    assert markdown.line("It is 1.5 km long.") == "It is 1.5 km long."
    assert markdown.line("1. So it is") == "1\\. So it is"
    assert markdown.lines("a\n- b") == "a\\\n    \\- b"


def test_a_claim_of_several_parts_names_each_and_one_of_one_part_does_not() -> None:
    assert "## The parts of the claim" in markdown.document(shown("supported"))
    assert "## The parts of the claim" not in markdown.document(shown("refuted"))
    whole = shown("supported")
    assert whole.judgement is not None
    assert markdown.document(replace(whole, missing=("The <i>sea</i>",))).count("\\<i\\>sea\\</i\\>") == 1
