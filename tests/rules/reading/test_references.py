"""Words that point at something: whether the text itself says at what."""

import pytest
from hypothesis import given

from tests.rules.reading.given import ANY_TEXT, LEXICON, PROSE
from veracious.rules.reading import references
from veracious.rules.reading.clauses import parse
from veracious.rules.reading.lexicon import Lexicon


@pytest.mark.parametrize(
    "text",
    [
        "She won two Grammy Awards.",
        "They were arrested on Friday.",
        "His brother was elected mayor.",
        "But he won the race.",
        "In addition, he won the race.",
        "This in turn led to a fall in prices.",
        "However, it was cancelled in 2004.",
        "We won the match against Spain.",
        "My uncle lives in Paris.",
        "It was cancelled in 2004.",
        "This led to a fall in prices.",
        "These drugs are sold in Peru.",
        "That law was repealed in 1999.",
    ],
)
def test_a_pronoun_that_opens_the_text_points_outside_it(text: str, lexicon: Lexicon) -> None:
    assert references.unresolved(parse(text, lexicon))


@pytest.mark.parametrize(
    "text",
    [
        "It is illegal to import chewing gum into Singapore.",  # it stands for "to import …"
        "It was Amundsen who first reached the South Pole.",
        "It takes two hours to fly from Rome to Paris.",
        "It is known that whales sleep.",
        "It snowed in the Sahara in 2018.",  # it stands for nothing
        "Those who smoke die younger.",  # "who smoke" says which
        "Those in prison cannot vote in Chile.",
        "That year, 1816, had no summer.",  # a demonstrative of time
        "This summer was the hottest in Spain.",
        "Our Town was written by Thornton Wilder.",  # a title
        "Alan Turing lost his clearance after he was convicted.",  # the name stands before
        "A doctor in Rome said she had seen the patient.",
        "Whales are mammals.",
    ],
)
def test_an_empty_or_resolved_pronoun_does_not(text: str, lexicon: Lexicon) -> None:
    assert not references.unresolved(parse(text, lexicon))


@pytest.mark.parametrize(
    "text",
    [
        "The company laid off 2,000 employees.",
        "The former president was convicted in 2021.",
        "The company's profits fell in 2020.",
        "The band, formed in 1960, split in 1970.",
        "The new law was repealed in 1999.",
    ],
)
def test_a_bare_the_company_points_outside_the_text(text: str, lexicon: Lexicon) -> None:
    assert references.unresolved(parse(text, lexicon))


@pytest.mark.parametrize(
    "text",
    [
        "The company Maersk was founded in Denmark.",
        "The president of France lives in Paris.",
        "The company that makes Lego lost money.",
        "The company called Maersk grew.",
        "The band, Queen, split in 1970.",
        "The",
        "The Company was a novel.",
        "The sun is a star.",
        "A company laid off 2,000 employees.",
    ],
)
def test_a_company_that_is_told_apart_does_not(text: str, lexicon: Lexicon) -> None:
    assert not references.unresolved(parse(text, lexicon))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("The study found nothing.", "The study"),
        ("The new law was repealed in 1999.", "The new law"),
        ("The company's profits fell in 2020.", "The company's"),
        ("That law was repealed in 1999.", "That law"),
        ("However, this report was wrong.", "this report"),
        ("The study of Oslo found nothing.", None),
        ("This led to a fall in prices.", None),
        ("She won.", None),
        ("Whales are mammals.", None),
    ],
)
def test_where_a_text_points_at_a_sort_of_thing(text: str, words: str | None, lexicon: Lexicon) -> None:
    clause = parse(text, lexicon)
    found = references.pointed_at(clause)
    assert (None if found is None else clause.words(found[0], found[1] + 1)) == words


def test_a_he_or_she_needs_somebody_in_the_text(lexicon: Lexicon) -> None:
    assert references.unresolved(parse("In winter he was ill.", lexicon))
    assert not references.unresolved(parse("In winter Napoleon was ill, and he lost.", lexicon))


@pytest.mark.parametrize(
    ("text", "readings"),
    [
        (
            "When Peter met Thomas in 1998, he was a professor.",
            ("When Peter met Thomas in 1998, Peter was a professor", "When Peter met Thomas in 1998, Thomas was a professor"),
        ),
        (
            "When Peter met Thomas, he was the man who led the firm.",
            ("When Peter met Thomas, Peter was the man who led the firm", "When Peter met Thomas, Thomas was the man who led the firm"),
        ),
        (
            "Apple sued Samsung because it copied the iPhone.",
            ("Apple sued Samsung because Apple copied the iPhone", "Apple sued Samsung because Samsung copied the iPhone"),
        ),
    ],
)
def test_a_pronoun_with_two_antecedents_has_two_readings(text: str, readings: tuple[str, ...], lexicon: Lexicon) -> None:
    assert references.readings(parse(text, lexicon)) == readings


@pytest.mark.parametrize(
    "text",
    [
        "When Peter left Paris, he was a professor.",  # to leave is not done to people alone
        "When Peter met the queen, he was a professor.",  # she has no name here
        "Peter met Thomas in 1998.",
        "Peter was a professor before he met Thomas.",
        "Whales are mammals.",
    ],
)
def test_a_pronoun_with_one_antecedent_has_no_rival(text: str, lexicon: Lexicon) -> None:
    assert references.readings(parse(text, lexicon)) == ()


@given(ANY_TEXT | PROSE)
def test_readings_come_in_pairs_or_not_at_all(text: str) -> None:
    assert len(references.readings(parse(text, LEXICON))) in (0, 2)
