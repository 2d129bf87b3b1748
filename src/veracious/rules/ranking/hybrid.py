"""One score for text and triples: a weighted sum of six signals, boosts, penalties, a floor, a clamp.

    base  = Σ weight × signal        semantic, triple, entity, claim overlap, recency, credibility (and source quality)
    score = clamp(max(floor, penalties(base + boosts)))

Every part is kept in `Ranked`, and the parts recompute the score.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import date

from veracious.domain.claim import Subclaim, Trait
from veracious.domain.evidence import Evidence, Pooled
from veracious.domain.ranked import Adjustment, Fit, Ranked, Signal
from veracious.rules.ranking import overlap, penalties, recency
from veracious.rules.ranking.overlap import CandidateWords, ClaimWords, OverlapDials
from veracious.rules.ranking.penalties import Case, PenaltyDials, ThresholdDials
from veracious.rules.ranking.recency import RecencyDials
from veracious.rules.reading.lexicon import Lexicon


@dataclass(frozen=True, slots=True)
class WeightDials:
    """The weights of the signals; they sum to 1."""

    semantic: float = 0.31  # reciprocal ranks of text and vectors, scaled to the pool; 0.1–0.6; seed A §4
    triple: float = 0.12  # score of the triple finder, scaled to the pool; 0–0.3; seed A §4
    entity: float = 0.20  # share of the claim's names; 0.1–0.4; seed A §4
    claim_overlap: float = 0.15  # share of the claim's words; 0.05–0.4; seed A §4
    recency: float = 0.05  # what age leaves; 0–0.2; seed A §4
    credibility: float = 0.17  # of the source; 0.05–0.4; seed A §4
    quality: float = 0.0  # how much a source tells of itself; 0–0.2; seed B names it without a weight


@dataclass(frozen=True, slots=True)
class TherapeuticWeightDials(WeightDials):
    """Claims of treatment lean on who says so."""

    semantic: float = 0.30  # as above; 0.1–0.6; seed B says only that it differs, a guess
    triple: float = 0.10  # as above; 0–0.3; a guess
    entity: float = 0.17  # as above; 0.1–0.4; a guess
    credibility: float = 0.23  # as above; 0.05–0.4; a guess


@dataclass(frozen=True, slots=True)
class CausalWeightDials(WeightDials):
    """Claims of cause lean on the words of the relation."""

    entity: float = 0.17  # as above; 0.1–0.4; seed B says only that it differs, a guess
    claim_overlap: float = 0.20  # as above; 0.05–0.4; a guess
    recency: float = 0.03  # as above; 0–0.2; a guess


@dataclass(frozen=True, slots=True)
class MechanisticWeightDials(WeightDials):
    """Claims of mechanism lean on triples, and age little."""

    triple: float = 0.17  # as above; 0–0.3; seed B says only that it differs, a guess
    entity: float = 0.17  # as above; 0.1–0.4; a guess
    claim_overlap: float = 0.17  # as above; 0.05–0.4; a guess
    recency: float = 0.01  # as above; 0–0.2; a guess


@dataclass(frozen=True, slots=True)
class WeightSets:
    """Weights by what a claim is about."""

    general: WeightDials = field(default_factory=WeightDials)
    therapeutic: WeightDials = field(default_factory=TherapeuticWeightDials)
    causal: WeightDials = field(default_factory=CausalWeightDials)
    mechanistic: WeightDials = field(default_factory=MechanisticWeightDials)


@dataclass(frozen=True, slots=True)
class BoostDials:
    """What is added for triples that fit, and the least score of a very credible source."""

    triple_raw: float = 0.05  # times the triple's own score; 0–0.1; seed A §4.2
    triple_raw_overlap: float = 0.08  # claim overlap this needs; 0–0.3; seed A §4.2
    triple_and_names: float = 0.10  # for a triple that shares names and words; 0–0.2; seed A §4.2
    triple_and_names_entity: float = 0.34  # name overlap this needs; 0.2–0.6; seed A §4.2
    triple_and_names_overlap: float = 0.10  # claim overlap this needs; 0–0.3; seed A §4.2
    triple_anchored: float = 0.08  # for a strong triple on the anchors; 0–0.2; seed A §4.2
    triple_anchored_raw: float = 0.40  # triple score this needs; 0.2–0.8; seed A §4.2
    floor: float = 0.2  # least score of a very credible source that only lacks similarity; 0–0.3; seed A §4.4
    floor_credibility: float = 0.9  # credibility this needs; 0.8–1; seed A §4.4


@dataclass(frozen=True, slots=True)
class FilterDials:
    """What is too far from the claim to be ranked at all."""

    overlap_at_least: float = 0.05  # share of words below which a candidate without name or anchor is dropped; 0–0.2; seed A §4.4, a guess
    unknown_credibility: float = 0.4  # what an unknown source counts as; 0.2–0.6; a guess
    list_at_most: int = 100  # candidates kept; 20–400; a guess
    scaled_over_found: bool = True  # whether similarity is scaled over what was found, not over all; true or false; seed A §4.1: false


@dataclass(frozen=True, slots=True)
class CarefulFilterDials(FilterDials):
    """The same of claims about health and science."""

    unknown_credibility: float = 0.2  # as above; 0.2–0.6; half of what it is elsewhere, a guess


@dataclass(frozen=True, slots=True)
class HybridDials:
    """All dials of ranking, and the names of penalties and boosts switched off."""

    weights: WeightSets = field(default_factory=WeightSets)
    boosts: BoostDials = field(default_factory=BoostDials)
    penalties: PenaltyDials = field(default_factory=PenaltyDials)
    thresholds: ThresholdDials = field(default_factory=ThresholdDials)
    filters: FilterDials = field(default_factory=FilterDials)
    recency: RecencyDials = field(default_factory=RecencyDials)
    overlap: OverlapDials = field(default_factory=OverlapDials)
    off: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class _Measured:
    """A candidate beside one subclaim, measured."""

    pooled: Pooled
    signals: tuple[Signal, ...]
    case: Case
    credibility: float

    def value(self, name: str) -> float:
        return next(signal.value for signal in self.signals if signal.name == name)


def rank(pool: Sequence[Pooled], subclaims: Sequence[Subclaim], as_of: date, lexicon: Lexicon, dials: HybridDials) -> tuple[Ranked, ...]:
    """The candidates, best first, each scored against the subclaim it fits best; those far from all of them are dropped.

    Formula: Filter and order. From A §4.4.

        dropped                                        if claim_overlap < overlap_at_least, entity_overlap = 0 and anchor_match = 0
        kept                                           the list_at_most highest scores, each against the subclaim it fits best

    Dials: overlap_at_least, list_at_most of FilterDials.
    """
    asked = [overlap.ask(subclaim, lexicon, dials.overlap) for subclaim in subclaims]
    scaled = _scaled(pool, dials.filters)
    found: list[Ranked] = []
    met: dict[str, str] = {}
    for entry, (semantic, triple) in zip(pool, scaled, strict=True):
        told = overlap.tell(entry.evidence, lexicon, dials.overlap, met)
        outer = _Outer(entry, told, semantic, triple, recency.boost(recency.age_days(entry.evidence.published, as_of), dials.recency))
        measured = [_measure(outer, one, lexicon, dials) for one in asked]
        kept = [_score(index, one, dials) for index, one in enumerate(measured) if not _is_far(one, dials)]
        if kept:
            best = max(kept, key=lambda ranked: (ranked.final_score, -ranked.subclaim))
            found.append(replace(best, fits=_fits(measured, kept)))
    ordered = sorted(found, key=lambda ranked: (-ranked.final_score, ranked.evidence.id))
    return tuple(ordered[: dials.filters.list_at_most])


def _fits(measured: Sequence[_Measured], scored: Sequence[Ranked]) -> tuple[Fit, ...]:
    """How the candidate fits each subclaim; those it is far from have no score."""
    scores = {ranked.subclaim: ranked.final_score for ranked in scored}
    return tuple(Fit(scores.get(index, 0.0), one.case.anchor_match, one.case.claim_overlap) for index, one in enumerate(measured))


@dataclass(frozen=True, slots=True)
class _Outer:
    """What is measured once for all subclaims."""

    pooled: Pooled
    candidate: CandidateWords
    semantic: float
    triple: float
    recency: float


def _scaled(pool: Sequence[Pooled], dials: FilterDials) -> list[tuple[float, float]]:
    """Semantic and triple scores, each from 0 to 1 over what its finders found: a triple has no place among the texts.

    Formula: Similarity, scaled to the pool. From A §4.1 (`sem_norm`, `kg_norm`).

        scaled(x) = (x − min) / (max − min)            over the candidates that were found so, x > 0, with scaled_over_found; else over all
        scaled(x) = 1                                  where all of them are the same
        scaled(x) = 0                                  of what was not found so

    Dials: scaled_over_found of FilterDials.
    """
    scale = _among_found if dials.scaled_over_found else _min_max
    columns = [scale([getattr(entry, name) for entry in pool]) for name in ("semantic", "triple")]
    return list(zip(*columns, strict=True))


def _among_found(values: Sequence[float]) -> list[float]:
    """Scaled over the values above zero; what was not found stays 0."""
    scaled = iter(_min_max([value for value in values if value > 0]))
    return [next(scaled) if value > 0 else 0.0 for value in values]


def _min_max(values: Sequence[float]) -> list[float]:
    """Scaled to the range of the values; where all are the same, 1 for what is above zero."""
    least, most = min(values, default=0.0), max(values, default=0.0)
    if most == least:
        return [1.0 if value > 0 else 0.0 for value in values]
    return [(value - least) / (most - least) for value in values]


def _measure(outer: _Outer, asked: ClaimWords, lexicon: Lexicon, dials: HybridDials) -> _Measured:
    """Base score.

    Formula: Base score. From A §4.1, B (source quality).

        base = semantic × scaled(semantic score) + triple × scaled(triple score) + entity × entity_overlap
             + claim_overlap × claim_overlap + recency × recency + credibility × credibility + quality × source quality
        the credibility of an unknown source is unknown_credibility

    Dials: semantic, triple, entity, claim_overlap, recency, credibility, quality of WeightDials; unknown_credibility of FilterDials.
    """
    known = outer.pooled.evidence.source.credibility
    credibility = dials.filters.unknown_credibility if known is None else known
    entity, words = overlap.names(asked, outer.candidate), overlap.share(asked.words, outer.candidate)
    weights = weights_for(asked.subclaim.traits, dials.weights)
    signals = (
        Signal("semantic", weights.semantic, outer.semantic),
        Signal("triple", weights.triple, outer.triple),
        Signal("entity", weights.entity, entity),
        Signal("claim_overlap", weights.claim_overlap, words),
        Signal("recency", weights.recency, outer.recency),
        Signal("credibility", weights.credibility, credibility),
        Signal("quality", weights.quality, quality(outer.pooled.evidence)),
    )
    match = overlap.anchors(asked, outer.candidate)
    case = Case(asked, outer.candidate, match, words, entity, lexicon, dials.thresholds)
    return _Measured(outer.pooled, signals, case, credibility)


def quality(evidence: Evidence) -> float:
    """The share of what a reader would ask of a source that it tells: where it stands, when it was published, who wrote it.

    Formula: Source quality. From B (hybrid ranker).

        source quality = ([has an address] + [has a date] + [has a byline]) / 3
    """
    told = (evidence.url is not None, evidence.published is not None, bool(evidence.byline))
    return sum(told) / len(told)


def weights_for(traits: frozenset[Trait], sets: WeightSets) -> WeightDials:
    """The weights for a claim of these traits: therapeutic before causal before mechanistic before general.

    Formula: Weights by trait. From A §4, B (hybrid ranker).

        weights = therapeutic, else causal, else mechanistic, else general: the first trait that the claim has
    """
    for trait, weights in ((Trait.THERAPEUTIC, sets.therapeutic), (Trait.CAUSAL, sets.causal), (Trait.MECHANISTIC, sets.mechanistic)):
        if trait in traits:
            return weights
    return sets.general


def _is_far(measured: _Measured, dials: HybridDials) -> bool:
    case = measured.case
    return case.claim_overlap < dials.filters.overlap_at_least and case.entity_overlap == 0 and case.anchor_match == 0


def _score(index: int, measured: _Measured, dials: HybridDials) -> Ranked:
    """Ranking score.

    Formula: Ranking score. From A §4.2–§4.4.

        score = clamp(max(floor₀, penalties(base + boosts)), 0, 1)
        floor₀ = floor                                 if both similarities are 0 and credibility ≥ floor_credibility, else 0

    Dials: floor, floor_credibility of BoostDials.
    """
    boosts = tuple(
        Adjustment(name, 1.0, amount, "")
        for name, boost in BOOSTS
        if name not in dials.off and (amount := boost(measured, dials.boosts, dials.thresholds)) > 0
    )
    penalised = penalties.apply(measured.case, dials.penalties, dials.off)
    lacks = measured.value("semantic") == 0 and measured.value("triple") == 0
    floor = dials.boosts.floor if lacks and measured.credibility >= dials.boosts.floor_credibility else 0.0
    draft = Ranked(
        evidence=measured.pooled.evidence,
        subclaim=index,
        signals=measured.signals,
        adjustments=(*boosts, *penalised),
        floor=floor,
        anchor_match=measured.case.anchor_match,
        final_score=0.0,
        stance_hint=_hint(measured.case),
    )
    return replace(draft, final_score=draft.recomputed())


def _raw_triple(measured: _Measured, dials: BoostDials, thresholds: ThresholdDials) -> float:
    """Boost of a triple.

    Formula: Boost of a triple. From A §4.2.

        + triple_raw × min(1, raw)                     if raw > 0 and claim_overlap ≥ triple_raw_overlap

    Dials: triple_raw, triple_raw_overlap of BoostDials.
    """
    fits = measured.pooled.triple > 0 and measured.case.claim_overlap >= dials.triple_raw_overlap
    return dials.triple_raw * min(1.0, measured.pooled.triple) if fits else 0.0


def _triple_and_names(measured: _Measured, dials: BoostDials, thresholds: ThresholdDials) -> float:
    """Boost of a triple that shares names and words.

    Formula: Boost of a triple that shares names and words. From A §4.2.

        + triple_and_names                             if scaled(triple score) > 0
                                                       and entity_overlap ≥ triple_and_names_entity
                                                       and claim_overlap ≥ triple_and_names_overlap

    Dials: triple_and_names, triple_and_names_entity, triple_and_names_overlap of BoostDials.
    """
    names = measured.case.entity_overlap >= dials.triple_and_names_entity
    fits = measured.value("triple") > 0 and names and measured.case.claim_overlap >= dials.triple_and_names_overlap
    return dials.triple_and_names if fits else 0.0


def _triple_anchored(measured: _Measured, dials: BoostDials, thresholds: ThresholdDials) -> float:
    """Boost of a strong triple on the anchors.

    Formula: Boost of a strong triple on the anchors. From A §4.2.

        + triple_anchored                              if the candidate is a triple, raw ≥ triple_anchored_raw
                                                       and anchor_match ≥ anchor_at_least

    Dials: triple_anchored, triple_anchored_raw of BoostDials; anchor_at_least of ThresholdDials.
    """
    is_triple = measured.pooled.evidence.triple is not None
    fits = measured.pooled.triple >= dials.triple_anchored_raw and measured.case.anchor_match >= thresholds.anchor_at_least
    return dials.triple_anchored if is_triple and fits else 0.0


Boost = Callable[[_Measured, BoostDials, ThresholdDials], float]
BOOSTS: tuple[tuple[str, Boost], ...] = (
    ("triple_raw", _raw_triple),
    ("triple_and_names", _triple_and_names),
    ("triple_anchored", _triple_anchored),
)


def _hint(case: Case) -> str:
    """What the wording suggests: a denial where the claim denies nothing refutes, much overlap supports."""
    denies = case.lexicon.refutation_cues.found_in(case.candidate.tokens)
    words = case.claim.subclaim.text.casefold().replace("’", "'").split()
    asserted = not any(word in ("not", "never", "no") or word.rstrip(".,").endswith("n't") for word in words)
    if denies and asserted:
        return "refutes"
    return "supports" if case.claim_overlap == 1 and not denies else ""
