"""The questions that splitting asks of a sentence."""

import pytest
from hypothesis import given

from tests.rules.reading.given import ANY_TEXT, LEXICON, PROSE, claims
from veracious.rules.reading import clauses
from veracious.rules.reading.clauses import Clause, parse
from veracious.rules.reading.grammar import FINITE
from veracious.rules.reading.lexicon import Lexicon


def at(clause: Clause, word: str) -> int:
    """Where a word stands that stands once."""
    (index,) = [k for k in range(len(clause)) if clause.tokens[k].text == word]
    return index


@pytest.mark.parametrize(
    ("text", "bare"),
    [
        ("Whales swim.", "Whales swim"),
        (" Whales swim!! ", "Whales swim"),
        ("Whales swim;", "Whales swim"),
        ("Whales swim...", "Whales swim..."),
    ],
)
def test_a_clause_is_a_sentence_without_its_full_stop(text: str, bare: str, lexicon: Lexicon) -> None:
    """But for three dots, which leave something out."""
    assert parse(text, lexicon).text == bare


def test_a_clause_answers_beyond_its_ends(lexicon: Lexicon) -> None:
    clause = parse("Whales swim.", lexicon)
    assert len(clause) == 2
    assert [clause.low(index) for index in (-1, 0, 1, 2)] == ["", "whales", "swim", ""]
    assert clause.tag(-1) is None
    assert clause.tag(2) is None


def test_words_are_the_text_itself_without_commas_at_the_ends(lexicon: Lexicon) -> None:
    clause = parse("In  Rome, they  swim, too", lexicon)
    assert clause.words(0, 3) == "In  Rome"
    assert clause.words(2, 5) == "they  swim"
    assert clause.words(3, 3) == ""
    assert clause.words(3, 99) == "they  swim, too"


def test_a_comma_inside_quotation_marks_is_none(lexicon: Lexicon) -> None:
    clause = parse("Rome, “Milan, Turin” won", lexicon)
    assert [k for k in range(len(clause)) if clause.is_comma(k)] == [1]


@pytest.mark.parametrize(
    ("text", "verb"),
    [
        ("The law was passed in 2010", "was"),
        ("Workers who had joined the union received pay", "received"),
        ("The firm that makes toys closed a plant", "closed"),
        ("The vaccine approved in Britain failed", "failed"),
        ("Smith said that prices rose", "said"),
        ("The man whose dog barked fled", "fled"),
        ("The “Save Me” movement spread", "spread"),
    ],
)
def test_the_main_verb_is_not_that_of_a_relative_clause(text: str, verb: str, lexicon: Lexicon) -> None:
    clause = parse(text, lexicon)
    assert clauses.main_verb(clause) == at(clause, verb)


def test_a_fragment_has_no_main_verb(lexicon: Lexicon) -> None:
    assert clauses.main_verb(parse("the old red sofa in the attic", lexicon)) is None


def test_a_main_verb_is_looked_for_within_bounds(lexicon: Lexicon) -> None:
    """Prices rose and wages fell: behind the "and" at 2 the verb is the last token, at 4."""
    clause = parse("Prices rose and wages fell", lexicon)
    assert clauses.main_verb(clause, 2) == 4
    assert clauses.main_verb(clause, 2, 4) is None


@pytest.mark.parametrize(
    ("text", "verb", "last"),
    [
        ("The bomb has not been found in Rome", "has", "found"),
        ("The law was passed in Rome", "was", "passed"),
        ("Drivers must keep quiet", "must", "keep"),
        ("The vote was not close", "was", "not"),
        ("Prices rose in Rome", "rose", "rose"),
    ],
)
def test_a_verb_group_takes_its_auxiliaries_and_its_not(text: str, verb: str, last: str, lexicon: Lexicon) -> None:
    clause = parse(text, lexicon)
    assert clauses.verb_group_end(clause, at(clause, verb)) == at(clause, last) + 1


def test_adverbs_are_passed_over(lexicon: Lexicon) -> None:
    clause = parse("Prices also quickly fell", lexicon)
    assert clauses.skip_adverbs(clause, 1) == 3
    assert clauses.skip_adverbs(clause, 3) == 3


