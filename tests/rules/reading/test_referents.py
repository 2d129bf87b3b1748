"""What “the study” stands for, where the context that came with a claim names it."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.rules.reading.given import ANY_TEXT, LEXICON, PROSE
from veracious.domain.claim import Reading, Reason, Refusal
from veracious.rules.reading import intake, referents
from veracious.rules.reading.intake import ReadingDials
from veracious.rules.reading.lexicon import Lexicon
from veracious.rules.reading.referents import ReferentDials
from veracious.rules.reading.refuse import RefuseDials

DAY, DIALS = date(2026, 11, 18), ReferentDials()
HALDEN, OSLO = "The Halden cohort study", "Oslo tea study"
CLAIM = "The study found that tea improves sleep."


def read(text: str, context: tuple[str, ...], dials: ReadingDials | None = None) -> Reading | Refusal:
    return intake.read(text, DAY, LEXICON, dials or ReadingDials(), context)


@pytest.mark.parametrize(
    ("text", "titles", "passage", "names"),
    [
        (CLAIM, (HALDEN, "Budget of the town"), "", (HALDEN,)),
        (CLAIM, (HALDEN, OSLO), "", (HALDEN, OSLO)),
        (CLAIM, ("Tea and sleep in older adults",), "", ("Tea and sleep in older adults",)),  # the one document that came with it
        (CLAIM, ("Tea and sleep", "Budget of the town"), "", ("Tea and sleep", "Budget of the town")),  # either may be meant
        (CLAIM, ("", HALDEN, HALDEN, "the halden cohort study"), "", (HALDEN,)),
        ("This law bans bags.", ("Clean Rivers Law: a reading", "Minister attacks the law"), "", ("Clean Rivers Law: a reading",)),
        ("This law bans plastic bags.", ("Minister attacks the law",), "", ()),  # a document about it is not the law
        ("The bill was passed in May.", (), "The Clean Rivers Bill came in March. The bill was debated.", ("Clean Rivers Bill",)),
        ("The bill fell.", (), "The Clean Rivers Bill came after the Halden Water Bill.", ("Clean Rivers Bill", "Halden Water Bill")),
        ("The bill was passed in May.", (), "Large bills came. A new bill was debated.", ()),
        ("The company laid off 2,000 people.", ("The company", HALDEN), "", ()),  # a title names no company
        ("Whales are mammals.", (HALDEN,), "", ()),
        ("She won.", (HALDEN,), HALDEN, ()),
    ],
)  # fmt: skip
def test_what_fits_a_reference(text: str, titles: tuple[str, ...], passage: str, names: tuple[str, ...], lexicon: Lexicon) -> None:
    assert referents.fitting(text, titles, passage, lexicon, DIALS) == names


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("The company laid off 2,000 people.", "The company"),
        ("She won the prize in 2019.", "She"),
        ("Its roof leaks in winter.", "Its"),
        ("The stadium's new roof was ready in 2018.", "The stadium"),
        ("Then she won the prize in 2019.", "she"),
    ],
)
def test_what_the_only_document_speaks_of_is_meant(text: str, words: str) -> None:
    names = referents.fitting(text, ("", HALDEN), "", LEXICON, DIALS, "Minister attacks the law")
    found = read(text, names)
    assert isinstance(found, Reading)
    assert found.claim.text == text
    assert [part.text for part in found.subclaims] == [text]
    assert found.assumed == (f"“{words}” is taken for the one that “Minister attacks the law” speaks of",)


def test_this_law_becomes_the_law_of_the_only_document() -> None:
    found = read("This law bans plastic bags.", ("Minister attacks the law",))
    assert isinstance(found, Reading)
    assert found.claim.text == "The law bans plastic bags."


@pytest.mark.parametrize(
    "text",
    [
        "We won the prize in 2019.",  # who speaks is no matter of the document
        "This led to a fall in prices.",
        "Anna told Maria that she had won.",  # two are named, and either may be meant
    ],
)
def test_what_the_only_document_cannot_say_stays_refused(text: str) -> None:
    names = referents.fitting(text, (), "", LEXICON, DIALS, "Minister attacks the law")
    found = read(text, names)
    assert isinstance(found, Refusal)
    assert found.reason is Reason.AMBIGUOUS_REFERENCE


def test_a_claim_that_points_at_nothing_is_read_as_it_stands() -> None:
    assert referents.fitting("Whales are mammals.", (), "", LEXICON, DIALS, HALDEN) == ()
    assert referents.fitting("She won.", (), "", LEXICON, ReferentDials(takes_only_document=False), HALDEN) == ()


def test_one_that_fits_is_read_and_told() -> None:
    found = read(CLAIM, (HALDEN,))
    assert isinstance(found, Reading)
    assert found.claim.text == "The Halden cohort study found that tea improves sleep."
    assert [part.text for part in found.subclaims] == [found.claim.text]
    assert found.assumed == ("“The study” is read as “The Halden cohort study”",)


def test_several_that_fit_stay_refused_as_readings() -> None:
    found = read(CLAIM, (HALDEN, OSLO))
    assert isinstance(found, Refusal)
    assert found.reason is Reason.AMBIGUOUS_REFERENCE
    assert found.readings == ("The Halden cohort study found that tea improves sleep.", "The Oslo tea study found that tea improves sleep.")


def test_without_a_context_it_stays_refused() -> None:
    found = read(CLAIM, ())
    assert isinstance(found, Refusal)
    assert found.reason is Reason.AMBIGUOUS_REFERENCE
    assert found.readings == ()


def test_a_long_title_is_told_and_not_put_into_the_claim() -> None:
    """Its words and numbers are no part of what is claimed."""
    title = "Evening tea in 4,000 adults: a randomised trial with six years of follow-up"
    found, rivals = read(CLAIM, (title,)), read(CLAIM, (title, HALDEN))
    assert isinstance(found, Reading)
    assert found.claim.text == CLAIM
    assert found.subclaims[0].quantities == ()
    assert found.assumed == (f"“The study” is read as “{title}”",)
    assert isinstance(rivals, Refusal)
    assert rivals.readings[0] == f"The study “{title}” found that tea improves sleep."


def test_a_later_sentence_goes_on_about_it() -> None:
    found = read("The study followed 4,000 people. It found that tea improves sleep.", (HALDEN,))
    assert isinstance(found, Reading)
    assert [part.text for part in found.subclaims] == [
        "The Halden cohort study followed 4,000 people.",
        "The Halden cohort study found that tea improves sleep.",
    ]


def test_a_claim_that_names_what_it_speaks_of_is_left_as_it_is() -> None:
    assert read("The study of Oslo found nothing.", (HALDEN,)) == read("The study of Oslo found nothing.", ())


def test_a_question_is_not_read_for_its_context() -> None:
    found = read("The study found that tea improves sleep?", (HALDEN,))
    assert isinstance(found, Refusal)
    assert found.reason is Reason.QUESTION


def test_old_dials_do_not_look_at_the_context() -> None:
    assert read(CLAIM, (HALDEN,), ReadingDials(refuse=RefuseDials(assumes=False))) == read(CLAIM, ())


def test_dials_say_how_many_readings_and_how_long_a_name(lexicon: Lexicon) -> None:
    titles = tuple(f"{town} study" for town in ("Oslo", "Halden", "Bergen"))
    assert referents.fitting(CLAIM, titles, "", lexicon, ReferentDials(names_at_most=2)) == titles[:2]
    short = ReadingDials(referents=ReferentDials(name_words_at_most=2))
    found = read(CLAIM, (HALDEN,), short)
    assert isinstance(found, Reading)
    assert found.claim.text == CLAIM
    passage, few = "Text. The Clean Rivers Bill fell.", ReferentDials(context_chars_at_most=10)
    assert referents.fitting("The bill fell.", (), passage, lexicon, few) == ()
    assert referents.fitting("The bill fell.", (), passage, lexicon, DIALS) == ("Clean Rivers Bill",)


def test_what_a_question_asks_about_is_told() -> None:
    found = read("Is it true that bats are blind?", ())
    assert isinstance(found, Reading)
    assert found.assumed == ("“Is it true that bats are blind?” is read as “Bats are blind.”",)


@given(ANY_TEXT | PROSE | PROSE.map(lambda text: f"The study {text}"), st.lists(ANY_TEXT | PROSE, max_size=4), ANY_TEXT | PROSE)
def test_any_context_gives_few_names_and_a_reading_or_a_refusal(text: str, titles: list[str], passage: str) -> None:
    names = referents.fitting(text, titles, passage, LEXICON, DIALS)
    assert len(names) <= DIALS.names_at_most
    found = read(text, names)
    assert isinstance(found, Refusal) or found.subclaims
