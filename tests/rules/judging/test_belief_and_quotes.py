"""Belief, calibration, quotes and conflicts."""

from math import exp

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.rules.weighing import given as make
from tests.rules.weighing.given import REFUTES, SUPPORTS
from tests.worked import works
from veracious import wiring
from veracious.domain.belief import Belief
from veracious.domain.claim import Subclaim
from veracious.domain.errors import InputError
from veracious.domain.evidence import Evidence, Passage, Quote, Snapshot, Source
from veracious.domain.span import Span
from veracious.domain.stance import Stance
from veracious.domain.trust import Weighed
from veracious.rules.judging import belief, calibration, conflicts, quotes
from veracious.rules.judging.belief import BeliefDials
from veracious.rules.judging.calibration import Steps, Table
from veracious.rules.judging.conflicts import Conflict, ConflictDials, Measure
from veracious.rules.judging.quotes import QuoteDials
from veracious.rules.reading import intake
from veracious.rules.reading.amounts import CompareDials
from veracious.rules.reading.intake import ReadingDials
from veracious.rules.reading.lexicon import Lexicon
from veracious.rules.reading.quantities import AmountDials

DIALS = BeliefDials()


def part(text: str) -> Subclaim:
    return intake.part_of(text, wiring.lexicon(), ReadingDials())


def test_impact_by_hand() -> None:
    """At the midpoint half of 2.0. At 1: 2 / (1 + e^−5) = 1.9866. Relevance scales: 0.5 × 1 = 0.5. At 0: 2 / (1 + e^5) = 0.01339."""
    assert belief.impact(1.0, 0.5, DIALS) == pytest.approx(1.0)
    assert belief.impact(1.0, 1.0, DIALS) == pytest.approx(2 / (1 + exp(-5)))
    assert belief.impact(0.5, 0.5, DIALS) == pytest.approx(0.5)
    assert belief.impact(1.0, 0.0, DIALS) == pytest.approx(0.0133857)


def test_belief_adds_over_origins_and_not_over_copies() -> None:
    """Two origins for: one and a tenth; three copies of one origin: once."""
    one = belief.update([make.weighed("a", SUPPORTS)], 0, DIALS).log_odds
    two = belief.update([make.weighed("a", SUPPORTS), make.weighed("b", SUPPORTS)], 0, DIALS).log_odds
    copies = belief.update([make.weighed(name, SUPPORTS, origin="origin:x") for name in "abc"], 0, DIALS).log_odds
    assert two == pytest.approx(1.1 * one)
    assert copies == pytest.approx(one)
    assert belief.update([make.weighed("a", SUPPORTS), make.weighed("b", REFUTES)], 0, DIALS).log_odds == pytest.approx(0)


def test_nothing_leaves_the_prior() -> None:
    assert belief.update([], 0, DIALS) == Belief(0.0, 0.0)


@given(make.pools())
def test_belief_is_bounded_by_its_origins(pool: list[Weighed]) -> None:
    found = belief.update(pool, 0, DIALS)
    origins = len({piece.origin for piece in pool if piece.subclaim == 0})
    assert abs(found.log_odds) <= 2.0 * origins + 1e-9
    assert 0 <= found.confidence < 1


def test_consensus_caps_only_from_two_sources_on() -> None:
    """Log-odds 3 under a limit of 1: one source leaves 3, two cap at 1; a belief below the limit stays."""
    assert belief.capped(Belief(3.0, 0.5), 1.0, 1, DIALS).log_odds == 3.0
    assert belief.capped(Belief(3.0, 0.5), 1.0, 2, DIALS).log_odds == 1.0
    assert belief.capped(Belief(0.5, 0.5), 1.0, 2, DIALS).log_odds == 0.5


@given(st.floats(-30, 30))
def test_odds_and_shares_are_one_thing(value: float) -> None:
    share = belief.probability(value)
    assert 0 < share < 1
    assert belief.log_odds(share) == pytest.approx(value, abs=1e-2)


TABLE = Table("hand-made", ("support", "refutation"), (0.0, 0.0, 0.0, 0.0), ((2.0, 0.0), (0.0, 2.0), (1.0, 1.0), (0.0, 0.0)))


