"""Facts that stand plainly in a text; every line of the tables was read by hand."""

import gc
import time
from functools import partial
from itertools import pairwise
from random import Random
from statistics import median

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.rules.reading import hostile
from tests.rules.reading.given import ANY_TEXT, LEXICON, PROSE, claims
from veracious.rules.reading import clauses, facts
from veracious.rules.reading.facts import Fact, FactDials
from veracious.rules.reading.lexicon import Lexicon
from veracious.rules.reading.predicates import PredicateDials
from veracious.rules.reading.subjects import SubjectDials

DIALS = FactDials()


def told(text: str, dials: FactDials = DIALS) -> list[str]:
    return [f"{fact.subject} | {fact.relation} | {fact.object}" for fact in facts.read(text, LEXICON, dials)]


PLAIN = [
    # to be
    ("Paris is the capital of France.", ["Paris | is the capital of | France"]),
    ("The capital of Poland is Warsaw.", ["capital of Poland | is | Warsaw"]),
    ("Warsaw is in Poland.", ["Warsaw | is in | Poland"]),
    ("Mount Everest is 8,849 metres high.", ["Mount Everest | is | 8,849 metres high"]),
    ("Norway is part of Scandinavia.", ["Norway | is part of | Scandinavia"]),
    ("The Hague is a city in the Netherlands.", ["The Hague | is a city in | Netherlands"]),
    ("The University of Oxford is a collegiate university.", ["University of Oxford | is | a collegiate university"]),
    (
        "Angela Merkel was the chancellor of Germany from 2005 to 2021.",
        ["Angela Merkel | was | the chancellor of Germany from 2005 to 2021"],
    ),
    ("Valentina Tereshkova was the first woman to fly in space.", ["Valentina Tereshkova | was | the first woman to fly in space"]),
    ("Ed Sheeran is an English singer, songwriter and guitarist.", ["Ed Sheeran | is | an English singer, songwriter and guitarist"]),
    ("Gordon Brown became prime minister in 2007.", []),  # without an article it may be an adjective
    (
        "Alien is a 1979 film directed by Ridley Scott.",
        ["Alien | is | a 1979 film", "Alien | directed by | Ridley Scott"],
    ),
    (
        "Adele (born 5 May 1988) is an English singer who lives in London.",
        ["Adele | born | 5 May 1988", "Adele | is | an English singer"],
    ),
    # a verb and its object
    ("Bill Gates founded Microsoft.", ["Bill Gates | founded | Microsoft"]),
    ("Germany won the FIFA World Cup in 2014.", ["Germany | won | FIFA World Cup"]),
    ("In 1903, Marie Curie won the Nobel Prize in Physics.", ["Marie Curie | won | Nobel Prize"]),
    ("However, Will Smith won the Academy Award for Best Actor.", ["Will Smith | won | Academy Award for Best Actor"]),
    ("Botswana exports gold, silver and copper.", ["Botswana | exports | gold, silver and copper"]),
    (
        "George Orwell wrote Animal Farm, Burmese Days and Nineteen Eighty-Four.",
        ["George Orwell | wrote | Animal Farm, Burmese Days and Nineteen Eighty-Four"],
    ),
    ("Tokyo has a population of 14 million.", ["Tokyo | has | a population of 14 million"]),
    ("Tuvalu had a population of 10,645 in 2017.", ["Tuvalu | had | a population of 10,645 in 2017"]),
    ("NASA launched Voyager 1 on 5 September 1977.", ["NASA | launched | Voyager 1"]),
    ("J. K. Rowling has written Harry Potter.", ["J. K. Rowling | has written | Harry Potter"]),
    ("Wnt7a and Wnt7b encode two Wnt ligands.", ["Wnt7a and Wnt7b | encode | two Wnt ligands"]),
    ("Aspirin reduces the risk of stroke.", ["Aspirin | reduces | the risk of stroke"]),
    ("Albert Einstein developed the theory of relativity.", ["Albert Einstein | developed | the theory of relativity"]),
    # places, times and agents
    ("Hamlet was written by William Shakespeare.", ["Hamlet | was written by | William Shakespeare"]),
    (
        "Marie Curie was born in Warsaw on 7 November 1867.",
        ["Marie Curie | was born in | Warsaw", "Marie Curie | was born on | 7 November 1867"],
    ),
    (
        "Ludwig van Beethoven was born in Bonn and died in Vienna.",
        ["Ludwig van Beethoven | was born in | Bonn", "Ludwig van Beethoven | died in | Vienna"],
    ),
    (
        "The Treaty of Rome was signed in 1957 by France, Italy and West Germany.",
        ["Treaty of Rome | was signed in | 1957", "Treaty of Rome | was signed by | France, Italy and West Germany"],
    ),
    ("Osamu Tezuka died of stomach cancer in 1989.", ["Osamu Tezuka | died of | stomach cancer"]),
    ("Shibukawa Station opened on Friday, 1 July 1921.", ["Shibukawa Station | opened on | Friday, 1 July 1921"]),
    # asides, brackets, second verbs
    (
        "Paris, the capital of France, hosted the Olympic Games in 1924.",
        ["Paris | was the capital of | France", "Paris | hosted | Olympic Games"],
    ),
    (
        "Kofi Annan, who was born in Kumasi, led the United Nations.",
        ["Kofi Annan | was born in | Kumasi", "Kofi Annan | led | United Nations"],
    ),
    (
        "Marie Curie won two Nobel Prizes and died in 1934.",
        ["Marie Curie | won | two Nobel Prizes", "Marie Curie | died in | 1934"],
    ),
    # pronouns that the sentence before explains
    (
        "Barack Obama was born in Honolulu. He studied at Columbia University.",
        ["Barack Obama | was born in | Honolulu", "Barack Obama | studied at | Columbia University"],
    ),
    (
        "Kiribati is an island country.[1] It joined the United Nations in 1999.[2]",
        ["Kiribati | is | an island country", "Kiribati | joined | United Nations"],
    ),
]

