"""What each word of a sentence does, as far as word lists and neighbours can tell."""

import pytest
from hypothesis import given

from tests.rules.reading.given import ANY_TEXT, LEXICON, PROSE
from veracious.rules.reading import grammar
from veracious.rules.reading.grammar import Tag
from veracious.rules.reading.lexicon import Lexicon
from veracious.rules.reading.tokens import scan


def tags(text: str, lexicon: Lexicon) -> dict[str, str]:
    """The tag of each word of a text in which no word stands twice."""
    found = scan(text)
    assert len({token.text for token in found}) == len(found)
    return {token.text: tag.value for token, tag in zip(found, grammar.tag(found, lexicon), strict=True)}


@pytest.mark.parametrize(
    ("text", "word", "tag"),
    [
        ("Exports rose", "rose", Tag.VERB),
        ("She owns the house", "owns", Tag.VERB),
        ("They march through Paris", "march", Tag.VERB),
        ("Cats eat mice", "eat", Tag.VERB),
        ("Paris quickly grew", "grew", Tag.VERB),
        ("Rome attacks the fort", "attacks", Tag.VERB),
        ("Rome often attacks", "attacks", Tag.VERB),
        ("The attacks ended", "attacks", Tag.WORD),
        ("Police arrest thieves", "arrest", Tag.VERB),
        ("Men who smoke die young", "smoke", Tag.VERB),
        ("Rome and Milan trade goods", "trade", Tag.VERB),
        ("Is Paris big", "Is", Tag.AUX),
        ("The ally fled", "ally", Tag.WORD),  # no adverb, for all its -ly
        ("The law was passed", "was", Tag.AUX),
        ("Drivers must keep quiet", "must", Tag.AUX),
        ("Drivers must keep quiet", "keep", Tag.BASE),
        ("The treaty obliged Germany to pay", "pay", Tag.BASE),
        ("The law was passed", "passed", Tag.PARTICIPLE),
        ("Prices have fallen", "fallen", Tag.PARTICIPLE),
        ("Wages were rising", "rising", Tag.ING),
        ("The march ended", "march", Tag.WORD),  # behind an article it is a noun
        ("The advanced course ended", "advanced", Tag.WORD),  # it describes the course
        ("In May prices fell", "May", Tag.NAME),
        ("Prices may fall", "may", Tag.AUX),
        ("Tourists left Paris", "Paris", Tag.NAME),
        ("Seven million people left", "million", Tag.NUMBER),
        ("In 1848 prices fell", "1848", Tag.NUMBER),
        ("Prices fell sharply", "sharply", Tag.ADVERB),
        ("Prices never fell", "never", Tag.ADVERB),
        ("It rained in Rome", "It", Tag.PRONOUN),
        ("It rained in Rome", "in", Tag.PREPOSITION),
        ("Cats and dogs fight", "and", Tag.CONJUNCTION),
        ("Prices rose because demand grew", "because", Tag.SUBORDINATOR),
        ("Workers who struck won", "who", Tag.RELATIVE),
        ("Every dog barked", "Every", Tag.DETERMINER),
        ("Prices rose , then fell", ",", Tag.SIGN),
    ],
)
def test_a_word_is_told_by_its_neighbours(text: str, word: str, tag: Tag, lexicon: Lexicon) -> None:
    assert tags(text, lexicon)[word] == tag


def test_a_whole_sentence(lexicon: Lexicon) -> None:
    assert tags("The vaccine approved in Britain was not cheap", lexicon) == {
        "The": "determiner",
        "vaccine": "word",
        "approved": "participle",  # the real verb is still to come
        "in": "preposition",
        "Britain": "name",
        "was": "auxiliary",
        "not": "adverb",
        "cheap": "word",
    }


def test_a_past_form_is_the_verb_where_no_other_comes(lexicon: Lexicon) -> None:
    assert tags("The vaccine arrived in Britain", lexicon)["arrived"] == Tag.VERB


@pytest.mark.parametrize("text", ['He said " we go " once', "He said “ we go ” once", "He said « we go » once", "He said ( we go ) once"])
def test_nothing_inside_quotation_marks_or_brackets_is_looked_into(text: str, lexicon: Lexicon) -> None:
    found = scan(text)
    assert [tag is Tag.QUOTED for tag in grammar.tag(found, lexicon)] == [False, False, True, True, True, True, False]


def test_an_unclosed_mark_hides_nothing(lexicon: Lexicon) -> None:
    assert Tag.QUOTED not in grammar.tag(scan("He said “ we go home"), lexicon)
    assert Tag.QUOTED not in grammar.tag(scan('He said " we go home'), lexicon)


def test_a_text_wholly_in_quotation_marks_is_read_without_them(lexicon: Lexicon) -> None:
    assert grammar.tag(scan("“Whales are mammals”"), lexicon)[2] is Tag.AUX


def test_a_statement_has_a_verb_if_any_word_can_be_one(lexicon: Lexicon) -> None:
    """A noun-like -s form is a noun at first; where no other verb stands, it is the verb."""
    assert tags("Window glass contains silica", lexicon)["contains"] == Tag.VERB
    assert tags("The company markets drugs", lexicon)["markets"] == Tag.VERB


@pytest.mark.parametrize(("word", "base"), [("went", "go"), ("banned", "ban"), ("found", "find"), ("Paris", "paris"), ("is", "is")])
def test_the_base_of_a_verb_or_the_word_itself(word: str, base: str, lexicon: Lexicon) -> None:
    (token,) = scan(word)
    assert grammar.verb_base(token, lexicon) == base


@pytest.mark.parametrize(
    ("phrase", "plural"),
    [
        ("the dogs", True),
        ("the dog", False),
        ("Dogs", True),
        ("people", True),
        ("children", True),
        ("Malta and Cyprus", True),
        ("the boss", False),
        ("the virus", False),
        ("the basis", False),
        ("the number of cars", False),  # the head stands before "of"
        ("the owners of the firm", True),
        ("the United States", False),  # one name
        ("NASDAQS", False),
    ],
)
def test_a_noun_phrase_is_plural_by_its_head(phrase: str, plural: bool, lexicon: Lexicon) -> None:
    found = scan(phrase)
    assert grammar.is_plural(found, grammar.tag(found, lexicon), lexicon) == plural


@pytest.mark.parametrize(
    ("word", "like"),
    [
        ("national", True),
        ("famous", True),
        ("German", True),
        ("toxic", True),
        ("retired", True),
        ("dog", False),
        ("France", False),
        ("ran", False),
    ],
)
def test_an_adjective_is_told_by_its_ending_or_a_list(word: str, like: bool, lexicon: Lexicon) -> None:
    (token,) = scan(word)
    assert grammar.is_adjective_like(token, lexicon) == like


@given(ANY_TEXT | PROSE)
def test_every_token_has_one_tag(text: str) -> None:
    assert len(grammar.tag(scan(text), LEXICON)) == len(scan(text))


@given(ANY_TEXT | PROSE)
def test_what_has_no_letter_is_never_a_verb(text: str) -> None:
    """Signs and numerals: a number, a sign, or quoted, and nothing else."""
    found = scan(text)
    for token, tag in zip(found, grammar.tag(found, LEXICON), strict=True):
        if not any(map(str.isalpha, token.text)):
            assert tag in (Tag.NUMBER, Tag.SIGN, Tag.QUOTED)
            assert tag is not Tag.NUMBER or token.is_numeral