@pytest.mark.parametrize(
    ("text", "end", "phrase"),
    [
        ("Smith met the old mayor yesterday", "yesterday", "the old mayor"),
        ("Smith works at the University of Oxford today", "today", "the University of Oxford"),
        ("Smith met Angela Merkel in Rome", "in", "Angela Merkel"),
    ],
)
def test_a_noun_phrase_begins_with_its_article_or_its_name(text: str, end: str, phrase: str, lexicon: Lexicon) -> None:
    clause = parse(text, lexicon)
    assert clause.words(clauses.noun_phrase_start(clause, at(clause, end)), at(clause, end)) == phrase


@pytest.mark.parametrize(
    "text",
    [
        "Prices rose because demand grew and supply fell",
        "Ice melts and floats if it is warm",
        "Prices rose when banks closed and shops opened",
        "Prices rose and shops closed after the king died",
        "Smith asked whether prices rose and wages fell",
    ],
)
def test_a_cause_a_condition_or_a_time_clause_blocks_everything(text: str, lexicon: Lexicon) -> None:
    assert clauses.blocked_from(parse(text, lexicon)) == 0


@pytest.mark.parametrize("text", ["Prices rose and wages fell", "Prices rose after the war and fell in May", "Prices rose before 1900"])
def test_a_time_phrase_without_a_verb_blocks_nothing(text: str, lexicon: Lexicon) -> None:
    clause = parse(text, lexicon)
    assert clauses.blocked_from(clause) == len(clause)


@pytest.mark.parametrize(
    ("text", "start", "begins"),
    [
        ("Prices rose and wages fell", "wages", True),
        ("Prices rose and the number of jobs fell", "the", True),
        ("Prices rose and it rained", "it", True),
        ("Prices rose and fell", "fell", False),  # no subject of its own
        ("Smith bought apples and pears", "pears", False),  # no verb
    ],
)
def test_a_clause_begins_with_a_subject_and_a_verb(text: str, start: str, begins: bool, lexicon: Lexicon) -> None:
    clause = parse(text, lexicon)
    assert clauses.begins_clause(clause, at(clause, start)) == begins


@pytest.mark.parametrize(
    ("text", "start", "verb", "begins"),
    [
        ("The law was passed in 2010 and repealed in 2015", "repealed", "was", True),
        ("Smith sold cars and opened a shop", "opened", "sold", True),
        ("Smith sold cars and later opened a shop", "later", "sold", True),
        ("Firms must pay fees or leave the market", "leave", "must", True),
        ("Cats eat mice and chase birds", "chase", "eat", True),
        ("Smith sold cars and boats", "boats", "sold", False),
        ("Smith sold cars and Jones bought boats", "Jones", "sold", False),
    ],
)
def test_a_verb_phrase_begins_with_a_verb_that_can_share_the_subject(
    text: str, start: str, verb: str, begins: bool, lexicon: Lexicon
) -> None:
    clause = parse(text, lexicon)
    assert clauses.begins_verb_phrase(clause, at(clause, start), at(clause, verb)) == begins


@pytest.mark.parametrize(
    ("text", "verb", "right", "shared"),
    [
        ("The law was passed in 2010 and repealed in 2015", "was", "repealed", "was"),
        ("Firms have not paid fees or taken loans", "have", "taken", "have not"),
        ("Firms must pay fees or leave the market", "must", "leave", "must"),
        ("Firms did not pay fees or refund passengers", "did", "refund", "did not"),
        ("Smith was born in Rome and died in Milan", "was", "died", ""),  # to die is never passive
        ("Cancer is rare and often driven by genes", "is", "often", "is"),
        ("Smith sold cars and opened a shop", "sold", "opened", ""),
        ("Smith was rich and has died", "was", "has", ""),  # it brings its own
    ],
)
def test_an_auxiliary_is_shared_by_the_verb_that_needs_it(text: str, verb: str, right: str, shared: str, lexicon: Lexicon) -> None:
    clause = parse(text, lexicon)
    assert clauses.shared_auxiliary(clause, at(clause, verb), at(clause, right)) == shared


