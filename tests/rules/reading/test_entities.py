"""Who and what a text names."""

import pytest
from hypothesis import given

from tests.rules.reading.given import ANY_TEXT, LEXICON, PROSE
from veracious.domain.claim import Entity, EntitySort
from veracious.domain.span import Span
from veracious.rules.reading import entities, quantities
from veracious.rules.reading.entities import EntityDials
from veracious.rules.reading.lexicon import Lexicon
from veracious.rules.reading.quantities import AmountDials

DIALS = EntityDials()


def find(text: str, lexicon: Lexicon, dials: EntityDials = DIALS) -> tuple[Entity, ...]:
    return entities.find(text, quantities.find(text, lexicon, AmountDials()), lexicon, dials)


def texts(text: str, lexicon: Lexicon, dials: EntityDials = DIALS) -> list[str]:
    return [entity.text for entity in find(text, lexicon, dials)]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Marie Curie won two Nobel Prizes.", ["Marie Curie", "Nobel Prizes"]),
        ("The University of Oxford is old.", ["University of Oxford"]),
        ("The Lord of the Rings is a novel.", ["Lord of the Rings"]),
        ("Simon de Montfort fell at Evesham.", ["Simon de Montfort", "Evesham"]),
        ("Procter & Gamble makes soap.", ["Procter & Gamble"]),
        ("Philip K. Dick met J. K. Rowling.", ["Philip K. Dick", "J. K. Rowling"]),
        ("Malta and Cyprus joined.", ["Malta", "Cyprus"]),
        ("The Bank of England and the Treasury met.", ["Bank of England", "Treasury"]),
        ("In the United States, Joe Biden won.", ["United States", "Joe Biden"]),
        ("I met John.", ["John"]),
        ("They left the University of life.", ["University"]),
        ("The letter X won.", ["X"]),
        ("Twelve Monkeys was a film.", ["Twelve Monkeys"]),
        ("Łódź lies west of Białystok.", ["Łódź", "Białystok"]),
    ],
)
def test_a_run_of_capitals_is_a_name(text: str, names: list[str], lexicon: Lexicon) -> None:
    """With the small words that stand inside names; "and" joins two names."""
    found = find(text, lexicon)
    assert [entity.text for entity in found] == names
    assert {entity.sort for entity in found} == {EntitySort.NAME}


@pytest.mark.parametrize(
    "text",
    [
        "Water boils quickly.",
        "Water boils quickly",
        "vitamin A helps",
        "Smoking causes cancer.",
        "Studies show it.",
        "Twelve people were injured.",
        "Twelve were injured.",
        "Nobody was injured.",
        "Everyone was paid.",
        "People were injured.",
        "Children had left.",
        "According to tests, it works.",
        "The film is long.",
        "nothing here",
        "",
    ],
)
def test_a_capital_that_only_opens_the_sentence_is_no_name(text: str, lexicon: Lexicon) -> None:
    assert find(text, lexicon) == ()


def test_an_entity_knows_where_it_stands(lexicon: Lexicon) -> None:
    """ "In Rome, NASA …": Rome is [3, 7), NASA is [9, 13)."""
    assert find("In Rome, NASA met.", lexicon) == (
        Entity("Rome", Span(3, 7), EntitySort.NAME),
        Entity("NASA", Span(9, 13), EntitySort.ACRONYM),
    )


@pytest.mark.parametrize("text", ["Lego's founder", "Lego’s founder"])
def test_the_possessive_s_is_not_part_of_the_name(text: str, lexicon: Lexicon) -> None:
    assert texts(text, lexicon) == ["Lego"]


def test_a_short_word_in_capitals_is_an_acronym(lexicon: Lexicon) -> None:
    """Up to six letters; longer words in capitals are shouted names."""
    sorts = {entity.text: entity.sort for entity in find("The EU, the G7, UNESCO and SIEMENS met.", lexicon)}
    assert sorts == {"EU": EntitySort.ACRONYM, "G7": EntitySort.ACRONYM, "UNESCO": EntitySort.ACRONYM, "SIEMENS": EntitySort.NAME}


