"""Whether an answer is written again, what the writer is told, which attempt goes out, and what is warned of."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.worked import works
from veracious.domain.claim import Importance, Kind
from veracious.domain.evidence import Quote
from veracious.domain.ledger import AnswerClaim, AnswerWarning, Backing, Entry, Ledger, Level, Summary, Support
from veracious.domain.span import Span
from veracious.domain.stance import Stance
from veracious.rules.ledger import gates, revision
from veracious.rules.ledger.gates import AnswerGateDials
from veracious.rules.ledger.revision import CITE_MORE, COVERED, MOST_REACHED, ReferenceRevisionDials, RevisionDials

WANTED = AnswerGateDials()
LEVELS = {
    Support.SUPPORTED: Level.FULL,
    Support.WEAK: Level.PARTIAL,
    Support.CONTRADICTED: Level.CONTRADICTED,
    Support.NOT_FOUND: Level.NONE,
}
S, W, C, N = Support.SUPPORTED, Support.WEAK, Support.CONTRADICTED, Support.NOT_FOUND
CRITICAL, MATERIAL, MINOR = Importance.CRITICAL, Importance.MATERIAL, Importance.MINOR


def entry(verdict: Support, importance: Importance = MATERIAL, text: str = "The fee is due.", quote: str = "") -> Entry:
    """A line of a ledger on this claim."""
    told = Backing((Quote("page", Span(0, len(quote)), quote),), ("",), Stance(0.0, 0.9, 0.1), 1.0, 1.0)
    return Entry(AnswerClaim(text, Span(0, len(text)), Kind.FACT, importance), verdict, LEVELS[verdict], 0.0, (told,) if quote else ())


def ledger(*entries: Entry) -> Ledger:
    return Ledger(entries, gates.summarise(entries, (), AnswerGateDials()))


def many(supported: int, *others: Entry) -> Ledger:
    return ledger(*(entry(S, text=f"Fee {number}.") for number in range(supported)), *others)


@works("ledger.revision.decide")
@pytest.mark.parametrize(
    ("found", "revisions", "revises", "reason"),
    [
        (many(0, entry(N)), 2, False, MOST_REACHED),  # seed D §6.1: the limit is asked first
        (many(17, entry(N), entry(N), entry(N)), 0, False, COVERED),  # 17 of 20: 0.85 ≥ 0.85
        (many(16, entry(N), entry(N), entry(N), entry(N)), 0, True, "Coverage 80% below 85% threshold"),
        (many(1, entry(N, CRITICAL), entry(C)), 1, True, "Critical claims lack evidence"),  # before the contradiction
        (many(1, entry(C)), 1, True, "Claims contradict evidence"),
        (many(0, entry(N, MINOR)), 0, False, COVERED),  # minor claims are not counted
        (ledger(), 0, False, COVERED),
    ],
)
@pytest.mark.parametrize("dials", [RevisionDials(), ReferenceRevisionDials()])
def test_the_decision_of_the_seed(found: Ledger, revisions: int, revises: bool, reason: str, dials: RevisionDials) -> None:
    decision = revision.decide(found, revisions, dials, WANTED)
    assert (decision.should_revise, decision.reason) == (revises, reason)
    assert bool(decision.instructions) == revises


def test_what_must_be_corrected_is_corrected_though_coverage_suffices_and_in_the_reference_it_is_not() -> None:
    """19 of 20 claims are carried and one is contradicted: covered, as the seed prints it."""
    found = many(19, entry(C))
    assert revision.decide(found, 0, RevisionDials(), WANTED).reason == "Claims contradict evidence"
    assert revision.decide(found, 0, ReferenceRevisionDials(), WANTED).reason == COVERED


def test_the_writer_is_told_of_every_claim_that_falls_short_the_gravest_first() -> None:
    found = ledger(entry(W, text="A."), entry(C, text="B.", quote="It is C."), entry(N, CRITICAL, "D."), entry(S, text="E."))
    assert revision.decide(found, 0, RevisionDials(), WANTED).instructions == (
        'Remove this claim, or say that the documents do not have it: "D."',
        'Word this claim as the documents do, no stronger: "A."',
        'Correct this claim to what the documents say: "B." They say: "It is C."',
    )
    assert len(revision.decide(found, 0, ReferenceRevisionDials(), WANTED).instructions) == 1
    low = ledger(entry(N, text="A."), entry(S))
    assert revision.decide(low, 0, RevisionDials(), WANTED).instructions[-1] == CITE_MORE


@given(st.text(), st.sampled_from([N, W, C]), st.text(min_size=1))
def test_what_was_told_of_a_claim_is_read_back(text: str, verdict: Support, quote: str) -> None:
    told = [revision.instruction(entry(N, text=f"not {text}")), revision.instruction(entry(verdict, text=text, quote=quote))]
    assert revision.wanted(told[1:], text) is verdict
    assert revision.wanted((), text) is None


def test_what_is_told_of_one_claim_is_told_of_no_other() -> None:
    told = (revision.instruction(entry(N, text="The fee is due.")),)
    assert revision.wanted(told, "The fee is due") is None
    assert revision.wanted(told, "The fee is due. Now.") is None


def summary(contradictions: int, critical: int, coverage: float) -> Summary:
    return Summary(1, coverage, 0.0, critical, contradictions)


@works("ledger.revision.best")
@pytest.mark.parametrize(
    ("tried", "best"),
    [
        ([(0, 0, 1.0)], 0),
        ([(1, 0, 0.9), (0, 5, 0.1)], 1),  # fewest contradictions first
        ([(0, 1, 0.9), (0, 0, 0.1)], 1),  # then fewest critical claims that were not found
        ([(0, 0, 0.4), (0, 0, 0.6), (0, 0, 0.5)], 1),  # then coverage
        ([(0, 0, 0.5), (0, 0, 0.5), (1, 0, 0.5)], 1),  # of equals the latest
    ],
)
def test_the_best_attempt_goes_out_and_in_the_reference_the_last(tried: list[tuple[int, int, float]], best: int) -> None:
    made = [summary(*one) for one in tried]
    assert revision.best(made, RevisionDials()) == best
    assert revision.best(made, ReferenceRevisionDials()) == len(tried) - 1


def test_a_text_that_was_there_before_or_says_nothing_ends_it() -> None:
    assert revision.ended(["a", "b"], True) is None
    repeated, empty = revision.ended(["a", "b", "a"], True), revision.ended(["a", ""], False)
    assert repeated is not None
    assert empty is not None
    assert (repeated.reason, empty.reason) == (revision.REPEATED, revision.NOTHING_LEFT)
    assert not repeated.should_revise
    assert not empty.should_revise


def test_the_warnings_of_the_seed() -> None:
    """Seed D §6.3: coverage 0.5 that stays 0.5 is no improvement, and from 0.5 to 1 it is one."""
    half, whole = ledger(entry(S), entry(N, text="Gone.")), ledger(entry(S), entry(N, MINOR))
    missing = AnswerWarning("UNSUPPORTED_CLAIMS", "1 material claims could not be verified", ("Gone.",))
    stuck = AnswerWarning("NO_IMPROVEMENT", "Revisions did not improve evidence coverage")
    assert revision.warnings(half, half, 0) == (missing,)
    assert revision.warnings(half, half, 2) == (stuck, missing)
    assert revision.warnings(half, whole, 1) == ()
    assert revision.warnings(half, whole, 2, is_repeated=True) == (stuck,)


def test_contradictions_that_stay_and_an_answer_without_claims_are_warned_of() -> None:
    assert [one.code for one in revision.warnings(many(1), many(1, entry(C)), 0)] == ["CONTRADICTED_CLAIMS"]
    assert [one.code for one in revision.warnings(ledger(), ledger(), 0)] == ["NO_CLAIMS"]
