"""The four dimensions of claims and articles: worked by hand, and held to what may not bear on them."""

from dataclasses import replace
from math import log
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.rules.weighing import given as make
from tests.rules.weighing.given import NEUTRAL, REFUTES, SUPPORTS
from tests.worked import works
from veracious.domain.article import ClaimFinding, Dimension, Score, Worth
from veracious.domain.belief import Belief
from veracious.domain.evidence import Source, Tier
from veracious.domain.ranked import Admission
from veracious.domain.report import Judged, Report
from veracious.domain.stance import Stance
from veracious.domain.verdict import Citation, Outcome, Verdict
from veracious.rules.dials import Dials
from veracious.rules.judging import dimensions, verdicts
from veracious.rules.judging.dimensions import Basis, Consensus
from veracious.rules.judging.verdicts import Question
from veracious.rules.ranking.recency import RecencyDials
from veracious.rules.weighing import evidence_trust
from veracious.rules.weighing.evidence_trust import Scale, TrustDials

DIALS, BELIEF = Dials().article.dimensions, Dials().judging.belief
HELD, REFUTED, UNKNOWN = Verdict.SUPPORTED, Verdict.REFUTED, Verdict.NOT_ENOUGH_EVIDENCE
R, G, B, A = Dimension.DANGER, Dimension.VERACITY, Dimension.HONESTY, Dimension.EXPLAINABILITY


def odds(share: float) -> Belief:
    """The belief of a share: 0.9 is ln 9."""
    return Belief(log(share / (1 - share)), 0.5)


def basis(share: float, verdict: Verdict | None = HELD, claim: str = "c1", **other: object) -> Basis:
    """A claim believed with this share, by itself and with what bears on it."""
    return replace(Basis(claim, verdict, odds(share), odds(share)), **other)  # type: ignore[arg-type]


def value(scores: tuple[Score, ...], dimension: Dimension) -> float | None:
    return next(score.value for score in scores if score.dimension is dimension)


# Veracity.


@works("judging.dimensions.veracity")
@pytest.mark.parametrize(
    ("propagated", "expected"),
    [
        (Belief(0.0, 0.0), 1 / 2),  # even: neutral
        (Belief(log(9), 0.0), 9 / 10),
        (Belief(-log(4), 0.0), 1 / 5),
        (None, None),
    ],
)
def test_veracity_is_the_share_of_the_propagated_belief(propagated: Belief | None, expected: float | None) -> None:
    found = dimensions.veracity(Basis("c1", HELD, odds(0.7), propagated))
    assert found.value == (None if expected is None else pytest.approx(expected))
    assert bool(found.missing) == (expected is None)


@works("judging.dimensions.article_veracity", "judging.dimensions.consensus")
@pytest.mark.parametrize(
    ("bases", "limit", "expected"),
    [
        ([basis(0.9), basis(0.3, REFUTED)], None, (0.9 + 0.3) / 2),  # no consensus, no cap
        ([basis(0.9, weight=3.0), basis(0.3, REFUTED)], None, (3 * 0.9 + 0.3) / 4),
        ([basis(0.9), basis(0.5, UNKNOWN)], None, (0.9 + 0.5) / 2),  # what is not settled leaves the article unverified
        ([basis(0.9), basis(0.2, None)], None, 0.9),  # a claim without a verdict says nothing
        ([basis(0.95, origins=1), basis(0.6, origins=2)], 0.6, 0.6),  # mean 0.775 of one source and two; two carried no claim above 0.6
        ([basis(0.95, origins=2), basis(0.6, origins=2)], 0.95, (0.95 + 0.6) / 2),  # below what a consensus reached
        ([basis(0.2, REFUTED, origins=4), basis(0.9, origins=1)], 0.2, 0.2),  # the only consensus is against
        ([], None, None),
    ],
)
def test_an_article_is_believed_on_average_and_no_more_than_a_consensus(
    bases: list[Basis], limit: float | None, expected: float | None
) -> None:
    found = dimensions.article_veracity(bases, BELIEF)
    assert found.value == (None if expected is None else pytest.approx(expected))
    agreed = dimensions.consensus(bases, BELIEF)
    assert (agreed and agreed.limit) == (None if limit is None else pytest.approx(odds(limit).log_odds))