NOTHING = [
    # denied
    "Paris is not the capital of Italy.",
    "Einstein never won the Fields Medal.",
    "Nobody liked Sisters.",
    "Neither Apple nor Samsung sells the phone.",
    "Norway isn't part of the European Union.",
    "Ottawa, not Toronto, is the capital of Canada.",
    "Russia denied the report.",
    "Dewey was falsely named the winner of the election.",
    # hedged, only possible, still to come, nearly
    "Tesla may open a plant in Mexico.",
    "Homer was probably born in Chios.",
    "Greta Thunberg would become a senator.",
    "Japan will host the Olympic Games in 2032.",
    "Aspirin was almost banned in France.",
    "Messi plays for Inter Miami or Barcelona.",
    # told by somebody
    "According to the WHO, Pfizer developed a vaccine.",
    "Boris Johnson said that the UK left the European Union.",
    "The UK left the European Union, the minister said.",
    "Many think Sydney is the capital of Australia.",
    "Spain is believed to be the origin of the virus.",
    "Pluto was once considered a planet.",
    "“Paris is the capital of Texas,” he said.",
    "“I like it. Paris is the capital of Texas. It is big,” he said.",
    # conditional, asked, exclaimed, labelled, made up
    "If Germany wins the final, Germany is the champion.",
    "Did Marie Curie win two Nobel Prizes?",
    "Rome is the capital of Italy!",
    "Myth: Vaccines contain mercury.",
    "In Greek mythology, Zeus is the king of the gods.",
    # no name, or nobody knows whose
    "The company was founded by Steve Jobs.",
    "He studied at Columbia University.",
    "They founded Microsoft.",
    "Smoking causes lung cancer.",
    "Common causes include flu and measles.",
    "METHODS Patients received aspirin.",
    # not enough of an object, or more than was understood
    "Bill Gates left the company.",
    "Berlin is larger than Munich.",
    "Risk of CHD was reduced among women who exercised.",
    "Paris is the capital of",
    "Paris is the capital of France",
    "France and Italy have two and four seats, respectively.",
]


@pytest.mark.parametrize(("text", "expected"), PLAIN, ids=[text for text, _ in PLAIN])
def test_what_stands_plainly_is_read(text: str, expected: list[str]) -> None:
    assert told(text) == expected


