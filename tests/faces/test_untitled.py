"""A document that has no title is shown by the name of its file, or by its first words; never by a digest."""

from collections.abc import Mapping
from datetime import date
from io import StringIO

import pytest
from rich.console import Console

from tests.faces.pages.cases import LENGTH, SURVEY, Case, Text, made
from veracious.faces.cli.views import verify as verify_view
from veracious.faces.pages import foreign, page
from veracious.flow.verify import Verified
from veracious.rules.seeking import snapshots

FIRST = "“The survey of the crossing is complete. The Halvorsund…”"


@pytest.fixture(scope="module")
def untitled() -> Case:
    return made(LENGTH, [Text("", 0.95, "", SURVEY, date(2025, 11, 20))])


def printed(case: Case, names: Mapping[str, str]) -> str:
    out = StringIO()
    verify_view.show(Verified(case.report, case.record), Console(file=out, width=160), names=names)
    return out.getvalue()


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("A short note.", "“A short note.”"),
        ("  Two \n lines  ", "“Two lines”"),
        (SURVEY, FIRST),
        ("x" * 61, f"“{'x' * 60}…”"),
        ("a" * 60, f"“{'a' * 60}”"),
        (f"{'a' * 58}, and more", f"“{'a' * 58}…”"),
        ("a\u202eb", "“a⟨U+202E⟩b”"),
        (" \n", ""),
    ],
)
def test_a_text_is_known_by_its_first_words(text: str, shown: str) -> None:
    assert foreign.first_words(text) == shown


def test_the_terminal_names_a_document_by_its_file_or_by_its_first_words(untitled: Case) -> None:
    assert f"your document, {FIRST}, 2025-11-20" in printed(untitled, {})
    named = printed(untitled, {snapshots.name(SURVEY): "bridge/survey.txt"})
    assert "your document, bridge/survey.txt, 2025-11-20" in named
    assert FIRST not in named
    assert snapshots.name(SURVEY) not in named


def test_the_page_names_a_document_by_its_first_words(untitled: Case) -> None:
    told = page.report(untitled.record, untitled.report)
    assert FIRST in told
    assert "Without a title" not in told