def test_the_consensus_is_that_of_a_claims_own_evidence() -> None:
    """What other claims of the article lend is no source: 0.6 by itself is the limit, though propagated it is 0.9."""
    lifted = replace(basis(0.6, origins=2), propagated=odds(0.9))
    assert dimensions.consensus([lifted], BELIEF) == Consensus(odds(0.6).log_odds, 2)
    assert dimensions.article_veracity([lifted], BELIEF).value == pytest.approx(0.6)


def test_shares_of_zero_and_one_are_no_failure() -> None:
    """Log-odds of 2,000 are a share of 1, in the arithmetic of a machine."""
    sure = Basis("c1", HELD, Belief(2000.0, 0.5), Belief(2000.0, 0.5))
    assert dimensions.article_veracity([sure], BELIEF).value == 1.0
    assert dimensions.article_veracity([replace(sure, propagated=Belief(-2000.0, 0.5))], BELIEF).value == 0.0


# Explainability.


@works("judging.dimensions.explainability")
@pytest.mark.parametrize(
    ("origins", "cited", "share"),
    [
        (0, 0, 0.5),  # neutral
        (1, 1, (0.5 + 1) / (1 + 1)),  # 0.75
        (3, 3, (0.5 + 3) / (1 + 3)),  # 0.875
        (3, 0, 0.5 / (1 + 3)),  # 0.125: it was decided by what nobody can open
    ],
)
def test_a_verdict_is_explained_by_what_can_be_opened(origins: int, cited: int, share: float) -> None:
    assert dimensions.explainability(origins, cited, DIALS.explainability) == pytest.approx(share)


def sources(*tiers: Tier) -> tuple[Source, ...]:
    return tuple(Source(f"{place}.example", 0.5, tier) for place, tier in enumerate(tiers))


@works("judging.dimensions.tier_factor")
@pytest.mark.parametrize(
    ("tiers", "best", "factor", "after"),
    [
        ((Tier.A,), Tier.A, 0.9 / 0.75, 0.75 * 0.9 / 0.75),  # 0.75 × 1.2
        ((Tier.B,), Tier.B, 1.0, 0.75),  # the baseline
        ((Tier.C, Tier.D), Tier.C, 0.6 / 0.75, 0.75 * 0.8),
        ((Tier.D, Tier.UNKNOWN), Tier.D, 0.4 / 0.75, 0.75 * 0.4 / 0.75),
        ((), Tier.UNKNOWN, 0.5 / 0.75, 0.75 * 0.5 / 0.75),
    ],
)
def test_the_best_class_bears_on_explainability(tiers: tuple[Tier, ...], best: Tier, factor: float, after: float) -> None:
    """One origin that is cited: 0.75 before."""
    found = dimensions.tier_factor(basis(0.9, origins=1, cited=1, sources=sources(*tiers)), DIALS)
    domain = f"{tiers.index(best)}.example" if tiers else ""
    assert (found.claim, found.source, found.best_tier) == ("c1", domain, best)
    numbers = (found.prior, found.baseline, found.factor, found.pre_a, found.post_a)
    assert numbers == pytest.approx((factor * 0.75, 0.75, factor, 0.75, after))


def test_explainability_is_never_above_one() -> None:
    """0.5 + 40 of 1 + 40 is 0.988, × 1.2 is 1.185."""
    assert dimensions.tier_factor(basis(0.9, origins=40, cited=40, sources=sources(Tier.A)), DIALS).post_a == 1.0


@works("judging.dimensions.article_explainability")
@pytest.mark.parametrize(
    ("bases", "mean"),
    [
        ([basis(0.9, origins=1, cited=1, sources=sources(Tier.B)), basis(0.5, sources=sources(Tier.B))], (0.75 + 0.5) / 2),
        ([basis(0.9, origins=1, cited=1, sources=sources(Tier.A), weight=3.0), basis(0.5)], (3 * 0.9 + 0.5 * 0.5 / 0.75) / 4),
        ([basis(0.9, None)], None),
    ],
)
def test_an_article_is_explained_on_average(bases: list[Basis], mean: float | None) -> None:
    assert dimensions.article_explainability(bases, DIALS).value == (None if mean is None else pytest.approx(mean))


