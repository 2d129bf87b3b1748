"""Flags read off a claim's wording: for each, sentences that have it and near misses that do not."""

import pytest
from hypothesis import given

from tests.rules.reading.given import ANY_TEXT, LEXICON, PROSE
from veracious.domain.claim import Trait
from veracious.rules.reading import quantities, traits
from veracious.rules.reading.lexicon import Lexicon
from veracious.rules.reading.quantities import AmountDials
from veracious.rules.reading.traits import TraitDials

DIALS = TraitDials()


def read(text: str, lexicon: Lexicon, dials: TraitDials = DIALS) -> frozenset[Trait]:
    return traits.read(text, quantities.find(text, lexicon, AmountDials()), lexicon, dials)


HAVE = [
    (Trait.NUMERIC, "The fee is $150."),
    (Trait.NUMERIC, "Heathrow handled seven million passengers."),
    (Trait.NUMERIC, "Exports of copper doubled."),
    (Trait.COUNT, "Octopuses have three hearts."),
    (Trait.COUNT, "The earthquake killed 1,200 people."),
    (Trait.COMPARATIVE, "Russia is larger than Canada."),
    (Trait.COMPARATIVE, "Solar power is cheaper."),
    (Trait.COMPARATIVE, "Imports exceeded exports."),
    (Trait.CAUSAL, "Smoking causes lung cancer."),
    (Trait.CAUSAL, "Prices rose because demand grew."),
    (Trait.CAUSAL, "The flood was due to heavy rain."),
    (Trait.THERAPEUTIC, "Ivermectin cures malaria."),
    (Trait.THERAPEUTIC, "The vaccine protects against measles."),
    (Trait.MECHANISTIC, "Insulin binds to a receptor."),
    (Trait.MECHANISTIC, "The enzyme turns starch into sugar."),
    (Trait.TEMPORAL, "The wall fell in 1989."),
    (Trait.TEMPORAL, "The museum closed after the war."),
    (Trait.TEMPORAL, "The museum reopened three weeks ago."),
    (Trait.TEMPORAL, "Rome closed the schools on 28 June."),
    (Trait.QUOTE, 'Kennedy said: "Ask not what your country can do for you."'),
    (Trait.QUOTE, "“We shall fight on the beaches”, Churchill told the Commons."),
    (Trait.POLICY, "Drivers in Japan must keep to the left."),
    (Trait.POLICY, "Singapore prohibits chewing gum."),
    (Trait.DEFINITION, "A haiku is a short poem."),
    (Trait.DEFINITION, "Photosynthesis refers to the way plants make sugar."),
    (Trait.DEFINITION, "Marsupials are any mammals with a pouch."),
    (Trait.RANKING, "Lake Baikal is the deepest lake in the world."),
    (Trait.RANKING, "Norway ranks second."),
    (Trait.EXISTENCE, "There are wolves in Germany."),
    (Trait.EXISTENCE, "Unicorns do not exist."),
    (Trait.ABSOLUTE_QUANTIFIER, "Lightning never strikes the same place again."),
    (Trait.ABSOLUTE_QUANTIFIER, "All swans are white."),
    (Trait.ABSOLUTE_QUANTIFIER, "No mammal lays eggs."),
    (Trait.REPORTED_BELIEF, "The agency says that exports fell."),
    (Trait.REPORTED_BELIEF, "Many Britons believed in ghosts."),
    (Trait.REPORTED_BELIEF, "According to NASA, the ice is melting."),
    (Trait.HEDGED, "Coffee may keep drivers awake."),
    (Trait.HEDGED, "The fire was probably arson."),
]

