"""Why, what would change it, and the form others read."""

import time
from dataclasses import replace
from datetime import date
from statistics import median

import pytest
from hypothesis import given

from tests.rules.weighing import given as make
from tests.rules.weighing.given import NEUTRAL, REFUTES, SUPPORTS
from veracious.domain.evidence import Quote
from veracious.domain.span import Span
from veracious.domain.stance import Stance
from veracious.domain.trust import Weighed
from veracious.domain.verdict import Verdict
from veracious.rules.explaining import claimreview, counterfactual, explain, results
from veracious.rules.explaining.claimreview import RatingDials, Review, Signature
from veracious.rules.explaining.counterfactual import AddedDials, Flip
from veracious.rules.explaining.explain import ExplainDials
from veracious.rules.explaining.results import Words
from veracious.rules.judging import verdicts
from veracious.rules.judging.aggregate import CitationDials
from veracious.rules.judging.verdicts import JudgingDials, Question
from veracious.rules.weighing.evidence_trust import UNKNOWN_ORIGIN
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
    print(f"counterfactuals over thirty origins: {median(ratios):.0f} times one verdict")
    assert median(ratios) < 50


def told(pool: list[Weighed], *more: str) -> list[tuple[str, tuple[str, ...]]]:
    subclaims = [make.subclaim(), *map(make.subclaim, more)]
    decision = verdicts.decide(pool, Question(len(subclaims)), ENOUGH, JUDGING)
    return [(one.text, one.evidence) for one in explain.sentences(decision, subclaims, pool, ExplainDials())]


def test_an_explanation_says_what_it_rests_on_and_who_else_says_so() -> None:
    pool = [make.weighed("a", SUPPORTS, trust=0.9), make.weighed("b", SUPPORTS), make.weighed("c", NEUTRAL)]
    assert told(pool, "The lake is cold.") == [
        ("The evidence supports “The lake is deep” (2 independent origins): a.example writes “x”.", ("a",)),
        ("Independently of that, b.example writes “x”.", ("b",)),
    ]
    decision = verdicts.decide(pool, Question(2), ENOUGH, JUDGING)
    assert explain.missing(decision, [make.subclaim(), make.subclaim("The lake is cold.")]) == ("The lake is cold.",)


def test_one_origin_is_said_to_be_one() -> None:
    assert told([make.weighed("a", REFUTES, credibility=0.95)]) == [
        ("The evidence refutes “The lake is deep” (one origin): a.example writes “x”.", ("a",)),
        ("That rests on a.example alone, whose credibility is 0.95.", ("a",)),
    ]


@pytest.mark.parametrize(
    ("unrated_origin", "worth"),
    [
        ("a.example", "Nothing is known of the credibility of those who say so."),
        ("", "That rests on a.example alone, whose credibility is 0.20."),
    ],
)
def test_a_publisher_that_is_rated_low_is_not_called_unknown(unrated_origin: str, worth: str) -> None:
    piece = replace(make.weighed("a", SUPPORTS, credibility=0.2), origin=UNKNOWN_ORIGIN, unrated_origin=unrated_origin)
    assert told([piece])[1] == (worth, ("a",))


def test_dissent_is_told_and_the_verdict_side_comes_first() -> None:
    """Four to one: supported, though the dissenter is trusted most."""
    pool = [make.weighed(name, SUPPORTS) for name in "abcd"] + [make.weighed("z", REFUTES, trust=0.95)]
    (first, _), (second, cited) = told(pool)
    assert first.startswith("The evidence supports “The lake is deep” (4 independent origins): a.example writes")
    assert (second, cited) == ("Against it, z.example writes “x”.", ("z",))


@pytest.mark.parametrize(("stance", "stands"), [(SUPPORTS, "for"), (REFUTES, "against")])
def test_what_is_not_decided_names_the_nearest_and_how_it_stands(stance: Stance, stands: str) -> None:
    said = f"Nothing decisive was found on “The lake is deep”; the nearest, {stands} it: a.example writes “x”."
    assert told([make.weighed("a", stance)])[0] == (said, ("a",))


def test_after_a_quote_that_refutes_the_other_side_is_told_in_favour_of_the_claim() -> None:
    """“Against it” would say of a support that it is against the claim."""
    dissent = make.weighed("z", SUPPORTS, anchor_match=0.4, overlap=0.4, relevance=0.4)
    assert told([make.weighed("a", REFUTES), make.weighed("b", REFUTES), dissent])[1] == ("In its favour, z.example writes “x”.", ("z",))