# Danger, honesty.


@works("judging.dimensions.danger", "judging.dimensions.article_danger")
@pytest.mark.parametrize(
    ("harms", "worst"),
    [
        ((0.2, 0.7), 0.7),
        ((0.2, None), 0.2),
        ((0.0,), 0.0),
        ((None,), None),
    ],
)
def test_danger_is_that_of_the_most_harmful_claim_and_none_where_nothing_was_measured(
    harms: tuple[float | None, ...], worst: float | None
) -> None:
    assert [dimensions.danger(harm).value for harm in harms] == list(harms)
    assert all(bool(dimensions.danger(harm).missing) == (harm is None) for harm in harms)
    found = dimensions.article_danger([basis(0.5, claim=f"c{place}", harm=harm) for place, harm in enumerate(harms)])
    assert (found.value, bool(found.missing)) == (worst, worst is None)


def test_honesty_is_not_measured_and_says_so() -> None:
    found = dimensions.honesty()
    assert found.value is None
    assert found.missing


# All four.


def test_a_claim_of_which_nothing_is_known_is_neutral() -> None:
    """Even belief is 0.5, explainability before the class of sources 0.5; no harm was measured, and no verdict is scored."""
    found = dimensions.of_claim(Basis("c1", propagated=Belief(0.0, 0.0)), DIALS)
    assert [score.dimension for score in found.scores] == [R, G, B, A]
    assert [score.value for score in found.scores] == [None, 0.5, None, None]
    assert (found.verdict_score, found.tier_factor) == (None, None)
    undecided = dimensions.of_claim(Basis("c1", UNKNOWN, Belief(0.0, 0.0), Belief(0.0, 0.0)), DIALS)
    assert undecided.tier_factor is not None
    assert (undecided.verdict_score, undecided.tier_factor.pre_a) == (0.5, 0.5)


shares = st.floats(0.01, 0.99)
tiers = st.lists(st.sampled_from(Tier), max_size=4).map(lambda drawn: sources(*drawn))
bases = st.builds(
    Basis,
    claim=st.integers(0, 99).map(lambda number: f"c{number}"),
    verdict=st.none() | st.sampled_from(Verdict),
    local=st.none() | shares.map(odds),
    propagated=st.none() | shares.map(odds),
    origins=st.integers(0, 6),
    cited=st.integers(0, 6),
    sources=tiers,
    harm=st.none() | st.floats(0, 1),
    weight=st.floats(0, 5),
)


@given(st.lists(bases, max_size=6), st.randoms(use_true_random=False))
def test_every_score_is_a_share_or_missing_with_a_reason_and_the_order_never_matters(drawn: list[Basis], chance: Random) -> None:
    claims = [replace(one, claim=f"c{place}") for place, one in enumerate(drawn)]
    whole = dimensions.of_article(claims, DIALS, BELIEF)
    for score in (*whole.scores, *(score for one in claims for score in dimensions.of_claim(one, DIALS).scores)):
        assert (score.value is None) == bool(score.missing)
        assert score.value is None or 0 <= score.value <= 1
    assert whole.verified_score == value(whole.scores, G)
    assert dimensions.of_article(chance.sample(claims, len(claims)), DIALS, BELIEF) == whole


@given(st.lists(bases, min_size=1, max_size=5), st.lists(tiers, min_size=5, max_size=5))
def test_the_class_of_a_source_bears_on_explainability_alone(drawn: list[Basis], others: list[tuple[Source, ...]]) -> None:
    """Over any claims and any other classes: R, G, B, the scores of verdicts and what A was before stay to the bit."""
    turned = [replace(one, sources=classes) for one, classes in zip(drawn, others, strict=False)]
    for one, other in zip(drawn, turned, strict=True):
        before, after = dimensions.of_claim(one, DIALS), dimensions.of_claim(other, DIALS)
        assert before.scores[:3] == after.scores[:3]
        assert before.verdict_score == after.verdict_score
        assert (before.tier_factor and before.tier_factor.pre_a) == (after.tier_factor and after.tier_factor.pre_a)
    first, second = (dimensions.of_article(claims, DIALS, BELIEF) for claims in (drawn, turned))
    assert (first.scores[:3], first.verified_score) == (second.scores[:3], second.verified_score)


