"""What is told of a claim and of an article beside verdicts: danger (R), veracity (G), honesty (B) and explainability (A), each by itself.

All four are scores in [0, 1] that start neutral, and none is a probability: nothing here is calibrated. What was not measured has no value
and says why. The class of a source bears on explainability alone: no verdict, no truth and no veracity looks at it.

That each stands by itself is a choice of engineering: what is accurate may well be told more honestly than what is not.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import fsum, inf

from veracious.domain.article import ClaimFinding, Dimension, Score, TierFactor, Worth
from veracious.domain.belief import Belief
from veracious.domain.evidence import Source, Tier
from veracious.domain.verdict import Verdict
from veracious.rules.judging import belief
from veracious.rules.judging.belief import BeliefDials
from veracious.rules.weighing.evidence_trust import side


@dataclass(frozen=True, slots=True)
class TierPriorDials:
    """How well a source of each class lets a verdict be explained; only the share of the one to that of B counts."""

    a: float = 0.9  # of class A; 0.5–1; seed C names it, a guess
    b: float = 0.75  # of class B, the baseline; 0.4–1, above 0; seed C names it, a guess
    c: float = 0.6  # of class C; 0.2–0.9; seed C names it, a guess
    d: float = 0.4  # of class D; 0–0.8; seed C names it, a guess
    unknown: float = 0.5  # where no class is known; 0–0.9; seed C names it, a guess: between C and D


@dataclass(frozen=True, slots=True)
class ExplainabilityDials:
    """What evidence is at hand to explain a verdict with."""

    neutral: float = 0.5  # where there is none; fixed; seed C: all four start neutral
    neutral_origins: float = 1.0  # independent origins that the neutral value counts as; 0.5–4; a guess


@dataclass(frozen=True, slots=True)
class DimensionDials:
    """The groups of the four dimensions."""

    tiers: TierPriorDials = field(default_factory=TierPriorDials)
    explainability: ExplainabilityDials = field(default_factory=ExplainabilityDials)


@dataclass(frozen=True, slots=True)
class Basis:
    """What the scores of a claim are made of."""

    claim: str  # id
    verdict: Verdict | None = None  # none: it was not looked at, or the look ended before one
    local: Belief | None = None  # by its own evidence
    propagated: Belief | None = None  # with what bears on it
    origins: int = 0  # independent, that take a side
    cited: int = 0  # of these, whose words are quoted
    sources: tuple[Source, ...] = ()  # of the quotes
    harm: float | None = None  # what harm it could do if it were wrong, in [0, 1]; none: not measured
    weight: float = 1.0  # in the scores of the article


@dataclass(frozen=True, slots=True)
class ClaimScores:
    """The scores of a claim, its verdict's score, and how the class of its sources bore on them."""

    scores: tuple[Score, ...]  # R, G, B, A
    verdict_score: float | None
    tier_factor: TierFactor | None  # none: there is no verdict to explain


@dataclass(frozen=True, slots=True)
class ArticleScores:
    """The scores of an article, and that of its verdicts together."""

    scores: tuple[Score, ...]  # R, G, B, A
    verified_score: float | None


@dataclass(frozen=True, slots=True)
class Consensus:
    """What the best attested claim of an article reached, and the independent sources that it has."""

    limit: float  # log-odds
    sources: int


def basis(finding: ClaimFinding, worth: Worth | None = None, weight: float = 1.0) -> Basis:
    """What the scores of a claim are made of, as its finding has it: origins that take a side, and those of them whose words it cites."""
    harm = None if worth is None else worth.harm
    if finding.report is None:
        return Basis(finding.claim, local=finding.local, propagated=finding.propagated, harm=harm, weight=weight)
    report, judged = finding.report, finding.report.judged
    told = [piece for piece in judged.weighed if side(piece.stance) != "neutral"] if judged else []
    quotes = {citation.quote for citation in report.citations}
    cited = [piece for piece in told if piece.quote in quotes]
    sources = {entry.ranked.evidence.id: entry.ranked.evidence.source for entry in judged.admitted} if judged else {}
    return Basis(
        claim=finding.claim,
        verdict=report.verdict,
        local=finding.local,
        propagated=finding.propagated,
        origins=len({piece.publisher_origin for piece in told}),
        cited=len({piece.publisher_origin for piece in cited}),
        sources=tuple(dict.fromkeys(sources[piece.evidence] for piece in cited if piece.evidence in sources)),
        harm=harm,
        weight=weight,
    )


