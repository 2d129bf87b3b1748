"""What is looked for."""

from datetime import date

import pytest
from hypothesis import given

from tests.rules.reading.given import claims
from tests.rules.seeking.given import DAY, LEXICON
from veracious.domain.claim import Claim, Reading
from veracious.rules.dials import Dials
from veracious.rules.reading import intake
from veracious.rules.reading.lexicon import Lexicon
from veracious.rules.seeking import queries
from veracious.rules.seeking.queries import QueryDials

DIALS = QueryDials()
CURIE = "Marie Curie, who was born in Warsaw, won two Nobel Prizes and died in 1934."


def read(text: str, lexicon: Lexicon) -> Reading:
    found = intake.read(text, DAY, lexicon, Dials().reading)
    assert isinstance(found, Reading)
    return found


def told(text: str, lexicon: Lexicon, dials: QueryDials = DIALS) -> list[tuple[str, str]]:
    return [(query.form, query.text) for query in queries.forms(read(text, lexicon), lexicon, dials)]


def test_a_plain_claim_gives_itself_and_its_refutation(lexicon: Lexicon) -> None:
    """One name, so no query of names and no phrase: two forms."""
    assert told("Norway exports salmon.", lexicon) == [
        ("claim", "Norway exports salmon."),
        ("debunk", "Norway exports salmon fact check false debunked"),
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
    assert dict(told(CURIE, lexicon))["debunk"] == "Marie Curie born Warsaw won Nobel fact check false debunked"
    short = dict(told(CURIE, lexicon, QueryDials(phrase_words_at_most=2)))
    assert short["debunk"] == "Marie Curie fact check false debunked"


def test_the_web_is_asked_one_query_of_each_form(lexicon: Lexicon) -> None:
    """Seed E §5.1: two to four queries; the subclaims give way."""
    found = queries.for_web(read(CURIE, lexicon), lexicon, DIALS)
    assert [query.form for query in found] == ["claim", "debunk", "phrase", "entities"]
    assert [query.form for query in queries.for_web(read("Norway exports salmon.", lexicon), lexicon, DIALS)] == ["claim", "debunk"]


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
    found = queries.for_web(read(CURIE, lexicon), lexicon, QueryDials(web_at_most=2))
    assert [query.form for query in found] == ["claim", "debunk"]


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
    """At most eight, four for the web; none empty, none twice; the claim first and its refutation among them."""
    found = intake.read(text, DAY, LEXICON, Dials().reading)
    if isinstance(found, Reading):
        forms, web = queries.forms(found, LEXICON, DIALS), queries.for_web(found, LEXICON, DIALS)
        texts = [query.text.casefold() for query in forms]
        assert len(texts) == len(set(texts)) <= 8
        assert all(text.strip() for text in texts)
        assert (forms[0].form, forms[0].text) == ("claim", found.claim.text)
        assert "debunk" in {query.form for query in forms}
        assert len({query.form for query in web}) == len(web) <= 4
        assert set(web) <= set(forms)
