"""A sentence of an article into its facts."""

import pytest
from hypothesis import given

from tests.rules.reading.given import LEXICON, claims
from veracious.rules.reading import division, joined_clauses
from veracious.rules.reading.division import DivisionDials
from veracious.rules.reading.lexicon import Lexicon
from veracious.rules.reading.split import SplitDials

DIALS, SPLIT = DivisionDials(), SplitDials()


def facts(text: str, lexicon: Lexicon) -> list[str]:
    pieces = division.apart(text, lexicon, DIALS)
    parts = [part for piece in pieces for part in joined_clauses.parted(piece, lexicon, DIALS.joints)]
    return [fact for part in parts for fact in division.facts(part, lexicon, DIALS, SPLIT)]


DIVIDED = [
    ("The lake froze in January, so the race was held again.", ["The lake froze in January.", "the race was held again."]),
    (
        "The law takes effect in July: landlords must register every flat.",
        ["The law takes effect in July.", "landlords must register every flat."],
    ),
    ("Opposition parties disagree: the warning came on Wednesday.", ["the warning came on Wednesday."]),
    (
        "The harvest failed, the mill closed and 300 families left the valley.",
        ["The harvest failed.", "the mill closed.", "300 families left the valley."],
    ),
    ("Admission costs 160 kroner; visitors under 18 pay nothing.", ["Admission costs 160 kroner.", "visitors under 18 pay nothing."]),
    (
        "The state contributed 90 million and the county 45 million.",
        ["The state contributed 90 million.", "The county contributed 45 million."],
    ),
    (
        "Prices rose by 8 per cent in March and by 11 per cent in April.",
        ["Prices rose by 8 per cent in March.", "Prices rose by 11 per cent in April."],
    ),
    (
        "The agency dealt with 417 trials and refused nine of them.",
        ["The agency dealt with 417 trials.", "The agency refused nine of them."],
    ),
    (
        "The mayor admitted that it cost more but denied that anyone was bribed.",
        ["The mayor admitted that it cost more.", "The mayor denied that anyone was bribed."],
    ),
    ("The plant closed in May; the tower stays open.", ["The plant closed in May.", "the tower stays open."]),
    ("The plant closed in May, but the tower stays open.", ["The plant closed in May.", "the tower stays open."]),
    ("The plant closed, and for seven workers nobody found a job.", ["The plant closed.", "for seven workers nobody found a job."]),
    ("The firm closed the plant and dismissed 200 people.", ["The firm closed the plant.", "The firm dismissed 200 people."]),
    ("The bridge, which opened in 1964, was closed.", ["The bridge was closed.", "The bridge opened in 1964."]),
    (
        "The branch in Drongen, which was damaged by a fire last year, remains closed.",
        ["The branch in Drongen remains closed.", "The branch in Drongen was damaged by a fire last year."],
    ),
    (
        "The bridge replaces a crossing from 1932, which was closed in May.",
        ["The bridge replaces a crossing from 1932.", "A crossing from 1932 was closed in May."],
    ),
    (
        "The dose cut the ratio by 19.5%, which did not reach significance.",
        ["The dose cut the ratio by 19.5%.", "The dose did not reach significance."],
    ),
    (
        "The winners will meet Vaasa, who won on Thursday, in Helsinki on 7 October.",
        ["The winners will meet Vaasa in Helsinki on 7 October.", "Vaasa won on Thursday."],
    ),
    (
        "It is the first final since 1986, when the club won on penalties.",
        ["It is the first final since 1986.", "In 1986 the club won on penalties."],
    ),
    (
        "Around 9,000 were exported to Slovakia and 4,500 to Croatia.",
        ["Around 9,000 were exported to Slovakia.", "4,500 were exported to Croatia."],
    ),
    (
        "Rates rose by 4 percent in Spain and 7 percent in Italy.",
        ["Rates rose by 4 percent in Spain.", "Rates rose by 7 percent in Italy."],
    ),
    (
        "The town voted for a cap, making it the first town in Norway to do so.",
        ["The town voted for a cap.", "The town is the first town in Norway to do so."],
    ),
    (
        "The vessels, each able to carry 62 cars, will enter service in 2027.",
        ["The vessels will enter service in 2027.", "The vessels are each able to carry 62 cars."],
    ),
]


@pytest.mark.parametrize(("text", "parts"), DIVIDED)
def test_facts_that_could_be_true_apart(text: str, parts: list[str], lexicon: Lexicon) -> None:
    assert facts(text, lexicon) == parts


@pytest.mark.parametrize(
    "text",
    [
        "The plant was closed on Monday because the roof leaked.",
        "The rate rose to 4.2 percent from 3.9 percent a year earlier.",
        "The shop sells bread, milk and cheese.",
        "The talks were held in 1996 and 1999.",
        "Prices rose between 4 and 7 percent.",
        "The rest drifted in as algae and soil washed down by rivers.",
        "If it rains and the dam breaks, the town will be flooded.",
    ],
)
def test_one_fact_with_its_time_cause_or_list(text: str, lexicon: Lexicon) -> None:
    assert facts(text, lexicon) == [text]


def test_a_sentence_that_is_too_long_is_taken_whole(lexicon: Lexicon) -> None:
    text = DIVIDED[3][0]
    assert division.facts(text, lexicon, DivisionDials(sentence_chars_at_most=10), SPLIT) == (text,)


@given(claims())
def test_every_fact_has_words_and_comes_once(text: str) -> None:
    for part in joined_clauses.parted(text, LEXICON, DIALS.joints):
        found = division.facts(part, LEXICON, DIALS, SPLIT)
        assert found
        assert len(set(found)) == len(found)
        assert all(fact.strip() for fact in found)