def test_a_better_class_does_change_explainability() -> None:
    """So the law above says something."""
    known = [
        dimensions.of_claim(basis(0.9, sources=sources(tier)), DIALS).scores[3].value for tier in (Tier.D, Tier.UNKNOWN, Tier.C, Tier.B)
    ]
    told = [score for score in known if score is not None]
    assert told == sorted(set(told))
    assert len(told) == 4


@given(st.lists(bases, min_size=1, max_size=5), st.integers(0, 4), shares)
def test_an_article_is_never_believed_less_when_a_claim_is_believed_more(drawn: list[Basis], which: int, share: float) -> None:
    """Monotone in each claim's propagated belief; the consensus, which is of own evidence, stays."""
    at = which % len(drawn)
    one = drawn[at]
    if one.propagated is None:
        return
    low, high = sorted((one.propagated, odds(share)), key=lambda belief: belief.log_odds)
    found = [
        dimensions.article_veracity([*drawn[:at], replace(one, propagated=belief), *drawn[at + 1 :]], BELIEF).value
        for belief in (low, high)
    ]
    assert found[0] is None or (found[1] is not None and found[0] <= found[1] + 1e-12)


# From the report of a claim.


def finding(stances: list[Stance], tiers: list[Tier], cited: int) -> ClaimFinding:
    """What is found of a claim from pieces of publishers of these classes, ranked and judged, of which the first few are cited."""
    entries = [make.ranked(f"e{place}") for place in range(len(stances))]
    classed = [
        replace(one.evidence, source=Source(f"{one.evidence.id}.example", 0.8, tier)) for one, tier in zip(entries, tiers, strict=True)
    ]
    ranked = [replace(entry, evidence=evidence) for entry, evidence in zip(entries, classed, strict=True)]
    judgements = [make.judged(entry, stance) for entry, stance in zip(ranked, stances, strict=True)]
    weighed = evidence_trust.weigh(ranked, judgements, [make.subclaim()], {}, Scale(make.DAY, TrustDials(), RecencyDials()))
    decision = verdicts.decide(weighed, Question(1), Dials().weighing.sufficiency, Dials().judging)
    judged = Judged(tuple(Admission(entry, True) for entry in ranked), (), (), (), (), weighed, (), 0, 0, decision, ())
    citations = tuple(Citation(one.quote, entry.evidence.source.domain, "") for entry, one in zip(ranked, judgements, strict=True))[:cited]
    report = Report(Outcome.COMPLETED, decision.draft.verdict, judged=judged, citations=citations)
    return ClaimFinding("c1", report, True, decision.beliefs[0], decision.beliefs[0])


def test_what_the_scores_are_made_of_is_read_off_a_finding() -> None:
    """Three pieces take a side, two of them are cited; the fourth is silent."""
    found = dimensions.basis(finding([SUPPORTS, SUPPORTS, REFUTES, NEUTRAL], [Tier.B] * 4, 2), Worth(0.5, 0.7, 0.9))
    assert (found.origins, found.cited, found.harm) == (3, 2, 0.7)
    assert found.sources == (Source("e0.example", 0.8, Tier.B), Source("e1.example", 0.8, Tier.B))
    assert dimensions.basis(ClaimFinding("c2")) == Basis("c2")


@given(st.lists(make.stances(), max_size=5), st.lists(st.tuples(*[st.sampled_from(Tier)] * 2), min_size=5, max_size=5))
def test_from_evidence_to_scores_the_class_of_a_source_moves_explainability_alone(
    drawn: list[Stance], classes: list[tuple[Tier, Tier]]
) -> None:
    """Weights, verdict, truth, belief and veracity of the same evidence stay to the bit when its sources are of other classes."""
    found = [finding(drawn, [pair[which] for pair in classes[: len(drawn)]], 5) for which in (0, 1)]
    first, second = (each.report.judged for each in found if each.report)
    assert first
    assert second
    assert (first.weighed, first.decision) == (second.weighed, second.decision)
    one, other = (dimensions.of_claim(dimensions.basis(each), DIALS) for each in found)
    assert (one.scores[:3], one.verdict_score) == (other.scores[:3], other.verdict_score)
