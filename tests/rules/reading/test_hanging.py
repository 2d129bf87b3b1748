"""What hangs on the end of a sentence, clauses behind a sign, figures in brackets, and what is said of nothing that happened."""

import pytest

from veracious.rules.reading import clauses, division, joined_clauses, parallel_figures, speech, statements, wording
from veracious.rules.reading.division import DivisionDials
from veracious.rules.reading.lexicon import Lexicon
from veracious.rules.reading.quoting import SpeechDials
from veracious.rules.reading.refuse import RefuseDials
from veracious.rules.reading.statements import StatementDials

DIALS = DivisionDials()


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        (
            "Bakeries are exempt, as are kiosks inside the station.",
            ("Bakeries are exempt.", "Kiosks inside the station are exempt."),
        ),
        (
            "The tower is the tallest in Split, and the oldest of its kind.",
            ("The tower is the tallest in Split.", "The tower is the oldest of its kind."),
        ),
        (
            "A wave of 14 metres was measured at Kalvik, the highest anywhere since 1987.",
            ("A wave of 14 metres was measured at Kalvik.", "A wave of 14 metres was the highest anywhere since 1987."),
        ),
        (
            "A tanker hit the lock on Friday, spilling 30 tonnes of diesel.",
            ("A tanker hit the lock on Friday.", "A tanker spilled 30 tonnes of diesel."),
        ),
        (
            "The town sold it to a fund whose offices are in Graz, and which owns 40 mills.",
            ("The town sold it to a fund whose offices are in Graz.", "A fund owns 40 mills."),
        ),
    ],
)
def test_what_hangs_on_the_end_is_told(text: str, parts: tuple[str, ...], lexicon: Lexicon) -> None:
    assert division.apart(text, lexicon, DIALS) == parts


@pytest.mark.parametrize(
    "text",
    [
        "Prices rose, the most since 2008.",
        "The shop sells bread, including 12 kinds of rye.",
        "The bridge is closed, as the council said.",
        "It is a mill and a museum.",
    ],
)
def test_what_does_not_hang_stays(text: str, lexicon: Lexicon) -> None:
    assert "is as" not in " ".join(division.apart(text, lexicon, DIALS))
    assert division.apart(text, lexicon, DIALS)[0].startswith(text.split(",")[0].rstrip("."))


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        (
            "The first report is due in May; whether the mine may reopen will be decided in June.",
            ("The first report is due in May.", "whether the mine may reopen will be decided in June."),
        ),
        (
            "The figures are old: when the county counted again in 2020, 14 were left.",
            ("The figures are old.", "when the county counted again in 2020, 14 were left."),
        ),
        (
            "Spanish rivers are low, and in some years not a single eel was caught.",
            ("Spanish rivers are low.", "in some years not a single eel was caught."),
        ),
    ],
)
def test_a_clause_behind_a_sign_is_one_of_its_own(text: str, parts: tuple[str, ...], lexicon: Lexicon) -> None:
    assert joined_clauses.parted(text, lexicon, DIALS.joints)[-1] == parts[-1]


def test_each_thing_with_a_figure_in_brackets_is_parted(lexicon: Lexicon) -> None:
    assert parallel_figures.parted("The main causes were ice (41%), fog (22%) and wind (9%).", lexicon) == (
        "The main causes were ice (41%).",
        "The main causes were fog (22%).",
        "The main causes were wind (9%).",
    )


def test_a_comparison_stays_with_its_figure(lexicon: Lexicon) -> None:
    text = "About 12 million parcels left the depot last year, 4% more than in 2020."
    assert parallel_figures.parted(text, lexicon) == (text,)


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("It's been closed since May.", "It has been closed since May."),
        ("They’re in Oslo and that’s far.", "They are in Oslo and that is far."),
        ("The town's mayor left.", "The town's mayor left."),
    ],
)
def test_a_contracted_verb_becomes_a_word(text: str, plain: str) -> None:
    assert wording.uncontracted(text) == plain


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("The vaccine has not been approved.", ""),
        ("No injuries were reported.", ""),
        ("The gate was opened.", "nothing_to_look_up"),
    ],
)
def test_a_deed_that_did_not_happen_can_be_looked_up(text: str, code: str, lexicon: Lexicon) -> None:
    assert statements.code(text, text, False, lexicon, RefuseDials(), StatementDials()) == code


def test_what_somebody_demands_is_no_statement_of_fact(lexicon: Lexicon) -> None:
    told = speech.attributed("The committee recommended that gates be locked and checked every night.", lexicon, SpeechDials())
    assert told.speaker == ""
    assert told.text.startswith("The committee")


def test_a_fact_that_the_reader_learns_stands_alone(lexicon: Lexicon) -> None:
    text = "That sounds little until you learn that the budget of Sorvik is 9 million."
    assert division.apart(text, lexicon, DIALS) == ("the budget of Sorvik is 9 million.",)


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        (
            "Laytime, the hours allowed for loading, can be sold for 9,000 euros.",
            ("Laytime can be sold for 9,000 euros.", "Laytime is the hours allowed for loading."),
        ),
        (
            "The firm has a reserve of 40 million, which it expects is enough for two years.",
            ("The firm has a reserve of 40 million.", "A reserve of 40 million is enough for two years."),
        ),
        (
            "Led by a retired miner, the choir won in Bergen.",
            ("The choir won in Bergen.", "The choir was led by a retired miner."),
        ),
    ],
)
def test_what_is_said_of_a_thing_goes_with_it(text: str, parts: tuple[str, ...], lexicon: Lexicon) -> None:
    assert division.apart(text, lexicon, DIALS) == parts


def test_half_of_them_have_a_verb(lexicon: Lexicon) -> None:
    clause = clauses.parse("Half of them receive a pension.", lexicon)
    assert clause.words(0, clauses.main_verb(clause) or 0) == "Half of them"