@pytest.mark.parametrize("text", NOTHING)
def test_what_is_not_stated_plainly_gives_nothing(text: str) -> None:
    assert told(text) == []


def test_the_tables_are_large_enough() -> None:
    assert len(PLAIN) + len(NOTHING) >= 60
    assert len(NOTHING) >= 25


@pytest.mark.parametrize(
    ("text", "last"),
    [
        ("Serena Williams beat Venus Williams. She won the US Open.", "Serena Williams | beat | Venus Williams"),  # which of them?
        ("Ann Lee is a poet. It won the Booker Prize.", "Ann Lee | is | a poet"),  # a poet is no "it"
        ("Zeus is the king of Olympus. She married Hera.", "Zeus | is the king of | Olympus"),  # a king is no "she"
        ("Vettel left Red Bull. It won the race.", "Vettel | left | Red Bull"),
        ("Adele is a singer. The weather was bad. She won the Brit Award.", "Adele | is | a singer"),  # two sentences away
        ("Oslo is a city. It was Amundsen who founded Svalbard.", "Oslo | is | a city"),  # an empty "it"
    ],
)
def test_a_pronoun_with_a_rival_or_none_is_not_guessed(text: str, last: str) -> None:
    assert told(text)[-1] == last


def test_a_fact_slices_back_to_its_place() -> None:
    text = "  It rained.\nParis, the capital of France, hosted the Games.  Adele is a singer. She moved to London."
    found = facts.read(text, LEXICON, DIALS)
    assert [fact.span.of(text) for fact in found] == [
        "Paris, the capital of France",
        "Paris, the capital of France, hosted the Games",
        "Adele is a singer",
        "She moved to London",
    ]


def test_a_line_that_goes_on_is_not_the_head_of_a_sentence() -> None:
    """A text wrapped at 60 characters has sentences that begin before their line; a heading has not."""
    assert told("Nobody had heard before that day of a treaty by which the old\nTreaty of Rome was signed in 1957.") == []
    assert told("History\nMicrosoft was founded in 1975.") == ["Microsoft | was founded in | 1975"]


def test_a_word_is_a_name_if_the_text_writes_it_so() -> None:
    """Alone, "Sisters" could be sisters; small letters elsewhere take a name away."""
    assert told("Nobody liked Sisters. Sisters founded Oslo.") == ["Sisters | founded | Oslo"]
    assert told("Sisters founded Oslo.") == []
    assert told("They sold aspirin. Aspirin reduces the risk of stroke.") == []


def test_the_same_fact_is_told_once_for_each_place() -> None:
    assert len(facts.read("Oslo is in Norway. Oslo is in Norway.", LEXICON, DIALS)) == 2
    assert told("Oslo is in Norway. Oslo is in Norway.") == ["Oslo | is in | Norway"] * 2


LONG_NAME = "The Royal Danish National Board of Northern Sea Fisheries"


@pytest.mark.parametrize(
    ("dials", "text", "count"),
    [
        (DIALS, f"{LONG_NAME} is in Norway.", 0),  # eight words, six allowed
        (FactDials(subjects=SubjectDials(words_at_most=8)), f"{LONG_NAME} is in Norway.", 1),
        (FactDials(predicates=PredicateDials(object_words_at_most=2)), "Chad exports gold and tin.", 0),  # three words
        (FactDials(predicates=PredicateDials(object_words_at_most=3)), "Chad exports gold and tin.", 1),
        (FactDials(predicates=PredicateDials(relation_words_at_most=3)), "Oslo is the capital of Norway.", 1),  # told whole instead
        (FactDials(sentence_facts_at_most=1), "Oslo was founded in 1048 by Harald Hardrada.", 1),
        (FactDials(sentence_chars_at_most=20), "Oslo is the capital of Norway.", 0),
    ],
)
def test_every_length_is_bounded(dials: FactDials, text: str, count: int) -> None:
    assert len(facts.read(text, LEXICON, dials)) == count