def test_dissent_that_hardly_speaks_of_the_claim_is_not_told() -> None:
    """Of strength 0.1 and stance 0.9 the dissent is of firmness 0.09, less than 0.2: who else says so is told instead."""
    faint = make.weighed("z", REFUTES, anchor_match=0.1, overlap=0.1, relevance=0.1)
    assert told([make.weighed("a", SUPPORTS), make.weighed("b", SUPPORTS), faint])[1][0].startswith("Independently of that, ")


@given(make.pools())
def test_an_explanation_has_two_to_four_sentences_each_with_a_citation(pool: list[Weighed]) -> None:
    found = told(pool, "The lake is cold.", "The lake is old.")
    assert len(found) in (0, 2, 3, 4)
    assert all(cited for _, cited in found)


def test_parts_have_their_own_reasons_and_citations() -> None:
    """Two parts, each with its own pages; a claim of one part has no sub-results."""
    pages = {"a": 0, "b": 0, "c": 1, "d": 1}
    pool = [
        replace(make.weighed(name, SUPPORTS, subclaim=part), quote=Quote(f"snapshot of {name}", Span(0, 1), "x"))
        for name, part in pages.items()
    ]
    evidence = {name: make.ranked(name).evidence for name in pages}
    evidence = {name: replace(one, passage=replace(one.passage, snapshot=f"snapshot of {name}")) for name, one in evidence.items()}
    subclaims = [make.subclaim(), make.subclaim("The lake is cold.")]
    decision = verdicts.decide(pool, Question(2), ENOUGH, JUDGING)
    sentences = explain.sentences(decision, subclaims, pool, ExplainDials())
    words = Words(subclaims, sentences)
    deep, cold = results.parts(decision, words, pool, evidence, CitationDials())
    assert (deep.claim, deep.verdict, cold.claim, cold.verdict) == ("The lake is deep.", S, "The lake is cold.", S)
    assert {one.domain for one in deep.citations} == {"a.example", "b.example"}
    assert {one.domain for one in cold.citations} == {"c.example", "d.example"}
    assert "The lake is cold" in cold.reasoning
    assert "The lake is cold" not in deep.reasoning
    assert results.parts(decision, Words(subclaims[:1], sentences), pool, evidence, CitationDials()) == ()
    assert results.citations(pool, {}, CitationDials()) == ()  # never looked at


def test_nothing_found_says_nothing() -> None:
    decision = verdicts.decide([], Question(1), ENOUGH, JUDGING)
    assert explain.sentences(decision, [make.subclaim()], [], ExplainDials()) == ()


@pytest.mark.parametrize(("value", "word"), [(0.9, "very sure"), (0.89, "fairly sure"), (0.69, "not very sure"), (0.1, "unsure")])
def test_the_word_beside_the_number(value: float, word: str) -> None:
    assert explain.band(value, ExplainDials()) == word


REVIEW = Review("The lake is deep.", "https://v.example/r/1", date(2026, 1, 1))
SIGNED = Signature("The Lake Desk", "Ada Moe", date(2026, 1, 15))


@pytest.mark.parametrize(("verdict", "value", "word"), [(S, 5, "Supported"), (M, 3, "Mixed"), (R, 1, "Refuted")])
def test_a_claim_review_has_its_rating(verdict: Verdict, value: int, word: str) -> None:
    found = claimreview.render(REVIEW, verdict, SIGNED, RatingDials())
    assert found is not None
    assert found["claimReviewed"] == "The lake is deep."
    rating = found["reviewRating"]
    assert isinstance(rating, dict)
    assert (rating["ratingValue"], rating["alternateName"], rating["worstRating"], rating["bestRating"]) == (value, word, 1, 5)


@pytest.mark.parametrize("verdict", [N, None])
def test_what_was_not_decided_has_no_review(verdict: Verdict | None) -> None:
    assert claimreview.render(REVIEW, verdict, SIGNED, RatingDials()) is None


@pytest.mark.parametrize("verdict", [S, M, R, N, None])
def test_what_nobody_signed_has_no_review(verdict: Verdict | None) -> None:
    assert claimreview.render(REVIEW, verdict, None, RatingDials()) is None
