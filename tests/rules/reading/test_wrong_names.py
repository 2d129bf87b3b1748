"""A pronoun or a description is replaced only where it is clear what is meant: a wrong name makes a claim about somebody else."""

import pytest

from tests.rules.reading.test_coreference import told
from veracious.rules.reading.lexicon import Lexicon


@pytest.mark.parametrize(
    "sentences",
    [
        ["Halden Council met on Monday.", "Shopkeepers on the east bank fear for their living."],
        ["Halden Council met on Monday.", "Residents near the port want their park back."],
        ["The Tees Bridge is shut.", "The ferry has lost its licence."],
        ["Anna Berg chairs the board.", "A cleaner in Leeds lost her job."],
    ],
)
def test_the_subject_of_its_own_sentence_binds_a_possessive(sentences: list[str], lexicon: Lexicon) -> None:
    assert told(sentences, lexicon) == []


@pytest.mark.parametrize(
    ("sentences", "references"),
    [
        (["Halden Council bought the crossing in 1998.", "It has been repainted twice."], ["It → the crossing"]),
        (["Halden Council bought the crossing in 1998.", "It was built in 1932."], ["It → the crossing"]),
        (["Halden Council bought the crossing in 1998.", "It is 300 metres long."], ["It → the crossing"]),
        (["Halden Council bought the crossing in 1998.", "It voted on Monday."], ["It → Halden Council"]),
        (["Halden Council bought the crossing in 1998.", "It employs 40 people."], ["It → Halden Council"]),
        (["Halden Council bought the crossing in 1998.", "It said that prices would rise."], ["It → Halden Council"]),
        (["Halden Council bought the crossing in 1998.", "Its cables are worn."], ["Its → the crossing's"]),
        (["Halden Council bought the crossing in 1998.", "Its chairman resigned."], ["Its → Halden Council's"]),
    ],
)
def test_what_is_done_tells_a_body_from_a_thing(sentences: list[str], references: list[str], lexicon: Lexicon) -> None:
    assert told(sentences, lexicon) == references


@pytest.mark.parametrize(
    ("sentences", "references"),
    [
        (["Halden Council bought the crossing in 1998.", "It has grown old."], ["It → "]),
        (["Halden Council sued Penhallow Structures.", "It has 40 employees."], ["It → "]),
        (["The Calder Bridge replaced the ferry.", "It was popular."], ["It → "]),
        (["John Hill met Peter Ford in Leeds.", "He left early."], ["He → "]),
        (["Birch beat the keeper; Kestrel Rovers won the cup.", "It was popular."], ["It → "]),
    ],
)
def test_where_two_would_do_the_pronoun_is_left_and_told(sentences: list[str], references: list[str], lexicon: Lexicon) -> None:
    assert told(sentences, lexicon) == references


@pytest.mark.parametrize(
    "sentences",
    [
        ["Jonas Ek, port manager in Halden, left on Monday.", "Ships wait outside the port."],
        ["Anna Berg, a bank director, left on Monday.", "Thieves broke into the bank."],
        ["The ministry spokesman John Hill left on Monday.", "Protesters stood before the ministry."],
        ["Halden Water was founded in 1990.", "Protesters met the director."],
    ],
)
def test_a_place_or_body_is_no_person_and_a_person_no_body(sentences: list[str], lexicon: Lexicon) -> None:
    assert told(sentences, lexicon) == []


@pytest.mark.parametrize(
    ("sentences", "references"),
    [
        (
            ["Kimi Larsen, 34, won the race.", "Anna Berg, 29, came second.", "The crowd cheered the 34-year-old."],
            ["the 34-year-old → Kimi Larsen"],
        ),
        (["Kimi Larsen, 34, won the race.", "The crowd cheered the 29-year-old."], ["the 29-year-old → "]),
        (["Anna Berg met John Hill in Oslo.", "The pair signed a treaty."], ["The pair → Anna Berg and John Hill"]),
        (["Anna Berg met John Hill in Oslo.", "Neither has commented."], ["Neither → neither Anna Berg nor John Hill"]),
        (["Anna Berg left for Oslo.", "Neither has commented."], ["Neither → "]),
        (["The dairy company Tejvik grew.", "The airline company Norda shrank.", "The firm gave no reason."], ["The firm → "]),
        (["Norbulk Shipping Ltd lost a tanker.", "The damage was paid for by the insurer."], []),
        (["The company was fined.", "Lindauer Holding owns a share.", "Analysts expect the company to appeal."], []),
        (["The former minister left."], ["The former minister → "]),
    ],
)
def test_a_description_needs_one_that_fits(sentences: list[str], references: list[str], lexicon: Lexicon) -> None:
    assert told(sentences, lexicon) == references


@pytest.mark.parametrize(
    ("sentences", "references"),
    [
        (["Henrik Dahl of the Coast Party spoke.", "He promised a challenge."], ["He → Henrik Dahl"]),
        (["Chief Financial Officer John Hill spoke.", "He promised a challenge."], ["He → John Hill"]),
        (["CDV-118 blocks an enzyme.", "It was discovered in Ghent."], ["It → CDV-118"]),
        (["Anna Berg treated John Hill, who broke his arm."], ["his → John Hill's"]),
        (["Twelve patients left.", "Here it is: prices rose."], ["it → "]),
        (["Norda Shipping lost a tanker.", "It is the second loss this year."], ["It → "]),
    ],
)
def test_names_are_cut_where_they_end(sentences: list[str], references: list[str], lexicon: Lexicon) -> None:
    assert told(sentences, lexicon) == references
