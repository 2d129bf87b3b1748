"""An article on a terminal."""

from dataclasses import replace
from io import StringIO

import pytest
from rich.cells import cell_len
from rich.console import Console

from tests.faces.pages.articles import CLAIMS, analyses, report, with_article
from tests.faces.pages.cases import LENGTH, Text
from tests.faces.pages.reader import plain
from veracious.domain.article import ClaimFinding
from veracious.faces.cli.views import article
from veracious.flow.article import Analysis

NAMES = ("whole", "offline", "partial", "claims_only", "no_claims", "refused", "failed", "unread", "cancelled")


def shown(found: Analysis, width: int = 300, **given: bool) -> str:
    out = StringIO()
    article.show(found, Console(file=out, width=width), **given)
    return out.getvalue()


def of(name: str) -> str:
    return plain(shown(analyses()[name]))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("width", [80, 120])
def test_no_line_is_wider_than_the_terminal(name: str, width: int) -> None:
    assert [line for line in shown(analyses()[name], width).splitlines() if cell_len(line) > width] == []


def test_scores_and_counts_stand_at_the_top_each_score_with_which_end_is_best() -> None:
    text = of("whole")
    assert "By Sunniva Lund, Halvorsund · coastweekly.example · 2026-06-05" in text
    assert "G Veracity 0.58 how far what was found supports the claims; 1 is best" in text
    assert "R Danger 0.22 what harm the article could do where it is wrong; 1 is worst" in text
    assert "B Honesty not measured No rule for it has been evaluated." in text
    assert "Claims together 0.58 1 is best" in text
    assert "None of them is a probability" in text
    assert (
        "12 claims: 3 supported, 1 refuted, 1 mixed, 2 not enough evidence, 1 no verdict, 1 failed, 1 refused, 2 cannot be checked" in text
    )
    assert "5 searched for, 7 not searched for themselves" in text


def test_each_claim_has_its_sign_its_word_and_its_best_quote() -> None:
    text = of("whole")
    assert "1 ✔ Supported The Halvorsund Bridge is 1,420 metres long. probability 0.91, Searched for. very likely “" in text
    assert "refutes: roads.example, 2025-11-20" in text
    assert "3 ? Not enough evidence The journey" in text
    assert "leans supported, In the words of the roads authority. probability 0.64 Searched for." in text
    assert "Not searched for itself; decided by what was read for the others. A search would add too little." in text
    assert "Read as: the bridge → the Halvorsund Bridge" in text


def test_why_a_claim_cannot_be_checked_is_told_once_and_in_words() -> None:
    text = of("whole")
    assert (
        "6 · Cannot be checked It was finished sooner than planned. It does not say when. It does not say whom or what it speaks of. "
        "In the words of Ida Moe. 7 · Cannot be checked" in text
    )
    assert "7 · Cannot be checked Everybody on the islands is happier now. Nothing that could be found would show it to be false. 8" in text
    assert [code for claim in CLAIMS for code in claim.codes if code in text] == []
    assert "unverifiable" not in text


def test_where_no_search_was_made_none_is_told() -> None:
    text = of("offline")
    assert "The web was not searched: the claims were compared with the documents at hand." in text
    assert "earched for" not in text


def test_a_document_without_a_publisher_is_the_readers_own_and_goes_by_its_title_or_its_first_words() -> None:
    titled = Text("", None, "Final account", f"{LENGTH} It was opened in 2025.", None)
    for one, named in (
        (titled, "“Final account”"),
        (replace(titled, title=""), "“The Halvorsund Bridge is 1,420 metres long. It was opened in…”"),
    ):
        found = ClaimFinding("c1", report(LENGTH, one))
        whole = analyses()["whole"]
        text = plain(shown(replace(whole, report=replace(whole.report, findings=(found,)))))
        assert f"supports: your document {named}, no date" in text


def test_contradictions_and_what_could_not_be_read_stand_at_the_end() -> None:
    text = of("whole").partition("Claims that contradict each other")[2]
    assert text.startswith(" Claim 8 contradicts claim 1 Claims may be missing Of 13 numbers")
    assert "2 × It is a question. “What do you get for so much concrete?” “How hard can it be?” 1 × It says what would be" in text
    assert "What could not be read the search provider serper did not answer" in text
    assert text.endswith(f"Record {analyses()['whole'].record.envelope.id}")


def test_an_analysis_that_did_not_come_about_says_why_and_shows_no_result() -> None:
    assert "The text is too long to be analysed at once." in of("refused")
    assert "the judge did not answer" in of("failed")
    assert "It was stopped." in of("cancelled")
    assert "could not be read: 404" in of("unread")
    for name in ("refused", "failed", "unread", "cancelled"):
        assert "Not analysed" in of(name)
        assert [word for word in ("Supported", "Scores", "claims") if word in of(name)] == []


def test_where_only_claims_were_read_no_score_is_told() -> None:
    assert "nothing was looked up" in of("claims_only")
    assert "Scores" not in of("claims_only")
    assert "12 claims, 2 that cannot be checked as they stand" in of("claims_only")
    assert "No claim that could be checked was found." in of("no_claims")
    assert "1 × It is an opinion. “We think that the bridge was worth it.”" in of("no_claims")


def test_what_is_kept_nowhere_is_said_to_be_so() -> None:
    assert "No record is kept" in shown(analyses()["whole"], is_kept=False)


def test_letters_that_move_the_cursor_and_marks_of_ours_are_shown_as_they_are() -> None:
    text = shown(with_article(analyses()["whole"], title="\x1b[2Ja\u202eb [bold]c[/bold] [/x]"))
    assert "⟨U+001B⟩[2Ja⟨U+202E⟩b [bold]c[/bold] [/x]" in text
    assert "\x1b" not in text