def of_claim(basis: Basis, dials: DimensionDials) -> ClaimScores:
    """The four dimensions of a claim, and the score of its verdict: its veracity, where there is a verdict. No probability."""
    true, factor = veracity(basis), tier_factor(basis, dials) if basis.verdict is not None else None
    scores = (danger(basis.harm), true, honesty(), _explained(factor))
    return ClaimScores(scores, true.value if basis.verdict is not None else None, factor)


def of_article(bases: Sequence[Basis], dials: DimensionDials, agreed: BeliefDials) -> ArticleScores:
    """The four dimensions of an article, and the score of its verdicts together; no probability that the article is true."""
    true = article_veracity(bases, agreed)
    scores = (article_danger(bases), true, honesty(), article_explainability(bases, dials))
    return ArticleScores(scores, true.value)


def veracity(basis: Basis) -> Score:
    """How far a claim is believed, with what bears on it.

    Formula: Veracity of a claim. From C (RGBA belief dimensions).

        G = 1 / (1 + e^−log-odds)          of the propagated belief; 0.5 where it is even
        no value                           where there is no belief
    """
    if basis.propagated is None:
        return Score(Dimension.VERACITY, None, missing="nothing was looked up")
    local = (("own log-odds", basis.local.log_odds),) if basis.local else ()
    return Score(
        Dimension.VERACITY, belief.probability(basis.propagated.log_odds), (*local, ("propagated log-odds", basis.propagated.log_odds))
    )


def article_veracity(bases: Sequence[Basis], dials: BeliefDials) -> Score:
    """How far an article's claims are believed on average, at most as far as the best attested of them; the score of its verdicts.

    Formula: Veracity of an article. From C (consensus cap); that it is a mean is ours.

        mean = Σ weight × G / Σ weight     over the claims with a verdict, "not enough evidence" among them
        G = min(mean, share of the consensus limit)
        no value                           where no claim has a verdict, or none has weight
    """
    judged = [one for one in _by_claim(bases) if one.verdict is not None and one.propagated is not None]
    mean = _mean([(belief.probability(one.propagated.log_odds), one.weight) for one in judged if one.propagated])
    if mean is None:
        return Score(Dimension.VERACITY, None, missing="no claim has a verdict")
    posterior = Belief(belief.log_odds(mean) if 0 < mean < 1 else inf if mean else -inf, 0.0)
    agreed = consensus(bases, dials)
    reached = posterior if agreed is None else belief.capped(posterior, agreed.limit, agreed.sources, dials)
    limit = () if agreed is None else (("share of the consensus limit", belief.probability(agreed.limit)),)
    return Score(Dimension.VERACITY, min(mean, belief.probability(reached.log_odds)), (("mean over claims", mean), *limit))


def consensus(bases: Iterable[Basis], dials: BeliefDials) -> Consensus | None:
    """What a consensus reached: the claim most believed by its own evidence among those of enough sources; none when there is none.

    Seed C gives the limit no number. It is taken from the article's own claims: as a whole it is held no likelier than that of its claims
    which independent sources carry furthest. So claims of one source cannot lift it above what several agree on.

    Formula: Consensus limit. From ours; C names the limit.

        limit = max local log-odds         over the claims with a verdict and origins ≥ consensus_sources
        none                               where there are none

    Dials: consensus_sources of BeliefDials.
    """
    carried = [one for one in bases if one.verdict is not None and one.local is not None and one.origins >= dials.consensus_sources]
    return max(
        (Consensus(one.local.log_odds, one.origins) for one in carried if one.local), key=lambda c: (c.limit, c.sources), default=None
    )


