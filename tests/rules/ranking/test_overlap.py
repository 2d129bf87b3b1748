"""What of a subclaim a candidate speaks of."""

import pytest
from hypothesis import given

from tests.rules.ranking.given import LEXICON, bare, evidence, part
from tests.rules.reading.given import PROSE
from tests.worked import works
from veracious.rules.ranking import overlap
from veracious.rules.ranking.overlap import CandidateWords, ClaimWords, OverlapDials
from veracious.rules.reading.quantities import AmountDials

DIALS = OverlapDials()


def ask(text: str) -> ClaimWords:
    return overlap.ask(part(text), LEXICON, DIALS)


def tell(text: str, title: str = "") -> CandidateWords:
    return overlap.tell(evidence(text, title=title), LEXICON, DIALS)


def test_a_subclaim_is_taken_apart_at_its_verb() -> None:
    """Words are cut to five letters, numerals are kept."""
    asked = ask("Marie Curie discovered radium in 1898.")
    assert asked.subject == {"marie", "curie"}
    assert asked.verb == "discover"
    assert asked.object == {"radiu", "1898"}
    assert asked.words == {"marie", "curie", "disco", "radiu", "1898"}
    assert asked.names == (frozenset({" marie curie ", " curie "}),)


def test_a_verb_group_ends_in_its_verb() -> None:
    assert ask("The law was not passed by the council.").verb == "pass"


def test_a_text_without_verb_is_all_subject() -> None:
    asked = ask("the old mill")
    assert (asked.subject, asked.verb, asked.object) == (frozenset({"old", "mill"}), "", frozenset())


@works("ranking.overlap.share")
@pytest.mark.parametrize(
    ("text", "share"),
    [
        ("Norway exports salmon.", 3 / 3),
        ("Chile exported salmon.", 2 / 3),
        ("The exporters met.", 1 / 3),
        ("Bees returned.", 0 / 3),
    ],
)
def test_the_share_is_that_of_the_wanted_words(text: str, share: float) -> None:
    """Wanted: norwa, expor, salmo. Exported and exporters begin with expor."""
    assert overlap.share(ask("Norway exports salmon.").words, tell(text)) == pytest.approx(share)


def test_where_nothing_is_wanted_nothing_is_missing() -> None:
    assert overlap.share(frozenset(), tell("Bees returned.")) == 1


def test_the_title_is_part_of_what_is_told() -> None:
    """Salmon from the title, export from the text: 2/3."""
    assert overlap.share(ask("Norway exports salmon.").words, tell("Exports rose.", title="Salmon")) == pytest.approx(2 / 3)
    assert tell("Exports rose.", title="Salmon").text == " salmon . exports rose . "


@works("ranking.overlap.tell")
@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        ("causes", "caused", True),  # cause, cause
        ("cats", "cat", True),  # a short word loses its plural
        ("Oslo's", "Oslo", True),
        ("cars", "cart", False),
        ("1898", "1899", False),
        ("import", "impose", False),  # impor, impos
        ("Seven", "7", True),
        ("seventy-one", "71", True),
        ("two", "2", True),
        ("1,200", "1200", True),
        ("seven", "17", False),
        ("one", "1", False),  # mostly somebody
        ("French", "France", True),  # frenc is franc
        ("the Dutch", "the Netherlands", True),
        ("Polish", "Poland", True),
        ("to polish", "Poland", False),  # no name
        ("German", "Germany", True),  # germa, germa
        ("Spanish", "France", False),
        ("the EU", "EU law", True),  # short, and an acronym
        ("the U.S. army", "US troops", True),
        ("US troops", "told us so", False),
        ("the WHO", "those who", False),
    ],
)
def test_words_are_compared_by_their_beginning(one: str, other: str, alike: bool) -> None:
    assert bool(tell(one).stems & tell(other).stems) is alike


def test_how_long_a_beginning_is_a_dial() -> None:
    short = OverlapDials(stem_letters=3)
    assert overlap.tell(evidence("important"), LEXICON, short).stems == overlap.tell(evidence("impossible"), LEXICON, short).stems


def test_a_claim_asks_for_the_one_form_of_numbers_and_countries() -> None:
    """Of seven, 7; of French, France; of EU all of it."""
    assert ask("Seven French towns left the EU.").words == {"7", "franc", "town", "left", "eu"}


