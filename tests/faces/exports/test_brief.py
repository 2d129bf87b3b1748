"""The brief: what fits on two pages by reckoning, the claim whole, both sides heard, and what is left out counted."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.faces.exports import stretched
from tests.faces.pages.cases import AGAINST, BRIDGE, FOR, LENGTH, Case, Text, cases, made
from veracious.faces.exports import brief as briefs
from veracious.faces.exports.brief import Brief
from veracious.faces.pages.view import View, view


def shown(case: Case) -> View:
    return view(case.record, case.report)


def of(name: str) -> Brief:
    return briefs.brief(shown(cases()[name]))


@pytest.mark.parametrize("name", cases())
def test_every_report_has_a_brief_that_fits(name: str) -> None:
    found, whole = of(name), shown(cases()[name])
    assert found.lines <= briefs.LINES
    assert (found.claim, found.headline, found.id) == (whole.claim, whole.headline, whole.id)


def test_a_small_report_is_there_whole() -> None:
    found, whole = of("mixed"), shown(cases()["mixed"])
    assert [one.text for one in found.told] == [one.text for one in whole.told]
    assert found.flips == whole.flips
    assert [(one.side, len(one.quotes), one.left) for one in found.sides] == [("supports", 3, 0), ("refutes", 1, 0)]
    quote = found.sides[1].quotes[0]
    assert quote.text.startswith("The Halvorsund Bridge is not 1,420 metres long")
    assert quote.source == "oldgazette.example, “Letters”, 2025-08-02, credibility 0.86"


@pytest.mark.parametrize("letters", stretched.LETTERS)
def test_however_much_there_is_it_fits_and_what_is_left_out_is_counted(letters: str) -> None:
    whole = stretched.stretched(shown(cases()["mixed"]), letters)
    found = briefs.brief(whole)
    assert found.lines <= briefs.LINES
    assert found.claim == " ".join(whole.claim.split())
    assert found.is_long
    assert found.told
    for side in found.sides:
        assert side.left + len(side.quotes) == 60
    assert len(found.flips) + found.flips_left == len(whole.flips)
    assert len(found.told) + found.told_left == len(whole.told)


def test_sixty_pieces_give_the_strongest_of_each_side_in_turn() -> None:
    sides = [
        Text(f"n{number}.example", 0.5 + number / 200, f"On {number}", f"{'So' if number % 2 else 'No'}. {LENGTH} Said {number}.",
             date(2025, 6, 3), (FOR if number % 2 else AGAINST,))
        for number in range(60)
    ]  # fmt: skip
    found = briefs.brief(shown(made(LENGTH, [*sides, *BRIDGE])))
    assert found.lines <= briefs.LINES
    counts = [len(one.quotes) for one in found.sides]
    assert all(count >= 1 for count, one in zip(counts, found.sides, strict=True) if one.left or one.quotes)
    assert max(counts) - min(counts) <= briefs.QUOTES


@given(st.text(max_size=600))
def test_a_text_is_never_reckoned_shorter_than_its_letters_are(text: str) -> None:
    """At least as many lines as all its letters fill, one more at most for each word, and more text never takes fewer."""
    width = sum(briefs.ems(one) for word in text.split() for one in word)
    assert briefs.lines(text) >= width // briefs.EMS
    assert briefs.lines(text) <= 1 + len(text.split()) + width / briefs.EMS
    assert briefs.lines(f"{text} and more words") >= briefs.lines(text)


def test_lines_worked_by_hand() -> None:
    """50 ems a line: 62 times 0.8 is 49.6, so 62 digits fit and 63 do not; a word that does not fit goes on in the next line."""
    assert briefs.lines("7" * 62) == 1
    assert briefs.lines("7" * 63) == 2
    assert briefs.lines(f"{'7' * 40} {'7' * 40}") == 2
    assert briefs.lines("") == 1
