"""Parts of a claim within what the same evidence says of the whole."""

from datetime import date

import pytest

from tests.worked import works
from veracious import wiring
from veracious.domain.claim import Reading
from veracious.domain.evidence import Evidence, Passage, Quote, Source
from veracious.domain.span import Span
from veracious.domain.stance import Judgement, Stance
from veracious.rules.dials import Dials
from veracious.rules.judging import judgements
from veracious.rules.judging.judgements import HeardDials, Question
from veracious.rules.reading import intake

LEXICON, READING = wiring.lexicon(), Dials().reading
WHOLE = intake.part_of("The tunnel opened in May and carries no freight.", LEXICON, READING)
PART = intake.part_of("The tunnel opened in May.", LEXICON, READING)
DENIED = intake.part_of("The tunnel does not carry freight.", LEXICON, READING)
ASKED = judgements.phrase(DENIED, LEXICON, READING, HeardDials())
EVIDENCE = Evidence("e", Passage("s", Span(0, 10), "The tunnel"), Source("a.example", 0.8))
NEAR, FAR = Quote("s", Span(0, 3), "The"), Quote("s", Span(4, 10), "tunnel")


def stance(supports: float, refutes: float) -> Stance:
    return Stance(supports, refutes, 1 - supports - refutes)


@works("judging.judgements.bounded")
@pytest.mark.parametrize(
    ("part", "claim", "bounded", "quote"),
    [
        ((0.2, 0.7), (0.9, 0.05), (0.9, 0.05), FAR),  # what supports the claim supports its parts
        ((0.2, 0.7), (0.1, 0.1), (0.2, 0.1), NEAR),  # what leaves the claim alone refutes no part of it
        ((0.8, 0.1), (0.1, 0.8), (0.8, 0.1), NEAR),  # another part may be what is refuted
        ((0.1, 0.8), (0.05, 0.9), (0.1, 0.8), NEAR),
    ],
)
def test_a_part_is_judged_within_its_claim(
    part: tuple[float, float], claim: tuple[float, float], bounded: tuple[float, float], quote: Quote
) -> None:
    said = [Judgement(PART.text, "e", NEAR, stance(*part)), Judgement(WHOLE.text, "e", FAR, stance(*claim))]
    (one,) = judgements.bounded(said, [Question(PART, PART, EVIDENCE)], WHOLE)
    assert (one.stance.supports, one.stance.refutes) == pytest.approx(bounded)
    assert one.stance.supports + one.stance.refutes + one.stance.neutral == pytest.approx(1)
    assert (one.subclaim, one.quote) == (PART.text, quote)


def test_a_part_that_is_asked_without_its_denial_is_bounded_in_what_it_means() -> None:
    said = [Judgement(ASKED.text, "e", NEAR, stance(0.7, 0.2)), Judgement(WHOLE.text, "e", FAR, stance(0.9, 0.05))]
    (one,) = judgements.bounded(said, [Question(DENIED, ASKED, EVIDENCE)], WHOLE)
    assert (ASKED.text, one.stance.refutes, one.stance.supports) == ("The tunnel carries freight.", 0.9, 0.05)


def test_evidence_on_which_the_judge_was_silent_bounds_nothing() -> None:
    said = [Judgement(PART.text, "e", NEAR, stance(0.2, 0.7)), Judgement(WHOLE.text, "other", FAR, stance(0.9, 0.05))]
    assert judgements.bounded(said, [Question(PART, PART, EVIDENCE)], WHOLE) == (said[0],)


def test_only_a_claim_of_several_parts_is_asked_about_as_a_whole() -> None:
    read = intake.read(WHOLE.text, date(2026, 11, 1), LEXICON, READING)
    alone = intake.read(PART.text, date(2026, 11, 1), LEXICON, READING)
    assert isinstance(read, Reading)
    assert isinstance(alone, Reading)
    assert judgements.whole(read, LEXICON, READING, HeardDials()) == WHOLE
    assert judgements.whole(read, LEXICON, READING, HeardDials(whole_claim=False)) is None
    assert judgements.whole(alone, LEXICON, READING, HeardDials()) is None
