"""Why, what would change it, and the form others read."""

import time
from datetime import date
from statistics import median

import pytest
from hypothesis import given

from tests.rules.weighing import given as make
from tests.rules.weighing.given import NEUTRAL, REFUTES, SUPPORTS
from veracious.domain.trust import Weighed
from veracious.domain.verdict import Verdict
from veracious.rules.judging import verdicts
from veracious.rules.judging.verdicts import JudgingDials, Question
from veracious.rules.telling import claimreview, counterfactual, explain
from veracious.rules.telling.claimreview import RatingDials, Review
from veracious.rules.telling.counterfactual import AddedDials, Flip
from veracious.rules.telling.explain import ExplainDials
from veracious.rules.weighing.sufficiency import SufficiencyDials

ENOUGH, JUDGING, ADDED = SufficiencyDials(), JudgingDials(), AddedDials()
S, R, M, N = Verdict.SUPPORTED, Verdict.REFUTED, Verdict.MIXED, Verdict.NOT_ENOUGH_EVIDENCE


def losses(pool: list[Weighed]) -> tuple[Flip, ...]:
    return counterfactual.losses(pool, Question(1), ENOUGH, JUDGING)


def gains(pool: list[Weighed]) -> tuple[Flip, ...]:
    return counterfactual.gains(pool, Question(1), ENOUGH, JUDGING, ADDED)


def test_with_two_origins_the_loss_of_either_flips() -> None:
    """Two are the least that decides; of three, none is needed alone."""
    pair = [make.weighed(name, SUPPORTS) for name in "ab"]
    assert losses(pair) == (Flip("without origin:a", N), Flip("without origin:b", N))
    assert losses([*pair, make.weighed("c", SUPPORTS)]) == ()


def test_the_lone_dissenter_is_named() -> None:
    pool = [make.weighed("a", SUPPORTS), make.weighed("b", SUPPORTS), make.weighed("c", REFUTES)]
    assert losses(pool) == (Flip("without origin:c", S),)


def test_from_nothing_two_origins_decide() -> None:
    assert gains([]) == (Flip("2 more origins that support", S), Flip("2 more origins that refute", R))


def test_one_dissenter_makes_a_supported_claim_mixed() -> None:
    pool = [make.weighed(name, SUPPORTS) for name in "abc"]
    assert gains(pool) == (Flip("1 more origin that refutes", M),)


@given(make.pools())
def test_every_listed_loss_really_flips_and_no_other_does(pool: list[Weighed]) -> None:
    question = Question(3)
    now = verdicts.decide(pool, question, ENOUGH, JUDGING).draft.verdict
    listed = {flip.change: flip.verdict for flip in counterfactual.losses(pool, question, ENOUGH, JUDGING)}
    for origin in {piece.origin for piece in pool}:
        left = [piece for piece in pool if piece.origin != origin]
        verdict = verdicts.decide(left, question, ENOUGH, JUDGING).draft.verdict
        assert listed.get(f"without {origin}", now) is verdict


def test_counterfactuals_over_thirty_origins_cost_less_than_fifty_verdicts() -> None:
    pool = [make.weighed(f"e{number}", SUPPORTS if number % 3 else REFUTES) for number in range(30)]
    question = Question(1)

    def seconds(work: object, times: int) -> float:
        start = time.process_time()
        for _ in range(times):
            work()  # type: ignore[operator]
        return (time.process_time() - start) / times

    ratios = []
    for _ in range(5):
        one = seconds(lambda: verdicts.decide(pool, question, ENOUGH, JUDGING), 20)
        ratios.append(seconds(lambda: (losses(pool), gains(pool)), 2) / one)
    assert median(ratios) < 50


def test_an_explanation_cites_every_sentence() -> None:
    pool = [make.weighed("a", SUPPORTS, trust=0.9), make.weighed("b", SUPPORTS), make.weighed("c", NEUTRAL)]
    decision = verdicts.decide(pool, Question(2), ENOUGH, JUDGING)
    subclaims = [make.subclaim(), make.subclaim("The lake is cold.")]
    (told,) = explain.sentences(decision, subclaims, pool, ExplainDials())
    assert told.text == "The evidence supports “The lake is deep” (2 independent origins): a.example writes “x”."
    assert told.evidence == ("a", "b")
    assert explain.missing(decision, subclaims) == ("The lake is cold.",)


def test_nothing_found_says_nothing() -> None:
    decision = verdicts.decide([], Question(1), ENOUGH, JUDGING)
    assert explain.sentences(decision, [make.subclaim()], [], ExplainDials()) == ()


@pytest.mark.parametrize(("value", "word"), [(0.85, "very sure"), (0.84, "fairly sure"), (0.5, "not very sure"), (0.1, "unsure")])
def test_the_word_beside_the_number(value: float, word: str) -> None:
    assert explain.band(value, ExplainDials()) == word


REVIEW = Review("The lake is deep.", date(2026, 1, 1), date(2026, 1, 15), "https://v.example/r/1", "Veracious")


@pytest.mark.parametrize(("verdict", "value", "word"), [(S, 5, "Supported"), (M, 3, "Mixed"), (R, 1, "Refuted")])
def test_a_claim_review_has_its_rating(verdict: Verdict, value: int, word: str) -> None:
    found = claimreview.render(REVIEW, verdict, RatingDials())
    assert found is not None
    assert found["claimReviewed"] == "The lake is deep."
    rating = found["reviewRating"]
    assert isinstance(rating, dict)
    assert (rating["ratingValue"], rating["alternateName"], rating["worstRating"], rating["bestRating"]) == (value, word, 1, 5)


def test_what_was_not_decided_has_no_review() -> None:
    assert claimreview.render(REVIEW, N, RatingDials()) is None