def explainability(origins: int, cited: int, dials: ExplainabilityDials) -> float:
    """How much of the evidence that decides can be opened and read, before the class of its sources.

    Formula: Explainability before the class of sources. From C (RGBA belief dimensions); that it is this share is ours.

        A = (neutral × neutral_origins + cited) / (neutral_origins + origins)

    Dials: neutral, neutral_origins of ExplainabilityDials.
    """
    return (dials.neutral * dials.neutral_origins + min(cited, origins)) / (dials.neutral_origins + origins)


def tier_factor(basis: Basis, dials: DimensionDials) -> TierFactor:
    """How the best class among the quoted sources bears on explainability, and on nothing else.

    Formula: Class of sources. From C (tier as a prior factor).

        baseline = b
        prior = a, b, c, d by the best class among the quoted sources, unknown where none has one
        factor = prior / baseline
        A_post = min(1, max(0, A × factor))

    Dials: a, b, c, d, unknown of TierPriorDials.
    """
    best = min(basis.sources, key=lambda source: (_RANKED.index(source.tier), source.domain), default=Source(""))
    tiers, before = dials.tiers, explainability(basis.origins, basis.cited, dials.explainability)
    priors = {Tier.A: tiers.a, Tier.B: tiers.b, Tier.C: tiers.c, Tier.D: tiers.d, Tier.UNKNOWN: tiers.unknown}
    factor = priors[best.tier] / priors[Tier.B]
    return TierFactor(
        claim=basis.claim,
        source=best.domain,
        best_tier=best.tier,
        prior=priors[best.tier],
        baseline=priors[Tier.B],
        factor=factor,
        pre_a=before,
        post_a=min(1.0, max(0.0, before * factor)),
    )


def _explained(factor: TierFactor | None) -> Score:
    if factor is None:
        return Score(Dimension.EXPLAINABILITY, None, missing="no verdict to explain")
    return Score(Dimension.EXPLAINABILITY, factor.post_a, (("before the class of sources", factor.pre_a), ("factor", factor.factor)))


_RANKED = tuple(Tier)  # the best first; a class that is not known comes last, so that a known one is named


def article_explainability(bases: Sequence[Basis], dials: DimensionDials) -> Score:
    """How well an article's verdicts are explained on average.

    Formula: Explainability of an article. From ours.

        A = Σ weight × A_post / Σ weight   over the claims with a verdict
    """
    judged = [one for one in _by_claim(bases) if one.verdict is not None]
    told = [(tier_factor(one, dials), one.weight) for one in judged]
    mean = _mean([(factor.post_a, weight) for factor, weight in told])
    if mean is None:
        return Score(Dimension.EXPLAINABILITY, None, missing="no claim has a verdict")
    return Score(Dimension.EXPLAINABILITY, mean, tuple((factor.claim, factor.post_a) for factor, _ in told))


def danger(harm: float | None) -> Score:
    """What harm a claim could do if it were wrong; no class of a source enters.

    Formula: Danger of a claim. From C (RGBA belief dimensions), which takes the class of sources; ours is harm.

        R = harm                           no value where it was not measured
    """
    if harm is None:
        return Score(Dimension.DANGER, None, missing="harm was not measured")
    return Score(Dimension.DANGER, harm, (("harm", harm),))


def article_danger(bases: Sequence[Basis]) -> Score:
    """What harm an article could do: that of the most harmful of its claims, since one is enough.

    Formula: Danger of an article. From ours.

        R = max R of its claims            no value where none was measured
    """
    measured = [(one.claim, one.harm) for one in _by_claim(bases) if one.harm is not None]
    if not measured:
        return danger(None)
    worst = max(measured, key=lambda told: told[1])
    return Score(Dimension.DANGER, worst[1], (worst,))


def honesty() -> Score:
    """Whether a claim is presented fairly: no rule that was evaluated says so, and a guess would be a reproach."""
    return Score(Dimension.HONESTY, None, missing="no rule for it has been evaluated")


def _by_claim(bases: Iterable[Basis]) -> list[Basis]:
    return sorted(bases, key=lambda one: one.claim)


def _mean(weighted: Iterable[tuple[float, float]]) -> float | None:
    """The weighted mean; none without weight."""
    values = tuple(weighted)
    total = fsum(weight for _, weight in values)
    return fsum(value * weight for value, weight in values) / total if total > 0 else None