def test_calibration_by_hand() -> None:
    """Scores (1, 0): logits 2, 0, 1, 0; e² / (e² + 1 + e + 1) = 7.389 / 12.107 = 0.6103."""
    found = calibration.apply((1.0, 0.0), TABLE)
    assert found.supported == pytest.approx(exp(2) / (exp(2) + 2 + exp(1)))
    even = calibration.apply((0.0, 0.0), TABLE)
    assert (even.supported, even.refuted, even.mixed, even.not_enough_evidence) == pytest.approx((0.25,) * 4)
    with pytest.raises(InputError, match="2 scores"):
        calibration.apply((1.0,), TABLE)


@given(make.share, make.share)
def test_a_calibrated_distribution_mirrors_with_its_table(a: float, b: float) -> None:
    found, mirrored = calibration.apply((a, b), TABLE), calibration.apply((b, a), TABLE)
    assert (found.supported, found.mixed) == pytest.approx((mirrored.refuted, mirrored.mixed))


def test_a_step_function_is_read_from_its_edges() -> None:
    steps = Steps((0.3, 0.7), (0.1, 0.5, 0.9))
    assert [calibration.step(score, steps) for score in (0.0, 0.29, 0.3, 0.69, 0.7, 1.0)] == [0.1, 0.1, 0.5, 0.5, 0.9, 0.9]


TEXT = "The weather was fine. Lake Baikal is 1,642 metres deep. It freezes in winter. Tourists come by train."


def baikal(start: int = 5) -> Evidence:
    return Evidence("e", Passage("s", Span(start, start + len(TEXT)), TEXT), Source("a.example"))


def test_the_quote_is_the_sentence_that_speaks_of_the_subclaim(lexicon: Lexicon) -> None:
    quote = quotes.choose(baikal(), part("Lake Baikal is the deepest lake."), lexicon, QuoteDials())
    assert quote.text == "Lake Baikal is 1,642 metres deep."
    assert quote.span == Span(5 + 22, 5 + 22 + 33)
    snapshot = Snapshot("s", "xxxxx" + TEXT, Source("a.example"))
    assert quote.stands_in(snapshot)


def test_a_second_sentence_is_quoted_when_it_adds_enough(lexicon: Lexicon) -> None:
    """ "Baikal … freezes in winter": the two sentences together say all of it."""
    quote = quotes.choose(baikal(), part("Lake Baikal freezes in winter."), lexicon, QuoteDials())
    assert quote.text == "Lake Baikal is 1,642 metres deep. It freezes in winter."


def test_a_heading_that_is_the_title_is_no_quote(lexicon: Lexicon) -> None:
    text = "Lune Bridge\n\nIt stands in Halden. About 14,000 vehicles cross it every day."
    evidence = Evidence("e", Passage("s", Span(0, len(text)), text), Source("a.example"), "Lune Bridge")
    claim = part("Lune Bridge carries 18,000 vehicles a day.")
    assert quotes.choose(evidence, claim, lexicon, QuoteDials()).text == "About 14,000 vehicles cross it every day."
    alone = Evidence("e", Passage("s", Span(0, 11), text[:11]), Source("a.example"), "Lune Bridge")
    assert quotes.choose(alone, claim, lexicon, QuoteDials()).text == "Lune Bridge"


@works("judging.quotes.next_quote")
@pytest.mark.parametrize(
    ("dials", "quoted"),
    [
        (QuoteDials(quotes_at_most=1), ["Lake Baikal is 1,642 metres deep."]),
        (QuoteDials(quotes_at_most=2), ["Lake Baikal is 1,642 metres deep.", "Tourists come by train."]),
        (
            QuoteDials(quotes_at_most=4),
            ["Lake Baikal is 1,642 metres deep.", "Tourists come by train.", "The weather was fine.", "It freezes in winter."],
        ),
    ],
)
def test_where_a_quote_takes_no_side_the_longest_stretch_that_was_not_read_is_read_next(
    dials: QuoteDials, quoted: list[str], lexicon: Lexicon
) -> None:
    """Of the claim the train is left after the lake; then each stretch is one sentence, and the first comes first."""
    wanted = quotes.wanted(part("Trains reach Lake Baikal."), lexicon)
    passage = quotes.read(baikal(), lexicon)
    seen = [quotes.pick(passage, wanted, QuoteDials(sentences_at_most=1))]
    while found := quotes.next_quote(passage, wanted, seen, dials):
        seen.append(found)
    assert [one.text for one in seen] == quoted
    assert all(one.stands_in(Snapshot("s", "xxxxx" + TEXT, Source("a.example"))) for one in seen)


