"""An answer written again by the rules: nothing in it that the texts do not say."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.rules.reading.given import LEXICON, PROSE
from veracious.domain.language import Excerpt
from veracious.domain.ledger import Support
from veracious.domain.report import ExplanationSentence
from veracious.rules.dials import Dials
from veracious.rules.explaining import rewrite
from veracious.rules.explaining.plain import ExplainingContext
from veracious.rules.judging.conflicts import Measure

DIALS = Dials()
MEANS = ExplainingContext(
    LEXICON,
    DIALS.reading,
    Measure(LEXICON, DIALS.reading.amounts, DIALS.compare, DIALS.judging.conflicts),
    DIALS.judging.heard,
    DIALS.kinds,
)
PAGES = (
    Excerpt("a", "The fee of the library is 5 euros. Is the fee of the library 7 euros? Maps are lent for a week."),
    Excerpt("b", "The fee of the library is 5 euros."),
)
FEE, WRONG, OTHER = "The fee of the library is 5 euros.", "The fee of the library is 7 euros.", "Ships sail at dawn."


def revised(answer: list[ExplanationSentence], **found: Support) -> tuple[ExplanationSentence, ...]:
    verdicts = {"fee": FEE, "wrong": WRONG, "other": OTHER}
    told = {verdicts[name]: support for name, support in found.items()}
    return rewrite.revise(answer, told.get, PAGES, MEANS, DIALS.telling.plain)


def test_what_nothing_is_said_of_stays_and_cites_what_was_given() -> None:
    assert revised([ExplanationSentence(OTHER, ("a", "none")), ExplanationSentence(FEE, ("b",))]) == (
        ExplanationSentence(OTHER, ("a",)),
        ExplanationSentence(FEE, ("b",)),
    )


def test_what_was_not_found_goes() -> None:
    assert revised([ExplanationSentence(f"{FEE} {OTHER}", ("a",))], other=Support.NOT_FOUND) == (ExplanationSentence(FEE, ("a",)),)


@pytest.mark.parametrize("verdict", [Support.CONTRADICTED, Support.WEAK])
def test_what_is_wrong_or_too_strong_becomes_the_nearest_sentence_and_cites_all_that_have_it(verdict: Support) -> None:
    """A question is no statement, however near it is."""
    assert revised([ExplanationSentence(WRONG, ("a",))], wrong=verdict) == (ExplanationSentence(FEE, ("a", "b")),)


def test_what_is_near_to_nothing_goes() -> None:
    assert revised([ExplanationSentence(OTHER, ("a",))], other=Support.CONTRADICTED) == ()


def test_a_weak_sentence_of_the_texts_themselves_stays_and_a_contradicted_one_does_not() -> None:
    assert revised([ExplanationSentence(FEE, ("b",))], fee=Support.WEAK) == (ExplanationSentence(FEE, ("a", "b")),)
    assert revised([ExplanationSentence(FEE, ("b",))], fee=Support.CONTRADICTED) == ()


def test_nothing_is_said_twice() -> None:
    assert revised([ExplanationSentence(FEE, ("b",)), ExplanationSentence(WRONG, ("a",))], wrong=Support.CONTRADICTED) == (
        ExplanationSentence(FEE, ("b",)),
    )


@given(st.lists(st.tuples(PROSE, st.sampled_from([None, *Support])), max_size=5), st.lists(PROSE, max_size=3))
def test_every_sentence_is_of_the_answer_or_of_the_texts(said: list[tuple[str, Support | None]], texts: list[str]) -> None:
    pages = [Excerpt(str(number), text) for number, text in enumerate(texts)]
    verdicts = {sentence: verdict for text, verdict in said for sentence in MEANS.sentences(text)}
    answer = [ExplanationSentence(text, ("0",)) for text, _ in said]
    for one in rewrite.revise(answer, verdicts.get, pages, MEANS, DIALS.telling.plain):
        assert any(one.text in text for text in texts) or (one.text in verdicts and verdicts[one.text] in (None, Support.SUPPORTED))
        assert set(one.evidence) <= {page.id for page in pages}
        assert one.evidence