NEAR_MISSES = [
    (Trait.NUMERIC, "The treaty was signed on 28 June 1919."),  # a date is no amount
    (Trait.NUMERIC, "COVID-19 reached Italy."),  # the number is part of a name
    (Trait.COUNT, "The bridge is 5 km long."),  # measured, not counted
    (Trait.COUNT, "The wall fell in 1989."),
    (Trait.COUNT, "The score was 12."),  # of nothing
    (Trait.COMPARATIVE, "Russia is the largest country."),  # a place in an order
    (Trait.COMPARATIVE, "Solar power is cheap."),
    (Trait.CAUSAL, "Smoking is common among people with lung cancer."),
    (Trait.CAUSAL, "Prices rose when demand grew."),
    (Trait.THERAPEUTIC, "Mosquitoes spread malaria."),
    (Trait.MECHANISTIC, "Insulin was found in Toronto."),
    (Trait.TEMPORAL, "Whales are mammals."),
    (Trait.TEMPORAL, "The bridge is 5 km long."),
    (Trait.QUOTE, 'Kennedy said that he read "War and Peace".'),  # a title of three words
    (Trait.QUOTE, 'The plaque bears "words for those who come after".'),  # nobody says it
    (Trait.QUOTE, "Kennedy said that nobody asked what his country could do."),  # no quotation marks
    (Trait.POLICY, "Drivers in Japan keep to the left."),
    (Trait.DEFINITION, "A haiku is short."),
    (Trait.DEFINITION, "A haiku was a gift."),
    (Trait.DEFINITION, "The tower is a 300 metre giant."),  # an amount ties it down
    (Trait.DEFINITION, "The oldest of the three houses on the hill above town is a ruin."),  # too late in the sentence
    (Trait.RANKING, "Lake Baikal is a deep lake."),
    (Trait.RANKING, "The museum closed last year."),
    (Trait.RANKING, "Most Italians own a smartphone."),
    (Trait.RANKING, "Adults need at least two litres of water."),
    (Trait.RANKING, "The sprint took a second."),
    (Trait.EXISTENCE, "Wolves live in Germany."),
    (Trait.EXISTENCE, "The wolves there are grey."),  # "there are" does not open the sentence
    (Trait.ABSOLUTE_QUANTIFIER, "Many swans are white."),
    (Trait.REPORTED_BELIEF, "Exports fell."),
    (Trait.REPORTED_BELIEF, "The United States exports grain."),
    (Trait.REPORTED_BELIEF, "The report is long."),
    (Trait.REPORTED_BELIEF, "The view from the tower is wide."),
    (Trait.HEDGED, "Coffee keeps drivers awake."),
    (Trait.HEDGED, "In May 2020, shops closed."),  # a month
    (Trait.HEDGED, "Theresa May resigned."),
]


@pytest.mark.parametrize(("trait", "text"), HAVE)
def test_a_sentence_has_the_trait(trait: Trait, text: str, lexicon: Lexicon) -> None:
    assert trait in read(text, lexicon)


@pytest.mark.parametrize(("trait", "text"), NEAR_MISSES)
def test_a_near_miss_has_it_not(trait: Trait, text: str, lexicon: Lexicon) -> None:
    assert trait not in read(text, lexicon)


def test_every_trait_has_two_sentences_and_a_near_miss() -> None:
    assert all(sum(trait is named for named, _ in HAVE) >= 2 for trait in Trait)
    assert {trait for trait, _ in NEAR_MISSES} == set(Trait)
    assert [trait for trait, _ in traits.TRAITS] == list(Trait)


def test_a_sentence_has_any_number_of_traits(lexicon: Lexicon) -> None:
    assert read("Whales are mammals.", lexicon) == frozenset()
    assert read("According to the agency, smoking causes more than 8 million deaths.", lexicon) == {
        Trait.REPORTED_BELIEF,
        Trait.CAUSAL,
        Trait.COMPARATIVE,
        Trait.NUMERIC,
        Trait.COUNT,
    }


def test_the_dials_set_how_long_a_quotation_is(lexicon: Lexicon) -> None:
    """ "Yes we can" has three words: speech only where three are enough."""
    text = 'Obama said: "Yes we can"'
    assert Trait.QUOTE not in read(text, lexicon)
    assert Trait.QUOTE in read(text, lexicon, TraitDials(quote_words_at_least=3))


def test_the_dials_set_how_early_a_definition_comes(lexicon: Lexicon) -> None:
    """In "A haiku is a poem" the verb is the third token."""
    assert Trait.DEFINITION in read("A haiku is a poem.", lexicon, TraitDials(definition_tokens_at_most=3))
    assert Trait.DEFINITION not in read("A haiku is a poem.", lexicon, TraitDials(definition_tokens_at_most=2))


# What is read off a list alone: such a word is not unsaid by words behind it.
LISTED = {
    Trait.COMPARATIVE, Trait.CAUSAL, Trait.THERAPEUTIC, Trait.MECHANISTIC, Trait.POLICY, Trait.RANKING, Trait.ABSOLUTE_QUANTIFIER,
    Trait.HEDGED, Trait.EXISTENCE,
}  # fmt: skip


@given(PROSE, PROSE)
def test_more_words_never_take_a_listed_trait_away(text: str, more: str) -> None:
    assert read(text, LEXICON) & LISTED <= read(f"{text} {more}", LEXICON)


@given(ANY_TEXT | PROSE)
def test_what_is_counted_is_an_amount(text: str) -> None:
    """Count implies numeric, and a definition states no amount."""
    found = read(text, LEXICON)
    assert Trait.COUNT not in found or Trait.NUMERIC in found
    assert not {Trait.DEFINITION, Trait.NUMERIC} <= found