@pytest.mark.parametrize(
    "text",
    [
        'Tolstoy wrote "War and Peace".',
        "Tolstoy wrote “War and Peace”.",
        "Tolstoy wrote «War and Peace».",
        "Tolstoy wrote „War and Peace“.",
    ],
)
def test_a_quoted_title_is_one_entity(text: str, lexicon: Lexicon) -> None:
    """In any quotation marks, without them, and instead of the names inside it."""
    assert [(entity.text, entity.sort) for entity in find(text, lexicon)] == [
        ("Tolstoy", EntitySort.NAME),
        ("War and Peace", EntitySort.QUOTED),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "He called it “a very bad idea”.",  # no title: lower case
        "She wrote “Come at once.” to him.",  # speech: its own full stop
        "She wrote “Never have so many people owed so much to few” again.",  # speech: eleven words
    ],
)
def test_a_quoted_phrase_or_speech_is_no_title(text: str, lexicon: Lexicon) -> None:
    assert EntitySort.QUOTED not in {entity.sort for entity in find(text, lexicon)}


def test_dates_are_entities_and_swallow_the_month(lexicon: Lexicon) -> None:
    found = find("On 15 March 2020 Italy closed; on 28 June it opened.", lexicon)
    assert [(entity.text, entity.sort) for entity in found] == [
        ("15 March 2020", EntitySort.DATE),
        ("Italy", EntitySort.NAME),
        ("28 June", EntitySort.DATE),
    ]


def test_amounts_are_no_entities(lexicon: Lexicon) -> None:
    assert find("the bridge is 5 km long", lexicon) == ()


@pytest.mark.parametrize(
    ("text", "aliases"),
    [
        ("Marie Curie won.", ("Curie",)),
        ("New York City grew.", ("NYC", "City")),
        ("the World Health Organization (WHO) met", ("WHO", "Organization")),
        ("the International Business Machines (Big) firm", ("IBM", "Machines")),
        ("Philip K. Dick wrote.", ("PKD", "Dick", "Philip K Dick")),
        ("the University of Oxford grew", ()),
        ("the Bank of Japan (BOJ) met", ("BOJ",)),
        ("the Bank of Japan (BOJ since 1882) met", ()),
        ("the Bank of Japan [BOJ] met", ()),
        ("Paris grew.", ()),
    ],
)
def test_other_forms_of_a_name(text: str, aliases: tuple[str, ...], lexicon: Lexicon) -> None:
    """Its acronym, given or made of three initials and more; its last word, when all are capitals; itself without dots."""
    assert find(text, lexicon)[0].aliases == aliases


def test_the_dials_set_what_is_a_name(lexicon: Lexicon) -> None:
    assert find("The NASA met.", lexicon, EntityDials(acronym_letters_at_most=3))[0].sort is EntitySort.NAME
    assert texts("the Big Red Bus Shop", lexicon, EntityDials(name_tokens_at_most=2)) == ["Big Red", "Bus Shop"]
    assert EntitySort.QUOTED not in {e.sort for e in find('He read "War and Peace".', lexicon, EntityDials(quoted_words_at_most=2))}


@given(ANY_TEXT | PROSE)
def test_every_entity_slices_back(text: str) -> None:
    for entity in find(text, LEXICON):
        assert entity.span.of(text) == entity.text
        assert entity.text


@given(ANY_TEXT | PROSE)
def test_entities_stand_in_order_and_names_apart_from_titles_and_dates(text: str) -> None:
    found = find(text, LEXICON)
    assert list(found) == sorted(found, key=lambda entity: entity.span)
    fixed = [entity for entity in found if entity.sort in (EntitySort.QUOTED, EntitySort.DATE)]
    for name in (entity for entity in found if entity not in fixed):
        assert not any(name.span.overlaps(other.span) for other in found if other is not name)


@given(ANY_TEXT | PROSE)
def test_an_alias_is_never_the_name_itself(text: str) -> None:
    for entity in find(text, LEXICON):
        assert entity.text not in entity.aliases
        assert len(set(entity.aliases)) == len(entity.aliases)
