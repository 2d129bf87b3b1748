"""What is looked for."""

from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given

from tests.rules.reading.given import claims
from tests.rules.seeking.given import DAY, LEXICON
from veracious.domain.claim import Claim, Reading
from veracious.domain.evidence import Query
from veracious.rules.dials import Dials
from veracious.rules.reading import intake
from veracious.rules.reading.lexicon import Lexicon
from veracious.rules.seeking import queries
from veracious.rules.seeking.queries import QueryDials, ReferenceQueryDials

DIALS = QueryDials()
CURIE = "Marie Curie, who was born in Warsaw, won two Nobel Prizes and died in 1934."


def read(text: str, lexicon: Lexicon) -> Reading:
    found = intake.read(text, DAY, lexicon, Dials().reading)
    assert isinstance(found, Reading)
    return found


def told(text: str, lexicon: Lexicon, dials: QueryDials = DIALS) -> list[tuple[str, str]]:
    return [(query.form, query.text) for query in queries.forms(read(text, lexicon), lexicon, dials)]


def web(text: str, lexicon: Lexicon) -> list[tuple[str, str]]:
    return [(query.form, query.text) for query in queries.for_web(read(text, lexicon), lexicon, DIALS)]


def test_a_plain_claim_gives_itself_and_its_refutation(lexicon: Lexicon) -> None:
    """One name, so no query of names and no phrase: two forms."""
    assert told("Norway exports salmon.", lexicon) == [
        ("claim", "Norway exports salmon."),
        ("debunk", "Norway exports salmon false debunked"),
    ]


def test_a_name_of_two_words_makes_a_phrase(lexicon: Lexicon) -> None:
    """The name in quotation marks, then the key words that are not in it."""
    assert ("phrase", '"Marie Curie" discovered radium') in told("Marie Curie discovered radium.", lexicon)


def test_a_quoted_name_comes_before_a_longer_one(lexicon: Lexicon) -> None:
    found = dict(told("The song “Waterloo” won in Brighton in 1974.", lexicon))
    assert found["phrase"] == '"Waterloo" song won Brighton'
    assert found["entities"] == "Waterloo Brighton"  # two names and a date; the date is no name


def test_every_part_is_asked_for(lexicon: Lexicon) -> None:
    """Three parts, one of them with two names (Marie Curie, Nobel Prizes): 1 + 1 + 3 + 1 + 3 = 9 forms, of which eight are kept."""
    found = told(CURIE, lexicon)
    assert [form for form, _ in found] == ["claim", "debunk", "subclaim", "subclaim", "subclaim", "entities", "phrase", "phrase"]
    assert {text for form, text in found if form == "subclaim"} == {part.text for part in read(CURIE, lexicon).subclaims}


def test_the_refutation_asks_for_the_first_six_key_words(lexicon: Lexicon) -> None:
    """Key words in order: Marie, Curie, born, Warsaw, won, Nobel; Prizes is the seventh."""
    assert dict(told(CURIE, lexicon))["debunk"] == "Marie Curie born Warsaw won Nobel false debunked"
    short = dict(told(CURIE, lexicon, QueryDials(phrase_words_at_most=2)))
    assert short["debunk"] == "Marie Curie false debunked"


def test_the_web_is_asked_one_query_of_each_form(lexicon: Lexicon) -> None:
    """Seed E §5.1: in the reference two to four queries; names and subclaims give way. Seed E §5.2: phrases, fact-check framing, debunk."""
    assert web(CURIE, lexicon)[:4] == [
        ("claim", CURIE),
        ("debunk", "Marie Curie born Warsaw won Nobel false debunked"),
        ("phrase", '"Nobel Prizes" Marie Curie won'),
        ("fact_check", f"fact check {CURIE}"),
    ]
    assert web("Norway exports salmon.", lexicon) == [
        ("claim", "Norway exports salmon."),
        ("debunk", "Norway exports salmon false debunked"),
        ("fact_check", "fact check Norway exports salmon."),
    ]
    assert [form for form, _ in web("Marie sued Norway.", lexicon)] == ["claim", "debunk", "fact_check", "entities"]


@pytest.mark.parametrize(
    ("claim", "key_words"),
    [
        ("The EU and the UN regulate AI.", "EU UN regulate AI"),
        ("The WHO told us that Xi met Ma.", "WHO told Xi met Ma"),  # WHO is no question, us no country
        ("US troops left Iraq.", "US troops left Iraq"),
        ("An ox is as big as an elk.", "big elk"),  # ox has two letters and no capital
        ("THE EU LEFT US.", "EU LEFT"),  # all is shouted: THE and US are words
    ],
)
def test_short_names_are_key_words(claim: str, key_words: str, lexicon: Lexicon) -> None:
    assert dict(told(claim, lexicon))["debunk"] == f"{key_words} false debunked"