@works("judging.quotes.is_sure")
@pytest.mark.parametrize(
    ("stance", "counts"),
    [
        (Stance(0.75, 0.05, 0.2), True),
        (Stance(0.05, 0.8, 0.15), True),
        (Stance(0.74, 0.06, 0.2), False),
        (Stance(0.1, 0.1, 0.8), False),
    ],
)
def test_a_later_quote_must_be_sure(stance: Stance, counts: bool) -> None:
    assert quotes.is_sure(stance, QuoteDials()) == counts


@given(st.text(max_size=120), st.integers(0, 9))
def test_any_chosen_quote_stands_in_its_snapshot(text: str, start: int) -> None:
    evidence = Evidence("e", Passage("s", Span(start, start + len(text)), text), Source("a.example"))
    quote = quotes.choose(evidence, part("Lake Baikal freezes."), wiring.lexicon(), QuoteDials())
    assert quote.stands_in(Snapshot("s", "x" * start + text, Source("a.example"))) == bool(quote.text.strip())


def test_a_quotation_that_is_not_there_to_the_letter_is_no_quote() -> None:
    snapshot = Snapshot("s", TEXT, Source("a.example"))
    found = quotes.find("Lake Baikal is 1,642 metres deep.", snapshot)
    assert found is not None
    assert found.stands_in(snapshot)
    assert quotes.find("Lake Baikal is 1642 metres deep.", snapshot) is None
    assert quotes.find("", snapshot) is None
    moved = Quote("s", found.span.shifted(1), found.text)
    assert quotes.verified([found, moved, Quote("other", found.span, found.text)], [snapshot]) == ((found,), 2)


def conflict(claim: str, quoted: str) -> Conflict | None:
    quote = Quote("s", Span(0, len(quoted)), quoted)
    return conflicts.find(part(claim), quote, Measure(wiring.lexicon(), AmountDials(), CompareDials(), ConflictDials()))


def test_a_conflict_names_both_values() -> None:
    assert conflict("The lake is 1,642 metres deep.", "The lake is 1,200 metres deep.") == Conflict("1,642 metres", "1,200 metres")
    assert conflict("The war began in 1914.", "The war began in 1939.") == Conflict("1914", "1939")
    assert conflict("The storm killed 12 people.", "The storm killed 40 people.") == Conflict("12", "40")


def test_a_sentence_that_tells_something_else_does_not_restate_the_claim() -> None:
    told = conflict("The lake is 1,642 metres deep.", "The lake is 1,200 metres deep.")
    other = conflict("Fares rose by 3 crowns.", "An adult single went up from 42 to 45 crowns in January.")
    assert (told and told.is_restated, other and other.is_restated) == (True, False)


def test_what_can_agree_is_no_conflict() -> None:
    """A rounded number, another kind of amount, another thing counted, one agreeing number among several."""
    assert conflict("The lake is 1,642 metres deep.", "The lake is about 1,600 metres deep.") is None
    assert conflict("The lake is 1,642 metres deep.", "The lake is 600 km long.") is None
    assert conflict("The storm killed 12 people.", "The storm destroyed 40 houses.") is None
    assert conflict("The storm killed 12 people.", "The storm killed 40 people in the south and 12 people here.") is None


def test_a_conflict_changes_only_a_support() -> None:
    """Of 0.9 support 0.7 turns into refutation: 0.05 + 0.63 = 0.68; the rest, 0.32, into silence."""
    found = conflicts.apply(SUPPORTS, Conflict("12", "40"), ConflictDials())
    assert (found.supports, found.refutes, found.neutral) == pytest.approx((0.0, 0.68, 0.32))
    assert conflicts.apply(REFUTES, Conflict("12", "40"), ConflictDials()) == REFUTES
    assert conflicts.apply(Stance(0.2, 0.2, 0.6), Conflict("12", "40"), ConflictDials()) == Stance(0.2, 0.2, 0.6)
    assert conflicts.apply(SUPPORTS, None, ConflictDials()) == SUPPORTS
