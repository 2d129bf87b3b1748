"""What is read must be what was said: sentences on which a careless rule would state the opposite, or something nobody said."""

from datetime import date

import pytest

from veracious import wiring
from veracious.domain.claim import Reading
from veracious.rules.reading import quantities
from veracious.rules.reading.lexicon import Lexicon
from veracious.rules.reading.quantities import AmountDials

SPLITS = [
    # Negation goes with every part it denies, and with no other.
    ("Sweden never closed schools or banned travel.", ["Sweden never closed schools.", "Sweden never banned travel."]),
    (
        "China has not condemned the invasion and abstained in the vote.",
        ["China has not condemned the invasion.", "China abstained in the vote."],
    ),
    ("Barack Obama was born in Hawaii, not Kenya.", ["Barack Obama was born in Hawaii.", "Barack Obama was not born in Kenya."]),
    # Active after passive.
    (
        "Robert Mugabe was elected in 1980 and refused to resign in 2008.",
        ["Robert Mugabe was elected in 1980.", "Robert Mugabe refused to resign in 2008."],
    ),
    # A sentence that cannot be checked is left out beside one that can.
    ("Water boils at 100C. Pizza is delicious. Buy milk.", ["Water boils at 100C."]),
]
SPLITS += [
    ("NASA said the probe had landed and was sending data.", ["NASA said the probe had landed.", "NASA said the probe was sending data."]),
    ("Bolivia lost its coast to Chile, which won the war, in 1884.", ["Bolivia lost its coast to Chile in 1884.", "Chile won the war."]),
    ("Botswana exports diamonds, while Chile exports copper.", ["Botswana exports diamonds.", "Chile exports copper."]),
    ("Lead is toxic; however, it is still used in batteries.", ["Lead is toxic.", "Lead is still used in batteries."]),
    (
        "Romeo and Juliet was written by Shakespeare and first performed in 1597.",
        ["Romeo and Juliet was written by Shakespeare.", "Romeo and Juliet was first performed in 1597."],
    ),
]
WHOLE = [
    "The Soviet Union was the first country to send a man and a woman into space.",
    "Albert Einstein, a physicist, and Niels Bohr, a chemist, met in 1920.",
    "Pfizer, which is based in New York, and BioNTech, which is based in Mainz, developed a vaccine.",
    "Tesla, led by Elon Musk, and Ford, led by Jim Farley, cut prices in 2023.",
    "Spain won the World Cup in 2010, and Germany in 2014.",
    "Peru is home to the Incas and Machu Picchu, and Chile to the Mapuche.",
    "Mozart wrote operas, symphonies and, in 1791, a requiem.",
    "The film Cats was neither a critical nor a commercial success.",
    "The Hague court ruled that the law was void and ordered a new vote.",
    "Vitamin D supplements do not prevent fractures or falls in healthy adults.",
    # Two names could be meant: nothing is guessed.
    "Donald Trump debated Kamala Harris in September, and she won the debate.",
    "Russia annexed Crimea in 2014, but it was part of Ukraine.",
    "Facebook bought WhatsApp in 2014 and it has 2 billion users.",
    # What was developed or supplied is the subject, not who developed it.
    "Vaccines developed by Pfizer and Moderna were approved in 2020.",
    "Weapons supplied by Iran and North Korea killed 500 civilians.",
    # A choice is not a list.
    "Nurses must work 12 hours or lose their pay.",
    "Voters must show a passport or a driving licence.",
    # A month is not the lowest rate, and no party won another.
    "Unemployment fell to 6.4% in June, the lowest rate on record.",
    "Labour won 412 seats, the Conservatives 121 and the Liberal Democrats 72.",
    # Capitals, nouns that look like verbs, percentages as subjects.
    "TRUMP WON THE ELECTION IN 2020",
    "COVID VACCINES CAUSE INFERTILITY",
    "The tax cut will cost the treasury 2 billion euros.",
    "The top 1% own 40% of the wealth in America.",
    "How the virus emerged is unknown.",
]


def parts(text: str) -> list[str]:
    found = wiring.reader()(text, date(2026, 1, 15))
    assert isinstance(found, Reading), found
    return [part.text for part in found.subclaims]


@pytest.mark.parametrize(("text", "expected"), SPLITS)
def test_a_split_says_what_the_sentence_says(text: str, expected: list[str]) -> None:
    assert parts(text) == expected


@pytest.mark.parametrize("text", WHOLE)
def test_what_cannot_be_split_safely_stays_whole(text: str) -> None:
    assert parts(text) == [text]


@pytest.mark.parametrize(
    ("text", "amounts"),
    [
        ("It was -50 °C.", [("temperature", (-50, -50))]),
        ("It fell to minus 50C.", [("temperature", (-50, -50))]),
        ("It cost £1.5m-£2m.", [("money:gbp", (1.5e6, 2e6))]),
        ("It cost between $5m and $10m.", [("money:usd", (5e6, 10e6))]),
        ("Revenue rose 26% to $240 billion.", [("share", (0.26, 0.26)), ("money:usd", (240e9, 240e9))]),
        ("The planet warmed by 1.8 degrees Fahrenheit.", [("temperature-change", (1, 1))]),
        ("The planet warmed by 1 degree Celsius.", [("temperature-change", (1, 1))]),
        ("on Jan. 6, 2021", [("date", (date(2021, 1, 6).toordinal(),) * 2)]),
        ("between 2010 and 2020", [("date", (date(2010, 1, 1).toordinal(), date(2020, 12, 31).toordinal()))]),
        ("He is 5 feet 10 inches tall.", [("length", (1.778, 1.778))]),
        ("It took 2 hours 30 minutes.", [("time", (9000, 9000))]),
        ("12.5 per 100,000 people", [("share", (0.000125, 0.000125))]),
        ("1 in 10,000 children", [("share", (0.0001, 0.0001))]),
        ("300 BC", [("year-bc", (300, 300))]),
        ("In Germany 12 people died.", [("count", (12, 12))]),
        ("It killed 12 in 2015.", [("count", (12, 12)), ("date", (date(2015, 1, 1).toordinal(), date(2015, 12, 31).toordinal()))]),
        ("It took 2 1⁄2 hours.", [("time", (9000, 9000))]),
        ("5G masts", []),
        ("Type 2 diabetes", []),
        ("Article 50 was invoked.", []),
        ("Apollo 11 landed.", []),
        ("Marie Curie won two prizes.", [("count", (2, 2))]),
    ],
)
def test_an_amount_is_the_one_that_was_stated(text: str, amounts: list[tuple[str, tuple[float, float]]], lexicon: Lexicon) -> None:
    found = [(quantity.dimension, quantity.stated) for quantity in quantities.find(text, lexicon, AmountDials())]
    assert [dimension for dimension, _ in found] == [dimension for dimension, _ in amounts]
    for (_, stated), (_, expected) in zip(found, amounts, strict=True):
        assert stated == pytest.approx(expected)