@pytest.mark.parametrize(
    ("text", "verb", "right", "within"),
    [
        ("Smith met a lawyer who loves gardening and paints portraits", "met", "paints", True),
        ("Smith met a lawyer who loves gardening and left town", "met", "left", False),  # another tense
        ("Smith loves gardening and paints portraits", "loves", "paints", False),
    ],
)
def test_a_verb_may_go_on_a_relative_clause(text: str, verb: str, right: str, within: bool, lexicon: Lexicon) -> None:
    clause = parse(text, lexicon)
    assert clauses.is_within_relative(clause, at(clause, verb), at(clause, right)) == within


@pytest.mark.parametrize(
    ("text", "verb", "denied"),
    [
        ("Rome was big", "was", "was not big"),
        ("Rome has fallen", "has", "has not fallen"),
        ("Rome will fall", "will", "will not fall"),
        ("Rome recalled the phones", "recalled", "did not recall the phones"),
        ("Rome owns the house", "owns", "does not own the house"),
        ("They own the house", "own", "do not own the house"),
    ],
)
def test_a_verb_phrase_is_denied_with_its_own_tense(text: str, verb: str, denied: str, lexicon: Lexicon) -> None:
    clause = parse(text, lexicon)
    assert clauses.negated(clause, at(clause, verb), len(clause)) == denied


@pytest.mark.parametrize(
    ("text", "verb", "one"),
    [
        ("Cats are cute", "are", "is cute"),
        ("Cats were cute", "were", "was cute"),
        ("Cats have tails", "have", "has tails"),
        ("Cats carry fleas", "carry", "carries fleas"),
        ("Cats reach Rome", "reach", "reaches Rome"),
        ("Cats slept well", "slept", "slept well"),
    ],
)
def test_a_verb_phrase_agrees_with_one_subject(text: str, verb: str, one: str, lexicon: Lexicon) -> None:
    clause = parse(text, lexicon)
    assert clauses.singular(clause, at(clause, verb)) == one


@pytest.mark.parametrize(
    ("text", "verb", "found"),
    [
        ("Smith sold the old car in Rome", "sold", "the old car"),
        ("Smith has sold cars and boats", "has", "cars"),
        ("Smith slept in Rome", "slept", ""),
    ],
)
def test_the_direct_object_stands_right_behind_the_verb(text: str, verb: str, found: str, lexicon: Lexicon) -> None:
    clause = parse(text, lexicon)
    assert clause.words(*clauses.direct_object(clause, at(clause, verb))) == found


@pytest.mark.parametrize(
    ("text", "subject_end", "verb", "passive", "be"),
    [
        ("Mo Ibrahim set up a prize", 2, "set", False, "was"),
        ("Mo Ibrahim owns the firm", 2, "owns", False, "is"),
        ("The Netherlands owns the firm", 2, "owns", False, "is"),
        ("The twins own the firm", 2, "own", False, "are"),
        ("The twins were rich", 2, "were", False, "were"),
        ("Aspartame is sweet", 1, "is", True, "was"),  # what was done to it was done before
    ],
)
def test_what_ties_a_name_to_its_description(text: str, subject_end: int, verb: str, passive: bool, be: str, lexicon: Lexicon) -> None:
    """A form of "to be" in the tense and number of the sentence."""
    clause = parse(text, lexicon)
    assert clauses.copula(clause, (0, subject_end), at(clause, verb), passive=passive) == be


@given(ANY_TEXT | PROSE | claims())
def test_the_main_verb_is_finite_and_its_group_lies_in_the_clause(text: str) -> None:
    clause = parse(text, LEXICON)
    verb = clauses.main_verb(clause)
    if verb is not None:
        assert clause.tags[verb] in FINITE
        assert verb < clauses.verb_group_end(clause, verb) <= len(clause)


@given(ANY_TEXT | PROSE | claims())
def test_a_noun_phrase_lies_before_its_end(text: str) -> None:
    clause = parse(text, LEXICON)
    for end in range(len(clause) + 1):
        assert 0 <= clauses.noun_phrase_start(clause, end) <= end


@given(ANY_TEXT | PROSE | claims())
def test_a_clause_keeps_the_words_of_its_text(text: str) -> None:
    clause = parse(text, LEXICON)
    assert clause.text in text
    assert len(clause.tags) == len(clause.tokens)
