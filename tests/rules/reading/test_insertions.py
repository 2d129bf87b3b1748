"""What stands between commas and tells a fact of its own."""

import pytest
from hypothesis import given

from tests.rules.reading.given import LEXICON, claims
from veracious.rules.reading import division
from veracious.rules.reading.division import DivisionDials
from veracious.rules.reading.lexicon import Lexicon

DIALS = DivisionDials()

INSERTED = [
    ("The mill, which burned down in 1911, was rebuilt.", ["The mill was rebuilt.", "The mill burned down in 1911."]),
    ("Halvorsen, who resigned in May, faces trial.", ["Halvorsen faces trial.", "Halvorsen resigned in May."]),
    (
        "Mount Harrow, whose slopes are home to 300 species, was closed.",
        ["Mount Harrow was closed.", "Mount Harrow's slopes are home to 300 species."],
    ),
    (
        "A follow-up, in which 200 couples will be filmed, is to start in Ghent.",
        ["A follow-up is to start in Ghent.", "In a follow-up 200 couples will be filmed."],
    ),
    (
        "In Portugal, where the scheme began in 2015, youth unemployment has halved.",
        ["In Portugal, youth unemployment has halved.", "In Portugal the scheme began in 2015."],
    ),
    (
        "At the Golden Trellis, which has reopened, the freezer is gone.",
        ["At the Golden Trellis, the freezer is gone.", "The Golden Trellis has reopened."],
    ),
    (
        "The bill, passed by 61 votes to 40, bans the sale of fireworks.",
        ["The bill bans the sale of fireworks.", "The bill was passed by 61 votes to 40."],
    ),
    ("Tarn Ports, owned since 2019 by a fund, denies it.", ["Tarn Ports denies it.", "Tarn Ports was owned since 2019 by a fund."]),
    (
        "Hospitals treated 640 people for heatstroke, 38 of whom died.",
        ["Hospitals treated 640 people for heatstroke.", "38 of 640 people died."],
    ),
    (
        "The library has 90,000 books, most of them in Basque, and opens on Sundays.",
        ["The library has 90,000 books, and opens on Sundays.", "Most of 90,000 books are in Basque."],
    ),
    (
        "Tugboat crews won a rise of 6.5 per cent, having refused to work weekends.",
        ["Tugboat crews won a rise of 6.5 per cent.", "Tugboat crews had refused to work weekends."],
    ),
    (
        "Born in Riga in 1951, Anna Kalnina trained as a chemist.",
        ["Anna Kalnina trained as a chemist.", "Anna Kalnina was born in Riga in 1951."],
    ),
    (
        "Designed by Nordlys, the wing replaces a store.",
        ["The wing replaces a store.", "The wing was designed by Nordlys."],
    ),
    (
        "The firm used data from a satellite that was switched off in 2021.",
        ["The firm used data from a satellite.", "A satellite was switched off in 2021."],
    ),
    (
        "Tromsund Bulk, the only operator to have sued over the limit, dropped its case.",
        ["Tromsund Bulk dropped its case.", "Tromsund Bulk was the only operator to have sued over the limit."],
    ),
    (
        "The council has spent £3m on consultants – the mayor refuses to say which – and has built nothing.",
        ["The council has spent £3m on consultants and has built nothing.", "The mayor refuses to say which."],
    ),
]


@pytest.mark.parametrize(("text", "parts"), INSERTED)
def test_an_insertion_is_a_fact_of_its_own(text: str, parts: list[str], lexicon: Lexicon) -> None:
    assert list(division.apart(text, lexicon, DIALS)) == parts


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("The director, Radek Novotný, resigned.", "Radek Novotný resigned."),
        ("Its rival, Norrail, ran a full timetable.", "Norrail ran a full timetable."),
        ("The second planet, Kessock B, has no air.", "Kessock B has no air."),
    ],
)
def test_a_name_stands_for_the_description_before_it(text: str, named: str, lexicon: Lexicon) -> None:
    assert division.apart(text, lexicon, DIALS) == (named,)


@pytest.mark.parametrize("text", ["Lectora, a competitor of Scholaris, warns its customers.", "Holt, a biologist from Leeds, resigned."])
def test_who_somebody_is_is_no_fact_of_its_own(text: str, lexicon: Lexicon) -> None:
    assert len(division.apart(text, lexicon, DIALS)) == 1


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("It is a scandal that the council sold the baths.", "the council sold the baths."),
        ("It is no secret that the mayor owns the land.", "the mayor owns the land."),
        ("What the minister hides is that waiting lists have grown.", "waiting lists have grown."),
        ("The truth is that his report blames a lack of nurses.", "his report blames a lack of nurses."),
        ("Nor did the team test the second drug.", "The team did not test the second drug."),
    ],
)
def test_a_fact_inside_a_view_stands_alone(text: str, fact: str, lexicon: Lexicon) -> None:
    assert division.apart(text, lexicon, DIALS) == (fact,)


@pytest.mark.parametrize(
    "text",
    [
        "The rate fell in June, compared with May.",
        "The rate rose, the highest since 1999.",
        "It is thought that two men escaped.",
        "The boats, nets, and houses were sold.",
        "The road is closed, the council said on Monday.",
        "The simplest explanation is that the rock is a fragment.",
    ],
)
def test_what_only_looks_like_an_insertion_stays(text: str, lexicon: Lexicon) -> None:
    assert division.apart(text, lexicon, DIALS) == (text,)


@given(claims())
def test_every_part_is_a_sentence_of_words(text: str) -> None:
    assert all(part.strip(" .") for part in division.apart(text, LEXICON, DIALS))
