"""Every constant that the source documents print and the rules hold, by document and section, in `Dials.reference()`."""

from collections.abc import Callable

import pytest

from veracious.rules.dials import Dials

Path = Callable[[Dials], float]

# Section, name in the document or what it is there, value as printed, where it stands.
CONSTANTS: tuple[tuple[str, str, float, Path], ...] = (
    ("A §2", "top_k", 5, lambda d: d.ranking.supporting.top_k),
    ("A §4", "w_semantic", 0.31, lambda d: d.ranking.hybrid.weights.general.semantic),
    ("A §4", "w_kg", 0.12, lambda d: d.ranking.hybrid.weights.general.triple),
    ("A §4", "w_entity", 0.20, lambda d: d.ranking.hybrid.weights.general.entity),
    ("A §4", "w_claim_overlap", 0.15, lambda d: d.ranking.hybrid.weights.general.claim_overlap),
    ("A §4", "w_recency", 0.05, lambda d: d.ranking.hybrid.weights.general.recency),
    ("A §4", "w_credibility", 0.17, lambda d: d.ranking.hybrid.weights.general.credibility),
    ("A §4.1", "RECENCY_HALF_LIFE_DAYS", 365, lambda d: d.ranking.hybrid.recency.half_life_days),
    ("A §4.2", "factor of kg_raw", 0.05, lambda d: d.ranking.hybrid.boosts.triple_raw),
    ("A §4.2", "claim_overlap beside kg_raw > 0", 0.08, lambda d: d.ranking.hybrid.boosts.triple_raw_overlap),
    ("A §4.2", "boost beside kg_norm > 0", 0.10, lambda d: d.ranking.hybrid.boosts.triple_and_names),
    ("A §4.2", "entity_overlap beside kg_norm > 0", 0.34, lambda d: d.ranking.hybrid.boosts.triple_and_names_entity),
    ("A §4.2", "claim_overlap beside kg_norm > 0", 0.10, lambda d: d.ranking.hybrid.boosts.triple_and_names_overlap),
    ("A §4.2", "boost of an anchored KG candidate", 0.08, lambda d: d.ranking.hybrid.boosts.triple_anchored),
    ("A §4.2", "kg_raw of an anchored KG candidate", 0.40, lambda d: d.ranking.hybrid.boosts.triple_anchored_raw),
    ("A §4.3", "anchor weak, KG", 0.30, lambda d: d.ranking.hybrid.penalties.weak_anchor_triple),
    ("A §4.3", "anchor weak, non-KG", 0.70, lambda d: d.ranking.hybrid.penalties.weak_anchor),
    ("A §4.3", "anchor_match_score", 0.20, lambda d: d.ranking.hybrid.thresholds.anchor_at_least),
    ("A §4.3", "backfill weak item", 0.85, lambda d: d.ranking.hybrid.penalties.backfill),
    ("A §4.3", "object mismatch", 0.55, lambda d: d.ranking.hybrid.penalties.object_mismatch),
    ("A §4.3", "claim focus mismatch", 0.75, lambda d: d.ranking.hybrid.penalties.focus_mismatch),
    ("A §4.3", "subject mismatch", 0.60, lambda d: d.ranking.hybrid.penalties.subject_mismatch),
    ("A §4.3", "relation object mismatch", 0.70, lambda d: d.ranking.hybrid.penalties.relation_object_mismatch),
    ("A §4.3", "claim mention", 0.65, lambda d: d.ranking.hybrid.penalties.claim_mention),
    ("A §4.3", "uncertainty penalty", 0.12, lambda d: d.ranking.hybrid.penalties.uncertainty),
    ("A §4.4", "credibility of the floor", 0.9, lambda d: d.ranking.hybrid.boosts.floor_credibility),
    ("A §4.4", "floor", 0.2, lambda d: d.ranking.hybrid.boosts.floor),
    ("A §5.1", "agreement without silence", False, lambda d: d.weighing.sufficiency.stanced),
    ("A §5.2", "coverage of the override", 0.25, lambda d: d.weighing.sufficiency.override.coverage),
    ("A §5.2", "diversity of the override", 0.75, lambda d: d.weighing.sufficiency.override.diversity),
    ("A §5.2", "strong_covered", 1, lambda d: d.weighing.sufficiency.override.strong_covered),
    ("A §5.2", "avg_relevance", 0.55, lambda d: d.weighing.sufficiency.override.relevance),
    ("A §5.2", "no contradicted subclaims", True, lambda d: d.weighing.sufficiency.override.refuted_closes),
    ("A §5.2", "COVERAGE_THRESHOLD_HIGH", 0.60, lambda d: d.weighing.sufficiency.strict.coverage_high),
    ("A §5.2", "COVERAGE_THRESHOLD_MEDIUM", 0.40, lambda d: d.weighing.sufficiency.strict.coverage_medium),
    ("A §5.2", "DIVERSITY_THRESHOLD_HIGH", 0.70, lambda d: d.weighing.sufficiency.strict.diversity_high),
    ("A §5.2", "AGREEMENT_THRESHOLD_HIGH", 0.80, lambda d: d.weighing.sufficiency.strict.agreement_high),
    ("A §5.2", "MIN_EVIDENCE_COUNT", 3, lambda d: d.weighing.sufficiency.strict.evidence_at_least),
    ("A §5.3", "trust without coverage", 0.5, lambda d: d.weighing.sufficiency.state.coverage_base),
    ("A §5.3", "trust with coverage", 0.5, lambda d: 1 - d.weighing.sufficiency.state.coverage_base),
    ("A §5.3", "confirmed", 0.8, lambda d: d.weighing.sufficiency.state.confirmed),
    ("A §5.3", "provisional", 0.6, lambda d: d.weighing.sufficiency.state.provisional),
    ("A §6.1", "STRONGLY_VALID and VALID", 1.0, lambda d: d.judging.truth.valid),
    ("A §6.1", "PARTIALLY_VALID", 0.75, lambda d: d.judging.truth.partially_valid),
    ("A §6.1", "UNKNOWN", 0.45, lambda d: d.judging.truth.unknown),
    ("A §6.1", "PARTIALLY_INVALID", 0.25, lambda d: d.judging.truth.partially_invalid),
    ("A §6.1", "INVALID", 0.0, lambda d: d.judging.truth.invalid),
    ("A §6.1", "contradict_ratio", 0.30, lambda d: d.judging.truth.contradicted),
    ("A §6.1", "unresolved_ratio", 0.10, lambda d: d.judging.truth.unresolved),
    ("A §6.1", "diversity ceiling", 0.85, lambda d: d.judging.guards.ceiling_base),
    ("A §6.1", "diversity ceiling, gain", 0.10, lambda d: d.judging.guards.ceiling_gain),
    ("A §6.2", "sem", 0.7, lambda d: d.judging.segment.semantic),
    ("A §6.2", "kg", 0.3, lambda d: d.judging.segment.triple),
    ("A §6.2", "rel", 0.70, lambda d: d.judging.quality.relevance),
    ("A §6.2", "anchor_overlap", 0.15, lambda d: d.judging.quality.anchors),
    ("A §6.2", "overlap_ratio", 0.10, lambda d: d.judging.quality.overlap),
    ("A §6.2", "cred", 0.05, lambda d: d.judging.quality.credibility),
    ("A §6.2", "quality without diversity", 0.85, lambda d: d.judging.quality.diversity_base),
    ("A §6.2", "quality with diversity", 0.15, lambda d: d.judging.quality.diversity_gain),
    ("A §6.2", "ceiling", 0.85, lambda d: d.judging.quality.ceiling_base),
    ("A §6.2", "ceiling, gain", 0.10, lambda d: d.judging.quality.ceiling_gain),
    ("A §6.2", "contradiction penalties", True, lambda d: d.judging.segment.lowers_refutation),
    ("A §7", "truthfulness", 0.30, lambda d: d.judging.confidence.truth),
    ("A §7", "coverage", 0.25, lambda d: d.judging.confidence.coverage),
    ("A §7", "agreement", 0.20, lambda d: d.judging.confidence.agreement),
    ("A §7", "diversity", 0.15, lambda d: d.judging.confidence.diversity),
    ("A §7", "adaptive_trust_post", 0.10, lambda d: d.judging.confidence.trust),
    ("A §7", "cap", 0.95, lambda d: d.judging.confidence.most),
    ("A §7", "coverage of the floor", 0.8, lambda d: d.judging.confidence.covered),
    ("A §7", "floor, of truthfulness", 0.75, lambda d: d.judging.confidence.covered_floor),
    ("A §7", "truthfulness as it is", True, lambda d: d.judging.confidence.as_printed),
    ("A §7", "strong votes of support", False, lambda d: d.judging.caps.votes_both),
    ("A §7", "UNVERIFIABLE", 0.35, lambda d: d.judging.caps.unverifiable),
    ("A §7", "UNVERIFIABLE, comparative", 0.45, lambda d: d.judging.caps.unverifiable_comparative),
    ("B, anchors", "least", 2, lambda d: d.reading.anchors.at_least),
    ("B, anchors", "most", 5, lambda d: d.reading.anchors.at_most),
    ("C, sigmoid impact", "k", 10.0, lambda d: d.judging.belief.steepness),
    ("C, sigmoid impact", "x₀", 0.5, lambda d: d.judging.belief.midpoint),
    ("C, sigmoid impact", "L_max", 2.0, lambda d: d.judging.belief.largest),
    ("C, consensus cap", "source_count", 2, lambda d: d.judging.belief.consensus_sources),
    ("C, EVOI", "decay", 0.85, lambda d: d.seeking.article_targets.effort.decay),
    ("C, EVOI", "minimum threshold", 0.05, lambda d: d.seeking.article_targets.effort.minimum),
    ("C, EVOI", "factor of harm_i = 0", 0.0, lambda d: d.seeking.article_targets.effort.harmless),
    ("C, budget classes", "minimal, floor", 1, lambda d: d.seeking.article_targets.budget.minimal_floor),
    ("C, budget classes", "minimal, ceiling", 3, lambda d: d.seeking.article_targets.budget.minimal_ceiling),
    ("C, budget classes", "standard, floor", 2, lambda d: d.seeking.article_targets.budget.standard_floor),
    ("C, budget classes", "standard, ceiling", 5, lambda d: d.seeking.article_targets.budget.standard_ceiling),
    ("C, budget classes", "deep, floor", 3, lambda d: d.seeking.article_targets.budget.deep_floor),
    ("C, budget classes", "deep, ceiling", 30, lambda d: d.seeking.article_targets.budget.deep_ceiling),
    ("C, verifiability", "retrieval_seed_terms", 3, lambda d: d.verifiable.seed_terms_at_least),
    ("E §2", "length", 2000, lambda d: d.reading.refuse.chars_at_most),
    ("E §3", "DECOMPOSE_MIN_CLAIM_LENGTH", 20, lambda d: d.reading.split.claim_chars_at_least),
    ("E §3", "DECOMPOSE_MAX_SUBCLAIMS", 5, lambda d: d.reading.split.parts_at_most),
    ("E §5.1", "queries, most", 4, lambda d: d.seeking.queries.web_at_most),
    ("E §6.1", "semantic relevance", 0.70, lambda d: d.ranking.rerank.relevance),
    ("E §6.1", "URL quality", 0.20, lambda d: d.ranking.rerank.url_quality),
    ("E §6.1", "source preference", 0.10, lambda d: d.ranking.rerank.source_preference),
    ("E §6.1", "results per domain", 2, lambda d: d.ranking.rerank.per_domain_at_most),
    ("E §7.1", "sentences, most", 4, lambda d: d.telling.explain.sentences_at_most),
    ("E §7.2", "credible citations", 3, lambda d: d.judging.citations.credible_at_least),
    ("E §7.2", "share of credible citations", 0.30, lambda d: d.judging.citations.credible_share),
    ("E §8", "any Refuted", True, lambda d: d.judging.decisive.refuted_part_refutes),
    ("E §8", "else Mixed", True, lambda d: d.judging.decisive.unknown_parts_mix),
    ("E §8", "citations", 25, lambda d: d.judging.citations.at_most),
    ("E §9.2", "chars", 512, lambda d: d.seeking.passages.chars),
    ("E §9.2", "overlap", 100, lambda d: d.seeking.passages.overlap),
    ("E, configuration", "DECOMPOSE_ENABLED", True, lambda d: d.reading.split.enabled),
    ("E, configuration", "DECOMPOSE_USE_LLM", True, lambda d: d.reading.split.by_model),
    ("E, configuration", "RAG_TOP_K", 10, lambda d: d.seeking.queries.limit),
    ("E, configuration", "RERANK_TOP_K", 25, lambda d: d.ranking.rerank.top_k),
)


@pytest.mark.parametrize(("section", "name", "printed", "path"), CONSTANTS, ids=[f"{section} {name}" for section, name, *_ in CONSTANTS])
def test_the_reference_has_the_printed_constant(section: str, name: str, printed: float, path: Path) -> None:
    assert path(Dials.reference()) == printed


def test_a_constant_stands_once() -> None:
    keys = [(section, name) for section, name, *_ in CONSTANTS]
    assert len(set(keys)) == len(keys)


@pytest.mark.parametrize(
    ("weights", "whole"),
    [
        ([value for section, _, value, _ in CONSTANTS if section == "A §4"], 1.0),  # 0.31 + 0.12 + 0.20 + 0.15 + 0.05 + 0.17
        ([0.70, 0.15, 0.10, 0.05], 1.0),  # A §6.2
        ([0.30, 0.25, 0.20, 0.15, 0.10], 1.0),  # A §7
        ([value for section, name, value, _ in CONSTANTS if section == "E §6.1" and name != "results per domain"], 1.0),
    ],
)
def test_the_printed_weights_are_a_whole(weights: list[float], whole: float) -> None:
    assert sum(weights) == pytest.approx(whole)