def test_a_relation_that_is_too_long_leaves_the_description_whole() -> None:
    dials = FactDials(predicates=PredicateDials(relation_words_at_most=3))
    assert told("Oslo is the capital of Norway.", dials) == ["Oslo | is | the capital of Norway"]


def check(text: str, found: tuple[Fact, ...]) -> None:
    """What holds of facts from any text: they slice back to it, are in order, short, and on one line."""
    assert [fact.span.start for fact in found] == sorted(fact.span.start for fact in found)
    for fact in found:
        assert 0 <= fact.span.start < fact.span.end <= len(text)
        assert all(" ".join(part.split()) == part and part for part in (fact.subject, fact.relation, fact.object))
        assert len(fact.subject.split()) <= DIALS.subjects.words_at_most
        assert len(fact.relation.split()) <= DIALS.predicates.relation_words_at_most
        stretch = " ".join(fact.span.of(text).split())
        assert stretch.endswith(fact.object)
        assert fact.subject in stretch or stretch.lower().startswith(("he ", "she ", "it "))


@given(st.one_of(ANY_TEXT, PROSE, claims(), st.lists(claims(), max_size=4).map(" ".join)))
def test_any_text_is_survived(text: str) -> None:
    check(text, facts.read(text, LEXICON, DIALS))


@given(st.lists(st.sampled_from([text for text, _ in PLAIN] + NOTHING), max_size=4), ANY_TEXT)
def test_plain_sentences_among_any_text_are_survived(lines: list[str], noise: str) -> None:
    text = noise.join(lines)
    check(text, facts.read(text, LEXICON, DIALS))


@given(st.sampled_from([text for text, _ in PLAIN] + NOTHING), st.data())
def test_a_sentence_that_is_cut_or_shuffled_is_survived(text: str, data: st.DataObject) -> None:
    words = data.draw(st.permutations(text.split()))
    cut = " ".join(words)[: data.draw(st.integers(0, len(text)))] + "."
    check(cut, facts.read(cut, LEXICON, DIALS))


def test_hostile_texts_are_survived() -> None:
    for text in hostile.texts(120, seed=6, longest=1_000):
        check(text, facts.read(text, LEXICON, DIALS))


@pytest.mark.long
def test_many_hostile_texts_are_survived() -> None:
    for text in hostile.texts(10_000, seed=7, longest=2_000):
        check(text, facts.read(text, LEXICON, DIALS))


PROSE_LINE = " ".join(text for text, _ in PLAIN) + " " + " ".join(NOTHING) + " "


def prose(length: int) -> str:
    return (PROSE_LINE * (length // len(PROSE_LINE) + 1))[:length]


def test_ten_times_the_text_is_ten_times_the_parsing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each character is parsed once at most, in sentences of a bounded length."""
    parsed: list[int] = []
    parse = clauses.parse

    def counted(text: str, lexicon: Lexicon) -> clauses.Clause:
        parsed.append(len(text))
        return parse(text, lexicon)

    monkeypatch.setattr(clauses, "parse", counted)
    for length in (1_000, 10_000):
        parsed.clear()
        facts.read(prose(length), LEXICON, DIALS)
        assert length * 0.9 <= sum(parsed) <= length
        assert max(parsed) <= DIALS.sentence_chars_at_most


def cpu_seconds(text: str) -> float:
    start = time.process_time()
    facts.read(text, LEXICON, DIALS)
    return time.process_time() - start


@pytest.mark.long
@pytest.mark.parametrize("piece", [PROSE_LINE, *(text + " " for text in hostile.SENTENCES), hostile.mixed(Random(8), 4_000)])
def test_ten_times_the_text_takes_at_most_thirteen_times_as_long(piece: str) -> None:
    short, long = ((piece * (length // len(piece) + 1))[:length] for length in (1_000, 10_000))
    gc.disable()
    try:
        ratios = [cpu_seconds(long) / max(cpu_seconds(short), 1e-9) for _ in range(15)]
    finally:
        gc.enable()
    assert median(ratios) <= 13


def test_reading_is_the_same_every_time() -> None:
    once = partial(facts.read, PROSE_LINE, LEXICON, DIALS)
    assert all(one == other for one, other in pairwise((once(), once(), once())))