def test_a_claim_without_key_words_still_has_its_refutation(lexicon: Lexicon) -> None:
    """Fewest queries of seed E §5.1: two, whatever the claim."""
    part = read("Marie Curie discovered radium.", lexicon).subclaims[0]
    reading = Reading(Claim("We are it.", DAY, "en"), (part,))
    found = queries.for_web(reading, lexicon, QueryDials(web_at_most=2))
    assert [query.text for query in found] == ["We are it.", "We are it. false debunked"]


def test_how_short_a_key_word_may_be_is_a_dial(lexicon: Lexicon) -> None:
    found = dict(told("An ox is as big as an elk.", lexicon, QueryDials(word_letters_at_least=2)))
    assert found["debunk"] == "ox big elk false debunked"


def test_the_words_of_a_form_are_a_list(lexicon: Lexicon) -> None:
    """In another language they are others; the list is counted in the dials digest."""
    danish = replace(lexicon, query_frames={"debunk": "falsk", "fact_check": "faktatjek"})
    found = queries.for_web(read("Norway exports salmon.", lexicon), danish, DIALS)
    assert [query.text for query in found[1:]] == ["Norway exports salmon falsk", "faktatjek Norway exports salmon."]


@pytest.mark.parametrize(
    ("dials", "forms"),
    [
        (QueryDials(at_most=1), ["claim"]),
        (QueryDials(at_most=3), ["claim", "debunk", "entities"]),
        (QueryDials(entities_at_least=3), ["claim", "debunk", "phrase"]),
    ],
)
def test_the_dials_set_how_many(dials: QueryDials, forms: list[str], lexicon: Lexicon) -> None:
    assert [form for form, _ in told("Marie Curie left Warsaw.", lexicon, dials)] == forms


def test_the_web_dial_cuts_from_the_end(lexicon: Lexicon) -> None:
    """So many for each part: the claim has three."""
    found = queries.for_web(read(CURIE, lexicon), lexicon, QueryDials(web_at_most=2))
    assert [query.form for query in found] == ["claim", "debunk", "phrase", "fact_check", "entities", "subclaim"]


def test_what_is_asked_for_a_part_says_which(lexicon: Lexicon) -> None:
    """The claim, its refutation and its fact-check are for all of it; names, phrases and parts are for one, when there are several."""
    found = queries.aimed(read(CURIE, lexicon), lexicon, QueryDials())
    assert {one.query.form for one in found if one.part is None} == {"claim", "debunk", "fact_check"}
    assert {one.part for one in found if one.query.form == "subclaim"} == {0, 1, 2}
    assert all(one.part is None for one in queries.aimed(read("Norway exports salmon.", lexicon), lexicon, QueryDials()))


def test_each_look_asks_for_more_until_the_attempts_end() -> None:
    """50, 50 × 1.5 = 75, 75 × 1.5 = 112.5, and no more at the fourth."""
    claim = Query("x", "claim", DAY)
    assert [queries.limit(claim, QueryDials(), attempt) for attempt in (1, 2, 3, 4)] == [50, 75, 112, 112]


def test_the_reference_turns_to_what_is_current_at_the_third_look() -> None:
    kept = {attempt: queries.is_looked_at("static", ReferenceQueryDials(), attempt) for attempt in (1, 2, 3, 4)}
    assert kept == {1: True, 2: True, 3: False, 4: False}
    assert all(queries.is_looked_at(name, ReferenceQueryDials(), 3) for name in ("current_affairs", "web"))
    assert queries.is_looked_at("static", QueryDials(), 9)


def test_the_date_of_the_claim_goes_with_every_query(lexicon: Lexicon) -> None:
    reading = read(CURIE, lexicon)
    older = Reading(Claim(reading.claim.text, date(1999, 5, 1), "en"), reading.subclaims)
    assert {query.as_of for query in queries.forms(older, lexicon, DIALS)} == {date(1999, 5, 1)}


def test_parts_of_one_name_ask_for_it_once(lexicon: Lexicon) -> None:
    """Two parts with the same name and the same key words differ in the verb only; what is the same is asked once."""
    part = read("Marie Curie discovered radium.", lexicon).subclaims[0]
    reading = Reading(Claim("Marie Curie discovered radium, twice.", DAY, "en"), (part, part))
    assert [query.form for query in queries.forms(reading, lexicon, DIALS)] == ["claim", "debunk", "subclaim", "phrase"]


@given(claims())
def test_queries_are_few_and_distinct(text: str) -> None:
    """At most eight, two to six for each part for the web; none empty, none twice; the claim first and its refutation among them."""
    found = intake.read(text, DAY, LEXICON, Dials().reading)
    if isinstance(found, Reading):
        forms, web = queries.forms(found, LEXICON, DIALS), queries.for_web(found, LEXICON, DIALS)
        texts = [queries.plain(query.text) for query in forms]
        assert len(texts) == len(set(texts)) <= 8
        assert all(text.strip() for text in texts)
        assert (forms[0].form, forms[0].text) == ("claim", found.claim.text)
        assert "debunk" in {query.form for query in forms}
        assert 2 <= len({query.form for query in web}) <= 6
        assert len(web) <= 6 * len(found.subclaims)
        assert len({queries.plain(query.text) for query in web}) == len(web)
