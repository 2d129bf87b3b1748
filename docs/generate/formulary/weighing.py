"""The formulas of weighing."""

from docs.generate.formulary.entry import Formula

_COVERED = "CoverageDials: strong partial partial_weight dissent near strong_origins"
_STRICT = "coverage_high coverage_medium diversity_high agreement_high evidence_at_least"

FORMULAS: tuple[Formula, ...] = (
    Formula(
        "weighing.evidence_trust.certainty",
        "Certainty of a stance",
        """
certainty = max(supports, refutes, neutral)
""",
        "B (trust ranking)",
    ),
    Formula(
        "weighing.evidence_trust.trust",
        "Trust of one piece",
        """
trust = (relevance × score + credibility × credibility + recency × recency + certainty × certainty)
        / (relevance + credibility + recency + certainty)
""",
        "B (trust ranking)",
        ("TrustDials: relevance credibility recency certainty",),
    ),
    Formula(
        "weighing.evidence_trust.weigh",
        "Trust of a judged pair",
        """
trust of the pair, with the ranking score against this subclaim, what age leaves, and how sure the judge is
the credibility of an unknown source is unknown_credibility, and all origins that have no known source are one
for a subclaim the same words of one origin, and the same place of the same page, count once:
a text before a triple, then where they are trusted most
""",
        "B (trust ranking)",
        ("TrustDials: unknown_credibility",),
    ),
    Formula(
        "weighing.evidence_trust.grade",
        "Grade",
        """
A if trust ≥ grade_a, B if ≥ grade_b, C if ≥ grade_c, else D
""",
        "B (trust ranking)",
        ("TrustDials: grade_a grade_b grade_c",),
    ),
    Formula(
        "weighing.evidence_trust.fixed",
        "Fixed trust",
        """
trust_post_fixed = Σt² / Σt × agreement        over the most trusted piece of each origin and side
agreement = pieces that do not refute / pieces
interval: the middle interval_share of bootstrap_rounds resamples, drawn by a hash of the seed
""",
        "A §9, B (trust ranking)",
        ("TrustDials: bootstrap_rounds interval_share",),
    ),
    Formula(
        "weighing.coverage.strength",
        "Strength of a piece",
        """
strength = (anchor × anchor_match + overlap × claim_overlap + relevance × score) / (anchor + overlap + relevance)
strength = the same × triple_factor            of a triple
""",
        "B (subclaim coverage)",
        ("CoverageDials: anchor overlap relevance triple_factor",),
    ),
    Formula(
        "weighing.coverage.firmness",
        "Firmness of a piece",
        """
firmness = strength × max(supports, refutes)
""",
        "B (subclaim coverage)",
    ),
    Formula(
        "weighing.coverage.measure",
        "Status and weight of a subclaim",
        """
heard are the pieces that take a side and have a quote; where strong_origins known origins are of firmness ≥ strong on one side
and none on the other, sources of which nothing is known are not heard on the other
support = max firmness of those that support;  refutation = max firmness of those that refute
an origin is firm on a side if a piece of it there has firmness ≥ strong and ≥ near × the max firmness of the other side
UNKNOWN             if one is ≥ strong and the other ≥ dissent and ≥ near × the one, or neither is ≥ strong and both are ≥ partial
STRONGLY_VALID      if support ≥ strong and ≥ refutation, on strong_origins origins or more
VALID               if support ≥ strong and ≥ refutation
INVALID             if refutation ≥ strong
PARTIALLY_VALID     if support ≥ partial
PARTIALLY_INVALID   if refutation ≥ partial
UNKNOWN             otherwise
weight = 1 if max(support, refutation) ≥ strong, partial_weight if ≥ partial, else 0
credibility of a side = max of its firm pieces, without unknown sources;  0 where there are none
best trust = max trust of the pieces of firmness ≥ partial
""",
        "A §6.1, B (subclaim coverage)",
        (_COVERED,),
    ),
    Formula(
        "weighing.coverage.share",
        "Coverage",
        """
coverage = Σ weight / number of subclaims
""",
        "A §5.1",
    ),
    Formula(
        "weighing.sufficiency.diversity",
        "Diversity",
        """
diversity = min(1, max(0, (origins − 1) / (origins_for_full_diversity − 1)))
""",
        "A §5.1, B (adaptive trust)",
        ("StateDials: origins_for_full_diversity",),
    ),
    Formula(
        "weighing.sufficiency.agreements",
        "Agreement",
        """
agreement         = 1 − refuting / all         silence counts
stanced agreement = max(supporting, refuting) / (supporting + refuting)
both over the most trusted piece of each origin and side
""",
        "A §5.1, B (adaptive trust)",
    ),
    Formula(
        "weighing.sufficiency.trust_post",
        "Adaptive trust",
        """
trust_post = max(mean × (coverage_base + (1 − coverage_base) × coverage), top_trust × coverage)
mean = average of best trust × weight over the subclaims of weight > 0
trust_post = top_trust × coverage              where there is none
""",
        "A §5.3",
        ("StateDials: coverage_base",),
    ),
    Formula(
        "weighing.sufficiency._low_count",
        "Route: low count",
        """
open if origins < evidence_at_least, agreement ≥ agreement_high, diversity ≥ low_count_diversity
and mean relevance ≥ low_count_relevance
""",
        "A §5.2",
        ("OverrideDials: low_count_diversity low_count_relevance", "StrictDials: evidence_at_least agreement_high"),
    ),
    Formula(
        "weighing.sufficiency._confidence_mode",
        "Route: confidence mode",
        """
open if confidence_mode and origins ≥ evidence_at_least and agreement ≥ agreement_high and one of:
    coverage ≥ coverage_high
    coverage ≥ coverage_medium and diversity ≥ diversity_high
the statuses behind the coverage being measured with these strong, partial, partial_weight and dissent
""",
        "A §5.2, B (adaptive trust)",
        (f"RelaxedDials: {_STRICT}", "RelaxedCoverageDials: strong partial partial_weight dissent", "SufficiencyDials: confidence_mode"),
    ),
    Formula(
        "weighing.sufficiency._override",
        "Route: override",
        """
open if no subclaim is firmly supported and firmly refuted, none is contradicted where refuted_closes, and one of:
    measured coverage ≥ coverage and measured diversity ≥ diversity
    subclaims of weight 1 ≥ strong_covered
    mean of the measured relevance ≥ relevance
""",
        "A §5.2",
        ("OverrideDials: coverage diversity strong_covered relevance refuted_closes",),
    ),
    Formula(
        "weighing.sufficiency._strict",
        "Route: strict",
        """
open if origins ≥ evidence_at_least and agreement ≥ agreement_high and one of:
    coverage ≥ coverage_high
    coverage ≥ coverage_medium and diversity ≥ diversity_high
the agreement is the stanced one where stanced, else the one in which silence counts
""",
        "A §5.2",
        (f"StrictDials: {_STRICT}", "SufficiencyDials: stanced"),
    ),
    Formula(
        "weighing.sufficiency._is_weak",
        "Weak-relevance guard",
        """
a pass is taken back if trust_post < weak_trust, mean relevance < weak_relevance and top_trust < weak_top_trust
""",
        "A §5.3",
        ("StateDials: weak_trust weak_relevance weak_top_trust",),
    ),
    Formula(
        "weighing.sufficiency._state",
        "State of trust",
        """
evidence_insufficiency if not sufficient, else confirmed if trust_post ≥ confirmed, provisional if ≥ provisional, else revoked
""",
        "A §5.3",
        ("StateDials: confirmed provisional",),
    ),
)