@pytest.mark.parametrize(
    ("claim", "text", "share"),
    [
        ("Seven people died.", "In all 7 people died.", 3 / 3),
        ("Seven people died.", "Nine people died.", 2 / 3),
        ("French farmers protested.", "Farmers protested in France.", 3 / 3),
        ("The EU regulates AI.", "AI is regulated by the EU.", 3 / 3),  # eu, regul, ai
    ],
)
def test_numbers_countries_and_acronyms_are_shared_in_any_form(claim: str, text: str, share: float) -> None:
    assert overlap.share(ask(claim).words, tell(text)) == pytest.approx(share)


def test_a_text_in_capitals_has_no_acronyms() -> None:
    assert ask("THE EU LEFT US.").words == {"left"}


def test_how_short_a_word_may_be_is_a_dial() -> None:
    assert overlap.tell(evidence("an ox"), LEXICON, DIALS).stems == frozenset()
    assert overlap.tell(evidence("an ox"), LEXICON, OverlapDials(word_letters_at_least=2)).stems == {"ox"}


def test_the_words_of_names_are_known() -> None:
    """The whole name and its acronym."""
    assert ask("The University of North Carolina (UNC) banned phones.").named == {"unive", "north", "carol", "unc"}
    assert ask("Smoking causes cancer.").named == frozenset()


def test_each_token_has_its_stem_and_a_triple_those_of_its_object() -> None:
    told = overlap.tell(evidence("Seven French ships.", triple=("France", "sent", "seven ships")), LEXICON, DIALS)
    assert told.stem_at == ("7", "franc", "ship", "")
    assert told.triple_object == {"7", "ship"}
    assert tell("Seven French ships.").triple_object == frozenset()


def test_a_demonym_in_the_list_begins_otherwise_than_its_country() -> None:
    """Those that begin alike need no list."""
    assert [word for word, place in LEXICON.demonyms.items() if tell(word).stems & tell(place).stems] == []


@works("ranking.overlap.names")
def test_a_name_counts_under_any_of_its_forms() -> None:
    """Two names, Marie Curie and Warsaw: Curie alone is one of two, 0.5."""
    asked = ask("Marie Curie left Warsaw.")
    assert overlap.names(asked, tell("Curie lived there.")) == 0.5
    assert overlap.names(asked, tell("Marie Curie left Warsaw.")) == 1
    assert overlap.names(asked, tell("Bees returned.")) == 0


def test_without_names_there_is_none_to_speak_of() -> None:
    assert overlap.names(ask("Smoking causes cancer."), tell("Smoking causes cancer.")) == 0


def test_a_date_is_no_name() -> None:
    assert len(ask("Norway exports salmon since 1970.").names) == 1


@works("ranking.overlap.anchors")
@pytest.mark.parametrize(
    ("text", "match"),
    [("Norway exports salmon.", 1), ("Salmon exported by Chile.", 2 / 3), ("Norway.", 1 / 3), ("Bees returned.", 0)],
)
def test_anchors_are_matched_whole_or_by_their_beginning(text: str, match: float) -> None:
    """Anchors: Norway, exports, salmon."""
    assert overlap.anchors(ask("Norway exports salmon."), tell(text)) == pytest.approx(match)


def test_a_subclaim_without_anchors_matches_none() -> None:
    assert overlap.anchors(overlap.ask(bare(3), LEXICON, DIALS), tell("amber basket candle")) == 0


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("Seven people died.", 1),
        ("Between 5 and 7 km of road.", 1),
        ("It opened in 2019.", 0),
        ("On 15 March it closed.", 0),
        ("Nobody.", 0),
    ],
)
def test_amounts_are_told_and_dates_are_not(text: str, count: int) -> None:
    assert len(overlap.numbers(text, LEXICON, AmountDials())) == count


@given(PROSE, PROSE)
def test_every_share_lies_between_none_and_all(claim: str, text: str) -> None:
    asked, told = ask(claim), tell(text)
    for value in (overlap.share(asked.words, told), overlap.names(asked, told), overlap.anchors(asked, told)):
        assert 0 <= value <= 1


@given(PROSE, PROSE, PROSE)
def test_more_text_never_speaks_of_less(claim: str, text: str, more: str) -> None:
    """Monotone: words added to a candidate lower no share."""
    asked, short, long = ask(claim), tell(text), tell(f"{text} {more}")
    assert overlap.share(asked.words, long) >= overlap.share(asked.words, short)
    assert overlap.names(asked, long) >= overlap.names(asked, short)
    assert overlap.anchors(asked, long) >= overlap.anchors(asked, short)


@given(PROSE)
def test_a_claim_speaks_of_all_of_itself(claim: str) -> None:
    assert overlap.share(ask(claim).words, tell(claim)) == 1
